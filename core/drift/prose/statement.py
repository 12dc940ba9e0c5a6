"""From an informal statement to a claim: its sentences are hypotheses, definitions, a task, or what is to be shown."""

from __future__ import annotations

from ..claim import Claim, Gathering, is_read
from ..expr import Expr, node
from . import vocabulary as words_of
from .clauses import Clauses
from .phrases import is_mark, matches, predicate, term_list, word
from .pieces import Names, Piece, pieces

MAX_SENTENCES = 60
_TASKS = frozenset("find determine compute evaluate calculate what which how express".split())
_GIVING = (("prove", "that"), ("show", "that"), ("deduce", "that"), ("verify", "that"), ("prove",), ("show",))


def read_statement(text: str, names: Names = Names()) -> Claim:  # noqa: B008
    """What ``text`` claims, as far as it is read; ``names`` as ``pieces`` takes them."""
    return claim_of(pieces(text, names))


def claim_of(found: tuple[Piece, ...]) -> Claim:
    """The claim of a text that is cut into pieces."""
    return _Reader(found).claim()


class _Reader:
    def __init__(self, found: tuple[Piece, ...]) -> None:
        self.pieces = found
        self.clauses = Clauses(found)
        self.gathering = Gathering()
        self.task = ""
        self.told = False

    def tells(self, at: int, end: int) -> bool:
        """Whether a sentence says what is to be done; the others then only set the scene."""
        return any(
            word(self.pieces, i, end) in _TASKS or word(self.pieces, i, end) in ("prove", "show")
            for i in range(at, end)
        )

    def claim(self) -> Claim:
        sentences = self.sentences()
        self.told = any(self.tells(at, end) for at, end in sentences)
        for at, end in sentences:
            self.sentence(at, end)
        return self.gathering.claim(self.task, frozenset(self.clauses.trailing))

    def sentences(self) -> list[tuple[int, int]]:
        found: list[tuple[int, int]] = []
        begin = 0
        for index, piece in enumerate(self.pieces):
            if piece.kind == "mark" and piece.text in (".", "?", ";", "..", "..."):
                if index > begin:
                    found.append((begin, index))
                begin = index + 1
        if begin < len(self.pieces):
            found.append((begin, len(self.pieces)))
        if len(found) > MAX_SENTENCES:
            self.gathering.complete = False
        return found[:MAX_SENTENCES]

    def sentence(self, at: int, end: int) -> None:
        told_here = self.tells(at, end)
        at, end = self.clauses.trimmed(at, end)
        if at >= end:
            return
        if word(self.pieces, at, end) in _TASKS:
            self.task = "find"
            self.gathering.complete = False
            return
        if self.defines(at, end):
            self.gathering.complete = False
            return
        opening = next((cue for cue in words_of.ASSUMING if matches(self.pieces, at, end, cue)), None)
        if opening is None and self.told and not told_here:
            self.scene(at, end)
            return
        if opening is None:
            self.gathering.conclude(self.clauses.clause(at, end))
            return
        start = at + len(opening)
        giving = self.giving(start, end)
        if opening == ("given",) and giving is None:
            self.gathering.conclude(self.clauses.clause(at, end))
            return
        self.assumed(start, giving if giving is not None else end)
        if giving is not None:
            self.gathering.conclude(self.clauses.clause(giving, end))

    def scene(self, at: int, end: int) -> None:
        """A sentence before "prove that": facts are given, what holds under a condition is rather a definition."""
        made = self.clauses.clause(at, end)
        if made.head in ("→", "∀", "↔") or not is_read(made):
            self.gathering.complete = False
        else:
            self.gathering.assume(made)

    def giving(self, at: int, end: int) -> int | None:
        for index in range(at, end):
            if any(matches(self.pieces, index, end, cue) for cue in _GIVING) or word(self.pieces, index, end) == "then":
                return index
        return None

    def defines(self, at: int, end: int) -> bool:
        listed = [word(self.pieces, index, end) for index in range(at, end)]
        return "define" in listed[:3] or "denote" in listed or "denotes" in listed or "called" in listed

    def assumed(self, at: int, end: int) -> None:
        """Hypotheses: "n be a positive integer", "p be a prime and a an integer", "x > 0 and y is even"."""
        at, end = self.clauses.trimmed(at, end)
        if at >= end:
            return
        made = self.declared(at, end)
        if made is not None:
            self.gathering.assume(made)
            return
        for split in range(at + 1, end - 1):
            if word(self.pieces, split, end) != "and" and not is_mark(self.pieces, split, end, ","):
                continue
            start = split + 1
            if word(self.pieces, start, end) in ("and", "let", "suppose"):
                start += 1
            left = self.declared(at, split)
            if left is not None:
                self.gathering.assume(left)
                self.assumed(start, end)
                return
        self.gathering.assume(self.clauses.clause(at, end))

    def declared(self, at: int, end: int) -> Expr | None:
        """The hypothesis of one declaration; None if it is none or was not understood."""
        if end == at + 1 and self.pieces[at].kind == "math":
            return self.clauses.formula(self.pieces[at], introducing=True)
        listed = term_list(self.pieces, at, end)
        if listed is not None and word(self.pieces, listed[1], end) in ("be", "denote", "is", "are", "a", "an"):
            start = listed[1] + (word(self.pieces, listed[1], end) not in ("a", "an"))
            noun = self.clauses.qualified(start, end, greedy=True)
            for name in listed[0]:
                self.gathering.declare(name)
            if noun is not None and noun.end == end and all(name.head.startswith("_") for name in noun.names):
                made = noun.said_of(listed[0])
                return node("∧", *made) if made else None
            return predicate(self.pieces, start, end, listed[0])
        noun = self.clauses.qualified(at, end, greedy=True)
        if noun is not None and noun.end == end and not any(name.head.startswith("_") for name in noun.names):
            for name in noun.names:
                self.gathering.declare(name)
            return node("∧", *noun.conditions) if noun.conditions else None
        return None
