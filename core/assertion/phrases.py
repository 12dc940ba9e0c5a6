"""Computations told in words: "the sum of 12 and 43 is 55", "multiplying 12 by 7 gives 84", "we add 12 + 43, so the
sum is 55".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..value import value
from .neighbours import LABELS, SAFE_AFTER, in_list, in_phrase
from .words import SPELLED, Told, items, number, numeral, of_list


@value
class Phrase:
    """text[start:end] says the computation ``claim``; ``note`` tells how it was read.

    ``unit``: a unit, or a word that may be one, stands after the value and nowhere before it.
    """

    start: int
    end: int
    claim: str
    note: str
    unit: bool = False


_HINT = re.compile(
    r"sum|total|product|difference|quotient|which|half|third|quarter|fourth|fifth|tenth|twice|doubl|thrice|tripl|halving|root|"
    r"squar|cub|factorial|value|reciprocal|digit|common|gcd|lcm|hcf|average|mean|largest?|smallest?|greater|"
    r"maximum|minimum|remainder|plus|minus|times|multipl|divid|subtract|power|mod|more than|less than|"
    r"ends in|ends with|leaves|add|percent|per cent|% of|%\$ of|/\d+ of",
    re.IGNORECASE,
)
_NUMBER = r"-?\d{1,15}(?:,\d{3})*(?:\.\d{1,9})?"
_LED = rf"(?:{_NUMBER}|[\d(][\d+*/^·×()!−-]{{0,60}}[\d)!]|\$[^$]{{1,100}}\$|{SPELLED})"
_NAMED_BY = (
    r"(?:the\s+)?(?:sum|product|difference|quotient|square\s+root|cube\s+root|square|cube|factorial|absolute\s+value|"
    r"reciprocal|double|half|(?:last|final|units?|ones)\s+digit|last\s+(?:two|three)\s+digits|gcd|lcm|hcf|"
    r"(?:greatest|highest|least|lowest|smallest)\s+common\s+\w+|(?:arithmetic\s+)?(?:average|mean)|larger|largest|"
    r"greater|smaller|smallest|maximum|minimum|remainder)\s+(?:of|between|when|that)\s"
)
_PART_OF = (
    r"(?:one[\s-]|a\s)?half\s|(?:an?|one|two|three|four|five|six|seven|eight|nine)[\s-]"
    r"(?:third|quarter|fourth|fifth|sixth|seventh|eighth|ninth|tenth|hundredth)s?\s+of\s|(?:twice|double|thrice|triple)\s"
)
_AFTER_NUMBER = (
    r"\s*\\?%\s+of\s|/\d+\s+of\s|\s+(?:plus|minus|times|multiplied|divided|to\s+the\s+power|raised|squared|cubed|"
    r"factorial|per\s?cent|modulo|mod|more\s+than|less\s+than|leaves|ends)(?![A-Za-z])"
    rf"|\s+(?:is|equals)\s+(?={_NAMED_BY}|{_PART_OF})"
)
_WORDS = re.compile(f"{_NAMED_BY}|{_PART_OF}", re.IGNORECASE)
_VERBS = (
    r"adding|subtracting|multiplying|dividing|squaring|cubing|doubling|tripling|halving"
    r"|(?:^|(?<=we )|(?<=to )|(?<=[.;:] ))(?:add|subtract|multiply|divide)"
)
_SUMMED = (
    rf"{_NUMBER}(?:,\s{_NUMBER}){{0,20}},?\sand\s{_NUMBER}\s+(?:add\s+up|sum(?:\s+up)?|add)\s+to\s"
    rf"|{_NUMBER}\sand\s{_NUMBER}\s+together\s+(?:make|give)\s"
)
_START = re.compile(
    rf"(?<![A-Za-z\\])(?P<words>{_NAMED_BY}|{_PART_OF})|(?<![A-Za-z\\])(?P<verb>{_VERBS})\s"
    rf"|(?<![\w.,\\/^$])(?:(?P<number>\${_NUMBER}\s*\\%\$\s+of\s|{_LED}(?:{_AFTER_NUMBER}))|(?P<list>{_SUMMED}))",
    re.IGNORECASE,
)
_IS = re.compile(
    r"\s*,?\s*(?:(?P<about>(?:is|are|equals)\s+(?:about|approximately|roughly|nearly|around|close\s+to)|≈)"
    r"|is(?:\s+(?:equal\s+to|exactly|just|again|simply))?(?!\s+(?:about|approx|rough|near|around|close))|are|equals?|makes|gives|comes\s+to"
    r"|amounts\s+to|yields|=)\s*(?![A-Za-z]*\s*(?:at|less|greater)\b)",
    re.IGNORECASE,
)
_GIVES = re.compile(
    r"(?:\s*,?\s*(?:and\s+)?(?:gives?(?:\s+us)?|yields?|makes|results\s+in|leads\s+to|is|equals|produces"
    r"|we\s+(?:get|obtain|find|have)|(?:to|and)\s+(?:get|obtain|find))"
    r"|\s*[,.;:]?\s*(?:and\s+)?so\s+(?:the|their)\s+(?:sum|product|total|result|difference|quotient)\s+(?:is|equals))\s+",
    re.IGNORECASE,
)
_LEAVES = re.compile(r"\s+leaves?\s+(?:us\s+with\s+)?(?:(?:a|the)\s+)?remainder\s+(?:of\s+)?", re.IGNORECASE)
_DIVIDED = re.compile(
    r"\s+(?:when|if|after)\s+(?:it\s+is\s+)?(?:divided|division)\s+by\s+|\s+(?:up)?on\s+division\s+by\s+|\s+(?:modulo|mod)\s+",
    re.IGNORECASE,
)
_BY = re.compile(r"\s+divided\s+by\s+", re.IGNORECASE)
_ENDS = re.compile(
    r"\s+ends\s+(?:in|with)\s+(?:(?:an?|the)\s+)?(?:digits?\s+)?\$?(?P<digits>\d{1,4})\$?"
    r"(?=\s*(?:[.,;:!?)]|$|(?:and|so|since|because|hence|but|which|as|while|thus|too|also)(?![A-Za-z])))",
    re.IGNORECASE,
)
_END = re.compile(
    r"(?![\w]|\.\d|,\d|\s*(?:[-−+*/^%!°:(×·⋅]|\\|\$|(?:times|plus|minus|more|less|fewer|greater|smaller|higher|lower|"
    r"bigger|larger|short|mod|modulo|per|percent|hundred|thousand|million|dozen|remainder|rem|with|or|over|divided|"
    r"multiplied|squared|cubed|out|half|and\s+a|apart|for)(?![A-Za-z])))"
)
_NOUN = re.compile(r"\s+(?P<noun>[a-z]{3,20})(?=\s+(?:is|are|equals?)\s)")
_NEXT_WORD = re.compile(r"\s+([A-Za-z][A-Za-z'’-]*)")
_RELATION = re.compile(" [=≈] ")


_LONG_BLANK = re.compile(r"\s{60}")


def may_tell(text: str) -> bool:
    """False if ``text`` has none of the words of a phrase, or is none that a person would write."""
    return _HINT.search(text) is not None and _LONG_BLANK.search(text) is None


def phrases(text: str) -> Iterator[Phrase]:
    """The computations that ``text`` tells in words, each with its span, in order within each kind."""
    reached = 0
    for match in _START.finditer(text):
        start = match.start()
        if start < reached or _within(text, start, by_number=match.lastgroup in ("number", "list")):
            continue
        found = _verb(text, match) if match["verb"] else _list(text, match) if match["list"] else _told(text, start)
        if found is not None:
            reached = found.end
            yield found
    yield from _written(text)


def _within(text: str, start: int, *, by_number: bool = False) -> bool:
    """True if the phrase at ``start`` may be a part of a longer one: "three times the sum of 2 and 3 is 15"."""
    before = text[max(0, start - 40) : start]
    if _GOES_ON.search(before) is not None or in_phrase(before):
        return True
    last = re.search(r"([A-Za-z]+)\s*$", before)
    return by_number and ((last is not None and last[1].lower() in LABELS) or in_list(before, ""))


# ---- a number in words, then its value


def _told(text: str, start: int) -> Phrase | None:
    whole = numeral(text, start)
    if whole is not None:
        special = _ending(text, start, whole) or _leaving(text, start, whole) or _being(text, start, whole)
        if special is not None:
            return special
    told = number(text, start)
    return None if told is None else _valued(text, start, told, _IS)


def _valued(text: str, start: int, told: Told, verb: re.Pattern[str]) -> Phrase | None:
    """``told``, a verb such as "is", and its value; None if the value goes on or its unit is another one."""
    noun = _NOUN.match(text, told.end)
    is_ = verb.match(text, told.end if noun is None else noun.end())
    stated = None if is_ is None else numeral(text, is_.end())
    if is_ is None or stated is None or _END.match(text, stated.end) is None:
        return None
    units = set(told.units)
    if told.expression.startswith("|") and stated.expression.startswith("-"):
        return None  # "the difference of 5 and 8 is -3"
    if len(units) > 1 or (units and stated.units and units != set(stated.units)):
        return None
    following = _NEXT_WORD.match(text, stated.end)
    word = "" if following is None else following[1]
    if noun is not None and word.lower().rstrip("s") != noun["noun"].rstrip("s"):
        return None
    counted = word and noun is None and word.lower() not in SAFE_AFTER
    unit = bool(stated.units and not units) or bool(counted and not stated.units)
    about = is_.groupdict().get("about") is not None
    return _phrase(
        text, start, told.end, stated.end, f"{told.expression} {'≈' if about else '='} {stated.expression}", unit
    )


def _phrase(text: str, start: int, told: int, end: int, claim: str, unit: bool = False) -> Phrase:
    words = " ".join(text[start:told].split())
    shown = words if len(words) <= 60 else words[:59] + "…"
    return Phrase(
        start=start, end=end, claim=claim, note=f"“{shown}” read as {re.split(' [=≈] ', claim)[0]}", unit=unit
    )


def _ending(text: str, start: int, whole: Told) -> Phrase | None:
    """3^4 ends in 1."""
    ends = _ENDS.match(text, whole.end)
    if ends is None or whole.units:
        return None
    digits = ends["digits"]
    return _phrase(text, start, ends.end(), ends.end(), f"{whole.operand()} mod {10 ** len(digits)} = {int(digits)}")


def _leaving(text: str, start: int, whole: Told) -> Phrase | None:
    """17 leaves remainder 2 when divided by 5; 17 divided by 5 leaves a remainder of 2."""
    leaves = _LEAVES.match(text, whole.end)
    if leaves is not None:
        rest = numeral(text, leaves.end())
        by = None if rest is None else _DIVIDED.match(text, rest.end)
        divisor = None if by is None else numeral(text, by.end())
        end = 0 if divisor is None else divisor.end
    else:
        by = _BY.match(text, whole.end)
        divisor = None if by is None else numeral(text, by.end())
        leaves = None if divisor is None else _LEAVES.match(text, divisor.end)
        rest = None if leaves is None else numeral(text, leaves.end())
        end = 0 if rest is None else rest.end
    if rest is None or divisor is None or whole.units or divisor.units or _END.match(text, end) is None:
        return None
    return _phrase(text, start, end, end, f"{whole.operand()} mod {divisor.operand()} = {rest.expression}")


def _being(text: str, start: int, whole: Told) -> Phrase | None:
    """12 is twice 6; 55 is the sum of the integers from 1 to 10."""
    is_ = _IS.match(text, whole.end)
    if is_ is None or _WORDS.match(text, is_.end()) is None:
        return None
    told = number(text, is_.end())
    if told is None or set(told.units) - set(whole.units) or _END.match(text, told.end) is None:
        return None
    if told.expression.startswith("|") and whole.expression.startswith("-"):
        return None
    sign = "≈" if is_["about"] is not None else "="
    return _phrase(text, start, told.end, told.end, f"{told.expression} {sign} {whole.expression}")


# ---- a verb, its numbers, and what they give


_WITH = re.compile(r"\s+(?:and|to|with)\s+", re.IGNORECASE)
_FROM = re.compile(r"\s+from\s+", re.IGNORECASE)
_TIMES = re.compile(r"\s+(?:by|and|with|times)\s+", re.IGNORECASE)
_OVER = re.compile(r"\s+by\s+", re.IGNORECASE)
_ALONE = {
    "squaring": "{1}^2",
    "cubing": "{1}^3",
    "doubling": "2 * {1}",
    "tripling": "3 * {1}",
    "halving": "{1}/2",
}


def _verb(text: str, match: re.Match[str]) -> Phrase | None:
    """Adding 12 and 30 gives 42; dividing 17 by 5 leaves a remainder of 2."""
    name, start, at = match["verb"].lower(), match.start(), match.end()
    if name in _ALONE:
        one = numeral(text, at)
        if one is None:
            return None
        shown = _ALONE[name].format(one.expression, one.operand())
        return _valued(text, start, Told(expression=shown, end=one.end, units=one.units), _GIVES)
    kind = name.removesuffix("ing").removesuffix("e")[:3]
    between, sign = {"add": (_WITH, "+"), "sub": (_FROM, "-"), "mul": (_TIMES, "*"), "div": (_OVER, "/")}[kind]
    found = items(text, at, 1, between)
    if found is None or (sign != "+" and len(found) > 2):
        return None
    operands = [item.operand() for item in found]
    shown = f" {sign} ".join(reversed(operands) if sign == "-" else operands)
    units = tuple(unit for item in found for unit in item.units)
    told = Told(expression=shown, end=found[-1].end, units=units)
    if sign == "/":
        leaves = _LEAVES.match(text, told.end)
        if leaves is not None:
            return _valued(text, start, Told(expression=" mod ".join(operands), end=told.end), _LEAVES)
    return _valued(text, start, told, _GIVES)


_ADD_UP = re.compile(r"\s+(?:add\s+up|sum(?:\s+up)?|add)\s+to\s+|\s+together\s+(?:make|give)\s+", re.IGNORECASE)


def _list(text: str, match: re.Match[str]) -> Phrase | None:
    """3, 4 and 5 add up to 12."""
    found = items(text, match.start(), 1, re.compile(r"\s*,?\s+and\s+"))
    if found is None:
        return None
    units = tuple(unit for item in found for unit in item.units)
    told = Told(expression=of_list("+", [item.operand() for item in found]), end=found[-1].end, units=units)
    return _valued(text, match.start(), told, _ADD_UP)


# ---- a computation in figures, then its value in words


_VALUE = rf"\$?{_NUMBER}\$?"
_EXPRESSION = (
    r"(?<![\w.,=<>+*/^({$-])(?P<dollar>\$?)"
    r"(?P<expression>[\d(](?:[\d\s+−*/×·⋅().…-]|\\cdot|\\times|\\[lc]?dots){2,300})(?P=dollar)"
)
_SO = re.compile(
    rf"{_EXPRESSION}"
    r"\s*(?P<stop>[,;:.]?)\s*(?P<links>(?:(?:[Aa]nd|[Ss]o|[Hh]ence|[Tt]hus|[Tt]herefore|[Tt]hen|where),?\s+){0,2})(?:[Tt]heir|[Ii]ts|[Tt]he)"
    r"\s+(?P<noun>sum|product|difference|quotient|total|result)\s+(?:is|equals|is\s+equal\s+to|comes\s+to)\s+"
    rf"(?P<value>{_VALUE})"
)
_WHICH = re.compile(
    rf"{_EXPRESSION}\s*,?\s+which\s+(?:is|equals|is\s+equal\s+to|gives|makes|yields|comes\s+to|amounts\s+to)\s+(?P<value>{_VALUE})"
)
_NAMED = re.compile(
    r"(?<![A-Za-z])[Tt]he\s+(?P<noun>sum|product|difference|quotient)\s+(?P<dollar>\$?)"
    r"(?P<expression>[\d(](?:[\d\s+−*/×·⋅().…-]|\\cdot|\\times|\\[lc]?dots){2,300})(?P=dollar)"
    rf"\s*(?:is|equals|is\s+equal\s+to|gives|comes\s+to)\s+(?P<value>{_VALUE})"
)
_SIGNS = {"sum": "+", "total": "+", "product": "*", "difference": "-", "quotient": "/"}
# What stands right before the phrase may take its first number into a longer expression: "x · 3 + 4, which is 10".
_GOES_ON = re.compile(r"(?:[-−+*/·×⋅^=<>(:]|\\(?:cdot|times|div)|(?<![\w$])\d[\d.]*)\s*$")
_BETWEEN = re.compile(r"\(?\d+\s*[-–−]\s*\d+\)?")


def _written(text: str) -> Iterator[Phrase]:
    for match in (*_SO.finditer(text), *_NAMED.finditer(text)):
        expression, noun = match["expression"].strip(" .,;"), match["noun"]
        sign = _main_sign(expression)
        if noun == "result":
            fits = sign != "" and bool(match["links"]) and match["stop"] != "."
        else:
            fits = sign == _SIGNS[noun] and (noun != "total" or bool(match["links"]))
        if fits and not _within(text, match.start()) and _END.match(text, match.end()) is not None:
            yield _figures(match, expression)
    for match in _WHICH.finditer(text):
        expression = match["expression"].strip(" .,;")
        # 10-15 may be pages or years from one to the other, and a score
        if (
            re.search(r"\d\D+\d", expression)
            and not _BETWEEN.fullmatch(expression)
            and not _within(text, match.start())
            and _END.match(text, match.end()) is not None
        ):
            yield _figures(match, expression)


def _figures(match: re.Match[str], expression: str) -> Phrase:
    return Phrase(
        start=match.start(),
        end=match.end(),
        claim=f"{expression} = {match['value'].strip('$')}",
        note=f"“{match.groupdict().get('noun', 'which')}” read as {expression}",
    )


def _main_sign(expression: str) -> str:
    """The one sign that joins the parts of the expression outside brackets; "" if there are several kinds."""
    flat = re.sub(r"\\cdot|\\times|[×·⋅]", "*", re.sub(r"\\[lc]?dots", "…", expression)).replace("−", "-")
    depth, found = 0, set()
    for i, character in enumerate(flat):
        depth += (character == "(") - (character == ")")
        if depth == 0 and character in "+-*/" and flat[:i].strip()[-1:] not in ("", *"+-*/"):
            found.add(character)
    return found.pop() if len(found) == 1 else ""
