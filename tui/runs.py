"""What several commands do: read a source, run an audit with progress on stderr, open the review."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ..core.errors import InputError, SaveError, UsageError
from .bounded import read_bounded

if TYPE_CHECKING:
    from ..checkers.lean.choice import LeanChoice
    from ..compose import AskModels
    from ..core.audit import Audit
    from ..core.authored import Authored
    from ..core.conventions.profiles import Profile
    from ..core.proof import Proof
    from ..core.stages import Progress

MAX_STDIN_BYTES = 20_000_000


def has_terminal() -> bool:
    """True if a person can see and type: both ends are terminals and the terminal can move its cursor."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def read_any(source: str, *, problem: Path | None, name: str | None) -> Proof:
    """The proof in a file, or on standard input for "-"."""
    from ..core.readers import read_bytes, read_problem, read_source

    if source != "-":
        return read_source(Path(source), problem=problem, proof=name)
    data = read_bounded("-", MAX_STDIN_BYTES)
    if len(data) > MAX_STDIN_BYTES:
        raise InputError(f"more than {MAX_STDIN_BYTES} bytes", where="standard input", hint="audit a part of it")
    statement = read_problem(problem) if problem is not None else None
    return read_bytes(data, "stdin", problem_text=statement, proof=name)


def authored_beside(source: str) -> tuple[str, tuple[Authored, ...]]:
    """The author's own statements for a source, from X.statements.lean beside X.md: the file's name and its entries.

    Nothing where there is no such file. Raises InputError where there is one that cannot be used.
    """
    from ..core.authored import MAX_TEXT, read_authored

    path = Path(source).with_suffix(".statements.lean")
    if source == "-" or not path.is_file():
        return "", ()
    try:
        text = read_bounded(str(path), 4 * MAX_TEXT).decode("utf-8")
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", where=str(path), hint="or move it away") from error
    except UnicodeDecodeError as error:
        raise InputError("is not UTF-8", where=str(path), hint="save it as UTF-8, or move it away") from error
    if len(text) > MAX_TEXT:
        raise InputError(f"more than {MAX_TEXT:,} characters", where=str(path), hint="divide the proof")
    entries = read_authored(text)
    if not entries:
        raise InputError(
            'holds no statement in the form /-- s1 "words of step s1" -/ before a theorem',
            where=str(path),
            hint="see docs/statements.md, or move it away",
        )
    return path.name, entries


class Interrupted(KeyboardInterrupt):
    """The user stopped the run. ``partial`` is the audit of what was found, None where there is nothing to save yet;
    ``asked`` says whether models were asked, whose answers are kept in any case."""

    def __init__(self, partial: Audit | None, *, asked: bool) -> None:
        super().__init__()
        self.partial = partial
        self.asked = asked

    def told(self, path: Path) -> None:
        """Say on stderr what was saved and how to go on."""
        tell_interrupted(path if self.partial is not None else None, asked=self.asked)


def tell_interrupted(saved: Path | None, *, asked: bool) -> None:
    """Say on stderr that a run was stopped, where what was found is saved, and how to go on."""
    from ..core.text import visible

    where = f"what was found is in {visible(str(saved), one_line=True)}" if saved is not None else "no audit yet"
    again = "; the answers so far are kept: the same command goes on from there" if asked else ""
    print(f"proofsieve: interrupted: {where}{again}", file=sys.stderr)


def audit_with_progress(
    proof: Proof,
    *,
    lean: LeanChoice | None = None,
    analyst: str = "rules",
    asking: AskModels | None = None,
    authored: Sequence[Authored] = (),
    authored_in: str = "",
    told: Profile | None = None,
) -> Audit:
    """Audit with progress on stderr: a bar on a terminal, nothing for a short run, lines otherwise.

    ``lean``: which Lean, by default the embedded one if it is set up; ``analyst`` and ``asking``: who reads, and which
    models are asked; ``authored``: the author's own statements; ``told``: answers to what the text leaves open.
    Raises Interrupted.
    """
    from ..compose import audit_proof
    from ..core.audit import Settings
    from ..core.conventions.choices import with_profile

    settings = with_profile(Settings(lean="auto" if lean is None else lean.backend, analyst=analyst), told)
    partial: list[Audit] = []

    def run(on_progress: Callable[[Progress], None]) -> Audit:
        try:
            with _ended_like_ctrl_c():
                return audit_proof(
                    proof,
                    settings,
                    authored=authored,
                    authored_in=authored_in,
                    asking=asking,
                    lean=lean,
                    on_progress=on_progress,
                    on_partial=partial.append,
                )
        except KeyboardInterrupt:
            raise Interrupted(partial[0] if partial else None, asked=asking is not None) from None

    if not sys.stderr.isatty():
        return run(_Lines(asked=asking is not None))
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bar

    from .printing import colour_wanted

    console = Console(stderr=True, no_color=True if not colour_wanted() else None)
    with Bar(TextColumn("{task.description}"), BarColumn(), console=console, transient=True) as bar:
        task = bar.add_task("audit", total=None)

        def on_progress(progress: Progress) -> None:
            described = f"{progress.stage}{_spent(progress)}"
            bar.update(task, description=described, completed=progress.done, total=progress.total or None)

        return run(on_progress)


