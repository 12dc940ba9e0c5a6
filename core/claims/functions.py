"""Names, functions, LaTeX commands and finite sums."""

from __future__ import annotations

from dataclasses import replace

from ..evidence import Kind
from .ast import Apply, Big, Call, Choice, Constant, Negation, Node, Number, Power, Product, Symbol, symbols
from .build import integer, known_call, multiply
from .lexer import Token
from .numerals import Numerals

_TWO_OR_MORE = frozenset(("gcd", "lcm", "min", "max", "binom"))
_SET_FUNCTIONS = frozenset(("max", "min", "gcd", "lcm"))
"""Functions that may be written with a set: max{3, 7}."""
_FUNCTION_NAMES = frozenset("f g h p F G H P Q R S T L M N φ ψ phi psi sigma σ tau τ mu μ Phi Psi Φ Ψ zeta ζ".split())
"""Names that usually stand for functions, so that f(2) is no product."""


class Functions(Numerals):
    """The layer that reads what is called by a name."""

    def constant(self, token: Token) -> Node:
        node: Node = Constant(name=token.text)
        if token.text == "e" and self.is_("sub"):
            return self.symbol(replace(token, kind="symbol"))
        if self.is_("prime"):
            self.fail("a prime at a constant")
        if token.text == "π" and self.is_("open", "("):
            product = multiply([node, self.bracketed(self.take())], [False, False])
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
        closing = ")" if self.take().text == "(" else "\\}"
        bars, self.bars = self.bars, 0
        split, self.commas_split = self.commas_split, True
        args = [self.sum()]
        while self.is_("comma"):
            self.take()
            args.append(self.sum())
        self.bars, self.commas_split = bars, split
        self.expect("close", closing)
        return tuple(args)

    def function(self, token: Token) -> Node:
        name = token.text
        power: Node | None = None
        base: Node | None = None
        for _ in range(2):
            if self.is_("op", "^") and power is None:
                self.take()
                power = self.exponent()
            elif self.is_("super") and power is None:
                power = integer(int(self.take().number or 0))
            elif self.is_("sub") and base is None and name in ("log", "lg"):
                self.take()
                base = self.subscripted_base()
        if base is None and name == "log" and self.glued_base():
            base = integer(int(self.take().number or 0))
        if power is not None and (name == "log" or (isinstance(power, Negation))):
            self.fail(f"a power at the name {name}", Kind.AMBIGUOUS)
        closed = self.is_("open") or self.is_("bar") or self.is_("lbrace")
        args = self.function_arguments(name)
        if name in _TWO_OR_MORE:
            if len(args) < 2 or (name == "binom" and len(args) != 2):
                self.fail(f"{name} of {len(args)} arguments")
        elif len(args) == 2 and name == "log" and base is None:
            self.fail("log with two arguments: which is the base?", Kind.AMBIGUOUS)
        elif len(args) != 1:
            self.fail(f"{name} of {len(args)} arguments")

        def over(inside: Node) -> Node:
            node: Node = known_call(name, (inside, *args[1:]), base)
            return node if power is None else Power(base=node, exponent=power)

        return over(args[0]) if closed else self.wrote(over(args[0]), lambda change: over(change(args[0])))

    def subscripted_base(self) -> Node:
        if self.is_("lbrace"):
            return self.tex_argument()
        if self.is_("open", "("):
            return self.bracketed(self.take())
        return self.short_base()

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
        if self.is_("open", "(") or (name in _SET_FUNCTIONS and self.is_("open", "\\{")):
            return self.arguments()
        if name in _TWO_OR_MORE or name in ("abs", "floor", "ceil"):
            self.fail(f"{name} without brackets")
        if self.is_("open") or self.is_("bar"):
            return (self.primary(),)
        if name in ("sqrt", "cbrt"):
            return (self.primary(),)
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
        node = multiply(factors, [False] * len(factors))
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
            return self.root(integer(3 if name == "cbrt" else 4), from_latex=False)
        if name == "sqrt":
            index: Node = integer(2)
            if from_latex and self.is_("open", "["):
                self.take()
                index = self.sum()
                self.expect("close", "]")
            return self.root(index, from_latex=from_latex)
        self.at -= 1
        return self.fail(f"unexpected \\{name}")

    def root(self, index: Node, *, from_latex: bool) -> Node:
        closed = from_latex or self.is_("lbrace") or self.is_("open") or self.is_("bar")
        inside = self.root_argument(from_latex)
        node = Call(name="root", args=(index, inside))
        return node if closed else self.wrote(node, lambda change: Call(name="root", args=(index, change(inside))))

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
            return integer(int(token.text[0]))
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
                high = integer(int(self.take().number or 0))
        if low is None or high is None:
            self.fail(f"a {token.text} without both bounds")
        self.deeper()
        body = self.signed_product()
        self.depth -= 1
        node: Node = Big(kind=token.text, variable=variable, low=low, high=high, body=body)
        last = body.factors[-1] if isinstance(body, Product) else body
        if token.text == "product" and last is not body and variable not in symbols(last):
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
