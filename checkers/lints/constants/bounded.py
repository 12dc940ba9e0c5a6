"""Sets and families that the facts show to be bounded or nonempty without the word: x ∈ S, ∀ x ∈ S, x ≤ M, A ⊆ B."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.formal.ast import Apply, Binary, Binder, Name, Projection, Quantifier, SetLit, Term, Unary
from ..scope.facts import facts_in
from ..scope.names import free_names
from ..scope.shapes import last, names_of, stripped, within_size
from ..scope.types import number_type
from .known import Known
from .linear import bare

_MAX_DEPTH = 3
_NONEMPTY = frozenset("Nonempty nonempty IsLUB IsGLUB IsGreatest IsLeast IsConnected Infinite".split())
_ABOVE = frozenset("BddAbove IsLUB IsGreatest Finite finite Fintype IsCompact IsBounded".split())
_TAME = frozenset(
    "Continuous ContinuousOn Monotone MonotoneOn Antitone AntitoneOn StrictMono StrictMonoOn StrictAnti StrictAntiOn "
    "Differentiable DifferentiableOn ContDiff ContDiffOn LipschitzWith LipschitzOnWith".split()
)
_BELOW = frozenset("BddBelow IsGLUB IsLeast Finite finite Fintype IsCompact IsBounded".split())


def is_nonempty(known: Known, of: Term, depth: int = 0) -> bool:
    """Whether a fact gives the set a member: x ∈ S, ∃ x, x ∈ S, S ≠ ∅, A ⊆ S with A nonempty, S a range."""
    of = bare(of)
    match of:
        case SetLit(items=items):
            return bool(items)
        case Apply(function=Name(text="Set.range" | "range"), arguments=(_,)):
            return True
        case Binary(op="∪", left=left, right=right):
            return is_nonempty(known, left, depth) or is_nonempty(known, right, depth)
        case Binary(op="''", right=right):
            return is_nonempty(known, right, depth)
        case _:
            pass
    if any(_gives_member(fact, of) for fact in known.facts):
        return True
    return depth < _MAX_DEPTH and any(is_nonempty(known, part, depth + 1) for part, whole in _pairs(known, of, 1))


def is_bounded(known: Known, of: Term, low: bool, depth: int = 0) -> bool:
    """Whether a fact bounds the set above (below where ``low``): ∀ x ∈ S, x ≤ M, M ∈ upperBounds S, S ⊆ B."""
    of = bare(of)
    if any(_bounds_set(fact, of, low) for fact in known.facts):
        return True
    match of:
        case SetLit():
            return True
        case Apply(function=Name(text=text), arguments=arguments) if last(text) in ("Icc", "Ico", "Ioc", "Ioo"):
            return len(arguments) == 2
        case Apply(function=Name(text=text)) if last(text) in (("Ici", "Ioi") if low else ("Iic", "Iio")):
            return True
        case Apply(function=Name(text="Set.range" | "range"), arguments=(family,)):
            return is_bounded_family(known, family, low)
        case Binary(op="''", left=function, right=right) if _is_compact(known, right) and _is_tame(known, function):
            return True
        case Binary(op="∩", left=left, right=right):
            return is_bounded(known, left, low, depth) or is_bounded(known, right, low, depth)
        case Binary(op="∪", left=left, right=right):
            return is_bounded(known, left, low, depth) and is_bounded(known, right, low, depth)
        case Binary(op="\\", left=left):
            return is_bounded(known, left, low, depth)
        case _:
            pass
    return depth < _MAX_DEPTH and any(is_bounded(known, whole, low, depth + 1) for _, whole in _pairs(known, of, 0))


def _is_compact(known: Known, of: Term) -> bool:
    """Whether a set is a closed interval or said to be compact."""
    match bare(of):
        case Apply(function=Name(text=text)):
            return last(text) in ("Icc", "uIcc")
        case _:
            return known.has(frozenset(("IsCompact", "Finite")), free_names(of))


def _is_tame(known: Known, function: Term) -> bool:
    """Whether a fact makes a function bounded on every closed interval."""
    return known.has(_TAME, free_names(function) & frozenset(known.names))


def is_bounded_family(known: Known, family: Term, low: bool) -> bool:
    """Whether a fact bounds all values of a function: ∀ n, |a n| ≤ M, ∀ n, a n ∈ Set.Icc 0 1, ∀ n, a n ≤ M."""
    about = free_names(family) & frozenset(known.names)
    return bool(about) and any(_bounds_family(fact, about, low) for fact in known.facts)


def _bounds_family(fact: Term, about: frozenset[str], low: bool) -> bool:
    match fact:
        case Quantifier(kind="∀" | "∀ᶠ", binders=binders, body=body):
            more, _, claim = stripped(body)
            own = frozenset((*names_of(binders), *names_of(tuple(more))))
            return any(_bounds_value(part, about, own, low) for part in facts_in(claim))
        case Quantifier(kind="∃", body=body):
            return any(_bounds_family(part, about, low) for part in facts_in(body))
        case Apply(function=Name(text=text), arguments=(of, *_)):
            return last(text) in (_BELOW if low else _ABOVE) and bool(about & free_names(of))
        case _:
            return False


def _bounds_value(part: Term, about: frozenset[str], own: frozenset[str], low: bool) -> bool:
    match part:
        case Binary(op="≤" | "<", left=small, right=big) | Binary(op="≥" | ">", left=big, right=small):
            if within_size(small) is not None and not own & free_names(big):
                return bool(about & free_names(small))
            value, bound = (big, small) if low else (small, big)
            return bool(about & free_names(value)) and isinstance(value, Apply) and not own & free_names(bound)
        case Binary(op="∈", left=value, right=right):
            return bool(about & free_names(value)) and not own & free_names(right) and _is_interval(right, low)
        case _:
            return False


def _is_interval(term: Term, low: bool) -> bool:
    match term:
        case Apply(function=Name(text=text)):
            return last(text) in ("Icc", "Ico", "Ioc", "Ioo", *(("Ici", "Ioi") if low else ("Iic", "Iio")))
        case _:
            return False


def _gives_member(fact: Term, of: Term) -> bool:
    match fact:
        case Binary(op="∈", right=right):
            return bare(right) == of
        case Binary(op="≠", left=left, right=Name(text="∅")) | Binary(op="≠", left=Name(text="∅"), right=left):
            return bare(left) == of
        case Projection(of=owner, field=field):
            return field in _NONEMPTY and bare(owner) == of
        case Apply(function=Name(text=text), arguments=(owner, *_)):
            return last(text) in _NONEMPTY and bare(owner) == of
        case Quantifier(kind="∃" | "∃!", binders=binders, body=body):
            if any(_is_drawn_from(binder, of) for binder in binders):
                return True
            return any(_gives_member(part, of) for part in facts_in(body))
        case _:
            return False


def _is_drawn_from(binder: Binder, of: Term) -> bool:
    return binder.domain is not None and binder.relation in ("", "∈") and bare(binder.domain) == of


def _bounds_set(fact: Term, of: Term, low: bool) -> bool:
    match fact:
        case Binary(op="∈", right=Apply(function=Name(text=text), arguments=(one,))):
            return last(text) == ("lowerBounds" if low else "upperBounds") and bare(one) == of
        case Projection(of=owner, field=field):
            return field in (_BELOW if low else _ABOVE) and bare(owner) == of
        case Apply(function=Name(text=text), arguments=(owner, *_)):
            return last(text) in (_BELOW if low else _ABOVE) and bare(owner) == of
        case Quantifier(kind="∀"):
            front, antecedents, claim = stripped(fact)
            own = frozenset(names_of(tuple(front)))
            drawn = [name for one in front if _is_drawn_from(one, of) for name in one.names]
            # ∀ s ∈ S, ∀ t ∈ T, s ≤ t: each member of T is a bound.
            own -= {name for one in front if one.domain is not None and bare(one.domain) != of for name in one.names}
            for one in antecedents:
                match one:
                    case Binary(op="∈", left=Name(text=text), right=right) if text in own and bare(right) == of:
                        drawn.append(text)
                    case _:
                        pass
            return any(_bounds_member(part, name, own, low) for name in drawn for part in facts_in(claim))
        case Quantifier(kind="∃", body=body):
            return any(_bounds_set(part, of, low) for part in facts_in(body))
        case _:
            return False


def _bounds_member(part: Term, name: str, own: frozenset[str], low: bool) -> bool:
    match part:
        case Binary(op="≤" | "<", left=small, right=big) | Binary(op="≥" | ">", left=big, right=small):
            size = within_size(small)
            if size is not None:
                return bare(size) == Name(text=name) and not own & free_names(big)
            value, bound = (big, small) if low else (small, big)
            return bare(value) == Name(text=name) and not own & free_names(bound)
        case Binary(op="∈", left=left, right=right):
            return bare(left) == Name(text=name) and _is_interval(right, low)
        case _:
            return False


def _pairs(known: Known, of: Term, side: int) -> Iterator[tuple[Term, Term]]:
    """The facts part ⊆ whole with the set as the part (``side`` 0) or the whole (1)."""
    for fact in known.facts:
        match fact:
            case Binary(op="⊆" | "⊂", left=left, right=right) | Binary(op="⊇" | "⊃", left=right, right=left):
                if bare((left, right)[side]) == of:
                    yield bare(left), bare(right)
            case _:
                pass


def is_inhabited_index(type_: Term | None) -> bool:
    """Whether the index type of a family surely has a member: a type of numbers, Fin (n + 1), Bool."""
    match type_:
        case Name(text="Bool" | "Unit"):
            return True
        case Unary(op="↥" | "↑"):
            return False
        case _:
            return number_type(type_) is not None
