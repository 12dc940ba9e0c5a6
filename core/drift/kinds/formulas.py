"""Formulas of the text beside formulas of the statement, where the sentence around them was not read.

A relation of the text that the statement has nowhere, beside one of the same names that differs from it in one place.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...faithfulness.findings import Drift, LintFinding
from ..claim import is_read
from ..difference import Difference, Kind, difference
from ..exact import is_commutative
from ..expr import RELATIONS, Expr, commuted, conjuncts, leaf, names, negation, rebuilt, shown, size, value_of, walk
from ..findings import hint
from ..formal import Formal
from ..normal import counted, without_types
from ..prose.reading import Prose
from .conventions import thresholds, without_indices
from .positivity import bound_system
from .ranges import counts

MAX_FORMULAS = 40
_LEAST_SHARED = 0.5
_LINTS: dict[Kind, tuple[str, Drift]] = {
    Kind.STRICTNESS: ("strictness-drift", Drift.OVERGENERALIZED),
    Kind.REVERSED: ("inequality-reversed", Drift.WRONG_DIRECTION),
    Kind.DIVIDES: ("divides-swapped", Drift.ROLE_SWAP),
    Kind.MODULUS: ("modulus-drift", Drift.WRONG_OBJECTS),
    Kind.NUMERAL: ("numeral-drift", Drift.WRONG_OBJECTS),
    Kind.OPERATOR: ("operator-drift", Drift.WRONG_OBJECTS),
    Kind.VARIANT: ("wrong-function-variant", Drift.WRONG_OBJECTS),
    Kind.RANGE: ("range-off-by-one", Drift.WRONG_OBJECTS),
}
_DENIED = r"\b(?:not|no|never|none|nor|neither|cannot|fails?|false|impossible|contrary|without|un\w+n't)\b"
_ATOMS = RELATIONS | {"odd", "coprime"}


def formula_findings(prose: Prose, formal: Formal) -> Iterator[LintFinding]:
    """Relations of the text that were changed in one place, whatever the words around them say."""
    commutes = is_commutative(formal)
    said = _relations(prose.formulas, commutes=commutes)
    written = _relations((*formal.claim.premises, *formal.claim.conclusions), commutes=commutes)
    if not said or not written:
        return
    known = frozenset().union(*(names(atom) for atom in written))
    ends = frozenset().union(*(thresholds(part) for part in formal.claim.conclusions))
    for atom in said:
        if atom in written or not names(atom) or not names(atom) <= known:
            continue
        nearest = _nearest(atom, [other for other in written if other not in said])
        if nearest is None:
            if _is_lost(atom, written, formal):
                yield hint(
                    "dropped-hypothesis",
                    Drift.MISSING_ASSUMPTIONS,
                    f"the text has {shown(atom)}; the statement does not relate these at all",
                    formal,
                    witness=(("text", shown(atom)),),
                    where="hypotheses",
                )
            continue
        found, other = nearest
        if other == negation(atom) and prose.has(_DENIED):
            continue
        if found.kind is Kind.STRICTNESS and ends & set(other.args):
            continue
        if found.kind is Kind.NUMERAL and without_indices(atom, formal) == without_indices(other, formal):
            continue
        lint, drift = _LINTS[found.kind]
        yield hint(
            lint,
            drift,
            f"the text has {shown(atom)}; the statement has {shown(other)} and the former nowhere",
            formal,
            witness=(("text", shown(atom)), ("statement", shown(other))),
        )


def _is_lost(atom: Expr, written: list[Expr], formal: Formal) -> bool:
    """Whether a relation of two variables, which Lean would write as it is, has no counterpart of any form."""
    if atom.head not in ("<", "≤", "≠", "∣", "⊆", "⊂") or len(names(atom)) != 2 or any(arg.args for arg in atom.args):
        return False
    ordered = atom.head in ("<", "≤", "∣")
    if ordered and not all(bound_system(name, formal) for name in names(atom)):
        return False
    if not ordered and not names(atom) <= frozenset(formal.claim.variables) - formal.types:
        return False
    return not any(names(atom) <= names(other) for other in written)


def _relations(parts: tuple[Expr, ...], *, commutes: bool) -> list[Expr]:
    found: dict[Expr, None] = {}
    for part in parts:
        if size(part) > 200:
            continue
        here = rebuilt(without_types(part), counted)
        here = commuted(here) if commutes else here
        for inner in walk(here):
            if inner.head in _ATOMS and is_read(inner) and not any(x.head == "…" for x in walk(inner)):
                for atom in conjuncts(_schema(inner)):
                    found.setdefault(atom)
        if len(found) > MAX_FORMULAS:
            break
    return list(found)[:MAX_FORMULAS]


def _schema(atom: Expr) -> Expr:
    """C(1) ⊇ C(2) as C(n) ⊇ C(n + 1): two neighbours of a sequence speak for all."""
    if len(atom.args) != 2 or any(arg.head != "app" or len(arg.args) != 2 for arg in atom.args):
        return atom
    (one, first), (other, second) = atom.args[0].args, atom.args[1].args
    low, high = value_of(first), value_of(second)
    if one != other or low is None or high is None or abs(high - low) != 1:
        return atom
    step = Expr("+", (Expr("#1"), leaf("n")))
    pair = (leaf("n"), step) if high > low else (step, leaf("n"))
    return Expr(atom.head, (Expr("app", (one, pair[0])), Expr("app", (one, pair[1]))))


def _nearest(atom: Expr, others: list[Expr]) -> tuple[Difference, Expr] | None:
    best: tuple[Difference, Expr] | None = None
    for other in others:
        if other.head != atom.head and {atom.head, other.head} != {"<", "≤"}:
            continue
        if names(other) != names(atom):
            continue
        found = difference(atom, other)
        if found is None or found.kind not in _LINTS:
            continue
        whole = found.source == atom
        if found.kind is Kind.NUMERAL and (value_of(found.source) is None or value_of(found.formal) is None):
            continue
        if not whole and found.shared < _LEAST_SHARED:
            continue
        if found.kind is Kind.RANGE and not any(counts(here) for here in walk(atom)):
            continue
        if best is None or found.shared > best[0].shared:
            best = (found, other)
    return best
