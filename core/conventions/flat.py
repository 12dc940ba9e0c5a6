"""Text as the patterns of the registry read it: white space joined, formulas in ⟨ ⟩, common LaTeX as Unicode."""

from __future__ import annotations

import re

from ..mathspans import math_spans

_SIGNS = {
    "in": "∈", "ge": "≥", "geq": "≥", "geqslant": "≥", "le": "≤", "leq": "≤", "leqslant": "≤", "ne": "≠", "neq": "≠",
    "subset": "⊂", "subseteq": "⊆", "subsetneq": "⊊", "setminus": "∖", "cup": "∪", "dots": "…", "ldots": "…",
    "cdots": "…", "N": "ℕ", "Z": "ℤ", "Q": "ℚ", "R": "ℝ", "C": "ℂ", "mid": "∣", "infty": "∞", "cdot": "·", "sum": "Σ",
    "prod": "Π", "int": "∫", "log": "log", "ln": "ln", "sqrt": "√", "forall": "∀", "exists": "∃", "pi": "π",
    "to": "→", "rightarrow": "→", "mapsto": "↦", "emptyset": "∅", "varnothing": "∅", "equiv": "≡", "widehat": "hat",
    "hat": "hat", "mathcal": "", "mathrm": "", "operatorname": "", "text": "", "left": "", "right": "", "bmod": "mod",
    "pmod": "mod", "lvert": "|", "rvert": "|", "approx": "≈",
}  # fmt: skip
_BLACKBOARD = {"N": "ℕ", "Z": "ℤ", "Q": "ℚ", "R": "ℝ", "C": "ℂ"}
_TEX = re.compile(r"\\(?:mathbb|mathbf|bf)\s?\{?\s?([NZQRC])(?![A-Za-z])\s?\}?|\\([A-Za-z]{1,14})|\\([{}])")
_BLANKS = re.compile(r"\s+")


def flatten(text: str) -> str:
    """``text`` for patterns; linear in its length."""
    pieces: list[str] = []
    position = 0
    for span in math_spans(text):
        pieces.append(text[position : span.start])
        pieces.append("⟨" + _TEX.sub(_unicode, text[span.inner_start : span.inner_end]).strip() + "⟩")
        position = span.end
    pieces.append(text[position:])
    return _BLANKS.sub(" ", "".join(pieces))


def _unicode(match: re.Match[str]) -> str:
    letter, command, brace = match.groups()
    if letter:
        return _BLACKBOARD[letter]
    return brace or _SIGNS.get(command, match[0])
