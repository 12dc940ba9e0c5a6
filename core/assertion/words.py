"""Numbers told in words: "half of 30", "twice the sum of 3 and 4", "the remainder of 17 divided by 5".

A phrase is read from its start; where English leaves open how far a word reaches, it is no phrase.
"""

from __future__ import annotations

import re

from ..claims import parse
from ..claims.ast import ClaimError, Number, symbols
from ..value import value
from .units import unit_at

MAX_LIST = 20
"""Numbers of one list, as in "the sum of 1, 2 and 3"."""
MAX_NESTED = 4
"""Phrases within each other."""


@value
class Told:
    """A number that text[…:end] tells: ``expression`` says it in figures, ``plain`` if that is one numeral.

    ``units`` are the units of measure that stand beside its numerals. ``open``: what follows might belong to it.
    """

    expression: str
    end: int
    plain: bool = False
    units: tuple[str, ...] = ()
    open: bool = False

    def operand(self) -> str:
        """The expression, in brackets where it needs them."""
        return self.expression if self.plain and self.expression[:1] != "-" else f"({self.expression})"


_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
SPELLED = rf"(?:(?:{'|'.join(_TENS)})(?:[-\s](?:{'|'.join(_ONES[1:10])}))?|{'|'.join(reversed(_ONES))})(?![A-Za-z-])"
_SPELLED = re.compile(SPELLED, re.IGNORECASE)
_NUMERAL = re.compile(r"[-−]?(?:\d{1,3}(?:,\d{3})+|\d{1,15})(?:\.\d{1,9})?(?![\w^]|\.\d|,\d|\s*[/^!°%\\])")
_FRACTION = re.compile(r"[-−]?\d{1,9}/\d{1,9}(?![\w^]|\.\d|,\d|/)")
_EXPRESSION = re.compile(r"(?:\d|\()[\d\s+*/^·×⋅()!−-]{0,80}[\d)!](?![\w^]|[.,]\d|\s*[-+*/^·×⋅!−(%])")
_FORMULA = re.compile(r"\$(?P<inner>[^$]{1,100})\$|\\\((?P<other>[^$]{1,100}?)\\\)")
_RELATION = re.compile(r"[=<>≤≥≠≡≈,;]|\\(?:leq?|geq?|neq?|equiv|approx|mid|text)(?![A-Za-z])")

_PARTS = {
    "half": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
    "tenth": 10, "hundredth": 100,
}  # fmt: skip
_PART = re.compile(
    rf"(?:(?P<count>an?|one|two|three|four|five|six|seven|eight|nine)[\s-]+)?(?P<part>{'|'.join(_PARTS)})s?\s+(?:of\s+)?",
    re.IGNORECASE,
)
_HALF = re.compile(r"(?:one[\s-]|a\s)?half(?:\s+of)?\s+", re.IGNORECASE)
_MULTIPLE = re.compile(r"(?P<word>twice|double|thrice|triple)\s+", re.IGNORECASE)
_TIMES = {"twice": 2, "double": 2, "thrice": 3, "triple": 3}
_PERCENT = re.compile(
    r"\$?(?P<number>\d{1,9}(?:\.\d{1,9})?)\s*(?:\\?%|\s\\?per\s?cent)\$?\s+of\s+(?:the\s+)?", re.IGNORECASE
)
_OF = re.compile(r"\s+of\s+")

