"""From what a model says to an answer, or to no answer: nothing is repaired, guessed or taken in part."""

from __future__ import annotations

import json
from typing import Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field

from proofsieve.core.calls import CallOutcome, Rung
from proofsieve.prompts.answers import Reading, read_answer, schema_of
from proofsieve.prompts.extraction import NotRead, closed_word, damaged, read_object

from .asking import GOOD, Pong


class Verdict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    verdict: Literal["correct", "flawed"]


class Unit(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    id: str
    risk: int = Field(ge=0, le=100)


class Units(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    title: str = ""
    units: list[Unit]


def pong(text: str, rung: Rung = Rung.JSON_SCHEMA) -> Reading[Pong]:
    return read_answer(text, Pong, rung)


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f"  \n{GOOD}\n",
        f"\ufeff{GOOD}",
        f"```json\n{GOOD}\n```",
        f"Sure! Here it is:\n```\n{GOOD}\n```\nHope this helps.",
        f"Since $\\frac{{1}}{{2}} \\in \\{{x\\}}$ and {{a}}: {GOOD}",
        f'<think>maybe {{"risk": 1, "reason": "no"}}</think>\n{GOOD}',
    ],
    ids=["bare", "white space", "byte order mark", "fence", "prose", "formulas before", "thoughts before"],
)
def test_one_object_is_found_in_what_surrounds_it(text: str) -> None:
    reading = pong(text)
    assert reading.value == Pong(risk=85, reason="step 3")
    assert reading.kind is CallOutcome.ANSWERED


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no JSON object"),
        ("I am not sure.", "no JSON object"),
        ("{}", "no JSON object"),
        ("85", "no JSON object"),
        ('{"risk": 85, "reason": "st', "cut off"),
        ('{"risk": 85', "cut off"),
        ('{"risk": 85, "risk": 3, "reason": "x"}', "stands twice"),
        ('{"risk": NaN, "reason": "x"}', "not JSON"),
        (f"{GOOD} {GOOD}", "more than one"),
        (f"The text says {GOOD}, but I say " + '{"risk": 3, "reason": "x"}', "more than one"),
        (f"[{GOOD}]", "a list"),
        ('{"risk": 85, "reason": "\\underline x"}', "backslash twice"),
        ('{"risk": 85, "reason": "a\nb"}', "not JSON"),
        ("{'risk': 85, 'reason': 'x'}", "no JSON object"),
        ('{"risk": 85, // about\n "reason": "x"}', "not JSON"),
    ],
)
def test_what_is_not_one_whole_object_is_unparsed(text: str, says: str) -> None:
    reading = pong(text)
    assert (reading.value, reading.kind, reading.shapeless) == (None, CallOutcome.UNPARSED, True)
    assert says in reading.complaints[0]


@pytest.mark.parametrize(
    "document",
    [
        {"risk": "high", "reason": "x"},
        {"risk": "85", "reason": "x"},
        {"risk": 85.5, "reason": "x"},
        {"risk": True, "reason": "x"},
        {"risk": 101, "reason": "x"},
        {"risk": -1, "reason": "x"},
        {"risk": None, "reason": "x"},
        {"risk": 85},
        {"risk": 85, "reason": "x", "verdict": "correct"},
        {"risk": 85, "reason": ["x"]},
    ],
)
def test_nothing_is_converted_left_out_or_added(document: object) -> None:
    reading = pong(json.dumps(document))
    assert (reading.value, reading.kind) == (None, CallOutcome.INVALID)
    assert reading.complaints[0].partition(":")[0] in ("risk", "reason", "verdict")


def test_deep_and_wide_replies_are_refused_quickly() -> None:
    assert pong('{"a":' * 100_000).kind is CallOutcome.UNPARSED
    assert pong('{"a": ' + "[" * 100_000).kind is CallOutcome.UNPARSED
    assert pong('{"a": [' + "1," * 100_000 + "1]}").kind is CallOutcome.UNPARSED
    assert pong('{"' * 300_000).kind is CallOutcome.UNPARSED
    assert pong('{"a": ' + "9" * 5_000 + "}").kind is CallOutcome.UNPARSED
    assert pong("x" * 2_000_000).kind is CallOutcome.UNPARSED


