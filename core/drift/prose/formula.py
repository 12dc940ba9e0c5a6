"""Formulas of the prose as terms: what is read is read exactly, anything else raises ``Unread``.

Not an evaluator's grammar (that is ``core.claims``): membership, functions, sets, congruences and lists of things are
read too, numbers need no value, and names stay names.
"""

from __future__ import annotations

from fractions import Fraction

from ..expr import Expr, add, conjuncts, div, leaf, mul, neg, node, num, power, value_of
from .lexer import Token, Unread, tokens

MAX_DEPTH = 40
_DEFAULT_FUNCTIONS = frozenset("f g h φ ψ".split())
_CLOSERS = {"(": ")", "[": "]", "\\{": "\\}", "⌊": "⌋", "⌈": "⌉", "⟨": "⟩", "{": "}"}
_STARTS = frozenset(("number", "name", "set", "func", "frac", "root", "binom"))
_START_SIGNS = frozenset("( [ { \\{ ⟨ ⌊ ⌈ √ π ∞ ∅ ∑ ∏ ⋃ ⋂ …".split())
_NEGATED = {"=": "≠", "∈": "∉", "≡": "≢", "∣": "∤", "⊆": "⊈", "<": "≥", ">": "≤", "≤": ">", "≥": "<"}
_BIG = frozenset("∑ ∏ ⋃ ⋂".split())


def read_formula(
    text: str,
    functions: frozenset[str] = frozenset(),
    scalars: frozenset[str] = frozenset(),
    words: frozenset[str] = frozenset(),
) -> tuple[Expr, ...]:
    """The items of a formula: relations (a chain is a conjunction), declarations f : A → B, or bare terms.

    ``functions`` and ``scalars``: names that are, and that are not, applied by a bracket after them; ``words``: names
    of several letters. A name or terms before a relation share it: "a, b ∈ G" gives a ∈ G and b ∈ G. Raises Unread.
    """
    found = tokens(text, words)
    while found and found[-1].kind == "sign" and found[-1].text in (",", ".", ";", ":"):
        found.pop()
    parser = _Parser(found, (functions | _DEFAULT_FUNCTIONS) - scalars, functions - scalars)
    items = parser.items()
    parser.expect_end()
    return _shared(items)


def _shared(items: list[Expr]) -> tuple[Expr, ...]:
    """Bare terms before a relation have its relation too."""
    made: list[Expr] = []
    waiting: list[Expr] = []
    for item in items:
        first = _subject(item)
        if first is None:
            waiting.append(item)
            continue
        subject, rebuild = first
        if waiting and _nameable(subject) and all(_nameable(term) for term in waiting):
            made.extend(rebuild(term) for term in waiting)
        else:
            made.extend(waiting)
        waiting = []
        made.append(item)
    return (*made, *waiting)


def _nameable(term: Expr) -> bool:
    return not term.args or term.head == "app" or term.head == "…"


class _Rebuild:
    """The first relation of ``item`` with another left side."""

    def __init__(self, relation: str, rest: tuple[Expr, ...]) -> None:
        self.relation = relation
        self.rest = rest

    def __call__(self, term: Expr) -> Expr:
        return node(self.relation, term, *self.rest)


def _subject(item: Expr) -> tuple[Expr, _Rebuild] | None:
    if item.head == "related":  # (subject, relation as written, rest): only inside this module
        return item.args[0], _Rebuild(item.args[1].head, item.args[2].args)
    if item.head == "fun":
        return item.args[0], _Rebuild("fun", item.args[1:])
    return None


def cleared(item: Expr) -> Expr:
    """An item without the note on how it was written."""
    return item.args[3] if item.head == "related" else item


