"""Scope: a quantifier that swallows an equivalence, a condition on all x that became one on x, doubled hypotheses."""

from __future__ import annotations

from collections.abc import Iterator

from ...faithfulness.findings import Drift, LintFinding
from ...formal import ast
from ...formal.ast import Binder, BinderKind, Term
from ...formal.walk import children, names_in, walk
from ..findings import hint
from ..formal import Formal
from ..formal_names import is_proposition
from ..prose.reading import Prose

MAX_COMPARED = 60


def scope_findings(prose: Prose, formal: Formal) -> Iterator[LintFinding]:
    """What stands under a quantifier and should not, or should and does not."""
    yield from _swallowed(formal)
    yield from _one_for_all(prose, formal)
    yield from _doubled(formal)
    yield from _idle(prose, formal)
    yield from _identical_cases(formal)


def _swallowed(formal: Formal) -> Iterator[LintFinding]:
    """∀ x, P x ↔ Q is ∀ x, (P x ↔ Q): where Q knows nothing of x, (∀ x, P x) ↔ Q was meant."""
    parts = [(binder.type, "hypothesis") for binder in formal.statement.binders if binder.type is not None]
    for part, where in (*parts, (formal.content, "goal")):
        for here in walk(part):
            if isinstance(here, ast.Quantifier) and here.kind in ("∀", "∃") and _one_sided(here):
                yield hint(
                    "quantifier-scope",
                    Drift.WRONG_QUANTIFIERS,
                    f"{here.kind} reaches over ↔, one side of which does not use its variable: brackets are missing",
                    formal,
                    place=(here.start, here.end),
                    where=where,
                )
                return


def _one_sided(here: ast.Quantifier) -> bool:
    bound = {name for binder in here.binders for name in binder.names if name != "_"}
    body = here.body
    if isinstance(body, ast.Quantifier) and body.kind in ("∀", "∃"):
        return False
    if not isinstance(body, ast.Binary) or body.op != "↔" or not bound:
        return False
    left, right = _free(body.left), _free(body.right)
    return bool(bound & left) != bool(bound & right)


def _free(term: Term) -> set[str]:
    """The names in ``term`` that nothing in it binds."""
    found: set[str] = set()
    stack: list[tuple[Term, frozenset[str]]] = [(term, frozenset())]
    while stack:
        here, bound = stack.pop()
        if isinstance(here, ast.Name):
            if here.text not in bound:
                found.add(here.text)
            continue
        if isinstance(here, ast.Quantifier | ast.Lambda | ast.BigOp | ast.SetBuilder):
            bound = bound | {name for binder in here.binders for name in binder.names}
        stack.extend((part, bound) for part in children(here))
    return found


def _one_for_all(prose: Prose, formal: Formal) -> Iterator[LintFinding]:
    """A variable that only one hypothesis uses: that hypothesis holds for one value, not for all."""
    if not prose.has(r"\b(?:all|every|each|any|whenever)\b"):
        return
    binders = formal.statement.binders
    for index, binder in enumerate(binders):
        if binder.kind is BinderKind.INSTANCE or binder.type is None or is_proposition(binder.type, binder.names):
            continue
        if isinstance(binder.type, ast.Sort):
            continue
        for name in binder.names:
            users = [other for other in binders[index + 1 :] if _uses(other, name)]
            if len(users) != 1 or any(here.text == name for here in names_in(formal.content)):
                continue
            type_ = users[0].type
            if type_ is None or not is_proposition(type_, users[0].names) or not _is_rule(type_, name):
                continue
            yield hint(
                "hypothesis-not-quantified",
                Drift.WRONG_QUANTIFIERS,
                f"only one hypothesis uses {name}, which it should hold for all values of",
                formal,
                place=(users[0].start, users[0].end),
                where="hypothesis",
            )
            return


def _uses(binder: Binder, name: str) -> bool:
    return binder.type is not None and any(here.text == name for here in names_in(binder.type))


def _is_rule(type_: Term, name: str) -> bool:
    """A hypothesis with a condition, or an equation or inequality between values of functions at ``name``."""
    if isinstance(type_, ast.Binary) and type_.op == "→":
        return True
    if isinstance(type_, ast.Binary) and type_.op in ("=", "≤", "<", "≥", ">", "≠"):
        return any(
            isinstance(here, ast.Apply)
            and isinstance(here.function, ast.Name)
            and "." not in here.function.text
            and any(isinstance(arg, ast.Name) and arg.text == name for arg in here.arguments)
            for here in walk(type_)
        )
    return False


def _doubled(formal: Formal) -> Iterator[LintFinding]:
    """Two hypotheses that are the same: one of them was meant for something else."""
    seen: list[Binder] = []
    for binder in formal.statement.binders:
        instance = binder.kind is BinderKind.INSTANCE
        if binder.type is None or not (instance or is_proposition(binder.type, binder.names)):
            continue
        if any(binder.type == other.type for other in seen[:MAX_COMPARED]) or (len(binder.names) > 1 and not instance):
            yield hint(
                "dropped-hypothesis",
                Drift.MISSING_ASSUMPTIONS,
                "two hypotheses are the same: one of them was meant for something else",
                formal,
                place=(binder.start, binder.end),
                where="hypothesis",
            )
            return
        seen.append(binder)


def _idle(prose: Prose, formal: Formal) -> Iterator[LintFinding]:
    """A hypothesis on a variable that nothing else uses and that the text does not name so."""
    binders = formal.statement.binders
    claimed = _free(formal.content) & formal.types
    for index, binder in enumerate(binders):
        if binder.kind is BinderKind.INSTANCE or binder.type is None or is_proposition(binder.type, binder.names):
            continue
        if isinstance(binder.type, ast.Sort):
            continue
        for name in binder.names:
            users = [other for other in binders if other is not binder and _uses(other, name)]
            if len(users) != 1 or any(here.text == name for here in names_in(formal.content)):
                continue
            type_ = users[0].type
            if type_ is None or not is_proposition(type_, users[0].names) or _is_rule(type_, name):
                continue
            if _free(type_) & _variables(binders, index, name):
                continue
            if (
                not isinstance(binder.type, ast.Name) and _free(binder.type) & claimed
            ):  # f : α → β ties α to β, of which the claim speaks
                continue
            yield hint(
                "added-hypothesis",
                Drift.UNDERGENERALIZED,
                f"a hypothesis speaks of {name}, which has no part in the claim",
                formal,
                place=(users[0].start, users[0].end),
                where="hypothesis",
            )
            return


def _variables(binders: tuple[Binder, ...], index: int, name: str) -> set[str]:
    """The other variables that are no types."""
    return {
        other
        for i, binder in enumerate(binders)
        if binder.type is not None and not isinstance(binder.type, ast.Sort) and binder.kind is not BinderKind.INSTANCE
        for other in binder.names
        if other != name and not is_proposition(binder.type, binder.names)
    }


def _identical_cases(formal: Formal) -> Iterator[LintFinding]:
    """(P → A) ∧ (¬P → A) is A: the two cases of the text had different answers."""
    for here in walk(formal.content):
        if not isinstance(here, ast.Binary) or here.op != "∧":
            continue
        left, right = here.left, here.right
        if not (isinstance(left, ast.Binary) and isinstance(right, ast.Binary) and left.op == right.op == "→"):
            continue
        if left.right == right.right and left.left != right.left:
            yield hint(
                "cases-drift",
                Drift.WRONG_OBJECTS,
                "two cases have the same conclusion",
                formal,
                place=(here.start, here.end),
                where="goal",
            )
            return
