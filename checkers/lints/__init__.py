"""Deterministic lints of Lean statements: what can be said of a statement before any model or prover is asked.

``lint_statement`` is the entry for text, ``lint_read`` for a statement that is read; ``registry.LINTS`` lists the
lints. A lint rejects, flags or notes; it never certifies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .report import lint_read, lint_statement

__all__ = ["lint_read", "lint_statement"]


def __getattr__(name: str) -> Any:
    """Load the lints on first use: packages below this one are imported on their own too."""
    if name in __all__:
        from . import report

        return getattr(report, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
