"""Implications between named conditions, "(i) ⇒ (ii)" or "(a) implies (b)", and which an equivalence still lacks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

_LOOKED_AT = 2_000
_MOST_NODES = 40
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
_LABEL = r"(?:[ivx]{1,5}|[a-h]|[A-H]|\d{1,2})'{0,2}"
_NODE = rf"\(\s*(?P<name>{_LABEL}|ref:[^()\s]{{1,60}})\s*\)"
_ONE = re.compile(_NODE)
_CHAIN = re.compile(rf"{_NODE.replace('?P<name>', '')}(?:\s*[⇒⇐⇔]\s*{_NODE.replace('?P<name>', '')})+")
_LINK = re.compile(rf"\s*(?P<arrow>[⇒⇐⇔])?\s*{_NODE}")
# In brackets, in bold or before a colon: a bare arrow at the head of a line goes on with a calculation.
_DIRECTION = re.compile(r"\(\s*([⇒⇐⊆⊇])\s*\)(?=$|[\s:.,;*])|([⇒⇐⊆⊇])\s*(?:[:.]|\*\*|$)|(⇐)\s")

_REFERENCE = re.compile(r"\(?\\(?:eq|c|C|auto|item)?ref\*?\{([^{}()\s]{1,60})\}\)?")
_SIGNS = (
    (re.compile(r"\\(?:Longleftrightarrow|Leftrightarrow|iff)(?![A-Za-z])|⟺|<=+>"), "⇔"),
    (re.compile(r"\\(?:Longrightarrow|Rightarrow|implies)(?![A-Za-z])|⟹|=+>"), "⇒"),
    (re.compile(r"\\(?:Longleftarrow|Leftarrow|impliedby)(?![A-Za-z])|⟸|<==+"), "⇐"),
    (re.compile(r"\\subseteq(?![A-Za-z])|\\subset(?![A-Za-z])|⊂"), "⊆"),
    (re.compile(r"\\supseteq(?![A-Za-z])|\\supset(?![A-Za-z])|⊃"), "⊇"),
)
_WORDS = (
    (re.compile(r"(?<=\))\s+(?:also\s+)?implies\s+(?:that\s+)?(?=\()"), "⇒"),
    (re.compile(r"(?<=\))\s+(?:follows from|is implied by)\s+(?=\()"), "⇐"),
    (re.compile(r"(?<=\))\s+(?:if and only if|iff|is equivalent to)\s+(?=\()"), "⇔"),
)
# Most sentences hold none of these; to look at them more closely costs twenty times as much.
_SIGN_HINTS = (
    *("⇒", "⇐", "⇔", "⟹", "⟸", "⟺", "⊆", "⊇", "⊂", "⊃", "ightarrow", "eftarrow", "=>", "<=="),
    *("\\implies", "\\iff", "\\impliedby", "\\subset", "\\supset"),
)
_HINTS = (*_SIGN_HINTS, "implies", "follows from", "implied by", "if and only if", "iff", "equivalent")
_DRESS = re.compile(
    r"\\(?:textup|textit|textbf|textrm|text|mathrm|emph|bf|it|item)(?![A-Za-z])|\\[()\[\] ,;!]|[${}~*_\[\]]"
)
_LEAD = re.compile(
    r"[\s:.,–—-]{0,4}(?:(?:now|next|first|then|finally|step \d+\W)\W*)*"
    r"(?:(?:proof (?:of|that)|(?:we|let us)(?: now| first| next| will| shall)* (?:show|prove|see|verify|check)"
    r"|to (?:show|prove|see)|for|that|the (?:implication|equivalence)|implication)\s+)*",
    re.IGNORECASE,
)
_PLAN = re.compile(
    r"\b(?:we (?:will |shall |now |first )*(?:show|prove|establish|verify)|(?:suffices|enough|sufficient) to"
    r"|it remains to|we have to|in the (?:order|following order)|scheme|strategy|plan)\b",
    re.IGNORECASE,
)
_ASSERTED = re.compile(
    r"\b(?:clear|trivial|obvious|immediate|evident|well[- ]known|similar|analogous|follows?|holds?|by definition"
    r"|has been|was|is (?:proved|proven|shown|done))\b",
    re.IGNORECASE,
)
_REASON = re.compile(r"[\s,:]*(?:by|since|because|from)\b", re.IGNORECASE)
_BEGINS_PROOF = re.compile(r"\b(?:suppose|assume|let|if|given|take|fix)\b", re.IGNORECASE)
_EQUIVALENT = re.compile(r"\bTFAE\b|\bequivalent\b|\b(?:äquivalent|équivalent)\w*", re.IGNORECASE)
_LISTED = re.compile(rf"(?:^|[\s:;,.&])\\?(?:item\s*\[)?\(?(?P<name>{_LABEL})[).]\]?\s+(?=\S)")
_ITEM = re.compile(r"\\item(?![A-Za-z])")


class Arrow(NamedTuple):
    """``source`` implies ``target``; both are names of conditions without their brackets."""

    source: str
    target: str

    def __str__(self) -> str:
        return f"({self.source}) ⇒ ({self.target})"


class Arrows(NamedTuple):
    """What a sentence says of implications. ``heading``: the arrow that it begins with and whose proof follows (two for
    "⇔"). ``asserted``: arrows that it says hold. ``planned``: arrows that it announces."""

    heading: tuple[Arrow, ...] = ()
    asserted: tuple[Arrow, ...] = ()
    planned: tuple[Arrow, ...] = ()


def read_arrows(text: str) -> Arrows:
    """The implications between bracketed names in a sentence; at most 2,000 characters are looked at."""
    if not any(map(text.__contains__, _HINTS)):
        return Arrows()
    plain = _plain(text)
    chains = [(match.start(), match.end(), _links(match.group())) for match in _CHAIN.finditer(plain)]
    arrows = tuple(arrow for _, _, links in chains for arrow in links)
    if not arrows:
        return Arrows()
    start, end, first = chains[0]
    begins = _LEAD.match(plain)
    at_head = begins is not None and begins.end() == start
    if _PLAN.search(plain) and len(arrows) > 1:
        return Arrows(planned=arrows)
    rest = plain[end:]
    one_link = len(chains) == 1 and len({frozenset(arrow) for arrow in first}) == 1
    if at_head and one_link and (_BEGINS_PROOF.search(rest) or not (_ASSERTED.search(rest) or _REASON.match(rest))):
        return Arrows(heading=tuple(first))
    if _ASSERTED.search(plain) or (at_head and (_REASON.match(rest) or (len(first) > 1 and rest.strip(" .:;,)")))):
        return Arrows(asserted=arrows)
    return Arrows(planned=arrows) if at_head and len(arrows) > 1 else Arrows()


def direction_of(text: str) -> str:
    """The sign "⇒", "⇐", "⊆" or "⊇" that a sentence begins with as a heading: "(⇒) Suppose …" ("" without one)."""
    if not any(map(text[:80].__contains__, _SIGN_HINTS)):
        return ""
    match = _DIRECTION.match(_plain(text[:80], keep="*").strip(" *_"))
    return next(filter(None, match.groups()), "") if match else ""


def is_only_arrow(text: str) -> bool:
    """Whether a text is nothing but "(⇐)" or "(i) ⇒ (ii):"."""
    return (
        len(text) < 200
        and re.fullmatch(rf"\W*(?:(?:{_CHAIN.pattern})|\(?\s*[⇒⇐⊆⊇]\s*\)?)[\s:.,]*", _plain(text)) is not None
    )


def conditions_of(text: str) -> tuple[str, ...]:
    """The names of conditions that ``text`` lists as equivalent; () if it lists none, or says nothing of the kind."""
    if not _EQUIVALENT.search(text[:_LOOKED_AT]):
        return ()
    names = _in_order(match["name"] for match in _LISTED.finditer(text[:_LOOKED_AT]))
    if len(names) > 1:
        return names
    # Items that LaTeX numbers are called whatever the proof calls them; the first few numbers stand for them.
    return tuple(f"#{number}" for number in range(1, len(_ITEM.findall(text[:_LOOKED_AT])) + 1))


def named_like(conditions: Sequence[str], used: Iterable[str]) -> tuple[str, ...]:
    """The conditions under the names that are ``used`` for them, where only their number is known."""
    seen = list(dict.fromkeys(used))
    if not conditions or not conditions[0].startswith("#"):
        return tuple(dict.fromkeys([*conditions, *seen]))
    rows: tuple[Sequence[str], ...] = (_ROMAN, "abcdefgh", "ABCDEFGH", [str(number) for number in range(1, 20)])
    row = next((row for row in rows if seen and all(name in row for name in seen)), None)
    return tuple(dict.fromkeys([*(row[: len(conditions)] if row else ()), *seen]))


def names_in(text: str, nodes: Sequence[str] = ()) -> tuple[str, ...]:
    """The conditions that a text mentions by their bracketed names, in order; of ``nodes`` alone if some are given."""
    names = [match["name"].removeprefix("ref:") for match in _ONE.finditer(_plain(text))]
    return tuple(name for name in names if not nodes or name in nodes)


def missing_arrows(nodes: Sequence[str], arrows: Iterable[Arrow]) -> tuple[Arrow, ...]:
    """Arrows that would make the graph strongly connected, each from a condition that implies no other to one that no
    other implies; () if it is, or if there are more than forty conditions."""
    known, added = set(arrows), []
    while len(nodes) <= _MOST_NODES:
        reached = {node: _reached(node, known) for node in nodes}
        parts = list(dict.fromkeys(tuple(n for n in nodes if n in reached[m] and m in reached[n]) for m in nodes))
        if len(parts) < 2:
            break
        sinks = [part for part in parts if reached[part[0]].issubset(part)]
        sources = [part for part in parts if not any(part[0] in reached[o[0]] for o in parts if o is not part)]
        sink = sinks[0]
        source = next((part for part in sources if sink[0] not in reached[part[0]]), sources[0])
        added.append(Arrow(sink[-1], source[0]))
        known.add(added[-1])
    return tuple(added)


def _plain(text: str, keep: str = "") -> str:
    """The text with one sign for each kind of arrow, references in brackets, and without what only dresses it."""
    text = _REFERENCE.sub(lambda match: f"(ref:{match.group(1)})", text[:_LOOKED_AT])
    for pattern, sign in _SIGNS:
        text = pattern.sub(f" {sign} ", text)
    text = _DRESS.sub(lambda match: match.group() if match.group() in keep else "", text)
    for pattern, sign in _WORDS:
        text = pattern.sub(f" {sign} ", text)
    return text


def _links(chain: str) -> list[Arrow]:
    arrows: list[Arrow] = []
    before = ""
    for match in _LINK.finditer(chain):
        name, sign = match["name"].removeprefix("ref:"), match["arrow"]
        if before and sign in ("⇒", "⇔"):
            arrows.append(Arrow(before, name))
        if before and sign in ("⇐", "⇔"):
            arrows.append(Arrow(name, before))
        before = name
    return arrows


def _in_order(names: Iterable[str]) -> tuple[str, ...]:
    """The longest beginning of a list in ``names``: (a), (b), … or (i), (ii), … or (1), (2), …"""
    found = list(names)
    rows: tuple[Sequence[str], ...] = (_ROMAN, "abcdefgh", "ABCDEFGH", [str(number) for number in range(1, 20)])
    best: tuple[str, ...] = ()
    for row in rows:
        count = 0
        for name in found:
            if count < len(row) and name == row[count]:
                count += 1
        if count > len(best):
            best = tuple(row[:count])
    return best


def _reached(start: str, arrows: Iterable[Arrow]) -> set[str]:
    """All nodes that ``start`` implies, itself among them."""
    following: dict[str, list[str]] = {}
    for arrow in arrows:
        following.setdefault(arrow.source, []).append(arrow.target)
    seen, waiting = {start}, [start]
    while waiting:
        for node in following.get(waiting.pop(), ()):
            if node not in seen:
                seen.add(node)
                waiting.append(node)
    return seen
