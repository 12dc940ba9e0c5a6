"""From a question and a raw result to an outcome; whatever is not plainly right is inconclusive with its kind."""

from __future__ import annotations

from collections.abc import Iterable

from ....core.evidence import Branch, Kind, Outcome, Strength
from ....core.value import value
from .question import CLAIM, CLAIM_NAME, NEGATION, Origin, Question, definition_texts
from .raw import Backend, Failure, Finding, Message, RawResult, Read, Report
from .scan import Word, hidden_character, scan
from .source import MAX_CHARACTERS, Lines

ALLOWED_AXIOMS = ("propext", "Classical.choice", "Quot.sound")

HOLES = frozenset(
    "sorryAx lcProof lcUnreachable lcAny lcCast Quot.lcInv Lean.trustCompiler Lean.ofReduceBool Lean.ofReduceNat "
    "Lean.reduceBool Lean.reduceNat".split()
)
"""Axioms of the library that make a proof worthless, or no proof by the kernel."""

MAX_MESSAGES = 50
_ONE_THEOREM = ("Lean.Parser.Command.theorem", "Lean.Parser.Command.eoi")
_CLAIM_KINDS = frozenset(("Lean.Parser.Command.theorem", "Lean.Parser.Command.in", "Lean.Parser.Command.eoi"))
_GIVE_A_GOAL = "give the intended statement as a goal"
_KERNEL_NOTE = "this kernel has known soundness fixes later (Lean 4.34.1)"


@value
class Note:
    """A message for a reader. ``where``: file, body, statement, definitions or goal; ``line`` from 1 in that text, 0
    where there is no place; ``column`` from 0; ``severity``: error, warning, information."""

    severity: str
    kind: str
    where: str
    line: int
    column: int
    end_line: int
    end_column: int
    text: str


@value
class Judgement:
    """The outcome for one question. ``type`` is what was judged, in Lean's words; ``axioms`` what the proof rests on
    beyond the library's lemmas, by name."""

    outcome: Outcome
    kind: Kind | None
    strength: Strength | None
    why: str
    theorem: str
    type: str
    axioms: tuple[str, ...]
    messages: tuple[Note, ...]


def refusal(question: Question) -> Judgement | None:
    """The judgement of a text that should not reach Lean at all; None if it may."""
    words = scan(question.text)
    if len(question.text) > MAX_CHARACTERS or len(question.source) > MAX_CHARACTERS:
        return _inconclusive(question, Kind.RESOURCE, f"the text is longer than {MAX_CHARACTERS} characters", ())
    bare = (goal.text for goal in question.goals if goal.key == CLAIM)
    hidden = next(filter(None, map(hidden_character, (question.text, question.source, *bare))), None)
    if hidden is not None:
        words = (hidden, *words)
    first = next((word for word in words if word.refused), None)
    if first is not None:
        why = f"“{first.text}” in line {first.line}: {first.why}"
        return _inconclusive(question, Kind.REJECTED, why, _word_notes(words))
    return None


def judge_statement(question: Question, raw: RawResult, backend: Backend) -> Judgement | None:
    """What is wrong with the statement alone; None if it stands."""
    if raw.failure is not None:
        return _inconclusive(question, raw.failure.kind, raw.failure.why, ())
    fault = _statement_fault(question, raw.finding, backend)
    return None if fault is None else _inconclusive(question, fault.kind, fault.why, _all_notes(question, raw))


