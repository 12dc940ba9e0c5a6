"""The audit file's one form: the writer, and a reader that accepts nothing else (AUDIT_FORMAT "X.audit.json").

The reader accepts exactly the bytes that the writer would write for the audit they describe. So a file has one
reading, two equal audits have equal files, and a signature or a diff means what it seems to mean. What is refused is
never repaired: the error names the first place and the reason.
"""

from __future__ import annotations

import gc
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import orjson

from ..audit import SCHEMA, Audit
from ..errors import AuditFileError, SaveError
from . import chain, versions
from .consistency import first_inconsistency
from .jsonform import indented
from .standing import verdict_fault, verdict_of
from .strictjson import canonical_text, crowded_line, first_difference, first_fault, shown

if TYPE_CHECKING:
    from pydantic import TypeAdapter, ValidationError
    from pydantic_core import ErrorDetails, SchemaValidator

MAX_BYTES = 256 * 2**20
"""A bound on what is read at all: an audit of 10,000 units has 25 MB, or twice that where most of them compute."""

# Up to here a file is searched for its first fault whatever it looks like.
_SMALL = 2**20


def dump_audit(audit: Audit) -> bytes:
    """The bytes of the audit file. Raises SaveError where a value cannot be written (a float, a lone surrogate)."""
    try:
        if any(type(elapsed) is not int for elapsed in audit.timings.elapsed_ms.values()):
            raise ValueError("timings.elapsed_ms holds what is no integer")
        raw = indented(audit)
    except ValueError as error:
        raise SaveError(f"the audit cannot be written: {error}") from error
    if len(raw) > MAX_BYTES:
        raise SaveError(
            f"the audit would have {len(raw):,} bytes, more than the {MAX_BYTES:,} that are read back",
            hint="audit the proof in parts",
        )
    return raw


def load_audit_bytes(raw: bytes, *, where: str) -> Audit:
    """The audit in ``raw``, checked in full: form, shape, ids, source hashes, base, event chain and verdict.

    A file of another version of the program is returned with the verdict that the rules of this one lead to; one of
    an older version of the format is checked in that form and read forward. ``where`` names the file in errors. Raises
    AuditFileError with one line that says what is wrong and where.
    """
    _refuse_other_files(raw, where)
    with _collector_paused():
        document = _parsed(raw)
        older, written = versions.is_older(document), raw
        if older:
            written = indented(document) if versions.read_forward(document) is None else b""
        audit = _validated(document) if isinstance(document, dict) and document.get("schema") == SCHEMA else None
        if audit is None or _dump_or_none(audit) != written:
            raise _diagnosis(raw, audit, where)
        fault = first_inconsistency(audit) or _review_fault(audit, document)
        verdict = audit.verdict
        if fault is None:
            verdict = verdict_of(audit)
            fault = None if older else verdict_fault(audit, verdict)
    if fault is not None:
        raise AuditFileError(
            fault, where=where, hint="something else than a review changed it; take a copy from before"
        )
    return audit if verdict == audit.verdict else replace(audit, verdict=verdict)


def audit_adapter() -> TypeAdapter[Audit]:
    """pydantic's view of the document. Imported on use: the command line's help must not wait for it."""
    from pydantic import TypeAdapter

    return TypeAdapter(Audit)


def shape_fault(error: ValidationError, event_kind: str | None = None) -> str:
    """The first error of a validation as "field: what is wrong".

    ``event_kind`` is what the event that it is about calls itself; None where it is about no event.
    """
    errors = error.errors(include_url=False, include_context=False, include_input=False)
    if event_kind is None:
        return _in_words(errors[0])
    # An event fails against every kind of event; only what its own kind says about it is of use.
    name = "".join(part.capitalize() for part in event_kind.split("_")) + "Event"
    of_kind = [item for item in errors if name in item["loc"]]
    if of_kind:
        return _in_words(of_kind[0])
    place = [part for part in errors[0]["loc"] if isinstance(part, int) or not part.endswith("Event")]
    field = _field(place[: 3 if place[:2] == ["review", "events"] else 0])
    return f"{field}{'.' if field else ''}kind: {shown(event_kind)} is no kind of event that this program knows"


@cache
def _validator() -> SchemaValidator:
    """The validator of parsed JSON: nothing is converted, nothing left out, and a list stops at its first bad item."""
    from pydantic_core import SchemaValidator

    return SchemaValidator(_strict(audit_adapter().core_schema))


