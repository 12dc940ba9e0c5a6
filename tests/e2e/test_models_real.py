"""An audit that asks a real server with a very small real model: that it ends, is recorded and is replayed.

What such a model says of a proof is worth nothing (docs/models.md); only the shapes of what is kept are looked at.
"""

from __future__ import annotations

from collections import Counter

import pytest

from proofsieve.core.audit import BUDGET, Audit
from proofsieve.core.calls import CallOutcome, Rung
from proofsieve.core.verdict import Status
from proofsieve.tests.prompts.llama import CONTEXT, Llama

from .asking import Place, without_timings

MODEL = "smollm2"
PROOF = """Problem: Show that n² + n is even.

Proof:

1. Clearly n² + n = n(n + 1).
2. One of n and n + 1 is even.
"""
FEW, MORE = 5, 7
"""Requests of the first run and of the one that goes on."""
ENDS = {CallOutcome.ANSWERED, CallOutcome.LENGTH, CallOutcome.INVALID, CallOutcome.UNPARSED, CallOutcome.CONTEXT}
"""How a question to a server that is well may end; its window is too small for some of ours."""


def well_shaped(audit: Audit, most: int) -> None:
    """What must hold of any audit that asked, whatever was said."""
    calls = audit.provenance.calls
    assert calls
    assert sum(call.turns for call in calls) <= most
    assert {call.model for call in calls} == {MODEL}
    assert {call.outcome for call in calls} <= ENDS | {CallOutcome.BUDGET}
    assert {call.rung for call in calls} <= set(Rung)
    for call in calls:
        assert len(call.key) == 64
        assert call.prompt_tokens is None or 0 < call.prompt_tokens <= call.turns * CONTEXT
        assert bool(call.answer_sha256) == (call.turns > 0)
    assert [step.id for step in audit.proof.steps] == ["s1", "s2"]
    assert {risk.unit_id for risk in audit.risks} == {unit.id for unit in audit.tree.units}
    assert all(0 <= risk.risk <= 100 for risk in audit.risks)
    assert {unit.unit_id for unit in audit.verdict.units} == {unit.id for unit in audit.tree.units}
    for unit in audit.tree.units:
        assert audit.proof.quote(unit.span) == unit.text, "units are the text's own words"
    if audit.verdict.status is Status.FLAWED:
        assert audit.verdict.first_error in ("s1", "s2")


@pytest.mark.timeout(300)
async def test_an_audit_by_a_real_model_is_valid_replayed_to_the_byte_and_gone_on_with(
    llama: Llama, place: Place
) -> None:
    place.write("proof.md", PROOF)
    place.settings(
        f'[endpoint]\nbase_url = "{llama.url}"\nmodel = "{MODEL}"\n'
        f"max_output = 64\nconcurrency = 2\ncontext = {CONTEXT}\n"
    )
    run = await place.run("audit", "proof.md", "--max-calls", str(FEW), "--cassette", "run.json")
    assert run.code in (1, 3), run.err
    audit = place.audit()
    well_shaped(audit, FEW)
    assert BUDGET in {finding.kind for finding in audit.findings}
    assert "the budget of 5 calls is spent" in run.err

    replayed = await place.run(
        "audit", "proof.md", "--max-calls", str(FEW), "--replay", "run.json", "-o", "again.audit.json",
        "--base-url", llama.url,
    )  # fmt: skip
    assert replayed.code == run.code, replayed.err
    assert place.audit("again").review.base == audit.review.base
    assert without_timings(place.folder / "again.audit.json") == without_timings(place.folder / "proof.audit.json")

    further = await place.run("audit", "proof.md", "--resume", "--max-calls", str(MORE - FEW))
    assert further.code in (1, 3), further.err
    well_shaped(place.audit(), MORE)
    before, after = (Counter(call.key for call in found.provenance.calls) for found in (audit, place.audit()))
    assert not before - after, "what was asked before is there again"
