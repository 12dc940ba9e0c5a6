"""allowed_signers files (ssh-keygen(1), "ALLOWED SIGNERS"): which key may sign as whom, for what, and when.

A line that is not understood allows nobody; it is told and left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from ..record.strictjson import shown
from ..value import value
from .keys import PublicKey, check_certificate, key_of_line
from .wire import BadSignature

MAX_BYTES = 4 * 2**20
_MAX_LINES = 20_000
_MAX_LINE = 32 * 1024
_FOREVER = 2**64 - 1

_OPTION = re.compile(r'([A-Za-z-]+)(?:="((?:[^"\\]|\\.)*)")?(,|(?=[ \t])|$)')
_TIME = re.compile(r"(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d)?)?(Z?)", re.ASCII)


@value
class AllowedLine:
    """One line: ``patterns`` of identities, the key (that of an ``authority`` for its certificates), the namespaces
    ("" for all), and from when to when."""

    number: int
    patterns: str
    key: PublicKey
    authority: bool = False
    namespaces: str = ""
    after: datetime | None = None
    before: datetime | None = None


@value
class AllowedSigners:
    """A file of allowed signers as read; ``left_out`` says which lines were not understood, and why."""

    where: str
    lines: tuple[AllowedLine, ...]
    left_out: tuple[str, ...] = ()


@value
class Grant:
    """That an identity may sign with a key: by the line ``number``, whose ``pattern`` matched it."""

    number: int
    pattern: str


@value
class Refusal:
    """Why an identity may not sign with a key. ``as_another``: it may sign as somebody else."""

    why: str
    as_another: bool = False


@value
class Bearer:
    """Who has signed, as what they call themselves, with the key (and its certificate) that did."""

    identity: str
    key: PublicKey


def read_allowed(raw: bytes, *, where: str) -> AllowedSigners:
    """The lines of an allowed_signers file. Raises BadSignature only where it is none as a whole."""
    if len(raw) > MAX_BYTES:
        raise BadSignature(f"the file has {len(raw):,} bytes; at most {MAX_BYTES:,} are read")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise BadSignature("the file is not UTF-8") from None
    lines: list[AllowedLine] = []
    left_out: list[str] = []
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), start=1):
        if number > _MAX_LINES:
            raise BadSignature(f"the file has more than {_MAX_LINES:,} lines")
        stripped = line.strip(" \t")
        if not stripped or stripped.startswith("#"):
            continue
        try:
            lines.append(_read_line(stripped, number))
        except BadSignature as fault:
            left_out.append(f"line {number}: {fault}")
    return AllowedSigners(where=where, lines=tuple(lines), left_out=tuple(left_out))


def may_sign(
    allowed: AllowedSigners, identity: str, key: PublicKey, namespace: str, times: tuple[datetime, ...]
) -> Grant | Refusal:
    """Whether ``identity`` may sign with ``key`` for ``namespace`` at all of ``times`` (UTC): by the first line that
    says so, as ssh-keygen does it; else the reason that comes nearest."""
    elsewhere: list[str] = []
    near: list[str] = []
    for line in allowed.lines:
        certified = line.authority and key.certificate is not None and _same(key.certificate.authority, line.key)
        if not certified and (line.authority or not _same(line.key, key)):
            continue
        pattern = matching(identity, line.patterns)
        if pattern is None:
            elsewhere.append(line.patterns)
            continue
        fault = _line_fault(line, namespace, times)
        if fault is None and certified:
            fault = _certificate_fault(key, identity, times)
        if fault is None:
            return Grant(number=line.number, pattern=pattern)
        near.append(f"line {line.number}: {fault}")
    if near:
        return Refusal(why="; ".join(near[:3]))
    if elsewhere:
        named = " or ".join(shown(patterns) for patterns in elsewhere[:3])
        return Refusal(why=f"this key may sign as {named}, not as this", as_another=True)
    return Refusal(why=f"this key is on no line of {allowed.where}: an unknown key")


def persons(
    allowed: AllowedSigners, bearers: Sequence[Bearer], namespace: str, time: datetime
) -> list[tuple[str, ...]]:
    """The identities of ``bearers`` in groups that the list tells apart.

    Two are in one group where each key may sign as the other identity too, as two keys of *@example.org may: then
    nothing says that they are two persons.
    """
    keys = {bearer.key.blob for bearer in bearers}
    keys |= {one.key.certificate.authority.blob for one in bearers if one.key.certificate is not None}
    # The list may be long, and every pair of bearers asks it.
    concerned = replace(allowed, lines=tuple(line for line in allowed.lines if line.key.blob in keys))

    def may(bearer: Bearer, identity: str) -> bool:
        return isinstance(may_sign(concerned, identity, bearer.key, namespace, (time,)), Grant)

    groups: list[list[Bearer]] = []
    for one in bearers:
        same = [
            group for group in groups if any(may(one, other.identity) and may(other, one.identity) for other in group)
        ]
        groups = [group for group in groups if group not in same]
        groups.append([bearer for group in same for bearer in group] + [one])
    return [tuple(bearer.identity for bearer in group) for group in groups]


def matching(name: str, patterns: str) -> str | None:
    """The first of the comma-separated ``patterns`` (* and ?, ! before one excludes) that matches ``name``."""
    found: str | None = None
    for pattern in patterns.split(","):
        if pattern.startswith("!"):
            if _matches(name, pattern[1:]):
                return None
        elif found is None and _matches(name, pattern):
            found = pattern
    return found


def _same(one: PublicKey, other: PublicKey) -> bool:
    return one.blob == other.blob


def _matches(name: str, pattern: str) -> bool:
    """Without backtracking beyond the last star: time is bounded by the product of the lengths."""
    at = p = 0
    star, mark = -1, 0
    while at < len(name):
        if p < len(pattern) and pattern[p] == "*":
            star, mark = p, at
            p += 1
        elif p < len(pattern) and pattern[p] in ("?", name[at]):
            at += 1
            p += 1
        elif star >= 0:
            mark += 1
            p, at = star + 1, mark
        else:
            return False
    return all(char == "*" for char in pattern[p:])


def _line_fault(line: AllowedLine, namespace: str, times: tuple[datetime, ...]) -> str | None:
    if line.namespaces and matching(namespace, line.namespaces) is None:
        return f"the key may sign for {shown(line.namespaces)}, not for {namespace}"
    for time in times:
        if line.after is not None and time < line.after:
            return f"the key is valid only from {_told(line.after)}, not at {_told(time)}"
        if line.before is not None and time > line.before:
            return f"the key was valid only until {_told(line.before)}, not at {_told(time)}"
    return None


def _certificate_fault(key: PublicKey, identity: str, times: tuple[datetime, ...]) -> str | None:
    certificate = key.certificate
    assert certificate is not None
    try:
        check_certificate(key)
    except BadSignature as fault:
        return str(fault)
    if identity not in certificate.principals:
        named = ", ".join(certificate.principals[:5])
        return f"the certificate is for {shown(named)}, not for this identity"
    for time in times:
        seconds = int(time.timestamp())
        if seconds < certificate.after or (certificate.before != _FOREVER and seconds >= certificate.before):
            return f"the certificate was not valid at {_told(time)}"
    return None


def _read_line(line: str, number: int) -> AllowedLine:
    if len(line) > _MAX_LINE:
        raise BadSignature(f"longer than {_MAX_LINE:,} characters")
    if line.startswith('"'):
        patterns, quote, rest = line[1:].partition('"')
        if not quote:
            raise BadSignature("the quoted identities do not end")
    else:
        patterns, *more = re.split(r"[ \t]+", line, maxsplit=1)
        rest = more[0] if more else ""
    rest = rest.strip(" \t")
    if not patterns or not rest:
        raise BadSignature("an identity, then a key, is expected")
    options: dict[str, str | None] = {}
    if not _begins_with_key(rest):
        options, rest = _read_options(rest)
    authority = "cert-authority" in options
    return AllowedLine(
        number=number,
        patterns=patterns,
        key=_plain_key(rest),
        authority=authority,
        namespaces=options.get("namespaces") or "",
        after=_read_time(options["valid-after"]) if "valid-after" in options else None,
        before=_read_time(options["valid-before"]) if "valid-before" in options else None,
    )


def _begins_with_key(rest: str) -> bool:
    return rest.startswith(("ssh-", "ecdsa-", "sk-"))


def _plain_key(rest: str) -> PublicKey:
    key = key_of_line(rest)
    if key.certificate is not None:
        raise BadSignature("a certificate stands where a key belongs")
    return key


def _read_options(rest: str) -> tuple[dict[str, str | None], str]:
    options: dict[str, str | None] = {}
    at = 0
    while True:
        found = _OPTION.match(rest, at)
        if found is None:
            raise BadSignature(f"the options are not understood at {shown(rest[at : at + 40])}")
        name, given = found[1].lower(), found[2]
        if name not in ("cert-authority", "namespaces", "valid-after", "valid-before"):
            raise BadSignature(f"the option {shown(found[1])} is not known")
        if (given is None) != (name == "cert-authority") or name in options or given == "":
            raise BadSignature(f"the option {name} is given twice, or without what it needs")
        options[name] = None if given is None else re.sub(r'\\"', '"', given)
        at = found.end()
        if found[3] != ",":
            return options, rest[at:].strip(" \t")


def _read_time(text: str | None) -> datetime:
    found = _TIME.fullmatch(text or "")
    if found is None:
        raise BadSignature(f"{shown(text or '')} is no time (as 20260131, 202601310930 or 20260131093000, Z for UTC)")
    year, month, day, hour, minute, second, zone = found.groups()
    try:
        time = datetime(  # noqa: DTZ001 - the local time zone is meant where there is no Z
            int(year), int(month), int(day), int(hour or 0), int(minute or 0), int(second or 0)
        )
        return time.replace(tzinfo=UTC) if zone else time.astimezone(UTC)
    except (ValueError, OverflowError, OSError):
        raise BadSignature(f"{shown(text or '')} is no time") from None


def _told(time: datetime) -> str:
    return time.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
