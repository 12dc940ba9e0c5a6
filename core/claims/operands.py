"""Operands: powers, the signs after them, brackets and groups."""

from __future__ import annotations

from collections.abc import Callable

from ..evidence import Kind
from .ast import Call, Choice, Negation, Node, Number, Power, Product, Symbol
from .build import grouped, integer, vulgar
from .functions import Functions
from .lexer import Token
from .scope import exclamation

_CLOSING = {"(": ")", "[": "]", "⌊": "⌋", "⌈": "⌉", "|": "|"}


class Operands(Functions):
    """The layer of powers, factorials, percentages, degrees and brackets."""

    def closed(self, node: Node) -> Node:
        """``node`` in brackets: no sign in it reaches beyond them."""
        for written in (self.percents, self.bare_powers, self.loose_products, self.chosen):
            written.pop(id(node), None)
        self.open.pop(id(node), None)
        return node

    def signed_power(self) -> Node:
        if self.is_("op", "-"):
            self.take()
            self.deeper()
            node: Node = Negation(of=self.signed_power())
            self.depth -= 1
            return node
        if self.is_("op", "+"):
            self.take()
        return self.power()

    def power(self) -> Node:
        base = self.postfix(self.primary())
        if self.is_("super"):
            token = self.take()
            return self.no_bang(self.raised(base, integer(int(token.number or 0))))
        if self.is_("op", "^"):
            self.take()
            if self.degree_follows():
                return self.postfix(Call(name="degree", args=(base,)))
            bare = self.is_("number") or self.is_("op", "-")
            node = self.raised(base, self.exponent())
            if bare:
                self.bare_powers[id(node)] = node
            return self.no_bang(node)
        return base

    def raised(self, base: Node, exponent: Node) -> Node:
        """base ^ exponent; √3² is a square or the root of one."""
        node = Power(base=base, exponent=exponent)
        extend = self.extender(base)
        if extend is None:
            return node
        return self.wrote(node, lambda change: extend(lambda inside: change(Power(base=inside, exponent=exponent))))

    def degree_follows(self) -> bool:
        if self.is_("degree"):
            self.take()
            return True
        if self.is_("lbrace") and self.is_("degree", ahead=1) and self.is_("rbrace", ahead=2):
            self.at += 3
            return True
        return False

    def no_bang(self, node: Node) -> Node:
        if self.is_("bang"):
            self.fail("a factorial after a power", Kind.AMBIGUOUS)
        if self.is_("degree"):
            self.fail("a degree sign after a power")
        return node

    def exponent(self) -> Node:
        self.deeper()
        if self.is_("lbrace"):
            node = self.group()
        else:
            start = self.peek()
            node = self.signed_power()
            if start is not None and start.kind != "open" and self.tokens[self.at - 1].kind in ("bang", "percent"):
                self.fail("a factorial or % in an exponent without brackets", Kind.AMBIGUOUS)
            bare = start is not None and start.kind == "number"
            if bare and isinstance(node, Number) and node.value == 1 and self.is_("op", "/"):
                self.fail("a power or a root", Kind.AMBIGUOUS)
        if self.is_("op", "^"):
            self.take()
            node = Power(base=node, exponent=self.exponent())
        self.depth -= 1
        return node

    def postfix(self, node: Node) -> Node:
        while True:
            if self.is_("bang"):
                node = self.over_root(node, self.factorial)
            elif self.is_("percent"):
                following = self.peek(1)
                if following is not None and following.kind in ("number", "symbol", "open", "func"):
                    return self.remainder_sign(node)
                self.take()
                percent = self.over_root(node, lambda inside: Call(name="percent", args=(inside,)))
                if isinstance(percent, Call):
                    self.percents[id(percent)] = percent
                node = percent
                if self.is_("of"):
                    self.take()
                    return self.percent_of(percent)
            elif self.is_("degree"):
                self.take()
                node = Call(name="degree", args=(node,))
            else:
                return node

    def remainder_sign(self, node: Node) -> Node:
        """17 % 5 as programmers write a remainder, or a percentage that multiplies what follows."""
        self.take()
        in_brackets = self.is_("open")
        following = self.power()
        rest = Call(name="mod", args=(node, following))
        percentage = Product(factors=(Call(name="percent", args=(node,)), following), inverse=(False, False))
        return Choice(options=(rest, percentage), about="% as a remainder or a percentage", soft=not in_brackets)

    def percent_of(self, percent: Node) -> Node:
        closed = self.is_("open") or self.is_("lbrace")
        of = self.power()
        node = Product(factors=(percent, of), inverse=(False, False))
        if isinstance(percent, Call):
            self.percents[id(node)] = node
        if closed:
            return node
        return self.wrote(node, lambda change: Product(factors=(percent, change(of)), inverse=(False, False)))

    def over_root(self, node: Node, sign: Callable[[Node], Node]) -> Node:
        """√9! or √4%: the sign of the root, or under it."""
        extend = self.extender(node)
        if extend is None:
            return sign(node)
        start = self.at
        near = sign(node)
        after, self.at = self.at, start
        far = extend(sign)
        self.at = after
        return Choice(options=(near, far), about="what stands under a root")

    def factorial(self, node: Node) -> Node:
        """``node`` with the ! or !! that stand here; at the very end they may be an exclamation."""
        read = self.bangs(node)
        return exclamation(node, read) if self.peek() is None else read

    def bangs(self, node: Node) -> Node:
        self.take()
        single = Call(name="factorial", args=(node,))
        if not self.is_("bang"):
            return single
        self.take()
        if self.is_("bang"):
            self.fail("three factorial signs", Kind.AMBIGUOUS)
        return Choice(
            options=(Call(name="factorial2", args=(node,)), Call(name="factorial", args=(single,))),
            about="the double factorial",
            soft=True,
        )

    def primary(self) -> Node:
        token = self.take()
        match token.kind:
            case "number":
                return self.number(token)
            case "vulgar":
                return vulgar(token)
            case "const":
                return self.constant(token)
            case "symbol":
                return self.symbol(token)
            case "open":
                return self.bracketed(token)
            case "lbrace":
                return self.braced()
            case "bar":
                self.bars += 1
                node = self.sum()
                self.expect("bar", "|")
                self.bars -= 1
                return Call(name="abs", args=(node,))
            case "func":
                return self.function(token)
            case "cmd":
                return self.command(token)
            case "big":
                return self.big(token)
        self.at -= 1
        return self.fail(f"an operand is missing before {token.text}")

    def bracketed(self, token: Token) -> Node:
        if token.text == "\\{":
            self.fail("a set")
        bars, self.bars = self.bars, 0
        node = self.sum()
        self.bars = bars
        if self.is_("comma"):
            self.fail("a tuple or an interval")
        self.expect("close", _CLOSING[token.text])
        match token.text:
            case "⌊":
                return Call(name="floor", args=(node,))
            case "⌈":
                return Call(name="ceil", args=(node,))
            case "|":
                return Call(name="abs", args=(node,))
            case "[":
                bracket = Call(name="bracket", args=(node,))
                if isinstance(node, Number):  # a residue class, a reference, a list of one
                    return Choice(options=(bracket, Symbol(name=f"[{node.text}]")), about="a numeral in [ ]")
                return bracket
        return grouped(self.closed(node))

    def braced(self) -> Node:
        if not self.latex:
            self.at -= 1
            self.fail("braces: a group, a set or a fractional part", Kind.AMBIGUOUS)
        self.at -= 1
        return self.group()

    def group(self) -> Node:
        self.expect("lbrace", "{")
        bars, self.bars = self.bars, 0
        node = self.sum()
        self.bars = bars
        if self.is_("choose"):
            self.take()
            node = Call(name="binom", args=(node, self.sum()))
        self.expect("rbrace", "}")
        return self.closed(node)
