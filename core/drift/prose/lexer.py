"""Formulas of the prose, in LaTeX, Unicode or plain characters, cut into tokens. The unknown stops the reading."""

from __future__ import annotations

import re
from typing import NamedTuple

MAX_FORMULA = 600
"""Longer formulas are not read."""

FUNCTIONS = frozenset(
    "sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh log ln lg exp gcd lcm max min sup inf det dim deg "
    "card tr ker rank arg Re Im sgn ord".split()
)
ALIASES = {"ln": "log", "hcf": "gcd", "dist": "d", "order": "ord"}
SETS = {"R": "ℝ", "Z": "ℤ", "N": "ℕ", "Q": "ℚ", "C": "ℂ", "F": "𝔽", "P": "ℙ"}
_GREEK_SIGNS = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε", "zeta": "ζ", "eta": "η",
    "theta": "θ", "vartheta": "θ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ",
    "rho": "ρ", "sigma": "σ", "tau": "τ", "upsilon": "υ", "phi": "φ", "varphi": "φ", "chi": "χ", "psi": "ψ",
    "omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Sigma": "Σ", "Phi": "Φ",
    "Psi": "Ψ", "Omega": "Ω",
}  # fmt: skip

RELATION_COMMANDS = {
    "le": "≤", "leq": "≤", "leqslant": "≤", "ge": "≥", "geq": "≥", "geqslant": "≥", "lt": "<", "gt": ">", "ne": "≠",
    "neq": "≠", "in": "∈", "ni": "∋", "notin": "∉", "mid": "|", "nmid": "∤", "subset": "⊆", "subseteq": "⊆",
    "supset": "⊇", "supseteq": "⊇", "subsetneq": "⊂", "supsetneq": "⊃", "equiv": "≡", "cong": "≅", "simeq": "≅",
    "divides": "∣", "vert": "|", "lvert": "|", "rvert": "|", "Vert": "‖", "lVert": "‖", "rVert": "‖", "|": "‖",
}  # fmt: skip
_LOGIC_COMMANDS = {
    "implies": "⇒", "Rightarrow": "⇒", "Longrightarrow": "⇒", "iff": "⇔", "Leftrightarrow": "⇔",
    "Longleftrightarrow": "⇔", "land": "∧", "wedge": "∧", "lor": "∨", "vee": "∨", "neg": "¬", "lnot": "¬",
    "forall": "∀", "exists": "∃", "to": "→", "rightarrow": "→", "longrightarrow": "→", "colon": ":",
}  # fmt: skip
_SIGN_COMMANDS = {
    "cdot": "*", "times": "×", "div": "/", "cup": "∪", "cap": "∩", "setminus": "\\", "circ": "∘", "infty": "∞",
    "pi": "π", "emptyset": "∅", "varnothing": "∅", "langle": "⟨", "rangle": "⟩", "lfloor": "⌊", "rfloor": "⌋",
    "lceil": "⌈", "rceil": "⌉", "prime": "'", "ldots": "…", "cdots": "…", "dots": "…", "dotsc": "…", "dotsb": "…",
    "sum": "∑", "prod": "∏", "bigcup": "⋃", "bigcap": "⋂", "int": "∫", "ast": "*", "star": "*", "ell": "ℓ",
    "lbrack": "[", "rbrack": "]", "lbrace": "\\{", "rbrace": "\\}", "R": "ℝ", "Z": "ℤ", "N": "ℕ", "Q": "ℚ", "C": "ℂ",
}  # fmt: skip
_IGNORED_COMMANDS = frozenset(
    "left right big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr displaystyle textstyle limits nolimits quad qquad "
    "thinspace nonumber , ; ! : > ~".split()
)
_FONTS = frozenset("mathbb mathbf mathrm mathcal mathscr mathfrak mathit mathsf bm boldsymbol vec operatorname".split())
_SCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ₀₁₂₃₄₅₆₇₈₉₊₋ₙᵢⱼₖₘ", "0123456789+-n0123456789+-nijkm")
_CHARACTERS = {
    "·": "*", "⋅": "*", "∙": "*", "−": "-", "–": "-", "÷": "/", "⩽": "≤", "⩾": "≥", "⟹": "⇒", "⟺": "⇔", "↔": "⇔",
    "⟶": "→", "⊂": "⊆", "⊊": "⊂", "⊃": "⊇", "⊋": "⊃", "ϕ": "φ", "ϵ": "ε", "∗": "*", "⋯": "…", "\u2223": "∣",
}  # fmt: skip
_RELATIONS = frozenset("= < ≤ > ≥ ≠ ∈ ∋ ∉ ∤ ⊆ ⊇ ⊂ ⊃ ≡ ≢ ≅ ∣".split())
_SIGNS = frozenset(
    "+ - * / ^ _ ! ' ( ) [ ] { } | ‖ , ; : ∪ ∩ \\ × ∘ ⟨ ⟩ ⌊ ⌋ ⌈ ⌉ √ ∑ ∏ ⋃ ⋂ ⇒ ⇔ → ∧ ∨ ¬ ∀ ∃ % … .".split()
)
_OBJECTS = frozenset("ℝ ℤ ℕ ℚ ℂ π ∞ ∅ 𝔽".split())

