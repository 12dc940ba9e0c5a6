"""From a reply to a validated answer, or to complaints that a model can act on."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, Literal, TypeVar, get_args, get_origin

from pydantic import BaseModel, ValidationError

from ..core.calls import CallOutcome, Rung
from .extraction import NotRead, closed_word, damaged, read_object

T = TypeVar("T", bound=BaseModel)

_MAX_COMPLAINTS = 12
_MAX_COMPLAINT = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading(Generic[T]):
    """``value``, or why there is none: ``kind`` (unparsed, invalid) and complaints. ``shapeless``: the reply is not of
    the shape that was asked for, so that a server which promised to enforce it does not."""

    value: T | None
    kind: CallOutcome = CallOutcome.ANSWERED
    complaints: tuple[str, ...] = ()
    shapeless: bool = False


def read_answer(
    text: str, answer: type[T], rung: Rung, check: Callable[[T], Sequence[str]] | None = None
) -> Reading[T]:
    """Read ``text`` as an ``answer``. Nothing is converted: "high" is no number, and neither is 85.5 or "85"."""
    try:
        found = _word_answer(text, answer) if rung is Rung.TEXT else None
        if found is None:
            found = read_object(text)
    except NotRead as error:
        return Reading(value=None, kind=CallOutcome.UNPARSED, complaints=(str(error),), shapeless=True)
    complaints = damaged(found)
    if complaints:
        return _invalid(complaints, shapeless=False)
    try:
        value = answer.model_validate_json(json.dumps(found), strict=True)
    except ValidationError as error:
        return _invalid(_in_words(error), shapeless=True)
    complaints = list(check(value)) if check is not None else []
    return _invalid(complaints, shapeless=False) if complaints else Reading(value=value)


@cache
def schema_of(answer: type[BaseModel]) -> str:
    """The JSON Schema of an answer as compact text, in the form that strict endpoints demand: every field required,
    none besides. Raises TypeError for a model that is not strict or takes extra fields: it would accept what the
    schema forbids."""
    if answer.model_config.get("extra") != "forbid" or not answer.model_config.get("strict"):
        raise TypeError(f"{answer.__name__} needs model_config = ConfigDict(strict=True, extra='forbid')")
    schema = _strict(answer.model_json_schema())
    return json.dumps(schema, ensure_ascii=False, separators=(",", ":"))


def _strict(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_strict(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    # Field names may be called "title" too: only a text under it is the schema's own.
    strict = {
        key: _strict(value)
        for key, value in schema.items()
        if key != "default" and not (key == "title" and isinstance(value, str))
    }
    if strict.get("type") == "object" and isinstance(strict.get("properties"), dict):
        strict["required"] = list(strict["properties"])
        strict["additionalProperties"] = False
    return strict


def _word_answer(text: str, answer: type[BaseModel]) -> dict[str, Any] | None:
    """A reply of one word, where the answer is one field with a closed set of values and the word is one of them."""
    if len(answer.model_fields) != 1:
        return None
    ((name, field),) = answer.model_fields.items()
    if get_origin(field.annotation) is not Literal:
        return None
    word = closed_word(text, {str(value).lower(): str(value) for value in get_args(field.annotation)})
    return {name: word} if word is not None else None


def _in_words(error: ValidationError) -> list[str]:
    found = error.errors(include_url=False, include_context=False, include_input=False)
    return [f"{'.'.join(str(part) for part in item['loc']) or 'the answer'}: {item['msg']}" for item in found]


def _invalid(complaints: Sequence[str], *, shapeless: bool) -> Reading[Any]:
    kept = [complaint[:_MAX_COMPLAINT] for complaint in complaints[:_MAX_COMPLAINTS]]
    if len(complaints) > len(kept):
        kept.append(f"and {len(complaints) - len(kept)} more")
    return Reading(value=None, kind=CallOutcome.INVALID, complaints=tuple(kept), shapeless=shapeless)
