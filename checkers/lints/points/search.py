"""Looking for points that tell: values of the variables at which every hypothesis is true and the goal is false, or at
which Lean's meaning and the textbook's part.

Variables are taken one after the other, those that an equation or bounds determine before those that are sampled; a
hypothesis is checked as soon as its variables have values.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field, replace
from functools import cached_property

from ....core.value import value
from ..meaning.nodes import Call, Hidden, Node, Number, Op, Recursion, size, walk
from ..meaning.types import BOOL, EMPTY, PROP, Abstract, FinType, Function, Hole, base
from ..values.outcomes import Mark, Meter, NotUnderstood, OutOfBudget, Truth, Undefined, Unknown
from .bounds import determines, required
from .compiling import UNSET, Closure, Compiler, Env
from .domains import Domain, Domains
from .posing import Posed, Variable, free, type_slots
from .sampling import constants, shown

STEPS = 12_000
"""Steps of one search: a node evaluated once is about one step."""
HIDDEN_STEPS = 1_000
"""Steps where a hypothesis is not understood: no point satisfies all, only a contradiction can be found."""
SECONDS = 1.0
"""The hard limit of one search; a backstop, ordinary ones end after milliseconds by their steps."""
PER_VARIABLE = {0: 1, 1: 28, 2: 13, 3: 8, 4: 6}
INNER = {0: 14, 1: 9, 2: 6}
"""Values of a sampled variable, and of a quantified one inside, by the number of sampled variables."""


@value
class Point:
    """Values of the variables that satisfy every hypothesis under Lean's meaning, with what holds there.

    ``lean`` and ``book``: the goal's truth; ``hypotheses``: whether all hold under the textbook's meaning (None
    unknown, UNDEFINED without meaning). ``marks``: where the meanings parted, in the goal first.
    """

    values: tuple[tuple[str, str], ...]
    lean: Truth
    book: Truth
    hypotheses: Truth
    marks: tuple[Mark, ...]
    doubtful: tuple[Mark, ...] = field(default=())


@value
class Found:
    """What a search came to.

    ``points``: those that tell something. ``satisfied``: how many satisfied every hypothesis; ``looked``: at how many
    of these the goal was evaluated to the end; ``agreed``: at how many it is true under both meanings, or the textbook
    does not speak of them. ``exhausted``: whether every
    value was looked at and every truth known. ``empty``: a variable that has no values at all.
    """

    points: tuple[Point, ...]
    satisfied: int
    looked: int
    agreed: int
    tried: int
    exhausted: bool
    empty: Variable | None


class Plan:
    """The order of the variables, with what is asked of each and the hypotheses that can be checked after it.

    ``first``: the hypotheses on no variable; ``alone``: the slots whose domain does not depend on other variables.
    """

    def __init__(self, posed: Posed) -> None:
        self.steps: list[tuple[Variable, Node | None, list[int]]] = []
        self.alone: set[int] = set()
        self.first: list[int] = []
        known = set(posed.definitions)
        needs = [self._closed(posed, free(node)) for node in posed.hypotheses]
        waiting = [variable for variable in posed.variables if modelled(variable)]
        self.first = [index for index, need in enumerate(needs) if need <= known]
        placed = set(self.first)
        while waiting:
            variable, condition = _next(posed, waiting, known, needs)
            waiting.remove(variable)
            about = frozenset() if condition is None else free(condition)
            if about | type_slots(variable.type) <= {variable.slot}:
                self.alone.add(variable.slot)
            known.add(variable.slot)
            ready = [index for index, need in enumerate(needs) if need <= known and index not in placed]
            placed.update(ready)
            self.steps.append((variable, condition, ready))
        self.unreachable = len(placed) < len(needs)

    @staticmethod
    def _closed(posed: Posed, slots: frozenset[int]) -> frozenset[int]:
        """The slots with those that definitions among them need."""
        found: set[int] = set()
        waiting = list(slots)
        while waiting:
            slot = waiting.pop()
            if slot not in found:
                found.add(slot)
                if slot in posed.definitions:
                    waiting.extend(free(posed.definitions[slot]))
        return frozenset(found)


def modelled(variable: Variable) -> bool:
    """Whether values of the variable's type can be tried."""
    kind = base(variable.type)
    if isinstance(kind, Abstract) or (isinstance(kind, Hole) and not kind.numeric):
        return False
    return not isinstance(kind, Function) or modelled(Variable(slot=-1, name="", type=kind.codomain))


