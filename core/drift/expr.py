"""One small term language for what the prose writes and what Lean writes, in a form in which equal means equal.

A formula of the text and a term of a statement are both brought here: inequalities point one way, casts are gone,
differences are sums, quotients are powers, numerals are exact, "even" is divisibility by two. Factors keep their order
until ``commuted`` sorts them, since groups and matrices do not commute.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

MAX_SIZE = 600
"""Terms are not made larger than this by putting one into another."""

ORDERED = frozenset(("<", "≤"))
NEGATIVE = {"=": "≠", "∣": "∤", "∈": "∉", "≡": "≢", "even": "odd", "⊆": "⊈"}
_POSITIVE = {negative: positive for positive, negative in NEGATIVE.items()}
_FLIPPED = {">": "<", "≥": "≤", "⊇": "⊆", "⊃": "⊂", "∋": "∈"}
_SYMMETRIC = frozenset(("=", "≠", "↔", "gcd", "lcm", "max", "min", "coprime", "∧", "∨", "∪", "∩", "list", "set"))
RELATIONS = frozenset(("=", "≠", "<", "≤", "∣", "∤", "≡", "≢", "∈", "∉", "⊆", "⊂", "⊈", "≅", "→0"))
BINDING = frozenset(("∀", "∃", "∃!", "∑", "∏", "⋃", "⋂", "setof", "λ", "∃∞"))
_LONGEST_FOLDED = 10**12


class Expr(NamedTuple):
    """A head and its arguments. Leaves: a name (x), a numeral (#3, #1/2), a known object (π, ℝ, ∞)."""

    head: str
    args: tuple[Expr, ...] = ()


def leaf(name: str) -> Expr:
    """A name."""
    return Expr(name)


def num(value: Fraction | int) -> Expr:
    """A numeral."""
    return Expr(f"#{Fraction(value)}")


def value_of(expr: Expr) -> Fraction | None:
    """The value of a numeral, None for anything else."""
    return Fraction(expr.head[1:]) if expr.head.startswith("#") and len(expr.head) > 1 and not expr.args else None


ZERO, ONE, TWO = num(0), num(1), num(2)


def node(head: str, *args: Expr) -> Expr:
    """``head`` of ``args``; arguments of symmetric heads are sorted, flat heads are flattened."""
    if head in _FLIPPED:
        head, args = _FLIPPED[head], args[::-1]
    if head in ("∧", "∨"):
        args = tuple(inner for arg in args for inner in (arg.args if arg.head == head else (arg,)))
        args = tuple(dict.fromkeys(args))
        if len(args) == 1:
            return args[0]
    if head in ("≡", "≢") and len(args) == 3:
        return _congruence(head, *args)
    if head == "even":
        return Expr("∣", (TWO, args[0]))
    if head == "exp" and len(args) == 1:
        return power(leaf("e"), args[0])
    special = _remainder(head, *args) or _coprime(head, *args) if head in ("=", "≠") and len(args) == 2 else None
    if special is not None:
        return special
    return Expr(head, tuple(sorted(args)) if head in _SYMMETRIC else args)


def _congruence(head: str, left: Expr, right: Expr, modulus: Expr) -> Expr:
    left, right = _representative(left, modulus), _representative(right, modulus)
    if ZERO in (left, right):
        return Expr("∣" if head == "≡" else "∤", (modulus, left if right == ZERO else right))
    if modulus == TWO and ONE in (left, right):
        other = left if right == ONE else right
        return Expr("odd", (other,)) if head == "≡" else Expr("∣", (TWO, other))
    return Expr(head, (*sorted((left, right)), modulus))


def _representative(side: Expr, modulus: Expr) -> Expr:
    """A numeral as the least that is congruent to it: -1 and 3 are the same modulo 4."""
    value, by = value_of(side), value_of(modulus)
    if value is None or by is None or value.denominator != 1 or by.denominator != 1 or by <= 0:
        return side
    return num(value % by)


def _remainder(head: str, left: Expr, right: Expr) -> Expr | None:
    """a % m = r for a numeral r is a congruence."""
    for side, other in ((left, right), (right, left)):
        if side.head == "%" and value_of(other) is not None:
            return _congruence("≡" if head == "=" else "≢", side.args[0], other, side.args[1])
    return None


def _coprime(head: str, left: Expr, right: Expr) -> Expr | None:
    """gcd(a, b) = 1 says that they are coprime."""
    for side, other in ((left, right), (right, left)):
        if side.head == "gcd" and len(side.args) == 2 and other == ONE:
            made = node("coprime", *side.args)
            return made if head == "=" else Expr("¬", (made,))
    return None


def negation(expr: Expr) -> Expr:
    """Not ``expr``, pushed inwards where that needs no more than a total order."""
    if expr.head == "¬":
        return expr.args[0]
    if expr == Expr("∣", (TWO, expr.args[-1])) if expr.args else False:
        return Expr("odd", (expr.args[-1],))
    if expr.head == "odd":
        return Expr("∣", (TWO, expr.args[0]))
    if expr.head in NEGATIVE:
        return node(NEGATIVE[expr.head], *expr.args)
    if expr.head in _POSITIVE:
        return node(_POSITIVE[expr.head], *expr.args)
    if expr.head == "<":
        return Expr("≤", expr.args[::-1])
    if expr.head == "≤":
        return Expr("<", expr.args[::-1])
    if expr.head == "⊥":
        return Expr("⊤")
    return Expr("¬", (expr,))


def conjuncts(expr: Expr) -> tuple[Expr, ...]:
    """The parts of a conjunction; a single part otherwise."""
    return expr.args if expr.head == "∧" else (expr,)


def add(*terms: Expr) -> Expr:
    """A sum with like terms collected, numerals together, terms sorted."""
    parts: dict[Expr, Fraction] = {}
    constant = Fraction(0)
    for term in terms:
        for part in term.args if term.head == "+" else (term,):
            amount, rest = _coefficient(part)
            if rest is None:
                constant += amount
            else:
                parts[rest] = parts.get(rest, Fraction(0)) + amount
    kept = [_scaled(amount, rest) for rest, amount in parts.items() if amount]
    if constant or not kept:
        kept.append(num(constant))
    return kept[0] if len(kept) == 1 else Expr("+", tuple(sorted(kept)))


def _coefficient(term: Expr) -> tuple[Fraction, Expr | None]:
    value = value_of(term)
    if value is not None:
        return value, None
    if term.head == "*" and (value := value_of(term.args[0])) is not None:
        rest = term.args[1:]
        return value, rest[0] if len(rest) == 1 else Expr("*", rest)
    return Fraction(1), term


def _scaled(amount: Fraction, rest: Expr) -> Expr:
    if amount == 1:
        return rest
    return Expr("*", (num(amount), *(rest.args if rest.head == "*" else (rest,))))


def mul(*factors: Expr) -> Expr:
    """A product with its numerals in front and neighbours of one base joined; the order of the others is kept."""
    amount = Fraction(1)
    kept: list[Expr] = []
    for factor in factors:
        for part in factor.args if factor.head == "*" else (factor,):
            value = value_of(part)
            if value is not None and _foldable(amount, value):
                amount *= value
            else:
                _append(kept, part)
    if amount == 0:
        return ZERO
    if amount != 1 or not kept:
        if len(kept) == 1 and kept[0].head == "+":  # a numeral goes into a sum, so that -(a - b) is b - a
            return add(*(mul(num(amount), term) for term in kept[0].args))
        kept.insert(0, num(amount))
    return kept[0] if len(kept) == 1 else Expr("*", tuple(kept))


def _foldable(left: Fraction, right: Fraction) -> bool:
    return max(abs(left.numerator), left.denominator, abs(right.numerator), right.denominator) < _LONGEST_FOLDED


def _append(kept: list[Expr], factor: Expr) -> None:
    if kept:
        base, exponent = _as_power(kept[-1])
        other, more = _as_power(factor)
        if base == other and exponent and more and min(exponent, more) > 0:
            kept[-1] = power(base, num(exponent + more))  # a / b * b stays: it is a only where b divides
            return
    kept.append(factor)


def _as_power(expr: Expr) -> tuple[Expr, Fraction | None]:
    if expr.head == "^":
        return expr.args[0], value_of(expr.args[1])
    return expr, Fraction(1)


def neg(expr: Expr) -> Expr:
    """-expr."""
    return mul(num(-1), expr)


def sub(left: Expr, right: Expr) -> Expr:
    """left - right."""
    return add(left, neg(right))


def div(left: Expr, right: Expr) -> Expr:
    """left / right, as a product with a power."""
    return mul(left, power(right, num(-1)))


def power(base: Expr, exponent: Expr) -> Expr:
    """base ^ exponent; a square root is a head of its own."""
    value, of = value_of(exponent), value_of(base)
    if value == 1:
        return base
    if value == 0:
        return ONE
    if value == Fraction(1, 2):
        return Expr("sqrt", (base,))
    if value == -1 and of:
        return num(1 / of)
    inner = value_of(base.args[1]) if base.head == "^" else None
    if value is not None and inner is not None and inner.denominator == value.denominator == 1:
        return power(base.args[0], num(inner * value))
    return Expr("^", (base, exponent))


def walk(expr: Expr) -> Iterator[Expr]:
    """``expr`` and everything in it, parents first; no recursion."""
    stack = [expr]
    while stack:
        here = stack.pop()
        yield here
        stack.extend(reversed(here.args))


def size(expr: Expr) -> int:
    """How many nodes there are."""
    return sum(1 for _ in walk(expr))


def names(expr: Expr) -> frozenset[str]:
    """The names of variables in ``expr``, free or bound."""
    return frozenset(here.head for here in walk(expr) if not here.args and is_variable(here.head))


def is_variable(head: str) -> bool:
    """Whether a leaf's head is a variable's name rather than a numeral or a known object."""
    return bool(head) and head not in KNOWN and (head[0].isalpha() or head[0] == "_")


KNOWN = frozenset("ℕ ℤ ℚ ℝ ℂ ℕ+ π e ∞ ⊤ ⊥ ∅ …".split())


def rebuilt(expr: Expr, change: Callable[[Expr], Expr | None]) -> Expr:
    """``expr`` with every node for which ``change`` gives a term replaced by it, leaves first, in canonical form."""
    args = tuple(rebuilt(arg, change) for arg in expr.args)
    made = again(expr.head, args) if args != expr.args else expr
    changed = change(made)
    return made if changed is None else changed


def again(head: str, args: tuple[Expr, ...]) -> Expr:
    """The canonical term of ``head`` with other arguments."""
    if head == "+":
        return add(*args)
    if head == "*":
        return mul(*args)
    if head == "^":
        return power(*args)
    return node(head, *args)


def renamed(expr: Expr, mapping: Mapping[str, str]) -> Expr:
    """``expr`` with other names for its variables."""
    if not mapping:
        return expr

    def change(here: Expr) -> Expr | None:
        return Expr(mapping[here.head], here.args) if not here.args and here.head in mapping else None

    return rebuilt(expr, change)


def substituted(expr: Expr, name: str, by: Expr) -> Expr:
    """``expr`` with the variable ``name`` replaced by a term."""
    return rebuilt(expr, lambda here: by if here == Expr(name) else None)


def commuted(expr: Expr) -> Expr:
    """``expr`` with the factors of every product sorted and joined: for numbers, where multiplication commutes."""

    def change(here: Expr) -> Expr | None:
        if here.head != "*":
            return None
        powers: dict[Expr, Fraction] = {}
        others: list[Expr] = []
        for factor in here.args:
            base, exponent = _as_power(factor)
            if exponent is None or exponent < 0 or value_of(base) is not None:
                others.append(factor)
            else:
                powers[base] = powers.get(base, Fraction(0)) + exponent
        return mul(*sorted((*others, *(power(base, num(exponent)) for base, exponent in powers.items()))))

    return rebuilt(expr, change)


def shown(expr: Expr) -> str:
    """``expr`` for a person, in the manner of a formula."""
    return _shown(expr, 0)[:400]


def _late(term: Expr) -> tuple[bool, bool]:
    """Numerals after names, negative terms last, as a person writes them."""
    amount, rest = _coefficient(term)
    return amount < 0, rest is None


_INFIX = {
    "=": 2,
    "≠": 2,
    "<": 2,
    "≤": 2,
    "∣": 2,
    "∤": 2,
    "∈": 2,
    "∉": 2,
    "⊆": 2,
    "⊂": 2,
    "⊈": 2,
    "+": 4,
    "*": 5,
    "^": 6,
}
_LOGICAL = {"∧": 1, "∨": 1, "→": 0, "↔": 0, "∪": 3, "∩": 3, "%": 5}


def _shown(expr: Expr, least: int) -> str:
    if not expr.args:
        return expr.head.removeprefix("#") if value_of(expr) is not None else expr.head
    level = _INFIX.get(expr.head, _LOGICAL.get(expr.head))
    if level is not None:
        sign = {"*": "·"}.get(expr.head, expr.head)
        args = expr.args
        if expr.head == "+":
            args = tuple(sorted(args, key=_late))
        if expr.head in ("=", "≠"):
            args = tuple(sorted(args, key=lambda arg: value_of(arg) is not None or arg == Expr("⊥")))
        joined = f" {sign} ".join(_shown(arg, level + 1) for arg in args)
        if expr.head == "^":
            joined = joined.replace(" ^ ", "^")
        if expr.head == "+":
            joined = joined.replace("+ -1 · ", "- ").replace("+ -", "- ")
        return f"({joined})" if level < least else joined
    if expr.head in ("≡", "≢") and len(expr.args) == 3:
        left, right, modulus = (_shown(arg, 3) for arg in expr.args)
        return f"{left} {expr.head} {right} (mod {modulus})"
    if expr.head == "¬":
        return f"¬{_shown(expr.args[0], 3)}"
    if expr.head in ("∀", "∃", "∃!"):
        bound = " ".join(_shown(arg, 0) for arg in expr.args[:-1])
        return f"({expr.head} {bound}, {_shown(expr.args[-1], 0)})"
    if expr.head == "abs":
        return f"|{_shown(expr.args[0], 0)}|"
    if expr.head == "app":
        return f"{_shown(expr.args[0], 7)}({', '.join(_shown(arg, 0) for arg in expr.args[1:])})"
    return f"{expr.head}({', '.join(_shown(arg, 0) for arg in expr.args)})"
