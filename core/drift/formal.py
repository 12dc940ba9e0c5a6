"""What a Lean statement says, in the terms in which it is compared with the prose."""

from __future__ import annotations

from ..formal import ast
from ..formal.ast import Binder, BinderKind, Definition, Statement, Term
from ..formal.walk import walk
from ..value import value
from .claim import Claim, Gathering
from .expr import Expr, conjuncts, leaf, node
from .formal_names import NUMBER_SYSTEMS, is_proposition, variable
from .formal_terms import Terms


@value
class Formal:
    """A statement read for comparison.

    ``claim``: its variables, premises and conclusions. ``identifiers``: every name in it, parts of dotted ones too,
    with the fields that are projected; ``classes``: the heads of its instance binders. ``functions``, ``scalars``: its
    variables that are and are not applied; ``types``: those that are types.
    ``operators``: the signs in it. They hold what the definitions beside it bring that it uses. ``helped``: one of
    these could not be read, so that anything may stand in it.
    ``places``: where premises stand. ``content``: what is claimed, as a tree; ``goal``: the same as a term of the
    comparison.
    """

    claim: Claim
    identifiers: frozenset[str]
    classes: tuple[str, ...]
    functions: frozenset[str]
    scalars: frozenset[str]
    types: frozenset[str]
    operators: frozenset[str]
    helped: bool
    places: tuple[tuple[Expr, int, int], ...]
    goal: Expr
    content: Term
    statement: Statement

    def place(self, expr: Expr) -> tuple[int, int]:
        """Where ``expr`` stands in the Lean text; the goal for what is not a premise of its own."""
        for known, start, end in self.places:
            if known == expr:
                return start, end
        return self.statement.goal.start, self.statement.goal.end


def read_formal(statement: Statement) -> Formal:
    """``statement`` as far as its terms are understood."""
    binders = (*_used_variables(statement), *statement.binders)
    bound = frozenset(name for binder in binders for name in binder.names if name != "_")
    gathering = Gathering()
    lets = {name: Terms(bound).read(binder.default) for binder in binders if binder.default for name in binder.names}
    terms = Terms(bound - frozenset(lets), lets)
    places: list[tuple[Expr, int, int]] = []
    classes: list[str] = []
    functions: set[str] = set()
    scalars: set[str] = set()
    for binder in binders:
        if binder.kind is BinderKind.INSTANCE:
            _instance(binder, terms, gathering, classes)
        elif is_proposition(binder.type, binder.names):
            read = terms.read(binder.type)
            gathering.assume(read)
            places.extend((part, binder.start, binder.end) for part in conjuncts(read))
        else:
            _variables(binder, gathering, functions, scalars)
    content = stated(statement)
    goal = terms.read(content)
    gathering.conclude(goal)
    nodes = _nodes(statement, binders)
    definitions = _used_definitions(statement, nodes)
    for definition in definitions:
        for part in (definition.body, definition.type, *(binder.type for binder in definition.binders)):
            if part is not None:
                nodes.extend(walk(part))
    return Formal(
        claim=gathering.claim(),
        identifiers=frozenset(_identifiers(nodes)),
        classes=tuple(classes),
        functions=frozenset(functions),
        scalars=frozenset(scalars),
        types=frozenset(name for binder in binders if isinstance(binder.type, ast.Sort) for name in binder.names),
        operators=frozenset(_operators(nodes)),
        helped=any(definition.body is None for definition in definitions),
        places=tuple(places),
        goal=goal,
        content=content,
        statement=statement,
    )


def stated(statement: Statement) -> Term:
    """What is claimed: the goal, or the body of a definition that is a proposition."""
    if statement.body is not None and isinstance(statement.goal, ast.Sort) and statement.goal.kind == "Prop":
        return statement.body
    return statement.goal


def _used_variables(statement: Statement) -> tuple[Binder, ...]:
    """The variables of the file that the statement mentions, with the instances on them."""
    if not statement.variables:
        return ()
    mentioned = {
        here.text
        for binder in statement.binders
        if binder.type is not None
        for here in walk(binder.type)
        if isinstance(here, ast.Name)
    } | {here.text for here in walk(statement.goal) if isinstance(here, ast.Name)}
    kept: list[Binder] = []
    for binder in statement.variables:
        named = any(name in mentioned for name in binder.names)
        about = binder.kind is BinderKind.INSTANCE and binder.type is not None
        if named or (about and any(isinstance(x, ast.Name) and x.text in mentioned for x in walk(binder.type))):  # type: ignore[arg-type]
            kept.append(binder)
    return tuple(kept)


