"""The header of a theorem: name, universes, binders, type; and the body, which is everything after it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....core.value import value
from .commands import Command
from .source import CLOSING, NAME, OPENING, blank, tokens, without_comments

_UNIVERSES = re.compile(r"\.\{[^{}]*\}")
_OPENS_DEFINITION = frozenset({"let", "have", "haveI", "letI", "let_fun"})


@value
class Binders:
    """One group as written, ``(a b : Nat)``: its bracket ("" for a bare name), the names ("" for an instance without
    one), the type ("" where it is left out)."""

    text: str
    bracket: str
    names: tuple[str, ...]
    type: str
    has_default: bool


@value
class Header:
    """A theorem's header. ``signature`` is the text from the binders to the end of the type, at ``start`` in the
    source; ``body`` the text after it without ``:=``, at ``body_start`` (-1: the theorem has none)."""

    name: str
    universes: str
    signature: str
    start: int
    binders: tuple[Binders, ...]
    type: str
    body: str
    body_start: int


def header_of(text: str, theorem: Command) -> Header | None:
    """The header of a command of ``text`` that ``theorems`` gave; None if it cannot be found in it."""
    blanked = blank(text[: theorem.end])
    named = NAME.search(blanked, theorem.at + len(theorem.keyword))
    if named is None:
        return None
    universes = _UNIVERSES.match(blanked, named.end())
    start = named.end() if universes is None else universes.end()
    end, body_start = _end_of_signature(blanked, start)
    if end < 0:
        return None
    bare = without_comments(text[: theorem.end])
    end = max(start, min(end, len(bare[:end].rstrip())))
    groups, colon = _binders(text, blanked, start, end)
    if colon < 0:
        return None
    return Header(
        name=theorem.name,
        universes="" if universes is None else universes.group(),
        signature=text[start:end].rstrip(),
        start=start,
        binders=groups,
        type=text[colon + 1 : end].strip(),
        body="" if body_start < 0 else text[body_start : theorem.end].strip(),
        body_start=body_start,
    )


def _end_of_signature(blanked: str, start: int) -> tuple[int, int]:
    """(end of the type, begin of the body or -1); the end is -1 where it cannot be told: a block of tactics or of
    ``do`` outside of brackets has a := of its own, and a line that begins with a bar can go on with the type."""
    waiting = 0  # a := that belongs to a let or have of the type
    matches = 0
    for token in tokens(blanked[start:]):
        at = start + token.start
        if token.depth:
            continue
        if token.text in _OPENS_DEFINITION:
            waiting += 1
        elif token.text == "match":
            matches += 1
        elif token.text in ("by", "do"):
            return -1, -1
        elif token.text == ":=":
            if not waiting:
                return at, at + 2
            waiting -= 1
        elif token.text == "where":
            return at, at
        elif token.text == "|" and not matches and not blanked[blanked.rfind("\n", 0, at) + 1 : at].strip():
            return (at, at) if _is_alternative(blanked[at:]) else (-1, -1)
    return len(blanked), -1


def _is_alternative(blanked: str) -> bool:
    """True for a bar with a pattern and an arrow after it, and not for an operator that begins with a bar."""
    operator = blanked[1:2] in ("|", ">")
    return not operator and any(token.text == "=>" and not token.depth for token in tokens(blanked))


def _binders(text: str, blanked: str, start: int, end: int) -> tuple[tuple[Binders, ...], int]:
    """The binder groups from ``start`` on, and the offset of the colon after them (-1: there is none)."""
    found: list[Binders] = []
    at = start
    while at < end:
        character = blanked[at]
        if character.isspace():
            at += 1
        elif character == ":":
            return tuple(found), at
        elif character in OPENING:
            close = _closing(blanked, at, end)
            if close < 0:
                return tuple(found), -1
            found.append(_group(text[at : close + 1], blanked[at : close + 1]))
            at = close + 1
        else:
            named = NAME.match(blanked, at)
            if named is None or named.end() > end:
                return tuple(found), -1
            found.append(Binders(text=named.group(), bracket="", names=(named.group(),), type="", has_default=False))
            at = named.end()
    return tuple(found), -1


def _closing(blanked: str, at: int, end: int) -> int:
    depth = 0
    for i in range(at, end):
        if blanked[i] in OPENING:
            depth += 1
        elif blanked[i] in CLOSING:
            depth -= 1
            if depth == 0:
                return i
    return -1


def _group(text: str, blanked: str) -> Binders:
    inner, inner_blank = text[1:-1], blanked[1:-1]
    colon = default = -1
    for token in tokens(inner_blank):
        if token.depth == 0 and token.text == ":" and colon < 0:
            colon = token.start
        elif token.depth == 0 and token.text == ":=":
            default = token.start
            break
    names_end = colon if colon >= 0 else (default if default >= 0 else len(inner))
    type_end = default if default >= 0 else len(inner)
    if text[0] == "[" and colon < 0:  # an instance without a name
        return Binders(text=text, bracket="[", names=("",), type=inner.strip(), has_default=False)
    names = tuple(found.group() for found in NAME.finditer(inner_blank[:names_end]))
    return Binders(
        text=text,
        bracket=text[0],
        names=names,
        type="" if colon < 0 else inner[colon + 1 : type_end].strip(),
        has_default=default >= 0,
    )


def binders_in(text: str) -> tuple[Binders, ...]:
    """The binder groups of a ``variable`` command, without its keyword."""
    return _binders(text, blank(text), 0, len(text))[0]


def names_in(text: str) -> Iterator[str]:
    """Every name in a piece of Lean text, and of a dotted one its first part."""
    for token in tokens(blank(text, interpolated=True)):
        if NAME.fullmatch(token.text):
            yield token.text
            yield token.text.partition(".")[0]
