"""``show --conventions``: what the text leaves open, how it stands, and what each reading would do."""

from __future__ import annotations

from typing import Any

from ..core.audit import Audit
from ..core.conventions.convention import Convention
from ..core.hashing import plain
from ..core.review import ReviewSession
from ..core.summary import can_change_verdict
from .printing import flips_words, one_line, print_object, say

NAMED = 12
"""Units of a reading that are named; the others are counted."""


def print_conventions(audit: Audit, *, as_json: bool) -> None:
    """Every convention as it stands now, with all that depends on it."""
    session = ReviewSession(audit, reviewer="")
    found = session.conventions()
    if as_json:
        print_object({"conventions": [_object(session, audit, one) for one in found]})
        return
    if not found:
        say("the text leaves nothing open that somebody asks about")
    for one in found:
        _print(session, audit, one)


def _object(session: ReviewSession, audit: Audit, one: Convention) -> dict[str, Any]:
    owner = session.index.owner
    return {
        "id": one.id,
        "question": one.question,
        "standing": one.standing,
        "reading": one.settlement.reading if one.settlement is not None else None,
        "settlement": plain(one.settlement),
        "raised_by": one.raised_by,
        "raiser": one.raiser,
        "default": one.default or None,
        "where": [{"unit": where.unit_id, "sentence": where.sentence, "why": where.why} for where in one.where],
        "affected": list(dict.fromkeys(owner[name] for name in one.dependents)),
        "obligations": list(one.dependents),
        "can_change_verdict": can_change_verdict(audit, one),
        "readings": [
            {
                "id": reading.id,
                "label": reading.label,
                "gains": effect.gains,
                "stale": list(effect.stale),
                "flips": [
                    {
                        "obligation": flip.obligation_id,
                        "unit": flip.unit_id,
                        "step": flip.step_id,
                        "outcome": flip.outcome,
                        "witness": flip.witness,
                    }
                    for flip in effect.flips
                ],
                "undecided": list(effect.undecided),
                "first_flawed": effect.first_flawed or None,
            }
            for reading, effect in zip(one.readings, session.effects(one.id), strict=True)
        ],
        "history": plain(one.history),
    }


def _print(session: ReviewSession, audit: Audit, one: Convention) -> None:
    stands = str(one.standing)
    if one.settlement is not None:
        why = f", {one_line(one.settlement.why, 200)}" if one.settlement.why else ""
        stands = f"settled as {one.settlement.reading} by {one.settlement.by} {one.settlement.at}".rstrip() + why
    hangs = ", the verdict hangs on it" if can_change_verdict(audit, one) else ""
    say(f"{one.id}, {stands}{hangs}: {one_line(one.question, 200)}")
    by = f"{one.raised_by} ({one.raiser})" if one.raiser else str(one.raised_by)
    say(f"  raised by {one_line(by, 120)}")
    for where in one.where[:NAMED]:
        place = f"{where.unit_id}: " if where.unit_id else ""
        quoted = f"“{one_line(where.sentence, 90)}” " if where.sentence else ""
        say(f"    {place}{quoted}{one_line(where.why, 90)}".rstrip())
    if one.default:
        say(f"  the field's usual reading, never assumed: {one.default}")
    for reading, effect in zip(one.readings, session.effects(one.id), strict=True):
        units = list(dict.fromkeys(session.index.owner[name] for name in effect.stale))
        named = ", ".join(units[:NAMED]) + (f" and {len(units) - NAMED} more" if len(units) > NAMED else "")
        say(f"  {reading.id} ({one_line(reading.label, 60)}): {one_line(effect.gains, 120)}")
        say(f"    bears on {named or 'nothing'}")
        say(f"    flips {flips_words(effect)}" if effect.flips else "    decides nothing at once")
