"""Where formulas are: every delimiter, and what only looks like one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofsieve.core.text import MathSpan, math_spans

PIECES = st.sampled_from(
    [
        "$",
        "$$",
        "\\(",
        "\\)",
        "\\[",
        "\\]",
        "\\\\(",
        "\\$",
        "\\\\",
        "\\begin{align}",
        "\\end{align}",
        "\\begin{cases}",
        "```",
        "\n```math\n",
        "\n~~~\n",
        "`",
        "x",
        "5",
        " ",
        "\n",
        "\r\n",
        "\n\n",
        "the cost is ",
        "é𝔽",
        "{",
        "}",
        "\\text{",
    ]
)
SOUP = st.lists(PIECES, max_size=40).map("".join)


def formulas(text: str) -> list[str]:
    return [text[span.inner_start : span.inner_end].strip() for span in math_spans(text) if not span.code]


def code(text: str) -> list[str]:
    return [text[span.inner_start : span.inner_end].strip() for span in math_spans(text) if span.code]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Let $n$ be even.", ["n"]),
        ("Let \\(n\\) be even.", ["n"]),
        ("Then $$n = 2k.$$", ["n = 2k."]),
        ("Then \\[n = 2k.\\]", ["n = 2k."]),
        ("Doubled: \\\\(n\\\\) and \\\\[m\\\\]", ["n", "m"]),
        ("$a$$b$", ["a", "b"]),
        ("spaced $ n $ too", ["n"]),
        ("GitLab writes $`n^2`$ here", ["n^2"]),
        ("\\begin{align*}a&=b\\\\c&=d\\end{align*} follows", ["a&=b\\\\c&=d"]),
        ("\\begin{equation}x\\end{equation}", ["x"]),
        ("\\begin{gather}x\\end{gather} \\begin{multline*}y\\end{multline*}", ["x", "y"]),
        ("rows \\[ a \\\\[2pt] b \\\\ \\] end", ["a \\\\[2pt] b \\\\"]),
        ("```math\nx^2\n```", ["x^2"]),
        ("   ```math\n   x^2\n   ```", ["x^2"]),
    ],
)
def test_a_formula_is_found_whole(text: str, found: list[str]) -> None:
    assert formulas(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "Tea costs $3 and cake costs $4, which makes $7.",
        "She has $20, he has $30 and they spend $45 of it.",
        "It costs 5$ here and 6$ there.",
        "The bill was \\$12 and the tip \\$3.",
        "A lone $ stays alone.",
        "A lone \\( and a lone \\] and $$ too",
        "between $x\n\nand y$ lies a paragraph",
        "\\begin{theorem}x\\end{theorem}",
        "",
    ],
)
def test_what_is_no_formula_opens_none(text: str) -> None:
    assert formulas(text) == []


def test_money_and_formulas_live_in_one_paragraph() -> None:
    text = "A pen costs $2 and a book $9. With $p$ pens that is $2p+9$ dollars, for $p=3$ it is $15, less than $20."
    assert formulas(text) == ["p", "2p+9", "p=3"]


@pytest.mark.parametrize("text", ["$100$", "$5$ apples", "$3 \\text{ or } 4$", "$7 mod 3$", "$12n$", "$2 + 2$ is $4$."])
def test_a_formula_that_begins_with_a_number_is_a_formula(text: str) -> None:
    assert len(formulas(text)[0]) > 0


def test_underscores_and_stars_stay_in_the_formula() -> None:
    assert formulas("Let $u_{1}, u_{2}$ and $f_* g_* = h_*$.") == ["u_{1}, u_{2}", "f_* g_* = h_*"]


def test_a_less_than_sign_hides_nothing() -> None:
    assert formulas("If $x<y<z$ and $p<q$ then $x<z$.") == ["x<y<z", "p<q", "x<z"]


def test_displays_and_code_are_told_apart() -> None:
    text = "Run\n```python\n# $x$\n```\nand $$y$$ with `$z$` and \\begin{verbatim}$w$\\end{verbatim}"
    spans = math_spans(text)
    assert [(span.display, span.code) for span in spans] == [(True, True), (True, False), (False, True), (True, True)]
    assert code(text) == ["# $x$", "$z$", "$w$"]


def test_a_display_does_not_swallow_the_prose_between_two_stray_marks() -> None:
    text = "A stray $$ here.\n\nThen we see that this holds for all of them.\n\nAnother stray $$ there."
    assert formulas(text) == []


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_do_not_matter(end: str) -> None:
    text = end.join(["so", "$$", "n=2k .", "$$", "Then $m$."])
    assert formulas(text) == ["n=2k .", "m"]


def test_offsets_count_code_points() -> None:
    text = "𝔽 é $x$"
    assert math_spans(text) == (MathSpan(start=4, end=7, inner_start=5, inner_end=6, display=False),)


@given(SOUP)
def test_spans_are_ordered_and_lie_in_the_text(text: str) -> None:
    last = 0
    for span in math_spans(text):
        assert last <= span.start < span.inner_start <= span.inner_end < span.end <= len(text)
        last = span.end


@pytest.mark.parametrize("mark", ["$", "$$", "\\(", "\\[", "\\begin{align}", "```\n", "```x\n", "`", "\\text{", "\n"])
def test_a_long_run_of_openers_ends(mark: str) -> None:
    assert isinstance(math_spans(mark * (100_000 // len(mark))), tuple)
