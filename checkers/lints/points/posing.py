"""A statement as a claim about variables: what they range over, what is assumed of them, what is claimed.

The goal is opened: ∀ x, p → q adds a variable and a hypothesis. A hypothesis that defines a function everywhere
(∀ x, f x = …) makes it a definition.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from ....core.formal import Statement, ast
from ....core.value import value
from ..meaning.elaborate import Elaborator, Scope
from ..meaning.formers import GROUND, MAY_BE_EMPTY, is_type, type_of
from ..meaning.nodes import Ap, Big, Bind, Hidden, Lam, Local, Node, Op, Quant, Recursion, SetOf, slots, walk
from ..meaning.types import (
    NAT,
    PROP,
    Abstract,
    FinsetType,
    FinType,
    Function,
    Hole,
    ListType,
    Product,
    SetType,
    Subtype,
    Type,
    ZModType,
    pruned,
)
from ..values.outcomes import NotUnderstood
from .recursion import recursion

ASSUMED_CLASSES = frozenset(
    """Fintype Finite DecidableEq Decidable Nonempty Inhabited Group CommGroup AddGroup AddCommGroup Monoid
    CommMonoid Ring CommRing Semiring CommSemiring Field DivisionRing Module Algebra TopologicalSpace
    MetricSpace NormedAddCommGroup NormedSpace InnerProductSpace LinearOrder PartialOrder Preorder Lattice
    T2Space CompactSpace""".split()
)
"""Classes whose instances on an abstract type say nothing about numbers, and which hold of some type together."""


@value
class Variable:
    """A variable of the claim."""

    slot: int
    name: str
    type: Type = field(compare=False)


@value
class Posed:
    """The claim: for all values of ``variables`` at which ``hypotheses`` hold, ``goal`` holds.

    ``definitions``: slot → the function that a hypothesis makes it. ``slots``: how many there are.
    ``unknown``: sentences on what is not modelled; a claim with a hidden hypothesis is never refuted.
    """

    variables: tuple[Variable, ...]
    hypotheses: tuple[Node, ...]
    goal: Node
    definitions: dict[int, Node]
    slots: int
    unknown: tuple[str, ...]

    @property
    def nodes(self) -> tuple[Node, ...]:
        """All nodes of the claim."""
        return (*self.hypotheses, *self.definitions.values(), self.goal)


def pose(statement: Statement, models: Mapping[str, Type] | None = None) -> Posed:
    """The claim that a statement makes; what is not understood of it is hidden in its place.

    ``models``: what type variables stand for; their instances are taken to hold.
    """
    elaborator = Elaborator(
        opened=(*statement.namespaces, *statement.opened), definitions=statement.definitions, models=models
    )
    opener = _Opener(elaborator)
    for binder in (*_used(statement), *statement.binders):
        opener.binder(binder)
    opener.goal(elaborator.prop(statement.goal, opener.scope))
    return opener.posed()


def _used(statement: Statement) -> tuple[ast.Binder, ...]:
    """The ``variable`` binders that are named in the statement, and those that these name."""
    from ....core.formal.walk import names_in

    if not statement.variables:
        return ()
    wanted = {name.text.split(".")[0] for part in (*statement.binders, statement.goal) for name in names_in(part)}
    kept: list[ast.Binder] = []
    for binder in reversed(statement.variables):
        about = {name.text for name in names_in(binder)}
        if wanted & set(binder.names) or (binder.kind is ast.BinderKind.INSTANCE and about & wanted):
            kept.append(binder)
            wanted |= about
    return tuple(reversed(kept))


class _Opener:
    def __init__(self, elaborator: Elaborator) -> None:
        self.elaborator = elaborator
        self.scope: Scope = {}
        self.variables: list[Variable] = []
        self.hypotheses: list[Node] = []
        self.unknown: list[str] = []

    def binder(self, binder: ast.Binder) -> None:
        """A binder of the statement: variables or a hypothesis."""
        if binder.kind is ast.BinderKind.INSTANCE:
            self._instance(binder)
            return
        if binder.type is None or is_type(binder.type, self.scope):
            kind = self._type(binder)
            inner = pruned(kind)
            if isinstance(inner, Abstract) and inner.name in MAY_BE_EMPTY:
                self._assume(_hidden("a value of a type that may have none"))
            for name in binder.names:
                local = Local(slot=self.elaborator.slot(), name=name, type=kind)
                self.variables.append(Variable(slot=local.slot, name=name, type=kind))
                self.scope = {**self.scope, name: local}
            return
        self._assume(self.elaborator.prop(binder.type, self.scope))
        for name in binder.names:  # a proof that is used as a term is not modelled
            self.scope = {key: node for key, node in self.scope.items() if key != name}

    def _type(self, binder: ast.Binder) -> Type:
        try:
            if binder.type is not None:
                return type_of(self.elaborator, binder.type, self.scope)
            if binder.default is not None:
                return self.elaborator.term(binder.default, self.scope).type
        except NotUnderstood as reason:
            return Abstract(name=str(reason))
        return Hole()

    def _instance(self, binder: ast.Binder) -> None:
        term = binder.type
        head = term.function if isinstance(term, ast.Apply) else term
        name = head.text if isinstance(head, ast.Name) else ""
        for argument in term.arguments if isinstance(term, ast.Apply) else ():
            if isinstance(argument, ast.Name) and argument.text not in self.scope and argument.text not in GROUND:
                # a type variable that Lean binds by itself
                local = Local(slot=self.elaborator.slot(), name=argument.text, type=Abstract(name="Type"))
                self.scope = {**self.scope, argument.text: local}
        if name in ("Fact", "NeZero"):
            self._assume(self.elaborator.prop(term, self.scope) if term is not None else _hidden("an instance"))
        elif self.elaborator.models and self._of_type_variables(term):
            return
        elif name not in ASSUMED_CLASSES or not self._of_type_variables(term):
            self._assume(_hidden(f"the instance {name or 'of a class'}"))

    def _of_type_variables(self, term: ast.Term | None) -> bool:
        """Whether an instance speaks of type variables only, which can be chosen to have it."""
        arguments = term.arguments if isinstance(term, ast.Apply) else ()
        return all(
            isinstance(argument, ast.Name)
            and argument.text not in GROUND
            and (argument.text not in self.scope or isinstance(pruned(self.scope[argument.text].type), Abstract))
            for argument in arguments
        )

    def _assume(self, node: Node) -> None:
        if isinstance(node, Op) and node.op == "∧":
            for part in node.args:
                self._assume(part)
        else:
            self.hypotheses.append(node)

    def goal(self, node: Node) -> None:
        """Open the goal as far as it is universal."""
        while True:
            if isinstance(node, Quant) and node.kind == "∀":
                self.variables.append(Variable(slot=node.slot, name=node.name, type=node.domain))
                node = node.body
            elif isinstance(node, Op) and node.op == "→":
                self._assume(node.args[0])
                node = node.args[1]
            elif isinstance(node, Bind) and not isinstance(pruned(node.value.type), Function):
                kind = node.value.type
                self.variables.append(Variable(slot=node.slot, name="let", type=kind))
                local = Local(slot=node.slot, name="let", type=kind)
                self.hypotheses.append(Op(op="=", args=(local, node.value), type=PROP, start=node.start, end=node.end))
                node = node.body
            else:
                break
        self.claim = node

    def posed(self) -> Posed:
        nodes = [node for part in (*self.hypotheses, self.claim) for node in walk(part)]
        for node in nodes:
            if isinstance(node, Op) and node.op == "cast":
                kind = pruned(node.type)
                if isinstance(kind, Hole):
                    kind.known = Abstract(name="the target of a coercion")
        types = [
            *(variable.type for variable in self.variables),
            *(node.type for node in nodes),
            *(node.domain for node in nodes if isinstance(node, Quant | Lam | SetOf | Big)),
        ]
        for kind in {id(kind): kind for kind in types}.values():
            _settle(kind)
        hypotheses = list(self.hypotheses)
        definitions: dict[int, Node] = {}
        functions = {v.slot for v in self.variables if isinstance(pruned(v.type), Function)}
        for hypothesis in self.hypotheses:
            found = defined(hypothesis, functions - set(definitions), definitions)
            if found is not None:
                definitions[found[0]] = found[1]
                hypotheses.remove(hypothesis)
        for hypothesis in list(hypotheses):
            found_ = recursion(hypothesis, functions - set(definitions), hypotheses)
            if found_ is not None:
                definitions[found_.slot] = found_
                hypotheses.remove(hypothesis)
        if len(hypotheses) < len(self.hypotheses):
            nodes = [node for part in (*hypotheses, self.claim) for node in walk(part)]
        hidden = [node.why for node in nodes if isinstance(node, Hidden)]
        return Posed(
            variables=tuple(self.variables),
            hypotheses=tuple(hypotheses),
            goal=self.claim,
            definitions=definitions,
            slots=self.elaborator.slots,
            unknown=tuple(dict.fromkeys([*self.unknown, *hidden])),
        )


def _settle(kind: Type) -> None:
    """Numerals whose type nothing decides are in ℕ, as Lean's default instance has it."""
    kind = pruned(kind)
    if isinstance(kind, Hole):
        if kind.numeric:
            kind.known = NAT
    elif isinstance(kind, Function):
        _settle(kind.domain)
        _settle(kind.codomain)
    elif isinstance(kind, Product):
        _settle(kind.left)
        _settle(kind.right)
    elif isinstance(kind, SetType | FinsetType | ListType | Subtype):
        _settle(kind.of)


