"""One request and its record: what is sent, under which key it is kept, what came back.

The key is the sha256 of the request's content and of nothing else: not of the address, not of how the endpoint wants
its parameters named. So an answer is found again wherever it came from, and a changed prompt is a new question.
"""

from __future__ import annotations

import hashlib

from ..core.calls import CallOutcome, Rung
from ..core.record.jsonform import compact
from ..core.value import value

KEY_VERSION = 1
"""Raised when the form of the key changes, or what stands around every prompt (prompts.framing)."""


@value
class Message:
    """``role``: system, user or assistant."""

    role: str
    content: str


@value
class Request:
    """What is asked in one turn. ``turn``: 0 for the question, more for its repairs. ``limit``: tokens that the reply
    may have. ``schema``: the answer's JSON Schema as text; it also stands in the messages."""

    version: int = KEY_VERSION
    prompt: str
    prompt_version: str
    sample: int
    turn: int
    model: str
    temperature: str
    limit: int
    schema: str
    messages: tuple[Message, ...]

    def key(self) -> str:
        """The sha256 of the content, in hex."""
        return hashlib.sha256(compact(self)).hexdigest()


@value
class Reply:
    """What a model said, as it came. ``finish``: the server's finish reason, "" where it gave none. ``refusal``: the
    server's field of that name. Tokens are None where the server did not count."""

    text: str
    finish: str
    refusal: str = ""
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    model: str = ""
    fingerprint: str = ""


@value
class Fault:
    """Why no reply came, in a cassette: the same run again ends in the same way."""

    kind: CallOutcome
    why: str
    hint: str = ""


@value
class Record:
    """A request with what came of it: exactly one of ``reply`` and ``fault``."""

    key: str
    request: Request
    base_url: str
    rung: Rung
    reply: Reply | None
    fault: Fault | None = None
