"""How each kind of term is elaborated."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from ....core.formal import ast
from ..values.outcomes import NotUnderstood
from . import arithmetic, binding, formers
from .nodes import Bind, Collection, Constant, If, Local, Node, Number, Op, Pair
from .types import (
    BOOL,
    NAT,
    PROP,
    FinsetType,
    FinType,
    Hole,
    ListType,
    Product,
    SetType,
    Subtype,
    Type,
    numeric,
    pruned,
)

if TYPE_CHECKING:
    from .elaborate import Elaborator, Scope

CONNECTIVES = ("∧", "∨", "→", "↔")


def _name(el: Elaborator, term: ast.Name, scope: Scope, expected: Type | None) -> Node:
    if term.text in scope:
        return scope[term.text]
    if term.text in ("True", "False"):
        return Op(op=term.text, args=(), type=PROP, start=term.start, end=term.end)
    if term.text in ("true", "false"):
        return Constant(value=term.text == "true", type=BOOL, shown=term.text, start=term.start, end=term.end)
    return el.named(term.text, (), scope, expected, term)


def _numeral(el: Elaborator, term: ast.Numeral, scope: Scope, expected: Type | None) -> Node:
    kind = pruned(expected) if expected is not None and numeric(expected) else Hole(numeric=True)
    return Number(value=term.value, type=kind, start=term.start, end=term.end)


def _apply(el: Elaborator, term: ast.Apply, scope: Scope, expected: Type | None) -> Node:
    head = term.function
    if isinstance(head, ast.Name) and head.text not in scope:
        return el.named(head.text, term.arguments, scope, expected, term)
    if isinstance(head, ast.Projection):
        return el.projected(el.term(head.of, scope), head.field, term.arguments, scope, term)
    return el.apply(el.term(head, scope), term.arguments, scope, term)


def _projection(el: Elaborator, term: ast.Projection, scope: Scope, expected: Type | None) -> Node:
    return el.projected(el.term(term.of, scope), term.field, (), scope, term)


def _ascription(el: Elaborator, term: ast.Ascription, scope: Scope, expected: Type | None) -> Node:
    wanted = formers.type_of(el, term.type, scope)
    return el.check(term.term, scope, wanted)


def _unary(el: Elaborator, term: ast.Unary, scope: Scope, expected: Type | None) -> Node:
    if term.op in ("-", "⁻¹"):
        return arithmetic.tree(el, term, scope, expected)
    if term.op == "¬":
        return el.prop(term, scope)
    if term.op == "↑":
        inner = el.term(term.operand, scope)
        if expected is None or isinstance(pruned(expected), Hole):
            return arithmetic.lifted(inner) if numeric(inner.type) else inner
        return el.coerced(inner, expected)
    if term.op in ("√", "!", "‼", "#", "ᶜ", "not"):
        name = {
            "√": "Real.sqrt",
            "!": "Nat.factorial",
            "‼": "Nat.doubleFactorial",
            "#": "Finset.card",
            "ᶜ": "compl",
            "not": "Bool.not",
        }
        return el.named(name[term.op], (term.operand,), scope, expected, term)
    raise NotUnderstood(f"the sign {term.op}")


def _binary(el: Elaborator, term: ast.Binary, scope: Scope, expected: Type | None) -> Node:
    if term.op in arithmetic.OPERATORS:
        return arithmetic.tree(el, term, scope, expected)
    if term.op in CONNECTIVES:
        return el.prop(term, scope)
    if term.op in arithmetic.RELATIONS:
        return arithmetic.relation(el, term, scope)
    rule = arithmetic.OTHERS.get(term.op)
    if rule is not None:
        return rule(el, term, scope, expected)
    name = {
        "∘": "Function.comp",
        "::": "List.cons",
        "++": "List.append",
        "^[]": "Nat.iterate",
        "×ˢ": "SProd.sprod",
    }.get(term.op)
    if name is not None:
        return el.named(name, (term.left, term.right), scope, expected, term)
    raise NotUnderstood(f"the operation {term.op}")


def _congruence(el: Elaborator, term: ast.Congruence, scope: Scope, expected: Type | None) -> Node:
    name = {"MOD": "Nat.ModEq", "ZMOD": "Int.ModEq"}.get(term.ring)
    if name is None:
        raise NotUnderstood("a congruence of another ring")
    return el.named(name, (term.modulus, term.left, term.right), scope, expected, term)


def _norm(el: Elaborator, term: ast.Norm, scope: Scope, expected: Type | None) -> Node:
    name = {"|": "abs", "‖": "norm", "⌊": "Int.floor", "⌊₊": "Nat.floor", "⌈": "Int.ceil", "⌈₊": "Nat.ceil"}.get(
        term.kind
    )
    if name is None:
        raise NotUnderstood(f"the brackets {term.kind}")
    return el.named(name, (term.of,), scope, expected, term)


def _if(el: Elaborator, term: ast.IfThenElse, scope: Scope, expected: Type | None) -> Node:
    condition = el.prop(term.condition, scope)
    wanted = expected if expected is not None else Hole()
    yes = el.term(term.yes, scope, wanted)
    no = el.term(term.no, scope, yes.type if expected is None else wanted)
    if not el.unify(yes.type, no.type):
        yes, no = arithmetic.levelled(el, yes, no)
    return If(condition=condition, yes=yes, no=no, type=yes.type, start=term.start, end=term.end)


def _let(el: Elaborator, term: ast.Let, scope: Scope, expected: Type | None) -> Node:
    if term.pattern is not None or term.binders or not term.name:
        raise NotUnderstood("a let that takes something apart")
    wanted = None if term.type is None else formers.type_of(el, term.type, scope)
    bound = el.term(term.value, scope) if wanted is None else el.check(term.value, scope, wanted)
    if isinstance(pruned(bound.type), Hole):
        el.unify(bound.type, NAT)
    local = Local(slot=el.slot(), name=term.name, type=bound.type)
    inside = {**scope, term.name: local}
    body = (
        el.prop(term.body, inside)
        if expected is not None and pruned(expected) == PROP
        else el.term(term.body, inside, expected)
    )
    return Bind(slot=local.slot, value=bound, body=body, type=body.type, start=term.start, end=term.end)


def _items(el: Elaborator, items: Sequence[ast.Term], scope: Scope, kind: Type) -> tuple[Node, ...]:
    return arithmetic.alike(el, [el.term(item, scope, kind) for item in items], kind)


def _set_literal(el: Elaborator, term: ast.SetLit, scope: Scope, expected: Type | None) -> Node:
    wanted = pruned(expected) if expected is not None else None
    inner = wanted.of if isinstance(wanted, SetType | FinsetType) else Hole()
    items = _items(el, term.items, scope, inner)
    whole: Type = FinsetType(of=inner) if isinstance(wanted, FinsetType) else SetType(of=inner)
    return Collection(items=items, type=whole, start=term.start, end=term.end)


def _list_literal(el: Elaborator, term: ast.ListLit, scope: Scope, expected: Type | None) -> Node:
    wanted = pruned(expected) if expected is not None else None
    if term.kind == "![":
        return binding.vector(el, term, scope, wanted)
    inner = wanted.of if isinstance(wanted, ListType) else Hole()
    return Collection(
        items=_items(el, term.items, scope, inner), type=ListType(of=inner), start=term.start, end=term.end
    )


def _tuple(el: Elaborator, term: ast.Tuple | ast.Anonymous, scope: Scope, expected: Type | None) -> Node:
    wanted = pruned(expected) if expected is not None else None
    if isinstance(wanted, FinType | Subtype) and isinstance(term, ast.Anonymous) and term.items:
        inner = NAT if isinstance(wanted, FinType) else wanted.of
        node = el.check(term.items[0], scope, inner)
        return Op(op="cast", args=(node,), type=wanted, start=term.start, end=term.end)
    if len(term.items) < 2 or (isinstance(term, ast.Anonymous) and not isinstance(wanted, Product)):
        raise NotUnderstood("a structure")
    left_type, right_type = (wanted.left, wanted.right) if isinstance(wanted, Product) else (None, None)
    left = el.term(term.items[0], scope, left_type)
    rest = term.items[1] if len(term.items) == 2 else ast.Tuple(items=term.items[1:], start=term.start, end=term.end)
    right = el.term(rest, scope, right_type)
    if left_type is not None and right_type is not None:
        left, right = el.coerced(left, left_type), el.coerced(right, right_type)
    return Pair(left=left, right=right, type=Product(left=left.type, right=right.type), start=term.start, end=term.end)


def _index(el: Elaborator, term: ast.Index, scope: Scope, expected: Type | None) -> Node:
    of = el.term(term.of, scope)
    if not isinstance(pruned(of.type), ListType) or term.mode not in ("", "!"):
        raise NotUnderstood("an index")
    return el.named("List.get!", (of, term.index), scope, expected, term)


Rule: TypeAlias = "Callable[[Elaborator, Any, Scope, Type | None], Node]"


RULES: dict[type, Rule] = {
    ast.Name: _name,
    ast.Numeral: _numeral,
    ast.Apply: _apply,
    ast.Projection: _projection,
    ast.Index: _index,
    ast.Unary: _unary,
    ast.Binary: _binary,
    ast.Congruence: _congruence,
    ast.Quantifier: binding.quantifier,
    ast.BigOp: binding.big,
    ast.Lambda: binding.function,
    ast.SetBuilder: binding.builder,
    ast.Let: _let,
    ast.Ascription: _ascription,
    ast.SetLit: _set_literal,
    ast.ListLit: _list_literal,
    ast.Tuple: _tuple,
    ast.Anonymous: _tuple,
    ast.IfThenElse: _if,
    ast.Norm: _norm,
}
