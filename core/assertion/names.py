"""Constants that a text defines: "let n = 7", "where A = (-4 - 2) and B = …". Only what stays the same throughout."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field

from ..claims import definition
from ..claims.ast import Claim, ClaimError, Node, Symbol, symbols
from ..value import value
from .bare import arithmetic

MAX_NAMES = 500
MAX_BINDINGS = 6
"""Different expressions kept for one name; the checker finds out whether they agree."""

DEFINING = re.compile(
    r"(?<![A-Za-z])(?:let(?!['’]s|\s+us)|where|define[sd]?|defining|denote[sd]?|denoting)(?![A-Za-z])"
    r"|(?<![A-Za-z])(?:calculate|compute|evaluate)\W{1,4}$",
    re.IGNORECASE,
)
_CONDITIONAL = re.compile(
    r"(?<![A-Za-z])(?:if|when|whenever|for|suppose|supposing|assume|assuming|case|try|trying|consider|either|or|until|"
    r"unless|otherwise|would|test|check|substitut\w*|plug\w*)(?![A-Za-z])",
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
    """``text`` is the definition as "A = -14", made in the scope path ``scope``; ``uses`` the names in it."""

    text: str
    scope: tuple[str, ...]
    uses: frozenset[str]


@dataclass
class Names:
    """The constants of a document.

    ``bindings`` by name; ``variables`` are names that do not stand for one value; ``seen`` the names used so far: a
    name that occurs before its definition is an unknown that the definition only tries out.
    """

    bindings: dict[str, list[Binding]] = field(default_factory=lambda: defaultdict(list))
    variables: set[str] = field(default_factory=set)
    seen: set[str] = field(default_factory=set)

    def visible(self, scope: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
        """The definitions in force in ``scope``: those made in it or around it."""
        found: dict[str, list[Binding]] = {}
        for name, bindings in self.bindings.items():
            if name not in self.variables and all(scope[: len(b.scope)] == b.scope for b in bindings):
                found[name] = bindings
        while unresolved := [n for n, made in found.items() if any(not b.uses <= found.keys() for b in made)]:
            for name in unresolved:
                del found[name]
        return {name: tuple(b.text for b in made) for name, made in found.items()}

    def add(self, name: str, binding: Binding) -> None:
        """Record one more definition of ``name``; with many different ones it is no constant."""
        made = self.bindings[name]
        if all(binding.text != other.text or binding.scope != other.scope for other in made):
            made.append(binding)
        if len(made) > MAX_BINDINGS or len(self.bindings) > MAX_NAMES:
            self.variables.add(name)
            del self.bindings[name]


def note_variables(text: str, names: Names) -> None:
    """Record the names that ``text`` uses for more than one value."""
    for pattern in (_VARIABLE, _RANGE, _RANGE_AFTER):
        for match in pattern.finditer(text):
            names.variables.add(match.group(1))


def note_unread(text: str, names: Names) -> None:
    """``text`` is no claim of the grammar; a name that it equates with something else is no constant."""
    for match in _EQUATED.finditer(text):
        names.variables.add(match.group(1))


def bind(claim: Claim, text: str, *, before: str, scope: tuple[str, ...], names: Names, hypothetical: bool) -> None:
    """Record what ``claim`` (parsed from ``text``) says of lone names."""
    lone = [member.name for member in claim.members if isinstance(member, Symbol)]
    if not lone:
        return
    if any(relation.name != "=" for relation in claim.relations) or claim.modulus is not None:
        names.variables.update(lone)
        return
    first = claim.members[0]
    defining = isinstance(first, Symbol) and DEFINING.search(before) is not None
    for name in lone:
        others = [i for i, member in enumerate(claim.members) if not isinstance(member, Symbol)]
        fresh = name not in names.seen or name in names.bindings
        used = symbols(claim.members[others[0]]) if others else frozenset((name,))
        if len(lone) > 1 or hypothetical or name in used or _CONDITIONAL.search(before):
            names.variables.add(name)
        elif defining and fresh:
            start, end = claim.spans[others[0]]
            definition_text = f"{name} = {text[start:end]}"
            if _defines(definition_text, name):
                names.add(name, Binding(text=definition_text, scope=scope, uses=used))
            else:
                names.variables.add(name)
        elif name not in names.bindings or (
            others and name not in names.variables and _takes_another_value(claim, others[0], name, names)
        ):
            names.variables.add(name)


def _takes_another_value(claim: Claim, other: int, name: str, names: Names) -> bool:
    """ "Let x = 5 … after the first pass x = 8": x changes."""
    now = arithmetic(claim.members[other])
    if now is None:
        return False
    for binding in names.bindings[name]:
        defined = definition(binding.text)
        old = None if defined is None else arithmetic(defined[1])
        if old is not None and now != old:
            return True
    return False


_USED = re.compile(
    r"(?<![A-Za-z\\])([A-Za-z](?:_\{?\w{1,4}\}?)?)(?=\s*(?:[-+*/^=<>≤≥∈(),·×!]|\\[a-z]))|(?<=[-+*/^=<>≤≥(,·×$])\s*([A-Za-z])(?![A-Za-z])"
)


def note_used(text: str, names: Names) -> None:
    """Record the names that stand beside signs of mathematics in ``text``; to be called after its bindings."""
    for match in _USED.finditer(text):
        names.seen.add(match.group(1) or match.group(2))


def _defines(text: str, name: str) -> bool:
    """True if the quoted definition, read on its own, still defines the name."""
    try:
        defined = definition(text)
    except ClaimError:
        return False
    return defined is not None and defined[0] == name


def closed(node: Node, known: Collection[str]) -> bool:
    """True if every name in ``node`` is among ``known``."""
    return all(name in known for name in symbols(node))
