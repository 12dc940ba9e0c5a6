"""Over which numbers an operation is carried out where it stands."""

from __future__ import annotations

from ....core.formal.ast import Apply, Ascription, Binary, Congruence, Unary
from .sites import Site
from .types import ARITHMETIC, RELATIONS, leaves, number_type, parameter, widest


def arithmetic_type(site: Site) -> str | None:
    """The type over which the operation at a site is carried out; None where the text does not tell.

    "numeral" counts as ℕ only where nothing else can settle it: a relation or an exponent of numerals alone.
    """
    root = site
    while root.up is not None and _is_operand(root):
        root = root.up
    own = list(leaves(root.term, root.names))
    up = root.up
    if up is None:
        return widest(own)
    match up.term:
        case Binary(op=op, left=left, right=right) if op in RELATIONS:
            other = right if root.role == "left" else left
            both = [*own, *leaves(other, up.names)]
            return "ℕ" if not both else widest(both)
        case Binary(op="^") if root.role == "right":
            return "ℕ" if not own else widest(own)
        case Congruence(ring="MOD"):
            return "ℕ"
        case Congruence(ring="ZMOD"):
            return "ℤ"
        case Ascription(type=type_) if root.role == "term":
            kind = number_type(type_)
            return widest([*own, kind]) if kind else None
        case Apply(function=function) if root.role.startswith("argument"):
            expected = number_type(parameter(function, int(root.role.rpartition(" ")[2]), up.names))
            return widest([*own, expected]) if expected and "?" not in own else widest(own)
        case Unary(op="!" | "‼"):
            return "ℕ"
        case Unary(op="√"):
            return widest([*own, "ℝ"])
        case _:
            return widest(own)


def _is_operand(site: Site) -> bool:
    up = site.up
    if up is None:
        return False
    match up.term:
        case Binary(op=op) if op in ARITHMETIC:
            return True
        case Binary(op="^"):
            return site.role == "left"
        case Unary(op="-" | "⁻¹"):
            return True
        case _:
            return False
