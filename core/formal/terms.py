"""Terms: what they begin with, and what may follow, by Lean's precedences."""

from __future__ import annotations

from .ast import (
    Apply,
    Binary,
    Congruence,
    Index,
    NamedArgument,
    Projection,
    Term,
    Tuple,
    Unary,
)
from .leading import OPENERS, Leading
from .lexer import Token
from .notation import (
    BIG,
    BRACKETED,
    INFIX,
    LEAD,
    MAX,
    MIN,
    NAMES,
    POSTFIX,
    PREFIX,
    Infix,
)
from .stream import Stop

_ARGUMENTS = OPENERS | NAMES | frozenset("↑ ⇑ ↥ √ @ ¬ λ · # Type* Sort* ℤ√ 𝓝ˢ".split())
"""Signs that an argument of a function may begin with."""
_CONGRUENCES = {"[MOD": "MOD", "[ZMOD": "ZMOD", "[SMOD": "SMOD", "[PMOD": "PMOD"}


class Terms(Leading):
    """The layer of operators and applications."""

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
