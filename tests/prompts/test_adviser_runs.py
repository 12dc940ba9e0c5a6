"""A whole run with the real analyst and adviser over scripted replies: what is recorded is read back as written."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from proofsieve.checkers.numeric import NumericChecker
from proofsieve.core.audit import Audit, Settings, Tool
from proofsieve.core.calls import CallOutcome
from proofsieve.core.evidence import Language
from proofsieve.core.pipeline import run_audit
from proofsieve.core.proof import Proof
from proofsieve.core.readers import read_bytes
from proofsieve.core.record.canonical import dump_audit, load_audit_bytes
from proofsieve.core.stages import RunTools
from proofsieve.core.verdict import Status
from proofsieve.prompts.analyst.adviser import ModelAdviser
from proofsieve.prompts.analyst.analyst import ModelAnalyst

from .scripted import Asked, Script, ScriptedAsking, always

PROOF = """Problem: Show that every odd square leaves the remainder 1 on division by 8.

Proof:

1. Let n be odd. Then n = 2k + 1 for an integer k.
2. Hence n² = 4k(k + 1) + 1.
3. Clearly k(k + 1) is divisible by 4.
4. Hence n² leaves the remainder 1 on division by 8.
"""
WRONG = "k(k + 1) is divisible by 4"


def reviewed(asked: Asked) -> list[dict[str, Any]]:
    """Calls the unit of the third step flawed, and all others correct."""
    flawed = WRONG in asked.user.rpartition("UNIT (the unit to judge)")[2]
    return [
        {
            "reason": f"1 · 2 is 2 (sample {asked.sample})" if flawed else "it follows",
            "verdict": "flawed" if flawed else "correct",
            "error_type": "false_statement" if flawed else "none",
            "contested": WRONG if flawed else "",
            "witness": "k = 1" if flawed else "",
            "should_formalize": flawed,
            "difficulty": "easy",
        }
    ]


async def audited(
    proof: Proof | None = None, settings: Settings | None = None, **scripts: Script
) -> tuple[Audit, ScriptedAsking]:
    """An audit with these scripts, in which every other question has no answer; written and read back."""
    silent = "decompose grow conventions scan review second word state compare back-translate prove conclude".split()
    asking = ScriptedAsking({**{name: always(CallOutcome.TIMEOUT) for name in silent}, **scripts})
    analyst, adviser = ModelAnalyst(asking), ModelAdviser(asking, lean_library="core")
    numeric = NumericChecker()
    try:
        audit = await run_audit(
            proof or read_bytes(PROOF.encode(), "proof.md"),
            replace(settings or Settings(), models=asking.settings),
            RunTools(
                analyst=analyst,
                checkers={Language.NUMERIC: numeric},
                tool=Tool(name="proofsieve", version="0"),
                adviser=adviser,
                notes=lambda: (*analyst.notes, *adviser.notes),
            ),
        )
    finally:
        await numeric.aclose()
    assert load_audit_bytes(dump_audit(audit), where="x") == audit
    return audit, asking


async def test_models_that_never_answer_leave_the_audit_of_the_rules_and_say_so() -> None:
    audit, _ = await audited()
    assert audit.verdict.status is Status.UNCERTAIN
    assert audit.advice.reviews == ()
    assert "model-failed" in {finding.kind for finding in audit.findings}
    assert all(unit.status is not Status.CORRECT for unit in audit.verdict.units)


async def test_a_witness_of_two_judgements_is_the_first_error() -> None:
    audit, asking = await audited(review=reviewed, second=reviewed)
    assert (audit.verdict.status, audit.verdict.first_error) == (Status.FLAWED, "s3")
    assert asking.asks_of("second")


async def test_a_witness_of_one_judgement_is_none() -> None:
    audit, _ = await audited(review=reviewed)
    assert audit.verdict.status is Status.UNCERTAIN
    assert audit.verdict.first_error is None


async def test_a_false_numeric_statement_that_nobody_compared_counts_for_nothing() -> None:
    stated = {"reason": "", "language": "numeric", "text": "4 ∣ 2", "premises": []}
    audit, _ = await audited(review=reviewed, state=always(stated))
    assert [statement.text for statement in audit.statements if statement.provenance == "model"]
    assert audit.verdict.first_error is None
