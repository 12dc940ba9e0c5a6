"""The typing rule: which obligations a unit owes, by state change and role first (METHOD 4).

The kinds are those of wang2026faithsieve, Table 1, and ours; what they say in words stands in ``templates``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..obligations import Obligation, ObligationKind
from ..tree import EdgeUnit, EntryId, Pattern, Transition, UnitRole
from .checklist import asked
from .symbols import obtained
from .templates import statement_of

K = ObligationKind


class Owed(NamedTuple):
    """One obligation before it has words: kind, the rule that fired, confidence as a decimal string, and for a result
    that is used the entry of Γ that states it."""

    kind: ObligationKind
    rule: str
    confidence: str
    entry: str = ""


_WLOG = (Owed(K.CASE_SPLIT, "wlog-map", "0.6"), Owed(K.CASE_SPLIT, "wlog-invariant", "0.6"),
         Owed(K.CASE_SPLIT, "wlog-reaches", "0.6"))  # fmt: skip
_CHECKLISTS = {
    "find-all": (Owed(K.CLOSURE, "find-all-necessity", "0.7"), Owed(K.CLOSURE, "find-all-answers", "0.7")),
    "extremum": (Owed(K.CLOSURE, "extremum-bound", "0.7"), Owed(K.CLOSURE, "extremum-attained", "0.7")),
    "equivalence": (Owed(K.CLOSURE, "equivalence", "0.7"),),
}
_CONCLUDES = re.compile(
    r"\b(?:then|so|thus|hence|we (?:have|get|obtain)|gives|becomes|implies|follows)\b", re.IGNORECASE
)
# "Let f(x) be the y with …", "define f: A → B", against "put y = x + 1".
_FUNCTION = re.compile(
    r"\b(?:function|map|mapping|relation|operation|homomorphism|sequence|operator|assign\w*|send\w*)\b|\\to(?![A-Za-z])|→|\\mapsto|↦"
    r"|[A-Za-z]\s*\([^()=]{1,20}\)\s*\$?\s*(?::?=|be\b|denote\b)|\bfor (?:each|every|all|any)\b",
    re.IGNORECASE,
)
_DESCRIBED = re.compile(
    r"\bthe (?:unique|only|least|smallest|largest|greatest|maximal|minimal|first|set|number)\b", re.IGNORECASE
)
_CLASSES = re.compile(
    r"\b(?:representatives?|equivalence class\w*|class of|cosets?|residue class\w*|quotient)\b"
    r"|\[\s*[a-z]\s*\]|\\(?:bar|overline)\s*\{?[a-z]|[a-z]\s*(?:\+|\\cdot)?\s*[A-Z]\s*\)\s*(?:=|:=|\\mapsto|↦)",
)


def type_unit(unit: EdgeUnit, *, computed: bool, goal: str = "") -> tuple[Owed, ...]:
    """The obligations that a unit owes, most urgent first.

    ``computed`` says that the unit's words are nothing but checkable computations, which are obligations of their own.
    State change and role come first, keywords break ties (METHOD 4). Units that only assume, introduce or remark owe
    none; an abandoned attempt owes none. Each result that a unit uses by name owes an ``apply`` beside the rest.
    """
    if unit.role in (UnitRole.ABANDONED, UnitRole.REMARK) or "abandoned" in unit.signals:
        return ()
    applied = tuple(_applied(unit))
    owed = _by_role(unit, computed=computed, goal=goal)
    if unit.role in (UnitRole.CLOSURE, UnitRole.TARGET) or not applied:
        return owed
    return (*applied, *(one for one in owed if one.rule != "cited"))


def _by_role(unit: EdgeUnit, *, computed: bool, goal: str) -> tuple[Owed, ...]:
    cues = {signal.partition(":")[0] for signal in unit.signals}
    role = unit.role
    if role in (UnitRole.INTRO, UnitRole.DEFINE) and cues & {"hence", "because"} and not computed:
        # "Let n = deg f, so that …" says more than a name.
        return (*_defined(unit), Owed(K.DERIVED_FACT, "name-with-assertion", "0.5"))
    if role is UnitRole.INTRO:
        return ()
    if unit.transition is Transition.LEMMA_INTRODUCTION:
        # Where the claim has a proof of its own, that proof's closure owes it.
        return () if "claim-has-proof" in cues else (Owed(K.CONTESTED_CLAIM, "claim-without-proof", "0.6"),)
    if role is UnitRole.CASE and ("base-case" in cues or unit.pattern is Pattern.INDUCTION) and not _is_heading(unit):
        return () if computed else (Owed(K.DERIVED_FACT, "base-case", "0.7"),)
    if role in (UnitRole.ASSUME, UnitRole.CASE):
        return _assumed(unit, cues, computed=computed)
    if role is UnitRole.CLOSURE:
        return (Owed(K.CLOSURE, "end-of-scope", "0.9"),)
    if role is UnitRole.TARGET:
        return (Owed(K.TARGET_FIDELITY, "end-of-proof", "0.9"), *(o for name in asked(goal) for o in _CHECKLISTS[name]))
    if role is UnitRole.SPLIT:
        inductive = unit.pattern is Pattern.INDUCTION
        return (Owed(K.GOAL_REDUCTION, "induction", "0.8") if inductive else Owed(K.CASE_SPLIT, "split", "0.8"),)
    return () if computed else _said(unit, cues)


def _assumed(unit: EdgeUnit, cues: set[str], *, computed: bool) -> tuple[Owed, ...]:
    """What an assumption owes: never the truth of what is assumed."""
    if "wlog" in cues:
        return _WLOG
    if "descent" in cues:
        return (Owed(K.WITNESS, "minimal-counterexample", "0.6"),)
    # "(i) implies (ii): suppose …" asserts nothing yet.
    text = unit.text.partition(":")[2] if "arrow" in cues else unit.text
    if _CONCLUDES.search(text) and not computed:
        return (Owed(K.DERIVED_FACT, "assumption-with-assertion", "0.5"),)
    return ()


def _said(unit: EdgeUnit, cues: set[str]) -> tuple[Owed, ...]:
    """What a unit owes for what it says."""
    role = unit.role
    if "cannot-occur" in cues or ("contradiction-reached" in cues and unit.pattern is Pattern.CASE_SPLIT):
        return (Owed(K.BRANCH_ELIMINATION, "cannot-occur", "0.7"),)
    if "similarly" in cues:
        return (Owed(K.ENTAILMENT, "similarly", "0.6"),)
    if role is UnitRole.REDUCE:
        reduced = Owed(K.GOAL_REDUCTION, "goal-change", "0.7")
        if cues & {"because", "hence"}:
            return (Owed(K.FACT_PLUS_REDUCTION, "goal-change-with-reason", "0.6"), reduced._replace(confidence="0.6"))
        return (reduced,)
    if role in (UnitRole.INSTANTIATE, UnitRole.DEFINE):
        return tuple(_defined(unit))
    if role is UnitRole.OBTAIN:
        named = (Owed(K.WITNESS, "fresh-name", "0.6"),) if obtained(unit.text) else ()
        return (Owed(K.DERIVED_FACT, "existence", "0.6"), *named)
    if "equivalence" in cues and unit.pattern is not Pattern.IFF_SPLIT and role is not UnitRole.APPLY:
        return (Owed(K.DERIVED_FACT, "equivalence-forward", "0.6"), Owed(K.DERIVED_FACT, "equivalence-backward", "0.6"))
    if role is UnitRole.APPLY:
        return (Owed(K.APPLY, "cited", "0.7"), Owed(K.DERIVED_FACT, "new-fact", "0.6"))
    if role is UnitRole.COMPUTE:
        return (Owed(K.REWRITE, "computation", "0.7"),)
    if "because" in cues:
        return (
            Owed(K.DERIVED_FACT, "new-fact", "0.7"),
            Owed(K.JUSTIFICATION_FAITHFULNESS, "reason-given", "0.5"),
        )
    if cues & {"hence", "clearly"}:
        return (Owed(K.ENTAILMENT, "bare-assertion", "0.7"),)
    return (Owed(K.DERIVED_FACT, "new-fact", "0.7"),)


def _defined(unit: EdgeUnit) -> Iterable[Owed]:
    """What a name owes: that it names something; a function also that it is total and unique, and one on classes that
    it does not depend on representatives."""
    if unit.role is UnitRole.INTRO:
        return
    if unit.role is UnitRole.INSTANTIATE:
        yield Owed(K.WITNESS, "instantiate", "0.6")
        return
    if not (_FUNCTION.search(unit.text) or _DESCRIBED.search(unit.text)):
        yield Owed(K.WITNESS, "define", "0.6")
        return
    yield Owed(K.WITNESS, "total", "0.6")
    yield Owed(K.WITNESS, "unique", "0.6")
    if _CLASSES.search(unit.text):
        yield Owed(K.WITNESS, "representatives", "0.6")


def _applied(unit: EdgeUnit) -> Iterable[Owed]:
    """One for each result that the unit uses by its name, its label or what was said of it."""
    for signal in unit.signals:
        name, _, entry = signal.partition(": ")
        if name == "applies":
            yield Owed(K.APPLY, "cited", "0.7", entry)


def _is_heading(unit: EdgeUnit) -> bool:
    """True for "Base case." and the like, which assert nothing."""
    return len(unit.text.split()) <= 3


def make_obligations(unit: EdgeUnit, computations: Sequence[str], goal: str = "") -> tuple[Obligation, ...]:
    """The typed obligations of a unit.

    ``computations`` are its numeric claims that the text asserts, each an obligation of kind rewrite, before the main
    ones in the order of the text; ``goal`` is the goal before the unit.
    """
    number = unit.id[1:]
    made: list[Obligation] = []

    def add(owed: Owed, statement: str, reason: str, *, use_formal: bool) -> None:
        # The result that is applied stands first among the premises: it is what the obligation is about.
        premises = dict.fromkeys([*([EntryId(owed.entry)] if owed.entry else []), *unit.premises])
        made.append(
            Obligation(
                id=f"o{number}.{len(made) + 1}",
                unit_id=unit.id,
                kind=owed.kind,
                statement=statement,
                premises=tuple(premises),
                reason=reason,
                rule=owed.rule,
                use_formal=use_formal,
                confidence=owed.confidence,
                source="rules",
                priority=len(made),
            )
        )

    for claim in computations:
        statement = f"The computation is right: {claim}"
        add(Owed(K.REWRITE, "computation", "1"), statement, "the text asserts it", use_formal=True)
    computed = bool(computations) and nothing_but(unit.text, computations)
    for owed in type_unit(unit, computed=computed, goal=goal):
        statement, reason = statement_of(owed.kind, owed.rule, unit, goal)
        add(owed, statement, reason, use_formal=False)
    return tuple(made)


_FILLER = re.compile(
    r"\b(?:so|then|thus|hence|therefore|and|now|we|have|get|obtain|find|also|that|is|this|gives|the|it|follows|since|first"
    r"|next|finally|here|indeed|which|equals|i\.e\.|namely|step|compute|calculate|let's|let|us|answer|value|result|sum)\b"
    r"|\\[\[\]()]|\\(?:quad|qquad|,|;|!|boxed)|[\s$.,;:!*_#{}()\[\]\d>-]",
    re.IGNORECASE,
)


def nothing_but(text: str, claims: Sequence[str]) -> bool:
    """True if ``text`` is made of the claims and words that assert nothing by themselves."""
    rest = text
    for claim in claims:
        if claim not in rest:
            return False
        rest = rest.replace(claim, " ", 1)
    return _FILLER.sub("", rest) == ""
