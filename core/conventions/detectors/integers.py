"""0 ∈ ℕ, and integer or real: asked only where a value that one reading admits makes a claim false.

What the text says is computed at that value by ``points``. A step that already rests on a false fact there is not
asked about: the fact is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction

from ...claims.reading import plain
from ...obligations import ObligationKind
from ...tree import EdgeUnit, ScopeKind, UnitRole
from ...value import value
from ..checks import ReadingCheck
from ..points import AtPoint, Truth, at_point, vanishing, written
from ..registry import Entry
from ..source import Gamma, Source
from ..telling import Told, asserted
from ..telling import naturals as declared
from .found import MOST_WHERES, Found

MOST_CANDIDATES = 32
"""Units whose Γ is read for one question: reading costs the depth of the tree."""
_MOST_NAMES = 8
_FACTS = (UnitRole.DERIVE, UnitRole.COMPUTE, UnitRole.CONCLUDE, UnitRole.APPLY)
_ZERO = Fraction(0)
_SAMPLES = (Fraction(2), Fraction(1, 3), Fraction(7))

_TREATS_ZERO = re.compile(
    r"\b(?:case|base|when|if|for|first|start\w*|begin\w*|trivial\w*|clear\w*|at)\b[^.\n]{0,30}"
    r"\b[a-z] ?= ?0(?![\d.,]?\d)\s?(?:⟩|[\s,.:;]|$)",
    re.IGNORECASE,
)
_BASE_IS_ONE = re.compile(r"⟨\s?[a-z] ?= ?1\s?⟩|\b[a-z] ?= ?1\b")


def naturals(source: Source, entry: Entry) -> Found | None:
    """Claims about natural numbers that fail or mean nothing at 0, and inductions that begin at 1."""
    names = dict.fromkeys(declared(source.proof.problem))
    for unit in source.units:
        names.update(dict.fromkeys(declared(unit.text)))
    names = dict.fromkeys(list(names)[:_MOST_NAMES])
    if not names or _TREATS_ZERO.search(source.whole):
        return None
    of_problem = [told for told in source.problem[1] if names.keys() & told.names]
    at_zero = [_at_zero(told, names) for told in of_problem]
    if any(found.truth is Truth.UNDEFINED for found in at_zero):
        return None  # the problem itself divides by n: it cannot speak of 0
    checks: list[ReadingCheck] = []
    units: list[EdgeUnit] = []
    for name in names:
        for failure in _failing(source, name, (_ZERO,)):
            units.append(failure.unit)
            checks.extend(_checks(source, entry.id, "from_0", failure))
    obligations = dict.fromkeys(item for unit in units for item in source.owed(unit))
    if not at_zero or any(found.truth is not Truth.TRUE for found in at_zero):
        for unit in _closures_of_bases_at_one(source):
            owed = source.owed_of_kind(unit.id, ObligationKind.CLOSURE)
            units.append(unit)
            obligations.update(dict.fromkeys(owed))
            checks.extend(_left_out(entry.id, unit, owed, of_problem, at_zero, complete=source.problem[0].complete))
    if not obligations:
        return None
    return Found(
        where=tuple(source.where(unit, entry.when) for unit in dict.fromkeys(units))[:MOST_WHERES],
        obligations=tuple(obligations),
        checks=tuple(checks),
        names={},
    )


def _at_zero(told: Told, naturals: Iterable[str]) -> AtPoint:
    """A claim of the problem with 0 for its first natural number and sample values for what else it speaks of: a
    claim with other names is at most seen to hold."""
    name = next(name for name in naturals if name in told.names)
    others = sorted(told.names - {name})
    found = [
        at_point(told.claim, {name: _ZERO, **{other: sample + i for i, other in enumerate(others)}})
        for sample in (_SAMPLES if others else _SAMPLES[:1])
    ]
    if not others or all(one.truth is Truth.TRUE for one in found):
        return found[0]
    return AtPoint(truth=Truth.UNKNOWN)


def _closures_of_bases_at_one(source: Source) -> Iterator[EdgeUnit]:
    """The closures of inductions whose base is n = 1, where the problem speaks of natural numbers."""
    if not declared(source.proof.problem):
        return
    texts: dict[str, list[str]] = {}
    for unit in source.units:
        texts.setdefault(unit.scope, []).append(unit.text)
    steps = {
        scope.parent: scope.closed_by
        for scope in reversed(source.tree.scopes)
        if scope.kind is ScopeKind.INDUCTION_STEP and scope.closed_by is not None
    }
    for scope in source.tree.scopes:
        if scope.kind is ScopeKind.BASE_CASE and scope.closed_by is not None:
            words = f"{scope.label} {' '.join(texts.get(scope.id, ())[:2])}"
            if _BASE_IS_ONE.search(words):
                yield source.tree.unit_by_id[steps.get(scope.parent, scope.closed_by)]


def _left_out(
    convention: str,
    unit: EdgeUnit,
    owed: Iterable[str],
    claims: Iterable[Told],
    at_zero: Iterable[AtPoint],
    *,
    complete: bool,
) -> Iterator[ReadingCheck]:
    """The claim of the problem at 0, which an induction from 1 leaves out."""
    for told, found in zip(claims, at_zero, strict=True):
        if found.truth is not Truth.FALSE:
            continue
        (name,) = told.names
        for obligation in owed:
            yield ReadingCheck(
                convention_id=convention,
                reading="from_0",
                obligation_id=obligation,
                unit_id=unit.id,
                step_id=unit.step,
                claim=told.text,
                at=(f"{name} = 0",),
                unread=() if complete else ("the problem",),
                witness=f"{name} = 0 is left out, where the claim fails: {found.says}",
            )


_SAYS_DOMAIN = re.compile(
    r"integer|natural|whole|\breals?\b|rational|complex|\bprime|\beven\b|\bodd\b|divis|divid\w* by|\bdivides\b|∣|≡"
    r"|[ℕℤℚℝℂ∈]|\bmod\b|function|angle|digit|number of|how many|dollar|percent|probab|length|\bset\b|sequence|matri"
    r"|vector|group|graph|\blim|deriv|contin|interval|√|\bsum\b|Σ|factorial|!|\bcount|gcd|points?\b|years?|hours?|miles?|cost|price|\$",
    re.IGNORECASE,
)
_ORDER = re.compile(r"[<>≤≥]")
_BETWEEN = tuple(Fraction(number, 2) for number in (1, 3, -1, 5, -3, 7, -5, 9, -7, 11, -9, 13, 15, 17, 19, 21))
_WHOLE = tuple(map(Fraction, range(-10, 31)))


def domain(source: Source, entry: Entry) -> Found | None:
    """A variable that nothing declares, and a claim about it that holds at the integers and fails between them."""
    if _ORDER.search(source.whole) is None or _SAYS_DOMAIN.search(source.whole):
        return None
    names = sorted(
        {name for unit in source.units for told in source.claims(unit) for name in told.names if len(name) == 1}
    )
    checks: list[ReadingCheck] = []
    units: list[EdgeUnit] = []
    asked: list[str] = []
    for name in names[:_MOST_NAMES]:
        for failure in _failing(source, name, _BETWEEN):
            if _holds_at_integers(failure):
                units.append(failure.unit)
                asked.append(name)
                checks.extend(_checks(source, entry.id, "real", failure))
    obligations = dict.fromkeys(item for unit in units for item in source.owed(unit))
    if not obligations:
        return None
    asked = list(dict.fromkeys(asked))
    return Found(
        where=tuple(source.where(unit, entry.when) for unit in dict.fromkeys(units))[:MOST_WHERES],
        obligations=tuple(obligations),
        checks=tuple(checks),
        names={"names": asked[0] if len(asked) == 1 else f"each of {', '.join(asked)}"},
    )


@value
class _Failure:
    """A claim ``told`` of ``unit`` about ``name`` alone that is ``answer`` at ``at``, where what was read of Γ
    holds."""

    unit: EdgeUnit
    told: Told
    name: str
    at: Fraction
    answer: AtPoint
    gamma: Gamma


def _failing(source: Source, name: str, points: tuple[Fraction, ...]) -> Iterator[_Failure]:
    """Units that assert of ``name`` alone what is false or undefined at one of ``points`` where their Γ holds; the
    first such claim of each."""
    looked = 0
    for unit in source.units:
        if unit.role not in _FACTS or unit.hypothetical or not source.owed(unit):
            continue
        if not any(told.names == {name} and _fails(told, name, at) for told in source.claims(unit) for at in points):
            continue
        looked += 1
        if looked > MOST_CANDIDATES:
            return
        gamma = source.gamma(unit, name)
        fitting = [at for at in points if gamma.complete and _fits(gamma, name, at)]
        about = [told for told in asserted(unit.text) if told.names == {name}]
        found = next(((told, at) for told in about for at in fitting if _fails(told, name, at)), None)
        if found is not None:
            told, at = found
            yield _Failure(unit=unit, told=told, name=name, at=at, answer=at_point(told.claim, {name: at}), gamma=gamma)


def _fails(told: Told, name: str, at: Fraction) -> bool:
    return at_point(told.claim, {name: at}).truth in (Truth.FALSE, Truth.UNDEFINED)


def _fits(gamma: Gamma, name: str, at: Fraction) -> bool:
    return all(at_point(told.claim, {name: at}).truth is Truth.TRUE for told in gamma.claims)


def _holds_at_integers(failure: _Failure) -> bool:
    name, claim = failure.name, failure.told.claim
    fitting = [at for at in _WHOLE if _fits(failure.gamma, name, at)]
    return len(fitting) >= 3 and all(at_point(claim, {name: at}).truth is Truth.TRUE for at in fitting)


def _checks(source: Source, convention: str, reading: str, failure: _Failure) -> Iterator[ReadingCheck]:
    """The claim at the point, or that its divisor is not 0 there, for each obligation that it is the matter of."""
    name, at = failure.name, {failure.name: failure.at}
    point = f"{name} = {written(failure.at)}"
    of_claim = [
        found.says
        for claimed in source.problem[1]
        if claimed.names == {name} and (found := at_point(claimed.claim, at)).truth is Truth.FALSE
    ]
    told_of = f"; the claim fails there as well: {of_claim[0]}" if of_claim else ""
    divisor = vanishing(failure.told.claim, at) if failure.answer.truth is Truth.UNDEFINED else None
    for obligation in source.owed(failure.unit):
        yield ReadingCheck(
            convention_id=convention,
            reading=reading,
            obligation_id=obligation,
            unit_id=failure.unit.id,
            step_id=failure.unit.step,
            claim=failure.told.text if divisor is None else f"{plain(divisor)} ≠ 0",
            at=(point,),
            given=tuple(claim.text for claim in failure.gamma.claims),
            unread=failure.gamma.unread,
            witness=f"{point}: {failure.answer.says}{told_of}",
        )
