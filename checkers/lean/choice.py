"""Which Lean a command uses: --lean auto | embedded | PATH | off."""

from __future__ import annotations

from pathlib import Path

from ...core.errors import ProofSieveError, UsageError
from ...core.value import value
from .availability import available
from .checker import LeanChecker
from .official.discovery import Place, installed, locate, project_of
from .official.paths import by_layout
from .settings import LeanSettings

OFF, AUTO, EMBEDDED, OFFICIAL = "off", "auto", "embedded", "official"


@value
class LeanChoice:
    """``backend``: off, auto (the embedded one if it is set up), embedded (or fail) or official, which is then at
    ``place``. ``unsandboxed``: the user's word that the text of others may run with their rights."""

    backend: str = AUTO
    place: Place | None = None
    unsandboxed: bool = False

    @property
    def has_mathlib(self) -> bool:
        """Whether the library of its project holds Mathlib, compiled."""
        if self.place is None or self.place.project is None:
            return False
        return any((folder / "Mathlib.olean").is_file() for folder in by_layout(self.place.project))


def choose(said: str, *, near: Path | None = None, unsandboxed: bool = False) -> LeanChoice:
    """What --lean asks for. auto: the project that ``near`` lies in, if its toolchain is installed; else the embedded
    Lean, if it is set up; else what $PROOFSIEVE_LEAN names, elan's default toolchain or the lean on PATH.

    Raises UsageError for a path without a Lean, or --unsandboxed without a Lean that it could be about.
    """
    found: LeanChoice | None = None
    if said in (OFF, EMBEDDED):
        found = LeanChoice(backend=said)
    elif said != AUTO:
        place = locate(said)
        found = LeanChoice(backend=OFFICIAL, place=place, unsandboxed=unsandboxed)
    else:
        place_or_none = None if near is None else project_of(near)
        if place_or_none is None and not available().ready:
            place_or_none = installed()
        if place_or_none is not None:
            found = LeanChoice(backend=OFFICIAL, place=place_or_none, unsandboxed=unsandboxed)
    found = found or LeanChoice()
    if unsandboxed and found.backend != OFFICIAL:
        raise UsageError("--unsandboxed is about a Lean of your own", hint="name it: --lean PATH")
    return found


def recorded(backend: str) -> LeanChoice:
    """The choice behind the word in an audit's settings, which holds no path: official is what this machine has.

    Raises ProofSieveError where that is nothing.
    """
    if backend != OFFICIAL:
        return LeanChoice(backend=backend)
    place = installed()
    if place is None:
        raise ProofSieveError("no Lean toolchain here", where="--lean", hint="name one: --lean PATH")
    return LeanChoice(backend=OFFICIAL, place=place)


def lacking(choice: LeanChoice) -> str:
    """Why the chosen Lean cannot be used, with what to do; "" if it can, or none is wanted. Runs no Lean."""
    if choice.backend == OFF:
        return ""
    if choice.place is None:
        return available().why
    from ..sandbox import SandboxError, probe

    try:
        probe(unsandboxed=choice.unsandboxed)
    except SandboxError as error:
        return str(error)
    return ""


def checker_for(choice: LeanChoice, settings: LeanSettings | None = None) -> LeanChecker | None:
    """The checker of a choice; None where auto finds nothing or none is wanted. Close it when done.

    Raises ProofSieveError where the chosen one cannot be used.
    """
    why = lacking(choice)
    if choice.backend == OFF or (choice.backend == AUTO and why):
        return None
    if why:
        raise ProofSieveError(why, where=f"--lean {choice.backend}")
    if choice.place is None:
        return LeanChecker(settings)
    from .official.checker import OfficialLean
    from .official.settings import OfficialSettings

    at_once = 1 if settings is None else settings.processes
    return OfficialLean(choice.place, settings=OfficialSettings(processes=at_once), unsandboxed=choice.unsandboxed)
