"""What a lean process says, recorded and written: no way of ending counts as an answer but Lean's own two."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from proofsieve.checkers.lean.judgement.judge import judge
from proofsieve.checkers.lean.judgement.question import ask_file, pick
from proofsieve.checkers.lean.judgement.raw import Backend, RawResult, Report
from proofsieve.checkers.lean.official.messages import Said, missing_in, read
from proofsieve.checkers.sandbox import Finished, Stop
from proofsieve.core.evidence import Kind, Outcome, Strength

OUTPUT = Path(__file__).with_name("lean_output")
BACKEND = Backend(name="official", version="4.31.0", label="Lean", strength=Strength.KERNEL, library_proofs=True)


def finished(
    stdout: str = "", *, code: int | None = 0, stderr: str = "", stopped: Stop | None = None, truncated: bool = False
) -> Finished:
    return Finished(
        returncode=code,
        stdout=stdout.encode("utf-8", "surrogateescape"),
        stderr=stderr.encode(),
        stopped=stopped,
        truncated=truncated,
        elapsed_ms=1,
        peak_rss_mib=1,
    )


def said_in(name: str) -> Said:
    """What the file of that name says was printed, and how the process ended."""
    lines = (OUTPUT / f"{name}.txt").read_text("utf-8").split("\n")
    notes = [line for line in lines if line.startswith("# ")]
    code = next(int(note.removeprefix("# exit: ")) for note in notes if note.startswith("# exit: "))
    stderr = "\n".join(note.removeprefix("# stderr: ") for note in notes if note.startswith("# stderr: "))
    return read(finished("\n".join(lines[len(notes) :]), code=code, stderr=stderr))


def kind_of(said: Said) -> Kind | None:
    """As what the judgement takes the first error of a file that says this."""
    text = "theorem t : 1 = 1 := rfl"
    question = ask_file(text, pick(text, None, where="text"))
    return judge(question, RawResult(text=Report(messages=said.messages), found=None), BACKEND).kind


def test_every_recording_says_where_it_comes_from() -> None:
    for path in OUTPUT.iterdir():
        first = path.read_text("utf-8").partition("\n")[0]
        assert first.startswith(("# recorded: ", "# written after the documented format")), path.name


@pytest.mark.parametrize(
    "name", ["sorry_4_31", "unknown_identifier_4_31", "mixed_4_34", "messages_4_28", "plain_lines"]
)
def test_recorded_output_is_an_answer(name: str) -> None:
    assert said_in(name).failure is None


def test_kinds_and_places_are_read_as_lean_gives_them() -> None:
    said = said_in("messages_4_28")
    assert [(m.severity, m.kind, m.line, m.column) for m in said.errors] == [
        ("error", "Tactic.unsolvedGoals", 4, 43),
        ("error", "lean.unknownIdentifier._namedError", 7, 12),
        ("error", "runtime.maxHeartbeats", 11, 26),
        ("error", "lean.unknownIdentifier._namedError", 15, 27),
        ("error", "[anonymous]", 16, 21),
        ("error", "Tactic.unsolvedGoals", 16, 19),
    ]
    assert [m.kind for m in said.messages if m.severity == "warning"] == ["hasSorry"]


def test_columns_are_code_points_where_a_line_holds_characters_beyond_the_first_plane() -> None:
    line = "theorem 𝔸𝔸 (𝓍 : Nat) : 𝓍 = 𝓎 := rfl"
    error = next(m for m in said_in("messages_4_28").errors if m.line == 15)
    assert line[error.column : error.end_column] == "𝓎"


def test_a_sorry_ends_with_exit_0_and_is_no_error() -> None:
    said = said_in("sorry_4_31")
    assert (said.failure, said.errors, said.messages[0].kind) == (None, (), "hasSorry")


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("unknown_identifier_4_31", Kind.COMPILE_FAILURE),
        ("mixed_4_34", Kind.COMPILE_FAILURE),
        ("without_kind", Kind.TIMEOUT),
    ],
)
def test_an_error_has_its_kind_with_and_without_leans_own(name: str, kind: Kind) -> None:
    assert kind_of(said_in(name)) is kind


@pytest.mark.parametrize(("name", "module"), [("no_module_4_15", "BlahBlahBlah"), ("no_olean", "Mathlib")])
def test_a_missing_module_is_named(name: str, module: str) -> None:
    assert [missing_in(error) for error in said_in(name).errors] == [module]


@pytest.mark.parametrize(
    ("name", "kind", "word"),
    [("stack_overflow", Kind.RESOURCE, "stack"), ("no_thread", Kind.RESOURCE, "thread")],
)
def test_a_process_that_broke_off_gave_no_answer(name: str, kind: Kind, word: str) -> None:
    failure = said_in(name).failure
    assert failure is not None
    assert (failure.kind, word in failure.why) == (kind, True)


def test_what_others_print_is_a_message_or_a_plain_line_and_nothing_else() -> None:
    assert [m.severity for m in said_in("forged_axioms_4_31").messages] == ["information"]
    assert said_in("plain_lines").plain == ("loading something", "WARNING: 3 of 4")


def one(severity: str = '"error"', line: str = "1") -> str:
    return f'{{"severity":{severity},"pos":{{"line":{line},"column":0}},"data":"x"}}'


ENDS = [
    ("killed", finished(code=137), Kind.RESOURCE),
    ("aborted", finished(code=134, stderr="INTERNAL PANIC: unreachable code"), Kind.CRASH),
    ("a segmentation fault", finished(code=139), Kind.CRASH),
    ("an unknown end", finished(code=2), Kind.CRASH),
    ("memory", finished(code=1, stderr="INTERNAL PANIC: out of memory"), Kind.CRASH),
    ("memory, aborted", finished(code=134, stderr="INTERNAL PANIC: out of memory"), Kind.RESOURCE),
    ("1 without an error", finished(code=1), Kind.CRASH),
    ("1 without an error but a warning", finished(one('"warning"'), code=1), Kind.CRASH),
    ("cut in the middle of a line", finished('{"severity":"error","pos":{"line":1,"col', code=0), Kind.UNREADABLE),
    ("cut by the limit", finished(truncated=True), Kind.UNREADABLE),
    ("JSON that is no message", finished('{"found": "theorem", "proves": ["claim"]}'), Kind.UNREADABLE),
    ("a severity of its own", finished(one('"fine"')), Kind.UNREADABLE),
    ("a position of its own", finished(one(line="-4")), Kind.UNREADABLE),
    ("a position that is true", finished(one(line="true")), Kind.UNREADABLE),
    ("deep JSON", finished('{"data":' + "[" * 100_000), Kind.UNREADABLE),
    ("too long", finished(code=None, stopped=Stop.WALL), Kind.TIMEOUT),
    ("too much work", finished(code=None, stopped=Stop.CPU), Kind.TIMEOUT),
    ("too much memory", finished(code=None, stopped=Stop.MEMORY), Kind.RESOURCE),
    ("too much output", finished(code=None, stopped=Stop.OUTPUT, truncated=True), Kind.RESOURCE),
    ("too many processes", finished(code=None, stopped=Stop.PROCESSES), Kind.RESOURCE),
    ("too much on disk", finished(code=None, stopped=Stop.FILES), Kind.RESOURCE),
    ("stopped", finished(code=None, stopped=Stop.CANCELLED), Kind.CRASH),
]  # fmt: skip


@pytest.mark.parametrize(("end", "kind"), [row[1:] for row in ENDS], ids=[row[0] for row in ENDS])
def test_every_other_end_is_a_failure_and_passes_nothing(end: Finished, kind: Kind) -> None:
    failure = read(end).failure
    assert failure is not None
    assert failure.kind is kind
    text = "theorem t : 1 = 1 := rfl"
    judged = judge(ask_file(text, pick(text, None, where="text")), RawResult(failure=failure, found="theorem"), BACKEND)
    assert (judged.outcome, judged.kind) == (Outcome.INCONCLUSIVE, kind)


@pytest.mark.data
def test_a_failure_without_a_sorry_is_no_proof(data_dir: Path) -> None:
    case = json.loads((data_dir / "cases" / "files" / "lean" / "ln16_zero_sorries.json").read_text("utf-8"))
    said = read(finished("\n".join(map(json.dumps, case["stdout_lines"])), code=case["exit"]))
    assert (said.failure, kind_of(said)) == (None, Kind.COMPILE_FAILURE)


def test_of_very_many_messages_the_errors_are_kept() -> None:
    line = '{"severity":"%s","pos":{"line":%d,"column":0},"data":"m"}\n'
    said = read(finished("".join(line % ("information", i) for i in range(1, 400)) + line % ("error", 500), code=1))
    assert (len(said.messages), [error.line for error in said.errors]) == (200, [500])


@pytest.mark.parametrize("kind", ['"hasSorry"', '"a.kind.of.tomorrow"', '""', "null", "7", "[]"])
def test_a_message_of_a_kind_that_is_not_known_is_read_all_the_same(kind: str) -> None:
    said = read(finished(f'{{"severity":"error","kind":{kind},"pos":{{"line":2,"column":1}},"data":"no"}}', code=1))
    assert (said.failure, kind_of(said), said.errors[0].line) == (None, Kind.COMPILE_FAILURE, 2)


@pytest.mark.parametrize("severity", ["warning", "information"])
def test_messages_that_are_no_errors_are_an_answer_and_no_verdict(severity: str) -> None:
    said = read(finished("\n".join(one(f'"{severity}"') for _ in range(3))))
    assert (said.failure, said.errors, len(said.messages)) == (None, (), 3)
    text = "theorem t : 1 = 1 := rfl"
    judged = judge(
        ask_file(text, pick(text, None, where="text")),
        RawResult(text=Report(messages=said.messages), found=None),
        BACKEND,
    )
    assert (judged.outcome, judged.kind) == (Outcome.INCONCLUSIVE, Kind.COMPILE_FAILURE)


def test_errors_up_to_a_bound_are_errors() -> None:
    said = read(finished("\n".join([one()] * 100) + "\nmaximum number of errors reached", code=1))
    assert (said.failure, len(said.errors), kind_of(said)) == (None, 100, Kind.COMPILE_FAILURE)


@pytest.mark.data
def test_no_goals_in_a_tactic_session_is_no_proof(data_dir: Path) -> None:
    case = json.loads((data_dir / "cases" / "files" / "lean" / "ln01_tactic_mode.json").read_text("utf-8"))
    whole = case["whole_file"]
    said = read(finished("\n".join(map(json.dumps, whole["messages"])), code=whole["exit"]))
    assert (said.failure, kind_of(said), said.errors[0].column) == (None, Kind.COMPILE_FAILURE, 70)
    for step in case["tactic_mode"]:
        failure = read(finished(json.dumps(step))).failure
        assert failure is not None
        assert failure.kind is Kind.UNREADABLE


@pytest.mark.data
def test_an_answer_without_an_error_is_no_proof(data_dir: Path) -> None:
    case = json.loads((data_dir / "cases" / "files" / "lean" / "ln17_null_response.json").read_text("utf-8"))
    for result in case["results"]:
        response = result["response"]
        for printed in (json.dumps(response), "\n".join(map(json.dumps, (response or {}).get("messages", [])))):
            said = read(finished(printed))
            judged = judge(
                ask_file("theorem t : 1 = 1 := rfl", pick("theorem t : 1 = 1 := rfl", None, where="text")),
                RawResult(failure=said.failure, text=Report(messages=said.messages)),
                BACKEND,
            )
            assert judged.outcome is Outcome.INCONCLUSIVE


@pytest.mark.parametrize(
    ("kind", "text", "found"),
    [
        ("runtime.maxHeartbeats", "words of tomorrow", Kind.TIMEOUT),
        ("runtime.maxRecDepth", "words of tomorrow", Kind.RESOURCE),
        ("lean.unknownIdentifier", "maximum number of heartbeats (maximum recursion depth)", Kind.COMPILE_FAILURE),
        (None, "maximum recursion depth has been reached", Kind.RESOURCE),
        (None, "maximum number of heartbeats (200000) has been reached", Kind.TIMEOUT),
    ],
)
def test_the_kind_of_a_message_counts_and_its_words_only_where_it_has_none(
    kind: str | None, text: str, found: Kind
) -> None:
    message = {"severity": "error", "pos": {"line": 1, "column": 0}, "data": text, **({"kind": kind} if kind else {})}
    assert kind_of(read(finished(json.dumps(message), code=1))) is found
