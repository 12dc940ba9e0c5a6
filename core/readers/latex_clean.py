"""A LaTeX file without what is no text: comments, switched-off parts, figures, and what follows the document's end."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple

from .document import line_starts
from .latex_conditionals import switched_off
from .mapped import Builder, Mapped

# Two literals at the front let the engine skip to the next backslash or percent sign at once.
_TOKEN = re.compile(
    r"\\(?:verb\*?([^A-Za-z*\s])[^\r\n]{0,200}?\1"
    r"|(?P<edge>begin|end)[ \t]*\{(?P<env>[^{}\r\n]{1,60})\}"
    r"|(?P<drop>(?:qedhere|leanok|noindent|smallskip|medskip|bigskip|phantomsection|newpage|clearpage|maketitle"
    r"|tableofcontents|pause)(?![A-Za-z@])[ \t]?|(?:onslide|only|uncover|visible)[ \t]*<[^<>\r\n]{0,20}>"
    r"|(?:lean|index|proves)[ \t]*\{[^{}]{0,300}\})"
    r"|uses[ \t]*\{(?P<uses>[^{}]{0,600})\}"
    r"|[^A-Za-z])"
    r"|%(?P<comment>[^\r\n]*)"
)
_VERBATIM = frozenset(("verbatim", "verbatim*", "lstlisting", "minted", "Verbatim", "alltt", "filecontents"))
_OFF = frozenset(("comment", "filecontents", "filecontents*"))
_FIGURES = frozenset(("figure", "figure*", "wrapfigure", "SCfigure", "marginfigure", "tikzpicture", "picture"))
_CAPTION = re.compile(r"\\caption(?:\[[^\]]{0,200}\])?[ \t]*\{((?:[^{}]|\{[^{}]*\}){0,500})\}")
_LABEL = re.compile(r"\\label[ \t]*\{([^{}]{1,100})\}")
_LINE_END = re.compile(r"\r\n|\r|\n")


class Figure(NamedTuple):
    """A figure that was taken out: where it stood in the cleaned text and in the file, its caption and labels."""

    position: int
    start: int
    end: int
    caption: str
    labels: tuple[str, ...]


class Use(NamedTuple):
    """A ``\\uses{…}`` of a blueprint, taken out at ``position`` of the cleaned text."""

    position: int
    labels: tuple[str, ...]


class Cleaned(NamedTuple):
    """A file's text without comments and figures, and what was taken out."""

    mapped: Mapped
    figures: tuple[Figure, ...]
    uses: tuple[Use, ...]


def clean(text: str, switches: dict[str, bool] | None = None) -> Cleaned:
    """``text`` as LaTeX would see it, less its figures; one pass, and each kind of closer is looked for once.

    ``switches`` are those of the files before (``\\newif``), and are updated. A line that held nothing but a comment
    goes with its line end: an empty line would begin a paragraph.
    """
    builder = Builder()
    figures: list[Figure] = []
    uses: list[Use] = []
    missing: set[str] = set()
    starts = line_starts(text)
    off = iter([*switched_off(text, {} if switches is None else switches), (len(text) + 1, len(text) + 1)])
    hole = next(off)
    position = 0
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        while hole[0] <= start:
            builder.copy(text, position, hole[0])
            position = max(position, hole[1])
            hole = next(off)
        if start < position:
            continue
        env = match["env"]
        if match["edge"] == "begin" and env not in missing and (env in _VERBATIM or env in _OFF or env in _FIGURES):
            closer = f"\\end{{{env}}}"
            close = text.find(closer, end)
            if close < 0:
                missing.add(env)
                continue
            after = close + len(closer)
            if env in _OFF or env in _FIGURES:
                builder.copy(text, position, start)
                if env in _FIGURES:
                    figures.append(_figure(text, builder.length, start, after))
            else:
                builder.copy(text, position, after)
            position = after
        elif match["edge"] == "end" and env == "document":
            builder.copy(text, position, start)
            position = len(text)
            break
        elif match["comment"] is not None:
            builder.copy(text, position, start)
            position = _after_comment(text, starts, start, end)
        elif match["drop"] is not None or match["uses"] is not None:
            builder.copy(text, position, start)
            if match["uses"] is not None:
                names = tuple(name.strip() for name in match["uses"].split(",") if name.strip())
                uses.append(Use(builder.length, names))
            position = end
    while hole[0] < len(text):
        builder.copy(text, position, hole[0])
        position = max(position, hole[1])
        hole = next(off)
    builder.copy(text, position, len(text))
    return Cleaned(builder.built(), tuple(figures), tuple(uses))


def _after_comment(text: str, starts: list[int], start: int, end: int) -> int:
    if text[starts[bisect_right(starts, start) - 1] : start].strip():
        return end
    line_end = _LINE_END.match(text, end)
    return line_end.end() if line_end else end


def _figure(text: str, position: int, start: int, end: int) -> Figure:
    inside = text[start : min(end, start + 20_000)]
    caption = _CAPTION.search(inside)
    labels = tuple(_LABEL.findall(inside))
    return Figure(position, start, end, caption.group(1).strip() if caption else "", labels)
