"""Moduli in words: "congruent to 1 modulo 3" where the statement counts modulo another number."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import lcm

from ...faithfulness.findings import Drift, LintFinding
from ..expr import Expr, value_of, walk
from ..findings import hint
from ..formal import Formal
from ..prose.phrases import bare_terms
from ..prose.reading import Prose

MAX_MODULUS = 10**6
_CUES = frozenset(("mod", "modulo"))


def modulus_findings(prose: Prose, formal: Formal) -> Iterator[LintFinding]:
    """One finding if no modulus of the text is left and the statement has one that the text has nowhere."""
    if formal.helped:
        return
    facts = (*formal.claim.premises, *formal.claim.conclusions)
    written = {value for fact in facts for here in walk(fact) if (value := _modulus(here)) is not None}
    said = _said(prose)
    if not said or not written or said & written:
        return
    everywhere = {value for fact in facts for here in walk(fact) if (value := value_of(here)) is not None}
    if said & everywhere or any(fact.head == "∣" and _is_computed(fact) for fact in facts):
        return
    if {_joined(said)} & {_joined(written)} or written & prose.numerals:
        return
    listed, other = ", ".join(map(str, sorted(said))), ", ".join(map(str, sorted(written)))
    yield hint(
        "modulus-drift",
        Drift.WRONG_OBJECTS,
        f"the text counts modulo {listed}, the statement modulo {other}",
        formal,
        witness=(("text", listed), ("statement", other)),
    )


def _said(prose: Prose) -> set[Fraction]:
    found = {value for item in prose.formulas for here in walk(item) if (value := _modulus(here)) is not None}
    for piece, following in zip(prose.pieces, prose.pieces[1:], strict=False):
        if piece.kind == "word" and piece.text in _CUES:
            terms = bare_terms(following) or ()
            found |= {value for term in terms[:1] if (value := value_of(term)) is not None}
    return {value for value in found if _is_modulus(value)}


def _modulus(here: Expr) -> Fraction | None:
    """The modulus of a congruence or remainder, the divisor of a multiple, if it is a numeral."""
    if here.head in ("≡", "≢") and len(here.args) == 3:
        value = value_of(here.args[2])
    elif here.head == "%":
        value = value_of(here.args[1])
    elif here.head in ("∣", "∤"):
        value = value_of(here.args[0])
    else:
        value = None
    return value if value is not None and _is_modulus(value) else None


def _is_modulus(value: Fraction) -> bool:
    return value.denominator == 1 and 1 < value <= MAX_MODULUS


def _is_computed(fact: Expr) -> bool:
    """2 ^ 3 ∣ n: the modulus is worked out."""
    return bool(fact.args[0].args) and any(value_of(here) is not None for here in walk(fact.args[0]))


def _joined(values: set[Fraction]) -> int:
    """Modulo 2 and modulo 3 is modulo 6."""
    return lcm(*(value.numerator for value in sorted(values)[:6]))
