"""JSON and JSONL records: the fields of ProofLoc and of ProcessBench, and what models' outputs are usually kept in.

Strings of a record are escaped in the file, so that no range of its bytes is the text of a step. The record is kept as
read, and a derived source holds the decoded problem and steps, which spans point into.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from ..errors import InputError
from ..proof import Finding, Proof, Source, Step, StepId
from ..text import visible
from .assembly import bounded, statement_findings, step_findings
from .bounds import MAX_RECORDS, refuse_large, refuse_many
from .choose import choose
from .document import Document, has_surrogates, readable, without_surrogates
from .plain import read_plain

PROBLEM_FIELDS = ("problem", "question", "statement", "informal_statement", "nl_theorem", "theorem", "nl_statement")
STEPS_FIELDS = ("steps", "original_steps")
SOLUTION_FIELDS = (
    "proof", "solution", "informal_proof", "nl_proof", "model_output", "response", "output", "generation", "answer",
)  # fmt: skip
_STEP_TEXT_FIELDS = ("text", "step", "content")
_EXPECTED = (
    "expected the fields problem (a text), steps (a list of texts) or solution (a text), and at will id and label"
)
_LONGEST_NUMBER = 400
_MOST_OBJECTS = 200_000
_BLANK = re.compile(r"[ \t\r\n]*")
_LINE = re.compile(r"[^\r\n]+")
_GAP = "\n\n"


class Record(NamedTuple):
    """One decoded object and where it stands in the file's text."""

    fields: dict[str, Any]
    start: int
    end: int


def read_records(
    document: Document, *, lines: bool, problem: Document | None = None, proof: str | None = None, path: str = ""
) -> Proof:
    """The proof in a JSON file (an object or a list of objects) or, with ``lines``, in JSONL.

    The k-th entry of ``steps`` is s<k>. ``problem`` (source number 1) is a statement from elsewhere and replaces the
    record's own. Of several records ``proof`` names one by its id, as "ID: NAME" if a record holds several proofs.
    Labels are not read: they are what an audit is compared with. ``path`` is how the user named the file.
    """
    name = document.source.name
    records: list[Record] = []
    for record in _line_records(document) if lines else _json_records(document):
        records.append(record)
        if len(records) > MAX_RECORDS:
            raise InputError(f"more than {MAX_RECORDS:,} records", where=name, hint="take the one out of it")
    if not records:
        raise InputError("there is no record in it", where=name, hint=_EXPECTED)
    names = [_name(record, number) for number, record in enumerate(records, start=1)]
    index, inner = 0, proof
    if len(records) > 1:
        wanted, _, inner = (proof, "", None) if proof is None or proof in names else proof.partition(": ")
        index = choose(names, wanted, where=name, what="records")
    record = records[index]
    if str(record.fields.get("schema", "")).startswith("proofsieve/audit/"):
        raise is_audit(path or name)
    where = f"{name}:{document.line(record.start)}"
    title = readable(names[index]) if "id" in record.fields else name
    return _proof(document, record, where=where, title=title, problem=problem, proof=inner or None)


def _proof(
    document: Document, record: Record, *, where: str, title: str, problem: Document | None, proof: str | None
) -> Proof:
    kept = [_raw_source(document, record), *([problem.source] if problem else [])]
    own = _text_field(record, PROBLEM_FIELDS, where)
    texts = _step_texts(record, where)
    broken = any(map(has_surrogates, [own if problem is None else "", *(texts or ())]))
    own, texts = without_surrogates(own), texts and list(map(without_surrogates, texts))
    if texts is None:
        solution = _text_field(record, SOLUTION_FIELDS, where)
        if not solution:
            raise _wrong_shape(record, where)
        if problem is None and own:
            problem = Document.derived(own, name=f"{where} problem", number=len(kept), derived_from=0)
            kept.append(problem.source)
        body = Document.derived(solution, name=f"{where} solution", number=len(kept), derived_from=0)
        kept.append(body.source)
        read = read_plain(body, problem=problem, proof=proof, sources=kept, title=title, escaped=True)
        return _with_damage(read) if broken or has_surrogates(solution) else read
    if not any(text.strip() for text in texts):
        raise InputError("the record has no step", where=where, hint=_EXPECTED)
    own = "" if problem else own
    derived = Document.derived(
        _GAP.join([*([own] if own else []), *texts]), name=f"{where} text", number=len(kept), derived_from=0
    )
    kept.append(derived.source)
    statement, span = own, derived.span(0, len(own)) if own else None
    if problem is not None:
        statement, span = problem.text, problem.span(0, len(problem.text))
    steps = _steps(derived, texts, begin=len(own) + len(_GAP) if own else 0)
    findings = [
        *statement_findings(statement, span, escaped=True),
        *(
            Finding(kind="empty-step", message="the step is empty", about=s.id, span=s.span)
            for s in steps
            if not s.text
        ),
        *step_findings(steps, escaped=True),
    ]
    read = Proof(
        title=title, sources=tuple(kept), problem=statement, problem_span=span, steps=steps, findings=bounded(findings)
    )
    return _with_damage(read) if broken else read


