"""The grammar of numeric claims: a recursive-descent parser from tokens to the tree of ``claims_ast``.

Nothing is guessed: where mathematics reads a text in two ways the tree holds a Choice, or the text is refused.
"""

from __future__ import annotations

from ..evidence import Kind
from .ast import Call, Choice, Claim, Negation, Node, Number, Power, Product, Relation, Series, Sum, Symbol
from .build import close, grouped, integer, is_mixed, mixed_number, multiply, spread, vulgar
from .functions import Functions
from .lexer import Token, negated

MAX_MEMBERS = 2_000

_CLOSING = {"(": ")", "[": "]", "⌊": "⌋", "⌈": "⌉", "|": "|"}


def parse_tokens(text: str) -> Claim:
    """The claim that ``text`` is. Raises ClaimError (unparsed, ambiguous, resource)."""
    return _Parser(text).claim()


class _Parser(Functions):
    """The layer of chains, sums, products, powers and brackets."""

    def claim(self) -> Claim:
        members: list[Node] = []
        relations: list[Relation] = []
        spans: list[tuple[int, int]] = []
        modulus: Node | None = None
        while True:
            self.skip_rows()
            begin = self.position()
            members.append(self.sum())
            spans.append((begin, self.tokens[self.at - 1].end))
            if self.at_modulus():
                if modulus is not None:
                    self.fail("two moduli")
                modulus = self.read_modulus()
            self.skip_rows()
            if self.peek() is None:
                break
            relations.append(self.relation())
            if len(members) > MAX_MEMBERS:
                self.fail(f"a chain of more than {MAX_MEMBERS} links", Kind.RESOURCE)
        if not relations:
            self.fail("no relation such as =, < or ∣")
        return close(members, relations, spans, modulus)

    def skip_rows(self) -> None:
        """A line break of an align environment may stand beside a relation, nowhere else."""
        while self.is_("row") and (self.is_("rel", ahead=1) or self.peek(1) is None or self.after_relation()):
            self.at += 1

    def after_relation(self) -> bool:
        return self.at > 0 and self.tokens[self.at - 1].kind == "rel"

    def relation(self) -> Relation:
        token = self.take()
        name = token.text
        if token.kind == "not":
            following = self.take()
            other = negated(following.text) if following.kind == "rel" else None
            if other is None:
                self.at -= 1
                self.fail("\\not before something that is no relation")
            return Relation(name=other, start=token.start, end=following.end)
        if token.kind == "bar" and self.bars == 0:
            return Relation(name="∣", start=token.start, end=token.end)
        if token.kind == "comma":
            self.at -= 1
            self.fail("a list, not one claim")
        if token.kind != "rel":
            self.at -= 1
            self.fail(f"unexpected {token.text}")
        if name in ("<", ">") and self.is_("rel", "="):  # "< =" with a blank
            following = self.take()
            return Relation(name="≤" if name == "<" else "≥", start=token.start, end=following.end)
        return Relation(name=name, start=token.start, end=token.end)

    def at_modulus(self) -> bool:
        return self.is_("pmod") or (self.is_("open", "(") and self.is_("mod", ahead=1))

    def read_modulus(self) -> Node:
        if self.take().kind == "pmod":
            return self.tex_argument()
        self.take()
        node = self.sum()
        self.expect("close", ")")
        return node

    def sum(self) -> Node:
        self.deeper()
        terms = [self.signed_product()]
        while self.is_("op", "+") or self.is_("op", "-"):
            minus = self.take().text == "-"
            if self.is_("dots"):
                node = self.series("sum", terms, minus)
                self.depth -= 1
                return node
            term = self.signed_product()
            terms.append(Negation(of=term) if minus else term)
        node = spread(terms)
        if self.is_("mod"):
            node = self.remainder(terms, node)
        self.depth -= 1
        return node

    def signed_product(self) -> Node:
        if self.is_("op", "-"):
            self.take()
            return Negation(of=self.signed_inside())
        if self.is_("op", "+"):
            self.take()
        return self.product()

    def signed_inside(self) -> Node:
        self.deeper()
        node = self.signed_product()
        self.depth -= 1
        return node

    def series(self, kind: str, first: list[Node], minus: bool) -> Node:
        """The rest of a sum or product after its first terms, from the dots on."""
        self.take()
        operator = "+" if kind == "sum" else "*"
        if minus or len(first) < 2 or any(isinstance(term, Negation) for term in first):
            self.fail("the pattern of … is not clear", Kind.AMBIGUOUS)
        if kind == "sum" or self.is_("op", operator):
            self.expect("op", operator)
        last = self.product() if kind == "sum" else self.power()
        if self.is_("op", "+") or self.is_("op", "-") or self.is_("op", "*"):
            self.fail("terms after the last one of a sum with …", Kind.AMBIGUOUS)
        return Series(kind=kind, first=tuple(first), last=last)

    def remainder(self, terms: list[Node], whole: Node) -> Node:
        self.take()
        modulus = self.product()
        node: Node = Call(name="mod", args=(whole, modulus))
        if len(terms) > 1:
            last = terms[-1]
            inner: Node = Call(name="mod", args=(last.of if isinstance(last, Negation) else last, modulus))
            if isinstance(last, Negation):
                inner = Negation(of=inner)
            node = Choice(options=(node, Sum(terms=(*terms[:-1], inner))), about="what mod applies to")
        return node

    def product(self) -> Node:
        factors, inverse, glued = [self.power()], [False], [False]
        slash = False  # the factor before this one came after a slash
        while True:
            token = self.peek()
            if token is None:
                break
            if token.kind == "op" and token.text in "*/":
                self.take()
                if token.text == "*" and self.is_("dots"):
                    return self.series("product", factors, any(inverse))
                slash = token.text == "/"
                factors.append(self.signed_power())
                inverse.append(slash)
                glued.append(False)
            elif token.kind == "dots" and not any(glued):  # 1 · 2 ⋯ 5
                return self.series("product", factors, any(inverse))
            elif token.kind == "choose":
                self.take()
                if inverse[-1]:
                    self.fail("a binomial after a slash", Kind.AMBIGUOUS)
                factors[-1] = Call(name="binom", args=(factors[-1], self.power()))
            elif self.starts_operand(token):
                if self.label_follows():
                    return self.with_label(multiply(factors, inverse))
                previous = factors[-1]
                factor = self.power()
                if is_mixed(previous, factor, glued[-1]) and not inverse[-1]:
                    factors[-1] = mixed_number(previous, factor)
                elif slash:
                    return self.after_slash(factors, inverse, factor)
                else:
                    factors.append(factor)
                    inverse.append(False)
                    glued.append(True)
            else:
                break
        return multiply(factors, inverse)

    def after_slash(self, factors: list[Node], inverse: list[bool], factor: Node) -> Node:
        """a/b(c): (a/b)(c) or a/(b(c)). Reads the rest of the juxtaposed run, then ends the product or refuses."""
        run = [factor]
        while (token := self.peek()) is not None and self.starts_operand(token):
            run.append(self.power())
        near = multiply([*factors, *run], [*inverse, *[False] * len(run)])
        under = multiply([factors[-1], *run], [False] * (len(run) + 1))
        far = multiply([*factors[:-1], under], inverse)
        node: Node = Choice(options=(near, far), about="what stands under the slash")
        if self.is_("op", "*") or self.is_("op", "/"):
            rest, flags = [node], [False]
            while self.is_("op", "*") or self.is_("op", "/"):
                flags.append(self.take().text == "/")
                rest.append(self.signed_power())
            token = self.peek()
            if token is not None and self.starts_operand(token):
                self.fail("what stands under the slash", Kind.AMBIGUOUS)
            node = multiply(rest, flags)
        return node

    def starts_operand(self, token: Token) -> bool:
        """True if ``token`` begins a factor that is multiplied without a sign."""
        if token.kind in ("symbol", "const", "func", "cmd", "big", "vulgar"):
            return True
        if token.kind == "number":
            before = self.tokens[self.at - 1]
            if before.kind == "bang" and not token.spaced:
                return True
            if before.kind in ("number", "vulgar"):
                self.fail("two numbers side by side", Kind.AMBIGUOUS)
            self.fail("a number right after another operand")
        if token.kind == "open":
            return not (token.text == "(" and self.is_("mod", ahead=1))
        if token.kind == "lbrace":
            return self.latex
        return token.kind == "bar" and self.bar_opens()

    def bar_opens(self) -> bool:
        """At a bar after an operand: does it open |…|, or close one or mean "divides"?"""
        if self.bars:
            return False
        count, ahead = 0, 0
        while (token := self.peek(ahead)) is not None and token.kind != "rel":
            count += token.kind == "bar"
            ahead += 1
        return count % 2 == 0

    def label_follows(self) -> bool:
        """An equation number such as "(3)" or "[3]" after a blank at the very end."""
        token = self.peek()
        return (
            token is not None
            and token.kind == "open"
            and token.text in "(["
            and token.spaced
            and self.is_("number", ahead=1)
            and self.is_("close", ahead=2)
            and self.peek(3) is None
        )

    def with_label(self, node: Node) -> Node:
        factor = self.power()
        return Choice(options=(node, multiply([node, factor], [False, False])), about="an equation number or a factor")

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
            exponent = int(token.number or 0)
            return self.no_bang(Power(base=base, exponent=integer(exponent)))
        if self.is_("op", "^"):
            self.take()
            if self.degree_follows():
                return self.postfix(Call(name="degree", args=(base,)))
            return self.no_bang(Power(base=base, exponent=self.exponent()))
        return base

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
            if isinstance(node, Call) and node.name == "factorial" and start is not None and start.kind != "open":
                self.fail("a factorial in an exponent without brackets", Kind.AMBIGUOUS)
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
                node = self.factorial(node)
            elif self.is_("percent"):
                following = self.peek(1)
                if following is not None and following.kind in ("number", "symbol", "open", "func"):
                    self.take()
                    return Call(name="mod", args=(node, self.power()))
                self.take()
                node = Call(name="percent", args=(node,))
                if self.is_("of"):
                    self.take()
                    return Product(factors=(node, self.power()), inverse=(False, False))
            elif self.is_("degree"):
                self.take()
                node = Call(name="degree", args=(node,))
            else:
                return node

    def factorial(self, node: Node) -> Node:
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
        return grouped(node)

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
        return node
