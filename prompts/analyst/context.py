"""The context of a unit as text for a prompt: bounded, one line per item, each line begun by the program.

Everything here was written by whoever wrote the proof. It is shown to models inside a block of data only. Line ends in
it become blanks and what hides from a reader becomes visible, so that no text can begin a line of its own and pose as
another unit, heading or entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from ...core.evidence import Evidence, Outcome
from ...core.obligations import Obligation
from ...core.quotes import plain
from ...core.text import visible
from ...core.tree import EdgeUnit, Entry, EntryRole, ProofTree, Scope, UnitRole
from ...core.value import value

ROOM = 16_000
"""Code points of a context unless it is told otherwise."""
LEAST_ROOM = 1_000
_UNIT = 12_000
_GOAL = 2_000
_NEEDED = 1_500
_OTHER = 500
_NEIGHBOURS = 6
_FAR_BACK = 60
_CHECKS = 12
_OWED = 8
_QUOTED = 3


@value
class Shown:
    """A text for a prompt. ``whole``: nothing of the unit's own words was left out of it."""

    text: str
    whole: bool


@value
class Item:
    """A line of a context: in which section and where in it, and how much it is needed (0 first)."""

    section: str
    rank: int
    text: str


def line(text: str, most: int) -> str:
    """A text from outside on one line, with what was cut said."""
    shown = " ".join(visible(text[: 2 * most], one_line=True).split())
    if len(shown) <= most and len(text) <= 2 * most:
        return shown
    return f"{shown[:most]} […cut, {len(text):,} characters in all]"


