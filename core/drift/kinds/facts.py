"""Drift that the exact matcher shows: one fact of the text and what the statement made of it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...faithfulness.findings import Action, Drift, LintFinding, Tier
from ..claim import UNREAD
from ..difference import Kind
from ..exact import Matching, Mismatch, Role
from ..expr import Expr, names, shown, value_of, walk
from ..findings import hint
from ..formal import Formal
from ..prose.reading import Prose
from .conventions import thresholds, without_indices
from .positivity import bound_system, lower_bound
from .ranges import counts

_LINTS: dict[Kind, tuple[str, Drift, Drift]] = {
    Kind.STRICTNESS: ("strictness-drift", Drift.OVERGENERALIZED, Drift.UNDERGENERALIZED),
    Kind.REVERSED: ("inequality-reversed", Drift.WRONG_DIRECTION, Drift.WRONG_DIRECTION),
    Kind.DIVIDES: ("divides-swapped", Drift.ROLE_SWAP, Drift.ROLE_SWAP),
    Kind.MODULUS: ("modulus-drift", Drift.WRONG_OBJECTS, Drift.WRONG_OBJECTS),
    Kind.NUMERAL: ("numeral-drift", Drift.WRONG_OBJECTS, Drift.WRONG_OBJECTS),
    Kind.NEGATION: ("negation-drift", Drift.WRONG_OBJECTS, Drift.WRONG_OBJECTS),
    Kind.QUANTIFIER: ("quantifier-kind", Drift.WRONG_QUANTIFIERS, Drift.WRONG_QUANTIFIERS),
    Kind.ORDER: ("quantifier-order", Drift.WRONG_QUANTIFIERS, Drift.WRONG_QUANTIFIERS),
    Kind.UNIQUENESS: ("uniqueness-dropped", Drift.WRONG_QUANTIFIERS, Drift.WRONG_QUANTIFIERS),
    Kind.IFF: ("iff-weakened", Drift.UNDERGENERALIZED, Drift.UNDERGENERALIZED),
    Kind.ONLY_IF: ("iff-strengthened", Drift.OVERGENERALIZED, Drift.OVERGENERALIZED),
    Kind.DIRECTION: ("direction", Drift.WRONG_DIRECTION, Drift.WRONG_DIRECTION),
    Kind.OPERATOR: ("operator-drift", Drift.WRONG_OBJECTS, Drift.WRONG_OBJECTS),
    Kind.VARIANT: ("wrong-function-variant", Drift.WRONG_OBJECTS, Drift.WRONG_OBJECTS),
    Kind.RANGE: ("range-off-by-one", Drift.WRONG_OBJECTS, Drift.WRONG_OBJECTS),
    Kind.SWAPPED: ("arguments-swapped", Drift.ROLE_SWAP, Drift.ROLE_SWAP),
    Kind.CASES: ("cases-drift", Drift.WRONG_OBJECTS, Drift.WRONG_OBJECTS),
    Kind.PART_OMITTED: ("conclusion-dropped", Drift.OVERGENERALIZED, Drift.UNDERGENERALIZED),
    Kind.PART_ADDED: ("conclusion-added", Drift.UNDERGENERALIZED, Drift.OVERGENERALIZED),
}
"""Lint, and its category where a premise and where a conclusion is concerned."""

_REJECTING = frozenset(
    (
        Kind.STRICTNESS, Kind.REVERSED, Kind.DIVIDES, Kind.MODULUS, Kind.NUMERAL, Kind.NEGATION, Kind.ORDER,
        Kind.DIRECTION,
    )
)  # fmt: skip
"""Differences that, where all the rest was read and is the same, leave no way to mean the same."""
_PLAIN = frozenset(("=", "≠", "<", "≤", "∣", "∤", "≡", "≢", "odd", "coprime"))
_DENIED_BEHIND = re.compile(r"\bfor\s+no\b", re.IGNORECASE)
"""What "… for no integer n" denies stands before it, and how far it reaches is not read."""
_OPAQUE = ("prop:", "fn:", "const:", "noun:")


def fact_findings(prose: Prose, formal: Formal, matching: Matching) -> Iterator[LintFinding]:
    """Findings for the mismatches that mean something on their own."""
    for mismatch in matching.mismatches:
        if mismatch.kind is Kind.NEGATION and _DENIED_BEHIND.search(prose.text):
            continue
        if mismatch.kind in _LINTS:
            if not _arbitrary(mismatch, formal):
                yield _changed(mismatch, formal)
        elif mismatch.kind in (Kind.OMITTED, Kind.ADDED):
            yield from _one_sided(mismatch, prose, formal, matching)


def _arbitrary(mismatch: Mismatch, formal: Formal) -> bool:
    """The order of arguments of a library's predicate, where a sequence begins, and whether a threshold that only has
    to exist is reached (n ≥ N or n > N) are nobody's claim."""
    if mismatch.kind is Kind.STRICTNESS:
        return bool(thresholds(mismatch.source)) and any(arg.head.startswith("β") for arg in mismatch.part[0].args)
    if mismatch.kind is Kind.NUMERAL:
        return without_indices(mismatch.source, formal) == without_indices(mismatch.formal, formal)
    if mismatch.kind is Kind.RANGE:
        return not any(counts(here) for here in walk(mismatch.source))
    return mismatch.kind is Kind.SWAPPED and mismatch.part[0].head.startswith(("prop:", "fn:", "app"))