def _next(
    posed: Posed, waiting: list[Variable], known: set[int], needs: list[frozenset[int]]
) -> tuple[Variable, Node | None]:
    """The next variable to take, the one that is fixed best, with the hypotheses that speak of it."""
    best: tuple[int, Variable, Node | None] | None = None
    for variable in waiting:
        if not type_slots(variable.type) <= known:
            continue
        about = [node for node, need in zip(posed.hypotheses, needs, strict=True) if variable.slot in need]
        condition = _joined(about)
        kind = base(variable.type)
        rank = 3 if isinstance(kind, FinType) or kind in (PROP, BOOL, EMPTY) else 0
        if condition is not None and not rank:
            rank = max((determines(atom, variable.slot, known) for atom, _ in required(condition, "∃")), default=0)
        if best is None or rank > best[0]:
            best = (rank, variable, condition)
    return (waiting[0], None) if best is None else best[1:]


def _joined(nodes: list[Node]) -> Node | None:
    joined: Node | None = None
    for node in nodes:
        joined = node if joined is None else Op(op="∧", args=(joined, node), type=PROP)
    return joined


def two_meanings(nodes: Iterable[Node]) -> bool:
    """Whether some operation among the nodes of a claim can mean something else in the textbook."""
    return any(
        (isinstance(node, Op | Call) and node.cause)
        or (isinstance(node, Number) and isinstance(base(node.type), FinType))
        for node in nodes
    )


@value
class Book:
    """A claim compiled under the textbook's meaning; ``definitions`` by slot."""

    goal: Closure
    hypotheses: tuple[Closure, ...]
    definitions: dict[int, Closure]


