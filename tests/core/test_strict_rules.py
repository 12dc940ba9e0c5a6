"""The strict loop's rules, one after the other, each with what it must refuse."""

from __future__ import annotations

from dataclasses import replace

import pytest

from proofsieve.core.errors import ProofSieveError
from proofsieve.core.ledger import GammaUse, SigmaStatus
from proofsieve.core.strict import (
    Cap,
    Caps,
    Challenge,
    Elaboration,
    Empty,
    IllegalTransition,
    Line,
    Loop,
    NodeId,
    Overall,
    Settle,
    StaysOpen,
    StepState,
    Supply,
    Witness,
    WitnessKind,
    admitted,
    applied,
    blocked_by,
    replayed,
    start,
)
from proofsieve.core.strict.acts import Breaks
from proofsieve.core.tree import Use
from proofsieve.tests.core.strict_runs import (
    CLOSES,
    LEMMA,
    OPEN,
    STEPS,
    after,
    breaks,
    confirm,
    elaborate,
    loop_of,
    reopen,
    resume,
    split,
    thick,
    verdict_of,
)
from proofsieve.tests.proofs import grown, proof_of


def all_elaborated(*outcomes: object) -> Loop:
    """A run in which each step was looked at once."""
    loop = loop_of()
    for number, outcome in enumerate(outcomes, 1):
        name = f"s{number}"
        made = breaks(loop, name) if outcome == "flawed" else outcome
        loop = applied(loop, elaborate(loop, name, made))  # type: ignore[arg-type]
    return loop


def state(loop: Loop, name: str) -> StepState:
    return loop.node(NodeId(name)).state


def empty(name: str) -> Empty:
    return Empty(by="model:m", call="c9", node=NodeId(name), why="no JSON in the answer")


def challenge(name: str, outcome: object) -> Challenge:
    return Challenge(by="model:n", call="c7", node=NodeId(name), outcome=outcome)  # type: ignore[arg-type]


# Acceptance


def test_a_proof_is_accepted_once_every_step_is_verified_and_not_before() -> None:
    loop = all_elaborated(CLOSES, CLOSES, CLOSES)
    assert loop.overall is Overall.RUNNING
    assert not verdict_of(loop).accepted
    loop = applied(loop, elaborate(loop, "s4"))
    assert loop.overall is Overall.VERIFIED
    assert verdict_of(loop).accepted


def test_a_proof_without_steps_is_no_run() -> None:
    proof = replace(proof_of("Show it.", "We are done."), steps=())
    with pytest.raises(IllegalTransition, match="without steps"):
        start(proof, grown(proof))


def test_an_illegal_transition_is_a_users_error() -> None:
    assert issubclass(IllegalTransition, ProofSieveError)


# Verified only if the elaboration is closed and every used Σ item is confirmed

BAD_ELABORATIONS = {
    "not closed": {"closed": False},
    "conclusion is not preserved": {"conclusion_preserved": False},
    "route of the text is not preserved": {"route_preserved": False},
    "must not use": {"offending": "the claim itself"},
    "not quoted verbatim": {"original": "We have $a = 1$."},
    "assertion does not stand": {"assertion": "$a + 1 = 3$"},
    "route of the text is not named": {"route": " "},
    "in no line": {"lines": (Line(text="so", quote="We have $a = 1$."),)},
    "quotes what does not stand": {"lines": (Line(text="so", quote=STEPS[0]), Line(text="so", quote="$a = 7$"))},
    "no deduction": {"lines": ()},
    "no line before it": {"lines": (Line(text="so", quote=STEPS[0], uses=("line 1",)),)},
    "does not list": {"lines": (Line(text="so", quote=STEPS[0], uses=("S7",)),)},
    "not in the ledger": {"sigma": ("S1",)},
    "is a theorem, not a routine rule": {"rules": ("Fermat's little theorem",)},
    "no routine rule": {"rules": ("magic",)},
    "not settled": {"gamma": (GammaUse(convention="nat_starts_at = from_1 (1)"),)},
    "in no entry of Γ": {"gamma": (GammaUse(text="$0$ is a natural number"),)},
}


