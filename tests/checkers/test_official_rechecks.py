"""leanchecker and lake comparator: asked where they are there, believed once they have said yes and no rightly."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from proofsieve.checkers.lean.file import question_of
from proofsieve.checkers.lean.judgement.judge import Judgement
from proofsieve.core.evidence import Branch, Kind, Language, Outcome, Strength, make_statement
from proofsieve.tests.checkers.lean_toolchains import PATIENT, checker, toolchain

COMPARED = "re-checked by lake comparator"


def mine(text: str, goal: str | None = None):  # type: ignore[no-untyped-def]
    return question_of(text, None, goal, where="file", goal_where="goal")


async def asked(lean: Path, *texts: str) -> Judgement:
    """The judgement on the last of some texts that are judged in one session."""
    made = checker(lean)
    try:
        found = [await made.judged(mine(text), PATIENT) for text in texts]
    finally:
        await made.aclose()
    return found[-1]


FOUR, FIVE = "theorem t : 2 + 2 = 4 := rfl", "theorem odd : 2 + 3 = 5 := rfl"


async def test_leanchecker_adds_a_word_where_it_is_there(tmp_path: Path) -> None:
    found = await asked(toolchain(tmp_path / "lean", checker=True), FOUR)
    assert (found.outcome, "re-checked by leanchecker" in found.why) == (Outcome.PASSED, True)


async def test_what_leanchecker_refuses_does_not_pass_once_it_has_taken_another_proof(tmp_path: Path) -> None:
    found = await asked(toolchain(tmp_path / "lean", checker=True, leanchecker="odd"), FOUR, FIVE)
    assert (found.kind, "leanchecker says: declaration type mismatch" in found.why) == (Kind.REJECTED, True)


@pytest.mark.parametrize("manner", ["2 + 2 = 4", "blind"], ids=["nothing", "everything"])
async def test_a_leanchecker_that_takes_one_and_all_or_none_is_not_believed(tmp_path: Path, manner: str) -> None:
    found = await asked(toolchain(tmp_path / "lean", checker=True, leanchecker=manner), FOUR)
    assert (found.outcome, "leanchecker" in found.why) == (Outcome.PASSED, False)


async def test_without_further_checkers_nothing_is_claimed(tmp_path: Path) -> None:
    assert "re-checked" not in (await asked(toolchain(tmp_path / "lean"), FOUR)).why


async def test_lake_comparator_adds_a_word_and_no_strength(tmp_path: Path) -> None:
    found = await asked(toolchain(tmp_path / "lean", comparator="yes"), "theorem t : 2 + 3 = 5 := propext")
    assert (found.outcome, found.strength) == (Outcome.PASSED, Strength.KERNEL)
    assert "re-checked by leanchecker; re-checked by lake comparator" in found.why


async def test_lake_comparator_is_tried_once_in_a_session(tmp_path: Path) -> None:
    lean = checker(toolchain(tmp_path / "lean", comparator="yes"))
    starts = []
    for text in ("theorem t : 2 + 3 = 5 := rfl", "theorem u : 1 + 3 = 4 := rfl", "theorem v : 1 + 4 = 5 := rfl"):
        before = lean.session.starts
        assert COMPARED in (await lean.judged(mine(text), PATIENT)).why
        starts.append(lean.session.starts - before)
    await lean.aclose()
    assert starts[0] > starts[1] == starts[2]


async def test_what_lake_comparator_refuses_does_not_pass(tmp_path: Path) -> None:
    found = await asked(toolchain(tmp_path / "lean", comparator="odd"), "theorem odd : 2 + 3 = 5 := rfl")
    assert (found.kind, "lake comparator says: error: Lean default exited with 1" in found.why) == (Kind.REJECTED, True)


@pytest.mark.parametrize("manner", ["blind", "strict", "old", "cannot", "crash"])
async def test_a_lake_comparator_that_does_not_tell_right_from_wrong_is_not_believed(
    tmp_path: Path, manner: str
) -> None:
    found = await asked(toolchain(tmp_path / "lean", comparator=manner), "theorem t : 2 + 3 = 5 := rfl")
    assert (found.outcome, "comparator" in found.why) == (Outcome.PASSED, False)


async def test_a_lake_comparator_that_does_not_end_is_ended_and_claims_nothing(tmp_path: Path) -> None:
    lean = checker(toolchain(tmp_path / "lean", comparator="hang"), start_ms=0)
    await lean.ready()
    found = await lean.judged(mine("theorem t : 2 + 3 = 5 := rfl"), replace(PATIENT, wall_ms=2_000))
    await lean.aclose()
    assert (found.outcome, "comparator" in found.why) == (Outcome.PASSED, False)


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("theorem t : 2 + 2 = 4 := rfl", "2 + 2 = 4"),
        ("theorem t : 2 ^ 3 = 8 := by native_decide", None),
        ("theorem «a b» : 2 + 2 = 4 := rfl", None),
        ("theorem other : 2 + 2 = 4 := rfl", "theorem t : 2 + 2 = 4"),
    ],
    ids=["a proposition", "native evaluation", "a name in quotes", "two names"],
)
async def test_where_there_is_no_name_to_compare_nothing_is_claimed(
    tmp_path: Path, text: str, goal: str | None
) -> None:
    lean = checker(toolchain(tmp_path / "lean", comparator="yes"))
    found = await lean.judged(mine(text, goal), PATIENT)
    await lean.aclose()
    assert (found.outcome, "comparator" in found.why) == (Outcome.PASSED, False)


async def test_a_body_under_our_statement_is_compared_and_a_negation_is_not(tmp_path: Path) -> None:
    lean = checker(toolchain(tmp_path / "lean", comparator="yes"))
    why = []
    for text, branch in (("2 + 2 = 4", Branch.CLAIM), ("2 + 2 = 5", Branch.NEGATION)):
        statement = make_statement(
            obligation_id="o001.1", language=Language.LEAN, text=f"theorem t : {text} := sorry", provenance="reviewer"
        )
        found = await lean.check(statement, branch, PATIENT, artifact="by decide")
        assert found.outcome is Outcome.PASSED
        why.append(COMPARED in found.why)
    await lean.aclose()
    assert why == [True, False]


async def test_what_a_text_leaves_beside_its_compiled_file_is_shown_to_no_further_checker(tmp_path: Path) -> None:
    lean = checker(toolchain(tmp_path / "lean", checker=True))
    await lean.judged(mine("theorem t : 2 + 2 = 4 := rfl"), PATIENT)
    seen: list[set[str]] = []
    run = lean.session.run

    async def watched(argv, folder, limits, **rest):  # type: ignore[no-untyped-def]
        if argv[0].endswith("leanchecker"):
            seen.extend({entry.name for entry in place.iterdir()} for place in rest["path"])
        return await run(argv, folder, limits, **rest)

    lean.session.run = watched  # type: ignore[method-assign]
    await lean.judged(mine("theorem u : 2 + 2 = 4 := rfl\n-- lean: deep 1"), PATIENT)
    await lean.aclose()
    assert seen == [{"ProofSieveProof.olean"}]
