"""A question becomes a raw result, by processes of the user's Lean that share nothing but data.

1. Our statement is compiled alone. 2. The text of others is compiled alone; it may do what it likes in its sandbox.
Each compiled file is read by a further process, whose answer is data. 3. A last one imports the library, rebuilds both
from the data and asks its kernel; nothing of others is elaborated, imported or mapped there. Its answer carries a word
that no other process has seen.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ....core.evidence import Kind, Limits, Strength
from ....core.value import value
from ..errors import ProcessFailed
from ..judgement.commands import commands, theorems
from ..judgement.question import CLAIM, Origin, Question, components
from ..judgement.raw import Backend, Failure, Finding, RawResult, Report
from .challenge import (
    Challenge,
    challenge_of,
    hidden_candidates,
    imports_of,
    is_module,
    unread_names,
    variable_probes,
)
from .findings import (
    ONE_THEOREM,
    finding_of,
    goals_in_error,
    is_clean,
    may_be_native,
    missing_modules,
    moved,
    with_word,
    word_of,
)
from .rechecks import Rechecks
from .session import Session, Toolchain

MAX_DATA = 200_000_000
"""Bytes of a compiled file's data that are looked at."""


@value
class Compiled:
    """Our statement as it was compiled: what is wrong with it, its data (None where it does not stand), and the
    modules that it imports and that are not there."""

    finding: Finding
    data: bytes | None
    goals: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


def backend_of(toolchain: Toolchain, *, checked_by: Sequence[str] = ()) -> Backend:
    """Who answers. ``checked_by``: further checkers that have accepted the proof."""
    notes = (*toolchain.notices, *(f"re-checked by {name}" for name in checked_by))
    return Backend(
        name="official",
        version=toolchain.said,
        label="; ".join((f"Lean {toolchain.said}", *notes)),
        strength=Strength.KERNEL,
        library_proofs=True,
    )