@pytest.mark.parametrize("why", BAD_ELABORATIONS)
def test_no_step_is_verified_by_an_elaboration_that_lacks_something(why: str) -> None:
    loop = loop_of()
    act = elaborate(loop, "s1", CLOSES, **BAD_ELABORATIONS[why])  # type: ignore[arg-type]
    with pytest.raises(IllegalTransition, match=why):
        applied(loop, act)
    left = admitted(loop, act)
    assert isinstance(left.outcome, StaysOpen)
    assert why in left.outcome.why
    assert state(applied(loop, left), "s1") is StepState.OPEN


@pytest.mark.parametrize("status", [SigmaStatus.OPEN, SigmaStatus.FALSE])
def test_no_step_is_verified_on_a_theorem_that_is_not_confirmed(status: SigmaStatus) -> None:
    loop = applied(loop_of(), Supply(by="model:m", item=replace(LEMMA, status=status)))
    with pytest.raises(IllegalTransition, match="Selberg's lemma is"):
        applied(loop, elaborate(loop, "s1", sigma=("S1",)))


@pytest.mark.parametrize(
    ("changed", "missing"),
    [
        ({"grounds": ""}, "neither a proof nor a source"),
        ({"grounds": "a paper by Selberg"}, "does not say where"),
        ({"applies": " "}, "why Selberg's lemma applies"),
        ({"statement": ""}, "no statement"),
    ],
)
def test_a_theorem_is_confirmed_only_with_statement_source_and_applicability(
    changed: dict[str, str], missing: str
) -> None:
    with pytest.raises(IllegalTransition, match=missing):
        applied(loop_of(), Supply(by="model:m", item=replace(LEMMA, **changed)))  # type: ignore[arg-type]


@pytest.mark.parametrize("changed", [{"id": ""}, {"statement": " ", "status": SigmaStatus.OPEN}])
def test_a_theorem_without_name_or_statement_is_no_item(changed: dict[str, str]) -> None:
    with pytest.raises(IllegalTransition, match="has a name and a statement"):
        applied(loop_of(), Supply(by="model:m", item=replace(LEMMA, **changed)))  # type: ignore[arg-type]


def test_a_confirmed_theorem_carries_a_step_until_it_loses_its_confirmation() -> None:
    loop = applied(loop_of(), Supply(by="reviewer:ada", item=LEMMA))
    loop = after(loop, lambda now: elaborate(now, "s1", sigma=("S1",)), lambda now: elaborate(now, "s2"))
    assert state(loop, "s1") is StepState.VERIFIED
    loop = applied(loop, Supply(by="reviewer:ada", item=replace(LEMMA, status=SigmaStatus.FALSE)))
    assert state(loop, "s1") is StepState.OPEN
    assert blocked_by(loop, NodeId("s1")) == "Σ: Selberg's lemma is false as it is used"
    assert state(loop, "s2") is StepState.VERIFIED


def test_a_step_verified_on_one_wording_of_a_theorem_is_not_verified_on_another() -> None:
    loop = applied(loop_of(), Supply(by="reviewer:ada", item=LEMMA))
    loop = applied(loop, elaborate(loop, "s1", sigma=("S1",)))
    same = applied(loop, Supply(by="reviewer:ada", item=LEMMA))
    assert state(same, "s1") is StepState.VERIFIED
    loop = applied(loop, Supply(by="reviewer:ada", item=replace(LEMMA, statement="Every group is torsion-free.")))
    assert state(loop, "s1") is StepState.OPEN


def test_a_resumption_shows_the_same_assertion_as_before() -> None:
    loop = loop_of()
    loop = applied(loop, elaborate(loop, "s1", OPEN, assertion="Hence $a + 1 = 2$"))
    with pytest.raises(IllegalTransition, match="not the one that was elaborated before"):
        applied(loop, resume(loop, "s1", CLOSES, assertion="We have $a = 1$"))
    assert state(applied(loop, resume(loop, "s1", CLOSES, assertion="Hence $a + 1 = 2$")), "s1") is StepState.VERIFIED


