"""Constants: the numbers of the text that the statement lacks, while it has others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from ...faithfulness.findings import Drift, LintFinding
from ...formal import ast
from ...formal.walk import walk
from ..findings import hint
from ..formal import Formal
from ..prose.reading import Prose

_SMALL = frozenset(map(Fraction, (0, 1, 2)))
_DIGITS = re.compile(r"\d{1,20}")


def constant_findings(prose: Prose, formal: Formal) -> Iterator[LintFinding]:
    """One finding if constants of the text are missing and others stand in their place."""
    if formal.helped:
        return
    here = _formal_numerals(formal)
    said = _parts(prose.numerals)
    missing = {value for value in _parts(prose.written) - here - _SMALL if not _made_of(value, here)}
    extra = {value for value in here - said - _SMALL if not _made_of(value, said)}
    if missing and extra:
        yield hint(
            "numeral-drift",
            Drift.WRONG_OBJECTS,
            f"the text has the constants {_listed(missing)}, the statement {_listed(extra)} instead",
            formal,
            witness=(("text", _listed(missing)), ("statement", _listed(extra))),
        )


def _parts(values: frozenset[Fraction]) -> set[Fraction]:
    """Numerators and denominators, without signs."""
    return {Fraction(part) for value in values for part in (abs(value.numerator), value.denominator)}


def _formal_numerals(formal: Formal) -> set[Fraction]:
    found: set[Fraction] = set()
    parts = [part for binder in formal.statement.binders for part in (binder.type, binder.default) if part is not None]
    for part in (*parts, formal.statement.goal):
        for here in walk(part):
            if isinstance(here, ast.Numeral):
                found |= {Fraction(here.value.numerator), Fraction(here.value.denominator)}
            elif isinstance(here, ast.Name):
                found |= {Fraction(digits) for digits in _DIGITS.findall(here.text)}
    return found


def _made_of(value: Fraction, others: set[Fraction]) -> bool:
    """Whether a number is one away from another, or a sum, product, quotient or power of two of them."""
    known = [*others, Fraction(1), Fraction(2), Fraction(10), Fraction(100), Fraction(180)][:40]
    for one in known:
        if abs(one - value) == 1:
            return True
        for other in known:
            if value in (one + other, one * other, one - other) or (other and value == one / other):
                return True
            if other.denominator == 1 and 0 < other < 40 and abs(one) < 1000 and one**other.numerator == value:
                return True
    return False


def _listed(values: set[Fraction]) -> str:
    return ", ".join(str(value) for value in sorted(values)[:6])