class Asking:
    """Puts questions to a session. A statement that was compiled is kept for the next question about it."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._kept: tuple[tuple[object, ...], Compiled] | None = None
        self._rechecks = Rechecks(session)

    async def elaborate(self, question: Question, limits: Limits) -> tuple[RawResult, tuple[str, ...]]:
        """The answer to ``question``, failures included, and the further checkers that accepted the proof."""
        try:
            return await self._elaborate(question, limits)
        except ProcessFailed as failed:
            return RawResult(failure=Failure(kind=failed.kind, why=failed.why)), ()

    async def statement(self, question: Question, limits: Limits) -> RawResult:
        """The answer on the statement alone: does it stand? No evidence."""
        try:
            read = await self._read(question, limits)
        except ProcessFailed as failed:
            return RawResult(failure=Failure(kind=failed.kind, why=failed.why))
        return read if isinstance(read, RawResult) else RawResult(found="theorem", finding=read.finding)

    async def _elaborate(self, question: Question, limits: Limits) -> tuple[RawResult, tuple[str, ...]]:
        read = await self._read(question, limits)
        if isinstance(read, RawResult):
            return read, ()
        if read.data is None:
            return RawResult(text=Report(missing=read.missing), found="theorem", finding=read.finding), ()
        raw, folder = await self._draft(question, limits)
        try:
            if raw.failure is not None or folder is None:
                return replace(raw, finding=read.finding), ()
            data = await self._exported(folder, limits)
            answer = await self._judged(question, read, data, limits)
            found = answer["found"] or ("theorem" if answer["refused"] else None)  # data out of form: say so
            raw = replace(raw, found=found, finding=with_word(read.finding, answer))
            if raw.finding is None or not is_clean(raw.finding):
                return raw, ()
            again = await self._rechecks.ask(question, raw.finding, folder, limits)
            if again.refused:
                raw = replace(raw, finding=replace(raw.finding, refused=again.refused, proves=()))
            return raw, again.accepted
        finally:
            if folder is not None:
                self._session.drop(folder)

    # ---- the text of others

    async def _draft(self, question: Question, limits: Limits) -> tuple[RawResult, Path | None]:
        """The text of others as Lean takes it, and the folder with its compiled form (None without one)."""
        lead = f"{question.shared}\n" if question.shared else ""
        said, folder = await self._session.compile(lead + question.text, limits)
        if said.failure is not None:
            self._session.drop(folder)
            return RawResult(failure=said.failure), None
        lines = lead.count("\n")
        own = Report(
            messages=tuple(moved(m, -lines) for m in said.messages if m.line > lines),
            missing=missing_modules(said),
            commands=_commands(question),
        )
        shared = Report(messages=tuple(m for m in said.messages if m.line <= lines))
        raw = RawResult(text=own, shared=shared)
        if said.errors or not _is_file(folder / "out.olean"):
            self._session.drop(folder)
            if not said.errors:
                raw = RawResult(failure=Failure(kind=Kind.UNREADABLE, why="Lean wrote no compiled file"))
            return raw, None
        return raw, folder

    async def _exported(self, folder: Path, limits: Limits) -> bytes:
        """The data of a compiled file, written by a process that does nothing else."""
        work = self._session.folder()
        try:
            data = await self._session.tool(("export", str(folder / "out.olean")), work, limits, reads=(folder,))
        finally:
            self._session.drop(work)
        if len(data) > MAX_DATA:
            raise ProcessFailed(Kind.RESOURCE, "the proof term is too large")
        return data

    async def _judged(self, question: Question, read: Compiled, data: bytes, limits: Limits) -> Mapping[str, Any]:
        assert read.data is not None
        imports = (*imports_of(question.source), *imports_of(question.shared), *imports_of(question.text))
        return await self._word(
            read.data,
            data,
            {
                "imports": [list(components(module)) for module in dict.fromkeys(("Init", *imports))],
                "claim": list(_claim_name(question)),
                "goals": list(read.goals),
                "theorem": list(question.theorem),
                "native": may_be_native(question),
            },
            limits,
        )

    async def _word(self, ours: bytes, theirs: bytes, request: dict[str, Any], limits: Limits) -> Mapping[str, Any]:
        """The word of the judging process."""
        folder = self._session.folder()
        nonce = secrets.token_hex(16)
        try:
            (folder / "request.json").write_text(json.dumps({**request, "nonce": nonce}), "utf-8")
            (folder / "ours.json").write_bytes(ours)
            (folder / "theirs.json").write_bytes(theirs)
            prefix = (await self._session.toolchain()).prefix
            rest = ("theirs.json",) if theirs else ()
            printed = await self._session.tool(
                ("judge", str(prefix), "request.json", "ours.json", *rest), folder, limits, reads=()
            )
        finally:
            self._session.drop(folder)
        return word_of(printed, nonce)

    # ---- our statement

    async def _read(self, question: Question, limits: Limits) -> Compiled | RawResult:
        key = (question.statement, question.goals, imports_of(question.text))
        if self._kept is not None and self._kept[0] == key:
            return self._kept[1]
        if is_module(question.text) or is_module(question.shared) or is_module(question.source):
            why = "a file of Lean's module system (module) cannot be judged yet"
            return RawResult(failure=Failure(kind=Kind.UNSUPPORTED, why=why))
        read = await self._read_anew(question, limits)
        if isinstance(read, Compiled):
            self._kept = (key, read)
        return read

    async def _read_anew(self, question: Question, limits: Limits) -> Compiled | RawResult:
        challenge = challenge_of(question)
        if isinstance(challenge, Failure):
            return RawResult(failure=challenge)
        if challenge.refusal is not None:
            return Compiled(finding=finding_of(question, challenge, ()), data=None)
        said, folder = await self._session.compile(challenge.text, limits)
        if said.failure is None and (wrong := goals_in_error(challenge, said)):
            self._session.drop(folder)
            again = challenge_of(question, without=wrong)
            assert isinstance(again, Challenge), "as before"
            challenge = again
            said, folder = await self._session.compile(challenge.text, limits)
        if said.failure is not None:
            self._session.drop(folder)
            return RawResult(failure=said.failure)
        finding = finding_of(question, challenge, said.messages, missing_modules(said))
        if said.errors:
            self._session.drop(folder)
            return Compiled(finding=finding, data=None, missing=missing_modules(said))
        try:
            data = await self._exported(folder, limits)
        finally:
            self._session.drop(folder)
        complaints = await self._complaints(question, challenge, data, limits)
        if finding.statement is not None:
            finding = replace(finding, statement=replace(finding.statement, complaints=complaints))
        return Compiled(finding=finding, data=None if complaints else data, goals=challenge.goals)

    async def _complaints(
        self, question: Question, challenge: Challenge, data: bytes, limits: Limits
    ) -> tuple[str, ...]:
        """What of a statement a reader of its header would not see."""
        statement = question.statement
        if statement is None or not statement.strict:
            return ()
        theorem = next(t for t in theorems(statement.text) if components(t.full_name) == statement.theorem)
        imports = imports_of(statement.text)
        word = await self._word(
            data,
            b"",
            {
                "imports": [list(components(module)) for module in ("Init", *imports)],
                "claim": list(statement.theorem),
                "goals": [],
                "theorem": [],
                "native": False,
            },
            limits,
        )
        if word["refused"]:
            return (f"the compiled statement could not be read: {word['refused']}",)
        own = tuple(tuple(map(str, path)) for path in word["names"])
        found = [
            f"{name} stands before the theorem in a way that its reader does not see"
            for name in unread_names(statement.text, theorem, own)
        ]
        variables = variable_probes(statement.text, theorem)
        found += [
            f"“variable {text}” before the theorem can hold a hypothesis that its header does not show"
            for text, type_ in variables
            if not type_
        ]
        asked = [(text, type_) for text, type_ in variables if type_]
        stand = await self._standing(challenge.probe, [f"example : Prop := ({_line(t)})" for _, t in asked], limits)
        found += [
            f"“variable {text}” before the theorem is a hypothesis that its header does not show"
            for (text, _), stands in zip(asked, stand, strict=True)
            if stands
        ]
        names = hidden_candidates(statement.text, theorem, own, tuple(map(str, word["bound"])))
        lead = "".join(f"import {module}\n" for module in imports)
        known = await self._standing(lead, [f"#check @{name}" for name in names], limits)
        found += [
            f"{name} means something else here than in the library"
            for name, stands in zip(names, known, strict=True)
            if stands
        ]
        return tuple(found)

    async def _standing(self, before: str, probes: list[str], limits: Limits) -> list[bool]:
        """Which of some one-line commands after ``before`` have no error."""
        if not probes:
            return []
        said, folder = await self._session.compile("\n".join((before, *probes)) + "\n", limits)
        self._session.drop(folder)
        if said.failure is not None:
            raise ProcessFailed(said.failure.kind, said.failure.why)
        first = before.count("\n") + 2
        wrong = {line for error in said.errors for line in range(error.line, error.end_line + 1)}
        return [first + i not in wrong for i in range(len(probes))]


def _claim_name(question: Question) -> tuple[str, ...]:
    return ("Audit", "goal", CLAIM) if question.statement is None else question.statement.theorem


def _commands(question: Question) -> tuple[str, ...]:
    """What stands in the text of others, as far as the judgement asks: whether a body is the proof of one theorem."""
    if question.origin is not Origin.STATEMENT:
        return ()
    kinds = tuple(command.keyword for command in commands(question.text))
    return ONE_THEOREM if kinds == ("theorem",) else kinds


def _line(text: str) -> str:
    return " ".join(text.split())


def _is_file(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()
