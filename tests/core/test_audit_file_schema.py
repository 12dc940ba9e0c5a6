"""The shipped JSON Schema says of a file what the strict reader says, as far as a schema can."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from proofsieve.core.record import canonical
from proofsieve.core.record.jsonform import MAX_INTEGER
from proofsieve.core.record.schema import PATH, schema_bytes
from proofsieve.tests.core.reviewed import fresh_audit, one_of_each


@pytest.fixture(scope="module")
def validator() -> Draft202012Validator:
    schema = json.loads(PATH.read_bytes())
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


@pytest.fixture
def document() -> Any:
    return json.loads(canonical.dump_audit(one_of_each(fresh_audit(20))))


def test_the_shipped_schema_is_the_one_that_the_values_give() -> None:
    assert PATH.read_bytes() == schema_bytes(), "run: python -m proofsieve.core.record.schema"


def test_what_the_writer_writes_is_valid(validator: Draft202012Validator, document: Any) -> None:
    validator.validate(document)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("schema",), "proofsieve/audit/999"),
        (("extra",), 1),
        (("proof", "title"), None),
        (("proof", "title"), 7),
        (("tree", "units", 0, "role"), "guess"),
        (("risks", 0, "risk"), 0.5),
        (("risks", 0, "risk"), MAX_INTEGER + 1),
        (("risks", 0, "risk"), -MAX_INTEGER - 1),
        (("review", "events", 0, "kind"), "erase"),
        (("review", "events", 1, "target"), 1),
        (("verdict", "machine", "status"), "fine"),
    ],
)
def test_what_the_reader_refuses_for_its_shape_is_invalid(
    validator: Draft202012Validator, document: Any, path: tuple[str | int, ...], value: Any
) -> None:
    place = document
    for part in path[:-1]:
        place = place[part]
    place[path[-1]] = value
    assert not validator.is_valid(document)


def test_every_field_is_written_so_every_field_is_required(validator: Draft202012Validator, document: Any) -> None:
    def objects(value: Any) -> list[dict[str, Any]]:
        if isinstance(value, dict):
            return [value, *(found for item in value.values() for found in objects(item))]
        return [found for item in value for found in objects(item)] if isinstance(value, list) else []

    checked = 0
    for thing in objects(document):
        if thing is document["timings"]["elapsed_ms"]:
            continue
        for name in list(thing):
            value = thing.pop(name)
            assert not validator.is_valid(document), name
            thing[name] = value
            checked += 1
        if checked > 300:
            break
    validator.validate(document)
