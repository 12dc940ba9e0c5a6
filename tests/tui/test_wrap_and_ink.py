"""Breaking text by cells, and styled runs of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from proofsieve.core.text import visible
from proofsieve.tui.ink import Ink, Tone, clean, outside, say
from proofsieve.tui.wrap import wrap

TEXT = st.text(st.characters(codec="utf-8"), max_size=200).map(visible) | st.from_regex(
    r"([a-z]{1,30} {0,4}|中文|é|\n| ){0,40}", fullmatch=True
)


@given(TEXT, st.integers(2, 40))
def test_no_line_is_wider_than_asked(text: str, width: int) -> None:
    assert all(cell_len(text[start:end]) <= width for start, end in wrap(text, width))


@given(TEXT, st.integers(2, 40))
def test_every_character_but_blanks_stands_on_exactly_one_line_in_order(text: str, width: int) -> None:
    joined = "".join(text[start:end] for start, end in wrap(text, width))
    assert "".join(joined.split()) == "".join(text.split())


@given(st.from_regex(r"([a-z]{1,9} {0,3}| {1,9}){0,20}", fullmatch=True), st.integers(2, 20))
def test_the_fast_way_for_plain_text_breaks_where_the_general_one_does(text: str, width: int) -> None:
    cyrillic = text.translate({ord("a") + letter: 0x430 + letter for letter in range(26)})
    plain, general = wrap(text, width), wrap(cyrillic, width)
    assert [text[start:end].rstrip() for start, end in plain] == [text[start:end].rstrip() for start, end in general]


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("", 10, [""]),
        ("one two", 10, ["one two"]),
        ("one two three", 7, ["one two", "three"]),
        ("one\n\ntwo", 10, ["one", "", "two"]),
        ("  indented text here", 10, ["  indented", "text here"]),
        ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
        ("ab abcdefghij z", 4, ["ab", "abcd", "efgh", "ij z"]),
        ("中中中", 5, ["中中", "中"]),
        ("x\u0301x\u0301x\u0301", 2, ["x\u0301x\u0301", "x\u0301"]),
        ("          ", 4, [""]),
    ],
)
def test_lines_break_between_words_and_never_inside_a_character(text: str, width: int, lines: list[str]) -> None:
    assert [text[start:end] for start, end in wrap(text, width)] == lines


@given(st.lists(st.tuples(TEXT, st.sampled_from(Tone)), max_size=5), st.integers(0, 60))
def test_fitted_ink_has_exactly_the_cells_asked_for(runs: list[tuple[str, Tone]], width: int) -> None:
    one_line = Ink(tuple((text.replace("\n", " "), tone) for text, tone in runs))
    assert one_line.fit(width).cells == width


@given(TEXT, st.integers(0, 50), st.integers(0, 50))
def test_cutting_ink_is_slicing(text: str, start: int, length: int) -> None:
    ink = say(text[:7]) + say(text[7:], Tone.BAD)
    assert ink.cut(start, start + length).plain == text[start : start + length]


def test_outside_text_is_visible_and_bounded() -> None:
    assert outside("a\x1b]52;c;AAAA\x07b").plain == "a␛]52;c;AAAA␇b"
    assert clean("x" * 100, limit=10) == "x" * 10 + " … and 90 more characters"
    assert clean("two\nlines") == "two lines"
