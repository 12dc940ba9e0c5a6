"""The typing rule and the templates: which obligations a unit owes, in words (METHOD 4; wang2026faithsieve Table 1)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..obligations import Obligation, ObligationKind
from ..tree import EdgeUnit, Pattern, ScopeKind, Transition, UnitRole


def type_unit(unit: EdgeUnit, *, computed: bool, goal: str = "") -> tuple[tuple[ObligationKind, str, str], ...]:
    """The obligations that a unit owes: (kind, rule that fired, confidence as a decimal string), most urgent first.

    ``computed`` says that the unit's words are nothing but checkable computations, which are obligations of their own.
    State change and role come first, keywords break ties (METHOD 4). Units that only assume, introduce or remark owe
    none; an abandoned attempt owes none.
    """
    cues = {signal.partition(":")[0] for signal in unit.signals}
    role = unit.role
    if role in (UnitRole.ABANDONED, UnitRole.REMARK, UnitRole.INTRO):
        return ()
    if unit.transition is Transition.LEMMA_INTRODUCTION:
        # Where the claim has a proof of its own, that proof's closure owes it.
        return () if "claim-has-proof" in cues else ((ObligationKind.CONTESTED_CLAIM, "claim-without-proof", "0.6"),)
    if role is UnitRole.CASE and ("base-case" in cues or unit.pattern is Pattern.INDUCTION) and not _is_heading(unit):
        return () if computed else ((ObligationKind.DERIVED_FACT, "base-case", "0.7"),)
    if role in (UnitRole.ASSUME, UnitRole.CASE) and "wlog" not in cues and _CONCLUDES.search(unit.text):
        return () if computed else ((ObligationKind.DERIVED_FACT, "assumption-with-assertion", "0.5"),)
    if role in (UnitRole.ASSUME, UnitRole.CASE):
        return ((ObligationKind.CASE_SPLIT, "wlog", "0.6"),) if "wlog" in cues else ()
    if role is UnitRole.CLOSURE:
        return ((ObligationKind.CLOSURE, "end-of-scope", "0.9"),)
    if role is UnitRole.TARGET:
        return _target_rules(goal)
    if role is UnitRole.SPLIT:
        if unit.pattern is Pattern.INDUCTION:
            return ((ObligationKind.GOAL_REDUCTION, "induction", "0.8"),)
        return ((ObligationKind.CASE_SPLIT, "split", "0.8"),)
    if computed:
        return ()
    if "cannot-occur" in cues or ("contradiction-reached" in cues and unit.pattern is Pattern.CASE_SPLIT):
        return ((ObligationKind.BRANCH_ELIMINATION, "cannot-occur", "0.7"),)
    if "similarly" in cues:
        return ((ObligationKind.ENTAILMENT, "similarly", "0.6"),)
    if role is UnitRole.REDUCE:
        if "because" in cues or "hence" in cues:
            return (
                (ObligationKind.FACT_PLUS_REDUCTION, "goal-change-with-reason", "0.6"),
                (ObligationKind.GOAL_REDUCTION, "goal-change", "0.6"),
            )
        return ((ObligationKind.GOAL_REDUCTION, "goal-change", "0.7"),)
    if role in (UnitRole.INSTANTIATE, UnitRole.DEFINE):
        return ((ObligationKind.WITNESS, str(role), "0.6"),)
    if role is UnitRole.OBTAIN:
        return ((ObligationKind.DERIVED_FACT, "existence", "0.6"),)
    if role is UnitRole.APPLY:
        return ((ObligationKind.APPLY, "cited", "0.7"), (ObligationKind.DERIVED_FACT, "new-fact", "0.6"))
    if role is UnitRole.COMPUTE:
        return ((ObligationKind.REWRITE, "computation", "0.7"),)
    if "because" in cues:
        return (
            (ObligationKind.DERIVED_FACT, "new-fact", "0.7"),
            (ObligationKind.JUSTIFICATION_FAITHFULNESS, "reason-given", "0.5"),
        )
    if cues & {"hence", "clearly"}:
        return ((ObligationKind.ENTAILMENT, "bare-assertion", "0.7"),)
    return ((ObligationKind.DERIVED_FACT, "new-fact", "0.7"),)


_CONCLUDES = re.compile(
    r"\b(?:then|so|thus|hence|we (?:have|get|obtain)|gives|becomes|implies|follows)\b", re.IGNORECASE
)


def _is_heading(unit: EdgeUnit) -> bool:
    """True for "Base case." and the like, which assert nothing."""
    return len(unit.text.split()) <= 3


def _target_rules(goal: str) -> tuple[tuple[ObligationKind, str, str], ...]:
    """What the end of the whole proof owes: fidelity to the problem, and what "find all" or an extremum asks too."""
    owed = [(ObligationKind.TARGET_FIDELITY, "end-of-proof", "0.9")]
    if _FIND_ALL.search(goal):
        owed.append((ObligationKind.CLOSURE, "find-all", "0.7"))
    if _EXTREMUM.search(goal):
        owed.append((ObligationKind.CLOSURE, "extremum", "0.7"))
    if _EQUIVALENCE.search(goal):
        owed.append((ObligationKind.CLOSURE, "equivalence", "0.7"))
    return tuple(owed)


_FIND_ALL = re.compile(r"\b(?:find|determine|characteri[sz]e|describe)\b.{0,40}\ball\b|\bhow many\b", re.IGNORECASE)
_EXTREMUM = re.compile(
    r"\b(?:(?:maxim|minim)(?:um|al|ise|ize)|largest|smallest|greatest|least)\b(?! (?:upper|lower|common))",
    re.IGNORECASE,
)
_EQUIVALENCE = re.compile(r"\bif and only if\b|\biff\b|\bequivalent\b|\\iff\b|\\Leftrightarrow|⇔|↔", re.IGNORECASE)

# Templates of single rules, before those of their kind: what a text of this form can omit (METHOD 2).
_RULE_TEMPLATES = {
    "wlog": (
        "The general case follows from this one: name the map, check that Γ and the goal are invariant under it and "
        "that it reaches the assumption: {text}",
        "a loss of generality is denied",
    ),
    "similarly": (
        "The earlier argument goes through here, line by line, under a named substitution: {text}",
        "an argument is called similar and not given",
    ),
    "find-all": (
        "Nothing else is a solution, and every answer given is one: {goal}",
        "the problem asks for all",
    ),
    "extremum": (
        "The bound holds, and one admissible point attains it: {goal}",
        "the problem asks for an extremum",
    ),
    "equivalence": ("Both directions are proved: {goal}", "the problem states an equivalence"),
}
_TEMPLATES = {
    ObligationKind.DERIVED_FACT: ("From Γ before it follows: {text}", "a new fact is asserted"),
    ObligationKind.REWRITE: ("The rewriting is valid: {text}", "terms are transformed or computed"),
    ObligationKind.GOAL_REDUCTION: ("The goal after implies the goal before: {text}", "the goal changes"),
    ObligationKind.FACT_PLUS_REDUCTION: ("First, the fact holds: {text}", "a fact and a change of goal come together"),
    ObligationKind.CASE_SPLIT: ("The cases cover everything under the outer Γ: {text}", "the proof splits into cases"),
    ObligationKind.CONTESTED_CLAIM: ("The claim is true: {text}", "it is claimed and no proof of it is marked"),
    ObligationKind.BRANCH_ELIMINATION: ("This branch is impossible: {text}", "a branch is discarded"),
    ObligationKind.WITNESS: (
        "The object exists, is well defined and does what it is chosen for: {text}",
        "a name is given",
    ),
    ObligationKind.ENTAILMENT: ("The context entails: {text}", "it is asserted without a reason"),
    ObligationKind.JUSTIFICATION_FAITHFULNESS: ("The reason given is the one that holds: {text}", "a reason is given"),
    ObligationKind.APPLY: (
        "Each hypothesis of the cited result holds here and its conclusion is what is used: {text}",
        "a theorem or lemma is cited",
    ),
    ObligationKind.TARGET_FIDELITY: (
        "What was proved is the problem as posed, all of it: {goal}",
        "the proof claims completion",
    ),
}
# What a text can omit at the end of a scope, by what the scope was (METHOD 2).
_CLOSURES = {
    ScopeKind.CONTRADICTION: "⊥ follows from a named pair of facts under the supposition, and only its negation is "
    "taken out of it: {text}",
    ScopeKind.CASE: "This branch reaches the goal, and with the last branch every case is covered: {text}",
    ScopeKind.BASE_CASE: "The base case is proved for every value that the step starts from: {text}",
    ScopeKind.INDUCTION_STEP: "The step holds for every value it is used at, uses the hypothesis at smaller values "
    "only, and with the bases reaches every case: {text}",
    ScopeKind.SUBPROOF: "What is proved here is the claim as stated, and as it is used later: {goal}",
    ScopeKind.SUPPOSITION: "The goal is reached under the supposition, and nothing else leaves it: {text}",
}


def make_obligations(unit: EdgeUnit, computations: Sequence[str], goal: str = "") -> tuple[Obligation, ...]:
    """The typed obligations of a unit.

    ``computations`` are its numeric claims that the text asserts, each an obligation of kind rewrite, before the main
    ones in the order of the text; ``goal`` is the goal before the unit.
    """
    number = unit.id[1:]
    made: list[Obligation] = []

    def add(kind: ObligationKind, statement: str, reason: str, rule: str, confidence: str, use_formal: bool) -> None:
        made.append(
            Obligation(
                id=f"o{number}.{len(made) + 1}",
                unit_id=unit.id,
                kind=kind,
                statement=statement,
                premises=unit.premises,
                reason=reason,
                rule=rule,
                use_formal=use_formal,
                confidence=confidence,
                source="rules",
                priority=len(made),
            )
        )

    for claim in computations:
        add(
            ObligationKind.REWRITE,
            f"The computation is right: {claim}",
            "the text asserts it",
            "computation",
            "1",
            True,
        )
    computed = bool(computations) and nothing_but(unit.text, computations)
    for kind, rule, confidence in type_unit(unit, computed=computed, goal=goal):
        template, reason = _RULE_TEMPLATES.get(rule) or _TEMPLATES.get(kind) or _closure(unit)
        add(kind, _fill(template, text=unit.text, goal=goal), reason, rule, confidence, False)
    return tuple(made)


def _fill(template: str, **words: str) -> str:
    """The template with its slots filled, each on one line. One pass and no str.format: the words may hold braces."""
    return re.sub(r"\{(text|goal)\}", lambda slot: " ".join(words[slot[1]].split()), template)


def _closure(unit: EdgeUnit) -> tuple[str, str]:
    """The template and reason of a closure, by the kind of scope it closes (growth names it in the first signal)."""
    closed = next((signal.removeprefix("closes-") for signal in unit.signals if signal.startswith("closes-")), "")
    template = next((text for kind, text in _CLOSURES.items() if kind == closed), "Nothing is missing here: {text}")
    return template, f"a scope ends here ({closed.replace('_', ' ')})"


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
