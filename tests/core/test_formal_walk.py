"""Going through trees: every node names all that stands in it, once, in the order of its fields."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import pytest
from hypothesis import given

from proofsieve.core.formal import read_term
from proofsieve.core.formal.ast import Binder, Name, Numeral, Spanned, Term
from proofsieve.core.formal.walk import CONTENTS, children, parts, walk

from .formal_terms import terms


def held(value: object) -> Iterator[Spanned]:
    """The nodes in the value of a field."""
    if isinstance(value, Spanned):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from held(item)


def test_every_kind_of_node_is_listed() -> None:
    assert set(CONTENTS) == {*get_args(Term), Binder}


def check_parts(term: Term) -> None:
    """The parts of a term and of all in it are exactly what its fields hold."""
    waiting: list[Term | Binder] = [term]
    while waiting:
        node = waiting.pop()
        fields = [part for name in CONTENTS[type(node)] for part in held(getattr(node, name))]
        assert [id(part) for part in parts(node)] == [id(part) for part in fields]
        waiting.extend(parts(node))


@given(terms())
def test_the_parts_of_a_node_are_what_its_fields_hold(term: Term) -> None:
    check_parts(term)


@pytest.mark.parametrize(
    "text",
    [
        "∃ᶠ x in l, ∀ᵐ y ∂μ, p x y",
        "∑ i ∈ s with p i, f i",
        "∫ x in a..b, f x ∂μ",
        "{x ∈ s | p x}",
        "{f x | (x : ℕ) (h : p x)}",
        "let ⟨a, b⟩ := c; a + b",
        "fun (x : ℕ) ⟨y, z⟩ => x + y",
        "f (a := 1) ![2, 3] !![4, 5; 6, 7] #[8] (9, 10) ⟨11, 12⟩ {13, 14}",
        "{ p with x := 1, y := 2 }",
        "if h : p then a else b",
        "V →ₗ[R] W",
        "a ≡ b [ZMOD n]",
        "‖(x : ℝ)‖ + |y| + l[i]! - -z.1",
    ],
)
def test_the_parts_of_written_terms_are_what_their_fields_hold(text: str) -> None:
    term, problems = read_term(text)
    assert not problems
    check_parts(term)


def test_a_walk_goes_through_binders_in_order_of_the_text() -> None:
    term, _ = read_term("∀ x ∈ s, x < 2 ∧ 3 < y")
    leaves = [one.text for one in walk(term) if isinstance(one, Name | Numeral)]
    assert leaves == ["s", "x", "2", "3", "y"]
    (binder,) = (part for part in parts(term) if isinstance(part, Binder))
    assert [one.text for one in walk(binder) if isinstance(one, Name)] == ["s"]
    assert children(term)[0] == Name(text="s")