def test_a_step_verified_under_a_convention_is_open_once_the_convention_is_settled_otherwise() -> None:
    first, other = "nat_starts_at = from_1 (1)", "nat_starts_at = from_0 (2)"
    loop = applied(loop_of(), Settle(by="reviewer:ada", conventions=(first,)))
    loop = applied(loop, elaborate(loop, "s1", gamma=(GammaUse(convention=first),)))
    loop = applied(loop, elaborate(loop, "s2"))
    wider = applied(loop, Settle(by="reviewer:ada", conventions=(first, "other = so (1)")))
    assert state(wider, "s1") is StepState.VERIFIED
    loop = applied(wider, Settle(by="reviewer:ada", conventions=(other,)))
    assert [state(loop, name) for name in ("s1", "s2")] == [StepState.OPEN, StepState.VERIFIED]
    assert first in blocked_by(loop, NodeId("s1"))


# Flawed only with a witness of a named kind


def test_a_missing_citation_a_suspicion_and_wording_are_no_kinds_of_witness() -> None:
    assert {str(kind) for kind in WitnessKind} == {
        "false_statement",
        "invalid_inference",
        "contradiction",
        "misapplied_theorem",
        "failed_witness",
    }


@pytest.mark.parametrize(
    "witness",
    [
        Witness(kind=WitnessKind.CONTRADICTION, quote="We have $a = 1$", text=" "),
        Witness(kind=WitnessKind.CONTRADICTION, quote="We have $a = 5$", text="it is 1"),
        Witness(kind=WitnessKind.CONTRADICTION, quote="", text="it is 1"),
    ],
    ids=["says nothing", "about words that are not there", "about nothing"],
)
def test_no_step_is_flawed_by_a_witness_that_shows_nothing(witness: Witness) -> None:
    loop = loop_of()
    act = elaborate(loop, "s1", Breaks(witness=witness))
    with pytest.raises(IllegalTransition, match="witness"):
        applied(loop, act)
    assert state(applied(loop, admitted(loop, act)), "s1") is StepState.OPEN


def test_a_flaw_that_is_not_confirmed_rejects_nothing() -> None:
    loop = all_elaborated(CLOSES, "flawed", CLOSES, CLOSES)
    assert loop.overall is Overall.RUNNING
    assert verdict_of(loop).first_error is None


def test_a_confirmed_flaw_rejects_and_cannot_be_taken_back() -> None:
    loop = applied(all_elaborated(CLOSES, "flawed"), confirm("s2"))
    assert loop.overall is Overall.FLAWED
    with pytest.raises(IllegalTransition, match="rejection is fixed"):
        applied(loop, reopen("s2"))


def test_the_question_that_found_a_flaw_does_not_confirm_it() -> None:
    loop = all_elaborated("flawed")
    with pytest.raises(IllegalTransition, match="another question"):
        applied(loop, confirm("s1", call="c1"))
    with pytest.raises(IllegalTransition, match="a person's or a checker's"):
        applied(loop, confirm("s1", call=""))


@pytest.mark.parametrize("part", ["scope", "hypotheses", "nearby"])
def test_a_confirmation_looks_at_scope_hypotheses_and_lemmas_nearby(part: str) -> None:
    with pytest.raises(IllegalTransition, match="a confirmation says"):
        applied(all_elaborated("flawed"), replace(confirm("s1"), **{part: " "}))  # type: ignore[arg-type]


def test_a_witness_that_fails_leaves_the_step_open_with_the_reason() -> None:
    loop = applied(all_elaborated("flawed"), reopen("s1"))
    assert state(loop, "s1") is StepState.OPEN
    assert blocked_by(loop, NodeId("s1")) == "the witness failed: $a = 2$ is excluded by step 1"
    assert loop.node(NodeId("s1")).witness is None


# After a rejection


def test_steps_before_a_confirmed_flaw_are_examined_and_the_first_error_is_provisional_until_then() -> None:
    loop = all_elaborated(OPEN)
    loop = after(loop, lambda now: elaborate(now, "s3", breaks(now, "s3")), confirm("s3"))
    told = verdict_of(loop)
    assert (told.first_error, told.provisional, told.uncertain_before) == ("s3", True, ("s1", "s2"))
    with pytest.raises(IllegalTransition, match="rejected at this step or before it"):
        applied(loop, elaborate(loop, "s4"))
    loop = after(loop, lambda now: resume(now, "s1", CLOSES), lambda now: elaborate(now, "s2", breaks(now, "s2")))
    assert verdict_of(loop).uncertain_before == ("s2",)
    loop = applied(loop, confirm("s2"))
    told = verdict_of(loop)
    assert (told.first_error, told.provisional, told.uncertain_before) == ("s2", False, ())