_ARTICLE = re.compile(r"(?:the\s+)?", re.IGNORECASE)
_UNARY: tuple[tuple[str, str], ...] = (
    (r"square\s+root", r"\sqrt{{{0}}}"),
    (r"cube\s+root", r"\sqrt[3]{{{0}}}"),
    (r"square", "{1}^2"),
    (r"cube", "{1}^3"),
    (r"factorial", "{1}!"),
    (r"absolute\s+value", "|{0}|"),
    (r"reciprocal", "1/{1}"),
    (r"double", "2 * {1}"),
    (r"half", "{1}/2"),
    (r"(?:last|final|units?|ones)\s+digit", "{1} mod 10"),
    (r"last\s+two\s+digits", "{1} mod 100"),
    (r"last\s+three\s+digits", "{1} mod 1000"),
)
_UNARY_OF = re.compile("|".join(rf"(?P<u{i}>{name}\s+of\s+)" for i, (name, _) in enumerate(_UNARY)), re.IGNORECASE)
_LISTS: tuple[tuple[str, str], ...] = (
    (r"sum|total", "+"),
    (r"product", "*"),
    (r"(?:greatest|highest)\s+common\s+(?:divisor|factor)|gcd|hcf", "gcd"),
    (r"(?:least|lowest|smallest)\s+common\s+multiple|lcm", "lcm"),
    (r"(?:arithmetic\s+)?(?:average|mean)", "mean"),
    (r"larger|largest|maximum|greater", "max"),
    (r"smaller|smallest|minimum", "min"),
    (r"difference", "-"),
    (r"quotient", "/"),
)
_LIST_OF = re.compile(
    "|".join(rf"(?P<l{i}>(?:{name})\s+(?:of|between)\s+)" for i, (name, _) in enumerate(_LISTS)), re.IGNORECASE
)
_THE_NUMBERS = re.compile(r"(?:the\s+)?(?:two\s+|three\s+)?(?:numbers|integers|values)\s+(?=[\d$\\])", re.IGNORECASE)
_RANGE = re.compile(
    r"(?:all\s+)?(?:the\s+)?(?:positive\s+|natural\s+|whole\s+)?(?:integers|numbers)\s+from\s+(?P<low>\d{1,6})\s+(?:to|up\s+to|through)\s+"
    r"(?P<high>\d{1,9})(?![\w.,]\d|\w)",
    re.IGNORECASE,
)
_AND = re.compile(r"\s*,?\s+and\s+", re.IGNORECASE)
_COMMA = re.compile(r"\s*,\s+(?!and\b)")
_BY = re.compile(r"\s+(?:and|by)\s+", re.IGNORECASE)
_REMAINDER = re.compile(r"remainder\s+(?P<when>when\s+|of\s+|that\s+)", re.IGNORECASE)
_DIVISOR = re.compile(
    r"\s+(?:(?:is\s+)?divided\s+by|leaves\s+(?:when\s+divided\s+by|on\s+division\s+by)|(?:up)?on\s+division\s+by|"
    r"(?:when|after)\s+(?:it\s+is\s+)?(?:divided|division)\s+by|modulo|mod)\s+",
    re.IGNORECASE,
)

_INFIX = re.compile(
    r"\s+(?:(?P<plus>plus)|(?P<minus>minus)|(?P<times>times|multiplied\s+by)|(?P<over>divided\s+by)"
    r"|(?P<power>(?:raised\s+)?to\s+the\s+power(?:\s+of)?)|(?P<mod>modulo|mod)|(?P<more>more\s+than)|(?P<less>less\s+than))\s+",
    re.IGNORECASE,
)
_POSTFIX = re.compile(r"\s+(?P<name>squared|cubed|factorial)(?![A-Za-z])", re.IGNORECASE)
_GOES_ON = re.compile(
    r"\s*(?:[-+*/^·×⋅!°−(]|\\(?:cdot|times|div)|(?:plus|minus|times|multiplied|divided|over|to\s+the|raised|squared|cubed|"
    r"factorial|mod|modulo|more|less|percent|of|choose)(?![A-Za-z]))",
    re.IGNORECASE,
)
_SIGNS = {"plus": "+", "minus": "-", "times": "*", "over": "/", "power": "^", "mod": "mod"}


def number(text: str, at: int, nested: int = 0) -> Told | None:
    """The number told at ``at``; None if none is told there, or if its words can be taken in two ways."""
    first = _operand(text, at, nested)
    if first is None:
        return None
    joined = _infix(text, first)
    return joined if joined is None or _GOES_ON.match(text, joined.end) is None else None