_TOKEN = re.compile(
    r"(?P<space>[\s~&]+)"
    r"|(?P<number>\d+(?:(?:\{,\}|,(?=\d{3}(?!\d)))\d{3})*(?:\.\d+)?)"
    r"|\\(?P<command>[A-Za-z]+|[^A-Za-z])"
    r"|(?P<two><=>|<->|==>|=>|<=|>=|!=|->|\.\.\.|\*\*|\.\.)"
    r"|(?P<super>[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ]+)"
    r"|(?P<sub>[₀₁₂₃₄₅₆₇₈₉₊₋ₙᵢⱼₖₘ]+)"
    r"|(?P<letters>[A-Za-z]+)"
    r"|(?P<greek>[α-ωΑ-Ω])"
    r"|(?P<other>.)",
    re.DOTALL,
)
_TWO = {"<=": "≤", ">=": "≥", "!=": "≠", "->": "→", "=>": "⇒", "==>": "⇒", "<=>": "⇔", "<->": "⇔", "**": "^"}
_BRACED = re.compile(r"\s*(?:\{([^{}]{0,40})\}|([A-Za-z]))")


class Unread(Exception):
    """A formula outside the vocabulary. ``args[0]`` is what stopped the reading."""


class Token(NamedTuple):
    """``kind``: number, name, set, func, rel, sign, frac, root, binom, mod, word, sub or super; ``text`` what it is."""

    kind: str
    text: str
    start: int
    spaced: bool = False


def tokens(text: str, words: frozenset[str] = frozenset()) -> list[Token]:
    """The tokens of a formula. ``words``: names of several letters that count as one.

    Raises Unread at the first thing outside the vocabulary and beyond ``MAX_FORMULA`` characters.
    """
    if len(text) > MAX_FORMULA:
        raise Unread("a long formula")
    found: list[Token] = []
    position, spaced = 0, False
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:  # pragma: no cover - the last alternative takes any character
            raise Unread(text[position])
        kind, start = match.lastgroup or "", position
        position = match.end()
        if kind == "space":
            spaced = True
            continue
        if kind == "command":
            position = _command(text, match, found, spaced)
        elif kind == "letters":
            _letters(match.group(), start, spaced, words, found)
        else:
            found.append(_plain(kind, match.group(), start, spaced))
        if len(found) > 1 and found[-1].text == "}" and found[-2].text == "{":  # an empty group only spaces
            del found[-2:]
        spaced = False
    return found


def _plain(kind: str, text: str, start: int, spaced: bool) -> Token:
    if kind == "number":
        return Token("number", text.replace("{,}", "").replace(",", ""), start, spaced)
    if kind in ("super", "sub"):
        return Token(kind, text.translate(_SCRIPTS), start, spaced)
    if kind == "greek":
        return Token("sign" if text == "π" else "name", text, start, spaced)
    text = _TWO.get(text, _CHARACTERS.get(text, text))
    if text in ("...", ".."):
        return Token("sign", "…", start, spaced)
    if text in _RELATIONS:
        return Token("rel", text, start, spaced)
    if text in _OBJECTS:
        return Token("set", text, start, spaced)
    if text in _SIGNS:
        return Token("sign", text, start, spaced)
    raise Unread(text)


