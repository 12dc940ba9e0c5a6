"""The script that makes the pictures of the README."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from proofsieve.core.record.chain import begin_review
from proofsieve.tests.factories import synthetic_audit


@pytest.fixture
def script(root: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_screenshots", root / "screenshots" / "make.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    return module


def test_a_shot_is_written_as_svg_and_png(script: ModuleType, tmp_path: Path) -> None:
    shot = script.Shot("one", script.NARROW, ("enter", "a"))
    script.make(begin_review(synthetic_audit(8)), tmp_path, [shot])
    svg = (tmp_path / "one.svg").read_text(encoding="utf-8")
    assert "@font-face" not in svg
    assert "1/8" in svg
    assert (tmp_path / "one.png").read_bytes().startswith(b"\x89PNG\r\n")


def test_every_character_gets_its_own_cell(script: ModuleType) -> None:
    place = re.compile(r'<text class="(\S+)" x="([0-9.]+)"([^>]*)>([^<]*)</text>')
    placed = place.sub(script._place, '<text class="a" x="10" textLength="9">a中&amp;b</text>')
    assert placed == '<text class="a" x="10.0 22.2 46.6 58.8">a中&amp;b</text>'
