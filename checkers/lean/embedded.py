"""The embedded backend: a question becomes a raw result, by two processes and one judgement of data."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any

from ...core.evidence import Kind, Limits, Strength
from ...core.value import value
from .errors import ProcessFailed
from .judgement.question import CLAIM, Origin, Question
from .judgement.raw import Backend, Failure, Finding, Message, RawResult, Read, Refusal, Report
from .judgement.scan import REFUSED, refused_because
from .places import BACKEND, LABEL
from .pool import LeanPool

EMBEDDED = Backend(
    name="embedded",
    version=BACKEND,
    label=LABEL,
    strength=Strength.KERNEL_EMBEDDED,
    library_proofs=False,
)


_Ask = Callable[[dict[str, Any], Limits], Awaitable[dict[str, Any]]]
_SHOWN_NAME = re.compile(r"(?:«[^»]*»|[^«])*? : ")
_OUT_OF_FORM = (KeyError, TypeError, ValueError, AttributeError, IndexError)


@value
class Draft:
    """A text as it was elaborated, and the data of its theorem as JSON (None without one): no evidence of anything."""

    raw: RawResult
    closure: str | None


async def elaborate(question: Question, pool: LeanPool, limits: Limits, *, trial: bool = False) -> RawResult:
    """The answer to ``question``: its text elaborated, the statement read, and the kernel's word on the theorem.

    Failures are in the result. The data of a proof cross from one process to the other and are checked again there;
    in a ``trial`` it may be the same process, and no word is refused: Lean itself must say no.
    """
    if not trial:
        pool.expect()
    draft = await draft_of(question, pool, limits, words=() if trial else tuple(REFUSED))
    if draft.raw.failure is not None or (draft.closure is None and question.origin is Origin.STATEMENT):
        return draft.raw  # the statement of a body is ours, and is read once before
    return await _with_finding(question, draft, pool.look if trial else pool.judge, limits)


async def draft_of(
    question: Question, pool: LeanPool, limits: Limits, *, words: tuple[str, ...] = tuple(REFUSED)
) -> Draft:
    """The text of others, elaborated up to the first command with one of ``words``. Failures are in the result."""
    try:
        answer = await pool.check(
            {
                "definitions": question.shared,
                "text": question.text,
                "theorem": question.theorem,
                "words": words,
            },
            limits,
        )
        raw = RawResult(
            text=_report(answer),
            shared=_report(answer["definitions"]),
            refusal=_refusal(answer["refused"]),
            found=None if answer["found"] is None else str(answer["found"]),
        )
        return Draft(raw=raw, closure=None if answer["closure"] is None else str(answer["closure"]))
    except ProcessFailed as failed:
        return Draft(raw=RawResult(failure=Failure(kind=failed.kind, why=failed.why)), closure=None)
    except _OUT_OF_FORM as error:
        return Draft(raw=RawResult(failure=_unreadable(error)), closure=None)


async def confirmed(question: Question, draft: Draft, pool: LeanPool, limits: Limits) -> RawResult:
    """The draft with the kernel's word on it, from a process that runs no text of others."""
    return await _with_finding(question, draft, pool.judge, limits)


async def _with_finding(question: Question, draft: Draft, ask: _Ask, limits: Limits) -> RawResult:
    try:
        finding = await _finding(question, draft.closure, ask, limits)
    except ProcessFailed as failed:
        return replace(draft.raw, failure=Failure(kind=failed.kind, why=failed.why))
    except _OUT_OF_FORM as error:
        return replace(draft.raw, failure=_unreadable(error))
    return replace(draft.raw, finding=finding)


async def read_statement(question: Question, pool: LeanPool, limits: Limits) -> RawResult:
    """The answer on the statement alone: do definitions and goal stand, and what do they say? No evidence."""
    return await _with_finding(question, Draft(raw=RawResult(found="theorem"), closure=None), pool.look, limits)


async def _finding(question: Question, closure: str | None, ask: _Ask, limits: Limits) -> Finding:
    statement = question.statement
    answer = await ask(
        {
            "statement": None
            if statement is None
            else {"source": statement.text, "theorem": statement.theorem, "strict": statement.strict},
            "goals": [{"key": goal.key, "text": goal.text} for goal in question.goals],
            "theorem": question.theorem,
            "closure": closure,
        },
        limits,
    )
    goals = {str(key): _report(found) for key, found in answer["goals"].items()}
    read = None if answer["statement"] is None else _read(answer["statement"])
    return Finding(
        statement=read,
        goals=goals,
        type=_type(goals.get(CLAIM, Report()) if read is None else read.claim),
        proves=_texts(answer["proves"]),
        own=_texts(answer["own"]),
        library=_texts(answer["library"]),
        differing=_texts(answer["differing"]),
        refused="" if answer["refused"] is None else str(answer["refused"]),
    )


def _read(found: Mapping[str, Any]) -> Read:
    place = found["place"] or {"line": 1, "column": 0}
    return Read(
        found=bool(found["found"]),
        refusal=_refusal(found["refused"]),
        before=Report(messages=tuple(_message(item) for item in found["messages"]), missing=_texts(found["missing"])),
        claim=Report() if found["claim"] is None else _report(found["claim"]),
        complaints=_texts(found["complaints"]),
        line=int(place["line"]),
        column=int(place["column"]),
    )


def _refusal(found: Mapping[str, Any] | None) -> Refusal | None:
    if found is None:
        return None
    word = str(found["word"])
    return Refusal(word=word, line=int(found["line"]), why=str(found.get("why") or refused_because(word)))


def _type(report: Report) -> str:
    """The claim in Lean's words, from the #check after it; with ∀ for what stands before the colon. What the header
    itself has Lean say comes before that, and its name can hold a colon."""
    said = [message.text for message in report.messages if message.severity == "information"]
    named = _SHOWN_NAME.match(said[-1]) if said else None
    return "" if named is None else " ".join(said[-1][named.end() :].split())


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


def _unreadable(error: Exception) -> Failure:
    return Failure(kind=Kind.UNREADABLE, why=f"an answer out of form: {error!r}"[:200])


def _texts(found: Any) -> tuple[str, ...]:
    return tuple(str(item) for item in found)
