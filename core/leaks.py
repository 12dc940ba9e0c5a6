"""What should perhaps not leave the machine in an audit: keys, tokens, home folders, e-mail addresses.

A list for a person to look at, before an audit is signed or exported. It finds what has a known shape; that it finds
nothing proves nothing.
"""

from __future__ import annotations

import base64
import re
from bisect import bisect_right
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


# Keys are random: they hold a digit, and a dozen letters and digits on end. Names as sk-simplicial-complexes do not.
_RANDOM = r"(?=[A-Za-z0-9_-]{0,60}[0-9])(?=[A-Za-z0-9_-]{0,60}[A-Za-z0-9]{12})"
_TOKENS = re.compile(
    r"(?<![A-Za-z0-9_])(?:"
    rf"sk-{_RANDOM}[A-Za-z0-9_-]{{16,200}}"
    rf"|(?:hf_|npm_|gsk_|r8_|xai-|pypi-){_RANDOM}[A-Za-z0-9_-]{{20,300}}"
    r"|[sr]k_(?:live|test)_[A-Za-z0-9]{16,200}"
    r"|ya29\.[A-Za-z0-9_-]{16,300}"
    r"|gh[pousr]_[A-Za-z0-9]{20,200}"
    r"|github_pat_[A-Za-z0-9_]{20,200}"
    r"|glpat-[A-Za-z0-9_-]{16,100}"
    r"|xox[abeoprs]-[A-Za-z0-9-]{10,200}"
    r"|(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Z0-9])"
    r"|AIza[A-Za-z0-9_-]{35}"
    r"|(?<!-)eyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,2000}\.[A-Za-z0-9_-]{10,2000}"
    r"|[Bb]earer [A-Za-z0-9._~+/=-]{20,2000}"
    r"|[Aa]uthorization[\"']?: {0,3}[\"']?Basic [A-Za-z0-9+/]{8,300}={0,2}"
    r")"
    # What is called a secret: as a setting, however the name begins (OPENAI_API_KEY), and in the query of an address.
    r"|(?i:(?:api[_-]?key|(?:access|account)[_-]?key|secret|password|token)[\"']?[ ]{0,3}[=:][ ]{0,3}[\"']?)"
    r"[A-Za-z0-9+/_.=~-]{16,300}"
    r"|(?i:passw(?:or)?d[\"']?[ ]{0,3}[=:][ ]{0,3}[\"']?)(?=[^\s\"']{0,60}[0-9])[^\s\"'<>]{7,300}"
    r"|(?i:[?&;][a-z_-]{0,20}(?:key|token|secret|passw(?:or)?d|sig|signature|auth|credential)=)[^\s\"'<>&#;]{8,300}"
    # A user and a password in an address.
    r"|//[^\s/?#@:\"'<>\[\]]{0,64}:[^\s/?#@\"'<>]{1,200}@(?=[A-Za-z0-9\[])"
)
_KEY = re.compile(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-\d")
_HOME = re.compile(
    r"(?<![A-Za-z0-9_.])(?:(?:/var|/export|/mnt/[a-z]|/cygdrive/[a-z]|/[a-z])?"
    r"/(?:home|Users)/(?!Shared(?:/|$))[^\s/\"'<>:;,(){}\[\]$\\]{1,64}"
    r"|/root(?=[/\s\"']|$)"
    r"|(?:[A-Za-z]:|\\{2}[A-Za-z0-9_.-]{1,64})\\{1,2}Users\\{1,2}[^\s\\/\"'<>:]{1,64})"
    r"|%2[Ff](?:home|Users)%2[Ff][^\s%/\"'<>:]{1,64}"
)
_EMAIL = re.compile(
    r"(?<![A-Za-z0-9._%+-])[A-Za-z0-9_%+-][A-Za-z0-9._%+-]{0,63}@(?:[\w-]{1,63}\.){1,8}[^\W\d_]{2,24}(?![\w-])"
)
_SHORTEST = 6  # "/root/", "a@b.cc"; ids and names of kinds are mostly shorter
# Most text holds none of these, and looking for them is a tenth of the work.
_HINT = re.compile(
    r"@|PRIVATE KEY|PuTTY|/home/|/Users/|/root|\\Users\\|%2[Ff](?:home|Users)|sk-|[sr]k_|ya29|r8_|gh[pousr]_|_pat_"
    r"|glpat-|xox|AKIA|ASIA|AIza|hf_|npm_|gsk_|xai-|pypi-|eyJ|earer |uthorization"
    r"|(?i:key|secret|passw|token|sig=|signature=|auth=|credential)"
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
    if len(text) < _SHORTEST or not _HINT.search(text):
        return
    for match in _KEY.finditer(text):
        yield Leak(kind=LeakKind.KEY, where=where, shown=match[0]), match[0]
    hidden: list[range] = []
    for match in _TOKENS.finditer(text):
        hidden.append(range(*match.span()))
        yield Leak(kind=LeakKind.TOKEN, where=where, shown=_masked(match[0])), match[0]
    for match in _HOME.finditer(text):
        yield Leak(kind=LeakKind.HOME, where=where, shown=match[0]), match[0]
    for match in _EMAIL.finditer(text):
        # The password before an @ is no name of a person, and is not to be shown.
        in_token = hidden and match.start() in _last_before(hidden, match.start())
        if not in_token and not any(match[0].lower() in person for person in meant):
            yield Leak(kind=LeakKind.EMAIL, where=where, shown=match[0]), match[0].lower()


def _last_before(spans: list[range], at: int) -> range:
    """The last of ``spans``, in their order, that begins at or before ``at``; an empty one where none does."""
    index = bisect_right(spans, at, key=lambda span: span.start)
    return spans[index - 1] if index else range(0)


def _masked(secret: str) -> str:
    """Enough to find it, too little to use it."""
    return f"{secret[: min(6, len(secret) // 4)]}… ({len(secret)} characters)"


def _texts(document: Any) -> Iterator[tuple[str, str]]:
    """Every text in a JSON document with its place, names of fields too where they come from outside; base64 of
    sources as what it holds."""
    waiting: list[tuple[str, Any]] = [("", document)]
    names: set[str] = set()
    while waiting:
        where, thing = waiting.pop()
        if isinstance(thing, str):
            yield where, _opened(where, thing)
        elif isinstance(thing, list):
            waiting += reversed([(f"{where}[{index}]", item) for index, item in enumerate(thing)])
        elif isinstance(thing, dict):
            for name in () if names.issuperset(thing) else thing.keys() - names:
                names.add(name)
                yield f"{where} (a name in it)".lstrip(), name
            waiting += reversed([(f"{where}.{name}".lstrip("."), item) for name, item in thing.items()])


def _opened(where: str, text: str) -> str:
    if not where.endswith(".base64"):
        return text
    try:
        return base64.b64decode(text, validate=True).decode("latin-1").replace("\0", "")  # so UTF-16 is read too
    except ValueError:
        return text
