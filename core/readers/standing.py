"""Paragraphs outside statements and proofs that fix notation or assumptions for all that follows."""

from __future__ import annotations

import re

_FIXES = re.compile(
    r"\b(?:throughout|we (?:always )?(?:assume|write|denote|let|fix)|from now on|let|denote|notation|recall that"
    r"|im folgenden|durchweg|stets|bezeichn\w+|seien?|wir (?:schreiben|setzen|fixieren)"
    r"|on note|soient?|désigne\w*|on (?:suppose|fixe)|dans (?:toute )?la suite|sea|sean|denotamos|sia|siano)\b",
    re.IGNORECASE,
)

_ASIDE = re.compile(r"\W*(?:remark|example|note|bemerkung|beispiel|remarque|exemple|注|例)", re.IGNORECASE)


def fixes_something(text: str, start: int, end: int) -> bool:
    """Whether words in ``text[start:end]`` fix a name or an assumption ("Throughout, $k$ denotes a field")."""
    return _FIXES.search(text, start, end) is not None


def is_aside(name: str) -> bool:
    """Whether something is called a remark or an example, which fixes nothing."""
    return _ASIDE.match(name) is not None
