"""The lines of X.audit.journal: a header that says where it starts, then one event per line.

    {"base":"…","head":"…","journal":"proofsieve/journal/1"}
    {"at":"…","hash":"…","kind":"decide",…}

Each line is the compact form of its value. A last line without its line break is torn: it was being written when the
process ended, no screen has called it saved, and it is left out. Everything else must be exactly as written.
"""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

from ..audit import Review
from ..errors import AuditFileError
from ..events import Event
from ..value import value
from .chain import extend, short
from .jsonform import compact
from .strictjson import shown

if TYPE_CHECKING:
    from pydantic import TypeAdapter

FORM = "proofsieve/journal/1"
MAX_BYTES = 64 * 2**20
MAX_LINE = 2**20


@value
class JournalHeader:
    """``base`` and ``head`` of the audit file at the time when the journal was started."""

    base: str
    head: str
    journal: str = FORM


@value
class JournalText:
    """A journal as read. ``whole`` is the length in bytes up to the last line break, ``torn`` what follows it.
    ``header`` is None where not even that line is whole."""

    header: JournalHeader | None
    events: tuple[Event, ...]
    whole: int
    torn: int


def write_lines(header: JournalHeader, events: tuple[Event, ...]) -> bytes:
    """A whole journal."""
    return b"".join(compact(line) + b"\n" for line in (header, *events))


def write_line(event: Event) -> bytes:
    """One event. Raises ValueError for what JSON cannot hold and for more than ``MAX_LINE`` bytes."""
    line = compact(event) + b"\n"
    if len(line) > MAX_LINE:
        raise ValueError(f"the event has {len(line):,} bytes; at most {MAX_LINE:,} are kept")
    return line


def read_lines(raw: bytes, *, where: str) -> JournalText:
    """The journal in ``raw``, each line checked by itself. Raises AuditFileError naming the first bad line."""
    if len(raw) > MAX_BYTES:
        raise AuditFileError(f"the journal has {len(raw):,} bytes; at most {MAX_BYTES:,} are read", where=where)
    whole = raw.rfind(b"\n") + 1
    header: JournalHeader | None = None
    events: list[Event] = []
    for number, line in enumerate(raw[:whole].split(b"\n")[:-1], start=1):
        try:
            if header is None:
                header = _read_header(line)
            else:
                events.append(_read_event(line))
        except ValueError as error:
            raise AuditFileError(
                f"line {number}: {error}", where=where, hint="the journal was changed; move it away to go on without it"
            ) from None
    return JournalText(header=header, events=tuple(events), whole=whole, torn=len(raw) - whole)


def beyond(text: JournalText, review: Review, *, where: str) -> tuple[Event, ...]:
    """The events of a journal that ``review`` does not hold yet, checked to follow its head.

    Raises AuditFileError where the journal belongs to another audit, starts from a head that the audit never had, or
    goes on differently: both heads are named, and nothing is dropped.
    """
    if text.header is None:
        return ()
    if text.header.base != review.base:
        raise _foreign(
            f"the journal is about another machine part (base {short(text.header.base)}) than the audit "
            f"(base {short(review.base)})",
            where,
        )
    heads = [review.base, *(event.hash for event in review.events)]
    if text.header.head not in heads:
        raise _foreign(
            f"the journal starts at head {short(text.header.head)}, which the audit with head {short(review.head)} "
            "never had",
            where,
        )
    start = heads.index(text.header.head)
    known = review.events[start:]
    common = min(len(known), len(text.events))
    for ours, theirs in zip(known[:common], text.events[:common], strict=True):
        if ours != theirs:
            end = text.events[-1].hash
            raise _foreign(
                f"event {ours.seq} of the journal (head {short(end)}) is another one than event {ours.seq} of the "
                f"audit (head {short(review.head)})",
                where,
            )
    new = text.events[common:]
    try:
        extend(review, new)
    except AuditFileError as error:
        raise _foreign(
            f"the journal (head {short(new[-1].hash)}) does not follow the audit (head {short(review.head)}): "
            f"{error.message}",
            where,
        ) from None
    return new


def _foreign(message: str, where: str) -> AuditFileError:
    return AuditFileError(
        message, where=where, hint="nothing was changed; move the journal away to open the audit without it"
    )


def _read_header(line: bytes) -> JournalHeader:
    header: JournalHeader = _read(line, _header_adapter(), "the journal's first line", is_event=False)
    if header.journal != FORM:
        raise ValueError(f"the journal has the form {shown(header.journal)}, this program reads {FORM}")
    return header


def _read_event(line: bytes) -> Event:
    event: Event = _read(line, _event_adapter(), "an event", is_event=True)
    return event


def _read(line: bytes, adapter: TypeAdapter[Any], what: str, *, is_event: bool) -> Any:
    """The value on a line, which must be exactly the line that the value is written as."""
    from pydantic import ValidationError

    from .canonical import shape_fault

    if len(line) >= MAX_LINE:
        raise ValueError(f"longer than {MAX_LINE:,} bytes")
    try:
        found = adapter.validate_json(line, strict=True)
    except ValidationError as error:
        raise ValueError(f"not {what}: {shape_fault(error, _kind(line) if is_event else None)}") from None
    if compact(found) != line:
        raise ValueError("not written as the writer writes it")
    return found


def _kind(line: bytes) -> str | None:
    """What the event on a line calls itself; None where it is no event at all."""
    try:
        kind = json.loads(line)["kind"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    return kind if isinstance(kind, str) else None


@cache
def _header_adapter() -> TypeAdapter[JournalHeader]:
    from pydantic import TypeAdapter

    return TypeAdapter(JournalHeader)


@cache
def _event_adapter() -> TypeAdapter[Event]:
    from pydantic import TypeAdapter

    return TypeAdapter(Event)
