"""Objects that the hypotheses fix: n with n = 7, f with ∀ x, f x = x ^ 2. What becomes of them is a matter of proof."""

from __future__ import annotations

from collections.abc import Mapping

from ....core.formal.ast import Apply, Binary, Name, Quantifier, Term
from ..scope.bound import Bound
from ..scope.names import free_names
from ..scope.shapes import names_of, stripped


def definite_names(facts: tuple[Term, ...], names: Mapping[str, Bound]) -> frozenset[str]:
    """The bound names that are equal to, or defined by, what mentions no other bound name but such."""
    defined = [one for fact in facts for one in _definitions(fact, names)]
    found: set[str] = set()
    for _ in range(len(defined) + 1):
        new = {name for name, needs in defined if name not in found and needs - {name} <= found and name not in needs}
        if not new:
            break
        found |= new
    return frozenset(found)


def is_definite(term: Term, definite: frozenset[str], names: Mapping[str, Bound]) -> bool:
    """Whether all bound names in a term are definite; a closed term is."""
    return all(name in definite for name in free_names(term) if name in names)


def _definitions(fact: Term, names: Mapping[str, Bound]) -> list[tuple[str, frozenset[str]]]:
    """The names that a fact defines, each with the bound names that its definition needs."""
    own: frozenset[str] = frozenset()
    if isinstance(fact, Quantifier) and fact.kind == "∀":
        binders, _, fact = stripped(fact)
        own = frozenset(names_of(tuple(binders)))
    if not isinstance(fact, Binary) or fact.op != "=":
        return []
    found = []
    for side, other in ((fact.left, fact.right), (fact.right, fact.left)):
        name = _defined(side, own)
        if name is not None and name in names:
            found.append((name, (free_names(other) & frozenset(names)) - own))
    return found


def _defined(side: Term, own: frozenset[str]) -> str | None:
    """x of x = …, f of f x = … for variables x of the ∀ before it."""
    match side:
        case Name(text=text) if text not in own:
            return text
        case Apply(function=Name(text=text), arguments=arguments) if text not in own:
            return text if all(isinstance(one, Name) and one.text in own for one in arguments) else None
        case _:
            return None
