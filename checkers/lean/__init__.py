"""Real Lean as a checker: an unofficial WebAssembly build in a child process, core library only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .availability import Availability, available
    from .checker import Attempts, LeanChecker, try_tactics
    from .settings import LeanSettings

__all__ = ["Attempts", "Availability", "LeanChecker", "LeanSettings", "available", "try_tactics"]

_PLACES = {
    "Availability": "availability",
    "available": "availability",
    "Attempts": "checker",
    "LeanChecker": "checker",
    "try_tactics": "checker",
    "LeanSettings": "settings",
}


def __getattr__(name: str) -> Any:
    """Load on first use: a command that asks only whether Lean is there needs no asyncio."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f".{_PLACES[name]}", __name__), name)
