"""What a text leaves open to reading, as a model sees it (METHOD 9; sun2026evaluating 5).

A model only asks. A question is taken where it quotes the text, names a row of the registry or brings readings that
differ, and names units that owe the truth of something; it stays open until a person, a profile or the text answers it.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

from ...core.conventions.convention import Convention, Raiser, Reading, Where, own_convention, widened
from ...core.conventions.detection import from_registry
from ...core.conventions.registry import BY_ID
from ...core.errors import InputError
from ...core.injection import speaks_to_a_judge
from ...core.obligations import ABOUT_THE_TEXT, Obligation
from ...core.proof import Proof, SourceSpan
from ...core.quotes import Quote, QuotedText, plain
from ...core.text import visible
from ...core.tree import EdgeUnit, ProofTree, UnitRole
from ...core.value import value
from ..framing import Plain
from .answers import ConventionsAnswer, OpenQuestion, kept
from .context import line, listed, unit_label
from .questions import REFUSED, Questions, together

AT_ONCE = 60_000
"""Code points of a proof's units in one question."""
MOST = 8
"""Questions of one answer."""
PROBLEM = "problem"
"""Names the problem as the place of a quotation."""
_UNIT = 4_000
_AROUND = 8_000
_PASSAGE = 800
_QUOTED = 8
_SENTENCE = 400
_WHY = 400
_QUESTION = 400
_LABEL = 120
_CONSEQUENCE = 400
_READINGS = range(2, 5)
_NOT_SHOWN = (UnitRole.CLOSURE, UnitRole.TARGET, UnitRole.ABANDONED)


@value
class Place:
    """Words that may be quoted, and where they stand."""

    text: str
    span: SourceSpan | None


@value
class Part:
    """What one question is asked about: the places that may be quoted, and what each unit owes that may hang on an
    answer, by name."""

    places: Mapping[str, Place]
    owed: Mapping[str, tuple[str, ...]]


async def open_readings(
    questions: Questions,
    proof: Proof,
    tree: ProofTree,
    obligations: Sequence[Obligation],
    *,
    at_once: int = AT_ONCE,
) -> tuple[Convention, ...]:
    """The questions that a model finds open, each once, in the order of the text; () where it has none or no answer.

    ``at_once``: code points of units in one question; a longer proof is asked about in parts. Nothing is asked of a
    proof that owes no truth. Raises Stopped.
    """
    owed: dict[str, list[str]] = defaultdict(list)
    for item in obligations:
        if item.kind not in ABOUT_THE_TEXT:
            owed[item.unit_id].append(item.id)
    parts = [
        (units, names)
        for units in _parts(tree, at_once)
        if (names := {str(unit.id): tuple(owed[unit.id]) for unit in units if owed[unit.id]})
    ]
    around = listed(_around(proof)) or "(nothing)"

    async def ask(units: Sequence[EdgeUnit], names: Mapping[str, tuple[str, ...]]) -> list[Convention]:
        places = {str(unit.id): Place(text=unit.text, span=unit.span) for unit in units}
        if proof.problem.strip():
            places[PROBLEM] = Place(text=proof.problem, span=proof.problem_span)
        part = Part(places=places, owed=names)
        ended = await questions.ask(
            "conventions",
            ConventionsAnswer,
            about="" if len(parts) == 1 else " ".join(dict.fromkeys((units[0].id, units[-1].id))),
            stage="conventions",
            what="the question what the text leaves open",
            check=_once(part),
            most=MOST,
            ids=list(names),
            known=_known(),
            problem=line(proof.problem, _UNIT) or "(not given)",
            around=around,
            units=listed(f"{unit_label(unit)}: {line(unit.text, _UNIT)}" for unit in units),
        )
        return _taken(questions, part, ended.value, ended.call.model) if ended.value is not None else []

    answers = await together(*(ask(units, names) for units, names in parts))
    return _joined(questions, [convention for answer in answers for convention in answer])


def faults(item: OpenQuestion, part: Part) -> list[str]:
    """Why a question is not taken, in sentences; none where it is."""
    found = [*_place_faults(item, part), *_dependents_faults(item, part)]
    if not item.why.strip():
        found.append("why is empty: which step is valid under which reading?")
    elif (does := speaks_to_a_judge(item.why)) is not None:
        found.append(f"why is a sentence that {does}, and no reason")
    if item.row.strip():
        if item.row.strip() not in BY_ID:
            found.append(f"there is no row {item.row[:40]!a} in the list; leave row empty for a question of your own")
    else:
        found += _own_faults(item)
    return found


def _once(part: Part) -> Callable[[ConventionsAnswer], list[str]]:
    """A check that complains of what is wrong with single questions once. After that those that are right are taken
    and the others dropped; too many are never taken, because then nobody chose them."""
    complained = False

    def check(answer: ConventionsAnswer) -> list[str]:
        nonlocal complained
        if len(answer.questions) > MOST:
            return [f"{len(answer.questions)} questions; ask at most {MOST}, those on which a step hangs"]
        if complained:
            return []
        found = [
            f"question {number}: {fault}"
            for number, item in enumerate(answer.questions, 1)
            for fault in faults(item, part)
        ]
        complained = bool(found)
        return found

    return check


def _taken(questions: Questions, part: Part, answer: ConventionsAnswer, model: str) -> list[Convention]:
    made = []
    for item in answer.questions:
        found = faults(item, part)
        if found:
            about = item.unit if item.unit in part.owed else ""
            questions.note(REFUSED, about, f"a question about what the text leaves open is dropped: {found[0]}")
        else:
            made.append(_convention(item, part, model))
    return made


