"""One toolchain at work: what it is, its own part of our judge compiled once, and how one process of it is run."""

from __future__ import annotations

import asyncio
import contextlib
import re
import shutil
import tempfile
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import TypedDict, Unpack

from ....core.evidence import Kind, Limits
from ....core.value import value
from ...sandbox import Finished, Job, JobLimits, Running, Sandbox, SandboxError, run, start
from ..errors import ProcessFailed
from ..judgement.raw import Failure
from .discovery import Place
from .files import remove
from .messages import Said, read
from .paths import LibraryPath, library_path
from .settings import LEAST_MEMORY_MIB, OfficialSettings

OLDEST = (4, 12, 0)
"""Before it our judge cannot be compiled."""

SOUND_SINCE = (4, 34, 1)
NOTICE = "its kernel has known soundness fixes later (Lean 4.34.1)"
SURE_SINCE = (4, 35, 0)
UNSURE = "whether its kernel has the soundness fixes of Lean 4.34.1 is not known: it was built before 4.35.0"

_SOURCES = Path(__file__).with_name("lean")
_MODULES = ("ProofSieve/Data", "ProofSieve/Judge")
_VERSION = re.compile(r"Lean \(version (\d{1,4})\.(\d{1,4})\.(\d{1,4})([-\w.+]{0,60})[,)]")
_MAX_SAID_MIB = 16
_MAX_DATA_MIB = 256
_FILES_MIB = 1_024


@value
class Toolchain:
    """A Lean that has answered. ``version`` in numbers; ``said``: as Lean says it; ``prefix``: its folder."""

    lean: Path
    prefix: Path
    version: tuple[int, int, int]
    said: str
    library: LibraryPath

    @property
    def notices(self) -> tuple[str, ...]:
        """What a reader of its answers should know."""
        early = "-" in self.said  # -rc1, -pre, -nightly-…: made before the version that it names
        if self.version < SOUND_SINCE or (early and self.version == SOUND_SINCE):
            return (NOTICE,)
        return (UNSURE,) if early and self.version <= SURE_SINCE else ()


class Sees(TypedDict, total=False):
    """What a process has besides its folder: ``reads``: files and folders; ``path``: further folders of compiled files;
    ``programs``: of programs; ``tools``: our judge; ``data``: it may print much."""

    reads: tuple[Path, ...]
    path: tuple[Path, ...]
    programs: tuple[Path, ...]
    tools: bool
    data: bool


