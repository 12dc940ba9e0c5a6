"""Findings and reports as values of the audit file: their order, their round trip, and what a reader refuses."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from proofsieve.core.audit import Audit
from proofsieve.core.errors import AuditFileError, SaveError
from proofsieve.core.faithfulness import (
    Action,
    Drift,
    Faithful,
    Gate,
    Judge,
    JudgeKind,
    LintFinding,
    LintReport,
    Remarks,
    Tier,
    report_for,
)
from proofsieve.core.faithfulness.polarity import Counterexample, Negation, Satisfiable
from proofsieve.core.faithfulness.relating import relation_of
from proofsieve.core.record import canonical, chain
from proofsieve.core.record.audit_file import save_new
from proofsieve.core.record.standing import with_verdict
from proofsieve.tests.core.comparisons import comparison, same
from proofsieve.tests.factories import synthetic_audit


def finding(name: str, tier: Tier, action: Action) -> LintFinding:
    return LintFinding(
        id=name,
        tier=tier,
        action=action,
        drift=Drift.WRONG_OBJECTS,
        where="hypothesis h",
        start=3,
        end=9,
        witness=(("n", "0"), ("m", "-1")),
        why="n - 1 is 0 at n = 0",
    )


def test_findings_that_reject_come_in_the_order_of_how_they_are_known() -> None:
    found = [finding(tier, tier, Action.REJECT) for tier in reversed(Tier)]
    assert [item.tier for item in LintReport(findings=tuple(found), unknown=(), parsed=True).rejecting] == [
        Tier.COUNTEREXAMPLE,
        Tier.DETERMINISTIC,
        Tier.JUDGES,
        Tier.JUDGE,
    ]


@pytest.mark.parametrize("action", [Action.FLAG, Action.NOTE])
def test_only_an_action_of_rejecting_rejects(action: Action) -> None:
    assert not finding("x", Tier.COUNTEREXAMPLE, action).rejects


def test_a_heuristic_never_rejects() -> None:
    assert not finding("x", Tier.HEURISTIC, Action.REJECT).rejects


def judged_audit() -> Audit:
    """An audit one of whose statements was judged slot by slot and another turned down by a lint."""
    audit = synthetic_audit(12)
    first, second = audit.statements[:2]
    kept = comparison([same("p1"), same("c1", "0.75")])
    looked = LintReport(
        findings=(finding("nat-subtraction", Tier.COUNTEREXAMPLE, Action.REJECT),), unknown=("∯ x",), parsed=True
    )
    judged = report_for(
        first,
        LintReport(findings=(), unknown=(), parsed=True),
        comparison=kept,
        relation=relation_of(
            kept,
            dropped=("n > 2",),
            satisfiable=Satisfiable.SHOWN,
            negation=Negation.EXISTS_WITH_CONTEXT,
            counterexample=Counterexample.SATISFIES_ALL,
        ),
        judges=(Judge(name="m-1", kind=JudgeKind.MODEL, said="kept", confidence="0.9"),),
        remarks=Remarks(suggested_revision="theorem t : …"),
    )
    reports = (judged, report_for(second, looked), *audit.reports[2:])
    return chain.begin_review(with_verdict(replace(audit, reports=reports)))


def test_a_judged_report_is_read_back_as_it_was_written() -> None:
    audit = judged_audit()
    raw = canonical.dump_audit(audit)
    again = canonical.load_audit_bytes(raw, where="x")
    assert again == audit
    assert canonical.dump_audit(again) == raw
    assert again.reports[0].status is Faithful.FAITHFUL
    assert again.reports[1].tier is Tier.COUNTEREXAMPLE


def test_no_float_stands_in_a_judged_report() -> None:
    document = json.loads(canonical.dump_audit(judged_audit()), parse_float=pytest.fail)
    assert document["reports"][0]["score"] == "0.866"


REFUSED: dict[str, tuple[tuple[str | int, ...], Any, str]] = {
    "a better score": (("reports", 0, "score"), "0.9", "score: 0.9 does not follow"),
    "a score that is none": (("reports", 0, "score"), "nine", "'nine' is no decimal"),
    "a part that is none": (("reports", 0, "s_hol"), "2", "'2' is no decimal"),
    "a kinder judgement": (("reports", 0, "comparison", "slots", 1, "value"), "1", "does not follow"),
    "a value off the rubric": (("reports", 0, "comparison", "slots", 1, "value"), "0.8", "reports"),
    "a status": (("reports", 1, "status"), "faithful", "status: faithful does not follow"),
    "what counts": (("reports", 1, "passed_counts"), True, "passed_counts: True does not follow"),
    "a finding taken out": (("reports", 1, "findings"), [], "does not follow"),
    "a premise that was dropped": (("reports", 0, "relation", "counterexample"), "none", "refuted_counts"),
    "a confidence": (("reports", 0, "judges", 0, "confidence"), "90 %", "no decimal between 0 and 1"),
    "a judge's name": (("reports", 0, "judges", 0, "name"), "m\u202e1", "cannot be printed"),
    "a lint's name": (("reports", 1, "findings", 0, "id"), "a\nb", "cannot be printed"),
    "a threshold": (("settings", "gate", "slot"), "0,75", "settings.gate.slot"),
    "a stricter gate": (("settings", "gate", "slot"), "0.9", "does not follow"),
}


@pytest.mark.parametrize("case", list(REFUSED))
def test_a_file_whose_reports_do_not_follow_from_their_judgements_is_refused(case: str) -> None:
    place, value, message = REFUSED[case]
    document = json.loads(canonical.dump_audit(judged_audit()))
    at = document
    for part in place[:-1]:
        at = at[part]
    at[place[-1]] = value
    raw = (json.dumps(document, ensure_ascii=False, sort_keys=True, indent=2) + "\n").encode()
    with pytest.raises(AuditFileError) as caught:
        canonical.load_audit_bytes(raw, where="x")
    assert message in caught.value.message


def test_an_audit_with_such_a_report_is_not_saved_in_the_first_place(tmp_path: Any) -> None:
    audit = judged_audit()
    lying = replace(audit.reports[1], status=Faithful.FAITHFUL, passed_counts=True)
    changed = replace(audit, reports=(audit.reports[0], lying, *audit.reports[2:]))
    with pytest.raises(SaveError, match="does not follow from the judgements"):
        save_new(tmp_path / "x.audit.json", changed)


def test_an_audit_records_its_thresholds() -> None:
    document = json.loads(canonical.dump_audit(judged_audit()))
    assert document["settings"]["gate"] == {"critical": "0.75", "repairable": "0.5", "score": "0.7", "slot": "0.75"}
    assert Gate() == judged_audit().settings.gate
