"""Reading JSON and JSONL records: fields, shapes, damaged LaTeX, and the choice among many."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofsieve.core.errors import ChoiceNeeded, InputError
from proofsieve.core.proof import Proof
from proofsieve.core.readers import read_bytes, read_source
from proofsieve.core.readers.document import MAX_BYTES
from proofsieve.core.record.audit_file import save_new
from proofsieve.core.record.jsonform import indented
from proofsieve.tests.core.reviewed import fresh_audit

STEPS = ["Put $a=1$.", "Then $a>0$.\n\nIndeed."]
RECORD: dict[str, Any] = {"id": "r-1", "problem": "Show that $a>0$.", "steps": STEPS, "label": -1}


def read(record: object, name: str = "x.json", **choices: str) -> Proof:
    return read_bytes(json.dumps(record).encode(), name, **choices)


def kinds(proof: Proof) -> list[str]:
    return [finding.kind for finding in proof.findings]


def test_the_kth_step_is_sk() -> None:
    proof = read(RECORD)
    assert [(step.id, step.label, step.text) for step in proof.steps] == [("s1", "1", STEPS[0]), ("s2", "2", STEPS[1])]
    assert (proof.title, proof.problem, proof.findings) == ("r-1", "Show that $a>0$.", ())


def test_the_record_is_kept_as_read_and_spans_point_into_its_text() -> None:
    data = json.dumps(RECORD).encode()
    proof = read_bytes(data, "x.json")
    assert proof.sources[0].raw() == data
    assert proof.sources[1].derived_from == 0
    assert proof.sources[1].text == "\n\n".join(["Show that $a>0$.", *STEPS])
    assert all(proof.quote(step.span) == step.text for step in proof.steps)
    assert proof.problem_span is not None
    assert proof.quote(proof.problem_span) == proof.problem


@pytest.mark.parametrize("field", ["problem", "question", "statement", "informal_statement", "nl_theorem"])
def test_the_problem_is_found_under_the_names_in_use(field: str) -> None:
    assert read({field: "Show it.", "steps": ["a"]}).problem == "Show it."


@pytest.mark.parametrize("field", ["proof", "solution", "informal_proof", "nl_proof", "model_output", "response"])
def test_a_solution_in_one_text_is_split_like_a_file(field: str) -> None:
    proof = read({"problem": "Show it.", field: "1. First $a$.\n2. Then $b$.\n"})
    assert [step.text for step in proof.steps] == ["First $a$.", "Then $b$."]
    assert proof.problem == "Show it."
    assert all(proof.quote(step.span) == step.text for step in proof.steps)


def test_labels_do_not_matter() -> None:
    one = read(RECORD)
    other = read({**RECORD, "label": "incorrect", "first_error_step": 2})
    assert one.steps == other.steps


def test_steps_may_be_objects_with_a_text() -> None:
    assert [step.text for step in read({"problem": "p", "steps": [{"text": "a"}, {"step": "b"}]}).steps] == ["a", "b"]


def test_a_problem_from_elsewhere_replaces_the_records_own() -> None:
    proof = read(RECORD, problem_text="Show that $a\\ne 0$.")
    assert proof.problem == "Show that $a\\ne 0$."
    assert proof.problem_span is not None
    assert proof.quote(proof.problem_span) == proof.problem
    assert all(proof.quote(step.span) == step.text for step in proof.steps)


def test_a_record_without_a_problem_is_read_with_a_finding() -> None:
    assert kinds(read({"steps": ["a"]})) == ["no-problem"]


def test_an_empty_step_keeps_its_number() -> None:
    proof = read({"problem": "p", "steps": ["a", "", "c"]})
    assert [step.id for step in proof.steps] == ["s1", "s2", "s3"]
    assert kinds(proof) == ["empty-step"]


def test_a_question_that_was_lost_is_no_claim() -> None:
    proof = read({"informal_statement": "(A) 1 (B) 2 (C) 3. Show that it is (B).", "proof": "It is 2, so (B)."})
    assert kinds(proof) == ["no-claim"]


JSONL = "\n".join(json.dumps({**RECORD, "id": f"r-{number}", "problem": f"p{number}"}) for number in range(1, 31))


def test_one_line_is_read_without_a_choice() -> None:
    assert read_bytes(JSONL.split("\n")[0].encode(), "x.jsonl").title == "r-1"


def test_many_lines_need_a_choice_and_the_list_is_bounded() -> None:
    with pytest.raises(ChoiceNeeded) as caught:
        read_bytes(JSONL.encode(), "x.jsonl")
    assert "r-20; and 10 more" in str(caught.value)
    assert caught.value.exit_code == 2


@pytest.mark.parametrize(("wanted", "problem"), [("r-7", "p7"), ("#30", "p30")])
def test_a_record_is_chosen_by_its_id_or_place(wanted: str, problem: str) -> None:
    proof = read_bytes(JSONL.encode(), "x.jsonl", proof=wanted)
    assert proof.problem == problem
    assert json.loads(proof.sources[0].raw())["problem"] == problem


def test_a_list_of_records_is_read_like_lines() -> None:
    listed = json.dumps([{**RECORD, "id": "a"}, {**RECORD, "id": "b", "problem": "second"}]).encode()
    proof = read_bytes(listed, "x.json", proof="b")
    assert proof.problem == "second"
    assert json.loads(proof.sources[0].raw())["id"] == "b"


def test_json_lines_are_recognised_under_a_json_name() -> None:
    assert read_bytes(JSONL.encode(), "x.json", proof="r-2").problem == "p2"


def test_a_proof_inside_a_record_is_chosen_by_id_and_name() -> None:
    solution = "Theorem 1. A.\n\nProof of Theorem 1. One.\n\nAnother proof of Theorem 1. Two.\n"
    lines = "\n".join(json.dumps({"id": name, "problem": "p", "proof": solution}) for name in ("a", "b"))
    proof = read_bytes(lines.encode(), "x.jsonl", proof="b: Another proof of Theorem 1")
    assert [step.text for step in proof.steps] == ["Two."]


def test_standard_input_is_recognised_by_its_content() -> None:
    assert read_bytes(json.dumps(RECORD).encode(), "-").title == "r-1"


def test_single_backslashes_are_damage_that_is_named() -> None:
    problem = r"Show that $\nu\neq\theta$ and $\frac{2}{4}=\frac12$."
    line = rf'{{"id":"d","problem":"{problem}","steps":["As $\frac{{1}}{{3}}$.","So."]}}'
    proof = read_bytes(line.encode(), "x.jsonl")
    damage = {finding.about: finding.message for finding in proof.findings if finding.kind == "damaged-latex"}
    assert set(damage) == {"", "s1"}
    for command in ("\\nu", "\\neq", "\\theta", "\\frac"):
        assert command in damage[""]


def test_real_line_ends_in_a_display_are_no_damage() -> None:
    assert kinds(read({"problem": "p", "steps": ["So\n$$\nu = 2\n$$\n\tand $a +\nu$."]})) == []


def test_a_lone_surrogate_cannot_be_kept_and_is_replaced() -> None:
    proof = read_bytes(b'{"problem":"p","steps":["a \\ud800 b"]}', "x.json")
    assert proof.steps[0].text == "a \ufffd b"
    assert proof.quote(proof.steps[0].span) == proof.steps[0].text


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("[1, 2]", "not a record"),
        ('"text"', "not a record"),
        ("{}", "no steps"),
        ('{"problem": "p"}', "no steps"),
        ('{"problem": "p", "steps": []}', "no step"),
        ('{"problem": "p", "steps": ["", " "]}', "no step"),
        ('{"problem": "p", "steps": "a"}', "not a list of texts"),
        ('{"problem": "p", "steps": ["a", 2]}', r"steps\[2\] is a number"),
        ('{"problem": 3, "steps": ["a"]}', "not a text"),
        ('{"problem": "p", "problem": "q", "steps": ["a"]}', "occurs twice"),
        ('{"steps": ["a"], "x": NaN}', "no JSON"),
        ('{"steps": ["a"], "x": 1e999}', "too large"),
        ('{"steps": ["a"], "x": ' + "9" * 5000 + "}", "5000 digits"),
        ('{"a":' * 50_000, "nested too deep"),
        ("[" * 50_000, "nested too deep"),
        ('{"steps": ["a"]', "not valid JSON"),
        ('{"steps": ["$\\sqrt2$"]}', "double the backslashes"),
        ('{"steps": ["a"]} trailing', "more after the record"),
        ('[{"steps": ["a"]} {"steps": ["b"]}]', "does not go on or end"),
        ("[]", "no record"),
        ('{"schema": "proofsieve/audit/1"}', "this is an audit, not a proof .*proofsieve show x.json"),
        ('{"nbformat": 4, "cells": []}', "nbconvert"),
    ],
)
def test_a_wrong_shape_says_what_was_expected(data: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        read_bytes(data.encode(), "x.json")
    assert "\n" not in str(caught.value)
    assert caught.value.exit_code == 4


def test_an_error_names_its_line() -> None:
    with pytest.raises(InputError, match=r"x\.jsonl:2"):
        read_bytes(b'{"steps": ["a"]}\n{"steps": }\n', "x.jsonl")


@given(st.text(max_size=60), st.lists(st.text(max_size=60), min_size=1, max_size=6))
def test_any_strings_come_back_at_their_spans(problem: str, steps: list[str]) -> None:
    if not any(step.strip() for step in steps):
        steps = ["a"]
    proof = read({"problem": problem, "steps": steps})
    assert [step.text for step in proof.steps] == steps
    assert proof.problem == problem
    assert all(proof.quote(step.span) == step.text for step in proof.steps)


SURROGATES = {
    "problem": {"problem": "a \ud800", "steps": ["x"]},
    "step": {"problem": "a", "steps": ["x \udc80 y"]},
    "solution": {"problem": "a", "solution": "x \udfff y"},
    "problem of a solution": {"problem": "a \udbff", "solution": "x"},
    "half pairs": {"problem": "a", "steps": ["\udc00\ud800"]},
}


@pytest.mark.parametrize("name", SURROGATES)
def test_half_characters_are_replaced_and_said(name: str) -> None:
    proof = read_bytes(json.dumps(SURROGATES[name]).encode(), "x.json")
    found = [finding.about for finding in proof.findings if finding.kind == "damaged-text"]
    assert found == (["" if "problem" in name else "s1"])
    assert "\ufffd" in proof.problem + "".join(step.text for step in proof.steps)
    indented(proof)
    for step in proof.steps:
        assert proof.quote(step.span) == step.text
    if proof.problem_span is not None:
        assert proof.quote(proof.problem_span) == proof.problem


def test_a_half_character_in_an_id_is_shown_escaped() -> None:
    proof = read_bytes(json.dumps({"id": "n\ud800", "problem": "a", "steps": ["x"]}).encode(), "x.json")
    assert proof.title == "n\\ud800"
    two = [{"id": f"\udc80{number}", "problem": "a", "steps": ["x"]} for number in (1, 2)]
    with pytest.raises(ChoiceNeeded) as caught:
        read_bytes(json.dumps(two).encode(), "x.json")
    str(caught.value).encode()
    assert read_bytes(json.dumps(two).encode(), "x.json", proof="#2").title == "\\x802"


def test_half_characters_in_names_of_fields_are_said_in_one_line() -> None:
    with pytest.raises(InputError) as caught:
        read_bytes(json.dumps({"\ud800": 1}).encode(), "x.json")
    str(caught.value).encode()


def test_records_of_the_same_name_are_listed_with_their_numbers() -> None:
    records = [{"id": name, "problem": f"{place}", "steps": ["x"]} for place, name in enumerate("aba")]
    data = json.dumps(records).encode()
    with pytest.raises(ChoiceNeeded, match=r"choose with --proof NAME: #1 a; b; #3 a\)"):
        read_bytes(data, "x.json")
    with pytest.raises(ChoiceNeeded, match=r"2 records fit 'A'.*: #1 a; #3 a\)"):
        read_bytes(data, "x.json", proof="A")
    assert read_bytes(data, "x.json", proof="#3").problem == "2"


def test_records_whose_names_begin_alike_are_listed_with_their_numbers() -> None:
    records = [{"id": "n" * 80 + end, "problem": "p", "steps": ["x"]} for end in "ab"]
    with pytest.raises(ChoiceNeeded, match=r"#1 n+…; #2 n+…"):
        read_bytes(json.dumps(records).encode(), "x.json")


def test_an_audit_is_no_proof(tmp_path: Path) -> None:
    path = tmp_path / "x.audit.json"
    save_new(path, fresh_audit(3))
    with pytest.raises(InputError) as caught:
        read_source(path)
    assert str(caught.value) == f"{path}: this is an audit, not a proof (to see it: proofsieve show {path})"
    with path.open("ab") as file:
        file.truncate(MAX_BYTES + 1)
    with pytest.raises(InputError, match="this is an audit, not a proof"):
        read_source(path)
