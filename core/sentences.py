"""Where sentences and clauses begin and end in mathematical prose.

A boundary never falls inside a formula, code or brackets. What ends a sentence is decided from the characters beside
the full stop alone, so that the same text always splits the same way; time is linear in its length.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from .mathspans import MathSpan, math_spans


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


# Never the last word of a sentence.
_NEVER_LAST = _words(
    "i.e e.g cf c.f resp vs viz fig figs eq eqs eqn eqns thm thms prop props lem cor def defs sec sect subsec ch chap "
    "prof dr mr mrs st approx incl ref refs ineq cond hyp bzw z.b d.h vgl p.ej conj dept eds"
)
# Never the last word before a number.
_NEVER_BEFORE_NUMBER = _words("no nos nr p pp art vol ex app rem ax")
# The last word of a sentence only where an opening word follows.
_SELDOM_LAST = _words("etc a.e a.s s.t w.r.t w.l.o.g wlog i.i.d q.e.d al const suff ca")
_OPENING_WORDS = _words(
    "A Also An And As Assume At Because Before But By Claim Clearly Consequently Consider Conversely Define Denote "
    "Each Either Every Finally First Fix For From Further Furthermore Given Hence Here How However If In Indeed It Its "
    "Let Likewise Moreover Next No Not Note Notice Now Observe On Once Or Otherwise Our Pick Proof Put Recall Second "
    "Set Show Similarly Since So Some Step Still Substituting Such Suppose Take That The Their Then There Therefore "
    "These They This Those Thus To Under Using We What When Where Whereas Whether Which While With Without Write Yet "
    "then hence so thus therefore since let we now but suppose assume this consequently"
)

_NEWLINE = r"(?:\r\n|\r|\n)"
_LINE_START = r"(?:^|(?<=[\r\n]))"
_BREAK = re.compile(
    rf"(?P<blank>{_NEWLINE}[ \t>]*(?={_NEWLINE}))"
    rf"|(?P<item>{_NEWLINE}[ \t>]*(?=[-*+•][ \t]|\(?(?:\d{{1,4}}|[a-z]|[ivx]{{1,5}})[.)][ \t]|\#{{1,6}}[ \t]|\\item\b"
    r"|[*_]{0,3}(?:Step|Case|Subcase|Claim|Lemma|Theorem|Proof|Part)\b[ \t]*\d{0,4}[.:)]))"
    rf"|(?P<heading>{_LINE_START}[ \t>]*(?:\#{{1,6}}[ \t][^\r\n]*|\*\*[^*\r\n]+\*\*[ \t]*(?=[\r\n])))"
    r"|(?P<stop>[.!?]+)[\"'”’»*_)\]}]*(?=\s|$|[A-Z]|[\u3000-\u30ff\u4e00-\u9fff])"
    r"|(?P<cjk>[。！？．]+[」』”’）*_]*)"
)
_LAST_WORD = re.compile(r"[^\W\d_]+(?:\.[^\W\d_]+)*$")
_BLANKS = re.compile(r"[\s>]*")
_NEXT_WORD = re.compile(r"\s*[*_(\[\"“‘'`]*([^\W\d_]*)")
_EQUATION = re.compile(r"[A-Za-z]\w{0,3}[ \t]*[=<>≤≥≠]")
_LABEL = re.compile(
    r"[\s>*_#(\[]*(?:\d{1,4}(?:\.\d{1,4})*|[A-Za-z]|[ivxIVX]{1,5}"
    r"|(?:Step|Case|Subcase|Claim|Lemma|Theorem|Proposition|Corollary|Proof|Part|Definition|Remark|Example|Solution)"
    r"(?:[ \t]+\(?(?:\d{1,4}(?:\.\d{1,4})*[a-z]?|[A-Za-z]|[IVXivx]{1,5}))?)[)*_]*"
)
_LONGEST_LABEL = 60
_ENDS_DISPLAY = re.compile(
    r"[.!?。](?:[\s}]|\\(?:tag|label)\*?\{[^{}]{0,60}\}|\\(?:qed|qedhere|square|blacksquare|Box|quad|qquad)(?![A-Za-z])"
    r"|\\end\{[A-Za-z]{1,20}\*?\}|\\[\\,;! ])*$"
)
_DISPLAY_TAIL = 200
_BRACKET = re.compile(r"[()\[\]（）]")
_LIST_MARKER = re.compile(rf"{_LINE_START}[ \t>]*\w{{1,4}}$")
_BLANK_LINE = re.compile(rf"{_NEWLINE}[ \t>]*{_NEWLINE}")
_LONGEST_BRACKET = 800

_CLAUSE_BREAK = re.compile(
    r"(?P<semicolon>;)(?=\s)"
    r"|(?P<comma>,)(?=\s+(?:and\s+)?(?:hence|therefore|thus|consequently|whence"
    r"|so(?!\s+(?:that|far|on|called|many|much|long|as)\b))\b)"
)
_NO_CLAUSES = re.compile(r"[\s*_>(]*(?:If|Since|Because|As|When|Whenever|Suppose|Assume|Let|For)\b")
_WORD = re.compile(r"\w+")
_RELATION = re.compile(r"[=<>≤≥≠∈⊂⊆≡]|\\(?:le|ge|leq|geq|neq|ne|in|subset|subseteq|equiv|mid)(?![A-Za-z])")
_SHORTEST_CLAUSE = 8


def sentence_spans(text: str) -> tuple[tuple[int, int], ...]:
    """The sentences of ``text`` in order, without the blanks around them; together they hold every other character.

    A display formula belongs to the sentence before it, which goes on after it unless the display ends with a full
    stop or a new sentence visibly begins. List items, headings and paragraphs begin sentences.
    """
    spans: list[tuple[int, int]] = []
    begin = 0
    for cut in (*_Splitter(text).cuts(), len(text)):
        span = _trimmed(text, begin, cut)
        if span is not None:
            spans.append(span)
        begin = cut
    return tuple(spans)


def clause_spans(text: str, start: int, end: int) -> tuple[tuple[int, int], ...]:
    """The sentence ``text[start:end]`` split after ";" and before ", hence" and its like.

    Each part is long enough to be an inference of its own; together they cover the sentence. Sentences that open with
    a condition (If, Since, Let, …) are split after ";" only: what they conclude does not stand without it.
    """
    sentence = text[start:end]
    semicolons_only = _NO_CLAUSES.match(sentence) is not None
    protected = _Protected.of(sentence)
    cuts = [0]
    for match in _CLAUSE_BREAK.finditer(sentence):
        if (
            not protected.holds(match.start())
            and (not semicolons_only or sentence[match.start()] == ";")
            and _is_inference(sentence[cuts[-1] : match.end()])
            and _is_inference(sentence[match.end() :])
        ):
            cuts.append(match.end())
    parts = []
    for low, high in zip(cuts, [*cuts[1:], len(sentence)], strict=True):
        part = _trimmed(text, start + low, start + high)
        if part is not None:
            parts.append(part)
    return tuple(parts)


class _Protected:
    """Intervals in which nothing may be split: formulas and code, and outermost brackets outside them."""

    def __init__(self, math: tuple[MathSpan, ...], brackets: list[tuple[int, int]]) -> None:
        self.math = math
        self.brackets = brackets
        self._math_starts = [span.start for span in math]
        self._bracket_starts = [start for start, _ in brackets]

    @classmethod
    def of(cls, text: str) -> _Protected:
        math = math_spans(text)
        return cls(math, _bracket_groups(text, math))

    def math_at(self, position: int) -> MathSpan | None:
        """The formula that holds ``position``."""
        index = bisect_right(self._math_starts, position) - 1
        return self.math[index] if index >= 0 and position < self.math[index].end else None

    def math_before(self, position: int) -> MathSpan | None:
        """The last formula that ends at or before ``position``."""
        index = bisect_right(self._math_starts, position) - 1
        return self.math[index] if index >= 0 and self.math[index].end <= position else None

    def bracket_at(self, position: int) -> tuple[int, int] | None:
        """The outermost bracket group that holds ``position``."""
        index = bisect_right(self._bracket_starts, position) - 1
        return self.brackets[index] if index >= 0 and position < self.brackets[index][1] else None

    def holds(self, position: int) -> bool:
        return self.math_at(position) is not None or self.bracket_at(position) is not None


class _Splitter:
    """One pass over the breaks and the displays of a text, in order."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.protected = _Protected.of(text)
        self.last = 0
        # The last run of blanks that was skipped: breaks inside one run must not walk it again.
        self._blanks = (0, -1)

    def cuts(self) -> list[int]:
        """Where sentences end, ascending."""
        places: list[int] = []
        for cut in self._candidates():
            if cut is not None and cut > self.last:
                places.append(cut)
                self.last = cut
        return places

    def _candidates(self) -> Iterator[int | None]:
        """Places where the sentence that began at ``self.last`` may end."""
        formulas = iter(self.protected.math)
        formula = next(formulas, None)
        for match in _BREAK.finditer(self.text):
            while formula is not None and formula.end <= match.start():
                yield self._after_formula(formula)
                formula = next(formulas, None)
            if self.protected.math_at(match.start()) is None:
                yield self._after_break(match)
        while formula is not None:
            yield self._after_formula(formula)
            formula = next(formulas, None)

    def _after_formula(self, formula: MathSpan) -> int | None:
        """A formula ends the sentence if its own last character is a full stop, or a new sentence visibly begins."""
        text = self.text
        if self.protected.bracket_at(formula.start):
            return None
        following = _next_word(text, formula.end)
        if not formula.display:
            stops = formula.inner_end > formula.inner_start and text[formula.inner_end - 1] in ".!?"
            return formula.end if stops and following in _OPENING_WORDS else None
        tail = text[max(formula.inner_start, formula.inner_end - _DISPLAY_TAIL) : formula.inner_end]
        if _ENDS_DISPLAY.search(tail):
            return formula.end
        unfinished = tail.rstrip()[-1:] in (",", ":", ";")
        begins = len(following) > 1 and following[0].isupper()
        return formula.end if begins and (formula.code or not unfinished) else None

    def _after_break(self, match: re.Match[str]) -> int | None:
        kind = match.lastgroup
        if kind == "stop":
            return self._after_stop(match)
        if self.protected.bracket_at(match.start()):
            return None
        if kind == "blank":
            return None if self._display_goes_on(match) else match.end()
        return match.end()

    def _display_goes_on(self, blank: re.Match[str]) -> bool:
        """Whether the blank lines only set off a display formula inside one sentence."""
        text = self.text
        after = self._skip_blanks(blank.end())
        display = self.protected.math_at(after)
        if display is not None and display.display and display.start == after:
            return bool(text[self.last : blank.start()].strip())
        before = self.protected.math_before(blank.start())
        if before is None or not before.display or text[before.end : blank.start()].strip(" \t>\r\n,;"):
            return False
        return after < len(text) and (text[after].islower() or text[after] in ",;")

    def _skip_blanks(self, position: int) -> int:
        """The first character at or after ``position`` that is neither blank nor a quote mark."""
        if not self._blanks[0] <= position <= self._blanks[1]:
            match = _BLANKS.match(self.text, position)
            self._blanks = (position, match.end() if match else position)
        return self._blanks[1]

    def _after_stop(self, match: re.Match[str]) -> int | None:
        text, start, end = self.text, match.start(), match.end()
        group = self.protected.bracket_at(start)
        if group is not None and (end < group[1] or text[self.last : group[0]].strip(" \t\r\n*_>")):
            return None
        mark = match["stop"]
        following = _next_word(text, end)
        opens = following in _OPENING_WORDS
        if end < len(text) and text[end].isascii() and text[end].isalpha():
            glued = text[start - 1 : start]
            return end if opens and len(following) > 1 and (glued.islower() or glued in "$)") else None
        if start - self.last < _LONGEST_LABEL and mark == "." and _LABEL.fullmatch(text, self.last, start):
            return None
        next_place = self._skip_blanks(end)
        after = text[next_place : next_place + 1]
        if not after:
            return end
        if len(mark) > 1 and "." in mark:
            return end if len(following) > 1 and following[0].isupper() else None
        if following[:1].islower():
            # "6b = 0. b = 0.": an equation after a number.
            if text[start - 1 : start].isdigit() and _EQUATION.match(text, next_place):
                return end
            return end if opens and mark == "." and self._may_be_last(start, following, after) else None
        return end if "!" in mark or "?" in mark or self._may_be_last(start, following, after) else None

    def _may_be_last(self, stop: int, following: str, after: str) -> bool:
        """Whether the word before the full stop at ``stop`` can end a sentence."""
        found = _LAST_WORD.search(self.text, max(self.last, stop - 30), stop)
        if found is None or self.protected.math_at(stop - 1) is not None:
            return True
        word = found.group()
        folded = word.lower()
        if folded in _NEVER_LAST:
            return False
        if folded in _NEVER_BEFORE_NUMBER and after.isdigit():
            return False
        if folded in _SELDOM_LAST:
            return following in _OPENING_WORDS and len(following) > 1
        initial = len(word) == 1 and word.isupper() and self.text[found.start() - 1 : found.start()] in ("", " ", ".")
        return not (initial and following[:1].isupper() and following not in _OPENING_WORDS)


