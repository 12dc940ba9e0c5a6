"""The verdict that evidence, findings and events lead to, worked out anew.

No hash covers the verdict of a file: it follows from what the hashes do cover. So it is never taken from a file but
compared with what follows. The rules of fusion belong to a version of the program; a file of another version may have
been fused by others, and then what ours give is shown instead.
"""

from __future__ import annotations

from dataclasses import replace

from ...version import __version__
from ..audit import Audit
from ..review.state import ReviewState
from ..verdict import Verdict


def verdict_of(audit: Audit) -> Verdict:
    """The verdict on ``audit`` with every event of its review. The audit must be consistent."""
    return ReviewState(audit, reviewer="").verdict()


def with_verdict(audit: Audit) -> Audit:
    """``audit`` with the verdict that follows from the rest of it."""
    return replace(audit, verdict=verdict_of(audit))


def verdict_fault(stored: Audit, worked_out: Verdict) -> str | None:
    """Why the ``stored`` verdict is refused; None where it follows, or was fused by another version of the rules."""
    if stored.verdict == worked_out or stored.tool.version != __version__:
        return None
    return f"the verdict does not follow from the evidence and events ({_first_difference(stored.verdict, worked_out)})"


def _first_difference(stored: Verdict, worked_out: Verdict) -> str:
    for ours, theirs in zip(worked_out.units, stored.units, strict=True):
        if ours != theirs:
            return _told(ours.unit_id, theirs.status, ours.status)
    for own, other in zip(worked_out.steps, stored.steps, strict=True):
        if own != other:
            return _told(own.id, other.status, own.status)
    return _told("the whole", stored.status, worked_out.status)


def _told(what: str, stored: str, worked_out: str) -> str:
    if stored == worked_out:
        return f"{what} is {stored} on other grounds"
    return f"{what} is called {stored}, but is {worked_out}"
