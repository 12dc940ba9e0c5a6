"""Fixtures of the whole program."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofsieve.checkers.lean.places import Installed
from proofsieve.tests.checkers.conftest import lean_installed
from proofsieve.tests.e2e.asking import Place
from proofsieve.tests.prompts.conftest import llama, llama_installed

__all__ = ["lean_installed", "llama", "llama_installed"]


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """A folder with a home, settings and a store of its own, on a machine without Lean."""
    return Place(tmp_path)


@pytest.fixture
def place_with_lean(tmp_path: Path, lean_installed: Installed) -> Place:
    """As ``place``, with the embedded Lean of this machine; the store of answers is the folder's own."""
    cache = tmp_path / "cache" / "proofsieve"
    cache.mkdir(parents=True)
    (cache / "lean-embedded").symlink_to(lean_installed.folder.parent)
    return Place(tmp_path, {"PROOFSIEVE_LEAN": "embedded"})
