"""Lean as a checker of the house: a statement, with a body or without one, becomes evidence."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ...core.errors import ProofSieveError
from ...core.evidence import (
    MAX_ARTIFACT,
    Branch,
    Evidence,
    Kind,
    Language,
    Limits,
    Outcome,
    Statement,
    inconclusive,
    make_evidence,
)
from ...core.value import value
from .embedded import EMBEDDED, elaborate
from .judgement.commands import Command
from .judgement.header import header_of
from .judgement.judge import Judgement, judge, refusal
from .judgement.question import CLAIM, NEGATION, Question, ask_body, ask_file, pick
from .pool import LeanPool
from .settings import LIMITS, LeanSettings
from .setup.trial import fault_of
from .tactics.search import Search, search

VERSION = f"1 ({EMBEDDED.version})"
MAX_DIAGNOSTICS = 20

_SORRY = frozenset(("sorry", "by sorry", "by admit"))
_FORMS = {
    Branch.CLAIM: (CLAIM,),
    Branch.NEGATION: (NEGATION, "witness0", "witness1"),
    Branch.COUNTEREXAMPLE: ("witness0", "witness1"),
}


@value
class Attempts:
    """What the automatic proofs came to: evidence on the claim and on its negation, the body that worked for each (""
    if none did), and one line per attempt."""

    claim: Evidence
    claim_body: str
    negation: Evidence | None
    negation_body: str
    tried: tuple[str, ...]


class LeanChecker:
    """Implements ``core.evidence.Checker``. Use it from one event loop; ``aclose`` when done.

    A statement is Lean source: plain definitions, then a theorem, with its own proof or without one (``sorry`` counts
    as none). ``limits.wall_ms`` bounds each process that is asked; the start of a process is not counted.
    """

    name = "lean"
    version: str = VERSION
    language = Language.LEAN

    def __init__(self, settings: LeanSettings | None = None, *, folder: Path | None = None) -> None:
        self.settings = settings or LeanSettings()
        self.pool = LeanPool(self.settings, folder)

    async def check(self, statement: Statement, branch: Branch, limits: Limits, *, artifact: str = "") -> Evidence:
        """Judge the body ``artifact``; without one the statement's own proof of the claim; without that try the library
        of tactics. Never refuted: the negation is a branch of its own."""
        theorem = _theorem(statement)
        if isinstance(theorem, str):
            return inconclusive(statement, branch, self, Kind.UNPARSED, theorem)
        if len(artifact) > MAX_ARTIFACT:
            why = f"the proof is longer than {MAX_ARTIFACT} characters"
            return inconclusive(statement, branch, self, Kind.RESOURCE, why)
        if any("\ud800" <= character <= "\udfff" for character in artifact):
            return inconclusive(statement, branch, self, Kind.REJECTED, "the proof holds half a character")
        if artifact:
            judged = await self._body(statement, theorem, branch, artifact, limits)
            return self._evidence(statement, branch, judged, artifact)
        header = header_of(statement.text, theorem)
        own = "" if header is None or " ".join(header.body.split()) in _SORRY else header.body
        if branch is Branch.CLAIM and own:
            question = ask_file(statement.text, theorem)
            return self._evidence(statement, branch, await self._judged(question, branch, limits), "")
        found = await self._search(statement, theorem, branch, limits)
        return self._evidence(statement, branch, found.judgement, found.body, found)

    async def check_many(self, statements: Sequence[Statement], limits: Limits) -> list[Evidence]:
        """The claim branch of each statement, in order. One that ends a process costs no other its answer."""
        return [await self.check(statement, Branch.CLAIM, limits) for statement in statements]

    async def try_tactics(self, statement: Statement, limits: Limits = LIMITS) -> Attempts:
        """The library of tactics on the claim and, if that finds nothing, on its negation."""
        theorem = _theorem(statement)
        if isinstance(theorem, str):
            claim = inconclusive(statement, Branch.CLAIM, self, Kind.UNPARSED, theorem)
            return Attempts(claim=claim, claim_body="", negation=None, negation_body="", tried=())
        found = await self._search(statement, theorem, Branch.CLAIM, limits)
        claim = self._evidence(statement, Branch.CLAIM, found.judgement, found.body, found)
        if found.judgement.kind is not Kind.SEARCH_EXHAUSTED:
            return Attempts(
                claim=claim, claim_body=found.body, negation=None, negation_body="", tried=_lines("claim", found)
            )
        against = await self._search(statement, theorem, Branch.NEGATION, limits)
        return Attempts(
            claim=claim,
            claim_body="",
            negation=self._evidence(statement, Branch.NEGATION, against.judgement, against.body, against),
            negation_body=against.body,
            tried=(*_lines("claim", found), *_lines("negation", against)),
        )

    async def canaries(self) -> str:
        """What this Lean must prove and must not, by the processes that will check the rest."""
        return await fault_of(self.pool)

    async def aclose(self) -> None:
        """End every process."""
        await self.pool.aclose()

    async def _body(
        self, statement: Statement, theorem: Command, branch: Branch, body: str, limits: Limits
    ) -> Judgement | None:
        """The judgement on a body, for the first form of the branch that it proves; None if the branch has no form."""
        first: Judgement | None = None
        for form in _FORMS[branch]:
            question = ask_body(statement.text, theorem, body, form=form)
            if question is None:
                continue
            judgement = await self._judged(question, branch, limits)
            if judgement.outcome is Outcome.PASSED or judgement.kind not in (
                Kind.SEARCH_EXHAUSTED,
                Kind.COMPILE_FAILURE,
            ):
                return judgement
            first = first or judgement
        return first

    async def _judged(self, question: Question, branch: Branch, limits: Limits) -> Judgement:
        """The judgement on one text; another backend asks its own processes here."""
        refused = refusal(question)
        return refused or judge(question, await elaborate(question, self.pool, limits), EMBEDDED, branch)

    async def _search(self, statement: Statement, theorem: Command, branch: Branch, limits: Limits) -> Search:
        return await search(statement.text, theorem, branch, pool=self.pool, limits=limits, settings=self.settings)

    def _evidence(
        self,
        statement: Statement,
        branch: Branch,
        judgement: Judgement | None,
        body: str,
        found: Search | None = None,
    ) -> Evidence:
        if judgement is None and branch is Branch.CLAIM:
            return inconclusive(statement, branch, self, Kind.UNPARSED, "the header of the theorem could not be read")
        if judgement is None:
            return inconclusive(statement, branch, self, Kind.UNSUPPORTED, "this statement cannot be negated as text")
        lines = [
            f"{note.where} {note.line}:{note.column} {note.severity}: {' '.join(note.text.split())[:500]}"
            for note in judgement.messages[:MAX_DIAGNOSTICS]
        ]
        if found is not None:
            lines.extend(_lines(branch, found))
        return make_evidence(
            statement,
            branch,
            checker=self.name,
            checker_version=self.version,
            outcome=judgement.outcome,
            kind=judgement.kind,
            strength=judgement.strength,
            reading=judgement.type,
            why=judgement.why,
            diagnostics=tuple(lines),
            artifact=body,
        )


async def try_tactics(statement: Statement, settings: LeanSettings | None = None) -> Attempts:
    """``LeanChecker.try_tactics`` in processes of its own."""
    checker = LeanChecker(settings)
    try:
        return await checker.try_tactics(statement)
    finally:
        await checker.aclose()


def _theorem(statement: Statement) -> Command | str:
    """The theorem of a statement, or why there is none."""
    try:
        statement.text.encode()
        return pick(statement.text, None, where="the statement")
    except UnicodeEncodeError:
        return "the statement holds half a character"
    except ProofSieveError as error:
        return str(error)


def _lines(branch: str, found: Search) -> tuple[str, ...]:
    return tuple(f"{branch}: {tried.name}: {tried.kind or 'worked'}" for tried in found.tried)
