"""The front matter of a Markdown file: a block between two lines of dashes at its very top, which is no text of it."""

from __future__ import annotations

import re

_BLOCK = re.compile(
    r"\ufeff?---[ \t]*(?:\r\n|\r|\n)(?P<body>.*?)(?:\r\n|\r|\n)(?:---|\.\.\.)[ \t]*(?=[\r\n]|$)", re.DOTALL
)
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")


def front_matter_end(text: str) -> int:
    """Where ``text`` goes on after its front matter; 0 where it has none."""
    found = _BLOCK.match(text)
    return found.end() if found else 0


def front_matter_entry(text: str, name: str) -> str:
    """The entry ``name`` of the front matter with all that is indented below it, as it stands there; "" where there is
    none. Nothing else of the front matter is looked at: other programs keep theirs in it."""
    found = _BLOCK.match(text)
    if found is None:
        return ""
    kept: list[str] = []
    for match in _LINE.finditer(found["body"]):
        line = match.group()
        if kept and line.strip() and line[0] not in " \t#}":
            break
        if kept or re.match(rf"{re.escape(name)}[ \t]*:", line):
            kept.append(line)
    return "".join(kept)
