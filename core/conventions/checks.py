"""A claim at one point, or under one reading: what a checker is asked to see which verdict a reading flips."""

from __future__ import annotations

from collections.abc import Sequence

from ..evidence import Evidence, Language, Outcome, Statement, Strength, make_statement
from ..value import value


@value
class ReadingCheck:
    """A claim that obligation ``obligation_id`` makes if the convention is read as ``reading``.

    ``claim`` is in the claim grammar, with ``at`` as premises ("n = 0"). Where it is refuted and every claim of
    ``given`` (what Γ says there) passes under the same premises, the obligation is flawed under the reading, with
    ``witness`` for a person. ``unread`` names what of Γ no claim says: then nothing is refuted (METHOD 5). Where it
    passes, nothing is closed unless ``closes``: an instance proves no general claim.
    """

    convention_id: str
    reading: str
    obligation_id: str
    unit_id: str
    step_id: str
    claim: str
    witness: str
    at: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    closes: bool = False

    @property
    def statement(self) -> Statement:
        """The claim as a statement of its obligation."""
        return self._stated(self.claim)

    @property
    def context(self) -> tuple[Statement, ...]:
        """What must hold at the same point, as statements."""
        return tuple(self._stated(text) for text in self.given)

    @property
    def statements(self) -> tuple[Statement, ...]:
        """All that ``decided`` needs an answer on."""
        return (self.statement, *self.context)

    def _stated(self, text: str) -> Statement:
        return make_statement(
            obligation_id=self.obligation_id,
            language=Language.NUMERIC,
            text=text,
            provenance=f"reading {self.convention_id} = {self.reading}",
            premises=self.at,
        )


def decided(check: ReadingCheck, answers: Sequence[Evidence]) -> Outcome:
    """What the answers on a check's statements, in their order, say of its obligation under its reading. An answer that
    is weaker than a solver's says nothing (METHOD 7, r1)."""
    claim, *given = (
        item.says if item.strength is not None and item.strength.at_least(Strength.SOLVER) else Outcome.INCONCLUSIVE
        for item in answers
    )
    if claim is Outcome.REFUTED:
        sound = not check.unread and all(outcome is Outcome.PASSED for outcome in given)
        return Outcome.REFUTED if sound else Outcome.INCONCLUSIVE
    return Outcome.PASSED if claim is Outcome.PASSED and check.closes else Outcome.INCONCLUSIVE
