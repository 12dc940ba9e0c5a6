"""The wheel: what it holds, and that it works installed, far from the repository."""

from __future__ import annotations

import importlib.metadata
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NOT_COPIED = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info", "build", "dist")


def run(*command: str | Path, cwd: Path, env: dict[str, str] | None = None) -> str:
    done = subprocess.run(
        list(command), capture_output=True, text=True, stdin=subprocess.DEVNULL, cwd=cwd, env=env, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from a copy of the tree, so that the build leaves nothing behind and picks up nothing stale."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    shutil.copytree(ROOT, source, ignore=NOT_COPIED)
    major = int(importlib.metadata.version("setuptools").partition(".")[0])
    isolation = ["--no-isolation"] if major >= 77 else []
    run(sys.executable, "-m", "build", "--wheel", *isolation, "--outdir", folder / "dist", source, cwd=folder)
    (built,) = (folder / "dist").glob("*.whl")
    return built


@pytest.fixture(scope="module")
def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return {info.filename for info in archive.infolist() if not info.is_dir()}


def test_the_wheel_is_pure_and_installs_one_top_level_name(wheel: Path, names: set[str]) -> None:
    assert wheel.name.endswith("-py3-none-any.whl")
    tops = {name.partition("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"proofsieve"}
    assert len(tops) == 2


def test_the_wheel_leaves_tests_benchmarks_and_documents_at_home(names: set[str]) -> None:
    inside = {name.split("/")[1] for name in names if name.startswith("proofsieve/")}
    rooms = {name for name in inside if not name.endswith((".py", ".typed"))}
    assert rooms == {"core", "prompts", "checkers", "tui", "examples"}
    assert not {name for name in names if "test" in name.lower()}


def test_the_wheel_holds_every_module_of_its_rooms(names: set[str]) -> None:
    rooms = ("core", "prompts", "checkers", "tui", "examples")
    modules = {path.relative_to(ROOT).as_posix() for room in rooms for path in (ROOT / room).rglob("*.py")}
    modules |= {path.name for path in ROOT.glob("*.py")}
    assert {f"proofsieve/{module}" for module in modules} <= names


def test_the_wheel_holds_style_schema_examples_and_the_typing_mark(names: set[str]) -> None:
    files = {path.relative_to(ROOT).as_posix() for path in (ROOT / "tui").rglob("*.tcss")}
    files |= {path.relative_to(ROOT).as_posix() for path in (ROOT / "checkers").rglob("*.js")}
    files |= {path.relative_to(ROOT).as_posix() for path in (ROOT / "core").rglob("*.json")}
    files |= {path.relative_to(ROOT).as_posix() for path in (ROOT / "examples").glob("*") if path.is_file()}
    files |= {"py.typed"}
    assert any(name.endswith(".tcss") for name in files)
    assert any(name.startswith("core/") for name in files)
    assert {f"proofsieve/{name}" for name in files} <= names


def test_the_wheel_names_its_licence_and_its_command(wheel: Path, names: set[str]) -> None:
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)
    with zipfile.ZipFile(wheel) as archive:
        (entry_points,) = (name for name in names if name.endswith("entry_points.txt"))
        assert "proofsieve = proofsieve.__main__:start" in archive.read(entry_points).decode()


@pytest.fixture(scope="module")
def elsewhere(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of a fresh environment that holds the wheel and sees the dependencies of this one.

    A path named in a .pth file is searched, but its own .pth files are not read: the editable installation of the
    repository stays out of reach.
    """
    folder = tmp_path_factory.mktemp("elsewhere") / "venv"
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    run(sys.executable, "-m", "pip", "--python", python, "install", "-q", "--no-deps", "--no-index", wheel, cwd=folder)
    (site,) = folder.glob("lib/python*/site-packages")
    (site / "dependencies.pth").write_text(
        f"{sysconfig.get_path('purelib')}\n{sysconfig.get_path('platlib')}\n", "utf-8"
    )
    return python


def test_installed_elsewhere_it_reads_its_own_demo_and_audits_it(elsewhere: Path, tmp_path: Path) -> None:
    script = tmp_path / "outside.py"
    script.write_text(
        "import sys, proofsieve\n"
        "from importlib.resources import as_file, files\n"
        "from pathlib import Path\n"
        "if __name__ == '__main__':\n"
        "    assert Path(proofsieve.__file__).is_relative_to(sys.prefix), proofsieve.__file__\n"
        "    with as_file(files('proofsieve.examples') / 'demo.md') as path:\n"
        "        audit = proofsieve.audit(proofsieve.read_proof(path))\n"
        "    print(audit.verdict.status, audit.verdict.first_error)\n",
        "utf-8",
    )
    assert run(elsewhere, script, cwd=tmp_path).split() == ["flawed", "s4"]


def test_the_installed_command_shows_the_demo_without_a_terminal(elsewhere: Path, tmp_path: Path) -> None:
    home = {name: str(tmp_path / name) for name in ("HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME")}
    shown = run(elsewhere.parent / "proofsieve", "demo", cwd=tmp_path, env={**os.environ, **home})
    assert "s4" in shown
    assert "flawed" in shown
