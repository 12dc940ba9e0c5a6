"""Sets and finsets as values: a finite one is a frozenset, others say who belongs to them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from .outcomes import UNDEFINED, Truth, Undefined, Unknown
from .symbols import Symbolic

MAX_ELEMENTS = 2000


class Members:
    """A set by its condition. ``low``/``high`` are inclusive integer bounds where all its members are integers between
    them, as of an interval of ℤ; None where it has none."""

    __slots__ = ("contains", "high", "low")

    def __init__(self, contains: Callable[[Any], Truth], *, low: Any = None, high: Any = None) -> None:
        self.contains, self.low, self.high = contains, low, high


SetValue: TypeAlias = "frozenset[Any] | Members"


def contains(members: Any, item: Any) -> Truth:
    """Whether item ∈ members."""
    if isinstance(members, Members):
        return members.contains(item)
    if isinstance(item, Symbolic):
        found: Truth = False
        for one in members:
            try:
                if item == one:
                    return True
            except Unknown:
                found = None
        return found
    return item in members


def elements(members: Any) -> frozenset[Any]:
    """All members; raises Unknown where they are not listed."""
    if isinstance(members, Members):
        low, high = members.low, members.high
        if not isinstance(low, int) or not isinstance(high, int) or high - low >= MAX_ELEMENTS:
            raise Unknown("the elements of a set")
        found = set()
        for item in range(low, high + 1):
            truth = members.contains(item)
            if truth is UNDEFINED:
                raise Undefined("a member that has no value")
            if truth is None:
                raise Unknown("whether something is a member")
            if truth:
                found.add(item)
        return frozenset(found)
    listed: frozenset[Any] = members
    return listed


def same(left: Any, right: Any) -> bool:
    """Whether two sets are equal, where both are finite or a listed member tells."""
    try:
        return elements(left) == elements(right)
    except Unknown:
        for one, other in ((left, right), (right, left)):
            if isinstance(one, frozenset) and any(contains(other, item) is False for item in one):
                return False
        raise


def subset(left: Any, right: Any) -> bool:
    """Whether left ⊆ right."""
    found = True
    for item in elements(left):
        truth = contains(right, item)
        if truth is False:
            return False
        if truth is not True:
            found = False
    if not found:
        raise Unknown("whether something is a member")
    return True


def both(left: Any, right: Any) -> SetValue:
    """left ∩ right."""
    if isinstance(left, frozenset) and isinstance(right, frozenset):
        return left & right
    for one, other in ((left, right), (right, left)):
        if isinstance(one, frozenset):
            kept = {item: contains(other, item) for item in one}
            if all(isinstance(truth, bool) for truth in kept.values()):
                return frozenset(item for item, truth in kept.items() if truth)
    lows = [one.low for one in (left, right) if isinstance(one, Members) and one.low is not None]
    highs = [one.high for one in (left, right) if isinstance(one, Members) and one.high is not None]
    return Members(
        lambda item: _and(contains(left, item), contains(right, item)),
        low=max(lows, default=None),
        high=min(highs, default=None),
    )


def either(left: Any, right: Any) -> SetValue:
    """left ∪ right."""
    if isinstance(left, frozenset) and isinstance(right, frozenset):
        return left | right
    return Members(lambda item: _not(_and(_not(contains(left, item)), _not(contains(right, item)))))


def without(left: Any, right: Any) -> SetValue:
    """left \\ right."""
    if isinstance(left, frozenset) and isinstance(right, frozenset):
        return left - right
    low, high = (left.low, left.high) if isinstance(left, Members) else (None, None)
    return Members(lambda item: _and(contains(left, item), _not(contains(right, item))), low=low, high=high)


def complement(members: Any) -> SetValue:
    """All values that are no members."""
    return Members(lambda item: _not(contains(members, item)))


def _and(left: Truth, right: Truth) -> Truth:
    if left is False or right is False:
        return False
    if left is True and right is True:
        return True
    return UNDEFINED if left is UNDEFINED or right is UNDEFINED else None


def _not(truth: Truth) -> Truth:
    return not truth if isinstance(truth, bool) else truth
