"""Does a formal text say what an obligation says? Three judges, slot by slot (METHOD 5; wang2026faithsieve C.2).

One compares the texts. One compares the obligation with the formal text as somebody put it into words who saw nothing
else. One is the second model, or the same once more. Nobody gives a total, nobody sees what another said, and a judge
who does not judge every slot and every aspect is left out. The program computes the rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from ...core.advice import Compared
from ...core.evidence import Language, Statement
from ...core.faithfulness import Drift, Judge, JudgeKind
from ...core.faithfulness.judge import Remarks
from ...core.faithfulness.slots import (
    MAX_SLOTS,
    Aspect,
    AspectJudgement,
    Comparison,
    Rubric,
    Slot,
    SlotJudgement,
    SlotStatus,
    faults,
    formal_matches,
    source_matches,
)
from ...core.obligations import Obligation
from ...core.tree import ProofTree
from ...core.value import value
from .answers import BackAnswer, CompareAnswer, kept, kept_name
from .context import ROOM, line, listed, unit_context
from .questions import REFUSED, Questions, together

_SLOT = 4_000
_FORMAL = 12_000
_REMARKS = 20


@value
class Said:
    """What one judge says of a comparison."""

    judged: Comparison
    judge: Judge
    remarks: Remarks


async def compare_texts(
    questions: Questions,
    obligation: Obligation,
    statement: Statement,
    cut: Comparison,
    tree: ProofTree,
    *,
    room: int = ROOM,
) -> Compared:
    """``cut`` with the judgements of all judges who gave whole ones; None in its place where there is none.

    Raises Stopped where no further question can be asked.
    """
    if not cut.source or not cut.formal or max(len(cut.source), len(cut.formal)) > MAX_SLOTS:
        questions.note(
            REFUSED, obligation.unit_id, f"the texts of {obligation.id} have no slots that could be compared"
        )
        return Compared(comparison=None)
    written = _written(statement)
    if len(written) > _FORMAL or any(len(slot.text) > _SLOT for slot in (*cut.source, *cut.formal)):
        # A judge who sees a part of a text can say nothing of the whole.
        questions.note(REFUSED, obligation.unit_id, f"the texts of {obligation.id} are too long to be compared")
        return Compared(comparison=None)
    context = unit_context(tree, tree.unit_by_id[obligation.unit_id], room=room).text

    async def judge(role: str, stage: str, sample: int, formal: Sequence[Slot], text: str, form: str) -> Said | None:
        return await _judge(
            questions, obligation, cut, role, stage, sample, formal=formal, text=text, form=form, context=context
        )

    async def by_words() -> Said | None:
        words = await _back_translated(questions, obligation, statement, cut)
        if words is None:
            return None
        said = [replace(slot, text=words.of[slot.id]) for slot in cut.formal]
        return await judge("back-translation", "compare", 0, said, words.whole, "words")

    judges = await together(
        judge("slots", "compare", 0, cut.formal, written, statement.language),
        by_words(),
        judge("second", "second", 1, cut.formal, written, statement.language),
    )
    return joined(cut, [said for said in judges if said is not None])


def joined(cut: Comparison, said: Sequence[Said]) -> Compared:
    """The judgements of several judges in one comparison; their remarks together."""
    if not said:
        return Compared(comparison=None)
    return Compared(
        comparison=replace(
            cut,
            slots=tuple(item for one in said for item in one.judged.slots),
            aspects=tuple(item for one in said for item in one.judged.aspects),
        ),
        judges=tuple(one.judge for one in said),
        remarks=Remarks(
            drift=tuple(drift for drift in Drift if any(drift in one.remarks.drift for one in said)),
            missing_assumptions=_together(one.remarks.missing_assumptions for one in said),
            added_assumptions=_together(one.remarks.added_assumptions for one in said),
            overgeneralisations=_together(one.remarks.overgeneralisations for one in said),
            suggested_revision=next(
                (one.remarks.suggested_revision for one in said if one.remarks.suggested_revision), ""
            ),
        ),
    )


@value
class _Words:
    """A formal text in words, slot by slot."""

    of: Mapping[str, str]
    whole: str


async def _judge(
    questions: Questions,
    obligation: Obligation,
    cut: Comparison,
    role: str,
    stage: str,
    sample: int,
    *,
    formal: Sequence[Slot],
    text: str,
    form: str,
    context: str,
) -> Said | None:
    ended = await questions.ask(
        "compare",
        CompareAnswer,
        about=obligation.unit_id,
        stage=stage,
        what=f"the comparison of {obligation.id} ({role})",
        sample=sample,
        check=lambda answer: judgement_faults(cut, answer),
        form=form,
        kind=obligation.kind,
        obligation=line(obligation.statement, 4_000),
        source_slots=_slots(cut.source),
        source_ids=[slot.id for slot in cut.source],
        formal=text,
        formal_slots=_slots(formal),
        formal_ids=[slot.id for slot in cut.formal],
        context=context,
    )
    if ended.value is None:
        questions.note(
            REFUSED,
            obligation.unit_id,
            f"a judge of {obligation.id} ({role}) did not judge every slot, and is left out",
        )
        return None
    name = f"{kept_name(ended.call.model) or 'a model'} ({role})"
    answer = ended.value
    return Said(
        judged=judgements(cut, answer, name),
        judge=Judge(name=name, kind=JudgeKind.MODEL, said=kept(answer.said)),
        remarks=Remarks(
            drift=tuple(dict.fromkeys(Drift(word) for word in answer.drift)),
            missing_assumptions=_remarks(answer.missing_assumptions),
            added_assumptions=_remarks(answer.added_assumptions),
            overgeneralisations=_remarks(answer.overgeneralisations),
            suggested_revision=kept(answer.suggested_revision),
        ),
    )


def judgements(cut: Comparison, answer: CompareAnswer, by: str) -> Comparison:
    """What an answer says of ``cut``, in the name of ``by``."""
    return replace(
        cut,
        slots=tuple(
            SlotJudgement(
                source=pair.source.strip() or None,
                formal=pair.formal.strip() or None,
                status=SlotStatus(pair.status),
                value=Rubric(pair.value),
                reason=kept(pair.reason),
                by=by,
            )
            for pair in answer.pairs
        ),
        aspects=tuple(
            AspectJudgement(aspect=aspect, value=Rubric(said.value), reason=kept(said.reason), by=by)
            for aspect in Aspect
            for said in (getattr(answer, aspect.value),)
        ),
    )


def judgement_faults(cut: Comparison, answer: CompareAnswer) -> list[str]:
    """Why an answer is no whole judgement of ``cut``: what the gate would refuse, and slots that nobody judged."""
    judged = judgements(cut, answer, "judge")
    complaints = list(faults(judged))
    if complaints:
        return complaints
    for side, slots, matches in (
        ("source", cut.source, source_matches(judged)),
        ("formal", cut.formal, formal_matches(judged)),
    ):
        complaints += [
            f"the {side} slot {slot.id} is not judged"
            for slot, match in zip(slots, matches, strict=True)
            if match is None
        ]
    return complaints


async def _back_translated(
    questions: Questions, obligation: Obligation, statement: Statement, cut: Comparison
) -> _Words | None:
    """The formal text in the words of somebody who sees nothing else: neither the obligation nor its context."""
    ids = [slot.id for slot in cut.formal]
    ended = await questions.ask(
        "back-translate",
        BackAnswer,
        about=obligation.unit_id,
        stage="back-translate",
        what=f"the back-translation of {obligation.id}",
        check=_each_once(ids),
        form=statement.language,
        formal=_written(statement),
        formal_slots=_slots(cut.formal),
        formal_ids=ids,
    )
    if ended.value is None:
        return None
    return _Words(of={item.slot: item.words for item in ended.value.slots}, whole=ended.value.whole)


def _each_once(ids: Sequence[str]) -> Callable[[BackAnswer], list[str]]:
    def check(answer: BackAnswer) -> list[str]:
        named = Counter(item.slot for item in answer.slots)
        complaints = [f"the slot {name} is not put into words" for name in ids if not named[name]]
        complaints += [f"the slot {name} stands {count} times" for name, count in named.items() if count > 1]
        complaints += [f"there is no slot {name[:40]!a}" for name in named if name not in ids]
        if any(not item.words.strip() for item in answer.slots) or not answer.whole.strip():
            complaints.append("a text is empty")
        return complaints

    return check


def _written(statement: Statement) -> str:
    """A statement with the definitions that it is read under."""
    if statement.language is Language.NUMERIC and statement.premises:
        return f"{statement.text}\nwhere {'; '.join(statement.premises)}"
    return statement.text


def _slots(slots: Sequence[Slot]) -> str:
    return listed(f"{slot.id} ({slot.side}): {line(slot.text, _SLOT)}" for slot in slots)


def _remarks(texts: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(kept(text, 1_000) for text in texts[:_REMARKS] if text.strip()))


def _together(several: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for texts in several for text in texts))
