"""Where sentences and clauses end in mathematical prose."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofsieve.core.text import clause_spans, math_spans, sentence_spans

PIECES = st.sampled_from(
    [
        "Let $x$ be even. ",
        "Then\n$$y=1.$$\n",
        "i.e. ",
        "(see above. And below.) ",
        "3.14 ",
        "\n\n",
        "\r\n",
        ". ",
        "! ",
        "設 ",
        "。",
        "1. ",
        "- ",
        "$",
        "\\[",
        "\\]",
        "(",
        ")",
        "\\begin{align}a.\\end{align}",
        "# T\n",
        "Hence ",
        "x",
        "é𝔽א",
        ";",
        "```\n",
    ]
)
SOUP = st.lists(PIECES, max_size=40).map("".join)


def sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text)]


def clauses(text: str) -> list[str]:
    return [text[start:end] for start, end in clause_spans(text, 0, len(text))]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("It is even. So it is not odd.", ["It is even.", "So it is not odd."]),
        ("We take $x>0$. Then $y<0$.", ["We take $x>0$.", "Then $y<0$."]),
        ("Hence $n=2k.$ Then $m$ is odd.", ["Hence $n=2k.$", "Then $m$ is odd."]),
        ("The value is 3.14 here. And 2.5 there.", ["The value is 3.14 here.", "And 2.5 there."]),
        ("Is it so? Yes! It is.", ["Is it so?", "Yes!", "It is."]),
        ("It lies in G. Then we stop.", ["It lies in G.", "Then we stop."]),
        ("1. The sum is 6. 2. The product is 8.", ["1. The sum is 6.", "2. The product is 8."]),
        ("6b = 0. b = 0.", ["6b = 0.", "b = 0."]),
        ("He said so (we skip it). Next we add.", ["He said so (we skip it).", "Next we add."]),
        ("It holds.Then we stop.", ["It holds.", "Then we stop."]),
    ],
)
def test_a_full_stop_ends_a_sentence(text: str, parts: list[str]) -> None:
    assert sentences(text) == parts


@pytest.mark.parametrize(
    "text",
    [
        "It is even, i.e. $n=2k$ holds.",
        "Some numbers, e.g. Carmichael numbers, pass.",
        "Compare cf. Theorem 2 of the notes.",
        "For $a$ resp. $b$ we see it.",
        "By Eq. (3) and Thm. 4 and Fig. 2 it holds.",
        "We may assume w.l.o.g. that it is odd.",
        "See No. 5 of the list.",
        "This is due to Prof. Noether and G. H. Hardy.",
        "Case 1. The number is even.",
        "**Step 2.** We add them.",
        "The sum 1 + 2 + ... + n is known.",
        "Since 5! is 120 we are done",
        "(It is clear. See the figure. We go on.)",
        "the point $(0.5, 1. )$ lies there",
    ],
)
def test_what_is_no_end_does_not_split(text: str) -> None:
    assert sentences(text) == [text]


def test_a_sentence_goes_on_after_a_display() -> None:
    text = "Thus we obtain\n$$a = b$$\nwhere $b$ is even. Next."
    assert sentences(text) == ["Thus we obtain\n$$a = b$$\nwhere $b$ is even.", "Next."]


def test_a_display_with_a_full_stop_ends_the_sentence() -> None:
    text = "Thus we obtain\n\\[ a = b. \\]\nwhere it matters"
    assert sentences(text)[0] == "Thus we obtain\n\\[ a = b. \\]"


@pytest.mark.parametrize("ending", ["a=b.\\tag{1}", "a=b .\\label{x}", "a &= b.\\qquad\\square", "a=b.\\end{aligned}"])
def test_what_follows_the_full_stop_of_a_display_does_not_hide_it(ending: str) -> None:
    assert len(sentences(f"So\n$${ending}$$\nthen we stop.")) == 2


def test_a_display_set_off_by_blank_lines_stays_with_its_sentence() -> None:
    assert len(sentences("We have\n\n$$x = 1,$$\n\nand so on.")) == 1


def test_a_new_sentence_begins_after_an_unfinished_display() -> None:
    assert sentences("We have $$x=1$$ Hence we stop.") == ["We have $$x=1$$", "Hence we stop."]


def test_items_headings_and_paragraphs_begin_sentences() -> None:
    text = "# Proof\nTwo cases:\n- even numbers\n- odd numbers\n\nThat is all"
    assert sentences(text) == ["# Proof", "Two cases:", "- even numbers", "- odd numbers", "That is all"]


def test_chinese_sentences_end_without_blanks() -> None:
    text = "令 $m=3j$。因此 $m$ 是三的倍数。证毕。"
    assert sentences(text) == ["令 $m=3j$。", "因此 $m$ 是三的倍数。", "证毕。"]


@given(SOUP)
def test_sentences_cover_every_character_that_is_not_blank(text: str) -> None:
    spans = sentence_spans(text)
    assert "".join("".join(text[start:end].split()) for start, end in spans) == "".join(text.split())
    assert all(first[1] <= second[0] for first, second in pairwise(spans))


@given(SOUP)
def test_no_sentence_ends_inside_a_formula(text: str) -> None:
    cuts = {place for span in sentence_spans(text) for place in span}
    for formula in math_spans(text):
        assert not any(formula.start < cut < formula.end for cut in cuts)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("$n$ is even, hence $n^2$ is even.", ["$n$ is even,", "hence $n^2$ is even."]),
        ("The set is finite, so it has a maximum.", ["The set is finite,", "so it has a maximum."]),
        ("We get $a=b$; the rest is known to us.", ["We get $a=b$;", "the rest is known to us."]),
        ("$a=b$, and therefore $b=a$.", ["$a=b$,", "and therefore $b=a$."]),
    ],
)
def test_a_conclusion_is_a_clause_of_its_own(text: str, parts: list[str]) -> None:
    assert clauses(text) == parts


@pytest.mark.parametrize(
    "text",
    [
        "We choose $k$ large, so that $k>N$ holds.",
        "If $n$ is even, then so is $n^2$, hence we stop here.",
        "Since $n$ is even, $n^2$ is even, thus we stop here.",
        "It is (as we said, hence it is true) a fact.",
        "The vector $(a; b, c)$ is known.",
        "Yes, so it is.",
        "The terms are small, so far as we know.",
    ],
)
def test_what_cannot_stand_alone_stays_whole(text: str) -> None:
    assert clauses(text) == [text]


@given(SOUP)
def test_clauses_cover_their_sentence(text: str) -> None:
    for start, end in sentence_spans(text):
        parts = clause_spans(text, start, end)
        assert "".join("".join(text[a:b].split()) for a, b in parts) == "".join(text[start:end].split())


@pytest.mark.parametrize("mark", ["(", "a. ", ". ", "\n", "\r\n \r\n", "((a))", "。", "- a\n", "Then $x$. ", "1. "])
def test_a_long_run_of_marks_ends(mark: str) -> None:
    assert isinstance(sentence_spans(mark * (100_000 // len(mark))), tuple)
