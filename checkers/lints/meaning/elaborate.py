"""From the syntax of a statement to typed nodes, as Lean's elaborator would: coercions at the leaves, numerals in ℕ
where nothing else decides, holes for types that are left out.

Only what is modelled is elaborated. A proposition with a part outside of it becomes ``Hidden`` (always unknown); the
propositions around it keep their meaning.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from ....core.formal import ast
from ..values.outcomes import NotUnderstood
from . import arithmetic
from .library import Entry, Signature, Special, entries
from .nodes import Ap, Constant, Hidden, Lam, Local, Node, Op, Part, Place
from .terms import CONNECTIVES, RULES
from .types import (
    BOOL,
    NAT,
    PROP,
    Abstract,
    FinsetType,
    FinType,
    Function,
    Ground,
    Hole,
    ListType,
    Product,
    SetType,
    Subtype,
    Type,
    ZModType,
    base,
    numeric,
    pruned,
    widens,
)

Scope: TypeAlias = Mapping[str, Node]
"""What the names in scope stand for."""
Argument: TypeAlias = "ast.Term | Node"
"""An argument as written, or elaborated already."""

SYNONYMS = (
    {"Prime", "Nat.Prime"},
    {"gcd", "Nat.gcd"},
    {"lcm", "Nat.lcm"},
    {"gcd", "Int.gcd"},
    {"lcm", "Int.lcm"},
    {"Nat.card", "Fintype.card"},
)
"""Functions that agree wherever both are defined."""
ELSEWHERE = frozenset(
    f"{space}.{name}"
    for space in ("Complex", "NNReal", "Matrix", "Polynomial")
    for name in ("exp", "sin", "cos", "tan", "log", "abs", "sqrt", "norm")
)
"""Names of namespaces that are not modelled: where these are open, the short name may mean them."""
MAX_DEPTH = 60
"""Terms inside one another that are elaborated: each takes several frames of Python's stack."""
MAX_NODES = 4000
"""Nodes built for one statement: definitions that use definitions grow."""
PREFIXES: dict[str, str] = {
    "ℕ": "Nat",
    "ℤ": "Int",
    "ℚ": "Rat",
    "ℝ": "Real",
    "ℕ+": "PNat",
    "ℝ≥0": "NNReal",
    "Bool": "Bool",
}
SHAPED: tuple[tuple[type, str], ...] = (
    (FinsetType, "Finset"),
    (SetType, "Set"),
    (ListType, "List"),
    (FinType, "Fin"),
    (ZModType, "ZMod"),
    (Function, "Function"),
    (Product, "Prod"),
)


