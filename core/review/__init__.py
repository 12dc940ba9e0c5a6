"""What a review session shows and does: the state behind the screen, which only renders it.

A session is changed by events alone. The caller asks for one (``confirm``, ``decide``, ``undo``, …), saves it, and
only then applies it, so that nothing on screen is ever ahead of the disk:

    event = session.decide("u031", Status.FLAWED, at=now, reason="p = 2 is not covered")
    journal.append(event)
    session.apply(event)

A decision counts while what it was taken on stays the same. Once the evidence of its unit has changed it is stale:
shown, never counted, never dropped.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from ..conventions.convention import Convention, Standing
from ..errors import IllegalDecision
from ..events import (
    DecideEvent,
    Depth,
    EditStatementEvent,
    EventBase,
    Fails,
    FlagEvent,
    NoteEvent,
    RaiseConventionEvent,
    RecheckEvent,
    RedoEvent,
    SettleConventionEvent,
    UndoEvent,
    WithdrawConventionEvent,
)
from ..evidence import Evidence, Statement
from ..faithfulness import LintReport, Report
from ..faithfulness.slots import Comparison
from ..obligations import Obligation
from ..record.chain import make_event
from ..tree import UnitId
from ..verdict import Status
from .judging import cut, report_by
from .order import ReviewQueue
from .rules import Needs, check, needs, why_not_confirm
from .state import Progress, Row

if TYPE_CHECKING:
    from ..conventions.effects import ReadingEffect

__all__ = ["Progress", "ReviewSession", "Row"]

E = TypeVar("E", bound=EventBase)


class ReviewSession(ReviewQueue):
    """A review of one audit by one reviewer: its state, its queue, and the events that change them.

    The methods here make an event and change nothing; ``apply`` takes it in once it is saved.
    """

    def needs(self, unit_id: UnitId, verdict: Status) -> Needs:
        """What calling the unit ``verdict`` must say."""
        return needs(verdict, self.index.machine[unit_id].status)

    def why_not_confirm(self, unit_id: UnitId) -> str:
        """Why the machine's verdict on a unit cannot be confirmed, "" if it can."""
        return why_not_confirm(self.index.machine[unit_id].status)

    def confirm(self, unit_id: UnitId, *, at: str, depth: Depth = Depth.READ) -> DecideEvent:
        """The event that confirms the machine's verdict; IllegalDecision where there is none."""
        if refusal := self.why_not_confirm(unit_id):
            raise IllegalDecision(refusal, where=unit_id)
        return self.decide(unit_id, self.index.machine[unit_id].status, at=at, depth=depth)

    def decide(
        self,
        unit_id: UnitId,
        verdict: Status,
        *,
        at: str,
        depth: Depth = Depth.READ,
        reason: str = "",
        witness: str = "",
        fails: Fails | None = None,
    ) -> DecideEvent:
        """The event that calls a unit correct, flawed or uncertain at the time ``at`` (RFC 3339 UTC).

        Raises IllegalDecision where the rules of the review want a reason or what fails and it is missing.
        """
        required = self.needs(unit_id, verdict)
        check(required, reason, fails)
        return self._sealed(
            DecideEvent,
            at,
            unit_id=unit_id,
            verdict=verdict,
            action=required.action,
            depth=depth,
            reason=reason.strip(),
            machine=self.index.machine[unit_id].status,
            seen=self._seen_now(unit_id),
            witness=witness,
            fails=fails if required.fails else None,
        )

    def annotate(self, unit_id: UnitId, text: str, *, at: str) -> NoteEvent:
        """The event that puts a note on a unit, or takes it off with ""."""
        return self._sealed(
            NoteEvent,
            at,
            unit_id=unit_id,
            text=text.strip(),
        )

    def flag(self, unit_id: UnitId, *, at: str) -> FlagEvent:
        """The event that marks a unit for later, or takes the mark off."""
        return self._sealed(
            FlagEvent,
            at,
            unit_id=unit_id,
            on=not self.facts(unit_id).flagged,
        )

    def edit_statement(
        self, unit_id: UnitId, statement: Statement, report: Report, *, at: str, proof: str = ""
    ) -> EditStatementEvent:
        """The event that sets a statement of the reviewer beside the machine's, with the gate's ``report`` of it."""
        return self._sealed(
            EditStatementEvent,
            at,
            unit_id=unit_id,
            statement=statement,
            proof=proof,
            report=report,
        )

    def comparison(self, unit_id: UnitId, statement: Statement) -> Comparison:
        """The statement beside its obligation, cut into slots, with what the reviewer said of them before, if anything.

        Raises KeyError where the unit has no such obligation.
        """
        edit = self.own_edit(unit_id, statement.id)
        if edit is not None and edit.report.comparison is not None:
            return edit.report.comparison
        return cut(statement, self._owed(unit_id, statement), self.index.audit.tree.entry_by_id)

    def report_on(self, unit_id: UnitId, statement: Statement, comparison: Comparison, lints: LintReport) -> Report:
        """The gate's report of a statement, in which the reviewer is the only judge, of what they said of it."""
        tree = self.index.audit.tree
        return report_by(
            self.reviewer,
            statement,
            comparison,
            lints,
            self.index.audit.settings.gate,
            context=tree.context(self.index.unit(unit_id).before),
            obligation=self._owed(unit_id, statement),
        )

    def _owed(self, unit_id: UnitId, statement: Statement) -> Obligation:
        return {owed.id: owed for owed in self.index.obligations(unit_id)}[statement.obligation_id]

    def recheck(self, unit_id: UnitId, evidence: Sequence[Evidence], *, at: str) -> RecheckEvent:
        """The event that puts what checkers answer now in the place of what they answered before."""
        return self._sealed(
            RecheckEvent,
            at,
            unit_id=unit_id,
            evidence=tuple(evidence),
        )

    def settle(self, convention_id: str, reading: str, *, at: str, why: str = "") -> SettleConventionEvent:
        """The event that answers a question. IllegalDecision where nobody asks it, it has no such reading, it was
        withdrawn, or it is answered so already."""
        convention = self._asked(convention_id)
        if reading not in {one.id for one in convention.readings}:
            known = ", ".join(one.id for one in convention.readings)
            raise IllegalDecision(f"no such reading: {reading}", where=convention_id, hint=f"the readings are {known}")
        if convention.standing is Standing.WITHDRAWN:
            raise IllegalDecision("the question was withdrawn", where=convention_id, hint="ask it again first")
        if convention.settlement is not None and convention.settlement.reading == reading:
            raise IllegalDecision(f"it is read as {reading} already", where=convention_id)
        return self._sealed(
            SettleConventionEvent,
            at,
            convention_id=convention_id,
            reading=reading,
            why=why.strip(),
        )

    def withdraw(self, convention_id: str, *, at: str, why: str) -> WithdrawConventionEvent:
        """The event that says that a question does not matter here. IllegalDecision without a reason, and where it is
        not asked or withdrawn already."""
        if self._asked(convention_id).standing is Standing.WITHDRAWN:
            raise IllegalDecision("it is withdrawn already", where=convention_id)
        if not why.strip():
            raise IllegalDecision("a withdrawal needs a reason", where=convention_id, hint="say why it does not matter")
        return self._sealed(
            WithdrawConventionEvent,
            at,
            convention_id=convention_id,
            why=why.strip(),
        )

    def raise_convention(self, convention: Convention, *, at: str) -> RaiseConventionEvent:
        """The event that asks a question of one's own, or again what was withdrawn; what depends on it is widened.

        IllegalDecision where it is asked already, and where nothing depends on it.
        """
        known = self.convention(convention.id)
        if known is not None and known.standing is not Standing.WITHDRAWN:
            raise IllegalDecision("it is asked already", where=convention.id, hint="settle it, or withdraw it first")
        if not convention.dependents and known is None:
            raise IllegalDecision("no obligation depends on it", where=convention.id, hint="name the units it bears on")
        return self._sealed(
            RaiseConventionEvent,
            at,
            convention=convention,
        )

    def effects(self, convention_id: str) -> tuple[ReadingEffect, ...]:
        """What each reading of a question would do, before it is given: what becomes stale, and what flips at once by
        what was worked out under it. Nothing is asked of a checker."""
        from ..conventions.effects import blast_radius  # on use, as the rules behind it

        convention = self._asked(convention_id)
        audit, asked = self.index.audit, self.index.asked
        known = [
            check
            for check in audit.conventions.checks
            if check.convention_id == convention_id
            and all(asked.answer(statement.id) is not None for statement in check.statements)
        ]

        def decide(statement: Statement) -> Evidence:
            answer = asked.answer(statement.id)
            assert answer is not None
            return answer

        return blast_radius(convention, known, decide)

    def _sealed(self, kind: type[E], at: str, **payload: Any) -> E:
        """An event of the reviewer, sealed onto the last one."""
        return make_event(
            kind, prev=self._head, seq=len(self._log.events) + 1, at=at, reviewer=self.reviewer, **payload
        )

    def _asked(self, convention_id: str) -> Convention:
        convention = self.convention(convention_id)
        if convention is None:
            known = ", ".join(one.id for one in self.conventions()) or "none"
            raise IllegalDecision(f"nobody asks {convention_id}", hint=f"the questions are: {known}")
        return convention

    def why_not_undo(self) -> str:
        """Why there is nothing to undo, "" if there is."""
        return "" if self._log.to_undo() else "nothing to undo: you have decided, noted, flagged or written nothing"

    def why_not_redo(self) -> str:
        """Why there is nothing to redo, "" if there is."""
        return "" if self._log.to_redo() else "nothing to redo: nothing was undone since your last decision"

    def undo(self, *, at: str) -> UndoEvent:
        """The event that takes back the reviewer's last one; IllegalDecision where there is none."""
        target = self._log.to_undo()
        if target is None:
            raise IllegalDecision(self.why_not_undo())
        return self._sealed(
            UndoEvent,
            at,
            target=target.seq,
        )

    def redo(self, *, at: str) -> RedoEvent:
        """The event that brings back what the last undo took; IllegalDecision where there is none."""
        target = self._log.to_redo()
        if target is None:
            raise IllegalDecision(self.why_not_redo())
        return self._sealed(
            RedoEvent,
            at,
            target=target.seq,
        )