def _changed(mismatch: Mismatch, formal: Formal) -> LintFinding:
    lint, premise, conclusion = _LINTS[mismatch.kind]
    certain = mismatch.certain and not (mismatch.kind is Kind.STRICTNESS and thresholds(mismatch.source))
    source, written = shown(mismatch.source), shown(mismatch.formal)
    return hint(
        lint,
        premise if mismatch.role is Role.PREMISE else conclusion,
        _SENTENCES[mismatch.kind].format(source=source, formal=written),
        formal,
        witness=(("text", source), ("statement", written)),
        place=formal.place(mismatch.formal),
        where="hypothesis" if mismatch.role is Role.PREMISE else "goal",
        action=Action.REJECT if certain and mismatch.kind in _REJECTING else Action.FLAG,
        tier=Tier.DETERMINISTIC if certain else Tier.HEURISTIC,
    )


_SENTENCES = {
    Kind.STRICTNESS: "the text has {source}, the statement {formal}: one is strict, the other is not",
    Kind.REVERSED: "the text has {source}, the statement the inequality the other way round: {formal}",
    Kind.DIVIDES: "the text has {source}, the statement {formal}: divisor and multiple changed places",
    Kind.MODULUS: "the text has {source}, the statement another modulus: {formal}",
    Kind.NUMERAL: "the text has {source}, the statement other constants: {formal}",
    Kind.NEGATION: "the text has {source}, the statement its negation: {formal}",
    Kind.QUANTIFIER: "the text quantifies {source}, the statement {formal}: all became some, or some all",
    Kind.ORDER: "the text claims {source}, the statement {formal}: the quantifiers stand in another order",
    Kind.UNIQUENESS: "the text claims exactly one ({source}), the statement at least one ({formal})",
    Kind.IFF: "the text claims both directions ({source}), the statement one ({formal})",
    Kind.ONLY_IF: "the text claims one direction ({source}), the statement both ({formal})",
    Kind.DIRECTION: "the statement is the converse: it shows {formal} where the text shows {source}",
    Kind.OPERATOR: "the text has {source}, the statement another operation: {formal}",
    Kind.VARIANT: "the text has {source}, the statement a rounding variant of the function: {formal}",
    Kind.RANGE: "the text has {source}, the statement another range: {formal}",
    Kind.SWAPPED: "the text has {source}, the statement the same with its parts in other places: {formal}",
    Kind.CASES: "the text has the cases {source}, the statement {formal}",
    Kind.PART_OMITTED: "the text has {source}, the statement a part of it: {formal}",
    Kind.PART_ADDED: "the text has {source}, the statement more: {formal}",
}


