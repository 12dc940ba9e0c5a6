"""What an answer would do, before it is given: what becomes stale, and which verdicts flip at once.

A pure function; deciding is the caller's affair: it hands over a function from statements to evidence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ..evidence import Evidence, Outcome, Statement
from ..value import value
from .checks import ReadingCheck, decided
from .convention import Convention

Decide = Callable[[Statement], Evidence]
"""The answer of a checker on one statement; the same statement is asked once."""


@value
class Flip:
    """An obligation that a reading decides: REFUTED with its witness, or PASSED, by these pieces of evidence."""

    obligation_id: str
    unit_id: str
    step_id: str
    outcome: Outcome
    witness: str
    evidence: tuple[Evidence, ...]


@value
class ReadingEffect:
    """What settling a convention as ``reading`` does.

    ``gains`` is the premise that enters the Γ of every obligation in ``stale``, as "C nat_starts_at: ℕ = {1, 2, 3, …}".
    ``flips`` are decided at once; ``undecided`` are the stale ones that are not, and stay open until evidence or a
    person closes them: a convention closes nothing. ``first_flawed`` is the step of the first refuted one, or "".
    """

    reading: str
    gains: str
    stale: tuple[str, ...]
    flips: tuple[Flip, ...]
    undecided: tuple[str, ...]
    first_flawed: str


def blast_radius(convention: Convention, checks: Iterable[ReadingCheck], decide: Decide) -> tuple[ReadingEffect, ...]:
    """The effect of every reading of ``convention``, in their order. ``decide`` is asked once per statement."""
    answers: dict[str, Evidence] = {}

    def answer(statement: Statement) -> Evidence:
        if statement.id not in answers:
            answers[statement.id] = decide(statement)
        return answers[statement.id]

    own = [check for check in checks if check.convention_id == convention.id]
    effects = []
    for reading in convention.readings:
        stale = convention.obligations(reading.id)
        flips = _flips([check for check in own if check.reading == reading.id], answer)
        closed = {flip.obligation_id for flip in flips}
        refuted = next((flip for flip in flips if flip.outcome is Outcome.REFUTED), None)
        effects.append(
            ReadingEffect(
                reading=reading.id,
                gains=premise_text(convention, reading.id),
                stale=stale,
                flips=flips,
                undecided=tuple(name for name in stale if name not in closed),
                first_flawed=refuted.step_id if refuted else "",
            )
        )
    return tuple(effects)


def premise_text(convention: Convention, reading: str) -> str:
    """The named premise as Γ shows it."""
    return f"C {convention.id}: {convention.reading(reading).consequence}"


def asked(checks: Iterable[ReadingCheck]) -> tuple[Statement, ...]:
    """Every statement that ``blast_radius`` would ask about, once: for a caller that asks a checker ahead of it."""
    return tuple({statement.id: statement for check in checks for statement in check.statements}.values())


def _flips(checks: Sequence[ReadingCheck], answer: Decide) -> tuple[Flip, ...]:
    """In the order of the proof; of an obligation with several checks a refutation counts first, and it passes only
    if all of them do."""
    of_obligation: dict[str, list[tuple[ReadingCheck, Outcome, tuple[Evidence, ...]]]] = {}
    for check in checks:
        evidence = tuple(answer(statement) for statement in check.statements)
        outcome = decided(check, evidence)
        of_obligation.setdefault(check.obligation_id, []).append((check, outcome, evidence))
    flips = []
    for found in of_obligation.values():
        outcomes = [outcome for _, outcome, _ in found]
        if Outcome.REFUTED not in outcomes and set(outcomes) != {Outcome.PASSED}:
            continue
        wanted = Outcome.REFUTED if Outcome.REFUTED in outcomes else Outcome.PASSED
        check, outcome, evidence = next(item for item in found if item[1] is wanted)
        flips.append(
            Flip(
                obligation_id=check.obligation_id,
                unit_id=check.unit_id,
                step_id=check.step_id,
                outcome=outcome,
                witness=check.witness if outcome is Outcome.REFUTED else "",
                evidence=evidence,
            )
        )
    return tuple(sorted(flips, key=lambda flip: _place(flip.unit_id)))


def _place(unit_id: str) -> tuple[int, str]:
    """Units are named in the order of the proof: u002 before u010."""
    digits = unit_id[1:]
    return (int(digits) if digits.isascii() and digits.isdigit() else 0, unit_id)