def test_a_flaw_that_is_confirmed_after_an_earlier_one_moves_nothing() -> None:
    loop = all_elaborated("flawed", CLOSES, "flawed")
    loop = after(loop, confirm("s1"), confirm("s3"))
    assert verdict_of(loop).first_error == "s1"


def test_verified_steps_are_not_challenged_after_a_rejection_nor_after_the_end() -> None:
    rejected = applied(all_elaborated(CLOSES, "flawed", CLOSES), confirm("s2"))
    with pytest.raises(IllegalTransition, match="rejected at this step or before it"):
        applied(rejected, challenge("s3", OPEN))
    ended = applied(all_elaborated(CLOSES), Cap(by="rules", why="enough"))
    with pytest.raises(IllegalTransition, match="the loop has ended"):
        applied(ended, challenge("s1", OPEN))


# Exhaustion


def resumed(loop: Loop, times: int, name: str = "s1") -> Loop:
    for _ in range(times):
        loop = applied(loop, resume(loop, name))
    return loop


def test_five_resumptions_in_a_row_without_progress_exhaust_the_loop_and_four_do_not() -> None:
    loop = all_elaborated(OPEN, OPEN)
    loop = resumed(resumed(loop, 2), 2, "s2")
    assert loop.overall is Overall.RUNNING
    loop = resumed(loop, 1)
    assert loop.overall is Overall.EXHAUSTED
    assert verdict_of(loop).status == "uncertain"
    for act in (resume(loop, "s1", CLOSES), elaborate(loop, "s3"), empty("s1"), Cap(by="rules", why="enough")):
        with pytest.raises(IllegalTransition, match="the loop has ended"):
            applied(loop, act)


def test_first_elaborations_neither_count_nor_reset() -> None:
    loop = resumed(all_elaborated(OPEN), 4)
    loop = after(loop, lambda now: elaborate(now, "s2", OPEN), lambda now: elaborate(now, "s3"))
    assert loop.overall is Overall.RUNNING
    assert resumed(loop, 1).overall is Overall.EXHAUSTED


def test_a_step_that_is_verified_when_resumed_resets_the_count() -> None:
    loop = resumed(all_elaborated(OPEN, OPEN), 4)
    loop = applied(loop, resume(loop, "s2", CLOSES))
    assert resumed(loop, 4).overall is Overall.RUNNING
    assert resumed(loop, 5).overall is Overall.EXHAUSTED


def test_a_split_resets_the_count() -> None:
    loop = resumed(all_elaborated(OPEN, OPEN), 4)
    loop = applied(loop, split("s2", "Put $b = 2$.", "Then $b + 1 = 3$."))
    assert resumed(loop, 4).overall is Overall.RUNNING
    assert resumed(loop, 5).overall is Overall.EXHAUSTED


def test_a_flaw_that_is_given_up_resets_nothing() -> None:
    loop = resumed(all_elaborated(OPEN), 3)
    loop = after(loop, lambda now: resume(now, "s1", breaks(now, "s1")), reopen("s1"))
    assert loop.overall is Overall.RUNNING
    assert resumed(loop, 1).overall is Overall.EXHAUSTED


def test_a_flaw_claimed_by_the_last_resumption_is_still_confirmed() -> None:
    loop = resumed(all_elaborated(OPEN), 4)
    loop = applied(loop, resume(loop, "s1", breaks(loop, "s1")))
    assert loop.overall is Overall.EXHAUSTED
    assert applied(loop, confirm("s1")).overall is Overall.FLAWED
    assert applied(loop, reopen("s1")).overall is Overall.EXHAUSTED


# Splits


