"""The two methods together: the table of all combinations."""

from __future__ import annotations

import pytest

from proofsieve.core.conclusion import conclude
from proofsieve.core.strict import Cap, Combined, Loop, combined
from proofsieve.core.tree import UnitRole
from proofsieve.core.verdict import Status, UnitVerdict, Verdict
from proofsieve.tests.core.strict_runs import CLOSES, OPEN, PROBLEM, STEPS, after, breaks, confirm, elaborate, loop_of
from proofsieve.tests.core.strict_runs import verdict_of as strict_of
from proofsieve.tests.proofs import grown, proof_of

PROOF = proof_of(PROBLEM, *STEPS)
TREE = grown(PROOF)
ORDER = [step.id for step in PROOF.steps]
R1, R3, PERSON = ("exact",), ("corroborated", "model:m", "model:n"), ("reviewer:ada",)


def sieve(*statuses: Status, against: tuple[str, ...] = R1) -> Verdict:
    """The sieve's verdict where all units of a step have its status; flaws rest on ``against``."""
    of_step = dict(zip(ORDER, statuses, strict=True))
    units = {
        unit.id: UnitVerdict(
            unit_id=unit.id,
            status=of_step[unit.step],
            reason=f"the sieve on {unit.step}",
            rests_on=against if of_step[unit.step] is Status.FLAWED else (),
        )
        for unit in TREE.units
    }
    return conclude(PROOF.steps, TREE, (), units)


def strict(
    *, flawed: str = "", untouched: tuple[str, ...] = (), opened: tuple[str, ...] = (), cap: bool = False
) -> Loop:
    """A strict run: verified but for what is named; a flaw is confirmed, with all before it verified."""
    loop = loop_of()
    for name in ("s1", "s2", "s3", "s4"):
        if name == flawed:
            loop = after(loop, lambda now, name=name: elaborate(now, name, breaks(now, name)), confirm(name))
            break
        if name not in untouched:
            outcome = OPEN if name in opened else CLOSES
            loop = after(loop, lambda now, name=name, outcome=outcome: elaborate(now, name, outcome))
    return after(loop, Cap(by="rules", why="the budget is spent")) if cap else loop


C, F, U, N = Status.CORRECT, Status.FLAWED, Status.UNCERTAIN, Status.NOT_CHECKED
SIEVES = {
    "correct": sieve(C, C, C, C),
    "uncertain": sieve(C, U, N, C),
    "refuted at s2": sieve(C, F, C, C),
    "called flawed at s2": sieve(C, F, C, C, against=R3),
    "refused by a person at s2": sieve(C, F, C, C, against=PERSON),
}
STRICTS = {
    "verified": strict(),
    "running, s2 verified": strict(untouched=("s3",)),
    "running, s2 open": strict(opened=("s2",)),
    "exhausted, s2 verified": strict(opened=("s4",), cap=True),
    "exhausted, s2 untouched": strict(untouched=("s2",), cap=True),
    "flawed at s1": strict(flawed="s1"),
    "flawed at s2": strict(flawed="s2"),
    "flawed at s3": strict(flawed="s3"),
}
# (whole verdict, first error, whether the methods are said to disagree), row by row as SIEVES, column by column as
# STRICTS.
UNCERTAIN, DISAGREE = ("uncertain", None, False), ("uncertain", None, True)
AT1, AT2, AT3 = ("flawed", "s1", False), ("flawed", "s2", False), ("flawed", "s3", False)
TABLE = {
    "correct": [("correct", None, False), UNCERTAIN, UNCERTAIN, UNCERTAIN, UNCERTAIN, AT1, AT2, AT3],
    "uncertain": [UNCERTAIN, UNCERTAIN, UNCERTAIN, UNCERTAIN, UNCERTAIN, AT1, AT2, AT3],
    "refuted at s2": [AT2, AT2, AT2, AT2, AT2, AT1, AT2, AT2],
    "called flawed at s2": [DISAGREE, DISAGREE, AT2, DISAGREE, AT2, AT1, AT2, ("flawed", "s3", True)],
    "refused by a person at s2": [AT2, AT2, AT2, AT2, AT2, AT1, AT2, AT2],
}


def both(sieve_says: Verdict, loop: Loop) -> Combined:
    return combined(sieve_says, strict_of(loop), TREE, ORDER)


@pytest.mark.parametrize("row", TABLE)
@pytest.mark.parametrize("column", STRICTS)
def test_the_whole_verdict_of_both_methods_is_as_the_table_has_it(row: str, column: str) -> None:
    told = both(SIEVES[row], STRICTS[column])
    found = (str(told.status), told.first_error, any(item.kind == "methods_disagree" for item in told.findings))
    assert found == TABLE[row][list(STRICTS).index(column)]


@pytest.mark.parametrize("row", TABLE)
@pytest.mark.parametrize("column", STRICTS)
def test_both_verdicts_are_kept_as_they_were(row: str, column: str) -> None:
    told = both(SIEVES[row], STRICTS[column])
    assert told.by_method.sieve == SIEVES[row]
    assert told.by_method.strict == strict_of(STRICTS[column])


def test_the_finding_names_the_step_that_the_methods_disagree_on() -> None:
    (finding,) = both(SIEVES["called flawed at s2"], STRICTS["verified"]).findings
    assert finding.about == "s2"
    assert "the sieve on s2" in finding.message


def test_a_disagreement_before_the_first_error_leaves_it_provisional() -> None:
    told = both(SIEVES["called flawed at s2"], STRICTS["flawed at s3"])
    assert (told.provisional, told.uncertain_before, told.decided_by) == (True, ("s2",), ("strict",))


def test_a_refutation_counts_where_the_same_step_was_also_called_flawed() -> None:
    several = [unit for unit in TREE.units if unit.step == "s1" and unit.role is not UnitRole.CLOSURE]
    assert len(several) > 1
    units = {unit.id: UnitVerdict(unit_id=unit.id, status=C, reason="") for unit in TREE.units}
    for unit, against in zip(several, (R3, R1), strict=False):
        units[unit.id] = UnitVerdict(unit_id=unit.id, status=F, reason=f"by {against[0]}", rests_on=against)
    told = both(conclude(PROOF.steps, TREE, (), units), STRICTS["verified"])
    assert (told.status, told.reason, told.findings) == (F, "by exact", ())


def test_who_decided_is_named() -> None:
    assert both(SIEVES["refuted at s2"], STRICTS["flawed at s2"]).decided_by == ("sieve", "strict")
    assert both(SIEVES["refuted at s2"], STRICTS["flawed at s3"]).decided_by == ("sieve",)
    assert both(SIEVES["correct"], STRICTS["flawed at s3"]).decided_by == ("strict",)
    assert both(SIEVES["uncertain"], STRICTS["verified"]).decided_by == ()