def _strict(schema: Any) -> Any:
    """pydantic's schema made strict for parsed JSON.

    Its own strict mode for JSON text copies the whole input into each error: 30 MB of hostile JSON took 20 GB. For
    parsed JSON it would refuse lists as tuples and words as enums, so that here only the leaves are made strict.
    """
    if isinstance(schema, list):
        return [_strict(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    strict = {key: _strict(value) for key, value in schema.items()}
    match strict.get("type"):
        case "int" | "str" | "bool":
            strict["strict"] = True
        case "tuple":
            strict["fail_fast"] = True
        case "dataclass-field" if strict["schema"]["type"] == "default":
            strict["schema"] = strict["schema"]["schema"]  # every field is written, so every field is required
    return strict


def _parsed(raw: bytes) -> Any:
    """The JSON value in ``raw`` if it is in canonical form, else None."""
    if _is_crowded(raw):
        return None
    try:
        document = orjson.loads(raw)
        return document if indented(document) == raw else None
    except ValueError:
        return None


def _is_crowded(raw: bytes) -> bool:
    """True where many values share lines. The writer gives each its own; so this bounds the memory that parsing takes,
    at about ten times the file, for files that are made to take much more."""
    if raw.count(b",") - raw.count(b",\n") < len(raw) // 16:
        return False
    return crowded_line(raw) is not None


def _validated(document: Any) -> Audit | None:
    from pydantic_core import ValidationError

    try:
        audit: Audit = _validator().validate_python(document)
    except ValidationError:
        return None
    return audit


def _review_fault(audit: Audit, document: Any) -> str | None:
    """Why the review is not one of this machine part, or its chain broken. ``document`` is the audit as JSON."""
    base = chain.base_of_document(document)
    if base != audit.review.base and audit.review.base not in versions.older_bases(document):
        return (
            f"review.base: the review is of a machine part {chain.short(audit.review.base)}, but the machine part here "
            f"is {chain.short(base)}: it was changed under the review"
        )
    try:
        chain.verify(audit.review)
    except AuditFileError as error:
        return f"{error.where}: {error.message}"
    return None


def _dump_or_none(audit: Audit) -> bytes | None:
    try:
        return dump_audit(audit)
    except SaveError:
        return None


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Reading makes some 10^5 values and no garbage; the collector would look at them again and again (0.3 s)."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _refuse_other_files(raw: bytes, where: str) -> None:
    """What is not even text: refused before anything is parsed."""
    if not raw:
        raise AuditFileError("the file is empty", where=where, hint="make an audit with: proofsieve audit SOURCE")
    if len(raw) > MAX_BYTES:
        raise AuditFileError(f"the file has {len(raw):,} bytes; at most {MAX_BYTES:,} are read", where=where)
    if raw.startswith(b"\xef\xbb\xbf"):
        raise AuditFileError("line 1: a byte order mark (BOM), which the writer does not write", where=where)
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise AuditFileError("the file is UTF-16, an audit is UTF-8", where=where)
    if b"\0" in raw:
        line = raw.count(b"\n", 0, raw.index(b"\0")) + 1
        raise AuditFileError(f"line {line}: a NUL byte: this is a binary file, no audit", where=where)


def _diagnosis(raw: bytes, audit: Audit | None, where: str) -> AuditFileError:
    """Why ``raw`` is not what the writer would write; ``audit`` is what it describes, where its shape is right."""
    reformatted = "the file was edited or reformatted; take a copy from before"
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        return AuditFileError(f"line {line}: not UTF-8 (byte 0x{raw[error.start]:02x})", where=where)
    if "\r" in text:
        line = text.count("\n", 0, text.index("\r")) + 1
        return AuditFileError(
            f"line {line}: a carriage return; lines end in LF alone",
            where=where,
            hint="a transfer or editor changed the line ends; copy the file unchanged",
        )
    if _is_crowded(raw) and len(raw) > _SMALL:
        crowd = f"line {crowded_line(raw)}: several values on one line, which the writer would not write"
        return AuditFileError(crowd, where=where, hint=reformatted)
    fault = first_fault(text)
    if fault is not None:
        return AuditFileError(fault, where=where)
    document = json.loads(text)
    other = _other_schema(document)
    if other is not None:
        return AuditFileError(other[0], where=where, hint=other[1])
    difference = first_difference(text, canonical_text(text))
    if difference is not None:
        return AuditFileError(difference, where=where, hint=reformatted)
    if versions.is_older(document):
        fault = versions.read_forward(document)
        if fault is not None:
            return AuditFileError(fault, where=where)
        text = indented(document).decode()
    if audit is not None:
        difference = first_difference(text, dump_audit(audit).decode())
        return AuditFileError(difference or "not what the writer would write", where=where)
    return AuditFileError(_first_shape_fault(document), where=where)


def _other_schema(document: Any) -> tuple[str, str] | None:
    """Why the document is not an audit of this version, and what to do; None if it says it is."""
    schema = document.get("schema") if isinstance(document, dict) else None
    if schema == SCHEMA:
        return None
    how = "make one with: proofsieve audit SOURCE"
    if schema is None:
        return "this is JSON, but no audit: it has no field schema", how
    if not isinstance(schema, str):
        return f"schema: this is no text; expected {SCHEMA}", how
    version = versions.version_of(document)
    if version is None:
        return f"schema: {shown(schema)} is no schema of an audit; expected {SCHEMA}", how
    if version > versions.CURRENT:
        return f"made by a newer version: schema {schema}, this program reads {SCHEMA}", "update proofsieve"
    return None


def _first_shape_fault(document: Any) -> str:
    from pydantic_core import ValidationError

    try:
        _validator().validate_python(document)
    except ValidationError as error:
        location = error.errors(include_url=False, include_context=False, include_input=False)[0]["loc"]
        match location:
            case ("review", "events", int(index), *_) if isinstance(document["review"]["events"][index], dict):
                if "kind" not in document["review"]["events"][index]:
                    return f"review.events[{index}].kind: the field is missing"
                return shape_fault(error, str(document["review"]["events"][index]["kind"]))
            case _:
                return shape_fault(error)
    raise AssertionError("a file of the right shape has no shape fault")


def _in_words(error: ErrorDetails) -> str:
    field = _field(error["loc"]) or "the value"
    match error["type"]:
        case "missing":
            return f"{field}: the field is missing"
        case "unexpected_keyword_argument" | "extra_forbidden":
            return f"{field}: no such field belongs there"
        case _:
            message = error["msg"]
            return f"{field}: {message[:1].lower()}{message[1:]}"


def _field(location: Sequence[int | str]) -> str:
    """A place in the document, as "tree.units[3].span"; names of event classes are pydantic's, not the document's."""
    field = ""
    for part in location:
        if isinstance(part, int):
            field += f"[{part}]"
        elif not part.endswith("Event"):
            field += ("." if field else "") + (part if part.isidentifier() else shown(part))
    return field
