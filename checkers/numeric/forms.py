"""A normal form of reals: rational combinations of products of p^q, π^q, e^q and ln p. Equal forms are equal numbers.

Every atom is a positive real, and each rule below is an identity of positive reals, so equality of forms proves
equality of values. Different forms prove nothing here; balls do that.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias

from ...core.claims_ast import Call, Constant, Negation, Node, Number, Power, Product, Sum
from .context import Real

Atom: TypeAlias = tuple[str, int]
Monomial: TypeAlias = tuple[tuple[Atom, Fraction], ...]
Form: TypeAlias = dict[Monomial, Fraction]

PI: Atom = ("π", 0)
E: Atom = ("e", 0)
BASE: Atom = ("base", 0)
"""The natural logarithm of the base of a log whose base is not written: an unknown positive number."""
MAX_TERMS = 60
MAX_POWER = 64
TRIAL = 20_000
"""Trial division goes up to here; what is left is an atom of its own."""
SMALL = 100
"""… and up to here for numbers of thousands of digits."""
MAX_FACTORED_BITS = 400_000


class NoForm(Exception):
    """The number has no normal form here."""


def form(value: Real) -> Form:
    """The normal form of ``value``. Raises NoForm."""
    if isinstance(value, Number):
        value = value.value
    if isinstance(value, int | Fraction):
        return {(): Fraction(value)} if value else {}
    match value:
        case Constant(name=name):
            return {(((PI if name == "π" else E), Fraction(1)),): Fraction(1)}
        case Negation(of=of):
            return _scale(form(of), Fraction(-1))
        case Sum(terms=terms):
            return _total([form(term) for term in terms])
        case Product(factors=factors, inverse=inverse):
            result: Form = {(): Fraction(1)}
            for factor, under in zip(factors, inverse, strict=True):
                part = form(factor)
                result = _times(result, _reciprocal(part) if under else part)
            return result
        case Power(base=base, exponent=exponent):
            return _power(base, exponent)
        case Call(name=name, args=args):
            return _call(name, args)
    raise NoForm


def rational(value: Real) -> int | Fraction | None:
    """The exact rational that ``value`` is, if its form shows one; None otherwise."""
    try:
        found = form(value)
    except NoForm:
        return None
    if not found:
        return 0
    if len(found) == 1 and () in found:
        result = found[()]
        return result.numerator if result.denominator == 1 else result
    return None


def turns(value: Real) -> Fraction | None:
    """q where ``value`` is q·π; None if it is no such number."""
    try:
        found = form(value)
    except NoForm:
        return None
    if not found:
        return Fraction(0)
    key = ((PI, Fraction(1)),)
    return found[key] if len(found) == 1 and key in found else None


def _scale(of: Form, by: Fraction) -> Form:
    return {monomial: coefficient * by for monomial, coefficient in of.items()} if by else {}


def _total(parts: list[Form]) -> Form:
    result: Form = {}
    for part in parts:
        for monomial, coefficient in part.items():
            summed = result.get(monomial, Fraction(0)) + coefficient
            if summed:
                result[monomial] = summed
            else:
                result.pop(monomial, None)
    if len(result) > MAX_TERMS:
        raise NoForm
    return result


def _times(left: Form, right: Form) -> Form:
    if len(left) * len(right) > MAX_TERMS * 10:
        raise NoForm
    parts: list[Form] = []
    for a, x in left.items():
        for b, y in right.items():
            monomial, extra = _join(a, b)
            parts.append({monomial: x * y * extra})
    return _total(parts)


def _join(left: Monomial, right: Monomial) -> tuple[Monomial, Fraction]:
    """The product of two monomials; whole powers of integers go into the coefficient."""
    exponents: dict[Atom, Fraction] = dict(left)
    for atom, exponent in right:
        exponents[atom] = exponents.get(atom, Fraction(0)) + exponent
    return _clean(exponents)


def _clean(exponents: dict[Atom, Fraction]) -> tuple[Monomial, Fraction]:
    coefficient = Fraction(1)
    kept: list[tuple[Atom, Fraction]] = []
    for atom, exponent in exponents.items():
        if atom[0] == "p":
            whole = math.floor(exponent)
            if whole:
                if abs(whole) * atom[1].bit_length() > 20_000:
                    raise NoForm
                coefficient *= Fraction(atom[1]) ** whole
            exponent -= whole
        if exponent:
            kept.append((atom, exponent))
    return tuple(sorted(kept)), coefficient


def _reciprocal(of: Form) -> Form:
    if len(of) == 1:
        ((monomial, coefficient),) = of.items()
        flipped, extra = _clean({atom: -exponent for atom, exponent in monomial})
        return {flipped: extra / coefficient}
    if len(of) == 2:
        # (a + b)^-1 = (a - b) / (a^2 - b^2), where that is rational or a single term
        (m1, c1), (m2, c2) = of.items()
        conjugate: Form = {m1: c1, m2: -c2}
        below = _times(of, conjugate)
        if len(below) == 1:
            return _times(conjugate, _reciprocal(below))
    raise NoForm


def _power(base: Real, exponent: Real) -> Form:
    exponent = exponent.value if isinstance(exponent, Number) else exponent
    if isinstance(exponent, int):
        if abs(exponent) > MAX_POWER and not isinstance(base, Constant):
            raise NoForm
        return _whole_power(form(base), exponent)
    if isinstance(base, Constant) and base.name == "e":
        return _exponential(form(exponent))
    if isinstance(exponent, Fraction):
        return _root_power(form(base), exponent)
    shown = rational(exponent)
    if shown is not None:
        return _power(base, shown)
    return _power_of_logs(base, form(exponent))


def _power_of_logs(base: Real, exponent: Form) -> Form:
    """b^(q + Σ q_p · ln p / ln b) = b^q · Π p^(q_p) for a prime b or a base of the kind above."""
    number = base.value if isinstance(base, Number) else base
    if not isinstance(number, int) or number < 2:
        raise NoForm
    exponents: dict[Atom, Fraction] = {}
    for monomial, coefficient in exponent.items():
        if not monomial:
            for prime, count in _factors(Fraction(number)).items():
                exponents[("p", prime)] = exponents.get(("p", prime), Fraction(0)) + count * coefficient
            continue
        logs = dict(monomial)
        above = [atom for atom, power in logs.items() if atom[0] == "ln" and power == 1]
        if len(logs) != 2 or len(above) != 1:
            raise NoForm
        (below,) = logs.keys() - set(above)
        times = _exponent_of(number, below[1])
        if below[0] not in ("ln", "log base") or logs[below] != -1 or times is None:
            raise NoForm
        exponents[("p", above[0][1])] = exponents.get(("p", above[0][1]), Fraction(0)) + coefficient * times
    raised, extra = _clean(exponents)
    return {raised: extra}


def _exponent_of(number: int, base: int) -> int | None:
    """k where number = base^k; None if there is none."""
    count = 0
    while number % base == 0 and number > 1:
        number //= base
        count += 1
    return count if number == 1 and count else None


def _whole_power(of: Form, exponent: int) -> Form:
    if len(of) == 1:
        ((monomial, coefficient),) = of.items()
        if abs(exponent) * (coefficient.numerator.bit_length() + coefficient.denominator.bit_length()) > 20_000:
            raise NoForm
        raised, extra = _clean({atom: e * exponent for atom, e in monomial})
        return {raised: extra * coefficient**exponent}
    if exponent < 0:
        return _whole_power(_reciprocal(of), -exponent)
    result: Form = {(): Fraction(1)}
    for _ in range(exponent):
        result = _times(result, of)
    return result


def _root_power(of: Form, exponent: Fraction) -> Form:
    """of ^ exponent for a positive single term, or √(a + b√c) where that denests."""
    if not of:
        if exponent > 0:
            return {}
        raise NoForm
    if len(of) == 1:
        ((monomial, coefficient),) = of.items()
        if coefficient < 0:
            raise NoForm
        exponents = dict(monomial)
        for prime, count in _factors(coefficient).items():
            exponents[("p", prime)] = exponents.get(("p", prime), Fraction(0)) + count
        raised, extra = _clean({atom: e * exponent for atom, e in exponents.items()})
        return {raised: extra}
    if exponent == Fraction(1, 2):
        return _denest(of)
    raise NoForm


def _denest(of: Form) -> Form:
    """√(a + b√c) = √((a+d)/2) ± √((a-d)/2) with d = √(a² - b²c), where d is rational and a > 0."""
    if len(of) != 2 or () not in of:
        raise NoForm
    a = of[()]
    (monomial,) = (m for m in of if m)
    if any(atom[0] != "p" or exponent != Fraction(1, 2) for atom, exponent in monomial):
        raise NoForm
    b = of[monomial]
    c = math.prod(atom[1] for atom, _ in monomial)
    inside = a * a - b * b * c
    if a <= 0 or inside < 0:
        raise NoForm
    top, bottom = math.isqrt(inside.numerator), math.isqrt(inside.denominator)
    if top * top != inside.numerator or bottom * bottom != inside.denominator:
        raise NoForm
    d = Fraction(top, bottom)
    plus = _root_power({(): (a + d) / 2}, Fraction(1, 2))
    minus = _root_power({(): (a - d) / 2}, Fraction(1, 2)) if a != d else {}
    return _total([plus, minus if b > 0 else _scale(minus, Fraction(-1))])


def _exponential(of: Form) -> Form:
    """e^(q + Σ q_p ln p) = e^q · Π p^(q_p)."""
    exponents: dict[Atom, Fraction] = {}
    for monomial, coefficient in of.items():
        if not monomial:
            exponents[E] = coefficient
        elif len(monomial) == 1 and monomial[0][0][0] == "ln" and monomial[0][1] == 1:
            exponents[("p", monomial[0][0][1])] = coefficient
        else:
            raise NoForm
    raised, extra = _clean(exponents)
    return {raised: extra}


def _logarithm(of: Form) -> Form:
    """ln of a positive single term."""
    if len(of) != 1:
        raise NoForm
    ((monomial, coefficient),) = of.items()
    if coefficient <= 0:
        raise NoForm
    parts: list[Form] = []
    exponents: dict[Atom, Fraction] = dict(monomial)
    for prime, count in _factors(coefficient).items():
        exponents[("p", prime)] = exponents.get(("p", prime), Fraction(0)) + count
    for atom, exponent in exponents.items():
        if atom[0] == "p":
            parts.append({((("ln", atom[1]), Fraction(1)),): exponent})
        elif atom == E:
            parts.append({(): exponent})
        else:
            raise NoForm
    return _total(parts)


def _factors(of: Fraction) -> dict[int, int]:
    """Prime exponents; a factor without small primes stays whole and counts as a prime of its own."""
    found: dict[int, int] = {}
    for number, sign in ((of.numerator, 1), (of.denominator, -1)):
        if number.bit_length() > MAX_FACTORED_BITS:
            raise NoForm
        divisor = 2
        while divisor * divisor <= number and divisor <= (TRIAL if number.bit_length() < 4_000 else SMALL):
            if number % divisor == 0:
                number, count = _remove(number, divisor)
                found[divisor] = found.get(divisor, 0) + sign * count
            divisor += 1 if divisor == 2 else 2
        if number.bit_length() > 4_000:
            raise NoForm
        if number > 1:
            found[number] = found.get(number, 0) + sign
    return {prime: count for prime, count in found.items() if count}


def _remove(number: int, divisor: int) -> tuple[int, int]:
    """(number without the factor ``divisor``, how often it was in it), by repeated squaring of the divisor."""
    if number % divisor:
        return number, 0
    rest, count = _remove(number // divisor, divisor * divisor)
    if rest % divisor == 0:
        return rest // divisor, 2 * count + 2
    return rest, 2 * count + 1


_HALF = Fraction(1, 2)


def _surd(*terms: tuple[int, int, int]) -> Form:
    """Σ (numerator/denominator)·√radicand."""
    return _total(
        [
            _scale(_root_power({(): Fraction(radicand)}, _HALF), Fraction(numerator, denominator))
            for numerator, denominator, radicand in terms
        ]
    )


def _sine_table() -> dict[Fraction, Form]:
    return {
        Fraction(0): {},
        Fraction(1, 12): _surd((1, 4, 6), (-1, 4, 2)),
        Fraction(1, 10): _surd((1, 4, 5), (-1, 4, 1)),
        Fraction(1, 6): _surd((1, 2, 1)),
        Fraction(1, 4): _surd((1, 2, 2)),
        Fraction(3, 10): _surd((1, 4, 5), (1, 4, 1)),
        Fraction(1, 3): _surd((1, 2, 3)),
        Fraction(5, 12): _surd((1, 4, 6), (1, 4, 2)),
        Fraction(1, 2): _surd((1, 1, 1)),
    }


_SINES = _sine_table()


def sine(q: Fraction) -> Form:
    """sin(qπ) for the q whose sine is a sum of square roots. Raises NoForm."""
    q = q % 2
    sign = Fraction(1)
    if q >= 1:
        q, sign = q - 1, Fraction(-1)
    if q > _HALF:
        q = 1 - q
    if q not in _SINES:
        raise NoForm
    return _scale(_SINES[q], sign)


def _trigonometric(name: str, q: Fraction) -> Form:
    match name:
        case "sin":
            return sine(q)
        case "cos":
            return sine(q + _HALF)
        case "sec":
            return _reciprocal(_nonzero(sine(q + _HALF)))
        case "csc":
            return _reciprocal(_nonzero(sine(q)))
        case "tan":
            return _times(sine(q), _reciprocal(_nonzero(sine(q + _HALF))))
    return _times(sine(q + _HALF), _reciprocal(_nonzero(sine(q))))


def _nonzero(of: Form) -> Form:
    if not of:
        raise NoForm
    return of


_INVERSE: dict[str, tuple[str, Fraction]] = {
    "arcsin": ("sin", Fraction(-1, 2)),
    "arccos": ("cos", Fraction(0)),
    "arctan": ("tan", Fraction(-1, 2)),
}


def _arc(name: str, of: Form) -> Form:
    """q·π in the principal range with the right sine, cosine or tangent, among multiples of π/60."""
    function, start = _INVERSE[name]
    for step in range(61):
        q = start + Fraction(step, 60)
        if function == "tan" and abs(q) == _HALF:
            continue
        try:
            if _trigonometric(function, q) == of:
                return {((PI, Fraction(1)),): q} if q else {}
        except NoForm:
            continue
    raise NoForm


def _call(name: str, args: tuple[Node, ...]) -> Form:
    match name:
        case "root":
            index, inside = args
            if not isinstance(index, Number) or not isinstance(index.value, int):
                raise NoForm
            return _root_power(form(inside), Fraction(1, index.value))
        case "ln":
            return _logarithm(form(args[0]))
        case "log" if len(args) == 1:
            return _times(_logarithm(form(args[0])), {((BASE, Fraction(-1)),): Fraction(1)})
        case "log":
            return _quotient_of_logs(_logarithm(form(args[0])), args[1])
        case "sin" | "cos" | "tan" | "cot" | "sec" | "csc":
            q = turns(args[0])
            if q is None:
                raise NoForm
            return _trigonometric(name, q)
        case "arcsin" | "arccos" | "arctan":
            return _arc(name, form(args[0]))
        case "sinh" | "cosh" | "tanh":
            return _hyperbolic(name, form(args[0]))
    raise NoForm


def _quotient_of_logs(over: Form, base: Node) -> Form:
    """ln x / ln b. For a rational b = c^k, c no power, the quotient is t + (ln x - t·ln b) / (k·ln c), where t removes
    the largest prime of c from ln x: so every logarithm to a base c is written in one way."""
    if not over:
        return {}
    under = _nonzero(_logarithm(form(base)))
    if over.keys() == under.keys():
        ratios = {over[key] / under[key] for key in over}
        if len(ratios) == 1:
            return {(): ratios.pop()}
    if len(under) == 1:
        return _times(over, _reciprocal(under))
    if any(len(key) != 1 or key[0][0][0] != "ln" or key[0][1] != 1 for key in under):
        raise NoForm
    last = max(under)
    t = over.get(last, Fraction(0)) / under[last]
    rest = _total([over, _scale(under, -t)])
    common = under[last] / _primitive(list(under.values()))[-1]
    atom: Atom = ("log base", _base_number(_scale(under, 1 / common)))
    return _total([{(): t} if t else {}, _times(rest, {((atom, Fraction(-1)),): 1 / common})])


def _primitive(exponents: list[Fraction]) -> list[Fraction]:
    """Exponents of the primes of c, where b = c^k: coprime integers, the first one positive."""
    whole = math.lcm(*(exponent.denominator for exponent in exponents))
    numbers = [int(exponent * whole) for exponent in exponents]
    divisor = math.gcd(*numbers) * (1 if numbers[0] > 0 else -1)
    return [Fraction(number // divisor) for number in numbers]


def _base_number(under: Form) -> int:
    """A number that names the base with these prime exponents, e.g. 10 for ln 2 + ln 5."""
    base = Fraction(1)
    for monomial, exponent in under.items():
        if exponent.denominator != 1 or abs(exponent) > 40:
            raise NoForm
        base *= Fraction(monomial[0][0][1]) ** int(exponent)
    if base.denominator != 1:
        raise NoForm
    return base.numerator


def _hyperbolic(name: str, of: Form) -> Form:
    plus, minus = _exponential(of), _exponential(_scale(of, Fraction(-1)))
    sinh = _scale(_total([plus, _scale(minus, Fraction(-1))]), _HALF)
    cosh = _scale(_total([plus, minus]), _HALF)
    choose: dict[str, Callable[[], Form]] = {
        "sinh": lambda: sinh,
        "cosh": lambda: cosh,
        "tanh": lambda: _times(sinh, _reciprocal(cosh)),
    }
    return choose[name]()
