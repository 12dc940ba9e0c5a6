"""Bound names: (x y : T), {x}, [C], ⦃x⦄, ⟨a, b⟩, and the loose ones after ∀, ∃, ∑ and fun."""

from __future__ import annotations

from dataclasses import replace

from .ast import Binary, Binder, BinderKind, Term
from .lexer import Token
from .names import pattern_names
from .notation import RELATIONS
from .stream import Stop, Stream

_KINDS = {
    "(": BinderKind.EXPLICIT,
    "{": BinderKind.IMPLICIT,
    "⦃": BinderKind.STRICT,
    "[": BinderKind.INSTANCE,
}


class Binders(Stream):
    """The layer that reads what is bound."""

    def group(self) -> Binder:
        """A group in brackets; one that cannot be read is a binder without names and an opaque type."""
        opener = self.at
        start = self.take()
        close = self.closing(opener)
        kind = _KINDS[start.text]
        if start.text == "{" and self.is_("{") and self.lexed.partner[self.at] == close - 1:  # {{x : T}}
            binder, kind = self.group(), BinderKind.STRICT
        else:
            kept = (self.depth, len(self.bound))
            try:
                binder = self.inside(close, self.instance if start.text == "[" else self.named)
            except Stop as stop:
                self.depth = kept[0]
                self.unbind(kept[1])
                if close == opener + 1:
                    raise
                binder = Binder(names=(), type=self.opaque(opener + 1, close, stop))
        self.at = close + 1
        return self.bound_by(replace(binder, kind=kind, start=start.start, end=self.past()))

    def bound_by(self, binder: Binder) -> Binder:
        self.bind(name for name in binder.names if name != "_")
        return binder

    def instance(self) -> Binder:
        names = (self.take().text,) if self.peek().kind == "name" and self.is_(":", ahead=1) else ()
        if names:
            self.take()
        return Binder(names=names, type=self.contained(self.end, self.term))

    def named(self) -> Binder:
        """names : type := default, names ∈ domain, pattern : type, each part but the names optional."""
        pattern: Term | None = None
        if self.is_("⟨") or self.at_tuple():
            pattern, names = self.pattern()
        else:
            names = self.bare_names()
        if not names and pattern is None:
            self.stop(f"expected a name, not {self.peek().text}")
        if self.peek().kind == "sign" and self.peek().text in RELATIONS:
            relation = self.take().text
            return Binder(names=names, relation=relation, domain=self.contained(self.end, self.term), pattern=pattern)
        made: Term | None = None
        default: Term | None = None
        if self.is_(":"):
            self.take()
            made = self.contained(self.before_default(), self.term)
        if self.is_(":="):
            self.take()
            default = self.contained(self.end, self.term)
        return Binder(names=names, type=made, default=default, pattern=pattern)

    def before_default(self) -> int:
        """Where := stands outside brackets in this window, or its end. The := of a let is none."""
        at, pending = self.at, 0
        while at < self.end:
            token = self.tokens[at]
            if token.text in ("let", "have"):
                pending += 1
            elif token.text == ":=":
                if pending == 0:
                    return at
                pending -= 1
            at = max(at, self.lexed.partner[at]) + 1
        return self.end

    def bare_names(self) -> tuple[str, ...]:
        names: list[str] = []
        while self.peek().kind == "name":
            names.append(self.take().text)
        return tuple(names)

    def loose(self, *stops: str) -> tuple[Binder, ...]:
        found: list[Binder] = []
        while not self.is_(*stops):
            token = self.peek()
            if token.kind == "name" or self.is_("⟨") or self.at_tuple():
                found.append(self.bare(token, stops))
            elif self.is_(*_KINDS):
                found.append(self.group())
            elif self.is_("in") and found and found[-1].domain is None:  # ∀ᶠ (x : T) in l
                self.take()
                found[-1] = replace(found[-1], relation="∈", domain=self.domain(), end=self.past())
            else:
                self.stop(f"expected {' or '.join(stops)} after the bound names, not {token.text}")
        if not found:
            self.stop("nothing is bound")
        return tuple(found)

    def bare(self, first: Token, stops: tuple[str, ...]) -> Binder:
        """x y : T, x ∈ s, x in s, ⟨a, b⟩ ∈ s, without brackets."""
        pattern: Term | None = None
        if first.kind == "name":
            names = self.bare_names()
        else:
            pattern, names = self.pattern()
        binder = Binder(names=names, pattern=pattern)
        token = self.peek()
        if self.is_(":"):
            self.take()
            binder = replace(binder, type=self.term())
        if self.is_("in") or (token.kind == "sign" and token.text in RELATIONS and token.text != "="):
            relation = self.take().text
            binder = replace(binder, relation="∈" if relation == "in" else relation, domain=self.domain())
        return self.bound_by(replace(binder, start=first.start, end=self.past()))

    def domain(self) -> Term:
        """What a bound name runs over; a..b for an integral."""
        low = self.term()
        return self.interval(low) if self.is_("..") else low

    def interval(self, low: Term) -> Term:
        self.take()
        high = self.term()
        return Binary(op="..", left=low, right=high, start=low.start, end=high.end)

    def at_tuple(self) -> bool:
        """At (a, b), which takes a pair apart."""
        if not self.is_("("):
            return False
        at, close = self.at + 1, self.lexed.partner[self.at]
        while at < close:
            if self.tokens[at].text == ",":
                return True
            if self.tokens[at].kind != "name" and self.tokens[at].text not in ("(", "⟨"):
                return False
            at = max(at, self.lexed.partner[at]) + 1
        return False

    def pattern(self) -> tuple[Term, tuple[str, ...]]:
        """⟨a, b⟩ or (a, b): the pattern and the names that it binds, in order."""
        node, _ = self.prefix(0)
        return node, pattern_names(node)