def _hidden(why: str) -> Node:
    return Hidden(why=why, type=PROP)


def defined(hypothesis: Node, functions: set[int], before: dict[int, Node]) -> tuple[int, Node] | None:
    """(slot, function) where the hypothesis is ∀ x…, f x… = t with f not in t and distinct variables x…"""
    bound: list[Quant] = []
    node = hypothesis
    while isinstance(node, Quant) and node.kind == "∀":
        bound.append(node)
        node = node.body
    if not bound or not isinstance(node, Op) or node.op != "=":
        return None
    for side, other in (node.args, node.args[::-1]):
        arguments: list[Node] = []
        head = side
        while isinstance(head, Ap):
            arguments.insert(0, head.argument)
            head = head.function
        if not isinstance(head, Local) or head.slot not in functions or len(arguments) != len(bound):
            continue
        names = [part.slot for part in arguments if isinstance(part, Local)]
        inside = slots(other)
        # A definition by another function that is itself defined later would be circular.
        if sorted(names) != sorted(q.slot for q in bound) or head.slot in inside or inside & (functions - {head.slot}):
            continue
        by_slot = {q.slot: q for q in bound}
        result = other
        for slot in reversed(names):
            q = by_slot[slot]
            if isinstance(pruned(q.domain), Subtype):
                return None
            kind = Function(domain=q.domain, codomain=result.type)
            result = Lam(
                slot=slot, name=q.name, domain=q.domain, body=result, type=kind, start=node.start, end=node.end
            )
        return head.slot, result
    return None


def free(node: Node) -> frozenset[int]:
    """The slots that are used and not bound inside, with those that the types of bound variables depend on."""
    used: set[int] = set()
    bound: set[int] = set()
    typed: set[int] = set()
    for part in walk(node):
        if isinstance(part, Local):
            used.add(part.slot)
        elif isinstance(part, Quant | Lam | SetOf | Big):
            bound.add(part.slot)
            typed |= type_slots(part.domain)
        elif isinstance(part, Bind):
            bound.add(part.slot)
        elif isinstance(part, Recursion):
            bound |= {part.slot, part.index}
    return frozenset(used - bound | typed)


def type_slots(kind: Type) -> frozenset[int]:
    """The slots that a type depends on."""
    kind = pruned(kind)
    match kind:
        case FinType():
            return slots(kind.bound)
        case ZModType():
            return slots(kind.modulus)
        case Function():
            return type_slots(kind.domain) | type_slots(kind.codomain)
        case Product():
            return type_slots(kind.left) | type_slots(kind.right)
        case Subtype():
            return (slots(kind.condition) - {kind.slot}) | type_slots(kind.of)
        case _:
            inner = getattr(kind, "of", None)
            return frozenset() if inner is None else type_slots(inner)
