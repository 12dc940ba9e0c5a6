"""The marks of the review screen: one cell each in every terminal, each with a word and a weight beside its colour."""

from __future__ import annotations

from ..core.evidence import Outcome
from ..core.review import Row
from ..core.verdict import Status, UnitVerdict
from .ink import Ink, Tone, say

OPEN = "·"
FLAG = "⚐"
CONVENTION = "⚑"
DRIFT = "≈"
TIMEOUT = "◷"
STALE = "!"
HYPOTHETICAL = "┆"
CURSOR = ">"

PERSON = {Status.CORRECT: "✓", Status.FLAWED: "✗", Status.UNCERTAIN: "?", Status.NOT_CHECKED: OPEN}
MACHINE = {Status.CORRECT: "●", Status.FLAWED: "✗", Status.UNCERTAIN: "◌", Status.NOT_CHECKED: OPEN}
OUTCOME = {Outcome.PASSED: "●", Outcome.REFUTED: "✗", Outcome.INCONCLUSIVE: "◌"}

STATUS_TONE = {
    Status.CORRECT: Tone.GOOD,
    Status.FLAWED: Tone.BAD,
    Status.UNCERTAIN: Tone.DOUBT,
    Status.NOT_CHECKED: Tone.MUTED,
}
OUTCOME_TONE = {Outcome.PASSED: Tone.GOOD, Outcome.REFUTED: Tone.BAD, Outcome.INCONCLUSIVE: Tone.DOUBT}

LEGEND = (
    (OPEN, "open: nobody has said anything yet"),
    ("✓ ✗ ?", "a person: correct, flawed, uncertain"),
    ("● ✗ ◌", "the machine: correct, flawed, uncertain"),
    (TIMEOUT, "a checker stopped at its limits"),
    (STALE, "stale: decided on other evidence"),
    (DRIFT, "the formal text says something else"),
    (CONVENTION, "an open question about the text: c"),
    (FLAG, "flagged for later"),
    (HYPOTHETICAL, "inside a contradiction, holds there only"),
)


def words(status: Status) -> str:
    """A status as a person reads it."""
    return status.replace("_", " ")


def person(status: Status) -> Ink:
    """What a person says, glyph and word."""
    return say(f"{PERSON[status]} {words(status)}", STATUS_TONE[status])


def machine(status: Status) -> Ink:
    """What the machine says, glyph and word."""
    return say(f"{MACHINE[status]} {words(status)}", STATUS_TONE[status])


def decided_mark(row: Row) -> Ink:
    """The first column of a row: what people say."""
    if row.stale and row.decided is None:
        return say(STALE, Tone.DOUBT)
    if row.decided is None:
        return say(OPEN, Tone.MUTED)
    return say(PERSON[row.decided], STATUS_TONE[row.decided])


def machine_mark(row: Row) -> Ink:
    """The second glyph of a row: what the machine says."""
    return say(TIMEOUT if row.timed_out else MACHINE[row.machine], STATUS_TONE[row.machine])


def gutter_mark(row: Row) -> Ink:
    """One glyph for a unit in the whole proof: people's word where there is one, the machine's otherwise."""
    return decided_mark(row) if row.decided is not None or row.stale else machine_mark(row)


def rests_on(verdict: UnitVerdict) -> str:
    """What a verdict rests on, in a few words; "" for nothing."""
    return ", ".join(basis.replace("_", " ") for basis in verdict.rests_on)