def test_the_parts_of_a_split_start_open_and_together_verify_the_step() -> None:
    loop = applied(all_elaborated(OPEN), split("s1", "We have $a = 1$.", "Hence $a + 1 = 2$."))
    assert [state(loop, name) for name in ("s1", "s1.1", "s1.2")] == [StepState.OPEN] * 3
    loop = applied(loop, resume(loop, "s1.1", CLOSES))
    assert state(loop, "s1") is StepState.OPEN
    loop = applied(loop, resume(loop, "s1.2", CLOSES))
    assert state(loop, "s1") is StepState.VERIFIED
    assert loop.verified == 1


def test_a_step_that_is_split_is_itself_not_worked_on_any_more() -> None:
    halves = ("We have $a = 1$.", "Hence $a + 1 = 2$.")
    loop = applied(all_elaborated(OPEN), split("s1", *halves))
    for act in (resume(loop, "s1"), split("s1", *halves), empty("s1"), elaborate(loop, "s1")):
        with pytest.raises(IllegalTransition):
            applied(loop, act)
    loop = after(loop, lambda now: resume(now, "s1.1", CLOSES), lambda now: resume(now, "s1.2", CLOSES))
    with pytest.raises(IllegalTransition, match="is split is not challenged"):
        applied(loop, challenge("s1", OPEN))


def test_a_confirmed_flaw_of_a_part_is_one_of_its_step() -> None:
    loop = applied(all_elaborated(OPEN), split("s1", "We have $a = 1$.", "Hence $a + 1 = 2$."))
    loop = after(loop, lambda now: resume(now, "s1.2", breaks(now, "s1.2")), confirm("s1.2"))
    told = verdict_of(loop)
    assert (told.overall, told.first_error) == (Overall.FLAWED, "s1")
    assert told.reason.startswith("s1.2: ")


def test_a_part_with_a_claimed_flaw_leaves_its_step_to_be_confirmed() -> None:
    loop = applied(all_elaborated(OPEN), split("s1", "We have $a = 1$.", "Hence $a + 1 = 2$."))
    loop = applied(loop, resume(loop, "s1.1", breaks(loop, "s1.1")))
    told = verdict_of(loop).steps[0]
    assert (told.state, told.confirmed, told.says) == (StepState.FLAWED, False, "flawed, to be confirmed")
    with pytest.raises(IllegalTransition, match="rejected at this step"):
        applied(applied(loop, confirm("s1.1")), resume(loop, "s1.2", CLOSES))


def test_a_part_may_use_what_an_earlier_part_shows_and_not_the_other_way_round() -> None:
    loop = applied(all_elaborated(OPEN), split("s1", "We have $a = 1$.", "Hence $a + 1 = 2$."))
    entries = {entry.text: GammaUse(entry=entry.id) for entry in loop.tree.entries}
    second = resume(loop, "s1.2", CLOSES, gamma=(entries["We have $a = 1$."],))
    assert state(applied(loop, second), "s1.2") is StepState.VERIFIED
    with pytest.raises(IllegalTransition, match="a later part of s1 shows"):
        applied(loop, resume(loop, "s1.1", CLOSES, gamma=(entries["Hence $a + 1 = 2$."],)))


def test_what_a_later_step_shows_may_be_used_unless_that_turns_in_a_circle() -> None:
    loop = loop_of("We have $x = 1$.", "We have $y = 2$.", "We have $z = 3$.", "Put $w = 4$.")
    said = {entry.text: GammaUse(entry=entry.id) for entry in loop.tree.entries}
    x, y, z = (said[f"We have ${what}$."] for what in ("x = 1", "y = 2", "z = 3"))
    loop = applied(loop, elaborate(loop, "s1", gamma=(y,)))
    assert state(loop, "s1") is StepState.VERIFIED
    loop = applied(loop, elaborate(loop, "s4"))
    with pytest.raises(IllegalTransition, match="it turns in a circle: s1 rests on s2"):
        applied(loop, elaborate(loop, "s2", gamma=(x,)))
    loop = applied(loop, elaborate(loop, "s2", OPEN, gamma=(z,)))
    with pytest.raises(IllegalTransition, match="it turns in a circle: s1 rests on s3"):
        applied(loop, elaborate(loop, "s3", gamma=(x,)))
    assert state(applied(loop, elaborate(loop, "s3")), "s3") is StepState.VERIFIED


