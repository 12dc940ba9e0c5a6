"""Wrong, broken and hostile files: one clear line, the right exit code, no traceback, nothing outside the folder."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofsieve.core.errors import ChoiceNeeded, InputError, ProofSieveError
from proofsieve.core.proof import Proof
from proofsieve.core.readers import read_bytes, read_problem, read_source
from proofsieve.core.readers.document import MAX_BYTES
from proofsieve.core.record.jsonform import indented


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


# Names


@pytest.mark.parametrize("name", ["n" * 300 + ".md", "a\0b.md", "a\ud800.md", "/", ".", "/etc/passwd/x.md"])
def test_what_can_be_no_file_is_said_in_one_line(name: str) -> None:
    for attempt in (lambda: read_source(Path(name)), lambda: read_problem(Path(name))):
        with pytest.raises(InputError) as caught:
            attempt()
        assert "\n" not in str(caught.value)


@pytest.mark.skipif(os.name == "nt", reason="names are no bytes there")
@pytest.mark.parametrize("suffix", ["md", "tex", "json"])
def test_a_name_that_is_no_text_is_shown_escaped(tmp_path: Path, suffix: str) -> None:
    content = {
        "md": b"Problem: x\n\nProof.\n\n> Quoted. &lt;\n",
        "tex": b"\\begin{theorem}x\\end{theorem}\\begin{proof}Yes. \\input{lat}\\end{proof}",
        "json": b'[{"problem": "x", "steps": ["y"]}]',
    }
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/lat\xe9." + suffix.encode()))
    path.write_bytes(content[suffix])
    proof = read_source(path, problem=path if suffix == "md" else None)
    assert proof.title == f"lat\\xe9.{suffix}"
    indented(proof)


@pytest.mark.skipif(os.name == "nt", reason="names are no bytes there")
def test_an_included_file_whose_name_is_no_text_is_shown_escaped(tmp_path: Path) -> None:
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/lat\xe9.tex")).write_bytes(b"Included \xe9. \\input{link}")
    (tmp_path / "link.tex").symlink_to(os.fsdecode(b"lat\xe9.tex"))
    main = tmp_path / "main.tex"
    main.write_bytes(b"\\begin{theorem}x\\end{theorem}\\begin{proof}Yes. \\input{link}\\end{proof}")
    proof = read_source(main)
    assert "lat\\xe9.tex" in [source.name for source in proof.sources]
    assert {finding.kind for finding in proof.findings} >= {"encoding-guessed", "include-cycle"}
    indented(proof)


# The problem in a file of its own


def test_the_problem_is_read_in_any_encoding_that_a_proof_may_have(tmp_path: Path) -> None:
    path = tmp_path / "problem.txt"
    for content in (b" Show \xc3\xa9.\n", "\ufeffShow é.\r\n".encode("utf-16"), b"Show \xe9."):
        path.write_bytes(content)
        assert read_problem(path) == "Show é."


@pytest.mark.skipif(os.name == "nt", reason="there are no pipes and devices there")
def test_a_problem_that_would_never_end_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero"), Path("/dev/stdin").resolve().parent):
        with pytest.raises(InputError, match=r"not a regular file|a directory"):
            read_problem(path)
        with pytest.raises(InputError, match=r"not a regular file|a directory"):
            read_source(path)


def test_a_problem_without_words_or_with_too_many_bytes_says_so(tmp_path: Path) -> None:
    path = tmp_path / "problem.txt"
    path.write_bytes(b" \n")
    with pytest.raises(InputError, match="empty"):
        read_problem(path)
    with path.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    with pytest.raises(InputError, match="more than the"):
        read_problem(path)


def test_a_file_that_grows_while_it_is_read_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.md"
    with path.open("wb") as file:
        file.truncate(MAX_BYTES + 5)
    small = os.stat_result((0o100644, *[0] * 9))
    monkeypatch.setattr(Path, "stat", lambda *_, **__: small)
    with pytest.raises(InputError, match="no more are read"):
        read_problem(path)


# Far more than people write


def _paragraphs(count: int) -> bytes:
    return b"Problem: x\n\nProof.\n\n" + b"We have it.\n\n" * count


def _steps(count: int, text: str = "a") -> bytes:
    return json.dumps({"problem": "x", "steps": [text] * count}).encode()


TOO_MUCH = {
    "blank lines": (b"Problem: x\n\nProof.\n" + b"\n" * 5_000_000 + b"Yes.", "x.md", "5,000,004 lines"),
    "some blank lines": (b"Problem: x\n\nProof.\n" + b"\r\n" * 250_000 + b"Yes.", "x.txt", "250,004 lines"),
    "blank lines of LaTeX": (b"\\begin{proof}" + b"\n" * 300_000 + b"Yes.\\end{proof}", "x.tex", "300,001 lines"),
    "blank lines in a record": (
        json.dumps({"problem": "x", "solution": "a" + "\n" * 1_000_000 + "b"}).encode(),
        "x.json",
        "1,000,001 lines",
    ),
    "blank lines around a record": (b'{"problem": "x",' + b"\n" * 3_000_000 + b'"steps": ["a"]}', "x.json", "lines"),
    "paragraphs": (_paragraphs(45_000), "x.md", "45,000 steps"),
    "steps": (_steps(1_000_000), "x.json", "1,000,000 steps"),
    "one step": (b"Problem: x\n\nProof. " + b"We have it. " * 20_000, "x.md", "step 1 has"),
    "one step of a record": (_steps(1, "We have it. " * 400_000), "x.json", "step 1 has 4,800,000 characters"),
    "long steps": (_steps(100, "We have it. " * 6_000), "x.json", "7,200,000 characters in its steps"),
    "a step without an end": (
        b"Problem: x\n\nProof. " + b"We have $x$.\nAnd more. " * 50_000,
        "x.md",
        "a step has more than 500,000 characters",
    ),
    "a step of LaTeX without an end": (
        b"\\begin{proof}" + b"We have $x$. " * 90_000 + b"\\end{proof}",
        "x.tex",
        "a step has more than 500,000 characters",
    ),
    "a step of a record without an end": (
        json.dumps({"problem": "x", "solution": "We have $x$. " * 90_000}).encode(),
        "x.json",
        "a step has more than 500,000 characters",
    ),
    "records": (b"[" + b",".join([b"{}"] * 200_000) + b"]", "x.json", "more than 100,000 records"),
    "lines of records": (b"{}\n" * 200_000, "x.jsonl", "more than 100,000 records"),
    "objects": (b'{"steps": [' + b",".join([b"{}"] * 300_000) + b"]}", "x.json", "more than 200,000 objects"),
}


@pytest.mark.parametrize("name", TOO_MUCH)
def test_far_more_than_people_write_is_refused_in_one_line(name: str) -> None:
    data, file, says = TOO_MUCH[name]
    assert len(data) < MAX_BYTES
    assert says in refusal(data, file)


def test_a_megabyte_on_one_line_is_read_where_something_ends_its_steps() -> None:
    items = b" ".join(b"%d. We have it, and %s." % (number, b"so on and " * 60) for number in range(1, 2_001))
    assert len(read_bytes(b"Problem: x\n\nProof: " + items, "x.md").steps) == 2_000
    listed = b"".join(b"\\item We have it, and %s." % (b"so on and " * 60) for _ in range(2_000))
    latex = b"\\begin{proof}\\begin{enumerate}" + listed + b"\\end{enumerate}\\end{proof}"
    assert len(read_bytes(latex, "x.tex").steps) == 2_000


# What took time that grew with the square of its length, and a length at which it would not have ended.
RUNS = {
    "theorems in theorems": "\\begin{thm}\\label{a}\n" * 50_000,
    "claims in claims": "\\begin{proof}" + "\\begin{claim}a\n\n" * 40_000,
    "proofs on one line": "\\begin{proof}a\\end{proof}" * 40_000,
    "inline code of as many kinds": "".join(f"\\verb{chr(0x4E00 + number % 20_000)} " for number in range(60_000)),
    "options that do not end": "\\newcommand{\\a}[2][x]{#1#2}" + "\\a[" * 300_000,
    "groups that do not end": "\\newcommand{\\a}[1]{#1}" + "\\a{" * 200_000,
    "blanks before a line end": "\\newcommand{\\a}[1]{#1#1}\\a{" + " " * 300_000 + "\n}",
    "a body of parameters": "\\newcommand{\\a}[1]{" + "#1" * 200_000 + "}" + "\\a{}" * 100_000,
    "labels": "".join(
        f"\\begin{{equation}}\\label{{e{n}}}x\\end{{equation}}\\eqref{{e{n}}}\n\n" for n in range(18_000)
    ),
}


@pytest.mark.parametrize("name", RUNS)
def test_long_runs_cost_no_more_than_their_length(name: str) -> None:
    assert isinstance(attempt(RUNS[name].encode(), "x.tex"), Proof | ProofSieveError)


def test_more_lines_than_people_write_are_refused_where_includes_add_them_up(tmp_path: Path) -> None:
    (tmp_path / "part.tex").write_bytes(b"We have it." + b"\n" * 3_000)
    main = tmp_path / "main.tex"
    main.write_bytes(b"\\begin{proof}" + b"\\input{part} " * 100 + b"\\end{proof}")
    with pytest.raises(InputError, match=r"main.tex: 300,001 lines, of which at most 200,000 are read"):
        read_source(main)


def test_ten_thousand_steps_are_read() -> None:
    assert len(read_bytes(_paragraphs(10_000), "x.md").steps) == 10_000
    assert len(read_bytes(_steps(20_000), "x.json").steps) == 20_000


def test_the_findings_of_many_steps_are_bounded() -> None:
    proof = read_bytes(_steps(5_000, "").replace(b'[""', b'["a"'), "x.json")
    assert len([finding for finding in proof.findings if finding.kind == "empty-step"]) == 101
