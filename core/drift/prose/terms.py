"""Terms of formulas: sums, products, powers, calls, brackets, sums with bounds."""

from __future__ import annotations

from fractions import Fraction

from ..expr import Expr, add, conjuncts, div, leaf, mul, neg, node, num, power, value_of
from .lexer import Token, Unread
from .relations import cleared, shared
from .stream import Stream

_CLOSERS = {"(": ")", "[": "]", "\\{": "\\}", "⌊": "⌋", "⌈": "⌉", "⟨": "⟩", "{": "}"}
_STARTS = frozenset(("number", "name", "set", "func", "frac", "root", "binom"))
_START_SIGNS = frozenset("( [ { \\{ ⟨ ⌊ ⌈ √ π ∞ ∅ ∑ ∏ ⋃ ⋂ …".split())
_BIG = frozenset("∑ ∏ ⋃ ⋂".split())


class Terms(Stream):
    """Reads terms."""

    def sum(self) -> Expr:
        self.deeper()
        terms: list[Expr] = []
        if self.take("-"):
            terms.append(neg(self.product()))
        else:
            self.take("+")
            terms.append(self.product())
        while True:
            if self.take("+"):
                terms.append(self.product())
            elif self.take("-"):
                terms.append(neg(self.product()))
            elif self.sign("∪") or self.sign("∩") or self.sign("\\"):
                operator = self.peek().text
                self.at += 1
                terms = [node(operator, add(*terms), self.product())]
            else:
                break
        self.depth -= 1
        if len(terms) > 1 and any(term == leaf("…") for term in terms):
            raise Unread("an ellipsis")
        return add(*terms) if len(terms) > 1 else terms[0]

    def product(self) -> Expr:
        made = self.factor()
        while True:
            if self.take("*"):
                made = mul(made, self.factor())
            elif self.take("/"):
                made = div(made, self.factor())
            elif self.sign("×") or self.sign("∘"):
                operator = self.peek().text
                self.at += 1
                right = self.factor()
                numeric = operator == "×" and (value_of(made) is not None or value_of(right) is not None)
                made = mul(made, right) if numeric else node(operator, made, right)
            elif self.sign("%"):
                self.at += 1
                made = node("%", made, self.factor()) if self.starts() else div(made, num(100))
            elif self.peek().kind == "mod" and not self.congruent and self.peek().text in ("mod", "bmod"):
                self.at += 1
                made = node("%", made, self.factor())
            elif self.starts() and not (self.bare_modulus and self.congruent and self.sign("(")):
                if value_of(made) is not None and self.peek().kind == "number":
                    raise Unread("two numerals side by side")
                made = mul(made, self.factor())
            else:
                return made

    def starts(self) -> bool:
        here = self.peek()
        if here.kind in _STARTS:
            return True
        if here.kind != "sign":
            return False
        if here.text in ("|", "‖"):
            return not self.bars and self._bars_ahead() % 2 == 0 and self._bars_ahead() > 0 and not self.bar_ends
        return here.text in _START_SIGNS and not (here.text == "(" and self.peek(1).kind == "mod")

    def _bars_ahead(self) -> int:
        text = self.peek().text
        return sum(1 for token in self.tokens[self.at :] if token.kind == "sign" and token.text == text)

    def factor(self) -> Expr:
        self.deeper()
        made = neg(self.factor()) if self.take("-") else self.postfix(self.primary())
        self.depth -= 1
        return made

    def postfix(self, made: Expr) -> Expr:
        while True:
            here = self.peek()
            if self.sign("^"):
                self.at += 1
                made = self.raised(made)
            elif here.kind == "super":
                self.at += 1
                made = power(made, _script(here.text))
            elif self.sign("!"):
                self.at += 1
                made = node("fact", made)
            else:
                return made

    def raised(self, base: Expr) -> Expr:
        primes = 0
        if self.sign("{") and all(token.text in ("'", "}") for token in self._until_brace()):
            self.at += 1
            while self.take("'"):
                primes += 1
            self.need("}")
        elif self.take("'"):
            primes = 1
        if primes:
            return self.called(_primed(base, primes))
        if base.head in ("ℤ", "ℝ", "ℚ", "ℕ") and (self.take("+") or self._braced("+")):
            return leaf(base.head + "+") if base.head != "ℤ" else leaf("ℕ+")
        if self.sign("∘") or (self.sign("{") and self.peek(1).text == "∘" and self.peek(2).text == "}"):
            self.at += 1 if self.sign("∘") else 3
            return node("degree", base)
        exponent = self.group() if self.sign("{") else self.exponent()
        made = power(base, exponent)
        return self.called(made) if base.head in self.functions and not base.args else made

    def exponent(self) -> Expr:
        if self.take("-"):
            return neg(self.exponent())
        if self.peek().kind == "number":
            self.at += 1
            return num(Fraction(self.tokens[self.at - 1].text))
        made = self.primary()
        while self.sign("^"):
            self.at += 1
            made = self.raised(made)
        return made

    def _until_brace(self) -> list[Token]:
        found = []
        for token in self.tokens[self.at + 1 :]:
            found.append(token)
            if token.text == "}":
                break
        return found if len(found) > 1 else [Token("end", "", -1)]

    def _braced(self, text: str) -> bool:
        if self.sign("{") and self.peek(1).text == text and self.peek(2).text == "}":
            self.at += 3
            return True
        return False

    def group(self) -> Expr:
        """{…} as LaTeX groups."""
        self.need("{")
        bars, self.bars = self.bars, 0
        bare, self.bare_modulus = self.bare_modulus, False
        made = cleared(self.statement())
        self.need("}")
        self.bars, self.bare_modulus = bars, bare
        return made

    def primary(self) -> Expr:
        here = self.peek()
        if here.kind == "number":
            self.at += 1
            return num(Fraction(here.text))
        if here.kind == "name":
            self.at += 1
            return self.called(self.named(leaf(here.text)))
        if here.kind == "set":
            self.at += 1
            return self.object(leaf(here.text))
        if here.kind == "func":
            return self.function()
        if here.kind == "frac":
            self.at += 1
            return div(self.argument(), self.argument())
        if here.kind == "root":
            self.at += 1
            return self.root()
        if here.kind == "binom":
            self.at += 1
            return node("choose", self.argument(), self.argument())
        if here.kind == "sign":
            return self.bracket(here)
        raise Unread(here.text or "the end")

    def argument(self) -> Expr:
        """What a command such as \\frac takes: a group, or one digit or name."""
        if self.sign("{"):
            return self.group()
        here = self.peek()
        if here.kind == "number" and len(here.text) > 1:  # \frac12 is one half
            self.tokens[self.at] = Token("number", here.text[1:], here.start + 1)
            return num(int(here.text[0]))
        return self.primary()

    def root(self) -> Expr:
        index: Expr | None = None
        if self.take("["):
            index = self.sum()
            self.need("]")
        inner = self.argument() if self.sign("{") else self.factor()
        return power(inner, num(Fraction(1, 2)) if index is None else power(index, num(-1)))

    def named(self, name: Expr) -> Expr:
        """Subscripts and primes after a name."""
        while True:
            here = self.peek()
            if self.sign("'"):
                self.at += 1
                name = _primed(name, 1)
            elif here.kind == "sub":
                self.at += 1
                name = _applied(name, _script(here.text))
            elif self.sign("_"):
                self.at += 1
                if self.sign("{"):
                    self.at += 1
                    subscripts = [cleared(item) for item in self.items()] if not self.sign("}") else []
                    self.need("}")
                else:
                    subscripts = [self.argument()]
                name = _applied(name, *subscripts)
            else:
                return name

    def called(self, name: Expr) -> Expr:
        head = name
        while head.head in ("app", "^") and head.args:
            head = head.args[0]
        if head.head.rstrip("'") in self.functions and self.sign("("):
            self.at += 1
            bars, self.bars = self.bars, 0
            arguments = [cleared(item) for item in self.items()]
            self.need(")")
            self.bars = bars
            return _applied(name, *arguments)
        if head.head in self.certain and self.peek().kind in ("number", "name"):
            return _applied(name, self.primary())
        return name

    def object(self, name: Expr) -> Expr:
        """A number system with what is written after it."""
        if self.sign("_"):
            self.at += 1
            braced = self.take("{")
            relation = self.relation()
            made = self.argument() if relation is None and not braced else self.sum()
            if braced:
                self.need("}")
            if relation is not None:
                return Expr("restricted", (name, leaf(relation), made))
            return _applied(name, made)
        if self.sign("["):
            self.at += 1
            inside = [cleared(item) for item in self.items()]
            self.need("]")
            return node("poly", name, *inside)
        return name

    def function(self) -> Expr:
        name = self.peek().text
        self.at += 1
        base: Expr | None = None
        exponent: Expr | None = None
        while self.sign("_") or self.sign("^"):
            if self.take("_"):
                base = self.argument()
            else:
                self.at += 1
                exponent = self.group() if self.sign("{") else self.exponent()
        if self.sign("(") or (name in ("max", "min", "sup", "inf", "gcd", "lcm") and self.sign("\\{")):
            closer = _CLOSERS[self.peek().text]
            self.at += 1
            bars, self.bars = self.bars, 0
            arguments = [cleared(item) for item in self.items()]
            self.need(closer)
            self.bars = bars
        else:
            arguments = [self.function_argument()]
        if base is not None:
            if name != "log":
                raise Unread(f"{name} with a subscript")
            arguments.insert(0, base)
            name = "logb"
        made = node(name, *arguments)
        return power(made, exponent) if exponent is not None else made

    def function_argument(self) -> Expr:
        made = self.factor()
        while self.starts() and self.peek().kind != "func" and not self.sign("("):
            made = mul(made, self.factor())
        return made

    def bracket(self, here: Token) -> Expr:
        text = here.text
        self.deeper()
        try:
            if text in _BIG:
                return self.big(text)
            if text in ("π", "∞", "∅", "…"):
                self.at += 1
                return leaf(text)
            if text == "√":
                self.at += 1
                return power(self.factor(), num(Fraction(1, 2)))
            if text in ("|", "‖"):
                return self.bars_of(text)
            if text in _CLOSERS:
                return self.enclosed(text)
        finally:
            self.depth -= 1
        raise Unread(text)

    def bars_of(self, text: str) -> Expr:
        self.at += 1
        self.bars += 1
        inside = self.sum()
        self.need(text)
        self.bars -= 1
        return node("abs", inside)

    def enclosed(self, opener: str) -> Expr:
        saved = self.bars, self.bar_ends, self.bare_modulus
        self.bars, self.bar_ends, self.bare_modulus = 0, opener == "\\{", False
        self.at += 1
        try:
            if opener in ("\\{",) and self.take("\\}"):
                return leaf("∅")
            found = self.items()
            if opener == "\\{" and (self.take("|") or self.take(":")):
                self.bar_ends = False
                conditions = [cleared(item) for item in shared(self.items())]
                self.need("\\}")
                return _set_builder(found, conditions)
            closer = _CLOSERS[opener]
            if opener in ("(", "[") and len(found) == 2 and (self.sign(")") or self.sign("]")):
                closer = self.peek().text
            self.need(closer)
        finally:
            self.bars, self.bar_ends, self.bare_modulus = saved
        return _enclosed(opener, closer, [cleared(item) for item in shared(found)])

    def big(self, text: str) -> Expr:
        self.at += 1
        low: Expr | None = None
        high: Expr | None = None
        variable: Expr | None = None
        while self.sign("_") or self.sign("^"):
            if self.take("_"):
                inside = self.group_items()
                if len(inside) != 1:
                    raise Unread("several indices")
                variable, low = _index(inside[0])
            else:
                self.at += 1
                high = self.group() if self.sign("{") else self.exponent()
        if variable is None or low is None:
            raise Unread("a sum without bounds")
        if high is None and low.head not in ("∈",):
            raise Unread("a sum without an upper bound")
        body = self.product()
        bounds = (low, high) if high is not None else (low.args[0], leaf("…"))
        return Expr(text, (variable, *bounds, body))

    def group_items(self) -> list[Expr]:
        if not self.sign("{"):
            return [self.argument()]
        self.at += 1
        found = self.items()
        self.need("}")
        return found


