"""Where models are asked: the address, the key, and how patiently. Nothing of it but the address is ever recorded."""

from __future__ import annotations

import ipaddress
from dataclasses import field
from typing import NoReturn
from urllib.parse import parse_qsl, urlsplit, urlunsplit

from ..core.errors import UsageError
from ..core.text import visible
from ..core.value import value

OPENAI = "https://api.openai.com/v1"

CONNECT_SECONDS = 5
"""Somebody answers the door at once or is not there; only the answer itself may take long."""


class Key:
    """A secret that shows itself to nobody but ``reveal``: not in a repr, not in a traceback's values, not pickled."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        """The key itself, for the request's header only."""
        return self._text

    def __repr__(self) -> str:
        return "Key(hidden)"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a key is not written anywhere")


@value
class Address:
    """An endpoint's address. ``base``: what requests go to; ``query``: parameters that each of them carries; they may
    hold a secret and are not recorded. ``recorded`` is what audits, the store and messages show."""

    base: str
    query: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    loopback: bool
    encrypted: bool

    @property
    def recorded(self) -> str:
        return self.base


@value
class Endpoint:
    """How an endpoint is asked. ``timeout``: seconds for one whole answer. ``concurrency``: questions in flight at
    once. ``stream``: receive the answer in pieces, which keeps proxies awake during long ones. ``retries``: further
    tries of one request after a passing failure."""

    address: Address
    key: Key | None = field(default=None, repr=False)
    timeout: float = 600.0
    concurrency: int = 4
    stream: bool = False
    retries: int = 4


def read_address(text: str, *, where: str = "--base-url") -> Address:
    """The address in ``text``, as of http://127.0.0.1:8080/v1. ``where`` names the flag or field in errors.

    Raises UsageError for another scheme than http and https, a user or password, a fragment, or no host.
    """
    shown = _without_secrets(visible(text[:200], one_line=True))
    if len(text) > 2_000 or any(char <= " " or char == "\x7f" for char in text):
        raise UsageError(f"{shown!r} is no address: it holds white space or is very long", where=where)
    try:
        parts = urlsplit(text)
        host, port = parts.hostname, parts.port
    except ValueError:  # its words would quote what stands where a port should, which may be a password
        raise UsageError("this is no address: its host or port cannot be read", where=where) from None
    if "@" in parts.netloc:
        raise UsageError(
            "the address holds a user or password", where=where, hint="put the key into OPENAI_API_KEY instead"
        )
    if parts.scheme not in ("http", "https") or not host:
        raise UsageError(
            f"{shown!r} is no address of an endpoint",
            where=where,
            hint="it looks like http://127.0.0.1:8080/v1",
        )
    if parts.fragment:
        raise UsageError("the address holds a fragment (#…)", where=where)
    netloc = f"[{host}]" if ":" in host else host
    if port is not None:
        netloc += f":{port}"
    return Address(
        base=urlunsplit((parts.scheme, netloc, parts.path.rstrip("/"), "", "")),
        query=tuple(parse_qsl(parts.query, keep_blank_values=True)),
        loopback=_is_loopback(host),
        encrypted=parts.scheme == "https",
    )


def leaving(address: Address, model: str) -> str:
    """What a person is told before the first question to an endpoint that is not this machine; "" for one that is."""
    if address.loopback:
        return ""
    sentence = (
        f"The text of the proof, its problem and what was derived from them go to {address.recorded} "
        f"(model {visible(model, one_line=True)}); nothing else of this machine does."
    )
    if not address.encrypted:
        sentence += " The address is http: everything, the key too, travels unencrypted."
    return sentence


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False  # a name: whatever it resolves to, it is not promised to stay here


def _without_secrets(shown: str) -> str:
    """An address without query, and without whoever stands before its host."""
    shown = shown.partition("?")[0]
    return f"…@{shown.rpartition('@')[2]}" if "@" in shown else shown
