"""What binds variables: quantifiers, functions, sums and products, sets given by a condition."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....core.formal import ast
from ..values.outcomes import NotUnderstood
from . import arithmetic, formers
from .nodes import Big, Lam, Local, Node, Op, Part, Quant, SetOf
from .types import PROP, FinsetType, Function, Hole, Product, SetType, Type, numeric, pruned

if TYPE_CHECKING:
    from .elaborate import Elaborator, Scope


def opened(el: Elaborator, names: tuple[str, ...], kind: Type, scope: Scope) -> tuple[list[Local], Scope]:
    """Fresh variables for names, and the scope with them."""
    locals_ = [Local(slot=el.slot(), name=name, type=kind) for name in names]
    return locals_, {**scope, **{local.name: local for local in locals_ if local.name != "_"}}


def of_binder(el: Elaborator, binder: ast.Binder, scope: Scope) -> tuple[Type, Node | None]:
    """The type of a binder's variables, and the collection that they run through."""
    if binder.default is not None:
        raise NotUnderstood("a bound variable with a default")
    kind: Type = Hole() if binder.type is None else formers.type_of(el, binder.type, scope)
    if binder.domain is None or binder.relation != "∈":
        return kind, None
    members = el.term(binder.domain, scope)
    inner = getattr(pruned(members.type), "of", None)
    if inner is None:
        raise NotUnderstood("a collection that is not modelled")
    if not el.unify(kind, inner):
        raise NotUnderstood("a bound variable of another type than its collection")
    return kind, members


def patterned(el: Elaborator, pattern: ast.Term, whole: Node, scope: Scope) -> Scope:
    """The scope with the names of a pattern standing for parts of a pair."""
    if isinstance(pattern, ast.Ascription):
        pattern = pattern.term
    if isinstance(pattern, ast.Name):
        return scope if pattern.text == "_" else {**scope, pattern.text: whole}
    if not isinstance(pattern, ast.Tuple | ast.Anonymous) or len(pattern.items) < 2:
        raise NotUnderstood("a pattern")
    kind = pruned(whole.type)
    if isinstance(kind, Hole):
        kind.known = Product(left=Hole(), right=Hole())
        kind = kind.known
    if not isinstance(kind, Product):
        raise NotUnderstood("a pattern for something that is no pair")
    first = Part(of=whole, index=0, type=kind.left, start=pattern.start, end=pattern.end)
    second = Part(of=whole, index=1, type=kind.right, start=pattern.start, end=pattern.end)
    rest = pattern.items[1] if len(pattern.items) == 2 else ast.Tuple(items=pattern.items[1:])
    return patterned(el, rest, second, patterned(el, pattern.items[0], first, scope))


def quantifier(el: Elaborator, term: ast.Quantifier, scope: Scope, expected: Type | None) -> Node:
    """∀ x, ∀ x ∈ s, ∀ x > 0, ∀ h : p, ∃ …, ∃! …"""
    if term.kind not in ("∀", "∃", "∃!"):
        raise NotUnderstood(f"the quantifier {term.kind}")
    if term.kind == "∃!" and (len(term.binders) > 1 or len(term.binders[0].names) > 1):
        return _nested_unique(el, term, scope)
    return _quantified(el, term.kind, list(term.binders), term, scope)


def _nested_unique(el: Elaborator, term: ast.Quantifier, scope: Scope) -> Node:
    """∃! x y, p is ∃! x, ∃! y, p in Lean."""
    binders: list[ast.Binder] = []
    for binder in term.binders:
        if binder.domain is not None or binder.pattern is not None:
            raise NotUnderstood("∃! with a bound")
        binders += [
            ast.Binder(names=(name,), type=binder.type, kind=binder.kind, start=binder.start, end=binder.end)
            for name in binder.names
        ]
    body: ast.Term = term.body
    for binder in reversed(binders):
        body = ast.Quantifier(kind="∃!", binders=(binder,), body=body, start=term.start, end=term.end)
    return el.term(body, scope)


