"""Every place of a statement, with what is bound and what is known to hold there.

A place in the goal knows the hypotheses, the antecedents before it, the bounds of the binders around it and the other
side of a conjunction; a place in a hypothesis knows the other hypotheses. That is what makes a guard a guard.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from ....core.formal.ast import (
    Apply,
    Ascription,
    BigOp,
    Binary,
    Binder,
    Definition,
    IfThenElse,
    Lambda,
    Let,
    Name,
    Numeral,
    Projection,
    Quantifier,
    SetBuilder,
    Statement,
    Term,
)
from ....core.formal.walk import Part, height
from ....core.value import value
from .bound import Bound
from .facts import MAX_FACTS, facts_in, facts_of_binder, negated
from .looked_at import known_of_variable
from .names import free_names
from .roles import roles
from .types import bound_by, element_type, type_from_use, type_of_name

MAX_SITES = 6000
"""More places than any statement of a textbook has; beyond it the lints say that they did not look."""

MAX_HEIGHT = 120
"""Terms that stand above one another: what compares and replaces terms goes down into them."""

TOO_LARGE = "the statement is too large for the lints on constants and scope, which looked at a part of it at most"

EVENTUALLY = "eventually large"
"""The head of the fact that a name runs to infinity: Apply(Name(EVENTUALLY), (Name(n),))."""

_LIMITS = frozenset(
    "Tendsto limsup liminf Eventually Frequently IsBigO IsLittleO IsEquivalent EventuallyEq limUnder lim".split()
)
_CONNECTIVES = frozenset(("∧", "∨", "→", "↔"))


@value
class Site:
    """A term where it stands.

    ``role``: what it is to ``up`` (left, right, body, argument 0, type, domain, …; "" at the top). ``names``: what is
    bound here. ``facts``: propositions known here, conjunctions taken apart. ``place``: for a person. ``hypothesis``:
    the binder whose type this is part of, None in the goal and in definitions. ``expected``: the type that a
    definition declares for its body.
    """

    term: Term
    role: str
    up: Site | None
    names: Mapping[str, Bound]
    facts: tuple[Term, ...]
    place: str
    hypothesis: Binder | None = None
    expected: Term | None = None

    def above(self) -> Iterator[Site]:
        """The sites around this one, innermost first."""
        site = self.up
        while site is not None:
            yield site
            site = site.up


@value
class Sites:
    """All places of a statement in the order of its text; ``complete`` is False where there were too many."""

    statement: Statement
    all: tuple[Site, ...]
    complete: bool

    @property
    def tops(self) -> tuple[Site, ...]:
        """The types of the binders, the goal and the bodies of definitions, as wholes."""
        return tuple(site for site in self.all if site.up is None)

    @property
    def overlooked(self) -> tuple[str, ...]:
        """A sentence where the statement was too large to look at all of it; nothing else."""
        return () if self.complete else (TOO_LARGE,)

    @property
    def goal(self) -> Site | None:
        """The whole goal; None where the walk ended before it."""
        return next((site for site in self.all if site.up is None and site.role == "goal"), None)


def sites_of(statement: Statement) -> Sites:
    """Walk a statement and the definitions before it. One that is too high has no places at all."""
    if any(height(part) > MAX_HEIGHT for part in _wholes(statement)):
        return Sites(statement=statement, all=(), complete=False)
    found: list[Site] = []
    for top in _tops(statement):
        stack = [top]
        while stack:
            site = stack.pop()
            found.append(site)
            if len(found) >= MAX_SITES:
                return Sites(statement=statement, all=tuple(found), complete=False)
            stack.extend(reversed(inside(site)))
    return Sites(statement=statement, all=tuple(found), complete=True)


def _wholes(statement: Statement) -> Iterator[Part]:
    yield statement.goal
    yield from (*statement.variables, *statement.binders)
    if statement.body is not None:
        yield statement.body
    for definition in statement.definitions:
        yield from definition.binders
        if definition.body is not None:
            yield definition.body


def _tops(statement: Statement) -> Iterator[Site]:
    for definition in statement.definitions:
        yield from _of_definition(definition)
    binders = (*statement.variables, *statement.binders)
    everything = tuple(fact for binder in binders for fact in facts_of_binder(binder))
    names: dict[str, Bound] = {}
    for index, binder in enumerate(binders):
        own = set(map(id, facts_of_binder(binder)))
        facts = tuple(fact for fact in everything if id(fact) not in own)[:MAX_FACTS]
        by = "variable" if index < len(statement.variables) else "statement"
        frozen = MappingProxyType(dict(names))
        where = ", ".join(name for name in binder.names if name != "_") or "an instance"
        if binder.type is not None:
            yield Site(
                term=binder.type, role="type", up=None, names=frozen, facts=facts, place=where, hypothesis=binder
            )
        if binder.default is not None:
            yield Site(
                term=binder.default, role="default", up=None, names=frozen, facts=facts, place=where, hypothesis=binder
            )
        for name in binder.names:
            names[name] = Bound(name=name, type=binder.type, binder=binder, by=by)
    frozen = MappingProxyType(dict(names))
    yield Site(term=statement.goal, role="goal", up=None, names=frozen, facts=everything[:MAX_FACTS], place="the goal")
    if statement.body is not None:
        yield Site(
            term=statement.body,
            role="definition",
            up=None,
            names=frozen,
            facts=everything[:MAX_FACTS],
            place=statement.name or "the definition",
        )


def _of_definition(definition: Definition) -> Iterator[Site]:
    facts = tuple(fact for binder in definition.binders for fact in facts_of_binder(binder))[:MAX_FACTS]
    names = MappingProxyType(
        {
            name: Bound(name=name, type=binder.type, binder=binder, by="statement")
            for binder in definition.binders
            for name in binder.names
        }
    )
    if definition.body is not None:
        yield Site(
            term=definition.body,
            role="definition",
            up=None,
            names=names,
            facts=facts,
            place=f"definition {definition.name}",
            expected=definition.type,
        )


def inside(site: Site) -> list[Site]:
    """The places right below one."""
    match site.term:
        case Name() | Numeral():
            return []
        case Binary(op=op, left=left, right=right) if op in _CONNECTIVES:
            return _connective(site, op, left, right)
        case Quantifier(kind=kind, binders=binders, body=body, measure=measure):
            below, inner = _bind(site, binders, kind, body)
            if kind in ("∀ᶠ", "∃ᶠ"):
                inner = _large(inner, binders, binders[-1].domain if binders else None)
            more = [] if measure is None else [_below(site, measure, "measure")]
            return [*below, _below(inner, body, "body", site), *more]
        case BigOp(kind=kind, binders=binders, body=body, condition=condition, measure=measure):
            below, inner = _bind(site, binders, kind, body)
            if condition is not None:
                below.append(_below(inner, condition, "condition", site))
                inner = _knowing(inner, facts_in(condition))
            more = [] if measure is None else [_below(site, measure, "measure")]
            return [*below, _below(inner, body, "body", site), *more]
        case Lambda(binders=binders, body=body):
            below, inner = _bind(site, binders, "fun", body)
            inner = _knowing(_large(inner, binders, _filter_of(site)), _looked_at(site))
            return [*below, _below(inner, body, "body", site)]
        case SetBuilder(binders=binders, condition=condition, image=image):
            part = condition if condition is not None else image
            binders = _typed(binders, image, site)
            below, inner = _bind(site, binders, "{}", part)
            return below if part is None else [*below, _below(inner, part, "body", site)]
        case Let(name=name, binders=binders, type=type_, value=value_, body=body, pattern=pattern):
            below, inner = _bind(site, binders, "let", value_)
            made = Binder(names=(name,), type=type_, pattern=pattern)
            names = dict(site.names)
            names[name] = Bound(name=name, type=type_, binder=made, by="let", value=value_)
            known = (Binary(op="=", left=Name(text=name), right=value_),) if not binders and pattern is None else ()
            scope = replace(site, names=MappingProxyType(names), facts=(*_without(site.facts, (name,)), *known))
            more = [] if type_ is None else [_below(inner, type_, "type", site)]
            return [*below, *more, _below(inner, value_, "value", site), _below(scope, body, "body", site)]
        case IfThenElse(condition=condition, yes=yes, no=no):
            return [
                _below(site, condition, "condition"),
                _below(_knowing(site, facts_in(condition)), yes, "yes", site),
                _below(_knowing(site, (negated(condition),)), no, "no", site),
            ]
        case _:
            return [_below(site, part, role) for role, part in roles(site.term)]


def _connective(site: Site, op: str, left: Term, right: Term) -> list[Site]:
    if op == "∧":
        first, second = _knowing(site, facts_in(right)), _knowing(site, facts_in(left))
    elif op == "∨":
        first, second = _knowing(site, facts_in(negated(right))), _knowing(site, facts_in(negated(left)))
    elif op == "→":
        first, second = site, _knowing(site, facts_in(left))
    else:
        first, second = site, site
    return [_below(first, left, "left", site), _below(second, right, "right", site)]


def _bind(site: Site, binders: tuple[Binder, ...], by: str, within: Term | None) -> tuple[list[Site], Site]:
    """The places in the binders, and the scope inside them; ``within`` tells the types that are left out."""
    below: list[Site] = []
    scope = site
    told = facts_in(within) if by in ("∃", "∃!") and within is not None else ()
    for binder in binders:
        for role, part in (("type", binder.type), ("domain", binder.domain), ("default", binder.default)):
            if part is not None:
                # ∃ p, ∃ P : Sylow p G, p.Prime ∧ …: what the body asks of p is known in the types after it.
                below.append(_below(_knowing(scope, told), part, role, site))
        names = dict(bound_by(scope.names, (binder,), by))
        for name in binder.names:
            if within is not None and type_of_name(name, names) is None:
                type_ = type_from_use(name, within, names)
                if type_ is not None:
                    names[name] = Bound(name=name, type=type_, binder=binder, by=by)
        facts = (*_without(scope.facts, binder.names), *facts_of_binder(binder))
        scope = replace(scope, names=MappingProxyType(names), facts=facts[-MAX_FACTS:])
    return below, scope


def _typed(binders: tuple[Binder, ...], image: Term | None, site: Site) -> tuple[Binder, ...]:
    """({x | p} : Set ℝ): the members have the type that is expected of the set."""
    up = site.up
    if image is not None or len(binders) != 1 or binders[0].type is not None or binders[0].domain is not None:
        return binders
    expected = up.term.type if up is not None and isinstance(up.term, Ascription) and site.role == "term" else None
    expected = site.expected if up is None else expected
    type_ = element_type(expected)
    return binders if type_ is None else (replace(binders[0], type=type_),)


def _large(scope: Site, binders: tuple[Binder, ...], over: Term | None) -> Site:
    """Inside ∀ᶠ n in atTop and fun n => … under a limit at infinity: n is as large as one likes."""
    if over is None or not any(name.rpartition(".")[2] in ("atTop", "cofinite") for name in free_names(over)):
        return scope
    known = tuple(
        Apply(function=Name(text=EVENTUALLY), arguments=(Name(text=name),))
        for binder in binders
        for name in binder.names
    )
    return _knowing(scope, known)


def _filter_of(site: Site) -> Term | None:
    """The filter along which the function at this place is looked at: Tendsto (fun n => …) atTop …"""
    for around in (site.up, site.up.up if site.up is not None else None):
        if around is None:
            return None
        match around.term:
            case Apply(function=Name(text=text), arguments=arguments) if text.rpartition(".")[2] in _LIMITS:
                return arguments[1] if len(arguments) > 1 else None
            case Apply(function=Projection(of=of, field=field)) if field in _LIMITS:
                return of
    return None


def _looked_at(site: Site) -> tuple[Term, ...]:
    if site.up is None or not isinstance(site.term, Lambda):
        return ()
    return known_of_variable(site.up.term, site.term, site.names, site.facts)


def _knowing(site: Site, facts: tuple[Term, ...]) -> Site:
    return replace(site, names=site.names, facts=(*site.facts, *facts)[-MAX_FACTS:])


def _without(facts: tuple[Term, ...], names: tuple[str, ...]) -> tuple[Term, ...]:
    """The facts that survive when names are bound anew."""
    hidden = frozenset(names)
    return tuple(fact for fact in facts if not hidden & free_names(fact)) if hidden else facts


def _below(scope: Site, term: Term, role: str, up: Site | None = None) -> Site:
    return Site(
        term=term,
        role=role,
        up=up if up is not None else scope,
        names=scope.names,
        facts=scope.facts,
        place=scope.place,
        hypothesis=scope.hypothesis,
    )
