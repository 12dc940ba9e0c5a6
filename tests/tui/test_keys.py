"""One table of keys: bindings, footer, help and palette come from it."""

from __future__ import annotations

import pytest

from proofsieve.tui.app import ReviewApp
from proofsieve.tui.bars import KeyBar
from proofsieve.tui.dialogs import key_paras
from proofsieve.tui.keys import COMMANDS, PROOF, REVIEW, SECTIONS, bindings, commands, footer
from proofsieve.tui.proof_screen import ProofScreen
from proofsieve.tui.review_screen import ReviewScreen

SCREENS = {REVIEW: ReviewScreen, PROOF: ProofScreen}


def test_ids_are_unique() -> None:
    ids = [command.id for command in COMMANDS]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("screen", SCREENS)
def test_no_key_means_two_things_on_one_screen(screen: str) -> None:
    keys = [key for command in commands(screen) for key in command.keys.split(",")]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("screen", SCREENS)
def test_every_key_leads_to_an_action_that_exists(screen: str) -> None:
    for command in commands(screen):
        namespace, dot, name = command.action.partition("(")[0].rpartition(".")
        owner = ReviewApp if dot and namespace == "app" else SCREENS[screen]
        assert callable(getattr(owner, f"action_{name}", None)), command


@pytest.mark.parametrize("screen", SCREENS)
def test_every_binding_carries_its_id_and_a_sentence(screen: str) -> None:
    for binding in bindings(screen):
        assert not isinstance(binding, tuple)
        assert binding.id
        assert binding.tooltip


@pytest.mark.parametrize("screen", SCREENS)
def test_help_names_every_key(screen: str) -> None:
    paras = key_paras(screen, tuple(SECTIONS))
    shown = {para.lead.plain.strip() for para in paras}
    assert {command.show for command in commands(screen)} <= shown


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("width", [20, 40, 80, 120, 300])
def test_the_footer_never_overflows_and_always_leads_to_help_and_out(screen: str, width: int) -> None:
    bar = KeyBar(footer(screen), lambda _: "")
    placed = bar.placed(width)
    assert [command.id for _, command in placed][-2:] == ["help", "quit"]
    if width >= 40:
        assert bar.lines(width, 1)[0].cells <= width + 2
    if width == 300:
        assert len(placed) == len(footer(screen))
