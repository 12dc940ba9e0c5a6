"""Constants that a text defines: "let n = 7", "where A = (-4 - 2) and B = …". Only what stays the same throughout."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from .claims_ast import Claim, Node, Symbol, symbols
from .value import value

MAX_BINDINGS = 6
"""Different expressions kept for one name; the checker finds out whether they agree."""

_DEFINING = re.compile(
    r"(?<![A-Za-z])(?:let|let's|where|define|defining|denote|denoting|set|setting|put|putting|with|write|take|call|given|calculate|compute|"
    r"evaluate|fix)(?![A-Za-z])",
    re.I,
)
_CONDITIONAL = re.compile(
    r"(?<![A-Za-z])(?:if|when|whenever|for|suppose|supposing|assume|assuming|case|try|trying|consider|either|or|until|"
    r"unless|otherwise|would|test|check|substitut\w*|plug\w*)(?![A-Za-z])",
    re.I,
)
_CONCLUDING = re.compile(
    r"(?<![A-Za-z])(?:so|hence|thus|therefore|get|gives?|yields?|obtain|find|implies|means|conclude|follows|have|has|"
    r"is|are|becomes?|solution|since|because)(?![A-Za-z])[^.;]*$",
    re.I,
)
_VARIABLE = re.compile(
    r"(?:(?<![A-Za-z])(?:all|every|each|any|some|arbitrary|general|suppose|assume|integers?|numbers?|reals?|positive|"
    r"natural|prime|such\s+that|over|varies|ranges?)\s+|∀\s*|\\forall\s*|_\s*\{?\s*)(?:\$|\\\()?\s*([A-Za-z])(?![A-Za-z(])"
)
_RANGE = re.compile(
    r"(?<![A-Za-z\\])([A-Za-z])(?:_\{?\w{1,3}\}?)?\s*(?:[<>≤≥∈≠→]|\\(?:in|le|leq|ge|geq|lt|gt|ne|neq|to|equiv|mid)(?![A-Za-z]))"
)
_RANGE_AFTER = re.compile(r"(?:[<>≤≥]|\\(?:le|leq|ge|geq|lt|gt)(?![A-Za-z]))\s*([A-Za-z])(?![A-Za-z(])")
_EQUATED = re.compile(r"(?<![A-Za-z0-9_\\({+*/^-])([A-Za-z])\s*&?\s*=(?!=)")


@value
class Binding:
    """``name`` = ``text`` as it stands in passage ``passage`` of the scope path ``scope``."""

    name: str
    text: str
    scope: tuple[str, ...]
    passage: int


@dataclass
class Names:
    """The constants of a document. ``bindings`` by name; ``variables`` are names that do not stand for one value."""

    bindings: dict[str, list[Binding]] = field(default_factory=lambda: defaultdict(list))
    variables: set[str] = field(default_factory=set)

    def visible(self, scope: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
        """The definitions in force in ``scope``: those made in it or around it."""
        found: dict[str, tuple[str, ...]] = {}
        for name, bindings in self.bindings.items():
            if name in self.variables:
                continue
            texts = [b.text for b in bindings if scope[: len(b.scope)] == b.scope]
            if texts and len(texts) == len(bindings) and len(set(texts)) <= MAX_BINDINGS:
                found[name] = tuple(dict.fromkeys(texts))
        return found


def note_variables(text: str, names: Names) -> None:
    """Record the names that ``text`` uses for more than one value."""
    for pattern in (_VARIABLE, _RANGE, _RANGE_AFTER):
        for match in pattern.finditer(text):
            names.variables.add(match.group(1))


def note_unread(text: str, names: Names) -> None:
    """``text`` is no claim of the grammar; a name that it equates with something else is no constant."""
    for match in _EQUATED.finditer(text):
        names.variables.add(match.group(1))


def bind(
    claim: Claim, text: str, *, before: str, scope: tuple[str, ...], passage: int, names: Names, hypothetical: bool
) -> None:
    """Record what ``claim`` (parsed from ``text``) says of lone names."""
    lone = [member.name for member in claim.members if isinstance(member, Symbol)]
    if not lone:
        return
    if any(relation.name != "=" for relation in claim.relations) or claim.modulus is not None:
        names.variables.update(lone)
        return
    first = claim.members[0]
    for name in lone:
        others = [i for i, member in enumerate(claim.members) if not isinstance(member, Symbol)]
        if len(lone) > 1 or not others:
            names.variables.add(name)
            continue
        defining = isinstance(first, Symbol) and _DEFINING.search(before) is not None
        if hypothetical or _CONDITIONAL.search(before) or name in symbols(claim.members[others[0]]):
            names.variables.add(name)
        elif defining or not _CONCLUDING.search(before):
            start, end = claim.spans[others[0]]
            names.bindings[name].append(
                Binding(name=name, text=f"{name} = {text[start:end]}", scope=scope, passage=passage)
            )


def closed(node: Node, known: Sequence[str] | dict[str, tuple[str, ...]]) -> bool:
    """True if every name in ``node`` is among ``known``."""
    return all(name in known for name in symbols(node))
