"""Fixtures of the app's tests: an app on a saved audit with a clock that stands still."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from textual.widgets import Input

from proofsieve.core.audit import Audit
from proofsieve.core.rechecking import CheckerSource
from proofsieve.core.record import audit_file
from proofsieve.core.record.chain import begin_review
from proofsieve.core.record.standing import with_verdict
from proofsieve.tests.checking import ScriptedSource
from proofsieve.tests.factories import synthetic_audit
from proofsieve.tests.tui.driving import NOW
from proofsieve.tui.app import ReviewApp, make_app

MakeApp = Callable[..., ReviewApp]


@pytest.fixture(autouse=True)
def plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the developer's terminal reaches the screens."""
    for name in ("NO_COLOR", "TEXTUAL_THEME", "FORCE_COLOR", "CLICOLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Input, "cursor_blink", False)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the audit of a test lies."""
    return tmp_path / "proof.audit.json"


@pytest.fixture
def app_on(path: Path) -> MakeApp:
    """Makes an app: on a new audit, saved first, or on what lies at ``path`` already."""

    def make(audit: Audit | None = None, *, reviewer: str = "ada", checkers: CheckerSource | None = None) -> ReviewApp:
        if not path.exists():
            audit_file.save_new(path, begin_review(with_verdict(audit if audit is not None else synthetic_audit(47))))
        # Whether this machine has a Lean must not show on the screens of a test.
        source = checkers if checkers is not None else ScriptedSource()
        return make_app(audit_file.load(path), path=path, reviewer=reviewer, clock=lambda: NOW, checkers=source)

    return make
