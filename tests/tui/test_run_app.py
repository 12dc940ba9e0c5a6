"""An audit in the app: watched to its end, stopped by a person, stopped early, failing; and nothing is lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from proofsieve.compose import AskModels
from proofsieve.core.audit import Audit
from proofsieve.core.errors import EndpointFailed, SaveError
from proofsieve.core.readers import read_bytes
from proofsieve.core.record import audit_file
from proofsieve.core.record.chain import begin_review
from proofsieve.core.record.standing import with_verdict
from proofsieve.core.stages import Progress, Stage
from proofsieve.prompts.config import Wishes, choose
from proofsieve.tests.checking import ScriptedSource
from proofsieve.tests.e2e.asking import Hand, Wrote, flawed, review, risks
from proofsieve.tests.factories import synthetic_audit
from proofsieve.tests.prompts.server import Answer, Scripted, Seen, scripted
from proofsieve.tests.tui.driving import NARROW, NOW, WIDE, press, screen_text, settle, toasts
from proofsieve.tests.tui.test_hostile_text import FORBIDDEN, HOSTILE
from proofsieve.tui.app import make_desk
from proofsieve.tui.live_run import LiveRun
from proofsieve.tui.proof_screen import ProofScreen
from proofsieve.tui.review_screen import ReviewScreen
from proofsieve.tui.run_app import AuditApp, audit_app
from proofsieve.tui.run_screen import RunScreen
from proofsieve.tui.run_state import Asked, RunState

PROOF = """Problem: Show that every odd square leaves the remainder 1 on division by 8.

Proof:

