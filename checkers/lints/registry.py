"""The lints of one statement, in the order in which they run. A new lint is one import and one line here.

A lint is a function from a statement with its places to findings. It is pure, bounded by the size of the statement, and
says nothing about what it does not understand. What evaluation finds has a budget and stands apart, in ``evaluation``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from ...core.faithfulness.findings import LintFinding
from .constants.look import constants
from .existence import lint_existence
from .names import lint_names
from .scope.look import scope
from .scope.places import Places
from .triviality import lint_triviality

Lint: TypeAlias = Callable[[Places], Iterable[LintFinding]]

LINTS: tuple[Lint, ...] = (
    lint_triviality,
    lint_existence,
    lint_names,
    constants,
    scope,
)
