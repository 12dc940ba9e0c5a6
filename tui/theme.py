"""The colours of the app. Every other theme works as well: the tones of ink are mixed from whatever theme is on."""

from __future__ import annotations

from textual.color import Color
from textual.theme import Theme

SIEVE = Theme(
    name="sieve",
    primary="#7aa2d6",
    secondary="#5b7699",
    accent="#e3b565",
    foreground="#dcdfe4",
    background="#14161a",
    surface="#1a1d23",
    panel="#22262e",
    success="#8cc27e",
    warning="#e0a458",
    error="#ea7a7a",
    dark=True,
    variables={"block-cursor-text-style": "none"},
)


def ink_colours(theme: Theme) -> dict[str, str]:
    """The variables ``ink-…`` of the style sheet, mixed from a theme's own colours so that all are opaque."""
    colours = theme.to_color_system().generate()
    foreground, background = Color.parse(colours["foreground"]), Color.parse(colours["background"])
    accent = Color.parse(colours["accent"])
    if foreground.ansi is not None or background.ansi is not None:
        return {
            "ink-muted": "ansi_bright_black",
            "ink-faint": "ansi_bright_black",
            "ink-line": "ansi_bright_black",
            "ink-mark": "ansi_black",
            "ink-cursor": "ansi_blue",
        }
    return {
        "ink-muted": background.blend(foreground, 0.62).hex6,
        "ink-faint": background.blend(foreground, 0.40).hex6,
        "ink-line": background.blend(foreground, 0.24).hex6,
        "ink-mark": background.blend(accent, 0.22).hex6,
        "ink-cursor": background.blend(Color.parse(colours["primary"]), 0.30).hex6,
    }