def _bracket_groups(text: str, math: tuple[MathSpan, ...]) -> list[tuple[int, int]]:
    """Outermost matched brackets outside formulas, at most 800 characters long and without a blank line."""
    groups: list[tuple[int, int]] = []
    stack: list[int] = []
    formulas = iter(math)
    formula = next(formulas, None)
    for match in _BRACKET.finditer(text):
        place = match.start()
        while formula is not None and formula.end <= place:
            formula = next(formulas, None)
        if formula is not None and formula.start <= place:
            continue
        if match.group() in "([（":
            stack.append(place)
        elif stack and not _LIST_MARKER.search(text, max(0, place - 10), place):
            opened = stack.pop()
            if place - opened <= _LONGEST_BRACKET and not _BLANK_LINE.search(text, opened, place):
                while groups and groups[-1][0] > opened:
                    groups.pop()
                groups.append((opened, place + 1))
    return groups


def _next_word(text: str, position: int) -> str:
    match = _NEXT_WORD.match(text, position)
    return match.group(1) if match else ""


def _is_inference(part: str) -> bool:
    stripped = part.strip()
    if _RELATION.search(stripped) is not None:
        return True
    return len(stripped) >= _SHORTEST_CLAUSE and len(_WORD.findall(stripped)) >= 3


def _trimmed(text: str, start: int, end: int) -> tuple[int, int] | None:
    """``(start, end)`` without the blanks at both ends; None if nothing is left."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return (start, end) if start < end else None
