"""Readers: bytes from outside to a :class:`~proofsieve.core.proof.Proof` whose every span is exact.

Which reader is right is decided by the file's extension, and by its content where the extension says nothing.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path, PurePath

from ..errors import InputError
from ..proof import Finding, Proof
from .collector import paused_collector
from .document import Document, decode, load
from .encodings import declared_encoding
from .plain import read_plain
from .records import is_audit, read_records

__all__ = ["read_bytes", "read_problem", "read_source"]

_MARKDOWN = frozenset((".md", ".markdown", ".mkd", ".mdown", ".qmd"))
_LATEX = frozenset((".tex", ".ltx", ".latex"))
_EXPECTED = "expected Markdown, plain text, LaTeX, JSON or JSONL"
_FOREIGN = {
    ".typ": ("a Typst document", "convert it first: pandoc proof.typ -t markdown -o proof.md"),
    ".docx": ("a Word document", "convert it first: pandoc proof.docx -t markdown -o proof.md"),
    ".doc": ("an old Word document", "save it as .docx, then: pandoc proof.docx -t markdown -o proof.md"),
    ".odt": ("an OpenDocument text", "convert it first: pandoc proof.odt -t markdown -o proof.md"),
    ".rtf": ("a rich text file", "convert it first: pandoc proof.rtf -t markdown -o proof.md"),
    ".pdf": ("a PDF file", "convert it first: pdftotext -layout proof.pdf proof.txt"),
    ".html": ("an HTML page", "convert it first: pandoc proof.html -t markdown -o proof.md"),
    ".htm": ("an HTML page", "convert it first: pandoc proof.htm -t markdown -o proof.md"),
    ".rst": ("reStructuredText", "convert it first: pandoc proof.rst -t markdown -o proof.md"),
    ".org": ("an Org file", "convert it first: pandoc proof.org -t markdown -o proof.md"),
    ".adoc": ("an AsciiDoc file", "convert it first: asciidoctor -b docbook, then pandoc -f docbook -t markdown"),
    ".ipynb": ("a notebook", "convert it first: jupyter nbconvert --to markdown FILE"),
    ".lyx": ("a LyX document", "export it first: lyx --export latex FILE"),
    ".lean": ("a Lean file", "a proof in words is expected"),
    ".thy": ("an Isabelle theory", "a proof in words is expected"),
    ".v": ("a Rocq (Coq) file", "a proof in words is expected"),
    ".csv": ("a table", "give one record as JSON with the fields problem and steps"),
    ".yaml": ("a YAML file", "give the record as JSON with the fields problem and steps"),
    ".yml": ("a YAML file", "give the record as JSON with the fields problem and steps"),
}
_LATEX_SIGNS = re.compile(r"\\documentclass\b|\\begin\{(?:document|proof|theorem|lemma|proposition|solution)\*?\}")
_TYPST = re.compile(r"^#(?:set|show|import|let)\b[^\r\n]*[(:=]", re.MULTILINE)


def read_source(path: Path, *, problem: Path | None = None, proof: str | None = None) -> Proof:
    """The proof in the file at ``path``.

    ``problem`` is a text file with the statement, when it stands apart; ``proof`` names one of several proofs or
    records. Raises InputError with one line that says what is wrong and what to do, and ChoiceNeeded with the names
    when a choice must be made (both in :mod:`proofsieve.core.errors`).
    """
    _refuse_foreign(path.name)
    try:
        data = load(path)
    except InputError:
        if path.name.endswith(".audit.json") and path.is_file():
            raise is_audit(str(path)) from None  # an audit is often larger than a source may be
        raise
    statement = _problem_document(load(problem), problem.name) if problem else None
    with paused_collector():
        return _read(data, path.name, statement, proof, main=path)


def read_bytes(data: bytes, name: str, *, problem_text: str | None = None, proof: str | None = None) -> Proof:
    """The proof in ``data``, read as a file called ``name`` would be; see :func:`read_source`.

    A name without an extension ("-" for standard input) leaves the format to the content.
    """
    _refuse_foreign(name)
    statement = (
        _problem_document(problem_text.encode("utf-8", "replace"), "problem") if problem_text is not None else None
    )
    with paused_collector():
        return _read(data, name, statement, proof)


def read_problem(path: Path) -> str:
    """The statement in a file of its own, for :func:`read_bytes`; read within the same bounds and encodings.

    Raises InputError with one line where there is none.
    """
    data = load(path)
    return _problem_document(data, path.name).text.strip("\ufeff \t\r\n")


def _read(data: bytes, name: str, problem: Document | None, proof: str | None, main: Path | None = None) -> Proof:
    document, guessed = decode(data, name, declared=declared_encoding(data))
    form = _format(document, name)
    if form == "latex":
        # Its patterns cost more to compile than a short proof costs to read.
        from .latex import read_latex

        folder = main.parent if main else None
        read = read_latex(document, problem=problem, proof=proof, folder=folder, main=main)
    elif form == "text":
        read = read_plain(document, problem=problem, proof=proof)
    else:
        shown = str(main) if main else ""
        read = read_records(document, lines=form == "jsonl", problem=problem, proof=proof, path=shown)
    if not guessed:
        return read
    message = "the file is not UTF-8 and was read as Windows-1252; convert it if letters look wrong"
    finding = Finding(kind="encoding-guessed", message=message)
    return replace(read, findings=(finding, *read.findings))


def _format(document: Document, name: str) -> str:
    """ "json", "jsonl", "latex" or "text"."""
    suffix = PurePath(name).suffix.lower()
    if suffix in (".json", ".jsonl", ".ndjson"):
        return "json" if suffix == ".json" else "jsonl"
    if suffix in _LATEX:
        return "latex"
    if suffix in _MARKDOWN:
        return "text"
    text = document.text.lstrip("\ufeff \t\r\n")
    if text.startswith('{"') or re.match(r"[{\[]\s*[\"{]", text):
        return "json"
    if _LATEX_SIGNS.search(text):
        return "latex"
    if _TYPST.search(text):
        what, hint = _FOREIGN[".typ"]
        raise InputError(f"this looks like {what}, which is not read", where=name, hint=hint)
    return "text"


def _problem_document(data: bytes, name: str) -> Document:
    document, _ = decode(data, name, number=1, declared=declared_encoding(data))
    return document


def _refuse_foreign(name: str) -> None:
    foreign = _FOREIGN.get(PurePath(name).suffix.lower())
    if foreign:
        what, hint = foreign
        raise InputError(f"this is {what}, which is not read", where=name, hint=f"{hint}; {_EXPECTED}")
