"""Positive and non-negative numbers whose sign the statement lost: ℕ holds zero."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ...faithfulness.findings import Drift, LintFinding
from ..expr import ZERO, Expr, leaf, shown, value_of, walk
from ..findings import hint
from ..formal import Formal
from ..prose.reading import Prose

_PRIME = "prop:prime"


def positivity_findings(prose: Prose, formal: Formal) -> Iterator[LintFinding]:
    """A name that the text introduces as positive and of which the statement allows zero."""
    seen: set[str] = set()
    for said in prose.said:
        fact = said.fact
        if not said.hypothesis or fact.head != "<" or fact.args[0] != ZERO or fact.args[1].args:
            continue
        name = fact.args[1].head
        system = bound_system(name, formal)
        if name in seen or not system:
            continue
        seen.add(name)
        if fact in prose.claim.premises and prose.claim.complete:
            continue  # the exact matcher has looked at it
        if not sign_is_kept(name, formal):
            yield hint(
                "positive-vs-nat" if system in ("ℕ", "ℤ") else "dropped-hypothesis",
                Drift.MISSING_ASSUMPTIONS,
                f"the text takes {name} positive; the statement has {name} : {system} and nothing that excludes zero",
                formal,
                witness=(("text", shown(fact)), ("statement", f"{name} : {system}")),
                where="hypotheses",
            )


def bound_system(name: str, formal: Formal) -> str:
    """The number system of a variable of the statement, bound anywhere in it; "" if it is none."""
    said = formal.claim.type_of(name)
    if said in ("ℕ", "ℤ", "ℚ", "ℝ"):
        return said
    for expr in (*formal.claim.premises, *formal.claim.conclusions):
        for here in walk(expr):
            if here.head == "type" and here.args[0] == leaf(name) and here.args[1].head in ("ℕ", "ℤ", "ℚ", "ℝ"):
                return here.args[1].head
    return ""


def sign_is_kept(name: str, formal: Formal) -> bool:
    """Whether anything in the statement says that ``name`` is not zero, or of at least some size, or prime, or odd."""
    one = leaf(name)
    inside = (part for claim in formal.claim.conclusions for part in _below(claim))
    for expr in (*formal.claim.premises, *inside):
        for here in walk(expr):
            if here.head in ("<", "≤") and _is_lower(here, one):
                return True
            if here.head == "≠" and one in here.args and ZERO in here.args:
                return True
            if here.head in (_PRIME, "odd") and here.args[:1] == (one,):
                return True
            if here.head == "∣" and here.args[0] == one:
                return True
            if here.head == "∈" and here.args[0] == one and here.args[1].head in ("Icc", "Ioc", "Ioo", "Ioi", "Ico"):
                return True
            if here.head == "=" and one in here.args and _has_numeral(here):
                return True
            if here.head == "app" and here.args[-1] == one and here.args[0].head == "fn:ZMod":
                return True
    return f"NeZero {name}" in formal.classes


def _below(claim: Expr) -> tuple[Expr, ...]:
    """What a conclusion holds under its connectives; a bare relation is claimed, not assumed."""
    return (claim,) if claim.head in ("∃", "∃!", "∃∞", "∀", "→", "↔", "∨", "∧", "¬") else claim.args


def _is_lower(here: Expr, one: Expr) -> bool:
    """Something ≤ name that is no bare zero, or 0 < name, also where a sum or multiple of names stands on the left."""
    left, right = here.args
    if right != one:
        return False
    if here.head == "<":
        return value_of(left) is None or (value_of(left) or 0) >= 0
    return value_of(left) is None or (value_of(left) or 0) >= 1


def _has_numeral(here: Expr) -> bool:
    return any((value := value_of(part)) is not None and value > 0 for part in walk(here))


def lower_bound(name: str, formal: Formal) -> tuple[Fraction, bool] | None:
    """The largest numeral below ``name`` in a premise, and whether the bound is strict; ℕ itself gives 0 ≤."""
    one = leaf(name)
    best: tuple[Fraction, bool] | None = (Fraction(0), False) if formal.claim.type_of(name) == "ℕ" else None
    whole = formal.claim.type_of(name) in ("ℕ", "ℤ")
    for here in formal.claim.premises:
        found: tuple[Fraction, bool] | None = None
        if here.head in ("<", "≤") and here.args[1] == one and (value := value_of(here.args[0])) is not None:
            found = (value, here.head == "<")
        elif here.head == _PRIME and here.args == (one,):
            found = (Fraction(2), False)
        elif here.head == "≠" and one in here.args and ZERO in here.args and best == (Fraction(0), False):
            found = (Fraction(0), True)
        if found is not None and whole and found[1]:
            found = (found[0] + 1, False)
        if found is not None and (best is None or found > best):
            best = found
    return best
