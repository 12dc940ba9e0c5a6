"""Drawing :mod:`ink` on widgets of the Line API: from tones to terminal styles."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from .ink import Ink, Tone


class Inked(Widget):
    """A widget whose lines are drawn from ink. Tones are component classes, so that the style sheet rules them."""

    COMPONENT_CLASSES = {f"ink--{tone}" for tone in Tone} | {"ink--cursor", "ink--cursor-blurred"}

    def strip_of(self, line: Ink, width: int, base: Style | None = None) -> Strip:
        """One line of exactly ``width`` cells on the style ``base`` (the widget's own by default)."""
        base = self.rich_style if base is None else base
        segments = [Segment(text, base + self.tone(tone)) for text, tone in line.runs if text]
        return Strip(segments).adjust_cell_length(width, base)

    def tone(self, tone: Tone) -> Style:
        """What a tone adds to the style below it."""
        if tone is Tone.TEXT:
            return Style.null()
        return self.get_component_rich_style(f"ink--{tone}", partial=True)

    def cursor_style(self, focused: bool = True) -> Style:
        """The style of the line under the cursor."""
        return self.get_component_rich_style("ink--cursor" if focused else "ink--cursor-blurred")


class InkLine(Inked):
    """One or more fixed lines of ink that never scroll. Subclasses say what stands in them."""

    DEFAULT_CSS = "InkLine { height: 1; }"

    def lines(self, width: int, height: int) -> list[Ink]:
        """The lines to draw in a space of ``width`` by ``height`` cells."""
        raise NotImplementedError

    def render_line(self, y: int) -> Strip:
        size = self.size
        drawn = self.lines(size.width, size.height)
        return self.strip_of(drawn[y] if y < len(drawn) else Ink(), size.width)
