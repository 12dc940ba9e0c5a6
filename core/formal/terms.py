"""Terms: what they begin with, and what may follow, by Lean's precedences."""

from __future__ import annotations

from .ast import (
    Apply,
    BigOp,
    Binary,
    Congruence,
    IfThenElse,
    Index,
    Lambda,
    Let,
    Literal,
    Name,
    NamedArgument,
    Numeral,
    Projection,
    Quantifier,
    Sort,
    Term,
    Tuple,
    Unary,
)
from .brackets import Brackets
from .lexer import Token, numeral
from .notation import (
    ARROW,
    BIG,
    BRACKETED,
    INFIX,
    LEAD,
    MAX,
    MIN,
    NAMES,
    POSTFIX,
    PREFIX,
    QUANTIFIERS,
    Infix,
)
from .stream import Stop

_OPENERS = frozenset("( [ { ⟨ ⌊ ⌈ ‹ ⟦ ⟪ ⁅ ![ #[ !![ !₂[".split())
_ARGUMENTS = _OPENERS | NAMES | frozenset("↑ ⇑ ↥ √ @ ¬ λ · # Type* Sort* ℤ√ 𝓝ˢ".split())
"""Signs that an argument of a function may begin with."""
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
_CONGRUENCES = {"[MOD": "MOD", "[ZMOD": "ZMOD", "[SMOD": "SMOD", "[PMOD": "PMOD"}
_FILTERS = frozenset("≠ > < ≥ ≤".split())


