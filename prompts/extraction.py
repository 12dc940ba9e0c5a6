"""The one JSON object in a reply: strictly read, never repaired, never guessed.

A reply may put prose or a code fence around its object. It may not hold two objects (which one is the answer?), a key
twice, or a cut object, whose beginning would pass for the whole.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

MAX_ANSWER = 2**20
"""Code points of an answer that are read."""

_MAX_NODES = 50_000
_THOUGHT = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
# An object of an answer has keys; a brace of a formula or a set is followed by something else than a quote.
_START = re.compile(r'\{\s*"')
_WORD = re.compile(r"""\A[\s*_`"'.]*([A-Za-z][A-Za-z_ -]{0,40}?)[\s*_`"'.!]*\Z""")


class NotRead(Exception):
    """A reply without a readable object; the message tells the model what to do better."""


def read_object(text: str) -> dict[str, Any]:
    """The object in ``text``. Raises NotRead."""
    text = _THOUGHT.sub("", text.removeprefix("\ufeff"), count=1).strip()
    if len(text) > MAX_ANSWER:
        raise NotRead(f"the answer has more than {MAX_ANSWER:,} characters")
    start = _START.search(text)
    if start is None:
        raise NotRead("there is no JSON object in the answer")
    decoder = json.JSONDecoder(object_pairs_hook=_pairs, parse_constant=_constant, strict=True)
    try:
        found, end = decoder.raw_decode(text, start.start())
    except json.JSONDecodeError as error:
        raise NotRead(_broken(text, error)) from None
    except RecursionError:
        raise NotRead("the JSON object is nested too deep") from None
    except ValueError as error:
        raise NotRead(str(error)) from None
    if text[:1] == "[" or _START.search(text, end) is not None:
        raise NotRead("the answer holds more than one JSON object, or a list; exactly one object is wanted")
    if sum(1 for _ in _leaves(found, ())) > _MAX_NODES:
        raise NotRead("the JSON object holds too many values")
    assert isinstance(found, dict)
    return found


def closed_word(text: str, words: Mapping[str, str]) -> str | None:
    """What a reply of a single word means by ``words`` (in lower case), or None.

    Only the whole reply counts, never a part of it: "incorrect" holds "correct", and so does "not correct".
    """
    match = _WORD.match(text)
    return words.get(match.group(1).lower()) if match is not None else None


def damaged(found: object) -> list[str]:
    """Complaints about strings in which single backslashes of LaTeX became control characters.

    "\\frac" in JSON is a form feed and "rac", without any error. A backspace or form feed is always damage; a tab,
    line break or carriage return is where it and the letters after it spell a command, in a formula.
    """
    complaints = []
    for path, text in _leaves(found, ()):
        if isinstance(text, str):
            command = _lost_command(text)
            if command:
                place = ".".join(path) or "the answer"
                complaints.append(
                    f"{place}: a single backslash is an escape in JSON, and \\{command} was lost; "
                    f"write every backslash twice (\\\\{command})"
                )
    return complaints


_LETTER = {"\b": "b", "\f": "f", "\t": "t", "\n": "n", "\r": "r"}
_LOST = re.compile(r"[\b\f\t\n\r][A-Za-z]*")
_COMMANDS = frozenset(
    "nabla natural ne nearrow neg neq newline nexists ni nleq ngeq nless ngtr nmid nolimits nonumber not notag notin "
    "nparallel nprec nsim nsubset nsubseteq nsucc nu nwarrow "
    "tan tanh tau tbinom text textbf textit textrm textstyle tfrac therefore theta tilde times to top triangle "
    "triangleleft triangleq triangleright "
    "rVert raise rangle rbrace rceil relax rfloor rho right rightarrow rightharpoonup rightleftharpoons rm root "
    "rvert".split()
)


def _lost_command(text: str) -> str:
    """The first LaTeX command that lost its backslash in ``text``, or ""."""
    for match in _LOST.finditer(text):
        command = _LETTER[match.group()[0]] + match.group()[1:]
        if match.group()[0] in "\b\f":
            return command
        if command in _COMMANDS and (len(command) > 4 or _in_formula(text, match.start())):
            return command
    return ""


def _in_formula(text: str, at: int) -> bool:
    """Whether ``at`` stands behind an opened formula; an escaped dollar opens none."""
    before = text[:at].replace("\\$", "")
    opened = max(before.rfind("\\("), before.rfind("\\["))
    return before.count("$") % 2 == 1 or opened > max(before.rfind("\\)"), before.rfind("\\]"))


def _leaves(found: object, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], object]]:
    stack: list[tuple[tuple[str, ...], object]] = [(path, found)]
    while stack:
        path, item = stack.pop()
        if isinstance(item, dict):
            stack.extend(((*path, str(key)), value) for key, value in reversed(item.items()))
        elif isinstance(item, list):
            stack.extend(((*path, str(at)), value) for at, value in reversed(list(enumerate(item))))
        else:
            yield path, item


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise ValueError(f"the key {twice[:60]!r} stands twice in one object")
    return found


def _constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _broken(text: str, error: json.JSONDecodeError) -> str:
    if error.pos >= len(text.rstrip("`\n ")) or error.msg.startswith("Unterminated string"):
        return "the JSON object is cut off before its end"
    if "escape" in error.msg:
        return f"not JSON (character {error.pos}: {error.msg.lower()}); write every backslash twice (\\\\frac)"
    return f"not JSON (character {error.pos}: {error.msg.lower()})"
