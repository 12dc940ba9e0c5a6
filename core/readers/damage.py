"""LaTeX that an escape destroyed: in "\\frac" with one backslash, JSON reads a form feed and the letters "rac"."""

from __future__ import annotations

import re

from ..mathspans import math_spans
from ..proof import Finding, SourceSpan

# Commands by the letter that an escape swallows. Only those common in proofs: the longest that fits is named.
_COMMANDS = {
    "\f": "frac forall flat frown frak",
    "\b": "beta bar binom begin bmod big bigl bigr Big bullet boldsymbol bmatrix because boxed bigcup bigcap",
    "\v": "varphi vec varepsilon vdots vee vert vdash vartheta varnothing",
    "\a": "alpha approx angle ast arctan arcsin arccos aleph arg",
    "\t": "theta times text textbf textit tan to tau tfrac tilde triangle top tag tanh therefore",
    "\n": "nu neq ne nabla not notin nmid neg ni nolimits nsubseteq nexists nonumber",
    "\r": "rho right rightarrow rangle rfloor rceil rvert rm Rightarrow",
}
_NAMES = {
    "\f": "form feed",
    "\b": "backspace",
    "\v": "vertical tab",
    "\a": "bell",
    "\t": "tab",
    "\n": "line feed",
    "\r": "carriage return",
}
_ALWAYS = re.compile("[\f\b\v\a](?=[A-Za-z])")
_INSIDE = re.compile("[\t\n\r](?=[A-Za-z])")
_ESCAPED_LINE_END = re.compile("[\n\r](?=[A-Za-z])")
_REST = re.compile(r"[A-Za-z]+")


def damaged_commands(text: str, *, escaped: bool) -> list[tuple[int, str, str]]:
    """(position, name of the control character, likely command) for each LaTeX command that lost its backslash.

    Form feeds, backspaces, bells and vertical tabs before letters are damage wherever they stand; tabs only inside a
    formula. Line ends count only in text that came out of escapes (``escaped``), inside a formula; a command as short
    as "\\nu", which may be a variable on a line of its own, only at the formula's start or next to other damage.
    """
    suspicious = "\t" in text or "\f" in text or "\b" in text or "\v" in text or "\a" in text
    if not suspicious and not (escaped and _ESCAPED_LINE_END.search(text)):
        return []
    found = [hit for match in _ALWAYS.finditer(text) if (hit := _hit(text, match.start())) is not None]
    doubtful: list[tuple[int, str, str]] = []
    for formula in math_spans(text):
        if formula.code:
            continue
        for match in _INSIDE.finditer(text, formula.inner_start, formula.inner_end):
            hit = _hit(text, match.start())
            if hit is None or (match.group() != "\t" and not escaped):
                continue
            first = match.start() == formula.inner_start and not formula.display
            (found if first or len(hit[2]) > len("\\nu") else doubtful).append(hit)
    return sorted([*found, *doubtful] if found else [])


def damage_finding(text: str, about: str, span: SourceSpan | None, *, escaped: bool) -> Finding | None:
    """The finding for a problem or step with damaged commands."""
    hits = damaged_commands(text, escaped=escaped)
    if not hits:
        return None
    named = ", ".join(dict.fromkeys(f"{character} for {command}" for _, character, command in hits[:8]))
    message = f"control characters where LaTeX commands were: {named}; double the backslashes in the source"
    return Finding(kind="damaged-latex", message=message, about=about, span=span)


def _hit(text: str, position: int) -> tuple[int, str, str] | None:
    character = text[position]
    match = _REST.match(text, position + 1)
    letters = (_LETTER[character] + match.group()) if match else ""
    fits = [command for command in _COMMANDS[character].split() if letters == command]
    if not fits and character in "\f\b\v\a":
        fits = [command for command in _COMMANDS[character].split() if letters.startswith(command)]
        fits = fits or [letters]
    if not fits:
        return None
    return position, _NAMES[character], "\\" + max(fits, key=len)


_LETTER = {"\f": "f", "\b": "b", "\v": "v", "\a": "a", "\t": "t", "\n": "n", "\r": "r"}
