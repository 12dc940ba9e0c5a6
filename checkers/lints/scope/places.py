"""What the lints are given: a statement, with what more than one of them asks of it worked out once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from functools import cached_property
from typing import Any, TypeVar

from ....core.formal.ast import Name, Statement, Term
from ....core.formal.walk import walk
from ..telescope import Telescope, opened
from .heads import head
from .names import free_names
from .sites import Site, Sites, sites_of

T = TypeVar("T")


class Places:
    """A statement with its places. Everything is worked out when it is first asked for, and then kept."""

    def __init__(self, statement: Statement) -> None:
        self.statement = statement
        # By identity, since terms are hashed as a whole; the term is kept, so that none takes its place.
        self._free: dict[int, tuple[Term, frozenset[str]]] = {}
        self._worked: dict[Callable[[Places], Any], Any] = {}

    @cached_property
    def sites(self) -> Sites:
        """All places."""
        return sites_of(self.statement)

    def __iter__(self) -> Iterator[Site]:
        return iter(self.sites.all)

    @cached_property
    def goal(self) -> Site | None:
        """The whole goal."""
        return self.sites.goal

    def free(self, term: Term) -> frozenset[str]:
        """The free names of a term of the statement."""
        key = id(term)
        if key not in self._free:
            self._free[key] = (term, free_names(term))
        return self._free[key][1]

    def once(self, work: Callable[[Places], T]) -> T:
        """What ``work`` makes of the statement, for lints that ask the same question."""
        if work not in self._worked:
            self._worked[work] = work(self)
        found: T = self._worked[work]
        return found

    def at(self, heads: frozenset[str]) -> list[Site]:
        """The places of the terms with one of these heads, in the order of the text."""
        found = [index for one in heads & self.heads for index in self._by_head[one]]
        return [self.sites.all[index] for index in sorted(found)]

    @property
    def heads(self) -> Set[str]:
        """The heads of all terms."""
        return self._by_head.keys()

    @cached_property
    def _by_head(self) -> dict[str, list[int]]:
        """Where in ``sites`` the terms of each head are."""
        found: dict[str, list[int]] = {}
        for index, site in enumerate(self.sites.all):
            found.setdefault(head(site.term), []).append(index)
        return found

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """All terms of the binders and of the goal, outer ones first, in the order of the text."""
        return tuple(term for part in (*self.statement.binders, self.statement.goal) for term in walk(part))

    @cached_property
    def names(self) -> frozenset[str]:
        """All names that occur in the binders and in the goal, bound or free, as written."""
        return frozenset([term.text for term in self.terms if isinstance(term, Name)])

    @cached_property
    def telescope(self) -> Telescope:
        """The statement as variables and hypotheses before a goal."""
        return opened(self.statement)
