"""Three judges compare a statement with its obligation: whole judgements only, under names of their own, no totals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from proofsieve.core.advice import Compared
from proofsieve.core.calls import CallOutcome, ModelSettings
from proofsieve.core.errors import BudgetSpent
from proofsieve.core.evidence import Language, Statement, make_statement
from proofsieve.core.faithfulness import Drift, Faithful, LintReport, report_for
from proofsieve.core.faithfulness.cutting import cut_of
from proofsieve.core.faithfulness.relating import relation_of
from proofsieve.core.faithfulness.slots import Comparison, faults, judges_of
from proofsieve.core.obligations import Obligation
from proofsieve.core.rules.obliging import make_obligations
from proofsieve.core.tree import ProofTree
from proofsieve.prompts.analyst.adviser import ModelAdviser
from proofsieve.tests.proofs import tree_of, unit_saying

from .scripted import Asked, Reply, ScriptedAsking, always

STATEMENT = make_statement(
    obligation_id="o003.1",
    language=Language.LEAN,
    text="theorem o003_1 (n k : Int) (h : n = 2 * k) : n ^ 2 = 4 * k ^ 2",
    provenance="model",
)
ASPECTS = ("step_relation", "object_witness", "directionality", "role_alignment", "syntax_surface")


@pytest.fixture
def tree() -> ProofTree:
    return tree_of("Suppose $n$ is even. Then $n = 2k$ for some integer $k$.", "Hence $n^2 = 4k^2$.")


@pytest.fixture
def obligation(tree: ProofTree) -> Obligation:
    owed = make_obligations(unit_saying(tree, "Hence"), (), "the goal")[0]
    return replace(owed, premises=owed.premises[-1:])


@pytest.fixture
def cut(tree: ProofTree, obligation: Obligation) -> Comparison:
    found = cut_of(STATEMENT, obligation, tree.entry_by_id)
    assert [slot.id for slot in (*found.source, *found.formal)] == ["p1", "c1", "h1", "h2", "g1"]
    return found


def pair(source: str, formal: str, status: str = "preserved", value: str = "1") -> dict[str, str]:
    return {"source": source, "formal": formal, "reason": "as it says", "status": status, "value": value}


def judged(pairs: Sequence[dict[str, str]] = (), **others: Any) -> dict[str, Any]:
    found: dict[str, Any] = {
        "pairs": list(pairs) or [pair("", "h1", "added"), pair("p1", "h2"), pair("c1", "g1")],
        **{aspect: {"reason": "kept", "value": "1"} for aspect in ASPECTS},
        "drift": [],
        "missing_assumptions": [],
        "added_assumptions": [],
        "overgeneralisations": [],
        "suggested_revision": "",
        "said": "it says the same",
    }
    return {**found, **others}


BACK = {
    "slots": [
        {"slot": "h1", "words": "n and k are integers"},
        {"slot": "h2", "words": "n is twice k"},
        {"slot": "g1", "words": "the square of n is four times the square of k"},
    ],
    "whole": "For integers n and k with n = 2k, n squared is 4 k squared.",
}


def by_role(slots: Reply, words: Reply, second: Reply) -> Any:
    """Another reply for each of the three judges."""

    def script(asked: Asked) -> list[Reply]:
        if asked.stage == "second":
            return [second]
        return [words if "in words" in asked.system or "a statement in words" in asked.system else slots]

    return script


async def compare(
    tree: ProofTree,
    obligation: Obligation,
    cut: Comparison,
    judges: Any,
    back: Reply | None = None,
    statement: Statement = STATEMENT,
) -> tuple[Compared, ModelAdviser, ScriptedAsking]:
    asking = ScriptedAsking(
        {"compare": judges, "back-translate": always(BACK if back is None else back)},
        settings=ModelSettings(model="tiny", base_url="http://127.0.0.1/v1", second="other"),
    )
    adviser = ModelAdviser(asking, lean_library="core")
    return await adviser.compare(obligation, statement, cut, tree), adviser, asking


async def test_three_judges_say_all_of_it_under_names_of_their_own(
    tree: ProofTree, obligation: Obligation, cut: Comparison
) -> None:
    found, adviser, _ = await compare(tree, obligation, cut, always(judged()))
    assert found.comparison is not None
    assert judges_of(found.comparison) == ("tiny (slots)", "tiny (back-translation)", "other (second)")
    assert [judge.name for judge in found.judges] == list(judges_of(found.comparison))
    assert not list(faults(found.comparison))
    assert adviser.notes == ()
    report = report_for(
        STATEMENT,
        LintReport(findings=(), unknown=(), parsed=True),
        comparison=found.comparison,
        relation=relation_of(found.comparison),
        judges=found.judges,
        remarks=found.remarks,
    )
    assert (report.status, report.score) == (Faithful.FAITHFUL, "1")


async def test_one_judge_who_objects_keeps_a_statement_below_the_gate(
    tree: ProofTree, obligation: Obligation, cut: Comparison
) -> None:
    objection = judged(
        [pair("", "h1", "added"), pair("p1", "h2"), pair("c1", "g1", "replaced", "0.25")], drift=["wrong_objects"]
    )
    found, _, _ = await compare(tree, obligation, cut, by_role(judged(), objection, judged()))
    assert found.comparison is not None
    report = report_for(STATEMENT, LintReport(findings=(), unknown=(), parsed=True), comparison=found.comparison)
    assert report.status is not Faithful.FAITHFUL
    assert found.remarks.drift == (Drift.WRONG_OBJECTS,)


async def test_the_back_translator_sees_nothing_but_the_statement(
    tree: ProofTree, obligation: Obligation, cut: Comparison
) -> None:
    _, _, asking = await compare(tree, obligation, cut, always(judged()))
    (back,) = asking.asks_of("back-translate")
    assert STATEMENT.text in back.user
    for word in ("Hence", "4k^2", "context", "obligation"):
        assert word not in back.user + back.system.partition("Text between")[0]


async def test_its_judge_sees_the_words_and_not_the_formal_text(
    tree: ProofTree, obligation: Obligation, cut: Comparison
) -> None:
    _, _, asking = await compare(tree, obligation, cut, always(judged()))
    seen = [asked.user for asked in asking.asks_of("compare") if BACK["whole"] in asked.user]
    (words,) = seen
    assert "o003_1" not in words
    assert "n = 2 * k" not in words
    assert "- h2 (premise): n is twice k" in words
    others = [asked.user for asked in asking.asks_of("compare") if asked.user != words]
    assert all(STATEMENT.text in user and "twice k" not in user for user in others)


@pytest.mark.parametrize(
    "pairs",
    [
        [pair("p1", "h2"), pair("c1", "g1")],
        [pair("", "h1", "added"), pair("c1", "g1"), pair("", "h2", "added")],
        [pair("", "h1", "added"), pair("p1", "h2"), pair("c1", "g1"), pair("c9", "g1")],
        [pair("", "h1", "added"), pair("p1", "h2"), pair("p1", "h2"), pair("c1", "g1")],
        [pair("", "h1", "preserved"), pair("p1", "h2"), pair("c1", "g1")],
        [pair("", "h1", "added"), pair("p1", "", "preserved"), pair("", "h2", "added"), pair("c1", "g1")],
        [pair("", "h1", "added"), pair("p1", "h2", "omitted"), pair("c1", "g1")],
        [pair("", "h1", "added"), pair("p1", "h2", value="0.8"), pair("c1", "g1")],
        [pair("", "h1", "added"), pair("p1", "h2", status="faithful"), pair("c1", "g1")],
    ],
)
async def test_a_judge_who_does_not_judge_every_slot_by_the_rules_is_left_out(
    tree: ProofTree, obligation: Obligation, cut: Comparison, pairs: list[dict[str, str]]
) -> None:
    found, adviser, _ = await compare(tree, obligation, cut, by_role(judged(pairs), judged(), judged()))
    assert [judge.name for judge in found.judges] == ["tiny (back-translation)", "other (second)"]
    assert found.comparison is not None
    assert judges_of(found.comparison) == ("tiny (back-translation)", "other (second)")
    assert any("(slots) did not judge every slot" in note.message for note in adviser.notes)


@pytest.mark.parametrize(
    "others",
    [{"score": "1"}, {"s_faith": 0.9}, {"drift": ["none"]}, {"directionality": {"reason": "", "value": 1}}],
)
async def test_totals_and_words_that_are_not_on_the_list_are_no_judgement(
    tree: ProofTree, obligation: Obligation, cut: Comparison, others: dict[str, Any]
) -> None:
    found, _, _ = await compare(tree, obligation, cut, always(judged(**others)))
    assert (found.comparison, found.judges) == (None, ())


async def test_where_nobody_answers_nothing_is_judged(tree: ProofTree, obligation: Obligation, cut: Comparison) -> None:
    found, adviser, _ = await compare(tree, obligation, cut, always(CallOutcome.TIMEOUT), CallOutcome.REFUSAL)
    assert found == Compared(comparison=None)
    assert {note.about for note in adviser.notes} == {"u003"}


@pytest.mark.parametrize(
    "back",
    [
        {**BACK, "slots": BACK["slots"][:2]},
        {**BACK, "slots": [*BACK["slots"], BACK["slots"][0]]},
        {**BACK, "whole": " "},
        {**BACK, "faithful": True},
    ],
)
async def test_a_back_translation_in_part_is_none_and_the_others_still_judge(
    tree: ProofTree, obligation: Obligation, cut: Comparison, back: dict[str, Any]
) -> None:
    found, adviser, _ = await compare(tree, obligation, cut, always(judged()), back)
    assert [judge.name for judge in found.judges] == ["tiny (slots)", "other (second)"]
    assert ["back-translation" in note.message for note in adviser.notes] == [True]


async def test_a_text_too_long_to_be_seen_whole_is_not_compared(
    tree: ProofTree, obligation: Obligation, cut: Comparison
) -> None:
    long = replace(cut, source=(replace(cut.source[0], text="x" * 5_000), *cut.source[1:]))
    found, adviser, asking = await compare(tree, obligation, long, always(judged()))
    assert found.comparison is None
    assert asking.asked == []
    assert "too long" in adviser.notes[0].message


async def test_a_statement_without_slots_is_not_compared(
    tree: ProofTree, obligation: Obligation, cut: Comparison
) -> None:
    found, _, asking = await compare(tree, obligation, replace(cut, formal=()), always(judged()))
    assert found.comparison is None
    assert asking.asked == []


async def test_a_spent_budget_is_raised_after_what_was_sent_has_ended(
    tree: ProofTree, obligation: Obligation, cut: Comparison
) -> None:
    with pytest.raises(BudgetSpent):
        await compare(tree, obligation, cut, by_role(judged(), judged(), BudgetSpent))


async def test_remarks_of_all_judges_stand_together_and_are_bounded(
    tree: ProofTree, obligation: Obligation, cut: Comparison
) -> None:
    one = judged(missing_assumptions=["n > 0", " "], suggested_revision="", said="x" * 9_000)
    two = judged(missing_assumptions=["n > 0", "k > 0"], suggested_revision="theorem o : 1 = 1")
    found, _, _ = await compare(tree, obligation, cut, by_role(one, two, judged()))
    assert found.remarks.missing_assumptions == ("n > 0", "k > 0")
    assert found.remarks.suggested_revision == "theorem o : 1 = 1"
    assert len(found.judges[0].said) <= 4_000


async def test_without_its_formal_part_an_adviser_compares_nothing(
    tree: ProofTree, obligation: Obligation, cut: Comparison
) -> None:
    adviser = ModelAdviser(ScriptedAsking({}), formal=False)
    assert await adviser.compare(obligation, STATEMENT, cut, tree) == Compared(comparison=None)
