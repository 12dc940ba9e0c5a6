"""What the strict loop looks at next, and which steps are critical."""

from __future__ import annotations

from proofsieve.core.strict import Cap, Caps, Empty, NodeId, criticality, next_work
from proofsieve.core.suspicion import Risk
from proofsieve.core.tree import UnitId
from proofsieve.tests.core.strict_runs import CLOSES, OPEN, after, breaks, confirm, elaborate, loop_of, resume, split
from proofsieve.tests.proofs import grown, proof_of

CRITICAL = {"s1": 10, "s2": 40, "s3": 40, "s4": 90}


def todo(loop: object) -> tuple[str, str] | None:
    work = next_work(loop, CRITICAL)  # type: ignore[arg-type]
    return None if work is None else (str(work.kind), work.node)


def test_untouched_steps_come_first_the_most_critical_ahead_and_the_earlier_of_equals() -> None:
    loop = loop_of()
    for name in ("s4", "s2", "s3", "s1"):
        assert todo(loop) == ("elaborate", name)
        loop = after(loop, lambda now, name=name: elaborate(now, name, OPEN))
    assert todo(loop) == ("resume", "s4")


def test_parts_of_a_split_are_resumed_in_order() -> None:
    loop = after(loop_of(), *(lambda now, n=n: elaborate(now, f"s{n}", CLOSES if n < 4 else OPEN) for n in range(1, 5)))
    loop = after(loop, split("s4", "Therefore $d = 4$.", "This is the claim that was posed."))
    assert todo(loop) == ("resume", "s4.1")
    loop = after(loop, lambda now: resume(now, "s4.1", CLOSES))
    assert todo(loop) == ("resume", "s4.2")
    assert todo(after(loop, lambda now: resume(now, "s4.2", CLOSES))) is None


def test_a_claimed_flaw_is_confirmed_before_anything_else() -> None:
    loop = after(loop_of(), lambda now: elaborate(now, "s3", breaks(now, "s3")))
    assert todo(loop) == ("confirm", "s3")


def test_after_a_rejection_only_the_steps_before_it_are_looked_at() -> None:
    loop = after(loop_of(), lambda now: elaborate(now, "s2", breaks(now, "s2")), confirm("s2"))
    assert todo(loop) == ("elaborate", "s1")
    assert todo(after(loop, lambda now: elaborate(now, "s1"))) is None


def test_nothing_is_left_to_do_once_the_loop_has_ended() -> None:
    assert todo(after(loop_of(), Cap(by="rules", why="the budget is spent"))) is None


def test_a_flaw_of_the_last_run_is_confirmed_unless_nobody_answers() -> None:
    loop = after(loop_of(caps=Caps(runs=1, empty_replies=1)), lambda now: elaborate(now, "s1", breaks(now, "s1")))
    assert todo(loop) == ("confirm", "s1")
    assert todo(after(loop, Empty(by="model:n", node=NodeId("s1"), why="no answer"))) is None


def test_a_step_is_critical_by_its_risk_and_by_how_much_rests_on_it() -> None:
    proof = proof_of(
        "Show that $c > 0$.", "Let $a = 1$ be given.", "Put $b = a + 1$.", "Then $c = b + a$.", "Put $z = 7$."
    )
    tree = grown(proof)
    plain = criticality(proof, tree, ())
    assert plain["s1"] > plain["s2"] > plain["s4"] == 0
    unit = next(unit.id for unit in tree.units if unit.step == "s4")
    risky = criticality(proof, tree, [Risk(unit_id=UnitId(unit), risk=99, signals=(), reason="")])
    assert risky["s4"] == 99
    assert risky["s1"] == plain["s1"]
