"""Fixtures that every test may use."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """The development data; tests that need it are skipped where it is absent (the CI script requires it)."""
    folder = Path(os.environ.get("PROOFSIEVE_DATA", ROOT.parent / "shared" / "data"))
    if not (folder / "README.md").is_file():
        pytest.skip(f"no development data at {folder}; set PROOFSIEVE_DATA")
    return folder


@pytest.fixture(autouse=True)
def _no_lean_unasked(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test that does not ask for ``lean_installed`` sees a machine without Lean, whatever this one has: an audit in
    it is the same everywhere, and quick."""
    if request.node.get_closest_marker("official_lean") is None:
        monkeypatch.setenv("PROOFSIEVE_LEAN", "off")
    if "lean_installed" not in request.fixturenames:
        monkeypatch.setenv("PROOFSIEVE_CACHE", os.devnull)


@pytest.fixture(scope="session")
def root() -> Path:
    """The top of the repository."""
    return ROOT
