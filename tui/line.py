"""A line that a person types or pastes into. What would act on the terminal is made visible on the way in."""

from __future__ import annotations

from textual.widgets import Input

from .ink import clean


class Line(Input):
    """An input whose text, pasted or set, is always such that it may be drawn."""

    def validate_value(self, value: str) -> str:
        """Hostile characters become visible marks; at most 2,000 characters are kept."""
        return clean(value[:2_000])