def test_a_step_that_looks_ahead_to_what_rests_on_it_turns_in_a_circle() -> None:
    loop = loop_of("We have $x = 1$.", "We have $y = 2$.", "Put $w = 4$.")
    x, y = (GammaUse(entry=entry.id) for entry in loop.tree.entries if entry.text.startswith("We have"))
    loop = applied(loop, elaborate(loop, "s2", gamma=(x,)))
    with pytest.raises(IllegalTransition, match="s2 rests on s1"):
        applied(loop, elaborate(loop, "s1", gamma=(y,)))


def test_what_the_text_itself_uses_counts_in_a_circle() -> None:
    steps = ("We have $x = 1$.", "We have $y = 2$.", "Put $w = 4$.")
    proof = proof_of("Show that $d = 4$.", *steps)
    tree = grown(proof)
    x, y = (entry for entry in tree.entries if entry.text.startswith("We have"))
    assert x.producer is not None
    assert y.producer is not None
    ahead = replace(tree, uses=(Use(producer=y.producer, consumer=x.producer, entry=y.id),))
    loop = start(proof, ahead)
    with pytest.raises(IllegalTransition, match="s1 rests on s2"):
        applied(loop, elaborate(loop, "s2", gamma=(GammaUse(entry=x.id),)))
    assert applied(loop, elaborate(loop, "s1", gamma=(GammaUse(entry=y.id),))).verified == 1


def test_no_step_is_verified_that_takes_the_claim_for_given() -> None:
    loop = loop_of()
    claim = next(entry.id for entry in loop.tree.entries if "d = 4" in entry.text)
    with pytest.raises(IllegalTransition, match="what the proof is to show: “Show that"):
        applied(loop, elaborate(loop, "s4", gamma=(GammaUse(entry=claim),)))


def test_parts_that_are_split_again_verify_all_the_way_up() -> None:
    text = "We have $a = 1$. Hence $a + 1 = 2$. So $a + 2 = 3$."
    loop = loop_of(text)
    loop = applied(loop, elaborate(loop, "s1", OPEN))
    loop = applied(loop, split("s1", "We have $a = 1$. Hence $a + 1 = 2$.", "So $a + 2 = 3$."))
    loop = applied(loop, split("s1.1", "We have $a = 1$.", "Hence $a + 1 = 2$."))
    for name in ("s1.1.1", "s1.1.2", "s1.2"):
        assert loop.overall is Overall.RUNNING
        loop = applied(loop, resume(loop, name, CLOSES))
    assert loop.overall is Overall.VERIFIED


@pytest.mark.parametrize(
    "parts",
    [
        ("We have $a = 1$.",),
        (STEPS[0],),
        ("We have $a = 2$.", "Hence $a + 1 = 2$."),
        ("Hence $a + 1 = 2$.", "We have $a = 1$."),
    ],
    ids=["drops a sentence", "is no split", "changes a constant", "changes the order"],
)
def test_a_split_that_is_not_the_step_in_its_own_words_is_refused(parts: tuple[str, ...]) -> None:
    with pytest.raises(IllegalTransition):
        applied(all_elaborated(OPEN), split("s1", *parts))


def test_a_split_that_leaves_out_what_stands_between_its_parts_is_refused() -> None:
    loop = loop_of("We have $a = 1$. Hence $a + 1 = 2$. So $a + 2 = 3$.")
    loop = applied(loop, elaborate(loop, "s1", OPEN))
    with pytest.raises(IllegalTransition, match=r"a \+ 1 = 2"):
        applied(loop, split("s1", "We have $a = 1$.", "So $a + 2 = 3$."))


def test_parts_are_split_four_times_at_most() -> None:
    sentences = [f"Hence $a + {number} = b$." for number in range(6)]
    loop = loop_of(" ".join(sentences))
    loop = applied(loop, elaborate(loop, "s1", OPEN))
    name = "s1"
    for depth in range(4):
        loop = applied(loop, split(name, sentences[depth], " ".join(sentences[depth + 1 :])))
        name += ".2"
    with pytest.raises(IllegalTransition, match="4 times at most"):
        applied(loop, split(name, sentences[4], sentences[5]))


