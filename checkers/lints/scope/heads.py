"""What stands at the head of a term: the sign of an operation, the name of what is applied, the kind of a binder.

A lint looks for places by it: without a square root in a statement nothing is asked about square roots.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....core.formal.ast import (
    Apply,
    Ascription,
    BigOp,
    Binary,
    Congruence,
    Index,
    Name,
    Norm,
    Projection,
    Quantifier,
    Term,
    Unary,
)
from .shapes import last

ASCRIPTION, INDEX = ":", "[]"
"""The heads of (t : T) and of l[i]."""


def _of_call(term: Apply) -> str:
    function = term.function
    return head(function) if isinstance(function, Name | Projection) else ""


_HEADS: dict[type, Callable[[Any], str]] = {
    Name: lambda term: last(term.text),
    Projection: lambda term: last(term.field),
    Apply: _of_call,
    Ascription: lambda term: ASCRIPTION,
    Index: lambda term: INDEX,
    Congruence: lambda term: term.ring,
    **dict.fromkeys((Unary, Binary), lambda term: term.op),
    **dict.fromkeys((Quantifier, BigOp, Norm), lambda term: term.kind),
}


def head(term: Term) -> str:
    """The head of a term; names by their last part (sqrt for Real.sqrt x and x.sqrt), "" where there is none."""
    found = _HEADS.get(type(term))
    return "" if found is None else found(term)