def _one_sided(mismatch: Mismatch, prose: Prose, formal: Formal, matching: Matching) -> Iterator[LintFinding]:
    fact = mismatch.source if mismatch.formal == UNREAD else mismatch.formal
    if not _comparable(fact) or (fact.head == "odd" and names(fact) & formal.functions):
        return
    read = prose.claim.complete and formal.claim.complete
    if _said_in_another_form(mismatch, matching):
        return
    if mismatch.kind is Kind.OMITTED and mismatch.role is Role.PREMISE:
        if not names(fact) <= _names_of(formal) or said_otherwise(fact, formal) or not _numeric(fact, formal):
            return
        yield hint(
            _name_of_omission(fact, prose, formal),
            Drift.MISSING_ASSUMPTIONS,
            f"the text assumes {shown(fact)}; the statement does not",
            formal,
            witness=(("text", shown(fact)),),
            where="hypotheses",
            tier=Tier.DETERMINISTIC if mismatch.certain else Tier.HEURISTIC,
        )
    elif (
        mismatch.kind is Kind.OMITTED
        and any(role is Role.CONCLUSION for role, _, _ in matching.same)
        and not _joined_by_equations(fact, formal)
    ):
        yield hint(
            "conclusion-dropped",
            Drift.UNDERGENERALIZED,
            f"the text also claims {shown(fact)}; the statement does not",
            formal,
            witness=(("text", shown(fact)),),
            where="goal",
        )
    elif mismatch.kind is Kind.ADDED and mismatch.role is Role.PREMISE and read and not _is_guard(fact, prose):
        yield hint(
            "added-hypothesis",
            Drift.UNDERGENERALIZED,
            f"the statement assumes {shown(fact)}; the text does not",
            formal,
            witness=(("statement", shown(fact)),),
            place=formal.place(fact),
            where="hypothesis",
        )


def _said_in_another_form(mismatch: Mismatch, matching: Matching) -> bool:
    """Whether the other side has a premise on the same names that is left over too and of another form, as
    1 < |x| beside x > 1 or x < -1: neither is lost or new."""
    if mismatch.role is not Role.PREMISE:
        return False
    mine = mismatch.source if mismatch.formal == UNREAD else mismatch.formal
    for other in matching.mismatches:
        if other.role is not Role.PREMISE or {other.kind, mismatch.kind} != {Kind.OMITTED, Kind.ADDED}:
            continue
        theirs = other.source if other.formal == UNREAD else other.formal
        if _compound(mine) != _compound(theirs) and names(mine) & names(theirs):
            return True
    return False


def _compound(fact: Expr) -> bool:
    return fact.head in ("∃", "∃!", "∀", "∨", "→", "↔", "¬")


def _name_of_omission(fact: Expr, prose: Prose, formal: Formal) -> str:
    if _positive_number(fact, formal):
        return "positive-vs-nat"
    apart = fact.head == "≠" and all(not arg.args and value_of(arg) is None for arg in fact.args)
    return "distinctness-dropped" if apart and prose.has(r"\bdistinct\b|\bdifferent\b") else "dropped-hypothesis"


def _comparable(fact: Expr) -> bool:
    return fact.head in _PLAIN and not any(here.head.startswith(_OPAQUE) for here in walk(fact))


def _joined_by_equations(fact: Expr, formal: Formal) -> bool:
    """Whether a = b follows from a = c and b = c."""
    if fact.head != "=":
        return False
    groups: list[set[Expr]] = []
    for here in (*formal.claim.premises, *formal.claim.conclusions):
        if here.head == "=":
            touched = [group for group in groups if group & set(here.args)]
            groups = [group for group in groups if group not in touched]
            groups.append(set(here.args).union(*touched))
    sides = {Expr("#1") if arg == Expr("e") else arg for arg in fact.args}
    return any(sides <= group for group in groups)


