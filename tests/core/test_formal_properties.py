"""Properties of reading and printing Lean: what is printed reads back, no text breaks the reader, spans are exact."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from proofsieve.core.formal import read_statements, read_term
from proofsieve.core.formal.ast import Binder, Name, NamedArgument, Numeral, Opaque, Reading, Term
from proofsieve.core.formal.names import free_names, scoped, substituted
from proofsieve.core.formal.printer import printed
from proofsieve.core.formal.stream import MAX_HEIGHT
from proofsieve.core.formal.walk import children, height, parts, walk

from .formal_terms import VARIABLES, terms

_SIGNS = (
    "theorem lemma example def namespace section end variable open in := : , ; . .. ( ) [ ] { } ⟨ ⟩ ⦃ ⦄ | ‖ ⌊ ⌋ ∀ ∃ ∑ "
    "∏ ∫ ∂ fun λ => ↦ let have if then else by match with where → ↔ ∧ ∨ ¬ = ≠ < ≤ > + - * / ^ % ∣ ∈ ∩ ⁻¹ ! ↑ √ # @ · "
    "≡ [MOD [ZMOD ![ !![ ^[ .{ @[ // x y h₁ Nat.Prime x.1 .foo 0 1 2.5 1e9 0x «a» « » \" 'c' ' -- /- -/ /-- \\ $ <| |> "
    "_ sorry Type Type* Prop ℝ ℕ+ 𝓝 →ₗ =ᶠ \0 \u202e ⟐ é 🦄"
)
PIECES = st.sampled_from([*_SIGNS.split(" "), "\n", "\n  ", " ", "  ", "\t", "\r\n"])
SOUP = st.lists(st.one_of(PIECES, PIECES.map(lambda piece: piece + " ")), max_size=60).map("".join)


@given(terms())
@settings(max_examples=400)
def test_what_is_printed_reads_back(term: Term) -> None:
    text = printed(term)
    assert "\n" not in text
    assert read_term(text, VARIABLES) == (term, ())


@given(SOUP)
@settings(max_examples=400)
def test_no_text_breaks_the_reader(text: str) -> None:
    _check(text, read_statements("theorem t (x : ℕ) : " + text), len("theorem t (x : ℕ) : "))
    _check(text, read_statements(text), 0)
    term, problems = read_term(text)
    assert height(term) <= MAX_HEIGHT
    assert bool(problems) == any(isinstance(part, Opaque) for part in walk(term))


@given(st.text(max_size=80))
def test_no_characters_break_the_reader(text: str) -> None:
    read_statements(text)
    read_term(text)


@given(terms(), st.data())
def test_a_text_with_one_change_is_still_read_or_refused(term: Term, data: st.DataObject) -> None:
    text = printed(term)
    at = data.draw(st.integers(0, len(text)))
    mutated = text[:at] + data.draw(PIECES) + text[at + data.draw(st.integers(0, 3)) :]
    read, problems = read_term(mutated, VARIABLES)
    assert bool(problems) == any(isinstance(part, Opaque) for part in walk(read))


@given(terms())
@settings(max_examples=200)
def test_every_node_covers_its_own_text(term: Term) -> None:
    text = printed(term)
    read, _ = read_term(text, VARIABLES)
    for node in walk(read):
        assert 0 <= node.start < node.end <= len(text)
        for part in parts(node):
            if not (isinstance(part, Name) and part.text.startswith("«·")):
                assert node.start <= part.start <= part.end <= node.end
        if isinstance(node, Name | Numeral):
            assert text[node.start : node.end].strip("()") == node.text
        if isinstance(node, Opaque):
            assert text[node.start : node.end] == node.text


@given(terms())
def test_a_part_by_itself_reads_as_itself(term: Term) -> None:
    """A node's span holds all of the node: read alone it is the same term (in the scope it had)."""
    text = printed(term)
    read, _ = read_term(text, VARIABLES)
    for child in children(read):
        if isinstance(child, NamedArgument):  # no term by itself
            continue
        inner = text[child.start : child.end]
        again, problems = read_term(inner, VARIABLES)
        assert (again, problems) == (child, ()), inner


@given(terms(), terms())
@settings(max_examples=200)
def test_replacing_a_name_leaves_none_of_it(term: Term, other: Term) -> None:
    replaced = substituted(term, {"x": other})
    expected = free_names(term) - {"x"} | (free_names(other) if "x" in free_names(term) else frozenset())
    assert free_names(replaced) == expected


@given(terms())
def test_replacing_nothing_changes_nothing(term: Term) -> None:
    assert substituted(term, {}) == term
    assert substituted(term, {"no such name": Name(text="y")}) == term
    assert scoped(term, lambda part, _: part) == term


def test_bound_names_are_not_replaced_and_catch_nothing() -> None:
    def replaced(text: str, name: str, by: str) -> str:
        return printed(substituted(read_term(text)[0], {name: read_term(by)[0]}))

    assert replaced("∀ x, x < y", "x", "z") == "∀ x, x < y"
    assert replaced("∀ x, x < y", "y", "x + 1") == "∀ x', x' < x + 1"
    assert replaced("∃ x ∈ f x, x = y", "x", "z") == "∃ x ∈ f z, x = y"
    assert replaced("∑ i ∈ s i, i + k", "k", "i") == "∑ i' ∈ s i, i' + i"
    assert replaced("fun ⟨x, y⟩ => x + k", "k", "y") == "fun ⟨x, y'⟩ => x + y"
    assert replaced("let x := x; x + k", "x", "k") == "let x := k; x + k"
    assert replaced("{x | x = k}", "k", "x") == "{x' | x' = x}"


def test_a_binder_sees_the_names_before_it() -> None:
    term, _ = read_term("∀ (x : A) (h : x < y), h x z")
    assert free_names(term) == {"A", "y", "z"}


def _check(text: str, reading: Reading, offset: int) -> None:
    whole = len(text) + offset
    for statement in reading.statements:
        assert 0 <= statement.start < statement.end <= whole
        slots: list[Binder | Term] = [*statement.binders, statement.goal]
        assert all(height(slot) <= MAX_HEIGHT + 1 for slot in slots)
    for problem in reading.problems:
        assert 0 <= problem.start <= problem.end <= whole
        assert problem.line >= 1
        assert problem.column >= 0