class _Parser:
    def __init__(self, found: list[Token], functions: frozenset[str], certain: frozenset[str]) -> None:
        self.certain = certain
        self.tokens = found
        self.at = 0
        self.depth = 0
        self.functions = functions
        self.bars = 0
        self.bar_ends = False
        self.congruent = False
        self.bare_modulus = False

    # --- looking at tokens
    def peek(self, ahead: int = 0) -> Token:
        index = self.at + ahead
        return self.tokens[index] if index < len(self.tokens) else Token("end", "", -1)

    def sign(self, text: str) -> bool:
        here = self.peek()
        return here.kind == "sign" and here.text == text

    def take(self, text: str) -> bool:
        if self.sign(text):
            self.at += 1
            return True
        return False

    def need(self, text: str) -> None:
        if not self.take(text):
            raise Unread(f"{text} expected, {self.peek().text or 'the end'} found")

    def expect_end(self) -> None:
        if self.peek().kind != "end":
            raise Unread(self.peek().text)

    # --- statements
    def items(self) -> list[Expr]:
        """What stands between commas, semicolons and "and", at this level of brackets."""
        found: list[Expr] = []
        while True:
            item = self.statement()
            if self.take(":"):
                item = self.declaration(item)
            found.append(item)
            separated = False
            while self.sign(",") or self.sign(";") or (self.peek().kind == "word" and self.peek().text == "and"):
                self.at += 1
                separated = True
            if not separated or self.peek().kind == "end":
                return found
            if len(found) > 60:
                raise Unread("a long list")

    def declaration(self, name: Expr) -> Expr:
        domain = self.sum()
        self.need("→")
        return Expr("fun", (name, _as_set(domain), _as_set(self.sum())))

    def statement(self) -> Expr:
        left = self.implication()
        while self.take("⇔"):
            left = node("↔", _plain(left), _plain(self.implication()))
        return left

    def implication(self) -> Expr:
        left = self.disjunction()
        if self.take("⇒"):
            return node("→", _plain(left), _plain(self.implication()))
        return left

    def disjunction(self) -> Expr:
        left = self.conjunction()
        while self.sign("∨") or (self.peek().kind == "word" and self.peek().text == "or"):
            self.at += 1
            left = node("∨", _plain(left), _plain(self.conjunction()))
        return left

    def conjunction(self) -> Expr:
        left = self.unit()
        while self.take("∧"):
            left = node("∧", _plain(left), _plain(self.unit()))
        return left

    def unit(self) -> Expr:
        self.deeper()
        try:
            if self.take("¬"):
                return node("¬", _plain(self.unit()))
            if self.sign("∀") or self.sign("∃"):
                return self.quantifier()
            return self.chain()
        finally:
            self.depth -= 1

    def quantifier(self) -> Expr:
        kind = self.peek().text
        self.at += 1
        if kind == "∃" and self.take("!"):
            kind = "∃!"
        bound = [self.chain()]
        while self.take(","):
            if self.peek().kind not in ("name",) or self.peek(1).text not in (",", "∈", ":", "|"):
                bound.append(Expr("", ()))
                break
            bound.append(self.chain())
        if bound[-1].head == "" and not bound[-1].args:
            bound.pop()
        elif not (self.take(":") or self.take("|")):
            raise Unread("a quantifier without a body")
        body = _plain(self.statement())
        parts = _shared(bound)
        variables = tuple(dict.fromkeys(_bound_name(part) for part in parts))
        conditions = [cleared(part) for part in parts if part.args]
        if conditions:
            joined = node("∧", *conditions)
            body = node("→", joined, body) if kind == "∀" else node("∧", *conjuncts(joined), *conjuncts(body))
        return Expr(kind, (*variables, body))

    # --- relations
    def chain(self) -> Expr:
        saved, saved_congruent = self.at, self.congruent
        self.congruent = False
        try:
            made = self.linked()
        finally:
            self.congruent = saved_congruent
        if made is None:  # no modulus was found for a congruence: the last bracket is it
            self.at = saved
            self.bare_modulus, self.congruent = True, False
            try:
                made = self.linked()
            finally:
                self.bare_modulus, self.congruent = False, saved_congruent
            if made is None:
                raise Unread("a congruence without a modulus")
        return made

    def linked(self) -> Expr | None:
        members = [self.sum()]
        relations: list[str] = []
        while (relation := self.relation()) is not None:
            if relation in ("≡", "≢"):
                self.congruent = True
            relations.append(relation)
            members.append(self.sum())
        if not relations:
            return members[0]
        modulus: Expr | None = None
        if self.congruent:
            modulus = self.modulus()
            if modulus is None:
                return None
        atoms = [
            _related(name, left, right, modulus)
            for name, left, right in zip(relations, members, members[1:], strict=False)
        ]
        right = (members[1],) if modulus is None or relations[0] not in ("≡", "≢") else (members[1], modulus)
        whole = node("∧", *atoms)
        return Expr("related", (members[0], leaf(relations[0]), Expr("rest", right), whole))

    def relation(self) -> str | None:
        here = self.peek()
        if here.kind == "not" and self.peek(1).kind == "rel" and self.peek(1).text in _NEGATED:
            self.at += 2
            return _NEGATED[self.tokens[self.at - 1].text]
        if here.kind == "not" and self.peek(1).text == "|":
            self.at += 2
            return "∤"
        if here.kind == "rel":
            self.at += 1
            return here.text
        if here.text == "|" and here.kind == "sign" and not self.bars and not self.bar_ends:
            self.at += 1
            return "∣"
        if here.text == "→" and here.kind == "sign":
            self.at += 1
            return "tends"
        return None

    def modulus(self) -> Expr | None:
        """(mod m), \\pmod{m}, mod m, or a bracket alone."""
        opened = self.sign("(") and (self.peek(1).kind == "mod" or self.bare_modulus)
        if self.take(",") and not (self.peek().kind == "mod" or (self.sign("(") and self.peek(1).kind == "mod")):
            self.at -= 1
        opened = opened or (self.sign("(") and self.peek(1).kind == "mod")
        if opened:
            self.at += 1
        found = self.peek().kind == "mod"
        if found:
            self.at += 1
        elif not opened:
            return None
        bare, self.bare_modulus, congruent, self.congruent = self.bare_modulus, False, self.congruent, False
        made = self.group() if self.sign("{") else self.sum()
        self.bare_modulus, self.congruent = bare, congruent
        if opened:
            self.need(")")
        return made

    # --- terms
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
        made = _plain(self.statement())
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
                    subscripts = [_plain(item) for item in self.items()] if not self.sign("}") else []
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
            arguments = [_plain(item) for item in self.items()]
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
            inside = [_plain(item) for item in self.items()]
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
            arguments = [_plain(item) for item in self.items()]
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
                conditions = [cleared(item) for item in _shared(self.items())]
                self.need("\\}")
                return _set_builder(found, conditions)
            closer = _CLOSERS[opener]
            if opener in ("(", "[") and len(found) == 2 and (self.sign(")") or self.sign("]")):
                closer = self.peek().text
            self.need(closer)
        finally:
            self.bars, self.bar_ends, self.bare_modulus = saved
        return _enclosed(opener, closer, [_plain(item) for item in _shared(found)])

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

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise Unread("deep nesting")


