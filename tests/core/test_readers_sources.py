"""Sources as people keep them: theses and papers with their packages, notes, exercises, what models write."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofsieve.core.errors import InputError
from proofsieve.core.proof import Proof
from proofsieve.core.readers import read_bytes, read_source
from proofsieve.core.tree import EntryRole, ScopeKind, UnitRole
from proofsieve.tests.proofs import grown, unit_saying


def latex(text: str, **choices: str) -> Proof:
    return checked(read_bytes(text.encode(), "x.tex", **choices))


def markdown(text: str, **choices: str) -> Proof:
    return checked(read_bytes(text.encode(), "x.md", **choices))


def checked(proof: Proof) -> Proof:
    assert all(proof.quote(step.span) == step.text for step in proof.steps)
    assert all(proof.quote(passage.span) == passage.text for passage in proof.context)
    return proof


def texts(proof: Proof) -> list[str]:
    return [step.text for step in proof.steps]


def around(proof: Proof) -> list[tuple[str, str]]:
    return [(passage.kind, passage.name) for passage in proof.context]


def findings(proof: Proof) -> list[str]:
    return [finding.kind for finding in proof.findings]


# Theses and papers


THESIS = r"""\documentclass[ngerman]{scrbook}
\newtheorem{satz}{Satz}[chapter]
\newtheorem{hsatz}[satz]{Hilfssatz}
\begin{document}
\chapter{Einleitung}\label{ch}
Im Folgenden sei $K$ ein Körper.
\begin{hsatz}\label{hs} Quadrate gerader Zahlen sind gerade.\end{hsatz}
\begin{proof}[Beweis] Sei $n=2k$. \end{proof}
\chapter*{Zwischenspiel}
\chapter{Hauptteil}
\begin{satz}[Hauptsatz]\label{haupt} Es gilt $4\mid n^2$.\end{satz}
\begin{proof}[Beweis von Satz~\ref{haupt}] Nach Hilfssatz~\ref{hs}. \end{proof}
\appendix
\chapter{Mehr}
\begin{satz}\label{app} Auch das.\end{satz}
\begin{proof} Klar. \end{proof}
\end{document}
"""


def test_theorems_of_a_thesis_are_numbered_by_chapter_and_lettered_in_the_appendix() -> None:
    proof = latex(THESIS, proof="haupt")
    assert proof.title.endswith("Satz 2.1 (Hauptsatz) [haupt]")
    assert around(proof) == [("standing", ""), ("statement", "Hilfssatz 1.1")]
    assert proof.context[0].text == "Im Folgenden sei $K$ ein Körper."
    assert latex(THESIS, proof="app").title.endswith("Satz A.1 [app]")


def test_sections_of_a_book_carry_the_number_of_their_chapter() -> None:
    text = (
        "\\newtheorem{thm}{Theorem}[subsection]\\chapter{A}\\section{B}\\section{C}\\subsection{D}"
        "\\begin{thm}\\label{t}T\\end{thm}\\begin{proof}Clear.\\end{proof}\\begin{thm}S\\end{thm}"
        "\\begin{proof}Clear.\\end{proof}"
    )
    assert latex(text, proof="t").title.endswith("Theorem 1.2.1.1 [t]")


@pytest.mark.parametrize("environment", ["restatable", "restatable*"])
def test_a_restatable_theorem_is_the_theorem_that_it_restates(environment: str) -> None:
    text = (
        f"\\declaretheorem{{theorem}}\n\\begin{{{environment}}}[Main]{{theorem}}{{mainthm}}\\label{{m}}\nIt holds.\n"
        f"\\end{{{environment}}}\n\\section{{Proofs}}\n\\mainthm*\n"
        "\\begin{proof}[Proof of \\cref{m}] Clear. \\end{proof}\n"
    )
    proof = latex(text)
    assert (proof.problem, texts(proof)) == ("It holds.", ["Clear."])
    assert findings(proof) == []


def test_the_keys_of_thmtools_give_the_note_and_the_label() -> None:
    text = (
        "\\begin{lemma}[note={Euclid},label={e}]A\\end{lemma}\\begin{proof}a\\end{proof}"
        "\\begin{theorem}B\\end{theorem}\\begin{proof}By \\ref{e}.\\end{proof}"
    )
    proof = latex(text, proof="#2")
    assert [(p.name, p.labels) for p in proof.context] == [("Lemma (Euclid)", ("e",))]


def test_a_boxed_theorem_has_its_title_and_its_label_with_the_prefix() -> None:
    text = (
        "\\newtcbtheorem[number within=section]{box}{Theorem}{colback=green}{th}\n\\section{A}\n"
        "\\begin{box}{Pythagoras}{pyt}\n$a^2+b^2=c^2$.\n\\end{box}\n"
        "\\begin{lemma}L\\end{lemma}\\begin{proof}[Proof of \\ref{th:pyt}]Draw it.\\end{proof}"
    )
    proof = latex(text)
    assert proof.problem == "$a^2+b^2=c^2$."
    assert [finding.message for finding in proof.findings] == ["Lemma has no proof in this file"]


def test_another_proof_belongs_to_the_statement_of_the_one_before() -> None:
    text = (
        "\\begin{theorem}\\label{a}A\\end{theorem}\\begin{theorem}\\label{b}B\\end{theorem}"
        "\\begin{proof}[Proof of \\ref{a}]a\\end{proof}\\begin{proof}[Second proof]b\\end{proof}"
    )
    assert latex(text, proof="#2").problem == "A"


@pytest.mark.parametrize("margin", ["", "  ", "    ", "\t", "        "])
def test_the_margin_of_a_source_means_nothing_in_latex_and_only_a_deeper_one_in_markdown(margin: str) -> None:
    body = f"{margin}First.\n\n{margin}Second.\n\n{margin}third goes on.\n"
    assert texts(latex(f"\\begin{{proof}}\n{body}\\end{{proof}}\n"))[0] == "First."
    assert len(texts(latex(f"\\begin{{proof}}\n{body}\\end{{proof}}\n"))) == 2
    assert len(texts(markdown(f"Proof.\n\n{body}"))) == 2


def test_a_document_that_is_included_leaves_its_preamble_outside(tmp_path: Path) -> None:
    (tmp_path / "part.tex").write_text(
        "\\documentclass[main]{subfiles}\n\\begin{document}\n\\begin{theorem}A\\end{theorem}\n"
        "\\begin{proof}Clear.\\end{proof}\n\\end{document}\n",
        encoding="utf-8",
    )
    main = tmp_path / "main.tex"
    main.write_text("\\documentclass{book}\n\\begin{document}\n\\subfile{part}\n\\end{document}\n", encoding="utf-8")
    proof = checked(read_source(main))
    assert (proof.problem, texts(proof), findings(proof)) == ("A", ["Clear."], [])


def test_a_remark_is_no_definition_and_inside_a_proof_it_owes_nothing() -> None:
    text = (
        "\\begin{remark}An aside.\\end{remark}\\begin{theorem}T\\end{theorem}"
        "\\begin{proof}First.\n\n\\begin{remark} Some words. More of them.\\end{remark}\n\nThen.\\end{proof}"
    )
    proof = latex(text)
    assert around(proof) == []
    tree = grown(proof)
    assert [unit.role for unit in tree.units if unit.step == "s2"] == [UnitRole.REMARK, UnitRole.REMARK]


def test_a_proof_under_its_own_section_ends_with_it() -> None:
    text = (
        "\\begin{theorem}P\\end{theorem}\n\\section{Proof of Theorem 1}\n\\subsection{Reduction}\nIt suffices.\n"
        "\\subsection{End}\nSo it holds.\n\\section{Applications}\nSomething else, $1=2$.\n"
    )
    proof = latex(text)
    assert [(step.label, step.text) for step in proof.steps] == [("Reduction", "It suffices."), ("End", "So it holds.")]


@pytest.mark.parametrize(
    ("switch", "kept"),
    [
        ("\\iffalse $1=2$ \\if x y \\fi $2=3$ \\fi", ""),
        ("\\iffalse $1=2$ $a \\iff b$ \\fi", ""),
        ("\\iffalse $1=2$ \\else Yes. \\fi", "Yes."),
        ("\\iftrue Yes. \\else $1=2$ \\fi", "Yes."),
        ("\\newif\\ifdraft \\ifdraft $1=2$ \\else Yes. \\fi", "Yes."),
        ("\\newif\\ifdraft\\drafttrue \\ifdraft Yes. \\else $1=2$ \\fi", "Yes."),
        ("\\newif\\ifa\\atrue \\ifa \\newif\\ifb \\ifb $1=2$ \\else Yes.\\fi \\else $1=2$\\fi", "Yes."),
        ("\\verb|\\iffalse| Yes.", "\\verb|\\iffalse| Yes."),
        ("% \\iffalse\nYes.", "Yes."),
        ("\\begin{comment}\\iffalse\\end{comment}Yes.", "Yes."),
    ],
)
def test_what_a_switch_turns_off_is_no_text(switch: str, kept: str) -> None:
    proof = latex(f"\\begin{{proof}}\nFirst.\n\n{switch}\n\nLast.\n\\end{{proof}}\n")
    assert texts(proof) == ["First.", *([kept] if kept else []), "Last."]


@pytest.mark.parametrize("text", ["\\iffalse a", "\\ifnum1=2 a\\else b\\fi", "\\ifx\\a\\b c\\fi"])
def test_a_conditional_that_nothing_fixes_stays(text: str) -> None:
    assert text.split()[-1] in " ".join(texts(latex(f"\\begin{{proof}}First. {text}\\end{{proof}}")))


def test_switches_of_one_file_hold_in_the_next(tmp_path: Path) -> None:
    (tmp_path / "set.tex").write_text("\\newif\\iflong\n\\longtrue\n", encoding="utf-8")
    (tmp_path / "body.tex").write_text("\\iflong Long. \\else $1=2$ \\fi\n", encoding="utf-8")
    main = tmp_path / "main.tex"
    main.write_text("\\input{set}\n\\begin{proof}\\input{body}\\end{proof}\n", encoding="utf-8")
    assert texts(checked(read_source(main))) == ["Long."]


@pytest.mark.parametrize(
    ("items", "labels"),
    [
        ("\\item[Case 1.] $n$ is even. \\item[Case 2.] $n$ is odd.", ["Case 1", "Case 2"]),
        ("\\item[(i) $\\Rightarrow$ (ii)] Clear. \\item[(b)] Also.", ["(i) $\\Rightarrow$ (ii)", "b"]),
        ("\\item[Base case] $n=1$. \\item[Step] Assume it.", ["Base case", "Step"]),
    ],
)
@pytest.mark.parametrize("environment", ["itemize", "description", "enumerate"])
def test_items_with_labels_are_steps_with_them(items: str, labels: list[str], environment: str) -> None:
    proof = latex(f"\\begin{{proof}}\n\\begin{{{environment}}}\n{items}\n\\end{{{environment}}}\n\\end{{proof}}\n")
    assert [step.label for step in proof.steps] == labels


def test_cases_and_an_induction_in_items_are_scopes() -> None:
    cases = "\\item[Case 1.] $n$ is even. Fine. \\item[Case 2.] $n$ is odd. Fine."
    split = grown(
        latex(f"\\begin{{proof}}Two cases.\\begin{{itemize}}{cases}\\end{{itemize}}In both cases.\\end{{proof}}")
    )
    assert [scope.kind for scope in split.scopes[1:]] == [ScopeKind.CASE, ScopeKind.CASE]
    steps = "\\item[Base case] $n=1$ holds. \\item[Induction step] Assume that it holds for $n$. So it does for $n+1$."
    induction = grown(
        latex(f"\\begin{{proof}}By induction on $n$.\\begin{{description}}{steps}\\end{{description}}\\end{{proof}}")
    )
    assert [scope.kind for scope in induction.scopes[1:]] == [ScopeKind.BASE_CASE, ScopeKind.INDUCTION_STEP]


def test_the_steps_of_a_claims_proof_stand_under_its_name() -> None:
    text = (
        "\\begin{theorem}T\\end{theorem}\\begin{proof}\\begin{claim}C\\end{claim}"
        "\\begin{proof}a\n\n\\begin{enumerate}\\item b \\item c\\end{enumerate}\\end{proof}Then d.\\end{proof}"
    )
    assert [step.label for step in latex(text).steps] == [
        "Claim",
        "Proof of Claim",
        "Proof of Claim: 1",
        "Proof of Claim: 2",
        "",
    ]


def test_overlays_of_beamer_are_no_words() -> None:
    theorem = "\\begin{theorem}<1-> $a=a$. \\end{theorem}\\pause\n"
    proof = latex(theorem + "\\begin{proof}<2->\\onslide<2->{Yes.} \\pause So.\\end{proof}")
    assert (proof.problem, texts(proof)) == ("$a=a$.", ["{Yes.} So."])


def test_paired_delimiters_with_a_body_are_expanded() -> None:
    text = (
        "\\DeclarePairedDelimiterX{\\ip}[2]{\\langle}{\\rangle}{#1\\delimsize\\vert#2}\n"
        "\\begin{proof}Put $\\ip{a}{b}$.\\end{proof}"
    )
    assert texts(latex(text)) == ["Put $\\langle a\\vert b \\rangle$."]


def test_exercises_of_a_sheet_are_not_what_the_next_one_may_rest_on() -> None:
    text = (
        "\\begin{document}\n\\section*{Exercise 1}\nLet $G$ be small. Show that $G$ is abelian.\n"
        "\\subsection*{Solution}\nLet $a$ be in it.\n\\section*{Exercise 2}\nShow that it is infinite.\n"
        "\\subsection*{Solution}\nClear.\n\\end{document}"
    )
    proof = latex(text, proof="#2")
    assert (proof.problem, texts(proof), around(proof)) == ("Show that it is infinite.", ["Clear."], [])


def test_a_reference_to_several_things_finds_the_figure_among_them() -> None:
    proof = latex("\\begin{proof}Where we used \\cref{lem:a,fig:t} at last.\\end{proof}")
    assert "rests-on-figure" in findings(proof)


# Notes


NOTE = """---
tags: [math]
---
Throughout, $k$ denotes a field.

