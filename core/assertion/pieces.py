"""Where numeric claims may stand in a text: pieces of formulas, and runs of formula-like words in plain prose."""

from __future__ import annotations

from ..mathspans import MathSpan, math_spans
from .formulas import formula_pieces
from .joined import joined_pieces
from .piece import Piece
from .prose import prose_pieces


def pieces(text: str) -> tuple[list[Piece], tuple[MathSpan, ...]]:
    """The pieces of ``text`` that hold a relation, in order, and its formulas. Linear in the length."""
    formulas = math_spans(text)
    found: list[Piece] = []
    position = 0
    for span in formulas:
        found.extend(prose_pieces(text, position, span.start))
        if not span.code:
            found.extend(formula_pieces(text, span))
        position = span.end
    found.extend(prose_pieces(text, position, len(text)))
    found.extend(joined_pieces(text, formulas))
    found.sort(key=lambda piece: piece.start)
    return found, formulas
