"""The user's own Lean as a checker: an elan or lake toolchain, with Mathlib where a project has it.

Three confined processes give one verdict: our statement is compiled alone, the text of others is compiled alone, and a
third rebuilds both from data and asks its kernel. See docs/lean-official.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .checker import OfficialLean
    from .discovery import Place, locate
    from .settings import OfficialSettings

__all__ = ["OfficialLean", "OfficialSettings", "Place", "locate"]

_PLACES = {"OfficialLean": "checker", "Place": "discovery", "locate": "discovery", "OfficialSettings": "settings"}


def __getattr__(name: str) -> Any:
    """Load on first use: whoever only looks for a toolchain needs no asyncio."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f".{_PLACES[name]}", __name__), name)
