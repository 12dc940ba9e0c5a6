"""The variables of a statement, from its binders and from the quantifiers that its type begins with."""

from __future__ import annotations

from ....core.value import value
from ..judgement.header import Header, binders_in
from ..judgement.source import blank, tokens

NAMES_OF_TYPES = {"ℕ": "Nat", "ℤ": "Int", "ℚ": "Rat"}


@value
class Variable:
    """``type`` as written, with ℕ as Nat, "" where a ∀ leaves it open; ``explicit``: False for what stands in {} or [];
    ``bound``: True if it comes from a ∀ of the type, so that a proof must introduce it first."""

    name: str
    type: str
    explicit: bool
    bound: bool


def variables_of(header: Header) -> tuple[Variable, ...]:
    """In order; empty where a part could not be read, so that no guess is made about arguments."""
    found: list[Variable] = []
    for group in header.binders:
        if not group.bracket or not group.type or group.has_default:
            return ()
        found.extend(_variable(name, group.type, group.bracket == "(", bound=False) for name in group.names)
    rest = header.type
    while (prefix := _quantified(rest)) is not None:
        text, rest = prefix
        bracketed = text.lstrip()[:1] in ("(", "{", "[", "⦃")
        for group in binders_in(text if bracketed else f"({text})"):
            found.extend(_variable(name, group.type, group.bracket in ("", "("), bound=True) for name in group.names)
    return tuple(found)


def _variable(name: str, type_: str, explicit: bool, *, bound: bool) -> Variable:
    return Variable(name=name, type=NAMES_OF_TYPES.get(type_, type_), explicit=explicit, bound=bound)


def _quantified(type_: str) -> tuple[str, str] | None:
    """(binders, what follows) of a leading ∀, without its comma."""
    blanked = blank(type_).lstrip()
    if not blanked.startswith("∀"):
        return None
    skipped = len(type_) - len(type_.lstrip()) + 1
    for token in tokens(blank(type_)):
        if token.text == "," and token.depth == 0:
            return type_[skipped : token.start], type_[token.end :].lstrip()
    return None
