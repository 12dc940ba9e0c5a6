"""What obligations say in words, by the rule that raised them or by their kind (METHOD 2 and 4)."""

from __future__ import annotations

import re

from ..obligations import ObligationKind
from ..tree import EdgeUnit, ScopeKind

# Templates of single rules, before those of their kind: what a text of this form can omit (METHOD 2).
_RULE_TEMPLATES = {
    "wlog-map": (
        "The general case is the image of this one under a named map: {text}",
        "a loss of generality is denied",
    ),
    "wlog-invariant": (
        "Γ and the goal are the same under that map: {text}",
        "a loss of generality is denied",
    ),
    "wlog-reaches": (
        "The map takes every case to one in which the assumption holds: {text}",
        "a loss of generality is denied",
    ),
    "minimal-counterexample": (
        "If there is a counterexample there is a least one: the measure is well-founded: {text}",
        "the least of something is taken",
    ),
    "existence": ("It exists: {text}", "something is said to exist"),
    "fresh-name": (
        "Its name stands for nothing else in Γ, and depends on no more than the text says: {text}",
        "what exists is given a name",
    ),
    "total": ("It is defined wherever it is used: {text}", "a function is defined"),
    "unique": ("It has one value everywhere: {text}", "a function is defined"),
    "representatives": (
        "Its value does not depend on the representative: {text}",
        "something is defined on classes",
    ),
    "equivalence-forward": ("What comes first implies what comes after: {text}", "an equivalence is asserted"),
    "equivalence-backward": ("What comes after implies what comes first: {text}", "an equivalence is asserted"),
    "similarly": (
        "The earlier argument goes through here, line by line, under a named substitution: {text}",
        "an argument is called similar and not given",
    ),
    "find-all-necessity": ("Nothing else is a solution: {goal}", "the problem asks for all"),
    "find-all-answers": ("Every answer given is a solution: {goal}", "the problem asks for all"),
    "extremum-bound": ("The bound holds: {goal}", "the problem asks for an extremum"),
    "extremum-attained": ("One admissible point attains it: {goal}", "the problem asks for an extremum"),
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
_MISSING = ("arrows-missing", "direction-missing", "split-without-partner")
# What a text can omit at the end of a scope, by what the scope was, and of what belongs together (METHOD 2).
_CLOSURES: dict[str, str] = {
    "equivalence": "The implications that are proved make all conditions equivalent: {text}",
    "alternatives": "One of the proofs is complete; each is judged for itself: {goal}",
    ScopeKind.CONTRADICTION: "⊥ follows from a named pair of facts under the supposition, and only its negation is "
    "taken out of it: {text}",
    ScopeKind.CASE: "This branch reaches the goal, and with the last branch every case is covered: {text}",
    ScopeKind.BASE_CASE: "The base case is proved for every value that the step starts from: {text}",
    ScopeKind.INDUCTION_STEP: "The step holds for every value it is used at, uses the hypothesis at smaller values "
    "only, and with the bases reaches every case: {text}",
    ScopeKind.SUBPROOF: "What is proved here is the claim as stated, and as it is used later: {goal}",
    ScopeKind.DIRECTION: "This direction is proved from its own assumption alone: {text}",
    ScopeKind.DESCENT: "The smaller object is a counterexample again, the measure decreases and is well-founded, and "
    "only the negation leaves: {text}",
    ScopeKind.ALTERNATIVE: "This proof reaches the goal by itself: {goal}",
    ScopeKind.SUPPOSITION: "The goal is reached under the supposition, and nothing else leaves it: {text}",
}


def statement_of(kind: ObligationKind, rule: str, unit: EdgeUnit, goal: str) -> tuple[str, str]:
    """The statement of an obligation and the reason why it is owed; a closure names what was not found in the text."""
    template, reason = _RULE_TEMPLATES.get(rule) or _TEMPLATES.get(kind) or _closure(unit)
    statement = _fill(template, text=unit.text, goal=goal)
    missing = [signal.partition(": ")[2] for signal in unit.signals if signal.partition(":")[0] in _MISSING]
    if kind is ObligationKind.CLOSURE and rule == "end-of-scope" and any(missing):
        statement = f"{statement} (not found in the text: {'; '.join(filter(None, missing))})"
    return statement, reason


def _fill(template: str, **words: str) -> str:
    """The template with its slots filled, each on one line. One pass and no str.format: the words may hold braces."""
    return re.sub(r"\{(text|goal)\}", lambda slot: " ".join(words[slot[1]].split()), template)


def _closure(unit: EdgeUnit) -> tuple[str, str]:
    """The template and reason of a closure, by the kind of scope it closes (growth names it in the first signal)."""
    closed = next((signal.removeprefix("closes-") for signal in unit.signals if signal.startswith("closes-")), "")
    template = next((text for kind, text in _CLOSURES.items() if kind == closed), "Nothing is missing here: {text}")
    return template, f"a scope ends here ({closed.replace('_', ' ')})"
