"""Published failures of Lean checkers, and what a proof cannot say: that its statement is the one that was meant."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from proofsieve.core.evidence import Kind, Outcome
from proofsieve.tests.checkers.lean_asking import LEAN, Asking

pytestmark = LEAN


@pytest.mark.data
async def test_the_published_cases_end_as_they_should(lean: Asking, data_dir: Path) -> None:
    seen = 0
    for line in (data_dir / "cases" / "cases.jsonl").read_text("utf-8").splitlines():
        case = json.loads(line)
        if case["area"] != "3-lean" or not case["input"].endswith(".lean"):
            continue
        files = [(data_dir / "cases" / name.strip()).read_text("utf-8") for name in case["input"].split(";")]
        for theorem, wanted in outcomes(case["expect"]):
            seen += 1
            goal = files[0] if len(files) == 2 else None
            found = await lean.file(files[-1], theorem=theorem, goal=goal)
            said = found.kind if found.outcome is Outcome.INCONCLUSIVE else found.outcome
            assert said == wanted, (case["id"], found.why)
            if "axioms" in case["expect"]:
                assert list(found.axioms) == case["expect"]["axioms"], case["id"]
            if "differing" in case["expect"]:
                assert case["expect"]["differing"] in found.why, case["id"]
    assert seen


def outcomes(expect: dict[str, Any]) -> list[tuple[str | None, str]]:
    """(theorem, outcome or kind) that a case names in these words."""
    wanted = expect.get("outcome")
    rows = wanted.items() if isinstance(wanted, dict) else [(None, wanted)]
    return [(theorem, said) for theorem, said in rows if said in ("rejected", "passed", "refuted")]


# What is proved here is less than what was meant: only a comparison of statement and prose can find it. Lean passes.
PROVED_AND_NOT_MEANT = [
    ("a trivial witness", "theorem t (n : Nat) : ∃ m : Nat, ∀ d, d ≤ n → d ∣ m := ⟨0, fun d _ => Nat.dvd_zero d⟩"),
    ("a definition that is not filled in", "def digits (_ : Nat) : Nat := 0\n"
     "theorem t (a b : Nat) : digits (a + b) ≤ digits a + digits b := Nat.le_refl 0"),
    ("a statement that only says that something exists", "theorem t (n : Nat) : ∃ s : Nat, s = n * n := ⟨_, rfl⟩"),
]  # fmt: skip


@pytest.mark.parametrize(
    "text", [text for _, text in PROVED_AND_NOT_MEANT], ids=[name for name, _ in PROVED_AND_NOT_MEANT]
)
async def test_a_proof_passes_whatever_its_statement_was_meant_to_say(lean: Asking, text: str) -> None:
    found = await lean.file(text)
    assert found.outcome is Outcome.PASSED
    assert found.type  # what a person, or the gate, compares with the prose


async def test_the_placeholder_is_named_where_lean_warns_of_it(lean: Asking) -> None:
    found = await lean.file("def digits (n : Nat) : Nat := 0\ntheorem t (a : Nat) : digits a ≤ a := Nat.zero_le a")
    assert any("unused variable `n`" in note.text for note in found.messages)


async def test_a_theorem_that_is_printed_and_not_added_is_no_evidence(lean: Asking) -> None:
    text = "#check (show (5 : Nat) = 6 by native_decide)\ntheorem t : 1 = 1 := rfl"
    found = await lean.file(text, goal="5 = 6")
    assert found.kind is Kind.COMPILE_FAILURE
