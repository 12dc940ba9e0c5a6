"""Terms of Lean: what binds tighter, what reaches how far, and what is said not to be understood."""

from __future__ import annotations

from fractions import Fraction

import pytest

from proofsieve.core.formal import read_term
from proofsieve.core.formal.ast import (
    Anonymous,
    Apply,
    Ascription,
    BigOp,
    Binary,
    Binder,
    BinderKind,
    Congruence,
    Index,
    Lambda,
    Let,
    Name,
    Norm,
    Numeral,
    Opaque,
    Projection,
    Quantifier,
    SetBuilder,
    SetLit,
    Term,
    Unary,
)
from proofsieve.core.formal.printer import printed
from proofsieve.core.formal.stream import MAX_HEIGHT, MAX_NESTING
from proofsieve.core.formal.walk import height, opaques


def read(text: str) -> Term:
    term, problems = read_term(text)
    assert not problems, problems
    return term


def opaque_parts(text: str) -> list[str]:
    term, problems = read_term(text)
    found = [part.text for part in opaques(term)]
    assert len(problems) == len(found), "there is a problem for each opaque part"
    return found


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("a - b - c", "(a - b) - c"),
        ("a / b * c", "(a / b) * c"),
        ("a + b * c ^ d", "a + (b * (c ^ d))"),
        ("a ^ b ^ c", "a ^ (b ^ c)"),
        ("-x ^ 2", "-(x ^ 2)"),
        ("-x * y", "(-x) * y"),
        ("-x • y", "(-x) • y"),
        ("2 ^ -n", "2 ^ (-n)"),
        ("x⁻¹ ^ 2", "(x⁻¹) ^ 2"),
        ("-x⁻¹", "-(x⁻¹)"),
        ("√x ^ 2", "(√x) ^ 2"),
        ("√x⁻¹", "√(x⁻¹)"),
        ("2 * √2 * x", "(2 * (√2)) * x"),
        ("↑n + 1", "(↑n) + 1"),
        ("↑f x", "(↑f) x"),
        ("f x⁻¹", "f (x⁻¹)"),
        ("f n !", "f (n !)"),
        ("2 * n ! + 1", "(2 * (n !)) + 1"),
        ("(n + 1)! = (n + 1) * n !", "((n + 1) !) = ((n + 1) * (n !))"),
        ("f a + g b", "(f a) + (g b)"),
        ("a % b + c", "(a % b) + c"),
        ("a ∣ b ∧ c = d", "(a ∣ b) ∧ (c = d)"),
        ("a ∧ b ∧ c", "a ∧ (b ∧ c)"),
        ("a ∧ b ∨ c", "(a ∧ b) ∨ c"),
        ("a ∨ b → c", "(a ∨ b) → c"),
        ("a → b → c", "a → (b → c)"),
        ("a → b ↔ c", "(a → b) ↔ c"),
        ("a → b ↔ c → d", "(a → b) ↔ (c → d)"),
        ("¬a = b", "¬(a = b)"),
        ("¬a ∣ b", "¬(a ∣ b)"),
        ("¬a ∧ b", "(¬a) ∧ b"),
        ("¬a → b", "(¬a) → b"),
        ("¬∃ x, p x ∧ q", "¬(∃ x, (p x) ∧ q)"),
        ("∀ x, p x → q x", "∀ x, ((p x) → (q x))"),
        ("p ∧ ∀ x, q x ∧ r", "p ∧ (∀ x, ((q x) ∧ r))"),
        ("a ∈ s ∩ t ∪ u", "a ∈ ((s ∩ t) ∪ u)"),
        ("s \\ t ⊆ u", "(s \\ t) ⊆ u"),
        ("f ∘ g ∘ h", "f ∘ (g ∘ h)"),
        ("f '' s ∩ t", "(f '' s) ∩ t"),
        ("f ⁻¹' s ⊆ t", "(f ⁻¹' s) ⊆ t"),
        ("s ×ˢ t ⊆ u", "(s ×ˢ t) ⊆ u"),
        ("A × B → C", "(A × B) → C"),
        ("a :: b :: l", "a :: (b :: l)"),
        ("∑ i ∈ s, f i + b", "(∑ i ∈ s, f i) + b"),
        ("∑ i ∈ s, f i * g i", "∑ i ∈ s, (f i * g i)"),
        ("2 * ∑ i ∈ s, f i ^ 2 = c", "(2 * (∑ i ∈ s, (f i ^ 2))) = c"),
        ("∏ i ∈ s, f i / c", "∏ i ∈ s, (f i / c)"),
        ("∑' n, a n - b", "(∑' n, a n) - b"),
        ("⋃ i, s i ∩ t = u", "(⋃ i, (s i ∩ t)) = u"),
        ("⨆ x ∈ s, f x + 1 ≤ c", "(⨆ x ∈ s, (f x + 1)) ≤ c"),
        ("∫ x in a..b, f x + g x = c", "(∫ x in a..b, (f x + g x)) = c"),
        ("∫ x, f x ∂μ + c", "(∫ x, f x ∂μ) + c"),
        ("fun x => x + 1 = 2", "fun x => ((x + 1) = 2)"),
        ("f <| g <| x + 1", "f (g (x + 1))"),
        ("f $ x ∧ p", "f (x ∧ p)"),
        ("x |> f |> g", "g (f x)"),
        ("f a <| b", "f a b"),
        ("s |>.image f |>.card", "((s).image f).card"),
        ("if p then a else b + 1", "if p then a else (b + 1)"),
        ("a <= b /\\ b >= c \\/ p <-> q -> r", "((a ≤ b ∧ b ≥ c) ∨ p) ↔ (q → r)"),
        ("λ x, x + 1", "fun x => x + 1"),
        ("fun x ↦ x", "fun x => x"),
        ("∑ i in s, f i", "∑ i ∈ s, f i"),
        ("f.{u, v} x", "f x"),
        ("a -- a remark\n + /- another /- inside -/ one -/ b", "a + b"),
        ("(x : A) → p", "∀ (x : A), p"),
        ("{x : A} → p", "∀ {x : A}, p"),
        ("f |x| y", "f (|x|) y"),
        ("|a - |b|| * c", "(|a - (|b|)|) * c"),
    ],
)
def test_signs_bind_as_in_lean(text: str, meant: str) -> None:
    assert read(text) == read(meant)


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("-x ^ 2", "(-x) ^ 2"),
        ("a - b - c", "a - (b - c)"),
        ("∑ i ∈ s, f i + b", "∑ i ∈ s, (f i + b)"),
        ("p → q → r", "(p → q) → r"),
        ("¬a ∧ b", "¬(a ∧ b)"),
        ("∀ x, p x → q", "(∀ x, p x) → q"),
    ],
)
def test_the_other_reading_is_another_tree(text: str, other: str) -> None:
    assert read(text) != read(other)