class Search:
    """One search. What it asks of the claim is compiled when it is first asked: many searches end soon."""

    def __init__(self, posed: Posed, *, steps: int = STEPS, seconds: float = SECONDS) -> None:
        self.posed = posed
        self.silent = isinstance(posed.goal, Hidden)
        if any(isinstance(node, Hidden) for node in posed.hypotheses):
            steps = min(steps, HIDDEN_STEPS)
        self.meter = Meter(steps=steps, seconds=seconds)
        sampled = sum(1 for variable in posed.variables if modelled(variable))
        nodes = [part for node in posed.nodes for part in walk(node)]
        known = constants(nodes)
        inner = Domains(constants=known, inner=INNER.get(sampled, 5))
        self.compiler = Compiler(self.meter, book=False, domains=inner)
        outer = Domains(constants=known, inner=PER_VARIABLE.get(sampled, 4))
        self.outer = Compiler(self.meter, book=False, domains=outer)
        self.plan = Plan(posed)
        self.domains: dict[int, Domain] = {}
        self.hypotheses: dict[int, tuple[Closure, int]] = {}
        self.two = two_meanings(nodes)
        self.definitions = {slot: self.compiler(node) for slot, node in posed.definitions.items()}
        self.tried = self.satisfied = self.looked = self.agreed = 0
        # A recursion may leave terms open: that it satisfies nothing shows nothing.
        self.exhausted = not any(isinstance(node, Recursion) for node in posed.definitions.values())
        self.empty: Variable | None = None

    @cached_property
    def goal(self) -> tuple[Closure, int]:
        """The goal under Lean's meaning, and what it costs."""
        return self.compiler(self.posed.goal), size(self.posed.goal)

    def _hypothesis(self, index: int) -> tuple[Closure, int]:
        """A hypothesis under Lean's meaning, and what it costs."""
        if index not in self.hypotheses:
            node = self.posed.hypotheses[index]
            self.hypotheses[index] = self.compiler(node), size(node)
        return self.hypotheses[index]

    def _domain(self, index: int) -> Domain:
        """The domain of the variable at a step of the plan."""
        if index not in self.domains:
            variable, condition, _ = self.plan.steps[index]
            self.domains[index] = self.outer.domains.of(self.outer, variable.type, variable.slot, condition, "∃")
        return self.domains[index]

    @cached_property
    def book(self) -> Book:
        """The claim under the textbook's meaning, which only a point at which the hypotheses hold asks for."""
        compiler = Compiler(self.meter, book=True, domains=self.compiler.domains)
        return Book(
            goal=compiler(self.posed.goal),
            hypotheses=tuple(compiler(node) for node in self.posed.hypotheses),
            definitions={slot: compiler(node) for slot, node in self.posed.definitions.items()},
        )

    def run(self) -> Found:
        """All telling points within the budget, at most one of each kind."""
        points: list[Point] = []
        kinds: set[tuple[object, ...]] = set()
        env: Env = [UNSET] * (self.posed.slots + 1)
        try:
            for point in self._points(env):
                kind = (point.lean is False, point.book, point.hypotheses)
                if kind not in kinds:
                    kinds.add(kind)
                    points.append(replace(point, values=self._shown(env)))
                if point.lean is False and len(kinds) >= 2:
                    self.exhausted = False
                    break
        except (OutOfBudget, RecursionError):
            self.exhausted = False
        return Found(
            points=tuple(points),
            satisfied=self.satisfied,
            looked=self.looked,
            agreed=self.agreed,
            tried=self.tried,
            exhausted=self.exhausted and not self.plan.unreachable,
            empty=self.empty,
        )

    def _points(self, env: Env) -> Iterator[Point]:
        """The telling points, without their values, which stand in ``env`` when one comes."""
        self._define(env, self.definitions)
        if self.plan.unreachable or not self._hold(env, self.plan.first):
            self.tried += 1
            return
        yield from self._from(0, env)

    def _define(self, env: Env, definitions: dict[int, Closure]) -> None:
        for slot, closure in definitions.items():
            env[slot] = closure(env)

    def _from(self, index: int, env: Env) -> Iterator[Point]:
        if index == len(self.plan.steps):
            self.tried += 1
            point = self._point(env)
            if point is not None:
                yield point
            return
        variable, _, ready = self.plan.steps[index]
        try:
            values, complete = self._domain(index)(env)
        except (Unknown, Undefined):
            values, complete = [], False
        if not complete:
            self.exhausted = False
        elif not values and variable.slot in self.plan.alone:
            self.empty = self.empty or variable
        for candidate in values:
            self.meter.spend(2)
            env[variable.slot] = candidate
            if self.definitions:
                self._define(env, self.definitions)
            if self._hold(env, ready):
                yield from self._from(index + 1, env)
        env[variable.slot] = UNSET

    def _hold(self, env: Env, indices: list[int]) -> bool:
        for index in indices:
            closure, cost = self._hypothesis(index)
            self.meter.spend(cost)
            truth = closure(env)
            if truth is not True:
                if truth is not False:
                    self.exhausted = False
                return False
        return True

    def _point(self, env: Env) -> Point | None:
        self.satisfied += 1
        if self.silent:
            raise OutOfBudget  # the goal is never known: that the hypotheses can hold is all there is to find
        goal, cost = self.goal
        self.meter.spend(cost)
        lean = goal(env)
        if lean is None:
            self.looked += 1
            self.exhausted = False
            return None
        if not self.two:
            self.looked += 1
            self.agreed += lean is True
            return Point(values=(), lean=False, book=False, hypotheses=True, marks=()) if lean is False else None
        return self._compared(env, lean)

    def _compared(self, env: Env, lean: Truth) -> Point | None:
        """The point under the textbook's meaning; None where nothing tells."""
        self.meter.spend(2 * self.goal[1])
        self.meter.marks.clear()
        self._define(env, self.book.definitions)
        try:
            book = self.book.goal(env)
            marks = tuple(self.meter.marks)
            self.meter.marks.clear()
            held: Truth = True
            for closure in self.book.hypotheses:
                truth = closure(env)
                if truth is not True and held is True:
                    held = truth
            doubtful = tuple(self.meter.marks)
        finally:
            self._define(env, self.definitions)
        self.looked += 1
        if lean is True and ((book is True and held is True) or (held is not True and not doubtful)):
            self.agreed += 1
        if lean is True and (held is not True or book is True or book is None or not marks):
            return None
        return Point(values=(), lean=lean, book=book, hypotheses=held, marks=marks, doubtful=doubtful)

    def _shown(self, env: Env) -> tuple[tuple[str, str], ...]:
        return tuple(
            (variable.name, shown(env[variable.slot], variable.type))
            for variable in self.posed.variables
            if env[variable.slot] is not UNSET and variable.slot not in self.posed.definitions
        )


def search(posed: Posed, *, steps: int = STEPS, seconds: float = SECONDS) -> Found:
    """Look for telling points of a claim within a budget."""
    try:
        return Search(posed, steps=steps, seconds=seconds).run()
    except (NotUnderstood, RecursionError):
        return Found(points=(), satisfied=0, looked=0, agreed=0, tried=0, exhausted=False, empty=None)
