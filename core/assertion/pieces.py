"""Where numeric claims may stand in a text: pieces of formulas, and runs of formula-like words in plain prose."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from ..mathspans import MathSpan, math_spans
from ..value import value

MAX_PIECE = 4_000
"""Characters of a piece that is looked at; longer ones are no claims that a person could follow."""

RELATION = re.compile(
    r"[=<>≤≥≠≡∣≦≧⩽⩾]|\\(?:eq|neq?|lt|gt|leq?|geq?|leqslant|geqslant|equiv|mid|nmid)(?![A-Za-z])"
    r"|(?<![A-Za-z])(?:equals|divides|is\s+(?:equal\s+to|divisible\s+by|(?:strictly\s+)?(?:less|greater|smaller|larger)"
    r"\s+than|at\s+(?:most|least)))(?![A-Za-z])"
)


@value
class Piece:
    """text[start:end] may be a claim. ``before``/``after``: what ends it on either side.

    ``formula`` tells delimited mathematics from prose. ``foreign``: words or operators touch it, so that it may be
    only a part of something; ``alternative``: one of several joined by "or"; ``listed``: in a list with commas whose
    other items are no claims. ``unit``: a word follows that may be a unit or may count something.
    """

    start: int
    end: int
    formula: bool
    foreign: bool = False
    alternative: bool = False
    listed: bool = False
    unit: bool = False


_SEPARATOR = re.compile(
    r"(?P<row>\\\\(?:\s*\[[^\]]{0,20}\])?)"
    r"|(?P<and>\\(?:implies|Rightarrow|Longrightarrow|iff|Leftrightarrow|Longleftrightarrow|to|rightarrow|land|wedge"
    r"|therefore|because|quad|qquad|hspace\s*\{[^}]*\}|begin\s*\{[A-Za-z]+\*?\}(?:\{[^}]{0,20}\})?"
    r"|end\s*\{[A-Za-z]+\*?\}|label\s*\{[^}]*\}|tag\*?\s*\{[^}]*\}|nonumber|notag|hline)(?![A-Za-z]))"
    r"|(?P<or>\\(?:lor|vee)(?![A-Za-z]))"
    r"|(?P<text>\\(?:text|mbox|textrm|textnormal|textbf|textit|intertext|mathrm|mathbf|mathit)\s*\{(?P<inner>[^{}]*)\})"
    r"|(?P<arrow>[⇒⟹⇔⟺→∧;])"
    r"|(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<escaped>\\[{}]|\\.)"
    r"|(?P<comma>,)|(?P<column>&)",
    re.DOTALL,
)
_JOINING = re.compile(r"\s*(?:and|so|hence|thus|then|therefore|i\.e\.|that is|with|where|,|;|\.|:)*\s*", re.IGNORECASE)
_ENDS_FORMULA = re.compile(r"[\s.,;]*\Z")
_UNIT_TEXT = re.compile(
    r"\s*(?!(?:mod|times|plus|minus|per|percent|more|less|of|dozen|hundred|thousand|million)\b)[A-Za-z]{1,20}\.?\s*"
)
_FUNCTION_TEXT = re.compile(r"\s*(?:gcd|lcm|mod|sqrt|ln|log|exp|max|min|sin|cos|tan|e)\s*")
_RELATION_START = re.compile(r"[\s&]*(?:[=<>≤≥≠≡]|\\(?:eq|neq?|lt|gt|leq?|geq?|leqslant|geqslant|equiv)(?![A-Za-z]))")
_RELATION_END = re.compile(r"(?:[=<>≤≥≠≡]|\\(?:eq|neq?|lt|gt|leq?|geq?|leqslant|geqslant|equiv))\s*$")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_BRACED_COMMA = re.compile(r"\{,\}")

_RUN_TOKEN = re.compile(
    r"(?P<space>[ \t\r\n\u00a0]+)"
    r"|(?P<number>\d+(?:,\d{3})+(?!\d)(?:\.\d+)?|\d*\.?\d+)"
    r"|(?P<words>(?<![A-Za-z])(?:is\s+equal\s+to|equals|is\s+divisible\s+by|divides|is\s+(?:strictly\s+)?"
    r"(?:less|greater|smaller|larger)\s+than|is\s+at\s+(?:most|least)|is(?=\s+(?:-?\d|\())|(?<=%\s)of(?=\s+[\d(]))(?![A-Za-z]))"
    r"|(?P<function>(?<![A-Za-z])(?:sqrt|cbrt|gcd|lcm|binom|mod|ln|log|exp|sin|cos|tan|max|min|abs|floor|ceil|pi)(?![A-Za-z]))"
    r"|(?P<letter>(?<![A-Za-z])[A-Za-zα-ωΑ-Ω](?:_\{?[A-Za-z0-9]{1,4}\}?|['′])?(?![A-Za-z]))"
    r"|(?P<relation><=|>=|!=|==|=<|[=<>≤≥≠≡∣])"
    r"|(?P<sign>\*\*|[-+*/^!%°()\[\]|√∛∜×·⋅∙÷−–²³⁰¹⁴⁵⁶⁷⁸⁹⁻⁺½⅓⅔¼¾π⌊⌋⌈⌉…\u2061]|\\%|\.\.\.|\$(?=\d))"
    r"|(?P<ratio>:(?=\s*\d))"
    r"|(?P<bad>[\\{}_&#@~∗⊕⊗∘⋆★◦∈∪∩⊂])",
)
_LEFT_WORD = re.compile(r"([A-Za-z][A-Za-z'’-]*)[\s:]*$")
_RIGHT_WORD = re.compile(r"^[\s]*([A-Za-z][A-Za-z'’-]*)")
_LABEL = re.compile(r"^(?:\(?\d{1,3}[).]|\([a-z]\)|[ivx]{1,4}\))\s+(?=\S)")

_SAFE_BEFORE = frozenset(
    "and or so then thus hence therefore since because that as have has get gets got gives give giving obtain obtains "
    "obtaining obtained find finds found note notice calculate calculating compute computing evaluate evaluating "
    "becomes become yields yield yielding means meaning implies imply implying where let with define denote put is are "
    "namely e.g i.e indeed if when whenever for suppose assume say but while which now also again finally next first "
    "second simply clearly obviously using see check verify know conclude deduce observe recall show shows write "
    "written calculation computation arithmetic equation sum total result answer whether unless until both either "
    "claim fact equality inequality identity here there value follows us we our case only not false true even just "
    "below above following step steps once whence consequently accordingly similarly likewise set simplify simplifies "
    "simplifying expand expanding substitute substituting add adding multiply multiplying subtract subtracting "
    "dividing holds having wherever where's that's let's solving solve trying try consider considering test testing "
    "prove proving want approximately about roughly holds hold cost costs pay pays cover covers contain contains "
    "total totals altogether makes make making leaves leave leaving takes take sells sold earns earn".split()
)
_SAFE_AFTER = frozenset(
    "and or so then thus hence therefore since because as which where while but is are was were holds hold by we it "
    "this that these those there now for if when whenever with follows yields gives implies means also too indeed "
    "here in on at to from using has have does do not cannot can must would will may fails fail contradicts leads the "
    "a an using via after before although though however whereas until unless yet still again only shows proves "
    "let's let making giving yielding exactly both clearly obviously contradicting contradiction into would being "
    "rather instead mod".split()
)
_BAD_AFTER_FORMULA = re.compile(
    r"^\s*(?:[-+*/^=<>×·]|\\cdot|\\times|(?:times|plus|minus|over|divided|multiplied|modulo|mod|percent|per|dozen|"
    r"hundred|thousand|million|billion|degrees?|choose|factorial|squared|cubed|of|more|less|fewer|greater|smaller|larger|bigger|higher|"
    r"lower|short|out|apiece|each|and\s+a|half|halves|thirds?|quarters?|fourths?|fifths?|tenths?|tens|hundreds|thousands|millions|pairs?|base|radix|"
    r"rem|remainder|R|AM|PM|am|pm|o['’]clock|full|whole)(?![A-Za-z])|\(\s*(?:\\?mod)\b|%)"
)
_UNIT_AFTER_FORMULA = re.compile(
    r"^\s*(?:cents?|dollars?|euros?|hours?|minutes?|seconds?|days?|weeks?|months?|years?|h|s|min|m|g|t|l|ml|cm|mm|dm|km|kg|mg|inch(?:es)?|feet|foot"
    r"|yards?|miles?|pounds?|ounces?|met(?:er|re)s?|lit(?:er|re)s?|grams?|kilo\w+|centi\w+|milli\w+)(?![A-Za-z])"
)
_BAD_BEFORE_FORMULA = re.compile(
    r"(?:(?<=[\w)}\]$])\s*[-+*/^=<>×·]|[/^=<>×·]|(?<![A-Za-z])(?:times|plus|minus|over|twice|thrice|half|double|triple|of|squared?|cubed?|"
    r"percent|modulo|base|than|between|from))\s*$",
    re.IGNORECASE,
)


def pieces(text: str) -> tuple[list[Piece], tuple[MathSpan, ...]]:
    """The pieces of ``text`` that hold a relation, in order, and its formulas. Linear in the length."""
    formulas = math_spans(text)
    found: list[Piece] = []
    position = 0
    for span in formulas:
        found.extend(_prose(text, position, span.start))
        if not span.code:
            found.extend(_formula(text, span))
        position = span.end
    found.extend(_prose(text, position, len(text)))
    found.extend(_joined(text, formulas))
    found.sort(key=lambda piece: piece.start)
    return found, formulas


# ---- formulas


def _formula(text: str, span: MathSpan) -> Iterator[Piece]:
    inner = text[span.inner_start : span.inner_end]
    if RELATION.search(inner) is None or len(inner) > MAX_PIECE * 20:
        return
    after = text[span.end : span.end + 40]
    before = text[max(0, span.start - 30) : span.start]
    touched_before = _BAD_BEFORE_FORMULA.search(before) is not None or (not span.display and in_phrase(before))
    touched_after = _BAD_AFTER_FORMULA.match(after) is not None
    unit_after = _UNIT_AFTER_FORMULA.match(after) is not None
    label = _TEXT_LABEL.match(inner)
    base = span.inner_start
    if label is not None and RELATION.search(inner, label.end()) is not None:
        inner, base = inner[label.end() :], base + label.end()
    parts = list(_split(inner))
    for group in _lists(parts):
        listed = len(group) > 1 and any(
            RELATION.search(inner, a, b) is None for a, b, _, _ in group if inner[a:b].strip(" &.\n\t")
        )
        for a, b, flags, _ in group:
            start, end = _unboxed(inner, *trimmed(inner, a, b))
            if end - start > MAX_PIECE or RELATION.search(inner, start, end) is None:
                continue
            first, last = (a, b) == parts[0][:2], (a, b) == parts[-1][:2]
            yield Piece(
                start=base + start,
                end=base + end,
                formula=True,
                unit="unit" in flags or (last and unit_after),
                foreign="foreign" in flags or (first and touched_before) or (last and touched_after),
                alternative="or" in flags,
                listed=listed,
            )


def in_phrase(before: str) -> bool:
    """Does a word stand before the formula that may take it, or its first term, into a longer phrase?"""
    word = _LEFT_WORD.search(before)
    if word is None or word.group().rstrip()[-1:] == ":":
        return False
    name = word.group(1).lower()
    return name not in _SAFE_BEFORE or (name == "and" and _after_number(before.replace("$", "")))


# \text{Area} = \frac12 \cdot 6 \cdot 4 = 12
_TEXT_LABEL = re.compile(
    r"\s*\\(?:text|mathrm|textbf|textit|mbox|textrm)\s*\{\s*[A-Za-z][A-Za-z .]{1,40}\}\s*&?\s*=(?!=)"
)
_BOX = re.compile(r"\\(?:boxed|fbox|boldsymbol|mathbf)\s*\{")


def _unboxed(text: str, start: int, end: int) -> tuple[int, int]:
    """The inside of a box around the whole piece."""
    box = _BOX.match(text, start, end)
    if box is None or text[end - 1 : end] != "}":
        return start, end
    depth = 0
    for i in range(box.end() - 1, end):
        depth += (text[i] == "{") - (text[i] == "}")
        if depth == 0:
            return trimmed(text, box.end(), i) if i == end - 1 else (start, end)
    return start, end


def _lists(
    parts: Sequence[tuple[int, int, frozenset[str], bool]],
) -> Iterator[list[tuple[int, int, frozenset[str], bool]]]:
    """Group the parts that only commas separate."""
    group: list[tuple[int, int, frozenset[str], bool]] = []
    for part in parts:
        if group and not part[3]:
            yield group
            group = []
        group.append(part)
    if group:
        yield group


def _split(inner: str) -> Iterator[tuple[int, int, frozenset[str], bool]]:
    """(start, end, flags, after a comma) of the parts between separators outside brackets."""
    thousands = {match.start() for match in _THOUSANDS.finditer(inner)}
    braced = {match.start() + 1 for match in _BRACED_COMMA.finditer(inner)}
    start, depth, braces = 0, 0, 0
    flags: set[str] = set()
    after_comma = False
    for match in _SEPARATOR.finditer(inner):
        kind = match.lastgroup or ""
        if match.group("inner") is not None:
            kind = "text"
        if kind == "open":
            depth += 1
            braces += match.group() == "{"
        elif kind == "close":
            depth = max(0, depth - 1)
            braces = max(0, braces - (match.group() == "}"))
        elif braces or kind == "escaped" or _stays(inner, match, kind, depth, thousands, braced):
            continue
        else:
            own = set(flags)
            flags = set()
            if kind == "text":
                words = match.group("inner")
                if re.fullmatch(r"\s*,?\s*or\s*", words):
                    own.add("or")
                    flags.add("or")
                elif _ENDS_FORMULA.match(inner, match.end()) and _UNIT_TEXT.fullmatch(words):
                    own.add("unit")
                elif _JOINING.fullmatch(words) is None:
                    own.add("foreign")
                    flags.add("foreign")
            elif kind == "or":
                own.add("or")
                flags.add("or")
            yield start, match.start(), frozenset(own), after_comma
            start, depth, braces = match.end(), 0, 0
            after_comma = kind == "comma"
    yield start, len(inner), frozenset(flags), after_comma


def _stays(inner: str, match: re.Match[str], kind: str, depth: int, thousands: set[int], braced: set[int]) -> bool:
    """True for what looks like a separator and is none: 1,000, gcd(4, 6), a row that goes on with =, \\text{gcd}."""
    if kind == "comma":
        return bool(depth) or match.start() in thousands or match.start() in braced
    if kind == "column":
        following, before = inner[match.end() : match.end() + 20], inner[max(0, match.start() - 20) : match.start()]
        return _RELATION_START.match(following) is not None or _RELATION_END.search(before) is not None
    if kind == "row":
        return _RELATION_START.match(inner, match.end()) is not None
    if kind == "text":
        words = match.group("inner")
        return not words.strip() or _FUNCTION_TEXT.fullmatch(words) is not None
    return False


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """[start, end) without blanks, alignment signs and punctuation at its ends."""
    while start < end and (text[start].isspace() or text[start] in "&~"):
        start += 1
    while end > start and (text[end - 1].isspace() or text[end - 1] in "&~.,;:"):
        if text[end - 1].isspace() and end - 2 >= start and text[end - 2] == "\\":
            break
        end -= 1
    return start, end


# ---- prose


def _prose(text: str, start: int, end: int) -> Iterator[Piece]:
    position = start
    search = _RUN_TOKEN.search
    while position < end:
        match = search(text, position, end)
        if match is None:
            return
        if match.lastgroup in ("space", "words"):  # a relation needs something before it
            position = match.end()
            continue
        run_start = run_end = match.start()
        has_relation = has_number = has_bad = False
        inside = 0
        position = match.start()
        while position < end:
            match = _RUN_TOKEN.match(text, position, end)
            if match is None:
                if inside > 0 and text[position] == ",":  # gcd(4, 6)
                    position += 1
                    continue
                break
            kind = match.lastgroup
            if kind == "letter" and position > 0 and text[position - 1].isalpha():
                break
            has_relation |= kind in ("relation", "words") or match.group() == "|"
            has_number |= kind == "number"
            has_bad |= kind in ("bad", "ratio")
            inside += (match.group() in "([") - (match.group() in ")]") if kind == "sign" else 0
            position = match.end()
            if kind != "space":
                run_end = position
        if has_relation and has_number and not has_bad and run_end - run_start <= MAX_PIECE:
            piece = _run(text, start, end, run_start, run_end)
            if piece is not None:
                yield piece
        if position == run_start:
            position += 1


_ITEM_AND = re.compile(r"(?P<item>[\w\s+*/().^×·−-]*)(?<![A-Za-z])and\s*$")
_LAST_WORD = re.compile(r".*[A-Za-z]{2}", re.DOTALL)
_ITEM_COMMA = re.compile(r"(?<![\w.^)])(?P<item>[A-Za-z]|\d+)\s*,\s*$")
_COMMA_ITEM = re.compile(r"\s*,\s*(?:[A-Za-z]|-?\d+)\s*(?:[,.;]|$|(?:and|or)(?![A-Za-z]))")


def _after_number(before: str) -> bool:
    """ "the sum of 3 and": what stands before "and" is an operand, not a claim of its own."""
    item = _ITEM_AND.search(before)
    if item is None or before[: item.start()].rstrip()[-1:] in tuple("=<>≤≥"):
        return False
    return re.search(r"\d", _LAST_WORD.sub("", item["item"])) is not None


def _in_list(before: str, after: str) -> bool:
    """ "f = 3, 2, 4 = 5" or "n = 1, 2, 3": an item of the list next to the run is no claim."""
    item = _ITEM_COMMA.search(before)
    if item is not None and before[: item.start()].rstrip()[-1:] not in tuple("=<>≤≥+-*/"):
        return True
    return _COMMA_ITEM.match(after) is not None


# "Total = 180 + 7 = 197": words since the clause began, then "="
_WORD_LABEL = re.compile(
    r"(?:^|[.,;:!?*\n])\s*"
    r"(?!(?:[A-Za-z]+\s+)*(?:times|plus|minus|over|half|twice|mod|modulo|remainder|quotient|than|digits?|percent\w*|vector|root|square|mean)\b)[A-Za-z]{2,}(?:\s+[A-Za-z]+){0,5}\s*$",
    re.IGNORECASE,
)


def _labelled(text: str, low: int, start: int) -> bool:
    """Are there only words between the clause's start and ``start``? A formula at ``low`` or a cut is no such start."""
    first = max(low, start - 200)
    return _WORD_LABEL.search(("" if first == 0 else "0") + text[first:start]) is not None


