"""A claim in one form, whether the prose makes it or Lean: variables, what is assumed of them, what follows."""

from __future__ import annotations

from collections.abc import Iterable

from ..value import value
from .expr import ZERO, Expr, conjuncts, leaf, node, walk

UNREAD = leaf("?")
"""A part that could not be read."""


@value
class Claim:
    """For all ``variables`` of ``types``: ``premises`` together give every one of ``conclusions``.

    ``types`` pairs a name with a number system (ℕ, ℤ, ℚ, ℝ, ℂ) or another type as text. ``complete`` says that nothing
    of the source is left out; parts that were not read are no premises and no conclusions. ``task``: "find" where an
    answer is asked for, else "". ``trailing``: names whose "for all" stands behind what it governs, so that its place
    among the quantifiers is a matter of reading.
    """

    variables: tuple[str, ...] = ()
    types: tuple[tuple[str, str], ...] = ()
    premises: tuple[Expr, ...] = ()
    conclusions: tuple[Expr, ...] = ()
    complete: bool = True
    task: str = ""
    trailing: frozenset[str] = frozenset()

    def type_of(self, name: str) -> str:
        """The type of a variable, "" if nothing was said."""
        return next((said for variable, said in self.types if variable == name), "")


def is_read(expr: Expr) -> bool:
    """Whether nothing in ``expr`` is unread."""
    return all(here.head != "?" and not here.head.startswith("noun:") for here in walk(expr))


def implied(premise: Expr, conclusion: Expr) -> Expr:
    """premise → conclusion."""
    return Expr("→", (premise, conclusion))


def forall(names: Iterable[Expr], conditions: Iterable[Expr], body: Expr) -> Expr:
    """∀ names, conditions → body."""
    held = tuple(conditions)
    return Expr("∀", (*names, implied(node("∧", *held), body) if held else body))


def exists(kind: str, names: Iterable[Expr], conditions: Iterable[Expr]) -> Expr:
    """∃ names, conditions; ``kind`` is ∃ or ∃!."""
    held = tuple(conditions)
    return Expr(kind, (*names, node("∧", *held) if held else leaf("⊤")))


_POSITIVE = {"ℕ+": "ℤ", "ℝ+": "ℝ", "ℚ+": "ℚ"}


def typed(expr: Expr) -> tuple[Expr, ...]:
    """A membership in a number system as a statement on the type and, for positive numbers, an inequality."""
    if expr.head != "∈" or len(expr.args) != 2:
        return (expr,)
    subject, system = expr.args
    if system.head == "restricted":
        base, relation, bound = system.args
        return (Expr("type", (subject, base)), node(relation.head, subject, bound))
    if system.args:
        return (expr,)
    if system.head in _POSITIVE:
        return (Expr("type", (subject, leaf(_POSITIVE[system.head]))), node("<", ZERO, subject))
    if system.head in ("ℕ", "ℤ", "ℚ", "ℝ", "ℂ"):
        return (Expr("type", (subject, system)),)
    return (expr,)


class Gathering:
    """A claim in the making: what is read is sorted into variables, premises and conclusions."""

    def __init__(self) -> None:
        self.variables: dict[str, str] = {}
        self.premises: list[Expr] = []
        self.conclusions: list[Expr] = []
        self.complete = True

    def declare(self, name: Expr, said: str = "") -> None:
        """A variable, with its number system if that is known."""
        if not name.args and (said or name.head not in self.variables):
            self.variables[name.head] = said or self.variables.get(name.head, "")

    def assume(self, expr: Expr) -> None:
        """Hypotheses."""
        for part in conjuncts(expr):
            for fact in typed(part):
                if fact.head == "type":
                    self.declare(fact.args[0], fact.args[1].head)
                elif not is_read(fact):
                    self.complete = False
                elif fact.head != "⊤" and fact not in self.premises:
                    self.premises.append(fact)

    def conclude(self, expr: Expr) -> None:
        """A claim: its leading quantifiers and conditions go to the variables and premises."""
        for _ in range(60):
            if expr.head == "∀":
                for name in expr.args[:-1]:
                    self.declare(name)
                expr = expr.args[-1]
            elif expr.head == "→":
                self.assume(expr.args[0])
                expr = expr.args[1]
            else:
                break
        for part in conjuncts(expr):
            if part.head in ("∀", "→") and len(conjuncts(expr)) > 1:
                self.conclusions.append(part)
            elif part == UNREAD:
                self.complete = False
            elif part not in self.conclusions:
                self.complete = self.complete and is_read(part)
                self.conclusions.append(part)

    def claim(self, task: str = "", trailing: frozenset[str] = frozenset()) -> Claim:
        """What has been gathered."""
        return Claim(
            variables=tuple(self.variables),
            types=tuple((name, said) for name, said in self.variables.items() if said),
            premises=tuple(self.premises),
            conclusions=tuple(self.conclusions),
            complete=self.complete and bool(self.conclusions),
            task=task,
            trailing=trailing,
        )
