"""Structures where a property was meant, index types that are too small, and domains that are too large."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...faithfulness.findings import Drift, LintFinding
from ...formal import ast
from ...formal.ast import BinderKind, Term
from ...formal.walk import walk
from ..expr import Expr
from ..findings import hint
from ..formal import Formal
from ..prose.reading import Prose
from .equivalence import core

_STRUCTURES = frozenset(
    "CommGroup CommRing CommMonoid AddCommGroup Field Group Ring CommSemiring DivisionRing LinearOrder PartialOrder "
    "MetricSpace TopologicalSpace Monoid Semigroup Algebra".split()
)
_ON_SETS = {
    "Continuous": "ContinuousOn",
    "Differentiable": "DifferentiableOn",
    "Monotone": "MonotoneOn",
    "StrictMono": "StrictMonoOn",
    "Antitone": "AntitoneOn",
    "UniformContinuous": "UniformContinuousOn",
}
_WORDS = {
    "Continuous": "continuous",
    "Differentiable": "differentiable|holomorphic|analytic",
    "Monotone": "increasing|monotone|nondecreasing",
    "StrictMono": "increasing",
    "Antitone": "decreasing",
    "UniformContinuous": "uniformly continuous",
}


def structure_findings(prose: Prose, formal: Formal) -> Iterator[LintFinding]:
    """A property said with a structure, a family indexed by too little, a function on all where a part was meant."""
    yield from _as_structure(formal)
    yield from _indexed(prose, formal)
    yield from _everywhere(prose, formal)


def _as_structure(formal: Formal) -> Iterator[LintFinding]:
    """CommGroup G as a goal, or IsEmpty (CommGroup G), says nothing of the multiplication that G has."""
    carried = {
        here.text
        for binder in formal.statement.binders
        if binder.kind is BinderKind.INSTANCE and isinstance(binder.type, ast.Apply)
        for here in binder.type.arguments
        if isinstance(here, ast.Name)
    }
    wrapped = [
        here.arguments[0]
        for part in (*(binder.type for binder in formal.statement.binders), formal.content)
        if part is not None
        for here in walk(part)
        if isinstance(here, ast.Apply) and isinstance(here.function, ast.Name) and _is_wrapper(here)
    ]
    for here in (core(formal.content), *wrapped):
        if _structure_on(here) in carried and _structure_on(here):
            yield hint(
                "structure-for-property",
                Drift.WRONG_OBJECTS,
                "a new structure on a type that has one: it says nothing of the operations that the type has",
                formal,
                place=(here.start, here.end),
            )
            return


def _is_wrapper(here: ast.Apply) -> bool:
    return isinstance(here.function, ast.Name) and here.function.text in ("IsEmpty", "Nonempty", "Inhabited")


def _structure_on(term: Term) -> str:
    """The type that a structure is put on, "" for other terms."""
    if not isinstance(term, ast.Apply) or not isinstance(term.function, ast.Name):
        return ""
    if term.function.text.rsplit(".", 1)[-1] not in _STRUCTURES or not term.arguments:
        return ""
    last = term.arguments[-1]
    return last.text if isinstance(last, ast.Name) else ""


_FAMILY = r"\b(?:collection|family)\b|\\\\prod\b|\bproduct (?:space|topology)\b"
_COUNTED = r"\bsequence|\bcountabl|\bfinite|\benumerat"


def _indexed(prose: Prose, formal: Formal) -> Iterator[LintFinding]:
    """A collection of any size that became a sequence or a finite list."""
    if not re.search(_FAMILY, prose.everything + prose.text.lower()) or re.search(_COUNTED, prose.everything):
        return
    if re.search(r"\\l?dots|…|\.\.\.", prose.text):
        return
    for binder in formal.statement.binders:
        type_ = binder.type
        if not isinstance(type_, ast.Binary) or type_.op != "→" or not _of_sets(type_.right):
            continue
        if (isinstance(type_.left, ast.Name) and type_.left.text in ("ℕ", "ℤ", "Nat")) or _is_fin(type_.left):
            yield hint(
                "type-drift",
                Drift.UNDERGENERALIZED,
                "a collection of any size in the text, one indexed by whole numbers in the statement",
                formal,
                witness=(("text", "collection"), ("statement", "indexed by whole numbers")),
                place=(binder.start, binder.end),
                where="variables",
            )
            return


def _of_sets(term: Term) -> bool:
    if isinstance(term, ast.Sort):
        return True
    return (
        isinstance(term, ast.Apply)
        and isinstance(term.function, ast.Name)
        and term.function.text in ("Set", "Submodule")
    )


def _is_fin(term: Term) -> bool:
    return isinstance(term, ast.Apply) and isinstance(term.function, ast.Name) and term.function.text == "Fin"


def _everywhere(prose: Prose, formal: Formal) -> Iterator[LintFinding]:
    """Continuous on (a, b) in the text, continuous everywhere in the statement."""
    if any(_on_interval(binder.type) for binder in formal.statement.binders):
        return
    for name, on in _ON_SETS.items():
        if name not in formal.identifiers or formal.identifiers & {
            on,
            on.removesuffix("On") + "At",
            "extend",
            "restrict",
        }:
            continue
        for index, piece in enumerate(prose.pieces[:-1]):
            following = prose.pieces[index + 1]
            if piece.text not in ("on", "in") or following.kind != "math" or not following.items:
                continue
            before = " ".join(part.text for part in prose.pieces[max(0, index - 6) : index] if part.kind == "word")
            if re.search(rf"(?:{_WORDS[name]})(?: (?:{_BETWEEN}))*$", before) and _is_part(following.items[0]):
                yield hint(
                    "domain-drift",
                    Drift.UNDERGENERALIZED,
                    f"the text says it on {following.text.strip()[:60]}, the statement assumes {name} everywhere",
                    formal,
                    witness=(("text", following.text.strip()[:60]), ("statement", name)),
                    where="hypothesis",
                )
                return


def _on_interval(type_: Term | None) -> bool:
    """Whether a function's type has an interval in it."""
    if not isinstance(type_, ast.Binary) or type_.op != "→":
        return False
    return any(isinstance(here, ast.Name) and here.text.rsplit(".", 1)[-1] in _INTERVALS for here in walk(type_))


_BETWEEN = r"real|complex|valued|function|functions|map|mapping|defined|and|differentiable|bounded|increasing"
_INTERVALS = frozenset("Icc Ioo Ico Ioc Ici Ioi Iic Iio I".split())


def _is_part(item: Expr) -> bool:
    return item.head in _INTERVALS or (item.head == "tuple" and len(item.args) == 2)
