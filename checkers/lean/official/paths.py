"""Where a project's compiled library lies: what ``lake env`` says, asked once, or the folders that lake uses.

``lake env`` runs the project's lakefile, which is a program. It is asked only for a project that the user named, in the
sandbox, where it can write nothing but its own private folder.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

from ....core.evidence import Kind
from ....core.value import value
from ...sandbox import Finished
from ..errors import ProcessFailed
from .discovery import Place
from .files import content, is_file, is_folder

_KEYED = ("lean-toolchain", "lake-manifest.json", "lakefile.lean", "lakefile.toml")
_MAX_FILE = 16_000_000
_MAX_FOLDERS = 200

_Run = Callable[[tuple[str, ...], tuple[Path, ...]], Awaitable[Finished]]


@value
class LibraryPath:
    """``folders`` for LEAN_PATH, in order; ``by`` says who named them: nobody, lake env, the cache, the layout."""

    folders: tuple[Path, ...]
    by: str


async def library_path(place: Place, run: _Run) -> LibraryPath:
    """The folders of the compiled library of a project; none where there is no project. ``run`` runs a program with
    folders to read. Raises ProcessFailed for a project whose library cannot be named."""
    if place.project is None:
        return LibraryPath(folders=(), by="Lean's own library")
    if ":" in str(place.project):
        why = "the path of the project holds “:”, by which LEAN_PATH separates folders: no library of it can be named"
        raise ProcessFailed(Kind.UNAVAILABLE, why)
    if not place.named:
        return LibraryPath(folders=by_layout(place.project), by="the layout of the project")
    key = _key(place)
    kept = _remembered(place, key)
    if kept is not None:
        return LibraryPath(folders=kept, by="lake env, asked before")
    found = await _asked(place.lean, place.project, run)
    if not found:
        return LibraryPath(folders=by_layout(place.project), by="the layout of the project (lake env failed)")
    _remember(key, found)
    return LibraryPath(folders=found, by="lake env")


def by_layout(project: Path) -> tuple[Path, ...]:
    """Where lake puts compiled files: of each package, then of the project. Nothing is run."""
    packages = project / ".lake" / "packages"
    with contextlib.suppress(ValueError, AttributeError, RecursionError):
        named = json.loads(_bytes(project / "lake-manifest.json")).get("packagesDir")
        packages = project / named if isinstance(named, str) else packages
    found: list[Path] = []
    with contextlib.suppress(OSError, ValueError):
        for package in sorted(packages.iterdir())[:_MAX_FOLDERS]:
            found.append(package / ".lake" / "build" / "lib" / "lean")
            found.append(package / ".lake" / "build" / "lib")
    found += [project / ".lake" / "build" / "lib" / "lean", project / ".lake" / "build" / "lib"]
    return _existing(project, found)


async def _asked(lean: Path, project: Path, run: _Run) -> tuple[Path, ...]:
    lake = lean.with_name("lake")
    if not is_file(lake):
        return ()
    finished = await run((str(lake), "--dir", str(project), "env", "printenv", "LEAN_PATH"), (project,))
    if finished.returncode != 0 or finished.stopped is not None or finished.truncated:
        return ()
    lines = finished.stdout.decode("utf-8", "replace").strip().split("\n")
    entries = [entry for entry in lines[-1].split(":") if entry][:_MAX_FOLDERS]
    return _existing(project, [project / entry for entry in entries])


def _existing(project: Path, folders: list[Path]) -> tuple[Path, ...]:
    """Those that are there and that lake may have built; build/lib is a parent of build/lib/lean."""
    kept = [Path(os.path.normpath(folder)) for folder in folders]
    found = [folder for folder in dict.fromkeys(kept) if is_folder(folder) and _built(project, folder)]
    return tuple(folder for folder in found if (folder / "lean") not in found)


def _built(project: Path, folder: Path) -> bool:
    """Whether lake may have put compiled files there: below the project, or in the …/lib or …/lib/lean of a build.

    What is shown to a foreign text is no matter of a lakefile or a link in somebody's project: without this, a link to
    a folder of keys would be read as a library.
    """
    with contextlib.suppress(OSError, RuntimeError):
        real, own = folder.resolve(), project.resolve()
        if ":" in str(real) or ":" in str(folder):  # LEAN_PATH cannot name it
            return False
        below = real != own and real.is_relative_to(own)
        return below or real.parts[-3:] == ("build", "lib", "lean") or real.parts[-2:] == ("build", "lib")
    return False


def _key(place: Place) -> str:
    """Another toolchain, manifest or lakefile is another key."""
    digest = hashlib.sha256(f"{place.lean}\0{place.project}".encode("utf-8", "surrogateescape"))
    assert place.project is not None
    for name in _KEYED:
        content = _bytes(place.project / name)
        digest.update(f"\0{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


def _bytes(path: Path) -> bytes:
    return content(path, _MAX_FILE)


def _file() -> Path:
    """Raises RuntimeError without a home."""
    from platformdirs import user_cache_path

    given = os.environ.get("PROOFSIEVE_CACHE")
    return (Path(given) if given else user_cache_path("proofsieve")) / "lean-official" / "paths.json"


def _remembered(place: Place, key: str) -> tuple[Path, ...] | None:
    with contextlib.suppress(OSError, ValueError, RuntimeError, KeyError, TypeError):
        found = json.loads(_bytes(_file()))[key]
        folders = tuple(Path(entry) for entry in found)
        if folders and place.project is not None and _existing(place.project, list(folders)) == folders:
            return folders
    return None


def _remember(key: str, folders: tuple[Path, ...]) -> None:
    """Best effort: without it lake is asked again."""
    with contextlib.suppress(OSError, ValueError, RuntimeError):
        path = _file()
        path.parent.mkdir(parents=True, exist_ok=True)
        kept = {}
        with contextlib.suppress(ValueError):
            kept = dict(json.loads(_bytes(path) or b"{}"))
        kept = dict(list(kept.items())[-50:])
        kept[key] = [str(folder) for folder in folders]
        descriptor, name = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(kept, file)
        Path(name).replace(path)
