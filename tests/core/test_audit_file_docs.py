"""The format's page gives a check in a few lines of Python for those without this program; it must be right."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from proofsieve.core.record import canonical
from proofsieve.tests.core.reviewed import fresh_audit, one_of_each


@pytest.fixture
def check(root: Path) -> str:
    page = (root / "docs" / "audit-format.md").read_text(encoding="utf-8")
    return re.search(r"```python\n(.*?)```", page, re.DOTALL).group(1)  # type: ignore[union-attr]


def run(check: str, folder: Path) -> int:
    return subprocess.run([sys.executable, "-c", check], cwd=folder, stderr=subprocess.DEVNULL).returncode


def test_the_documented_check_accepts_a_file_and_refuses_a_changed_one(check: str, tmp_path: Path) -> None:
    raw = canonical.dump_audit(one_of_each(fresh_audit(hostile="∀\x7f𝔸\x00\u2028")))
    path = tmp_path / "proof.audit.json"
    path.write_bytes(raw)
    assert run(check, tmp_path) == 0
    for old, new in (
        (b"n is not even", b"n is so even!"),
        (b'"risk": 37', b'"risk": 38'),
        (b'"on": true', b'"on": false'),
    ):
        assert old in raw
        path.write_bytes(raw.replace(old, new, 1))
        assert run(check, tmp_path) == 1