def _script(text: str) -> Expr:
    sign = -1 if text.startswith("-") else 1
    digits = text.lstrip("+-")
    return num(sign * int(digits)) if digits.isdigit() else leaf(digits)


def _plain(item: Expr) -> Expr:
    return cleared(item)


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


def _as_set(term: Expr) -> Expr:
    return Expr("Ioo", term.args) if term.head == "tuple" and len(term.args) == 2 else term


def _related(name: str, left: Expr, right: Expr, modulus: Expr | None) -> Expr:
    if name in ("≡", "≢") and modulus is not None:
        return node(name, left, right, modulus)
    if name in ("∈", "∉", "⊆", "⊂"):
        right = _as_set(right)
    if name in ("=", "≠"):
        if left.head == "tuple" and len(left.args) == 2 and right.head != "tuple":
            left = node("gcd", *left.args)
        elif right.head == "tuple" and len(right.args) == 2 and left.head != "tuple":
            right = node("gcd", *right.args)
    return node(name, left, right)


def _bound_name(part: Expr) -> Expr:
    name = part.args[0] if part.head == "related" else part
    if name.args:
        raise Unread("a quantifier over a term")
    return name


def _set_builder(found: list[Expr], conditions: list[Expr]) -> Expr:
    if len(found) != 1:
        raise Unread("a set of several things")
    first = found[0]
    condition = node("∧", *conditions)
    if first.head == "related" and first.args[1].head == "∈":
        return Expr("setof", (first.args[0], node("∧", cleared(first), *conjuncts(condition))))
    return Expr("setof", (_plain(first), condition))


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