> [!definition] Definition 1
> A number is *nice* if it is even. ^def-nice

> [!theorem]+ Theorem 2
> There are many.
> ^thm

> [!proof]- Proof of Theorem 2
> Suppose not.
>
> Put $N=2$. %% hidden $1=2$ %%
>
> So there are. $\\blacksquare$
"""


def test_names_of_blocks_and_comments_of_a_note_are_no_text() -> None:
    proof = markdown(NOTE)
    assert proof.problem == "There are many."
    assert texts(proof) == ["Suppose not.", "Put $N=2$.", "So there are."]
    assert [step.span.line for step in proof.steps] == [14, 16, 18]
    assert [(p.kind, p.text) for p in proof.context] == [
        ("standing", "Throughout, $k$ denotes a field."),
        ("definition", "A number is *nice* if it is even."),
    ]


def test_a_power_at_the_end_of_a_line_is_no_name_of_a_block() -> None:
    assert texts(markdown("Proof.\n\nPut $x^a$.\n\n$$\nx\n^a\n$$\n")) == ["Put $x^a$.\n\n$$\nx\n^a\n$$"]


def test_what_is_assumed_before_all_headings_enters_the_context() -> None:
    lemma = "Throughout, $k$ is a field.\n\n**Lemma 1.** A.\n\n*Proof.* Clear. □\n\n"
    proof = markdown(f"{lemma}**Theorem 2.** B.\n\n*Proof.* By $k$. □\n", proof="#2")
    assert around(proof) == [("standing", ""), ("statement", "Lemma 1")]
    roles = [entry.role for entry in grown(proof).entries if entry.producer is None]
    assert roles == [EntryRole.HYPOTHESIS, EntryRole.DEFINITION, EntryRole.CITED_THEOREM]


def test_claims_with_marks_of_their_own_stay_inside_the_proof() -> None:
    text = (
        "**Theorem.** $S$ is finite.\n\n*Proof.*\n\n**Claim 1.** It is bounded.\n\n*Proof of Claim 1.* Let $x$. ◻\n\n"
        "**Claim 2.** It is discrete.\n\n*Proof.* Clear. ◻\n\nBy Claims 1 and 2, it is finite. ∎\n"
    )
    proof = markdown(text)
    assert len(proof.steps) == 5
    tree = grown(proof)
    assert [scope.kind for scope in tree.scopes[1:]] == [ScopeKind.SUBPROOF, ScopeKind.SUBPROOF]
    used = unit_saying(tree, "By Claims")
    closures = [unit.id for unit in tree.units if "closes-subproof" in unit.signals]
    assert set(closures) <= set(tree.uses_graph.predecessors(used.id))


def test_a_claim_after_a_finished_proof_is_a_statement_of_its_own() -> None:
    text = "**Lemma.** A.\n\n*Proof.* Clear. ∎\n\n**Claim.** B.\n\n*Proof.* By the lemma. ∎\n"
    assert markdown(text, proof="#2").problem == "B."


def test_a_title_of_a_higher_rank_ends_a_proof_and_one_of_the_same_rank_goes_on() -> None:
    text = "## Theorem\n\nA.\n\n### Proof\n\nFirst.\n\n### Case 1\n\nOne.\n\n## Next topic\n\nElsewhere $1=2$.\n"
    assert texts(markdown(text)) == ["First.", "One."]


@pytest.mark.parametrize(
    ("entity", "character"), [("&mdash;", "—"), ("&le;", "≤"), ("&alpha;", "α"), ("&#8712;", "∈"), ("&b; x", "&b; x")]
)
def test_entities_are_the_characters_that_they_stand_for(entity: str, character: str) -> None:
    assert texts(markdown(f"Proof.\n\nThen {entity}.\n")) == [f"Then {character}."]


def test_html_in_markdown_is_read_without_its_tags() -> None:
    text = "<h2>Problem</h2>\n<p>Show that x<sup>2</sup> &lt; 3.</p>\n\n<h2>Solution</h2>\n<p>It is <b>so</b>.</p>\n"
    proof = markdown(text)
    assert (proof.problem, texts(proof)) == ("Show that x^{2} < 3.", ["It is so."])
    assert proof.steps[0].span.line == 5


def test_a_relation_that_looks_like_a_tag_stays() -> None:
    assert texts(markdown("Proof.\n\nSo $a<b>c$ and a <i> b.\n")) == ["So $a<b>c$ and a <i> b."]


# What models write


def test_what_a_model_says_to_its_reader_is_no_step() -> None:
    text = (
        "Sure! Here is a proof.\n\n**Theorem.** It is even.\n\n### Step 1: Factor\n\n\\[ n^2 + n = n(n+1) \\]\n\n"
        "### Step 2: Conclude\n\nSo it is even.\n\n---\n\nLet me know if you would like more details!\n"
    )
    proof = markdown(text)
    assert proof.steps[-1].text == "Conclude\n\nSo it is even."
    assert "after-proof" in findings(proof)
    assert [unit.role for unit in grown(proof).units][1] is UnitRole.REMARK, "the title of a step says nothing"


def test_a_sentence_that_begins_alike_stays() -> None:
    assert texts(markdown("Proof.\n\nFirst.\n\nIf you add them, you get it.\n"))[-1] == "If you add them, you get it."


@pytest.mark.parametrize("mark", ["**", "__"])
def test_the_title_of_a_step_in_bold_keeps_its_marks_together(mark: str) -> None:
    first = f"{mark}Step 1: Assume it{mark}\n\nSuppose $x$.\n\n{mark}Step 2:{mark} Then.\n\n"
    proof = markdown(f"{first}{mark}Conclusion{mark}\n\nSo it is.\n")
    assert [(step.label, step.text) for step in proof.steps] == [
        ("1", f"{mark}Step 1: Assume it{mark}\n\nSuppose $x$."),
        ("2", "Then."),
        ("Conclusion", "So it is."),
    ]


@pytest.mark.parametrize(
    ("words", "abandoned"),
    [
        ("Wait, this is wrong.", 2),
        ("This approach fails.", 2),
        ("Let me start over.", 3),
        ("Scratch that.", 2),
        ("Wait, we also need $y$.", 0),
        ("We start again with the inequality (1).", 0),
        ("Instead, let us try a different approach.", 0),
    ],
)
def test_an_attempt_that_is_given_up_is_struck_through(words: str, abandoned: int) -> None:
    tree = grown(markdown(f"Problem: P\n\nProof. Put $x=1$.\n\nThen $1=2$.\n\n{words}\n\nNow $y=3$.\n"))
    struck = [unit for unit in tree.units if unit.role is UnitRole.ABANDONED]
    assert len(struck) == abandoned
    assert unit_saying(tree, "y=3").role is not UnitRole.ABANDONED


def test_what_was_given_up_is_not_known_after_it() -> None:
    tree = grown(markdown("Problem: P\n\nProof. Suppose $x=1$.\n\nThen $1=2$.\n\nLet me start over.\n\nNow $y=3$.\n"))
    words = [entry.text for entry in tree.context(unit_saying(tree, "y=3").before)]
    assert words == ["P"]


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ("Par l'absurde : supposons que $x$ est pair.", "Absurde."),
        ("Angenommen, es gibt nur endlich viele.", "Das ist ein Widerspruch."),
        ("Supongamos lo contrario.", "Esto es una contradicción."),
    ],
)
def test_a_contradiction_in_another_language_is_hypothetical(start: str, end: str) -> None:
    tree = grown(markdown(f"Problem: P\n\nProof. {start}\n\nAlors $1=2$.\n\n{end}\n"))
    assert [scope.kind for scope in tree.scopes[1:]] == [ScopeKind.CONTRADICTION]
    assert unit_saying(tree, "1=2").hypothetical


# Refusals and records


def test_a_typst_source_is_recognised_in_a_text_file() -> None:
    with pytest.raises(InputError, match="Typst"):
        read_bytes(b'#import "x.typ": *\n#theorem[All]\n#proof[Yes]\n', "x.txt")


@pytest.mark.parametrize("field", ["proof", "solution", "steps"])
def test_a_list_of_texts_gives_the_steps(field: str) -> None:
    proof = read_bytes(f'{{"theorem": "T", "{field}": ["One.", "Two."]}}'.encode(), "x.json")
    assert texts(proof) == ["One.", "Two."]


def test_single_backslashes_in_json_are_named_with_what_to_do() -> None:
    with pytest.raises(InputError, match="double the backslashes"):
        read_bytes(b'{"problem": "P", "steps": ["So $\\alpha$."]}', "x.json")
    damaged = read_bytes(b'{"problem": "P", "steps": ["So $\\frac12$ and $\\beta$."]}', "x.json")
    assert findings(damaged) == ["damaged-latex"]
