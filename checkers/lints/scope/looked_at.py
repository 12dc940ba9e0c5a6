"""Functions that a statement looks at on a set or near a point alone: what is known of their variable."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ....core.formal.ast import Apply, Binary, Lambda, Name, Numeral, SetBuilder, SetLit, Term, Unary
from .bound import Bound
from .names import free_names, renamed
from .types import element_type, type_of_name

_ON_SET = frozenset("image MapsTo SurjOn HasDerivWithinAt DifferentiableWithinAt ContinuousWithinAt".split())
_AT_POINT = frozenset(
    "ContinuousAt DifferentiableAt HasDerivAt HasStrictDerivAt HasFDerivAt AnalyticAt ContDiffAt deriv".split()
)
_LITTLE = Numeral(text="0.000001", value=Fraction(1, 1_000_000))
"""As near to a point as numerals of a statement go."""
_SIDES = {f"𝓝[{sign}]": sign for sign in ("≠", ">", "<", "≥", "≤")}
_NEAR = frozenset("nhds nhdsWithin 𝓝".split())


def known_of_variable(
    use: Term, function: Lambda, names: Mapping[str, Bound], facts: tuple[Term, ...]
) -> tuple[Term, ...]:
    """What holds of the variable of ``function`` in ``use``: x ∈ S in ContinuousOn (fun x => …) S and
    (fun x => …) '' S; in HasDerivAt (fun x => …) c a what the facts say of a."""
    if len(function.binders) != 1 or len(function.binders[0].names) != 1:
        return ()
    variable = Name(text=function.binders[0].names[0])
    match use:
        case Binary(op="''", left=left, right=right) if left is function:
            return (Binary(op="∈", left=variable, right=right),)
        case Apply(function=Name(text=text), arguments=arguments):
            word = text.rpartition(".")[2]
            others = [one for one in arguments if one is not function]
        case _:
            return ()
    if word.endswith("On") or word in _ON_SET:
        domain = next((one for one in others if _may_be_set(one, names)), None)
        return () if domain is None else (Binary(op="∈", left=variable, right=domain),)
    if word in _AT_POINT and others:
        return _at(variable, others[-1], names, facts)
    if word == "Tendsto" and others:
        return _near(variable, others[0], names, facts)
    return ()


def _at(variable: Name, point: Term, names: Mapping[str, Bound], facts: tuple[Term, ...]) -> tuple[Term, ...]:
    if isinstance(point, Name) and point.text in names:
        about = tuple(fact for fact in facts if point.text in free_names(fact))
        return tuple(renamed(fact, {point.text: variable.text}) for fact in about)
    return (
        Binary(op=">", left=variable, right=Binary(op="-", left=point, right=_LITTLE)),
        Binary(op="<", left=variable, right=Binary(op="+", left=point, right=_LITTLE)),
    )


def _near(variable: Name, filter_: Term, names: Mapping[str, Bound], facts: tuple[Term, ...]) -> tuple[Term, ...]:
    match filter_:
        case Apply(function=Name(text=text), arguments=(point, *within)) if text.rpartition(".")[2] in _NEAR:
            inside = tuple(Binary(op="∈", left=variable, right=one) for one in within)
            return (*_at(variable, point, names, facts), *inside)
        case Unary(op=op, operand=point) if op in _SIDES:
            side = Binary(op=_SIDES[op], left=variable, right=point)
            return (*_at(variable, point, names, facts), side)
        case _:
            return ()


def _may_be_set(term: Term, names: Mapping[str, Bound]) -> bool:
    match term:
        case Name(text=text):
            return text in names and element_type(type_of_name(text, names)) is not None
        case Apply(function=Name(text=text)):
            return text not in names
        case SetBuilder() | SetLit() | Unary(op="ᶜ") | Binary(op="\\" | "∩" | "∪"):
            return True
        case _:
            return False
