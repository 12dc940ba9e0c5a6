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

from bisect import bisect_left
from collections import Counter
from dataclasses import replace

from .audit import Audit
from .chain import make_event
from .errors import IllegalDecision
from .events import DecideEvent, Depth, Event, Fails, FlagEvent, NoteEvent, RedoEvent, UndoEvent
from .fusion import conclude, decided_unit
from .review_detail import (
    HistoryLine,
    UnitDetail,
    findings_about,
    marked,
    obligation_views,
    state_change,
)
from .review_index import AuditIndex
from .review_log import Reversible, ReviewLog
from .review_queue import Facts, Query, Rank, SortKey, parse, sort_key
from .review_rules import Needs, check, needs, why_not_confirm
from .tree import UnitId, UnitRole
from .value import value
from .verdict import Status, UnitVerdict, Verdict


@value
class Row:
    """One unit as a line of the queue. ``decided`` is what people say (None while open), ``machine`` what the machine
    says; ``label`` the kind of its first obligation, else its role; ``risk`` 0-100."""

    unit_id: UnitId
    step: str
    label: str
    risk: int
    machine: Status
    timed_out: bool
    decided: Status | None
    stale: bool
    flagged: bool
    noted: bool
    drifted: bool
    hypothetical: bool
    abandoned: bool


@value
class Progress:
    """How far the review is, over all units whatever the filter shows."""

    total: int
    decided: int
    correct: int
    flawed: int
    uncertain: int
    stale: int
    flagged: int

    @property
    def done(self) -> bool:
        """Whether every unit is decided."""
        return self.decided == self.total


@value
class _Standing:
    """What people's events amount to on one unit."""

    facts: Facts
    verdict: UnitVerdict
    counted: tuple[DecideEvent, ...]
    stale: tuple[DecideEvent, ...]


