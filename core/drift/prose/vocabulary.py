"""The words that the prose reader knows: number systems, properties, relations, cues. Nothing outside is guessed."""

from __future__ import annotations

from collections.abc import Callable

from ..expr import TWO, ZERO, Expr, leaf, node


def words(listed: str) -> frozenset[str]:
    """The words of a list separated by blanks."""
    return frozenset(listed.split())


NOUNS: dict[str, str] = {
    "integer": "ℤ", "integers": "ℤ", "natural": "ℕ", "naturals": "ℕ", "real": "ℝ", "reals": "ℝ", "rational": "ℚ",
    "rationals": "ℚ", "complex": "ℂ", "prime": "ℕ", "primes": "ℕ", "number": "", "numbers": "", "element": "",
    "elements": "", "whole": "ℕ", "scalar": "", "scalars": "",
}  # fmt: skip
"""Nouns (and the adjectives that may stand for one) and the number system that they say; "" says none."""

TYPES = words("integer natural real rational complex whole")
"""Adjectives that say a number system before "number"."""

ADJECTIVES: dict[str, Callable[[Expr], Expr]] = {
    "positive": lambda x: node("<", ZERO, x),
    "negative": lambda x: node("<", x, ZERO),
    "nonnegative": lambda x: node("≤", ZERO, x),
    "non-negative": lambda x: node("≤", ZERO, x),
    "nonpositive": lambda x: node("≤", x, ZERO),
    "non-positive": lambda x: node("≤", x, ZERO),
    "nonzero": lambda x: node("≠", x, ZERO),
    "non-zero": lambda x: node("≠", x, ZERO),
    "zero": lambda x: node("=", x, ZERO),
    "even": lambda x: node("∣", TWO, x),
    "odd": lambda x: node("odd", x),
    "prime": lambda x: node("prop:prime", x),
    "composite": lambda x: node("prop:composite", x),
    "irrational": lambda x: node("prop:irrational", x),
    "rational": lambda x: node("type", x, leaf("ℚ")),
    "real": lambda x: node("type", x, leaf("ℝ")),
    "complex": lambda x: node("type", x, leaf("ℂ")),
    "integral": lambda x: node("type", x, leaf("ℤ")),
}
"""Adjectives of numbers and what they say of one."""

PROPERTIES = words(
    "continuous differentiable injective surjective bijective bounded monotone monotonic increasing decreasing convex "
    "concave compact open closed connected finite infinite countable uncountable irreducible cyclic abelian "
    "commutative normal simple solvable nilpotent squarefree square-free perfect constant periodic odd even "
    "symmetric transitive reflexive transcendental algebraic nonempty summable convergent integrable measurable"
)
"""Properties that are kept as they are, to be compared with a predicate of the same name."""

PLURAL_RELATIONS: dict[str, str] = {"distinct": "≠", "different": "≠", "coprime": "coprime", "equal": "="}
"""What several things are to each other, pairwise."""

COMPARISONS: dict[tuple[str, ...], str] = {
    ("greater", "than", "or", "equal", "to"): "≥",
    ("bigger", "than", "or", "equal", "to"): "≥",
    ("larger", "than", "or", "equal", "to"): "≥",
    ("less", "than", "or", "equal", "to"): "≤",
    ("smaller", "than", "or", "equal", "to"): "≤",
    ("strictly", "greater", "than"): ">",
    ("strictly", "less", "than"): "<",
    ("strictly", "larger", "than"): ">",
    ("strictly", "smaller", "than"): "<",
    ("greater", "than"): ">",
    ("larger", "than"): ">",
    ("bigger", "than"): ">",
    ("more", "than"): ">",
    ("less", "than"): "<",
    ("smaller", "than"): "<",
    ("fewer", "than"): "<",
    ("not", "greater", "than"): "≤",
    ("not", "less", "than"): "≥",
    ("no", "more", "than"): "≤",
    ("no", "less", "than"): "≥",
    ("not", "more", "than"): "≤",
    ("at", "least"): "≥",
    ("at", "most"): "≤",
    ("equal", "to"): "=",
    ("different", "from"): "≠",
    ("distinct", "from"): "≠",
    ("not", "equal", "to"): "≠",
    ("divisible", "by"): "divisible",
    ("not", "divisible", "by"): "indivisible",
    ("a", "multiple", "of"): "divisible",
    ("an", "integer", "multiple", "of"): "divisible",
    ("multiple", "of"): "divisible",
    ("multiples", "of"): "divisible",
    ("a", "divisor", "of"): "∣",
    ("divisors", "of"): "∣",
    ("a", "factor", "of"): "∣",
    ("divisor", "of"): "∣",
    ("coprime", "to"): "coprime",
    ("coprime", "with"): "coprime",
    ("relatively", "prime", "to"): "coprime",
    ("prime", "to"): "coprime",
}
"""What may follow "is": words and the relation to the term after them. Longer ones first where one begins another."""
LONGEST_COMPARISON = max(map(len, COMPARISONS))

