"""Where a JSON text departs from the strict form: the first fault with its line, for one precise sentence.

Runs only on texts that were already refused, to say why; so it is written for exactness, not speed. It does not
recurse, and its memory is bounded by the text.
"""

from __future__ import annotations

import json
import re
from typing import Any

from .jsonform import MAX_INTEGER, indented

MAX_DEPTH = 64

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|-?[A-Za-z]+|[\[\]{}]', re.DOTALL)
_COLON = re.compile(r"[ \t\n\r]*:")
# A line of the indented form: a key or none, then a value, the start of one, or the end of one.
_LINE = re.compile(rb' *+(?:"(?:[^"\\]|\\.)*+": )?(?:"(?:[^"\\]|\\.)*+"|[\w.+-]+|[\[{]|\[\]|\{\}|[\]}])?,?')
_SHOWN = 60


def first_fault(text: str) -> str | None:
    """The first reason why ``text`` is not strict JSON, as "line 7: …", or None.

    Checks the syntax first, then from the top for nesting beyond ``MAX_DEPTH``, duplicate keys, numbers that are no
    integers below 2^53, and lone surrogates.
    """
    try:
        json.loads(text, parse_int=_ignored, parse_float=_ignored, parse_constant=_ignored)
    except json.JSONDecodeError as error:
        return f"line {error.lineno}, column {error.colno}: not JSON: {_lower(error.msg)}"
    except RecursionError:
        pass  # it is too deep, and the walk below says where
    keys: list[set[str] | None] = []
    line, counted = 1, 0
    for token in _TOKEN.finditer(text):
        line += text.count("\n", counted, token.start())
        counted = token.start()
        word = token.group()
        fault = None
        if word in "{[":
            keys.append(set() if word == "{" else None)
            if len(keys) > MAX_DEPTH:
                fault = f"nested deeper than {MAX_DEPTH} levels"
        elif word in "]}":
            keys.pop()
        elif word[0] == '"':
            fault = _string_fault(word, keys[-1] if keys else None, is_key=bool(_COLON.match(text, token.end())))
        elif word not in ("true", "false", "null"):
            fault = _number_fault(word)
        if fault is not None:
            return f"line {line}: {fault}"
    return None


def first_difference(found: str, expected: str) -> str | None:
    """The first line in which ``found`` differs from what the writer would write, as a sentence, or None."""
    if found == expected:
        return None
    found_lines, expected_lines = found.split("\n"), expected.split("\n")
    for number, (is_there, should_be) in enumerate(zip(found_lines, expected_lines, strict=False), start=1):
        if is_there != should_be:
            if is_there.rstrip() == should_be:
                return f"line {number}: white space at the end of the line, which the writer would not write"
            at = next(
                (i for i, (a, b) in enumerate(zip(is_there, should_be, strict=False)) if a != b),
                min(len(is_there), len(should_be)),
            )
            return f"line {number}: found {_around(is_there, at)}, the writer would write {_around(should_be, at)}"
    number = min(len(found_lines), len(expected_lines))
    if len(found_lines) > len(expected_lines):
        return f"line {number + 1}: the file goes on where the writer would end it"
    return f"line {number}: the file ends where the writer would go on (a final line break belongs there)"


def crowded_line(raw: bytes) -> int | None:
    """The first line (from 1) that holds more than one value or part of one, or None. It takes no memory to find."""
    start = 0
    number = 0
    while start < len(raw):
        number += 1
        end = raw.find(b"\n", start)
        end = len(raw) if end < 0 else end
        if not _LINE.fullmatch(raw, start, end):
            return number
        start = end + 1
    return None


def canonical_text(text: str) -> str:
    """What the writer would write for the same JSON value. ``text`` must be without a ``first_fault``."""
    return indented(json.loads(text)).decode()


def shown(words: str) -> str:
    """Words from outside in quotes, clipped, control and invisible characters escaped."""
    return repr(words if len(words) <= _SHOWN else words[: _SHOWN - 1] + "…")


def _string_fault(word: str, keys: set[str] | None, *, is_key: bool) -> str | None:
    content = json.loads(word) if "\\" in word else word[1:-1]
    if "\\u" in word and any("\ud800" <= char <= "\udfff" for char in content):
        return "a lone surrogate, which is no text"
    if is_key and keys is not None:
        if content in keys:
            return f"the key {shown(content)} stands twice in one object"
        keys.add(content)
    return None


def _number_fault(word: str) -> str | None:
    if word.lstrip("-")[:1].isalpha():
        return f"{shown(word)} is not JSON"
    if any(char in word for char in ".eE"):
        return f"the number {shown(word)} is no integer; fractions are written as decimal strings"
    if len(word) > len(str(-MAX_INTEGER)) or abs(int(word)) > MAX_INTEGER:
        return f"the number {shown(word)} is not below 2^53"
    return None


def _around(line: str, at: int) -> str:
    """The part of ``line`` that shows position ``at``."""
    start = max(0, at - 20) if len(line) > _SHOWN else 0
    return repr(line[start : start + _SHOWN])


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


def _ignored(_: str) -> Any:
    return 0