class Session:
    """Runs processes of one Lean, each confined, in private folders. For one event loop; ``close`` when done."""

    def __init__(self, place: Place, sandbox: Sandbox, settings: OfficialSettings, limits: Limits) -> None:
        self.place = place
        self.sandbox = sandbox
        self.settings = settings
        self.starts = 0
        self._limits = limits
        self._toolchain: Toolchain | None = None
        self._flags: tuple[str, ...] = ()
        self._root: Path | None = None
        self._turn = asyncio.Semaphore(settings.processes)
        self._starting = asyncio.Lock()

    async def toolchain(self) -> Toolchain:
        """The toolchain, asked once for what it is. Raises ProcessFailed where it cannot be used."""
        async with self._starting:
            if self._toolchain is None:
                try:
                    self._toolchain = await self._prepared()
                except BaseException:
                    self.close()
                    raise
            return self._toolchain

    def folder(self) -> Path:
        """A new private folder."""
        if self._root is None:
            self._root = Path(tempfile.mkdtemp(prefix="proofsieve-lean-"))
        return Path(tempfile.mkdtemp(dir=self._root))

    def drop(self, folder: Path) -> None:
        """Remove a folder; nothing in it is followed."""
        remove(folder)

    def close(self) -> None:
        """Remove every folder. Processes end with the calls that wait for them."""
        if self._root is not None:
            self.drop(self._root)
            self._root = None
        self._toolchain = None

    async def compile(self, text: str, limits: Limits) -> tuple[Said, Path]:
        """Compile ``text`` alone: what Lean says, and the private folder with out.olean where there were no errors."""
        toolchain = await self.toolchain()
        folder = self.folder()
        (folder / "input.lean").write_bytes(text.encode("utf-8"))
        finished = await self.run(
            (str(toolchain.lean), "--json", *self._flags, "-o", "out.olean", "input.lean"), folder, limits
        )
        return read(finished), folder

    async def tool(self, arguments: tuple[str, ...], folder: Path, limits: Limits, *, reads: tuple[Path, ...]) -> bytes:
        """What our judge, run by this Lean, prints. Raises ProcessFailed where it did not end well."""
        toolchain = await self.toolchain()
        main = self._tools() / "Main.lean"
        finished = await self.run(
            (str(toolchain.lean), "--run", str(main), *arguments), folder, limits, reads=reads, tools=True, data=True
        )
        said = read(finished) if finished.returncode != 0 or finished.stopped else None
        if said is not None and said.failure is not None:
            raise ProcessFailed(said.failure.kind, said.failure.why)
        if finished.returncode != 0 or finished.truncated:
            raise ProcessFailed(Kind.CRASH, "our own part failed")
        return finished.stdout

    async def run(self, argv: tuple[str, ...], folder: Path, limits: Limits, **sees: Unpack[Sees]) -> Finished:
        """One process in ``folder``. Raises ProcessFailed where it cannot be started."""
        job = self._job(argv, folder, limits, **sees)
        async with self._turn:
            self.starts += 1
            try:
                return await run(job, self.sandbox)
            except SandboxError as error:
                raise ProcessFailed(Kind.UNAVAILABLE, str(error)) from error

    @contextlib.asynccontextmanager
    async def kept(
        self, argv: tuple[str, ...], folder: Path, limits: Limits, *, reads: tuple[Path, ...]
    ) -> AsyncIterator[Running]:
        """One process that is asked several things; its limits are those of all of them together. Raises ProcessFailed
        where it cannot be started."""
        job = replace(self._job(argv, folder, limits, reads=reads), stdin=b"")
        async with self._turn:
            self.starts += 1
            try:
                running = await start(job, self.sandbox)
            except SandboxError as error:
                raise ProcessFailed(Kind.UNAVAILABLE, str(error)) from error
            try:
                yield running
            finally:
                await running.kill()
                with contextlib.suppress(SandboxError):
                    await running.wait()  # its pipes are read to their ends

    def _job(self, argv: tuple[str, ...], folder: Path, limits: Limits, **sees: Unpack[Sees]) -> Job:
        toolchain = self._toolchain
        library = () if toolchain is None else toolchain.library.folders
        own = (self._tools(),) if sees.get("tools") else ()
        wall = limits.wall_ms + self.settings.start_ms
        searched = ":".join(map(str, (*own, *sees.get("path", ()), *library)))
        return Job(
            argv=argv,
            cwd=folder,
            environment={
                "PATH": ":".join(map(str, (Path(argv[0]).parent, *sees.get("programs", ()), "/usr/bin", "/bin"))),
                "HOME": str(folder),
                **({"LEAN_PATH": searched} if searched else {}),  # an empty one would be the work folder
                "LEAN_NUM_THREADS": str(self.settings.threads),
                "LEAN_ABORT_ON_PANIC": "1",
                "LC_ALL": "C.UTF-8",
            },
            read_only=tuple(dict.fromkeys((self._prefix(), *own, *library, *sees.get("reads", ())))),
            limits=JobLimits(
                wall_ms=wall,
                cpu_ms=wall * self.settings.threads,
                rss_mib=max(limits.memory_mib, LEAST_MEMORY_MIB),
                file_mib=_FILES_MIB,
                output_mib=_MAX_DATA_MIB if sees.get("data") else _MAX_SAID_MIB,
            ),
        )

    def _tools(self) -> Path:
        assert self._root is not None, "made with the toolchain"
        return self._root / "tools"

    def _prefix(self) -> Path:
        """The folder of the toolchain: the program stands in its bin."""
        return self.place.lean.parent.parent

    async def _prepared(self) -> Toolchain:
        lean = self.place.lean
        version, said = await self._version(lean)
        if version < OLDEST:
            wanted = ".".join(map(str, OLDEST))
            raise ProcessFailed(Kind.UNAVAILABLE, f"Lean {said} is too old: {wanted} or later is needed")
        folder = self.folder()
        library = await library_path(self.place, lambda argv, reads: self.run(argv, folder, self._limits, reads=reads))
        toolchain = Toolchain(lean=lean, prefix=self._prefix(), version=version, said=said, library=library)
        self._toolchain = toolchain
        self._flags = await self._accepted_flags(folder)
        await self._build(toolchain)
        self.drop(folder)
        return toolchain

    async def _version(self, lean: Path) -> tuple[tuple[int, int, int], str]:
        finished = await self.run((str(lean), "--version"), self.folder(), self._limits)
        text = finished.stdout.decode("utf-8", "replace")
        found = _VERSION.match(text)
        if finished.returncode != 0 or finished.stopped is not None or found is None:
            raise ProcessFailed(
                Kind.UNAVAILABLE, f"this does not answer as Lean does: {' '.join(text.split())[:100]!r}"
            )
        major, minor, patch = (int(found.group(i)) for i in (1, 2, 3))
        return (major, minor, patch), f"{major}.{minor}.{patch}{found.group(4)}"

    async def _accepted_flags(self, folder: Path) -> tuple[str, ...]:
        """The options of every check; those that this version does not know are left out."""
        fixed = ("-DautoImplicit=false", "-DrelaxedAutoImplicit=false")
        (folder / "empty.lean").write_bytes(b"\n")
        for flags in ((*fixed, "-DmaxErrors=0"), fixed):
            argv = (str(self.place.lean), "--json", *flags, "empty.lean")
            said = read(await self.run(argv, folder, self._limits))
            if said.failure is None and not said.errors:
                return flags
        fault = said.failure or _first_error(said)
        why = "" if fault is None else f": {fault.why}"
        raise ProcessFailed(Kind.UNAVAILABLE, f"this Lean does not take our options{why}")

    async def _build(self, toolchain: Toolchain) -> None:
        """Compile our part of the judge with this Lean."""
        tools = self._tools()
        shutil.copytree(_SOURCES, tools)
        for module in _MODULES:
            argv = (str(toolchain.lean), "--json", "--root=.", "-o", f"{module}.olean", f"{module}.lean")
            finished = await self.run(argv, tools, self._limits, path=(tools,))
            said = read(finished)
            fault = said.failure or _first_error(said)
            if fault is not None:
                raise ProcessFailed(
                    Kind.UNAVAILABLE, f"our judge cannot be compiled by Lean {toolchain.said}: {fault.why}"
                )


def _first_error(said: Said) -> Failure | None:
    if not said.errors:
        return None
    return Failure(kind=Kind.UNAVAILABLE, why=" ".join(said.errors[0].text.split())[:200])