def judge(question: Question, raw: RawResult, backend: Backend, branch: Branch = Branch.CLAIM) -> Judgement:
    """The outcome of a text that a backend has answered."""
    notes = (*_all_notes(question, raw), *_word_notes(scan(question.text)))
    finding = raw.finding
    type_ = finding.type if finding is not None and not _claim(finding).errors else ""
    if raw.failure is not None:
        return _inconclusive(question, raw.failure.kind, raw.failure.why, notes, type_)
    stopped = _statement_fault(question, finding, backend) or _text_fault(question, raw, backend)
    if stopped is not None:
        return _inconclusive(question, stopped.kind, stopped.why, notes, type_, _axioms(finding))
    if finding is None:
        return _inconclusive(question, Kind.UNREADABLE, "the checker did not say what was proved", notes)
    fault = _proof_fault(question, finding, backend)
    if fault is not None:
        return _inconclusive(question, fault.kind, fault.why, notes, type_, _axioms(finding))
    proved = _proved(finding, branch)
    if proved is None:
        return _inconclusive(
            question, Kind.REJECTED, f"the theorem does not say what is asked: {type_}", notes, type_, _axioms(finding)
        )
    strength = Strength.NATIVE if finding.native else backend.strength
    what = {
        Outcome.PASSED: "the kernel accepts the proof",
        Outcome.REFUTED: "the kernel accepts a proof of the negation",
    }
    if branch is not Branch.CLAIM:
        what = {Outcome.PASSED: what[Outcome.REFUTED], Outcome.REFUTED: what[Outcome.PASSED]}
    return Judgement(
        outcome=proved,
        kind=None,
        strength=strength,
        why=f"{what[proved]} ({backend.label}; {_trust(backend, finding)})",
        theorem=question.theorem_name,
        type=type_,
        axioms=_axioms(finding),
        messages=notes,
    )


def _proved(finding: Finding, branch: Branch) -> Outcome | None:
    claim = CLAIM in finding.proves
    witness = any(key.startswith("witness") for key in finding.proves)
    against = witness or NEGATION in finding.proves
    if branch is Branch.COUNTEREXAMPLE:
        against, claim = witness, False
    if claim == against:  # neither; or both, which is no proof of anything
        return None
    return Outcome.PASSED if claim == (branch is Branch.CLAIM) else Outcome.REFUTED


def _statement_fault(question: Question, finding: Finding | None, backend: Backend) -> Failure | None:
    """What is wrong with the statement's side: what stands before it, and its header."""
    if finding is None:
        return None
    read = finding.statement
    if question.statement is not None and read is None:
        return Failure(kind=Kind.UNREADABLE, why="the checker did not say how it reads the statement")
    if read is not None:
        fault = _reading_fault(question, read, backend)
        if fault is not None:
            return fault
    claim = _claim(finding)
    if not claim.commands or not set(claim.commands) <= _CLAIM_KINDS:
        return Failure(kind=Kind.ILL_FORMED, why="the statement is not one statement")
    if claim.errors:
        first = claim.errors[0]
        said = _short(first).replace(f"`{CLAIM_NAME}`", "the theorem")
        ill = "type of theorem" in first.text and "not a proposition" in first.text
        return Failure(kind=Kind.ILL_FORMED if ill else _kind_of(first), why=f"the statement does not stand: {said}")
    if read is not None and read.complaints:
        return Failure(kind=Kind.REJECTED, why=f"{read.complaints[0]}; {_GIVE_A_GOAL}")
    return None


def _reading_fault(question: Question, read: Read, backend: Backend) -> Failure | None:
    if read.refusal is not None:
        change = read.refusal
        place = f" in line {change.line}" if change.line else ""
        return Failure(kind=Kind.REJECTED, why=f"“{change.word}”{place}: {change.why}; {_GIVE_A_GOAL}")
    if read.before.missing:
        return Failure(kind=Kind.UNSUPPORTED, why=_missing(read.before, backend))
    if read.before.errors:
        first = read.before.errors[0]
        return Failure(kind=_kind_of(first), why=f"the definitions before the statement do not stand: {_short(first)}")
    if not read.found:
        return Failure(kind=Kind.COMPILE_FAILURE, why=f"Lean reads no statement of {question.theorem_name} there")
    return None


def _claim(finding: Finding) -> Report:
    """What Lean says of the claim."""
    return finding.statement.claim if finding.statement is not None else finding.goals.get(CLAIM, Report())


