"""The house: what may import what, and that every folder of the package is shipped."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions, version
from pathlib import Path

import pytest

import proofsieve

ROOT = Path(__file__).resolve().parents[2]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))

ROOMS = ("core", "checkers", "prompts", "tui", "examples")
# Folders of the repository that are no part of the installed package.
NOT_SHIPPED = {"tests", "benchmarks", "docs", "screenshots", "build", "dist"}
SCREENS_AND_MODELS = ("textual", "rich", "openai", "sympy", "flint", "click")
CORE = sorted(
    "proofsieve." + ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for path in (ROOT / "core").rglob("*.py")
)


def loaded_after(code: str) -> set[str]:
    """The top-level modules in sys.modules of a fresh interpreter, away from the repository, after ``code``."""
    done = subprocess.run(
        [sys.executable, "-c", f"import sys\n{code}\nprint(*{{name.partition('.')[0] for name in sys.modules}})"],
        capture_output=True,
        text=True,
        cwd=ROOT.parent,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


def without(names: tuple[str, ...]) -> str:
    """Code that makes the import of each name fail, as on a machine that lacks it."""
    return "".join(f"sys.modules[{name!r}] = None\n" for name in names)


def test_importing_the_package_loads_nothing_heavy() -> None:
    loaded = loaded_after("import proofsieve")
    assert not loaded & {*SCREENS_AND_MODELS, "pydantic", "networkx", "rfc8785", "asyncio"}
    assert "proofsieve" in loaded


def test_every_core_module_can_be_imported_without_screens_models_and_provers() -> None:
    imports = "".join(f"import {module}\n" for module in CORE)
    loaded = loaded_after(without(SCREENS_AND_MODELS) + imports)
    assert "proofsieve" in loaded
    assert len(CORE) > 20


@pytest.mark.parametrize("module", ["proofsieve.compose", "proofsieve.core.readers"])
def test_what_scripts_use_loads_no_screen(module: str) -> None:
    loaded = loaded_after(f"import {module}")
    assert not loaded & {"textual", "rich", "click", "openai", "sympy"}


def test_the_guard_would_notice_a_heavy_import() -> None:
    assert "networkx" in loaded_after("import networkx")
    with pytest.raises(AssertionError, match="networkx"):
        loaded_after(without(("networkx",)) + "import networkx")


def test_the_help_loads_no_screen_and_no_checker() -> None:
    code = (
        "sys.argv = ['proofsieve', '--help']\n"
        "from proofsieve.tui.cli import main\n"
        "import contextlib, io\n"
        "with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):\n"
        "    main()"
    )
    assert not loaded_after(code) & {"textual", "openai", "sympy", "flint", "pydantic", "networkx"}


def test_the_import_contracts_hold() -> None:
    script = shutil.which("lint-imports", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))
    assert script is not None
    done = subprocess.run([script, "--no-cache"], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


def test_every_folder_of_the_package_is_listed_for_the_wheel() -> None:
    folders = {
        init.parent
        for init in ROOT.rglob("__init__.py")
        if not any(part.startswith(".") or part in NOT_SHIPPED for part in init.relative_to(ROOT).parts)
    }
    names = {".".join(("proofsieve", *folder.relative_to(ROOT).parts)) for folder in folders}
    assert set(PYPROJECT["tool"]["setuptools"]["packages"]) == names


def test_every_folder_with_code_is_a_package() -> None:
    orphans = {
        path.parent.relative_to(ROOT).as_posix()
        for room in ROOMS
        for path in (ROOT / room).rglob("*.py")
        if not (path.parent / "__init__.py").is_file()
    }
    assert orphans == set()


def test_what_the_package_imports_is_declared_and_nothing_else() -> None:
    files = [*ROOT.glob("*.py"), *(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))]
    imported = {name for path in files for name in absolute_imports(path)} - set(sys.stdlib_module_names)
    # A program that is started by its path finds its neighbours by their bare names.
    imported -= absolute_imports(ROOT / "checkers" / "sandbox" / "launcher.py") & {"landlock", "tree"}
    distributions = packages_distributions()
    # pydantic_core is pydantic's own other half, pinned by it to the exact release.
    used = {distributions[name][0].lower() for name in imported - {"pydantic_core"}}
    declared = {requirement_name(line) for line in PYPROJECT["project"]["dependencies"]}
    assert used == declared


def test_what_tests_and_benchmarks_import_is_declared_for_development() -> None:
    files = [path for room in ("tests", "benchmarks", "screenshots") for path in (ROOT / room).rglob("*.py")]
    imported = {name for path in files for name in absolute_imports(path)} - set(sys.stdlib_module_names)
    distributions = packages_distributions()
    used = {distributions[name][0].lower() for name in imported - {"proofsieve", "pydantic_core"}}
    listed = [*PYPROJECT["project"]["dependencies"], *PYPROJECT["project"]["optional-dependencies"]["dev"]]
    assert used <= {requirement_name(line) for line in listed}


def requirement_name(line: str) -> str:
    return re.split(r"[^A-Za-z0-9_.-]", line)[0].lower()


def absolute_imports(path: Path) -> set[str]:
    """The top-level names that a file imports absolutely, wherever in it."""
    nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
    plain = {alias.name.partition(".")[0] for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    origins = {
        node.module.partition(".")[0]
        for node in nodes
        if isinstance(node, ast.ImportFrom) and node.level == 0 and node.module is not None
    }
    return plain | origins


def test_the_version_has_one_place() -> None:
    assert version("proofsieve") == proofsieve.__version__
    assert PYPROJECT["project"]["dynamic"] == ["version"]
    assert f"[{proofsieve.__version__}]" in (ROOT / "CHANGELOG.md").read_text("utf-8")
