"""What an endpoint sent, read with bounds: a completion in one piece or in pieces, or the fault that it is.

Servers answer 200 with web pages, cut JSON, no choices, no content and no usage; each is told apart here, because each
needs another reaction. Nothing here decides what a reply is worth.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from enum import StrEnum
from typing import Any

from .requests import Reply

MAX_BODY = 2 * 2**20
"""Bytes of a reply; a model that says more has lost itself."""

MAX_STREAM = 32 * MAX_BODY
"""Bytes of a reply in pieces: each piece comes with some 200 bytes around it."""

MAX_EVENTS = 500_000
"""Pieces of a reply; more of them, empty ones, would keep this machine busy for nothing."""

_MAX_NAME = 200

MAX_TOKENS = 10**9
"""Tokens of one reply; what is more counts as not counted, so that a sum stays a number that a file can hold."""


class WireKind(StrEnum):
    """What went wrong between here and the model."""

    STATUS = "status"
    TIMEOUT = "timeout"
    UNREACHABLE = "unreachable"
    BROKEN = "broken"
    NOT_AN_ENDPOINT = "not_an_endpoint"
    TOO_LARGE = "too_large"
    SET_UP = "set_up"


class WireFault(Exception):
    """A request without a reply. ``status`` is 0 where none came; ``code`` and ``message`` are the server's own words
    (``code`` joins its code and type); ``retry_after`` in seconds, None where it is not given."""

    def __init__(
        self, kind: WireKind, message: str, *, status: int = 0, code: str = "", retry_after: float | None = None
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.status = status
        self.code = code
        self.retry_after = retry_after


async def bounded(chunks: AsyncIterator[bytes], limit: int) -> bytes:
    """All bytes of a body. Raises WireFault where it has more than ``limit``."""
    parts = bytearray()
    async for chunk in chunks:
        parts += chunk
        if len(parts) > limit:
            raise WireFault(WireKind.TOO_LARGE, f"the reply has more than {limit:,} bytes")
    return bytes(parts)


def read_completion(raw: bytes, content_type: str) -> Reply:
    """The reply in the body of a status 200. Raises WireFault."""
    document = _document(raw, content_type)
    choice = _first_choice(document)
    message = choice.get("message")
    if not isinstance(message, dict):
        raise WireFault(WireKind.BROKEN, "the reply's choice has no message")
    return _reply(document, _content(message.get("content")), _text(message.get("refusal")), choice)


async def read_stream(chunks: AsyncIterator[bytes]) -> Reply:
    """The reply that comes in pieces (server-sent events). Raises WireFault, also where the stream ends before the
    model did."""
    content: list[str] = []
    refusal: list[str] = []
    size = count = 0
    last: dict[str, Any] = {}
    seen: dict[str, Any] = {}
    ended = False
    async for event in _events(chunks):
        if event == "[DONE]":
            ended = True
            break
        count += 1
        if count > MAX_EVENTS:
            raise WireFault(WireKind.TOO_LARGE, f"the reply has more than {MAX_EVENTS:,} pieces")
        document = _document(event.encode(), "application/json")
        seen.update({name: document[name] for name in ("model", "system_fingerprint") if document.get(name)})
        if isinstance(document.get("usage"), dict):
            seen["usage"] = document["usage"]
        choices = document.get("choices")
        if not choices:
            continue  # the piece that holds the usage
        choice = _first_choice(document)
        delta = choice.get("delta")
        if isinstance(delta, dict):
            content.append(_content(delta.get("content")))
            refusal.append(_text(delta.get("refusal")))
            size += len(content[-1]) + len(refusal[-1])
        if size > MAX_BODY:
            raise WireFault(WireKind.TOO_LARGE, f"the reply has more than {MAX_BODY:,} characters")
        if choice.get("finish_reason"):
            last = choice
    if not last and not (ended and any(content)):
        raise WireFault(WireKind.BROKEN, "the stream ended in the middle of the reply")
    return _reply(seen, "".join(content), "".join(refusal), last)


def status_fault(status: int, raw: bytes, headers: Mapping[str, str]) -> WireFault:
    """The fault of a response that is no success, in the server's own words where it has any."""
    code, message = "", ""
    try:
        document = json.loads(raw)
    except (ValueError, RecursionError):
        document = None
    if isinstance(document, dict):
        code, message = _error_words(document)
    if not message:
        text = raw.decode("utf-8", "replace").strip()
        message = "" if text.startswith("<") else text[:500]
    return WireFault(
        WireKind.STATUS,
        message[:1_000],
        status=status,
        code=code[:_MAX_NAME],
        retry_after=_seconds(headers.get("retry-after", "")),
    )


