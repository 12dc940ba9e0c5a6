"""Computations with a unit on every term: "3 m + 4.5 m = 7.5 m", "4 · 25 cents = 1 euro", "60 km/h · 2 h = 120 km".

The units must agree on both sides, as in any sum of quantities; where they do not, the text means something else.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from fractions import Fraction

from ..claims import parse
from ..claims.ast import ClaimError
from ..mathspans import MathSpan
from ..value import value
from .bare import arithmetic
from .neighbours import BAD_BEFORE_FORMULA, SAFE_AFTER, SAFE_BEFORE, in_list
from .phrases import Phrase
from .units import Unit, product, unit_at

MAX_TERMS = 60
"""Terms of one chain."""


@value
class Term:
    """A numeral with its unit, None without one; ``sign`` joins it to the term before, "" for the first of a member."""

    number: str
    unit: Unit | None
    sign: str


_NUMERAL = r"\d{1,3}(?:,\d{3})+(?:\.\d{1,9})?|\d{1,15}(?:\.\d{1,9})?|\d{1,6}/\d{1,6}"
_START = re.compile(rf"(?<![\w.,\\^_/{{])[-−]?(?:[€£¥]\s?)?(?:\$(?:{_NUMERAL})\$|(?:{_NUMERAL}))(?![\w^,]|\.\d)")
_NUMBER = re.compile(rf"(?P<money>[€£¥]\s?)?(?P<dollar>\$?)(?P<number>{_NUMERAL})(?P=dollar)(?![\w^_]|\.\d|,\d)")
_SIGN = re.compile(
    r"\s*(?:(?P<plus>\+|(?<=\s)plus(?=\s))|(?P<minus>[-−–]|(?<=\s)minus(?=\s))"
    r"|(?P<times>[*·×⋅]|\\cdot(?![A-Za-z])|\\times(?![A-Za-z])|(?<=\s)times(?=\s))|(?P<over>[/÷]|\\div(?![A-Za-z])))\s*"
)
_NEXT_NUMBER = re.compile(r"\s+(?P<number>\d{1,6}(?:\.\d{1,6})?)(?![\w.,^])")
_EQUALS = re.compile(r"\s*&?\s*=(?!=)\s*")
_IS = re.compile(r"\s+(?:is|are|equals?|makes?|gives?)\s+(?=[\d€£¥$-])")
_WRAPPED = re.compile(
    r"(?:\\[,;: ]|~|\s)*\\(?:text|mathrm|textrm|mbox|operatorname|rm)\s*\{(?:\s|~|\\[,;: ])*"
    r"(?P<inner>[^{}]{1,30}?)\s*\}(?P<power>\s*(?:\^\{?[23]\}?|²|³))?"
)
_NOUN = re.compile(r"\s(?P<noun>[a-z]{3,20})(?![A-Za-z^\d])")
_NO_NOUNS = frozenset(
    "times plus minus per percent more less over half hundred thousand million dozen modulo mod degrees choose "
    "factorial squared cubed divided multiplied sum product equals other others apart each out short greater "
    "smaller larger".split()
)
_HAS_UNIT = re.compile(
    r"\d\$?\s{0,3}(?:[A-Za-z€£¥°]|(?:\\[,;: ]|~|\s){0,3}\\(?:text|mathrm|textrm|mbox|operatorname|rm)(?![A-Za-z]))"
    r"|[€£¥]\s?\$?\d"
)
_LONG_BLANK = re.compile(r"\s{60}")
_EXPLAINED = re.compile(r"\s*[,(]?\s*(?:because|since|as|due|owing)(?![A-Za-z])", re.IGNORECASE)
_NATURE = re.compile(
    r"(?<![A-Za-z])(?:experiment\w*|mix\w*|molecul\w*|dissolv\w*|evaporat\w*|alloys?|shrink\w*|relativis\w*"
    r"|drops?|heaps?|clouds?|mol|moles?|react\w*)(?![A-Za-z])",
    re.IGNORECASE,
)
_END = re.compile(r"(?![\w]|\.\d|,\d|\s*(?:[-−+*/^%!°:(×·⋅=\d]|\\(?:cdot|times|div|text)))")
_GOES_ON = re.compile(r"\d\s*[A-Za-z°€£]{1,10}\s*$")
_CYCLES = {"h": (12, 24), "min": (60,), "s": (60,), "month": (12,), "day": (7, 30, 31, 365)}


def quantities(text: str, formulas: Sequence[MathSpan]) -> Iterator[Phrase]:
    """The chains of quantities in ``text``. Linear in its length, for a chain is read once."""
    if (
        _HAS_UNIT.search(text) is None
        or _LONG_BLANK.search(text) is not None
        or ("=" not in text and _IS.search(text) is None)
    ):
        return
    starts = [span.start for span in formulas]
    reached = 0
    for match in _START.finditer(text):
        start = match.start()
        if start < reached:
            continue
        index = bisect_right(starts, start) - 1
        inside = index >= 0 and start < formulas[index].end and start >= formulas[index].inner_start
        high = formulas[index].inner_end if inside else len(text)
        members, end = _chain(text, start, high, in_formula=inside)
        reached = max(end, match.end())
        if _refused(text, start, end, members):
            continue
        claim = _claim(members)
        if claim is not None and not _turns_round(claim, members):
            units = ", ".join(dict.fromkeys(t.unit.name for member in members for t in member if t.unit is not None))
            yield Phrase(start=start, end=end, claim=claim, note=f"read without the units {units}")


def _refused(text: str, start: int, end: int, members: list[list[Term]]) -> bool:
    """Is this no chain of quantities, or only a part of something longer?"""
    if len(members) < 2 or all(len(member) == 1 for member in members):
        return True
    if not any(term.unit for member in members for term in member):
        return True
    before = text[max(0, start - 40) : start]
    if (
        BAD_BEFORE_FORMULA.search(before) is not None
        or in_list(before, "")
        or before.rstrip()[-1:] in tuple("+*=<>≤≥(·×^")
    ):
        return True
    return _END.match(text, end) is None or _EXPLAINED.match(text, end) is not None or _NATURE.search(text) is not None


# ---- reading


def _chain(text: str, start: int, high: int, *, in_formula: bool) -> tuple[list[list[Term]], int]:
    """The members of the chain at ``start`` and its end; the last complete member ends it."""
    members: list[list[Term]] = []
    at = end = start
    count = 0
    while count < MAX_TERMS:
        member, at = _member(text, at, high, in_formula=in_formula)
        if not member:
            break
        members.append(member)
        count += len(member)
        end = at
        equals = _EQUALS.match(text, at, high) or (None if in_formula else _IS.match(text, at, high))
        if equals is None:
            break
        at = equals.end()
    return members, end


def _member(text: str, at: int, high: int, *, in_formula: bool) -> tuple[list[Term], int]:
    terms: list[Term] = []
    sign = "-" if text[at : at + 1] in ("-", "−") else ""
    position, end = at + len(sign), at
    while len(terms) < MAX_TERMS:
        term = _term(text, position, high, sign, in_formula=in_formula)
        if term is None:
            break
        found, end = term
        terms.append(found)
        joined = _SIGN.match(text, end, high)
        if joined is None:
            break
        sign = {"plus": "+", "minus": "-", "times": "*", "over": "/"}[joined.lastgroup or ""]
        position = joined.end()
    return terms, end


def _term(text: str, at: int, high: int, sign: str, *, in_formula: bool) -> tuple[Term, int] | None:
    number = _NUMBER.match(text, at, high)
    if number is None or (in_formula and number["dollar"]):
        return None
    written = number["number"]
    if number["money"]:
        symbol = number["money"].strip()
        unit = Unit(name=symbol, end=number.end(), dimensions=((symbol, 1),), factor=Fraction(1))
        return Term(number=written, unit=unit, sign=sign), number.end()
    wrapped = _WRAPPED.match(text, number.end(), high)
    if wrapped is not None:
        unit_ = _whole_unit(wrapped["inner"], wrapped["power"], wrapped.end())
        return None if unit_ is None else (Term(number=written, unit=unit_, sign=sign), wrapped.end())
    found = None if in_formula else unit_at(text, number.end()) or _counted(text, number.end())
    if found is None:
        return Term(number=written, unit=None, sign=sign), number.end()
    if found.end > high:
        return None
    written, end = _smaller(text, found, written, high)
    return Term(number=written, unit=found, sign=sign), end


def _smaller(text: str, unit: Unit, written: str, high: int) -> tuple[str, int]:
    """3 m 20 cm or 2 h 15 min: the number in the first unit, and where it ends."""
    number = _NEXT_NUMBER.match(text, unit.end, high)
    second = None if number is None else unit_at(text, number.end())
    if number is None or second is None or second.dimensions != unit.dimensions or second.factor >= unit.factor:
        return written, unit.end
    return f"({written} + {number['number']} * ({second.factor / unit.factor}))", second.end


def _whole_unit(inner: str, power: str | None, end: int) -> Unit | None:
    exponent = "" if power is None else "^" + (re.sub(r"\D", "", power.replace("²", "2").replace("³", "3")))
    written = inner.strip() + exponent
    found = unit_at(written, 0) or unit_at(written, 0, before=True)
    if found is None:
        found = _counted(" " + written, 0)
        return None if found is None or found.end != len(written) + 1 else _noun(found.name, end)
    return (
        Unit(name=found.name, end=end, dimensions=found.dimensions, factor=found.factor)
        if found.end == len(written)
        else None
    )


def _counted(text: str, at: int) -> Unit | None:
    """What is counted, as in 3 apples."""
    found = _NOUN.match(text, at)
    if found is None or found["noun"] in _NO_NOUNS or found["noun"] in SAFE_AFTER or found["noun"] in SAFE_BEFORE:
        return None
    noun = found["noun"]
    single = (
        noun[:-3] + "y"
        if noun.endswith("ies")
        else noun[:-2]
        if noun.endswith(("xes", "ches", "shes", "sses"))
        else noun
    )
    return _noun(single.removesuffix("s") if single == noun else single, found.end())


def _noun(name: str, end: int) -> Unit:
    return Unit(name=name, end=end, dimensions=((f"#{name}", 1),), factor=Fraction(1))


# ---- what it says in figures


def _claim(members: list[list[Term]]) -> str | None:
    """The chain without units, converted where they differ; None if they do not agree."""
    names = {term.unit.name for member in members for term in member if term.unit is not None}
    scale: Fraction | None = None
    if len(names) > 1:
        sums = all(term.sign in ("", "+", "-") for member in members for term in member)
        factors = [term.unit.factor for member in members for term in member if term.unit is not None]
        scale = min(factors) if sums else Fraction(1)
        if len(set(factors if sums else map(_factor, members))) == 1:
            scale = None
    sides = [_side(member, scale) for member in members]
    known = [side for side in sides if side is not None]
    if len(known) < len(sides) or not all(_agree(known[0][1], other) for _, other in known[1:]):
        return None
    return " = ".join(shown for shown, _ in known)


def _factor(member: Sequence[Term]) -> Fraction:
    """How many of the base units one of a product's units is."""
    total = Fraction(1)
    for term in member:
        own = Fraction(1) if term.unit is None else term.unit.factor
        total = total / own if term.sign == "/" else total * own
    return total


