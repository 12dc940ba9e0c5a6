"""The grammar of numeric claims: a recursive-descent parser from tokens to the tree of ``claims_ast``.

Nothing is guessed: where mathematics reads a text in two ways the tree holds a Choice, or the text is refused.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import NoReturn

from .claims_ast import (
    Apply,
    Big,
    Call,
    Choice,
    Claim,
    ClaimError,
    Constant,
    Negation,
    Node,
    Number,
    Power,
    Product,
    Relation,
    Series,
    Sum,
    Symbol,
    Truncated,
    symbols,
)
from .claims_lexer import MAX_DIGITS, Token, negated, tokens
from .evidence import Kind

MAX_DEPTH = 60
"""Nesting of groups, exponents and signs; more is refused as resource."""

MAX_MEMBERS = 2_000

_CLOSING = {"(": ")", "[": "]", "⌊": "⌋", "⌈": "⌉", "|": "|"}
_TRIG = frozenset(("sin", "cos", "tan", "cot", "sec", "csc"))
_TWO_OR_MORE = frozenset(("gcd", "lcm", "min", "max", "binom"))
_FUNCTION_NAMES = frozenset("f g h p F G H P Q R S T L M N φ ψ phi psi sigma σ tau τ mu μ Phi Psi Φ Ψ zeta ζ".split())
"""Names that usually stand for functions, so that f(2) is no product."""


def parse_tokens(text: str) -> Claim:
    """The claim that ``text`` is. Raises ClaimError (unparsed, ambiguous, resource)."""
    return _Parser(text).claim()


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.latex = "\\" in text
        self.tokens = tokens(text)
        self.at = 0
        self.depth = 0
        self.bars = 0
        self.commas_split = False

    # ---- the token stream

    def peek(self, ahead: int = 0) -> Token | None:
        index = self.at + ahead
        return self.tokens[index] if index < len(self.tokens) else None

    def is_(self, kind: str, text: str | None = None, ahead: int = 0) -> bool:
        token = self.peek(ahead)
        return token is not None and token.kind == kind and (text is None or token.text == text)

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

    # ---- chains

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
        return _close(members, relations, spans, modulus)

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

    # ---- sums

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
        node = _spread(terms)
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
        self.take()
        operator = "+" if kind == "sum" else "*"
        if minus or len(first) < 2 or any(isinstance(term, Negation) for term in first):
            self.fail("the pattern of … is not clear", Kind.AMBIGUOUS)
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

    # ---- products

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
            elif token.kind == "choose":
                self.take()
                if inverse[-1]:
                    self.fail("a binomial after a slash", Kind.AMBIGUOUS)
                factors[-1] = Call(name="binom", args=(factors[-1], self.power()))
            elif self.starts_operand(token):
                if self.label_follows():
                    return self.with_label(_multiply(factors, inverse))
                previous = factors[-1]
                factor = self.power()
                if _mixed(previous, factor, glued[-1]) and not inverse[-1]:
                    factors[-1] = _mixed_number(previous, factor)
                elif slash:
                    return self.after_slash(factors, inverse, factor)
                else:
                    factors.append(factor)
                    inverse.append(False)
                    glued.append(True)
            else:
                break
        return _multiply(factors, inverse)

    def after_slash(self, factors: list[Node], inverse: list[bool], factor: Node) -> Node:
        """a/b(c): (a/b)(c) or a/(b(c)). Reads the rest of the juxtaposed run, then ends the product or refuses."""
        run = [factor]
        while (token := self.peek()) is not None and self.starts_operand(token):
            run.append(self.power())
        near = _multiply([*factors, *run], [*inverse, *[False] * len(run)])
        under = _multiply([factors[-1], *run], [False] * (len(run) + 1))
        far = _multiply([*factors[:-1], under], inverse)
        node: Node = Choice(options=(near, far), about="what stands under the slash")
        if self.is_("op", "*") or self.is_("op", "/"):
            rest, flags = [node], [False]
            while self.is_("op", "*") or self.is_("op", "/"):
                flags.append(self.take().text == "/")
                rest.append(self.signed_power())
            token = self.peek()
            if token is not None and self.starts_operand(token):
                self.fail("what stands under the slash", Kind.AMBIGUOUS)
            node = _multiply(rest, flags)
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
        return Choice(options=(node, _multiply([node, factor], [False, False])), about="an equation number or a factor")

    # ---- powers and postfix signs

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
            return self.no_bang(Power(base=base, exponent=_integer(exponent)))
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

    def exponent(self) -> Node:
        self.deeper()
        if self.is_("lbrace"):
            node = self.group()
        else:
            start = self.peek()
            node = self.signed_power()
            if isinstance(node, Call) and node.name == "factorial" and start is not None and start.kind != "open":
                self.fail("a factorial in an exponent without brackets", Kind.AMBIGUOUS)
            if isinstance(node, Number) and node.value == 1 and self.is_("op", "/"):
                self.fail("a power or a root", Kind.AMBIGUOUS)
        if self.is_("op", "^"):
            self.take()
            node = Power(base=node, exponent=self.exponent())
        self.depth -= 1
        return node

    def no_bang(self, node: Node) -> Node:
        if self.is_("bang"):
            self.fail("a factorial after a power", Kind.AMBIGUOUS)
        if self.is_("degree"):
            self.fail("a degree sign after a power")
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

    # ---- operands

    def primary(self) -> Node:
        token = self.take()
        match token.kind:
            case "number":
                return self.number(token)
            case "vulgar":
                return _fraction(token)
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
                node = self.inner()
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

    def inner(self) -> Node:
        """What stands in a bracket: bars inside pair up on their own."""
        return self.sum()

    def bracketed(self, token: Token) -> Node:
        bars, self.bars = self.bars, 0
        node = self.inner()
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
                return Call(name="bracket", args=(node,))
        return node

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

    def number(self, token: Token) -> Node:
        if token.grouped and self.commas_split:
            self.at -= 1
            self.fail("a comma between digits inside a list of arguments", Kind.AMBIGUOUS)
        value = token.number if token.number is not None else 0
        node = Number(value=value, text=token.text)
        if token.decimals >= 0:
            repeating = self.repeating(token)
            if repeating is not None:
                return repeating
        if self.is_("dots"):
            self.take()
            if token.decimals <= 0:
                self.fail("… after an integer")
            return _continued(token)
        if self.is_("sub"):
            return self.numeral_in_base(token)
        return node

    def repeating(self, token: Token) -> Node | None:
        """0.1\\overline{6}, 0.(3), 0.\\dot{1}2\\dot{3}; None if no period follows."""
        if self.is_("cmd", "overline") and self.is_("lbrace", ahead=1):
            self.at += 2
            period = self.digits()
            self.expect("rbrace", "}")
            return _repeating(token, period)
        if self.is_("cmd", "dot"):
            return _repeating(token, self.dotted_period())
        following = self.peek()
        if following is None or following.kind != "open" or following.text != "(" or following.spaced:
            if token.decimals == 0:
                self.fail("a decimal point without digits")
            return None
        if not (self.is_("number", ahead=1) and self.is_("close", ")", ahead=2)):
            return None
        inner = self.tokens[self.at + 1]
        if inner.decimals >= 0 or inner.grouped:
            return None
        self.at += 3
        period = self.text[inner.start : inner.end]
        repeated = _repeating(token, period)
        if token.decimals == 0:
            return repeated
        product = _multiply(
            [Number(value=token.number or 0, text=token.text), _integer(int(period))],
            [False, False],
        )
        return Choice(options=(repeated, product), about="a period or a factor")

    def digits(self) -> str:
        token = self.take()
        if token.kind != "number" or token.decimals >= 0 or token.grouped:
            self.at -= 1
            self.fail("the period of a decimal is not made of digits")
        return self.text[token.start : token.end]

    def dotted_period(self) -> str:
        self.take()
        period = self.dotted_digit()
        middle = self.digits() if self.is_("number") else ""
        if self.is_("cmd", "dot"):
            self.take()
            return period + middle + self.dotted_digit()
        if middle:
            self.fail("the period of a decimal has one dot")
        return period

    def dotted_digit(self) -> str:
        self.expect("lbrace", "{")
        digit = self.digits()
        self.expect("rbrace", "}")
        if len(digit) != 1:
            self.fail("a dot over more than one digit")
        return digit

    def numeral_in_base(self, token: Token) -> Node:
        self.take()
        braces = self.is_("lbrace")
        if braces:
            self.take()
        base_token = self.take()
        if braces:
            self.expect("rbrace", "}")
        written = self.text[token.start : token.end]
        base = int(base_token.number or 0) if base_token.kind == "number" and base_token.decimals < 0 else 0
        if token.decimals >= 0 or token.grouped or not 2 <= base <= 36:
            self.fail("a subscript at a number")
        if len(written) > MAX_DIGITS:
            self.fail("a long numeral in another base", Kind.RESOURCE)
        if any(int(digit) >= base for digit in written):
            self.fail(f"{written[:20]} is no numeral in base {base}")
        shown = f"{written}_{base}"
        exact = Number(value=int(written, base), text=shown)
        return Choice(options=(exact, Symbol(name=shown)), about="a numeral in another base", soft=True)

    def constant(self, token: Token) -> Node:
        node: Node = Constant(name=token.text)
        if token.text == "e" and self.is_("sub"):
            return self.symbol(replace(token, kind="symbol"))
        if self.is_("prime"):
            self.fail("a prime at a constant")
        if token.text == "π" and self.is_("open", "("):
            following = self.peek()
            product = _multiply([node, self.bracketed(self.take())], [False, False])
            assert following is not None
            return Choice(options=(product, Symbol(name="π(…)")), about="π as a number or a function", soft=True)
        return node

    def symbol(self, token: Token) -> Node:
        name = token.text
        if self.is_("prime"):
            name += self.take().text
        if self.is_("sub"):
            self.take()
            name += "_" + self.subscript()
        if self.is_("open", "("):
            argument_comma = self.comma_in_brackets()
            if name == "C" and argument_comma:
                return self.combination(name)
            if argument_comma or name[:1] in _FUNCTION_NAMES or name in _FUNCTION_NAMES or "'" in name:
                return Apply(name=name, args=self.arguments())
        return Symbol(name=name)

    def combination(self, name: str) -> Node:
        args = self.arguments()
        if len(args) != 2:
            return Apply(name=name, args=args)
        return Choice(
            options=(Call(name="binom", args=args), Apply(name=name, args=args)), about="C as binomial", soft=True
        )

    def comma_in_brackets(self) -> bool:
        depth, ahead = 0, 0
        while (token := self.peek(ahead)) is not None:
            depth += (token.kind == "open") - (token.kind == "close")
            if depth == 0:
                return False
            if token.kind == "comma" and depth == 1:
                return True
            ahead += 1
        return False

    def subscript(self) -> str:
        if self.is_("lbrace"):
            begin = self.at
            depth = 0
            while True:
                token = self.take()
                depth += (token.kind == "lbrace") - (token.kind == "rbrace")
                if depth == 0:
                    break
            inside = self.tokens[begin + 1 : self.at - 1]
            return "".join(token.text for token in inside)
        token = self.take()
        if token.kind not in ("number", "symbol", "const"):
            self.at -= 1
            self.fail("an unreadable subscript")
        if token.kind == "number" and self.latex and len(token.text) > 1:
            self.fail("a subscript of several digits without braces", Kind.AMBIGUOUS)
        return token.text

    def arguments(self) -> tuple[Node, ...]:
        self.expect("open", "(")
        bars, self.bars = self.bars, 0
        split, self.commas_split = self.commas_split, True
        args = [self.sum()]
        while self.is_("comma"):
            self.take()
            args.append(self.sum())
        self.bars, self.commas_split = bars, split
        self.expect("close", ")")
        return tuple(args)

    # ---- functions

    def function(self, token: Token) -> Node:
        name = token.text
        power: Node | None = None
        base: Node | None = None
        for _ in range(2):
            if self.is_("op", "^") and power is None:
                self.take()
                power = self.exponent()
            elif self.is_("super") and power is None:
                power = _integer(int(self.take().number or 0))
            elif self.is_("sub") and base is None and name in ("log", "lg"):
                self.take()
                base = self.tex_argument() if self.is_("lbrace") else self.short_base()
        if base is None and name == "log" and self.glued_base():
            base = _integer(int(self.take().number or 0))
        if power is not None and (name == "log" or (isinstance(power, Negation))):
            self.fail(f"a power at the name {name}", Kind.AMBIGUOUS)
        args = self.function_arguments(name)
        if name in _TWO_OR_MORE:
            if len(args) < 2 or (name == "binom" and len(args) != 2):
                self.fail(f"{name} of {len(args)} arguments")
        elif len(args) == 2 and name == "log" and base is None:
            self.fail("log with two arguments: which is the base?", Kind.AMBIGUOUS)
        elif len(args) != 1:
            self.fail(f"{name} of {len(args)} arguments")
        node: Node = _call(name, args, base)
        return node if power is None else Power(base=node, exponent=power)

    def short_base(self) -> Node:
        token = self.take()
        if token.kind == "number" and token.decimals < 0:
            if self.latex and len(token.text) > 1:
                self.fail("a subscript of several digits without braces", Kind.AMBIGUOUS)
            return Number(value=token.number or 0, text=token.text)
        if token.kind == "symbol":
            return Symbol(name=token.text)
        if token.kind == "const":
            return Constant(name=token.text)
        self.at -= 1
        return self.fail("an unreadable base of a logarithm")

    def glued_base(self) -> bool:
        """log2(8), log10(100): digits glued to the name and to the bracket."""
        token, bracket = self.peek(), self.peek(1)
        return (
            token is not None
            and token.kind == "number"
            and not token.spaced
            and token.text in ("2", "10")
            and bracket is not None
            and bracket.kind == "open"
            and not bracket.spaced
        )

    def function_arguments(self, name: str) -> tuple[Node, ...]:
        if self.is_("open", "("):
            return self.arguments()
        if name in _TWO_OR_MORE or name in ("abs", "floor", "ceil"):
            self.fail(f"{name} without brackets")
        if self.is_("open") or self.is_("bar"):
            return (self.primary(),)
        if name in ("sqrt", "cbrt"):
            return (self.postfix(self.primary()),)
        minus = self.is_("op", "-")
        if minus:
            self.take()
        factors = [self.power()]
        while (token := self.peek()) is not None and token.kind in ("symbol", "const", "cmd"):
            factors.append(self.power())
        following = self.peek()
        if following is not None:
            if following.kind == "open" and not self.at_modulus() and not self.label_follows():
                self.fail(f"what {name} applies to", Kind.AMBIGUOUS)
            after = self.peek(1)
            if following.text == "/" and following.kind == "op" and (after is None or after.kind != "func"):
                self.fail(f"{name} of a quotient, or a quotient with {name}", Kind.AMBIGUOUS)
        node = _multiply(factors, [False] * len(factors))
        return (Negation(of=node) if minus else node,)

    def command(self, token: Token) -> Node:
        name = token.text
        from_latex = self.text[token.start] == "\\"
        if name == "frac":
            over = self.tex_argument()
            under = self.tex_argument()
            return Product(factors=(over, under), inverse=(False, True))
        if name == "binom":
            return Call(name="binom", args=(self.tex_argument(), self.tex_argument()))
        if name in ("cbrt", "fourth"):
            return Call(name="root", args=(_integer(3 if name == "cbrt" else 4), self.root_argument(False)))
        if name == "sqrt":
            index: Node = _integer(2)
            if from_latex and self.is_("open", "["):
                self.take()
                index = self.sum()
                self.expect("close", "]")
            return Call(name="root", args=(index, self.root_argument(from_latex)))
        self.at -= 1
        return self.fail(f"unexpected \\{name}")

    def root_argument(self, from_latex: bool) -> Node:
        if self.is_("lbrace"):
            return self.group()
        if from_latex:
            if self.is_("number"):
                token = self.tokens[self.at]
                if len(token.text) > 1:
                    self.fail("a root over one digit or over the whole number", Kind.AMBIGUOUS)
            elif self.is_("open", "("):
                return self.primary()
            return self.tex_argument()
        self.deeper()
        node = self.primary()
        self.depth -= 1
        return node

    def tex_argument(self) -> Node:
        """The argument of a LaTeX command: a group, or one digit, letter or command."""
        if self.is_("lbrace"):
            self.deeper()
            node = self.group()
            self.depth -= 1
            return node
        token = self.take()
        if token.kind == "number" and token.decimals < 0 and not token.grouped:
            if len(token.text) > 1:
                rest = token.text[1:]
                self.at -= 1
                self.tokens[self.at] = replace(token, text=rest, start=token.start + 1, number=int(rest), spaced=False)
            return _integer(int(token.text[0]))
        if token.kind == "symbol":
            return Symbol(name=token.text)
        if token.kind == "const":
            return Constant(name=token.text)
        if token.kind == "cmd":
            self.deeper()
            node = self.command(token)
            self.depth -= 1
            return node
        self.at -= 1
        return self.fail("an unreadable argument")

    # ---- finite sums and products

    def big(self, token: Token) -> Node:
        variable, low, high = "", None, None
        for _ in range(2):
            if self.is_("sub") and low is None:
                self.take()
                variable, low = self.index()
            elif self.is_("op", "^") and high is None:
                self.take()
                high = self.group() if self.is_("lbrace") else self.power()
            elif self.is_("super") and high is None:
                high = _integer(int(self.take().number or 0))
        if low is None or high is None:
            self.fail(f"a {token.text} without both bounds")
        self.deeper()
        body = self.signed_product()
        self.depth -= 1
        node: Node = Big(kind=token.text, variable=variable, low=low, high=high, body=body)
        if token.text == "product" and isinstance(body, Product):
            inside = [f for f in body.factors if variable in symbols(f)]
            if len(inside) < len(body.factors):
                self.fail("what the product extends over", Kind.AMBIGUOUS)
        return node

    def index(self) -> tuple[str, Node]:
        braces = self.is_("lbrace")
        closing = "rbrace" if braces else "close"
        if not braces and not self.is_("open", "("):
            self.fail("the index of a sum")
        self.take()
        token = self.take()
        if token.kind != "symbol" or not self.is_("rel", "="):
            self.at -= 1
            self.fail("the index of a sum")
        self.take()
        low = self.sum()
        if not self.is_(closing):
            self.fail("the index of a sum")
        self.take()
        return token.text, low


# ---- building nodes


def _close(members: list[Node], relations: list[Relation], spans: list[tuple[int, int]], modulus: Node | None) -> Claim:
    """The claim with its modulus: "a ≡ b mod m" gives the modulus, "a = b mod m" may."""
    congruent = any(relation.name in ("≡", "≢") for relation in relations)
    last = members[-1]
    loose = False
    if modulus is None and isinstance(last, Call) and last.name == "mod" and spans:
        if congruent:
            members[-1], modulus = last.args
        elif all(relation.name == "=" for relation in relations):
            members[-1], modulus = last.args
            loose = True
    if congruent and modulus is None:
        raise ClaimError(Kind.UNPARSED, "≡ without a modulus", relations[0].start)
    return Claim(
        members=tuple(members),
        relations=tuple(relations),
        spans=tuple(spans),
        modulus=modulus,
        loose_modulus=loose,
    )


def _spread(terms: list[Node]) -> Node:
    """The sum of ``terms``, with the second reading where a Σ or a percentage stands before or after a + sign."""
    if len(terms) == 1:
        return terms[0]
    plain: Node = Sum(terms=tuple(terms))
    if any(_is_percent(term) for term in terms[1:]) and not all(_is_percent(term) for term in terms):
        raise ClaimError(Kind.AMBIGUOUS, "a percentage added to a number: of that number, or of 1", 0)
    for i, term in enumerate(terms[:-1]):
        inner = term.of if isinstance(term, Negation) else term
        lead, big = _last_big(inner)
        if big is None or any(_last_big(t.of if isinstance(t, Negation) else t)[1] for t in terms[i + 1 :]):
            continue
        rest = tuple(terms[i + 1 :])
        wide: Node = replace(big, body=Sum(terms=(big.body, *rest)))
        if lead:
            wide = Product(factors=(*lead, wide), inverse=(False,) * (len(lead) + 1))
        if isinstance(term, Negation):
            wide = Negation(of=wide)
        extended: Node = Sum(terms=(*terms[:i], wide)) if i else wide
        if any(big.variable in symbols(t) for t in rest):
            return extended
        return Choice(options=(plain, extended), about="how far the sum extends", soft=True)
    return plain


def _last_big(node: Node) -> tuple[tuple[Node, ...], Big | None]:
    if isinstance(node, Big):
        return (), node
    if isinstance(node, Product) and isinstance(node.factors[-1], Big) and not any(node.inverse):
        return node.factors[:-1], node.factors[-1]
    return (), None


def _is_percent(node: Node) -> bool:
    node = node.of if isinstance(node, Negation) else node
    return isinstance(node, Call) and node.name == "percent"


def _multiply(factors: list[Node], inverse: list[bool]) -> Node:
    if len(factors) == 1:
        return factors[0]
    return Product(factors=tuple(factors), inverse=tuple(inverse))


def _integer(value: int) -> Number:
    return Number(value=value, text=str(value))


def _fraction(token: Token) -> Node:
    return Number(value=token.number if token.number is not None else 0, text=token.text)


def _mixed(left: Node, right: Node, glued: bool) -> bool:
    """2\\frac{1}{3} or 2½: an integer directly before a proper fraction of numerals."""
    if glued or not isinstance(left, Number) or not isinstance(left.value, int) or "." in left.text:
        return False
    if isinstance(right, Number):
        return "/" in right.text
    if not isinstance(right, Product) or right.inverse != (False, True):
        return False
    over, under = right.factors
    return (
        isinstance(over, Number)
        and isinstance(under, Number)
        and isinstance(over.value, int)
        and isinstance(under.value, int)
        and 0 < over.value < under.value
    )


def _mixed_number(left: Node, right: Node) -> Node:
    together = Sum(terms=(left, right))
    if isinstance(right, Number):
        return together
    return Choice(
        options=(together, Product(factors=(left, right), inverse=(False, False))), about="a mixed number or a product"
    )


def _repeating(token: Token, period: str) -> Node:
    if len(period) > MAX_DIGITS // 4:
        raise ClaimError(Kind.RESOURCE, "a long period", token.start)
    places = max(token.decimals, 0)
    extra = Fraction(int(period), (10 ** len(period) - 1) * 10**places)
    written = token.text if "." in token.text else token.text + "."
    return Number(value=Fraction(token.number or 0) + extra, text=f"{written}({period})")


def _continued(token: Token) -> Node:
    """0.333… as a repeating decimal if its last digits repeat at least three times, else a truncated one."""
    value = Fraction(token.number or 0)
    unit = Fraction(1, 10**token.decimals)
    cut = Truncated(value=value, unit=unit, text=token.text + "…")
    digits = token.text.partition(".")[2]
    for length in range(1, len(digits) // 3 + 1):
        period = digits[-length:]
        if digits.endswith(period * 3):
            start = digits.index(period * 3)
            short = replace(
                token,
                text=token.text.partition(".")[0] + "." + digits[:start],
                number=Fraction(int(token.text.partition(".")[0] + digits[:start]), 10**start),
                decimals=start,
            )
            return Choice(options=(_repeating(short, period), cut), about="a repeating or a cut decimal", soft=True)
        if len(digits) >= 2 * length >= 6 and digits.endswith(period * 2) and len(digits) - 2 * length <= 2:
            start = len(digits) - 2 * length
            short = replace(
                token,
                text=token.text.partition(".")[0] + "." + digits[:start],
                number=Fraction(int(token.text.partition(".")[0] + digits[:start]), 10**start),
                decimals=start,
            )
            return Choice(options=(_repeating(short, period), cut), about="a repeating or a cut decimal", soft=True)
    return cut


def _call(name: str, args: tuple[Node, ...], base: Node | None) -> Node:
    if base is not None:
        return Call(name="log", args=(args[0], base))
    if name == "sqrt":
        return Call(name="root", args=(_integer(2), args[0]))
    if name == "cbrt":
        return Call(name="root", args=(_integer(3), args[0]))
    if name == "exp":
        return Power(base=Constant(name="e"), exponent=args[0])
    if name == "lg":
        return Call(name="log", args=args)
    if name in _TRIG and isinstance(args[0], Number):
        in_degrees = Call(name=name, args=(Call(name="degree", args=args),))
        if isinstance(args[0].value, int) and args[0].value >= 10:
            return Choice(options=(Call(name=name, args=args), in_degrees), about="radians or degrees", soft=True)
    return Call(name=name, args=args)
