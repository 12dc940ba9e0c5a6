"""Which of several proofs or records is meant."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from ..errors import ChoiceNeeded
from ..text import visible

_MOST_NAMES = 20
_LONGEST_NAME = 60
_BLANKS = re.compile(r"\s+")


def choose(names: Sequence[str], wanted: str | None, *, where: str, what: str) -> int:
    """The index of the one that is ``wanted``: by its whole name, by "#3" for the third, or by a part of its name that
    occurs in no other ("3.2").

    With one name and no wish it is that one. Raises :class:`ChoiceNeeded` with the names otherwise; ``what`` is their
    plural ("proofs", "records").
    """
    if wanted is None:
        if len(names) == 1:
            return 0
        raise ChoiceNeeded(f"{len(names)} {what}", where=where, hint=f"choose with --proof NAME: {_listed(names)}")
    folded = [_folded(name) for name in names]
    key = _folded(wanted)
    exact = [index for index, name in enumerate(folded) if name == key]
    if len(exact) == 1:
        return exact[0]
    if re.fullmatch(r"#\d{1,9}", key) and 1 <= int(key[1:]) <= len(names):
        return int(key[1:]) - 1
    part = re.compile(rf"(?<![\w.]){re.escape(key)}(?![\w]|\.\w)")
    found = exact or [index for index, name in enumerate(folded) if key and part.search(name)]
    if len(found) == 1:
        return found[0]
    if found:
        raise ChoiceNeeded(
            f"{len(found)} {what} fit {_short(wanted)!r}",
            where=where,
            hint=f"choose with --proof NAME: {_listed(names, found)}",
        )
    raise ChoiceNeeded(f"none of the {what} is {_short(wanted)!r}", where=where, hint=f"there are: {_listed(names)}")


def _folded(name: str) -> str:
    return _BLANKS.sub(" ", name).strip().casefold()


def _short(name: str) -> str:
    name = visible(_BLANKS.sub(" ", name[: 10 * _LONGEST_NAME])).strip()
    return name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"


def _listed(names: Sequence[str], among: Sequence[int] | None = None) -> str:
    """The first names (of those at the places ``among``); what reads alike with the numbers that tell it apart."""
    short = [_short(name) for name in names]
    counts = Counter(map(_folded, short))
    places = range(len(names)) if among is None else among
    shown = "; ".join(
        f"#{place + 1} {short[place]}" if counts[_folded(short[place])] > 1 else short[place]
        for place in places[:_MOST_NAMES]
    )
    more = len(places) - _MOST_NAMES
    return f"{shown}; and {more} more" if more > 0 else shown
