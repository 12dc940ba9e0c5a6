"""Toolchains made of the stand-in, for tests: folders as elan and lake lay them out."""

from __future__ import annotations

import json
import os
import shutil
import sys
from dataclasses import replace
from pathlib import Path

from proofsieve.checkers.lean.official import OfficialLean, OfficialSettings, Place
from proofsieve.checkers.lean.settings import LIMITS

SCRIPTS = Path(__file__).with_name("lean_standin")
PATIENT = replace(LIMITS, wall_ms=60_000, cpu_ms=60_000)
"""For tests that are not about time."""


def interpreter() -> str:
    """A Python that a sandboxed program can reach: the system's."""
    real = os.path.realpath(sys.executable)
    return real if real.startswith("/usr/") else "/usr/bin/env python3"


def toolchain(folder: Path, *, checker: bool = False, comparator: str = "", **notes: str) -> Path:
    """A toolchain in ``folder``; its lean. ``notes`` say how the stand-in differs: version, old, tools, leanchecker.
    ``comparator``: how its lake compares, "yes" for well; "" for none."""
    (folder / "bin").mkdir(parents=True)
    (folder / "lib" / "lean").mkdir(parents=True)
    (folder / "standin.json").write_text(json.dumps({**notes, "comparator": comparator}), "utf-8")
    for name in (
        "lean",
        "lake",
        *(("leanchecker",) if checker or comparator else ()),
        *(("leanexport",) if comparator else ()),
    ):
        program = folder / "bin" / name
        text = (SCRIPTS / f"{name}.py").read_text("utf-8")
        program.write_text(f"#!{interpreter()}\n{text}", "utf-8")
        program.chmod(0o755)
    return folder / "bin" / "lean"


def project(folder: Path, *, wants: str = "leanprover/lean4:v4.31.0", lakefile: str = 'name = "p"') -> Path:
    """A lake project with one built package and one built module of its own."""
    mathlib = folder / ".lake" / "packages" / "mathlib" / ".lake" / "build" / "lib" / "lean"
    own = folder / ".lake" / "build" / "lib" / "lean"
    for library, module in ((mathlib, "Mathlib"), (own, "Mine")):
        library.mkdir(parents=True)
        (library / f"{module}.olean").write_text("{}", "utf-8")
    (folder / "lakefile.toml").write_text(lakefile, "utf-8")
    (folder / "lean-toolchain").write_text(f"{wants}\n", "utf-8")
    (folder / "lake-manifest.json").write_text('{"packagesDir": ".lake/packages"}', "utf-8")
    return folder


def elan(home: Path, name: str = "leanprover--lean4---v4.31.0", **notes: str) -> Path:
    """A home of elan with one toolchain and its shims; the folder that elan calls ELAN_HOME."""
    folder = home / ".elan"
    toolchain(folder / "toolchains" / name, **notes)
    (folder / "bin").mkdir(parents=True)
    shim = folder / "bin" / "elan"
    shim.write_text("#!/bin/sh\necho 'a shim was run' >&2\nexit 9\n", "utf-8")
    shim.chmod(0o755)
    for program in ("lean", "lake"):
        shutil.copy(shim, folder / "bin" / program)
    return folder


def checker(lean: Path, *, start_ms: int = 60_000, project: Path | None = None, named: bool = True) -> OfficialLean:
    """A checker with that Lean, in the real sandbox of this machine."""
    return OfficialLean(
        Place(lean=lean, project=project, named=named), settings=OfficialSettings(start_ms=start_ms), limits=PATIENT
    )
