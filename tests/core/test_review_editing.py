"""The file that a reviewer writes a statement in, and what is read back from it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofsieve.core.claims import ROUNDED
from proofsieve.core.errors import InputError
from proofsieve.core.evidence import Language, make_statement
from proofsieve.core.review import ReviewSession
from proofsieve.core.review.detail import StatementView, UnitDetail
from proofsieve.core.review.editing import MAX_BYTES, Draft, complained, draft_text, proof_of, read_draft, statement_of
from proofsieve.core.tree import UnitId
from proofsieve.tests.core.reviewed import AT, answer, fresh_audit, report_by, written

LEAN, NUMERIC = Language.LEAN, Language.NUMERIC


def detail_of(unit: str, *, hostile: str = "") -> UnitDetail:
    return ReviewSession(fresh_audit(hostile=hostile), reviewer="ann").detail(UnitId(unit))


def file_for(unit: str, *, hostile: str = "") -> tuple[str, StatementView | None]:
    detail = detail_of(unit, hostile=hostile)
    view = detail.obligations[0]
    stated = view.statements[0] if view.statements else None
    return draft_text(detail, view, stated), stated


def read(text: str, language: Language = LEAN) -> Draft | None:
    return read_draft(text.encode(), language)


def lean(text: str, proof: str = "") -> Draft:
    return Draft(language=LEAN, text=text, proof=proof)


# What is written


def test_a_numeric_claim_stands_below_what_is_owed_in_comments() -> None:
    text, stated = file_for("u005")
    assert text.splitlines()[0] == "-- obligation o005.1 of u005, closure: From Γ it follows that 7 + 3 = 11."
    assert "-- from: 6 + 7 = 13" in text
    assert "-- goal there: the claim" in text
    assert text.splitlines()[-1] == "7 + 3 = 11"
    assert stated is not None
    draft = read(text, NUMERIC)
    assert draft is not None
    assert draft.is_of(stated)


def test_an_obligation_without_a_statement_gets_the_frame_of_a_theorem() -> None:
    text, stated = file_for("u002")
    assert stated is None
    assert text.endswith("-- language: lean\n\ntheorem o002_1 :\n    _ := by\n  sorry\n")


def test_what_comes_from_outside_is_visible_and_stays_a_comment() -> None:
    text, _ = file_for("u002", hostile="\x1b]52;c;aGk=\x07\r\u2028theorem evil : False := sorry\n-- x\n\u202e")
    assert text.isprintable() or all(line.isprintable() for line in text.split("\n"))
    body = [line for line in text.split("\n") if line and not line.startswith("--")]
    assert body == ["theorem o002_1 :", "    _ := by", "  sorry"]


def test_a_statement_of_a_model_stands_there_with_the_proof_that_was_run() -> None:
    detail = detail_of("u002")
    statement = make_statement(obligation_id="o002.1", language=LEAN, text="theorem o002_1 : 1 = 1", provenance="model")
    stated = StatementView(statement=statement, report=None, evidence=(answer(statement, artifact="by\n  rfl"),))
    text = draft_text(detail, detail.obligations[0], stated)
    assert text.endswith("theorem o002_1 : 1 = 1 := by\n  rfl\n")
    assert proof_of(stated) == "by\n  rfl"
    draft = read(text)
    assert draft == lean("theorem o002_1 : 1 = 1", "by\n  rfl")
    assert draft.is_of(stated)


def test_a_proof_by_cases_follows_the_header_without_a_sign() -> None:
    detail = detail_of("u002")
    statement = written(fresh_audit(), "u002", "theorem t : ∀ n : Nat, n = n")
    stated = StatementView(statement=statement, report=None, evidence=(), proof="| 0 => rfl\n| n+1 => rfl")
    draft = read(draft_text(detail, detail.obligations[0], stated))
    assert draft is not None
    assert draft.is_of(stated)


def test_a_complaint_stands_on_the_first_line_and_is_not_piled_up() -> None:
    text = complained(complained("theorem t : x\n", "one\nthing"), "another\x1b")
    assert text == "-- not taken: another␛\ntheorem t : x\n"


# What is read


@pytest.mark.parametrize(
    ("text", "draft"),
    [
        ("theorem t : 1 = 1 := by rfl", lean("theorem t : 1 = 1", "by rfl")),
        ("theorem t : 1 = 1\n  :=\n  by\n    rfl\n\n", lean("theorem t : 1 = 1", "by\n    rfl")),
        ("theorem t : 1 = 1", lean("theorem t : 1 = 1")),
        ("theorem t : 1 = 1 := by\n  sorry\n", lean("theorem t : 1 = 1")),
        ("theorem t : let x := 1; x = 1 := rfl", lean("theorem t : let x := 1; x = 1", "rfl")),
        (
            "-- about t\n\ndef f (n : Nat) : Nat := n + 1\n\ntheorem t : f 1 = 2 := by rfl",
            lean("def f (n : Nat) : Nat := n + 1\n\ntheorem t : f 1 = 2", "by rfl"),
        ),
        ("theorem t : 1 = 1 -- as is\n := rfl", lean("theorem t : 1 = 1", "rfl")),
        ("theorem t : 1 = 1 /- a - b -/ -- c\n := -- d\n rfl", lean("theorem t : 1 = 1", "-- d\n rfl")),
        ("\ufefftheorem t : 1 = 1 := by rfl\r\n", lean("theorem t : 1 = 1", "by rfl")),
    ],
)
def test_a_theorem_is_cut_into_header_and_proof(text: str, draft: Draft) -> None:
    assert read(text) == draft


@pytest.mark.parametrize(
    ("text", "draft"),
    [
        ("1 + 2 = 3", Draft(language=NUMERIC, text="1 + 2 = 3")),
        ("  1 + 2 = 3  \n\n", Draft(language=NUMERIC, text="1 + 2 = 3")),
        (
            "given A = 3\ngiven B = A + 1\nA + B = 7\n",
            Draft(language=NUMERIC, text="A + B = 7", premises=("A = 3", "B = A + 1")),
        ),
        (f"given {ROUNDED}\n√2 = 1.41", Draft(language=NUMERIC, text="√2 = 1.41", premises=(ROUNDED,))),
        ("1 = 1\n-- because\n", Draft(language=NUMERIC, text="1 = 1")),
        ("--1 = 1", None),
    ],
)
def test_a_claim_is_read_with_what_it_is_given(text: str, draft: Draft | None) -> None:
    assert read(text, NUMERIC) == draft


def test_the_language_may_be_changed_at_the_top() -> None:
    assert read("-- language: numeric\n1 + 1 = 2", LEAN) == Draft(language=NUMERIC, text="1 + 1 = 2")
    assert read("--Language:Lean \ntheorem t : 1 = 1 := rfl", NUMERIC) == lean("theorem t : 1 = 1", "rfl")
    assert read("1 = 1\n-- language: lean", NUMERIC) == Draft(language=NUMERIC, text="1 = 1"), "only at the top"


@pytest.mark.parametrize("text", ["", "\n\n", "-- only words\n", "-- language: numeric\n\n--\n"])
def test_a_file_without_anything_but_comments_writes_nothing(text: str) -> None:
    assert read(text) is None


REFUSED = {
    "no theorem": (b"1 = 1", LEAN, "there is no theorem in the file"),
    "two theorems": (b"theorem a : 1 = 1 := rfl\ntheorem b : 2 = 2 := rfl", LEAN, "2 theorems"),
    "no claim": (b"given A = 3", NUMERIC, "there is no claim"),
    "two claims": (b"1 = 1\n2 = 2", NUMERIC, "there are 2 claims"),
    "nothing given": (b"given x > 3\n1 = 1", NUMERIC, "gives no value to a name"),
    "no sense given": (b"given )(\n1 = 1", NUMERIC, "gives no value to a name"),
    "no text": (b"\xff\xfe1", LEAN, "not UTF-8"),
    "a hidden character": ("theorem t\u202e : 1 = 1 := rfl".encode(), LEAN, "U\\+202E"),
    "an escape": (b"\x1b[31m1 = 1", NUMERIC, "␛"),
    "a NUL": (b"1 = 1\x00", NUMERIC, "␀"),
    "too much": (b"x" * (MAX_BYTES + 1), LEAN, "more than 480,000 bytes"),
    "a long statement": (b"theorem t : " + b"1 + " * 6_000 + b"1 = 1 := rfl", LEAN, "the statement has 24,0.. char"),
    "a long proof": (b"theorem t : 1 = 1 := by\n" + b"  skip\n" * 20_000, LEAN, "the proof has 1..,... characters"),
    "a long claim": (b"1 + " * 6_000 + b"1 = 1", NUMERIC, "the claim has 24,0.. characters"),
    "another language": (b"-- language: coq\nTheorem", LEAN, "language: coq is none"),
    "a language for later": (b"-- language: verus\nfn main() {}", LEAN, "language: verus is none"),
}


@pytest.mark.parametrize("case", list(REFUSED))
def test_what_makes_no_sense_is_refused_with_what_to_do(case: str) -> None:
    raw, language, message = REFUSED[case]
    with pytest.raises(InputError, match=message) as caught:
        read_draft(raw, language)
    assert caught.value.hint


@settings(deadline=None, max_examples=200)
@given(st.binary(max_size=300), st.sampled_from([LEAN, NUMERIC]))
def test_whatever_bytes_come_back_they_are_read_or_refused(raw: bytes, language: Language) -> None:
    try:
        draft = read_draft(raw, language)
    except InputError:
        return
    assert draft is None or draft.text.strip()


PROOFS = st.sampled_from(["", "by rfl", "by\n  simp\n  omega", "fun x => x", "| 0 => rfl"])


@settings(deadline=None)
@given(PROOFS, st.sampled_from(["theorem t : 1 = 1", "theorem t (n : Nat) : n = n", "lemma l : let x := 1; x = 1"]))
def test_a_file_that_nobody_changed_is_what_stands_there(proof: str, text: str) -> None:
    statement = make_statement(obligation_id="o002.1", language=LEAN, text=text, provenance="reviewer")
    stated = StatementView(statement=statement, report=None, evidence=(), proof=proof)
    detail = detail_of("u002")
    draft = read(draft_text(detail, detail.obligations[0], stated))
    assert draft is not None
    assert draft.is_of(stated)
    assert statement_of(draft, "o002.1") == statement


def test_nothing_stands_there_before_anything_is_written() -> None:
    assert not lean("theorem t : 1 = 1").is_of(None)


def test_another_proof_of_the_same_statement_is_another_text() -> None:
    session = ReviewSession(fresh_audit(), reviewer="ann")
    statement = written(session.index.audit)
    session.apply(session.edit_statement(UnitId("u001"), statement, report_by(statement), at=AT, proof="by rfl"))
    (stated,) = session.detail(UnitId("u001")).obligations[0].statements
    draft = lean(statement.text, "by rfl")
    assert draft.is_of(stated)
    assert not replace(draft, proof="by simp").is_of(stated)