def _quantified(el: Elaborator, kind: str, binders: list[ast.Binder], term: ast.Quantifier, scope: Scope) -> Node:
    if not binders:
        return el.prop(term.body, scope)
    binder, rest = binders[0], binders[1:]
    joint = "→" if kind == "∀" else "∧"
    if binder.type is not None and binder.pattern is None and not formers.is_type(binder.type, scope):
        return _over_proof(el, kind, binder, rest, term, scope)
    domain, members = of_binder(el, binder, scope)
    names = binder.names if binder.pattern is None else ("·",)
    locals_, inside = opened(el, names, domain, scope)
    if binder.pattern is not None:
        inside = patterned(el, binder.pattern, locals_[0], inside)
    guards: list[Node] = []
    for local in locals_:
        if members is not None:
            guards.append(arithmetic.member(el, local, members, binder))
        elif binder.domain is not None:
            guards.append(_bound(el, local, binder, inside))
    body = _quantified(el, kind, rest, term, inside)
    for guard in reversed(guards):
        body = Op(op=joint, args=(guard, body), type=PROP, start=term.start, end=term.end)
    for local in reversed(locals_):
        body = Quant(
            kind=kind,
            slot=local.slot,
            name=local.name,
            domain=domain,
            body=body,
            type=PROP,
            start=term.start,
            end=term.end,
        )
    return body


def _over_proof(
    el: Elaborator, kind: str, binder: ast.Binder, rest: list[ast.Binder], term: ast.Quantifier, scope: Scope
) -> Node:
    """∀ h : p, q is p → q; ∃ h : p, q is p ∧ q."""
    if kind == "∃!" or binder.type is None:
        raise NotUnderstood("∃! over a proof")
    if binder.kind is ast.BinderKind.INSTANCE:
        raise NotUnderstood("a quantified instance")
    condition = el.prop(binder.type, scope)
    body = _quantified(el, kind, rest, term, scope)
    op = "→" if kind == "∀" else "∧"
    return Op(op=op, args=(condition, body), type=PROP, start=term.start, end=term.end)


def _bound(el: Elaborator, local: Local, binder: ast.Binder, scope: Scope) -> Node:
    """The condition of ∀ x > 0 and the like."""
    assert binder.domain is not None
    subject = ast.Name(text=local.name, start=binder.start, end=binder.end)
    written = ast.Binary(op=binder.relation, left=subject, right=binder.domain, start=binder.start, end=binder.end)
    return el.term(written, scope)


def function(el: Elaborator, term: ast.Lambda, scope: Scope, expected: Type | None) -> Node:
    """fun x y => body, one variable at a time."""
    flat = [(name, binder) for binder in term.binders for name in (binder.names if binder.pattern is None else ("·",))]
    return _function(el, flat, term, scope, expected)


def _function(
    el: Elaborator, left: list[tuple[str, ast.Binder]], term: ast.Lambda, scope: Scope, expected: Type | None
) -> Node:
    wanted = pruned(expected) if expected is not None else None
    if not left:
        return el.prop(term.body, scope) if wanted == PROP else _body(el, term.body, scope, wanted)
    (name, binder), rest = left[0], left[1:]
    domain, members = of_binder(el, binder, scope)
    if members is not None or binder.domain is not None:
        raise NotUnderstood("a function with a bound")
    inner: Type | None = None
    if isinstance(wanted, Function):
        if not el.unify(domain, wanted.domain):
            raise NotUnderstood("a function of another type than is wanted")
        inner = wanted.codomain
    (local,), inside = opened(el, (name,), domain, scope)
    if binder.pattern is not None:
        inside = patterned(el, binder.pattern, local, inside)
    body = _function(el, rest, term, inside, inner)
    return Lam(
        slot=local.slot,
        name=name,
        domain=domain,
        body=body,
        type=Function(domain=domain, codomain=body.type),
        start=term.start,
        end=term.end,
    )


def _body(el: Elaborator, term: ast.Term, scope: Scope, wanted: Type | None) -> Node:
    if wanted is None or isinstance(wanted, Hole):
        return el.term(term, scope)
    return el.check(term, scope, wanted)


def big(el: Elaborator, term: ast.BigOp, scope: Scope, expected: Type | None) -> Node:
    """∑ x ∈ s, f x and ∏; several binders nest."""
    if term.kind not in ("∑", "∏") or term.measure is not None:
        raise NotUnderstood(f"the operation {term.kind}")
    return _big(el, list(term.binders), term, scope, expected)


