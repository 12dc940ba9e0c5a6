"""Versions of the audit file: what each added to the one before, reading older files forward, and older hashes.

A version only adds fields, each with a default under which an audit means what it meant without it. An older file is
checked in its own form and then read as if it had been written with the defaults. What was hashed in the older form
(the base of a review, what a reviewer had seen) keeps its hash: a file that was read forward goes on naming the base
that its reviewers signed off, and no decision gets stale by it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields
from typing import Any

import orjson

from ..audit import SCHEMA, Audit, Provenance, Settings
from ..evidence import Evidence
from ..faithfulness import Report
from ..value import value
from .chain import NOT_MACHINE, base_of_document, review_base
from .jsonform import compact, indented

CURRENT = int(SCHEMA.rsplit("/", 1)[1])
OLDER = range(CURRENT - 1, 0, -1)
"""The versions that are read forward, newest first."""


@value
class Added:
    """Fields of the class ``owner`` that a version added, with their defaults. ``path`` leads to its values from the
    top of the document, through lists, as "tree.units"."""

    path: str
    owner: type
    names: tuple[str, ...]


ADDED: dict[int, tuple[Added, ...]] = {
    2: (
        Added(
            path="reports",
            owner=Report,
            names=(
                *("s_prem", "s_conc", "s_hol", "formula", "ill_formed", "reasons", "why_passed", "why_refuted"),
                *("tier", "comparison", "relation", "findings", "unknown", "judges", "drift", "missing_assumptions"),
                *("added_assumptions", "overgeneralisations", "suggested_revision", "error_rates"),
            ),
        ),
        Added(path="settings", owner=Settings, names=("gate", "lean", "lean_checks", "lean_limits")),
        Added(path="evidence", owner=Evidence, names=("artifact",)),
    ),
    3: (
        Added(path="", owner=Audit, names=("advice", "conventions", "signoffs", "supersedes")),
        Added(path="settings", owner=Settings, names=("models", "budgets", "profile", "readings")),
        Added(path="provenance", owner=Provenance, names=("calls",)),
    ),
}
"""What each version added. A field that is added later in the development of a version gets a name here."""

EVENTS: dict[int, frozenset[str]] = {
    2: frozenset({"edit_statement", "recheck"}),
    3: frozenset({"raise_convention", "settle_convention", "withdraw_convention"}),
}
"""The kinds of events that each version added."""

_FORM = re.compile(r"proofsieve/audit/([1-9]\d{0,8})", re.ASCII)
_SCHEMA_LINE = re.compile(rb'\n  "schema": "proofsieve/audit/([1-9][0-9]{0,8})",\n')


def version_of(document: Any) -> int | None:
    """The version that a JSON document says it has; None where it is no audit."""
    schema = document.get("schema") if isinstance(document, dict) else None
    form = _FORM.fullmatch(schema) if isinstance(schema, str) else None
    return int(form.group(1)) if form is not None else None


def is_older(document: Any) -> bool:
    """Whether the document is of a version that is read forward."""
    version = version_of(document)
    return version is not None and version < CURRENT


def note_of(raw: bytes) -> str:
    """What a reviewer is told of the version of a canonical file; "" where it is the current one."""
    found = _SCHEMA_LINE.search(raw)
    if found is None or int(found.group(1)) == CURRENT:
        return ""
    return f"the file is of version {int(found.group(1))}; with its next change it is written as version {CURRENT}"


def read_forward(document: dict[str, Any]) -> str | None:
    """Give an older document, in place, the fields of the current version.

    Returns why it is not of its version, as "field: what is wrong": it has one of these fields already.
    """
    version = version_of(document)
    assert version is not None
    for added in _since(version):
        for place, thing in _things(document, added.path):
            for name, default in _defaults(added).items():
                if name in thing:
                    return f"{place}.{name}: no such field belongs there in version {version}"
                thing[name] = default
    newer = frozenset().union(*(EVENTS.get(number, frozenset()) for number in range(version + 1, CURRENT + 1)))
    for place, event in _things(document, "review.events"):
        kind = event.get("kind")
        if isinstance(kind, str) and kind in newer:
            return f"{place}.kind: no event {kind} belongs there in version {version}"
    document["schema"] = SCHEMA
    return None


def older_bases(document: Mapping[str, Any]) -> Iterator[str]:
    """The base of the machine part in each older form in which it can be written, newest first."""
    for version in OLDER:
        older = _backward(document, version)
        if older is not None:
            yield base_of_document(older)


def has_its_base(audit: Audit) -> bool:
    """Whether the review of ``audit`` is of its machine part, in the current form or in the one it was read from.

    Raises ValueError as ``jsonform.indented`` does.
    """
    if review_base(audit) == audit.review.base:
        return True
    return audit.review.base in older_bases(orjson.loads(indented(audit)))


def older_value(thing: Any, path: str, version: int) -> dict[str, Any] | None:
    """A value that stands at ``path``, as JSON in the form of an older version; None where it says more than that."""
    older: dict[str, Any] = orjson.loads(compact(thing))
    gone = [added for added in _since(version) if added.path == path]
    return older if all(_take_back(older, added) for added in gone) else None


def _since(version: int) -> Iterator[Added]:
    for number in range(version + 1, CURRENT + 1):
        yield from ADDED[number]


def _defaults(added: Added) -> dict[str, Any]:
    """The defaults as JSON, made anew: a document must not share them."""
    found: dict[str, Any] = {}
    for field in fields(added.owner):
        if field.name in added.names:
            assert field.default is not MISSING, f"{added.path}.{field.name} has no default"
            found[field.name] = orjson.loads(compact({"default": field.default}))["default"]
    assert len(found) == len(added.names), f"{added.path} lacks a field"
    return found


def _things(document: Any, path: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The objects at a path, each with its place. What is no object is left to the reader of shapes."""
    at: list[tuple[str, Any]] = [("", document)]
    for name in path.split(".") if path else ():
        inside = [(f"{place}.{name}".lstrip("."), thing.get(name)) for place, thing in at if isinstance(thing, dict)]
        at = []
        for place, thing in inside:
            at += (
                [(f"{place}[{i}]", item) for i, item in enumerate(thing)]
                if isinstance(thing, list)
                else [(place, thing)]
            )
    yield from ((place, thing) for place, thing in at if isinstance(thing, dict))


def _backward(document: Mapping[str, Any], version: int) -> dict[str, Any] | None:
    """A copy of ``document`` in the form of an older version; None where a newer field says anything."""
    machine = {name: part for name, part in document.items() if name not in NOT_MACHINE}
    older: dict[str, Any] = orjson.loads(compact(machine))
    for added in _since(version):
        for _, thing in _things(older, added.path):
            if not _take_back(thing, added):
                return None
    older["schema"] = f"{SCHEMA.rsplit('/', 1)[0]}/{version}"
    return older


def _take_back(thing: dict[str, Any], added: Added) -> bool:
    """Remove the fields from ``thing``, if all are at their defaults."""
    return all(thing.pop(name, default) == default for name, default in _defaults(added).items())
