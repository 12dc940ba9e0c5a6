"""What binders and propositions make known, taken apart into single facts."""

from __future__ import annotations

from ....core.formal.ast import Binary, Binder, Name, SetBuilder, Sort, Term, Unary
from .names import renamed

MAX_FACTS = 60
"""Known at one place; what was known first gives way."""


def facts_of_binder(binder: Binder) -> tuple[Term, ...]:
    """What a binder makes known: its bound (x ∈ s, x > 0), and its type where that may be a proposition."""
    facts: list[Term] = []
    if binder.domain is not None:
        facts.extend(
            Binary(op=binder.relation or "∈", left=Name(text=name), right=binder.domain) for name in binder.names
        )
    match binder.type:
        case None | Name() | Sort():
            pass
        case SetBuilder(kind="//", binders=inner, condition=condition) if condition is not None and inner:
            for name in binder.names:
                facts.extend(facts_in(renamed(condition, {inner[0].names[0]: name})))
        case _:
            facts.extend(facts_in(binder.type))
    return tuple(facts)


def facts_in(term: Term) -> tuple[Term, ...]:
    """A proposition with its conjunctions taken apart."""
    found: list[Term] = []
    stack = [term]
    while stack and len(found) < MAX_FACTS:
        part = stack.pop()
        match part:
            case Binary(op="∧", left=left, right=right):
                stack.extend((right, left))
            case Unary(op="¬", operand=inner):
                found.append(negated(inner))
            case _:
                found.append(part)
    return tuple(found)


_OPPOSITE = {"=": "≠", "≠": "=", "<": "≥", "≥": "<", ">": "≤", "≤": ">", "∈": "∉", "∉": "∈", "∣": "∤", "∤": "∣"}


def negated(term: Term) -> Term:
    """¬ term, pushed through a relation."""
    match term:
        case Unary(op="¬", operand=inner):
            return inner
        case Binary(op=op, left=left, right=right) if op in _OPPOSITE:
            return Binary(op=_OPPOSITE[op], left=left, right=right, start=term.start, end=term.end)
        case _:
            return Unary(op="¬", operand=term, start=term.start, end=term.end)
