"""The syntax tree of a Lean statement: what is written, not what it elaborates to.

Every node says where it stands: ``start`` and ``end`` are codepoint offsets into the text that was read, -1 for a node
that was built. They take no part in equality, so that a hypothesis that is written twice is equal to itself.
"""

from __future__ import annotations

from dataclasses import field
from enum import StrEnum
from fractions import Fraction
from typing import TypeAlias

from ..value import value


@value
class Spanned:
    """Something that stands in a text."""

    start: int = field(default=-1, compare=False)
    end: int = field(default=-1, compare=False)


class BinderKind(StrEnum):
    """(x : T), {x : T}, ⦃x : T⦄, [T]."""

    EXPLICIT = "explicit"
    IMPLICIT = "implicit"
    STRICT = "strict"
    INSTANCE = "instance"


@value
class Name(Spanned):
    """A name as written, dotted or not: x, h₁, Nat.Prime, ℝ, «odd name»; also _ and sorry.

    A dotted name whose head is bound, as p.Prime for a variable p, is a Projection instead.
    """

    text: str


@value
class Sort(Spanned):
    """Prop, Type, Type*, Type u, Sort u: ``kind`` is Prop, Type or Sort, ``level`` what follows ("" for nothing)."""

    kind: str
    level: str = ""


@value
class Numeral(Spanned):
    """A number without a sign: its text and its exact value."""

    text: str
    value: Fraction


@value
class Literal(Spanned):
    """A string or a character, with its quotes."""

    text: str


@value
class Apply(Spanned):
    """function arguments[0] arguments[1] …; also what <|, $ and |> apply. Set.Icc a b is Apply(Name("Set.Icc"), …)."""

    function: Term
    arguments: tuple[Term, ...]


@value
class NamedArgument(Spanned):
    """(name := value) among arguments, or a field of a structure instance."""

    name: str
    value: Term


@value
class Projection(Spanned):
    """of.field: a method, a field or a number (x.1)."""

    of: Term
    field: str


@value
class Index(Spanned):
    """of[index] with its ``mode``: "" (proved), "!" (default beyond the end), "?" (an option), "'" (with a proof).

    Polynomials R[X], ℤ[i] and ℚ_[p] are written alike and read as this."""

    of: Term
    index: Term
    mode: str = ""


@value
class Unary(Spanned):
    """A sign before or after its operand.

    Before: - ¬ ↑ ⇑ ↥ √ # @ ⋃₀ ⋂₀ 𝓝[≠] 𝓝[>] and not (Lean's ! before a Bool). After: ! (factorial) ‼ ⁻¹ ᶜ ˣ ᵀ and
    other postfixes.
    """

    op: str
    operand: Term


@value
class Binary(Spanned):
    """left op right, with ``op`` in one spelling: ≤ for <=, ≠ for !=… only where Lean means the same.

    ``parameter`` stands in brackets after the sign: R of V →ₗ[R] W. Two-place brackets are signs as well: ``^[]`` is
    the iterate f^[n], ``𝓝[]`` a neighbourhood within (𝓝[s] x), ``⟪⟫`` an inner product, ``⁅⁆`` a commutator, ``⟮⟯`` an
    extension K⟮a⟯, ``⟦⟧`` power series R⟦X⟧, ``..`` the interval of an integral.
    """

    op: str
    left: Term
    right: Term
    parameter: Term | None = None


@value
class Congruence(Spanned):
    """left ≡ right [MOD modulus]; ``ring`` is MOD (ℕ), ZMOD (ℤ), SMOD or PMOD."""

    ring: str
    left: Term
    right: Term
    modulus: Term


@value
class Binder(Spanned):
    """One group of bound names.

    ``names`` in order, "_" for an unnamed one and () for an anonymous instance; ``type`` None where it is left out.
    ``relation`` and ``domain``: the bound of ∀ x ∈ s, ∃ n > 0, ∑ i ∈ s, ∀ᶠ x in l ("" and None without one).
    ``pattern``: the term that is taken apart, as ⟨a, b⟩; ``names`` are then the names in it. ``default``: after :=.
    """

    names: tuple[str, ...]
    type: Term | None = None
    kind: BinderKind = BinderKind.EXPLICIT
    default: Term | None = None
    relation: str = ""
    domain: Term | None = None
    pattern: Term | None = None


@value
class Quantifier(Spanned):
    """``kind`` is ∀ (also (x : T) → p), ∃, ∃!, ∀ᶠ, ∃ᶠ, ∀ᵐ, Σ, Σ' or another binding sign that makes a Prop or a type.

    ``measure``: after ∂, for ∀ᵐ.
    """

    kind: str
    binders: tuple[Binder, ...]
    body: Term
    measure: Term | None = None


@value
class BigOp(Spanned):
    """``kind`` is ∑ ∏ ⨆ ⨅ ⋃ ⋂ ∑' ∏' ∑ᶠ ∏ᶠ ∫ ∫⁻ ⨍ …; the domain stands in the binder; ``condition``: after "with"."""

    kind: str
    binders: tuple[Binder, ...]
    body: Term
    condition: Term | None = None
    measure: Term | None = None

    @property
    def domain(self) -> Term | None:
        """What a single binder runs over (i ∈ s); None without a domain or with several binders."""
        return self.binders[0].domain if len(self.binders) == 1 else None