def numeral(text: str, at: int) -> Told | None:
    """The numeral, spelled number or formula without a relation at ``at``, with the unit that stands beside it."""
    found = _bare(text, at)
    if found is None:
        unit = unit_at(text, at, before=True)  # $80, € 80
        if unit is None:
            return None
        found = _bare(text, unit.end)
        return (
            None if found is None else Told(expression=found.expression, end=found.end, plain=True, units=(unit.name,))
        )
    unit = unit_at(text, found.end)
    if unit is None:
        return found
    return Told(expression=found.expression, end=unit.end, plain=found.plain, units=(unit.name,))


def _bare(text: str, at: int) -> Told | None:
    formula = _FORMULA.match(text, at)
    if formula is not None:
        inner = formula["inner"] or formula["other"] or ""
        return _figures(inner.strip(), formula.end())
    found = _NUMERAL.match(text, at)
    if found is not None:
        return Told(expression=found.group().replace("−", "-"), end=found.end(), plain=True)
    found = _FRACTION.match(text, at) or _EXPRESSION.match(text, at)
    if found is not None:
        return _figures(found.group(), found.end())
    found = _SPELLED.match(text, at)
    if found is not None:
        return Told(expression=str(spelled(found.group())), end=found.end(), plain=True)
    return None


def spelled(words: str) -> int:
    """The value of a number in words below a hundred, as "twenty-one"."""
    first, *rest = re.split(r"[-\s]+", words.lower())
    base = _ONES.index(first) if first in _ONES else 10 * (_TENS.index(first) + 2)
    return base + (_ONES.index(rest[0]) if rest else 0)


def _figures(inner: str, end: int) -> Told | None:
    """An expression of numerals alone."""
    if _RELATION.search(inner) is not None:
        return None
    try:
        node = parse(f"{inner} = 0").members[0]
    except ClaimError:
        return None
    return None if symbols(node) else Told(expression=inner, end=end, plain=isinstance(node, Number))


def _operand(text: str, at: int, nested: int) -> Told | None:
    """A number without infix words: a numeral, or what is told by a word before one."""
    if nested > MAX_NESTED:
        return None
    return (
        _fraction_of(text, at, nested)
        or _multiple(text, at, nested)
        or _named(text, at, nested)
        or _share(text, at, nested)
        or _with_postfix(text, at)
    )


def _with_postfix(text: str, at: int) -> Told | None:
    found = numeral(text, at)
    if found is None:
        return None
    postfix = _POSTFIX.match(text, found.end)
    if postfix is None:
        return found
    sign = {"squared": "^2", "cubed": "^3", "factorial": "!"}[postfix["name"].lower()]
    return Told(expression=f"{found.operand()}{sign}", end=postfix.end())


def _over(text: str, at: int, nested: int, pattern: str) -> Told | None:
    """``pattern`` with the number at ``at``. A word reaches over one number; what might follow it is left open."""
    inner = _operand(text, at, nested + 1)
    if inner is None:
        return None
    shown = pattern.format(inner.expression, inner.operand())
    return Told(expression=shown, end=inner.end, units=inner.units, open=True)


def _fraction_of(text: str, at: int, nested: int) -> Told | None:
    half = _HALF.match(text, at)
    if half is not None:
        return _over(text, half.end(), nested, "{1}/2")
    part = _PART.match(text, at)
    if part is None or not part["count"] or " of " not in part.group().lower() + " ":
        return None
    count = {"a": 1, "an": 1}.get(part["count"].lower()) or spelled(part["count"])
    below = _PARTS[part["part"].lower()]
    return _over(text, part.end(), nested, f"{{1}}/{below}" if count == 1 else f"{count}/{below} * {{1}}")


def _multiple(text: str, at: int, nested: int) -> Told | None:
    word = _MULTIPLE.match(text, at)
    return None if word is None else _over(text, word.end(), nested, f"{_TIMES[word['word'].lower()]} * {{1}}")


def _share(text: str, at: int, nested: int) -> Told | None:
    """15% of 80, 2/3 of 30."""
    percent = _PERCENT.match(text, at)
    if percent is not None:
        return _over(text, percent.end(), nested, f"{percent['number']}% of {{1}}")
    fraction = _FRACTION.match(text, at)
    of = None if fraction is None else _OF.match(text, fraction.end())
    return None if fraction is None or of is None else _over(text, of.end(), nested, f"{fraction.group()} * {{1}}")


