"""From a claim that stands in a text to the claims that the checker is asked: closed ones, and identities."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..claims import FOR_ALL, ROUNDED, SPARSE
from ..value import value
from .bare import BARE, WHOLE_PART, may_be_rounded, not_computed, stated_as_fact
from .document import Found
from .identities import OpenRun
from .piece import trimmed
from .runs import Known, closed_runs, defines_itself, used_names
from .surroundings import CUSTOM, Surroundings

_ROUNDS = re.compile(r"\d\.\d|≈|\\approx(?![A-Za-z])")
_TOLD_PARTLY = re.compile(r"(?<![A-Za-z\\])(?:of|is)(?![A-Za-z])")
_ELLIPSIS = re.compile(r"…|⋯|\.\.\.|\\[lcd]?dots(?:[bcm])?(?![A-Za-z])")


@value
class ClaimSite:
    """A numeric claim in a passage.

    ``text`` is the quoted claim at codepoints [start, end) of the passage, which is what the checker reads; for a
    computation told in words it is the claim that the quoted words say, and ``note`` tells how they were read.
    ``why_not`` says why it is not asserted. ``premises`` are the definitions it is read under, as "A = -14", and how
    it is meant, as "for all x".
    """

    start: int
    end: int
    text: str
    asserted: bool
    why_not: str
    premises: tuple[str, ...] = ()
    note: str = ""


def told_site(item: Found, why: str, whole: Surroundings) -> ClaimSite:
    """The computation that the words of ``item`` tell."""
    reason = why or not_computed(item.claim, 0, len(item.claim.relations))
    if not reason and may_be_rounded(item.claim):
        reason = WHOLE_PART
    if not reason and whole.other_algebra:
        reason = CUSTOM  # of vectors or permutations the words mean something else
    return ClaimSite(
        start=item.piece.start,
        end=item.piece.end,
        text=item.told,
        asserted=not reason,
        why_not=reason,
        premises=(ROUNDED,) if _ROUNDS.search(item.told) else (),
        note=item.note,
    )


def closed_sites(text: str, item: Found, known: Known, why: str, whole: Surroundings) -> Iterator[ClaimSite]:
    """The closed parts of a claim: maximal runs of members without unknown names, joined through unknown ones."""
    claim, piece = item.claim, item.piece
    source = text[piece.start : piece.end]
    for first, last in closed_runs(claim, known, source):
        if defines_itself(claim, first, source, known):
            first += 1  # a definition is no claim; what follows it in the chain is
            if first == last:
                continue
        start, end = _span(text, item, first, last)
        quoted = text[start:end]
        premises = [
            text_ for name in sorted(used_names(claim.members[first : last + 1], known)) for text_ in known[name]
        ]
        if _ROUNDS.search(quoted):
            premises.append(ROUNDED)
        if whole.sparse and _ELLIPSIS.search(quoted):
            premises.append(SPARSE)
        reason = why or not_computed(claim, first, last)
        if not reason and _TOLD_PARTLY.search(quoted) and may_be_rounded(claim):
            reason = WHOLE_PART
        if reason == BARE and stated_as_fact(quoted, item.before(text), item.after(text), supposing=whole.supposing):
            reason = ""
        yield ClaimSite(
            start=start, end=end, text=quoted, asserted=not reason, why_not=reason, premises=tuple(premises)
        )


def open_site(text: str, item: Found, run: OpenRun, names: frozenset[str], least: int | None) -> ClaimSite:
    """Members of a claim as identities, said for all ``names`` from ``least`` on (for no names: they are equations that
    hold)."""
    start, end = _span(text, item, run.first, run.last)
    bound = "" if least is None else f" ≥ {least}"
    premises = (f"{FOR_ALL} {', '.join(sorted(names))}{bound}",) if names else ()
    return ClaimSite(start=start, end=end, text=text[start:end], asserted=True, why_not="", premises=premises)


def _span(text: str, item: Found, first: int, last: int) -> tuple[int, int]:
    claim, piece = item.claim, item.piece
    start = piece.start if first == 0 else piece.start + claim.relations[first - 1].end
    end = piece.end if last == len(claim.members) - 1 else piece.start + claim.relations[last].start
    if first == 0 and claim.universal:
        start = piece.start + claim.spans[0][0]
    return trimmed(text, start, end)
