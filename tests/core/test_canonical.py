"""The audit file's one form: what is written is read back as it was, and nothing else is read."""

from __future__ import annotations

import gc
import hashlib
import json
from base64 import b64encode
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from proofsieve.core.audit import Audit, Timings
from proofsieve.core.errors import SaveError
from proofsieve.core.hashing import digest, plain
from proofsieve.core.proof import Finding, Source, SourceSpan
from proofsieve.core.record import canonical, chain
from proofsieve.core.record.jsonform import MAX_INTEGER, compact, indented, without
from proofsieve.core.record.standing import with_verdict
from proofsieve.tests.core.reviewed import fresh_audit, note, one_of_each, with_event

# Any text that UTF-8 can hold: astral planes, DEL, control characters, bidi marks, line separators.
TEXT = st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=30)
# Names of tools, rules and kinds are printable.
NAME = TEXT.filter(str.isprintable)
INTEGERS = st.integers(-MAX_INTEGER, MAX_INTEGER)
JSON = st.recursive(
    st.none() | st.booleans() | INTEGERS | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=20,
)
ASCII_KEYS = st.text(alphabet=st.characters(max_codepoint=127), max_size=8)
ASCII_KEYED = st.recursive(
    st.none() | st.booleans() | INTEGERS | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(ASCII_KEYS, inner, max_size=4),
    max_leaves=20,
)


def reference(document: Any) -> bytes:
    """The canonical form as the format defines it, by the standard library."""
    text = json.dumps(document, ensure_ascii=False, sort_keys=True, indent=2, allow_nan=False)
    return (text + "\n").encode()


@given(JSON)
def test_the_indented_form_is_what_the_standard_library_writes(document: Any) -> None:
    assert indented(document) == reference(document)


@given(ASCII_KEYED)
def test_the_compact_form_is_rfc_8785_where_keys_are_ascii(document: Any) -> None:
    assert compact(document) == rfc8785.dumps(document)


def test_every_single_character_is_written_as_the_standard_library_writes_it() -> None:
    characters = [chr(point) for point in range(0x110000) if not 0xD800 <= point <= 0xDFFF]
    assert indented(characters) == reference(characters)


def test_keys_are_sorted_by_code_point_not_by_utf_16() -> None:
    document = {"\uffff": 1, "\U00010000": 2, "é": 3, "z": 4, "": 5, "\x7f": 6, "\x00": 7}
    assert indented(document) == reference(document)


def test_an_audit_is_written_as_the_standard_library_would_write_its_values() -> None:
    audit = one_of_each(fresh_audit(47, hostile="\x00\x1b[2J\x7f\u202e𝔸"))
    assert canonical.dump_audit(audit) == reference(plain(audit))


def test_views_that_the_tree_has_cached_do_not_get_into_the_file() -> None:
    audit = fresh_audit()
    before = canonical.dump_audit(audit)
    assert audit.tree.unit_by_id
    assert audit.tree.graph is not None
    assert canonical.dump_audit(audit) == before


def test_content_hashes_of_the_fast_form_are_those_of_core_hashing() -> None:
    audit = one_of_each(fresh_audit(hostile="\x7f𝔸\n"))
    for event in audit.review.events:
        assert event.hash == digest("proofsieve/event/v1", without(event, "hash"))
    machine = {field.name: getattr(audit, field.name) for field in fields(audit) if field.name not in chain.NOT_MACHINE}
    assert audit.review.base == digest("proofsieve/base/v1", machine)


@st.composite
def audits(draw: st.DrawFn) -> Audit:
    """Audits of a few units with arbitrary text everywhere, sources of both kinds, findings, and a review."""
    audit = fresh_audit(draw(st.integers(2, 9)), hostile=draw(TEXT))
    raw = draw(st.binary(max_size=20))
    binary = Source(
        name=draw(TEXT),
        sha256=hashlib.sha256(raw).hexdigest(),
        encoding="utf-8",
        base64=b64encode(raw).decode(),
        derived_from=draw(st.sampled_from([None, 0])),
    )
    span = SourceSpan(source=1, start=0, end=len(raw), line=1, end_line=draw(st.integers(1, 5)))
    finding = Finding(
        kind=draw(NAME), message=draw(TEXT), about=draw(st.sampled_from(["", "s1", "u001", "o001.1"])), span=span
    )
    audit = replace(
        audit,
        proof=replace(audit.proof, title=draw(TEXT), sources=(*audit.proof.sources, binary), findings=(finding,)),
        findings=(replace(finding, span=None),),
        settings=replace(audit.settings, method=draw(NAME), risk_threshold=draw(st.integers(0, 100))),
        timings=Timings(started=draw(TEXT), elapsed_ms=draw(st.dictionaries(NAME, INTEGERS, max_size=3))),
    )
    audit = chain.begin_review(audit)
    if draw(st.booleans()):
        audit = one_of_each(audit)
    for text in draw(st.lists(TEXT, max_size=3)):
        audit = with_event(audit, note(audit, text))
    return with_verdict(audit)


@settings(deadline=None)
@given(audits())
def test_what_is_written_is_read_back_equal_and_written_the_same_again(audit: Audit) -> None:
    raw = canonical.dump_audit(audit)
    assert raw == reference(plain(audit))
    found = canonical.load_audit_bytes(raw, where="x")
    assert found == audit
    assert canonical.dump_audit(found) == raw


def test_enums_and_ids_come_back_as_what_they_are() -> None:
    def same_types(left: Any, right: Any) -> bool:
        if type(left) is not type(right):
            return False
        if is_dataclass(left):
            return all(same_types(getattr(left, f.name), getattr(right, f.name)) for f in fields(left))
        if isinstance(left, tuple):
            return all(map(same_types, left, right))
        return True

    audit = one_of_each(fresh_audit(20))
    assert same_types(canonical.load_audit_bytes(canonical.dump_audit(audit), where="x"), audit)


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda a: replace(a, risks=(replace(a.risks[0], risk=0.5), *a.risks[1:])), "float"),
        (lambda a: replace(a, timings=replace(a.timings, elapsed_ms={"grow": 1.5})), "elapsed_ms"),
        (lambda a: replace(a, timings=replace(a.timings, elapsed_ms={"grow": True})), "elapsed_ms"),
        (lambda a: replace(a, settings=replace(a.settings, window_before=2**53)), "53"),
        (lambda a: replace(a, proof=replace(a.proof, title="\ud800")), "surrogate"),
        (lambda a: replace(a, proof=replace(a.proof, title=object())), "not JSON"),
    ],
)
def test_what_could_not_be_read_back_is_not_written(spoil: Callable[[Audit], Audit], says: str) -> None:
    with pytest.raises(SaveError, match=says):
        canonical.dump_audit(spoil(fresh_audit()))


def test_the_bound_on_integers_is_exact() -> None:
    audit = fresh_audit()
    largest = chain.begin_review(replace(audit, settings=replace(audit.settings, window_before=MAX_INTEGER)))
    raw = canonical.dump_audit(largest)
    assert canonical.load_audit_bytes(raw, where="x") == largest
    with pytest.raises(SaveError):
        canonical.dump_audit(replace(audit, settings=replace(audit.settings, window_before=MAX_INTEGER + 1)))


def test_reading_leaves_the_garbage_collector_as_it_was() -> None:
    raw = canonical.dump_audit(fresh_audit())
    assert gc.isenabled()
    canonical.load_audit_bytes(raw, where="x")
    assert gc.isenabled()
    gc.disable()
    try:
        canonical.load_audit_bytes(raw, where="x")
        assert not gc.isenabled()
    finally:
        gc.enable()
