"""What a look at a statement found: lints, counterexamples, judges. Findings reject, rank or note; none certifies."""

from __future__ import annotations

from enum import StrEnum

from ..value import value


class Tier(StrEnum):
    """How a finding is known, most reliable first: the order in which findings are weighed and shown.

    Counterexample: a value was computed at which prose and formal text part. Deterministic: a rule on the text alone.
    Judges: two independent judges agree. Judge: one says so. Heuristic: a hint that ranks and never rejects.
    """

    COUNTEREXAMPLE = "counterexample"
    DETERMINISTIC = "deterministic"
    JUDGES = "judges"
    JUDGE = "judge"
    HEURISTIC = "heuristic"

    @property
    def rank(self) -> int:
        """0 for the weakest; larger is more reliable."""
        order = list(Tier)
        return len(order) - 1 - order.index(self)


class Action(StrEnum):
    """What a finding does: reject the statement, flag it for a person, or only say something."""

    REJECT = "reject"
    FLAG = "flag"
    NOTE = "note"


class Drift(StrEnum):
    """How a formal text departs from its obligation (METHOD 5)."""

    MISSING_ASSUMPTIONS = "missing_assumptions"
    OVERGENERALIZED = "overgeneralized"
    UNDERGENERALIZED = "undergeneralized"
    WRONG_OBJECTS = "wrong_objects"
    WRONG_QUANTIFIERS = "wrong_quantifiers"
    WRONG_DIRECTION = "wrong_direction"
    ROLE_SWAP = "role_swap"
    VACUOUS_OR_TRIVIALIZED = "vacuous_or_trivialized"


@value
class LintFinding:
    """One thing found about a statement.

    ``id`` is the lint's name in kebab-case; ``drift`` the category it belongs to, None where it is about the text alone
    (a note). ``where`` names the place for a person; ``start``/``end`` are codepoint offsets in the formal text, -1 for
    the prose. ``witness`` are (name, value) pairs, as (("n", "0"),). ``why`` is a sentence for a person.
    """

    id: str
    tier: Tier
    action: Action
    drift: Drift | None
    where: str
    start: int
    end: int
    witness: tuple[tuple[str, str], ...]
    why: str

    @property
    def rejects(self) -> bool:
        """Whether the statement is turned down; a heuristic ranks only, whatever it asks for."""
        return self.action is Action.REJECT and self.tier is not Tier.HEURISTIC


@value
class LintReport:
    """What the lints of a statement found. ``unknown`` are sentences on what was not understood; ``parsed`` is False
    where the statement could not be read at all. No findings never means faithful."""

    findings: tuple[LintFinding, ...]
    unknown: tuple[str, ...]
    parsed: bool

    @property
    def rejecting(self) -> tuple[LintFinding, ...]:
        """The findings that turn the statement down, most reliable first, else in the order found."""
        return tuple(sorted((item for item in self.findings if item.rejects), key=lambda item: -item.tier.rank))
