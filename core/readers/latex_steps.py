"""The steps of a LaTeX proof: "Step k" headings, the items of its one enumeration, or the paragraphs of its parts."""

from __future__ import annotations

import re
from bisect import bisect_left

from .assembly import stripped
from .headings import Kind
from .latex_reading import Found, Reading
from .latex_structure import Environment, Item
from .steps import Page, Piece, split_steps, trim_end_mark

_TAG = re.compile(r"\\(?:begin|end)(?:[ \t]*\{[^{}\r\n]{0,60}\})?")
_NUMBERED_LISTS = frozenset(("enumerate", "compactenum", "enumerate*", "description"))
_PLAIN_LISTS = frozenset(("itemize", "compactitem", "itemize*"))
_DEEPEST = 20


def latex_steps(reading: Reading, proof: Found) -> list[Piece]:
    """The steps of ``proof``, each in one file."""
    end = trim_end_mark(reading.text, proof.start, proof.end)
    pieces = _Steps(reading, reading.page(proof.start, proof.end)).between(proof.start, end, proof.container, 0)
    steps: list[Piece] = []
    for piece in pieces:
        if _TAG.fullmatch(reading.text, piece.start, piece.end):
            continue
        label = piece.label
        for start, stop in reading.project.split(piece.start, piece.end):
            steps.append(Piece(label, *stripped(reading.text, start, stop)))
            label = ""
    return steps


class _Steps:
    def __init__(self, reading: Reading, page: Page) -> None:
        self._reading = reading
        self._page = page
        self._items_of: dict[int, list[Item]] = {}
        for item in reading.structure.items:
            self._items_of.setdefault(item.parent, []).append(item)
        self._strays = sorted(position for position, _ in reading.structure.strays)

    def between(self, start: int, end: int, container: int, depth: int) -> list[Piece]:
        """The steps in a range of environment ``container`` (-1: of none); ``depth`` counts nested parts."""
        reading, page = self._reading, self._page
        if depth > _DEEPEST or any(heading.kind is Kind.STEP for heading in page.headings_in(start, end)):
            return split_steps(page, start, end)
        inner = self._directly_inside(start, end, container)
        lists = [(number, environment) for number, environment in inner if self._is_numbered(number, environment)]
        if len(lists) == 1:
            number, environment = lists[0]
            items = self._items(number, environment.content, min(environment.stop, end))
            if items:
                before = self.between(start, environment.start, container, depth + 1)
                return [*before, *items, *self.between(min(environment.end, end), end, container, depth + 1)]
        loose = self._items(container, start, end)
        if loose:
            first = next(item.start for item in self._items_of[container] if item.start >= start)
            return [*split_steps(page, start, first), *loose]
        pieces: list[Piece] = []
        position = start
        for number, environment in inner:
            if reading.kinds[number] is None:
                continue
            pieces.extend(split_steps(page, position, environment.start))
            pieces.extend(self._nested(number, environment, depth))
            position = min(environment.end, end)
        return [*pieces, *split_steps(page, position, end)]

    def _is_numbered(self, number: int, environment: Environment) -> bool:
        """Whether the items of a list are steps: they are numbered, or each has a label of its own."""
        items = self._items_of.get(number, ())
        labelled = environment.name in _PLAIN_LISTS and len(items) > 1 and all(item.label for item in items)
        return environment.name in _NUMBERED_LISTS or labelled

    def _nested(self, number: int, environment: Environment, depth: int) -> list[Piece]:
        """The steps of a claim or of its proof inside a proof: the claim's name is the first one's label, and all that
        belongs to its proof stands under "Proof of Claim 1"."""
        reading = self._reading
        start = reading.content(environment)
        stop = trim_end_mark(reading.text, start, environment.stop)
        pieces = self.between(start, stop, number, depth + 1)
        if reading.kinds[number] is not Kind.PROOF:
            return [p._replace(label=p.label or reading.name(number)) if p is pieces[0] else p for p in pieces]
        claim = reading.claim_before(number)
        if claim is None:
            return pieces
        title = f"Proof of {reading.name(claim)}"
        return [piece._replace(label=f"{title}: {piece.label}" if piece.label else title) for piece in pieces]

    def _directly_inside(self, start: int, end: int, container: int) -> list[tuple[int, Environment]]:
        """The environments in a range whose parent is ``container``."""
        environments = self._reading.environments
        found = []
        for number in range(bisect_left(self._reading.environment_starts, start), len(environments)):
            environment = environments[number]
            if environment.start >= end:
                break
            # One that is not closed reaches to the end of the text, beyond the blanks that are cut off.
            inside = environment.stop <= end or environment.stop == environment.end
            if environment.parent == container and inside:
                found.append((number, environment))
        return found

    def _items(self, container: int, start: int, end: int) -> list[Piece]:
        """The items directly inside a list as pieces; their own labels, or 1, 2, …"""
        items = [item for item in self._items_of.get(container, []) if start <= item.start < end]
        pieces: list[Piece] = []
        for count, item in enumerate(items, start=1):
            stop = items[count].start if count < len(items) else end
            low, high = stripped(self._reading.text, item.content, stop)
            high = self._before_stray(low, high)
            if low < high:
                pieces.append(Piece(_item_name(item.label) or str(count), low, high))
        return pieces

    def _before_stray(self, start: int, stop: int) -> int:
        """The end of an item without a bare ``\\end`` that closes nothing."""
        index = bisect_left(self._strays, start)
        if index < len(self._strays) and self._strays[index] < stop:
            return stripped(self._reading.text, start, self._strays[index])[1]
        return stop


def _item_name(label: str) -> str:
    """The label of an item: "b" for "(b)", and "(i) ⇒ (ii)" as it is."""
    plain = label.strip("().")
    return plain if not set("().") & set(plain) else label
