"""Pairs of notions that are easily exchanged, rounding variants of functions, and angles in degrees."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...faithfulness.findings import Drift, LintFinding
from ..expr import walk
from ..findings import hint
from ..formal import Formal
from ..prose.reading import Prose

_PAIRS = (
    (
        ("union", r"\\bigcup|\\cup|\bunions?\b", r"[⋃∪⊔⨆]|iunion|sunion|isup|sup\b"),
        ("intersection", r"\\bigcap|\\cap|\bintersect", r"[⋂∩⊓⨅]|iinter|sinter|iinf|\binf\b|disjoint|meets"),
    ),
    (
        ("injective", r"\binjecti|one-to-one", r"inj|bij|equiv|embedding|[≃↪]|ker"),
        ("surjective", r"\bsurjecti|\bonto\b", r"surj|bij|equiv|range|[≃↠]"),
    ),
    (
        ("increasing", r"\bincreasing\b", r"mono(?!id)|≤|<|≥|>|[⊆⊂⊇⊃]"),
        ("decreasing", r"\bdecreasing\b", r"anti|≤|<|≥|>|[⊆⊂⊇⊃]"),
    ),
    (("even", r"\beven\b", r"\beven\b|∣|%"), ("odd", r"\bodd\b", r"\bodd\b|%|∣")),
    (
        ("supremum", r"\bsupremum\b|\\sup\b|least upper bound", r"sup|islub|⨆|max"),
        ("infimum", r"\binfimum\b|\\inf\b|greatest lower bound", r"inf(?!inite)|isglb|⨅|min"),
    ),
    (
        ("maximum", r"\bmaximum\b|\\max\b|\blargest\b|\bgreatest (?!common|lower)", r"max|greatest|sup|≤|≥|<|>|⨆"),
        ("minimum", r"\bminimum\b|\\min\b|\bsmallest\b|\bleast (?!common|upper)", r"min|least|inf|≤|≥|<|>|⨅"),
    ),
    (
        ("floor", r"\\lfloor|\bfloor\b|integer part|⌊", r"floor|⌊|/|div"),
        ("ceiling", r"\\lceil|\bceiling\b|⌈", r"ceil|⌈"),
    ),
    (
        ("greatest common divisor", r"\bgcd\b|greatest common|\\gcd", r"gcd|coprime|∣"),
        ("least common multiple", r"\blcm\b|least common mult", r"lcm|∣"),
    ),
    (("sine", r"\\sin\b|\bsin\b|\bsine\b", r"\bsin\b"), ("cosine", r"\\cos\b|\bcos\b|\bcosine\b", r"\bcos\b")),
)
"""Each pair: name, pattern in the text, pattern among names and signs of the statement; twice."""

_ROUNDED = {
    "natural square root": (r"\\sqrt|√|\bsqrt\b|\bsquare root", "square root"),
    "natural logarithm": (r"\\log|\\ln|\blog|\bln\b", "logarithm"),
    "natural root": (r"\\sqrt|√|\broot", "root"),
}
_ROUNDING = re.compile(
    r"\\lfloor|⌊|\bfloor\b|integer part|\bround|\binteger square root|\bdigits?\b|\bisqrt\b|\\lceil|⌈|\bceil"
)


def operator_findings(prose: Prose, formal: Formal) -> Iterator[LintFinding]:
    """Notions exchanged for their twin."""
    words = " ".join((*sorted(formal.identifiers), *sorted(formal.operators))).lower()
    text = prose.text.lower()
    if not formal.helped:
        for pair in _PAIRS:
            for (name, said, mark), (other, said_other, mark_other) in (pair, pair[::-1]):
                if (
                    re.search(said, text)
                    and not re.search(said_other, text)
                    and re.search(mark_other, words)
                    and not re.search(mark, words)
                ):
                    yield hint(
                        "operator-drift",
                        Drift.WRONG_OBJECTS,
                        f"the text speaks of {name}, the statement of {other}",
                        formal,
                        witness=(("text", name), ("statement", other)),
                    )
    yield from _variants(prose, formal, text)
    yield from _degrees(prose, formal, text)
    yield from _strictly(prose, formal, words)


_FUNCTIONS: tuple[tuple[str, str, str], ...] = (
    ("square root", r"\\sqrt|√", r"sqrt|√|rpow|adjoin|zsqrtd|quadratic|\^"),
    ("logarithm", r"\\log\b|\\ln\b", r"log"),
    ("sine", r"\\sin\b", r"sin|exp"),
    ("cosine", r"\\cos\b", r"cos|exp"),
    ("factorial", r"(?<![\w}])\w\s?!(?!=)|\)\s?!(?!=)|\bfactorial", r"factorial|!|gamma|desc|asc"),
    ("binomial coefficient", r"\\d?t?binom", r"choose|binom|powersetcard"),
    ("greatest common divisor", r"\\gcd|\bgcd\b", r"gcd|coprime|∣"),
    ("number π", r"\\pi\b(?!\s*[(_])", r"pi\b|π|angle|circle|ball|volume|permu"),
    ("floor", r"\\lfloor|⌊", r"floor|⌊|/|div|%"),
    (
        "absolute value",
        r"\\left\||\|[^|$\n]{1,40}\||\\lvert|\\\|",
        r"abs|norm|card|dist|order|index|\||‖|ball|sphere|finrank|#|<|mem",
    ),
)
"""A function, its pattern in the formulas of the text, and what may say it in the statement."""


def missing_function_findings(prose: Prose, formal: Formal) -> Iterator[LintFinding]:
    """A function of the text's formulas of which the statement has no trace."""
    if formal.helped:
        return
    words = " ".join((*sorted(formal.identifiers), *sorted(formal.operators))).lower()
    formulas = "\n".join(piece.text for piece in prose.pieces if piece.kind == "math")
    for name, said, mark in _FUNCTIONS:
        if re.search(said, formulas) and not re.search(mark, words):
            yield hint(
                "function-dropped",
                Drift.WRONG_OBJECTS,
                f"the text has a {name}; nothing in the statement does",
                formal,
                witness=(("text", name),),
            )