def test_numerals_are_exact() -> None:
    for text, value in [
        ("1.5", Fraction(3, 2)),
        ("2.50e-3", Fraction(1, 400)),
        ("1_000", Fraction(1000)),
        ("0x1F", Fraction(31)),
        ("0b101", Fraction(5)),
        ("1e3", Fraction(1000)),
    ]:
        term = read(text)
        assert isinstance(term, Numeral)
        assert term.value == value


def test_a_numeral_without_bounds_is_not_computed() -> None:
    assert opaque_parts("x = 1e999999999") == ["x = 1e999999999"]
    assert len(opaque_parts("9" * 5000)) == 1


@pytest.mark.parametrize(
    ("text", "binder"),
    [
        ("∀ x, p", Binder(names=("x",))),
        ("∀ x y : ℕ, p", Binder(names=("x", "y"), type=Name(text="ℕ"))),
        ("∀ x ∈ s, p", Binder(names=("x",), relation="∈", domain=Name(text="s"))),
        ("∃ x > 0, p", Binder(names=("x",), relation=">", domain=Numeral(text="0", value=Fraction(0)))),
        ("∀ ⦃x : ℕ⦄, p", Binder(names=("x",), type=Name(text="ℕ"), kind=BinderKind.STRICT)),
        ("∀ {{x : ℕ}}, p", Binder(names=("x",), type=Name(text="ℕ"), kind=BinderKind.STRICT)),
        ("∀ {x : ℕ}, p", Binder(names=("x",), type=Name(text="ℕ"), kind=BinderKind.IMPLICIT)),
        ("∀ [C], p", Binder(names=(), type=Name(text="C"), kind=BinderKind.INSTANCE)),
        ("∀ [i : C], p", Binder(names=("i",), type=Name(text="C"), kind=BinderKind.INSTANCE)),
        ("∀ (x : ℕ := y), p", Binder(names=("x",), type=Name(text="ℕ"), default=Name(text="y"))),
        ("∀ᶠ x in l, p", Binder(names=("x",), relation="∈", domain=Name(text="l"))),
        ("∀ᶠ (x : ℕ) in l, p", Binder(names=("x",), type=Name(text="ℕ"), relation="∈", domain=Name(text="l"))),
    ],
)
def test_binders_of_every_kind(text: str, binder: Binder) -> None:
    term = read(text)
    assert isinstance(term, Quantifier)
    assert term.binders == (binder,)


