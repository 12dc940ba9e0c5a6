"""Judging a whole proof in one pass, the ablations of wang2026faithsieve: over the steps, and over the tree.

No windows, no formal checks, no second judgement. The third ablation, words only, is the adviser without its formal
part.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from ...core.advice import Difficulty, ErrorType, LocalReview
from ...core.calls import Call
from ...core.proof import Proof, StepId
from ...core.tree import EdgeUnit, ProofTree, UnitId, UnitRole
from ...core.verdict import Status
from ..asking import Asking
from .answers import DirectAnswer, JudgedUnit, TreeAnswer, kept
from .concluding import named_steps, steps_as_text
from .context import line, listed, problem_of, stands_in, unit_label
from .questions import REFUSED, AsksModels, together

ROOM = 60_000
_STEP = 8_000
_UNIT = 4_000
_AGAIN = 40
"""Units that are asked for once more in one question: a long answer may have been cut."""
_QUOTING = (UnitRole.CLOSURE, UnitRole.TARGET)
_SILENT = (UnitRole.ABANDONED, UnitRole.REMARK)


class _OnePass(AsksModels):
    """``room``: code points of a proof, or of its tree, in one question."""

    version = "1"

    def __init__(self, asking: Asking, *, room: int = ROOM) -> None:
        super().__init__(asking)
        self._room = room


class DirectJudging(_OnePass):
    """Implements ``core.advice.Judging``: the first wrong step of the whole proof, or none."""

    name = "direct"

    async def judge(self, proof: Proof, tree: ProofTree) -> Mapping[UnitId, LocalReview]:
        """A step that is named is flawed, at the unit that holds the quoted words; the steps before it, or all, are
        called correct. Of what comes after it nothing is said."""
        shown = steps_as_text(proof, room=self._room, most=_STEP)
        ended = await self._questions.ask(
            "direct",
            DirectAnswer,
            about="",
            stage="judge",
            what="the judgement of the whole proof",
            check=_named_rightly(proof),
            ids=named_steps(proof),
            problem=line(proof.problem, 4_000) or "(not given)",
            steps=shown.text,
        )
        said = ended.value
        if said is None:
            return {}
        if not shown.whole:
            self._questions.note(REFUSED, "", "the proof did not fit into one question; no step is called correct")
        named = said.first_wrong_step.strip()
        found: dict[UnitId, LocalReview] = {}
        for step in proof.steps:
            if step.id == named:
                at = _flawed_unit(tree, step.id, said.quote)
                if at is not None:
                    found[at.id] = _review(
                        at.id, "flawed", said.error_type, said.reason, said.witness, ended.call, contested=said.quote
                    )
                break
            for unit in tree.units_of_step.get(step.id, ()) if shown.whole else ():
                why = f"no step up to here is called wrong: {said.reason}"
                found[unit.id] = _review(unit.id, "correct", "none", why, "", ended.call)
        return found


class TreeJudging(_OnePass):
    """Implements ``core.advice.Judging``: a verdict on each unit, with the whole tree in sight."""

    name = "tree-judge"

    async def judge(self, proof: Proof, tree: ProofTree) -> Mapping[UnitId, LocalReview]:
        """What is said of each unit. Units that an answer leaves out are asked for once more; what is said of none is
        left out, and noted."""
        shown, fits = _tree_as_text(tree, self._room)
        wanted = [unit.id for unit in fits if unit.role is not UnitRole.ABANDONED]
        found = await self._ask(tree, shown, wanted, sample=0)
        missing = [unit_id for unit_id in wanted if unit_id not in found]
        if missing:
            parts = [missing[at : at + _AGAIN] for at in range(0, len(missing), _AGAIN)]
            for said in await together(*(self._ask(tree, shown, part, sample=1) for part in parts)):
                found |= said
        for unit in tree.units:
            if unit.role is not UnitRole.ABANDONED and unit.id not in found:
                self._questions.note(REFUSED, unit.id, "no model judged this unit")
        return {unit.id: found[unit.id] for unit in tree.units if unit.id in found}

    async def _ask(
        self, tree: ProofTree, shown: str, wanted: Sequence[UnitId], *, sample: int
    ) -> dict[UnitId, LocalReview]:
        ended = await self._questions.ask(
            "tree-judge",
            TreeAnswer,
            about="",
            stage="judge",
            what="the judgement of the tree",
            sample=sample,
            check=_judged_rightly(wanted),
            problem=line(problem_of(tree), 4_000) or "(not given)",
            tree=shown,
            ids=list(wanted),
        )
        if ended.value is None:
            return {}
        return {
            UnitId(item.unit): _review(
                UnitId(item.unit), item.verdict, item.error_type, item.reason, item.witness, ended.call
            )
            for item in ended.value.units
        }


def _review(
    unit_id: UnitId, verdict: str, error_type: str, reason: str, witness: str, call: Call, *, contested: str = ""
) -> LocalReview:
    flawed = verdict == "flawed"
    return LocalReview(
        unit_id=unit_id,
        verdict=Status(verdict),
        error_type=ErrorType(error_type),
        reason=kept(reason),
        should_formalize=False,
        difficulty=Difficulty.MEDIUM,
        by=call.model,
        call=call.id,
        contested=kept(contested) if flawed else "",
        witness=kept(witness) if flawed else "",
    )


def _named_rightly(proof: Proof) -> Callable[[DirectAnswer], list[str]]:
    text_of = {step.id: step.text for step in proof.steps}

    def check(answer: DirectAnswer) -> list[str]:
        named = StepId(answer.first_wrong_step.strip())
        if not named:
            return [] if answer.error_type == "none" else ["no step is named, but error_type names an error"]
        if named not in text_of:
            return [f"there is no step {named[:40]!a}; leave first_wrong_step empty for none"]
        complaints = ["a step is named, but error_type is none"] if answer.error_type == "none" else []
        if not stands_in(answer.quote, text_of[named]):
            complaints.append(f"quote must be copied word for word from {named}")
        return complaints

    return check


def _judged_rightly(wanted: Sequence[UnitId]) -> Callable[[TreeAnswer], list[str]]:
    known = frozenset(wanted)

    def check(answer: TreeAnswer) -> list[str]:
        named = Counter(item.unit for item in answer.units)
        complaints = [f"there is no unit {name[:40]!a} to judge here" for name in named if name not in known]
        complaints += [f"{name} is judged {count} times" for name, count in named.items() if count > 1]
        return complaints + [complaint for item in answer.units for complaint in _contradicts(item)]

    return check


def _contradicts(item: JudgedUnit) -> list[str]:
    if (item.verdict == "flawed") == (item.error_type == "none") and item.verdict != "uncertain":
        return [
            f"{item.unit[:40]}: the verdict {item.verdict} and the error_type {item.error_type} contradict each other"
        ]
    return []


def _flawed_unit(tree: ProofTree, step: StepId, quote: str) -> EdgeUnit | None:
    """The unit of a step that holds the quoted words; else its first one that says something of its own."""
    units = tree.units_of_step.get(step, ())
    own = [unit for unit in units if unit.role not in (*_QUOTING, *_SILENT)] or list(units)
    return next((unit for unit in own if stands_in(quote, unit.text)), own[0] if own else None)


def _tree_as_text(tree: ProofTree, room: int) -> tuple[str, list[EdgeUnit]]:
    """The units on a line each, with where they stand and what they use, as far as there is room; and those that stand
    there in full, of which alone a model may say anything."""
    lines: list[str] = []
    shown: list[EdgeUnit] = []
    for unit in tree.units:
        text = _unit_line(tree, unit)
        if len(text) > room:
            lines.append(f"({len(tree.units) - len(lines)} more units do not fit)")
            break
        room -= len(text)
        lines.append(text)
        if len(unit.text) <= _UNIT:
            shown.append(unit)
    return listed(lines), shown


def _unit_line(tree: ProofTree, unit: EdgeUnit) -> str:
    inside = " in ".join(reversed([scope.kind.replace("_", " ") for scope in tree.scope_path(unit.scope)]))
    uses = [tree.entry_by_id[premise].producer for premise in unit.premises if premise in tree.entry_by_id]
    made = ", ".join(dict.fromkeys(producer for producer in uses if producer is not None))
    return f"{unit_label(unit)}, {inside}{f', uses {made}' if made else ''}: {line(unit.text, _UNIT)}"
