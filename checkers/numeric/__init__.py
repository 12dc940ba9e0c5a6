"""The numeric checker: exact and certified evaluation of claims in a child process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .checker import NumericChecker

__all__ = ["NumericChecker"]


def __getattr__(name: str) -> Any:
    """Load the checker on first use: the child process imports this package and needs neither asyncio nor it."""
    if name == "NumericChecker":
        from .checker import NumericChecker

        return NumericChecker
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