class Terms(Brackets):
    """The layer of operators, applications and binding signs."""

    def term(self, least: int = 0) -> Term:
        self.deeper()
        node, level = self.prefix(least)
        node = self.trailing(node, level, least)
        self.depth -= 1
        return node

    def operand(self, infix: Infix) -> Term:
        """What stands right of a right-associative sign, up to the next sign of its kind."""
        self.deeper()
        node, level = self.prefix(infix.right)
        node = self.trailing(node, level, infix.right, infix)
        self.depth -= 1
        return node

    # beginnings

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
        if text in _OPENERS or text in ("|", "‖"):
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

    # what follows

    def trailing(self, node: Term, level: int, least: int, chained: Infix | None = None) -> Term:
        """``node`` with all that follows it; signs of the kind ``chained`` are left to the caller."""
        while True:
            if chained is not None and self.peek().kind == "sign" and INFIX.get(self.peek().text) == chained:
                return node
            following = self.step(node, level, least)
            if following is None:
                return node
            node, level = following

    def step(self, node: Term, level: int, least: int) -> tuple[Term, int] | None:
        """``node`` with what follows it, and the precedence of both; None where it ends."""
        token = self.peek()
        if token.kind == "end":
            return None
        if level >= MAX:
            tight = self.tight(node, token)
            if tight is not None:
                return tight, MAX
            if least <= LEAD and self.argument_starts(token):
                return self.apply(node), LEAD
        if token.kind != "sign":
            return None
        if token.text in BRACKETED and self.is_("[", ahead=1) and not self.peek(1).spaced:
            return self.parametrised(node, level, least, BRACKETED[token.text])
        if token.text in INFIX:
            return self.infix(node, level, least, INFIX[token.text])
        if token.text == "≡" and least <= 50:
            return self.congruence(node), 50
        if least <= MIN and token.text in ("<|", "$", "|>", "|>."):
            return self.pipe(node), MIN
        return None

    def tight(self, node: Term, token: Token) -> Term | None:
        """Postfix signs, fields and indices, which stand right after their operand."""
        if token.kind == "field" and not token.spaced:
            self.take()
            return Projection(of=node, field=token.text[1:], start=node.start, end=token.end)
        if token.kind != "sign":
            return None
        if token.text in POSTFIX and not (token.text == "!" and self.is_negation(token)):
            self.take()
            return Unary(op=token.text, operand=node, start=node.start, end=token.end)
        if token.spaced:
            return None
        if token.text == "[":
            index = self.enclosed()
            mode = self.take().text if self.is_("!", "?", "'") and not self.peek().spaced else ""
            if mode == "'":
                self.prefix(MAX)
            return Index(of=node, index=index, mode=mode, start=node.start, end=self.past())
        op = {"^[": "^[]", "⟮": "⟮⟯", "⟦": "⟦⟧"}.get(token.text)
        if op is None:
            return None
        inner = self.enclosed()
        return Binary(op=op, left=node, right=inner, start=node.start, end=self.past())

    def is_negation(self, token: Token) -> bool:
        """f !b: a ! that is set apart from what stands before and glued to what follows."""
        following = self.peek(1)
        return token.spaced and not following.spaced and following.kind in ("name", "number")

    def enclosed(self) -> Term:
        """The term in the bracket here; several in a tuple."""
        close = self.closing(self.at)
        self.take()
        node = self.contained(close, self.listed)
        self.at = close + 1
        return node

    def listed(self) -> Term:
        start, items = self.start(), self.items()
        return items[0] if len(items) == 1 else Tuple(items=items, start=start, end=self.past())

    def argument_starts(self, token: Token) -> bool:
        if token.first and self.floor >= 0 and self.lexed.column(token) <= self.floor:
            return False
        if token.kind in ("name", "number", "literal"):
            return True
        if token.kind == "word":
            return token.text in ("fun", "Prop", "Type", "Sort")
        if token.kind != "sign":
            return False
        following = self.peek(1)
        if token.text in ("|", "‖"):
            opened = self.bars if token.text == "|" else self.norms
            return token.spaced and not following.spaced and (not opened or self.term_starts(following))
        if token.text in (".", "?"):
            return token.spaced and following.kind == "name" and not following.spaced
        if token.text == "!":
            return self.is_negation(token)
        return token.text in _ARGUMENTS and (token.spaced or token.text not in ("[", "{"))

    def term_starts(self, token: Token) -> bool:
        return token.kind in ("name", "number") or (
            token.kind == "sign" and (token.text in _ARGUMENTS or token.text in PREFIX or token.text in BIG)
        )

    def apply(self, function: Term) -> Term:
        arguments: list[Term] = []
        while self.argument_starts(self.peek()):
            arguments.append(self.argument())
        return Apply(function=function, arguments=tuple(arguments), start=function.start, end=arguments[-1].end)

    def argument(self) -> Term:
        token = self.peek()
        if token.text == "(" and self.peek(1).kind == "name" and self.is_(":=", ahead=2):
            close, name = self.closing(self.at), self.peek(1).text
            self.at += 3
            value = self.contained(close, self.term)
            self.at = close + 1
            return NamedArgument(name=name, value=value, start=token.start, end=self.past())
        return self.term(MAX)

    def infix(self, node: Term, level: int, least: int, infix: Infix) -> tuple[Term, int] | None:
        token = self.peek()
        if infix.level < least or level < infix.left:
            return None
        if infix.right != infix.level:
            self.take()
            right = self.term(infix.right)
            return Binary(op=token.text, left=node, right=right, start=node.start, end=right.end), infix.level
        # A chain to the right is read in a loop: hypotheses before → may be many.
        operands, signs = [node], []
        while self.peek().kind == "sign" and INFIX.get(self.peek().text) == infix:
            signs.append(self.take().text)
            operands.append(self.operand(infix))
        made = operands.pop()
        while operands:
            left = operands.pop()
            made = Binary(op=signs.pop(), left=left, right=made, start=left.start, end=made.end)
        return made, infix.level

    def parametrised(self, node: Term, level: int, least: int, infix: Infix) -> tuple[Term, int] | None:
        if infix.level < least or level < infix.left:
            return None
        op = self.take().text
        parameter = self.enclosed()
        right = self.term(infix.right)
        made = Binary(op=op, left=node, right=right, parameter=parameter, start=node.start, end=right.end)
        return made, infix.level

    def congruence(self, node: Term) -> Term:
        self.take()
        right = self.term()
        ring = _CONGRUENCES.get(self.peek().text)
        if ring is None:
            self.stop("≡ without [MOD n] or [ZMOD n]")
        modulus = self.enclosed()
        return Congruence(ring=ring, left=node, right=right, modulus=modulus, start=node.start, end=self.past())

    def pipe(self, node: Term) -> Term:
        """f <| x and f $ x, x |> f, x |>.field y: all of them applications."""
        sign = self.take()
        if sign.text in ("<|", "$"):
            argument = self.term(MIN)
            return applied(node, (argument,), node.start, argument.end)
        if sign.text == "|>":
            function = self.term(MIN + 1)
            return applied(function, (node,), node.start, function.end)
        field = self.take()
        if field.kind not in ("name", "number"):
            raise Stop(self.at - 1, "expected a field after |>.")
        made: Term = node
        for part in field.text.split("."):
            made = Projection(of=made, field=part, start=node.start, end=field.end)
        arguments: list[Term] = []
        while self.argument_starts(self.peek()):
            arguments.append(self.argument())
        return applied(made, tuple(arguments), node.start, self.past()) if arguments else made


def applied(function: Term, arguments: tuple[Term, ...], start: int, end: int) -> Term:
    """``function`` applied to further arguments, as one application."""
    if isinstance(function, Apply):
        return Apply(function=function.function, arguments=(*function.arguments, *arguments), start=start, end=end)
    return Apply(function=function, arguments=arguments, start=start, end=end)
