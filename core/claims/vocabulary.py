"""The vocabulary of numeric claims: which words, commands and characters mean what. Nothing else is read."""

from __future__ import annotations

FUNCTIONS = frozenset(
    "sqrt cbrt abs floor ceil gcd lcm binom min max exp ln log lg sin cos tan cot sec csc arcsin arccos arctan "
    "sinh cosh tanh".split()
)
"""Functions that the grammar knows by name, in plain text and as LaTeX commands or operator names."""

ALIASES = {
    "asin": "arcsin",
    "acos": "arccos",
    "atan": "arctan",
    "ceiling": "ceil",
    "choose": "choose",
    "hcf": "gcd",
    "mod": "mod",
    "bmod": "mod",
    "pi": "π",
    "Pi": "Π?",
    "tg": "tan",
    "ctg": "cot",
    "cosec": "csc",
    "ggT": "gcd",
}

RELATION_WORDS = (
    (r"is\s+(?:strictly\s+)?(?:less|smaller)\s+than", "<"),
    (r"is\s+(?:strictly\s+)?(?:greater|larger|bigger|more)\s+than", ">"),
    (r"is\s+at\s+most", "≤"),
    (r"is\s+at\s+least", "≥"),
    (r"is\s+not\s+equal\s+to|does\s+not\s+equal", "≠"),
    (r"is\s+equal\s+to|equals", "="),
    (r"does\s+not\s+divide", "∤"),
    (r"divides", "∣"),
    (r"is\s+not\s+divisible\s+by", "∤~"),
    (r"is\s+divisible\s+by|is\s+a\s+multiple\s+of", "∣~"),
    (r"is\s+(?:not\s+a|no)\s+(?:divisor|factor)\s+of", "∤"),
    (r"is\s+a\s+(?:divisor|factor)\s+of", "∣"),
    (r"is\s+(?:not\s+a|no)\s+multiple\s+of", "∤~"),
    (r"is\s+congruent\s+to", "≡"),
    (r"is", "="),
)

# "is prime to", "is even larger": the word goes on.
_ALONE = (
    r"(?=\s*(?:$|[^\sA-Za-z]|(?:and|so|but|since|because|as|while|hence|thus|therefore|which|whereas|then|it|we|too|also)"
    r"(?![A-Za-z])))"
)
PROPERTY_WORDS = tuple(
    (written + _ALONE, name)
    for written, name in (
        (r"is\s+(?:a\s+)?prime(?:\s+number)?", "is prime"),
        (r"is\s+(?:not\s+(?:a\s+)?prime(?:\s+number)?|no\s+prime(?:\s+number)?)", "is not prime"),
        (r"is\s+(?:a\s+)?composite(?:\s+number)?", "is composite"),
        (r"is\s+(?:an?\s+)?even(?:\s+number)?", "is even"),
        (r"is\s+(?:an?\s+)?odd(?:\s+number)?", "is odd"),
        (r"is\s+a\s+(?:perfect\s+square|square\s+number)", "is a perfect square"),
        (r"is\s+(?:not\s+a|no)\s+(?:perfect\s+square|square\s+number)", "is not a perfect square"),
        (r"is\s+a\s+perfect\s+cube", "is a perfect cube"),
        (r"is\s+(?:not\s+a|no)\s+perfect\s+cube", "is not a perfect cube"),
    )
)
"""What a claim may say of one integer. As a relation its right member repeats the left one."""
PROPERTIES = frozenset(name for _, name in PROPERTY_WORDS)