def test_many_complaints_are_told_in_part() -> None:
    reading = read_answer(json.dumps({"units": [{"id": "u", "risk": "x"}] * 500}), Units, Rung.JSON_SCHEMA)
    assert reading.complaints[-1] == "and 488 more"  # the title is missing, but has a default


def test_a_lone_surrogate_is_no_text() -> None:
    assert pong('{"risk": 1, "reason": "\\ud800"}').value is None


@pytest.mark.parametrize(
    ("raw", "command"),
    [
        (r'{"t": "$\frac{1}{2}$"}', "frac"),
        (r'{"t": "\beta"}', "beta"),
        (r'{"t": "$a \neq b$"}', "neq"),
        (r'{"t": "$x \to 0$"}', "to"),
        (r'{"t": "\theta"}', "theta"),
        (r'{"t": "\\(a \rho\\)"}', "rho"),
        (r'{"t": ["fine", {"u": "\rightarrow"}]}', "rightarrow"),
    ],
)
def test_a_lost_backslash_is_noticed(raw: str, command: str) -> None:
    (complaint,) = damaged(json.loads(raw))
    assert f"\\\\{command}" in complaint


@pytest.mark.parametrize(
    "raw",
    [
        r'{"t": "$\\frac{1}{2} \\neq \\theta \\to \\rho$"}',
        r'{"t": "first line\nsecond line"}',
        r'{"t": "It costs 5 \\$.\nto be sure"}',
        r'{"t": "a\tb\r\nc"}',
        r'{"t": "$a$\nu is even, $b$"}',
        r'{"t": ""}',
    ],
)
def test_line_breaks_and_doubled_backslashes_are_no_damage(raw: str) -> None:
    assert damaged(json.loads(raw)) == []


def test_a_damaged_answer_is_invalid_but_of_the_right_shape() -> None:
    reading = pong(r'{"risk": 1, "reason": "$\frac{1}{2}$"}')
    assert (reading.value, reading.kind, reading.shapeless) == (None, CallOutcome.INVALID, False)


def test_a_check_of_the_caller_is_a_complaint_too() -> None:
    text = json.dumps({"title": "", "units": [{"id": "u1", "risk": 1}]})
    reading = read_answer(
        text, Units, Rung.JSON_SCHEMA, lambda units: [] if len(units.units) == 2 else ["u2 has no judgement"]
    )
    assert (reading.kind, reading.complaints, reading.shapeless) == (
        CallOutcome.INVALID,
        ("u2 has no judgement",),
        False,
    )


@pytest.mark.parametrize(
    ("text", "rung", "value"),
    [
        ("Flawed.", Rung.TEXT, "flawed"),
        ("**correct**", Rung.TEXT, "correct"),
        ("incorrect", Rung.TEXT, None),
        ("not correct", Rung.TEXT, None),
        ("correct, I think", Rung.TEXT, None),
        ("correct", Rung.JSON_SCHEMA, None),
        ('{"verdict": "flawed"}', Rung.TEXT, "flawed"),
    ],
)
def test_a_bare_word_counts_on_the_lowest_rung_and_only_whole(text: str, rung: Rung, value: str | None) -> None:
    reading = read_answer(text, Verdict, rung)
    assert (reading.value.verdict if reading.value else None) == value


def test_a_word_means_what_its_table_says() -> None:
    words = {"incorrect": "flawed", "correct": "correct"}
    assert closed_word("INCORRECT.", words) == "flawed"
    assert closed_word("it is correct", words) is None


def test_the_schema_demands_every_field_and_no_other() -> None:
    schema = json.loads(schema_of(Units))
    assert schema["required"] == ["title", "units"]
    assert schema["additionalProperties"] is False
    assert schema["properties"]["title"] == {"type": "string"}
    (unit,) = schema["$defs"].values()
    assert unit["properties"]["risk"] == {"maximum": 100, "minimum": 0, "type": "integer"}
    assert unit["required"] == ["id", "risk"]


def test_a_model_that_takes_more_than_its_schema_is_refused() -> None:
    class Loose(BaseModel):
        risk: int

    with pytest.raises(TypeError, match="Loose needs"):
        schema_of(Loose)


def test_not_read_is_told_as_a_sentence() -> None:
    with pytest.raises(NotRead, match="exactly one object"):
        read_object(GOOD + GOOD)
