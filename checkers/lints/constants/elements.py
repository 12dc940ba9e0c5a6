"""Elements of lists, arrays and options that may not be there."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.faithfulness.findings import Drift
from ....core.formal.ast import Apply, Binary, Index, ListLit, Name, Projection, Term
from ....core.formal.walk import walk
from ..scope.heads import INDEX
from ..scope.lint import Found, PlaceLint
from ..scope.names import free_names
from ..scope.places import Places
from ..scope.shapes import call_of, last
from ..scope.sites import Site
from .known import Known

_DEFAULTS = frozenset("getD get! head! headD getLast! getLastD headI getLastI getI".split())
_LENGTHS = frozenset("length size isSome Nonempty nonempty".split())


def _elements(site: Site, places: Places) -> Iterator[Found]:
    match site.term:
        case Index(of=of, mode="!"):
            collection: Term = of
        case Apply() | Projection():
            call = call_of(site.term)
            if call is None or last(call.name) not in _DEFAULTS or not call.arguments:
                return
            collection = call.arguments[0]
        case _:
            return
    if site.role == "function" or _is_sized(collection, Known(site)):
        return
    yield Found(
        site=site,
        why="an element beyond the end, or of nothing, is a default in Lean; nothing in scope speaks of the length",
    )


def _is_sized(collection: Term, known: Known) -> bool:
    """Whether the collection is written out, or a fact speaks of its length or its members."""
    if isinstance(collection, ListLit):
        return True
    about = free_names(collection)
    return any(_speaks_of_size(part, about) for fact in known.facts for part in walk(fact))


def _speaks_of_size(part: Term, about: frozenset[str]) -> bool:
    match part:
        case Projection(of=of, field=field):
            return field in _LENGTHS and bool(about & free_names(of))
        case Apply(function=Name(text=text), arguments=(of, *_)) if last(text) in _LENGTHS:
            return bool(about & free_names(of))
        case Binary(op="≠" | "=", left=left, right=right):
            return bool(about & free_names(left)) and (isinstance(right, ListLit | Apply) or right == Name(text="none"))
        case Binary(op="∈", right=Name(text=text)):
            return text in about
        case _:
            return False


ELEMENT = PlaceLint(
    id="index-out-of-range",
    meaning="an element that may not be there (getD, l[i]!, head!, Option.get!), for which a default stands",
    drift=Drift.MISSING_ASSUMPTIONS,
    heads=frozenset((INDEX, *_DEFAULTS)),
    check=_elements,
)

LINTS = (ELEMENT,)
