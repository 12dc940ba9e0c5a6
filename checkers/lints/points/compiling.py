"""Nodes to closures: a function from an environment (the values of the slots) to a value or a truth.

The same nodes are compiled under Lean's meaning and under the textbook's (``book``). Propositions give a truth and
never raise; terms give a value or raise Unknown or Undefined. Only OutOfBudget passes through everything.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, TypeAlias

from ..meaning import predicates
from ..meaning.nodes import (
    Ap,
    Big,
    Bind,
    Call,
    Collection,
    Constant,
    Hidden,
    If,
    Lam,
    Local,
    Node,
    Number,
    Op,
    Pair,
    Part,
    Quant,
    Recursion,
    SetOf,
    size,
)
from ..meaning.types import (
    NAT,
    PROP,
    Abstract,
    FinsetType,
    FinType,
    Function,
    Ground,
    Hole,
    ListType,
    ModelType,
    SetType,
    Type,
    ZModType,
    base,
    whole,
)
from ..values import members, operations
from ..values.members import Members
from ..values.operations import Note
from ..values.outcomes import UNDEFINED, Mark, Meter, Truth, Undefined, Unknown
from .computing import arithmetic, coercion, congruent, modulus_of, of_two, reduced
from .domains import Domains
from .logic import LOGIC
from .recursion import Parts, Sequence

Env: TypeAlias = list[Any]
Closure: TypeAlias = Callable[[Env], Any]


class Unset:
    """The value of a slot that has none yet."""

    def __repr__(self) -> str:
        return "UNSET"


UNSET = Unset()


class Compiler:
    """Compiles under one meaning. ``meter`` counts the steps that quantifiers, sums and functions take."""

    def __init__(self, meter: Meter, *, book: bool, domains: Domains) -> None:
        self.meter = meter
        self.book = book
        self.domains = domains

    def __call__(self, node: Node) -> Closure:
        """The closure of a node."""
        return RULES[type(node)](self, node)

    def truth(self, node: Node) -> Callable[[Env], Truth]:
        """The closure of a proposition."""
        return self(node)

    def note(self, node: Op | Call) -> Note:
        """What to call where the meanings part at ``node``."""
        meter, cause, start, end = self.meter, node.cause, node.start, node.end

        def note(what: str, id: str = cause) -> None:
            meter.mark(Mark(id=id, what=what, start=start, end=end))

        return note


def proposition(compute: Closure) -> Callable[[Env], Truth]:
    """A closure that catches what its terms raise."""

    def run(env: Env) -> Truth:
        try:
            found: Truth = compute(env)
            return found
        except Unknown:
            return None
        except Undefined:
            return UNDEFINED

    return run


def decided(truth: Truth) -> bool:
    """A truth as a value inside a term."""
    if truth is None:
        raise Unknown("an undecided condition")
    if truth is UNDEFINED:
        raise Undefined("a condition without meaning")
    return bool(truth)


def _local(compiler: Compiler, node: Local) -> Closure:
    slot = node.slot

    def run(env: Env) -> Any:
        value = env[slot]
        if value is UNSET:
            raise Unknown("a variable that is not modelled")
        return value

    return proposition(run) if node.type == PROP else run


def _number(compiler: Compiler, node: Number) -> Closure:
    value: Any = node.value.numerator if node.value.denominator == 1 else node.value
    kind = base(node.type)
    if isinstance(kind, FinType | ZModType):
        modulus = modulus_of(compiler, kind)
        note = compiler.note(
            Op(op="numeral", args=(), type=kind, cause="fin-wraparound", start=node.start, end=node.end)
        )
        wraps = isinstance(kind, FinType)
        return lambda env: reduced(value, modulus(env), note if compiler.book and wraps else None)
    if isinstance(kind, ModelType):
        structure = kind.structure
        return lambda env: structure.numeral(value)
    if whole(kind) and not isinstance(value, int):
        raise_ = Unknown("a decimal of a type of integers")

        def fail(env: Env) -> Any:
            raise raise_

        return fail
    return lambda env: value


def _constant(compiler: Compiler, node: Constant) -> Closure:
    value = node.value
    return lambda env: value


def _hidden(compiler: Compiler, node: Hidden) -> Closure:
    return lambda env: None


def _op(compiler: Compiler, node: Op) -> Closure:
    logical = LOGIC.get(node.op)
    if logical is not None:
        return logical(compiler, node)
    parts = [compiler(part) for part in node.args]
    if node.op == "cast":
        return coercion(compiler, node, parts[0])
    if node.op == "decide":
        return lambda env: decided(parts[0](env))
    if node.op in operations.RING or node.op in ("-", "/", "%", "⁻¹"):
        return arithmetic(compiler, node, parts)
    if node.op in SETS:
        return of_two(SETS[node.op], parts) if node.type != PROP else proposition(of_two(SETS[node.op], parts))
    if node.op in INTERVALS:
        return _interval(node, parts)
    kind = base(node.args[0].type)
    if node.op in ("=", "≠") and isinstance(kind, ZModType):
        return proposition(congruent(compiler, node, kind, parts))
    found = _typed(compiler, node)
    plain = (lambda env: found(parts[0](env))) if len(parts) == 1 else of_two(found, parts)
    return proposition(plain) if node.type == PROP else plain


def _equal(compiler: Compiler, kind: Type) -> Callable[[Any, Any], Any]:
    if isinstance(kind, SetType | FinsetType):
        return members.same
    if isinstance(kind, Function):
        return _same_function
    if isinstance(kind, Abstract):
        return _never
    return operator.eq


def _same_function(left: Any, right: Any) -> bool:
    if left is right:
        return True
    raise Unknown("whether two functions are equal")


def _typed(compiler: Compiler, node: Op) -> Callable[..., Any]:
    """The function of an operation that is chosen by the type of its first argument."""
    kind = base(node.args[0].type)
    if node.op in ("=", "≠"):
        equal = _equal(compiler, kind)
        return equal if node.op == "=" else lambda left, right: not equal(left, right)
    if node.op == "∈":
        return lambda item, collection: decided(members.contains(collection, item))
    ordered = isinstance(kind, Ground | FinType | Hole) and kind != PROP
    if node.op in ("<", "≤"):
        return (operator.lt if node.op == "<" else operator.le) if ordered else _never
    if node.op == "∣":
        return _divides(compiler, node, kind)
    return predicates.chosen(node.op, kind)


def _never(*values: Any) -> Any:
    raise Unknown("an order that is not modelled")


def _divides(compiler: Compiler, node: Op, kind: Type) -> Callable[[Any, Any], Any]:
    if kind == NAT or (isinstance(kind, Ground) and whole(kind)) or isinstance(kind, Hole):
        if compiler.book:
            note = compiler.note(node)
            return lambda left, right: operations.book_divides(note, left, right)
        return operations.divides
    if isinstance(kind, Ground):  # a field: 0 divides only 0
        return lambda left, right: not operations.zero(left) or operations.zero(right)
    return _never


SETS: dict[str, Callable[[Any, Any], Any]] = {
    "∪": members.either,
    "∩": members.both,
    "\\": members.without,
    "⊆": members.subset,
    "⊂": lambda left, right: members.subset(left, right) and not members.same(left, right),
}
INTERVALS = {"Icc": (True, True), "Ico": (True, False), "Ioc": (False, True), "Ioo": (False, False)}


def _interval(node: Op, parts: list[Closure]) -> Closure:
    left_end, right_end = INTERVALS[node.op]
    kind = node.type
    integers = whole(kind.of) if isinstance(kind, SetType | FinsetType) else False
    low, high = parts

    def run(env: Env) -> Any:
        a, b = low(env), high(env)

        def inside(item: Any) -> Truth:
            return bool(a <= item if left_end else a < item) and bool(item <= b if right_end else item < b)

        if not integers or not isinstance(a, int) or not isinstance(b, int):
            return Members(inside)
        return Members(inside, low=a if left_end else a + 1, high=b if right_end else b - 1)

    return run


def _set_of(compiler: Compiler, node: SetOf) -> Closure:
    condition, slot, cost, meter = compiler.truth(node.condition), node.slot, size(node.condition), compiler.meter
    over = None if node.over is None else compiler(node.over)
    domain = compiler.domains.of(compiler, node.domain, slot, node.condition, "∃")

    def run(env: Env) -> Any:
        inside = env.copy()

        def contains(item: Any) -> Truth:
            meter.spend(cost)
            inside[slot] = item
            return condition(inside)

        if over is not None:
            return frozenset(item for item in members.elements(over(env)) if decided(contains(item)))
        values, complete = domain(inside)
        if complete and len(values) <= members.MAX_ELEMENTS:
            truths = {item: contains(item) for item in values}
            if all(isinstance(truth, bool) for truth in truths.values()):
                return frozenset(item for item, truth in truths.items() if truth)
        return Members(contains)

    return run


def _collection(compiler: Compiler, node: Collection) -> Closure:
    parts = [compiler(item) for item in node.items]
    if isinstance(node.type, ListType):
        return lambda env: tuple(part(env) for part in parts)
    return lambda env: frozenset(part(env) for part in parts)


def _quant(compiler: Compiler, node: Quant) -> Closure:
    from .quantifying import quantified

    return quantified(compiler, node)


def _call(compiler: Compiler, node: Call) -> Closure:
    parts = [compiler(part) for part in node.args]
    compute = node.lean
    if compiler.book and node.book is not None:
        note, inner = compiler.note(node), node.book
        compute = lambda *values: inner(note, *values)  # noqa: E731
    run: Closure
    if len(parts) == 1:
        only = parts[0]
        run = lambda env: compute(only(env))  # noqa: E731
    elif len(parts) == 2:
        run = of_two(compute, parts)
    else:
        run = lambda env: compute(*[part(env) for part in parts])  # noqa: E731
    return proposition(run) if node.type == PROP else run


def _ap(compiler: Compiler, node: Ap) -> Closure:
    function, argument = compiler(node.function), compiler(node.argument)
    check = predicates.admits(base(node.argument.type)) if compiler.book else None

    def run(env: Env) -> Any:
        value = argument(env)
        if check is not None and not check(value):
            raise Undefined("a function outside of its domain")
        return function(env)(value)

    return proposition(run) if base(node.type) == PROP else run


def _lam(compiler: Compiler, node: Lam) -> Closure:
    slot, body, cost, meter = node.slot, compiler(node.body), size(node.body), compiler.meter
    is_predicate = base(node.body.type) == PROP

    def run(env: Env) -> Any:
        captured = env.copy()

        def call(value: Any) -> Any:
            meter.spend(cost)
            inside = captured.copy()
            inside[slot] = value
            return decided(body(inside)) if is_predicate else body(inside)

        return call

    return run


def _big(compiler: Compiler, node: Big) -> Closure:
    body, slot, meter = compiler(node.body), node.slot, compiler.meter
    cost = size(node.body)
    over = None if node.over is None else compiler(node.over)
    condition = None if node.condition is None else compiler.truth(node.condition)
    domain = compiler.domains.of(compiler, node.domain, slot, None, "∃")
    kind = base(node.type)
    modulus = modulus_of(compiler, kind) if isinstance(kind, FinType | ZModType) else None
    add = operator.add if node.kind == "∑" else operator.mul

    def run(env: Env) -> Any:
        if over is not None:
            values: Any = members.elements(over(env))
        else:
            values, complete = domain(env)
            if not complete:
                raise Unknown("a sum over infinitely many")
        total: Any = 0 if node.kind == "∑" else 1
        before = env[slot]
        try:
            for value in values:
                meter.spend(cost)
                env[slot] = value
                if condition is not None and not decided(condition(env)):
                    continue
                total = add(total, body(env))
        finally:
            env[slot] = before
        return total % modulus(env) if modulus is not None and modulus(env) else total

    return run


def _if(compiler: Compiler, node: If) -> Closure:
    condition, yes, no = compiler.truth(node.condition), compiler(node.yes), compiler(node.no)
    if base(node.type) == PROP:

        def choose(env: Env) -> Truth:
            truth = condition(env)
            if truth is True or truth is False:
                chosen: Truth = yes(env) if truth else no(env)
                return chosen
            return truth

        return choose
    return lambda env: yes(env) if decided(condition(env)) else no(env)


def _bind(compiler: Compiler, node: Bind) -> Closure:
    value, body, slot = compiler(node.value), compiler(node.body), node.slot

    def run(env: Env) -> Any:
        env[slot] = value(env)
        return body(env)

    return proposition(run) if base(node.type) == PROP else run


def _pair(compiler: Compiler, node: Pair) -> Closure:
    left, right = compiler(node.left), compiler(node.right)
    return lambda env: (left(env), right(env))


def _part(compiler: Compiler, node: Part) -> Closure:
    whole_, index = compiler(node.of), node.index

    def run(env: Env) -> Any:
        found = whole_(env)
        if not isinstance(found, tuple):
            raise Unknown("a part of something that is no pair")
        return found[index]

    return proposition(run) if base(node.type) == PROP else run


def _recursion(compiler: Compiler, node: Recursion) -> Closure:
    parts = Parts(
        compiler(node.step),
        [compiler.truth(guard) for guard in node.guards],
        [(compiler(index), compiler(value)) for index, value in node.firsts],
        size(node.step),
    )
    return lambda env: Sequence(node, env, parts, compiler.meter)


RULES: dict[type, Callable[[Compiler, Any], Closure]] = {
    Local: _local,
    Number: _number,
    Constant: _constant,
    Hidden: _hidden,
    Op: _op,
    Call: _call,
    Ap: _ap,
    Lam: _lam,
    Quant: _quant,
    Big: _big,
    SetOf: _set_of,
    If: _if,
    Bind: _bind,
    Pair: _pair,
    Part: _part,
    Collection: _collection,
    Recursion: _recursion,
}
