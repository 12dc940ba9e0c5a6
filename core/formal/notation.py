"""The notation of Lean 4 and Mathlib that is read: signs with their precedences.

Numbers are Lean's own (`infixl:65 " + "` and so on in Init/Prelude.lean, Init/Core.lean and the files of Mathlib that
declare a notation). A sign that is not listed here is unknown; its precedence is never guessed.
"""

from __future__ import annotations

from ..value import value

MAX, LEAD, ARROW, MIN = 1024, 1023, 25, 10
"""Lean's max, lead and min, and the precedence of →."""


@value
class Infix:
    """Precedence of the result, and the least precedence of what stands left and right of the sign."""

    level: int
    left: int
    right: int


def _left(level: int, signs: str) -> dict[str, Infix]:
    return {sign: Infix(level=level, left=level, right=level + 1) for sign in signs.split()}


def _right(level: int, signs: str) -> dict[str, Infix]:
    return {sign: Infix(level=level, left=level + 1, right=level) for sign in signs.split()}


def _none(level: int, signs: str) -> dict[str, Infix]:
    return {sign: Infix(level=level, left=level + 1, right=level + 1) for sign in signs.split()}


INFIX: dict[str, Infix] = {
    **_right(10, "⟶"),
    **_none(10, "≅"),
    **_none(20, "↔"),
    **_right(20, "<|>"),
    **_right(25, "→ ↪ →+ →* →+* →₀ ↪o ↪g ↪r →o →r →g →ᵇ →𝒃₀ →. ⇀ ↠ →*₀ →+*o →ₙ* →ₙ+* ⟹"),
    **_left(25, "≃ ≃* ≃+ ≃+* ≃o ≃r ≃g ≃ₜ ≃ᵢ ≃ᵐ ≃ₜ* ≃*o"),
    **_right(26, "⥤"),
    **_right(30, "∨ ⊕ ⊕'"),
    **_left(30, "||"),
    **_right(35, "∧ × ×' ×ₗ ⊕ₗ"),
    **_left(35, "&& ⧸"),
    **_none(50, "= ≠ < ≤ > ≥ == != ∈ ∉ ⊆ ⊂ ⊇ ⊃ ⊈ ⊄ ⊊ ∣ ∤ ≈ ≪ ⋖ ⩿ ⟂ ∥ ≼ ≺ ≽ ≻ ~ ∼ ⊨ ⊑ <+: <:+ <:+: ~r ≍ <+ ⊏"),
    **_left(55, "||| >>="),
    **_left(58, "^^^"),
    **_left(60, "&&& <*>"),
    **_right(60, "⇨ >> <&>"),
    **_left(65, "+ - ∪ ++ -ᵥ"),
    **_right(65, "+ᵥ"),
    **_right(67, "::"),
    **_left(68, "⊔"),
    **_left(69, "⊓"),
    **_left(70, "* / % ∩ /ₒ ⊗ /ᵥ"),
    **_none(70, "\\"),
    **_left(72, "⬝ᵥ"),
    **_right(73, "• *ᵥ"),
    **_left(73, "ᵥ*"),
    **_left(75, "<<< >>>"),
    **_right(75, "^ ▸"),
    **_left(80, "'' ⁻¹'"),
    **_right(80, "≫"),
    **_right(82, "×ˢ"),
    **_right(90, "∘ ∘ₗ ∘ₛₗ"),
    **_left(100, "∆ ⊙ ⋆ ∗ ⊗ₜ ⊗ₖ ⊗ᵥ ⇔"),
    **_right(100, "<$>"),
}
"""Signs between two operands."""

BRACKETED: dict[str, Infix] = {
    **{sign: Infix(level=25, left=25, right=0) for sign in "→ₗ →ₐ →L →ₛₗ →ₗᵢ →A →ᴮ →ᵃ →⋆ₐ →ₙₐ ↪ₐ →ₗ⋆".split()},
    **{sign: Infix(level=50, left=50, right=0) for sign in "≃ₗ ≃ₐ ≃L ≃ᵃ ≃ₗᵢ ≃ₛₗ ≃⋆ₐ ≃A".split()},
    **{sign: Infix(level=50, left=50, right=50) for sign in "=ᶠ ≤ᶠ <ᶠ =ᵐ ≤ᵐ <ᵐ ~".split()},
    **{sign: Infix(level=100, left=0, right=100) for sign in "=O =o =Θ ⊗ ⊗ₜ".split()},
    **{sign: Infix(level=35, left=36, right=35) for sign in ("⋊",)},
}
"""Signs between two operands with a parameter in brackets: V →ₗ[R] W, f =ᶠ[l] g."""

