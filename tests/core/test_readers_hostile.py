"""Wrong, broken and hostile files: one clear line, the right exit code, no traceback, nothing outside the folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofsieve.core.errors import ChoiceNeeded, InputError, ProofSieveError
from proofsieve.core.proof import Proof
from proofsieve.core.readers import read_bytes, read_source
from proofsieve.core.readers.document import MAX_BYTES


def refusal(data: bytes, name: str) -> str:
    with pytest.raises(InputError) as caught:
        read_bytes(data, name)
    message = str(caught.value)
    assert "\n" not in message
    assert len(message) < 400
    assert caught.value.exit_code == 4
    return message


@pytest.mark.parametrize("name", ["x.md", "x.txt", "x.tex", "x.json", "x.jsonl", "-"])
@pytest.mark.parametrize("data", [b"", b" \n\t\n", b"\xef\xbb\xbf", b"\xff\xfe\n\x00"])
def test_an_empty_file_is_called_empty(data: bytes, name: str) -> None:
    assert "empty" in refusal(data, name)


@pytest.mark.parametrize(
    ("data", "name", "hint"),
    [
        (b"%PDF-1.7 ...", "x.pdf", "pdftotext"),
        (b"%PDF-1.7 ...", "x.md", "pdftotext"),
        (b"PK\x03\x04...", "x.docx", "pandoc"),
        (b"PK\x03\x04...", "x.txt", "pandoc"),
        (b"\xd0\xcf\x11\xe0...", "x", "docx"),
        (b"{\\rtf1 ...", "x.txt", "pandoc"),
        (b"\x89PNG\r\n", "scan.txt", "picture"),
        (b"\x1f\x8b\x08", "x", "gunzip"),
        (b"#set page()\n= Proof\n", "x.typ", "pandoc"),
        (b"#set text(size: 11pt)\n#let x = 1\n= Proof\n", "-", "Typst"),
        (b"<html>", "x.html", "pandoc"),
        (b"theorem x : True := trivial", "x.lean", "a proof in words"),
        (b"{}", "x.ipynb", "nbconvert"),
        (b"a,b", "x.csv", "JSON"),
    ],
)
def test_a_foreign_format_is_refused_with_a_way_out(data: bytes, name: str, hint: str) -> None:
    assert hint in refusal(data, name)


def test_binary_data_names_the_place() -> None:
    assert "NUL byte at offset 5" in refusal(b"Proof\x00 of it", "x.md")


def test_utf16_without_a_mark_is_recognised() -> None:
    assert "iconv -f UTF-16LE" in refusal("Proof. It is so.".encode("utf-16-le"), "x.md")


def test_bytes_that_no_reading_fits_name_the_place() -> None:
    assert "byte 0x8F at offset 3" in refusal(b"ok " + "証明は次の通り".encode("shift-jis"), "x.md")


def test_a_broken_utf8_file_is_not_taken_for_another_encoding() -> None:
    assert "byte 0xFF at offset 8" in refusal("1. 𝔽 ".encode() + b"\xff is broken.", "x.md")


def test_a_file_that_is_too_large_says_so() -> None:
    assert f"{MAX_BYTES:,}" in refusal(b"a" * (MAX_BYTES + 1), "x.md")


def test_a_missing_file_a_directory_and_a_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    for name, words in (("none.md", "no such file"), (".", "directory"), ("pipe.md", "not a regular file")):
        with pytest.raises(InputError, match=words):
            read_source(tmp_path / name)


def test_a_missing_problem_file_says_so(tmp_path: Path) -> None:
    (tmp_path / "x.md").write_text("1. It is so.\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"none\.txt: there is no such file"):
        read_source(tmp_path / "x.md", problem=tmp_path / "none.txt")


def test_names_of_proofs_are_shown_without_what_acts_on_a_terminal() -> None:
    lines = b'{"id": "a\\u001b[2J", "steps": ["x"]}\n{"id": "b\\u202e", "steps": ["y"]}\n'
    with pytest.raises(ChoiceNeeded) as caught:
        read_bytes(lines, "x.jsonl")
    assert "a␛[2J; b‹U+202E›" in str(caught.value)


def test_terminal_controls_and_bidi_marks_are_read_as_they_are() -> None:
    text = "1. \x1b]0;owned\x07 and \u202eevil\u2069 [bold red]x[/].\n2. So\u200b it is.\n"
    proof = read_bytes(text.encode(), "x.md")
    assert [step.text for step in proof.steps] == [
        "\x1b]0;owned\x07 and \u202eevil\u2069 [bold red]x[/].",
        "So\u200b it is.",
    ]


@pytest.mark.parametrize(
    "unit",
    [
        "1. a\n",
        "> a\n",
        "# \n",
        "Proof.\n",
        "Claim 1.\n",
        "Theorem 1.\nProof.\n",
        "□\n",
        "---\n",
        "$",
        "(",
        "\n",
        "- a\n\n",
        "**a**\n",
    ],
)
def test_a_long_run_of_markdown_marks_ends(unit: str) -> None:
    outcome = attempt(("a " + unit * (60_000 // len(unit))).encode(), "x.md")
    assert isinstance(outcome, Proof | ProofSieveError)


@pytest.mark.parametrize(
    "unit",
    [
        "\\begin",
        "\\begin{a}",
        "\\end{a}",
        "\\begin{proof}",
        "{",
        "}",
        "\\item ",
        "\\input{a}",
        "%\n",
        "\\begin{figure}",
        "\\begin{comment}",
        "\\iffalse",
        "\\begin{verbatim}",
        "\\verb|",
        "\\section{a}\n",
        "\\def\\a#1{#1}\\a{",
        "\\[",
        "\\begin{proof}[",
        "\\begin{lemma}\\begin{proof}",
        "\\newcommand{\\a}{\\a}\\a",
        "\\begin{thm}\n",
        "\\bibitem{a} b ",
    ],
)
def test_a_long_run_of_latex_marks_ends(unit: str) -> None:
    outcome = attempt(("x " + unit * (60_000 // len(unit))).encode(), "x.tex")
    assert isinstance(outcome, Proof | ProofSieveError)


def attempt(data: bytes, name: str) -> Proof | ProofSieveError:
    try:
        return read_bytes(data, name, proof="#1")
    except ProofSieveError as error:
        return error


NAMES = st.sampled_from(["x.md", "x.txt", "x.tex", "x.json", "x.jsonl", "-"])


@given(st.binary(max_size=300), NAMES)
def test_any_bytes_are_read_or_refused_in_one_line(data: bytes, name: str) -> None:
    outcome = attempt(data, name)
    assert isinstance(outcome, Proof) or "\n" not in str(outcome)


SEEDS = (
    b"Problem: Show $a=b$.\n\nProof:\n\n1. First $$x$$\n2. Then \\(y\\).\n",
    b"\\newcommand{\\a}[1]{#1}\\begin{theorem}T\\end{theorem}\\begin{proof}"
    b"Step 1. $\\a{x}$ % c\n\nStep 2. \\ref{l}\\end{proof}",
    b'{"id": "a", "problem": "p $\\\\frac12$", "steps": ["s \\u00e9", "t"], "label": 1}',
)


@given(
    st.sampled_from(SEEDS),
    st.lists(st.tuples(st.integers(0, 140), st.integers(0, 40), st.binary(max_size=6)), max_size=5),
    NAMES,
)
def test_mutated_proofs_are_read_or_refused_in_one_line(
    seed: bytes, edits: list[tuple[int, int, bytes]], name: str
) -> None:
    data = seed
    for place, length, new in edits:
        data = data[:place] + new + data[place + length :]
    outcome = attempt(data, name)
    if isinstance(outcome, Proof):
        assert all(outcome.quote(step.span) == step.text for step in outcome.steps)
    else:
        assert "\n" not in str(outcome)