class ReviewSession:
    """A review of one audit by one reviewer.

    On opening, the cursor stands on the first open unit after the last one that this reviewer decided, in the order of
    the queue and around its end; on the last decided unit where none is open; on the first unit of a fresh audit.
    """

    def __init__(self, audit: Audit, *, reviewer: str) -> None:
        self.reviewer = reviewer
        self.index = AuditIndex(audit)
        self.rank = Rank.SUSPICION
        self.query = Query(text="")
        self.open_only = False
        self._log = ReviewLog(reviewer, audit.review.events)
        self._head = audit.review.head
        self._verdict: Verdict | None = None
        self._machine_verdict: Verdict | None = None
        self._seen: dict[UnitId, str] = {}
        self._standing: dict[UnitId, _Standing] = {}
        self._counts: Counter[str] = Counter()
        for unit_id in self._log.touched():
            if unit_id in self.index.ordinal:
                self._restand(unit_id)
        # The whole queue in rank order with its sort keys, and the part of it that the filter shows.
        self._ranked: dict[UnitId, SortKey] = {}
        self._order: list[UnitId] = []
        self._cursor = 0
        # The unit that the reviewer last went to: a filter that hides it for a while does not lose it.
        self._anchor: UnitId | None = None
        self._sort()
        self._resume()

    # The queue

    @property
    def order(self) -> list[UnitId]:
        """The units that the filter shows, in order. Read it, do not change it."""
        return self._order

    @property
    def cursor(self) -> int:
        """The place of the current unit in ``order``; 0 where that is empty."""
        return self._cursor

    @property
    def current(self) -> UnitId | None:
        """The unit under the cursor; None where the filter shows nothing."""
        return self._order[self._cursor] if self._order else None

    def row(self, unit_id: UnitId) -> Row:
        """A unit as the queue shows it."""
        index = self.index
        unit, owed, facts = index.unit(unit_id), index.obligations(unit_id), self.facts(unit_id)
        machine = index.machine[unit_id].status
        return Row(
            unit_id=unit_id,
            step=unit.step,
            label=(owed[0].kind if owed else unit.role).replace("_", " "),
            risk=index.risk(unit_id),
            machine=machine,
            timed_out=machine is Status.UNCERTAIN and index.timed_out(unit_id),
            decided=facts.status if facts.decided else None,
            stale=facts.stale,
            flagged=facts.flagged,
            noted=facts.noted,
            drifted=index.drifted(unit_id),
            hypothetical=unit.hypothetical,
            abandoned=unit.role is UnitRole.ABANDONED,
        )

    def facts(self, unit_id: UnitId) -> Facts:
        """What a filter may ask of a unit."""
        standing = self._standing.get(unit_id)
        if standing is not None:
            return standing.facts
        return _UNTOUCHED[self.index.machine[unit_id].status]

    def move_to(self, place: int) -> None:
        """Put the cursor on a place of the queue, clamped to its ends."""
        self._cursor = max(0, min(place, len(self._order) - 1))
        self._anchor = self.current

    def move(self, by: int) -> None:
        """Move the cursor by ``by`` rows, stopping at the ends."""
        self.move_to(self._cursor + by)

    def next_open(self, direction: int = 1) -> bool:
        """Go to the next open unit of the queue (-1: the previous), around its end; False where none is open."""
        size = len(self._order)
        for distance in range(1, size + 1):
            place = (self._cursor + direction * distance) % size
            if not self.facts(self._order[place]).decided:
                self.move_to(place)
                return True
        return False

    def advance(self) -> bool:
        """After a decision: stay where the filter has already brought up an open unit, else go to the next one."""
        if self.current is not None and not self.facts(self.current).decided:
            return True
        return self.next_open()

    def next_in_proof(self, direction: int = 1) -> bool:
        """Go to the unit that follows in the proof (-1: that precedes) among those shown; False at the end."""
        if self.current is None:
            return False
        here = self.index.ordinal[self.current]
        shown = frozenset(self._order)
        ids = self.index.unit_ids
        stop = len(ids) if direction > 0 else -1
        for place in range(here + direction, stop, direction):
            if ids[place] in shown:
                self.move_to(self._order.index(ids[place]))
                return True
        return False

    def go_to(self, unit_id: UnitId) -> bool:
        """Go to a unit. Where the filter hides it the filter is cleared; returns True then."""
        if unit_id in self._order:
            self.move_to(self._order.index(unit_id))
            return False
        self.query, self.open_only = Query(text=""), False
        self._anchor = unit_id
        self._reorder()
        return True

    def set_filter(self, text: str) -> str:
        """Show only the units that the filter line matches. A line that makes no sense is refused with a sentence,
        which is returned, and the filter before it stays; "" otherwise."""
        query = parse(text, self.index)
        if query.error:
            return query.error
        self.query = query
        self._reorder()
        return ""

    def set_open_only(self, on: bool) -> None:
        """Show open units only, or all that the filter matches."""
        self.open_only = on
        self._reorder()

    def set_rank(self, rank: Rank) -> None:
        """Order the queue by ``rank``, staying on the same unit. Where the rank depends on decisions, the order is that
        of this moment: nothing moves under the reviewer until they ask again."""
        self.rank = rank
        self._sort()

    # What is said of the units

    def progress(self) -> Progress:
        """Counts over all units."""
        counts = self._counts
        correct, flawed, uncertain = counts[Status.CORRECT], counts[Status.FLAWED], counts[Status.UNCERTAIN]
        return Progress(
            total=len(self.index.unit_ids),
            decided=correct + flawed + uncertain,
            correct=correct,
            flawed=flawed,
            uncertain=uncertain,
            stale=counts["stale"],
            flagged=counts["flagged"],
        )

    def decisions(self, unit_id: UnitId) -> tuple[DecideEvent, ...]:
        """The decisions on a unit that stand and count, one of each reviewer."""
        standing = self._standing.get(unit_id)
        return standing.counted if standing is not None else ()

    def unit_verdict(self, unit_id: UnitId) -> UnitVerdict:
        """The verdict on a unit with people's decisions."""
        standing = self._standing.get(unit_id)
        return standing.verdict if standing is not None else self.index.machine[unit_id]

    def verdict(self) -> Verdict:
        """The whole verdict with people's decisions, ``machine`` beside it. Computed when asked, then kept."""
        if self._verdict is None:
            audit = self.index.audit
            units = {unit_id: self.unit_verdict(unit_id) for unit_id in self.index.unit_ids}
            self._verdict = conclude(
                audit.proof.steps, audit.tree, audit.risks, units, findings=audit.findings, machine=self._machine()
            )
        return self._verdict

    def detail(self, unit_id: UnitId) -> UnitDetail:
        """Everything about one unit."""
        index, unit = self.index, self.index.unit(unit_id)
        tree = index.audit.tree
        standing, facts = self._standing.get(unit_id), self.facts(unit_id)
        added, removed, goal_before, goal_after = state_change(index, unit.before, unit.after)
        stale = standing.stale if standing else ()
        verdicts = {
            producer: self.unit_verdict(producer)
            for obligation in index.obligations(unit_id)
            for premise in obligation.premises
            if premise in tree.entry_by_id and (producer := tree.entry_by_id[premise].producer) is not None
        }
        return UnitDetail(
            unit=unit,
            step=index.steps[unit.step],
            words=marked(index, unit),
            obligations=obligation_views(index, unit_id, verdicts),
            context=tree.context(unit.before),
            added=added,
            removed=removed,
            goal_before=goal_before,
            goal_after=goal_after,
            path=tree.scope_path(unit.scope),
            risk=index.risks.get(unit_id),
            machine=index.machine[unit_id],
            current=self.unit_verdict(unit_id),
            decisions=standing.counted if standing else (),
            stale=stale,
            note=self._log.note(unit_id),
            flagged=facts.flagged,
            history=tuple(
                HistoryLine(event=event, standing=not self._log.is_undone(event), stale=event in stale)
                for event in self._log.history(unit_id)
            ),
            findings=findings_about(index, unit),
        )

    def note(self, unit_id: UnitId) -> str:
        """The note on a unit, "" if there is none."""
        return self._log.note(unit_id)

    def event(self, seq: int) -> Reversible | None:
        """The decision, note or flag with this number; None where there is none."""
        return self._log.event(seq)

    def outcome(self) -> str:
        """The resulting verdict in a sentence, and what to do next, for when every unit is decided."""
        verdict, total = self.verdict(), len(self.index.unit_ids)
        match verdict.status:
            case Status.FLAWED:
                result = f"flawed: the first error is in {verdict.first_error} ({verdict.first_error_unit})"
                if verdict.uncertain_before:
                    result += f", after {', '.join(verdict.uncertain_before)} left uncertain"
            case Status.CORRECT:
                result = "correct as written"
            case _:
                result = f"uncertain: {verdict.reason}"
        return f"All {total} units are decided. The proof is {result}."

    def document(self) -> Audit:
        """The audit with every event of this session and the verdict that they lead to."""
        audit = self.index.audit
        review = replace(audit.review, events=tuple(self._log.events), head=self._head)
        return replace(audit, review=review, verdict=self.verdict())

    # Decisions: each method makes the event and changes nothing

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
        return make_event(
            DecideEvent,
            prev=self._head,
            seq=len(self._log.events) + 1,
            at=at,
            reviewer=self.reviewer,
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
        return make_event(
            NoteEvent,
            prev=self._head,
            seq=len(self._log.events) + 1,
            at=at,
            reviewer=self.reviewer,
            unit_id=unit_id,
            text=text.strip(),
        )

    def flag(self, unit_id: UnitId, *, at: str) -> FlagEvent:
        """The event that marks a unit for later, or takes the mark off."""
        return make_event(
            FlagEvent,
            prev=self._head,
            seq=len(self._log.events) + 1,
            at=at,
            reviewer=self.reviewer,
            unit_id=unit_id,
            on=not self.facts(unit_id).flagged,
        )

    def why_not_undo(self) -> str:
        """Why there is nothing to undo, "" if there is."""
        return "" if self._log.to_undo() else "nothing to undo: you have decided, noted or flagged nothing"

    def why_not_redo(self) -> str:
        """Why there is nothing to redo, "" if there is."""
        return "" if self._log.to_redo() else "nothing to redo: nothing was undone since your last decision"

    def undo(self, *, at: str) -> UndoEvent:
        """The event that takes back the reviewer's last one; IllegalDecision where there is none."""
        target = self._log.to_undo()
        if target is None:
            raise IllegalDecision(self.why_not_undo())
        return make_event(
            UndoEvent,
            prev=self._head,
            seq=len(self._log.events) + 1,
            at=at,
            reviewer=self.reviewer,
            target=target.seq,
        )

    def redo(self, *, at: str) -> RedoEvent:
        """The event that brings back what the last undo took; IllegalDecision where there is none."""
        target = self._log.to_redo()
        if target is None:
            raise IllegalDecision(self.why_not_redo())
        return make_event(
            RedoEvent,
            prev=self._head,
            seq=len(self._log.events) + 1,
            at=at,
            reviewer=self.reviewer,
            target=target.seq,
        )

    def apply(self, event: Event) -> UnitId | None:
        """Take an event that is saved into the state; returns the unit that it changed.

        Raises ValueError for an event that does not follow on the last one.
        """
        if event.prev != self._head or event.seq != len(self._log.events) + 1:
            raise ValueError(f"event {event.seq} does not follow on event {len(self._log.events)}")
        unit_id = self._log.apply(event)
        self._head = event.hash
        if unit_id is None or unit_id not in self.index.ordinal:
            return None
        self._restand(unit_id)
        self._verdict = None
        self._refilter(unit_id)
        return unit_id

    # How it works inside

    def _machine(self) -> Verdict:
        """The verdict without people."""
        if self._machine_verdict is None:
            audit = self.index.audit
            self._machine_verdict = conclude(
                audit.proof.steps, audit.tree, audit.risks, self.index.machine, findings=audit.findings
            )
        return self._machine_verdict

    def _seen_now(self, unit_id: UnitId) -> str:
        if unit_id not in self._seen:
            self._seen[unit_id] = self.index.seen(unit_id)
        return self._seen[unit_id]

    def _restand(self, unit_id: UnitId) -> None:
        """Work out anew what the events on a unit amount to, and keep the counts in step."""
        if unit_id in self._standing:
            self._counts.subtract(_counted(self._standing[unit_id].facts))
        standing = self._stand(unit_id)
        self._standing[unit_id] = standing
        self._counts.update(_counted(standing.facts))

    def _stand(self, unit_id: UnitId) -> _Standing:
        decisions = self._log.decisions(unit_id)
        counted = tuple(decision for decision in decisions if decision.seen == self._seen_now(unit_id))
        stale = tuple(decision for decision in decisions if decision not in counted)
        machine = self.index.machine[unit_id]
        verdict = decided_unit(machine, counted[-1] if counted else None)
        disagree = len({decision.verdict for decision in counted}) > 1
        if disagree:
            # Reviewers who disagree without adjudication: uncertain (METHOD 7).
            said = ", ".join(f"{decision.reviewer} says {decision.verdict}" for decision in counted)
            verdict = UnitVerdict(
                unit_id=unit_id,
                status=Status.UNCERTAIN,
                reason=f"the reviewers disagree: {said}",
                rests_on=tuple(f"reviewer:{decision.reviewer}" for decision in counted),
            )
        departs = machine.status is not Status.NOT_CHECKED and verdict.status is not machine.status
        facts = Facts(
            status=verdict.status,
            decided=bool(counted),
            stale=bool(stale),
            flagged=self._log.flagged(unit_id),
            noted=bool(self._log.note(unit_id)),
            disputed=disagree or departs,
        )
        return _Standing(facts=facts, verdict=verdict, counted=counted, stale=stale)

    def _shows(self, unit_id: UnitId, query: Query) -> bool:
        facts = self.facts(unit_id)
        return not (self.open_only and facts.decided) and query.matches(unit_id, facts)

    def _sort(self) -> None:
        """Rank all units anew."""
        keyed = sorted((sort_key(self.index, self.rank, unit, self.facts(unit)), unit) for unit in self.index.unit_ids)
        self._ranked = {unit_id: key for key, unit_id in keyed}
        self._reorder()

    def _reorder(self) -> None:
        """Filter anew; the cursor goes to the unit last gone to where it is shown, else stays at its row."""
        self._order = [unit_id for unit_id in self._ranked if self._shows(unit_id, self.query)]
        if self._anchor in self._order:
            self._cursor = self._order.index(self._anchor)
        else:
            self._cursor = max(0, min(self._cursor, len(self._order) - 1))

    def _refilter(self, unit_id: UnitId) -> None:
        """After an event: take the unit out of the queue or put it back in, moving nothing else under the reviewer."""
        shown, shows = unit_id in self._order, self._shows(unit_id, self.query)
        if shown and not shows:
            place = self._order.index(unit_id)
            del self._order[place]
            self.move_to(self._cursor - (place < self._cursor))
        elif shows and not shown:
            place = bisect_left(self._order, self._ranked[unit_id], key=self._ranked.__getitem__)
            self._order.insert(place, unit_id)
            self.move_to(self._cursor + (place <= self._cursor and len(self._order) > 1))

    def _resume(self) -> None:
        last = next(
            (
                event.unit_id
                for event in reversed(self._log.events)
                if isinstance(event, DecideEvent)
                and event.reviewer == self.reviewer
                and event.unit_id in self.index.ordinal
                and not self._log.is_undone(event)
            ),
            None,
        )
        if last is not None:
            self.go_to(last)
        if last is not None or (self.current is not None and self.facts(self.current).decided):
            self.next_open()


_UNTOUCHED = {
    status: Facts(status=status, decided=False, stale=False, flagged=False, noted=False, disputed=False)
    for status in Status
}


def _counted(facts: Facts) -> Counter[str]:
    """What one unit adds to the counts of the review."""
    counts: Counter[str] = Counter()
    if facts.decided:
        counts[facts.status] = 1
    if facts.stale:
        counts["stale"] = 1
    if facts.flagged:
        counts["flagged"] = 1
    return counts
