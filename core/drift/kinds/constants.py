"""Constants: the numbers of the text that the statement lacks, while it has others."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ...faithfulness.findings import Drift, LintFinding
from ...formal import ast
from ...formal.ast import Term
from ...formal.walk import children
from ..expr import value_of
from ..findings import hint
from ..formal import Formal
from ..prose.reading import Prose

MAX_NUMERALS = 60
_SMALL = frozenset(map(Fraction, (0, 1, 2)))


def constant_findings(prose: Prose, formal: Formal) -> Iterator[LintFinding]:
    """One finding if constants of the text are missing and others stand in their place."""
    if formal.helped:
        return
    here = _formal_numerals(formal)
    if len(here) > MAX_NUMERALS or len(prose.numerals) > MAX_NUMERALS:
        return
    said = _parts(prose.numerals)
    missing = {value for value in _parts(prose.written) - here - _SMALL if not _made_of(value, here)}
    extra = {value for value in here - said - _SMALL if not _made_of(value, said)}
    if extra and (missing or (prose.written and not prose.asks and extra & _fixed_sizes(formal))):
        yield hint(
            "numeral-drift",
            Drift.WRONG_OBJECTS,
            f"the statement has the constants {_listed(extra)}, which the text does not have"
            + (f"; it has {_listed(missing)}" if missing else ""),
            formal,
            witness=(("text", _listed(missing or set(prose.written))), ("statement", _listed(extra))),
        )


def _fixed_sizes(formal: Formal) -> set[Fraction]:
    """Constants to which a hypothesis sets something equal, as in card F = 7."""
    return {
        value
        for fact in formal.claim.premises
        if fact.head == "="
        for arg in fact.args
        if (value := value_of(arg)) is not None
    }


def _parts(values: frozenset[Fraction]) -> set[Fraction]:
    """Numerators and denominators, without signs."""
    return {Fraction(part) for value in values for part in (abs(value.numerator), value.denominator)}


def _formal_numerals(formal: Formal) -> set[Fraction]:
    """The numerals of the statement, without the indices of sequences and the sizes of Fin."""
    found: set[Fraction] = set()
    parts = [part for binder in formal.statement.binders for part in (binder.type, binder.default) if part is not None]
    stack: list[Term] = [*parts, formal.content]
    while stack:
        here = stack.pop()
        if isinstance(here, ast.Numeral):
            found |= {Fraction(here.value.numerator), Fraction(here.value.denominator)}
            continue
        if isinstance(here, ast.Apply) and isinstance(here.function, ast.Name) and _is_index(here, formal):
            stack.extend(part for part in here.arguments if not isinstance(part, ast.Numeral))
            continue
        stack.extend(children(here))
    return found


def _is_index(here: ast.Apply, formal: Formal) -> bool:
    name = here.function.text if isinstance(here.function, ast.Name) else ""
    return name == "Fin" or (name in formal.functions and len(here.arguments) == 1)


def _made_of(value: Fraction, others: set[Fraction]) -> bool:
    """Whether a number is one away from another, or a product, quotient or power of others."""
    if any(abs(one - value) == 1 for one in others):
        return True
    known = [*others, *map(Fraction, (2, 10, 100, 180))][:40]
    for one in known:
        for other in known:
            if value == one * other or (other and value == one / other):
                return True
            if other.denominator == 1 and 0 < other < 40 and abs(one) < 1000 and one**other.numerator == value:
                return True
    return False


def _listed(values: set[Fraction]) -> str:
    return ", ".join(str(value) for value in sorted(values)[:6])
