"""Which numeric claims a text asserts: every claim with its exact span, its mood, and the definitions it rests on.

A claim counts only where the text asserts it: not what is supposed, denied, asked, to be shown or solved, and not
what stands inside a contradiction (METHOD 5 and 7). In doubt a claim is not counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..claims import ROUNDED, parse
from ..claims.ast import Call, Claim, Constant, Node, Power, Symbol, children, symbols
from ..value import value
from .bare import CONVENTION, conventions, not_computed
from .document import Document, Found, Passage, read
from .mood import SUPPOSED
from .names import Names, closed
from .piece import trimmed
from .standing import why_not
from .surroundings import surroundings

__all__ = ["ClaimSite", "Passage", "claim_sites"]


@value
class ClaimSite:
    """A numeric claim in a passage.

    ``text`` is the quoted claim at codepoints [start, end) of the passage, which is what the checker reads; for a
    computation told in words it is the claim that the quoted words say, and ``note`` tells how they were read.
    ``why_not`` says why it is not asserted. ``premises`` are the definitions it is read under, as "A = -14".
    """

    start: int
    end: int
    text: str
    asserted: bool
    why_not: str
    premises: tuple[str, ...] = ()
    note: str = ""


def claim_sites(passages: Sequence[Passage]) -> tuple[tuple[ClaimSite, ...], ...]:
    """The numeric claims of each passage. Linear in the total length of the text."""
    names = Names()
    document = Document(passages)
    found = [read(document, index, names) for index in range(len(passages))]
    whole = surroundings(passages)
    visible: dict[tuple[str, ...], dict[str, tuple[str, ...]]] = {}
    result: list[tuple[ClaimSite, ...]] = []
    approximated = conventions([item.claim for own in found for item in own])
    false_world: tuple[int, tuple[str, ...]] = (-WORLD - 1, ())
    for index, (passage, own) in enumerate(zip(passages, found, strict=True)):
        known = visible.get(passage.scope)
        if known is None:
            known = visible[passage.scope] = names.visible(passage.scope)
        sites: list[ClaimSite] = []
        for item in own:
            if _supposes_numbers(passage.text, item):
                false_world = (index, passage.scope)
            why = why_not(document, index, item, whole)
            if not why and _in_world(false_world, index, passage.scope):
                why = SUPPOSED
            if not why and approximated and any(_holds_constant(member, approximated) for member in item.claim.members):
                why = CONVENTION
            sites.extend(_sites(passage.text, item, known, why))
        result.append(tuple(sites))
    return tuple(result)


_SUPPOSE = re.compile(r"(?<![A-Za-z])(?:suppose|assume|assuming|supposing)(?![A-Za-z])", re.IGNORECASE)
WORLD = 5
"""Passages that stay under a supposition about plain numbers, as "suppose 1 = 2"."""


def _supposes_numbers(text: str, item: Found) -> bool:
    return not any(map(symbols, item.claim.members)) and _SUPPOSE.search(item.before(text)) is not None


def _in_world(world: tuple[int, tuple[str, ...]], index: int, scope: tuple[str, ...]) -> bool:
    return index - world[0] <= WORLD and scope[: len(world[1])] == world[1]


def _sites(text: str, item: Found, known: dict[str, tuple[str, ...]], why: str) -> Iterator[ClaimSite]:
    """The closed parts of a claim: maximal runs of members without unknown names, joined through unknown ones."""
    claim, piece = item.claim, item.piece
    if item.told:
        yield ClaimSite(
            start=piece.start,
            end=piece.end,
            text=item.told,
            asserted=not why,
            why_not=why,
            premises=(ROUNDED,) if re.search(r"\d\.\d", item.told) else (),
            note=item.note,
        )
        return
    for first, last in closed_runs(claim, known, text[piece.start : piece.end]):
        if defines_itself(claim, first, text[piece.start : piece.end], known):
            first += 1  # a definition is no claim; what follows it in the chain is
            if first == last:
                continue
        start = piece.start if first == 0 else piece.start + claim.relations[first - 1].end
        end = piece.end if last == len(claim.members) - 1 else piece.start + claim.relations[last].start
        start, end = trimmed(text, start, end)
        used = used_names(claim.members[first : last + 1], known)
        premises = tuple(text_ for name in sorted(used) for text_ in known[name])
        quoted = text[start:end]
        if re.search(r"\d\.\d", quoted):
            premises = (*premises, ROUNDED)
        reason = why or not_computed(claim, first, last)
        yield ClaimSite(start=start, end=end, text=quoted, asserted=not reason, why_not=reason, premises=premises)


def closed_runs(claim: Claim, known: dict[str, tuple[str, ...]], text: str) -> Iterator[tuple[int, int]]:
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


def used_names(members: Sequence[Node], known: dict[str, tuple[str, ...]]) -> set[str]:
    waiting = [name for member in members for name in symbols(member)]
    waiting.extend("e" for member in members if "e" in known and _has_e(member))
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in known and name not in found:
            found.add(name)
            for text in known[name]:
                waiting.extend(symbols(parse(text).members[-1]))
    return found


def _has_e(node: Node) -> bool:
    return node == Constant(name="e") or any(map(_has_e, children(node)))


def _holds_constant(node: Node, names: frozenset[str]) -> bool:
    if isinstance(node, Constant):
        return node.name in names
    return any(_holds_constant(child, names) for child in children(node))


def bare_e(node: Node) -> bool:
    """True for an e that is no base of a power: in a proof it may be anything, not only Euler's number."""
    if isinstance(node, Power) and node.base == Constant(name="e"):
        return bare_e(node.exponent)
    if isinstance(node, Call) and node.name in ("ln", "log"):
        return False
    return node == Constant(name="e") or any(map(bare_e, children(node)))


def defines_itself(claim: Claim, first: int, text: str, known: dict[str, tuple[str, ...]]) -> bool:
    """True if the chain begins with the definition of a name that stands there alone."""
    head = claim.members[first]
    if not isinstance(head, Symbol) or head.name not in known:
        return False
    start, end = claim.spans[first + 1]
    return f"{head.name} = {text[start:end]}" in known[head.name]
