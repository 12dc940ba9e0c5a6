"""The whole proof with a verdict gutter: problem, steps, and every unit reachable by the cursor."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

from textual import events
from textual.message import Message
from textual.strip import Strip

from ..core.proof import Step
from ..core.review import ReviewSession
from ..core.tree import EdgeUnit, UnitId, UnitRole
from ..core.verdict import Status, Verdict
from .glyphs import CURSOR, HYPOTHETICAL, MACHINE, STATUS_TONE, gutter_mark
from .ink import BLANK, LONGEST, Ink, Para, Tone, clean, say
from .paper import Paper
from .sheet import words_of

MARGIN = 13
"""Cells left of the words: cursor, step verdict, step id, unit verdict, hypothetical mark."""

_WORST_FIRST = (Status.FLAWED, Status.UNCERTAIN, Status.NOT_CHECKED, Status.CORRECT)
_QUOTING = (UnitRole.CLOSURE, UnitRole.TARGET)


@dataclass(frozen=True)
class Place:
    """Where a unit stands on the sheet: its paragraph and the range of its words there."""

    para: int
    start: int
    end: int


@dataclass(frozen=True)
class Layout:
    """The proof as paragraphs: ``places`` of all units, ``starts`` of the units in each paragraph, ``steps`` by their
    first paragraph."""

    paras: tuple[Para, ...]
    places: dict[UnitId, Place]
    starts: dict[int, list[tuple[int, UnitId]]]
    steps: dict[int, Step]


def lay_out(session: ReviewSession) -> Layout:
    """The problem and all steps; units that quote another place (closures, the target) get a line of their own."""
    proof, tree = session.index.audit.proof, session.index.audit.tree
    paras: list[Para] = [
        Para(say("problem", Tone.MUTED), indent=MARGIN),
        Para(say(clean(proof.problem, one_line=False) or "no problem is stated"), indent=MARGIN),
        BLANK,
    ]
    places: dict[UnitId, Place] = {}
    starts: dict[int, list[tuple[int, UnitId]]] = {}
    steps: dict[int, Step] = {}
    for step in proof.steps:
        at = len(paras)
        steps[at] = step
        units = tree.units_of_step.get(step.id, ())
        inside = [(unit, offset) for unit in units if (offset := _offset(session, unit)) is not None]
        text, shifts = _shown(step.text, [(offset, offset + len(unit.text)) for unit, offset in inside])
        struck = [unit for unit, _ in inside if unit.role is UnitRole.ABANDONED]
        body = say(text)
        for unit, offset in inside:
            place = Place(at, shifts[offset], shifts[offset + len(unit.text)])
            places[unit.id] = place
            starts.setdefault(at, []).append((place.start, unit.id))
            if unit in struck:
                body = retone(body, place.start, place.end, Tone.STRUCK)
        paras.append(Para(body, indent=MARGIN))
        for unit in units:
            if unit.id in places:
                continue
            line = _own_line(session, unit)
            places[unit.id] = Place(len(paras), 0, len(line.plain))
            starts[len(paras)] = [(0, unit.id)]
            paras.append(Para(line, indent=MARGIN))
        if at in starts:
            starts[at].sort()
        paras.append(BLANK)
    if not proof.steps:
        paras.append(Para(say("The proof has no steps. Press q to leave.", Tone.MUTED), indent=MARGIN))
    return Layout(tuple(paras), places, starts, steps)


class ProofView(Paper, inherit_bindings=False):
    """The sheet, a cursor on one unit, and the verdicts beside it."""

    class Picked(Message):
        """A unit was clicked."""

        def __init__(self, unit_id: UnitId) -> None:
            super().__init__()
            self.unit_id = unit_id

    def __init__(self, session: ReviewSession, *, id: str | None = None) -> None:
        self._sheet = lay_out(session)
        super().__init__(self._sheet.paras, id=id)
        self._session = session
        self._verdicts: dict[str, Status] = {}
        self.at: UnitId | None = None

    def place_of(self, unit_id: UnitId) -> Place | None:
        """Where a unit stands on the sheet."""
        return self._sheet.places.get(unit_id)

    def paragraph(self, number: int) -> Para:
        """A paragraph of the sheet."""
        return self._sheet.paras[number]

    def show(self, verdict: Verdict, at: UnitId | None) -> None:
        """Draw the verdicts as they are now, with the cursor on ``at``."""
        self._verdicts = {step.id: step.status for step in verdict.steps}
        self.at = at
        self._reveal()
        self.refresh()

    def on_resize(self, event: events.Resize) -> None:
        super().on_resize(event)
        self._reveal()

    def _reveal(self) -> None:
        place = self.place_of(self.at) if self.at is not None else None
        if place is None or not self._lines:
            return
        first, last = self.line_of(place.para, place.start), self.line_of(place.para, max(place.end - 1, place.start))
        top, height = self.scroll_offset.y, max(self.size.height, 1)
        if last < height and top == 0:
            return
        if first < top:
            self.scroll_to(y=max(first - 2, 0), animate=False, force=True)
        elif last >= top + height:
            self.scroll_to(y=min(last - height + 3, first), animate=False, force=True)

    def render_line(self, y: int) -> Strip:
        number = y + self.scroll_offset.y
        if number >= len(self._lines):
            return self.strip_of(Ink(), self.size.width)
        return self.strip_of(self.line(number), self.size.width)

    def line(self, number: int) -> Ink:
        at, start, end, first = self._lines[number]
        para = self._paras[at]
        if not para.indent:
            return para.body.cut(start, end)
        body = para.body.cut(start, end)
        place = self.place_of(self.at) if self.at is not None else None
        here = place is not None and place.para == at and place.start < max(end, start + 1) and start <= place.end
        if here and place is not None:
            body = retone(body, place.start - start, place.end - start, Tone.MARK)
        cursor = here and place is not None and start <= place.start
        return self._margin(at, start, end, first=first, cursor=cursor) + body

    def _margin(self, at: int, start: int, end: int, *, first: bool, cursor: bool) -> Ink:
        step = self._sheet.steps.get(at) if first else None
        margin = say(f"{CURSOR if cursor else ' '} ", Tone.ACCENT)
        if step is None:
            margin += say(" " * 7)
        else:
            status = self._verdicts.get(step.id, Status.NOT_CHECKED)
            tone = STATUS_TONE[status]
            margin += say(MACHINE[status], tone) + say(" ")
            margin += say(clean(step.id, limit=8), Tone.STRONG if status is Status.FLAWED else Tone.MUTED).fit(5)
        starts = self._sheet.starts.get(at, [])
        low = bisect_left(starts, (start,))
        units = [unit for offset, unit in starts[low:] if offset < max(end, start + 1)]
        if not units:
            return margin.fit(MARGIN)
        rows = [self._session.row(unit) for unit in units]
        worst = min(rows, key=lambda row: _WORST_FIRST.index(row.decided or row.machine))
        hypothetical = any(row.hypothetical for row in rows)
        return (margin + gutter_mark(worst) + say(HYPOTHETICAL if hypothetical else " ", Tone.MUTED)).fit(MARGIN)

    def on_click(self, event: events.Click) -> None:
        number = event.y - self.gutter.top + self.scroll_offset.y
        if not 0 <= number < len(self._lines):
            return
        at, start, end, _ = self._lines[number]
        starts = self._sheet.starts.get(at, [])
        if starts:
            character = start + max(event.x - self.gutter.left - MARGIN, 0)
            reached = [unit for offset, unit in starts if offset <= min(character, max(end, start))]
            self.post_message(self.Picked(reached[-1] if reached else starts[0][1]))


def retone(ink: Ink, start: int, end: int, tone: Tone) -> Ink:
    """The same characters with those from ``start`` to ``end`` in another tone."""
    start, end = max(start, 0), min(end, len(ink.plain))
    if start >= end:
        return ink
    middle = ink.plain[start:end]
    return ink.cut(0, start) + say(middle, tone) + ink.cut(end, len(ink.plain))


def _offset(session: ReviewSession, unit: EdgeUnit) -> int | None:
    return None if unit.role in _QUOTING else session.index.offset_in_step(unit)


def _shown(text: str, ranges: list[tuple[int, int]]) -> tuple[str, dict[int, int]]:
    """A step's text made visible, and where the ends of the ranges have gone by that."""
    cuts = sorted({0, *(point for span in ranges for point in span)})
    shifts: dict[int, int] = {}
    pieces: list[str] = []
    size = 0
    for cut, following in zip(cuts, [*cuts[1:], len(text)], strict=True):
        shifts[cut] = size
        # A step is bounded as a whole, so that no unit loses its place.
        room = LONGEST - size
        piece = clean(text[cut:following], one_line=False, limit=room) if following > cut and room > 0 else ""
        pieces.append(piece)
        size += len(piece)
    return "".join(pieces), shifts


def _own_line(session: ReviewSession, unit: EdgeUnit) -> Ink:
    owed = session.index.obligations(unit.id)
    words = owed[0].statement if owed else unit.text
    # Muted: these are the audit's words, not the author's.
    return say(f"{words_of(unit.role)} › {clean(words, limit=600)}", Tone.MUTED)