def _text_fault(question: Question, raw: RawResult, backend: Backend) -> Failure | None:
    """What is wrong with the text of others."""
    if raw.refusal is not None:
        why = f"“{raw.refusal.word}” in line {raw.refusal.line}: {raw.refusal.why or 'text like this is not run'}"
        return Failure(kind=Kind.REJECTED, why=why)
    for report in (raw.text, raw.shared):
        if report.missing:
            return Failure(kind=Kind.UNSUPPORTED, why=_missing(report, backend))
    if raw.shared.errors:
        return Failure(kind=Kind.COMPILE_FAILURE, why=f"the definitions do not stand: {_short(raw.shared.errors[0])}")
    if raw.text.errors:
        first = raw.text.errors[0]
        kind = _kind_of(first)
        in_body = question.origin is Origin.STATEMENT and all(e.line >= question.body_line for e in raw.text.errors)
        if in_body and kind is Kind.COMPILE_FAILURE:
            kind = Kind.SEARCH_EXHAUSTED
        return Failure(kind=kind, why=f"not proved: {_short(first)}" if in_body else _short(first))
    if question.origin is Origin.STATEMENT and raw.text.commands != _ONE_THEOREM:
        return Failure(kind=Kind.REJECTED, why="the body holds more than the proof of one theorem")
    if raw.found is None:
        return Failure(kind=Kind.COMPILE_FAILURE, why=f"no theorem {question.theorem_name} was added")
    if raw.found == "too large":
        return Failure(kind=Kind.RESOURCE, why="the proof term is too large")
    if raw.found != "theorem":
        return Failure(kind=Kind.COMPILE_FAILURE, why=f"{question.theorem_name} is no theorem but {raw.found}")
    return None


def _proof_fault(question: Question, finding: Finding, backend: Backend) -> Failure | None:
    """What the theorem rests on that it must not rest on."""
    if "sorryAx" in finding.library or "sorryAx" in finding.own:
        return Failure(kind=Kind.REJECTED, why="the proof rests on sorry")
    if finding.own:
        return Failure(kind=Kind.REJECTED, why=f"the proof rests on an axiom of its own: {', '.join(finding.own[:5])}")
    holes = [axiom for axiom in finding.library if axiom in HOLES]
    if holes:
        compiled = any("educe" in axiom or "trustCompiler" in axiom for axiom in holes)
        what = "compiled code (native evaluation)" if compiled else "an internal of the compiler"
        return Failure(kind=Kind.REJECTED, why=f"the proof rests on {what}: {', '.join(holes)}")
    if backend.library_proofs:
        strange = [axiom for axiom in finding.library if axiom not in ALLOWED_AXIOMS and axiom not in finding.native]
        if strange:
            return Failure(kind=Kind.REJECTED, why=f"the proof rests on the axiom {strange[0]}")
    if finding.differing and not finding.proves:
        return Failure(kind=Kind.REJECTED, why=_differing(question, finding.differing))
    if finding.refused:
        return Failure(kind=Kind.REJECTED, why=f"the kernel does not take the proof: {finding.refused}")
    return None


def _differing(question: Question, names: tuple[str, ...]) -> str:
    ours, theirs = definition_texts(question.source, names), definition_texts(question.text, names)
    shown = [
        f"{name} (here: {_squeezed(ours[name])}; in the file: {_squeezed(theirs[name])})"
        if name in ours and name in theirs
        else name
        for name in names
        if name in ours or name in theirs
    ]
    return f"the definition differs from the one that the statement uses: {', '.join((shown or list(names))[:5])}"


def _axioms(finding: Finding | None) -> tuple[str, ...]:
    """By name: its own, the holes, and the three where they are used directly."""
    if finding is None:
        return ()
    named = [axiom for axiom in finding.library if axiom in HOLES or axiom in ALLOWED_AXIOMS]
    return tuple(dict.fromkeys((*finding.own, *named, *finding.native)))


def _trust(backend: Backend, finding: Finding) -> str:
    if backend.library_proofs:
        return f"axioms: {', '.join(_axioms(finding)) or 'none'}"
    return f"{len(finding.library)} lemmas of the library trusted as shipped; {_KERNEL_NOTE}"


