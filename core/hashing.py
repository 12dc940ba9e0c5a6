"""Content hashes: sha256 over the RFC 8785 form, the one way a value gets its name."""

from __future__ import annotations

import hashlib
from dataclasses import fields, is_dataclass
from typing import Any

from .record.jsonform import compact, field_values


def plain(thing: Any) -> Any:
    """``thing`` as JSON-able objects: dataclasses to dicts by field name, tuples to lists, enums to their strings."""
    if is_dataclass(thing) and not isinstance(thing, type):
        return {f.name: plain(getattr(thing, f.name)) for f in fields(thing)}
    if isinstance(thing, dict):
        return {str(key): plain(item) for key, item in thing.items()}
    if isinstance(thing, tuple | list):
        return [plain(item) for item in thing]
    if isinstance(thing, str):
        return str(thing)
    return thing


def digest(domain: str, thing: Any) -> str:
    """sha256 (64 hex digits) over ``domain``, a NUL byte, and the RFC 8785 form of ``thing``, whose keys are ASCII.

    The domain separates kinds of content, as "proofsieve/event/v1". Raises ValueError for what RFC 8785 cannot write:
    infinite floats, integers of 2^53 or more, lone surrogates, other objects.
    """
    return hashlib.sha256(domain.encode() + b"\0" + _canonical(thing)).hexdigest()


def _canonical(thing: Any) -> bytes:
    """The fast writer, which agrees with the standard on all but floats, and the exact and slow one for those."""
    if not _holds_float(thing):
        try:
            return compact(thing)
        except ValueError:
            pass  # the exact one says why, or can write it (keys that are numbers)
    import rfc8785

    try:
        written: bytes = rfc8785.dumps(plain(thing))
    except UnicodeEncodeError as error:
        raise ValueError(f"this is no text: {error.reason}") from None
    return written


def _holds_float(thing: Any) -> bool:
    kind = type(thing)
    if kind is str or kind is int or thing is None or isinstance(thing, str):
        return False
    if kind is tuple or kind is list:
        return bool(thing) and any(map(_holds_float, thing))
    if hasattr(kind, "__dataclass_fields__"):
        return any(map(_holds_float, field_values(thing)))
    if isinstance(thing, dict):
        return any(map(_holds_float, thing.values()))
    return isinstance(thing, float)