@contextmanager
def _ended_like_ctrl_c() -> Iterator[None]:
    """Whoever ends the run otherwise (kill, a batch system, a closed terminal) gets what was found saved as well.

    After a hang-up nobody reads what a terminal shows, and writing to it would fail before anything is saved.
    """
    # Where Ctrl-C does nothing (a job in the background) there is nothing to pass it on to.
    ours = threading.current_thread() is threading.main_thread() and (
        signal.getsignal(signal.SIGINT) is signal.default_int_handler
    )
    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if ours and hasattr(signal, name)]
    shown = [stream for stream in (1, 2) if ours and os.isatty(stream)]

    def end(number: int, frame: object) -> None:
        if shown and number != signal.SIGTERM:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            for stream in shown:
                os.dup2(nowhere, stream)
            os.close(nowhere)
        signal.raise_signal(signal.SIGINT)

    before = {number: signal.getsignal(number) for number in numbers}
    taken = [number for number in numbers if before[number] is signal.SIG_DFL]  # nohup's choice stays as it is
    for number in taken:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in taken:
            signal.signal(number, before[number])


def _spent(progress: Progress) -> str:
    """What was sent to models so far, in words; "" where none was asked."""
    if not progress.calls:
        return ""
    more = " or more" if progress.uncounted else ""
    return f" · {progress.calls} calls, {progress.tokens:,} tokens{more}"


class _Lines:
    """A line for every 2,000 claims of a long run, and for every stage and unit of one that asks models; a short one
    needs none."""

    def __init__(self, *, asked: bool = False) -> None:
        self._next = 2_000
        self._asked = asked
        self._said = ""

    def __call__(self, progress: Progress) -> None:
        if progress.asked:
            return
        if self._asked:
            counted = f", {progress.done} of {progress.total}" if progress.total else ""
            line = f"proofsieve: {progress.stage}{counted}{_spent(progress)}"
            if line != self._said:
                print(line, file=sys.stderr, flush=True)
            self._said = line
        elif progress.done >= self._next:
            print(f"proofsieve: {progress.stage}: {progress.done} of {progress.total}", file=sys.stderr)
            self._next = progress.done + 2_000


def demo_folder() -> Path:
    """Where the demo's audit lives, made if needed."""
    from platformdirs import user_data_path

    try:
        folder = user_data_path("proofsieve") / "demo"
        folder.mkdir(parents=True, exist_ok=True)
    except RuntimeError as error:
        raise SaveError("there is no home folder for the demo's audit", hint="set XDG_DATA_HOME") from error
    except OSError as error:
        raise SaveError(
            f"cannot make the demo's folder: {error.strerror}",
            where=str(error.filename),
            hint="set XDG_DATA_HOME to a folder that can be written",
        ) from error
    return folder


def reviewer_name(given: str | None) -> str:
    """The reviewer's name in the record: as given, else git's user.name, else the login name."""
    import getpass
    import subprocess

    if given:
        return given
    try:
        answer = subprocess.run(
            ["git", "config", "user.name"],  # noqa: S607 - the user's own git, wherever it is
            capture_output=True,
            text=True,
            timeout=5,
            check=False,
        ).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        answer = ""
    if answer:
        return answer
    try:
        return getpass.getuser()
    except (KeyError, OSError) as error:
        raise UsageError("this system does not say who you are", hint="review AUDIT --reviewer NAME") from error


def require_terminal(instead: str) -> None:
    """Raise UsageError where no review can be held; ``instead`` is what to type."""
    if not has_terminal():
        raise UsageError("the review needs a terminal", hint=instead)


def open_review(path: Path, reviewer: str | None = None, *, lean: LeanChoice | None = None) -> None:
    """Open the review app on an audit file; blocks until it is left. Of one that is signed off a
    copy is opened, which supersedes it. ``lean``: which Lean checks statements there, by default the embedded one."""
    from ..core.record.audit_file import load
    from .app import review_file

    audit = load(path)
    if audit.signoffs:
        from ..core.signing.declaring import write_superseding

        path = write_superseding(path)
        print(f"proofsieve: the audit is signed off and stays as it is; this is {path}", file=sys.stderr)
        audit = load(path)
    review_file(audit, path=path, reviewer=reviewer_name(reviewer), lean=lean)
