"""The registry of conventions: every row is asked where it matters, and only there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from proofsieve.core.conventions import BY_ID, REGISTRY, Entry, Standing
from proofsieve.core.conventions.telling import asserted
from proofsieve.tests.core.convention_texts import BARE, NOT_ASKED, OPEN, SAID
from proofsieve.tests.core.conventions_of import checked, named, read

BY_CHECKER = ("log_base", "rounded_digits")


def test_there_are_at_least_twenty_rows_and_each_has_its_texts() -> None:
    assert len(REGISTRY) >= 20
    assert len(BY_ID) == len(REGISTRY)
    assert set(OPEN) == set(NOT_ASKED) == set(BY_ID)


@pytest.mark.parametrize("entry", REGISTRY, ids=lambda entry: entry.id)
def test_a_row_has_readings_that_its_default_and_its_other_names_mean(entry: Entry) -> None:
    names = [reading.id for reading in entry.readings]
    assert len(names) >= 2
    assert len(set(names)) == len(names)
    assert all(reading.label and reading.consequence for reading in entry.readings)
    assert {entry.default, *entry.aliases.values(), *(settles.reading for settles in entry.settles)} <= {"", *names}


@pytest.mark.parametrize("name", OPEN)
def test_a_text_that_leaves_it_open_is_asked(name: str) -> None:
    found = named(checked(*OPEN[name]) if name in BY_CHECKER else read(*OPEN[name]), name)
    assert found is not None
    assert found.standing is Standing.OPEN
    assert found.dependents
    assert found.where
    assert "{" not in found.question


@pytest.mark.parametrize("name", BARE)
def test_formulas_need_no_dollars(name: str) -> None:
    detection = read(*BARE[name])
    assert [one.id for one in detection.questions] == [name]
    assert detection.checks


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in NOT_ASKED.items() for text in texts])
def test_a_look_alike_is_not_asked(name: str, text: tuple[str, ...]) -> None:
    detection = checked(*text) if name in BY_CHECKER else read(*text)
    assert name not in [one.id for one in detection.questions]


@pytest.mark.parametrize(("name", "reading"), SAID)
def test_what_the_text_says_is_recorded_and_not_asked(name: str, reading: str) -> None:
    found = named(read(*SAID[name, reading]), name)
    assert found is not None
    assert found.standing is Standing.SETTLED
    assert found.settlement is not None
    assert (found.settlement.reading, found.settlement.by) == (reading, "text")
    assert found.where[0].why == "the text says so"


@pytest.mark.parametrize(("number", "reading"), [("1", "from_1"), ("0", "from_0")])
def test_who_names_the_least_natural_number_has_said_where_they_begin(number: str, reading: str) -> None:
    found = named(
        read(
            "Every nonempty set of natural numbers has a least element.",
            f"Since {number} is the least natural number, it is in no such set.",
        ),
        "nat_starts_at",
    )
    assert found is not None
    assert found.settlement is not None
    assert found.settlement.reading == reading


def test_no_open_text_asks_more_than_its_own_question() -> None:
    others = {
        name: [one.id for one in read(*text).questions if one.id != name]
        for name, text in OPEN.items()
        if name not in BY_CHECKER
    }
    assert {name: asked for name, asked in others.items() if asked} == {}


def test_the_page_lists_every_row_with_its_question_and_readings(root: Path) -> None:
    page = (root / "docs" / "conventions.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (.+?) \| (.+?) \| (.+?) \|$", page, re.MULTILINE)
    assert rows == [
        (
            entry.id,
            re.sub(r"\{(\w+)\}", r"*\1*", entry.question),
            "; ".join(f"`{reading.id}`: {reading.label}" for reading in entry.readings),
            entry.when,
        )
        for entry in REGISTRY
    ]


def test_properness_that_is_concluded_from_an_inclusion_is_asked_about() -> None:
    detection = read("Let U and V be sets with $U\\subset V$.", "Since $U\\subset V$, a point is left, so $U\\neq V$.")
    assert [one.id for one in detection.questions] == ["subset_proper"]


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("Dividing by m gives $m = 1$.", ["m = 1"]),
        ("Since $m \\ge 1$, we have $m^2 \\ge 1$.", ["m \\ge 1", "m^2 \\ge 1"]),
        ("For $m = 1$: $2 > 1$.", []),
        ("We have $5m^2 > m$ for $m \\ge 1$.", []),
        ("Base: $m = 1$.", []),
        ("Take $m = 1$; then $5m \\ge 1$.", []),
        ("$m = 2$: $10 \\ge 2$.", []),
    ],
)
def test_a_value_that_the_rest_is_meant_for_is_no_claim_and_one_that_is_concluded_is(
    text: str, claims: list[str]
) -> None:
    assert [told.text for told in asserted(text)] == claims
