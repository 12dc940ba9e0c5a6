"""What models may answer: closed words, bounded texts, nothing beside what was asked for.

A verdict is read from its own field and from nowhere else; no field takes a total. Bounds of length are checked here
and do not stand in the schema, because servers that turn a schema into a grammar choke on long repetitions. The
docstrings of answers stand in the schema, and so in the prompt.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from ...core.advice import MAX_REASON

MAX_TEXT = 20_000
"""Code points of a text in an answer; an answer with a longer one is refused."""
MAX_ITEMS = 400
"""Items of a list in an answer."""


def _bounded(text: str) -> str:
    if len(text) > MAX_TEXT:
        raise ValueError(f"a text of {len(text):,} characters; at most {MAX_TEXT:,} are read")
    return text.encode("utf-8", "replace").decode()  # halves of characters cannot be written down again


def _few(items: list[object]) -> list[object]:
    if len(items) > MAX_ITEMS:
        raise ValueError(f"a list of {len(items):,} items; at most {MAX_ITEMS} are read")
    return items


Text = Annotated[str, AfterValidator(_bounded)]
Texts = Annotated[list[Text], AfterValidator(_few)]
Percent = Annotated[int, Field(ge=0, le=100)]

VerdictWord: TypeAlias = Literal["correct", "flawed", "uncertain"]
ErrorWord: TypeAlias = Literal[
    "false_statement",
    "invalid_inference",
    "contradiction",
    "misapplied_theorem",
    "failed_witness",
    "missing_case",
    "gap",
    "other",
    "none",
]
DifficultyWord: TypeAlias = Literal["easy", "medium", "hard"]
RubricWord: TypeAlias = Literal["0", "0.25", "0.5", "0.75", "1"]
SlotWord: TypeAlias = Literal["preserved", "omitted", "weakened", "strengthened", "replaced", "added"]
DriftWord: TypeAlias = Literal[
    "missing_assumptions",
    "overgeneralized",
    "undergeneralized",
    "wrong_objects",
    "wrong_quantifiers",
    "wrong_direction",
    "role_swap",
    "vacuous_or_trivialized",
]


class Answer(BaseModel):
    """The base of all answers: strict, closed, frozen. Every field is required, as strict schemas want it."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class ScannedUnit(Answer):
    """One unit of a scan; ``risk`` is an integer 0-100."""

    unit: Text
    reason: Text
    signals: Texts
    risk: Percent
    error_type: ErrorWord
    should_formalize: bool


class ScanAnswer(Answer):
    """Risks of the units that were asked about."""

    units: Annotated[list[ScannedUnit], AfterValidator(_few)]


class ReviewAnswer(Answer):
    """A local review. ``contested``: words of the unit; ``witness``: what shows that they are wrong; both "" unless
    the verdict is flawed."""

    reason: Text
    verdict: VerdictWord
    error_type: ErrorWord
    contested: Text
    witness: Text
    should_formalize: bool
    difficulty: DifficultyWord


class ReadingAnswer(Answer):
    """One way to read it; ``consequence``: what is then known."""

    label: Text
    consequence: Text


class OpenQuestion(Answer):
    """What a text leaves open. ``row``: the name of a question in the list, or "" for one of its own, which has
    ``name``, ``question`` and ``readings``."""

    why: Text
    unit: Text
    quote: Text
    row: Text
    name: Text
    question: Text
    readings: Annotated[list[ReadingAnswer], AfterValidator(_few)]
    units: Texts


class ConventionsAnswer(Answer):
    """What the whole text leaves open; mostly nothing."""

    questions: Annotated[list[OpenQuestion], AfterValidator(_few)]


class WordedObligation(Answer):
    """An obligation in the model's words; ``confidence`` is an integer 0-100."""

    id: Text
    statement: Text
    reason: Text
    use_formal: bool
    confidence: Percent


class WordAnswer(Answer):
    """Obligations in the model's words."""

    obligations: Annotated[list[WordedObligation], AfterValidator(_few)]


class StateAnswer(Answer):
    """A statement without a proof; ``premises`` are definitions that a numeric claim is read under."""

    reason: Text
    language: Literal["numeric", "lean", "none"]
    text: Text
    premises: Texts


class PairAnswer(Answer):
    """A pair of slots; ``formal`` is "" where the slot is omitted, ``source`` where it is added."""

    source: Text
    formal: Text
    reason: Text
    status: SlotWord
    value: RubricWord


class AspectAnswer(Answer):
    """One aspect of the whole."""

    reason: Text
    value: RubricWord


class CompareAnswer(Answer):
    """Judgements of slots and aspects. There is no field for a total: the program computes all scores."""

    pairs: Annotated[list[PairAnswer], AfterValidator(_few)]
    step_relation: AspectAnswer
    object_witness: AspectAnswer
    directionality: AspectAnswer
    role_alignment: AspectAnswer
    syntax_surface: AspectAnswer
    drift: Annotated[list[DriftWord], AfterValidator(_few)]
    missing_assumptions: Texts
    added_assumptions: Texts
    overgeneralisations: Texts
    suggested_revision: Text
    said: Text


class SaidSlot(Answer):
    """A slot of a formal text in words."""

    slot: Text
    words: Text


class BackAnswer(Answer):
    """What a formal text says, in words, by someone who saw nothing else."""

    slots: Annotated[list[SaidSlot], AfterValidator(_few)]
    whole: Text


class ProveAnswer(Answer):
    """The body of a proof, "" for none."""

    plan: Text
    body: Text


class ConcludeAnswer(Answer):
    """The step to look at first, "" for none."""

    reason: Text
    risky_step: Text


class DirectAnswer(Answer):
    """The first wrong step of a whole proof, "" for none; ``quote``: words of it that are wrong."""

    reason: Text
    first_wrong_step: Text
    quote: Text
    error_type: ErrorWord
    witness: Text


class JudgedUnit(Answer):
    """What is said of one unit in a pass over the whole tree."""

    unit: Text
    reason: Text
    verdict: VerdictWord
    error_type: ErrorWord
    witness: Text


class TreeAnswer(Answer):
    """Judgements of the units of a tree."""

    units: Annotated[list[JudgedUnit], AfterValidator(_few)]


def kept(text: str, most: int = MAX_REASON) -> str:
    """A text of an answer as it is kept: without blanks around it, cut at ``most`` code points."""
    text = text.strip()
    return text if len(text) <= most else f"{text[: most - 1]}…"


def kept_name(text: str, most: int = 200) -> str:
    """A text that an audit keeps as a name: one line of characters that can be printed."""
    line = " ".join(text.split())
    return kept("".join(character if character.isprintable() else "�" for character in line), most)