def test_several_groups_bind_in_order() -> None:
    term = read("∀ (x : ℕ) (h : 0 < x) y, q")
    assert isinstance(term, Quantifier)
    assert [binder.names for binder in term.binders] == [("x",), ("h",), ("y",)]


def test_patterns_bind_their_names() -> None:
    term = read("fun ⟨x, (y, z)⟩ => y")
    assert isinstance(term, Lambda)
    assert term.binders[0].names == ("x", "y", "z")
    pairs = read("∑ ⟨i, j⟩ ∈ s, i.val")
    assert isinstance(pairs, BigOp)
    assert pairs.binders[0].names == ("i", "j")
    assert pairs.body == Projection(of=Name(text="i"), field="val")


def test_a_dot_is_a_field_of_what_is_bound() -> None:
    bound = read("∀ p, p.Prime → Nat.Prime q.r")
    assert isinstance(bound, Quantifier)
    assert bound.body == Binary(
        op="→",
        left=Projection(of=Name(text="p"), field="Prime"),
        right=Apply(function=Name(text="Nat.Prime"), arguments=(Name(text="q.r"),)),
    )
    assert read("h.1.2") == Projection(of=Projection(of=Name(text="h"), field="1"), field="2")
    assert read_term("p.Prime", names=("p",))[0] == Projection(of=Name(text="p"), field="Prime")


def test_sets_in_every_form() -> None:
    plain = read("{x | p x}")
    assert isinstance(plain, SetBuilder)
    assert plain.binders == (Binder(names=("x",)),)
    assert plain.image is None
    bounded = read("{x ∈ s | p x}")
    assert isinstance(bounded, SetBuilder)
    assert bounded.binders[0].domain == Name(text="s")
    image = read("{n ^ 2 | n : ℕ}")
    assert isinstance(image, SetBuilder)
    assert image.condition is None
    assert image.binders[0].type == Name(text="ℕ")
    several = read("{f x y | (x : ℕ) (y ∈ s) (h : p x)}")
    assert isinstance(several, SetBuilder)
    assert [binder.names for binder in several.binders] == [("x",), ("y",), ("h",)]
    subtype = read("{x : ℕ // 0 < x}")
    assert isinstance(subtype, SetBuilder)
    assert subtype.kind == "//"
    assert read("{a, b}") == SetLit(items=(Name(text="a"), Name(text="b")))
    assert read("{}") == SetLit(items=())


def test_the_bar_of_a_set_is_told_from_an_absolute_value() -> None:
    small = read("{x : ℝ | |x| < 1}")
    assert isinstance(small, SetBuilder)
    assert small.condition == Binary(
        op="<", left=Norm(kind="|", of=Name(text="x")), right=Numeral(text="1", value=Fraction(1))
    )
    values = read("{|x| | x ∈ s}")
    assert isinstance(values, SetBuilder)
    assert values.image == Norm(kind="|", of=Name(text="x"))


def test_pairs_in_a_set_are_taken_apart_or_collected() -> None:
    apart = read("{(x, y) : ℝ × ℝ | x < y}")
    assert isinstance(apart, SetBuilder)
    assert apart.binders[0].names == ("x", "y")
    assert apart.image is None
    untyped = read("{(x, y) | x < y}")
    assert isinstance(untyped, SetBuilder)
    assert untyped.binders[0].pattern is not None
    graph = read("{(x, f x) | x ∈ s}")
    assert isinstance(graph, SetBuilder)
    assert graph.image is not None
    assert graph.binders[0].domain == Name(text="s")


def test_a_dot_in_parentheses_is_a_function() -> None:
    assert read("(· + ·)") == read("fun «·1» «·2» => «·1» + «·2»")
    assert opaque_parts("· + 1") == ["· + 1"]


def test_a_coercion_by_itself_is_a_name() -> None:
    assert read("((↑) : ℕ → ℤ)") == Ascription(term=Name(text="↑"), type=read("ℕ → ℤ"))
    assert printed(read("f (↑) x")) == "f (↑) x"


