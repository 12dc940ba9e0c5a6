"""Normal forms of trigonometric values at rational multiples of π, and of the angles that have them."""

from __future__ import annotations

from fractions import Fraction

from .form_ring import PI, Form, NoForm, nonzero, reciprocal, root_power, scale, times, total

_HALF = Fraction(1, 2)


def _surd(*terms: tuple[int, int, int]) -> Form:
    """Σ (numerator/denominator)·√radicand."""
    return total(
        [
            scale(root_power({(): Fraction(radicand)}, _HALF), Fraction(numerator, denominator))
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
    return scale(_SINES[q], sign)


def trigonometric(name: str, q: Fraction) -> Form:
    match name:
        case "sin":
            return sine(q)
        case "cos":
            return sine(q + _HALF)
        case "sec":
            return reciprocal(nonzero(sine(q + _HALF)))
        case "csc":
            return reciprocal(nonzero(sine(q)))
        case "tan":
            return times(sine(q), reciprocal(nonzero(sine(q + _HALF))))
    return times(sine(q + _HALF), reciprocal(nonzero(sine(q))))


_INVERSE: dict[str, tuple[str, Fraction]] = {
    "arcsin": ("sin", Fraction(-1, 2)),
    "arccos": ("cos", Fraction(0)),
    "arctan": ("tan", Fraction(-1, 2)),
}


def arc(name: str, of: Form) -> Form:
    """q·π in the principal range with the right sine, cosine or tangent, among multiples of π/60."""
    function, start = _INVERSE[name]
    for step in range(61):
        q = start + Fraction(step, 60)
        if function == "tan" and abs(q) == _HALF:
            continue
        try:
            if trigonometric(function, q) == of:
                return {((PI, Fraction(1)),): q} if q else {}
        except NoForm:
            continue
    raise NoForm
