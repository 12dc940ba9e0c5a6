"""The grammar of numeric claims: a recursive-descent parser from tokens to the tree of ``ast``.

Nothing is guessed: where mathematics reads a text in two ways the tree holds a Choice, or the text is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ..evidence import Kind
from .ast import Call, Choice, Claim, Negation, Node, Power, Product, Relation, Series, Sum
from .build import close, is_mixed, mixed_number, multiply, spread
from .lexer import Token, negated
from .operands import Operands
from .scope import (
    ABOUT_PRODUCT,
    ABOUT_SUM,
    START,
    Extender,
    Sign,
    divided,
    fraction_percent,
    mixed_inside,
)
from .vocabulary import FUNCTIONS

MAX_MEMBERS = 2_000

_FUNCTION_CALLS = FUNCTIONS | {"root"}


def parse_tokens(text: str) -> Claim:
    """The claim that ``text`` is. Raises ClaimError (unparsed, ambiguous, resource)."""
    return _Parser(text).claim()


class _Parser(Operands):
    """The layer of chains, sums and products."""

    def claim(self) -> Claim:
        members: list[Node] = []
        relations: list[Relation] = []
        spans: list[tuple[int, int]] = []
        modulus: Node | None = None
        while True:
            self.skip_rows()
            begin = self.position()
            self.reaches = 0
            members.append(self.sum())
            spans.append((begin, self.tokens[self.at - 1].end))
            if self.at_modulus():
                if modulus is not None:
                    self.fail("two moduli")
                modulus = self.read_modulus()
            self.skip_rows()
            if self.peek() is None:
                break
            if self.is_("property"):
                relations.append(self.property(members, spans))
                break
            relations.append(self.relation())
            if len(members) > MAX_MEMBERS:
                self.fail(f"a chain of more than {MAX_MEMBERS} links", Kind.RESOURCE)
        if not relations:
            self.fail("no relation such as =, < or ∣")
        return close(members, relations, spans, modulus)

    def property(self, members: list[Node], spans: list[tuple[int, int]]) -> Relation:
        """ "91 is prime" at the end of a claim: a link of the last member with itself."""
        token = self.take()
        if self.peek() is not None:
            self.fail(f"words after “{token.text}”")
        members.append(members[-1])
        spans.append(spans[-1])
        return Relation(name=token.text, start=token.start, end=token.end)

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
        return Relation(name=name, start=token.start, end=token.end, bang=token.grouped)

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
        loose = False  # a blank before a + or - sign
        while self.is_("op", "+") or self.is_("op", "-"):
            sign = self.take()
            minus, loose = sign.text == "-", loose or sign.spaced
            if self.is_("dots"):
                node = self.series("sum", terms, minus)
                self.depth -= 1
                return node
            term = self.signed_product()
            terms.append(Negation(of=term) if minus else term)
        node = self.reaching_sum(terms, self.tight_sum(terms, spread(terms), loose))
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

    def reaching_sum(self, terms: list[Node], plain: Node) -> Node:
        """√3² + 4²: the sum, or with the sign over the rest of it."""
        for i, term in enumerate(terms[:-1]):
            inner = _unsigned(term)
            extend = self.extender(inner)
            if extend is None or self.extender(_unsigned(terms[i + 1])) is not None:
                continue
            self.counted()
            rest = tuple(terms[i + 1 :])
            wide = extend(partial(_with_terms, rest=rest))
            wide = Negation(of=wide) if isinstance(term, Negation) else wide
            far: Node = Sum(terms=(*terms[:i], wide)) if i else wide
            return Choice(options=(plain, far), about=ABOUT_SUM, soft=True)
        return plain

    def tight_sum(self, terms: list[Node], plain: Node, loose: bool) -> Node:
        """1+2 / 3 and 7+1 choose 2, where blanks or words may hold a sum together: (1+2)/3, 8 choose 2."""
        if len(terms) < 2:
            return plain
        last, first = _unsigned(terms[-1]), terms[0]
        far: Node | None = None
        if id(last) in self.chosen and isinstance(last, Call):
            far = Call(name="binom", args=(_ending(terms, last.args[0]), last.args[1]))
        elif id(last) in self.loose_products and isinstance(last, Product) and not loose:
            whole = _ending(terms, last.factors[0])
            far = Product(factors=(whole, *last.factors[1:]), inverse=last.inverse)
        elif id(first) in self.loose_products and isinstance(first, Product) and not loose:
            inside = Sum(terms=(first.factors[-1], *terms[1:]))
            far = Product(factors=(*first.factors[:-1], inside), inverse=first.inverse)
        if far is None:
            return plain
        self.counted()
        return Choice(options=(plain, far), about="what a sum without brackets extends over", soft=True)

    def finished(self, factors: list[Node], inverse: list[bool], signs: list[Sign]) -> Node:
        """The product of ``factors``, with its second readings."""
        percent = fraction_percent(factors, inverse, lambda factor: id(factor) in self.percents)
        node = percent or self.root_or_quotient(factors, inverse, signs) or divided(factors, inverse, signs)
        if len(signs) > 1 and all(sign.spaced for sign in signs[1:]):
            self.loose_products[id(node)] = node
        for i, factor in enumerate(factors):
            extend = self.extender(factor)
            if extend is None:
                continue
            rest, flags = factors[i + 1 :], inverse[i + 1 :]

            def over(
                change: Callable[[Node], Node],
                extend: Extender = extend,
                i: int = i,
                rest: list[Node] = rest,
                flags: list[bool] = flags,
            ) -> Node:
                wide = extend(lambda inside: change(multiply([inside, *rest], [False, *flags])))
                return multiply([*factors[:i], wide], inverse[: i + 1])

            if rest and self.extender(rest[0]) is None and not _is_function(rest[0]):
                self.counted()
                node = Choice(options=(node, over(lambda inside: inside)), about=ABOUT_PRODUCT, soft=True)
            if node is not factor:
                self.wrote(node, over)
            break
        return node

    def root_or_quotient(self, factors: list[Node], inverse: list[bool], signs: list[Sign]) -> Node | None:
        """4^3/2 without blanks: (4^3)/2 or 4^(3/2)."""
        for i, factor in enumerate(factors[:-1]):
            if id(factor) in self.bare_powers and signs[i + 1] == Sign(name="/", spaced=False):
                assert isinstance(factor, Power)
                exponent = multiply([factor.exponent, factors[i + 1]], [False, True])
                root = Power(base=factor.base, exponent=exponent)
                far = multiply([*factors[:i], root, *factors[i + 2 :]], [*inverse[: i + 1], *inverse[i + 2 :]])
                near = divided(factors, inverse, signs)
                return Choice(options=(near, far), about="a power or a root", soft=True)
        return None

    def remainder(self, terms: list[Node], whole: Node) -> Node:
        self.take()
        modulus = self.product()
        node: Node = Call(name="mod", args=(whole, modulus))
        last = _unsigned(terms[-1])
        if isinstance(last, Product) and not any(last.inverse) and len(terms) == 1:
            inner = Call(name="mod", args=(last.factors[-1], modulus))
            near = multiply([*last.factors[:-1], inner], list(last.inverse))
            near = Negation(of=near) if isinstance(terms[-1], Negation) else near
            node = Choice(options=(node, near), about="what mod applies to in a product", soft=True)
        if isinstance(modulus, Product):
            first = Call(name="mod", args=(whole, modulus.factors[0]))
            early = Product(factors=(first, *modulus.factors[1:]), inverse=modulus.inverse)
            node = Choice(options=(node, early), about="what the modulus is")
        if len(terms) > 1:
            inner = Call(name="mod", args=(last, modulus))
            signed: Node = Negation(of=inner) if isinstance(terms[-1], Negation) else inner
            node = Choice(options=(node, Sum(terms=(*terms[:-1], signed))), about="what mod applies to")
        return node

    def product(self) -> Node:
        factors, inverse, glued, signs = [self.power()], [False], [False], [START]
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
                signs.append(
                    Sign(name="÷" if slash and self.text[token.start] in "÷\\" else token.text, spaced=token.spaced)
                )
            elif token.kind == "dots" and not any(glued):  # 1 · 2 ⋯ 5
                return self.series("product", factors, any(inverse))
            elif token.kind == "choose":
                self.take()
                if len(factors) > 1:
                    self.fail("what a binomial is taken of", Kind.AMBIGUOUS)
                factors[-1] = self.binomial(factors[-1], self.power())
            elif self.starts_operand(token):
                if self.label_follows():
                    return self.with_label(self.finished(factors, inverse, signs))
                previous = factors[-1]
                factor = self.power()
                signed = mixed_inside(previous, factor, glued[-1])
                if (signed is not None or is_mixed(previous, factor, glued[-1])) and inverse[-1]:
                    self.fail("a mixed number after a slash", Kind.AMBIGUOUS)
                if isinstance(previous, Power) and id(previous) in self.bare_powers and token.kind == "vulgar":
                    self.fail("a mixed number in an exponent", Kind.AMBIGUOUS)
                if signed is not None:
                    factors[-1] = signed
                elif is_mixed(previous, factor, glued[-1]):
                    factors[-1] = mixed_number(previous, factor)
                elif slash:
                    return self.after_slash(factors, inverse, factor)
                else:
                    factors.append(factor)
                    inverse.append(False)
                    glued.append(True)
                    signs.append(START)
            else:
                break
        return self.finished(factors, inverse, signs)

    def binomial(self, top: Node, bottom: Node) -> Node:
        """7 choose 2 without brackets: more may belong to either number."""
        node = Call(name="binom", args=(top, bottom))
        self.chosen[id(node)] = node
        return self.wrote(node, lambda change: Call(name="binom", args=(top, change(bottom))))

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


def _is_function(node: Node) -> bool:
    """True for sin 2, √(3), their powers: what stands before such a factor hardly reaches over it."""
    if isinstance(node, Power):
        return _is_function(node.base)
    if isinstance(node, Choice):
        return _is_function(node.options[0])
    return isinstance(node, Call) and node.name in _FUNCTION_CALLS


def _unsigned(term: Node) -> Node:
    return term.of if isinstance(term, Negation) else term


def _with_terms(inside: Node, rest: tuple[Node, ...]) -> Node:
    return Sum(terms=(inside, *rest))


def _ending(terms: list[Node], last: Node) -> Node:
    """The sum of ``terms`` with another last one, which keeps its sign."""
    signed = Negation(of=last) if isinstance(terms[-1], Negation) else last
    return Sum(terms=(*terms[:-1], signed))
