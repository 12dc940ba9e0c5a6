"""The scan: one cheap judgement per unit, in batches (METHOD 3; wang2026faithsieve 3.2, B.3).

What a model does not judge keeps the rule's risk, and says so; nothing is ever taken to be 0. A unit whose computation
is refuted past the gate keeps at least the rule's risk, whatever a model says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from ...core.evidence import Evidence, Outcome
from ...core.suspicion import Risk
from ...core.suspicion import scan as rule_scan
from ...core.text import visible
from ...core.tree import EdgeUnit, ProofTree, UnitId, UnitRole
from .answers import ScanAnswer, ScannedUnit, kept, kept_name
from .context import checks, line, listed, problem_of, unit_label
from .questions import REFUSED, Questions, together

BATCH = 20
"""Units of one question."""
_AHEAD = 5
_SIGNALS = 6
_WORDS = 1_500
_SHORT = 400

Checked = Sequence[tuple[Evidence, bool]]


async def scan_units(
    questions: Questions, tree: ProofTree, evidence: Mapping[UnitId, Checked], *, batch: int = BATCH
) -> tuple[Risk, ...]:
    """The risk of every unit, in source order. Abandoned attempts owe nothing and are not asked about.

    Raises Stopped where no further question can be asked.
    """
    rules = rule_scan(tree, evidence)
    wanted = [unit for unit in tree.units if unit.role is not UnitRole.ABANDONED]
    found = await _ask(questions, tree, wanted, evidence, batch=batch, sample=0)
    missing = [unit for unit in wanted if unit.id not in found]
    if missing:
        # Fewer at once: what was too long, or lost count, may go right.
        found |= await _ask(questions, tree, missing, evidence, batch=max(1, batch // 2), sample=1)
    unanswered = {unit.id for unit in wanted if unit.id not in found}
    for unit_id in unanswered:
        questions.note(REFUSED, unit_id, "no model gave a risk for this unit; the rule's risk stands")
    return tuple(
        _unjudged(rule)
        if rule.unit_id in unanswered
        else _risk(rule, found[rule.unit_id], evidence.get(rule.unit_id, ()))
        if rule.unit_id in found
        else rule
        for rule in rules
    )


async def _ask(
    questions: Questions,
    tree: ProofTree,
    units: Sequence[EdgeUnit],
    evidence: Mapping[UnitId, Checked],
    *,
    batch: int,
    sample: int,
) -> dict[UnitId, ScannedUnit]:
    """What a model says of these units, as far as it says anything."""

    async def one(of_batch: Sequence[EdgeUnit]) -> dict[UnitId, ScannedUnit]:
        ids = [unit.id for unit in of_batch]
        ended = await questions.ask(
            "scan",
            ScanAnswer,
            about=" ".join(ids),
            stage="scan",
            what="the scan",
            sample=sample,
            check=known_once(ids),
            ids=ids,
            problem=line(problem_of(tree), 2_000) or "(not given)",
            ahead=listed(_ahead(tree, of_batch[0])) or "(none)",
            units=listed(_described(tree, unit, evidence.get(unit.id, ())) for unit in of_batch),
        )
        if ended.value is None:
            return {}
        return {UnitId(item.unit): item for item in ended.value.units}

    answers = await together(*(one(units[at : at + batch]) for at in range(0, len(units), batch)))
    return {unit_id: item for answer in answers for unit_id, item in answer.items()}


def known_once(ids: Sequence[UnitId]) -> Callable[[ScanAnswer], list[str]]:
    """A check that an answer names only these units, each at most once. Units that are missing are asked again by
    themselves, so that those that are there are not lost with them."""
    known = frozenset(ids)

    def check(answer: ScanAnswer) -> list[str]:
        named = Counter(item.unit for item in answer.units)
        unknown = [f"there is no unit {name[:40]!a} to judge here" for name in named if name not in known]
        return unknown + [f"{name} is judged {count} times" for name, count in named.items() if count > 1]

    return check


def _ahead(tree: ProofTree, first: EdgeUnit) -> list[str]:
    at = next(place for place, unit in enumerate(tree.units) if unit.id == first.id)
    return [f"{unit_label(unit)}: {line(unit.text, _SHORT)}" for unit in tree.units[max(0, at - _AHEAD) : at]]


def _described(tree: ProofTree, unit: EdgeUnit, checked: Checked) -> str:
    """A unit, and below it its goal where that is not the problem, what it uses and what calculation says: on lines of
    the program's, so that no unit can bring a calculation of its own."""
    goal = tree.state_by_id[unit.before].goal
    parts = [f"{unit_label(unit)}: {line(unit.text, _WORDS)}"]
    if goal and goal != problem_of(tree):
        parts.append(f"goal here: {line(goal, _SHORT)}")
    if unit.premises:
        parts.append(f"uses: {', '.join(_producers(tree, unit)) or 'the problem'}")
    parts += [f"calculation: {text}" for text in checks(checked)]
    return "\n  - ".join(parts)


def _producers(tree: ProofTree, unit: EdgeUnit) -> list[str]:
    found = [tree.entry_by_id[premise].producer for premise in unit.premises if premise in tree.entry_by_id]
    return list(dict.fromkeys(producer for producer in found if producer is not None))


def _risk(rule: Risk, said: ScannedUnit, checked: Checked) -> Risk:
    """The model's judgement; the rule's where a refutation that counts makes it higher."""
    signals = tuple(dict.fromkeys(filter(None, (kept_name(visible(text)) for text in said.signals[:_SIGNALS]))))
    error_type = "" if said.error_type == "none" else said.error_type
    judged = replace(
        rule,
        risk=said.risk,
        signals=signals,
        reason=kept(said.reason) or "the model gives no reason",
        error_type=error_type,
        should_formalize=said.should_formalize or rule.should_formalize,
    )
    if any(item.says is Outcome.REFUTED and counts for item, counts in checked) and rule.risk > judged.risk:
        return replace(
            rule,
            signals=tuple(dict.fromkeys((*rule.signals, *signals))),
            reason=f"{rule.reason}; the model said {said.risk}: {kept(said.reason, 1_000)}",
        )
    return judged


def _unjudged(rule: Risk) -> Risk:
    return replace(rule, reason=f"{rule.reason} (by rule: no model judged this unit)")