COMMANDS = {
    # relations
    "eq": ("rel", "="),
    "ne": ("rel", "≠"),
    "neq": ("rel", "≠"),
    "lt": ("rel", "<"),
    "gt": ("rel", ">"),
    "le": ("rel", "≤"),
    "leq": ("rel", "≤"),
    "leqslant": ("rel", "≤"),
    "leqq": ("rel", "≤"),
    "ge": ("rel", "≥"),
    "geq": ("rel", "≥"),
    "geqslant": ("rel", "≥"),
    "geqq": ("rel", "≥"),
    "equiv": ("rel", "≡"),
    "approx": ("rel", "≈"),
    "simeq": ("rel", "≈"),
    "mid": ("rel", "∣"),
    "nmid": ("rel", "∤"),
    # operators
    "cdot": ("op", "*"),
    "times": ("op", "*"),
    "div": ("op", "/"),
    "bmod": ("mod", "mod"),
    "mod": ("mod", "mod"),
    "pmod": ("pmod", "pmod"),
    "choose": ("choose", "choose"),
    # structure
    "frac": ("cmd", "frac"),
    "dfrac": ("cmd", "frac"),
    "tfrac": ("cmd", "frac"),
    "cfrac": ("cmd", "frac"),
    "binom": ("cmd", "binom"),
    "dbinom": ("cmd", "binom"),
    "tbinom": ("cmd", "binom"),
    "sqrt": ("cmd", "sqrt"),
    "overline": ("cmd", "overline"),
    "bar": ("cmd", "overline"),
    "dot": ("cmd", "dot"),
    "boxed": ("skip", ""),
    "sum": ("big", "sum"),
    "prod": ("big", "product"),
    "lfloor": ("open", "⌊"),
    "rfloor": ("close", "⌋"),
    "lceil": ("open", "⌈"),
    "rceil": ("close", "⌉"),
    "lvert": ("open", "|"),
    "rvert": ("close", "|"),
    "lbrack": ("open", "["),
    "rbrack": ("close", "]"),
    "vert": ("bar", "|"),
    "lbrace": ("open", "\\{"),
    "rbrace": ("close", "\\}"),
    "pi": ("const", "π"),
    "circ": ("degree", "°"),
    "degree": ("degree", "°"),
    "dots": ("dots", "…"),
    "ldots": ("dots", "…"),
    "cdots": ("dots", "…"),
    "dotsb": ("dots", "…"),
    "dotsc": ("dots", "…"),
    # spacing and size
    "left": ("skip", ""),
    "right": ("skip", ""),
    "displaystyle": ("skip", ""),
    "textstyle": ("skip", ""),
    "limits": ("skip", ""),
    "nolimits": ("skip", ""),
    "quad": ("space", ""),
    "qquad": ("space", ""),
    "thinspace": ("skip", ""),
    "medspace": ("skip", ""),
    "big": ("skip", ""),
    "Big": ("skip", ""),
    "bigg": ("skip", ""),
    "Bigg": ("skip", ""),
    "bigl": ("skip", ""),
    "bigr": ("skip", ""),
    "Bigl": ("skip", ""),
    "Bigr": ("skip", ""),
    "biggl": ("skip", ""),
    "biggr": ("skip", ""),
    "Biggl": ("skip", ""),
    "Biggr": ("skip", ""),
}
GREEK = frozenset(
    "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi rho sigma tau "
    "upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Sigma Upsilon Phi Psi Omega ell".split()
)

CHARACTERS = {
    "=": ("rel", "="),
    "<": ("rel", "<"),
    ">": ("rel", ">"),
    "≠": ("rel", "≠"),
    "≤": ("rel", "≤"),
    "≦": ("rel", "≤"),
    "⩽": ("rel", "≤"),
    "≥": ("rel", "≥"),
    "≧": ("rel", "≥"),
    "⩾": ("rel", "≥"),
    "≡": ("rel", "≡"),
    "≢": ("rel", "≢"),
    "≈": ("rel", "≈"),
    "≃": ("rel", "≈"),
    "∣": ("rel", "∣"),
    "∤": ("rel", "∤"),
    "+": ("op", "+"),
    "-": ("op", "-"),
    "−": ("op", "-"),
    "–": ("op", "-"),
    "*": ("op", "*"),
    "·": ("op", "*"),
    "∙": ("op", "*"),
    "⋅": ("op", "*"),
    "∗": ("op", "*"),
    "×": ("op", "*"),
    "/": ("op", "/"),
    "÷": ("op", "/"),
    "∕": ("op", "/"),
    "⁄": ("op", "/"),
    "^": ("op", "^"),
    "_": ("sub", "_"),
    "!": ("bang", "!"),
    "%": ("percent", "%"),
    "°": ("degree", "°"),
    "(": ("open", "("),
    ")": ("close", ")"),
    "[": ("open", "["),
    "]": ("close", "]"),
    "{": ("lbrace", "{"),
    "}": ("rbrace", "}"),
    "⌊": ("open", "⌊"),
    "⌋": ("close", "⌋"),
    "⌈": ("open", "⌈"),
    "⌉": ("close", "⌉"),
    "|": ("bar", "|"),
    ",": ("comma", ","),
    "√": ("cmd", "sqrt"),
    "∛": ("cmd", "cbrt"),
    "∜": ("cmd", "fourth"),
    "∑": ("big", "sum"),
    "Σ": ("big", "sum"),
    "∏": ("big", "product"),
    "Π": ("big", "product"),
    "π": ("const", "π"),
    "…": ("dots", "…"),
    "⋯": ("dots", "…"),
    "∀": ("forall", "∀"),
}
SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
FRACTIONS = {
    "½": (1, 2),
    "⅓": (1, 3),
    "⅔": (2, 3),
    "¼": (1, 4),
    "¾": (3, 4),
    "⅕": (1, 5),
    "⅖": (2, 5),
    "⅗": (3, 5),
    "⅘": (4, 5),
    "⅙": (1, 6),
    "⅚": (5, 6),
    "⅛": (1, 8),
    "⅜": (3, 8),
    "⅝": (5, 8),
    "⅞": (7, 8),
}
WORD_PRODUCT_STOP = frozenset(
    "is of and or the to in we so as by an at be if it on no not for has are was but let one two ten six our its can "
    "how all any see get via per sum add odd put use try our now thus then hence with from that this than mod div "
    "also have when".split()
)