def _letters(text: str, start: int, spaced: bool, words: frozenset[str], found: list[Token]) -> None:
    known = ALIASES.get(text, text)
    if text in words:
        found.append(Token("name", text, start, spaced))
    elif known in FUNCTIONS and len(text) > 1:
        found.append(Token("func", known, start, spaced))
    elif text == "mod":
        found.append(Token("mod", text, start, spaced))
    elif text == "sqrt":
        found.append(Token("root", text, start, spaced))
    elif text == "pi":
        found.append(Token("sign", "π", start, spaced))
    elif text in ("and", "or"):
        found.append(Token("word", text, start, spaced))
    elif len(text) <= 3 and text.lower() not in _ENGLISH:
        found += [Token("name", letter, start + i, spaced and i == 0) for i, letter in enumerate(text)]
    else:
        raise Unread(text)


_ENGLISH = frozenset(
    "the for all any is are be not has let odd and sum one two if in of on to as at by an no so we it its max "
    "min".split()
)


def _command(text: str, match: re.Match[str], found: list[Token], spaced: bool) -> int:
    """Add what a LaTeX command means; where reading goes on."""
    name, start, end = match.group("command"), match.start(), match.end()
    if name in _IGNORED_COMMANDS or name.isspace():
        if name in ("left", "right") and text[end : end + 1] == ".":
            return end + 1
        return end
    if name in ("{", "}"):
        found.append(Token("sign", "\\" + name, start, spaced))
    elif name in _GREEK_SIGNS:
        found.append(Token("name", _GREEK_SIGNS[name], start, spaced))
    elif name in RELATION_COMMANDS:
        sign = RELATION_COMMANDS[name]
        found.append(Token("rel" if sign in _RELATIONS else "sign", sign, start, spaced))
    elif name in _LOGIC_COMMANDS:
        found.append(Token("sign", _LOGIC_COMMANDS[name], start, spaced))
    elif name in ("pmod", "bmod", "mod", "pod"):
        found.append(Token("mod", name, start, spaced))
    elif name in ("frac", "tfrac", "dfrac", "cfrac"):
        found.append(Token("frac", name, start, spaced))
    elif name == "sqrt":
        found.append(Token("root", name, start, spaced))
    elif name in ("binom", "tbinom", "dbinom"):
        found.append(Token("binom", name, start, spaced))
    elif name == "not":
        found.append(Token("not", name, start, spaced))
    elif name in _FONTS or name in ("text", "mbox", "textrm", "textbf"):
        return _font(text, name, start, end, found, spaced)
    elif name in _SIGN_COMMANDS:
        sign = _SIGN_COMMANDS[name]
        found.append(Token("set" if sign in _OBJECTS - {"π"} else "sign", sign, start, spaced))
    elif ALIASES.get(name, name) in FUNCTIONS:
        found.append(Token("func", ALIASES.get(name, name), start, spaced))
    else:
        raise Unread(f"\\{name}")
    return end


def _font(text: str, name: str, start: int, end: int, found: list[Token], spaced: bool) -> int:
    match = _BRACED.match(text, end)
    if match is None:
        raise Unread(f"\\{name}")
    inner = (match.group(1) or match.group(2) or "").strip()
    if name in ("mathbb", "mathbf") and inner in SETS:
        found.append(Token("set", SETS[inner], start, spaced))
    elif inner in ("and", "or"):
        found.append(Token("word", inner, start, spaced))
    elif inner in ("mod", "gcd", "lcm") or inner in FUNCTIONS:
        found.append(Token("mod" if inner == "mod" else "func", inner, start, spaced))
    elif len(inner) == 1 and inner.isalpha():
        found.append(Token("name", inner, start, spaced))
    elif inner.startswith("\\") and inner[1:] in _GREEK_SIGNS:
        found.append(Token("name", _GREEK_SIGNS[inner[1:]], start, spaced))
    elif inner:
        raise Unread(inner)
    return match.end()
