"""What should perhaps not leave the machine in an audit: keys, tokens, home folders, e-mail addresses.

A list for a person to look at, before an audit is signed or exported. It finds what has a known shape; that it finds
nothing proves nothing.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Collection, Iterator
from enum import StrEnum
from typing import Any

import orjson

from .audit import Audit
from .record.jsonform import compact
from .value import value

MAX_LEAKS = 1_000


class LeakKind(StrEnum):
    """What it looks like."""

    KEY = "private key"
    TOKEN = "token"  # noqa: S105 - the word for a kind of secret
    HOME = "home folder"
    EMAIL = "e-mail address"


@value
class Leak:
    """Something found: ``where`` in the audit (as "proof.sources[0].text"), ``shown`` what may be shown of it."""

    kind: LeakKind
    where: str
    shown: str


_TOKENS = re.compile(
    r"(?<![A-Za-z0-9_])(?:"
    r"sk-[A-Za-z0-9_-]{16,200}"
    r"|gh[pousr]_[A-Za-z0-9]{20,200}"
    r"|github_pat_[A-Za-z0-9_]{20,200}"
    r"|glpat-[A-Za-z0-9_-]{16,100}"
    r"|xox[abeoprs]-[A-Za-z0-9-]{10,200}"
    r"|(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Z0-9])"
    r"|AIza[A-Za-z0-9_-]{35}"
    r"|(?:hf|npm|gsk|xai|pypi)[_-][A-Za-z0-9_-]{20,300}"
    r"|(?<!-)eyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,2000}\.[A-Za-z0-9_-]{10,2000}"
    r"|[Bb]earer [A-Za-z0-9._~+/=-]{20,2000}"
    r"|(?i:(?:api_?key|secret|password|token)[\"']?[ ]{0,3}[=:][ ]{0,3}[\"']?)[A-Za-z0-9+/_.=-]{20,300}"
    r")"
)
_KEY = re.compile(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-\d")
_HOME = re.compile(
    r"(?<![A-Za-z0-9_.])(?:/(?:home|Users)/(?!Shared(?:/|$))[^\s/\"'<>:;,(){}\[\]$\\]{1,64}"
    r"|/root(?=[/\s\"']|$)|[A-Za-z]:\\{1,2}Users\\{1,2}[^\s\\/\"'<>:]{1,64})"
)
_EMAIL = re.compile(
    r"(?<![A-Za-z0-9._%+-])[A-Za-z0-9_%+-][A-Za-z0-9._%+-]{0,63}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}(?![A-Za-z0-9-])"
)
# Most text holds none of these, and looking for them is a tenth of the work.
_HINT = re.compile(
    r"@|PRIVATE KEY|PuTTY|/home/|/Users/|/root|\\Users\\|sk-|gh[pousr]_|_pat_|glpat-|xox|AKIA|ASIA|AIza|hf[_-]|npm[_-]"
    r"|gsk[_-]|xai[_-]|pypi[_-]|eyJ|earer |(?i:api_?key|secret|password|token)"
)


def find_leaks(audit: Audit, *, meant: Collection[str] = ()) -> tuple[Leak, ...]:
    """What ``audit`` would give away, in the order of its fields, at most ``MAX_LEAKS``.

    E-mail addresses of its reviewers and signers, and those in ``meant``, are meant to be there.
    """
    people = {word.lower() for word in meant}
    people |= {signoff.reviewer.lower() for signoff in audit.signoffs}
    people |= {event.reviewer.lower() for event in audit.review.events}
    found: list[Leak] = []
    seen: set[tuple[LeakKind, str]] = set()
    for where, text in _texts(orjson.loads(compact(audit))):
        for leak, content in _in_text(where, text, people):
            if (leak.kind, content) not in seen:
                seen.add((leak.kind, content))
                found.append(leak)
                if len(found) == MAX_LEAKS:
                    return tuple(found)
    return tuple(found)


def _in_text(where: str, text: str, meant: Collection[str]) -> Iterator[tuple[Leak, str]]:
    if not _HINT.search(text):
        return
    for match in _KEY.finditer(text):
        yield Leak(kind=LeakKind.KEY, where=where, shown=match[0]), match[0]
    for match in _TOKENS.finditer(text):
        yield Leak(kind=LeakKind.TOKEN, where=where, shown=_masked(match[0])), match[0]
    for match in _HOME.finditer(text):
        yield Leak(kind=LeakKind.HOME, where=where, shown=match[0]), match[0]
    for match in _EMAIL.finditer(text):
        if not any(match[0].lower() in person for person in meant):
            yield Leak(kind=LeakKind.EMAIL, where=where, shown=match[0]), match[0].lower()


def _masked(secret: str) -> str:
    """Enough to find it, too little to use it."""
    return f"{secret[:6]}… ({len(secret)} characters)"


def _texts(document: Any) -> Iterator[tuple[str, str]]:
    """Every text in a JSON document with its place, names of fields too where they come from outside; base64 of
    sources as what it holds."""
    waiting: list[tuple[str, Any]] = [("", document)]
    while waiting:
        where, thing = waiting.pop()
        if isinstance(thing, str):
            yield where, _opened(where, thing)
        elif isinstance(thing, list):
            waiting += reversed([(f"{where}[{index}]", item) for index, item in enumerate(thing)])
        elif isinstance(thing, dict):
            waiting += reversed([(f"{where}.{name}".lstrip("."), item) for name, item in thing.items()])


def _opened(where: str, text: str) -> str:
    if not where.endswith(".base64"):
        return text
    try:
        return base64.b64decode(text, validate=True).decode("latin-1")
    except ValueError:
        return text
