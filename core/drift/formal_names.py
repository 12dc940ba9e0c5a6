"""Names of Lean and Mathlib as heads of the comparison, and what the form of a type tells."""

from __future__ import annotations

import re

from ..formal import ast
from ..formal.ast import Term
from .expr import Expr, leaf, node, num

MAX_STEPS = 70
NUMBER_SYSTEMS = {
    "ℕ": "ℕ", "Nat": "ℕ", "ℤ": "ℤ", "Int": "ℤ", "ℚ": "ℚ", "Rat": "ℚ", "ℝ": "ℝ", "Real": "ℝ", "ℂ": "ℂ", "Complex": "ℂ",
    "ℕ+": "ℕ+", "PNat": "ℕ+", "NNReal": "ℝ≥0", "ℝ≥0": "ℝ≥0", "ENNReal": "ℝ≥0∞", "EReal": "EReal",
    "Nat.Primes": "primes", "Primes": "primes",
}  # fmt: skip
_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉ₐₑₕᵢⱼₖₗₘₙₚᵣₛₜᵤᵥₓ", "0123456789aehijklmnprstuvx")
_INDEXED = re.compile(r"([^\W\d_])_?([0-9₀-₉]+|[ₐₑₕᵢⱼₖₗₘₙₚᵣₛₜᵤᵥₓ])$")

FUNCTIONS: dict[str, str] = {
    "Real.sqrt": "sqrt", "NNReal.sqrt": "sqrt", "sqrt": "sqrt", "Nat.sqrt": "natural square root",
    "Int.sqrt": "natural square root", "Real.log": "log", "Complex.log": "log", "log": "log",
    "Nat.log": "natural logarithm", "Nat.clog": "natural logarithm", "Nat.log2": "natural logarithm",
    "Nat.nthRoot": "natural root", "Real.logb": "logb", "logb": "logb", "Real.exp": "exp", "Complex.exp": "exp",
    "exp": "exp", "abs": "abs", "norm": "abs", "Complex.abs": "abs", "Int.natAbs": "abs", "natAbs": "abs",
    "Fintype.card": "abs", "Nat.card": "abs", "card": "abs", "Finset.card": "abs", "Set.ncard": "abs", "ncard": "abs",
    "Set.encard": "abs", "encard": "abs", "ENat.card": "abs", "orderOf": "abs", "Real.nnabs": "abs",
    "gcd": "gcd", "Nat.gcd": "gcd", "Int.gcd": "gcd", "lcm": "lcm", "Nat.lcm": "lcm", "Int.lcm": "lcm", "max": "max",
    "min": "min", "Nat.choose": "choose", "choose": "choose", "Nat.factorial": "fact", "factorial": "fact",
    "Int.floor": "floor", "Nat.floor": "floor", "floor": "floor", "Int.ceil": "ceil", "Nat.ceil": "ceil",
    "ceil": "ceil", "Even": "even", "Odd": "odd", "Nat.Coprime": "coprime", "Nat.coprime": "coprime",
    "Coprime": "coprime", "IsCoprime": "coprime", "Int.isCoprime": "coprime", "Nat.Prime": "prop:prime",
    "Prime": "prop:prime", "_root_.Prime": "prop:prime", "Irrational": "prop:irrational", "Set.Icc": "Icc",
    "Set.Ico": "Ico", "Set.Ioc": "Ioc", "Set.Ioo": "Ioo", "Set.Ici": "Ici", "Set.Ioi": "Ioi", "Set.Iic": "Iic",
    "Set.Iio": "Iio", "Icc": "Icc", "Ico": "Ico", "Ioc": "Ioc", "Ioo": "Ioo", "Ici": "Ici", "Ioi": "Ioi",
    "Iic": "Iic", "Iio": "Iio", "Finset.Icc": "Icc", "Finset.Ico": "Ico", "Finset.Ioc": "Ioc", "Finset.Ioo": "Ioo",
    "Finset.Ici": "Ici", "Finset.Iic": "Iic", "Finset.range": "range", "range": "range", "Multiset.range": "range",
    "IsLeast": "isleast", "IsGreatest": "isgreatest", "sSup": "sup", "sInf": "inf", "Real.sin": "sin",
    "Real.cos": "cos", "Real.tan": "tan", "sin": "sin", "cos": "cos", "tan": "tan", "Real.arcsin": "arcsin",
    "Real.arccos": "arccos", "Real.arctan": "arctan", "Complex.sin": "sin", "Complex.cos": "cos", "Complex.re": "Re",
    "Complex.im": "Im", "Matrix.det": "det", "det": "det", "StrictMono": "prop:strictly increasing",
    "StrictAnti": "prop:strictly decreasing", "Monotone": "prop:monotone", "Antitone": "prop:antitone",
    "StrictMonoOn": "prop:strictly increasing", "MonotoneOn": "prop:monotone", "Nat.totient": "totient",
    "totient": "totient", "Int.toNat": "id", "Nat.cast": "id", "Int.cast": "id", "Rat.cast": "id", "id": "id",
    "Int.ofNat": "id", "Complex.ofReal": "id", "Int.ModEq": "modeq", "Nat.ModEq": "modeq", "Nat.succ": "succ",
    "Set.Infinite": "infinite", "Infinite": "infinite", "Dvd.dvd": "∣", "Ne": "≠", "Eq": "=", "Not": "not",
    "And": "∧", "Or": "∨", "Iff": "↔",
}  # fmt: skip
"""Names of Lean and Mathlib and the head that prose has for them."""

