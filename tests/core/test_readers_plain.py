"""Reading Markdown and plain text as it is written: headings, lists, displays, quotes, several proofs."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofsieve.core.errors import ChoiceNeeded, InputError, ProofSieveError
from proofsieve.core.proof import Proof
from proofsieve.core.readers import read_bytes, read_source
from proofsieve.core.text import math_spans


def read(text: str, name: str = "note.md", **choices: str) -> Proof:
    proof = read_bytes(text.encode(), name, **choices)
    assert all(proof.quote(step.span) == step.text for step in proof.steps)
    return proof


def texts(proof: Proof) -> list[str]:
    return [step.text for step in proof.steps]


def labels(proof: Proof) -> list[str]:
    return [step.label for step in proof.steps]


def kinds(proof: Proof) -> list[str]:
    return [finding.kind for finding in proof.findings]


@pytest.mark.parametrize(
    "heading",
    [
        "Problem: {p}\n\nProof: ",
        "**Problem.** {p}\n\n**Proof.** ",
        "# Problem\n\n{p}\n\n# Proof\n\n",
        "## Exercise 3\n{p}\n\n## Solution\n",
        "Theorem 2.1. {p}\n\n*Proof.* ",
        "**Claim.** {p}\n\n_Proof._\n",
        "{p}\n\nProof.\n",
        "Lemma (Euclid). {p}\nProof. ",
        "题目：{p}\n\n证明：",
        "Aufgabe 1. {p}\n\nBeweis. ",
        "Théorème. {p}\n\nPreuve. ",
        "---\ntitle: Note\n---\nProblem: {p}\n\nProof: ",
    ],
)
def test_statement_and_proof_are_told_apart(heading: str) -> None:
    proof = read(heading.format(p="Show that $n^2$ is even.") + "1. It is.\n2. Really.\n")
    assert proof.problem == "Show that $n^2$ is even."
    assert texts(proof) == ["It is.", "Really."]
    assert proof.problem_span is not None
    assert proof.quote(proof.problem_span) == proof.problem


@pytest.mark.parametrize(
    ("first", "second", "number"),
    [
        ("1. ", "2. ", "1"),
        ("1) ", "2) ", "1"),
        ("(1) ", "(2) ", "1"),
        ("Step 1. ", "Step 2. ", "1"),
        ("Step 1: ", "Step 2: ", "1"),
        ("**Step 1.** ", "**Step 2.** ", "1"),
        ("**1.** ", "**2.** ", "1"),
        ("### Step 1\n", "### Step 2\n", "1"),
        ("### 1. ", "### 2. ", "1"),
        ("Schritt 1: ", "Schritt 2: ", "1"),
        ("第一步：", "第二步：", "一"),
    ],
)
def test_numbered_items_are_steps_whatever_their_marks(first: str, second: str, number: str) -> None:
    proof = read(f"Proof.\n\n{first}Put $a=1$.\n\n{second}Then $a>0$.\n")
    assert texts(proof) == ["Put $a=1$.", "Then $a>0$."]
    assert labels(proof)[0] == number


def test_without_numbers_each_paragraph_is_a_step() -> None:
    proof = read("Proof. Let $n$ be odd.\n\nThen $n+1$ is even.\nSo is $n-1$.\n\nThis ends it. ∎\n")
    assert texts(proof) == ["Let $n$ be odd.", "Then $n+1$ is even.\nSo is $n-1$.", "This ends it."]


def test_words_before_the_first_number_are_a_step_without_a_label() -> None:
    proof = read("Proof. We argue by contradiction.\n\n1. Suppose not.\n2. Absurd.\n")
    assert list(zip(labels(proof), texts(proof), strict=True)) == [
        ("", "We argue by contradiction."),
        ("1", "Suppose not."),
        ("2", "Absurd."),
    ]


def test_a_task_before_the_numbers_is_the_problem() -> None:
    proof = read("Let $k$ be an integer. Prove that $k^2+k$ is even.\n\n1. Factor it.\n2. One factor is even.\n")
    assert proof.problem == "Let $k$ be an integer. Prove that $k^2+k$ is even."
    assert len(proof.steps) == 2


def test_a_problem_from_elsewhere_is_a_source_of_its_own() -> None:
    proof = read("We argue so.\n\nIt is done.\n", problem_text="  Show it.\n")
    assert proof.problem == "Show it."
    assert proof.problem_span is not None
    assert proof.problem_span.source == 1
    assert proof.quote(proof.problem_span) == "Show it."
    assert len(proof.steps) == 2


def test_no_problem_is_a_finding() -> None:
    assert "no-problem" in kinds(read("1. Let $n=1$.\n2. So $n>0$.\n"))


def test_a_display_between_items_belongs_to_the_item_before() -> None:
    with_gaps = "1. Put\n\n$$\nm = 3j .\n$$\n\n2. Then\n\n$$\nm^2 = 9j^2 .\n$$\n\n3. So $9 \\mid m^2$.\n"
    for text in (with_gaps, with_gaps.replace("\n\n", "\n")):
        proof = read(text)
        assert labels(proof) == ["1", "2", "3"]
        assert "m = 3j ." in proof.steps[0].text
        assert "m^2 = 9j^2 ." in proof.steps[1].text


def test_displays_lists_and_code_stay_with_their_paragraph() -> None:
    text = "Proof. We have\n\n$$a=b$$\n\nwhere $a$ is known.\n\nThere are two cases:\n\n- even\n\n- odd\n\nDone.\n"
    proof = read(text)
    assert texts(proof) == [
        "We have\n\n$$a=b$$\n\nwhere $a$ is known.",
        "There are two cases:\n\n- even\n\n- odd",
        "Done.",
    ]


def test_sub_lists_belong_to_their_item() -> None:
    proof = read("1. Two cases:\n   1. even\n   2. odd\n2. Both are fine.\n")
    assert labels(proof) == ["1", "2"]
    assert "2. odd" in proof.steps[0].text


def test_code_is_no_step_and_an_indented_display_is_no_code() -> None:
    text = (
        "Step 1. Note\n\n        $$ 5^2+12^2=13^2 $$\n\nStep 2. We ran\n"
        "\n```python\n# Step 3. assert 1 == 2\n```\n\nwith success.\n"
    )
    proof = read(text)
    assert labels(proof) == ["1", "2"]
    assert [f.code for f in math_spans(proof.steps[0].text)] == [False]
    assert proof.steps[1].text.endswith("with success.")


def test_a_paragraph_after_the_list_is_a_step_of_its_own() -> None:
    proof = read("1. Let $a=1$.\n2. Then $a>0$.\n\nThis completes the proof.\n")
    assert labels(proof) == ["1", "2", ""]


def test_a_list_on_one_line_is_a_list() -> None:
    assert texts(read("1. The sum is 6. 2. Adding 2 gives 8. 3. So it is even.")) == [
        "The sum is 6.",
        "Adding 2 gives 8.",
        "So it is even.",
    ]


def test_quoted_call_outs_lose_their_marks_and_keep_their_lines() -> None:
    text = (
        "> [!theorem] Parity\n> If $m$ is even then\n> $$\n> m^2\n"
        "> $$\n> is even.\n\n> [!proof]-\n> 1. Put $m=2j$.\n> 2. Then\n"
        ">    $$\n>    m^2=4j^2.\n>    $$\n"
    )
    proof = read(text)
    assert proof.problem == "If $m$ is even then\n$$\nm^2\n$$\nis even."
    assert [(step.label, step.span.line, step.span.end_line) for step in proof.steps] == [("1", 9, 9), ("2", 10, 13)]
    assert ">" not in proof.steps[1].text
    assert proof.sources[proof.steps[0].span.source].derived_from == 0
    assert proof.sources[0].raw() == text.encode()


def test_a_relation_at_the_start_of_a_line_is_no_quote_mark() -> None:
    proof = read("Proof. So\n$$\na\n> b\n$$\nholds.\n")
    assert "> b" in proof.steps[0].text


def test_entities_are_read_as_the_characters_they_stand_for() -> None:
    assert texts(read("1. Let $a &lt; b$.\n2. Then $b &gt; a$.\n")) == ["Let $a < b$.", "Then $b > a$."]


THREE = (
    "**Theorem 1.1.** Cubes grow.\n\n**Theorem 1.2.** Squares grow.\n\n"
    "*Proof of Theorem 1.2.* Multiply. $\\square$\n\n*Proof of Theorem 1.1.* Multiply twice. $\\square$\n\n"
    "*Second proof of Theorem 1.1.* Differentiate. $\\square$\n"
)


def test_several_proofs_are_listed_and_never_joined() -> None:
    with pytest.raises(ChoiceNeeded) as caught:
        read(THREE)
    assert caught.value.exit_code == 2
    for name in ("Proof of Theorem 1.2", "Proof of Theorem 1.1", "Second proof of Theorem 1.1"):
        assert name in str(caught.value)


@pytest.mark.parametrize(
    ("wanted", "problem", "step"),
    [
        ("Proof of Theorem 1.1", "Cubes grow.", "Multiply twice."),
        ("proof of theorem 1.2", "Squares grow.", "Multiply."),
        ("1.2", "Squares grow.", "Multiply."),
        ("Second", "Cubes grow.", "Differentiate."),
        ("#3", "Cubes grow.", "Differentiate."),
    ],
)
def test_a_proof_is_chosen_by_its_name(wanted: str, problem: str, step: str) -> None:
    proof = read(THREE, proof=wanted)
    assert (proof.problem, texts(proof)) == (problem, [step])


def test_an_ambiguous_name_lists_what_fits() -> None:
    with pytest.raises(ChoiceNeeded, match=r"2 proofs fit '1\.1'"):
        read(THREE, proof="1.1")


def test_a_wrong_name_lists_what_there_is() -> None:
    with pytest.raises(ChoiceNeeded, match="none of the proofs is 'Lemma'"):
        read(THREE, proof="Lemma")


def test_other_statements_before_the_proof_are_its_context() -> None:
    text = (
        "**Definition.** Even means $2 \\mid n$.\n\n**Lemma 1.** Sums are even.\n"
        "\n**Theorem 2.** It holds.\n\n*Proof.* By Lemma 1.\n"
    )
    proof = read(text)
    assert [(p.kind, p.name) for p in proof.context] == [("definition", "Definition"), ("statement", "Lemma 1")]
    assert all(proof.quote(p.span) == p.text for p in proof.context)
    assert "no-proof" in kinds(proof)


def test_a_claim_after_the_problem_begins_the_proof() -> None:
    proof = read("Problem: Show it.\n\nClaim. It is even.\n\nIndeed it is.\n")
    assert (proof.problem, texts(proof)) == ("Show it.", ["Claim. It is even.", "Indeed it is."])


def test_two_empty_statements_are_no_proof() -> None:
    with pytest.raises(InputError):
        read("Problem:\n\nDefinition.\n\nTheorem 1.\n")


def test_theorems_without_proofs_prove_nothing() -> None:
    with pytest.raises(InputError, match="a statement and no proof"):
        read("Theorem 1. Cubes grow.\n\nTheorem 2. Squares grow.\n")
    proof = read("Theorem 1. Cubes grow.\n\nTheorem 2. Squares grow.\n\nMultiply.\n")
    assert (proof.problem, texts(proof)) == ("Squares grow.", ["Multiply."])
    assert [passage.name for passage in proof.context] == ["Theorem 1"]


def test_a_claim_with_its_proof_inside_a_proof_stays_inside() -> None:
    text = (
        "Theorem. It holds.\n\nProof. We begin.\n\nClaim 1. This holds.\n\nProof of Claim 1. Easy. ∎\n\nNow we end. ∎\n"
    )
    assert texts(read(text)) == ["We begin.", "Claim 1. This holds.", "Proof of Claim 1. Easy. ∎", "Now we end."]


@pytest.mark.parametrize(
    ("step", "kind"),
    [
        ("![a triangle](t.png) shows it.", "figure"),
        ("![[sketch.png]]", "figure"),
        ("By Figure 2 the angles are equal.", "rests-on-figure"),
        ("As we see in the diagram, it commutes.", "rests-on-figure"),
    ],
)
def test_what_rests_on_a_picture_is_a_finding_on_its_step(step: str, kind: str) -> None:
    findings = read(f"Problem: Show it.\n\n1. {step}\n2. We figure out the rest from the big picture.\n").findings
    assert [(finding.kind, finding.about) for finding in findings] == [(kind, "s1")]


def test_text_after_the_end_mark_is_not_audited() -> None:
    proof = read("Theorem. It holds.\n\nProof. It does.\n\nSo it ends. ∎\n\nThe number is called nice.\n")
    assert texts(proof) == ["It does.", "So it ends."]
    assert "after-proof" in kinds(proof)


def test_a_remark_after_the_proof_is_not_audited() -> None:
    proof = read("Theorem. It holds.\n\nProof. It does. ∎\n\n*Remark.* So does more.\n")
    assert texts(proof) == ["It does."]
    assert "after-proof" in kinds(proof)


def test_an_old_attempt_and_a_final_answer_are_two_proofs() -> None:
    text = "## Problem\nShow it.\n\n## Attempt 1\nWrong way.\n\n## Final answer\nRight way.\n"
    with pytest.raises(ChoiceNeeded):
        read(text)
    assert texts(read(text, proof="Final answer")) == ["Right way."]


def test_a_final_answer_after_steps_is_part_of_the_proof() -> None:
    text = (
        "## Problem\nFind it.\n\n## Solution\n\n### Step 1: Add\n"
        "We add.\n\n### Step 2: Stop\nWe stop.\n\n### Final Answer\n"
        "$7$\n"
    )
    proof = read(text)
    assert labels(proof) == ["1", "2", "Final Answer"]


def test_a_models_reasoning_before_its_answer_is_skipped_with_a_finding() -> None:
    proof = read("<think>\nProof. Hm, 1=2?\n</think>\nProof. It is clear.\n")
    assert texts(proof) == ["It is clear."]
    assert "reasoning-skipped" in kinds(proof)


def test_a_statement_without_a_proof_is_said_plainly() -> None:
    with pytest.raises(InputError, match="a statement and no proof"):
        read("Theorem 1. All is well.\n")


def test_an_empty_proof_is_said_plainly() -> None:
    with pytest.raises(InputError, match="no proof"):
        read("Theorem 1. All is well.\n\nProof.\n\n")


def test_wrapped_words_are_no_headings() -> None:
    text = "Proof. By what\nTheorem 3.1 shows and by the\nproof. Then\nStep 1 shows it.\n"
    assert len(read(text).steps) == 1


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_encodings_and_line_ends_keep_spans_exact(codec: str, end: str) -> None:
    bare = codec in ("utf-16-le", "utf-16-be")
    text = end.join(["1. Let 𝔽 be a café\u0301 field.", "2. Then", "$$", "0 ≠ 1", "$$", "3. עברית."])
    proof = read_bytes((("\ufeff" if bare else "") + text).encode(codec), "x.txt")
    assert labels(proof) == ["1", "2", "3"]
    assert [(step.span.line, step.span.end_line) for step in proof.steps] == [(1, 1), (2, 5), (6, 6)]
    assert all(proof.quote(step.span) == step.text for step in proof.steps)


def test_spans_are_offsets_in_the_files_own_bytes() -> None:
    data = "Let 𝕂 be à field; then 0 ≠ 1 in 𝕂.".encode()
    proof = read_bytes(data, "x.md")
    span = proof.steps[0].span
    assert data[span.start : span.end] == data


def test_western_accents_are_read_and_reported() -> None:
    proof = read_bytes("1. Der Körper ist endlich.\n2. Also gilt es für alle.\n".encode("latin-1"), "x.txt")
    assert "encoding-guessed" in kinds(proof)
    assert texts(proof) == ["Der Körper ist endlich.", "Also gilt es für alle."]
    assert proof.quote(proof.steps[0].span) == proof.steps[0].text


def test_a_file_is_read_with_its_problem_file(tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text("Show that it holds.", encoding="utf-8")
    (tmp_path / "proof.md").write_text("It does.\n\nIndeed.\n", encoding="utf-8")
    proof = read_source(tmp_path / "proof.md", problem=tmp_path / "p.txt")
    assert (proof.title, proof.problem, len(proof.steps)) == ("proof.md", "Show that it holds.", 2)


FRAGMENTS = st.sampled_from(
    [
        "1. ",
        "2. ",
        "Step 1. ",
        "# Proof\n",
        "Proof. ",
        "Theorem 2. ",
        "> ",
        "\n",
        "\n\n",
        "\r\n",
        "\r",
        "$x$",
        "$$\n",
        "- ",
        "𝔽",
        "e\u0301",
        "אב",
        "\u202e",
        "\x0c",
        "&lt;",
        "```\n",
        "∎",
        "word. ",
        "**",
        "<think>",
        "</think>",
        "---\n",
        "(a) ",
    ]
)


@given(st.lists(FRAGMENTS, max_size=40).map("".join), st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]))
def test_every_step_is_the_quoted_text_byte_for_byte(text: str, codec: str) -> None:
    data = text.encode(codec)
    try:
        proof = read_bytes(data, "fuzz.md")
    except ProofSieveError:
        return
    assert proof.sources[0].raw() == data
    end = 0
    for step in proof.steps:
        assert step.text
        assert proof.quote(step.span) == step.text
        assert proof.sources[step.span.source].raw()[step.span.start : step.span.end] == step.text.encode(
            proof.sources[step.span.source].encoding
        )
        assert end <= step.span.start
        end = step.span.end
