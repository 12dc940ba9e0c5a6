"""The pieces of plain prose: runs of numerals, signs and lone letters that hold a relation."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .neighbours import BAD_AFTER_FORMULA, LABELS, LEFT_WORD, RIGHT_WORD, SAFE_AFTER, SAFE_BEFORE, after_number, in_list
from .piece import IN_WORDS, MAX_PIECE, PROPERTY, RELATION, WORD_RELATION, Piece, trimmed

_RUN_TOKEN = re.compile(
    r"(?P<space>[ \t\r\n\u00a0]+)"
    r"|(?P<number>\d+(?:,\d{3})+(?!\d)(?:\.\d+)?|\d*\.?\d+)"
    rf"|(?P<words>(?<![A-Za-z])(?:{WORD_RELATION}|{PROPERTY}|is(?=\s+(?:-?\d|\())|(?<=%\s)of(?=\s+[\d(]))(?![A-Za-z]))"
    r"|(?P<function>(?<![A-Za-z])(?:sqrt|cbrt|gcd|lcm|binom|mod|ln|log|exp|sin|cos|tan|max|min|abs|floor|ceil|pi)(?![A-Za-z]))"
    r"|(?P<letter>(?<![A-Za-z])[A-Za-zα-ωΑ-Ω](?:_\{?[A-Za-z0-9]{1,4}\}?|['′])?(?![A-Za-z]))"
    r"|(?P<relation><=|>=|!=|==|=<|[=<>≤≥≠≡≈∣])"
    r"|(?P<sign>\*\*|[-+*/^!%°()\[\]|√∛∜×·⋅∙÷−–²³⁰¹⁴⁵⁶⁷⁸⁹⁻⁺½⅓⅔¼¾π⌊⌋⌈⌉…\u2061]|\\%|\.\.\.|\$(?=\d))"
    r"|(?P<ratio>(?:(?<=\d)|(?<=\d\s)):(?=\s*\d))"
    r"|(?P<bad>[\\{}_&#@~∗⊕⊗∘⋆★◦∈∪∩⊂])",
)

_LABEL = re.compile(r"^(?:\(?\d{1,3}[).]|\([a-z]\)|[ivx]{1,4}\))\s+(?=\S)")


def prose_pieces(text: str, start: int, end: int) -> Iterator[Piece]:
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
    r"[-−$]{0,2}[\d.,]+\s+(?:is|equals)(?![A-Za-z])(?!\s+(?:less|greater|smaller|larger|at|divisible|an?|no|not|prime|"
    r"composite|even|odd)(?![A-Za-z]))"
)


def _may_precede(word: str, run: str) -> bool:
    """ "Case 2 is even" and "step 3 divides 12" speak of no number; "the number 91 is prime" does."""
    if IN_WORDS.search(run) is not None:
        return word in ("number", "integer") or (word in SAFE_BEFORE and word not in LABELS)
    return word in SAFE_BEFORE


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
    left = LEFT_WORD.search(before)
    if left is not None and not re.search(r"[.,;:!?]\s*$", before):
        foreign = not _may_precede(left.group(1).lower(), text[start:end])
        foreign |= left.group(1).lower() == "and" and after_number(before)
    elif before.strip() and before.strip()[-1:] not in ".,;:!?\"“”'(—–-)]*’‘" and not before[-1:].isspace():
        foreign = True
    elif not before.strip() and start > low and low > 0 and text[low - 1] in "$)]" and start - low < 3:
        foreign = True  # glued to a formula
    foreign |= in_list(before, after)
    if _BARE_WORD_CLAIM.match(text, start, end) is not None:
        foreign = True  # "the remainder of 54 divided by 6 is 0"
    if text[start] in "+*/=<>≤≥×·÷^" or (text[start] in "-−–" and text[start + 1 : start + 2].isspace()):
        foreign = True
    right = RIGHT_WORD.match(after)
    if right is not None:
        foreign |= BAD_AFTER_FORMULA.match(after) is not None
        unit = right.group(1).lower() not in SAFE_AFTER
    elif after.strip()[:1] in ("$", "\\", "{") or (after[:1] and after[:1] in ":'%°#@&_"):
        foreign |= after[:1] != ":" or after[1:2].isdigit()
    return Piece(start=start, end=end, formula=False, foreign=foreign, unit=unit)
