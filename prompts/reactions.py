"""What to do about a request without a reply: adapt the request, wait, give up the question, or stop the run."""

from __future__ import annotations

import re
from dataclasses import replace

from ..core.calls import CallOutcome, Rung
from ..core.text import visible
from ..core.value import value
from .asking import Failure
from .ladder import Abilities, below
from .requests import Request
from .wire import WireFault, WireKind

LONGEST_WAIT = 60.0
"""Seconds; a server that asks for more gets no further try in this run."""

_NAMES_SHAPE = re.compile(r"response_format|json_schema|json_object|structured output|guided|grammar|schema", re.I)
_SHAPE_STATUSES = (400, 404, 415, 422, 500, 501)
# "billing" and "quota" alone stand in the advice of ordinary rate limits as well.
_NO_CREDIT = re.compile(
    r"insufficient_quota|billing_hard_limit|billing_not_active|insufficient[ _]balance|insufficient credit|"
    r"credit balance|out of credit",
    re.I,
)
_CONTEXT = re.compile(
    r"context_length_exceeded|exceed_context_size|maximum context length|context (?:size|length|window)|"
    r"prompt is too long|too many (?:input )?tokens",
    re.I,
)
_PASSING = (408, 409, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529)
_OPTIONAL = ("temperature", "stream_options")


@value
class Adapt:
    """Ask at once again, in a way that this endpoint takes."""

    abilities: Abilities


@value
class Wait:
    """Ask again later, or give up with ``failure`` after the last try. ``seconds``: what the server asked for, or None.
    ``everybody``: other questions wait too. ``tries``: further ones at most."""

    seconds: float | None
    failure: Failure
    everybody: bool = False
    tries: int = 1_000


@value
class GiveUp:
    """This question has no answer; others may."""

    failure: Failure


@value
class Stop:
    """No question would be answered: the run ends."""

    failure: Failure


Reaction = Adapt | Wait | GiveUp | Stop


def react(fault: WireFault, request: Request, abilities: Abilities, base_url: str) -> Reaction:
    """What to do about ``fault``, which came of ``request`` as it was sent with ``abilities``."""
    match fault.kind:
        case WireKind.TIMEOUT:
            hint = "a longer --timeout, or [endpoint] timeout in the settings, gives the model more time"
            return Wait(seconds=None, failure=_failure(CallOutcome.TIMEOUT, fault.message, hint), tries=1)
        case WireKind.UNREACHABLE:
            why = f"nobody answers at {base_url}: {_words(fault.message)}"
            return Wait(seconds=None, failure=_failure(CallOutcome.ENDPOINT, why, "is the server running?"))
        case WireKind.NOT_AN_ENDPOINT:
            hint = "the address of an endpoint mostly ends in /v1"
            return Stop(failure=_failure(CallOutcome.ENDPOINT, f"{base_url}: {fault.message}", hint))
        case WireKind.SET_UP:
            hint = (
                "see the proxies, SSL_CERT_FILE and OPENAI_ORG_ID in the environment; SOCKS needs the package socksio"
            )
            return Stop(failure=_failure(CallOutcome.ENDPOINT, f"{base_url}: {fault.message}", hint))
        case WireKind.TOO_LARGE:
            return GiveUp(failure=_failure(CallOutcome.ENDPOINT, fault.message))
        case WireKind.BROKEN:
            return Wait(seconds=None, failure=_failure(CallOutcome.ENDPOINT, fault.message))
        case WireKind.STATUS:
            return _of_status(fault, request, abilities, base_url)


def _of_status(fault: WireFault, request: Request, abilities: Abilities, base_url: str) -> Reaction:
    said = f"{fault.code} {fault.message}"
    status = fault.status
    told = f"status {status}" + (f": {_words(fault.message)}" if fault.message else "")
    if status == 402 or (status in (400, 403, 429) and _NO_CREDIT.search(said)):
        hint = "add credit, or ask another endpoint; what was answered is kept"
        return Stop(failure=_failure(CallOutcome.QUOTA, f"{base_url} gives no more credit ({told})", hint))
    if status in (401, 403):
        hint = "set OPENAI_API_KEY to a key that this endpoint and model take"
        return Stop(failure=_failure(CallOutcome.ENDPOINT, f"{base_url} refuses the key ({told})", hint))
    if _CONTEXT.search(said) and status in (400, 413, 422, 500):
        return GiveUp(failure=context_failure(told))
    adapted = _adapted(status, said, abilities)
    if adapted is not None:
        return Adapt(abilities=adapted)
    if status == 404:
        hint = "check --base-url (it mostly ends in /v1) and --model"
        why = f"{base_url} knows no such address or model {visible(request.model, one_line=True)!r} ({told})"
        return Stop(failure=_failure(CallOutcome.ENDPOINT, why, hint))
    if status == 400 and "content_filter" in fault.code:
        return GiveUp(failure=_failure(CallOutcome.REFUSAL, f"the endpoint's filter refuses the question ({told})"))
    kind = CallOutcome.RATE_LIMIT if status == 429 else CallOutcome.ENDPOINT
    failure = _failure(kind, f"the endpoint answers with {told}")
    if status not in _PASSING:
        return GiveUp(failure=failure)
    if fault.retry_after is not None and fault.retry_after > LONGEST_WAIT:
        why = f"{failure.why}; it asks to wait {fault.retry_after:.0f} s"
        return GiveUp(failure=_failure(kind, why, "go on later: what was answered is kept"))
    return Wait(seconds=fault.retry_after, failure=failure, everybody=status in (429, 503, 529))


def _adapted(status: int, said: str, abilities: Abilities) -> Abilities | None:
    """The abilities without the one that a refusal names, or None where it names none."""
    if status in (400, 422):
        if not abilities.renamed and ("max_completion_tokens" in said or _refuses("max_tokens", said)):
            return replace(abilities, renamed=True)
        for name in _OPTIONAL:
            if name in said and name not in abilities.left_out:
                return replace(abilities, left_out=(*abilities.left_out, name))
    rung = below(abilities.rung)
    if abilities.rung is not Rung.TEXT and rung is not None and status in _SHAPE_STATUSES and _NAMES_SHAPE.search(said):
        return replace(abilities, rung=rung)
    return None


def _refuses(name: str, said: str) -> bool:
    return (
        name in said and re.search(r"unsupported|not supported|unrecognized|unknown|unexpected", said, re.I) is not None
    )


def context_failure(told: str) -> Failure:
    """The question (with its answer) does not fit into the model's window."""
    return _failure(
        CallOutcome.CONTEXT,
        f"the model's context window is full ({told})",
        "a model or server with a larger context is needed, or a smaller max_output if that takes most of it",
    )


def _failure(kind: CallOutcome, why: str, hint: str = "") -> Failure:
    return Failure(kind=kind, why=why, hint=hint)


def _words(text: str) -> str:
    """A server's words as they may be shown in one line."""
    line = " ".join(visible(text, one_line=True).split())
    return line if len(line) <= 300 else f"{line[:299]}…"
