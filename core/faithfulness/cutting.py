"""Cutting an obligation and a Lean statement into slots, so that no judge decides what there is to be judged."""

from __future__ import annotations

from collections.abc import Mapping

from .. import evidence
from ..formal import read_statement
from ..formal.ast import Binary, Quantifier, Statement, Term
from ..formal.context import included
from ..formal.printer import printed, printed_binder
from ..obligations import Obligation
from ..tree import Entry, EntryId
from .slots import Comparison, Side, Slot


def cut_of(statement: evidence.Statement, obligation: Obligation, entries: Mapping[EntryId, Entry]) -> Comparison:
    """Both texts cut into slots, with nothing said of them yet; a Lean statement that cannot be read has none."""
    return Comparison(source=source_slots(obligation, entries), formal=_formal(statement))


def source_slots(obligation: Obligation, entries: Mapping[EntryId, Entry]) -> tuple[Slot, ...]:
    """The premises that an obligation names, p1, p2, …, and its statement, c1."""
    premises = [entries[premise].text for premise in obligation.premises if premise in entries]
    return (*_slots("p", Side.PREMISE, premises), *_slots("c", Side.CONCLUSION, [obligation.statement]))


def formal_slots(statement: Statement) -> tuple[Slot, ...]:
    """The premises of a statement, h1, h2, …, and the conjuncts of its conclusion, g1, g2, ….

    A premise is a binder, one of a ``variable`` command that the statement uses, or what stands before → and under ∀
    at the head of the goal.
    """
    premises = [printed_binder(binder) for binder in (*included(statement), *statement.binders)]
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


def _formal(statement: evidence.Statement) -> tuple[Slot, ...]:
    if statement.language is evidence.Language.LEAN:
        read = read_statement(statement.text)
        return formal_slots(read) if read is not None else ()
    premises = _slots("h", Side.PREMISE, list(statement.premises))
    return (*premises, *_slots("g", Side.CONCLUSION, [statement.text]))


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
