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
    none, all of them where it is there more than once. Nothing else of the front matter is looked at: other programs
    keep theirs in it."""
    found = _BLOCK.match(text)
    if found is None:
        return ""
    kept: list[str] = []
    begins = re.compile(rf"""(["']?){re.escape(name)}\1[ \t]*:""")
    inside = False
    for match in _LINE.finditer(found["body"]):
        line = match.group()
        if line.strip() and line[0] not in " \t#}":
            inside = begins.match(line) is not None
        if inside:
            kept.append(line)
    return "".join(kept)
