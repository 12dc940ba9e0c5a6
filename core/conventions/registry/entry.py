"""What a row of the registry holds."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ...value import value
from ..convention import Meaning, Reading


@value
class Settles:
    """Words by which a text itself chooses ``reading``: a pattern on the flattened text."""

    pattern: re.Pattern[str]
    reading: str


@value
class Entry:
    """A convention as texts leave it open.

    All patterns look at flattened text (``flat.flatten``: white space joined, formulas between ⟨ and ⟩, common LaTeX
    as Unicode), ignoring case. ``term`` must occur somewhere in the text; ``bears`` in a
    unit for its obligations to depend on the answer; ``unless`` anywhere says that the question does not arise, or
    that the text takes care of it. ``also`` must occur as well, anywhere. ``when`` tells a person when it is asked.
    ``aliases`` are other names of readings in a profile.
    """

    id: str
    name: str
    field: str
    question: str
    readings: tuple[Reading, ...]
    when: str
    term: re.Pattern[str]
    detector: str = "words"
    bears: re.Pattern[str] | None = None
    also: re.Pattern[str] | None = None
    unless: re.Pattern[str] | None = None
    settles: tuple[Settles, ...] = ()
    default: str = ""
    aliases: Mapping[str, str]


def words(pattern: str) -> re.Pattern[str]:
    """A pattern that ignores case."""
    return re.compile(pattern, re.IGNORECASE)


def reading(id: str, label: str, consequence: str, meaning: Meaning | None = None) -> Reading:
    """A reading in one line."""
    return Reading(id=id, label=label, consequence=consequence, meaning=meaning)


def says(**patterns: str) -> tuple[Settles, ...]:
    """Which words choose which reading, in the order given: the first that occurs counts."""
    return tuple(Settles(pattern=words(pattern), reading=name) for name, pattern in patterns.items())


def row(
    id: str,
    name: str,
    field: str,
    question: str,
    readings: tuple[Reading, ...],
    *,
    when: str,
    term: str,
    detector: str = "words",
    bears: str = "",
    also: str = "",
    unless: str = "",
    settles: tuple[Settles, ...] = (),
    default: str = "",
    aliases: Mapping[str, str] | None = None,
) -> Entry:
    """An entry with its patterns given as text; "" is none."""
    return Entry(
        id=id,
        name=name,
        field=field,
        question=question,
        readings=readings,
        when=when,
        term=words(term),
        detector=detector,
        bears=words(bears) if bears else None,
        also=words(also) if also else None,
        unless=words(unless) if unless else None,
        settles=settles,
        default=default,
        aliases=aliases or {},
    )
