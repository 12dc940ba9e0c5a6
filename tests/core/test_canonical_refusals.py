"""Every file that the writer would not write is refused with one precise line."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic_core import ValidationError

from proofsieve.core.audit import Audit
from proofsieve.core.errors import AuditFileError
from proofsieve.core.record import canonical, chain
from proofsieve.core.record.jsonform import indented
from proofsieve.core.record.standing import with_verdict
from proofsieve.tests.core.reviewed import fresh_audit, one_of_each

AUDIT = one_of_each(fresh_audit(12))
RAW = canonical.dump_audit(AUDIT)
EMPTY = replace(AUDIT.review, events=(), head=AUDIT.review.base)


def edited(edit: Callable[[Any], Any]) -> bytes:
    """The document with one edit, again in canonical form."""
    document = json.loads(RAW)
    edit(document)
    return indented(document)


def swapped(old: bytes, new: bytes) -> bytes:
    """The bytes with the first ``old`` replaced."""
    assert old in RAW
    return RAW.replace(old, new, 1)


def put(value: Any, *path: str | int) -> bytes:
    """The document with ``value`` at ``path``, in canonical form."""

    def edit(document: Any) -> None:
        for part in path[:-1]:
            document = document[part]
        document[path[-1]] = value

    return edited(edit)


def dropped(*path: str | int) -> bytes:
    """The document without what stands at ``path``, in canonical form."""

    def edit(document: Any) -> None:
        for part in path[:-1]:
            document = document[part]
        del document[path[-1]]

    return edited(edit)


def resealed(spoil: Callable[[Audit], Audit]) -> bytes:
    """A changed audit whose base was computed anew, as somebody would who knows the format."""
    fresh = replace(AUDIT, review=replace(AUDIT.review, events=()))
    return canonical.dump_audit(chain.begin_review(spoil(fresh)))


def twice(document: Any) -> None:
    document["tree"]["units"].append(document["tree"]["units"][0])


def circular_states(document: Any) -> None:
    document["tree"]["states"][0]["parent"] = "n3"


def circular_scopes(document: Any) -> None:
    document["tree"]["scopes"][0]["parent"] = "c0"


def reordered(document: Any) -> None:
    events = document["review"]["events"]
    events[1], events[2] = events[2], events[1]


DEEP = b'{\n  "schema": ' + b"[" * 500 + b"]" * 500 + b"\n}\n"
VERY_DEEP = b"[" * 200_000

REFUSED: dict[str, tuple[bytes, str]] = {
    # No text, or another kind of text
    "empty": (b"", "the file is empty"),
    "byte order mark": (b"\xef\xbb\xbf" + RAW, "line 1: a byte order mark"),
    "UTF-16": ("{}".encode("utf-16"), "UTF-16"),
    "NUL byte": (RAW[:500] + b"\0" + RAW[500:], "a NUL byte"),
    "PDF": (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "line 2: not UTF-8"),
    "Latin-1": (swapped("n²".encode(), b"n\xb2"), "not UTF-8 (byte 0xb2)"),
    "CRLF": (RAW.replace(b"\n", b"\r\n"), "line 1: a carriage return"),
    "one CR": (swapped(b'",\n', b'",\r\n'), "a carriage return"),
    "Markdown": (b"# Problem\n\nShow that 1 = 1.\n", "line 1, column 1: not JSON: expecting value"),
    # JSON, but not strict
    "cut in the middle": (RAW[: len(RAW) // 2], "not JSON"),
    "garbage after the end": (RAW + b"x", "not JSON: extra data"),
    "a second document": (RAW + RAW, "not JSON: extra data"),
    "trailing comma": (swapped(b'"\n', b'",\n'), "not JSON"),
    "single quotes": (b"{'schema': 1}\n", "not JSON"),
    "comment": (b"// an audit\n" + RAW, "line 1, column 1: not JSON"),
    "raw control character": (swapped(b"synthetic.md", b"syn\x01thetic.md"), "not JSON: invalid control character"),
    "duplicate key": (swapped(b'  "schema"', b'  "schema": 1,\n  "schema"'), "the key 'schema' stands twice"),
    "duplicate key, escaped": (
        swapped(b'  "schema"', b'  "\\u0073chema": 1,\n  "schema"'),
        "the key 'schema' stands twice",
    ),
    "NaN": (swapped(b'"risk": 37', b'"risk": NaN'), "'NaN' is not JSON"),
    "minus infinity": (swapped(b'"risk": 37', b'"risk": -Infinity'), "'-Infinity' is not JSON"),
    "float": (swapped(b'"risk": 37', b'"risk": 37.0'), "the number '37.0' is no integer"),
    "exponent": (swapped(b'"risk": 37', b'"risk": 3e1'), "the number '3e1' is no integer"),
    "float overflow": (swapped(b'"risk": 37', b'"risk": 1e400'), "the number '1e400' is no integer"),
    "2^53": (swapped(b'"risk": 37', b'"risk": 9007199254740992'), "is not below 2^53"),
    "-2^53": (swapped(b'"risk": 37', b'"risk": -9007199254740992'), "is not below 2^53"),
    "ten thousand digits": (swapped(b'"risk": 37', b'"risk": ' + b"7" * 10_000), "is not below 2^53"),
    "lone surrogate": (swapped(b'"synthetic.md"', b'"\\ud800"'), "a lone surrogate"),
    "too deep": (DEEP, "line 2: nested deeper than 64 levels"),
    "much too deep": (VERY_DEEP, "nested deeper than 64 levels"),
    # JSON that is no audit of this version
    "a list": (b"[]\n", "no audit: it has no field schema"),
    "a number": (b"7\n", "no audit: it has no field schema"),
    "a proof record": (indented({"problem": "p", "steps": ["a"], "label": -1}), "it has no field schema"),
    "newer": (put("proofsieve/audit/999", "schema"), "made by a newer version: schema proofsieve/audit/999"),
    "much newer": (put("proofsieve/audit/999999999", "schema"), "made by a newer version"),
    "newer with other fields": (indented({"schema": "proofsieve/audit/7", "what": {}}), "made by a newer version"),
    "unknown schema": (put("proofsieve/audit/0", "schema"), "is no schema of an audit"),
    "schema of something else": (put("in-toto/1", "schema"), "'in-toto/1' is no schema of an audit"),
    "schema a number": (put(1, "schema"), "schema: this is no text"),
    # An audit, but not written by the writer
    "no final line break": (RAW[:-1], "the file ends where the writer would go on"),
    "a blank line at the end": (RAW + b"\n", "the file goes on where the writer would end it"),
    "compact": (json.dumps(json.loads(RAW)).encode(), "line 1: found"),
    "indented by four": (json.dumps(json.loads(RAW), indent=4, sort_keys=True).encode() + b"\n", "line 2: found"),
    "keys not sorted": (
        swapped(b'"reason": "a bare \'hence\'",\n      "risk": 37', b'"risk": 37,\n      "reason": "a bare \'hence\'"'),
        "the writer would write",
    ),
    "escaped letter": (swapped("n²".encode(), b"n\\u00b2"), "found"),
    "escaped slash": (swapped(b"proofsieve/audit/3", b"proofsieve\\/audit\\/1"), "found"),
    "minus zero": (swapped(b'"source": 0', b'"source": -0'), '"source": -0,'),
    "white space at a line's end": (swapped(b",\n", b", \n"), "white space at the end of the line"),
    "left-out default": (
        dropped("tree", "units", 0, "hypothetical"),
        "tree.units[0].hypothetical: the field is missing",
    ),
    # The wrong shape
    "missing field": (dropped("tree"), "tree: the field is missing"),
    "missing inner field": (
        dropped("tree", "units", 3, "span", "start"),
        "tree.units[3].span.start: the field is missing",
    ),
    "unknown field": (put(1, "extra"), "extra: no such field belongs there"),
    "unknown inner field": (put("x", "proof", "steps", 1, "note"), "proof.steps[1].note: no such field"),
    "text for a number": (put("37", "risks", 0, "risk"), "risks[0].risk: input should be a valid integer"),
    "bool for a number": (put(True, "risks", 0, "risk"), "risks[0].risk: input should be a valid integer"),
    "null for text": (put(None, "proof", "title"), "proof.title: input should be a valid string"),
    "object for a list": (put({}, "evidence"), "evidence: "),
    "unknown status": (put("fine", "verdict", "status"), "verdict.status: input should be 'correct'"),
    "unknown event kind": (
        put("erase", "review", "events", 0, "kind"),
        "review.events[0].kind: 'erase' is no kind of event",
    ),
    "unknown event kind with other fields": (
        put({"kind": "merge"}, "review", "events", 2),
        "review.events[2].kind: 'merge'",
    ),
    "event without kind": (dropped("review", "events", 3, "kind"), "review.events[3].kind: the field is missing"),
    "event that is none": (put(7, "review", "events", 2), "review.events[2]: "),
    "event without reason": (dropped("review", "events", 0, "reason"), "review.events[0].reason: the field is missing"),
    "event field of another kind": (put(1, "review", "events", 1, "target"), "review.events[1].target: no such field"),
    # Names of things that are not there
    "unit of no step": (put("s99", "tree", "units", 0, "step"), "tree.units[0].step: there is no step 's99'"),
    "unit to no state": (put("n99", "tree", "units", 0, "after"), "tree.units[0].after: there is no state 'n99'"),
    "premise of nothing": (put(["g99"], "tree", "units", 0, "premises"), "there is no entry 'g99'"),
    "state of no scope": (put("c9", "tree", "states", 1, "scope"), "tree.states[1].scope: there is no scope 'c9'"),
    "use by no unit": (put("u99", "tree", "uses", 0, "consumer"), "tree.uses[0].consumer: there is no unit 'u99'"),
    "entry of no unit": (put("u99", "tree", "entries", 0, "producer"), "tree.entries[0].producer: there is no unit"),
    "risk of no unit": (put("u99", "risks", 0, "unit_id"), "risks[0].unit_id: there is no unit 'u99'"),
    "window of no unit": (put(["u99"], "window", "units"), "window.units: there is no unit 'u99'"),
    "obligation of no unit": (put("u99", "obligations", 2, "unit_id"), "obligations[2].unit_id: there is no unit"),
    "statement of no obligation": (put("o9", "statements", 0, "obligation_id"), "there is no obligation 'o9'"),
    "report of no statement": (put("st9", "reports", 0, "statement_id"), "there is no statement 'st9'"),
    "evidence of no statement": (put("st9", "evidence", 0, "statement_id"), "there is no statement 'st9'"),
    "finding about nothing": (put("u99", "tree", "findings", 0, "about"), "nothing here is called 'u99'"),
    "verdict on no step": (put("s99", "verdict", "first_error"), "verdict.first_error: there is no step 's99'"),
    "verdict left out": (dropped("verdict", "units", 0), "verdict.units: not one verdict for each unit"),
    "event on no unit": (put("u99", "review", "events", 1, "unit_id"), "review.events[1]: there is no unit 'u99'"),
    "undo of nothing": (put(9, "review", "events", 3, "target"), "there is no decision, note, flag or edit 9"),
    "id taken twice": (edited(twice), "tree.units[12]: the id 'u001' is already taken"),
    "states in a circle": (edited(circular_states), "tree.states: 'n0' is its own ancestor"),
    "scope in itself": (edited(circular_scopes), "tree.scopes: 'c0' is its own ancestor"),
    # Values out of their range
    "risk over 100": (put(101, "risks", 0, "risk"), "risks[0].risk: 101 is not between 0 and 100"),
    "confidence over 1": (put("1.5", "obligations", 0, "confidence"), "'1.5' is no decimal between 0 and 1"),
    "span beyond the source": (put(10**9, "tree", "units", 0, "span", "end"), "tree.units[0].span: bytes"),
    "span in no source": (put(7, "tree", "units", 0, "span", "source"), "tree.units[0].span: there is no source 7"),
    "span that ends before it starts": (put(0, "proof", "steps", 1, "span", "end"), "proof.steps[1].span: bytes"),
    "line zero": (put(0, "proof", "steps", 0, "span", "line"), "proof.steps[0].span: lines 0 to"),
    "passed without strength": (put(None, "evidence", 1, "strength"), "evidence[1]: inconclusive evidence has"),
    # Ids that are not of their form, and names that act on a terminal
    "step id": (
        put("s1\x1b[31m", "proof", "steps", 0, "id"),
        "proof.steps[0].id: 's1\\x1b[31m' is not the id of a step",
    ),
    "step id from zero": (put("s0", "proof", "steps", 0, "id"), "proof.steps[0].id: 's0' is not the id of a step"),
    "unit id": (put("u1\n", "tree", "units", 0, "id"), "tree.units[0].id: 'u1\\n' is not the id of a unit"),
    "unit id in other digits": (put("u٣", "tree", "units", 0, "id"), "tree.units[0].id: 'u٣' is not the id of a unit"),
    "obligation id": (put("o001", "obligations", 0, "id"), "obligations[0].id: 'o001' is not the id of an obligation"),
    "entry id": (
        put("\u202eg1", "tree", "entries", 0, "id"),
        "tree.entries[0].id: '\\u202eg1' is not the id of an entry",
    ),
    "state id": (put("", "tree", "states", 0, "id"), "tree.states[0].id: '' is not the id of a state"),
    "scope id": (put("c", "tree", "scopes", 0, "id"), "tree.scopes[0].id: 'c' is not the id of a scope"),
    "split id": (put("p1 ", "tree", "units", 0, "split"), "tree.units[0].split: 'p1 ' is not the id of a split"),
    "split id of a scope": (
        put("1", "tree", "scopes", 0, "split"),
        "tree.scopes[0].split: '1' is not the id of a split",
    ),
    "checker's name": (put("a\rb", "evidence", 0, "checker"), "evidence.checker: the name 'a\\rb' holds a character"),
    "rule's name": (put("a\x1b]0;", "obligations", 0, "rule"), "obligations.rule: the name 'a\\x1b]0;' holds"),
    "tool's name": (put("proof\u200bsieve", "tool", "name"), "tool.name: the name 'proof\\u200bsieve' holds"),
    "analyst's name": (put("\x9b2J", "provenance", "analyst"), "provenance.analyst: the name '\\x9b2J' holds"),
    "signal's name": (put(["\x07"], "risks", 0, "signals"), "risks.signals: the name '\\x07' holds"),
    "finding's kind": (put("\u2028", "tree", "findings", 0, "kind"), "tree.findings.kind: the name '\\u2028' holds"),
    # A verdict that does not follow
    "flawed unit called correct": (
        swapped(b'"status": "flawed"', b'"status": "correct"'),
        "the verdict does not follow from the evidence and events",
    ),
    "all called correct": (
        RAW.replace(b'"status": "flawed"', b'"status": "correct"'),
        "the verdict does not follow from the evidence and events (u005 is called correct, but is flawed)",
    ),
    "whole called correct": (
        put("correct", "verdict", "status"),
        "the verdict does not follow from the evidence and events (the whole is called correct, but is flawed)",
    ),
    "first error moved": (put("s3", "verdict", "first_error"), "the whole is flawed on other grounds"),
    "flaw resting on more": (put(["kernel"], "verdict", "units", 4, "rests_on"), "u005 is flawed on other grounds"),
    "step called correct": (put("correct", "verdict", "steps", 0, "status"), "s1 is called correct, but is uncertain"),
    "machine called correct": (put("correct", "verdict", "machine", "status"), "the verdict does not follow"),
    # Content that does not match its hash
    "source changed": (put("other words", "proof", "sources", 0, "text"), "its sha256 does not match its bytes"),
    "source without content": (put(None, "proof", "sources", 0, "text"), "neither as text nor as base64"),
    "source in an unknown encoding": (put("idna", "proof", "sources", 0, "encoding"), "the encoding 'idna'"),
    "source in an encoding that is not there": (put("cp1259", "proof", "sources", 0, "encoding"), "written in cp1259"),
    "source not in its encoding": (put("ascii", "proof", "sources", 0, "encoding"), "cannot be written in ascii"),
    "source derived from itself": (put(0, "proof", "sources", 0, "derived_from"), "0 is no earlier source"),
    "statement changed": (put("1 = 1", "statements", 0, "text"), "statements[0].id: "),
    "evidence changed": (put("because", "evidence", 0, "why"), "evidence[0].id: "),
    "machine part changed": (put("no risk", "risks", 0, "reason"), "it was changed under the review"),
    "base changed": (put("1" * 64, "review", "base"), "review.base: the review is of a machine part 111111111111"),
    # A broken chain
    "event edited": (put("fine", "review", "events", 0, "reason"), "event 1 was changed"),
    "event time edited": (put("2026-01-31T09:30:01Z", "review", "events", 2, "at"), "event 3 was changed"),
    "event removed": (dropped("review", "events", 1), "event 3 stands where event 2 belongs"),
    "first event removed": (dropped("review", "events", 0), "there is no decision"),
    "last event removed": (dropped("review", "events", 6), "events were cut off or added"),
    "events reordered": (edited(reordered), "event 3 stands where event 2 belongs"),
    "head changed": (put("0" * 64, "review", "head"), "the head says 000000000000"),
    "event time is no time": (put("yesterday", "review", "events", 0, "at"), "'yesterday' is not RFC 3339 UTC"),
    "local time": (put("2026-01-31T09:30:00+01:00", "review", "events", 0, "at"), "is not RFC 3339 UTC"),
}


def test_the_unspoilt_file_is_read() -> None:
    assert canonical.load_audit_bytes(RAW, where="x") == AUDIT


@pytest.mark.parametrize("name", REFUSED)
def test_a_malformed_file_is_refused_with_one_precise_line(name: str) -> None:
    raw, says = REFUSED[name]
    with pytest.raises(AuditFileError) as caught:
        canonical.load_audit_bytes(raw, where="x.audit.json")
    line = str(caught.value)
    assert line.startswith("x.audit.json: ")
    assert says in line
    assert "\n" not in line
    assert line.isprintable()
    assert len(line) < 400


def test_too_many_bytes_are_refused_before_they_are_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(canonical, "MAX_BYTES", len(RAW) - 1)
    with pytest.raises(AuditFileError, match="bytes; at most"):
        canonical.load_audit_bytes(RAW, where="x")
    monkeypatch.setattr(canonical, "MAX_BYTES", len(RAW))
    assert canonical.load_audit_bytes(RAW, where="x") == AUDIT


def test_a_resealed_file_with_dangling_ids_is_refused_too() -> None:
    raw = resealed(lambda a: replace(a, window=replace(a.window, candidate="u99")))
    with pytest.raises(AuditFileError, match=r"window.candidate: there is no unit 'u99'"):
        canonical.load_audit_bytes(raw, where="x")


def test_hostile_words_in_the_file_come_out_escaped() -> None:
    raw = put("s\x1b]52;c;aGk=\x07\u202e\n[bold]", "tree", "units", 0, "step")
    with pytest.raises(AuditFileError) as caught:
        canonical.load_audit_bytes(raw, where="x")
    assert str(caught.value).isprintable()


def test_a_hundred_thousand_bad_items_make_a_handful_of_errors() -> None:
    raw = put([{}] * 100_000, "tree", "units")
    with pytest.raises(AuditFileError, match=r"tree.units\[0\]"):
        canonical.load_audit_bytes(raw, where="x")
    with pytest.raises(ValidationError) as caught:
        canonical._validator().validate_python(json.loads(raw))
    assert caught.value.error_count() < 100


MANY = 2**21
CROWDED = {
    "numbers": b'{"schema": [' + b"1," * MANY + b"1]}\n",
    "lists": b'{\n  "schema": [' + b"[]," * MANY + b"1]\n}\n",
    "objects": b'{"tree":{"units":[' + b"{}," * MANY + b"1]}}\n",
    "keys": b"{" + b'"":1,' * MANY + b'"":1}\n',
}


@pytest.mark.parametrize("name", CROWDED)
def test_a_file_made_to_take_a_hundred_times_its_size_is_refused_unparsed(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(orjson, "loads", None)
    monkeypatch.setattr(json, "loads", None)
    with pytest.raises(AuditFileError, match=r"line [12]: several values on one line"):
        canonical.load_audit_bytes(CROWDED[name], where="x")


def test_a_text_full_of_commas_is_no_crowd() -> None:
    unread = replace(AUDIT, proof=replace(AUDIT.proof, title=",[]," * 50_000), review=EMPTY)
    audit = chain.begin_review(with_verdict(unread))
    assert canonical.load_audit_bytes(canonical.dump_audit(audit), where="x") == audit


@settings(deadline=None, max_examples=300)
@given(st.integers(0, len(RAW) - 1), st.integers(0, 7))
def test_a_flipped_bit_outside_timings_is_refused(position: int, bit: int) -> None:
    # Timings are host facts outside every hash: there another value is another audit, not a broken one.
    start = RAW.index(b'\n  "timings"')
    if start < position < RAW.index(b"\n  }", start):
        return
    spoilt = bytearray(RAW)
    spoilt[position] ^= 1 << bit
    try:
        found = canonical.load_audit_bytes(bytes(spoilt), where="x")
    except AuditFileError:
        return
    assert found == AUDIT


@settings(deadline=None, max_examples=200)
@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_arbitrary_bytes_are_refused_in_one_line(raw: bytes) -> None:
    with pytest.raises(AuditFileError) as caught:
        canonical.load_audit_bytes(raw, where="x")
    assert str(caught.value).isprintable()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=10,
)


@settings(deadline=None, max_examples=200)
@given(JSON, st.sampled_from(["tree", "proof", "review", "verdict", "schema", "evidence", "timings"]))
def test_arbitrary_json_in_place_of_a_part_is_refused_in_one_line(value: Any, field: str) -> None:
    document = json.loads(RAW)
    if document[field] == value:
        return
    document[field] = value
    raw = (json.dumps(document, ensure_ascii=True, sort_keys=True, indent=2) + "\n").encode()
    with pytest.raises(AuditFileError) as caught:
        canonical.load_audit_bytes(raw, where="x")
    assert str(caught.value).isprintable()
