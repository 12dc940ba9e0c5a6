"""What may be shown: hostile characters become visible marks."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from proofsieve.core.text import nfc, visible

ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=200)


@pytest.mark.parametrize(
    ("hostile", "shown"),
    [
        ("a\x1b[31mb", "a␛[31mb"),
        ("bell\x07", "bell␇"),
        ("nul\x00", "nul␀"),
        ("del\x7f", "del␡"),
        ("c1 \x9b31m", "c1 ‹U+009B›31m"),
        ("evil\u202etxt", "evil‹U+202E›txt"),
        ("iso\u2066late\u2069", "iso‹U+2066›late‹U+2069›"),
        ("zero\u200bwidth\u200d", "zero‹U+200B›width‹U+200D›"),
        ("\ufeffbom", "‹U+FEFF›bom"),
        ("line\u2028sep\u2029", "line‹U+2028›sep‹U+2029›"),
        ("lone\ud800", "lone‹U+D800›"),
        ("vs\ufe0f and \U000e0101", "vs‹U+FE0F› and ‹U+E0101›"),
        ("tag\U000e0041", "tag‹U+E0041›"),
        ("soft\u00adhyphen", "soft‹U+00AD›hyphen"),
        ("filler\u3164", "filler‹U+3164›"),
        ("form\x0cfeed", "form␌feed"),
    ],
)
def test_a_hostile_character_becomes_a_mark(hostile: str, shown: str) -> None:
    assert visible(hostile) == shown


def test_all_kinds_of_line_ends_become_newlines() -> None:
    assert visible("a\r\nb\rc\nd") == "a\nb\nc\nd"


def test_tabs_are_expanded_to_columns_of_four() -> None:
    assert visible("a\tb\n\tc") == "a   b\n    c"


def test_one_line_has_no_newline() -> None:
    assert visible("a\r\nb\nc", one_line=True) == "a b c"


def test_brackets_and_mathematics_stay_as_they_are() -> None:
    text = "[bold]∀ε>0 ∃δ: |x−a|<δ ⇒ [/bold] 𝔽₂ é 中文 עברית"
    assert visible(text) == text


def test_accents_are_composed() -> None:
    assert visible("cafe\u0301") == "café"
    assert nfc("e\u0301") == "\u00e9"


@given(ANY_TEXT)
@example("\ud800\udc00")
def test_nothing_that_acts_or_hides_is_left(text: str) -> None:
    left = {unicodedata.category(char) for char in visible(text) if char != "\n"}
    assert not left & {"Cc", "Cf", "Cs", "Zl", "Zp"}


@given(ANY_TEXT)
def test_what_is_visible_can_be_written_and_does_not_change_again(text: str) -> None:
    once = visible(text)
    once.encode("utf-8")
    assert visible(once) == once


@given(ANY_TEXT)
def test_one_line_is_one_line(text: str) -> None:
    assert "\n" not in visible(text, one_line=True)