FIELDS: dict[str, str] = {
    "factorial": "fact", "card": "abs", "ncard": "abs", "encard": "abs", "natAbs": "abs", "gcd": "gcd", "lcm": "lcm",
    "choose": "choose", "sqrt": "sqrt", "floor": "floor", "totient": "totient", "Prime": "prop:prime",
    "Coprime": "coprime", "coprime": "coprime", "Infinite": "infinite", "im": "Im", "re": "Re", "toNat": "id",
    "succ": "succ", "det": "det",
}  # fmt: skip
_PREDICATE_FIELDS = frozenset("Finite Infinite Countable Nonempty Normal Prime Coprime Monic IsRoot Bijective".split())
_RELATIONS = frozenset("= ≠ < ≤ > ≥ ∣ ∈ ∉ ⊆ ⊂ ⊇ ⊃ ↔ ∧ ∨ ∤ ⊈".split())
_PREDICATES = frozenset(
    "Even Odd Prime Coprime Continuous ContinuousOn ContinuousAt Differentiable DifferentiableOn DifferentiableAt "
    "Injective Surjective Bijective InjOn SurjOn BijOn MapsTo Tendsto Monotone Antitone StrictMono StrictAnti "
    "MonotoneOn AntitoneOn StrictMonoOn StrictAntiOn ConvexOn ConcaveOn Convex Irrational Irreducible Summable HasSum "
    "Finite Infinite Nonempty Countable Disjoint Pairwise Squarefree CauchySeq Isometry Perfect Dense DiscreteTopology "
    "Periodic Integrable IntegrableOn Measurable Separable LinearIndependent BddAbove BddBelow Commute Nilpotent "
    "Transcendental Associated PairwiseDisjoint Subsingleton Nontrivial AnalyticOn AnalyticAt ContDiff Fact True False "
    "SeparatedNhds ClusterPt Monic Splits Normal Nodup Sorted Symmetric Transitive Reflexive Equivalence "
    "Involutive".split()
)
_STRUCTURES = frozenset(
    "Set Finset Multiset List Fin ZMod Polynomial MvPolynomial Subgroup AddSubgroup Submodule Ideal Matrix Subring "
    "Subfield Equiv EuclideanSpace Option Sylow Type Zsqrtd Quaternion Filter Sym Vector Sym2 SimpleGraph Graph".split()
)


def is_proposition(term: Term | None, names: tuple[str, ...] = ()) -> bool:
    """Whether a binder's type is a proposition rather than a type, by its form, else by how its names are written."""
    for _ in range(MAX_STEPS):
        match term:
            case None | ast.Sort():
                return False
            case ast.Quantifier(kind=kind, body=body):
                if kind in ("Σ", "Σ'"):
                    return False
                if kind != "∀":
                    return True
                term = body
            case ast.Binary(op="→", right=right):
                term = right
            case ast.Binary(op=op):
                return op in _RELATIONS or op.startswith("=")
            case ast.Congruence():
                return True
            case ast.Unary(op=op):
                return op == "¬"
            case ast.Let(body=body):
                term = body
            case ast.Name(text=text):
                return text in ("True", "False") or (_hypothesis_names(names) and text not in NUMBER_SYSTEMS)
            case ast.Apply(function=ast.Name(text=text)):
                last = text.rsplit(".", 1)[-1]
                if last in _PREDICATES or (last.startswith("Is") and last[2:3].isupper()):
                    return True
                return last not in _STRUCTURES and last[:1].isalpha() and _hypothesis_names(names)
            case ast.Apply(function=ast.Projection(field=field)) | ast.Projection(field=field):
                return field in _PREDICATES or field.startswith("Is") or _hypothesis_names(names)
            case _:
                return _hypothesis_names(names)
    return False


def _hypothesis_names(names: tuple[str, ...]) -> bool:
    return bool(names) and all(re.match(r"h($|[\W\d_A-Z₀-₉ₐ-ₜ'])|h[a-zα-ω]{1,3}\d?$|_", name) for name in names)


def variable(name: str) -> Expr:
    """A variable; x₁, z2 and M_0 are terms of a sequence, as they are in the prose."""
    match = _INDEXED.match(name)
    if match is None:
        return leaf(name)
    index = match.group(2).translate(_SUBSCRIPTS)
    return Expr("app", (leaf(match.group(1)), num(int(index)) if index.isdigit() else leaf(index)))


def predicate_name(last: str) -> str:
    """ "Continuous" and "IsOpen" as the words that prose uses."""
    bare = last[2:] if last.startswith("Is") and last[2:3].isupper() else last
    bare = bare.removesuffix("On").removesuffix("At") if bare not in ("On", "At") else bare
    return "prop:" + re.sub(r"(?<=[a-z])(?=[A-Z])", " ", bare).lower()


def type_facts(name: Expr, type_: Term | None) -> list[Expr]:
    """What a type says of a number: its system, and that it is positive or prime."""
    if not isinstance(type_, ast.Name):
        return []
    system = NUMBER_SYSTEMS.get(type_.text)
    if system == "ℕ+":
        return [Expr("type", (name, leaf("ℕ"))), node("<", num(0), name)]
    if system == "primes":
        return [Expr("type", (name, leaf("ℕ"))), Expr("prop:prime", (name,))]
    if system == "ℝ≥0":
        return [Expr("type", (name, leaf("ℝ"))), node("≤", num(0), name)]
    return [Expr("type", (name, leaf(system)))] if system is not None else []