def _with_damage(proof: Proof) -> Proof:
    """The proof of a record that held lone surrogates, with a finding wherever one may have been."""
    message = "half a character (a lone surrogate) in the record is shown as \ufffd; the text around it may be damaged"
    places = [("", proof.problem, proof.problem_span), *((step.id, step.text, step.span) for step in proof.steps)]
    damage = [
        Finding(kind="damaged-text", message=message, about=about, span=span)
        for about, text, span in places
        if "\ufffd" in text
    ]
    return replace(proof, findings=bounded([*damage, *proof.findings]))


def is_audit(where: str) -> InputError:
    """What to say of an audit that is given as a proof."""
    hint = f"to see it: proofsieve show {where}"
    return InputError("this is an audit, not a proof", where=where, hint=hint)


def _steps(derived: Document, texts: list[str], begin: int) -> tuple[Step, ...]:
    steps = []
    for number, text in enumerate(texts, start=1):
        end = begin + len(text)
        span = derived.span(begin, end)
        steps.append(Step(id=StepId(f"s{number}"), label=str(number), text=derived.text[begin:end], span=span))
        begin = end + len(_GAP)
    return tuple(steps)


def _raw_source(document: Document, record: Record) -> Source:
    """The record's own bytes; the whole file if it is all there is in it."""
    text = document.text[record.start : record.end]
    if not document.text[: record.start].strip("\ufeff \t\r\n[") and not document.text[record.end :].strip(" \t\r\n]"):
        return document.source
    encoding = document.source.encoding
    digest = hashlib.sha256(text.encode(encoding)).hexdigest()
    name = f"{document.source.name}:{document.line(record.start)}"
    return Source(name=name, sha256=digest, encoding=encoding, text=text)


def _name(record: Record, number: int) -> str:
    identity = record.fields.get("id")
    return str(identity) if isinstance(identity, str | int) and str(identity).strip() else f"#{number}"


def _text_field(record: Record, names: tuple[str, ...], where: str) -> str:
    """The first of the named fields that is there and not null."""
    for name in names:
        given = record.fields.get(name)
        if isinstance(given, str):
            return given
        if given is not None and name in names[:2]:
            raise InputError(f'"{name}" is {_kind(given)}, not a text', where=where, hint=_EXPECTED)
    return ""


def _step_texts(record: Record, where: str) -> list[str] | None:
    """The texts of the steps, or None if the record has no list of them."""
    name = next((name for name in STEPS_FIELDS if record.fields.get(name) is not None), None)
    name = name or next((name for name in SOLUTION_FIELDS if isinstance(record.fields.get(name), list)), None)
    if name is None:
        return None
    listed = record.fields[name]
    if not isinstance(listed, list):
        raise InputError(f'"{name}" is {_kind(listed)}, not a list of texts', where=where, hint=_EXPECTED)
    refuse_many(len(listed), where)
    texts = []
    for number, entry in enumerate(listed, start=1):
        text = entry
        if isinstance(entry, dict):
            text = next((entry[field] for field in _STEP_TEXT_FIELDS if isinstance(entry.get(field), str)), None)
        if not isinstance(text, str):
            raise InputError(f"{name}[{number}] is {_kind(entry)}, not a text", where=where, hint=_EXPECTED)
        texts.append(text)
    refuse_large(map(len, texts), where)
    return texts


def _wrong_shape(record: Record, where: str) -> InputError:
    if "cells" in record.fields and "nbformat" in record.fields:
        hint = "convert it first: jupyter nbconvert --to markdown FILE"
        return InputError("this is a notebook, not a record", where=where, hint=hint)
    found = ", ".join(visible(name[:30], one_line=True) for name in list(record.fields)[:12]) or "none"
    return InputError(f"the record has no steps (its fields: {found})", where=where, hint=_EXPECTED)


