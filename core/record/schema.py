"""The JSON Schema of the audit file, for readers in other languages; made from the values, shipped beside this module.

    python -m proofsieve.core.record.schema        writes core/record/audit.schema.json anew

It says what a file may look like. What a schema cannot say (key order, hashes, ids that exist) is in
docs/audit-format.md and checked by ``core.canonical``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..audit import SCHEMA
from .durable import replace_file
from .jsonform import MAX_INTEGER, indented

PATH = Path(__file__).with_name("audit.schema.json")


def audit_schema() -> dict[str, Any]:
    """The schema (draft 2020-12) as a JSON-able dict."""
    from .canonical import audit_adapter

    made: dict[str, Any] = _strict(audit_adapter().json_schema())
    made["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    made["$id"] = "urn:" + SCHEMA.replace("/", ":")
    made["title"] = SCHEMA
    made["properties"]["schema"] = {"const": SCHEMA, "type": "string"}
    return made


def schema_bytes() -> bytes:
    """The schema as it is shipped, in the same form as an audit."""
    return indented(audit_schema())


def _strict(schema: Any) -> Any:
    """What the writer does: every field is written, integers stay below 2^53. Titles only repeat names."""
    if isinstance(schema, list):
        return [_strict(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    strict = {key: _strict(item) for key, item in schema.items() if key not in ("title", "default")}
    if isinstance(schema.get("properties"), dict):
        # A field may itself be called "title": its name is no keyword.
        strict["properties"] = {name: _strict(field) for name, field in schema["properties"].items()}
        strict["required"] = sorted(strict["properties"])
    if strict.get("type") == "integer":
        strict |= {"maximum": MAX_INTEGER, "minimum": -MAX_INTEGER}
    return strict


if __name__ == "__main__":
    replace_file(PATH, schema_bytes())
