"""The quantifiers of a claim and the names in it."""

from __future__ import annotations

from .claim import UNREAD, Claim
from .expr import Expr, is_variable, leaf, names, negation, node, renamed, walk
from .normal import without_types

_WHOLE = frozenset(("ℕ", "ℤ", "ℕ+", "primes"))


class Prefix:
    """The quantifiers of a claim, outermost first, and the atoms beneath them.

    ``settled``: names whose quantifier is written; where a text leaves one out, "|x| < δ implies …", its place is
    unknown, mostly innermost. ``loose``: names whose quantifier trails what it governs.
    """

    def __init__(
        self, kinds: list[tuple[str, str]], atoms: frozenset[Expr], settled: frozenset[str], loose: frozenset[str]
    ) -> None:
        self.kinds = kinds
        self.atoms = atoms
        self.settled = settled
        self.loose = loose

    @classmethod
    def of(cls, claim: Claim, mapping: dict[str, str]) -> Prefix | None:
        atoms: list[Expr] = []
        kinds: dict[str, str] = {}
        free = [name for name in claim.variables if len(name) <= 20]
        for name in free:
            kinds[mapping.get(name, name)] = "∀"
        stack = [(part, True) for part in reversed(claim.conclusions)]
        stack += [(part, False) for part in reversed(claim.premises)]
        for _ in range(200):
            if not stack:
                break
            part, shown = stack.pop()
            here = _outward(without_types(renamed(part, mapping)))
            if here.head in ("∀", "∃", "∃!"):
                kind = here.head if shown else {"∀": "∃"}.get(here.head, "∀")  # what is assumed to exist is arbitrary
                for bound in here.args[:-1]:
                    if kinds.setdefault(bound.head, kind) != kind:
                        return None  # one name for two things
                stack.append((here.args[-1], shown))
            elif here.head == "→":
                stack += [(here.args[1], shown), (here.args[0], not shown)]
            elif here.head == "∧":
                stack.extend((arg, shown) for arg in reversed(here.args))
            elif here != leaf("⊤") and here != UNREAD:
                atoms.append(here)
        used = frozenset().union(*(names(atom) for atom in atoms)) if atoms else frozenset()
        settled = frozenset(kinds)
        for name in sorted(used):
            kinds.setdefault(name, "∀")
        ordered = sorted(
            ((name, kind) for name, kind in kinds.items() if name in used),
            key=lambda pair: _rank(pair[0], claim, mapping),
        )
        return cls(ordered, frozenset(atoms), settled, frozenset(mapping.get(name, name) for name in claim.trailing))

    def linked(self, first: str, second: str) -> bool:
        """Whether atoms tie two names together, directly or through names that are bound within both."""
        order = [name for name, _ in self.kinds]
        within = set(order[max(order.index(first), order.index(second)) + 1 :]) | {second}
        reached, waiting = {first}, [first]
        while waiting:
            here = waiting.pop()
            for atom in self.atoms:
                beside = names(atom)
                if here in beside:
                    waiting += sorted((beside & within) - reached)
                    reached |= beside & within
        return second in reached


def _outward(expr: Expr) -> Expr:
    """¬∀ x, P → Q as ∃ x, P ∧ ¬Q, and ¬∃ x, P as ∀ x, ¬P."""
    if expr.head != "¬" or expr.args[0].head not in ("∀", "∃"):
        return expr
    *bound, body = expr.args[0].args
    if expr.args[0].head == "∃":
        return Expr("∀", (*bound, negation(body)))
    inner = node("∧", body.args[0], negation(body.args[1])) if body.head == "→" else negation(body)
    return Expr("∃", (*bound, inner))


def _rank(name: str, claim: Claim, mapping: dict[str, str]) -> tuple[int, int]:
    """Where a name is bound: free ones first, the others in the order in which they are met from outside."""
    position = 0
    for expr in (*claim.premises, *claim.conclusions):
        for here in walk(renamed(expr, mapping)):
            position += 1
            if here.head in ("∀", "∃", "∃!") and leaf(name) in here.args[:-1]:
                return 1, position
    return 0, 0


def by_order(expr: Expr, bound: set[str] | None = None) -> Expr:
    """``expr`` with its variables named by the order in which they occur."""
    order: dict[str, str] = {}
    for here in walk(expr):
        if not here.args and (is_variable(here.head) or here.head in (bound or ())):
            order.setdefault(here.head, f"ν{len(order)}")
    return renamed(expr, order)


def whole_names(prose: Claim, formal: Claim) -> frozenset[str]:
    found: set[str] = set()
    other: set[str] = set()
    for claim in (prose, formal):
        for name, said in claim.types:
            (found if said in _WHOLE else other).add(name)
        for expr in (*claim.premises, *claim.conclusions):
            for here in walk(expr):
                if here.head == "type" and not here.args[0].args:
                    (found if here.args[1].head in _WHOLE else other).add(here.args[0].head)
    return frozenset(found - other)


def all_names(claim: Claim) -> frozenset[str]:
    found: frozenset[str] = frozenset()
    for expr in (*claim.premises, *claim.conclusions):
        found |= names(without_types(expr))
    return found