async def _events(chunks: AsyncIterator[bytes]) -> AsyncIterator[str]:
    """The data of each server-sent event; comments and other fields are passed over."""
    rest = bytearray()
    total = 0
    async for chunk in chunks:
        total += len(chunk)
        rest += chunk
        if total > MAX_STREAM or len(rest) > MAX_BODY:
            raise WireFault(WireKind.TOO_LARGE, f"the stream has more than {MAX_STREAM:,} bytes, or a line too long")
        if b"\n" not in chunk:
            continue  # a long line in tiny pieces is not looked through again for each of them
        *lines, rest = rest.split(b"\n")
        for line in lines:
            if line.startswith(b"data:"):
                yield line[5:].strip().decode("utf-8", "replace")
    if rest.startswith(b"data:"):
        yield rest[5:].strip().decode("utf-8", "replace")


def _document(raw: bytes, content_type: str) -> dict[str, Any]:
    if "text/html" in content_type or raw.lstrip()[:1] == b"<":
        raise WireFault(WireKind.NOT_AN_ENDPOINT, "the address answers with a web page")
    try:
        document = json.loads(raw)
    except (ValueError, RecursionError):
        raise WireFault(WireKind.BROKEN, "the endpoint's reply is cut or no JSON") from None
    if not isinstance(document, dict):
        raise WireFault(WireKind.NOT_AN_ENDPOINT, "the address answers with JSON that is no completion")
    if "error" in document and not document.get("choices"):
        # Gateways pass an error of the server behind them on as a success.
        code, message = _error_words(document)
        inner = document["error"].get("code") if isinstance(document["error"], dict) else None
        status = inner if isinstance(inner, int) and 400 <= inner < 600 else 500
        raise WireFault(WireKind.STATUS, message[:1_000], status=status, code=code[:_MAX_NAME])
    return document


def _first_choice(document: dict[str, Any]) -> dict[str, Any]:
    choices = document.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        raise WireFault(WireKind.BROKEN, "the endpoint's reply holds no choice")
    first: dict[str, Any] = choices[0]
    return first


def _reply(document: dict[str, Any], text: str, refusal: str, choice: dict[str, Any]) -> Reply:
    usage = document.get("usage")
    usage = usage if isinstance(usage, dict) else {}
    return Reply(
        text=_unicode(text),
        finish=_unicode(_text(choice.get("finish_reason")))[:_MAX_NAME],
        refusal=_unicode(refusal),
        prompt_tokens=_count(usage.get("prompt_tokens")),
        completion_tokens=_count(usage.get("completion_tokens")),
        model=_name(_unicode(_text(document.get("model"))))[:_MAX_NAME],
        fingerprint=_unicode(_text(document.get("system_fingerprint")))[:_MAX_NAME],
    )


def _content(found: object) -> str:
    """The text of a message: a string, nothing, or parts of which the texts count."""
    if isinstance(found, list):
        return "".join(_text(part.get("text")) for part in found if isinstance(part, dict))
    return _text(found)


def _error_words(document: dict[str, Any]) -> tuple[str, str]:
    """Code and message of an error in the forms that servers use: {"error": {…}}, {"error": "…"}, {"message": …}."""
    error = document.get("error", document)
    if isinstance(error, str):
        return "", error
    if not isinstance(error, dict):
        return "", ""
    code = " ".join(str(error[name]) for name in ("code", "type") if isinstance(error.get(name), str | int))
    return code, _text(error.get("message") or error.get("detail"))


def _name(model: str) -> str:
    """Local servers name the model by its file; the folders before it are nobody's business."""
    return model.replace("\\", "/").rsplit("/", 1)[1] if model.startswith("/") or model[1:3] == ":\\" else model


def _text(found: object) -> str:
    return found if isinstance(found, str) else ""


def _unicode(text: str) -> str:
    """Without lone surrogates, which JSON escapes can make and no file can hold."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _count(found: object) -> int | None:
    return found if type(found) is int and 0 <= found <= MAX_TOKENS else None


def _seconds(text: str) -> float | None:
    """A Retry-After in seconds; as a date it is not read."""
    try:
        seconds = float(text)
    except ValueError:
        return None
    return seconds if 0 <= seconds < 10**9 else None
