"""The benchmark of lints: what is shipped as the error rate of a tier is what it measures."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofsieve.benchmarks.lints import measured_rates, speaking, verdict_of
from proofsieve.core.faithfulness.error_rates import known_error_rates
from proofsieve.core.faithfulness.findings import Action, Drift, LintFinding, Tier


def test_a_pair_is_faithful_where_its_reviewers_or_people_say_so() -> None:
    assert verdict_of({"verdict": "weaker"}) == "weaker"
    assert verdict_of({"human_faithful": True}) == "faithful"
    assert verdict_of({"human_faithful": False}) == "unfaithful"


def test_notes_accuse_nobody() -> None:
    made = [
        LintFinding(
            id="nat-sub",
            tier=Tier.DETERMINISTIC,
            action=action,
            drift=Drift.MISSING_ASSUMPTIONS,
            where="goal",
            start=-1,
            end=-1,
            witness=(),
            why="",
        )
        for action in (Action.NOTE, Action.FLAG)
    ]
    assert speaking(made) == made[1:]


@pytest.mark.data
def test_the_shipped_error_rates_are_those_that_the_benchmark_measures(data_dir: Path) -> None:
    measured = measured_rates(data_dir)
    shipped = known_error_rates(rate.tier for rate in measured)
    assert [(rate.tier, rate.text) for rate in shipped] == [(rate.tier, rate.text) for rate in measured]
    assert all(rate.source.startswith("statement_pairs_dev + ") for rate in shipped)
