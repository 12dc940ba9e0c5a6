"""Models that say what a test tells them to: real prompt files are filled, real replies are read, nothing is sent."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pydantic import BaseModel

from proofsieve.core.advice import Difficulty, ErrorType, LocalReview
from proofsieve.core.calls import Call, CallOutcome, ModelSettings, Rung
from proofsieve.core.errors import BudgetSpent
from proofsieve.core.evidence import Branch, Evidence, Kind, Language, Outcome, Strength, make_evidence, make_statement
from proofsieve.core.tree import UnitId
from proofsieve.core.verdict import Status
from proofsieve.prompts.answers import read_answer, schema_of
from proofsieve.prompts.asking import Answered, Failure, Spent
from proofsieve.prompts.prompt_files import load_prompts, render

T = TypeVar("T", bound=BaseModel)

PROMPTS = load_prompts()

PLAIN: dict[str, Any] = {
    "role": "derive",
    "pattern": "same_goal",
    "transition": "fact_derivation",
    "adds": [],
    "premises": [],
    "cites": [],
    "goal": "",
    "announces": "",
    "opens": "none",
    "opens_label": "",
    "opens_split": "",
    "dies": False,
    "ends_before": 0,
    "ends_after": 0,
    "signals": [],
}
"""What a growing model says of a substep that is a plain fact."""


@dataclass(frozen=True)
class Asked:
    """One question as it was sent: ``system`` and ``user`` are what the model sees, without the schema."""

    prompt: str
    system: str
    user: str
    about: str
    stage: str
    sample: int


Reply = str | Mapping[str, Any] | CallOutcome | type[BudgetSpent]
"""The text of a reply, or an object that is written as one; a failure of this kind; or the budget is spent."""
Script = Callable[[Asked], Sequence[Reply]]
"""The replies to one question: the first one, and the one after it was told what is wrong."""


@dataclass
class ScriptedAsking:
    """Answers each prompt by its script. ``asked`` holds all questions so far."""

    scripts: Mapping[str, Script]
    settings: ModelSettings = field(default_factory=lambda: ModelSettings(model="tiny", base_url="http://127.0.0.1/v1"))
    asked: list[Asked] = field(default_factory=list)
    ended: list[Call] = field(default_factory=list)

    @property
    def calls(self) -> tuple[Call, ...]:
        once = {call.key: call for call in self.ended}.values()
        return tuple(sorted(once, key=lambda call: (call.prompt, call.about, call.sample, call.key)))

    def spent(self) -> Spent:
        return Spent()

    def asks_of(self, prompt: str) -> list[Asked]:
        """The questions of one prompt, in the order asked."""
        return [asked for asked in self.asked if asked.prompt == prompt]

    async def ask(
        self,
        prompt: str,
        answer: type[T],
        *,
        about: str = "",
        stage: str = "",
        sample: int = 0,
        check: Callable[[T], Sequence[str]] | None = None,
        **slots: object,
    ) -> Answered[T]:
        file = PROMPTS[prompt]
        assert file.answer == answer.__name__, "the prompt file names another answer"
        schema_of(answer)
        rendered = render(file, slots)
        asked = Asked(prompt, rendered.system, rendered.user, about, stage, sample)
        self.asked.append(asked)
        failure, value, turns = None, None, 0
        for reply in self.scripts[prompt](asked)[:2]:
            turns += 1
            if isinstance(reply, type):
                raise reply("the budget is spent")
            if isinstance(reply, CallOutcome):
                failure = Failure(kind=reply, why="it did not answer")
                break
            text = reply if isinstance(reply, str) else json.dumps(reply)
            reading = read_answer(text, answer, Rung.JSON_SCHEMA, check)
            value = reading.value
            failure = None if value is not None else Failure(kind=reading.kind, why="; ".join(reading.complaints))
            if value is not None:
                break
        call = self._call(asked, file.version, turns, CallOutcome.ANSWERED if failure is None else failure.kind)
        self.ended.append(call)
        return Answered(value=value, failure=failure, call=call)

    def _call(self, asked: Asked, version: str, turns: int, outcome: CallOutcome) -> Call:
        model = self.settings.model_of(asked.stage or asked.prompt)
        content = "\0".join((asked.prompt, model, str(asked.sample), asked.system, asked.user))
        key = hashlib.sha256(content.encode()).hexdigest()
        return Call(
            id=f"c{key[:12]}",
            key=key,
            prompt=asked.prompt,
            prompt_version=version,
            about=asked.about,
            sample=asked.sample,
            model=model,
            base_url=self.settings.base_url,
            rung=Rung.JSON_SCHEMA,
            turns=turns,
            finish="stop",
            prompt_tokens=None,
            completion_tokens=None,
            outcome=outcome,
            answer_sha256="",
        )


def always(*replies: Reply) -> Script:
    """These replies to every question."""
    return lambda asked: replies


def in_turn(*answers: Reply | Sequence[Reply]) -> Script:
    """One answer after the other, the last one again and again; a list holds an answer and its repair."""
    waiting = list(answers)

    def script(asked: Asked) -> Sequence[Reply]:
        found = waiting.pop(0) if len(waiting) > 1 else waiting[0]
        return found if isinstance(found, list) else [found]  # type: ignore[list-item]

    return script


def undecided(unit_id: UnitId) -> LocalReview:
    """A review that leaves a unit open."""
    return LocalReview(
        unit_id=unit_id,
        verdict=Status.UNCERTAIN,
        error_type=ErrorType.NONE,
        reason="",
        should_formalize=True,
        difficulty=Difficulty.EASY,
        by="tiny",
        call="c0",
    )


def calculated(reading: str, outcome: Outcome, *, kind: Kind | None = None, why: str = "") -> Evidence:
    """What the numeric checker says of a claim."""
    return make_evidence(
        make_statement(obligation_id="o004.1", language=Language.NUMERIC, text=reading, provenance="transcribed"),
        Branch.CLAIM,
        checker="numeric",
        checker_version="1",
        outcome=outcome,
        kind=kind,
        strength=None if kind else Strength.EXACT,
        reading=reading,
        why=why,
    )
