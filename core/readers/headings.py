"""Headings of plain text and Markdown: where statements, proofs and steps begin, in the languages met most."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import NamedTuple

from .lines import Line

_NO_LEVEL = 7


class Kind(StrEnum):
    """What a heading opens."""

    PROBLEM = "problem"
    STATEMENT = "statement"
    CLAIM = "claim"
    CONTEXT = "context"
    PROOF = "proof"
    ATTEMPT = "attempt"
    ANSWER = "answer"
    STEP = "step"
    ITEM = "item"
    TITLE = "title"


class Heading(NamedTuple):
    """A heading at ``[start, content)``; its content begins at ``content``.

    ``word`` is the word that opens it in lower case, ``name`` the whole heading without marks ("Theorem 3.1",
    "Second proof of Theorem 3.1"), ``label`` the number of a step or item, ``of`` what a proof says it proves.
    ``level`` is 1-6 for an ATX heading, 7 otherwise.
    """

    kind: Kind
    word: str
    name: str
    label: str
    of: str
    start: int
    content: int
    level: int
    callout: bool = False


KIND_OF_WORD = {
    word: kind
    for kind, words in {
        Kind.PROBLEM: "problem exercise question task statement aufgabe problème exercice problema ejercicio esercizio "
        "задача 题目 问题 問題 题 例",
        Kind.STATEMENT: "theorem lemma proposition corollary conjecture satz hilfssatz lemme théorème proposición "
        "corollaire teorema lema proposição corolario korollar теорема лемма 定理 引理 命题 命題 推论",
        Kind.CLAIM: "claim fact observation subclaim behauptung",
        Kind.CONTEXT: "definition definitions notation notations setup assumption assumptions convention conventions "
        "given background preliminaries remark example definición définition 定义 定義 注",
        Kind.PROOF: "proof solution demonstration beweis lösung démonstration preuve demostración prueba solución "
        "dimostrazione soluzione demonstração dowód bewijs bevis доказательство решение 证明 證明 証明 证 解 解答",
        Kind.ATTEMPT: "attempt draft scratch",
        Kind.ANSWER: "answer conclusion",
    }.items()
    for word in words.split()
}
_ORDINAL = (
    r"(?:first|second|third|fourth|another|alternative|alternate|old|wrong|failed|corrected|revised|final|new|my)"
)
_NUMBER = r"(?:\d{1,4}(?:\.\d{1,4}){0,4}[a-z]?|[A-Z](?:\.\d{1,4}){0,3}|[IVX]{1,6})(?![A-Za-z0-9])"
_WORDS = "|".join(sorted(map(re.escape, KIND_OF_WORD), key=len, reverse=True))
_TITLE = re.compile(
    rf"(?P<name>(?:(?P<ordinal>{_ORDINAL})[ \t]+)?(?P<word>{_WORDS})(?![^\W\d_])(?:[ \t]*(?P<number>{_NUMBER}))?"
    r"(?:[ \t]+of[ \t]+(?P<of>[^\r\n.:*_#]{1,60}(?:\.\d[^\r\n.:*_#]{0,20}){0,4})"
    r"|[ \t]+(?:by|using|via|that|statement)\b[^\r\n.:*_#]{0,60})?"
    r"(?:[ \t]*[(\[（][^()\[\]\r\n]{1,100}[)\]）])?)",
    re.IGNORECASE,
)
_STEP = re.compile(
    rf"(?P<name>(?P<word>step|schritt|étape|paso|passo|шаг)[ \t]*\#?"
    rf"(?P<number>{_NUMBER}(?:[ \t]*\(?[a-z]\)?(?![a-z]))?)"
    r"|第(?P<cjk>[一二三四五六七八九十\d]{1,4})步)",
    re.IGNORECASE,
)
_ITEM = re.compile(r"(?P<name>\(?(?P<number>\d{1,5})(?:[.)]\)?|(?<=\d)、))(?=[ \t]|$|[^\W\d_]|[*_$\\])")
_MARKUP = re.compile(
    r"(?P<hash>\#{1,6}[ \t]+)?(?P<emphasis>[*_]{1,3}"
    r"|\\(?P<latex>(?:sub){0,2}section|(?:sub)?paragraph|textbf|textit|textsc|emph|underline)\*?[ \t]*\{[ \t]*)?"
)
_LATEX_LEVELS = {"section": 2, "subsection": 3, "subsubsection": 4, "paragraph": 5, "subparagraph": 6}
_TAIL = re.compile(
    r"[ \t]*(?:(?:[*_}]{1,3}[ \t]*[.:]?|[.:][ \t]*[*_}]{0,3})(?=\s|$|[^\x00-\x7f]|[$\\(])|[：。][*_}]{0,3})[ \t]*"
)
_SEPARATOR = re.compile(r"[ \t]*[.:)：。,—–-]*[ \t]*")
_DASH = re.compile(r"[ \t]*[.:—–-][ \t]*")
# What a heading can begin with: most lines of a long text are told apart by their first letters alone.
_OPENING_MARKS = frozenset("#*_([0123456789")
_OPENING_COMMANDS = re.compile(r"\\(?:(?:sub){0,2}(?:section|paragraph)|text(?:bf|it|sc)|emph|underline)")
_OPENING_LETTERS = frozenset(
    word[:3] for word in (*KIND_OF_WORD, *re.findall(r"\w+", f"{_ORDINAL} step schritt paso passo"))
)
_CALLOUT = re.compile(r"\[!(?P<word>[^\W\d_]+)\][+-]?[ \t]*(?P<title>[^\r\n]*)")


def heading_at(text: str, line: Line) -> Heading | None:
    """The heading that ``line`` begins with, if it begins with one.

    A word alone opens nothing ("Theorem 3.1 shows that …"): a full stop, a colon, closing emphasis, the end of the line
    or an ATX mark must follow it.
    """
    if not _may_open(text, line.body):
        return None
    callout = _CALLOUT.match(text, line.body, line.end)
    if callout:
        return _callout(callout, line)
    markup = _MARKUP.match(text, line.body, line.end)
    begin = markup.end() if markup else line.body
    level = len(markup["hash"].strip()) if markup and markup["hash"] else _NO_LEVEL
    emphasis = (markup["emphasis"] or "") if markup else ""
    latex = markup["latex"] if markup else None
    if latex:
        level = _LATEX_LEVELS.get(latex, _NO_LEVEL)
        emphasis = "}"
    step = _STEP.match(text, begin, line.end)
    if step:
        return _numbered(text, line, step, Kind.STEP, level, emphasis)
    item = _ITEM.match(text, begin, line.end)
    if item:
        return _numbered(text, line, item, Kind.ITEM, level, emphasis)
    title = _TITLE.match(text, begin, line.end)
    found = _title(text, line, title, level, marked=level < _NO_LEVEL or bool(emphasis)) if title else None
    return found or _plain_title(text, line, begin, level, emphasis)


def _may_open(text: str, position: int) -> bool:
    first = text[position : position + 1]
    if first == "\\":
        return _OPENING_COMMANDS.match(text, position) is not None
    return first in _OPENING_MARKS or not first.isascii() or text[position : position + 3].lower() in _OPENING_LETTERS


def _callout(match: re.Match[str], line: Line) -> Heading:
    """``> [!proof]- Title`` of Obsidian and its like; the fold mark is no text."""
    word = match["word"].lower()
    title = match["title"].strip()
    kind = KIND_OF_WORD.get(word, Kind.TITLE)
    name = f"{word.capitalize()} {title}".strip()
    return Heading(kind, word, name, "", "", line.body, line.end, _NO_LEVEL, callout=True)


def _numbered(text: str, line: Line, match: re.Match[str], kind: Kind, level: int, emphasis: str) -> Heading | None:
    """A step or numbered item: its content begins after the number, the full stop and closing emphasis.

    "Step 1 shows that" is no heading: without an ATX mark a full stop, a colon, a bracket or nothing must follow.
    """
    groups = match.groupdict()
    label = groups.get("number") or groups.get("cjk") or ""
    tail = (_TAIL if emphasis else _SEPARATOR).match(text, match.end(), line.end)
    tail = tail or _SEPARATOR.match(text, match.end(), line.end)
    content = tail.end() if tail else match.end()
    follows = text[match.end() : content].strip() or content == line.end
    if kind is Kind.STEP and level == _NO_LEVEL and not follows:
        return None
    closes = emphasis == "}" or (kind is Kind.STEP and bool(emphasis))
    if closes and text.find(emphasis, match.end(), line.end) >= content:
        # A title in braces or in bold: cutting it off at its number would leave what closes it alone.
        content = line.body
    word = groups.get("word") or "step"
    return Heading(kind, word.lower(), match.group().strip(), label.strip(), "", line.body, content, level)


def _title(text: str, line: Line, match: re.Match[str], level: int, *, marked: bool) -> Heading | None:
    word = match["word"].lower()
    kind = KIND_OF_WORD[word]
    name = match["name"].strip()
    of = (match["of"] or "").strip()
    end = match.end()
    if name.lower().startswith("scratch that"):
        return None
    if text[end : line.end].strip(" \t*_#}") == "":
        # A lower-case word that happens to stand alone on its line is no heading.
        if not marked and name[0].islower():
            return None
        return Heading(kind, word, name, match["number"] or "", of, line.body, line.end, level)
    tail = _TAIL.match(text, end, line.end)
    if tail is None and level < _NO_LEVEL:
        tail = _DASH.match(text, end, line.end)
    if tail is None or (not marked and name[0].islower() and ":" not in tail.group()):
        return None
    return Heading(kind, word, name, match["number"] or "", of, line.body, tail.end(), level)


def _plain_title(text: str, line: Line, begin: int, level: int, emphasis: str) -> Heading | None:
    """An ATX heading, a section or a line in bold that says something else."""
    words = text[begin : line.end].strip()
    if emphasis == "}":
        alone = level < _NO_LEVEL and words.endswith("}")
        return Heading(Kind.TITLE, "", words.strip("} ."), "", "", line.body, line.end, level) if alone else None
    alone = (
        len(emphasis) >= 2 and words.endswith(emphasis) and words.count(emphasis) == 1 and len(words) > len(emphasis)
    )
    if level == _NO_LEVEL and not alone:
        return None
    return Heading(Kind.TITLE, "", words.strip("*_# :"), "", "", line.body, line.end, level)
