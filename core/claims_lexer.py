"""From text to tokens: LaTeX, Unicode and plain notation become one small vocabulary; the rest is refused."""

from __future__ import annotations

import re
from fractions import Fraction

from .claims_ast import ClaimError
from .evidence import Kind
from .value import value

MAX_TEXT = 50_000
"""Characters of a claim; more is refused as resource."""
MAX_TOKENS = 20_000
MAX_DIGITS = 4_000
"""Digits of one numeral."""

FUNCTIONS = frozenset(
    "sqrt cbrt abs floor ceil gcd lcm binom min max exp ln log lg sin cos tan cot sec csc arcsin arccos arctan "
    "sinh cosh tanh".split()
)
"""Functions that the grammar knows by name, in plain text and as LaTeX commands or operator names."""

_ALIASES = {
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

_RELATION_WORDS = (
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
    (r"is\s+congruent\s+to", "≡"),
    (r"is", "="),
)
_WORDS = re.compile(
    "|".join(rf"(?P<w{i}>(?<![A-Za-z\\])(?:{words})(?![A-Za-z]))" for i, (words, _) in enumerate(_RELATION_WORDS))
)

_COMMANDS = {
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
    "lbrace": ("bad", "a set"),
    "rbrace": ("bad", "a set"),
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
_GREEK = frozenset(
    "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi rho sigma tau "
    "upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Sigma Upsilon Phi Psi Omega ell".split()
)

_CHARACTERS = {
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
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_FRACTIONS = {
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
_NEGATED = {"=": "≠", "≡": "≢", "∣": "∤", "≈": "≉"}

_TOKEN = re.compile(
    r"(?P<space>\s+|~|&|\$+|\\[,;:!> ]|\\[()\[\]])"
    r"|(?P<row>\\\\(?:\[[^\]]{0,20}\])?)"
    r"|(?P<number>(?:\d{1,3}(?:(?P<group>,|\{,\}|\\,|\\;|\u202f|\u2009)\d{3})(?:(?P=group)\d{3})*(?![\d])|\d+)"
    r"(?:\.\d+|\.(?=\s*(?:\\overline|\\bar|\\dot|\()))?|\.\d+)"
    r"|(?P<dots>\.\.\.+)"
    r"|(?P<two><=|>=|=<|==|!=|\*\*|=/=|<>|/=|:=)"
    r"|(?P<super>[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)"
    r"|(?P<text>\\(?:text|mathrm|operatorname|mathop|textrm|textnormal|mbox)\*?\s*\{(?P<inner>[^{}]{0,40})\})"
    r"|(?P<command>\\(?:[A-Za-z]+|[%{}|#_&$]))"
    r"|(?P<name>[A-Za-z]+)"
    r"|(?P<greek>[α-ωΑ-Ωϕϑϵ])"
    r"|(?P<prime>['′’]+)"
    r"|(?P<character>.)",
    re.DOTALL,
)
_WORD_PRODUCT_STOP = frozenset(
    "is of and or the to in we so as by an at be if it on no not for has are was but let one two ten six our its can "
    "how all any see get via per sum add odd put use try our now thus then hence with from that this than mod div "
    "also have when".split()
)


@value
class Token:
    """One token: ``kind`` and ``text`` from the vocabulary above, its span, and whether white space stands before."""

    kind: str
    text: str
    start: int
    end: int
    spaced: bool = False
    number: int | Fraction | None = None
    decimals: int = -1
    grouped: bool = False


def tokens(text: str) -> list[Token]:
    """The tokens of ``text``. Raises ClaimError for anything outside the vocabulary, and beyond the size limits."""
    if len(text) > MAX_TEXT:
        raise ClaimError(Kind.RESOURCE, f"the claim has more than {MAX_TEXT} characters", MAX_TEXT)
    found: list[Token] = []
    position, spaced = 0, False
    length = len(text)
    match_token = _TOKEN.match
    while position < length:
        word = _WORDS.match(text, position) if text[position].isalpha() else None
        if word is not None:
            index = int((word.lastgroup or "w0")[1:])
            found.append(Token(kind="rel", text=_RELATION_WORDS[index][1], start=position, end=word.end(), spaced=True))
            position, spaced = word.end(), True
            continue
        match = match_token(text, position)
        if match is None:  # pragma: no cover - the last alternative takes any character
            raise ClaimError(Kind.UNPARSED, "unreadable character", position)
        position = match.end()
        kind = match.lastgroup or ""
        if kind == "space":
            spaced = True
            continue
        if kind == "row":
            spaced = True
            found.append(Token(kind="row", text="\\\\", start=match.start(), end=position, spaced=True))
            continue
        for token in _make(kind, match, spaced):
            if token.kind == "skip":
                continue
            found.append(token)
        spaced = bool(found) and found[-1].kind == "space"
        if spaced:
            found.pop()
        if len(found) > MAX_TOKENS:
            raise ClaimError(Kind.RESOURCE, f"the claim has more than {MAX_TOKENS} tokens", position)
    return found


def _make(kind: str, match: re.Match[str], spaced: bool) -> list[Token]:
    start, end, text = match.start(), match.end(), match.group()
    if kind in ("number", "group"):
        return [_number(match, spaced)]
    if kind == "character":
        return [_character(text, start, end, spaced)]
    if kind == "name":
        return _name(text, start, spaced)
    if kind == "command":
        return [_command(text, start, end, spaced)]
    if kind in ("text", "inner"):
        return [_operator_name((match.group("inner") or "").strip(), start, end, spaced)]
    if kind == "two":
        return _pair(text, start, end, spaced)
    if kind == "super":
        return [_superscript(text, start, end, spaced)]
    if kind == "dots":
        return [Token(kind="dots", text="…", start=start, end=end, spaced=spaced)]
    if kind == "greek":
        return [_greek(text, start, end, spaced)]
    if kind == "prime":
        return [Token(kind="prime", text="'" * len(text), start=start, end=end, spaced=spaced)]
    raise ClaimError(Kind.UNPARSED, f"unreadable: {text[:20]}", start)


def _number(match: re.Match[str], spaced: bool) -> Token:
    text = match.group()
    grouped = match.group("group")
    digits = text.replace(grouped, "") if grouped else text
    if grouped and grouped == "," and digits.startswith("0"):
        raise ClaimError(Kind.AMBIGUOUS, f"{text[:20]}: a decimal comma or a list", match.start())
    whole, point, part = digits.partition(".")
    if len(whole) + len(part) > MAX_DIGITS:
        raise ClaimError(Kind.RESOURCE, f"a numeral of more than {MAX_DIGITS} digits", match.start())
    exact: int | Fraction
    if point:
        exact = Fraction(int(whole + part), 10 ** len(part))
        if exact.denominator == 1:
            exact = exact.numerator
    else:
        exact = int(whole)
    return Token(
        kind="number",
        text=digits if whole else "0" + digits,
        start=match.start(),
        end=match.end(),
        spaced=spaced,
        number=exact,
        decimals=len(part) if point else -1,
        grouped=grouped == ",",
    )


def _character(text: str, start: int, end: int, spaced: bool) -> Token:
    if text in _FRACTIONS:
        over, under = _FRACTIONS[text]
        return Token(kind="vulgar", text=f"{over}/{under}", start=start, end=end, number=Fraction(over, under))
    if text not in _CHARACTERS:
        shown = text if text.isprintable() else f"U+{ord(text):04X}"
        raise ClaimError(Kind.UNPARSED, f"unexpected {shown}", start)
    kind, name = _CHARACTERS[text]
    return Token(kind=kind, text=name, start=start, end=end, spaced=spaced)


def _name(text: str, start: int, spaced: bool) -> list[Token]:
    end = start + len(text)
    known = _ALIASES.get(text, text)
    if known in FUNCTIONS:
        return [Token(kind="func", text=known, start=start, end=end, spaced=spaced)]
    if known in ("mod", "choose"):
        return [Token(kind=known, text=known, start=start, end=end, spaced=spaced)]
    if known == "π":
        return [Token(kind="const", text="π", start=start, end=end, spaced=spaced)]
    if text == "e":
        return [Token(kind="const", text="e", start=start, end=end, spaced=spaced)]
    if text in ("sum", "prod", "product"):
        name = "sum" if text == "sum" else "product"
        return [Token(kind="big", text=name, start=start, end=end, spaced=spaced)]
    if len(text) > 3 or (len(text) > 1 and text.lower() in _WORD_PRODUCT_STOP):
        raise ClaimError(Kind.UNPARSED, f"the word “{text[:30]}”", start)
    return [
        Token(kind="symbol", text=letter, start=start + i, end=start + i + 1, spaced=spaced and i == 0)
        for i, letter in enumerate(text)
    ]


def _command(text: str, start: int, end: int, spaced: bool) -> Token:
    name = text[1:]
    if name in _COMMANDS:
        kind, plain = _COMMANDS[name]
        if kind == "bad":
            raise ClaimError(Kind.UNPARSED, plain, start)
        return Token(kind=kind, text=plain, start=start, end=end, spaced=spaced)
    if name == "%":
        return Token(kind="percent", text="%", start=start, end=end, spaced=spaced)
    if name == "|":
        raise ClaimError(Kind.UNPARSED, "a norm", start)
    if name in ("{", "}"):
        raise ClaimError(Kind.UNPARSED, "a set", start)
    if name == "not":
        return Token(kind="not", text="not", start=start, end=end, spaced=spaced)
    if name == "pm" or name == "mp":
        raise ClaimError(Kind.AMBIGUOUS, "± stands for two values", start)
    if name in _GREEK:
        return Token(kind="symbol", text=name, start=start, end=end, spaced=spaced)
    if name == "forall":
        return Token(kind="forall", text="∀", start=start, end=end, spaced=spaced)
    known = _ALIASES.get(name, name)
    if known in FUNCTIONS:
        return Token(kind="func", text=known, start=start, end=end, spaced=spaced)
    raise ClaimError(Kind.UNPARSED, f"the command \\{name[:30]}", start)


def _operator_name(inner: str, start: int, end: int, spaced: bool) -> Token:
    known = _ALIASES.get(inner, inner)
    if known in FUNCTIONS:
        return Token(kind="func", text=known, start=start, end=end, spaced=spaced)
    if known == "mod":
        return Token(kind="mod", text="mod", start=start, end=end, spaced=spaced)
    if inner == "e":
        return Token(kind="const", text="e", start=start, end=end, spaced=spaced)
    if not inner:
        return Token(kind="skip", text="", start=start, end=end, spaced=spaced)
    raise ClaimError(Kind.UNPARSED, f"the words “{inner}”", start)


def _pair(text: str, start: int, end: int, spaced: bool) -> list[Token]:
    if text == "!=":
        if spaced:
            return [Token(kind="rel", text="≠", start=start, end=end, spaced=True)]
        # "5!=120" is five factorial: mathematics writes no "!=", and who means "not equal" sets it apart.
        return [
            Token(kind="bang", text="!", start=start, end=start + 1),
            Token(kind="rel", text="=", start=start + 1, end=end),
        ]
    if text == "**":
        return [Token(kind="op", text="^", start=start, end=end, spaced=spaced)]
    if text == ":=":
        raise ClaimError(Kind.UNPARSED, "a definition (:=)", start)
    if text == "=<" or text == "<=":
        name = "≤"
    elif text == ">=":
        name = "≥"
    elif text == "==":
        name = "="
    else:
        name = "≠"
    return [Token(kind="rel", text=name, start=start, end=end, spaced=spaced)]


def _superscript(text: str, start: int, end: int, spaced: bool) -> Token:
    digits = text.translate(_SUPERSCRIPTS)
    if len(digits) > MAX_DIGITS:
        raise ClaimError(Kind.RESOURCE, f"a numeral of more than {MAX_DIGITS} digits", start)
    return Token(kind="super", text=digits, start=start, end=end, spaced=spaced, number=int(digits))


def _greek(text: str, start: int, end: int, spaced: bool) -> Token:
    kind, name = _CHARACTERS.get(text, ("symbol", text))
    return Token(kind=kind, text=name, start=start, end=end, spaced=spaced)


def negated(name: str) -> str | None:
    """The relation that \\not makes of ``name``; None if there is none."""
    return _NEGATED.get(name)
