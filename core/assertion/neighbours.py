"""Which words beside a stretch of a text leave it a claim of its own, and which take it into a longer phrase."""

from __future__ import annotations

import re

LEFT_WORD = re.compile(r"([A-Za-z][A-Za-z'’-]*)[\s:]*$")
RIGHT_WORD = re.compile(r"^[\s]*([A-Za-z][A-Za-z'’-]*)")

SAFE_BEFORE = frozenset(
    "and or so then thus hence therefore since because that as have has get gets got gives give giving obtain obtains "
    "obtaining obtained find finds found note notice calculate calculating compute computing evaluate evaluating "
    "becomes become yields yield yielding means meaning implies imply implying where let with define denote put is are "
    "namely e.g i.e indeed if when whenever for suppose assume say but while which now also again finally next first "
    "second simply clearly obviously using see check verify know conclude deduce observe recall show shows write "
    "written calculation computation arithmetic equation sum total result answer whether unless until both either "
    "claim fact equality inequality identity here there value follows us we our case only not false true even just "
    "below above following step steps once whence consequently accordingly similarly likewise set simplify simplifies "
    "simplifying expand expanding factoring "
    "rewrite rewriting substitute substituting add adding multiply multiplying subtract subtracting "
    "dividing holds having wherever where's that's let's solving solve trying try consider considering test testing "
    "prove proving want approximately about roughly holds hold cost costs pay pays cover covers contain contains "
    "total totals altogether together overall "
    "makes make making leaves leave leaving takes take sells sold earns earn".split()
)
SAFE_AFTER = frozenset(
    "and or so then thus hence therefore since because as which where while but is are was were holds hold by we it "
    "this that these those there now for if when whenever with follows yields gives implies means also too indeed "
    "here in on at to from using has have does do not cannot can must would will may fails fail contradicts leads the "
    "a an using via after before although though however whereas until unless yet still again only shows proves "
    "let's let making giving yielding exactly both clearly obviously contradicting contradiction into would being "
    "rather instead mod".split()
)

LABELS = frozenset(
    "case step steps claim equation equality inequality identity part line result answer fact calculation section page "
    "example exercise problem question".split()
)
"""Words before a number that number something, though a formula may stand after them."""
BAD_AFTER_FORMULA = re.compile(
    r"^\s*(?:[-+*/^=<>×·]|\\cdot|\\times|(?:times|plus|minus|over|divided|multiplied|modulo|mod|percent|per|dozen|"
    r"hundred|thousand|million|billion|degrees?|choose|factorial|squared|cubed|of|more|less|fewer|greater|smaller|larger|bigger|higher|"
    r"lower|short|out|apiece|each|and\s+a|half|halves|thirds?|quarters?|fourths?|fifths?|tenths?|tens|hundreds|thousands|millions|pairs?|base|radix|"
    r"rem|remainder|R|AM|PM|am|pm|o['’]clock|full|whole)(?![A-Za-z])|\(\s*(?:\\?mod)\b|%)"
)
UNIT_AFTER_FORMULA = re.compile(
    r"^\s*(?:cents?|dollars?|euros?|hours?|minutes?|seconds?|days?|weeks?|months?|years?|h|s|min|m|g|t|l|ml|cm|mm|dm|km|kg|mg|inch(?:es)?|feet|foot"
    r"|yards?|miles?|pounds?|ounces?|met(?:er|re)s?|lit(?:er|re)s?|grams?|kilo\w+|centi\w+|milli\w+)(?![A-Za-z])"
)
BAD_BEFORE_FORMULA = re.compile(
    r"(?:(?<=[\w)}\]$])\s*[-+*/^=<>×·]|[/^=<>×·]|(?<![A-Za-z])(?:times|plus|minus|over|twice|thrice|half|double|triple|of|squared?|cubed?|"
    r"percent|modulo|base|than|between|from))\s*$",
    re.IGNORECASE,
)


def in_phrase(before: str) -> bool:
    """Does a word stand before the formula that may take it, or its first term, into a longer phrase?"""
    word = LEFT_WORD.search(before)
    if word is None or word.group().rstrip()[-1:] == ":":
        return False
    name = word.group(1).lower()
    if word.group(1) == "Factor":  # an order; "by a factor 2" has a small letter
        return False
    return name not in SAFE_BEFORE or (name == "and" and after_number(before.replace("$", "")))


_ITEM_AND = re.compile(r"(?P<item>[\w\s+*/().^×·−-]*)(?<![A-Za-z])and\s*$")
_LAST_WORD = re.compile(r".*[A-Za-z]{2}", re.DOTALL)
_ITEM_COMMA = re.compile(r"(?<![\w.^)])(?P<item>[A-Za-z]|\d+)\s*,\s*$")
_QUANTIFIED = re.compile(r"(?<![A-Za-z])(?:all|every|each|any)\s+(?:[a-z]{2,}\s+){0,3}[A-Za-z]$", re.IGNORECASE)
_COMMA_ITEM = re.compile(r"\s*,\s*(?:[A-Za-z]|-?\d+)\s*(?:[,.;]|$|(?:and|or)(?![A-Za-z]))")


def after_number(before: str) -> bool:
    """ "the sum of 3 and": what stands before "and" is an operand, not a claim of its own."""
    item = _ITEM_AND.search(before)
    if item is None or before[: item.start()].rstrip()[-1:] in tuple("=<>≤≥"):
        return False
    return re.search(r"\d", _LAST_WORD.sub("", item["item"])) is not None


def in_list(before: str, after: str) -> bool:
    """ "f = 3, 2, 4 = 5" or "n = 1, 2, 3": an item of the list next to the run is no claim."""
    item = _ITEM_COMMA.search(before)
    if item is not None and _QUANTIFIED.search(before, 0, item.end("item")) is not None:
        item = None
    if item is not None and before[: item.start()].rstrip()[-1:] not in tuple("=<>≤≥+-*/"):
        return True
    return _COMMA_ITEM.match(after) is not None