VERBS: dict[tuple[str, ...], str] = {
    ("divides",): "∣", ("divide",): "∣", ("exceeds",): ">", ("exceed",): ">", ("equals",): "=", ("equal",): "=",
    ("does", "not", "divide"): "∤", ("do", "not", "divide"): "∤", ("does", "not", "equal"): "≠",
    ("is", "divisible", "by"): "divisible",
}  # fmt: skip

COPULAS = words("is are be was were remains becomes")
FILLERS = (
    ("then",), ("prove", "that"), ("prove",), ("show", "that"), ("show",), ("deduce", "that"), ("we", "have"),
    ("we", "have", "that"), ("it", "follows", "that"), ("verify", "that"), ("conclude", "that"),
    ("it", "holds", "that"), ("that",), ("hence",), ("thus",), ("therefore",), ("and", "hence"), ("check", "that"),
    ("demonstrate", "that"), ("establish", "that"), ("one", "has"), ("is", "it", "true", "that"), ("also",),
    ("moreover",), ("further",), ("furthermore",), ("you", "should", "show", "that"), ("please", "show", "that"),
    ("theorem",), ("lemma",), ("now",), ("always",), ("let", "us", "show", "that"), ("we", "claim", "that"),
    ("note", "that"), ("in", "fact"),
)  # fmt: skip
"""Words before a claim that add nothing to it."""

ASSUMING = (
    ("suppose", "that"), ("suppose",), ("assume", "that"), ("assume",), ("let",), ("given", "that"), ("given",),
    ("consider",), ("fix",), ("say", "that"), ("further", "suppose", "that"), ("and", "suppose", "that"),
    ("now", "let",), ("also", "let"), ("and", "let"), ("take",),
)  # fmt: skip
"""Words that open a sentence of hypotheses."""

IFF = (
    ("if", "and", "only", "if"), ("if", "and", "only", "when"), ("iff",), ("exactly", "when"), ("precisely", "when"),
    ("exactly", "if"), ("precisely", "if"), ("is", "equivalent", "to"), ("just", "in", "case"), ("if", "and", "only"),
    ("is", "necessary", "and", "sufficient", "for"),
)  # fmt: skip
ALL = (
    ("for", "all"), ("for", "every"), ("for", "each"), ("for", "any"), ("given", "any"), ("for", "arbitrary"),
    ("whenever", "all"), ("for", "any", "two"), ("for", "any", "choice", "of"),
)  # fmt: skip

NUMBER_WORDS: dict[str, int] = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
    "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
    "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "hundred": 100, "thousand": 1000, "million": 10**6,
    "dozen": 12, "twice": 2, "thrice": 3, "double": 2, "triple": 3, "pair": 2, "both": 2, "half": 2, "halves": 2,
    "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10,
    "hundredth": 100, "second": 2, "square": 2, "squares": 2, "squared": 2, "cube": 3, "cubes": 3, "cubed": 3,
    "cubic": 3, "quadratic": 2, "linear": 1, "quartic": 4, "triangle": 3, "quadrilateral": 4, "pentagon": 5,
    "hexagon": 6, "binary": 2, "decimal": 10, "percent": 100, "digit": 10, "digits": 10, "even": 2, "odd": 2,
    "once": 1, "unit": 1, "single": 1, "unity": 1,
}  # fmt: skip
"""Words and the constants that they bring into a formal text."""
