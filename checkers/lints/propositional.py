"""The skeleton of ∧ ∨ ¬ → ↔ over atoms: what follows without knowing what an atom means.

An atom is any other proposition, by its fingerprint: equations read either way, > and ≥ turned round, ≠ and ∉ as
negations. Reflexive atoms are true.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any, TypeAlias

from ...core.formal import ast
from .telescope import Names, fingerprint

Formula: TypeAlias = "bool | tuple[Any, ...]"
"""True, False, ("atom", key), or (sign, formula, …)."""

MAX_ATOMS = 9
REFLEXIVE = ("=", "≤", "≥", "∣", "⊆", "↔", "≃", "HEq")
TURNED = {">": "<", "≥": "≤", "⊇": "⊆", "⊃": "⊂"}
NEGATED = {"≠": "=", "∉": "∈", "∤": "∣"}


def formula(term: ast.Term, names: Names) -> Formula:
    """The skeleton of a proposition."""
    match term:
        case ast.Name(text="True"):
            return True
        case ast.Name(text="False"):
            return False
        case ast.Unary(op="¬"):
            return ("¬", formula(term.operand, names))
        case ast.Binary(op="∧" | "∨" | "→" | "↔"):
            return (term.op, formula(term.left, names), formula(term.right, names))
        case ast.Binary():
            return _relation(term, names)
        case ast.Congruence():
            left, right = leafless(term.left, names), leafless(term.right, names)
            if left == right:
                return True
            return ("atom", ("≡", term.ring, fingerprint(term.modulus, names), frozenset((left, right))))
        case ast.Ascription() if term.type == ast.Sort(kind="Prop"):
            return formula(term.term, names)
        case _:
            return ("atom", fingerprint(term, names))


def _relation(term: ast.Binary, names: Names) -> Formula:
    if term.op in NEGATED:
        positive = ast.Binary(op=NEGATED[term.op], left=term.left, right=term.right)
        return ("¬", _relation(positive, names))
    if term.op in REFLEXIVE and same(term.left, term.right, names):
        return True
    left, right = fingerprint(term.left, names), fingerprint(term.right, names)
    if term.op in TURNED:
        return ("atom", (TURNED[term.op], right, left))
    if term.op == "=":
        return ("atom", ("=", frozenset((left, right))))
    return ("atom", (term.op, left, right))


def leafless(term: ast.Term, names: Names) -> Any:
    """The fingerprint without coercions at names and sets: both sides of one relation coerce alike."""
    term = _uncast(term)
    if isinstance(term, ast.Binary) and term.op in ("+", "-", "*", "/"):
        return (term.op, leafless(term.left, names), leafless(term.right, names))
    return fingerprint(term, names)


_LEAVES = (ast.Name, ast.SetBuilder)


def _uncast(term: ast.Term) -> ast.Term:
    """The name or set under coercions; any other term as it is."""
    while True:
        if isinstance(term, ast.Unary) and term.op in ("↑", "⇑", "↥") and isinstance(term.operand, _LEAVES):
            term = term.operand
        elif isinstance(term, ast.Ascription) and isinstance(term.term, _LEAVES):
            term = term.term
        else:
            return term


def same(left: ast.Term, right: ast.Term, names: Names) -> bool:
    """Whether two sides of a relation are the same but for coercions at names and sets."""
    # What differs at the root, as most sides do, need not be looked at as a whole.
    return type(_uncast(left)) is type(_uncast(right)) and leafless(left, names) == leafless(right, names)


def atoms(formulas: Iterable[Formula]) -> list[Any]:
    """The keys of all atoms, in order, with repetitions."""
    found: list[Any] = []
    waiting: list[Formula] = list(formulas)
    while waiting:
        here = waiting.pop(0)
        if isinstance(here, tuple):
            if here[0] == "atom":
                found.append(here[1])
            else:
                waiting.extend(here[1:])
    return found


def holds(here: Formula, truth: dict[Any, bool]) -> bool:
    """The truth of a formula under a truth of its atoms."""
    if isinstance(here, bool):
        return here
    sign = here[0]
    if sign == "atom":
        return truth[here[1]]
    if sign == "¬":
        return not holds(here[1], truth)
    left = holds(here[1], truth)
    if sign == "∧":
        return left and holds(here[2], truth)
    if sign == "∨":
        return left or holds(here[2], truth)
    if sign == "→":
        return not left or holds(here[2], truth)
    return left == holds(here[2], truth)


def follows(assumed: list[Formula], claim: Formula) -> bool:
    """Whether ``claim`` holds under every truth of the atoms that makes ``assumed`` hold; False where there are more
    than MAX_ATOMS of them."""
    keys = atoms([*assumed, claim])
    if (
        len(keys) == len(set(keys))
        and keys
        and claim is not True
        and False not in assumed
        and _plain(assumed if claim is False else [*assumed, claim])
    ):
        return False  # no atom occurs twice and nothing is constant: every row is open
    distinct = list(dict.fromkeys(keys))
    if len(distinct) > MAX_ATOMS:
        return False
    for row in product((False, True), repeat=len(distinct)):
        truth = dict(zip(distinct, row, strict=True))
        if all(holds(one, truth) for one in assumed) and not holds(claim, truth):
            return False
    return True


def _plain(formulas: list[Formula]) -> bool:
    """Whether no constant occurs."""
    waiting = list(formulas)
    while waiting:
        here = waiting.pop()
        if isinstance(here, bool):
            return False
        if here[0] != "atom":
            waiting.extend(here[1:])
    return True


def conjuncts(here: Formula) -> list[Formula]:
    """The parts that ∧ joins."""
    if isinstance(here, tuple) and here[0] == "∧":
        return conjuncts(here[1]) + conjuncts(here[2])
    return [here]
