"""Brackets: parentheses, sets, anonymous constructors, lists, norms."""

from __future__ import annotations

from dataclasses import replace

from .ast import (
    Anonymous,
    Ascription,
    Binary,
    Binder,
    Lambda,
    ListLit,
    Matrix,
    Name,
    NamedArgument,
    Norm,
    Opaque,
    SetBuilder,
    SetLit,
    Structure,
    Term,
    Tuple,
)
from .binders import Binders
from .notation import COERCIONS, NAMES, PAIRS, POSTFIX, RELATIONS
from .stream import Stop

_LISTS = frozenset(("[", "![", "#[", "!₂["))
_COMPUTE = frozenset(("⌊", "⌈", "⟦", "‹"))
_WORDS = frozenset(("Prop", "Type", "Sort", "Type*", "Sort*"))
_AFTER_OPERAND = frozenset((*PAIRS.values(), *POSTFIX, *NAMES, "|", "‖", "₊", "ₑ", "?", "·")) | _WORDS
"""Signs and words that an operand may end with."""


class Brackets(Binders):
    """The layer of what stands between two signs."""

    def bracket(self) -> Term:
        """The term that begins with the opening bracket here. One that cannot be read is opaque, brackets included."""
        opener = self.at
        text = self.peek().text
        if text in ("|", "‖"):
            return self.bars_around(text)
        close = self.closing(opener)
        kept = (self.depth, len(self.bound), self.dots)
        try:
            return self.read_bracket(text, close)
        except Stop as stop:
            if stop.at == opener:
                raise
            self.depth, self.dots = kept[0], kept[2]
            self.unbind(kept[1])
            return self.opaque(opener, close + 1, stop)

    def read_bracket(self, text: str, close: int) -> Term:
        if text == "(":
            return self.parentheses(close)
        if text == "{":
            return self.braces(close)
        start = self.take().start
        if text == "!![":
            rows = self.inside(close, self.rows)
            self.at = close + 1
            return Matrix(rows=rows, start=start, end=self.past())
        items = self.inside(close, self.items)
        self.at = close + 1
        if text in _LISTS:
            return ListLit(kind=text, items=items, start=start, end=self.past())
        if text == "⟨":
            return Anonymous(items=items, start=start, end=self.past())
        if text in _COMPUTE and len(items) == 1:
            kind = text
            if text in ("⌊", "⌈") and self.is_("₊") and not self.peek().spaced:
                kind += self.take().text
            return Norm(kind=kind, of=items[0], start=start, end=self.past())
        if text in ("⟪", "⁅") and len(items) == 2:
            pair = Binary(op=text + ("⟫" if text == "⟪" else "⁆"), left=items[0], right=items[1])
            return self.with_ring(pair, start)
        raise Stop(self.at - 1, f"{text} with {len(items)} entries")

    def with_ring(self, pair: Binary, start: int) -> Term:
        """The ring after ⟪x, y⟫_ℝ becomes the parameter."""
        token = self.peek()
        ring: Term | None = None
        if pair.op == "⟪⟫" and token.kind == "name" and not token.spaced and token.text.startswith("_"):
            self.take()
            ring = Name(text=token.text[1:], start=token.start + 1, end=token.end)
        return Binary(op=pair.op, left=pair.left, right=pair.right, parameter=ring, start=start, end=self.past())

    def bars_around(self, text: str) -> Term:
        """|x| and ‖x‖, whose closing sign is the next one that can close."""
        start = self.take().start
        if text == "|":
            self.bars += 1
        else:
            self.norms += 1
        of = self.term()
        self.expect(text)
        if text == "|":
            self.bars -= 1
        else:
            self.norms -= 1
        kind = text
        if text == "‖" and self.is_("₊", "ₑ") and not self.peek().spaced:
            kind += self.take().text
        return Norm(kind=kind, of=of, start=start, end=self.past())

    def items(self) -> tuple[Term, ...]:
        found: list[Term] = []
        while self.peek().kind != "end":
            found.append(self.term())
            if not self.is_(","):
                break
            self.take()
        return tuple(found)

    def rows(self) -> tuple[tuple[Term, ...], ...]:
        found = [self.items()]
        while self.is_(";"):
            self.take()
            found.append(self.items())
        return tuple(row for row in found if row)

    def parentheses(self, close: int) -> Term:
        start = self.take().start
        kept, self.dots = self.dots, []
        try:
            node = self.inside(close, self.in_parentheses) if self.at < close else Tuple(items=())
            names = tuple(self.dots)
        finally:
            self.dots = kept
        self.at = close + 1
        end = self.past()
        if isinstance(node, Opaque):
            node = replace(node, text=self.lexed.text[start:end])
        node = replace(node, start=start, end=end)
        if names:
            return Lambda(binders=(Binder(names=names),), body=node, start=start, end=end)
        return node

    def in_parentheses(self) -> Term:
        begin = self.at
        kept = (self.depth, len(self.bound), len(self.dots or ()))
        if self.peek().text in COERCIONS and (begin + 1 == self.end or self.is_(":", ahead=1)):
            sign = self.take()
            node: Term = Name(text=sign.text, start=sign.start, end=sign.end)
            return self.ascribed(node)
        try:
            node = self.term()
            if self.peek().kind != "end" and not self.is_(":", ","):
                self.stop(f"unexpected {self.peek().text}")
        except Stop as stop:
            # The type of (… : T) is worth reading even where the term is not.
            colon = self.last_colon()
            if colon <= begin:
                raise
            self.depth = kept[0]
            self.unbind(kept[1])
            node = self.opaque(begin, colon, stop)
        return self.ascribed(node)

    def ascribed(self, node: Term) -> Term:
        """``node`` with what follows it in parentheses: a type, or further items."""
        if self.is_(":"):
            self.take()
            if self.peek().kind == "end":  # (e :) elaborates e first
                return node
            return Ascription(term=node, type=self.contained(self.end, self.term))
        if not self.is_(","):
            return node
        items = [node]
        while self.is_(","):
            self.take()
            items.append(self.term())
        return Tuple(items=tuple(items))

    def last_colon(self) -> int:
        """The last : outside brackets in this window, if nothing but a plain term can stand before it; else -1."""
        found, at = -1, self.at
        while at < self.end:
            text = self.tokens[at].text
            if text == ":":
                found = at
            elif text in (",", ":=", "=>"):
                return -1
            at = max(at, self.lexed.partner[at]) + 1
        return found

    # braces

    def braces(self, close: int) -> Term:
        start = self.take().start
        mark = len(self.bound)
        try:
            node = self.inside(close, lambda: self.in_braces(close)) if self.at < close else SetLit(items=())
        finally:
            self.unbind(mark)
        self.at = close + 1
        return replace(node, start=start, end=self.past())

    def in_braces(self, close: int) -> SetBuilder | SetLit | Structure:
        bar, slash = self.separator(close, "|"), self.separator(close, "//")
        if bar >= 0 and not 0 <= slash < bar:
            return self.set_builder(bar, close)
        if slash >= 0:
            binder = self.inside(slash, self.set_binder)
            self.take()
            return SetBuilder(binders=(binder,), condition=self.contained(close, self.term), kind="//")
        if self.peek().kind == "name" and self.is_(":=", ahead=1):
            return Structure(fields=self.structure_fields())
        if self.separator(close, "with") >= 0:
            source = self.term()
            self.expect("with")
            return Structure(fields=self.structure_fields(), source=source)
        return SetLit(items=self.items())

    def separator(self, close: int, text: str) -> int:
        """The first ``text`` outside brackets; for |, one that does not open or close an absolute value."""
        at, opened = self.at, 0
        while at < close:
            token = self.tokens[at]
            if token.text == text and token.kind in ("sign", "word"):
                glued_right = at + 1 < close and not self.tokens[at + 1].spaced
                if text != "|" or (not opened and (token.spaced or not glued_right) and not self.opens_bar(at)):
                    return at
                opened = 0 if opened else 1
            at = max(at, self.lexed.partner[at]) + 1
        return -1

    def opens_bar(self, at: int) -> bool:
        """A | at the start of a term, or after a sign that needs an operand."""
        if at == self.at:
            return True
        before = self.tokens[at - 1]
        return before.kind in ("word", "sign") and before.text not in _AFTER_OPERAND

    def set_builder(self, bar: int, close: int) -> SetBuilder:
        begin = self.at
        if self.plain_binder(bar):
            binder = self.inside(bar, self.set_binder)
            self.take()
            return SetBuilder(binders=(binder,), condition=self.contained(close, self.term))
        if self.is_pattern(begin, bar, close):
            binder = self.inside(bar, self.set_binder)
            self.take()
            return SetBuilder(binders=(binder,), condition=self.contained(close, self.term))
        self.at = bar + 1
        binders = self.inside(close, self.image_binders)
        self.at = begin
        image = self.contained(bar, self.term)
        self.at = close
        return SetBuilder(binders=binders, image=image)

    def plain_binder(self, bar: int) -> bool:
        """True for x, x : T, x ∈ s, (a, b) : T before the bar at token ``bar``."""
        at = self.at
        first = self.tokens[at]
        if first.text in ("(", "⟨"):
            after = self.lexed.partner[at] + 1
            return 0 < after < bar and self.tokens[after].text in (":", "∈")
        if first.kind != "name":
            return False
        while self.tokens[at].kind == "name" and at < bar:
            at += 1
        if at == bar:
            return at == self.at + 1
        following = self.tokens[at]
        if following.text == ":":
            return True
        return at == self.at + 1 and following.kind == "sign" and following.text in RELATIONS

    def set_binder(self) -> Binder:
        first = self.peek()
        if first.kind != "name" and first.text not in ("(", "⟨"):
            self.stop(f"expected a name, not {first.text}")
        return self.bare(first, ())

    def is_pattern(self, begin: int, bar: int, close: int) -> bool:
        """{(a, b) | p} takes pairs apart, {(a, f a) | a ∈ s} collects pairs. Lean tries both; here the names decide:
        a pattern is made of names only, and one of them is bound nowhere else."""
        if self.tokens[begin].text not in ("(", "⟨") or self.lexed.partner[begin] != bar - 1:
            return False
        names = [token.text for token in self.tokens[begin:bar] if token.kind == "name"]
        plain = all(token.kind == "name" or token.text in ("(", ")", "⟨", "⟩", ",") for token in self.tokens[begin:bar])
        single = self.tokens[begin].text == "(" and len(names) < 2
        if single or not plain or len(set(names)) < len(names) or any("." in name for name in names):
            return False
        known = self.names_after(bar + 1, close)
        return not known or any(name not in known and not self.is_bound(name) for name in names)

    def names_after(self, at: int, close: int) -> set[str]:
        """The names that what stands up to ``close`` would bind, as (x : T) (h : p) or x ∈ s."""
        found: set[str] = set()
        while at < close and (self.tokens[at].text == "(" or self.tokens[at].kind == "name"):
            inner = at + (self.tokens[at].text == "(")
            first = inner
            while inner < close and self.tokens[inner].kind == "name":
                inner += 1
            following = self.tokens[inner].text
            relations = RELATIONS if first > at else ("∈",)
            if inner == first or (inner < close and following != ":" and following not in relations):
                break
            found.update(token.text for token in self.tokens[first:inner])
            if first == at:
                break
            at = max(at, self.lexed.partner[at]) + 1
        return found

    def image_binders(self) -> tuple[Binder, ...]:
        found: list[Binder] = []
        while self.peek().kind != "end":
            token = self.peek()
            if token.kind == "name" or self.is_("⟨") or self.at_tuple():
                found.append(self.bare(token, ()))
            elif self.is_("(", "{", "[", "⦃"):
                found.append(self.group())
            else:
                self.stop(f"expected a bound name, not {token.text}")
        return tuple(found)

    def structure_fields(self) -> tuple[NamedArgument, ...]:
        found: list[NamedArgument] = []
        while self.peek().kind != "end":
            token = self.peek()
            if token.kind != "name":
                self.stop(f"expected a field, not {token.text}")
            self.take()
            self.expect(":=")
            value = self.term()
            found.append(NamedArgument(name=token.text, value=value, start=token.start, end=value.end))
            if self.is_(","):
                self.take()
            elif not self.peek().first:
                break
        return tuple(found)
