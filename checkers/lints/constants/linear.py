"""Linear arithmetic over the terms of a statement: does a guard follow from what is known?

A form is Σ cᵢ·tᵢ + c with rational cᵢ and terms tᵢ that are taken whole (x * y, f n, n - 1). Known facts say that forms
are ≥ 0 or > 0; a guard follows if its negation together with them has no rational solution (Fourier-Motzkin, bounded:
where it grows too large the guard counts as not shown).
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from ....core.formal.ast import Ascription, Binary, Numeral, Term, Unary
from ....core.value import value

MAX_ROWS = 70
MAX_RELEVANT = 18
MAX_ATOMS = 10
MAX_FORM = 40
MAX_NUMBER = 10**12
MAX_POWER = 64


@value
class Form:
    """Σ coefficient · term + ``constant``; terms with coefficient 0 are left out."""

    terms: tuple[tuple[Term, Fraction], ...]
    constant: Fraction

    def plus(self, other: Form, factor: Fraction = Fraction(1)) -> Form:
        """self + factor · other."""
        scaled = [(term, factor * coefficient) for term, coefficient in other.terms]
        return Form(terms=_gathered([*self.terms, *scaled]), constant=self.constant + factor * other.constant)

    def times(self, factor: Fraction) -> Form:
        """factor · self."""
        if not factor:
            return Form(terms=(), constant=Fraction(0))
        return Form(terms=tuple((t, c * factor) for t, c in self.terms), constant=self.constant * factor)


@value
class Row:
    """``form`` ≥ 0, or > 0 where ``strict``."""

    form: Form
    strict: bool = False


def constant(number: int | Fraction) -> Form:
    """The form of a number."""
    return Form(terms=(), constant=Fraction(number))


def bare(term: Term) -> Term:
    """A term without casts around it: (n : ℝ) and ↑n are n."""
    while True:
        match term:
            case Ascription(term=inner):
                term = inner
            case Unary(op="↑", operand=inner):
                term = inner
            case _:
                return term


def form_of(term: Term, truncated: bool = False) -> Form:
    """The linear form of a term; products of unknowns, powers and applications are taken whole.

    ``truncated``: subtraction is that of ℕ, so that a - b is taken whole too.
    """
    total = Fraction(0)
    atoms: list[tuple[Term, Fraction]] = []
    stack: list[tuple[Term, Fraction]] = [(term, Fraction(1))]
    size = 0
    while stack:
        part, factor = stack.pop()
        size += 1
        part = bare(part)
        match part:
            case Numeral(value=number):
                total += number * factor
            case Binary(op="+", left=left, right=right) if size < MAX_FORM:
                stack.extend(((left, factor), (right, factor)))
            case Binary(op="-", left=left, right=right) if size < MAX_FORM and not truncated:
                stack.extend(((left, factor), (right, -factor)))
            case Unary(op="-", operand=inner):
                stack.append((inner, -factor))
            case Binary(op="*", left=left, right=right):
                scaled = _scaled(left, right)
                if scaled is None:
                    atoms.append((part, factor))
                else:
                    stack.append((scaled[1], factor * scaled[0]))
            case Binary(op="/", left=left, right=right) if not truncated:
                match number_of(right):
                    case Fraction() as number if number:
                        stack.append((left, factor / number))
                    case _:
                        atoms.append((part, factor))
            case _:
                atoms.append((part, factor))
    return Form(terms=_gathered(atoms), constant=total)


def number_of(term: Term, depth: int = 0) -> Fraction | None:
    """The value of a numeral or of small arithmetic on numerals, in ℚ; None for anything else."""
    if depth > MAX_FORM:
        return None
    match bare(term):
        case Numeral(value=number):
            return number
        case Unary(op="-", operand=inner):
            number_ = number_of(inner, depth + 1)
            return None if number_ is None else -number_
        case Binary(op="+" | "-" | "*" | "/" | "^" as op, left=left, right=right):
            a, b = number_of(left, depth + 1), number_of(right, depth + 1)
            return None if a is None or b is None else _computed(op, a, b)
        case _:
            return None


def _computed(op: str, a: Fraction, b: Fraction) -> Fraction | None:
    if max(abs(a.numerator), a.denominator, abs(b.numerator), b.denominator) > MAX_NUMBER:
        return None
    if op == "+":
        return a + b
    if op == "-":
        return a - b
    if op == "*":
        return a * b
    if op == "/":
        return a / b if b else None
    return a ** int(b) if b.denominator == 1 and 0 <= b <= MAX_POWER else None


def factors(term: Term) -> list[Term]:
    """The factors of a product, casts taken off; a term that is none is its only factor."""
    found: list[Term] = []
    stack = [term]
    while stack:
        part = bare(stack.pop())
        match part:
            case Binary(op="*", left=left, right=right):
                stack.extend((right, left))
            case Binary(op="^", left=left, right=right) if (number_of(right) or 0) >= 1:
                stack.append(left)
            case _:
                found.append(part)
    return found


def proportional(one: Form, other: Form) -> bool:
    """Whether two forms are multiples of one another, neither of them 0."""
    if not one.terms or not other.terms:
        return False
    term, coefficient = one.terms[0]
    factor = dict(other.terms).get(term)
    return (
        factor is not None
        and not other.plus(one, -factor / coefficient).terms
        and (other.plus(one, -factor / coefficient).constant == 0)
    )


def follows(known: Iterable[Row], wanted: Row) -> bool:
    """Whether ``wanted`` follows from ``known``. False also where the search grows too large."""
    denied = Row(form=wanted.form.times(Fraction(-1)), strict=not wanted.strict)
    return _contradictory([*relevant(known, wanted.form), denied])


def contradictory(known: Iterable[Row]) -> bool:
    """Whether rows have no common rational solution; False also where the search grows too large."""
    return _contradictory(list(known)[:MAX_ROWS])


def _gathered(parts: Iterable[tuple[Term, Fraction]]) -> tuple[tuple[Term, Fraction], ...]:
    """Each term once with the sum of its coefficients, where that is not 0."""
    sums: dict[Term, Fraction] = {}
    for term, coefficient in parts:
        known = sums.get(term)
        sums[term] = coefficient if known is None else known + coefficient
    return tuple((term, coefficient) for term, coefficient in sums.items() if coefficient)


def _scaled(left: Term, right: Term) -> tuple[Fraction, Term] | None:
    number = number_of(left)
    if number is not None:
        return number, right
    number = number_of(right)
    return None if number is None else (number, left)


def relevant(known: Iterable[Row], wanted: Form) -> list[Row]:
    """The rows that share terms with a form, directly or through others; nearest first, at most MAX_RELEVANT."""
    reached = {term for term, _ in wanted.terms}
    chosen: list[Row] = []
    rest = list(known)
    while len(chosen) < MAX_RELEVANT and len(reached) <= MAX_ATOMS:
        near = [row for row in rest if not row.form.terms or any(term in reached for term, _ in row.form.terms)]
        if not near:
            break
        taken = set(map(id, near))
        rest = [row for row in rest if id(row) not in taken]
        chosen.extend(near)
        reached |= {term for row in near for term, _ in row.form.terms}
    return chosen[:MAX_RELEVANT]


def _contradictory(rows: list[Row]) -> bool:
    while True:
        if any(_false(row) for row in rows):
            return True
        rows = [row for row in rows if row.form.terms]
        if not rows:
            return False
        term = _next(rows)
        above: list[tuple[Row, Fraction]] = []
        below: list[tuple[Row, Fraction]] = []
        kept: list[Row] = []
        for row in rows:
            coefficient = dict(row.form.terms).get(term)
            if coefficient is None:
                kept.append(row)
            elif coefficient > 0:
                below.append((row, coefficient))
            else:
                above.append((row, -coefficient))
        if len(kept) + len(above) * len(below) > MAX_ROWS:
            return False
        for low, a in below:
            for high, b in above:
                form = low.form.times(b).plus(high.form, a)
                kept.append(Row(form=form, strict=low.strict or high.strict))
        rows = list(dict.fromkeys(kept))


def _false(row: Row) -> bool:
    if row.form.terms:
        return False
    return row.form.constant <= 0 if row.strict else row.form.constant < 0


def _next(rows: list[Row]) -> Term:
    """The term whose elimination makes fewest new rows."""
    counts: dict[Term, list[int]] = {}
    for row in rows:
        for term, coefficient in row.form.terms:
            counts.setdefault(term, [0, 0])[coefficient > 0] += 1
    return min(counts, key=lambda term: counts[term][0] * counts[term][1])