def _big(el: Elaborator, binders: list[ast.Binder], term: ast.BigOp, scope: Scope, expected: Type | None) -> Node:
    if not binders:
        return _body(el, term.body, scope, expected if expected is not None and numeric(expected) else None)
    binder, rest = binders[0], binders[1:]
    if len(binder.names) > 1 and binder.pattern is None:
        binders = [
            ast.Binder(names=(n,), type=binder.type, relation=binder.relation, domain=binder.domain)
            for n in binder.names
        ]
        return _big(el, binders + rest, term, scope, expected)
    domain, members = of_binder(el, binder, scope)
    if binder.domain is not None and members is None:
        raise NotUnderstood("a bound of a sum")
    if members is not None and not isinstance(pruned(members.type), FinsetType | SetType):
        raise NotUnderstood("the range of a sum")
    (local,), inside = opened(el, binder.names if binder.pattern is None else ("·",), domain, scope)
    if binder.pattern is not None:
        inside = patterned(el, binder.pattern, local, inside)
    condition = el.prop(term.condition, inside) if term.condition is not None and not rest else None
    body = _big(el, rest, term, inside, expected)
    if not numeric(body.type) and not isinstance(pruned(body.type), Hole):
        raise NotUnderstood("a sum outside of numbers")
    return Big(
        kind=term.kind,
        slot=local.slot,
        name=local.name,
        domain=domain,
        body=body,
        over=members,
        condition=condition,
        type=body.type,
        start=term.start,
        end=term.end,
    )


def builder(el: Elaborator, term: ast.SetBuilder, scope: Scope, expected: Type | None) -> Node:
    """{x | p}, {x ∈ s | p} and {f x | x}; a finset where one is filtered."""
    if term.kind != "{}":
        raise NotUnderstood("a subtype as a value")
    if (
        term.condition is None
        or len(term.binders) != 1
        or (len(term.binders[0].names) > 1 and not term.binders[0].pattern)
    ):
        return _image(el, term, scope)
    binder = term.binders[0]
    domain, members = of_binder(el, binder, scope)
    wanted = pruned(expected) if expected is not None else None
    if isinstance(wanted, SetType | FinsetType):
        el.unify(domain, wanted.of)
    (local,), inside = opened(el, binder.names if binder.pattern is None else ("·",), domain, scope)
    if binder.pattern is not None:
        inside = patterned(el, binder.pattern, local, inside)
    condition = el.prop(term.condition, inside)
    if binder.domain is not None and members is None:
        bound = _bound(el, local, binder, inside)
        condition = Op(op="∧", args=(bound, condition), type=PROP, start=term.start, end=term.end)
    filtered = members is not None and isinstance(pruned(members.type), FinsetType) and not isinstance(wanted, SetType)
    if members is not None and not filtered:
        inside_ = arithmetic.member(el, local, members, binder)
        condition = Op(op="∧", args=(inside_, condition), type=PROP, start=term.start, end=term.end)
    kind: Type = FinsetType(of=domain) if filtered else SetType(of=domain)
    return SetOf(
        slot=local.slot,
        name=local.name,
        domain=domain,
        condition=condition,
        over=members if filtered else None,
        type=kind,
        start=term.start,
        end=term.end,
    )


def _image(el: Elaborator, term: ast.SetBuilder, scope: Scope) -> Node:
    """{f x | (x) (h : p x)} is {y | ∃ x, p x ∧ f x = y}."""
    if term.image is None:
        raise NotUnderstood("a set of several variables")
    local = Local(slot=el.slot(), name="·", type=Hole())
    same = ast.Binary(op="=", left=term.image, right=ast.Name(text="·"), start=term.start, end=term.end)
    body = ast.Quantifier(kind="∃", binders=term.binders, body=same, start=term.start, end=term.end)
    condition = el.term(body, {**scope, "·": local})
    return SetOf(
        slot=local.slot,
        name="·",
        domain=local.type,
        condition=condition,
        over=None,
        type=SetType(of=local.type),
        start=term.start,
        end=term.end,
    )


def vector(el: Elaborator, term: ast.ListLit, scope: Scope, wanted: Type | None) -> Node:
    """![a, b, c]: a function from Fin 3."""
    raise NotUnderstood("a vector")
