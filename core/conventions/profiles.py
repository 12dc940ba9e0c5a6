"""Profiles: a person's or a field's usual readings, from a table such as ``conventions: {nat_starts_at: 1}``.

A profile answers what a text leaves open; the answer is recorded "as profile NAME" and never goes against the text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..errors import InputError
from ..value import value
from .registry import BY_ID, Entry

LARGEST = 65_536
"""Code points of a profile."""
DEEPEST = 8
"""Levels of a YAML profile."""


@value
class Profile:
    """``choices``: the chosen reading by the id of its convention."""

    name: str
    choices: Mapping[str, str]


def profile_of(table: object, *, name: str) -> Profile:
    """A profile from a mapping of conventions to readings, or from one that has it under "conventions".

    Readings may be given by id, label, alias (1, yes, real). Raises InputError, one line with the known names.
    """
    if isinstance(table, Mapping) and "conventions" in table:
        table = table["conventions"]
    if not isinstance(table, Mapping):
        raise InputError("conventions are a table", where=name, hint="write conventions: {nat_starts_at: 1}")
    choices: dict[str, str] = {}
    for key, chosen in table.items():
        entry = BY_ID.get(key) if isinstance(key, str) else None
        if entry is None:
            known = ", ".join(sorted(BY_ID))
            raise InputError(f"no such convention: {_short(key)}", where=name, hint=f"known are {known}")
        choices[entry.id] = _reading(entry, chosen, name)
    return Profile(name=name, choices=choices)


def read_profile(text: str, *, name: str, form: str) -> Profile:
    """A profile from the text of a TOML or YAML table; ``form`` is "toml" or "yaml". Raises InputError."""
    if len(text) > LARGEST:
        raise InputError(f"a profile has at most {LARGEST:,} characters", where=name)
    return profile_of(_toml(text, name) if form == "toml" else _yaml(text, name), name=name)


def _reading(entry: Entry, chosen: object, name: str) -> str:
    said = _plain(chosen)
    for reading in entry.readings:
        if said in (reading.id, reading.label.lower()):
            return reading.id
    if said in entry.aliases:
        return entry.aliases[said]
    known = ", ".join(reading.id for reading in entry.readings)
    raise InputError(f"no such reading of {entry.id}: {_short(chosen)}", where=name, hint=f"the readings are {known}")


def _plain(chosen: object) -> str:
    """YAML reads yes as true."""
    if isinstance(chosen, bool):
        return "yes" if chosen else "no"
    return str(chosen).strip().lower() if isinstance(chosen, str | int) else ""


def _short(given: object) -> str:
    return str(given)[:60] if isinstance(given, str | int) else f"a {type(given).__name__}"


def _toml(text: str, name: str) -> Any:
    import tomllib

    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InputError(f"no TOML: {str(error)[:200]}", where=name) from None


def _yaml(text: str, name: str) -> Any:
    import yaml  # type: ignore[import-untyped]

    try:
        _refuse_hostile(yaml.scan(text, Loader=yaml.SafeLoader), name)
        _refuse_twice(yaml.compose(text, Loader=yaml.SafeLoader), name)
        return yaml.safe_load(text)
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise InputError(f"no YAML: {' '.join(str(error).split())[:200]}", where=name) from None


def _refuse_hostile(tokens: Iterable[Any], name: str) -> None:
    """An alias may stand for a structure of any size, and deep nesting takes quadratic time; a table of conventions
    needs neither. The tokens are made one by one, so that this stops early."""
    depth = 0
    for token in tokens:
        kind = type(token).__name__
        depth += kind.endswith(("SequenceStartToken", "MappingStartToken"))
        depth -= kind.endswith(("SequenceEndToken", "MappingEndToken")) or kind == "BlockEndToken"
        if kind == "AliasToken" or depth > DEEPEST:
            raise InputError("aliases and deep nesting have no place in a profile", where=name)


def _refuse_twice(node: Any, name: str) -> None:
    """Two answers to one question in one table: YAML would silently take the last. The tree is shallow, see above."""
    children = getattr(node, "value", None)
    if not isinstance(children, list):
        return
    seen: set[str] = set()
    for child in children:
        key, *rest = child if isinstance(child, tuple) else (None, child)
        if key is not None and isinstance(key.value, str):
            if key.value in seen:
                raise InputError(f"{_short(key.value)} is given twice", where=name, hint="leave out one of them")
            seen.add(key.value)
        for one in rest:
            _refuse_twice(one, name)
