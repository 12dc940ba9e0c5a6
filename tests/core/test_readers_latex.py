"""Reading LaTeX as mathematicians write it: environments, macros, comments, included files, labels."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofsieve.core.errors import ChoiceNeeded, InputError, ProofSieveError
from proofsieve.core.proof import Proof
from proofsieve.core.readers import read_bytes, read_source

PAPER = r"""\documentclass{amsart}
\newtheorem{thm}{Theorem}[section]
\newtheorem{lem}[thm]{Lemma}
\newtheorem{dfn}{Definition}
\newcommand{\N}{\mathbb{N}}
\begin{document}
\section{Start}
Throughout, $k$ denotes a field.
\begin{dfn}\label{d} A number is \emph{nice} if it is even.\end{dfn}
\begin{lem}\label{l}If $x\in\N$ then $x\ge 0$.\end{lem}
\begin{proof} By Definition~\ref{d}. \end{proof}
\begin{thm}[Main]\label{main}
For all $x$ we have
\begin{equation}\label{eq} x=x. \end{equation}
\end{thm}
We postpone the proof.
\section{Proofs}
\begin{proof}[Proof of Theorem~\ref{main}]
We use Lemma~\ref{l} and \cite{K}.

Hence it follows.
\end{proof}
\begin{thebibliography}{9}
\bibitem{K} Knuth, a book.
\end{thebibliography}
\end{document}
"""


def read(text: str, **choices: str) -> Proof:
    proof = read_bytes(text.encode(), "paper.tex", **choices)
    assert all(proof.quote(step.span) == step.text for step in proof.steps)
    return proof


def texts(proof: Proof) -> list[str]:
    return [step.text for step in proof.steps]


def kinds(proof: Proof) -> list[str]:
    return [finding.kind for finding in proof.findings if finding.kind != "no-problem"]


def wrapped(body: str) -> str:
    return f"\\begin{{proof}}\n{body}\n\\end{{proof}}\n"


def test_a_proof_two_sections_later_is_bound_by_its_reference() -> None:
    proof = read(PAPER, proof="main")
    assert proof.title == "paper.tex: Proof of Theorem 1.2 (Main) [main]"
    assert proof.problem.startswith("For all $x$ we have")
    assert texts(proof) == ["We use Lemma~\\ref{l} and \\cite{K}.", "Hence it follows."]
    assert [step.span.line for step in proof.steps] == [19, 21]


def test_what_the_proof_may_rest_on_is_its_context() -> None:
    proof = read(PAPER, proof="main")
    assert [(p.kind, p.name) for p in proof.context] == [
        ("standing", ""),
        ("definition", "Definition 1"),
        ("statement", "Lemma 1.1"),
        ("equation", "eq"),
        ("reference", "K"),
    ]
    assert proof.context[2].labels == ("l",)
    assert all(proof.quote(p.span) == p.text for p in proof.context)


def test_the_equations_of_the_proof_itself_are_no_context() -> None:
    proof = read(
        "\\begin{equation}\\label{before} a=b \\end{equation}\n\\[ c=d \\tag{1}\\label{bracket} \\]\n"
        + wrapped("So \\begin{equation}\\label{own} e=f \\end{equation} by \\eqref{own} and \\eqref{late}.")
        + "\\begin{align} g&=h \\label{late}\\\\ i&=j \\label{later} \\end{align}\n"
        + "\\begin{equation}\\label{unused} k=l \\end{equation}\n"
    )
    assert [(p.kind, p.name, p.labels) for p in proof.context] == [
        ("equation", "before", ("before",)),
        ("equation", "bracket", ("bracket",)),
        ("equation", "late", ("late",)),
    ]


def test_several_proofs_are_listed_by_theorem_and_label() -> None:
    with pytest.raises(ChoiceNeeded, match=r"Proof of Lemma 1\.1 \[l\]; Proof of Theorem 1\.2 \(Main\) \[main\]"):
        read(PAPER)


def test_a_later_statement_is_no_context() -> None:
    assert "Theorem 1.2 (Main)" not in [p.name for p in read(PAPER, proof="l").context]


@pytest.mark.parametrize(
    "declaration",
    [
        "\\newtheorem{satz}{Satz}",
        "\\newtheorem*{satz}{Theorem}",
        "\\newtheorem{satz}{\\protect\\satzname}\n\\providecommand{\\satzname}{Theorem}",
        "\\declaretheorem[name=Proposition]{satz}",
        "\\newtheorem{satz}{Anything at all}",
    ],
)
def test_a_theorem_environment_may_have_any_name(declaration: str) -> None:
    proof = read(f"{declaration}\n\\begin{{satz}}\\label{{a}}\nSums are even.\n\\end{{satz}}\n" + wrapped("They are."))
    assert (proof.problem, texts(proof)) == ("Sums are even.", ["They are."])


@pytest.mark.parametrize("name", ["theorem", "lemma", "prop", "cor*", "thm", "conjecture", "exercise"])
def test_common_names_need_no_declaration(name: str) -> None:
    assert read(f"\\begin{{{name}}}It holds.\\end{{{name}}}" + wrapped("Yes.")).problem == "It holds."


@pytest.mark.parametrize("name", ["proof", "proof*", "solution", "preuve", "beweis", "pf"])
def test_a_proof_environment_may_have_the_names_in_use(name: str) -> None:
    assert texts(read(f"\\begin{{lemma}}L\\end{{lemma}}\\begin{{{name}}}Clear.\\end{{{name}}}")) == ["Clear."]


def test_an_environment_that_wraps_proof_is_a_proof() -> None:
    text = (
        "\\newenvironment{antwort}{\\begin{proof}[Answer]}{\\end{proof}}\n"
        "Show that $m^2\\ge 0$.\n\\begin{antwort}\nIt is a square. So it is.\n"
        "\\end{antwort}\n"
    )
    proof = read(text)
    assert proof.problem == "Show that $m^2\\ge 0$."
    assert texts(proof) == ["It is a square. So it is."]
    assert kinds(proof) == []


def test_a_solution_inside_its_exercise_belongs_to_it() -> None:
    text = "\\begin{exercise}Show it.\\begin{solution}It is so.\\end{solution}\\end{exercise}"
    assert (read(text).problem, texts(read(text))) == ("Show it.", ["It is so."])


def test_short_macros_for_environments_are_expanded() -> None:
    proof = read(
        "\\newcommand{\\be}{\\begin{equation}}\\newcommand{\\ee}{\\end{equation}}\n"
        "Step 1. Put\n\\be t=1 \\ee\nStep 2. Done.\n"
    )
    assert texts(proof) == ["Put\n\\begin{equation} t=1 \\end{equation}", "Done."]
    assert [step.span.line for step in proof.steps] == [2, 4]


@pytest.mark.parametrize(
    ("definition", "use", "expanded"),
    [
        ("\\newcommand{\\R}{\\mathbb{R}}", "$x\\in\\R$", "$x\\in\\mathbb{R}$"),
        ("\\newcommand\\R{\\mathbb{R}}", "$\\R$", "$\\mathbb{R}$"),
        ("\\newcommand{\\abs}[1]{|#1|}", "$\\abs{\\abs{x}}$", "$||x||$"),
        ("\\newcommand{\\p}[2][2]{#2^{#1}}", "$\\p{x}\\p[3]{y}$", "$x^{2}y^{3}$"),
        ("\\def\\half#1{\\frac{#1}{2}}", "$\\half{6}$", "$\\frac{6}{2}$"),
        ("\\def\\half#1{\\frac{#1}{2}}", "$\\half6$", "$\\frac{6}{2}$"),
        ("\\DeclareMathOperator{\\ord}{ord}", "$\\ord x$", "$\\operatorname{ord} x$"),
        ("\\let\\eps\\varepsilon", "$\\eps$", "$\\varepsilon$"),
        ("\\DeclarePairedDelimiter{\\ceil}{\\lceil}{\\rceil}", "$\\ceil*{x}$", "$\\lceil x \\rceil$"),
        ("\\NewDocumentCommand{\\q}{O{1} m}{#1+#2}", "$\\q{a}\\q[b]{c}$", "$1+ab+c$"),
        ("\\newcommand{\\v}[1]{\\vec#1}", "$\\v{a}$", "$\\vec a$"),
        ("\\newcommand{\\a}{\\b}\\newcommand{\\b}{c}", "$\\a$", "$c$"),
    ],
)
def test_macros_of_the_source_are_expanded(definition: str, use: str, expanded: str) -> None:
    proof = read(f"{definition}\n{wrapped(f'So {use} holds.')}")
    assert texts(proof) == [f"So {expanded} holds."]
    assert proof.steps[0].span.line == 3
    assert proof.sources[proof.steps[0].span.source].derived_from == 0


def test_a_source_without_macros_and_comments_is_cited_itself() -> None:
    text = wrapped("Let $x=1$.")
    proof = read(text)
    assert (proof.steps[0].span.source, len(proof.sources)) == (0, 1)


def test_an_unknown_macro_is_named_and_left() -> None:
    proof = read(wrapped("Step 1. $\\qfactor{4}=6$.\n\nStep 2. $\\binom42=6$."))
    assert proof.steps[0].text == "$\\qfactor{4}=6$."
    unknown = [finding for finding in proof.findings if finding.kind == "unknown-macro"]
    assert [(finding.about, finding.message.split(" ")[0]) for finding in unknown] == [("s1", "\\qfactor")]


@pytest.mark.parametrize(
    "definitions",
    [
        "\\newcommand{\\a}{\\a}",
        "\\newcommand{\\a}{\\b\\b}\\newcommand{\\b}{\\a\\a}",
        "".join(
            f"\\newcommand{{\\{x}}}{{\\{y}\\{y}}}"
            for x, y in zip("abcdefghijklmnopqrstuvwxy", "bcdefghijklmnopqrstuvwxyz", strict=True)
        ),
        "\\newcommand{\\a}[1]{#1#1#1#1#1#1#1#1#1}\\newcommand{\\c}[1]{\\a{\\a{\\a{\\a{\\a{\\a{\\a{\\a{#1}}}}}}}}}",
    ],
)
def test_macros_that_would_not_end_are_left_with_a_finding(definitions: str) -> None:
    proof = read(definitions + "\n" + wrapped("So $\\a{\\c{x}}$ holds."))
    assert "expansion-stopped" in kinds(proof)
    assert len(proof.steps[0].text) < 100


def test_comments_are_no_text_and_escaped_percents_are() -> None:
    text = (
        "\\begin{document}\n% Step 0. Nothing.\n"
        "Step 1. Just 30\\% of 10 is 3. \\\\% not 4\nStep 2. So 7 are left.% not 8\n"
        "% \\begin{verbatim}\nStep 3. All is $3+7$.\n\\begin{verbatim}\n100% literal\n\\end{verbatim}\n"
        "\\begin{comment}\nStep 4. $1=2$.\n\\end{comment}\n\\iffalse Step 5. \\fi\n\\end{document}\nStep 6. Late.\n"
    )
    proof = read(text)
    assert [step.label for step in proof.steps] == ["1", "2", "3"]
    assert "30\\% of 10" in proof.steps[0].text
    assert "100% literal" in proof.steps[2].text
    assert not any(word in step.text for step in proof.steps for word in ("not 4", "not 8", "1=2", "Late"))
    assert [step.span.line for step in proof.steps] == [3, 4, 6]


def test_a_comment_line_does_not_split_a_paragraph() -> None:
    assert texts(read(wrapped("We add\n% a remark\ntwo numbers."))) == ["We add\ntwo numbers."]


def test_the_end_mark_in_a_display_is_no_mathematics() -> None:
    proof = read(wrapped("So\n\\begin{align*}\na &= b\\\\\n  &= c \\qedhere\n\\end{align*}") + "The number is nice.\n")
    assert "qedhere" not in proof.steps[0].text
    assert "nice" not in proof.steps[0].text


def test_an_enumeration_gives_the_steps() -> None:
    body = (
        "We go on.\n\\begin{enumerate}\n\\item First.\n\n  More of it.\n"
        "\\item[(b)] Second.\n\\end{enumerate}\nThis is all."
    )
    proof = read(wrapped(body))
    assert [(step.label, step.text) for step in proof.steps] == [
        ("", "We go on."),
        ("1", "First.\n\n  More of it."),
        ("b", "Second."),
        ("", "This is all."),
    ]


def test_an_itemize_stays_in_its_paragraph() -> None:
    proof = read(wrapped("Two cases:\n\\begin{itemize}\n\\item even\n\n\\item odd\n\\end{itemize}\n\nDone."))
    assert len(proof.steps) == 2
    assert proof.steps[1].text == "Done."


@pytest.mark.parametrize(
    "head",
    ["Step {n}.", "\\textbf{{Step {n}.}}", "\\emph{{Step {n}:}}", "\\paragraph{{Step {n}.}}", "\\textbf{{Step {n}}}."],
)
def test_step_headings_in_latex_dress(head: str) -> None:
    proof = read(wrapped(f"{head.format(n=1)} Put $a=1$.\n\n{head.format(n=2)} Then $a>0$."))
    assert [(step.label, step.text) for step in proof.steps] == [("1", "Put $a=1$."), ("2", "Then $a>0$.")]


def test_a_claim_inside_a_proof_is_a_step_with_its_name() -> None:
    body = (
        "We begin.\n\\begin{claim} It holds.\\end{claim}\n\\begin{proof}[Proof of the claim] Clear. "
        "\\end{proof}\nWe end."
    )
    proof = read("\\begin{theorem}T\\end{theorem}" + wrapped(body))
    assert [(step.label, step.text) for step in proof.steps] == [
        ("", "We begin."),
        ("Claim", "It holds."),
        ("Proof of Claim", "Clear."),
        ("", "We end."),
    ]


def test_a_proof_without_an_environment_follows_the_theorem() -> None:
    for head in ("Proof. ", "\\textbf{Proof.} ", "\\noindent\\textit{Proof.} "):
        proof = read(f"\\begin{{theorem}}It holds.\\end{{theorem}}\n{head}It does.\n\nIndeed. $\\square$\n")
        assert (proof.problem, texts(proof)) == ("It holds.", ["It does.", "Indeed."])


def test_a_theorem_without_a_proof_is_said_plainly() -> None:
    with pytest.raises(InputError, match="a statement and no proof"):
        read("\\begin{theorem}It holds.\\end{theorem}")


def test_a_theorem_that_stays_unproved_is_a_finding() -> None:
    proof = read("\\begin{lemma}A\\end{lemma}\\begin{theorem}B\\end{theorem}" + wrapped("B is clear."))
    assert proof.problem == "B"
    assert [finding.message for finding in proof.findings] == ["Lemma has no proof in this file"]


def test_an_empty_proof_is_said_plainly() -> None:
    with pytest.raises(InputError, match="no proof"):
        read("\\begin{theorem}It holds.\\end{theorem}" + wrapped(""))


def test_figures_are_notes_and_what_rests_on_them_is_said() -> None:
    body = (
        "Step 1. By Figure~\\ref{f} they are equal.\n"
        "\\begin{figure}\\includegraphics{x}\\caption{$u=v$}\\label{f}\\end{figure}\n"
        "Step 2. So $u=v$."
    )
    proof = read(wrapped(body))
    assert texts(proof) == ["By Figure~\\ref{f} they are equal.", "So $u=v$."]
    found = {finding.kind: finding for finding in proof.findings}
    assert found["rests-on-figure"].about == "s1"
    assert "$u=v$" in found["figure"].message
    assert found["figure"].span is not None
    assert found["figure"].span.line == 3


def test_a_blueprints_uses_are_kept_as_findings() -> None:
    proof = read(
        "\\begin{lemma}\\label{one}A\\end{lemma}\\begin{proof}\\leanok a\\end{proof}"
        "\\begin{theorem}\\label{two}B\\end{theorem}\\begin{proof}\\uses{one}As said.\\end{proof}",
        proof="two",
    )
    assert texts(proof) == ["As said."]
    assert [finding.message for finding in proof.findings if finding.kind == "declared-use"] == [
        "the source says that this proof uses one"
    ]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("\\begin\n\\item Let $a=1$.\n\\item Then $a>0$.\n\\end\n", [1, 4]),
        ("\\begin{enumerate}\n\\item Let $a=1$.\n\\item Then $a>0$.\n", [1]),
        ("Let $a=1$.\n\nThen $a>0$.\n\\end{proof}\n", [4]),
    ],
)
def test_what_is_unbalanced_is_a_finding_with_its_line(text: str, lines: list[int]) -> None:
    proof = read(text)
    assert len(proof.steps) == 2
    spans = [finding.span for finding in proof.findings if finding.kind == "unbalanced"]
    assert [span.line for span in spans if span] == lines


def test_a_latex_document_is_recognised_without_its_extension() -> None:
    assert texts(read_bytes(wrapped("It is so.").encode(), "-")) == ["It is so."]


def test_a_declared_encoding_is_used() -> None:
    text = "\\usepackage[latin2]{inputenc}\n" + wrapped("Zażółć gęślą.")
    proof = read_bytes(text.encode("iso8859-2"), "x.tex")
    assert texts(proof) == ["Zażółć gęślą."]
    assert proof.quote(proof.steps[0].span) == "Zażółć gęślą."
    assert proof.sources[0].raw() == text.encode("iso8859-2")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "paper"
    (folder / "parts").mkdir(parents=True)
    (tmp_path / "secret.tex").write_text("Step 9. SECRET.\n", encoding="utf-8")
    (folder / "parts" / "a.tex").write_text("% note\nStep 2. Then.\n\\input{parts/b.tex}\n", encoding="utf-8")
    (folder / "parts" / "b.tex").write_text("Step 3. So.\n", encoding="utf-8")
    (folder / "parts" / "loop.tex").write_text("\n\\input{parts/loop}\n", encoding="utf-8")
    return folder


def main(project: Path, body: str) -> Proof:
    path = project / "main.tex"
    path.write_text(f"\\begin{{document}}\nStep 1. Let.\n{body}\nStep 4. Done.\n\\end{{document}}\n", encoding="utf-8")
    proof = read_source(path)
    assert all(proof.quote(step.span) == step.text for step in proof.steps)
    return proof


def test_included_files_stand_in_their_places_with_their_own_lines(project: Path) -> None:
    proof = main(project, "\\input{parts/a}")
    assert texts(proof) == ["Let.", "Then.", "So.", "Done."]
    names = [proof.sources[step.span.source].name.split(" ")[0] for step in proof.steps]
    assert names == ["main.tex", "parts/a.tex", "parts/b.tex", "main.tex"]
    assert [step.span.line for step in proof.steps] == [2, 2, 1, 4]


def test_a_missing_file_and_a_cycle_are_findings_with_file_and_line(project: Path) -> None:
    proof = main(project, "\\input{parts/none}\n\\include{parts/loop}")
    found = {f.kind: f.span for f in proof.findings if f.kind.startswith("include")}
    assert set(found) == {"include-missing", "include-cycle"}
    missing, cycle = found["include-missing"], found["include-cycle"]
    assert missing is not None
    assert cycle is not None
    assert (proof.sources[missing.source].name.split(" ")[0], missing.line) == ("main.tex", 3)
    assert (proof.sources[cycle.source].name, cycle.line) == ("parts/loop.tex", 2)


@pytest.mark.parametrize("target", ["../secret", "parts/../../secret.tex", "/etc/passwd", "link"])
def test_nothing_outside_the_folder_is_read(project: Path, target: str) -> None:
    (project / "link.tex").symlink_to(project.parent / "secret.tex")
    proof = main(project, f"\\input{{{target}}}")
    assert "include-outside" in kinds(proof)
    assert not any("SECRET" in (source.text or "") for source in proof.sources)


def test_a_file_that_includes_the_main_file_is_a_cycle(project: Path) -> None:
    (project / "parts" / "back.tex").write_text("\\input{main}\n", encoding="utf-8")
    assert kinds(main(project, "\\input{parts/back}")) == ["include-cycle"]


def test_files_that_include_each_other_many_times_stay_bounded(project: Path) -> None:
    for number in range(20):
        again = f"\\input{{parts/n{number + 1}}} " * 2
        (project / "parts" / f"n{number}.tex").write_text(again, encoding="utf-8")
    assert "include-missing" in kinds(main(project, "\\input{parts/n0}"))


def test_without_a_folder_nothing_is_included() -> None:
    assert kinds(read("Step 1. Let.\n\\input{a}\nStep 2. Done.\n")) == ["include-missing"]


FRAGMENTS = st.sampled_from(
    [
        "\\begin",
        "\\end",
        "{proof}",
        "{theorem}",
        "{enumerate}",
        "\\item ",
        "{",
        "}",
        "%",
        "\n",
        "\n\n",
        "\r\n",
        "$x$",
        "\\[",
        "\\]",
        "\\begin{proof}",
        "\\end{proof}",
        "\\begin{theorem}",
        "\\end{theorem}",
        "\\newcommand{\\a}[1]{#1}",
        "\\a",
        "\\def\\b#1{",
        "\\b",
        "\\input{x}",
        "\\ref{l}",
        "\\label{l}",
        "Step 1. ",
        "𝔽 é",
        "אב",
        "e\u0301",
        "\\begin{verbatim}",
        "\\end{verbatim}",
        "\\iffalse",
        "\\fi",
        "\\begin{figure}",
        "\\end{figure}",
        "[",
        "]",
        "\\verb|",
        "|",
        "\\\\",
        "\\uses{l}",
        "word. ",
        "\\begin{document}",
    ]
)


@given(st.lists(FRAGMENTS, max_size=50).map("".join))
def test_every_step_is_the_quoted_text_byte_for_byte(text: str) -> None:
    try:
        proof = read_bytes(text.encode(), "fuzz.tex", proof="#1")
    except ProofSieveError:
        return
    assert proof.sources[0].raw() == text.encode()
    for step in proof.steps:
        assert step.text
        assert proof.quote(step.span) == step.text
    for finding in proof.findings:
        assert finding.span is None or proof.quote(finding.span) is not None
    for passage in proof.context:
        assert proof.quote(passage.span) == passage.text
