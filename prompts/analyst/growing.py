"""Growing by a model: what each substep does, asked in source order with the state that the ones before it made.

One question follows the other, because what is open and known depends on all that was said before; each takes as many
substeps as fit. The program grows the tree: a model names, it does not build (METHOD 2).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ...core.decomposition import Decomposition, Substep
from ...core.growing import Growth, NamedPremise, NewEntry, Opens, RunningContext, UnitFields, grow_from_fields
from ...core.proof import Proof
from ...core.tree import EntryRole, Pattern, ProofTree, ScopeKind, Transition, UnitRole
from .answers import kept_name
from .context import line, listed
from .questions import Questions
from .tree_answers import GrowAnswer, GrownEntry, GrownUnit

BATCH = 20
"""Substeps of one question at most."""
ROOM = 5_000
"""Code points of the substeps of one question."""
KNOWN = 40
"""Entries of Γ that a question shows at most."""
_LONGEST = 1_500
_SIGNALS = 3
_SIGNAL = 80


async def grow_proof(
    questions: Questions, proof: Proof, decomposition: Decomposition, *, batch: int = BATCH, room: int = ROOM
) -> ProofTree:
    """The tree of ``proof``. Substeps of which no model said anything are read by rules, with a finding each.

    Raises Stopped where no further question can be asked.
    """
    substeps = decomposition.substeps
    growth = Growth(proof, substeps)
    fields: list[UnitFields | None] = []
    for first, last in spans(substeps, batch, room):
        said = await _ask(questions, proof, growth.context(KNOWN), substeps[first:last], first + 1)
        for number in range(first + 1, last + 1):
            unit = said.get(number)
            fields.append(_fields(unit) if unit is not None else None)
            growth.take(fields[-1])
    return grow_from_fields(proof, substeps, fields)


def spans(substeps: Sequence[Substep], most: int, room: int) -> list[tuple[int, int]]:
    """Where the questions begin and end: neighbours together, as many as fit; each at least by itself.

    A question ends with a step where that costs it no more than a quarter of its room.
    """
    made: list[tuple[int, int]] = []
    first = 0
    while first < len(substeps):
        last, used = first, 0
        while last < len(substeps) and last - first < most and (last == first or used + _size(substeps[last]) <= room):
            used += _size(substeps[last])
            last += 1
        whole = last
        while last < len(substeps) and whole > first and substeps[whole - 1].step == substeps[whole].step:
            whole -= 1
        if last < len(substeps) and (whole - first) * 4 >= (last - first) * 3:
            last = whole
        made.append((first, last))
        first = last
    return made


def _size(substep: Substep) -> int:
    return min(len(substep.text), _LONGEST)


@dataclass
class _Said:
    """What the answers to one question said so far; a repaired answer goes before the one that it repairs."""

    numbers: frozenset[int]
    units: dict[int, GrownUnit] = field(default_factory=dict)

    def check(self, answer: GrowAnswer) -> list[str]:
        """Take what is there; complaints about what is missing, unknown or said twice."""
        complaints: list[str] = []
        named: set[int] = set()
        for unit in answer.units:
            if unit.n not in self.numbers or unit.n in named:
                what = "said more than once" if unit.n in named else "not asked about here"
                complaints.append(f"substep {unit.n} was {what}")
                continue
            named.add(unit.n)
            self.units[unit.n] = unit
        missing = sorted(self.numbers - named)
        if missing:
            complaints.append(f"nothing was said of substeps {', '.join(map(str, missing))}")
        return complaints


async def _ask(
    questions: Questions, proof: Proof, context: RunningContext, substeps: Sequence[Substep], first: int
) -> dict[int, GrownUnit]:
    said = _Said(frozenset(range(first, first + len(substeps))))
    await questions.ask(
        "grow",
        GrowAnswer,
        about=substeps[0].step,
        stage="grow",
        what="the growing of the tree",
        check=said.check,
        numbers=sorted(said.numbers),
        problem=line(proof.problem, 4_000) or "(not given)",
        context=_written(context),
        substeps="\n".join(
            f"#{number} ({substep.step}): {line(substep.text, _LONGEST)}"
            for number, substep in enumerate(substeps, first)
        ),
    )
    return said.units


def _written(context: RunningContext) -> str:
    """The running context in lines."""
    scopes = [
        f"{place}. {scope.kind}" + (f" of “{scope.split}”" if scope.split else "") + f": {line(scope.label, 200)}"
        for place, scope in enumerate(context.scopes, 1)
    ]
    known = [
        f"{entry.id} ({entry.role}{f', called “{entry.label}”' if entry.label else ''}): {line(entry.text, 200)}"
        for entry in context.entries
    ]
    left_out = [f"({context.left_out} older ones are not shown)"] if context.left_out else []
    announced = [f"announced, and not begun: {', '.join(context.announced[-8:])}"] if context.announced else []
    return "\n".join(
        (
            f"the goal: {line(context.goal, 1_000)}",
            "open scopes, outermost first:",
            *(scopes[-12:] or ["(none)"]),
            *announced,
            "known:",
            *left_out,
            listed(known) or "(nothing)",
        )
    )


def _fields(unit: GrownUnit) -> UnitFields:
    """A model's words as fields. What they may mean is for ``core.growing`` to say."""
    opens = None
    if unit.opens != "none":
        label, split = kept_name(unit.opens_label, 80), kept_name(unit.opens_split, 80)
        opens = Opens(kind=ScopeKind(unit.opens), label=label, split=split, dies=unit.dies)
    return UnitFields(
        role=UnitRole(unit.role),
        pattern=Pattern(unit.pattern),
        transition=Transition(unit.transition),
        adds=tuple(_entry(entry) for entry in unit.adds),
        premises=tuple(NamedPremise(name=item.name, instantiation=item.instantiation) for item in unit.premises),
        cites=tuple(
            NamedPremise(name=kept_name(item.name, 80), instantiation=item.instantiation) for item in unit.cites
        ),
        goal=unit.goal.strip() or None,
        opens=opens,
        announces=kept_name(unit.announces, 80),
        ends_before=unit.ends_before,
        ends_after=unit.ends_after,
        signals=tuple(kept_name(signal, _SIGNAL) for signal in unit.signals[:_SIGNALS]),
    )


def _entry(entry: GrownEntry) -> NewEntry:
    return NewEntry(
        role=EntryRole(entry.role),
        text=entry.text.strip(),
        symbols=tuple(entry.symbols) or None,
        depends_on=tuple(kept_name(name, 40) for name in entry.depends_on),
        label=kept_name(entry.label, 80),
    )
