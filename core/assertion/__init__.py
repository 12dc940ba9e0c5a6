"""Which numeric claims a text asserts: every claim with its exact span, its mood, and the definitions it rests on.

A claim counts only where the text asserts it: not what is supposed, denied, asked, to be shown or solved, and not
what stands inside a contradiction (METHOD 5 and 7). In doubt a claim is not counted.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..claims.ast import Symbol, symbols
from .bare import CONVENTION, conventions
from .document import Document, Found, Passage, read
from .equations import Equations
from .mood import SUPPOSED
from .names import Names
from .runs import Known, holds_constant
from .sites import ClaimSite, closed_sites, told_site
from .standing import Standing, standing
from .surroundings import Surroundings

__all__ = ["ClaimSite", "Passage", "claim_sites"]


def claim_sites(passages: Sequence[Passage]) -> tuple[tuple[ClaimSite, ...], ...]:
    """The numeric claims of each passage. Linear in the total length of the text."""
    names = Names()
    document = Document(passages)
    found = [read(document, index, names) for index in range(len(passages))]
    whole = Surroundings(passages)
    equations = Equations(document, found, whole)
    visible: dict[tuple[str, ...], Known] = {}
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
            stands = standing(document, index, item, whole)
            if not stands.why and _in_world(false_world, index, passage.scope):
                stands = Standing(why=SUPPOSED)
            if not stands.why and approximated and any(holds_constant(m, approximated) for m in item.claim.members):
                stands = Standing(why=CONVENTION)
            if item.told:
                sites.append(told_site(item, stands.why, whole))
                continue
            if _speaks_of(item, {name for name, _ in stands.given}):
                why = stands.given_why or (SUPPOSED if equations.repeats(item) else "")
                under = {**known, **{name: (text,) for name, text in stands.given}}
                sites.extend(closed_sites(passage.text, item, under, why, whole))
                continue
            sites.extend(closed_sites(passage.text, item, known, stands.why, whole))
            sites.extend(equations.sites(index, item, known, stands))
        result.append(tuple(sites))
    return tuple(result)


def _speaks_of(item: Found, names: set[str]) -> bool:
    """Is one of ``names`` used in the claim? "For x = 1, x = 2" lists values of x and says nothing of them."""
    members = item.claim.members
    if any(isinstance(member, Symbol) and member.name in names for member in members):
        return False
    return any(symbols(member) & names for member in members)


_SUPPOSE = re.compile(r"(?<![A-Za-z])(?:suppose|assume|assuming|supposing)(?![A-Za-z])", re.IGNORECASE)
WORLD = 5
"""Passages that stay under a supposition about plain numbers, as "suppose 1 = 2"."""


def _supposes_numbers(text: str, item: Found) -> bool:
    return not any(map(symbols, item.claim.members)) and _SUPPOSE.search(item.before(text)) is not None


def _in_world(world: tuple[int, tuple[str, ...]], index: int, scope: tuple[str, ...]) -> bool:
    return index - world[0] <= WORLD and scope[: len(world[1])] == world[1]
