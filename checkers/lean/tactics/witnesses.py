"""Candidates against a statement: small values for its variables, the smallest first."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from ..judgement.header import Header, names_in
from .library import Attempt
from .variables import Variable, variables_of

MAX_CANDIDATES = 40
MAX_DEAR = 6
"""Candidates that are also tried with what costs more."""

_VALUES = {
    "": ("0", "1", "2", "3", "4", "5", "6", "7"),  # a type that the text leaves open: a numeral fits most
    "Nat": ("0", "1", "2", "3", "4", "5", "6", "7", "10"),
    "Int": ("0", "1", "-1", "2", "-2", "3", "-3", "5"),
    "Rat": ("0", "1", "-1", "1/2", "2", "-2"),
    "Bool": ("true", "false"),
    "Prop": ("True", "False"),
    "Nat → Nat": ("(fun _ => 0)", "id", "Nat.succ"),
    "List Nat": ("[]", "[0]", "[1]", "[1, 0]"),
    "String": ('""', '"a"'),
}
_FIN = re.compile(r"Fin (\d+)")
_CHEAP, _DEAR = "first | decide | omega", "first | simp | grind"


def negation_attempts(header: Header) -> Iterator[Attempt]:
    """Bodies that may prove ``¬ (the closed statement)``."""
    yield Attempt(name="decide", body="by decide")
    for closer, most in ((_CHEAP, MAX_CANDIDATES), (_DEAR, MAX_DEAR)):
        for arguments, shown in itertools.islice(_arguments(header, f"(by {closer})"), most):
            yield Attempt(name=shown, body=f"by\n  intro all\n  have no := all {arguments}\n  revert no\n  {closer}")
    for tactic in ("omega", "simp", "grind"):
        yield Attempt(name=tactic, body=f"by {tactic}")


def witness_attempts(header: Header) -> Iterator[Attempt]:
    """Bodies that may prove ``∃ x, Γ ∧ ¬ φ``, for the binders of the header alone."""
    for closer, most in ((_CHEAP, MAX_CANDIDATES), (_DEAR, MAX_DEAR)):
        for arguments, shown in itertools.islice(_arguments(header, f"by {closer}", bound=False, separator=", "), most):
            yield Attempt(name=shown, body=f"⟨{arguments}, by {closer}⟩")


def _arguments(header: Header, proof: str, *, bound: bool = True, separator: str = " ") -> Iterator[tuple[str, str]]:
    """(arguments, the values for people); hypotheses between values get ``proof``, those after the last are left."""
    variables = [variable for variable in variables_of(header) if bound or not variable.bound]
    roles = [_values(variable, variables[i + 1 :], header) for i, variable in enumerate(variables)]
    while roles and roles[-1] is None:  # hypotheses at the end stay as premises
        roles.pop()
    if not roles or any(role == () for role in roles):
        return
    values = [role for role in roles if role is not None]
    for chosen in itertools.islice(_by_size(values), MAX_CANDIDATES):
        rest = iter(chosen)
        parts, shown = [], []
        for variable, role in zip(variables, roles, strict=False):
            if role is None:
                parts.append(proof)
                continue
            given = next(rest)
            shown.append(f"{variable.name} = {given}")
            negative = given.startswith("-") or "/" in given
            parts.append(f"({given})" if negative and separator == " " else given)
        yield separator.join(parts), ", ".join(shown)


def _values(variable: Variable, later: Sequence[Variable], header: Header) -> tuple[str, ...] | None:
    """The values to try; None for a hypothesis; () for a type of which we know no values."""
    if not variable.explicit:
        return ()
    if variable.type in _VALUES:
        return _VALUES[variable.type]
    fin = _FIN.fullmatch(variable.type)
    if fin is not None:
        return tuple(str(k) for k in range(min(int(fin.group(1)), 8)))
    after = " ".join([*(other.type for other in later), header.type])
    return () if variable.name in set(names_in(after)) else None


def _by_size(values: Sequence[Sequence[str]]) -> Iterator[tuple[str, ...]]:
    """The combinations, by the sum of their places."""
    most = sum(len(of) - 1 for of in values)
    for total in range(most + 1):
        for places in _places(values, total):
            yield tuple(of[place] for of, place in zip(values, places, strict=True))


def _places(values: Sequence[Sequence[str]], total: int) -> Iterator[tuple[int, ...]]:
    if not values:
        if total == 0:
            yield ()
        return
    for place in range(min(total, len(values[0]) - 1) + 1):
        for rest in _places(values[1:], total - place):
            yield (place, *rest)
