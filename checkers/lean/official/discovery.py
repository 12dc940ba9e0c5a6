"""Where the user's Lean is: a path that they name, the project of the proof, elan's toolchains, PATH. Runs nothing."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Mapping
from pathlib import Path

from ....core.errors import UsageError
from ....core.value import value
from .files import content, is_file, is_folder

VARIABLE = "PROOFSIEVE_LEAN"
"""Names a Lean for every command, as --lean PATH; "off" keeps commands from looking for one."""

_LAKEFILES = ("lakefile.lean", "lakefile.toml")
_TOOLCHAIN_FILE = "lean-toolchain"
_MAX_FILE = 1_000_000
_SHOWN = 100
_DEFAULT = re.compile(r'^\s*default_toolchain\s*=\s*"([^"\n]{1,200})"', re.MULTILINE)
_STABLE = ("stable", "leanprover/lean4:stable")
_VERSION = re.compile(r"v?(\d{1,4})\.(\d{1,4})\.(\d{1,4})(?:-rc(\d{1,4}))?")


@value
class Place:
    """A Lean on this machine.

    ``lean``: the program itself, never a shim of elan. ``project``: the lake project whose library it is to use, None
    for Lean's own library. ``named``: the user named this project, so that its lakefile may be run.
    """

    lean: Path
    project: Path | None
    named: bool


def locate(where: str, *, environment: Mapping[str, str] | None = None) -> Place:
    """The Lean that ``where`` names: a lean program, the folder of a toolchain, or the folder of a lake project.

    Raises UsageError with what is expected.
    """
    environment = os.environ if environment is None else environment
    try:
        path = Path(where).expanduser().absolute()
    except RuntimeError:  # ~nobody/lean
        path = Path(where).absolute()
    if _is_program(path):
        return Place(lean=_behind(path, None, environment, where), project=None, named=True)
    if _is_program(path / "bin" / "lean"):
        return Place(lean=_behind(path / "bin" / "lean", None, environment, where), project=None, named=True)
    if _is_project(path):
        lean = _of_project(path, environment)
        if lean is None:
            raise UsageError(
                f"the project asks for {_shown(_wanted(path)) or 'the default toolchain'}, which is not installed",
                where=where,
                hint="elan toolchain install NAME, or name a lean program",
            )
        return Place(lean=lean, project=path, named=True)
    raise UsageError(
        "no Lean there",
        where=where,
        hint="auto, embedded, off, or a path: a lean program, the folder of a toolchain, or of a lake project",
    )


def project_of(near: Path, *, environment: Mapping[str, str] | None = None) -> Place | None:
    """The project that ``near`` (a file or folder) lies in, with its own toolchain; None if either is missing."""
    environment = os.environ if environment is None else environment
    if environment.get(VARIABLE):
        return None
    start = near.absolute()
    home = Path(environment.get("HOME") or "/")
    for folder in (start, *start.parents):
        if is_file(folder / _TOOLCHAIN_FILE):
            lean = _of_project(folder, environment)
            return None if lean is None else Place(lean=lean, project=folder, named=False)
        if folder == home:
            break
    return None


def installed(*, environment: Mapping[str, str] | None = None) -> Place | None:
    """What $PROOFSIEVE_LEAN names, else elan's default toolchain, else the lean on PATH; None without any.

    Raises UsageError for a variable that names no Lean.
    """
    environment = os.environ if environment is None else environment
    told = environment.get(VARIABLE, "")
    if told:
        return None if told == "off" else locate(told, environment=environment)
    lean = _of_elan("", environment) or _on_path(environment)
    return None if lean is None else Place(lean=lean, project=None, named=False)


def _is_program(path: Path) -> bool:
    return is_file(path) and os.access(path, os.X_OK)


def _is_project(path: Path) -> bool:
    return any(is_file(path / name) for name in (*_LAKEFILES, _TOOLCHAIN_FILE))


def _elan_home(environment: Mapping[str, str]) -> Path:
    given = environment.get("ELAN_HOME")
    return Path(given) if given else Path(environment.get("HOME") or "/") / ".elan"


def _behind(path: Path, project: Path | None, environment: Mapping[str, str], where: str) -> Path:
    """The program behind a shim of elan, or the path itself. elan is not asked: it might fetch a toolchain."""
    if not _is_shim(path, environment):
        if not _has_library(path.resolve()):
            raise UsageError(
                "a lean program without its library (lib/lean, beside the folder that it lies in)",
                where=where,
                hint="name the folder of a toolchain: only that folder is shown to what runs",
            )
        return path.resolve()
    lean = _of_elan("" if project is None else _wanted(project), environment)
    if lean is None:
        raise UsageError(
            "this is elan's shim, and the toolchain behind it is not installed",
            where=where,
            hint="elan toolchain install stable, or name the folder of a toolchain",
        )
    return lean


def _is_shim(path: Path, environment: Mapping[str, str]) -> bool:
    """elan puts itself beside its shims, under the names of the programs that it stands for."""
    elan = path.with_name("elan")
    return path.resolve().name == "elan" or is_file(elan) or path.parent == _elan_home(environment) / "bin"


def _of_project(folder: Path, environment: Mapping[str, str]) -> Path | None:
    wanted = _wanted(folder)
    return _of_elan(wanted, environment) or (None if wanted else _on_path(environment))


def _wanted(folder: Path) -> str:
    return _text(folder / _TOOLCHAIN_FILE).strip()


def _of_elan(name: str, environment: Mapping[str, str]) -> Path | None:
    """The program of an installed toolchain: the one of that name ("" for the default one)."""
    home = _elan_home(environment)
    spellings = list(_spellings(name or _default(home)))
    if not name or name in _STABLE:  # the default may be a channel, and elan 4 keeps releases by their numbers alone
        newest = max(_installed_versions(home), default=None)
        spellings += [] if newest is None else [newest[1]]
    for folder in (home / "toolchains" / _folder_name(full) for full in spellings):
        program = folder / "bin" / "lean"
        if _is_program(program) and program.resolve().is_relative_to(folder.resolve()):
            return program.resolve()
    return None


def _default(home: Path) -> str:
    found = _DEFAULT.search(_text(home / "settings.toml"))
    return "" if found is None else found.group(1)


def _installed_versions(home: Path) -> list[tuple[tuple[int, int, int, int], str]]:
    """(version, name) of the released toolchains; a release counts as later than its candidates."""
    found: list[tuple[tuple[int, int, int, int], str]] = []
    try:
        names = [entry.name for entry in (home / "toolchains").iterdir()]
    except OSError:
        return []
    for name in sorted(names):
        version = _VERSION.fullmatch(name.rpartition("---")[2])
        if version is not None and name.startswith("leanprover--lean4---"):
            major, minor, patch = (int(version.group(i)) for i in (1, 2, 3))
            found.append(((major, minor, patch, int(version.group(4) or 9_999)), name))
    return found


def _spellings(name: str) -> tuple[str, ...]:
    """A name as elan completes it: stable or v4.31.0 means leanprover/lean4:…."""
    if not name or len(name) > 200:
        return ()
    if ":" in name or "---" in name:
        return (name,)
    tagged = f"leanprover/lean4:v{name}" if name[0].isdigit() else f"leanprover/lean4:{name}"
    return (name, tagged)


def _folder_name(name: str) -> str:
    """The folder of a toolchain: "/" and ":" are written as dashes, so that a name leads nowhere else."""
    return re.sub(r"^\.+", "", name.replace("/", "--").replace(":", "---"))


def _on_path(environment: Mapping[str, str]) -> Path | None:
    found = shutil.which("lean", path=environment.get("PATH", ""))
    if found is None:
        return None
    path = Path(found).absolute()
    if _is_shim(path, environment):
        return _of_elan("", environment)
    return path.resolve() if _has_library(path.resolve()) else None


def _has_library(lean: Path) -> bool:
    """Whether a program lies in the bin of a toolchain: that whole folder is what a confined process will read."""
    return is_folder(lean.parent.parent / "lib" / "lean")


def _shown(name: str) -> str:
    line = " ".join(name.split())
    return line if len(line) <= _SHOWN else line[:_SHOWN] + "…"


def _text(path: Path) -> str:
    return content(path, _MAX_FILE).decode("utf-8", "replace")
