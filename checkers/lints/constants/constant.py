"""One row of the table of constants, and how a statement is searched for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ....core.faithfulness.findings import Action, Drift
from ....core.formal.ast import Name, NamedArgument, Norm, Projection, Term, Unary
from ....core.value import value
from ..scope.lint import Found, PlaceLint
from ..scope.places import Places
from ..scope.shapes import Call, call_of, is_called, last
from ..scope.shown import shown
from ..scope.sites import Site
from .known import Known
from .use import Guard, Use


@value
class Constant:
    """A constant whose value is junk without a companion hypothesis.

    ``names``: in full (Real.sqrt); a shortened one counts where its namespace is open. ``methods``: the same as a field
    (S.ncard). ``signs``: prefix, postfix or bracket notation. ``arity``: the arguments without which it is no use.
    ``junk``: what goes wrong ("the square root of a negative number"); ``value``: what Lean takes for it ("0").
    ``guard``: when a use is safe. ``missing``: the companion, with {0}, {1} for the arguments. ``applies``: a further
    condition on a use, e.g. on types. ``even_definite``: whether definite objects are asked for a guard as well.
    """

    names: tuple[str, ...]
    junk: str
    value: str
    guard: Guard
    missing: str
    methods: tuple[str, ...] = ()
    signs: tuple[str, ...] = ()
    arity: int = 1
    applies: Callable[[Use], bool] | None = None
    even_definite: bool = False


def constants_lint(
    id_: str,
    meaning: str,
    *rows: Constant,
    drift: Drift = Drift.MISSING_ASSUMPTIONS,
    action: Action = Action.FLAG,
) -> PlaceLint:
    """The lint that looks for unguarded uses of these rows."""
    heads = frozenset(head for row in rows for head in (*map(last, row.names), *row.methods, *row.signs))

    def check(site: Site, places: Places) -> Iterator[Found]:
        for row in rows:
            arguments = arguments_of(row, site, places)
            if arguments is None:
                continue
            use = Use(site=site, arguments=arguments, known=Known(site))
            if arguments and not row.even_definite and all(use.known.is_definite(one) for one in arguments):
                break
            if (row.applies is None or row.applies(use)) and not row.guard(use):
                yield Found(site=site, why=sentence(row, arguments))
            break

    return PlaceLint(id=id_, meaning=meaning, drift=drift, heads=heads, check=check, action=action)


def arguments_of(row: Constant, site: Site, places: Places) -> tuple[Term, ...] | None:
    """The arguments of the constant where a site is a use of it; None elsewhere."""
    match site.term:
        case Unary(op=sign, operand=inner) | Norm(kind=sign, of=inner):
            return (inner,) if sign in row.signs else None
        case _:
            pass
    if site.role == "function" and isinstance(site.term, Name | Projection):
        return None
    call = call_of(site.term)
    if call is None or len(call.arguments) < row.arity or not _is(row, call, site, places):
        return None
    return tuple(one.value if isinstance(one, NamedArgument) else one for one in call.arguments)


def sentence(row: Constant, arguments: tuple[Term, ...]) -> str:
    """What a person reads."""
    texts = [shown(one) for one in arguments]
    texts += ["…"] * (4 - len(texts))
    return f"{row.junk} is {row.value} in Lean; nothing in scope says that {row.missing.format(*texts)}"


def _is(row: Constant, call: Call, site: Site, places: Places) -> bool:
    if call.field:
        return call.name in row.methods
    return any(is_called(call, full, places.statement, site.names) for full in row.names)
