"""The pieces of delimited mathematics: a formula cut at rows, columns, arrows, commas and words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..mathspans import MathSpan
from .neighbours import BAD_AFTER_FORMULA, BAD_BEFORE_FORMULA, UNIT_AFTER_FORMULA, in_phrase
from .piece import MAX_PIECE, RELATION, Piece, trimmed

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
_QUANTIFIER = re.compile(r"[\s&~]*(?:\\[,;: ]\s*)*(?:∀|\\forall(?![A-Za-z]))")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_BRACED_COMMA = re.compile(r"\{,\}")


def formula_pieces(text: str, span: MathSpan) -> Iterator[Piece]:
    inner = text[span.inner_start : span.inner_end]
    if RELATION.search(inner) is None or len(inner) > MAX_PIECE * 20:
        return
    after = text[span.end : span.end + 40]
    before = text[max(0, span.start - 30) : span.start]
    touched_before = BAD_BEFORE_FORMULA.search(before) is not None or (not span.display and in_phrase(before))
    touched_after = BAD_AFTER_FORMULA.match(after) is not None
    unit_after = UNIT_AFTER_FORMULA.match(after) is not None
    label = _TEXT_LABEL.match(inner)
    base = span.inner_start
    if label is not None and RELATION.search(inner, label.end()) is not None:
        inner, base = inner[label.end() :], base + label.end()
    parts = list(_split(inner))
    for group in _lists(parts):
        listed = len(group) > 1 and any(
            RELATION.search(inner, a, b) is None and _QUANTIFIER.match(inner, a, b) is None
            for a, b, _, _ in group
            if inner[a:b].strip(" &.\n\t")
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
