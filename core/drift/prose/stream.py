"""Where the reader of a formula stands: looking at tokens, taking them, the depth."""

from __future__ import annotations

from abc import ABC, abstractmethod

from ..expr import Expr
from .lexer import Token, Unread

MAX_DEPTH = 40


class Stream(ABC):
    """The tokens of one formula and a position in them.

    ``functions``: names that a bracket applies; ``certain``: those that also a term beside them does. ``bars``: how
    many absolute values are open; ``bar_ends``: a bar ends a set's first part; ``congruent``: a ≡ waits for its
    modulus; ``bare_modulus``: a bracket alone may be one.
    """

    def __init__(self, found: list[Token], functions: frozenset[str], certain: frozenset[str]) -> None:
        self.certain = certain
        self.tokens = found
        self.at = 0
        self.depth = 0
        self.functions = functions
        self.bars = 0
        self.bar_ends = False
        self.congruent = False
        self.bare_modulus = False

    def peek(self, ahead: int = 0) -> Token:
        index = self.at + ahead
        return self.tokens[index] if index < len(self.tokens) else Token("end", "", -1)

    def sign(self, text: str) -> bool:
        here = self.peek()
        return here.kind == "sign" and here.text == text

    def take(self, text: str) -> bool:
        if self.sign(text):
            self.at += 1
            return True
        return False

    def need(self, text: str) -> None:
        if not self.take(text):
            raise Unread(f"{text} expected, {self.peek().text or 'the end'} found")

    def expect_end(self) -> None:
        if self.peek().kind != "end":
            raise Unread(self.peek().text)

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise Unread("deep nesting")

    @abstractmethod
    def items(self) -> list[Expr]:
        """What stands between commas at this level of brackets."""

    @abstractmethod
    def statement(self) -> Expr:
        """A relation, a logical whole or a term."""

    @abstractmethod
    def relation(self) -> str | None:
        """The relation sign that stands here, taken."""