# Caps


def test_the_cap_on_runs_ends_the_loop() -> None:
    loop = loop_of(caps=Caps(runs=2))
    loop = after(loop, lambda now: elaborate(now, "s1"), lambda now: elaborate(now, "s2"))
    assert loop.overall is Overall.EXHAUSTED
    assert loop.ended == "the cap of 2 runs is reached"


def test_splits_and_challenges_are_runs_and_confirmations_are_none() -> None:
    loop = all_elaborated(OPEN, CLOSES, "flawed")
    assert loop.runs == 3
    loop = after(loop, split("s1", "We have $a = 1$.", "Hence $a + 1 = 2$."), challenge("s2", CLOSES), empty("s2"))
    assert loop.runs == 6
    assert after(loop, reopen("s3")).runs == 6


def test_the_cap_on_empty_replies_ends_the_loop_and_they_change_no_step() -> None:
    loop = after(loop_of(caps=Caps(empty_replies=2)), empty("s1"))
    assert (loop.overall, state(loop, "s1")) == (Overall.RUNNING, StepState.UNTOUCHED)
    loop = applied(loop, empty("s1"))
    assert loop.overall is Overall.EXHAUSTED


def test_the_last_run_may_still_verify_the_last_step() -> None:
    loop = loop_of("We have $a = 1$.", caps=Caps(runs=1))
    assert applied(loop, elaborate(loop, "s1")).overall is Overall.VERIFIED


def test_whoever_runs_the_loop_may_end_it_with_a_reason() -> None:
    loop = applied(loop_of(), Cap(by="rules", why="the budget of calls is spent"))
    assert (loop.overall, loop.ended) == (Overall.EXHAUSTED, "the budget of calls is spent")
    with pytest.raises(IllegalTransition, match="a reason is needed"):
        applied(loop_of(), Cap(by="rules", why=" "))


# The adversarial second pass


def test_the_second_pass_may_open_a_verified_step_again_or_find_its_flaw() -> None:
    loop = all_elaborated(CLOSES, CLOSES)

    assert loop.node(NodeId("s1")).withstood is False
    assert applied(loop, challenge("s1", CLOSES)).node(NodeId("s1")).withstood is True
    opened = applied(loop, challenge("s1", OPEN))
    assert (state(opened, "s1"), opened.verified) == (StepState.OPEN, 1)
    flawed = applied(loop, challenge("s2", breaks(loop, "s2")))
    assert applied(flawed, confirm("s2")).overall is Overall.FLAWED
    with pytest.raises(IllegalTransition, match="is not challenged"):
        applied(opened, challenge("s1", OPEN))


# History


def test_a_run_that_was_interrupted_goes_on_in_the_same_state() -> None:
    loop = resumed(all_elaborated(OPEN, "flawed"), 2)
    again = replayed(loop_of(), loop.history().acts)
    assert tuple(again.nodes) == tuple(loop.nodes)
    assert (again.overall, again.fruitless, again.runs) == (loop.overall, 2, 4)


def test_a_loop_is_not_changed_by_what_comes_after_it() -> None:
    before = all_elaborated(OPEN)
    nodes = tuple(before.nodes)
    resumed(before, 3)
    assert tuple(before.nodes) == nodes
    assert len(before.acts) == 1


@pytest.mark.parametrize("name", ["s9", "", "s1.1", "s1.", "s1.x", "s1.01", "s1.-1", "s1.99999999999"])
def test_a_step_that_is_not_there_is_refused(name: str) -> None:
    with pytest.raises(IllegalTransition, match="no such step"):
        applied(all_elaborated(OPEN), empty(name))


def test_an_elaboration_may_list_what_it_does_not_use_and_that_is_shown() -> None:
    from proofsieve.core.strict.closing import unused

    loop = applied(loop_of(), Supply(by="reviewer:ada", item=LEMMA))
    made: Elaboration = replace(thick(loop, "s1", sigma=("S1",)), lines=(Line(text="so", quote=STEPS[0]),))
    assert unused(made) == ("S1",)
    assert loop.blockers(NodeId("s1"), made) == ()
