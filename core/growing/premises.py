"""Premises by name: what "#7", "g12", "u004", "Claim 1" and "problem" mean where they are used."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ..rules.citing import name_key
from ..rules.telescope import MOST_PREMISES, Telescope
from ..tree import EntryId, EntryRole, UnitId
from .fields import PROBLEM, NamedPremise

_NUMBER = re.compile(r"#?\s*(\d{1,7})")
_CLOSED = re.compile(r"(?:closed|end of)\s*#?\s*(\d{1,7})")
_ENTRY = re.compile(r"g[1-9]\d{0,8}")
_UNIT = re.compile(r"u\d{1,9}")
_HYPOTHESES = (EntryRole.HYPOTHESIS, EntryRole.VARIABLE, EntryRole.DEFINITION)


class Resolved(NamedTuple):
    """The entries that premises name, the words of their instantiations, notes for the unit's signals, what was wrong,
    and the premises whose names may be made later."""

    entries: tuple[EntryId, ...]
    instantiations: dict[EntryId, str]
    notes: tuple[str, ...]
    wrong: tuple[str, ...]
    later: tuple[NamedPremise, ...]


@dataclass
class Names:
    """What has a name so far. ``made`` holds the entries of each substep, in its order; ``results`` the claims and
    lemmas among the labelled entries, which may be used before they are proved."""

    telescope: Telescope
    stated: tuple[EntryId, ...]
    made: list[tuple[EntryId, ...]] = field(default_factory=list)
    concluded: list[EntryId | None] = field(default_factory=list)
    results: set[EntryId] = field(default_factory=set)
    labels: dict[EntryId, str] = field(default_factory=dict)
    _of_unit: dict[UnitId, list[EntryId]] = field(default_factory=dict)
    _of_label: dict[str, EntryId] = field(default_factory=dict)
    _seen: int = 0

    def index(self) -> None:
        """Take note of the entries that are new in the telescope."""
        for entry in self.telescope.entries[self._seen :]:
            if entry.producer is not None:
                self._of_unit.setdefault(entry.producer, []).append(entry.id)
        self._seen = len(self.telescope.entries)

    def label(self, name: str, entry: EntryId, *, result: bool = False) -> None:
        """Let ``name`` mean ``entry`` from now on."""
        if name_key(name):
            self._of_label[name_key(name)] = entry
            self.labels[entry] = name
            if result:
                self.results.add(entry)

    def resolve(self, premises: Sequence[NamedPremise], own: int) -> Resolved:
        """The entries that the premises of substep ``own`` (from 1) name, at most eight."""
        found: dict[EntryId, str] = {}
        notes: list[str] = []
        wrong: list[str] = []
        later: list[NamedPremise] = []
        if len(premises) > MOST_PREMISES:
            wrong.append(f"it names {len(premises)} premises; the first {MOST_PREMISES} are kept")
        for premise in premises[:MOST_PREMISES]:
            name = " ".join(premise.name.split())[:80]
            entries = self._entries(name, own)
            if entries is None:
                later.append(NamedPremise(name=name, instantiation=premise.instantiation[:200]))
                continue
            here = [entry for entry in entries if self.telescope.in_scope(entry)]
            if entries and not here:
                what = "hypothesis" if self._role(entries[0]) in _HYPOTHESES else "fact"
                wrong.append(f"it uses the {what} “{name}” after its scope was closed")
                notes.append(f"fact-out-of-scope: {name}")
            elif not entries:
                wrong.append(f"“{name}” added nothing that could be used")
            for entry in here:
                found.setdefault(entry, premise.instantiation[:200])
        kept = tuple(found)[:MOST_PREMISES]
        instantiations = {entry: words for entry, words in found.items() if words}
        return Resolved(kept, instantiations, tuple(notes), tuple(wrong), tuple(later))

    def made_later(self, name: str) -> tuple[EntryId, bool] | None:
        """At the end of the text: the entry that an unknown name means, and whether it is a result; None for none."""
        number = _NUMBER.fullmatch(name) or _CLOSED.fullmatch(name)
        if number is not None:
            place = int(number.group(1)) - 1
            if not 0 <= place < len(self.made):
                return None
            entry = self.concluded[place] or next(iter(self.made[place]), None)
        else:
            entry = self._of_label.get(name_key(name))
        return None if entry is None else (entry, entry in self.results)

    def _entries(self, name: str, own: int) -> Sequence[EntryId] | None:
        """What ``name`` means now; () for something that adds nothing, None where nothing has this name yet."""
        if name.lower() in (PROBLEM, "the problem", "given"):
            return self.stated
        number = _NUMBER.fullmatch(name)
        if number is not None:
            place = int(number.group(1)) - 1
            return self._of_substep(place) if 0 <= place < min(own - 1, len(self.made)) else None
        closed = _CLOSED.fullmatch(name)
        if closed is not None:
            place = int(closed.group(1)) - 1
            conclusion = self.concluded[place] if 0 <= place < len(self.concluded) else None
            return None if conclusion is None else (conclusion,)
        if _ENTRY.fullmatch(name):
            known = int(name[1:]) <= len(self.telescope.entries)
            return (EntryId(name),) if known else None
        if _UNIT.fullmatch(name):
            return self._of_unit.get(UnitId(name))
        entry = self._of_label.get(name_key(name)) or self.telescope.named(name)
        return None if entry is None else (entry,)

    def _of_substep(self, place: int) -> Sequence[EntryId] | None:
        """What a substep added; for one that began a claim's proof, the claim once it is proved, and nothing before."""
        conclusion = self.concluded[place]
        if conclusion is not None and conclusion in self.results:
            return (conclusion,)
        return self.made[place] if self.made[place] or conclusion is None else (conclusion,)

    def _role(self, entry: EntryId) -> EntryRole:
        return self.telescope.entries[int(entry[1:]) - 1].role