_BARE_WORD_CLAIM = re.compile(
    r"[-−$]{0,2}[\d.,]+\s+(?:is|equals)(?![A-Za-z])(?!\s+(?:less|greater|smaller|larger|at|divisible))"
)


def _run(text: str, low: int, high: int, start: int, end: int) -> Piece | None:
    label = _LABEL.match(text[start:end])
    if label is not None:
        start += label.end()
    start, end = trimmed(text, start, end)
    while end - start > 2 and text[start] == "*" == text[end - 1]:  # *emphasis* in Markdown
        start, end = trimmed(text, start + 1, end - 1)
    while end > start and text[end - 1] == "…":
        end -= 1
    if start >= end:
        return None
    before = text[max(low, start - 40) : start]
    after = text[end : min(high, end + 40)]
    foreign = unit = False
    if text[start] == "=" and _labelled(text, low, start) and RELATION.search(text, start + 1, end):
        start, end = trimmed(text, start + 1, end)
        before = ""
    left = _LEFT_WORD.search(before)
    if left is not None and not re.search(r"[.,;:!?]\s*$", before):
        foreign = left.group(1).lower() not in _SAFE_BEFORE
        foreign |= left.group(1).lower() == "and" and _after_number(before)
    elif before.strip() and before.strip()[-1:] not in ".,;:!?\"“”'(—–-)]*’‘" and not before[-1:].isspace():
        foreign = True
    elif not before.strip() and start > low and low > 0 and text[low - 1] in "$)]" and start - low < 3:
        foreign = True  # glued to a formula
    foreign |= _in_list(before, after)
    if _BARE_WORD_CLAIM.match(text, start, end) is not None:
        foreign = True  # "the remainder of 54 divided by 6 is 0"
    if text[start] in "+*/=<>≤≥×·÷^" or (text[start] in "-−–" and text[start + 1 : start + 2].isspace()):
        foreign = True
    right = _RIGHT_WORD.match(after)
    if right is not None:
        foreign |= _BAD_AFTER_FORMULA.match(after) is not None
        unit = right.group(1).lower() not in _SAFE_AFTER
    elif after.strip()[:1] in ("$", "\\", "{") or (after[:1] and after[:1] in ":'%°#@&_"):
        foreign |= after[:1] != ":" or after[1:2].isdigit()
    return Piece(start=start, end=end, formula=False, foreign=foreign, unit=unit)