def _named(text: str, at: int, nested: int) -> Told | None:
    """The square root of 49, the sum of 3, 4 and 5, the remainder of 17 divided by 5."""
    article = _ARTICLE.match(text, at)
    start = at if article is None else article.end()
    unary = _UNARY_OF.match(text, start)
    if unary is not None:
        return _over(text, unary.end(), nested, _UNARY[int((unary.lastgroup or "u0")[1:])][1])
    found = _LIST_OF.match(text, start)
    if found is not None:
        return _listed(text, found.end(), nested, _LISTS[int((found.lastgroup or "l0")[1:])][1])
    remainder = _REMAINDER.match(text, start)
    return None if remainder is None else _remainder(text, remainder.end(), nested)


def _remainder(text: str, at: int, nested: int) -> Told | None:
    whole = numeral(text, at)
    by = None if whole is None else _DIVISOR.match(text, whole.end)
    divisor = None if by is None else numeral(text, by.end())
    if whole is None or divisor is None or whole.units or divisor.units:
        return None
    return Told(expression=f"{whole.operand()} mod {divisor.operand()}", end=divisor.end)


def _listed(text: str, at: int, nested: int, sign: str) -> Told | None:
    if sign == "+":
        whole = _RANGE.match(text, at)
        if whole is not None:
            return Told(expression=rf"\sum_{{k={whole['low']}}}^{{{whole['high']}}} k", end=whole.end())
    label = _THE_NUMBERS.match(text, at)
    found = items(text, at if label is None else label.end(), nested, _BY if sign == "/" else _AND)
    if found is None or (sign in "-/" and len(found) != 2):
        return None
    units = tuple(unit for item in found for unit in item.units)
    operands = [item.operand() for item in found]
    return Told(expression=of_list(sign, operands), end=found[-1].end, units=units, open=found[-1].open)


def items(text: str, at: int, nested: int, last: re.Pattern[str]) -> list[Told] | None:
    """The numbers of a list whose last one stands after ``last``; None for a single number or a gap."""
    found: list[Told] = []
    while len(found) < MAX_LIST:
        item = _operand(text, at, nested + 1)
        if item is None:
            return None
        found.append(item)
        final = last.match(text, item.end)
        if final is not None:
            item = _operand(text, final.end(), nested + 1)
            return None if item is None else [*found, item]
        comma = _COMMA.match(text, item.end)
        if comma is None:
            return None
        at = comma.end()
    return None


def of_list(sign: str, operands: list[str]) -> str:
    match sign:
        case "mean":
            return f"({' + '.join(operands)})/{len(operands)}"
        case "-":
            return f"|{operands[0]} - {operands[1]}|"  # "the difference of 5 and 8 is 3"
        case "+" | "*" | "/":
            return f" {sign} ".join(operands)
    return f"{sign}({', '.join(operands)})"


def _infix(text: str, first: Told) -> Told | None:
    """``first`` and what infix words join to it, as "3 plus 4 plus 5"; None for a mixture that may be grouped in two
    ways."""
    expression, end, units = first.operand(), first.end, list(first.units)
    used: set[str] = set()
    while (word := _INFIX.match(text, end)) is not None:
        name = word.lastgroup or ""
        following = _operand(text, word.end(), MAX_NESTED - 1)
        if following is None or first.open or (used and (name not in used or name in ("over", "power", "mod"))):
            return None
        if following.open and (used or name not in ("times", "plus")):
            return None
        if name in ("more", "less"):
            if used:
                return None
            sign = "+" if name == "more" else "-"
            expression = f"{following.operand()} {sign} {expression}"
        else:
            expression = f"{expression} {_SIGNS[name]} {following.operand()}"
        used.add(name)
        end = following.end
        units.extend(following.units)
        if following.open or name in ("more", "less"):
            break
    if not used:
        return first
    return Told(expression=expression, end=end, units=tuple(units))