def _json_records(document: Document) -> Iterator[Record]:
    """The object of a JSON file, or the objects of its list."""
    text, name = document.text, document.source.name
    position = _skip(text, 1 if text.startswith("\ufeff") else 0)
    if not text.startswith("[", position):
        record = _record(document, position)
        rest = _skip(text, record.end)
        if rest < len(text):
            if text.startswith("{", rest):
                yield from _line_records(document)
                return
            raise InputError("there is more after the record", where=f"{name}:{document.line(rest)}", hint=_EXPECTED)
        yield record
        return
    position = _skip(text, position + 1)
    while not text.startswith("]", position):
        record = _record(document, position)
        yield record
        position = _skip(text, record.end)
        if text.startswith(",", position):
            position = _skip(text, position + 1)
        elif not text.startswith("]", position):
            where = f"{name}:{document.line(min(position, len(text) - 1))}"
            raise InputError("not valid JSON: the list does not go on or end", where=where, hint=_EXPECTED)


def _line_records(document: Document) -> Iterator[Record]:
    for match in _LINE.finditer(document.text):
        start = match.start() + (1 if match.group().startswith("\ufeff") else 0)
        start = _skip(document.text, start)
        if start >= match.end():
            continue
        record = _record(document, start, match.end())
        rest = document.text[record.end : match.end()]
        if rest.strip():
            where = f"{document.source.name}:{document.line(record.end)}"
            raise InputError("there is more after the record on its line", where=where, hint="one object a line")
        yield record


def _record(document: Document, start: int, end: int | None = None) -> Record:
    """The object that begins at ``start``; JSON's own leniencies (duplicate keys, NaN) are refused."""
    text = document.text if end is None else document.text[start:end]
    offset = 0 if end is None else start
    where = f"{document.source.name}:{document.line(min(start, len(document.text) - 1))}"
    try:
        fields, stop = _decoder().raw_decode(text, start - offset)
    except json.JSONDecodeError as error:
        place = offset + error.pos
        where = f"{document.source.name}:{document.line(min(place, len(document.text) - 1))}"
        doubled = "double the backslashes of LaTeX in JSON" if "escape" in error.msg.lower() else _EXPECTED
        raise InputError(f"not valid JSON: {error.msg}", where=where, hint=doubled) from error
    except RecursionError as error:
        raise InputError("JSON that is nested too deep", where=where, hint=_EXPECTED) from error
    except _Refused as error:
        raise InputError(str(error), where=where, hint=_EXPECTED) from error
    if not isinstance(fields, dict):
        raise InputError(f"this is {_kind(fields)}, not a record", where=where, hint=_EXPECTED)
    return Record(fields, start, offset + stop)


class _Refused(Exception):
    """Valid for Python's decoder, ambiguous or unbounded for everyone else."""


def _integer(digits: str) -> int:
    if len(digits) > _LONGEST_NUMBER:
        raise _Refused(f"a number of {len(digits)} digits")
    return int(digits)


def _decimal(digits: str) -> float:
    number = float(digits) if len(digits) <= _LONGEST_NUMBER else math.inf
    if math.isinf(number):
        raise _Refused(f"a number that is too large or too long: {digits[:20]}…")
    return number


def _constant(name: str) -> None:
    raise _Refused(f"{name} is no JSON")


def _decoder() -> json.JSONDecoder:
    """A strict decoder of one record with a bound on the objects in it."""
    objects = 0

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal objects
        objects += 1
        if objects > _MOST_OBJECTS:
            raise _Refused(f"more than {_MOST_OBJECTS:,} objects in one record")
        fields = dict(pairs)
        if len(fields) < len(pairs):
            twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
            raise _Refused(f"the key {twice[:40]!r} occurs twice")
        return fields

    return json.JSONDecoder(
        object_pairs_hook=unique, parse_int=_integer, parse_float=_decimal, parse_constant=_constant
    )


def _skip(text: str, position: int) -> int:
    match = _BLANK.match(text, position)
    return match.end() if match else position


def _kind(given: object) -> str:
    names = {
        dict: "an object",
        list: "a list",
        str: "a text",
        bool: "true or false",
        int: "a number",
        float: "a number",
    }
    return names.get(type(given), "null")
