"""Claims and terms in words: the equation has no solution, the sum of two odd integers, it is not true that."""

from __future__ import annotations

from abc import ABC, abstractmethod

from ..claim import UNREAD, exists, is_read
from ..expr import Expr, add, leaf, mul, names, negation, node, num, power, sub
from .phrases import Noun, matches, term_list, word
from .pieces import Piece

_DENIALS = (
    ("it", "is", "not", "true", "that"), ("it", "is", "not", "the", "case", "that"), ("it", "is", "false", "that"),
)  # fmt: skip
_SYSTEMS = {"rational": "ℚ", "integer": "ℤ", "integral": "ℤ", "real": "ℝ", "complex": "ℂ", "natural": "ℕ"}
_SOLUTIONS = {
    ("no",): "¬", ("exactly", "one"): "∃!", ("a", "unique"): "∃!", ("only", "one"): "∃!", ("a",): "∃", ("an",): "∃",
    ("at", "least", "one"): "∃", ("precisely", "one"): "∃!",
}  # fmt: skip
_OPERATIONS = {
    "sum": 0, "product": 0, "difference": 2, "square": 1, "cube": 1, "maximum": 0, "minimum": 0, "larger": 0,
    "smaller": 0,
}  # fmt: skip
"""Words for terms and how many parts they take, 0 for at least two."""
_COUNTS = {"two": 2, "three": 3, "any": 1, "every": 1, "a": 1, "an": 1, "each": 1}


def _combined(kind: str, parts: tuple[Expr, ...]) -> Expr | None:
    """The sum, product, … of ``parts``; None if their number does not fit."""
    wanted = _OPERATIONS[kind]
    if len(parts) != wanted if wanted else len(parts) < 2:
        return None
    if kind == "sum":
        return add(*parts)
    if kind == "product":
        return mul(*parts)
    if kind == "difference":
        return sub(*parts)
    if kind in ("square", "cube"):
        return power(parts[0], num(2 if kind == "square" else 3))
    return node("max" if kind in ("maximum", "larger") else "min", *parts)


def denial(expr: Expr) -> Expr:
    """Not ``expr``: for all becomes there is."""
    if expr.head == "∀":
        *bound, body = expr.args
        if body.head == "→":
            return exists("∃", bound, (body.args[0], negation(body.args[1])))
        return exists("∃", bound, (negation(body),))
    return negation(expr)


class Descriptions(ABC):
    """Reads what words describe; the clauses around them are read by the class that inherits."""

    pieces: tuple[Piece, ...]

    @abstractmethod
    def clause(self, at: int, end: int) -> Expr:
        """The claim that ``pieces[at:end]`` makes."""

    @abstractmethod
    def formula(self, piece: Piece, *, introducing: bool) -> Expr | None:
        """A formula as a claim."""

    @abstractmethod
    def qualified(self, at: int, end: int, *, greedy: bool) -> Noun | None:
        """A noun phrase with its qualifications."""

    # --- it is not true that P, the equation has no solution
    def denied(self, at: int, end: int) -> Expr | None:
        for cue in _DENIALS:
            if matches(self.pieces, at, end, cue):
                made = self.clause(at + len(cue), end)
                return denial(made) if is_read(made) else UNREAD
        if matches(self.pieces, at, end, ("not", "every")) or matches(self.pieces, at, end, ("not", "all")):
            made = self.clause(at + 1, end)
            return denial(made) if is_read(made) else UNREAD
        return self.equation(at, end)

    def equation(self, at: int, end: int) -> Expr | None:
        """The equation x² = 2 has no rational solution, has exactly one solution, has a solution."""
        at += word(self.pieces, at, end) == "the"
        if word(self.pieces, at, end) not in ("equation", "congruence", "inequality") or at + 1 >= end:
            return None
        claim = self.formula(self.pieces[at + 1], introducing=False) if self.pieces[at + 1].kind == "math" else None
        if claim is None or word(self.pieces, at + 2, end) != "has":
            return None
        said = [word(self.pieces, i, end) for i in range(at + 3, end)]
        kind = _SOLUTIONS.get(tuple(said[: -2 if len(said) > 1 and said[-2] in _SYSTEMS else -1]))
        if kind is None or said[-1] not in ("solution", "solutions", "root", "roots"):
            return UNREAD
        found = [leaf(name) for name in sorted(names(claim))]
        system = _SYSTEMS.get(said[-2]) if len(said) > 1 else None
        types = [node("type", name, leaf(system)) for name in found] if system is not None else []
        made = exists("∃!" if kind == "∃!" else "∃", found, (*types, claim))
        return Expr("¬", (made,)) if kind == "¬" else made

    def made_up(self, at: int, end: int) -> tuple[tuple[Expr, ...], tuple[Expr, ...], Expr, int] | None:
        """The sum of two odd integers, the square of n, the product of n and n + 1: bound names, conditions, term."""
        at += word(self.pieces, at, end) == "the"
        kind = word(self.pieces, at, end)
        if word(self.pieces, at + 1, end) != "of" or kind not in _OPERATIONS:
            return None
        listed = term_list(self.pieces, at + 2, end)
        if listed is not None:
            made = _combined(kind, listed[0])
            return ((), (), made, listed[1]) if made is not None else None
        found: list[Expr] = []
        held: list[Expr] = []
        start = at + 2
        while start < end and len(found) < 4:
            count = _COUNTS.get(word(self.pieces, start, end), 0)
            noun = self.qualified(start, end, greedy=False) if count else None
            if noun is None or len(noun.names) != 1 or not noun.names[0].head.startswith("_"):
                return None
            fresh = tuple(leaf(f"{noun.names[0].head}{'abc'[i]}") for i in range(count))
            found += fresh
            held += noun.said_of(fresh)
            start = noun.end
            if word(self.pieces, start, end) != "and":
                break
            start += 1
        made = _combined(kind, tuple(found))
        return (tuple(found), tuple(held), made, start) if made is not None else None
