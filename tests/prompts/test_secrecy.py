"""Secrets that an endpoint sends back are taken out of its words; other words stay."""

from __future__ import annotations

import pytest

from proofsieve.prompts.secrecy import HIDDEN, Secrets

KEY = "abcdef-0123456789"


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (f"key {KEY} is wrong", f"key {HIDDEN} is wrong"),
        (f"{KEY}{KEY}", HIDDEN * 2),
        ("a message cut at abcdef-0123", f"a message cut at {HIDDEN}"),
        ("abcde is too short to be told from a word", "abcde is too short to be told from a word"),
        ("a text that ends with abcde", "a text that ends with abcde"),
    ],
)
def test_what_was_sent_is_hidden(said: str, kept: str) -> None:
    assert Secrets([KEY, "", "ab"]).out_of(said) == kept


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("Incorrect API key provided: sk-ab12******wxyz. See", f"Incorrect API key provided: {HIDDEN} See"),
        ("Authorization: Bearer x.y.z failed", f"Authorization: {HIDDEN} failed"),
        ("The model gpt-4o-2024-05-13 does not exist", "The model gpt-4o-2024-05-13 does not exist"),
        ("task-oriented requests ask-me-anything", "task-oriented requests ask-me-anything"),
    ],
)
def test_what_looks_like_a_key_is_hidden_in_refusals(said: str, kept: str) -> None:
    assert Secrets(()).out_of_refusal(said) == kept


def test_it_shows_nothing_of_itself() -> None:
    assert KEY not in repr(Secrets([KEY]))