# ---- formulas joined by words


_WORD_RELATION = re.compile(
    r"\s*(?:is\s+equal\s+to|equals|is\s+divisible\s+by|divides|does\s+not\s+divide|is\s+not\s+divisible\s+by|is\s+"
    r"(?:strictly\s+)?(?:less|greater|smaller|larger)\s+than|is\s+at\s+(?:most|least)|is)\s*"
)
_OPERATOR = re.compile(
    r"[\w)}\]!]\s*(?:[-−+*/·×^÷!]|\\(?:cdot|times|div|frac|dfrac|tfrac|binom)(?![A-Za-z]))|\\[dt]?frac"
)
_PLAIN_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?![\w]|[.,]\d)")


def _joined(text: str, formulas: Sequence[MathSpan]) -> Iterator[Piece]:
    """$12$ is divisible by $5$; $3+4$ equals 8."""
    inline = [span for span in formulas if not span.code and not span.display]
    starts = [span.start for span in inline]
    for i, span in enumerate(inline):
        if RELATION.search(text, span.inner_start, span.inner_end):
            continue
        words = _WORD_RELATION.match(text, span.end)
        if words is None:
            continue
        end: int | None = None
        index = bisect_right(starts, words.end() - 1)
        if index < len(inline) and inline[index].start == words.end():
            following = inline[index]
            if RELATION.search(text, following.inner_start, following.inner_end) is None:
                end = following.end
        else:
            number = _PLAIN_NUMBER.match(text, words.end())
            if number is not None:
                end = number.end()
        if end is None:
            continue
        before = text[max(0, span.start - 30) : span.start]
        after = text[end : end + 40]
        foreign = _BAD_BEFORE_FORMULA.search(before) is not None or _BAD_AFTER_FORMULA.match(after) is not None
        if words.group().strip() in ("is", "equals", "is equal to"):  # "the degree of vertex $4$ is $1$"
            foreign |= in_phrase(before) or _OPERATOR.search(text, span.inner_start, span.inner_end) is None
        if i and re.fullmatch(r"\s*(?:and|,|or)\s*", text[inline[i - 1].end : span.start]):
            foreign = True
        yield Piece(start=span.start, end=end, formula=True, foreign=foreign)