class Elaborator:
    """Elaborates the parts of one statement; ``opened`` are its namespaces, ``definitions`` what stands before it,
    ``models`` what its type variables stand for.

    ``exponent``: whether the term at hand stands in an exponent (it names what truncation there is called).
    """

    def __init__(
        self,
        *,
        opened: Sequence[str] = (),
        definitions: Sequence[ast.Definition] = (),
        models: Mapping[str, Type] | None = None,
    ) -> None:
        self.models = models or {}
        self.opened = tuple(opened)
        self.exponent = False
        self.slots = 0
        self._nodes = self._depth = 0
        self._definitions = {definition.name: definition for definition in definitions}
        self._inlined: dict[str, Node | None] = {}

    def slot(self) -> int:
        """A fresh slot."""
        self.slots += 1
        return self.slots - 1

    # propositions

    def prop(self, term: Argument, scope: Scope) -> Node:
        """The proposition; Hidden where its outermost part is not understood. Never raises NotUnderstood."""
        self._depth += 1
        try:
            if self._depth > MAX_DEPTH:
                raise NotUnderstood("terms that are nested too deep")
            if isinstance(term, ast.Binary) and term.op in CONNECTIVES:
                return self._connective(term, scope)
            if isinstance(term, ast.Unary) and term.op == "¬":
                return Op(op="¬", args=(self.prop(term.operand, scope),), type=PROP, start=term.start, end=term.end)
            return self.coerced(self.term(term, scope, PROP), PROP)
        except NotUnderstood as reason:
            return Hidden(why=str(reason), type=PROP, start=term.start, end=term.end)
        finally:
            self._depth -= 1

    def _connective(self, term: ast.Binary, scope: Scope) -> Node:
        left, right = self.prop(term.left, scope), self.prop(term.right, scope)
        return Op(op=term.op, args=(left, right), type=PROP, start=term.start, end=term.end)

    # terms

    def term(self, term: Argument, scope: Scope, expected: Type | None = None) -> Node:
        """The term, with a type that may still be a hole or differ from ``expected``, which is only a hint."""
        if isinstance(term, Place):
            return term
        self._nodes += 1
        if self._nodes > MAX_NODES:
            raise NotUnderstood("a statement that grows too large")
        rule = RULES.get(type(term))
        if rule is None:
            raise NotUnderstood(f"notation that is not modelled: {type(term).__name__}")
        if self._depth > MAX_DEPTH:
            raise NotUnderstood("terms that are nested too deep")
        self._depth += 1
        try:
            return rule(self, term, scope, expected)
        finally:
            self._depth -= 1

    def check(self, term: Argument, scope: Scope, wanted: Type) -> Node:
        """The term as a value of type ``wanted``, coerced where Lean would."""
        return self.coerced(self.term(term, scope, wanted), wanted)

    def coerced(self, node: Node, wanted: Type) -> Node:
        """The node with a coercion around it where its type needs one; raises NotUnderstood if none is modelled."""
        if self.unify(node.type, wanted):
            return node
        source, target = pruned(node.type), pruned(wanted)
        if source == BOOL and target == PROP:
            return Op(
                op="=",
                args=(node, Constant(value=True, type=BOOL, shown="true")),
                type=PROP,
                start=node.start,
                end=node.end,
            )
        if widens(source, target):
            return arithmetic.cast(node, target)
        raise NotUnderstood(f"a term of another type than is wanted ({shown(source)}, {shown(target)})")

    def unify(self, left: Type, right: Type) -> bool:
        """Make the two types equal by filling holes; False where they cannot be."""
        left, right = pruned(left), pruned(right)
        if left is right:
            return True
        if isinstance(left, Hole):
            return _filled(left, right)
        if isinstance(right, Hole):
            return _filled(right, left)
        match left, right:
            case Function(), Function():
                return self.unify(left.domain, right.domain) and self.unify(left.codomain, right.codomain)
            case SetType(of=one), SetType(of=other):
                return self.unify(one, other)
            case FinsetType(of=one), FinsetType(of=other):
                return self.unify(one, other)
            case ListType(of=one), ListType(of=other):
                return self.unify(one, other)
            case Product(), Product():
                return self.unify(left.left, right.left) and self.unify(left.right, right.right)
            case _:
                return left == right

    # application

    def apply(self, function: Node, arguments: Sequence[Argument], scope: Scope, at: Place | ast.Spanned) -> Node:
        """A function value applied to arguments, one after the other."""
        for argument in arguments:
            if isinstance(argument, ast.NamedArgument):
                raise NotUnderstood("a named argument")
            kind = pruned(function.type)
            if isinstance(kind, Hole) and not kind.numeric:
                kind.known = Function(domain=Hole(), codomain=Hole())
                kind = kind.known
            if not isinstance(kind, Function):
                raise NotUnderstood("something applied that is no function")
            given = self.check(argument, scope, kind.domain)
            function = Ap(function=function, argument=given, type=kind.codomain, start=at.start, end=at.end)
        return function

    def named(
        self, name: str, arguments: Sequence[Argument], scope: Scope, expected: Type | None, at: ast.Spanned
    ) -> Node:
        """A name applied to arguments: of the scope, of the text's definitions, else of the library."""
        if name in scope:
            return self.apply(scope[name], arguments, scope, at)
        defined = self._defined(name)
        if defined is not None:
            return self.apply(defined, arguments, scope, at)
        found = entries(name, self.opened)
        if not found:
            raise NotUnderstood(f"the name {name}")
        complete = [entry for entry in found if entry.arity <= len(arguments)]
        return self._overloaded(name, complete or found, arguments, scope, expected, at)

    def _overloaded(
        self,
        name: str,
        found: Sequence[Entry],
        arguments: Sequence[Argument],
        scope: Scope,
        expected: Type | None,
        at: ast.Spanned,
    ) -> Node:
        """The one meaning of a name that elaborates; where several namespaces give it several, Lean refuses it too."""
        if any(f"{space}.{name}" in ELSEWHERE for space in self.opened):
            raise NotUnderstood(f"the name {name}, which has several meanings")
        made: list[Node] = []
        meanings: set[str] = set()
        failure: NotUnderstood | None = None
        for entry in found:
            try:
                made.append(self.library(entry, arguments, scope, expected, at))
                meanings.add(entry.name)
            except NotUnderstood as reason:
                failure = failure or reason
        if not made:
            raise failure or NotUnderstood(f"the name {name}")
        if len(made) > 1 and meanings not in SYNONYMS:
            raise NotUnderstood(f"the name {name}, which has several meanings")
        return made[0]

    def library(
        self,
        entry: Signature | Special,
        arguments: Sequence[Argument],
        scope: Scope,
        expected: Type | None,
        at: ast.Spanned,
    ) -> Node:
        """An entry of the library applied to arguments; missing ones are abstracted, further ones applied."""
        if any(isinstance(argument, ast.NamedArgument) for argument in arguments):
            raise NotUnderstood("a named argument")
        wanted = entry.arity
        given = list(arguments[:wanted])
        names: list[Local] = []
        while len(given) < wanted:
            kind = entry.arguments[len(given)] if isinstance(entry, Signature) else Hole()
            names.append(Local(slot=self.slot(), name=f"·{len(names) + 1}", type=kind))
            given.append(names[-1])
        if isinstance(entry, Signature):
            nodes = tuple(self.check(one, scope, kind) for one, kind in zip(given, entry.arguments, strict=True))
            node = entry.call(nodes, at, exponent=self.exponent)
        else:
            node = entry.build(self, given, scope, expected, at)
        for local in reversed(names):
            node = Lam(
                slot=local.slot,
                name=local.name,
                domain=local.type,
                body=node,
                type=Function(domain=local.type, codomain=node.type),
                start=at.start,
                end=at.end,
            )
        return self.apply(node, arguments[wanted:], scope, at)

    def _defined(self, name: str) -> Node | None:
        """The body of a definition of the text as a function of its binders; None where the text has none."""
        full = next((n for n in (name, *(f"{space}.{name}" for space in self.opened)) if n in self._definitions), None)
        if full is None:
            return None
        if full not in self._inlined:
            self._inlined[full] = None  # a definition that uses itself finds this
            self._inlined[full] = self._unfolded(self._definitions[full])
        found = self._inlined[full]
        if found is None:
            raise NotUnderstood(f"the definition {name}, which uses itself")
        return found

    def _unfolded(self, definition: ast.Definition) -> Node:
        if definition.body is None or definition.keyword not in ("def", "abbrev"):
            raise NotUnderstood(f"the definition {definition.name}")
        term: ast.Term = definition.body
        if definition.type is not None:
            term = ast.Ascription(term=term, type=definition.type, start=term.start, end=term.end)
        for binder in reversed(definition.binders):
            if binder.kind is not ast.BinderKind.EXPLICIT:
                raise NotUnderstood(f"the definition {definition.name} with implicit binders")
            term = ast.Lambda(binders=(binder,), body=term, start=term.start, end=term.end)
        return self.term(term, {})

    def projected(self, node: Node, field: str, arguments: Sequence[Argument], scope: Scope, at: ast.Spanned) -> Node:
        """node.field applied to arguments."""
        kind = base(node.type)
        if field in ("val", "1") and (isinstance(pruned(node.type), Subtype) or (kind == NAT and field == "val")):
            return self.apply(arithmetic.cast(node, kind), arguments, scope, at)
        if isinstance(kind, FinType | ZModType) and field in ("val", "1", "toNat"):
            return self.apply(arithmetic.value_of(node), arguments, scope, at)
        if isinstance(kind, Product) and field in ("1", "fst", "2", "snd"):
            first = field in ("1", "fst")
            part = Part(
                of=node, index=0 if first else 1, type=kind.left if first else kind.right, start=at.start, end=at.end
            )
            return self.apply(part, arguments, scope, at)
        if isinstance(kind, Hole):
            # Lean would wait for the type; only the natural numbers have these methods in the library below.
            self.unify(kind, NAT)
            kind = base(node.type)
        prefix = PREFIXES.get(kind.name) if isinstance(kind, Ground) else None
        prefix = prefix or next((name for shape, name in SHAPED if isinstance(kind, shape)), None)
        if prefix is None:
            raise NotUnderstood(f"the field {field} of a value that is not modelled")
        return (
            self.named(f"{prefix}.{field}", (node, *arguments), {}, None, at)
            if not arguments
            else self.named(
                f"{prefix}.{field}",
                (node, *arguments),
                {n: v for n, v in scope.items() if n != f"{prefix}.{field}"},
                None,
                at,
            )
        )


def _filled(hole: Hole, other: Type) -> bool:
    """Fill a hole; a hole for numbers takes types of numbers only."""
    if isinstance(other, Hole):
        other.numeric |= hole.numeric
    elif (hole.numeric and not numeric(other)) or _occurs(hole, other):
        return False
    hole.known = other
    return True


def _occurs(hole: Hole, type_: Type) -> bool:
    """Whether the hole is a part of the type: filled with it, the type would never end."""
    waiting = [type_]
    while waiting:
        part = pruned(waiting.pop())
        if part is hole:
            return True
        match part:
            case Function(domain=one, codomain=other) | Product(left=one, right=other):
                waiting += [one, other]
            case SetType(of=one) | FinsetType(of=one) | ListType(of=one) | Subtype(of=one):
                waiting.append(one)
    return False


def shown(type_: Type) -> str:
    """A type for people."""
    type_ = pruned(type_)
    if isinstance(type_, Ground | Abstract):
        return type_.name
    return "a type to be inferred" if isinstance(type_, Hole) else type(type_).__name__.removesuffix("Type")
