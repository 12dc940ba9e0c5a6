"""Content hashes: sha256 over the RFC 8785 form, the one way a value gets its name."""

from __future__ import annotations

import hashlib
from dataclasses import fields, is_dataclass
from typing import Any

import rfc8785


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
    """sha256 (64 hex digits) over ``domain``, a NUL byte, and the RFC 8785 form of ``thing``.

    The domain separates kinds of content, as "proofsieve/event/v1". Raises ValueError for floats beyond RFC 8785 and
    lone surrogates.
    """
    return hashlib.sha256(domain.encode() + b"\0" + rfc8785.dumps(plain(thing))).hexdigest()