def _variants(prose: Prose, formal: Formal, text: str) -> Iterator[LintFinding]:
    heads = {here.head for part in (*formal.claim.premises, *formal.claim.conclusions) for here in walk(part)}
    for head, (said, name) in _ROUNDED.items():
        if head in heads and re.search(said, text) and not _ROUNDING.search(text):
            yield hint(
                "wrong-function-variant",
                Drift.WRONG_OBJECTS,
                f"the text has a {name}; the statement rounds it to a natural number",
                formal,
                witness=(("text", name), ("statement", head)),
            )


def _degrees(prose: Prose, formal: Formal, text: str) -> Iterator[LintFinding]:
    if not re.search(r"\^\s*\{?\s*\\circ|°", text) or not formal.identifiers & {
        "sin",
        "cos",
        "tan",
        "Real.sin",
        "Real.cos",
        "Real.tan",
    }:
        return
    if not formal.identifiers & {"pi", "π", "Real.pi", "toReal", "Angle", "angle"}:
        yield hint(
            "wrong-function-variant",
            Drift.WRONG_OBJECTS,
            "the text measures angles in degrees; the statement has no π, so that it takes radians",
            formal,
            witness=(("text", "degrees"), ("statement", "radians")),
        )


def _strictly(prose: Prose, formal: Formal, words: str) -> Iterator[LintFinding]:
    """Strictly increasing, and only Monotone stands there."""
    if not prose.has(r"\bstrictly (?:increasing|decreasing|monoton)") or "strict" in words:
        return
    if re.search(r"\b(?:monotone|antitone)", words) and not formal.operators & {"<", ">"}:
        yield hint(
            "strictness-drift",
            Drift.OVERGENERALIZED,
            "the text says strictly; the statement allows equal values",
            formal,
            witness=(("text", "strictly"), ("statement", "Monotone")),
        )
