"""Questions to models as an audit records them: which question, of which model, how it ended.

Nothing here depends on whether the answer came from the endpoint, the store or a cassette, so that a replayed run makes
the same audit. What a call said stands in the store, under ``Call.key``.
"""

from __future__ import annotations

from enum import StrEnum

from .value import value


class Rung(StrEnum):
    """How the shape of the answer was asked for, strictest first; servers differ in what they support."""

    JSON_SCHEMA = "json_schema"
    JSON_OBJECT = "json_object"
    JSON_PROMPT = "json_prompt"
    TEXT = "text"


class CallOutcome(StrEnum):
    """How a question ended; every kind but ``answered`` is a failure and says nothing about the proof."""

    ANSWERED = "answered"
    REFUSAL = "refusal"
    LENGTH = "length"
    CONTEXT = "context"
    UNPARSED = "unparsed"
    INVALID = "invalid"
    QUOTA = "quota"
    RATE_LIMIT = "rate_limit"
    ENDPOINT = "endpoint"
    TIMEOUT = "timeout"
    NOT_IN_CASSETTE = "not_in_cassette"
    BUDGET = "budget"


@value
class Call:
    """One question. ``id``: c and the first 12 hex digits of ``key``, which is the sha256 of the question's content.

    ``prompt``: the prompt file's id. ``about``: the unit asked about, or "" ("u003 u007" where two units ask the very
    same). ``sample``: 0 for the first, more for further independent answers to one question. ``base_url``: without
    user, password and query. ``rung``: of the last reply. ``turns``: replies that were used, with repairs. ``finish``:
    the last reply's finish reason, "" where there is none. Tokens are sums over the turns, None where a server did not
    say. ``answer_sha256``: of the last raw reply, "" where there is none.
    """

    id: str
    key: str
    prompt: str
    prompt_version: str
    about: str
    sample: int
    model: str
    base_url: str
    rung: Rung
    turns: int
    finish: str
    prompt_tokens: int | None
    completion_tokens: int | None
    outcome: CallOutcome
    answer_sha256: str


@value
class ModelSettings:
    """Which models a run asks, and how much it may ask; recorded with the audit. It holds no secret.

    ``base_url``: as recorded, without user, password and query. ``stages``: models of single stages as (stage, model).
    ``second``: the second judge's model; "" is the same model, another sample. ``temperature`` (a decimal string) and
    ``max_output`` (tokens of one reply) replace what the prompt files say; "" and 0 leave it. ``context``: the model's
    window in tokens where it is known, else 0. ``max_calls`` and ``max_tokens`` bound what is sent in one run; 0: no
    bound.
    """

    model: str
    base_url: str
    stages: tuple[tuple[str, str], ...] = ()
    second: str = ""
    temperature: str = ""
    max_output: int = 0
    context: int = 0
    max_calls: int = 0
    max_tokens: int = 0

    def model_of(self, stage: str) -> str:
        """The model that a stage asks."""
        if stage == "second" and self.second:
            return self.second
        return dict(self.stages).get(stage, self.model)
