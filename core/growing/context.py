"""Where the text is, in few words: what an analyst is told before it reads on."""

from __future__ import annotations

from ..rules.building import Building, short
from .fields import KnownEntry, OpenOne, RunningContext
from .legal import LONGEST_TEXT
from .premises import Names
from .scopes import Scopes

_SHOWN = 160
_LOOK_BACK = 2_000


def running_context(building: Building, names: Names, scopes: Scopes, at_most: int) -> RunningContext:
    """The goal, the open scopes and at most ``at_most`` entries of Γ.

    A third is kept for claims and lemmas, which stay useful for long; the rest are the nearest. Only the last 2,000
    entries are looked at, so that the cost does not grow with the proof.
    """
    telescope = building.telescope
    newest = [entry for entry in reversed(telescope.entries[-_LOOK_BACK:]) if telescope.in_scope(entry.id)]
    results = [entry.id for entry in newest if entry.id in names.results][: at_most // 3]
    shown = set(results)
    for entry in newest:
        if len(shown) >= at_most:
            break
        shown.add(entry.id)
    return RunningContext(
        goal=building.goal[:LONGEST_TEXT],
        scopes=tuple(
            OpenOne(kind=one.scope.kind, label=one.label or short(one.hypothesis), split=one.split)
            for one in scopes.open
            if one.declared
        ),
        announced=scopes.announced(),
        entries=tuple(
            KnownEntry(
                id=entry.id, role=entry.role, text=_first_words(entry.text), label=names.labels.get(entry.id, "")
            )
            for entry in reversed(newest)
            if entry.id in shown
        ),
        left_out=len(newest) - len(shown),
    )


def _first_words(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= _SHOWN else words[: _SHOWN - 1] + "…"
