"""Terms of Lean as terms of the comparison: casts and namespaces gone, one head for one meaning.

What has no counterpart becomes a head of its own ("fn:Nat.digits"), so that it equals itself and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..formal import ast
from ..formal.ast import Binder, Term
from .claim import UNREAD, implied
from .expr import (
    MAX_SIZE,
    Expr,
    add,
    conjuncts,
    div,
    leaf,
    mul,
    neg,
    negation,
    node,
    num,
    power,
    size,
    sub,
    substituted,
    walk,
)
from .formal_names import FIELDS, FUNCTIONS, NUMBER_SYSTEMS, is_proposition, predicate_name, type_facts, variable

MAX_DEPTH = 50
_INTERVALS = frozenset("Icc Ico Ioc Ioo Ici Ioi Iic Iio".split())
_IDENTITY_SIGNS = frozenset("↑ ⇑ ↥ @ #".split())
_ARITHMETIC: dict[str, Callable[[Expr, Expr], Expr]] = {
    "+": add,
    "-": sub,
    "*": mul,
    "/": div,
    "^": power,
    "•": mul,
}


class Terms:
    """Translates terms. ``bound``: names of variables; ``functions``: those of them that are applied."""

    def __init__(self, bound: frozenset[str], lets: Mapping[str, Expr] | None = None) -> None:
        self.bound = set(bound)
        self.lets = dict(lets or {})
        self.depth = 0

    def read(self, term: Term | None) -> Expr:
        """``term`` as an Expr; UNREAD where it is opaque or too deep."""
        if term is None:
            return UNREAD
        self.depth += 1
        try:
            return UNREAD if self.depth > MAX_DEPTH else self._read(term)
        finally:
            self.depth -= 1

    def _read(self, term: Term) -> Expr:
        match term:
            case ast.Name(text=text):
                return self.name(text)
            case ast.Numeral(value=value):
                return num(value)
            case ast.Ascription(term=ascribed):
                return self.read(ascribed)
            case ast.Apply(function=function, arguments=arguments):
                return self.applied(function, arguments)
            case ast.Projection(of=of, field=field):
                return self.projected(of, field, ())
            case ast.Unary(op=op, operand=operand):
                return self.unary(op, self.read(operand))
            case ast.Binary(op=op, left=left, right=right):
                return self.binary(op, left, right)
            case ast.Congruence(left=left, right=right, modulus=modulus):
                return node("≡", self.read(left), self.read(right), self.read(modulus))
            case ast.Quantifier():
                return self.quantified(term)
            case ast.BigOp():
                return self.big(term)
            case ast.Lambda(binders=binders, body=body):
                names = [leaf(name) for binder in binders for name in binder.names]
                return Expr("λ", (*names, self.inside(binders, body)))
            case ast.Let(name=name, value=value, body=body, pattern=None, binders=()):
                inner, by = self.inside((Binder(names=(name,)),), body), self.read(value)
                uses = sum(1 for here in walk(inner) if here == leaf(name))
                return substituted(inner, name, by) if uses * size(by) + size(inner) < MAX_SIZE else UNREAD
            case ast.Norm(kind=kind, of=of):
                head = {"⌊": "floor", "⌊₊": "floor", "⌈": "ceil", "⌈₊": "ceil"}.get(kind, "abs")
                return node(head, self.read(of))
            case ast.SetBuilder():
                return self.set_builder(term)
            case ast.SetLit(items=items):
                return node("set", *map(self.read, items)) if items else leaf("∅")
            case ast.Tuple(items=items) | ast.Anonymous(items=items):
                return Expr("tuple", tuple(map(self.read, items)))
            case ast.ListLit(items=items):
                return Expr("tuple", tuple(map(self.read, items)))
            case ast.Index(of=of, index=index):
                return Expr("app", (self.read(of), self.read(index)))
            case ast.IfThenElse(condition=condition, yes=yes, no=no):
                return node("ite", self.read(condition), self.read(yes), self.read(no))
            case ast.Sort(kind=kind):
                return leaf(f"const:{kind}")
        return UNREAD

    def name(self, text: str) -> Expr:
        if text in self.lets and text not in self.bound:
            return self.lets[text]
        if text in self.bound:
            return variable(text)
        known = {
            "Real.pi": "π", "π": "π", "True": "⊤", "False": "⊥", "⊤": "⊤", "⊥": "⊥", "∅": "∅", "∞": "∞",
            "Complex.I": "const:I", "_": "?", "sorry": "?",
        }.get(text)  # fmt: skip
        if known is not None:
            return leaf(known)
        if text in NUMBER_SYSTEMS:
            return leaf(NUMBER_SYSTEMS[text])
        return leaf(f"const:{text}")

    def inside(self, binders: tuple[Binder, ...], body: Term) -> Expr:
        """``body`` under more variables."""
        added = {name for binder in binders for name in binder.names} - self.bound
        self.bound |= added
        try:
            return self.read(body)
        finally:
            self.bound -= added

    def applied(self, function: Term, arguments: tuple[Term, ...]) -> Expr:
        if isinstance(function, ast.Projection):
            return self.projected(function.of, function.field, arguments)
        if isinstance(function, ast.Unary) and function.op in _IDENTITY_SIGNS:
            return self.applied(function.operand, arguments)
        if isinstance(function, ast.Apply):
            return self.applied(function.function, (*function.arguments, *arguments))
        args = tuple(self.read(arg) for arg in arguments if not isinstance(arg, ast.NamedArgument))
        if isinstance(function, ast.Name) and function.text not in self.bound:
            return self.known(function.text, args)
        head = self.read(function)
        if head.head == "λ" and len(head.args) == len(args) + 1:
            made = head.args[-1]
            for name, arg in zip(head.args[:-1], args, strict=False):
                made = substituted(made, name.head, arg)
            return made
        if head.head == "app":
            return Expr("app", (*head.args, *args))
        return Expr("app", (head, *args))

    def known(self, name: str, args: tuple[Expr, ...]) -> Expr:
        """A constant of the library applied to ``args``."""
        last = name.rsplit(".", 1)[-1]
        head = FUNCTIONS.get(name) or (FUNCTIONS.get(last) if name.count(".") <= 1 and name not in FUNCTIONS else None)
        if head is not None and (made := self.special(head, args)) is not None:
            return made
        if last == "Fact" and len(args) == 1:
            return args[0]
        if last == "NeZero" and len(args) == 1:
            return node("≠", args[0], num(0))
        if last == "deriv" and args:
            return derivative(args)
        if last == "eval" and len(args) == 2:
            return Expr("app", (args[1], args[0]))
        if last[:1].isupper():
            return Expr(predicate_name(last), args)
        return Expr(f"fn:{name}", args)

    def special(self, head: str, args: tuple[Expr, ...]) -> Expr | None:
        if head == "id":
            return args[0] if len(args) == 1 else None
        if head == "not":
            return negation(args[0]) if len(args) == 1 else None
        if head == "succ":
            return add(args[0], num(1)) if len(args) == 1 else None
        if head == "modeq":
            return node("≡", args[1], args[2], args[0]) if len(args) == 3 else None
        if head == "sqrt":
            return Expr("sqrt", args) if len(args) == 1 else None
        if head == "totient":
            return Expr("app", (leaf("φ"), *args)) if len(args) == 1 else None
        if head == "infinite" and len(args) == 1 and args[0].head == "setof":
            return Expr("∃∞", args[0].args)
        return node(head, *args) if args else None

    def projected(self, of: Term, field: str, arguments: tuple[Term, ...]) -> Expr:
        args = tuple(self.read(arg) for arg in arguments if not isinstance(arg, ast.NamedArgument))
        inner = self.read(of)
        if field == "eval" and len(args) == 1:
            return Expr("app", (inner, args[0]))
        if field.isdigit() or field in ("val", "toFun", "carrier", "coe"):
            return Expr(f"fn:.{field}", (inner, *args)) if field.isdigit() else self.with_args(inner, args)
        head = FIELDS.get(field)
        if head is not None and (made := self.special(head, (inner, *args))) is not None:
            return made
        if field[:1].isupper():
            return Expr(predicate_name(field), (inner, *args))
        return Expr(f"fn:{field}", (inner, *args))

    def with_args(self, inner: Expr, args: tuple[Expr, ...]) -> Expr:
        return Expr("app", (inner, *args)) if args else inner

    def unary(self, op: str, operand: Expr) -> Expr:
        if op == "-":
            return neg(operand)
        if op in ("¬", "not"):
            return negation(operand)
        if op in _IDENTITY_SIGNS:
            return node("abs", operand) if op == "#" else operand
        if op == "√":
            return Expr("sqrt", (operand,))
        if op == "!":
            return node("fact", operand)
        if op == "⁻¹":
            return power(operand, num(-1))
        return Expr(f"fn:{op}", (operand,))

    def binary(self, op: str, left: Term, right: Term) -> Expr:
        if op == "→":
            return implied(self.read(left), self.read(right))
        one, other = self.read(left), self.read(right)
        if op in _ARITHMETIC:
            return _ARITHMETIC[op](one, other)
        if op in ("⊓", "⊔"):
            return node("∩" if op == "⊓" else "∪", one, other)
        if op == "∣" and one == num(2):
            return node("even", other)
        return node(op, one, other)

    def quantified(self, term: ast.Quantifier) -> Expr:
        names, conditions = self.bound_by(term.binders)
        body = self.inside(term.binders, term.body)
        if term.kind == "∀":
            held = node("∧", *conditions) if conditions else None
            inner = implied(held, body) if held is not None else body
            return Expr("∀", (*names, inner)) if names else inner
        if term.kind in ("∃", "∃!"):
            whole = node("∧", *conditions, *conjuncts(body)) if conditions else body
            return Expr(term.kind, (*names, whole)) if names else whole
        return Expr(term.kind, (*names, *conditions, body))

    def bound_by(self, binders: tuple[Binder, ...]) -> tuple[list[Expr], list[Expr]]:
        """The names that binders bring and what they assume of them."""
        names: list[Expr] = []
        conditions: list[Expr] = []
        added: set[str] = set()
        for binder in binders:
            if is_proposition(binder.type, binder.names):
                conditions.append(self.read(binder.type))
                continue
            for name in binder.names:
                if name != "_":
                    names.append(variable(name))
                    if name not in self.bound:
                        added.add(name)
                        self.bound.add(name)
            conditions += self.said_of(binder)
        self.bound -= added
        return names, conditions

    def said_of(self, binder: Binder) -> list[Expr]:
        made: list[Expr] = []
        for name in binder.names:
            one = variable(name)
            made += self.said_by_type(one, binder.type)
            if binder.relation and binder.domain is not None:
                made.append(node(binder.relation, one, self.read(binder.domain)))
        return made

    def said_by_type(self, one: Expr, type_: Term | None) -> list[Expr]:
        """What the type of ``one`` says of it: a number system; the condition of a subtype; an interval."""
        if isinstance(type_, ast.SetBuilder) and type_.kind == "//" and type_.condition is not None:
            held = conjuncts(self.inside(type_.binders, type_.condition))
            return [
                substituted(fact, name, one)
                for inner in type_.binders[:1]
                for name in inner.names[:1]
                for fact in (*self.said_by_type(one, inner.type), *held)
            ]
        if isinstance(type_, ast.Apply) and isinstance(type_.function, ast.Name):
            interval = self.read(type_)
            return [node("∈", one, interval)] if interval.head in _INTERVALS else []
        return type_facts(one, type_)

    def big(self, term: ast.BigOp) -> Expr:
        if term.condition is not None or len(term.binders) != 1 or len(term.binders[0].names) != 1:
            return Expr(f"fn:{term.kind}", (self.inside(term.binders, term.body),))
        binder = term.binders[0]
        name = variable(binder.names[0])
        body = self.inside(term.binders, term.body)
        domain = self.read(binder.domain) if binder.domain is not None else type_domain(self, binder.type)
        low, high = bounds(domain)
        return Expr(term.kind, (name, low, high, body))

    def set_builder(self, term: ast.SetBuilder) -> Expr:
        names, conditions = self.bound_by(term.binders)
        if term.image is not None:
            return Expr("image", (*names, self.inside(term.binders, term.image), *conditions))
        assert term.condition is not None
        body = self.inside(term.binders, term.condition)
        whole = node("∧", *conditions, *conjuncts(body))
        return Expr("setof", (*names, whole)) if len(names) == 1 else Expr("setof:", (*names, whole))


def derivative(args: tuple[Expr, ...]) -> Expr:
    """deriv f x is f'(x)."""
    function, rest = args[0], args[1:]
    if function.args or function.head.startswith("const:"):
        return Expr("fn:deriv", args)
    primed = leaf(function.head + "'")
    return Expr("app", (primed, *rest)) if rest else primed


def type_domain(terms: Terms, type_: Term | None) -> Expr:
    """Fin n as the numbers below n; any other type as a domain without ends."""
    if isinstance(type_, ast.Apply) and isinstance(type_.function, ast.Name) and type_.function.text == "Fin":
        return node("range", terms.read(type_.arguments[0]))
    return leaf("…")


def bounds(domain: Expr) -> tuple[Expr, Expr]:
    """The first and the last of a domain of whole numbers; (domain, …) for any other."""
    if domain.head == "range" and len(domain.args) == 1:
        return num(0), sub(domain.args[0], num(1))
    if domain.head in ("Icc", "Ico", "Ioc", "Ioo") and len(domain.args) == 2:
        low, high = domain.args
        if domain.head[1] == "o":
            low = add(low, num(1))
        if domain.head[2] == "o":
            high = sub(high, num(1))
        return low, high
    return domain, leaf("…")