@value
class Lambda(Spanned):
    """fun binders => body. (· + 1) is read as one, with names such as «·1»."""

    binders: tuple[Binder, ...]
    body: Term


@value
class Let(Spanned):
    """let name binders : type := value; body; ``keyword`` is let or have, ``pattern`` as in Binder."""

    keyword: str
    name: str
    value: Term
    body: Term
    type: Term | None = None
    binders: tuple[Binder, ...] = ()
    pattern: Term | None = None


@value
class Ascription(Spanned):
    """(term : type)."""

    term: Term
    type: Term


@value
class SetBuilder(Spanned):
    """{x | p}, {x ∈ s | p}, {x : T | p}: ``condition`` is p. {f x | (x : T) (h : p)}: ``image`` is f x.

    Exactly one of the two is not None. ``kind`` is {} for a set, // for a subtype.
    """

    binders: tuple[Binder, ...]
    condition: Term | None = None
    image: Term | None = None
    kind: str = "{}"


@value
class SetLit(Spanned):
    """{a, b}; {} is empty (∅ is the Name "∅")."""

    items: tuple[Term, ...]


@value
class ListLit(Spanned):
    """[a, b], #[a, b], ![a, b]: ``kind`` is [ or #[ or ![ or !₂[."""

    items: tuple[Term, ...]
    kind: str = "["


@value
class Matrix(Spanned):
    """!![a, b; c, d]."""

    rows: tuple[tuple[Term, ...], ...]


@value
class Tuple(Spanned):
    """(a, b); () is the unit."""

    items: tuple[Term, ...]


@value
class Anonymous(Spanned):
    """⟨a, b⟩."""

    items: tuple[Term, ...]


@value
class Structure(Spanned):
    """{ x := a, y := b } or { source with x := a }."""

    fields: tuple[NamedArgument, ...]
    source: Term | None = None


@value
class IfThenElse(Spanned):
    """if name : condition then yes else no; ``name`` is "" where the condition has none."""

    condition: Term
    yes: Term
    no: Term
    name: str = ""


@value
class Norm(Spanned):
    """Brackets that compute: ``kind`` is | (absolute value), ‖, ‖₊, ‖ₑ, ⌊, ⌊₊, ⌈, ⌈₊, ⟦ (a class), ‹ (a hypothesis)."""

    kind: str
    of: Term


@value
class Opaque(Spanned):
    """A part that is not understood: its text, and why. There is a Problem for each."""

    text: str
    why: str


Term: TypeAlias = (
    Name
    | Sort
    | Numeral
    | Literal
    | Apply
    | NamedArgument
    | Projection
    | Index
    | Unary
    | Binary
    | Congruence
    | Quantifier
    | BigOp
    | Lambda
    | Let
    | Ascription
    | SetBuilder
    | SetLit
    | ListLit
    | Matrix
    | Tuple
    | Anonymous
    | Structure
    | IfThenElse
    | Norm
    | Opaque
)


@value
class Definition(Spanned):
    """A declaration that is no theorem.

    ``keyword`` is def, abbrev, instance, axiom, opaque, structure, class or inductive. ``name`` is the full one, with
    the namespaces around it. ``body`` is None where there is none or it is no term (equations, tactics, fields).
    """

    name: str
    keyword: str
    binders: tuple[Binder, ...]
    type: Term | None
    body: Term | None
    attributes: tuple[str, ...] = ()


@value
class Statement(Spanned):
    """The statement of a theorem.

    ``name``: the full one, "" for an example; ``keyword``: theorem, lemma, example, or that of a definition which was
    asked for by name. ``binders`` hold variables and hypotheses in order; ``goal`` is what follows the colon.
    ``opened``: namespaces opened before it; ``namespaces``: those it stands in, outermost first; ``variables``: the
    binders of ``variable`` commands in force, all of them; ``definitions``: what was defined before it in the text;
    ``body``: of a definition; ``doc``: the text of its doc comment; ``notes``: sentences on what was passed over.
    ``start`` is at the keyword, ``end`` before the proof.
    """

    name: str
    keyword: str
    binders: tuple[Binder, ...]
    goal: Term
    universes: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    opened: tuple[str, ...] = ()
    namespaces: tuple[str, ...] = ()
    variables: tuple[Binder, ...] = ()
    definitions: tuple[Definition, ...] = ()
    body: Term | None = None
    doc: str = ""
    notes: tuple[str, ...] = ()


@value
class Problem(Spanned):
    """Something in the text that was not read: a sentence, where; ``line`` from 1, ``column`` in codepoints from 0."""

    message: str
    line: int
    column: int


@value
class Reading:
    """All that was read of a text, in its order. ``problems`` is empty only if everything in it was understood."""

    statements: tuple[Statement, ...]
    definitions: tuple[Definition, ...]
    problems: tuple[Problem, ...]