1. Let n be odd. Then n = 2k + 1 for an integer k.
2. Hence n² = 4k(k + 1) + 1.
3. Clearly k(k + 1) is divisible by 4.
4. Hence n² leaves the remainder 1 on division by 8.
"""
WRONG = "k(k + 1) is divisible by 4"
SAID: Mapping[str, Wrote] = {
    "conventions": lambda question: {"questions": []},
    "scan": risks({"Clearly": 80}),
}


@asynccontextmanager
async def served(answers: Mapping[str, Wrote] | Callable[[Seen], Any] = {}) -> AsyncIterator[Scripted]:  # noqa: B006
    """A server that finds the third step risky, and answers by ``answers`` otherwise."""
    script = answers if callable(answers) else Hand({**SAID, **answers})
    async with scripted(script) as server:
        yield server


def app_at(url: str, path: Path, **wishes: Any) -> AuditApp:
    chosen = choose(Wishes(model="hand-written", base_url=url, **wishes), {}, Wishes())
    assert chosen is not None
    return audit_app(
        read_bytes(PROOF.encode(), "proof.md"),
        path,
        reviewer="ada",
        analyst="model",
        asking=AskModels(chosen=chosen),
        checkers=ScriptedSource(),
    )


async def until(pilot: Pilot[str], seen: Callable[[], bool]) -> None:
    """Wait for something to be so."""
    async with asyncio.timeout(60):
        while not seen():
            await pilot.pause(0.01)


class Held:
    """A run that a test lets go on, in place of a real one."""

    def __init__(self, path: Path, *, partial: Audit | None = None, **made: Any) -> None:
        self.path = path
        self.partial = partial
        self.go_on = asyncio.Event()
        self.ends: Audit | BaseException = begin_review(with_verdict(synthetic_audit(12)))
        self.saves: list[BaseException] = []
        self.run = LiveRun(self.work, RunState(**{"title": "A proof", "asked": Asked(model="m", address="a"), **made}))

    async def work(self, on_progress: Any, on_partial: Any, on_notice: Any) -> Audit:
        self.tell, self.notice = on_progress, on_notice
        while not self.go_on.is_set():
            try:
                await asyncio.sleep(0.005)
            except asyncio.CancelledError:
                if self.partial is not None:
                    on_partial(self.partial)
                raise
        if isinstance(self.ends, BaseException):
            raise self.ends
        return self.ends

    def save(self, audit: Audit) -> None:
        if self.saves:
            raise self.saves.pop(0)
        audit_file.save_new(self.path, audit)

    def app(self) -> AuditApp:
        def open_desk() -> Any:
            found = audit_file.load(self.path)
            return make_desk(found, path=self.path, reviewer="ada", clock=lambda: NOW, checkers=ScriptedSource())

        return AuditApp(self.run, save=self.save, open_desk=open_desk)


def found() -> Audit:
    return begin_review(with_verdict(synthetic_audit(12)))


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["120x40", "80x24"])
async def test_a_run_is_watched_saved_and_reviewed(path: Path, size: tuple[int, int]) -> None:
    hold = asyncio.Event()
    told = {
        "review": lambda question: review("flawed", error_type="gap", contested=WRONG),
        "second": lambda question: review(),
    }
    hand = Hand({**SAID, **told})

    async def answer(seen: Seen) -> Answer:
        given = hand(seen)
        if hand.asked[-1].prompt == "review":
            await hold.wait()
        return given

    async with served(answer) as server:
        app = app_at(server.url, path)
        async with app.run_test(size=size) as pilot:
            await until(pilot, lambda: "review of u" in screen_text(pilot))
            shown = screen_text(pilot)
            assert "> review units of the window" in shown
            assert "● rank by suspicion" in shown
            assert "· say the last word" in shown
            assert "hand-written at http://127.0.0.1" in shown
            assert "nothing leaves this machine" in shown
            assert " calls · " in shown
            assert not path.exists()
            hold.set()
            await until(pilot, lambda: app.has_desk and isinstance(app.screen, ProofScreen))
            await settle(pilot)
            assert "last word" in screen_text(pilot)
            assert "no error: nobody has checked it (by hand-written" in screen_text(pilot)
            await press(pilot, "enter")
            assert isinstance(app.screen, ReviewScreen)
            await press(pilot, "S", "enter", "slash", *"Clearly", "enter", "5", "f")
            assert "gap · by hand-written" in screen_text(pilot)
            assert "does not agree" in screen_text(pilot)
            await pilot.press("q")
    assert app.outcome.reviewed
    assert audit_file.load(path).advice.reviews


async def test_a_witness_on_which_two_agree_is_shown_with_what_rests_on_it(path: Path) -> None:
    found = flawed(WRONG, "k = 1: 2 is not divisible by 4")
    # In words of its own: a copy of the first judgement agrees with nothing.
    both = {"review": lambda question: found, "second": lambda question: {**found, "reason": "I tried k = 1"}}
    async with served(both) as server:
        app = app_at(server.url, path)
        async with app.run_test(size=WIDE) as pilot:
            await until(pilot, lambda: app.has_desk and isinstance(app.screen, ProofScreen))
            await press(pilot, "enter", "5", "f")
            shown = screen_text(pilot)
    for words in ("✗ flawed", "k = 1: 2 is not divisible by 4", "agrees", "the machine's verdict rests on it"):
        assert words in shown


async def test_a_spent_budget_is_said_and_what_is_there_is_reviewed(path: Path) -> None:
    async with served() as server:
        app = app_at(server.url, path, max_calls=3)
        async with app.run_test(size=WIDE, notifications=True) as pilot:
            await until(pilot, lambda: app.has_desk and isinstance(app.screen, ProofScreen))
            await settle(pilot)
            assert "the run ended early" in toasts(pilot)
            assert "ended early" in screen_text(pilot)
            assert "budget" in screen_text(pilot)
    assert app.outcome.reviewed


async def test_an_endpoint_that_is_gone_is_said_and_the_rules_audit_is_reviewed(path: Path) -> None:
    async with served() as server:
        url = server.url
    app = app_at(url, path)
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await until(pilot, lambda: app.has_desk and isinstance(app.screen, ProofScreen))
        await settle(pilot)
        assert "ended early" in screen_text(pilot)
    assert audit_file.load(path).tree.units


async def test_a_run_that_is_stopped_is_reviewed_as_far_as_it_came(path: Path) -> None:
    held = Held(path, partial=found())
    app = held.app()
    async with app.run_test(size=WIDE) as pilot:
        await settle_run(pilot)
        await pilot.press("escape")
        await until(pilot, lambda: "stop the audit?" in screen_text(pilot))
        await pilot.press("1")
        await until(pilot, lambda: isinstance(app.screen, ProofScreen))
        assert "stop the audit?" not in screen_text(pilot)
    assert app.outcome.reviewed
    assert path.exists()


@pytest.mark.parametrize("keys", [("ctrl+c", "2"), ("q", "j", "enter"), ("escape", "down", "enter")])
async def test_a_run_that_is_stopped_to_leave_is_saved(path: Path, keys: tuple[str, ...]) -> None:
    held = Held(path, partial=found())
    app = held.app()
    async with app.run_test(size=NARROW) as pilot:
        await settle_run(pilot)
        await pilot.press(*keys)
        await until(pilot, lambda: not app.is_running)
    assert (app.outcome.saved, app.outcome.cancelled, app.outcome.reviewed) == (True, True, False)
    assert audit_file.load(path) == found()


async def test_a_run_stopped_before_anything_was_found_leaves_nothing(path: Path) -> None:
    held = Held(path)
    app = held.app()
    async with app.run_test(size=NARROW) as pilot:
        await settle_run(pilot)
        await pilot.press("escape", "1")
        await until(pilot, lambda: "no audit to review" in screen_text(pilot))
        await pilot.press("q")
        await until(pilot, lambda: not app.is_running)
    assert (app.outcome.saved, app.outcome.cancelled) == (False, True)
    assert not path.exists()


async def test_a_run_goes_on_while_a_person_is_asked_and_after_they_change_their_mind(path: Path) -> None:
    held = Held(path)
    app = held.app()
    async with app.run_test(size=WIDE) as pilot:
        await settle_run(pilot)
        await pilot.press("escape")
        await until(pilot, lambda: "stop the audit?" in screen_text(pilot))
        held.go_on.set()
        await until(pilot, lambda: held.run.over)
        assert "stop the audit?" in screen_text(pilot)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, ProofScreen))
    assert (app.outcome.reviewed, app.outcome.cancelled) == (True, False)


async def test_a_run_that_fails_says_why_and_waits_to_be_read(path: Path) -> None:
    held = Held(path)
    held.ends = EndpointFailed(f"no store {HOSTILE}", hint="mend it")
    app = held.app()
    async with app.run_test(size=NARROW) as pilot:
        held.go_on.set()
        await until(pilot, lambda: "mend it" in screen_text(pilot))
        assert not [character for character in FORBIDDEN if character in screen_text(pilot)]
        await pilot.press("q")
        await until(pilot, lambda: not app.is_running)
    assert app.outcome.failure is held.ends


async def test_an_audit_that_cannot_be_saved_can_be_saved_again(path: Path) -> None:
    held = Held(path)
    held.saves = [SaveError("no space left", where=str(path)), SaveError("no space left", where=str(path))]
    app = held.app()
    async with app.run_test(size=WIDE) as pilot:
        held.go_on.set()
        await until(pilot, lambda: "the audit is not saved" in screen_text(pilot))
        await pilot.press("s")
        await until(pilot, lambda: not held.saves and "s save again" in screen_text(pilot))
        await pilot.press("s")
        await until(pilot, lambda: isinstance(app.screen, ProofScreen))
    assert app.outcome == type(app.outcome)(saved=True, reviewed=True)


async def test_an_app_that_is_told_to_end_saves_what_was_found(path: Path) -> None:
    held = Held(path, partial=found())
    app = held.app()
    async with app.run_test(size=WIDE) as pilot:
        await settle_run(pilot)
        await app.action_quit()
        await until(pilot, lambda: not app.is_running)
    assert (app.outcome.saved, app.outcome.cancelled) == (True, True)
    assert path.exists()


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["120x40", "80x24"])
async def test_text_from_outside_is_shown_letter_by_letter_during_a_run(path: Path, size: tuple[int, int]) -> None:
    asked = Asked(model=HOSTILE, address=HOSTILE, leaves=HOSTILE)
    held = Held(path, title=HOSTILE, made_by=HOSTILE, asked=asked)
    app = held.app()
    async with app.run_test(size=size) as pilot:
        await settle_run(pilot)
        held.tell(Progress(stage=Stage.REVIEW, done=1, total=2, calls=1, asked=HOSTILE, about=HOSTILE))
        held.notice(f"now {HOSTILE}")
        await until(pilot, lambda: "now ␛]52" in screen_text(pilot))
        shown = screen_text(pilot)
        assert not [character for character in FORBIDDEN if character in shown]
        assert "[h : n > 0] [/]" in shown
        await pilot.press("escape", "2")
        await until(pilot, lambda: not app.is_running)


async def settle_run(pilot: Pilot[str]) -> None:
    """Wait until the run has begun and is shown."""
    app = pilot.app
    assert isinstance(app, AuditApp)
    await until(pilot, lambda: app.has_desk or (isinstance(app.screen, RunScreen) and app.live.began))