def _side(member: list[Term], scale: Fraction | None) -> tuple[str, tuple[tuple[str, int], ...]] | None:
    """A member in figures, and its dimensions; None where a sum adds different ones."""
    shown, total = "", None
    current: tuple[tuple[str, int], ...] = ()
    for term in member:
        own = () if term.unit is None else term.unit.dimensions
        figure = _converted(term, scale)
        if term.sign in ("", "+", "-") or not shown:
            if total is not None and total != current:
                return None
            total = current if shown else None
            shown += f" {term.sign} {figure}" if shown else f"{term.sign}{figure}"
            current = own
        else:
            shown += f" {term.sign} {figure}"
            current = product(current, own, 1 if term.sign == "*" else -1)
    if total is not None and total != current:
        return None
    return shown, current


def _converted(term: Term, scale: Fraction | None) -> str:
    number = f"({term.number})" if "/" in term.number and term.number[0] != "(" else term.number
    if scale is None or term.unit is None or term.unit.factor == scale:
        return number
    factor = term.unit.factor / scale
    return f"({number} * {factor})" if factor.denominator == 1 else f"({number} * ({factor}))"


def _agree(one: tuple[tuple[str, int], ...], two: tuple[tuple[str, int], ...]) -> bool:
    """Equal dimensions, apart from counted things in a product: 4 boxes · 12 pens = 48 pens."""
    rest = product(one, two, -1)
    return all(base.startswith("#") and exponent == 1 for base, exponent in rest) and (not rest or len(one) > len(rest))


def _turns_round(claim: str, members: list[list[Term]]) -> bool:
    """May sides that differ be right?

    So in 23 h + 2 h = 1 h on a clock, in 1 heap + 1 heap = 1 heap, and where a factor converts: 2 hours · 60 = 120 min.
    """
    try:
        sides = [arithmetic(side) for side in parse(claim).members]
    except ClaimError:
        return True
    if len(sides) != 2 or sides[0] is None or sides[1] is None or sides[0] == sides[1]:
        return False
    names = {term.unit.name for member in members for term in member if term.unit is not None}
    cycles = _CYCLES.get(names.copy().pop(), ()) if len(names) == 1 else ()
    numbers = {term.number for member in members for term in member}
    converts = len(names) > 1 and any(term.unit is None for member in members for term in member)
    return converts or numbers == {"1"} or abs(sides[0] - sides[1]) in cycles