def _joined(questions: Questions, found: Iterable[Convention]) -> tuple[Convention, ...]:
    """Each question once: the same one again adds to what depends on it, another of the same name is dropped."""
    known: dict[str, Convention] = {}
    for one in found:
        first = known.setdefault(one.id, one)
        if (first.question, first.readings) == (one.question, one.readings):
            known[one.id] = widened(first, one.dependents, one.where)
        else:
            questions.note(REFUSED, "", f"two questions are called {one.id}; the second is dropped: {one.question}")
    return tuple(known.values())


def _convention(item: OpenQuestion, part: Part, model: str) -> Convention:
    """A question without faults as a convention."""
    obligations = tuple(dict.fromkeys(name for unit_id in item.units for name in part.owed[unit_id]))
    where = (_where(item, part),)
    row = item.row.strip()
    if row:
        return from_registry(row, obligations, raised_by=Raiser.MODEL, raiser=model, where=where)
    return own_convention(
        id=item.name,
        question=_clean(item.question),
        readings=_readings(item),
        raised_by=Raiser.MODEL,
        raiser=model,
        where=where,
        obligations=obligations,
    )


def _where(item: OpenQuestion, part: Part) -> Where:
    """The quoted words as they stand in the text."""
    place = part.places[item.unit]
    at = QuotedText(place.text).find(Quote(text=item.quote))
    quoted = place.text[at.start : at.end] if at is not None else ""
    return Where(
        unit_id="" if item.unit == PROBLEM else item.unit,
        sentence=quoted[:_SENTENCE],
        why=kept(_clean(item.why), _WHY),
        span=place.span,
    )


def _place_faults(item: OpenQuestion, part: Part) -> list[str]:
    place = part.places.get(item.unit)
    if place is None:
        return [f"there is no unit {item.unit[:40]!a} here; name the one that is quoted, or {PROBLEM}"]
    if QuotedText(place.text).find(Quote(text=item.quote)) is None:
        return [f"the quote does not stand in {item.unit}; copy its words exactly"]
    if len(plain(item.quote)) < min(_QUOTED, len(plain(place.text))):
        return ["the quote is too short; copy the whole clause"]
    return []


def _dependents_faults(item: OpenQuestion, part: Part) -> list[str]:
    if not item.units:
        return ["units is empty: a question on which no step hangs is none"]
    wrong = [name for name in item.units if name not in part.owed]
    return [f"units names {wrong[0][:40]!a}, which is not one of those to choose from"] if wrong else []


def _own_faults(item: OpenQuestion) -> list[str]:
    """What is wrong with a question that the registry does not ask."""
    found = []
    if item.name in BY_ID:
        found.append(f"{item.name} stands in the list: give it as row, or choose another name")
    if len(item.readings) not in _READINGS:
        found.append(f"{len(item.readings)} readings; a question of your own has two to four")
    texts = [("question", item.question, _QUESTION)]
    for reading in item.readings:
        texts += [("label", reading.label, _LABEL), ("consequence", reading.consequence, _CONSEQUENCE)]
    for what, text, most in texts:
        if not _clean(text):
            found.append(f"a {what} is empty")
        elif len(_clean(text)) > most:
            found.append(f"a {what} is too long; at most {most} characters")
        elif (does := speaks_to_a_judge(text)) is not None:
            found.append(f"a {what} is a sentence that {does}, and no mathematics")
    for texts_of in ([reading.label for reading in item.readings], [reading.consequence for reading in item.readings]):
        if len({plain(text) for text in texts_of}) < len(texts_of):
            found.append("two readings say the same")
    if found:
        return found
    try:
        own_convention(
            id=item.name,
            question=_clean(item.question),
            readings=_readings(item),
            raised_by=Raiser.MODEL,
            raiser="",
        )
    except InputError as error:
        return [ascii(error.message)[1:-1]]
    return []


def _readings(item: OpenQuestion) -> tuple[Reading, ...]:
    """The readings, named after their labels where these give names that differ."""
    names = [_slug(reading.label) for reading in item.readings]
    if not all(names) or len(set(names)) < len(names):
        names = [f"reading_{number}" for number in range(1, len(names) + 1)]
    return tuple(
        Reading(id=name, label=_clean(reading.label), consequence=_clean(reading.consequence))
        for name, reading in zip(names, item.readings, strict=True)
    )


def _slug(label: str) -> str:
    letters = unicodedata.normalize("NFKD", label).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "_", letters).strip("_")[:40].strip("_")


def _clean(text: str) -> str:
    """A model's words on one line, with nothing hidden in them."""
    return " ".join(visible(text, one_line=True).split())


def _parts(tree: ProofTree, at_once: int) -> list[list[EdgeUnit]]:
    """The units in their own words, as many in each part as there is room for."""
    parts: list[list[EdgeUnit]] = []
    left = 0
    for unit in tree.units:
        if unit.role in _NOT_SHOWN:
            continue
        size = min(len(unit.text), _UNIT)
        if not parts or size > left:
            parts.append([])
            left = at_once
        parts[-1].append(unit)
        left -= size
    return parts


def _around(proof: Proof) -> list[str]:
    """Passages of the same document that may state a reading, as far as there is room."""
    shown, left = [], _AROUND
    for passage in proof.context:
        text = f"{passage.kind}: {line(passage.text, _PASSAGE)}"
        if passage.kind not in ("definition", "standing", "statement") or len(text) > left:
            continue
        left -= len(text)
        shown.append(text)
    return shown


def _known() -> Plain:
    """The rows of the registry as a prompt lists them: our own words."""
    rows = (from_registry(name, (), raised_by=Raiser.MODEL, raiser="") for name in BY_ID)
    return Plain(
        listed(
            f"{row.id}: {row.question} ({'; '.join(reading.label for reading in row.readings)}) "
            f"Asked when {BY_ID[row.id].when}."
            for row in rows
        )
    )
