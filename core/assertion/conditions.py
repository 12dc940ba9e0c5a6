"""Names that a sentence itself gives a number: "if x = 3, then 2x + 1 = 7", "n^2 = 16 for n = 4".

What the sentence then says is a claim under that one fact; beyond the sentence the name stands for nothing.
"""

from __future__ import annotations

import re

from ..value import value

_NAME = r"[A-Za-z](?:_\{?\w{1,3}\}?)?(?![A-Za-z(])"
_VALUE = (
    r"[-−]?\s?(?:\d{1,9}(?:\.\d{1,9})?(?:/\d{1,9})?|\\frac\s?\{?\d{1,4}\}?\s?\{?\d{1,4}\}?)"
    r"(?!\w|\.\d|\s*[-+*/^!·×(])"
)
_AND = r"(?:\s*,\s*|\s*,?\s+and\s+)"


def _setting(number: int) -> str:
    return rf"(?:\$|\\\()?\s*(?P<n{number}>{_NAME})\s*=\s*(?P<v{number}>{_VALUE})\s*(?:\$|\\\))?"


_LIST = f"{_setting(0)}(?:{_AND}{_setting(1)})?(?:{_AND}{_setting(2)})?"
_BEFORE = re.compile(
    r"(?<![A-Za-z])(?:if|for|when|with|at|setting|putting|taking|letting|substituting|inserting|"
    r"plugging\s+in|choosing)\s+"
    rf"{_LIST}(?=\s*[,:]|\s+(?:then|we|this|it|the|one|gives|yields|there)(?![A-Za-z]))",
    re.IGNORECASE,
)
_AFTER = re.compile(rf"\s*(?:\$|\\\))?\s*,?\s*(?:if|for|when|at)\s+{_LIST}(?=\s*(?:[.,;:)]|$))", re.IGNORECASE)
# Words that may stand between the condition and the claim. Any other one, as "the equation", may take it elsewhere.
_PLAIN = frozenset(
    "then we get have obtain find this gives give yields clearly also indeed so that and both value it follows is one "
    "gets has now see compute the expression number thus hence therefore again of course there".split()
)
_WORD = re.compile(r"(?<![A-Za-z\\])[A-Za-z]{2,}")
_TAKEN_BACK = re.compile(
    r"\W*(?:gives?|becomes?|reads|yields|implies|would|should|must|means|if|only|i\.e|that\s+is)(?![A-Za-z])"
    r"|.{0,80}(?:≠|\\neq?(?![A-Za-z])|(?:hypothes[ie]s|assum\w+|condition|equation|requir\w+|given|must|should)(?![A-Za-z]))",
    re.IGNORECASE | re.DOTALL,
)


@value
class Given:
    """``names`` with the numbers that the sentence gives them, as ("x", "x = 3"); ``before`` and ``after`` are its text
    on both sides of the claim without the condition."""

    names: tuple[tuple[str, str], ...]
    before: str
    after: str


def given(before: str, after: str) -> Given | None:
    """The condition that a claim stands under, from the text of its sentence before and after it; None if there is
    none, or if the words leave a doubt."""
    last = None
    if "=" in before:
        for match in _BEFORE.finditer(before):
            last = match
    if last is not None:
        if _TAKEN_BACK.match(after) or any(word.lower() not in _PLAIN for word in _WORD.findall(before, last.end())):
            return None
        return Given(names=_names(last), before=before[: last.start()] + " " + before[last.end() :], after=after)
    trailing = _AFTER.match(after) if "=" in after else None
    if trailing is None or _TAKEN_BACK.match(after, trailing.end()):
        return None
    return Given(names=_names(trailing), before=before, after=after[trailing.end() :])


def _names(match: re.Match[str]) -> tuple[tuple[str, str], ...]:
    found = [(match[f"n{i}"], match[f"v{i}"]) for i in range(3) if match[f"n{i}"] is not None]
    return tuple((_plain(name), f"{_plain(name)} = {number}") for name, number in found)


def _plain(name: str) -> str:
    return name.replace("{", "").replace("}", "")
