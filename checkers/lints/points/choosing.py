"""Choices for the type variables of a statement: small structures that have the classes that are asked of them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, product

from ....core.formal import Statement, ast
from ..meaning import models
from ..meaning.formers import GROUND
from ..meaning.nodes import Number
from ..meaning.types import INT, NAT, RAT, FinType, ModelType, Type, ZModType

MAX_CHOICES = 5
STANDING_BY = frozenset("Fintype Finite DecidableEq Nonempty Inhabited".split())
"""Classes that every choice below has, where it is finite."""
FINITE = frozenset(("Fintype", "Finite"))


def _fin(size: int) -> Type:
    return FinType(bound=Number(value=Fraction(size), type=NAT))


def _zmod(modulus: int) -> Type:
    return ZModType(modulus=Number(value=Fraction(modulus), type=NAT))


def _of(structures: dict[str, models.Structure]) -> list[tuple[str, Type]]:
    return [(name, ModelType(name=name, structure=structure)) for name, structure in structures.items()]


COMMUTATIVE: list[tuple[str, Type]] = [("ZMod 6", _zmod(6)), ("ℤ", INT), ("ZMod 4", _zmod(4)), ("ZMod 2", _zmod(2))]
FIELDS: list[tuple[str, Type]] = [("ℚ", RAT), ("ZMod 2", _zmod(2)), ("ZMod 3", _zmod(3)), ("ZMod 5", _zmod(5))]
PLAIN: list[tuple[str, Type]] = [("Fin 3", _fin(3)), ("Fin 1", _fin(1)), ("Fin 2", _fin(2))]
CLASSES: dict[str, list[tuple[str, Type]]] = {
    "Group": _of(models.GROUPS),
    "CommGroup": _of(models.ABELIAN),
    "Ring": [*_of(models.RINGS), *COMMUTATIVE],
    "CommRing": COMMUTATIVE,
    "Field": FIELDS,
    "LinearOrder": [("ℤ", INT), *PLAIN],
}
"""Class → structures that have it, the most telling first."""
INFINITE = (INT, RAT)


def choices(statement: Statement) -> Iterator[dict[str, tuple[str, Type]]]:
    """Each choice: type variable → (name of the structure, type). None at all where a class is not known."""
    wanted = _classes(statement)
    if not wanted:
        return
    found: list[list[tuple[str, Type]]] = []
    for classes in wanted.values():
        beyond = classes - STANDING_BY
        if len(beyond) > 1 or not beyond <= CLASSES.keys():
            return
        listed = CLASSES[next(iter(beyond))] if beyond else PLAIN
        found.append([one for one in listed if not classes & FINITE or _finite(one[1])])
    for chosen in islice(product(*found), MAX_CHOICES):
        yield dict(zip(wanted, chosen, strict=True))


def _finite(kind: Type) -> bool:
    return kind.structure.finite if isinstance(kind, ModelType) else kind not in INFINITE


def _classes(statement: Statement) -> dict[str, set[str]]:
    """Type variable → classes asked of it; {} where an instance speaks of more than one variable or of no variable."""
    found: dict[str, set[str]] = {}
    for binder in statement.binders:
        if isinstance(binder.type, ast.Sort) and binder.type.kind != "Prop":
            found.update({name: set() for name in binder.names})
        elif binder.kind is ast.BinderKind.INSTANCE:
            term = binder.type
            if not isinstance(term, ast.Apply) or not isinstance(term.function, ast.Name) or len(term.arguments) != 1:
                return {}
            argument = term.arguments[0]
            if not isinstance(argument, ast.Name) or argument.text in GROUND:
                return {}
            found.setdefault(argument.text, set()).add(term.function.text)
    return found
