"""What a term begins with: names, numerals, signs before an operand, and all that binds names."""

from __future__ import annotations

from .ast import (
    BigOp,
    Binary,
    IfThenElse,
    Lambda,
    Let,
    Literal,
    Name,
    Numeral,
    Projection,
    Quantifier,
    Sort,
    Term,
    Unary,
)
from .brackets import Brackets
from .lexer import Token, numeral
from .notation import ARROW, BIG, LEAD, MAX, NAMES, PREFIX, QUANTIFIERS
from .stream import Stop

OPENERS = frozenset("( [ { ⟨ ⌊ ⌈ ‹ ⟦ ⟪ ⁅ ![ #[ !![ !₂[".split())
"""Brackets that a term may begin with."""
_ENDS = frozenset(
    ", : := ; | ‖ => // [MOD [ZMOD [SMOD [PMOD ] ) } ⟩ ⦄ ⟫ ⟧ ⌋ ⌉ ⁆ ⟯ › ∂ .. in with then else from".split()
)
"""What may stand after a term that reaches as far as it can."""
_UNREAD = {
    "match": "a match",
    "by": "a tactic block",
    "do": "a do block",
    "calc": "a calculation",
    "show": "a show",
    "suffices": "a suffices",
    "from": "a proof term",
    "nomatch": "a nomatch",
    "return": "a return",
}
_FILTERS = frozenset("≠ > < ≥ ≤".split())


