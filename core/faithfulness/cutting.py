"""Cutting an obligation and a Lean statement into slots, so that no judge decides what there is to be judged."""

from __future__ import annotations

from collections.abc import Mapping

from ..formal.ast import Binary, Binder, Quantifier, Statement, Term
from ..formal.printer import printed, printed_binder
from ..formal.walk import names_in
from ..obligations import Obligation
from ..tree import Entry, EntryId
from .slots import Side, Slot


def source_slots(obligation: Obligation, entries: Mapping[EntryId, Entry]) -> tuple[Slot, ...]:
    """The premises that an obligation names, p1, p2, …, and its statement, c1."""
    premises = [entries[premise].text for premise in obligation.premises if premise in entries]
    return (*_slots("p", Side.PREMISE, premises), *_slots("c", Side.CONCLUSION, [obligation.statement]))


def formal_slots(statement: Statement) -> tuple[Slot, ...]:
    """The premises of a statement, h1, h2, …, and the conjuncts of its conclusion, g1, g2, ….

    A premise is a binder, one of a ``variable`` command that the statement uses, or what stands before → and under ∀
    at the head of the goal.
    """
    premises = [printed_binder(binder) for binder in (*_used_variables(statement), *statement.binders)]
    goal = statement.goal
    while True:
        if isinstance(goal, Quantifier) and goal.kind == "∀":
            premises += [printed_binder(binder) for binder in goal.binders]
            goal = goal.body
        elif isinstance(goal, Binary) and goal.op == "→":
            premises.append(printed(goal.left))
            goal = goal.right
        else:
            break
    conclusions = [printed(conjunct) for conjunct in _conjuncts(goal)]
    return (*_slots("h", Side.PREMISE, premises), *_slots("g", Side.CONCLUSION, conclusions))


def _slots(letter: str, side: Side, texts: list[str]) -> list[Slot]:
    return [Slot(id=f"{letter}{number}", side=side, text=text) for number, text in enumerate(texts, start=1)]


def _conjuncts(goal: Term) -> list[Term]:
    found: list[Term] = []
    waiting = [goal]
    while waiting:
        term = waiting.pop()
        if isinstance(term, Binary) and term.op == "∧":
            waiting += [term.right, term.left]
        else:
            found.append(term)
    return found


def _used_variables(statement: Statement) -> list[Binder]:
    """The binders of ``variable`` commands whose names occur in the statement, or in the binders that do."""
    needed = {name.text for part in (*statement.binders, statement.goal) for name in names_in(part)}
    used: list[Binder] = []
    for binder in reversed(statement.variables):
        own = {name.text for name in names_in(binder)}
        if needed.intersection(binder.names) or (not binder.names and needed & own):
            used.append(binder)
            needed |= own
    return used[::-1]