def unit_context(
    tree: ProofTree,
    unit: EdgeUnit,
    *,
    evidence: Sequence[tuple[Evidence, bool]] = (),
    owed: Sequence[Obligation] = (),
    room: int = ROOM,
) -> Shown:
    """The problem, Γ before the unit, goal, scopes, the units ahead, the unit, what it owes and what checks said.

    What does not fit into ``room`` code points is left out, the least needed first, and said so; the unit's own words
    come first, then its goal, premises and checks.
    """
    room = max(room, LEAST_ROOM)
    own = min(_UNIT, room * 2 // 3)
    words = line(unit.text, own)
    whole = len(unit.text) <= 2 * own and not words.endswith("characters in all]")
    before = tree.state_by_id[unit.before]
    items = [
        Item(section="UNIT", rank=0, text=f"{unit_label(unit)}: {words}"),
        *_problem(tree, before.goal),
        Item(section="GOAL", rank=1, text=line(before.goal, _GOAL) or "(none)"),
        *(_known(entry, unit.premises) for entry in _gamma(tree, unit)),
        *(Item(section="SCOPES", rank=4, text=_scope(scope)) for scope in tree.scope_path(unit.scope)[-8:]),
        *(Item(section="BEFORE", rank=6, text=_before(other)) for other in _ahead(tree, unit)),
        *(Item(section="OWES", rank=3, text=_owes(item)) for item in owed[:_OWED]),
        *(Item(section="CHECKS", rank=2, text=text) for text in checks(evidence)),
    ]
    return Shown(text=_written(items, room), whole=whole)


def unit_label(unit: EdgeUnit) -> str:
    """The program's words for a unit: id, step, role."""
    inside = ", under a supposition that is to be contradicted" if unit.hypothetical else ""
    return f"{unit.id} (step {unit.step}, {unit.role}{inside})"


def problem_of(tree: ProofTree) -> str:
    """The problem as the root of the tree states it; "" for a tree without states."""
    root = next((state for state in tree.states if state.parent is None), None)
    return root.goal if root is not None else ""


def checks(evidence: Sequence[tuple[Evidence, bool]]) -> list[str]:
    """What the free checks said, in words; refutations first."""
    ordered = sorted(evidence, key=lambda pair: pair[0].says is not Outcome.REFUTED)
    told = [_check(item, counts=counts) for item, counts in ordered[:_CHECKS]]
    return told + ([f"{len(ordered) - _CHECKS} more"] if len(ordered) > _CHECKS else [])


def _check(item: Evidence, *, counts: bool) -> str:
    reading = f"“{line(item.reading, 300)}” " if item.reading else ""
    why = f" ({line(item.why, 300)})" if item.why else ""
    if item.says is Outcome.PASSED:
        return f"{reading}holds, {item.strength}{why}"
    if item.says is Outcome.REFUTED:
        stands = "is false" if counts else "is false, but the text may not assert it"
        return f"{reading}{stands}, {item.strength}{why}"
    return f"{reading}is undecided, {item.kind or 'no counterexample'}{why}"


def _problem(tree: ProofTree, goal: str) -> list[Item]:
    problem = problem_of(tree)
    if not problem or problem == goal:
        return []
    return [Item(section="PROBLEM", rank=4, text=line(problem, _GOAL))]


def _gamma(tree: ProofTree, unit: EdgeUnit) -> list[Entry]:
    """Γ before the unit, oldest first, without what only repeats the problem."""
    problem = problem_of(tree)
    known = tree.context(unit.before)
    return [entry for entry in known if not (entry.producer is None and entry.text == problem)]


def _known(entry: Entry, premises: Sequence[str]) -> Item:
    needed = entry.id in premises
    source = f"from {entry.producer}" if entry.producer is not None else "from the problem"
    use = ", used here" if needed else ""
    text = line(entry.text, _NEEDED if needed else _OTHER)
    return Item(section="KNOWN", rank=2 if needed else 5, text=f"{entry.id} ({_role(entry)}, {source}{use}): {text}")


def _role(entry: Entry) -> str:
    if entry.role is EntryRole.FACT:
        return "said to be proved"
    return entry.role.replace("_", " ")


def _scope(scope: Scope) -> str:
    return f"{scope.kind.replace('_', ' ')}: {line(scope.label, 300)}"


def _ahead(tree: ProofTree, unit: EdgeUnit) -> list[EdgeUnit]:
    """The units before this one in the text, oldest first, without ends of scopes, which only quote."""
    at = next(place for place, other in enumerate(tree.units) if other.id == unit.id)
    ahead = reversed(tree.units[max(0, at - _FAR_BACK) : at])
    own = (other for other in ahead if other.role not in (UnitRole.CLOSURE, UnitRole.TARGET))
    return list(reversed(list(islice(own, _NEIGHBOURS))))


def _before(unit: EdgeUnit) -> str:
    return f"{unit_label(unit)}: {line(unit.text, _OTHER)}"


def _owes(item: Obligation) -> str:
    return f"{item.id} ({item.kind.replace('_', ' ')}): {line(item.statement, _OTHER)}"


_SECTIONS = {
    "PROBLEM": "what is to be proved in the end",
    "KNOWN": "what may be used before the unit, with ids",
    "SCOPES": "where the unit stands, outermost first",
    "BEFORE": "the units ahead of it",
    "GOAL": "what is to be proved at this place",
    "OWES": "what the unit owes by rule",
    "CHECKS": "what calculation says of the unit",
    "UNIT": "the unit to judge",
}


def _written(items: Sequence[Item], room: int) -> str:
    """The items by section, as many as fit, those that are needed most chosen first, of equals the latest."""
    chosen: set[int] = set()
    left = room
    for place in sorted(range(len(items)), key=lambda place: (items[place].rank, -place)):
        size = len(items[place].text) + 3
        if size <= left or items[place].rank == 0:
            chosen.add(place)
            left -= size
    lines: list[str] = []
    for section, meaning in _SECTIONS.items():
        of_section = [place for place, item in enumerate(items) if item.section == section]
        if not of_section:
            continue
        lines.append(f"{section} ({meaning})")
        dropped = sum(1 for place in of_section if place not in chosen)
        if dropped:
            lines.append(f"- ({dropped} left out for want of room)")
        lines += [f"- {items[place].text}" for place in of_section if place in chosen]
    return "\n".join(lines)


def listed(texts: Iterable[str]) -> str:
    """Items as lines that the program begins."""
    return "\n".join(f"- {text}" for text in texts)


def stands_in(words: str, text: str) -> bool:
    """Whether ``words`` stand verbatim in ``text``, blanks and typesetting aside; a letter or two are no quotation."""
    wanted = plain(words)
    return len(wanted) >= _QUOTED and wanted in plain(text)
