"""What a model at an endpoint can do, learnt from what it refuses: the ladder of answer shapes, and parameters."""

from __future__ import annotations

import json
from typing import Any

from ..core.calls import Rung
from ..core.value import value
from .requests import Request

_ORDER = tuple(Rung)


@value
class Abilities:
    """``rung``: the strictest shape that works. ``renamed``: the limit is called max_completion_tokens. ``left_out``:
    optional parameters that the endpoint refuses."""

    rung: Rung = Rung.JSON_SCHEMA
    renamed: bool = False
    left_out: tuple[str, ...] = ()


def below(rung: Rung) -> Rung | None:
    """The next rung down, or None at the lowest."""
    at = _ORDER.index(rung) + 1
    return _ORDER[at] if at < len(_ORDER) else None


def lower(first: Rung, second: Rung) -> Rung:
    """The lower of two rungs."""
    return max(first, second, key=_ORDER.index)


def body(request: Request, abilities: Abilities, *, stream: bool) -> dict[str, Any]:
    """The parameters of one HTTP request, for the client's ``create``."""
    found: dict[str, Any] = {
        "model": request.model,
        "messages": [{"role": message.role, "content": message.content} for message in request.messages],
        "max_completion_tokens" if abilities.renamed else "max_tokens": request.limit,
    }
    if request.temperature:
        found["temperature"] = float(request.temperature)
    if stream:
        found["stream"] = True
        found["stream_options"] = {"include_usage": True}
    shape = _shape(request, abilities.rung)
    if shape is not None:
        found["response_format"] = shape
    for name in abilities.left_out:
        found.pop(name, None)
    return found


def _shape(request: Request, rung: Rung) -> dict[str, Any] | None:
    match rung:
        case Rung.JSON_SCHEMA:
            schema = {"name": request.prompt.replace(".", "_"), "strict": True, "schema": json.loads(request.schema)}
            return {"type": "json_schema", "json_schema": schema}
        case Rung.JSON_OBJECT:
            return {"type": "json_object", "schema": json.loads(request.schema)}
        case Rung.JSON_PROMPT:
            return {"type": "json_object"}
        case Rung.TEXT:
            return None