def _script(text: str) -> Expr:
    sign = -1 if text.startswith("-") else 1
    digits = text.lstrip("+-")
    return num(sign * int(digits)) if digits.isdigit() else leaf(digits)


def _applied(name: Expr, *arguments: Expr) -> Expr:
    if name.head == "app":
        return Expr("app", (*name.args, *arguments))
    return Expr("app", (name, *arguments)) if arguments else name


def _primed(base: Expr, count: int) -> Expr:
    if base.head == "app":
        return Expr("app", (_primed(base.args[0], count), *base.args[1:]))
    if base.args:
        raise Unread("a prime after a term")
    return leaf(base.head + "'" * count)


def _set_builder(found: list[Expr], conditions: list[Expr]) -> Expr:
    if len(found) != 1:
        raise Unread("a set of several things")
    first = found[0]
    condition = node("∧", *conditions)
    if first.head == "related" and first.args[1].head == "∈":
        return Expr("setof", (first.args[0], node("∧", cleared(first), *conjuncts(condition))))
    return Expr("setof", (cleared(first), condition))


def _enclosed(opener: str, closer: str, inside: list[Expr]) -> Expr:
    if opener == "⌊":
        return node("floor", *inside)
    if opener == "⌈":
        return node("ceil", *inside)
    if opener == "⟨":
        return node("span", *inside)
    if opener == "\\{":
        return node("set", *inside)
    if opener == "{":
        if len(inside) != 1:
            raise Unread("a list in braces")
        return inside[0]
    if len(inside) == 2 and (opener, closer) != ("(", ")"):
        return node({"[]": "Icc", "[)": "Ico", "(]": "Ioc"}[opener + closer], *inside)
    if len(inside) == 2 and leaf("∞") in (inside[1], neg(inside[0])):
        return node("Ioo", *inside)
    return inside[0] if len(inside) == 1 else Expr("tuple", tuple(inside))


def _index(item: Expr) -> tuple[Expr, Expr]:
    """The variable of a sum and its lower bound, from "k = 1" (or the relation k ∈ S itself)."""
    if item.head == "related" and not item.args[0].args:
        variable, relation, rest, whole = item.args
        if relation.head == "=" and whole.head == "=":
            return variable, rest.args[0]
        if relation.head == "∈":
            return variable, Expr("∈", (rest.args[0],))
    if item.head in ("=",):
        raise Unread("an index")
    raise Unread("a sum without a lower bound")
