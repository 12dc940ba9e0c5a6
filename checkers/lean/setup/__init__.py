"""Setting up the embedded Lean: fetch, unpack, patch, snapshot, try; then one rename puts it in place."""

from __future__ import annotations

from .install import Progress, set_up

__all__ = ["Progress", "set_up"]
