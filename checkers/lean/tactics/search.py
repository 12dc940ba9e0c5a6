"""Trying the library on a statement: each body under a bound, the first that Lean takes judged as a proof of others."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

from ....core.evidence import Branch, Kind, Limits, Outcome
from ....core.value import value
from ..embedded import EMBEDDED, Draft, confirmed, draft_of, read_statement
from ..judgement.commands import DEFINITIONS, Command, commands
from ..judgement.judge import Judgement, judge, judge_statement, refusal, undecided
from ..judgement.question import CLAIM, NEGATION, Question, ask_body
from ..pool import LeanPool
from ..settings import LeanSettings
from .library import Attempt, claim_attempts
from .witnesses import negation_attempts, witness_attempts

HEARTBEATS = 40_000
"""Lean's bound of one attempt: a fifth of its usual one. It ends an attempt without ending the process."""


@value
class Tried:
    """One attempt: its name, and why it failed (None: it worked). Times would make the evidence of each run another."""

    name: str
    kind: Kind | None


@value
class Search:
    """The judgement on a branch, the body that worked ("" if none did), and what was tried."""

    judgement: Judgement
    body: str
    tried: tuple[Tried, ...]


async def search(
    source: str, theorem: Command, branch: Branch, *, pool: LeanPool, limits: Limits, settings: LeanSettings
) -> Search:
    """Try the library on the statement, its negation or a counterexample to it. ``limits.wall_ms`` bounds all of it.

    Nothing found is inconclusive(search_exhausted), a statement that does not stand has its own kind.
    """
    end = time.monotonic() + limits.wall_ms / 1000
    question = ask_body(source, theorem, "sorry")
    if question is None:
        return _stopped(
            undecided(Kind.UNPARSED, "the header of the theorem could not be read", theorem=theorem.full_name)
        )
    refused = refusal(question)
    if refused is not None:
        return _stopped(refused)
    raw = await read_statement(question, pool, limits)
    fault = judge_statement(question, raw, EMBEDDED)
    if fault is not None:
        return _stopped(fault)
    tried: list[Tried] = []
    for form, attempt in _attempts(source, theorem, question, branch):
        left = end - time.monotonic()
        if left <= 0:
            break
        asked = ask_body(source, theorem, attempt.body, form=form, heartbeats=HEARTBEATS)
        if asked is None:
            continue
        bounded = replace(limits, wall_ms=max(1, min(settings.attempt_ms, int(left * 1000))))
        draft = await draft_of(asked, pool, bounded)
        judgement = await _judged(asked, draft, branch, pool, limits)
        tried.append(Tried(name=attempt.name, kind=judgement.kind))
        if judgement.outcome is Outcome.PASSED:
            return Search(judgement=judgement, body=attempt.body, tried=tuple(tried))
        if judgement.kind is Kind.UNAVAILABLE:
            return _stopped(judgement)
    why = f"none of {len(tried)} automatic proofs worked" if tried else "there is nothing to try on this statement"
    type_ = "" if raw.finding is None else raw.finding.type
    kind = Kind.SEARCH_EXHAUSTED if tried else Kind.UNSUPPORTED
    return Search(judgement=undecided(kind, why, theorem=theorem.full_name, type_=type_), body="", tried=tuple(tried))


async def _judged(asked: Question, draft: Draft, branch: Branch, pool: LeanPool, limits: Limits) -> Judgement:
    if draft.closure is None:
        return judge(asked, draft.raw, EMBEDDED, branch)
    return judge(asked, await confirmed(asked, draft, pool, limits), EMBEDDED, branch)


def _attempts(source: str, theorem: Command, question: Question, branch: Branch) -> Iterator[tuple[str, Attempt]]:
    """(form of the statement, body)."""
    header = question.header
    assert header is not None, "a body is asked for a header"
    if branch is Branch.CLAIM:
        defined = tuple(
            command.name
            for command in commands(source)
            if command.start < theorem.start and command.keyword in DEFINITIONS - {"structure", "inductive", "class"}
        )
        yield from ((CLAIM, attempt) for attempt in claim_attempts(header, defined))
    elif branch is Branch.NEGATION:
        yield from ((NEGATION, attempt) for attempt in negation_attempts(header))
    else:
        yield from (("witness0", attempt) for attempt in witness_attempts(header))


def _stopped(judgement: Judgement) -> Search:
    return Search(judgement=judgement, body="", tried=())
