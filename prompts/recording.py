"""Records as JSON text, in the store and in cassettes; reading accepts only what was written."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ..core.record.jsonform import compact
from .requests import Record, Reply
from .wire import MAX_TOKENS

if TYPE_CHECKING:
    from pydantic import TypeAdapter

MAX_RECORD = 16 * 2**20
"""Bytes of one record: a question with a whole proof, and the largest reply."""


def write_record(record: Record) -> bytes:
    """The canonical JSON of a record. Raises ValueError for text that is no Unicode."""
    return compact(record)


def read_record(raw: bytes) -> Record:
    """The record in ``raw``. Raises ValueError with one line where it is none, or holds another question than its key
    says."""
    if len(raw) > MAX_RECORD:
        raise ValueError(f"a record of {len(raw):,} bytes; at most {MAX_RECORD:,} are read")
    try:
        record = _adapter().validate_json(raw, strict=True)
    except ValueError as error:  # pydantic's own error is one; its text would quote the record
        raise ValueError(f"this is no record of a question ({_first(error)})") from None
    if record.request.key() != record.key:
        raise ValueError(f"the record {record.key[:12]} holds another question than its key says")
    if record.reply is not None and not _counted(record.reply):
        raise ValueError(f"the record {record.key[:12]} counts tokens that no reply has")
    if (record.reply is None) == (record.fault is None):
        raise ValueError(f"the record {record.key[:12]} needs a reply or a fault, and not both")
    return record


def _counted(reply: Reply) -> bool:
    return all(count is None or 0 <= count <= MAX_TOKENS for count in (reply.prompt_tokens, reply.completion_tokens))


def _first(error: ValueError) -> str:
    from pydantic_core import ValidationError

    if not isinstance(error, ValidationError):
        return "unreadable"
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    return f"{'.'.join(str(part) for part in first['loc']) or 'the whole'}: {first['msg']}"


@cache
def _adapter() -> TypeAdapter[Record]:
    from pydantic import TypeAdapter

    return TypeAdapter(Record)
