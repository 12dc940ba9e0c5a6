"""The parts of a chain that say something by themselves: maximal runs of members without unknown names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from ..claims import parse
from ..claims.ast import Call, Claim, Constant, Node, Power, Symbol, children, symbols
from .names import closed

Known: TypeAlias = Mapping[str, tuple[str, ...]]
"""The definitions in force, by name."""


def closed_runs(claim: Claim, known: Known, text: str) -> Iterator[tuple[int, int]]:
    """(first, last) of the runs of closed members, joined through unknown ones in a chain of =."""
    may_hold_e = "e" in text and "e" not in known
    is_closed = [closed(member, known) and (not may_hold_e or not bare_e(member)) for member in claim.members]
    is_equality = [relation.name == "=" for relation in claim.relations]
    first: int | None = None
    last = 0
    for i, here in enumerate(is_closed):
        if here:
            if first is None:
                first = i
            last = i
        elif first is not None and not _bridged(is_closed, is_equality, i):
            if last > first:
                yield first, last
            first = None
    if first is not None and last > first:
        yield first, last


def _bridged(is_closed: list[bool], is_equality: list[bool], i: int) -> bool:
    """Member i is unknown: is it an = between members that go on to a closed one through = only?"""
    if not is_equality[i - 1]:
        return False
    j = i
    while j < len(is_closed) and not is_closed[j]:
        if j >= len(is_equality) or not is_equality[j]:
            return False
        j += 1
    return j < len(is_closed)


def used_names(members: Sequence[Node], known: Known) -> set[str]:
    """The names in ``members`` that are defined, and those in their definitions."""
    waiting = [name for member in members for name in symbols(member)]
    waiting.extend("e" for member in members if "e" in known and holds_constant(member, frozenset(("e",))))
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in known and name not in found:
            found.add(name)
            for text in known[name]:
                waiting.extend(symbols(parse(text).members[-1]))
    return found


def holds_constant(node: Node, names: frozenset[str]) -> bool:
    """True if one of the constants ``names`` occurs in ``node``."""
    if isinstance(node, Constant):
        return node.name in names
    return any(holds_constant(child, names) for child in children(node))


def bare_e(node: Node) -> bool:
    """True for an e that is no base of a power: in a proof it may be anything, not only Euler's number."""
    if isinstance(node, Power) and node.base == Constant(name="e"):
        return bare_e(node.exponent)
    if isinstance(node, Call) and node.name in ("ln", "log"):
        return False
    return node == Constant(name="e") or any(map(bare_e, children(node)))


def defines_itself(claim: Claim, first: int, text: str, known: Known) -> bool:
    """True if the chain begins with the definition of a name that stands there alone."""
    head = claim.members[first]
    if not isinstance(head, Symbol) or head.name not in known:
        return False
    start, end = claim.spans[first + 1]
    return f"{head.name} = {text[start:end]}" in known[head.name]