def _kind_of(message: Message) -> Kind:
    """By Lean's own kind; by its words only where it has none (before Lean 4.15)."""
    kind = message.kind if message.kind != "[anonymous]" else ""
    if kind.endswith("maxHeartbeats") or (not kind and "maximum number of heartbeats" in message.text):
        return Kind.TIMEOUT
    if kind.endswith("maxRecDepth") or (not kind and "maximum recursion depth" in message.text):
        return Kind.RESOURCE
    return Kind.COMPILE_FAILURE


def _missing(report: Report, backend: Backend) -> str:
    return f"import {report.missing[0]}: it is not there ({backend.label})"


# ---- messages with positions


def _all_notes(question: Question, raw: RawResult) -> tuple[Note, ...]:
    notes = [_in_text(question, message) for message in raw.text.messages]
    notes.extend(_note(message, "definitions") for message in raw.shared.messages)
    finding = raw.finding
    if finding is not None and not (question.origin is Origin.FILE and raw.text.errors):  # else they say the same
        if finding.statement is not None and not raw.shared.messages:
            notes.extend(_note(message, "definitions") for message in finding.statement.before.errors)
        notes.extend(_claim_notes(finding))
    unique = dict.fromkeys(note for note in notes if note.text)
    return tuple(unique)[:MAX_MESSAGES]


def _in_text(question: Question, message: Message) -> Note:
    if question.origin is not Origin.STATEMENT:
        return _note(message, "file")
    if message.line >= question.body_line:
        return _note(message, "body", 1 - question.body_line)
    if question.header is None:
        return _note(message, "statement")
    return _note(message, "statement", Lines(question.source).position(question.header.start)[0] - 1)


def _claim_notes(finding: Finding) -> Iterable[Note]:
    """Of the claim only what is wrong with it: it ends in a sorry and is printed on purpose."""
    read = finding.statement
    for message in _claim(finding).errors:
        if read is None:
            yield _note(message, "goal", -1)
        else:
            yield _note(message, "statement", read.line - 1, read.column if message.line == 1 else 0)


def _note(message: Message, where: str, lines: int = 0, columns: int = 0) -> Note:
    return Note(
        severity=message.severity,
        kind="" if message.kind == "[anonymous]" else message.kind,
        where=where,
        line=max(1, message.line + lines),
        column=max(0, message.column + columns),
        end_line=max(1, message.end_line + lines),
        end_column=max(0, message.end_column + (columns if message.end_line == message.line else 0)),
        text=message.text,
    )


def _word_notes(words: tuple[Word, ...]) -> tuple[Note, ...]:
    """The words of the scan as notes of our own."""
    return tuple(
        Note(
            severity="error" if word.refused else "warning",
            kind="proofsieve.scan",
            where="text",
            line=word.line,
            column=word.column,
            end_line=word.line,
            end_column=word.column + len(word.text),
            text=f"“{word.text}”: {word.why}",
        )
        for word in words
    )


def undecided(
    kind: Kind,
    why: str,
    *,
    theorem: str = "",
    type_: str = "",
    axioms: tuple[str, ...] = (),
    messages: tuple[Note, ...] = (),
) -> Judgement:
    """A judgement that decides nothing, and why."""
    return Judgement(
        outcome=Outcome.INCONCLUSIVE,
        kind=kind,
        strength=None,
        why=why,
        theorem=theorem,
        type=type_,
        axioms=axioms,
        messages=messages,
    )


def _inconclusive(
    question: Question,
    kind: Kind,
    why: str,
    notes: tuple[Note, ...],
    type_: str = "",
    axioms: tuple[str, ...] = (),
) -> Judgement:
    return undecided(kind, why, theorem=question.theorem_name, type_=type_, axioms=axioms, messages=notes)


def _short(message: Message) -> str:
    return _squeezed(message.text, 300)


def _squeezed(text: str, width: int = 120) -> str:
    words = " ".join(text.split())
    return words if len(words) <= width else words[: width - 1] + "…"
