"""Which endpoint and models a run asks: flags win over the environment, and that over the user's settings file.

The file is ``proofsieve/config.toml`` in the user's folder of settings. It holds no key: files are backed up, synced
and shown to others. Everything in it is checked, so that a misspelt limit never silently means "no limit".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from ..core.calls import ModelSettings
from ..core.config import read_settings_file, unknown
from ..core.errors import UsageError
from ..core.value import value
from .endpoint import OPENAI, Endpoint, Key, read_address

STAGES = (
    *("decompose", "grow", "conventions", "word", "scan", "review", "second", "state", "judge"),
    *("compare", "back-translate", "prove", "conclude"),
)
"""What a model of its own can be chosen for; ``second`` is the second judge."""

_KEY_NAMES = re.compile(r"(^|_)(api_?key|key|token|secret|password|authorization|bearer)$", re.IGNORECASE)
_KEY_SHAPE = re.compile(r"^(sk|gsk|xai|hf|key)[-_][A-Za-z0-9_-]{12,}$|^Bearer ", re.IGNORECASE)
_ENVIRONMENT_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,100}\Z")
_DECIMAL = re.compile(r"[0-2](\.[0-9]{1,3})?\Z")
_ADVICE = "put it into the environment: OPENAI_API_KEY, or another name that [endpoint] api_key_env gives"


@value
class Wishes:
    """What flags, environment or file say; None is nothing. Names as in the file; ``models`` by stage."""

    base_url: str | None = None
    model: str | None = None
    api_key_env: str | None = None
    timeout: float | None = None
    concurrency: int | None = None
    stream: bool | None = None
    retries: int | None = None
    temperature: str | None = None
    max_output: int | None = None
    context: int | None = None
    models: tuple[tuple[str, str], ...] = ()
    max_calls: int | None = None
    max_tokens: int | None = None


@value
class Chosen:
    """What a run asks. ``settings`` are recorded; ``endpoint`` holds the key and is not."""

    settings: ModelSettings
    endpoint: Endpoint


_TABLES: Mapping[str, Mapping[str, str]] = {
    "endpoint": {
        name: name
        for name in (
            "base_url model api_key_env timeout concurrency stream retries temperature max_output context".split()
        )
    },
    "models": {stage: stage for stage in STAGES},
    "budget": {"calls": "max_calls", "tokens": "max_tokens"},
}


def read_config(path: Path) -> Wishes:
    """What the settings file says; nothing where there is none. Raises UsageError with one line for everything else
    that is not understood."""
    where = str(path)
    found: dict[str, Any] = {}
    for table, content in read_settings_file(path).items():
        known = _TABLES.get(table)
        if known is None:  # of another part of the program
            continue
        for name, wish in content.items():
            _refuse_key(f"[{table}] {name}", name, wish, where)
            if name not in known:
                raise unknown(f"[{table}] {name}", sorted(known), where)
            if table == "models":
                found["models"] = (*found.get("models", ()), (name, _model(wish, f"[{table}] {name}", where)))
            else:
                found[known[name]] = wish
    return _checked(found, where, "[endpoint] or [budget] ")


def from_environment(environment: Mapping[str, str]) -> Wishes:
    """What the environment says of the endpoint. An empty variable says nothing."""
    return Wishes(base_url=environment.get("OPENAI_BASE_URL") or None)


def choose(flags: Wishes, environment: Mapping[str, str], file: Wishes) -> Chosen | None:
    """What to ask, or None where nobody names a model: a key in the environment alone never causes a call.

    Raises UsageError for an address, model or key that cannot be used.
    """
    _checked({field.name: getattr(flags, field.name) for field in fields(flags)}, "", "--")
    wishes = _over(flags, _over(from_environment(environment), file))
    if wishes.model is None:
        return None
    where = "the endpoint"
    address = read_address(wishes.base_url or OPENAI, where="the endpoint's address")
    stages = dict(wishes.models)
    for stage, model in stages.items():
        if stage not in STAGES:
            raise unknown(stage, list(STAGES), where)
        _model(model, stage, where)
    settings = ModelSettings(
        model=_model(wishes.model, "model", where),
        base_url=address.recorded,
        stages=tuple(sorted((stage, model) for stage, model in stages.items() if stage != "second")),
        second=stages.get("second", ""),
        temperature=wishes.temperature or "",
        max_output=wishes.max_output or 0,
        context=wishes.context or 0,
        max_calls=wishes.max_calls or 0,
        max_tokens=wishes.max_tokens or 0,
    )
    patience = {name: getattr(wishes, name) for name in ("timeout", "concurrency", "stream", "retries")}
    endpoint = Endpoint(
        address=address,
        key=_key(environment, wishes.api_key_env),
        **{name: wish for name, wish in patience.items() if wish is not None},
    )
    return Chosen(settings=settings, endpoint=endpoint)


def _over(first: Wishes, second: Wishes) -> Wishes:
    """``second`` with everything that ``first`` says; models of stages are joined."""
    said = {field.name: getattr(first, field.name) for field in fields(first)}
    models = dict(second.models) | dict(first.models)
    return replace(
        second,
        **{name: wish for name, wish in said.items() if wish is not None and name != "models"},
        models=tuple(sorted(models.items())),
    )


_WHOLE = {
    "concurrency": (1, 1_000),
    "retries": (0, 20),
    "max_output": (1, 1_000_000),
    "context": (1, 100_000_000),
    "max_calls": (1, 10**9),
    "max_tokens": (1, 10**12),
}


def _checked(found: dict[str, Any], where: str, place: str) -> Wishes:
    for name, wish in found.items():
        if wish is None or name == "models":
            continue
        shown = f"{place}{name.replace('_', '-') if place == '--' else name}"
        if name in _WHOLE:
            low, high = _WHOLE[name]
            if type(wish) is not int or not low <= wish <= high:
                raise UsageError(f"{shown} is a whole number from {low} to {high:,}", where=where)
        elif name == "timeout":
            if isinstance(wish, bool) or not isinstance(wish, int | float) or not 0 < wish <= 7 * 86_400:
                raise UsageError(f"{shown} is a number of seconds up to a week", where=where)
        elif name == "stream":
            if not isinstance(wish, bool):
                raise UsageError(f"{shown} is true or false", where=where)
        elif name == "temperature":
            if not isinstance(wish, str) or not _DECIMAL.match(wish):
                raise UsageError(f'{shown} is a decimal from 0 to 2 in quotes, as "0.2"', where=where)
        elif name == "api_key_env":
            if not isinstance(wish, str) or not _ENVIRONMENT_NAME.match(wish):
                raise UsageError(f"{shown} is the name of a variable of the environment", where=where)
        elif name == "model":
            _model(wish, shown, where)
        elif name == "base_url":
            if not isinstance(wish, str):
                raise UsageError(f"{shown} is an address in quotes", where=where)
            read_address(wish, where=f"{where}: {shown}" if where else shown)
    return Wishes(**found)


def _model(wish: object, what: str, where: str) -> str:
    if not isinstance(wish, str) or not wish.strip() or len(wish) > 200 or not wish.isprintable():
        raise UsageError(f"{what} is a model's name in quotes", where=where)
    return wish


def _key(environment: Mapping[str, str], name: str | None) -> Key | None:
    text = environment.get(name or "OPENAI_API_KEY", "").strip()
    if not text:
        if name is not None:
            raise UsageError(f"api_key_env names {name}, which is not set", where="the endpoint's key")
        return None
    if not text.isascii() or not text.isprintable() or " " in text:
        raise UsageError(f"{name or 'OPENAI_API_KEY'} holds no key: white space or other characters are in it")
    return Key(text)


def _refuse_key(what: str, name: str, wish: object, where: str) -> None:
    looks_like_one = isinstance(wish, str) and _KEY_SHAPE.search(wish) is not None
    named_like_one = _KEY_NAMES.search(name) is not None
    if looks_like_one or named_like_one:
        raise UsageError(f"{what}: a key does not belong into this file", where=where, hint=_ADVICE)
