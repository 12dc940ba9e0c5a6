"""The exact matcher: premises and conclusions of the prose against those of Lean, up to notation and names.

What is left over on both sides is explained by one difference where that can be done: a strict sign, a converse, a
changed constant. Where the whole text and the whole statement were read and one difference alone parts them, it is
certain; everything else ranks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from itertools import islice, permutations

from ..value import value
from .claim import UNREAD, Claim, is_read
from .difference import Difference, Kind, difference
from .expr import Expr, conjuncts, leaf, names, neg, negation, rebuilt, renamed, size, sub, value_of, walk
from .formal import Formal
from .normal import compared
from .prefix import Prefix, all_names, by_order, whole_names

MAX_ATOMS = 24
MAX_TERM = 160
_MAX_RENAMED = 4
_MAX_CONTRAPOSED = 4
_NONCOMMUTATIVE = frozenset(
    "Group Ring Monoid Semigroup DivisionRing Matrix Quaternion MulAut Perm Algebra NonUnitalRing CStarAlgebra "
    "DivInvMonoid End LinearMap".split()
)
LEAST_SHARED = 0.45
"""Two atoms of which less is the same are two facts, not one that was changed."""


class Role(StrEnum):
    """On which side of the turnstile an atom stands."""

    PREMISE = "premise"
    CONCLUSION = "conclusion"


@value
class Mismatch:
    """One departure of the statement from the text.

    ``source`` and ``formal``: the facts that were compared, UNREAD where one side has none; ``part``: the parts in
    which they differ. ``certain``: everything else is the same and was read.
    """

    kind: Kind
    role: Role
    source: Expr
    formal: Expr
    part: tuple[Expr, Expr]
    certain: bool = False


@value
class Matching:
    """``same``: pairs of role, the fact of the text, the fact of the statement that says the same; ``mismatches``."""

    same: tuple[tuple[Role, Expr, Expr], ...]
    mismatches: tuple[Mismatch, ...]


@value
class Fact:
    """A fact as it is compared and as it was read."""

    normal: Expr
    plain: Expr
    raw: Expr


def match_exactly(prose: Claim, formal: Formal) -> Matching:
    """How the facts of ``prose`` stand to those of ``formal``."""
    if not _comparable(prose) or not _comparable(formal.claim) or not (prose.conclusions or prose.premises):
        return Matching(same=(), mismatches=())
    source, target = _refuting(prose, formal.claim)
    if (source, target) != (prose, formal.claim):
        quantified = _Matcher(prose, formal.claim, formal).quantifiers()
        if quantified is not None:
            return Matching(same=(), mismatches=(quantified,))
    first = _Matcher(source, target, formal).run()
    if not first.mismatches:
        return first
    shared = sorted(all_names(source) & all_names(target))[:_MAX_RENAMED]
    for i, one in enumerate(shared):
        for other in shared[i + 1 :]:  # names may have been exchanged throughout
            again = _Matcher(source, target, formal, {one: other, other: one}).run()
            if not again.mismatches and again.same:
                return again
    for contraposed in _contraposed(target) if prose.complete and formal.claim.complete else ():
        again = _Matcher(source, contraposed, formal).run()
        if not again.mismatches and again.same:
            return again
    return first


def _contraposed(claim: Claim) -> Iterator[Claim]:
    """The claim with its conclusion denied among the premises and one premise denied in its place."""
    if len(claim.conclusions) != 1 or not 0 < len(claim.premises) <= _MAX_CONTRAPOSED:
        return
    (shown,) = claim.conclusions
    for i, premise in enumerate(claim.premises):
        others = claim.premises[:i] + claim.premises[i + 1 :]
        yield replace(claim, premises=(*others, *conjuncts(negation(shown))), conclusions=(negation(premise),))


def _comparable(claim: Claim) -> bool:
    """Whether a claim is small enough to be compared fact by fact."""
    facts = (*claim.premises, *claim.conclusions)
    return len(facts) <= MAX_ATOMS and sum(size(fact) for fact in facts) <= MAX_ATOMS * MAX_TERM


def _refuting(prose: Claim, formal: Claim) -> tuple[Claim, Claim]:
    """Where one side says that nothing exists, both as: from these premises a contradiction follows."""
    shown = (*prose.conclusions, *formal.conclusions)
    none = any(part.head == "¬" and part.args[0].head == "∃" for part in shown)
    against = any(part.head == "∃" for part in shown) and any(part.head in _NEGATIVE_HEADS for part in shown)
    if not none and not against:
        return prose, formal
    heads = _NEGATIVE_HEADS | _ORDERS if none else _NEGATIVE_HEADS
    return _refuted(prose, heads), _refuted(formal, heads)


_NEGATIVE_HEADS = frozenset(("≠", "∤", "∉", "≢", "¬"))
_ORDERS = frozenset(("<", "≤"))
"""An order is the denial of the one that is turned round."""


def _refuted(claim: Claim, heads: frozenset[str]) -> Claim:
    if len(claim.conclusions) != 1 or claim.conclusions[0].head not in heads:
        return claim
    denied = negation(claim.conclusions[0])
    bound: tuple[str, ...] = ()
    while denied.head == "∃":
        bound += tuple(name.head for name in denied.args[:-1])
        denied = denied.args[-1]
    return replace(
        claim,
        variables=(*claim.variables, *bound),
        premises=(*claim.premises, *conjuncts(denied)),
        conclusions=(leaf("⊥"),),
    )


def is_commutative(formal: Formal) -> bool:
    """Whether products of the statement are products of numbers, as far as its names tell."""
    return not (_NONCOMMUTATIVE & (formal.identifiers | frozenset(formal.classes)))


_LAST = {Kind.NUMERAL: 1, Kind.OTHER: 2}
"""Differences that explain a pair only where no other one does."""


class _Matcher:
    def __init__(self, prose: Claim, target: Claim, formal: Formal, exchanged: dict[str, str] | None = None) -> None:
        self.prose, self.target = prose, target
        self.commutes = is_commutative(formal)
        self.whole = whole_names(prose, target)
        self.identity = not self.commutes and "e" not in formal.claim.variables
        self.renaming = {**self._best_renaming(), **(exchanged or {})}
        self.same: list[tuple[Role, Expr, Expr]] = []
        self.found: list[Mismatch] = []

    def run(self) -> Matching:
        source = {
            Role.PREMISE: self.facts(self.prose.premises, self.renaming),
            Role.CONCLUSION: self.facts(self.prose.conclusions, self.renaming),
        }
        target = {
            Role.PREMISE: self.facts(self.target.premises, {}),
            Role.CONCLUSION: self.facts(self.target.conclusions, {}),
        }
        denied = self.denied(source, target)
        if denied is not None:
            return Matching(same=(), mismatches=(denied,))
        quantified = self.quantifiers()
        if quantified is not None:
            return Matching(same=(), mismatches=(quantified,))
        for role in Role:
            self.equal(role, source[role], target[role])
        read = self.prose.complete and self.target.complete
        self.whole_claims(source, target)
        for role in Role:
            self.near(role, source[role], target[role])
        self.left_over(source, target)
        mismatches = tuple(self.found)
        if len(mismatches) == 1 and read:
            only = mismatches[0]
            mismatches = (
                Mismatch(
                    kind=only.kind, role=only.role, source=only.source, formal=only.formal, part=only.part, certain=True
                ),
            )
        return Matching(same=tuple(self.same), mismatches=mismatches)

    def facts(self, listed: tuple[Expr, ...], renaming: dict[str, str]) -> list[Fact]:
        found: list[Fact] = []
        for raw in listed:
            if not is_read(raw) or size(raw) > MAX_TERM:
                continue
            here = self.with_identity(renamed(raw, renaming))
            normal = compared(here, commutes=self.commutes, whole=self.whole)
            plain = compared(here, commutes=self.commutes)
            parts, plains = conjuncts(normal), conjuncts(plain)
            if len(parts) != len(plains):
                parts, plains = (normal,), (plain,)
            if len(parts) == 1:
                found += [Fact(normal=normal, plain=plain, raw=raw)] if normal != leaf("⊤") else []
                continue
            matched = {compared(part, commutes=self.commutes, whole=self.whole): part for part in plains}
            found += [Fact(normal=part, plain=matched.get(part, part), raw=matched.get(part, part)) for part in parts]
        return found

    def with_identity(self, expr: Expr) -> Expr:
        """The identity e of a group is 1 in Lean."""
        if not self.identity:
            return expr
        return rebuilt(expr, lambda here: Expr("#1") if here == leaf("e") else None)

    def equal(self, role: Role, source: list[Fact], target: list[Fact]) -> None:
        """Take away what both sides have."""
        for fact in list(source):
            twin = next((other for other in target if _equal(fact, other)), None)
            if twin is not None:
                source.remove(fact)
                target.remove(twin)
                self.same.append((role, fact.raw, twin.raw))

    def whole_claims(self, source: dict[Role, list[Fact]], target: dict[Role, list[Fact]]) -> None:
        """Converses, and equivalences of which one direction is left."""
        premise, conclusion = Role.PREMISE, Role.CONCLUSION
        crossed = [f for f in source[premise] if _held(f, target[conclusion])]
        back = [f for f in source[conclusion] if _held(f, target[premise])]
        if crossed and back:
            self.note(Kind.DIRECTION, conclusion, back[0].raw, crossed[0].raw)
            for fact in crossed:
                _drop(target[conclusion], fact)
                source[premise].remove(fact)
            for fact in back:
                _drop(target[premise], fact)
                source[conclusion].remove(fact)
        for fact in list(source[conclusion]):
            if fact.normal.head == "↔" and (side := self.one_way(fact.normal, target)) is not None:
                self.note(Kind.IFF, conclusion, fact.raw, side)
                source[conclusion].remove(fact)
        for other in list(target[conclusion]):
            if other.normal.head == "↔" and (side := self.one_way(other.normal, source)) is not None:
                self.note(Kind.ONLY_IF, conclusion, side, other.raw)
                target[conclusion].remove(other)

    def one_way(self, both: Expr, side: dict[Role, list[Fact]]) -> Expr | None:
        """Where ``side`` has one half of an equivalence assumed and the other shown: what is shown."""
        for one, other in (both.args, both.args[::-1]):
            assumed, shown_parts = conjuncts(one), conjuncts(other)
            premises = [fact for fact in side[Role.PREMISE] if fact.normal in assumed]
            conclusions = [fact for fact in side[Role.CONCLUSION] if fact.normal in shown_parts]
            if len(premises) == len(assumed) and len(conclusions) == len(shown_parts):
                for fact in premises:
                    side[Role.PREMISE].remove(fact)
                for fact in conclusions:
                    side[Role.CONCLUSION].remove(fact)
                return conclusions[0].raw
        for fact in side[Role.CONCLUSION]:
            if fact.normal.head == "→" and sorted(fact.normal.args) == sorted(both.args):
                side[Role.CONCLUSION].remove(fact)
                return fact.raw
        return None

    def near(self, role: Role, source: list[Fact], target: list[Fact]) -> None:
        """Pair what is left with what it was changed into, the closest first."""
        pairs = [
            (near.shared, i, j, near)
            for i, fact in enumerate(source)
            for j, other in enumerate(target)
            if (near := _near(fact, other)) is not None
        ]
        gone_source: set[int] = set()
        gone_target: set[int] = set()
        for _, i, j, near in sorted(pairs, key=lambda pair: (_LAST.get(pair[3].kind, 0), -pair[0], pair[1], pair[2])):
            if i in gone_source or j in gone_target:
                continue
            gone_source.add(i)
            gone_target.add(j)
            self.found.append(
                Mismatch(
                    kind=near.kind,
                    role=role,
                    source=source[i].raw,
                    formal=target[j].raw,
                    part=(near.source, near.formal),
                )
            )
        source[:] = [fact for i, fact in enumerate(source) if i not in gone_source]
        target[:] = [fact for j, fact in enumerate(target) if j not in gone_target]

    def left_over(self, source: dict[Role, list[Fact]], target: dict[Role, list[Fact]]) -> None:
        everywhere = self.atoms_of(self.target, {})
        said = self.atoms_of(self.prose, self.renaming)
        for role in Role:
            for fact in source[role]:
                if not _within(fact, everywhere):
                    self.found.append(self.one_sided(Kind.OMITTED, role, fact.raw, UNREAD))
            for other in target[role]:
                if not _within(other, said):
                    self.found.append(self.one_sided(Kind.ADDED, role, UNREAD, other.raw))

    def atoms_of(self, claim: Claim, renaming: dict[str, str]) -> frozenset[Expr]:
        """What a claim has among its premises, or inside its conclusions, with the names of bound variables."""
        found: set[Expr] = set()
        for whole in (self.whole, frozenset[str]()):
            for premise in claim.premises:
                here = renamed(premise, renaming)
                found.update(walk(compared(here, commutes=self.commutes, whole=whole, positioned=False)))
            for conclusion in claim.conclusions:
                here = renamed(conclusion, renaming)
                for part in compared(here, commutes=self.commutes, whole=whole, positioned=False).args:
                    found.update(walk(part))
        return frozenset(found)

    def one_sided(self, kind: Kind, role: Role, source: Expr, formal: Expr) -> Mismatch:
        return Mismatch(kind=kind, role=role, source=source, formal=formal, part=(source, formal))

    def note(self, kind: Kind, role: Role, source: Expr, formal: Expr) -> None:
        self.found.append(Mismatch(kind=kind, role=role, source=source, formal=formal, part=(source, formal)))

    def denied(self, source: dict[Role, list[Fact]], target: dict[Role, list[Fact]]) -> Mismatch | None:
        """The text says that there is none, the statement that there is one, or the other way round."""
        for one, other in ((source, target), (target, source)):
            if [fact.raw for fact in one[Role.CONCLUSION]] != [leaf("⊥")] or len(other[Role.CONCLUSION]) != 1:
                continue
            claimed = other[Role.CONCLUSION][0]
            if claimed.normal.head != "∃":
                continue
            bound = {name.head for name in claimed.normal.args[:-1]}
            denied = {by_order(fact.normal) for fact in one[Role.PREMISE]}
            if {by_order(part, bound) for part in conjuncts(claimed.normal.args[-1])} == denied:
                read = self.prose.complete and self.target.complete
                pair = (UNREAD, claimed.raw) if one is source else (claimed.raw, UNREAD)
                shown = (self.prose.conclusions[0], self.target.conclusions[0])
                return Mismatch(
                    kind=Kind.NEGATION, role=Role.CONCLUSION, source=shown[0], formal=shown[1], part=pair, certain=read
                )
        return None

    # --- quantifiers
    def quantifiers(self) -> Mismatch | None:
        """The same atoms under other quantifiers, or under the same ones in another order."""
        if not self.prose.conclusions or not self.target.conclusions:
            return None
        mine = Prefix.of(self.prose, self.renaming)
        theirs = Prefix.of(self.target, {})
        if mine is None or theirs is None or not mine.kinds or not theirs.kinds:
            return None
        if self.bare(mine.atoms) != self.bare(theirs.atoms):
            return None
        kinds, others = dict(mine.kinds), dict(theirs.kinds)
        if set(kinds) != set(others):
            return None
        read = self.prose.complete and self.target.complete
        for name in kinds:
            if kinds[name] != others[name]:
                unique = {kinds[name], others[name]} == {"∃", "∃!"}
                if unique and kinds[name] == "∃":
                    return None
                kind = Kind.UNIQUENESS if unique else Kind.QUANTIFIER
                return self.of_prefix(kind, certain=read)
        order = [name for name, _ in mine.kinds]
        other_order = [name for name, _ in theirs.kinds]
        for i, first in enumerate(order):
            for second in order[i + 1 :]:
                pair = {first, second}
                if kinds[first] == kinds[second] or not pair <= mine.settled & theirs.settled:
                    continue
                if other_order.index(first) < other_order.index(second):
                    continue
                if mine.linked(first, second) and theirs.linked(first, second):
                    return self.of_prefix(Kind.ORDER, certain=read and not pair & mine.loose)
        return None

    def bare(self, atoms: frozenset[Expr]) -> frozenset[Expr]:
        made = (compared(atom, commutes=self.commutes, whole=self.whole) for atom in atoms)
        return frozenset(part for atom in made for part in conjuncts(atom) if part != leaf("⊤"))

    def of_prefix(self, kind: Kind, *, certain: bool) -> Mismatch:
        source = self.prose.conclusions[0]
        formal = self.target.conclusions[0]
        return Mismatch(
            kind=kind, role=Role.CONCLUSION, source=source, formal=formal, part=(source, formal), certain=certain
        )

    # --- names
    def _best_renaming(self) -> dict[str, str]:
        """From names of the text to those of the statement, for names that only one of them has."""
        mine = all_names(self.prose)
        theirs = all_names(self.target)
        alone, free = sorted(mine - theirs), sorted(theirs - mine)
        if not alone or not free or len(alone) > _MAX_RENAMED or len(free) > _MAX_RENAMED + 2:
            return {}
        targets = set(self._loose(self.target, {}))
        best, most = {}, 0
        size_ = min(len(alone), len(free))
        for chosen in islice(permutations(free, size_), 400):
            mapping = dict(zip(alone, chosen, strict=False))
            count = sum(1 for fact in self._loose(self.prose, mapping) if fact in targets)
            if count > most:
                best, most = mapping, count
        return best

    def _loose(self, claim: Claim, mapping: dict[str, str]) -> Iterator[Expr]:
        prefix = Prefix.of(claim, mapping)
        yield from self.bare(prefix.atoms) if prefix is not None else ()


def _equal(one: Fact, other: Fact) -> bool:
    return one.normal == other.normal or one.plain == other.plain or _balanced(one.plain, other.plain)


def _balanced(one: Expr, other: Expr) -> bool:
    """Whether two relations are the same once all stands on one side, as x - y > 0 and x > y are."""
    if one.head != other.head or one.head not in ("<", "≤", "=", "≠") or names(one) != names(other):
        return False
    left, right = sub(*one.args), sub(*other.args)
    return left == right or (one.head in ("=", "≠") and left == neg(right))


def _held(fact: Fact, others: list[Fact]) -> bool:
    return any(_equal(fact, other) for other in others)


def _drop(facts: list[Fact], like: Fact) -> None:
    facts[:] = [fact for fact in facts if not _equal(fact, like)]


def _near(fact: Fact, other: Fact) -> Difference | None:
    """The difference of two facts if it is small enough to be one."""
    found = difference(fact.plain, other.plain)
    if found is None:
        return None
    if not (names(fact.plain) & names(other.plain)) and names(fact.plain):
        return None
    if found.kind is Kind.VARIANT and fact.plain.head == other.plain.head:
        return found
    if found.kind is Kind.OTHER:
        return found if found.shared >= 0.7 else None
    whole = found.source == fact.plain
    if found.kind is Kind.NUMERAL and (value_of(found.source) is None or value_of(found.formal) is None):
        return None  # several constants differ: another fact, not a changed one
    if found.kind is Kind.NUMERAL and _only_numeral(fact.plain, other.plain):
        return found
    return found if whole or found.shared >= LEAST_SHARED else None


def _only_numeral(source: Expr, formal: Expr) -> bool:
    """x > 3 and x > 5: one side is the same name, the relation is the same."""
    return source.head == formal.head and any(
        a == b and value_of(a) is None for a, b in zip(source.args, formal.args, strict=False)
    )


def _within(fact: Fact, everywhere: frozenset[Expr]) -> bool:
    return fact.normal in everywhere or fact.plain in everywhere