SPELLINGS = {"->": "→", "<->": "↔", "/\\": "∧", "\\/": "∨", "<=": "≤", ">=": "≥", "↦": "=>"}
"""Other spellings of the same sign."""

PREFIX: dict[str, tuple[int, int]] = {
    "-": (75, 75),
    "¬": (MAX, 40),
    "↑": (MAX, MAX),
    "⇑": (MAX, MAX),
    "↥": (MAX, MAX),
    "√": (MAX, MAX),
    "#": (LEAD, LEAD),
    "⋃₀": (110, 110),
    "⋂₀": (110, 110),
    "~~~": (100, 100),
    "𝓝ˢ": (MAX, MAX),
    "ℤ√": (MAX, MAX),
}
"""Signs before an operand: precedence of the result, least precedence of the operand."""

POSTFIX: dict[str, int] = {
    **dict.fromkeys("⁻¹ ᶜ ˣ ᵀ ᴴ ᵒᵖ ᵐᵒᵖ ᵃᵒᵖ ᵒᵈ ᵈᵐᵃ ⁺ ⁻ ° † ᗮ ⁺ᵐ ⁻ᵐ".split(), MAX),
    "!": 10000,
    "‼": 10000,
}
"""Signs after an operand."""

QUANTIFIERS = frozenset("∀ ∃ ∃! ∀ᶠ ∃ᶠ ∀ᵐ ∃ᵐ ∀ᵉ ∃ᵉ ∃ᵢ Σ Σ' Π Π₀ ⨁ ⨂ Πᵢ".split())
"""Signs that bind names in all that follows."""

COERCIONS = frozenset("↑ ⇑ ↥".split())
"""Signs that in parentheses stand for the coercion itself: (↑)."""

BIG: dict[str, int] = {
    **dict.fromkeys("∑ ∏ ∑' ∏' ∑ᶠ ∏ᶠ 𝔼".split(), 67),
    **dict.fromkeys("⨆ ⨅ ⋃ ⋂ ∫ ∫⁻ ⨍ ⨍⁻ ∮".split(), 60),
}
"""Signs that bind names in a body, and the body's least precedence."""

RELATIONS = frozenset("∈ ∉ ⊆ ⊂ ⊇ ⊃ < ≤ > ≥ ≠ ∣ =".split())
"""Relations that a binder may carry: ∀ x ∈ s, ∃ n > 0."""

PAIRS = {
    "(": ")",
    "[": "]",
    "{": "}",
    "⟨": "⟩",
    "⦃": "⦄",
    "⟪": "⟫",
    "⟦": "⟧",
    "⌊": "⌋",
    "⌈": "⌉",
    "⁅": "⁆",
    "⟮": "⟯",
    "‹": "›",
    "![": "]",
    "#[": "]",
    "!![": "]",
    "!₂[": "]",
    "^[": "]",
    "[MOD": "]",
    "[ZMOD": "]",
    "[SMOD": "]",
    "[PMOD": "]",
    "@[": "]",
    ".{": "}",
}
"""Brackets and what closes them."""

NAMES = frozenset("∅ ⊤ ⊥ ∞ 𝟙 ∠ ∡ ∇ ℝ≥0∞ ℝ≥0 ℚ≥0 ℕ∞ ℕ+ ⋯".split())
"""Signs that stand for something by themselves."""

OTHER = ", : := ; | ‖ ₊ ₑ . .. => λ · // ∂ $ <| |> |>. @ ! ? ≡ Type* Sort* ← ⊢ ' …"
"""What is left: separators, halves of brackets, the parts of larger forms."""

RESERVED = frozenset(
    "theorem lemma example def abbrev instance axiom structure class inductive opaque namespace section end open "
    "variable universe import set_option attribute noncomputable private protected partial unsafe mutual macro syntax "
    "notation infix infixl infixr prefix postfix elab macro_rules deriving where fun let have show from by if then "
    "else match with do calc in export include omit suffices return nomatch Prop Type Sort termination_by "
    "decreasing_by".split()
)
"""Words that are no names. («…» makes any word a name.)"""