def _numeric(fact: Expr, formal: Formal) -> bool:
    """Whether an order is one of numbers; K ≤ G of subgroups is said by types."""
    if fact.head not in ("<", "≤"):
        return True
    if any(value_of(here) is not None or here.head == "abs" for here in walk(fact)):
        return True
    return all(bound_system(name, formal) for name in names(fact))


def _names_of(formal: Formal) -> frozenset[str]:
    found: frozenset[str] = frozenset()
    for expr in (*formal.claim.premises, *formal.claim.conclusions):
        found |= names(expr)
    return found | frozenset(formal.claim.variables)


def _positive_number(fact: Expr, formal: Formal) -> bool:
    if fact.head not in ("<", "≤") or value_of(fact.args[0]) not in (0, 1) or fact.args[1].args:
        return False
    return formal.claim.type_of(fact.args[1].head) in ("ℕ", "ℤ")


def said_otherwise(fact: Expr, formal: Formal) -> bool:
    """Whether the statement has the fact in other words: an odd prime is a prime other than two, a positive whole
    number is not zero."""
    premises = formal.claim.premises
    if fact.head == "odd" and any(here.head == "prop:prime" and here.args[:1] == fact.args for here in premises):
        return any(
            Expr("#2") in here.args and here.head in ("<", "≠") for here in premises if names(here) == names(fact)
        )
    if fact.head in ("<", "≤", "≠") and len(names(fact)) == 1:
        return follows(fact, formal)
    return False


def follows(fact: Expr, formal: Formal) -> bool:
    """Whether a lower bound of a single name follows from another premise on that name."""
    (name,) = names(fact)
    bound = lower_bound(name, formal)
    if bound is None:
        return False
    least, strict = bound
    wanted = value_of(fact.args[0]) if fact.args[1:] and not fact.args[1].args else None
    if fact.head == "≠":
        wanted = next((value for arg in fact.args if (value := value_of(arg)) is not None), None)
        return wanted is not None and (least > wanted or (least == wanted and strict))
    if wanted is None or fact.args[1].head != name:
        return False
    return least > wanted or (least == wanted and (strict or fact.head == "≤"))


def _is_guard(fact: Expr, prose: Prose) -> bool:
    """A side condition that a text leaves unsaid or says otherwise: not zero, positive, not two of an odd prime."""
    zero = Expr("#0")
    if Expr("#2") in fact.args and any(odd.head == "odd" and names(odd) == names(fact) for odd in prose.claim.premises):
        return True
    if fact.head not in ("≠", "<", "≤") or not (zero in fact.args or (Expr("#1") in fact.args and fact.head == "≤")):
        return False
    name = next((arg for arg in fact.args if not arg.args and value_of(arg) is None), None)
    said = prose.claim.type_of(name.head) if name is not None else ""
    if name is None or said not in ("ℤ", "ℚ", "ℝ"):
        return True
    return any(_needs_guard(here, name) for part in _everything(prose) for here in walk(part))


def _everything(prose: Prose) -> tuple[Expr, ...]:
    return (*prose.claim.premises, *prose.claim.conclusions)


def _needs_guard(here: Expr, name: Expr) -> bool:
    """Whether ``name`` stands where a text silently takes it positive or not zero: a divisor, modulus, root, logarithm,
    exponent, base of a power that is no whole number, an end of a range, a size."""
    divisor = {"∣": 0, "∤": 0, "%": 1, "≡": 2, "≢": 2}.get(here.head)
    if divisor is not None and divisor < len(here.args):
        return name in walk(here.args[divisor])
    if here.head in ("gcd", "lcm", "coprime", "sqrt", "log", "logb", "∑", "∏", "fact", "choose"):
        return name in walk(here)
    if here.head == "^":
        exponent = value_of(here.args[1])
        whole = exponent is not None and exponent.denominator == 1 and exponent > 0
        return not whole and name in walk(here)
    return here.head.startswith(("prop:", "fn:", "app", "noun:")) and name in walk(here)
