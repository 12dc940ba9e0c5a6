"""Conventions: readings that a text leaves open and that a person settles (METHOD 9; sun2026evaluating 5).

A convention is named after its entry in the registry, so that one question has one name in every proof: a withdrawal
and asking again are two acts on the same convention, and its history keeps both.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from enum import StrEnum

from ..errors import InputError
from ..proof import SourceSpan
from ..value import value

MAX_TEXT = 2_000
"""Code points of a question, a label, a reason or the like."""
MAX_READINGS = 8
BY_TEXT = "text"
"""Who settled what the proof itself says."""
_NAME = re.compile(r"[a-z][a-z0-9_]{0,63}")
_READING = re.compile(r"[a-z0-9][a-z0-9_]{0,63}")


class Raiser(StrEnum):
    """Who noticed that the text leaves something open; TEXT is a rule on its words and symbols."""

    TEXT = "text"
    MODEL = "model"
    DISAGREEMENT = "disagreement"
    REVIEWER = "reviewer"


class Standing(StrEnum):
    """Whether a convention counts: only a settled one enters Γ."""

    OPEN = "open"
    SETTLED = "settled"
    WITHDRAWN = "withdrawn"


class ActKind(StrEnum):
    """What somebody did about a convention."""

    RAISE = "raise"
    SETTLE = "settle"
    WITHDRAW = "withdraw"


@value
class Meaning:
    """A reading for evaluators: ``parameter`` gets ``setting`` (nat_least: 0), and names of that kind may be
    ``admits``, exact values of the claim grammar that not every reading admits."""

    parameter: str
    setting: str
    admits: tuple[str, ...] = ()


@value
class Reading:
    """One answer. ``consequence`` is what Γ gains in words and symbols, as "ℕ = {1, 2, 3, …}"."""

    id: str
    label: str
    consequence: str
    meaning: Meaning | None = None


@value
class Where:
    """What raised it: a sentence of a unit ("" for the problem) and its place; ``why`` says what was noticed."""

    unit_id: str
    sentence: str
    why: str = ""
    span: SourceSpan | None = None


@value
class Dependence:
    """The obligations that ``reading`` bears on: their Γ gains its consequence."""

    reading: str
    obligations: tuple[str, ...]


@value
class Settlement:
    """Reading ``reading`` as ``by`` says: "reviewer:NAME", "profile:NAME", or "text" where the proof itself says so.

    ``at`` is RFC 3339 UTC ("" where no clock was asked). ``number`` counts the settlements of one convention from 1,
    in a review also those that were taken back: what was checked under an earlier one is stale.
    """

    reading: str
    by: str
    at: str
    why: str
    number: int = 1


@value
class Act:
    """One event of a convention. ``reading`` belongs to SETTLE; ``why`` may be "" except for a withdrawal."""

    kind: ActKind
    convention_id: str
    by: str
    at: str
    why: str = ""
    reading: str = ""


@value
class Convention:
    """A question about the text, its possible readings, what depends on it, and how it stands.

    ``default`` is the reading that most of the field would take ("" where there is none); it is shown and never
    assumed. ``history`` holds every act in order.
    """

    id: str
    term: str
    question: str
    readings: tuple[Reading, ...]
    raised_by: Raiser
    raiser: str = ""
    default: str = ""
    where: tuple[Where, ...] = ()
    affected: tuple[Dependence, ...] = ()
    standing: Standing = Standing.OPEN
    settlement: Settlement | None = None
    history: tuple[Act, ...] = ()

    def reading(self, reading_id: str) -> Reading:
        """The reading of that id. Raises InputError that names the known ones."""
        found = next((reading for reading in self.readings if reading.id == reading_id), None)
        if found is None:
            known = ", ".join(reading.id for reading in self.readings)
            raise InputError(f"no such reading: {reading_id}", where=self.id, hint=f"the readings are {known}")
        return found

    def obligations(self, reading_id: str) -> tuple[str, ...]:
        """The obligations that the reading bears on."""
        return next((item.obligations for item in self.affected if item.reading == reading_id), ())

    @property
    def dependents(self) -> tuple[str, ...]:
        """The obligations that some reading bears on, each once."""
        return tuple(dict.fromkeys(name for item in self.affected for name in item.obligations))

    @property
    def premise(self) -> str:
        """The name under which it stands in Γ, as "nat_starts_at = from_1 (2)"; "" unless settled.

        The number tells settlements apart, so that evidence under a withdrawn one does not count for the next.
        """
        if self.settlement is None:
            return ""
        return f"{self.id} = {self.settlement.reading} ({self.settlement.number})"


def acted(convention: Convention, act: Act) -> Convention:
    """``convention`` after ``act``. Raises InputError where the act does not fit how it stands."""
    if act.convention_id != convention.id:
        raise InputError(f"an act on {act.convention_id}", where=convention.id)
    if act.kind is ActKind.SETTLE:
        convention.reading(act.reading)
        if convention.standing is Standing.WITHDRAWN:
            raise InputError("a withdrawn question has no answer", where=convention.id, hint="ask it again first")
        number = 1 + sum(1 for one in convention.history if one.kind is ActKind.SETTLE)
        settled = Settlement(reading=act.reading, by=act.by, at=act.at, why=act.why, number=number)
        changed = replace(convention, standing=Standing.SETTLED, settlement=settled)
    elif act.kind is ActKind.WITHDRAW:
        if convention.standing is Standing.WITHDRAWN:
            raise InputError("it is withdrawn already", where=convention.id)
        if not act.why.strip():
            raise InputError("a withdrawal needs a reason", where=convention.id)
        changed = replace(convention, standing=Standing.WITHDRAWN, settlement=None)
    else:
        if convention.standing is not Standing.WITHDRAWN:
            raise InputError("it is asked already", where=convention.id, hint="settle it, or withdraw it first")
        changed = replace(convention, standing=Standing.OPEN, settlement=None)
    return replace(changed, history=(*convention.history, act))


def replayed(convention: Convention, acts: Iterable[Act]) -> Convention:
    """``convention`` after ``acts`` in order, without those on other conventions."""
    for act in acts:
        if act.convention_id == convention.id:
            convention = acted(convention, act)
    return convention


def settled(convention: Convention, reading: str, *, by: str, at: str = "", why: str = "") -> Convention:
    """``convention`` settled as ``reading``; raises InputError as ``acted`` does."""
    return acted(
        convention,
        Act(kind=ActKind.SETTLE, convention_id=convention.id, by=by, at=at, why=why, reading=reading),
    )


def own_convention(
    *,
    id: str,
    question: str,
    readings: tuple[Reading, ...],
    raised_by: Raiser,
    raiser: str,
    term: str = "",
    where: tuple[Where, ...] = (),
    obligations: tuple[str, ...] = (),
) -> Convention:
    """A question that no entry of the registry asks, from a model or a person, with the obligations it bears on.

    Raises InputError for names that cannot stand in a file or in Γ, fewer than two readings, or overlong text.
    """
    if not _NAME.fullmatch(id):
        raise InputError("a convention's name is small letters, digits and _", where=id[:80])
    names = [reading.id for reading in readings]
    if not 2 <= len(readings) <= MAX_READINGS or len(set(names)) != len(names):
        raise InputError(f"a question has 2 to {MAX_READINGS} different readings", where=id)
    for reading in readings:
        if not _READING.fullmatch(reading.id):
            raise InputError("a reading's name is small letters, digits and _", where=id)
        if not reading.consequence.strip():
            raise InputError("a reading says what Γ gains by it", where=f"{id}, {reading.id}")
    texts = [question, term, *(text for reading in readings for text in (reading.label, reading.consequence))]
    if not question.strip() or any(len(text) > MAX_TEXT for text in texts):
        raise InputError(f"a question and its readings have 1 to {MAX_TEXT:,} characters each", where=id)
    return Convention(
        id=id,
        term=term or id,
        question=question,
        readings=readings,
        raised_by=raised_by,
        raiser=raiser,
        where=where,
        affected=tuple(Dependence(reading=name, obligations=obligations) for name in names),
    )


def names_fault(convention: Convention) -> str:
    """Why the names of a convention and its readings cannot stand in a file or in Γ; "" where they can."""
    if not _NAME.fullmatch(convention.id):
        return "a convention's name is small letters, digits and _"
    if not all(_READING.fullmatch(reading.id) for reading in convention.readings):
        return "a reading's name is small letters, digits and _"
    return ""


def widened(convention: Convention, obligations: Iterable[str], where: Iterable[Where] = ()) -> Convention:
    """``convention`` with more that depends on it and more places that raised it: who raises a question that is
    there adds to it."""
    more = tuple(obligations)
    return replace(
        convention,
        where=tuple(dict.fromkeys((*convention.where, *where))),
        affected=tuple(
            replace(item, obligations=tuple(dict.fromkeys((*item.obligations, *more)))) for item in convention.affected
        ),
    )


def counts_under(premises: Iterable[str], conventions: Iterable[Convention]) -> bool:
    """Whether evidence that was found under the named ``premises`` (see ``Convention.premise``) counts now: each of
    them must be a convention that is settled so, by the same settlement. Otherwise it is stale, and never lost."""
    now = {convention.premise for convention in conventions if convention.premise}
    return all(premise in now for premise in premises)


def waiting(conventions: Iterable[Convention]) -> frozenset[str]:
    """The obligations that stay uncertain because a question that bears on them has no answer."""
    return frozenset(name for one in conventions if one.standing is Standing.OPEN for name in one.dependents)
