"""The strict loop against a naive restatement of its rules: any acts, legal or not, in any order."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from proofsieve.core.ledger import SigmaStatus
from proofsieve.core.strict import (
    Cap,
    Caps,
    Challenge,
    Empty,
    IllegalTransition,
    NodeId,
    StaysOpen,
    Supply,
    admitted,
    applied,
    next_work,
    replayed,
)
from proofsieve.core.strict.acts import Act, Elaborate, Resume
from proofsieve.tests.core.strict_runs import (
    CLOSES,
    LEMMA,
    OPEN,
    STEPS,
    breaks,
    confirm,
    elaborate,
    loop_of,
    reopen,
    resume,
    split,
    verdict_of,
)

RUNS, EMPTIES = 24, 3
PARTS = {
    f"s{number}": tuple(f"{part.rstrip('.')}." for part in text.split(". ")) for number, text in enumerate(STEPS, 1)
}
NUMBERS = st.integers(0, 12)
"""Counts the nodes that there are; the last one is none."""
SAYS = st.sampled_from(["open", "verified", "lie", "on S1", "flawed", "no witness"])


@dataclass
class Rules:
    """The rules as METHOD tells them, in plain words over one log and one table; everything else is counted anew."""

    state: dict[str, str] = field(default_factory=lambda: dict.fromkeys(("s1", "s2", "s3", "s4"), "untouched"))
    split: set[str] = field(default_factory=set)
    sure: set[str] = field(default_factory=set)  # flaws that are confirmed
    on_lemma: set[str] = field(default_factory=set)  # whose last elaboration uses S1
    lemma: str = "open"
    log: list[tuple[str, str]] = field(default_factory=list)

    def of(self, name: str) -> str:
        """The state of a step: of its parts, where it was split."""
        if name not in self.split:
            return self.state[name]
        parts = {self.state[f"{name}.1"], self.state[f"{name}.2"]}
        if "flawed" in parts:
            return "flawed"
        return "verified" if parts == {"verified"} else "open"

    def rejected_at(self) -> str | None:
        return min((name.split(".")[0] for name in self.sure), default=None)

    def exhausted(self) -> bool:
        in_a_row = 0
        for what, how in self.log:
            if what == "resume":
                in_a_row = 0 if how == "verified" else in_a_row + 1
                if in_a_row == 5:
                    return True
            if what == "split":
                in_a_row = 0
        runs = sum(what in ("elaborate", "resume", "split", "challenge", "empty") for what, _ in self.log)
        empties = sum(what in ("empty", "empty on a flaw") for what, _ in self.log)
        return runs >= RUNS or empties >= EMPTIES or any(what == "cap" for what, _ in self.log)

    def overall(self) -> str:
        if self.sure:
            return "flawed"
        if all(self.of(name) == "verified" for name in ("s1", "s2", "s3", "s4")):
            return "verified"
        return "exhausted" if self.exhausted() else "running"

    def may_work(self, name: str) -> bool:
        rejected = self.rejected_at()
        return not self.exhausted() and (rejected is None or name.split(".")[0] < rejected)

    def leaf(self, name: str, *states: str) -> bool:
        return name in self.state and name not in self.split and self.state[name] in states

    def look(self, what: str, name: str, says: str) -> bool:
        """A first look, a resumption or a challenge; whether it is allowed."""
        wanted = {"elaborate": "untouched", "resume": "open", "challenge": "verified"}[what]
        if not self.leaf(name, wanted) or not self.may_work(name):
            return False
        if says == "no witness" or (says == "lie" and what != "challenge"):
            return False
        if says == "on S1" and what != "challenge" and self.lemma != "confirmed":
            return False
        now = {"lie": "verified", "on S1": "verified"}.get(says, says)
        self.state[name] = now
        if what != "challenge":
            self.on_lemma.discard(name)
            if says == "on S1":
                self.on_lemma.add(name)
        self.log.append((what, now))
        return True

    def halve(self, name: str) -> bool:
        if not self.leaf(name, "open") or not self.may_work(name) or "." in name:
            return False
        self.split.add(name)
        self.state |= {f"{name}.1": "open", f"{name}.2": "open"}
        self.log.append(("split", name))
        return True

    def settle(self, name: str, *, holds: bool) -> bool:
        if not self.leaf(name, "flawed") or name in self.sure:
            return False
        if holds:
            self.sure.add(name)
        else:
            self.state[name] = "open"
        return True

    def nothing(self, name: str) -> bool:
        if self.leaf(name, "flawed") and name not in self.sure:
            empties = sum(what in ("empty", "empty on a flaw") for what, _ in self.log)
            if empties < EMPTIES:
                self.log.append(("empty on a flaw", name))
            return empties < EMPTIES
        if not self.leaf(name, "untouched", "open", "verified", "flawed") or not self.may_work(name):
            return False
        self.log.append(("empty", name))
        return True

    def stop(self) -> bool:
        if self.exhausted():
            return False
        self.log.append(("cap", ""))
        return True

    def supply(self, status: str) -> bool:
        if self.lemma == "confirmed" != status:
            for name in self.on_lemma:
                if self.leaf(name, "verified"):
                    self.state[name] = "open"
        self.lemma = status
        return True


class StrictLoop(RuleBasedStateMachine):
    """Every act is tried on both; they allow the same and end in the same states."""

    @initialize()
    def begin(self) -> None:
        self.loop = loop_of(caps=Caps(runs=RUNS, empty_replies=EMPTIES))
        self.rules = Rules()

    def tried(self, act: Act | None, allowed: bool) -> None:
        if act is None:
            assert not allowed
            return
        before = self.loop
        try:
            self.loop = applied(self.loop, act)
        except IllegalTransition:
            assert not allowed, f"refused, but the rules allow {act}"
            assert self.loop is before
        else:
            assert allowed, f"allowed, but the rules refuse {act}"

    def known(self, name: str) -> bool:
        return name in self.rules.state

    def named(self, number: int) -> str:
        return "s1.3" if number == 12 else sorted(self.rules.state)[number % len(self.rules.state)]

    def look(self, what: str, name: str, says: str) -> Act | None:
        if not self.known(name):
            return None
        outcome: Any = {"open": OPEN, "verified": CLOSES, "lie": CLOSES, "on S1": CLOSES}.get(says)
        if outcome is None:
            outcome = breaks(self.loop, name)
        if says == "no witness":
            outcome = replace(outcome, witness=replace(outcome.witness, quote="no words of it"))
        how: dict[str, Any] = {"lie": {"closed": False}, "on S1": {"sigma": ("S1",)}}.get(says, {})
        if what == "challenge":
            return Challenge(by="model:n", call="c7", node=NodeId(name), outcome=outcome)
        return (elaborate if what == "elaborate" else resume)(self.loop, name, outcome, **how)

    @rule(number=NUMBERS, says=SAYS, what=st.sampled_from(["elaborate", "elaborate", "resume", "resume", "challenge"]))
    def looks(self, number: int, says: str, what: str) -> None:
        name = self.named(number)
        act = self.look(what, name, says)
        if isinstance(act, Elaborate | Resume) and self.rules.leaf(name, "untouched", "open"):
            left = admitted(self.loop, act)
            lying = says in ("lie", "no witness") or (says == "on S1" and self.rules.lemma != "confirmed")
            assert isinstance(left.outcome, StaysOpen) == (lying or says == "open")
        self.tried(act, self.rules.look(what, name, says))

    @rule(says=st.sampled_from(["open", "open", "verified", "flawed"]))
    def does_what_is_next(self, says: str) -> None:
        critical: Any = {"s1": 1, "s2": 9, "s3": 9, "s4": 5}
        work = next_work(self.loop, critical)
        if work is None:
            return
        if work.kind == "confirm":
            allowed = self.rules.settle(work.node, holds=says == "verified")
            self.tried(confirm(work.node) if says == "verified" else reopen(work.node), allowed)
        else:
            self.tried(self.look(work.kind, work.node, says), self.rules.look(work.kind, work.node, says))
        assert self.loop.acts[len(self.loop.acts) - 1].kind in (work.kind, "reopen")

    @rule(number=NUMBERS)
    def splits(self, number: int) -> None:
        name = self.named(number)
        allowed = self.rules.halve(name)
        parts = PARTS.get(name, ("no words", "of it"))
        self.tried(split(name, *parts), allowed)

    @rule(number=NUMBERS, holds=st.booleans())
    def settles(self, number: int, holds: bool) -> None:
        name = self.named(number)
        self.tried(confirm(name) if holds else reopen(name), self.rules.settle(name, holds=holds))

    @rule(number=NUMBERS)
    def answers_nothing(self, number: int) -> None:
        name = self.named(number)
        self.tried(Empty(by="model:m", node=NodeId(name), why="no answer"), self.rules.nothing(name))

    @rule(status=st.sampled_from(list(SigmaStatus)))
    def supplies(self, status: SigmaStatus) -> None:
        self.tried(Supply(by="reviewer:ada", item=replace(LEMMA, status=status)), self.rules.supply(str(status)))

    @rule(really=st.sampled_from([False] * 29 + [True]))
    def is_ended(self, really: bool) -> None:
        if really:
            self.tried(Cap(by="rules", why="enough"), self.rules.stop())

    @invariant()
    def stands_as_the_rules_have_it(self) -> None:
        if not hasattr(self, "rules"):
            return
        assert {node.id: str(node.state) for node in self.loop.nodes} == {
            name: self.rules.of(name) for name in self.rules.state
        }
        assert str(self.loop.overall) == self.rules.overall()
        told = verdict_of(self.loop)
        first = self.rules.rejected_at()
        assert told.first_error == first
        before = [name for name in ("s1", "s2", "s3", "s4") if first is not None and name < first]
        undecided = tuple(name for name in before if self.rules.of(name) != "verified")
        assert (told.uncertain_before, told.provisional) == (undecided, bool(undecided))
        assert told.accepted == (self.rules.overall() == "verified")

    @invariant()
    def nothing_verified_rests_on_an_open_theorem(self) -> None:
        if hasattr(self, "rules"):
            for node in self.loop.nodes:
                uses = node.elaboration is not None and "S1" in node.elaboration.sigma
                if uses and node.state == "verified" and not node.parts:
                    assert self.loop.sigma[LEMMA.id].status is SigmaStatus.CONFIRMED

    def teardown(self) -> None:
        if hasattr(self, "rules"):
            fresh = loop_of(caps=Caps(runs=RUNS, empty_replies=EMPTIES))
            again = replayed(fresh, self.loop.history().acts)
            assert tuple(again.nodes) == tuple(self.loop.nodes)
            assert again.overall is self.loop.overall


StrictLoop.TestCase.settings = settings(max_examples=150, stateful_step_count=40, deadline=None)
TestStrictLoop = StrictLoop.TestCase
