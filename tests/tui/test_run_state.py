"""How far a run is, from its reports alone."""

from __future__ import annotations

from functools import reduce

from proofsieve.core.stages import Progress, Stage
from proofsieve.tui.run_screen import news_paras, stage_paras
from proofsieve.tui.run_state import Asked, RunState, advanced, newest_words, spent_words

ASKED = Asked(model="m", address="http://127.0.0.1/v1", max_calls=9)


def after(*reports: Progress, asked: Asked | None = ASKED) -> RunState:
    return reduce(advanced, reports, RunState(title="A proof", asked=asked))


def at(stage: Stage, done: int = 0, total: int = 0, **spent: int) -> Progress:
    return Progress(stage=stage, done=done, total=total, **spent)


def question(prompt: str, about: str, *, ended: bool = False) -> Progress:
    return Progress(stage=Stage.REVIEW, done=0, total=2, asked=prompt, about=about, ended=ended)


def stages(state: RunState) -> list[str]:
    return [" ".join(para.body.plain.split()) for para in stage_paras(state)]


def test_units_of_several_rounds_add_up() -> None:
    first = [at(Stage.REVIEW), at(Stage.REVIEW, 0, 7), at(Stage.REVIEW, 7, 7), at(Stage.FORMALIZE, 0, 2)]
    state = after(*first, at(Stage.FORMALIZE, 2, 2), at(Stage.REVIEW, 0, 3), at(Stage.REVIEW, 1, 3))
    assert state.stages[Stage.REVIEW].shown == (8, 10)
    assert state.stages[Stage.FORMALIZE].shown == (2, 2)
    assert any("8 of 10 reviewed so far" in para.body.plain for para in news_paras(state))


def test_a_stage_is_done_under_way_passed_over_or_to_come() -> None:
    state = after(at(Stage.CUT), at(Stage.CHECK, 0, 3), at(Stage.SCAN))
    shown = stages(state)
    assert "● cut into substeps" in shown
    assert "– check with Lean passed over" in shown
    assert "> rank by suspicion" in shown
    assert "· say the last word" in shown


def test_the_last_free_checks_are_done_where_the_next_stage_begins() -> None:
    assert after(at(Stage.CHECK, 0, 3), at(Stage.SCAN)).stages[Stage.CHECK].shown == (3, 3)


def test_reviews_that_a_stop_left_out_stay_open() -> None:
    assert after(at(Stage.REVIEW, 2, 7), at(Stage.FUSE)).stages[Stage.REVIEW].shown == (2, 7)


def test_without_models_their_stages_are_not_listed_and_nothing_leaves() -> None:
    state = after(at(Stage.CUT), asked=None)
    assert not any("review units" in line for line in stages(state))
    assert any("no model is asked" in para.body.plain for para in news_paras(state))


def test_the_newest_question_is_named_and_the_others_are_counted() -> None:
    state = after(question("review", "u003"), question("second", "u002"), question("review", "u004"))
    assert newest_words(state) == "review of u004, and 2 more questions"
    state = advanced(state, question("review", "u004", ended=True))
    assert newest_words(state) == "second opinion on u002, and 1 more question"
    for about in ("second u002", "review u003"):
        state = advanced(state, question(*about.split(), ended=True))
    assert newest_words(state) == ""


def test_what_was_spent_is_said_with_its_bounds_and_as_a_least_where_nobody_counted() -> None:
    state = after(at(Stage.REVIEW, 1, 2, calls=4, tokens=1_200, uncounted=1))
    assert spent_words(state) == "4 calls of at most 9 · 1,200 tokens or more"
