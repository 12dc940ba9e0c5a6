"""Trees of + - * / % ^ and relations over them: the leaves are elaborated first, then raised to the widest type among
them (Lean's binop% and binrel%, Lean/Elab/Extra.lean). An exponent is elaborated by itself, so that x ^ (1 / 2) has
1 / 2 in ℕ.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from ....core.formal import ast
from ..values.outcomes import NotUnderstood
from .nodes import Ap, Local, Node, Op, Quant
from .types import (
    BOOL,
    INT,
    NAT,
    PROP,
    RAT,
    REAL,
    FinsetType,
    FinType,
    Function,
    Ground,
    Hole,
    ModelType,
    SetType,
    Subtype,
    Type,
    ZModType,
    base,
    numeric,
    pruned,
    widens,
    wider,
)

if TYPE_CHECKING:
    from .elaborate import Elaborator, Scope

OPERATORS = ("+", "-", "*", "/", "%", "^")
RELATIONS = ("=", "≠", "<", "≤", ">", "≥")
LATER = (ast.Lambda, ast.SetBuilder, ast.Anonymous, ast.SetLit, ast.ListLit)
"""Terms whose type is best known from the other side of a relation."""

CAUSES = {
    ("-", "ℕ"): "nat-sub",
    ("-", "ℕ+"): "nat-sub",
    ("-", "ℝ≥0"): "nat-sub",
    ("/", "ℕ"): "nat-div",
    ("/", "ℤ"): "int-div-floor",
    ("/", "ℚ"): "div-by-zero",
    ("/", "ℝ"): "div-by-zero",
    ("/", "ℝ≥0"): "div-by-zero",
    ("⁻¹", "ℚ"): "inv-zero",
    ("⁻¹", "ℝ"): "inv-zero",
    ("⁻¹", "ℝ≥0"): "inv-zero",
    ("%", "ℕ"): "mod-by-zero",
    ("%", "ℤ"): "mod-by-zero",
    ("^", "ℝ"): "rpow-negative-base",
}
EXPONENT = {"nat-sub": "exponent-nat-sub", "nat-div": "exponent-nat-frac", "int-div-floor": "exponent-nat-frac"}
TRUNCATING = ("nat-sub", "nat-div", "int-div-floor")


class Branch:
    """An inner node of a tree: the sign, its parts (leaves or branches), where it stands; ``exponent`` for ^."""

    __slots__ = ("at", "exponent", "op", "parts")

    def __init__(self, op: str, parts: tuple[Shape, ...], at: ast.Spanned, exponent: Node | None = None) -> None:
        self.op, self.parts, self.at, self.exponent = op, parts, at, exponent


class Leaf:
    """A leaf; ``lifted`` where the text writes ↑ before it."""

    __slots__ = ("lifted", "node")

    def __init__(self, node: Node, *, lifted: bool = False) -> None:
        self.node, self.lifted = node, lifted


Shape: TypeAlias = "Branch | Leaf"


def cast(node: Node, target: Type) -> Node:
    """The node coerced to ``target``. Truncation right below a coercion is named for it."""
    if isinstance(node, Op) and node.cause in TRUNCATING:
        node = replace(node, cause="cast-after-truncation")
    return Op(op="cast", args=(node,), type=target, start=node.start, end=node.end)


def lifted(node: Node) -> Node:
    """↑x where nothing says yet to which type."""
    return cast(node, Hole(numeric=True))


def value_of(node: Node) -> Node:
    """The natural number that stands for an element of Fin n or ZMod n."""
    cause = "zmod-wraparound" if isinstance(base(node.type), ZModType) else ""
    return Op(op="cast", args=(node,), type=NAT, cause=cause, start=node.start, end=node.end)


def shape(el: Elaborator, term: ast.Term, scope: Scope) -> Shape:
    """The tree of a term with its leaves elaborated."""
    if isinstance(term, ast.Binary) and term.op in OPERATORS:
        left = shape(el, term.left, scope)
        if term.op == "^":
            return Branch("^", (left,), term, exponent(el, term.right, scope))
        return Branch(term.op, (left, shape(el, term.right, scope)), term)
    if isinstance(term, ast.Unary) and term.op in ("-", "⁻¹"):
        return Branch(term.op, (shape(el, term.operand, scope),), term)
    if isinstance(term, ast.Unary) and term.op == "↑":
        return Leaf(el.term(term.operand, scope), lifted=True)
    return Leaf(el.term(term, scope))


def exponent(el: Elaborator, term: ast.Term, scope: Scope) -> Node:
    """An exponent: by itself, in ℕ where only numerals decide, in ℤ where they are negated."""
    outside, el.exponent = el.exponent, True
    try:
        node = el.term(term, scope)
    finally:
        el.exponent = outside
    kind = pruned(node.type)
    if isinstance(kind, Hole):
        negated = any(isinstance(part, Op) and part.op == "neg" for part in _inside(node))
        el.unify(kind, INT if negated else NAT)
    return node


def _inside(node: Node) -> list[Node]:
    parts = [node]
    if isinstance(node, Op):
        for argument in node.args:
            parts += _inside(argument)
    return parts


def leaves(tree_: Shape) -> list[Leaf]:
    """The leaves from left to right."""
    if isinstance(tree_, Leaf):
        return [tree_]
    return [leaf for part in tree_.parts for leaf in leaves(part)]


def widest(el: Elaborator, found: Sequence[Leaf], expected: Type | None) -> Type:
    """The type that all leaves are raised to."""
    result: Type | None = None
    if expected is not None and numeric(expected) and isinstance(pruned(expected), Ground | ModelType):
        result = pruned(expected)
    hole: Hole | None = None
    for leaf in found:
        kind = pruned(leaf.node.type)
        if leaf.lifted:  # ↑x has no type of its own before another leaf gives one
            continue
        if isinstance(kind, Subtype):
            kind = base(kind)
        if isinstance(kind, Hole):
            kind.numeric = True
            hole = hole or kind
        elif not numeric(kind):
            raise NotUnderstood("arithmetic outside of numbers")
        elif result is None:
            result = kind
        else:
            result = wider(result, kind)
            if result is None:
                raise NotUnderstood("arithmetic between types that do not coerce")
    if result is not None:
        return result
    return hole if hole is not None else Hole(numeric=True)


def raised(el: Elaborator, leaf: Leaf, target: Type) -> Node:
    """A leaf as a value of the widest type."""
    kind = pruned(leaf.node.type)
    if isinstance(kind, Hole) or not leaf.lifted:
        return el.coerced(leaf.node, target)
    if kind == pruned(target):
        return leaf.node
    if not isinstance(pruned(target), Hole) and not widens(kind, target):
        raise NotUnderstood("a coercion that is not modelled")
    return cast(leaf.node, target)


def build(el: Elaborator, tree_: Shape, target: Type) -> Node:
    """The tree as nodes of type ``target``."""
    if isinstance(tree_, Leaf):
        return raised(el, tree_, target)
    at = tree_.at
    parts = [build(el, part, target) for part in tree_.parts]
    if tree_.exponent is not None:
        kind = base(tree_.exponent.type)
        if not isinstance(kind, Ground) or not numeric(kind):
            raise NotUnderstood("a power with this exponent")
        if kind in (REAL, RAT) and not el.unify(target, REAL):
            raise NotUnderstood("a power with this exponent")
        parts.append(tree_.exponent)
    op = "neg" if tree_.op == "-" and len(parts) == 1 else tree_.op
    return Op(op=op, args=tuple(parts), type=target, cause=cause(el, op, target), start=at.start, end=at.end)


def cause(el: Elaborator, op: str, target: Type) -> str:
    """The lint that an operation of this type can raise, "" for none. A hole counts as ℕ, its default."""
    kind = pruned(target)
    if isinstance(kind, FinType):
        return "fin-wraparound"
    name = kind.name if isinstance(kind, Ground) else "ℕ" if isinstance(kind, Hole) else ""
    found = CAUSES.get((op, name), "")
    return EXPONENT.get(found, found) if el.exponent else found


def tree(el: Elaborator, term: ast.Term, scope: Scope, expected: Type | None) -> Node:
    """Arithmetic, in the widest type of its leaves and ``expected``; pointwise between functions."""
    shaped = shape(el, term, scope)
    return build(el, shaped, widest(el, leaves(shaped), expected))


def relation(el: Elaborator, term: ast.Binary, scope: Scope) -> Node:
    """= ≠ < ≤ > ≥; both sides share one tree of leaves."""
    sides = _sides(el, term, scope)
    if term.op in (">", "≥"):
        sides = sides[::-1]
    op = {">": "<", "≥": "≤"}.get(term.op, term.op)
    if op in ("=", "≠") and pruned(sides[0].type) == PROP:
        same = Op(op="↔", args=sides, type=PROP, start=term.start, end=term.end)
        return same if op == "=" else Op(op="¬", args=(same,), type=PROP, start=term.start, end=term.end)
    kind = pruned(sides[0].type)
    if isinstance(kind, Function) and op in ("=", "≠"):
        alike_ = _same_values(el, sides, kind, term)
        return alike_ if op == "=" else Op(op="¬", args=(alike_,), type=PROP, start=term.start, end=term.end)
    if op in ("<", "≤") and isinstance(kind, SetType | FinsetType):
        op = "⊂" if op == "<" else "⊆"
    return Op(op=op, args=sides, type=PROP, start=term.start, end=term.end)


def _same_values(el: Elaborator, sides: tuple[Node, Node], kind: Function, at: ast.Spanned) -> Node:
    """f = g as ∀ x, f x = g x, for as many arguments as they take."""
    bound: list[Local] = []
    result: Type = kind
    left, right = sides
    while isinstance(kind_ := pruned(result), Function):
        bound.append(Local(slot=el.slot(), name="x", type=kind_.domain))
        result = kind_.codomain
        left = Ap(function=left, argument=bound[-1], type=result)
        right = Ap(function=right, argument=bound[-1], type=result)
    sign = "↔" if pruned(result) == PROP else "="
    node: Node = Op(op=sign, args=(left, right), type=PROP, start=at.start, end=at.end)
    for local in reversed(bound):
        node = Quant(
            kind="∀",
            slot=local.slot,
            name=local.name,
            domain=local.type,
            body=node,
            type=PROP,
            start=at.start,
            end=at.end,
        )
    return node


def _sides(el: Elaborator, term: ast.Binary, scope: Scope) -> tuple[Node, Node]:
    if isinstance(term.right, LATER):
        left = el.term(term.left, scope)
        right = el.term(term.right, scope, left.type)
        return _same(el, left, right)
    if isinstance(term.left, LATER):
        right = el.term(term.right, scope)
        return _same(el, el.term(term.left, scope, right.type), right)
    left_shape, right_shape = shape(el, term.left, scope), shape(el, term.right, scope)
    found = leaves(left_shape) + leaves(right_shape)
    if all(numeric(leaf.node.type) or isinstance(pruned(leaf.node.type), Hole | Subtype) for leaf in found):
        if isinstance(left_shape, Leaf) and isinstance(right_shape, Leaf) and not any(leaf.lifted for leaf in found):
            kinds = [pruned(leaf.node.type) for leaf in found]
            if any(isinstance(kind, Hole) and not kind.numeric for kind in kinds):
                return _same(el, left_shape.node, right_shape.node)
        target = widest(el, found, None)
        return build(el, left_shape, target), build(el, right_shape, target)
    if isinstance(left_shape, Leaf) and isinstance(right_shape, Leaf):
        return _same(el, left_shape.node, right_shape.node)
    raise NotUnderstood("a relation outside of what is modelled")


def _same(el: Elaborator, left: Node, right: Node) -> tuple[Node, Node]:
    """Both nodes in one type."""
    if el.unify(left.type, right.type):
        return left, right
    return levelled(el, left, right)


def levelled(el: Elaborator, left: Node, right: Node) -> tuple[Node, Node]:
    """Two nodes of different types, the narrower one coerced."""
    if widens(left.type, right.type):
        return cast(left, pruned(right.type)), right
    if widens(right.type, left.type):
        return left, cast(right, pruned(left.type))
    if {pruned(left.type), pruned(right.type)} == {BOOL, PROP}:
        return el.coerced(left, PROP), el.coerced(right, PROP)
    raise NotUnderstood("two sides of different types")


def alike(el: Elaborator, nodes: Sequence[Node], kind: Type) -> tuple[Node, ...]:
    """Nodes in one type: ``kind`` where it is known, else the widest of theirs."""
    for node in nodes:
        if not isinstance(pruned(node.type), Hole):
            el.unify(kind, node.type)
    return tuple(el.coerced(node, kind) for node in nodes)


Other: TypeAlias = "Callable[[Elaborator, ast.Binary, Scope, Type | None], Node]"


def _divides(el: Elaborator, term: ast.Binary, scope: Scope, expected: Type | None) -> Node:
    """a ∣ b in the type of a; the type of b where a is a numeral or lifted."""
    left_shape = shape(el, term.left, scope)
    open_ = all(isinstance(pruned(leaf.node.type), Hole) or leaf.lifted for leaf in leaves(left_shape))
    if open_:
        right_shape = shape(el, term.right, scope)
        target = widest(el, leaves(left_shape) + leaves(right_shape), None)
        left, right = build(el, left_shape, target), build(el, right_shape, target)
    else:
        left = build(el, left_shape, widest(el, leaves(left_shape), None))
        right = el.check(term.right, scope, left.type)
    node: Node = Op(op="∣", args=(left, right), type=PROP, start=term.start, end=term.end)
    return node if term.op == "∣" else Op(op="¬", args=(node,), type=PROP, start=term.start, end=term.end)


def _member(el: Elaborator, term: ast.Binary, scope: Scope, expected: Type | None) -> Node:
    members = el.term(term.right, scope)
    node = member(el, el.term(term.left, scope, _of(members)), members, term)
    return node if term.op == "∈" else Op(op="¬", args=(node,), type=PROP, start=term.start, end=term.end)


def _of(members: Node) -> Type:
    kind = pruned(members.type)
    inner = getattr(kind, "of", None)
    if inner is None:
        raise NotUnderstood("membership in something that is not modelled")
    found: Type = inner
    return found


def member(el: Elaborator, item: Node, members: Node, at: ast.Spanned) -> Node:
    """item ∈ members."""
    return Op(op="∈", args=(el.coerced(item, _of(members)), members), type=PROP, start=at.start, end=at.end)


def _sets(el: Elaborator, term: ast.Binary, scope: Scope, expected: Type | None) -> Node:
    """∪ ∩ \\ and ⊆ ⊂ of sets and finsets."""
    if isinstance(term.left, LATER) and not isinstance(term.right, LATER):
        right = el.term(term.right, scope, expected)
        left = el.term(term.left, scope, right.type)
    else:
        left = el.term(term.left, scope, expected)
        right = el.term(term.right, scope, left.type)
    left, right = _same(el, left, right)
    kind = pruned(left.type)
    if not isinstance(kind, SetType | FinsetType):
        raise NotUnderstood("an operation on sets outside of them")
    if term.op in ("⊇", "⊃"):
        left, right = right, left
    op = {"⊇": "⊆", "⊃": "⊂"}.get(term.op, term.op)
    made: Type = PROP if op in ("⊆", "⊂") else kind
    return Op(op=op, args=(left, right), type=made, start=term.start, end=term.end)


def _booleans(el: Elaborator, term: ast.Binary, scope: Scope, expected: Type | None) -> Node:
    """&& || == != between Booleans and numbers."""
    if term.op in ("&&", "||"):
        parts = tuple(el.check(side, scope, BOOL) for side in (term.left, term.right))
        return Op(op={"&&": "∧", "||": "∨"}[term.op], args=parts, type=BOOL, start=term.start, end=term.end)
    same = relation(el, replace(term, op="=" if term.op == "==" else "≠"), scope)
    return Op(op="decide", args=(same,), type=BOOL, start=term.start, end=term.end)


OTHERS: dict[str, Other] = {
    "∣": _divides,
    "∤": _divides,
    "∈": _member,
    "∉": _member,
    **dict.fromkeys(("∪", "∩", "\\", "⊆", "⊂", "⊇", "⊃"), _sets),
    **dict.fromkeys(("&&", "||", "==", "!="), _booleans),
}
