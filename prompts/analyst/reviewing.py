"""The local review of one unit, and a second judgement that was not shown the first (METHOD 4 and 7, r3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...core.advice import WITNESSED, Difficulty, ErrorType, LocalReview, Opinion
from ...core.evidence import Evidence
from ...core.rules.obliging import make_obligations
from ...core.tree import EdgeUnit, ProofTree
from ...core.verdict import Status
from .answers import ReviewAnswer, kept
from .context import ROOM, Shown, stands_in, unit_context
from .questions import REFUSED, Questions

Checked = Sequence[tuple[Evidence, bool]]


async def review_unit(
    questions: Questions, unit: EdgeUnit, tree: ProofTree, evidence: Checked, *, room: int = ROOM
) -> LocalReview | None:
    """What a model says of a unit in its context; None where it has no answer. Raises Stopped."""
    shown = _shown(unit, tree, evidence, room)
    ended = await questions.ask(
        "review",
        ReviewAnswer,
        about=unit.id,
        stage="review",
        what="the review",
        check=consistent(unit),
        unit=unit.id,
        context=shown.text,
    )
    said, call = ended.value, ended.call
    if said is None:
        return None
    verdict = Status(said.verdict)
    if verdict is Status.CORRECT and not shown.whole:
        questions.note(REFUSED, unit.id, "called correct by a model that saw only part of it: uncertain")
        verdict = Status.UNCERTAIN
    flawed = verdict is Status.FLAWED
    return LocalReview(
        unit_id=unit.id,
        verdict=verdict,
        error_type=ErrorType(said.error_type),
        reason=kept(said.reason),
        should_formalize=said.should_formalize,
        difficulty=Difficulty(said.difficulty),
        by=call.model,
        call=call.id,
        contested=kept(said.contested) if flawed else "",
        witness=kept(said.witness) if flawed else "",
    )


async def second_opinion(
    questions: Questions, first: LocalReview, tree: ProofTree, evidence: Checked, *, room: int = ROOM
) -> Opinion | None:
    """The same question to the second model, or once more to the same; None where there is no answer. Raises Stopped.

    It agrees only where it calls the unit flawed too, for a reason of a kind that has a witness, and names one. The
    first answer over again, word for word, is no second judgement: servers that keep answers to like questions send it.
    """
    unit = tree.unit_by_id[first.unit_id]
    ended = await questions.ask(
        "second",
        ReviewAnswer,
        about=unit.id,
        stage="second",
        what="the second review",
        sample=1,
        check=consistent(unit),
        unit=unit.id,
        context=_shown(unit, tree, evidence, room).text,
    )
    said, call = ended.value, ended.call
    if said is None:
        return None
    agrees = said.verdict == "flawed" and ErrorType(said.error_type) in WITNESSED and bool(said.witness.strip())
    if agrees and (kept(said.reason), kept(said.witness)) == (first.reason, first.witness):
        questions.note(REFUSED, unit.id, "the second review is the first one word for word: no second judgement")
        agrees = False
    reason = said.witness if agrees else said.reason
    return Opinion(by=call.model, call=call.id, agrees=agrees, reason=kept(f"{said.verdict}: {reason}"))


def consistent(unit: EdgeUnit) -> Callable[[ReviewAnswer], list[str]]:
    """A check that an answer does not contradict itself and contests words that stand in the unit."""

    def check(answer: ReviewAnswer) -> list[str]:
        complaints: list[str] = []
        flawed = answer.verdict == "flawed"
        if flawed and answer.error_type == "none":
            complaints.append("the verdict is flawed, but error_type is none")
        if answer.verdict == "correct" and answer.error_type != "none":
            complaints.append("the verdict is correct, but error_type names an error")
        if flawed and not stands_in(answer.contested, unit.text):
            complaints.append("contested must be copied word for word from the unit, at least a few words of it")
        if not answer.reason.strip():
            complaints.append("reason is empty")
        return complaints

    return check


def _shown(unit: EdgeUnit, tree: ProofTree, evidence: Checked, room: int) -> Shown:
    owed = make_obligations(unit, (), tree.state_by_id[unit.before].goal)
    return unit_context(tree, unit, evidence=evidence, owed=owed, room=room)
