"""Which numbers a term is about: ℕ, ℤ, ℚ, ℝ, … as Lean's elaborator would settle it, as far as the text tells.

Lean first collects the types of the leaves of an arithmetic expression together with the other side of the relation and
the expected type, then casts every leaf to the largest. A numeral with nothing beside it is a natural number. None
means that the text does not tell; nothing may be concluded from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ....core.formal.ast import (
    Apply,
    Ascription,
    BigOp,
    Binary,
    Binder,
    Congruence,
    IfThenElse,
    Index,
    Lambda,
    Let,
    Name,
    Norm,
    Numeral,
    Projection,
    Quantifier,
    Term,
    Unary,
)
from ....core.formal.walk import walk
from .bound import Bound
from .vocabulary import LIKE_ARGUMENT, METHOD, PARAMETER, RESULT

NUMBERS = ("ℕ", "ℤ", "ℚ", "ℝ", "ℂ")
"""In the order in which Lean casts."""

ARITHMETIC = frozenset("+ - * / %".split())
RELATIONS = frozenset("= ≠ < ≤ > ≥ ∣ ∤".split())
_SPELLINGS = {
    "Nat": "ℕ", "Int": "ℤ", "Rat": "ℚ", "Real": "ℝ", "Complex": "ℂ",
    "NNReal": "ℝ≥0", "ENNReal": "ℝ≥0∞", "PNat": "ℕ+", "ENat": "ℕ∞", "NNRat": "ℚ≥0",
}  # fmt: skip
_KNOWN = frozenset((*NUMBERS, "ℝ≥0", "ℝ≥0∞", "ℕ+", "ℕ∞", "ℚ≥0", "EReal"))
_MAX_DEPTH = 40

_NAT_PREDICATES = frozenset("Prime Coprime factorial totient divisors choose primeFactors Squarefree".split())


def number_type(type_: Term | None) -> str | None:
    """The canonical name of a type of numbers; None for anything else."""
    match type_:
        case Name(text=text):
            text = _SPELLINGS.get(text, text)
            return text if text in _KNOWN else None
        case Binary(op=op, left=Name(text="ℝ"), right=Name()) if op.startswith("≥"):
            return "ℝ≥0"
        case _:
            return None


def is_fin(type_: Term | None) -> Term | None:
    """n where a type is Fin n."""
    match type_:
        case Apply(function=Name(text="Fin"), arguments=(size,)):
            return size
        case _:
            return None


def number_kind(type_: Term | None) -> str | None:
    """As number_type; "Fin" for Fin n, whose arithmetic wraps around, but which casts like ℕ."""
    return "Fin" if is_fin(type_) is not None else number_type(type_)


def element_type(type_: Term | None) -> Term | None:
    """α for Set α, Finset α, Multiset α, List α."""
    match type_:
        case Apply(function=Name(text="Set" | "Finset" | "Multiset" | "List"), arguments=(inner,)):
            return inner
        case _:
            return None


def arrows(type_: Term | None) -> tuple[list[Term], Term] | None:
    """Parameter types and result of a function type; None where it is none."""
    parameters: list[Term] = []
    while True:
        match type_:
            case Binary(op="→", left=left, right=right):
                parameters.append(left)
                type_ = right
            case Quantifier(kind="∀", binders=(Binder(type=left),), body=right) if left is not None:
                parameters.append(left)
                type_ = right
            case None:
                return None
            case _:
                return (parameters, type_) if parameters else None


def type_of_name(name: str, names: Mapping[str, Bound]) -> Term | None:
    """The type of a bound name as written, or as its bound tells (x ∈ Finset.range n); None where neither does."""
    bound = names.get(name)
    if bound is None:
        return None
    if bound.type is not None:
        return bound.type
    domain = bound.binder.domain
    source = domain if domain is not None else bound.value
    if source is None:
        return None
    # ∀ p > q, ∀ q > p: what a bound says of its own name goes round in a circle.
    others = {other: one for other, one in names.items() if other != name}
    # A name leads on to a name; through terms only what has a written type is followed, or twice as much at each step.
    written = {other: one for other, one in others.items() if one.type is not None}
    if domain is not None and bound.binder.relation in ("", "∈"):
        return type_of_members(domain, others if isinstance(domain, Name) else written)
    if isinstance(source, Name) and bound.binder.relation != "⊆":
        return type_of_name(source.text, others)
    kind = leaf_type(source, written)
    return Name(text=kind) if kind else None


def type_of_members(domain: Term, names: Mapping[str, Bound]) -> Term | None:
    """The type of what lies in a set that is written out."""
    match domain:
        case Apply(function=Name(text=text), arguments=arguments):
            last = text.rpartition(".")[2]
            if last == "range" and len(arguments) == 1 and not text.startswith("Set"):
                return Name(text="ℕ")
            if last in ("Icc", "Ico", "Ioc", "Ioo", "Ici", "Ioi", "Iic", "Iio") and arguments:
                kind = widest([kind for one in arguments for kind in leaves(one, names)])
                return Name(text=kind) if kind else None
            if last in ("filter",) and len(arguments) == 2:
                return type_of_members(arguments[1], names)
            if last in ("divisors", "properDivisors", "primeFactors"):
                return Name(text="ℕ")
            return None
        case Projection(of=of, field=field):
            if field in ("divisors", "properDivisors", "primeFactors", "primeFactorsList", "support"):
                return Name(text="ℕ")
            if field in ("filter", "erase", "powerset") and field != "powerset":
                return type_of_members(of, names)
            return None
        case Binary(op="\\" | "∩" | "∪", left=left):
            return type_of_members(left, names)
        case Name(text=text):
            return element_type(type_of_name(text, names))
        case Ascription(type=type_):
            return element_type(type_)
        case _:
            return None


def leaf_type(term: Term, names: Mapping[str, Bound], depth: int = 0) -> str | None:
    """The type of numbers of a term on its own; None where the text does not tell."""
    if depth > _MAX_DEPTH:
        return None
    match term:
        case Name(text=text):
            return number_kind(type_of_name(text, names)) if text in names else RESULT.get(text)
        case Ascription(type=type_):
            return number_type(type_)
        case Binary(op=op) if op in ARITHMETIC or op == "^":
            return widest(list(leaves(term, names, depth + 1)))
        case Unary(op="-" | "⁻¹"):
            return widest(list(leaves(term, names, depth + 1)))
        case Unary(op="√"):
            return "ℝ"
        case Unary(op="!" | "#" | "‼"):
            return "ℕ"
        case Norm(kind=kind, of=of):
            if kind == "|":
                return widest(list(leaves(of, names, depth + 1)))
            return {"‖": "ℝ", "‖₊": "ℝ≥0", "⌊": "ℤ", "⌈": "ℤ", "⌊₊": "ℕ", "⌈₊": "ℕ"}.get(kind)
        case BigOp(kind=kind, binders=binders, body=body):
            if kind in ("⋃", "⋂"):
                return None
            if kind.startswith("∫"):
                return "ℝ≥0∞" if kind == "∫⁻" else leaf_type(body, bound_by(names, binders, kind), depth + 1)
            return leaf_type(body, bound_by(names, binders, kind), depth + 1)
        case IfThenElse(yes=yes, no=no):
            return leaf_type(yes, names, depth + 1) or leaf_type(no, names, depth + 1)
        case Let(name=name, value=value, body=body, type=type_):
            made = Binder(names=(name,), type=type_)
            inner = {**names, name: Bound(name=name, type=type_, binder=made, by="let", value=value)}
            return leaf_type(body, inner, depth + 1)
        case Index(of=Name(text=text)) if text in names:
            return number_type(element_type(type_of_name(text, names)))
        case Projection(of=of, field=field):
            if field in ("1", "2", "fst", "snd"):
                return _component(of, field, names)
            return METHOD.get(field)
        case Apply(function=function, arguments=arguments):
            return _applied(function, arguments, names, depth)
        case _:
            return None


def leaves(term: Term, names: Mapping[str, Bound], depth: int = 0) -> Iterator[str | None]:
    """The types of the leaves of an arithmetic expression; "?" for a leaf of unknown type, nothing for a numeral."""
    stack = [term]
    while stack:
        part = stack.pop()
        match part:
            case Binary(op=op, left=left, right=right) if op in ARITHMETIC:
                stack.extend((right, left))
            case Binary(op="^", left=left, right=exponent):
                stack.append(left)
                if leaf_type(exponent, names, depth + 1) in ("ℝ", "ℂ"):
                    yield leaf_type(exponent, names, depth + 1)
            case Unary(op="-" | "⁻¹", operand=inner):
                stack.append(inner)
            case Numeral():
                pass
            case _:
                yield leaf_type(part, names, depth + 1) or "?"


def widest(kinds: list[str | None]) -> str | None:
    """The type to which Lean casts leaves of these types; None where one is unknown or there are none."""
    known = [kind for kind in kinds if kind]
    if not known or "?" in known:
        return "ℂ" if "ℂ" in known else None
    if "Fin" in known:
        known = [kind for kind in known if kind != "Fin"]
        if not known:
            return "Fin"
    if all(kind in NUMBERS for kind in known):
        return max(known, key=NUMBERS.index)
    special = {kind for kind in known if kind not in NUMBERS}
    if len(special) == 1:
        kind = special.pop()
        rest = [one for one in known if one in NUMBERS]
        if not rest:
            return kind
        if kind == "ℕ+":
            return max(rest, key=NUMBERS.index)
        if all(one == "ℕ" for one in rest):
            return kind
        if kind == "ℝ≥0" and all(one in ("ℕ", "ℝ", "ℂ") for one in rest):
            return max(rest, key=NUMBERS.index)
        return kind if kind == "EReal" else None
    return None


def bound_by(names: Mapping[str, Bound], binders: tuple[Binder, ...], by: str) -> Mapping[str, Bound]:
    """``names`` with those of ``binders`` added."""
    inner = dict(names)
    for binder in binders:
        for name in binder.names:
            inner[name] = Bound(name=name, type=binder.type, binder=binder, by=by)
    return inner


def _applied(function: Term, arguments: tuple[Term, ...], names: Mapping[str, Bound], depth: int) -> str | None:
    match function:
        case Name(text=text) if text in names:
            made = arrows(type_of_name(text, names))
            if made is None:
                return None
            parameters, result = made
            return number_type(result) if len(parameters) == len(arguments) else None
        case Name(text="deriv" | "iteratedDeriv" | "derivWithin"):
            return _result(next((one for one in arguments if _result(one, names)), None), names)
        case Name(text=text):
            if text in LIKE_ARGUMENT:
                return widest(
                    [leaf_type(one, names, depth + 1) or "?" for one in arguments if not isinstance(one, Numeral)]
                )
            return RESULT.get(text)
        case Projection(field=field):
            return METHOD.get(field)
        case Lambda(body=body, binders=binders):
            return leaf_type(body, bound_by(names, binders, "fun"), depth + 1)
        case _:
            return None


def _result(function: Term | None, names: Mapping[str, Bound]) -> str | None:
    """The type of the values of a bound function, or of its derivative."""
    match function:
        case Name(text=text):
            made = arrows(type_of_name(text, names))
            return None if made is None else number_type(made[1])
        case Apply(function=Name(text="deriv"), arguments=(inner, *_)):
            return _result(inner, names)
        case _:
            return None


def parameter(function: Term, index: int, names: Mapping[str, Bound]) -> Term | None:
    """The type of a parameter of a function: of a bound one as declared, of a known one of numbers."""
    match function:
        case Name(text=text) if text in names:
            made = arrows(type_of_name(text, names))
            return made[0][index] if made is not None and index < len(made[0]) else None
        case Name(text=text):
            kind = PARAMETER.get(text)
            return Name(text=kind) if kind else None
        case _:
            return None


def _component(of: Term, field: str, names: Mapping[str, Bound]) -> str | None:
    if not isinstance(of, Name):
        return None
    match type_of_name(of.text, names):
        case Binary(op="×", left=left, right=right):
            return number_type(left if field in ("1", "fst") else right)
        case _:
            return None


def type_from_use(name: str, term: Term, names: Mapping[str, Bound]) -> Term | None:
    """The type that the uses of an untyped name settle: an argument of f : ℕ → ℝ, x.Prime, x ∈ S, x = y."""
    for relations in (False, True):
        for part in walk(term):
            type_ = _from_one_use(name, part, names, relations)
            if type_ is not None:
                return type_
    return None


def _from_one_use(name: str, part: Term, names: Mapping[str, Bound], relations: bool) -> Term | None:
    """What one use tells; ``relations``: what stands beside the name is asked, which casts may hide."""
    kind: str | None = None
    match part:
        case Apply(function=function, arguments=arguments):
            for index, one in enumerate(arguments):
                if isinstance(one, Name) and one.text == name:
                    return parameter(function, index, names) or _predicate(function)
                if relations and any(isinstance(leaf, Name) and leaf.text == name for leaf in _operands(one)):
                    kind = number_type(parameter(function, index, names))
                    if kind is not None:
                        return Name(text=kind)
        case Projection(of=Name(text=text), field=field) if text == name:
            kind = "ℕ" if field in _NAT_PREDICATES else None
        case Binary(op="∈", left=Name(text=text), right=Name(text=of)) if text == name:
            return element_type(type_of_name(of, names))
        case Binary(op=op, left=left, right=right) if relations and op in RELATIONS:
            if any(isinstance(leaf, Name) and leaf.text == name for leaf in _operands(left, right)):
                kinds = [kind for one in (left, right) for kind in leaves(one, names)]
                kind = widest([kind for kind in kinds if kind and kind not in ("?", "Fin")])
        case Congruence(ring=ring, left=left, right=right) if relations:
            if any(isinstance(leaf, Name) and leaf.text == name for leaf in _operands(left, right)):
                kind = {"MOD": "ℕ", "ZMOD": "ℤ"}.get(ring)
        case _:
            pass
    return Name(text=kind) if kind else None


def _operands(*terms: Term) -> Iterator[Term]:
    stack = list(terms)
    while stack:
        part = stack.pop()
        match part:
            case Binary(op=op, left=left, right=right) if op in ARITHMETIC:
                stack.extend((left, right))
            case Binary(op="^", left=left):
                stack.append(left)
            case Unary(op="-", operand=inner):
                stack.append(inner)
            case _:
                yield part


def _predicate(function: Term) -> Term | None:
    match function:
        case Name(text=text) if text.startswith("Nat.") and text != "Nat.card":
            return Name(text="ℕ")
        case Name(text=text) if text.startswith("Real."):
            return Name(text="ℝ")
        case _:
            return None