def _instance(binder: Binder, terms: Terms, gathering: Gathering, classes: list[str]) -> None:
    head = binder.type
    while isinstance(head, ast.Quantifier | ast.Binary):
        head = head.body if isinstance(head, ast.Quantifier) else head.right
    if isinstance(head, ast.Apply) and isinstance(head.function, ast.Name):
        name = head.function.text.rsplit(".", 1)[-1]
        if name in ("Fact", "NeZero"):
            gathering.assume(terms.read(head))
            return
        classes.append(name)
    elif isinstance(head, ast.Projection):
        classes.append(head.field)
    gathering.complete = False


def _variables(binder: Binder, gathering: Gathering, functions: set[str], scalars: set[str]) -> None:
    for name in binder.names:
        if name == "_":
            continue
        said = variable(name)
        base = said.args[0].head if said.args else name
        if is_applied(binder.type):
            functions.add(base)
        elif isinstance(binder.type, ast.Name) and binder.type.text in NUMBER_SYSTEMS:
            scalars.add(base)
        gathering.declare(leaf(base), _type_text(binder.type))
        for fact in Terms(frozenset(binder.names)).said_by_type(said, binder.type):
            gathering.assume(fact)
        if binder.relation and binder.domain is not None:
            gathering.assume(node(binder.relation, said, Terms(frozenset(binder.names)).read(binder.domain)))


def is_applied(type_: Term | None) -> bool:
    """Whether values of a type are applied to arguments: functions, polynomials, homomorphisms."""
    if isinstance(type_, ast.Quantifier):
        return True
    if isinstance(type_, ast.Binary):
        return type_.op.startswith("→") or type_.op.startswith("≃")
    if isinstance(type_, ast.Apply) and isinstance(type_.function, ast.Name):
        return type_.function.text.rsplit(".", 1)[-1] in ("Polynomial", "End", "Equiv", "Perm", "MulAut", "LinearMap")
    return False


def _type_text(type_: Term | None) -> str:
    if isinstance(type_, ast.Name):
        return NUMBER_SYSTEMS.get(type_.text, type_.text)
    return "" if type_ is None else "…"


def _nodes(statement: Statement, binders: tuple[Binder, ...]) -> list[Term]:
    found: list[Term] = []
    for binder in binders:
        for part in (binder.type, binder.default, binder.domain):
            if part is not None:
                found.extend(walk(part))
    found.extend(walk(stated(statement)))
    return found


def _identifiers(nodes: list[Term]) -> set[str]:
    found: set[str] = set()
    for here in nodes:
        if isinstance(here, ast.Name):
            found.add(here.text)
            found.update(here.text.split("."))
        elif isinstance(here, ast.Projection):
            found.add(here.field)
    return found


def _operators(nodes: list[Term]) -> set[str]:
    found: set[str] = set()
    for here in nodes:
        if isinstance(here, ast.Binary | ast.Unary):
            found.add(here.op)
        elif isinstance(here, ast.Quantifier | ast.BigOp):
            found.add(here.kind)
        elif isinstance(here, ast.Congruence):
            found.add("≡")
        elif isinstance(here, ast.Norm):
            found.add(here.kind)
        elif isinstance(here, ast.SetBuilder | ast.SetLit):
            found.add("{}")
    return found


def _used_definitions(statement: Statement, nodes: list[Term]) -> list[Definition]:
    """The definitions beside the statement that it uses, directly or through others."""
    by_name = {definition.name.rsplit(".", 1)[-1]: definition for definition in statement.definitions}
    found: dict[str, Definition] = {}
    waiting = list(nodes)
    while waiting and by_name:
        here = waiting.pop()
        last = here.text.rsplit(".", 1)[-1] if isinstance(here, ast.Name) else ""
        definition = by_name.get(last)
        if definition is not None and last not in found:
            found[last] = definition
            for part in (definition.body, definition.type, *(binder.type for binder in definition.binders)):
                if part is not None:
                    waiting.extend(walk(part))
    return list(found.values())
