"""The screen of conventions: answers, what they make stale, what is checked again, and the way to an edge and back."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from textual.pilot import Pilot

from proofsieve.checkers.numeric import NumericChecker
from proofsieve.core.conventions import Convention, Standing
from proofsieve.core.events import Event, RaiseConventionEvent, RecheckEvent, SettleConventionEvent
from proofsieve.core.evidence import Branch, Evidence, Language, Statement
from proofsieve.core.record import audit_file
from proofsieve.core.review import ReviewSession
from proofsieve.core.verdict import Status
from proofsieve.tests.checking import ScriptedChecker, ScriptedSource, breaks, passes
from proofsieve.tests.factories import asking_audit, synthetic_audit
from proofsieve.tests.tui.conftest import MakeApp
from proofsieve.tests.tui.driving import NARROW, WIDE, drawn_lines, press, screen_text, settle, toasts
from proofsieve.tui.app import ReviewApp
from proofsieve.tui.checking import QUEUED_AT_ONCE
from proofsieve.tui.convention_dialogs import OwnScreen, readings_of
from proofsieve.tui.convention_screen import ConventionScreen
from proofsieve.tui.inked import Inked
from proofsieve.tui.paper import Paper
from proofsieve.tui.proof_screen import ProofScreen
from proofsieve.tui.review_screen import ReviewScreen

NATURALS = "nat_starts_at"


def saved(path: Path) -> tuple[Event, ...]:
    return audit_file.load(path).review.events


def kinds(path: Path) -> list[str]:
    return [event.kind for event in saved(path)]


def asked(app: ReviewApp, name: str = NATURALS) -> Convention:
    found = app.desk.session.convention(name)
    assert found is not None
    return found


def question(app: ReviewApp) -> str:
    return app.screen.query_one("#question", Paper).plain


def same(statement: Statement, branch: Branch, artifact: str) -> Evidence:
    return passes(statement, branch, artifact, checker="numeric")


def numbers(script: object = same) -> ScriptedChecker:
    return ScriptedChecker(script, name="numeric", language=Language.NUMERIC)  # type: ignore[arg-type]


class TestAnswering:
    @pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
    async def test_a_question_shows_its_readings_and_what_each_would_do(
        self, app_on: MakeApp, size: tuple[int, int]
    ) -> None:
        app = app_on(asking_audit())
        async with app.run_test(size=size) as pilot:
            await press(pilot, "c")
            assert isinstance(app.screen, ConventionScreen)
            shown = question(app)
            for words in (
                "Is 0 a natural number here?",
                "C nat_starts_at: ℕ = {1, 2, 3, …}",
                "3 edges become stale: u005, u010, u015",
                "✗ s2 flawed: n = 0: 0 ≥ 1 is false  (u005)",
                "a rule on the words of the text (rule integers)",
                "“the index is natural”",
            ):
                assert words in shown
            assert "u005" in screen_text(pilot)

    async def test_one_key_answers_and_exactly_the_dependents_are_checked_again(
        self, app_on: MakeApp, path: Path
    ) -> None:
        checker = numbers()
        app = app_on(asking_audit(), checkers=ScriptedSource(checker))
        async with app.run_test(size=WIDE) as pilot:
            before = {item.statement_id: item for item in app.desk.session.index.audit.evidence}
            await press(pilot, "c", "1")
            (answer, *checks) = saved(path)
            assert isinstance(answer, SettleConventionEvent)
            assert (answer.reading, answer.reviewer) == ("from_1", "ada")
            assert [event.kind for event in checks] == ["recheck"] * 3
            assert {event.unit_id for event in checks if isinstance(event, RecheckEvent)} == {"u005", "u010", "u015"}
            audit = app.desk.session.index.audit
            owed = set(asked(app).dependents)
            texts = [s.text for s in audit.statements if s.obligation_id in owed]
            assert sorted(text for text, _, _ in checker.asked) == sorted(texts), "nothing else runs"
            assert len(before) > 3
            assert "checked 3 units again" in screen_text(pilot)
            assert "from_1, ada, 2026-02-03 12:04 UTC" in question(app)
            assert not app.desk.running

    async def test_a_reading_that_refutes_makes_its_step_flawed_by_the_real_checker(
        self, app_on: MakeApp, path: Path
    ) -> None:
        app = app_on(asking_audit(dependents=1), checkers=ScriptedSource(NumericChecker()))
        async with app.run_test(size=WIDE) as pilot:
            await press(pilot, "c", "2")
            verdict = app.desk.session.unit_verdict(app.desk.session.index.unit_ids[4])
            assert verdict.status is Status.FLAWED
            assert "✓ in force" in question(app)
        assert kinds(path)[:2] == ["settle_convention", "recheck"]

    async def test_a_reason_goes_with_the_answer(self, app_on: MakeApp, path: Path) -> None:
        app = app_on(asking_audit())
        async with app.run_test(size=WIDE) as pilot:
            await press(pilot, "c", "e", *"Def 1", "enter", "1")
        assert getattr(saved(path)[0], "why", "") == "Def 1"

    async def test_undo_restores_what_was_and_keeps_the_history(self, app_on: MakeApp, path: Path) -> None:
        app = app_on(asking_audit(), checkers=ScriptedSource(numbers()))
        async with app.run_test(size=WIDE) as pilot:
            session = app.desk.session
            session.go_to(session.index.unit_ids[9])
            await press(pilot, "enter", "v", "1")
            decided = session.progress()
            await press(pilot, "c", "1")
            assert session.progress().stale == 1
            assert "1 decision is stale" in screen_text(pilot)
            await press(pilot, "z")
            assert asked(app).standing is Standing.OPEN
            assert session.progress() == decided
            assert "took back the answer nat_starts_at = from_1" in screen_text(pilot)
            await press(pilot, "Z", "c", "z")
            assert isinstance(app.screen, ReviewScreen)
            assert asked(app).standing is Standing.OPEN, "z on the review screen takes an answer back as well"
        assert kinds(path) == ["decide", "settle_convention", *["recheck"] * 3, "undo", "redo", "undo"]

    async def test_several_marked_answers_are_given_together_each_as_an_event(
        self, app_on: MakeApp, path: Path
    ) -> None:
        app = app_on(asking_audit())
        async with app.run_test(size=WIDE, notifications=True) as pilot:
            await press(pilot, "c", "a")
            assert "no answer is marked" in toasts(pilot)
            await press(pilot, "c")
            app.desk.session.go_to(app.desk.session.index.unit_ids[2])
            await press(pilot, "c", "p", *"log", "enter")
            assert asked(app, "log_base").standing is Standing.OPEN
            await press(pilot, "space", "space", "k", "space")
            assert "log_base = 10, nat_starts_at = from_1" in screen_text(pilot)
            assert kinds(path) == ["raise_convention"]
            await press(pilot, "a")
            assert asked(app).standing is asked(app, "log_base").standing is Standing.SETTLED
        settled = [event for event in saved(path) if isinstance(event, SettleConventionEvent)]
        assert [(event.convention_id, event.reading) for event in settled] == [
            ("log_base", "10"),
            (NATURALS, "from_1"),
        ]

    async def test_a_key_without_a_reading_does_nothing(self, app_on: MakeApp, path: Path) -> None:
        app = app_on(asking_audit())
        async with app.run_test(size=WIDE, notifications=True) as pilot:
            await press(pilot, "c", "7")
            assert "it has 2 readings" in toasts(pilot)
        assert saved(path) == ()

    async def test_what_cannot_be_saved_answers_nothing(
        self, app_on: MakeApp, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from proofsieve.core.errors import SaveError

        app = app_on(asking_audit())

        def full(event: Event) -> None:
            raise SaveError("the disk is full")

        async with app.run_test(size=WIDE, notifications=True) as pilot:
            monkeypatch.setattr(app.desk.log, "append", full)
            await press(pilot, "c", "1")
            assert "the disk is full" in toasts(pilot)
            assert asked(app).standing is Standing.OPEN
            assert not app.desk.running
        assert saved(path) == ()


class TestCheckingAgain:
    async def test_a_few_at_a_time_with_progress_in_place_and_escape_cancels_what_waits(
        self, app_on: MakeApp, path: Path
    ) -> None:
        gate = asyncio.Event()
        checker = numbers()
        checker.gate = gate
        app = app_on(asking_audit(47, dependents=8), checkers=ScriptedSource(checker))
        async with app.run_test(size=WIDE, notifications=True) as pilot:
            await press_only(pilot, "enter", "c", "1")
            while len(checker.asked) < QUEUED_AT_ONCE:
                await pilot.pause()
            assert len(app.desk.running) == 8
            assert "checking again: u005" in screen_text(pilot)
            assert "7 more" in screen_text(pilot)
            await press_only(pilot, "c")
            app.desk.session.go_to(app.desk.session.index.unit_ids[0])
            await press_only(pilot, "escape")
            assert len(app.desk.running) == QUEUED_AT_ONCE
            assert "4 checks were cancelled; nothing was recorded" in toasts(pilot)
            gate.set()
            await settle(pilot)
            assert not app.desk.running
        assert kinds(path) == ["settle_convention", *["recheck"] * QUEUED_AT_ONCE]

    async def test_a_check_under_way_is_asked_again_under_the_answer_and_recorded_once(
        self, app_on: MakeApp, path: Path
    ) -> None:
        gate = asyncio.Event()
        checker = numbers()
        checker.gate = gate
        app = app_on(asking_audit(47, dependents=1), checkers=ScriptedSource(checker))
        async with app.run_test(size=WIDE) as pilot:
            app.desk.session.go_to(app.desk.session.index.unit_ids[4])
            await press_only(pilot, "enter", "R")
            while not checker.asked:
                await pilot.pause()
            await press_only(pilot, "c", "1")
            gate.set()
            await settle(pilot)
            assert not app.desk.running
        assert kinds(path) == ["settle_convention", "recheck"]

    @pytest.mark.parametrize("leaves", [False, True], ids=["undone", "left"])
    async def test_an_answer_taken_back_or_a_screen_left_while_it_is_checked_again_records_nothing_under_it(
        self, app_on: MakeApp, path: Path, leaves: bool
    ) -> None:
        gate = asyncio.Event()
        checker = numbers()
        checker.gate = gate
        app = app_on(asking_audit(47, dependents=3), checkers=ScriptedSource(checker))
        before = app.desk.session.verdict()
        async with app.run_test(size=WIDE) as pilot:
            await press_only(pilot, "enter", "c", "1")
            while not checker.asked:
                await pilot.pause()
            await press_only(pilot, "z")
            if not leaves:
                gate.set()
                await settle(pilot)
                assert not app.desk.running
                assert asked(app).standing is Standing.OPEN
        assert kinds(path)[:2] == ["settle_convention", "undo"]
        again = ReviewSession(audit_file.load(path), reviewer="ann")
        assert again.verdict() == (before if leaves else app.desk.session.verdict())

    async def test_a_checker_that_is_not_there_is_said_once_and_nothing_is_recorded(
        self, app_on: MakeApp, path: Path
    ) -> None:
        app = app_on(asking_audit())
        async with app.run_test(size=WIDE, notifications=True) as pilot:
            await press(pilot, "c", "1")
            assert toasts(pilot).count("3 statements wait to be checked again: no numeric here") == 1
        assert kinds(path) == ["settle_convention"]

    async def test_a_checker_that_breaks_is_said_once_for_all(self, app_on: MakeApp, path: Path) -> None:
        app = app_on(asking_audit(), checkers=ScriptedSource(numbers(breaks)))
        async with app.run_test(size=WIDE, notifications=True) as pilot:
            await press(pilot, "c", "1")
            assert toasts(pilot).count("o005.1, o010.1, o015.1 not checked again") == 1
            assert not app.desk.running
        assert kinds(path) == ["settle_convention"]


async def press_only(pilot: Pilot[str], *keys: str) -> None:
    """Press keys without waiting for what they start."""
    for key in keys:
        await pilot.press(key)
    await pilot.pause()


class TestWithdrawing:
    async def test_a_withdrawal_needs_a_reason_and_asking_again_brings_it_back(
        self, app_on: MakeApp, path: Path
    ) -> None:
        app = app_on(asking_audit())
        async with app.run_test(size=WIDE, notifications=True) as pilot:
            await press(pilot, "c", "w", "enter")
            assert "a withdrawal needs a reason" in toasts(pilot)
            await press(pilot, *"n is fixed", "enter")
            assert asked(app).standing is Standing.WITHDRAWN
            assert "n is fixed" in question(app)
            await press(pilot, "1")
            assert "o asks it again" in toasts(pilot)
            await press(pilot, "o")
            assert asked(app).standing is Standing.OPEN
        assert kinds(path) == ["withdraw_convention", "raise_convention"]

    async def test_leaving_the_reason_withdraws_nothing(self, app_on: MakeApp, path: Path) -> None:
        app = app_on(asking_audit())
        async with app.run_test(size=WIDE) as pilot:
            await press(pilot, "c", "w", *"x", "escape")
            assert asked(app).standing is Standing.OPEN
        assert saved(path) == ()


class TestAsking:
    async def test_a_question_of_ones_own_bears_on_the_open_unit(self, app_on: MakeApp, path: Path) -> None:
        app = app_on(synthetic_audit(12))
        async with app.run_test(size=WIDE) as pilot:
            await press(pilot, "enter")
            unit = app.desk.session.current
            await press(pilot, "c")
            assert "leaves nothing open" in question(app)
            await press(pilot, "p", *"of my own zzz", "enter")
            assert isinstance(app.screen, OwnScreen)
            await press(pilot, *"Pairs ordered?", "tab", *"yes: a, b", "tab", *"no", "enter")
            assert isinstance(app.screen, ConventionScreen)
            assert "Pairs ordered?" in question(app)
            assert asked(app, "pairs_ordered").raiser == "ada"
        (raised,) = saved(path)
        assert isinstance(raised, RaiseConventionEvent)
        assert [reading.consequence for reading in raised.convention.readings] == ["a, b", "no"]
        assert raised.convention.where[0].unit_id == unit

    async def test_one_reading_is_no_question(self, app_on: MakeApp, path: Path) -> None:
        app = app_on(synthetic_audit(12))
        async with app.run_test(size=WIDE, notifications=True) as pilot:
            await press(pilot, "c", "p", *"zzz", "enter", *"Why?", "tab", *"because", "enter")
            assert "a second reading is missing" in toasts(pilot)
            await press(pilot, "escape")
        assert saved(path) == ()

    async def test_what_is_asked_already_is_not_asked_twice(self, app_on: MakeApp, path: Path) -> None:
        app = app_on(asking_audit())
        async with app.run_test(size=WIDE, notifications=True) as pilot:
            await press(pilot, "c", "p", *"nat_starts", "enter")
            assert "it is asked already" in toasts(pilot)
        assert saved(path) == ()

    def test_readings_get_names_that_may_stand_in_a_file(self) -> None:
        found = readings_of(["Yes!: a", "yes: b", "ℕ₀", "a: "])
        assert [(one.id, one.label, one.consequence) for one in found] == [
            ("yes", "Yes!", "a"),
            ("reading_2", "yes", "b"),
            ("reading_3", "ℕ₀", "ℕ₀"),
            ("a", "a", "a"),
        ]


class TestTheWayToAnEdgeAndBack:
    async def test_enter_jumps_to_an_edge_and_c_comes_back_to_the_same_place(self, app_on: MakeApp) -> None:
        app = app_on(asking_audit())
        async with app.run_test(size=WIDE) as pilot:
            await press(pilot, "enter", "c", "J", "enter")
            assert isinstance(app.screen, ReviewScreen)
            assert app.desk.session.current == "u010"
            shown = screen_text(pilot)
            assert "⚑ Is 0 a natural number here?  c to settle (3 edges)" in shown
            await press(pilot, "c")
            screen = app.screen
            assert isinstance(screen, ConventionScreen)
            assert "> ·  67 ◌ u010" in "\n".join(text for text, _ in drawn_lines(screen.query_one("#edges", Inked)))
            await press(pilot, "c")
            assert isinstance(app.screen, ReviewScreen)

    async def test_from_the_whole_proof_an_edge_opens_the_review(self, app_on: MakeApp) -> None:
        app = app_on(asking_audit())
        async with app.run_test(size=WIDE) as pilot:
            await press(pilot, "c", "escape")
            assert isinstance(app.screen, ProofScreen)
            await press(pilot, "c", "enter")
            assert isinstance(app.screen, ReviewScreen)
            assert app.desk.session.current == "u005"
            await press(pilot, "S")
            assert isinstance(app.screen, ProofScreen)

    async def test_n_goes_to_a_decision_that_an_answer_made_stale(self, app_on: MakeApp) -> None:
        app = app_on(asking_audit(12, dependents=2), checkers=ScriptedSource(numbers()))
        async with app.run_test(size=WIDE) as pilot:
            session = app.desk.session
            await press(pilot, "enter")
            for unit_id in session.index.unit_ids:
                app.desk.take(
                    session.decide(unit_id, Status.CORRECT, at=app.desk.now(), reason="read", fails="reading")
                )  # type: ignore[arg-type]
            assert "Without an answer: nat_starts_at (Is 0 a natural number here?)" in session.outcome()
            await press(pilot, "c", "1", "c", "n")
            assert session.current in ("u005", "u010")
            assert "stale" in screen_text(pilot)
            for unit_id in ("u005", "u010"):
                app.desk.take(
                    session.decide(unit_id, Status.CORRECT, at=app.desk.now(), reason="again", fails="reading")
                )  # type: ignore[arg-type]
            assert "correct as written under nat_starts_at = from_1" in session.outcome()

    async def test_a_settled_convention_stands_in_gamma(self, app_on: MakeApp) -> None:
        app = app_on(asking_audit(), checkers=ScriptedSource(numbers()))
        async with app.run_test(size=WIDE) as pilot:
            await press(pilot, "c", "1", "enter", "2")
            assert isinstance(app.screen, ReviewScreen)
            pane = app.screen.query_one("#pane-2", Paper).plain
            assert "C nat_starts_at: ℕ = {1, 2, 3, …} (ada)" in pane
            assert "c to settle" not in screen_text(pilot)


HOSTILE = "\x1b]52;c;aGk=\x07 [/] [bold]x[/bold] \u202eabc\u200b " + "long " * 400


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
async def test_a_hostile_convention_is_shown_and_never_acts(app_on: MakeApp, size: tuple[int, int]) -> None:
    app = app_on(asking_audit(24, hostile=HOSTILE))
    async with app.run_test(size=size) as pilot:
        await press(pilot, "c")
        await harmless(pilot)
        await press(pilot, "w", "escape", "e", "escape", "1", "enter")
        await harmless(pilot)
        await press(pilot, "2")
        await harmless(pilot)


async def harmless(pilot: Pilot[str]) -> None:
    shown = screen_text(pilot)
    assert not set(shown) & set("\x1b\x07\u202e\u200b")
    for widget in pilot.app.screen.query(Inked):
        if widget.display and widget.size.width:
            assert {width for _, width in drawn_lines(widget)} <= {widget.size.width}
