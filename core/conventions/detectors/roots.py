"""Fractional powers of negative numbers with an odd denominator: the real root, or the principal complex power."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from ...claims import ClaimError, parse
from ...claims.ast import Claim, Negation, Node, Number, Power, children
from ...claims.reading import link_text, plain
from ...mathspans import math_spans
from ...tree import EdgeUnit
from ...value import value
from ..checks import ReadingCheck
from ..points import rational
from ..registry import Entry
from ..source import Source
from .found import MOST_WHERES, Found

_LONGEST = 200
_NAMED = {3: "cube", 5: "fifth", 7: "seventh", 9: "ninth"}
_IS_REAL = re.compile(
    r"\s*(?:is|equals|must be|denotes|means)\s+(?:then\s+|thus\s+|just\s+)?(?:that|this|the|a|an)\s+"
    r"(?:\w+\s+){0,2}(?:number|integer|real|root)\b"
)
_MINUS_POWER = re.compile(r"[-−][^^]{0,40}\^")
_REAL = re.compile(r"\breal\b|\binteger\b|\brational\b", re.IGNORECASE)
_COMPLEX = re.compile(r"\bcomplex\b|\bimaginary\b|ℂ|\bi√", re.IGNORECASE)


@value
class OddPower:
    """A negative ``base`` to the power p/q in lowest terms with q odd and > 1."""

    base: Fraction
    exponent: Fraction
    text: str


def roots(source: Source, entry: Entry) -> Found | None:
    """Units that say of such a power that it is a real number, or compare it with one."""
    found: dict[str, EdgeUnit] = {}
    checks: list[ReadingCheck] = []
    first: OddPower | None = None
    for index, unit in enumerate(source.units):
        if _MINUS_POWER.search(unit.text) is None or unit.hypothetical or not source.owed(unit):
            continue
        earlier = " ".join(other.text for other in source.units[max(0, index - 3) : index + 1])
        for power, claim, after in _powers(source, unit):
            if claim is None and not (_IS_REAL.match(after) and _REAL.search(earlier)):
                continue
            if _COMPLEX.search(unit.text):
                continue
            first = first or power
            found[unit.id] = unit
            checks.extend(_checks(source, entry, unit, power, claim))
    if first is None:
        return None
    units = tuple(found.values())
    return Found(
        where=tuple(source.where(unit, entry.when) for unit in units[:MOST_WHERES]),
        obligations=tuple(name for unit in units for name in source.owed(unit)),
        checks=tuple(checks),
        names={
            "power": first.text,
            "nth": _NAMED.get(first.exponent.denominator, f"{first.exponent.denominator}-th"),
            "base": str(first.base),
            "exponent": f"({first.exponent})",
        },
    )


def _powers(source: Source, unit: EdgeUnit) -> Iterator[tuple[OddPower, Claim | None, str]]:
    """The powers in the claims of a unit, and those that a formula is, each with the words after that."""
    claims = source.claims(unit)
    for told in claims:
        found = next((power for member in told.claim.members for power in _in(member)), None)
        if found is not None:
            yield found, told.claim, ""
    starts = {told.start for told in claims}
    for span in math_spans(unit.text):
        inner = unit.text[span.inner_start : span.inner_end].strip()
        if span.start in starts or span.code or len(inner) > _LONGEST or "^" not in inner:
            continue
        try:
            claim = parse(f"{inner} = 0")
        except ClaimError:
            continue
        found = next(_in(claim.members[0]), None)
        if found is not None:
            yield found, None, unit.text[span.end : span.end + 80]


def _in(node: Node) -> Iterator[OddPower]:
    waiting = [node]
    while waiting:
        here = waiting.pop()
        power = _odd_power(here)
        if power is not None:
            yield power
        waiting.extend(children(here))


def _odd_power(node: Node) -> OddPower | None:
    if not isinstance(node, Power):
        return None
    base, exponent = rational(node.base), rational(node.exponent)
    if base is None or exponent is None or base >= 0 or exponent.denominator % 2 == 0 or exponent.denominator == 1:
        return None
    return OddPower(base=base, exponent=exponent, text=plain(node))


def _checks(
    source: Source, entry: Entry, unit: EdgeUnit, power: OddPower, claim: Claim | None
) -> Iterator[ReadingCheck]:
    """Principal: the imaginary part is not 0. Real: the claim with the real root in the power's place."""
    whole_member = claim is None or any(_odd_power(member) == power for member in claim.members)
    with_real_root = None if claim is None else _with_real_root(claim)
    modulus, angle = (
        f"({-power.base})^({power.exponent})",
        f"{power.exponent.numerator} * π / {power.exponent.denominator}",
    )
    for obligation in source.owed(unit):
        if whole_member:
            yield ReadingCheck(
                convention_id=entry.id,
                reading="principal",
                obligation_id=obligation,
                unit_id=unit.id,
                step_id=unit.step,
                claim=f"{modulus} * sin({angle}) = 0",
                witness=f"the principal value is {principal_value(power)}",
            )
        if with_real_root is not None:
            yield ReadingCheck(
                convention_id=entry.id,
                reading="real",
                obligation_id=obligation,
                unit_id=unit.id,
                step_id=unit.step,
                claim=with_real_root,
                witness=f"with the real root: {with_real_root} fails",
                closes=True,
            )


def _with_real_root(claim: Claim) -> str | None:
    """A claim of one link between whole powers and numbers, read with real roots; None for any other."""
    if len(claim.relations) != 1 or claim.modulus is not None:
        return None
    members: list[Node] = []
    for member in claim.members:
        power = _odd_power(member)
        if power is not None:
            positive: Node = Power(base=_number(-power.base), exponent=_number(power.exponent))
            members.append(Negation(of=positive) if power.exponent.numerator % 2 else positive)
        elif next(_in(member), None) is None:
            members.append(member)
        else:
            return None
    return link_text(replace(claim, members=tuple(members)), 0)


def _number(of: Fraction) -> Number:
    return Number(value=of, text=str(of))


def principal_value(power: OddPower) -> str:
    """|b|^(p/q)·(cos pπ/q + i sin pπ/q), written out for third roots with a rational modulus: 1 + i√3."""
    p, q = power.exponent.numerator, power.exponent.denominator
    modulus = _exact_root(-power.base, q)
    if q == 3 and modulus is not None:
        half = modulus**p / 2
        real = half if p % 6 in (1, 5) else -half
        sign = "+" if p % 6 in (1, 2) else "-"
        times = "" if half == 1 else f"{half}·" if half.denominator == 1 else f"({half})·"
        return f"{real} {sign} {times}i√3"
    return f"({-power.base})^({power.exponent})·(cos({p}π/{q}) + i sin({p}π/{q}))"


def _exact_root(of: Fraction, n: int) -> Fraction | None:
    """The n-th root of a positive rational where it is rational and small."""
    found = []
    for number in (of.numerator, of.denominator):
        root = round(number ** (1 / n)) if number < 10**15 else 0
        if root**n != number:
            return None
        found.append(root)
    return Fraction(found[0], found[1])
