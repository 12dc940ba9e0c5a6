"""The token stream of the parser, and what the layers of the grammar ask of each other."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import NoReturn

from ..evidence import Kind
from .ast import ClaimError, Node
from .lexer import Token, tokens
from .scope import Extender

MAX_DEPTH = 60
"""Nesting of groups, exponents and signs; more is refused as resource."""
MAX_REACHES = 8
"""Signs without brackets in one side of a claim whose reach is in doubt; each may double what is compared."""


class Stream(ABC):
    """Tokens with a position, the depth of nesting, and whether a | closes something."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.latex = "\\" in text
        self.tokens = tokens(text)
        self.count = len(self.tokens)
        self.at = 0
        self.depth = 0
        self.bars = 0
        self.commas_split = False
        self.open: dict[int, tuple[Node, Extender]] = {}
        self.percents: dict[int, Node] = {}
        self.bare_powers: dict[int, Node] = {}
        self.loose_products: dict[int, Node] = {}
        self.chosen: dict[int, Node] = {}
        self.reaches = 0

    def wrote(self, node: Node, extender: Extender) -> Node:
        """``node``, remembered as written without brackets around its operand."""
        self.open[id(node)] = (node, extender)
        return node

    def extender(self, node: Node) -> Extender | None:
        """How ``node`` reads with more in its operand; None if brackets or TeX close it."""
        found = self.open.get(id(node))
        return None if found is None else found[1]

    def counted(self) -> None:
        """Count one more place where a sign may reach further. Raises ClaimError(ambiguous) beyond MAX_REACHES."""
        self.reaches += 1
        if self.reaches > MAX_REACHES:
            self.fail("many signs without brackets", Kind.AMBIGUOUS)

    def peek(self, ahead: int = 0) -> Token | None:
        index = self.at + ahead
        return self.tokens[index] if index < self.count else None

    def is_(self, kind: str, text: str | None = None, ahead: int = 0) -> bool:
        index = self.at + ahead
        if index >= self.count:
            return False
        token = self.tokens[index]
        return token.kind == kind and (text is None or token.text == text)

    def take(self) -> Token:
        token = self.peek()
        if token is None:
            self.fail("the claim ends too early")
        self.at += 1
        return token

    def expect(self, kind: str, text: str) -> Token:
        if not self.is_(kind, text):
            self.fail(f"expected {text}")
        return self.take()

    def position(self) -> int:
        token = self.peek()
        return token.start if token is not None else len(self.text)

    def fail(self, why: str, kind: Kind = Kind.UNPARSED) -> NoReturn:
        raise ClaimError(kind, why, self.position())

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.fail(f"nested deeper than {MAX_DEPTH} levels", Kind.RESOURCE)

    @abstractmethod
    def sum(self) -> Node:
        """A sum of signed products."""

    @abstractmethod
    def signed_product(self) -> Node:
        """A product that may have a sign."""

    @abstractmethod
    def power(self) -> Node:
        """An operand with its exponent and postfix signs."""

    @abstractmethod
    def postfix(self, node: Node) -> Node:
        """``node`` with the !, % and ° after it."""

    @abstractmethod
    def primary(self) -> Node:
        """An operand."""

    @abstractmethod
    def exponent(self) -> Node:
        """What stands after ^."""

    @abstractmethod
    def bracketed(self, token: Token) -> Node:
        """The rest of a bracket that ``token`` opened."""

    @abstractmethod
    def group(self) -> Node:
        """A group in braces."""

    @abstractmethod
    def at_modulus(self) -> bool:
        """True before (mod m)."""

    @abstractmethod
    def label_follows(self) -> bool:
        """True before an equation number that ends the claim."""
