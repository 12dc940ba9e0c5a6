"""Further checkers that a toolchain brings along, asked about a proof that is already clean.

``leanchecker`` (since Lean 4.28) maps what others compiled, so that its consent adds words and no strength. ``lake
comparator`` (since 4.35, leanprover/lean4#15146 and #15157) is given exports: it compares statement, definitions and
axioms, and has a kernel check the export. Each is believed only in a session in which it has taken what is right and
refused what is wrong. Where one is missing, old, or gives no answer, nothing is claimed.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from ....core.evidence import Limits
from ....core.value import value
from ..errors import ProcessFailed
from ..judgement.judge import ALLOWED_AXIOMS
from ..judgement.question import CLAIM, Question, components
from ..judgement.raw import Finding
from .challenge import Challenge, challenge_of
from .files import is_file
from .session import Session

LEANCHECKER = "leanchecker"
COMPARATOR = "lake comparator"
MODULE = "ProofSieveProof"

ACCEPTED = "Your solution is okay!"
_TRIAL = "theorem t : 2 + 2 = 4 := "
_TRIALS = (
    (f"{_TRIAL}rfl", True),
    ("theorem t : 2 + 3 = 5 := rfl", False),
    (f"axiom wish : 2 + 2 = 4\n{_TRIAL}wish", False),
)
"""(solution, whether it proves that 2 + 2 = 4): the pairs by which a comparator is judged."""

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_']*")
# What an export must hold besides the theorem: lake's own list (Lake/CLI/Check.lean, Lean 4.35).
_PRIMITIVES = (
    *ALLOWED_AXIOMS, "Nat.add", "Nat.sub", "Nat.mul", "Nat.pow", "Nat.gcd", "Nat.div", "Nat.mod", "Nat.beq", "Nat.ble",
    "Nat.land", "Nat.lor", "Nat.xor", "Nat.shiftLeft", "Nat.shiftRight", "String.ofList", "Char.ofNat", "List",
    "eagerReduce", "Nat", "String", "String.mk", "Char", "optParam", "autoParam", "semiOutParam", "outParam", "Quot",
    "Quot.mk", "Quot.lift", "Quot.ind",
)  # fmt: skip


@value
class Rechecked:
    """Who accepted a proof, and what the one says that refused it ("" if none did)."""

    accepted: tuple[str, ...] = ()
    refused: str = ""


class Rechecks:
    """The further checkers of one session."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._leanchecker_refuses: bool | None = None
        self._leanchecker_takes = False
        self._comparator_works: bool | None = None

    async def ask(self, question: Question, finding: Finding, folder: Path, limits: Limits) -> Rechecked:
        """Ask about the compiled proof in ``folder``, which no process writes to any more (out.olean is moved)."""
        place = self._session.folder()
        try:
            (folder / "out.olean").rename(place / f"{MODULE}.olean")  # alone: beside it lies what the text has written
            answers = {LEANCHECKER: await self._leanchecker(place, limits)}
            if not answers[LEANCHECKER]:
                answers[COMPARATOR] = await self._comparator(question, finding, place, limits)
            return Rechecked(
                accepted=tuple(name for name, said in answers.items() if said == ""),
                refused=next((f"{name} says: {said}" for name, said in answers.items() if said), ""),
            )
        except OSError:
            return Rechecked()
        finally:
            self._session.drop(place)

    # ---- leanchecker: "" for consent, its words for a refusal, None for no answer

    async def _leanchecker(self, place: Path, limits: Limits) -> str | None:
        program = self._session.place.lean.with_name("leanchecker")
        if not is_file(program):
            return None
        if self._leanchecker_refuses is None:
            code, _ = await self._run_leanchecker(program, "ProofSieveNothing", place, limits)
            self._leanchecker_refuses = code not in (0, None)  # there is no such module
        code, said = await self._run_leanchecker(program, MODULE, place, limits)
        if code == 0 and self._leanchecker_refuses:
            self._leanchecker_takes = True
            return ""
        return said if code == 1 and self._leanchecker_refuses and self._leanchecker_takes else None

    async def _run_leanchecker(self, program: Path, module: str, place: Path, limits: Limits) -> tuple[int | None, str]:
        work = self._session.folder()
        try:
            finished = await self._session.run((str(program), module), work, limits, reads=(place,), path=(place,))
        finally:
            self._session.drop(work)
        code = None if finished.stopped is not None else finished.returncode
        return code, _last(finished.stderr) or "no reason"

    # ---- lake comparator

    async def _comparator(self, question: Question, finding: Finding, place: Path, limits: Limits) -> str | None:
        """As for leanchecker. It compares one name, and knows neither negations nor native evaluation."""
        name = _comparable(question, finding)
        programs = [self._session.place.lean.with_name(program) for program in ("lake", "leanexport", "leanchecker")]
        if name is None or self._comparator_works is False or not all(map(is_file, programs)):
            return None
        try:
            if self._comparator_works is None:
                self._comparator_works = await self._trials(limits)
            if not self._comparator_works:
                return None
            challenge = challenge_of(question, without=frozenset(goal.key for goal in question.goals))
            if not isinstance(challenge, Challenge) or challenge.refusal is not None:
                return None
            ours = await self._compiled(challenge.text, name, limits)
            theirs = await self._exported(place, name, limits)
            return None if ours is None or theirs is None else await self._compared(ours, theirs, name, limits)
        except ProcessFailed:
            return None

    async def _trials(self, limits: Limits) -> bool:
        ours = await self._compiled(f"{_TRIAL}sorry", "t", limits)
        if ours is None:
            return False
        for text, proves in _TRIALS:
            theirs = await self._compiled(text, "t", limits)
            said = None if theirs is None else await self._compared(ours, theirs, "t", limits)
            if said is None or (said == "") is not proves:
                return False
        return True

    async def _compiled(self, text: str, name: str, limits: Limits) -> bytes | None:
        """The export of a text of ours; None where Lean does not take it."""
        said, folder = await self._session.compile(text, limits)
        place = self._session.folder()
        try:
            if said.failure is not None or said.errors:
                return None
            (folder / "out.olean").rename(place / f"{MODULE}.olean")
            return await self._exported(place, name, limits)
        except OSError:
            return None
        finally:
            self._session.drop(folder)
            self._session.drop(place)

    async def _exported(self, place: Path, name: str, limits: Limits) -> bytes | None:
        """What leanexport says of the compiled file in ``place``: data, which a kernel is yet to check."""
        program = self._session.place.lean.with_name("leanexport")
        work = self._session.folder()
        try:
            argv = (str(program), MODULE, "--", name, *_PRIMITIVES)
            finished = await self._session.run(argv, work, limits, reads=(place,), path=(place,), data=True)
        finally:
            self._session.drop(work)
        well = finished.returncode == 0 and finished.stopped is None and not finished.truncated
        return finished.stdout if well and finished.stdout else None

    async def _compared(self, ours: bytes, theirs: bytes, name: str, limits: Limits) -> str | None:
        """With both exports given, lake builds nothing and runs no lakefile (leanprover/lean4#15157). Its own sandbox
        is switched off, since one in ours is impossible; no text of others runs here."""
        work, shims = self._session.folder(), self._session.folder()
        try:
            git = shims / "git"  # looked for before anything, and not used
            git.write_text("#!/bin/sh\nexit 1\n", "utf-8")
            git.chmod(0o755)
            config = {
                "challenge_module": MODULE,
                "solution_module": MODULE,
                "theorem_names": [name],
                "permitted_axioms": list(ALLOWED_AXIOMS),
            }
            (work / "comparator.json").write_text(json.dumps(config), "utf-8")
            (work / "challenge.export").write_bytes(ours)
            (work / "solution.export").write_bytes(theirs)
            lake = str(self._session.place.lean.with_name("lake"))
            argv = (
                lake, "comparator", "--config", "comparator.json", "--challenge-from-export", "challenge.export",
                "--solution-from-export", "solution.export", "--inadvisably-no-sandbox",
            )  # fmt: skip
            finished = await self._session.run(argv, work, limits, reads=(shims,), programs=(shims,))
        finally:
            self._session.drop(work)
            self._session.drop(shims)
        if finished.stopped is not None or finished.truncated:
            return None
        lines = finished.stdout.decode("utf-8", "replace").strip().split("\n")
        if finished.returncode == 0 and lines[-1].strip() == ACCEPTED:
            return ""
        refuses = finished.returncode == 1  # 2: it could not begin
        return (_last(finished.stderr) or _last(finished.stdout) or "no reason") if refuses else None


def _comparable(question: Question, finding: Finding) -> str | None:
    """The name under which both sides have the theorem, if there is one that every tool writes in the same way."""
    if question.statement is None or question.statement.theorem != question.theorem:
        return None
    if finding.native or finding.proves != (CLAIM,) or not all(map(_NAME.fullmatch, question.theorem)):
        return None
    name = ".".join(question.theorem)
    return name if components(name) == question.theorem else None


def _last(said: bytes) -> str:
    return said.decode("utf-8", "replace").strip().rpartition("\n")[2].strip()[:200]
