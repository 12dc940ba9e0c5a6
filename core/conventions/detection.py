"""Which conventions a proof leaves open, which it states itself, and which a profile answers (METHOD 9).

Deterministic; time is linear in the text for the rows that are found by words, and bounded for those that look at
values. A question without an obligation that depends on its answer is not asked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ..errors import InputError
from ..evidence import Evidence, Statement
from ..obligations import Obligation
from ..proof import Proof
from ..tree import ProofTree
from ..value import value
from .checks import ReadingCheck
from .convention import BY_TEXT, Act, ActKind, Convention, Dependence, Raiser, Reading, Standing, Where, acted, widened
from .detectors import DETECTORS, Found
from .profiles import Profile
from .registry import BY_ID, REGISTRY, Entry
from .source import MOST_SENTENCE, Source

LARGEST = 5_000_000
"""Code points of a proof that is looked at; of a larger one nothing is asked."""


@value
class Detection:
    """What was found: the conventions in the order of the registry, and what can be checked under their readings."""

    conventions: tuple[Convention, ...]
    checks: tuple[ReadingCheck, ...]

    @property
    def questions(self) -> tuple[Convention, ...]:
        """Those that somebody has to answer."""
        return tuple(one for one in self.conventions if one.standing is Standing.OPEN)


@value
class Raised:
    """A row of the registry that somebody else raised: a lint that found a witness where two meanings differ, a model,
    a person; with the obligations that depend on it."""

    convention_id: str
    obligations: tuple[str, ...]
    raised_by: Raiser
    raiser: str
    where: tuple[Where, ...] = ()


def detect(
    proof: Proof,
    tree: ProofTree,
    obligations: Sequence[Obligation],
    *,
    statements: Sequence[Statement] = (),
    evidence: Iterable[Evidence] = (),
    raised: Sequence[Raised] = (),
    profile: Profile | None = None,
) -> Detection:
    """The conventions of a proof. ``evidence`` on ``statements`` raises what a checker found ambiguous, ``raised`` what
    others did; ``profile`` answers what the text leaves open, and never what it says itself.

    Raises InputError where ``raised`` names no row.
    """
    also: dict[str, list[Raised]] = defaultdict(list)
    for one in raised:
        also[_row(one.convention_id).id].append(one)
    size = len(proof.problem) + sum(len(unit.text) for unit in tree.units) + sum(len(p.text) for p in proof.context)
    if size > LARGEST:
        return Detection(conventions=(), checks=())
    source = Source(proof, tree, obligations, statements, evidence)
    conventions: list[Convention] = []
    checks: list[ReadingCheck] = []
    for entry in REGISTRY:
        if entry.term.search(source.whole) is None and entry.id not in also:
            continue
        said = _said(source, entry)
        found = None if said is None and _out_of_question(source, entry) else DETECTORS[entry.detector](source, entry)
        if found is None and said is None and entry.id not in also:
            continue
        # A model that asks what the text says has not seen it; a lint's witness bears on the answer all the same.
        heard = [one for one in also[entry.id] if said is None or one.raised_by is not Raiser.MODEL]
        made = _joined(entry, found, heard)
        if said is not None:
            made = _by_text(made, said)
        elif profile is not None and entry.id in profile.choices:
            made = _by_profile(made, profile)
        conventions.append(made)
        checks.extend(found.checks if found else ())
    return Detection(conventions=tuple(conventions), checks=tuple(checks))


def from_registry(
    convention_id: str, obligations: Iterable[str], *, raised_by: Raiser, raiser: str, where: Iterable[Where] = ()
) -> Convention:
    """The question of a row, raised by a model, a disagreement or a person. Raises InputError for an unknown row."""
    return _convention(
        _row(convention_id),
        Found(where=tuple(where), obligations=tuple(obligations), names=_UNNAMED, raised_by=raised_by, raiser=raiser),
    )


def _row(convention_id: str) -> Entry:
    entry = BY_ID.get(convention_id)
    if entry is None:
        raise InputError(f"no such convention: {convention_id[:60]}", hint=f"known are {', '.join(sorted(BY_ID))}")
    return entry


def _joined(entry: Entry, found: Found | None, also: Sequence[Raised]) -> Convention:
    """What the rules found, and what others add to it; the first of them raised it where the rules did not."""
    made = _convention(entry, found)
    if found is None and also:
        made = replace(made, raised_by=also[0].raised_by, raiser=also[0].raiser)
    for one in also:
        made = widened(made, one.obligations, one.where)
    return made


def _out_of_question(source: Source, entry: Entry) -> bool:
    if entry.also is not None and entry.also.search(source.whole) is None:
        return True
    return entry.unless is not None and entry.unless.search(source.whole) is not None


@value
class _Said:
    reading: str
    where: Where


def _said(source: Source, entry: Entry) -> _Said | None:
    """The reading that the text states, and where."""
    for settles in entry.settles:
        for unit_id, text in source.pieces:
            found = settles.pattern.search(text)
            if found is None:
                continue
            unit = source.unit(unit_id)
            begin = max(0, found.start() - MOST_SENTENCE // 4)
            sentence = text[begin : begin + MOST_SENTENCE]
            where = Where(unit_id=unit_id, sentence=sentence, why="the text says so", span=unit.span if unit else None)
            return _Said(reading=settles.reading, where=where)
    return None


def _convention(entry: Entry, found: Found | None) -> Convention:
    names: Mapping[str, str] = found.names if found else _UNNAMED
    readings = tuple(
        Reading(
            id=reading.id,
            label=_filled(reading.label, names),
            consequence=_filled(reading.consequence, names),
            meaning=reading.meaning,
        )
        for reading in entry.readings
    )
    obligations = found.obligations if found else ()
    return Convention(
        id=entry.id,
        term=entry.name,
        question=_filled(entry.question, names),
        readings=readings,
        raised_by=found.raised_by if found else Raiser.TEXT,
        raiser=found.raiser if found else "",
        default=entry.default,
        where=found.where if found else (),
        affected=tuple(Dependence(reading=reading.id, obligations=obligations) for reading in readings),
    )


_UNNAMED = {"names": "the variable", "power": "the power", "nth": "odd", "base": "a negative number",
            "exponent": "its exponent times", "expression": "the divisor"}  # fmt: skip


def _filled(text: str, names: Mapping[str, str]) -> str:
    for name, words in names.items():
        text = text.replace("{" + name + "}", words)
    return text


def _by_text(convention: Convention, said: _Said) -> Convention:
    act = Act(
        kind=ActKind.SETTLE,
        convention_id=convention.id,
        by=BY_TEXT,
        at="",
        why=said.where.sentence,
        reading=said.reading,
    )
    return replace(acted(convention, act), where=(said.where, *convention.where))


def _by_profile(convention: Convention, profile: Profile) -> Convention:
    by = f"profile:{profile.name}"
    act = Act(
        kind=ActKind.SETTLE,
        convention_id=convention.id,
        by=by,
        at="",
        why=f"as profile {profile.name}",
        reading=profile.choices[convention.id],
    )
    return acted(convention, act)
