"""docs/lints.md lists every lint on statements, and nothing that is not there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from proofsieve.checkers.lints.constants.look import LINTS as CONSTANTS
from proofsieve.checkers.lints.scope.look import LINTS as SCOPE

ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)+\Z")


def ids_in_sources(root: Path) -> set[str]:
    """Names in kebab-case that stand as strings in the code of the lints."""
    return {
        node.value
        for path in (root / "checkers" / "lints").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and ID.match(node.value)
    }


def test_every_lint_stands_in_the_table(root: Path) -> None:
    listed = set(re.findall(r"^\| `([a-z0-9-]+)` \|", (root / "docs" / "lints.md").read_text(), re.MULTILINE))
    assert {lint.id for lint in (*CONSTANTS, *SCOPE)} <= listed
    assert ids_in_sources(root) == listed


def test_no_lint_is_listed_twice(root: Path) -> None:
    listed = re.findall(r"^\| `([a-z0-9-]+)` \|", (root / "docs" / "lints.md").read_text(), re.MULTILINE)
    assert len(listed) == len(set(listed))
