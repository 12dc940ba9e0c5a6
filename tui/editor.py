"""A text in the reviewer's own editor: the terminal is handed over, the file is private, what comes back is bounded."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import stat
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

from ..core.errors import ProofSieveError

HINT = "set VISUAL or EDITOR, as in: export EDITOR=nano"


class EditorError(ProofSieveError):
    """The editor could not be used; nothing was changed."""


def editor_command(environment: Mapping[str, str]) -> list[str]:
    """The editor with its arguments: $VISUAL, else $EDITOR. Raises EditorError where there is none."""
    for name in ("VISUAL", "EDITOR"):
        given = environment.get(name, "").strip()
        if not given:
            continue
        try:
            command = shlex.split(given)
        except ValueError as error:
            raise EditorError(f"${name} cannot be read: {error}", hint=HINT) from None
        if command and shutil.which(command[0]) is not None:
            return command
        raise EditorError(f"there is no program {command[0] if command else given}", where=f"${name}", hint=HINT)
    raise EditorError("no editor is named", hint=HINT)


def edited(text: str, *, name: str, limit: int, terminal: AbstractContextManager[None] | None = None) -> bytes:
    """What stands in the file ``name`` after the reviewer edited ``text`` in it; at most ``limit`` + 1 bytes are read.

    ``terminal`` is entered while the editor runs. Blocks. Raises EditorError where there is no editor, it fails, or
    the file is gone afterwards.
    """
    command = editor_command(os.environ)
    try:
        folder = Path(tempfile.mkdtemp(prefix="proofsieve-"))  # for this user alone
    except OSError as error:
        raise EditorError(f"no folder for the text can be made: {error.strerror}", hint="set TMPDIR") from None
    path = folder / name
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(text.encode())
        _run([*command, str(path)], terminal if terminal is not None else nullcontext())
        return _read(path, limit)
    except OSError as error:
        raise EditorError(f"the text cannot be written: {error.strerror}", where=str(folder)) from None
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _run(command: list[str], terminal: AbstractContextManager[None]) -> None:
    fault = ""
    # Nothing may be raised inside: Textual would not take the terminal back.
    with terminal, _interrupts_are_the_editors():
        try:
            code = subprocess.run(command, check=False).returncode  # noqa: S603 - the reviewer's own editor
            if code:
                fault = f"the editor ended with {code}" if code > 0 else f"the editor was ended by signal {-code}"
        except OSError as error:
            fault = f"the editor cannot be run: {error.strerror}"
    if fault:
        raise EditorError(f"{fault}; nothing was changed", hint=HINT)


@contextmanager
def _interrupts_are_the_editors() -> Iterator[None]:
    """Ctrl-C reaches everything on the terminal; while an editor has it, it is not meant for the review."""
    try:
        # A handler, not SIG_IGN: a program that is started does not inherit handlers.
        before = signal.signal(signal.SIGINT, lambda number, frame: None)
    except ValueError:  # not in the main thread
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _read(path: Path, limit: int) -> bytes:
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except OSError:
        raise EditorError("the file is gone; nothing was changed", hint="save it under the name that it had") from None
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise EditorError("the file is no file any more; nothing was changed")
    with os.fdopen(descriptor, "rb") as file:
        return file.read(limit + 1)
