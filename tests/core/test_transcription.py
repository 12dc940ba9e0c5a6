"""Claims of the text go to Lean too, as theorems: which, within which budget, and what their answers do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import pytest

from proofsieve.checkers.numeric import NumericChecker
from proofsieve.core.analyst import RuleAnalyst
from proofsieve.core.audit import Audit, Settings, Tool
from proofsieve.core.authored import Authored
from proofsieve.core.evidence import (
    Branch,
    Kind,
    Language,
    Strength,
)
from proofsieve.core.pipeline import run_audit
from proofsieve.core.readers import read_bytes
from proofsieve.core.record.canonical import dump_audit, load_audit_bytes
from proofsieve.core.stages import RunTools
from proofsieve.core.verdict import Status
from proofsieve.tests.checking import ScriptedChecker, fails, passes

RIGHT = "Problem: Add up.\n\nProof:\n\n1. We have $2 + 3 = 5$.\n2. Hence $5 \\cdot 4 = 20$.\n"
WRONG = RIGHT.replace("= 20", "= 21")


def scripted_lean(*, fault: str = "", kind: Kind | None = None) -> ScriptedChecker:
    """Answers "passed" to everything or stays open for a reason of ``kind``; ``fault``: what its canaries say."""
    embedded = partial(passes, strength=Strength.KERNEL_EMBEDDED)
    return ScriptedChecker(script=embedded if kind is None else fails(kind), fault=fault)


async def audited(
    text: str,
    lean: ScriptedChecker | None,
    *,
    authored: Sequence[Authored] = (),
    authored_in: str = "",
    **settings: int,
) -> Audit:
    numeric = NumericChecker()
    try:
        return await run_audit(
            read_bytes(text.encode(), "proof.md"),
            replace(Settings(), **settings),
            RunTools(
                analyst=RuleAnalyst(),
                checkers={Language.NUMERIC: numeric} | ({Language.LEAN: lean} if lean else {}),
                tool=Tool(name="proofsieve", version="0"),
            ),
            authored,
            authored_in=authored_in,
        )
    finally:
        await numeric.aclose()


async def test_a_true_claim_is_given_to_lean_as_a_theorem_and_a_false_one_as_its_negation() -> None:
    lean = scripted_lean()
    audit = await audited(WRONG, lean)
    assert [(text.partition(" : ")[2], branch) for text, branch, _ in lean.asked] == [
        ("(5 * 4 : Int) = 21", Branch.NEGATION),
        ("(2 + 3 : Int) = 5", Branch.CLAIM),
    ]
    assert audit.verdict.status is Status.FLAWED
    assert set(audit.verdict.rests_on) == {"exact", "kernel_embedded"}
    assert "20" in audit.verdict.reason, "the reason is the one that names the right value"
    assert [checker.name for checker in audit.provenance.checkers] == ["numeric", "lean"]


async def test_an_audit_with_theorems_of_lean_is_saved_and_read_again() -> None:
    audit = await audited(WRONG, scripted_lean())
    assert load_audit_bytes(dump_audit(audit), where="x") == audit


async def test_what_lean_cannot_prove_changes_nothing() -> None:
    without = await audited(WRONG, None)
    failing = await audited(WRONG, scripted_lean(kind=Kind.TIMEOUT))
    assert failing.statements == without.statements
    assert failing.evidence == without.evidence
    assert failing.verdict == without.verdict


async def test_a_lean_that_fails_its_canaries_is_not_asked_and_that_is_recorded() -> None:
    lean = scripted_lean(fault="it proves False")
    audit = await audited(WRONG, lean)
    assert lean.asked == []
    assert audit.provenance.checkers[1].canaries == "it proves False"
    assert audit.verdict.rests_on == ("exact",)


async def test_the_budget_bounds_how_much_lean_is_asked_and_refutations_come_first() -> None:
    lean = scripted_lean()
    await audited(WRONG, lean, lean_checks=1)
    assert [branch for _, branch, _ in lean.asked] == [Branch.NEGATION]


@pytest.mark.parametrize(
    "step",
    [
        "Let $A = -14$. Then $A + 1 = -13$.",  # under a definition
        "Suppose $2 + 3 = 6$.",  # not asserted
        "We have $\\sqrt{2} < 2$.",  # core Lean has no square root
    ],
)
async def test_what_has_no_exact_form_or_is_not_asserted_is_not_given_to_lean(step: str) -> None:
    lean = scripted_lean()
    await audited(f"Problem: Add up.\n\nProof:\n\n1. {step}\n", lean)
    assert [text for text, _, _ in lean.asked if "14" in text or "3" in text or "√" in text] == []
