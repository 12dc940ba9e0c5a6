"""The token stream of the parser: a window on the tokens, the names in scope, and what happens where reading stops."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import NoReturn, TypeVar

from .ast import Binder, Opaque, Problem, Term
from .lexer import Lexed, Token
from .notation import QUANTIFIERS
from .walk import height

MAX_NESTING = 60
"""Terms inside terms that the parser follows; what is nested deeper is opaque."""

MAX_HEIGHT = 120
"""Terms above one another in what is read; a higher tree is opaque, so that whoever walks trees may recurse."""

T = TypeVar("T")
_BEFORE_COMMA = QUANTIFIERS | {"∑", "∏", "∑'", "∏'", "⨆", "⨅", "⋃", "⋂", "∫", "∫⁻", "λ", "∑ᶠ", "∏ᶠ", "⨍", "∮"}
_SEPARATORS = frozenset((",", ":", ":=", ";", "|", "=>", "//"))


class Stop(Exception):
    """Reading cannot go on: the token where, and a sentence why."""

    def __init__(self, at: int, why: str) -> None:
        super().__init__(why)
        self.at = at
        self.why = why


class Stream(ABC):
    """Tokens [at, end) with the state that belongs to the bracket around them.

    ``bars`` and ``norms`` count the open | and ‖; ``dots`` collects the names that · stands for in the nearest
    parentheses; ``floor`` is the column that arguments on later lines must stand right of.
    """

    def __init__(self, lexed: Lexed) -> None:
        self.lexed = lexed
        self.tokens = lexed.tokens
        self.last = Token("end", "the end", len(lexed.text), len(lexed.text), True, len(lexed.lines) - 1, False)
        self.at = 0
        self.end = len(self.tokens)
        self.depth = 0
        self.bars = 0
        self.norms = 0
        self.floor = -1
        self.dots: list[str] | None = None
        self.dot_count = 0
        self.scope: dict[str, int] = {}
        self.bound: list[str] = []
        self.problems: list[Problem] = []

    # tokens

    def peek(self, ahead: int = 0) -> Token:
        index = self.at + ahead
        return self.tokens[index] if index < self.end else self.last

    def is_(self, *texts: str, ahead: int = 0) -> bool:
        """True if the next token is one of these signs or reserved words."""
        token = self.peek(ahead)
        return token.text in texts and token.kind in ("sign", "word")

    def take(self) -> Token:
        token = self.peek()
        if token.kind == "end":
            self.stop("the text ends too early")
        self.at += 1
        return token

    def expect(self, text: str) -> Token:
        if not self.is_(text):
            self.stop(f"expected {text}")
        return self.take()

    def stop(self, why: str) -> NoReturn:
        raise Stop(self.at, why)

    def start(self) -> int:
        """Where the next token starts."""
        return self.peek().start

    def past(self) -> int:
        """Where the token before this one ends."""
        return self.tokens[self.at - 1].end if self.at else 0

    # nesting

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > MAX_NESTING:
            self.stop(f"nested deeper than {MAX_NESTING} levels")

    def closing(self, opener: int) -> int:
        """The index of the bracket that closes the one at ``opener``, inside the window."""
        partner = self.lexed.partner[opener]
        if not opener < partner < self.end:
            raise Stop(opener, f"{self.tokens[opener].text} is never closed")
        return partner

    def inside(self, end: int, read: Callable[[], T]) -> T:
        """``read`` on the tokens up to ``end``, which must all be used, with the state of a fresh bracket."""
        kept = (self.end, self.bars, self.norms, self.floor)
        self.end, self.bars, self.norms = end, 0, 0
        try:
            made = read()
            if self.at != end:
                self.stop(f"unexpected {self.peek().text}")
            return made
        finally:
            self.end, self.bars, self.norms, self.floor = kept

    def contained(self, end: int, read: Callable[[], Term]) -> Term:
        """As ``inside``; what cannot be read becomes one Opaque with its Problem."""
        begin = self.at
        if begin >= end:
            self.stop("nothing stands here")
        kept = (self.depth, len(self.bound), self.dots, self.bars, self.norms, self.floor)
        try:
            made = self.inside(end, read)
            if height(made) > MAX_HEIGHT:
                raise Stop(begin, f"a term of more than {MAX_HEIGHT} levels")
            return made
        except Stop as stop:
            self.depth, self.dots, self.bars, self.norms, self.floor = kept[0], kept[2], kept[3], kept[4], kept[5]
            self.unbind(kept[1])
            return self.opaque(begin, end, stop)

    def opaque(self, begin: int, end: int, stop: Stop) -> Opaque:
        """The tokens [begin, end) as one unknown part; goes on after them."""
        self.at = end
        start, finish = self.tokens[begin].start, self.tokens[end - 1].end
        token = self.tokens[stop.at] if stop.at < len(self.tokens) else self.last
        self.report(stop.why, token.start, max(token.end, token.start))
        return Opaque(start=start, end=finish, text=self.lexed.text[start:finish], why=stop.why)

    def report(self, message: str, start: int, end: int) -> None:
        line, column = self.lexed.position(start)
        self.problems.append(Problem(message=message, start=start, end=end, line=line, column=column))

    def runs_on(self, at: int) -> bool:
        """True if what stands between token ``at`` and the end of the window belongs to one term with open end."""
        pending = 0
        while at < self.end:
            token = self.tokens[at]
            if token.text in _BEFORE_COMMA or token.text in ("fun", "if", "let", "have"):
                pending += 1
            elif token.text in _SEPARATORS or token.text in ("then", "else"):
                if pending == 0:
                    return False
                pending -= token.text in (",", "=>")
            at = max(at, self.lexed.partner[at]) + 1
        return True

    # names

    def bind(self, names: Iterable[str]) -> int:
        """Bring names into scope; returns the mark for ``unbind``."""
        mark = len(self.bound)
        for name in names:
            self.scope[name] = self.scope.get(name, 0) + 1
            self.bound.append(name)
        return mark

    def unbind(self, mark: int) -> None:
        while len(self.bound) > mark:
            name = self.bound.pop()
            self.scope[name] -= 1

    def is_bound(self, name: str) -> bool:
        return self.scope.get(name, 0) > 0

    # what the layers ask of each other

    @abstractmethod
    def term(self, least: int = 0) -> Term:
        """A term whose precedence is at least ``least``."""

    @abstractmethod
    def prefix(self, least: int) -> tuple[Term, int]:
        """What a term begins with, and its precedence."""

    @abstractmethod
    def group(self) -> Binder:
        """Bound names in brackets. They are in scope afterwards."""

    @abstractmethod
    def loose(self, *stops: str) -> tuple[Binder, ...]:
        """Bound names up to one of the signs ``stops``. They are in scope afterwards."""
