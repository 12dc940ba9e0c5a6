"""Units of measure and of money beside a numeral: which they are, and how they convert."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction

from ..value import value


@value
class Unit:
    """A unit that ends at codepoint ``end``. ``dimensions`` are its base units with their exponents, sorted; one of it
    is ``factor`` of those. ``name`` is its plain form: equal names are the same unit."""

    name: str
    end: int
    dimensions: tuple[tuple[str, int], ...]
    factor: Fraction


# plain name: base unit, factor, how it is written
_UNITS: tuple[tuple[str, str, Fraction, str], ...] = (
    ("km", "m", Fraction(1000), r"km|kilomet(?:re|er)s?"),
    ("cm", "m", Fraction(1, 100), r"cm|centimet(?:re|er)s?"),
    ("mm", "m", Fraction(1, 1000), r"mm|millimet(?:re|er)s?"),
    ("dm", "m", Fraction(1, 10), r"dm|decimet(?:re|er)s?"),
    ("m", "m", Fraction(1), r"m|met(?:re|er)s?"),
    ("kg", "g", Fraction(1000), r"kg|kilos?|kilograms?"),
    ("mg", "g", Fraction(1, 1000), r"mg|milligrams?"),
    ("g", "g", Fraction(1), r"g|grams?"),
    ("t", "t", Fraction(1), r"t|tons?|tonnes?"),
    ("ml", "l", Fraction(1, 1000), r"m[lL]|millilit(?:re|er)s?"),
    ("cl", "l", Fraction(1, 100), r"c[lL]|centilit(?:re|er)s?"),
    ("dl", "l", Fraction(1, 10), r"d[lL]|decilit(?:re|er)s?"),
    ("l", "l", Fraction(1), r"l|L|lit(?:re|er)s?"),
    ("min", "s", Fraction(60), r"min|mins|minutes?"),
    ("h", "s", Fraction(3600), r"h|hrs?|hours?"),
    ("s", "s", Fraction(1), r"s|secs?|seconds?"),
    ("day", "day", Fraction(1), r"days?"),
    ("week", "week", Fraction(1), r"weeks?"),
    ("month", "month", Fraction(1), r"months?"),
    ("year", "year", Fraction(1), r"years?"),
    ("inch", "inch", Fraction(1), r"inch(?:es)?"),
    ("foot", "foot", Fraction(1), r"f(?:oo|ee)t|ft"),
    ("yard", "yard", Fraction(1), r"yards?"),
    ("mile", "mile", Fraction(1), r"miles?"),
    ("ounce", "ounce", Fraction(1), r"ounces?|oz"),
    ("pound", "pound", Fraction(1), r"pounds?|lbs?"),
    ("cent", "cent", Fraction(1), r"cents?|ct"),
    ("€", "€", Fraction(1), r"euros?|EUR"),
    ("$", "$", Fraction(1), r"dollars?|USD"),
    ("£", "£", Fraction(1), r"GBP"),
    ("rupee", "rupee", Fraction(1), r"rupees?"),
    ("franc", "franc", Fraction(1), r"francs?|CHF"),
    ("°C", "°C", Fraction(1), r"°C"),
    ("V", "V", Fraction(1), r"volts?"),
    ("W", "W", Fraction(1), r"watts?"),
    ("N", "N", Fraction(1), r"newtons?"),
    ("J", "J", Fraction(1), r"joules?"),
)
_WORDS = "|".join(rf"(?P<u{i}>{written})" for i, (_, _, _, written) in enumerate(_UNITS))
_ONE = re.compile(rf"(?:{_WORDS})(?![A-Za-z\d])(?P<power>²|³|\^[23](?!\d)|\^\{{[23]\}})?")
_SQUARE = re.compile(r"(?P<word>square|cubic)\s+")
_SYMBOL = re.compile(r"\\?(?P<symbol>[€£¥$])")
_GAP = re.compile(r"(?:\s|~|\\[,; ]|\u00a0|\u202f)*")
_PER = re.compile(r"\s*/\s*|\s+per\s+")
_POWERS = {"²": 2, "³": 3}


def unit_at(text: str, at: int, *, before: bool = False) -> Unit | None:
    """The unit at ``at``, after blanks; None if there is none. ``before``: one that stands before its numeral, as $."""
    gap = _GAP.match(text, at)
    start = at if gap is None else gap.end()
    symbol = _SYMBOL.match(text, start)
    if before:
        if symbol is None:
            return None
        blank = _GAP.match(text, symbol.end())
        return _money(symbol["symbol"], symbol.end() if blank is None else blank.end())
    if symbol is not None and symbol["symbol"] != "$":
        return _money(symbol["symbol"], symbol.end())
    first = _simple(text, start)
    if first is None:
        return None
    per = _PER.match(text, first.end)
    second = None if per is None else _simple(text, per.end())
    if second is None:
        return first
    return Unit(
        name=f"{first.name}/{second.name}",
        end=second.end,
        dimensions=product(first.dimensions, second.dimensions, -1),
        factor=first.factor / second.factor,
    )


def _money(symbol: str, end: int) -> Unit:
    return Unit(name=symbol, end=end, dimensions=((symbol, 1),), factor=Fraction(1))


def _simple(text: str, start: int) -> Unit | None:
    square = _SQUARE.match(text, start)
    match = _ONE.match(text, start if square is None else square.end())
    if match is None:
        return None
    index = next(i for i in range(len(_UNITS)) if match[f"u{i}"] is not None)
    name, base, factor, _ = _UNITS[index]
    written = match["power"]
    power = 1 if written is None else _POWERS.get(written) or int(re.sub(r"\D", "", written))
    if square is not None:
        power = 2 if square["word"] == "square" else 3
    shown = name if power == 1 else f"{name}^{power}"
    return Unit(name=shown, end=match.end(), dimensions=((base, power),), factor=factor**power)


def product(
    one: tuple[tuple[str, int], ...], two: tuple[tuple[str, int], ...], sign: int
) -> tuple[tuple[str, int], ...]:
    """The dimensions of a product (``sign`` 1) or a quotient (-1)."""
    total: Counter[str] = Counter(dict(one))
    for base, exponent in two:
        total[base] += sign * exponent
    return tuple(sorted((base, exponent) for base, exponent in total.items() if exponent))
