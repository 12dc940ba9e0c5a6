"""The embedded backend: a question becomes a raw result, by two processes and one judgement of data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...core.evidence import Kind, Limits, Strength
from .errors import ProcessFailed
from .judgement.question import CLAIM, Origin, Question
from .judgement.raw import Backend, Failure, Finding, Message, RawResult, Report
from .places import BACKEND, LABEL
from .pool import LeanPool

EMBEDDED = Backend(
    name="embedded",
    version=BACKEND,
    label=LABEL,
    strength=Strength.KERNEL_EMBEDDED,
    library_proofs=False,
)


async def elaborate(question: Question, pool: LeanPool, limits: Limits) -> RawResult:
    """The answer to ``question``: its text elaborated, the statement read, and the kernel's word on the theorem.

    Failures are in the result. The data of a proof cross from one process to the other and are checked again there.
    """
    try:
        answer = await pool.check(
            {"definitions": question.shared, "text": question.text, "theorem": question.theorem}, limits
        )
        raw = RawResult(
            text=_report(answer),
            shared=_report(answer["definitions"]),
            found=None if answer["found"] is None else str(answer["found"]),
        )
        if answer["closure"] is None and question.origin is Origin.STATEMENT:
            return raw  # the statement is ours, and was read before
        finding = await _finding(question, answer["closure"], pool, limits)
        return RawResult(text=raw.text, shared=raw.shared, found=raw.found, finding=finding)
    except ProcessFailed as failed:
        return RawResult(failure=Failure(kind=failed.kind, why=failed.why))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        return RawResult(failure=Failure(kind=Kind.UNREADABLE, why=f"an answer out of form: {error!r}"[:200]))


async def read_statement(question: Question, pool: LeanPool, limits: Limits) -> RawResult:
    """The answer on the statement alone: do definitions and goal stand, and what do they say?"""
    try:
        return RawResult(found="theorem", finding=await _finding(question, None, pool, limits))
    except ProcessFailed as failed:
        return RawResult(failure=Failure(kind=failed.kind, why=failed.why))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        return RawResult(failure=Failure(kind=Kind.UNREADABLE, why=f"an answer out of form: {error!r}"[:200]))


async def _finding(question: Question, closure: Any, pool: LeanPool, limits: Limits) -> Finding:
    answer = await pool.judge(
        {
            "definitions": question.definitions,
            "goals": [{"key": goal.key, "text": goal.text} for goal in question.goals],
            "probes": [{"key": probe.key, "text": probe.text} for probe in question.probes],
            "theorem": question.theorem,
            "closure": closure,
        },
        limits,
    )
    goals = {str(key): _report(found) for key, found in answer["goals"].items()}
    return Finding(
        definitions=_report(answer["definitions"]),
        goals=goals,
        probes={str(key): bool(_report(found).errors) for key, found in answer["probes"].items()},
        type=_type(goals.get(CLAIM, Report())),
        proves=_texts(answer["proves"]),
        own=_texts(answer["own"]),
        library=_texts(answer["library"]),
        differing=_texts(answer["differing"]),
        refused="" if answer["refused"] is None else str(answer["refused"]),
    )


def _type(report: Report) -> str:
    """The claim in Lean's words, from the #check after it; with ∀ for what stands before the colon."""
    for message in report.messages:
        if message.severity == "information":
            return " ".join(message.text.partition(" : ")[2].split())
    return ""


def _report(found: Mapping[str, Any]) -> Report:
    return Report(
        messages=tuple(_message(item) for item in found["messages"]),
        missing=_texts(found["missing"]),
        commands=_texts(found["commands"]),
    )


def _message(item: Mapping[str, Any]) -> Message:
    start = item["pos"]
    end = item.get("endPos") or start
    return Message(
        severity=str(item["severity"]),
        kind=str(item.get("kind") or ""),
        text=str(item["data"]),
        line=int(start["line"]),
        column=int(start["column"]),
        end_line=int(end["line"]),
        end_column=int(end["column"]),
    )


def _texts(found: Any) -> tuple[str, ...]:
    return tuple(str(item) for item in found)
