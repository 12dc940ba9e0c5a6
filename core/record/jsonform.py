"""JSON bytes of values: an indented form that people can diff, and a compact form that hashes are taken over.

Both sort keys and write text as UTF-8, never escaped beyond what JSON demands. The indented form is exactly
``json.dumps(doc, ensure_ascii=False, sort_keys=True, indent=2, allow_nan=False) + "\\n"``; the compact form is RFC 8785
(field names are ASCII and there are no floats, which is all that the two standards could differ in). orjson writes
both: the standard library needs dicts made first and indents in pure Python, 3 s for 10,000 units against 0.35 s.
Tests hold the two byte-equal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from operator import attrgetter
from typing import Any

import orjson

MAX_INTEGER = 2**53 - 1

_OPTIONS = orjson.OPT_SORT_KEYS | orjson.OPT_STRICT_INTEGER | orjson.OPT_PASSTHROUGH_DATACLASS
_INDENTED = _OPTIONS | orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE

# Field names per class in written order, with a getter of all of them: classes are few, values many.
_plans: dict[type, tuple[tuple[str, ...], Callable[[Any], Any]]] = {}


def indented(thing: Any) -> bytes:
    """The form of files. Raises ValueError for floats in fields, integers of 2^53 or more, and lone surrogates."""
    return _dumps(thing, _INDENTED)


def compact(thing: Any) -> bytes:
    """The RFC 8785 form, for hashes and journal lines. Raises ValueError as ``indented`` does."""
    return _dumps(thing, _OPTIONS)


def without(thing: Any, *left_out: str) -> dict[str, Any]:
    """The fields of a dataclass value by name, except ``left_out``."""
    return {name: getattr(thing, name) for name in _plan(type(thing))[0] if name not in left_out}


def field_values(thing: Any) -> tuple[Any, ...]:
    """The values of a dataclass value's fields, in the order of their names."""
    names, getter = _plan(type(thing))
    values: Any = getter(thing)
    return (values,) if len(names) == 1 else values


def _dumps(thing: Any, options: int) -> bytes:
    try:
        return orjson.dumps(thing, _members, options)
    except orjson.JSONEncodeError as error:
        if isinstance(error.__cause__, BaseException) and not isinstance(error.__cause__, Exception):
            raise error.__cause__ from None  # Ctrl-C inside the hook is no fault of the value
        # orjson wraps what the hook raised; its own sentence is "Type is not JSON serializable: …".
        raise ValueError(str(error.__cause__ or error)) from error


def _plan(cls: type) -> tuple[tuple[str, ...], Callable[[Any], Any]]:
    known = _plans.get(cls)
    if known is None:
        names = tuple(sorted(field.name for field in fields(cls)))
        known = _plans[cls] = (names, attrgetter(*names) if names else lambda _: ())
    return known


def _members(thing: Any) -> dict[str, Any]:
    """A dataclass value as a dict in sorted order, which orjson does not do by itself."""
    try:
        names = _plan(type(thing))[0]
    except TypeError:
        raise TypeError(f"{type(thing).__name__} is not JSON") from None
    values = field_values(thing)
    if float in map(type, values):
        raise TypeError(f"{type(thing).__name__} holds a float; write integers or decimal strings")
    return dict(zip(names, values, strict=True))