class Leading(Brackets):
    """The layer of what stands first in a term."""

    def prefix(self, least: int) -> tuple[Term, int]:
        token = self.peek()
        if token.kind == "name":
            return self.name(), MAX
        if token.kind == "number":
            return self.number(), MAX
        if token.kind == "field" and not token.text[1:].isdigit():  # |.inl| at the start of a term
            self.take()
            return Name(text=token.text, start=token.start, end=token.end), MAX
        if token.kind == "literal":
            self.take()
            return Literal(text=token.text, start=token.start, end=token.end), MAX
        if token.kind == "word":
            return self.word(token, least)
        if token.kind != "sign":
            self.stop(f"unexpected {token.text}" if token.kind != "unknown" else "an unknown character")
        return self.sign(token, least)

    def sign(self, token: Token, least: int) -> tuple[Term, int]:
        text = token.text
        if text in ("(", "{", "⦃", "[") and least <= ARROW and self.before_arrow():
            return self.dependent(), ARROW
        if text in OPENERS or text in ("|", "‖"):
            return self.bracket(), MAX
        if text in QUANTIFIERS:
            return self.quantifier(), self.allowed(LEAD, least)
        if text in BIG:
            return self.big(), self.allowed(LEAD, least)
        if text == "λ":
            return self.function(), MAX
        if text == "!":
            self.take()
            operand = self.term(40)
            return Unary(op="not", operand=operand, start=token.start, end=operand.end), MAX
        if text in PREFIX:
            level, inner = PREFIX[text]
            if text != "#":  # f #s is an application to #s
                self.allowed(level, least)
            self.take()
            operand = self.term(max(inner, least) if text == "#" else inner)
            return Unary(op=text, operand=operand, start=token.start, end=operand.end), max(level, least)
        if text in NAMES:
            self.take()
            return Name(text=text, start=token.start, end=token.end), MAX
        if text == "·":
            return self.placeholder(), MAX
        if text == "@":
            self.take()
            operand, _ = self.prefix(MAX)
            return Unary(op="@", operand=operand, start=token.start, end=operand.end), MAX
        if text in (".", "?") and self.peek(1).kind == "name" and not self.peek(1).spaced:
            self.at += 2
            return Name(text=text + self.tokens[self.at - 1].text, start=token.start, end=self.past()), MAX
        if text in ("Type*", "Sort*"):
            self.take()
            return Sort(kind=text[:4], level="*", start=token.start, end=token.end), MAX
        return self.stop(f"unexpected {text}")

    def allowed(self, level: int, least: int) -> int:
        if level < least:
            self.stop(f"{self.peek().text} needs parentheses here")
        return level

    def word(self, token: Token, least: int) -> tuple[Term, int]:
        text = token.text
        if text in ("Prop", "Type", "Sort"):
            return self.sort(least), MAX
        if text == "fun":
            return self.function(), MAX
        if text in ("let", "have"):
            return self.let(), LEAD
        if text == "if":
            return self.condition(), LEAD
        if text in _UNREAD:
            return self.unread(_UNREAD[text]), LEAD
        return self.stop(f"unexpected {text}")

    def name(self) -> Term:
        token = self.take()
        if self.is_(".{") and not self.peek().spaced:
            self.at = self.closing(self.at) + 1
        if token.text == "𝓝" and self.is_("[") and not self.peek().spaced:
            return self.neighbourhood(token)
        head, _, rest = token.text.partition(".")
        if not rest or "«" in token.text or not self.is_bound(head):
            return Name(text=token.text, start=token.start, end=self.past())
        at = token.start + len(head)
        node: Term = Name(text=head, start=token.start, end=at)
        for field in rest.split("."):
            at += len(field) + 1
            node = Projection(of=node, field=field, start=token.start, end=at)
        return node

    def neighbourhood(self, token: Token) -> Term:
        """𝓝[s] x and 𝓝[≠] x, which bind tighter than infix signs and looser than application."""
        opener = self.at
        close = self.closing(opener)
        self.take()
        if self.peek().text in _FILTERS and self.at + 1 == close:
            op = f"𝓝[{self.take().text}]"
            self.take()
            of = self.term(100)
            return Unary(op=op, operand=of, start=token.start, end=of.end)
        within = self.contained(close, self.term)
        self.at = close + 1
        of = self.term(100)
        return Binary(op="𝓝[]", left=within, right=of, start=token.start, end=of.end)

    def number(self) -> Term:
        token = self.take()
        value = numeral(token.text)
        if value is None:
            raise Stop(self.at - 1, "a numeral that is too long")
        return Numeral(text=token.text, value=value, start=token.start, end=token.end)

    def sort(self, least: int) -> Term:
        token = self.take()
        level = ""
        if self.is_(".{") and not self.peek().spaced:
            close = self.closing(self.at)
            level = self.lexed.text[self.peek().end : self.tokens[close].start]
            self.at = close + 1
        elif token.text != "Prop" and least <= LEAD:
            following = self.peek()
            if following.kind in ("name", "number"):
                level = self.take().text
            elif following.text == "(":
                close = self.closing(self.at)
                self.at = close + 1
                level = self.lexed.text[following.end : self.tokens[close].start]
        return Sort(kind=token.text, level=level, start=token.start, end=self.past())

    def placeholder(self) -> Term:
        if self.dots is None:
            self.stop("a · outside parentheses")
        token = self.take()
        self.dot_count += 1
        name = f"«·{self.dot_count}»"
        self.dots.append(name)
        return Name(text=name, start=token.start, end=token.end)

    def unread(self, why: str) -> Term:
        """A form that is not read: up to the next comma for tactics and proofs, else to the end of the bracket."""
        begin = self.at
        stop = Stop(begin, f"{why} is not read")
        while self.at < self.end:
            if why in ("a tactic block", "a proof term") and self.at > begin and self.is_(",", "⟩", ":="):
                break
            self.at = max(self.at, self.lexed.partner[self.at]) + 1
        return self.opaque(begin, min(self.at, self.end), stop)

    # binding

    def before_arrow(self) -> bool:
        """At (x : A) → B, {x : A} → B, [C] → B or (x : A) × B."""
        close = self.lexed.partner[self.at]
        if not self.at < close < self.end - 1:
            return False
        following = self.tokens[close + 1].text
        if following not in ("→", "×"):
            return False
        if self.peek().text == "[":
            return following == "→"
        at = self.at + 1
        while at < close and self.tokens[at].kind == "name":
            at += 1
        return at > self.at + 1 and self.tokens[at].text == ":"

    def dependent(self) -> Term:
        start, mark = self.start(), len(self.bound)
        binder = self.group()
        kind = "∀" if self.take().text == "→" else "Σ"
        body = self.body(25 if kind == "∀" else 35)
        self.unbind(mark)
        return Quantifier(kind=kind, binders=(binder,), body=body, start=start, end=body.end)

    def quantifier(self) -> Term:
        token = self.take()
        mark = len(self.bound)
        binders = self.loose(",", "∂")
        measure: Term | None = None
        if self.is_("∂"):
            self.take()
            measure = self.term()
        self.expect(",")
        body = self.body(0)
        self.unbind(mark)
        return Quantifier(
            kind={"∀ᵉ": "∀", "∃ᵉ": "∃"}.get(token.text, token.text),
            binders=binders,
            body=body,
            measure=measure,
            start=token.start,
            end=body.end,
        )

    def big(self) -> Term:
        token = self.take()
        mark = len(self.bound)
        binders = self.loose(",", "with")
        condition: Term | None = None
        if self.is_("with"):
            self.take()
            if self.peek().kind == "name" and self.is_(":", ahead=1):
                self.bind((self.take().text,))
                self.take()
            condition = self.term()
        self.expect(",")
        body = self.term(BIG[token.text])
        end = body.end
        measure: Term | None = None
        if self.is_("∂"):
            self.take()
            measure = self.term(70)
            end = measure.end
        self.unbind(mark)
        return BigOp(
            kind=token.text,
            binders=binders,
            body=body,
            condition=condition,
            measure=measure,
            start=token.start,
            end=end,
        )

    def function(self) -> Term:
        begin = self.at
        token = self.take()
        if self.is_("|"):
            self.at = begin
            return self.unread("a function by cases")
        mark = len(self.bound)
        binders = self.loose("=>", ",")
        self.take()
        body = self.body(0)
        self.unbind(mark)
        return Lambda(binders=binders, body=body, start=token.start, end=body.end)

    def body(self, least: int) -> Term:
        """A term that reaches as far as it can. What cannot be read in it is opaque if it must end with the bracket."""
        begin = self.at
        kept = (self.depth, len(self.bound), self.dots, self.bars, self.norms)
        try:
            node = self.term(least)
            following = self.peek()
            if least == 0 and following.kind != "end" and following.text not in _ENDS:
                self.stop(f"unexpected {following.text}")
            return node
        except Stop as stop:
            if begin >= self.end or not self.runs_on(max(begin, stop.at)) or kept[3] or kept[4]:
                raise
            self.depth, self.dots = kept[0], kept[2]
            self.unbind(kept[1])
            return self.opaque(begin, self.end, stop)

    def let(self) -> Term:
        keyword = self.take()
        floor, self.floor = self.floor, max(self.floor, self.lexed.column(keyword))
        mark = len(self.bound)
        pattern: Term | None = None
        names: tuple[str, ...] = ()
        name = ""
        if self.is_("⟨") or self.at_tuple():
            pattern, names = self.pattern()
        elif self.peek().kind == "name":
            name = self.take().text
        binders = self.loose(":", ":=") if not self.is_(":", ":=") else ()
        made: Term | None = None
        if self.is_(":"):
            self.take()
            made = self.term()
        self.expect(":=")
        value = self.term()
        self.floor = floor
        self.unbind(mark)
        if self.is_(";", "in"):
            self.take()
        mark = self.bind((name, *names) if name else names)
        body = self.body(0)
        self.unbind(mark)
        return Let(
            keyword=keyword.text,
            name=name,
            value=value,
            body=body,
            type=made,
            binders=binders,
            pattern=pattern,
            start=keyword.start,
            end=body.end,
        )

    def condition(self) -> Term:
        start, mark, name = self.take().start, len(self.bound), ""
        if self.peek().kind == "name" and self.is_(":", ahead=1):
            name = self.take().text
            self.take()
            self.bind((name,))
        condition = self.term()
        self.expect("then")
        yes = self.term()
        self.expect("else")
        no = self.body(0)
        self.unbind(mark)
        return IfThenElse(condition=condition, yes=yes, no=no, name=name, start=start, end=no.end)