def test_congruences_know_their_ring() -> None:
    term = read("a + 1 ≡ b [ZMOD n]")
    assert isinstance(term, Congruence)
    assert term.ring == "ZMOD"
    assert term.modulus == Name(text="n")


def test_indices_and_lists_are_told_apart_by_the_blank() -> None:
    assert read("f[i]!") == Index(of=Name(text="f"), index=Name(text="i"), mode="!")
    applied = read("f [i]")
    assert isinstance(applied, Apply)


def test_casts_nest() -> None:
    assert read("((n : ℤ) : ℝ)") == Ascription(
        term=Ascription(term=Name(text="n"), type=Name(text="ℤ")), type=Name(text="ℝ")
    )


def test_let_ends_where_lean_ends_it() -> None:
    flat = read("let c := f x; c = y")
    assert isinstance(flat, Let)
    below = read("let c := f x\nc = y")
    assert below == flat
    further = read("let c := f\n  x\nc = y")
    assert further == flat


def test_arguments_may_be_named_and_functions_explicit() -> None:
    term = read("@f x (n := 3)")
    assert isinstance(term, Apply)
    assert term.function == Unary(op="@", operand=Name(text="f"))


def test_parametrised_signs_keep_their_parameter() -> None:
    term = read("V →ₗ[ℝ] W")
    assert term == Binary(op="→ₗ", left=Name(text="V"), right=Name(text="W"), parameter=Name(text="ℝ"))
    assert read("⟪x, y⟫_ℝ") == Binary(op="⟪⟫", left=Name(text="x"), right=Name(text="y"), parameter=Name(text="ℝ"))


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("f (a ⟐ b) = c", ["(a ⟐ b)"]),
        ("∀ x, p x ⟐ q", ["p x ⟐ q"]),
        ("∀ x, (∃ y, p ⟐ q) → r", ["p ⟐ q"]),
        ("p ∧ (a ⟐ b : ℕ) = 2", ["a ⟐ b"]),
        ("x ∈ {y | a ⟐ y}", ["a ⟐ y"]),
        ("∀ (h : a ⟐ b), p", ["a ⟐ b"]),
        ("⟨2, by norm_num⟩", ["by norm_num"]),
        ("f (match n with | 0 => 1 | _ => 2) = 1", ["(match n with | 0 => 1 | _ => 2)"]),
        ("(fun | 0 => 1 | n => n) 3", ["(fun | 0 => 1 | n => n)"]),
        ("a ⟐ b", ["a ⟐ b"]),
        ("a = b = c", ["a = b = c"]),
        ("a ≡ b", ["a ≡ b"]),
    ],
)
def test_what_is_unknown_is_one_part_only(text: str, parts: list[str]) -> None:
    assert opaque_parts(text) == parts


def test_a_problem_says_where() -> None:
    _, problems = read_term("p ∧\n  (a ⟐ b)")
    assert [(problem.line, problem.column, problem.message) for problem in problems] == [(2, 5, "unexpected ⟐")]


def test_nothing_at_all_is_no_term() -> None:
    for text in ("", "  ", "-- only a remark", "/- never ends"):
        term, problems = read_term(text)
        assert isinstance(term, Opaque)
        assert problems


def test_deep_nesting_is_opaque_and_not_a_crash() -> None:
    for text in ("(" * 5000 + "x" + ")" * 5000, "f " + "(g " * 3000 + "x" + ")" * 3000, "¬" * 5000 + "p"):
        term, problems = read_term(text)
        assert problems
        assert height(term) <= MAX_HEIGHT
    shallow = "(" * (MAX_NESTING // 2) + "x" + ")" * (MAX_NESTING // 2)
    assert read(shallow) == Name(text="x")


def test_long_chains_are_read_as_long_as_trees_can_be_walked() -> None:
    for sign in ("+", "→", "∧"):
        assert not isinstance(read(f" {sign} ".join(["x"] * 100)), Opaque)
        term, problems = read_term(f" {sign} ".join(["x"] * 5000))
        assert isinstance(term, Opaque)
        assert problems


def test_anonymous_constructors_nest() -> None:
    assert read("⟨1, ⟨2, x⟩⟩") == Anonymous(
        items=(
            Numeral(text="1", value=Fraction(1)),
            Anonymous(items=(Numeral(text="2", value=Fraction(2)), Name(text="x"))),
        )
    )
