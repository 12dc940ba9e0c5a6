"""Our statement as a text of its own, which Lean compiles where nothing of others has been."""

from __future__ import annotations

import re

from ....core.evidence import Kind
from ....core.value import value
from ..judgement.commands import Command, commands, theorems
from ..judgement.header import binders_in, header_of, names_in
from ..judgement.plain import definitions_before
from ..judgement.question import CLAIM, CLAIM_NAME, Question, components
from ..judgement.raw import Failure, Refusal
from ..judgement.source import Lines, blank, spaces
from .policy import refusal_before, refused_word

_SHOW = "set_option pp.fullNames true in set_option format.width 100000 in #check @_root_."
_IMPORT = re.compile(
    r"(?:public\s+|meta\s+)*import\s+(?:all\s+)?((?:[^\W\d][\w'!?]*|«[^»\n]{1,200}»)(?:\.(?:[^\W\d][\w'!?]*|«[^»\n]{1,200}»))*)"
)
_DERIVED = re.compile(r"\bderiving\b")


@value
class Part:
    """Lines of a challenge: ``key`` is before, claim, or that of a goal; from line ``first`` on, columns of the first
    line from ``column`` on."""

    key: str
    first: int
    column: int


@value
class Challenge:
    """``text`` to compile, and its parts in order. ``theorem``: the name of our constant by components. ``line`` and
    ``column``: of the keyword in the source; ``refusal``: why it is not read; ``probe``: what stands before it."""

    text: str
    parts: tuple[Part, ...]
    theorem: tuple[str, ...]
    goals: tuple[str, ...]
    line: int
    column: int
    refusal: Refusal | None
    probe: str


def imports_of(text: str) -> tuple[str, ...]:
    """The modules that a text imports, as its first lines say."""
    found: list[str] = []
    blanked = blank(text)
    at = 0
    while True:
        at += len(blanked[at:]) - len(blanked[at:].lstrip())
        if blanked.startswith("prelude", at):
            at += len("prelude")
            continue
        one = _IMPORT.match(blanked, at)
        if one is None:
            return tuple(found)
        found.append(one.group(1))
        at = one.end()


def is_module(text: str) -> bool:
    """Whether a text is a ``module`` of Lean's module system, whose compiled form is spread over several files."""
    return blank(text).split()[:1] == ["module"]


def challenge_of(question: Question, *, without: frozenset[str] = frozenset()) -> Challenge | Failure:
    """The challenge of a question, without the goals named in ``without`` (bridges that do not hold)."""
    if question.statement is None:
        return _bare(question)
    source, strict = question.statement.text, question.statement.strict
    theorem = next((t for t in theorems(source) if components(t.full_name) == question.statement.theorem), None)
    header = None if theorem is None else header_of(source, theorem)
    if theorem is None or header is None:
        return Failure(kind=Kind.UNPARSED, why=f"the header of {question.theorem_name} could not be read")
    end = header.start + len(header.signature)
    refused = refusal_before(source, theorem) if strict else None
    if strict and refused is None and (word := refused_word(source, theorem.at, end)) is not None:
        refused = Refusal(word=word[0], why=word[1], line=Lines(source).position(word[2])[0])
    before = definitions_before(source, theorem) if strict else source[: theorem.start]
    lead = ""
    if not strict and not imports_of(source):
        lead = "".join(f"import {module} " for module in imports_of(question.text))
    line, column = Lines(source).position(theorem.at)
    name = ".".join(f"«{part}»" for part in question.statement.theorem)
    stated = f"{spaces(source[theorem.start : theorem.at])}{source[theorem.at : end]}"
    text = f"{lead}{before}{stated}\n:= sorry\n{_SHOW}{name}\n"
    parts = [
        Part(key="before", first=1, column=len(lead)),
        Part(key=CLAIM, first=line, column=column + (len(lead) if line == 1 else 0)),
    ]
    kept = [goal for goal in question.goals if goal.key not in without]
    for goal in kept:
        parts.append(Part(key=goal.key, first=text.count("\n") + 1, column=0))
        text += f"{goal.text}\n"
    return Challenge(
        text=text,
        parts=tuple(parts),
        theorem=question.statement.theorem,
        goals=tuple(goal.key for goal in kept),
        line=line,
        column=column,
        refusal=refused,
        probe=before,
    )


def _bare(question: Question) -> Challenge:
    """One proposition, read under the imports of the file that is to prove it."""
    lead = "".join(f"import {module} " for module in imports_of(question.text))
    return Challenge(
        text=f"{lead}\n{question.goals[0].text}\n",
        parts=(Part(key="before", first=1, column=0), Part(key=CLAIM, first=2, column=0)),
        theorem=components(CLAIM_NAME),
        goals=(),
        line=1,
        column=0,
        refusal=None,
        probe="",
    )


def variable_probes(source: str, theorem: Command) -> tuple[tuple[str, str], ...]:
    """(binder, type) of the variables before a theorem that may be hypotheses which its header does not show; a type of
    "" is one for which Lean need not be asked."""
    found: list[tuple[str, str]] = []
    variables: set[str] = set()
    own = {c.name.rpartition(".")[2] for c in _declared(source, theorem)}
    for command in commands(source):
        if command.start >= theorem.start:
            break
        if command.keyword != "variable":
            continue
        for group in binders_in(source[command.at + len("variable") : command.end]):
            mentioned = set(names_in(group.type))
            if group.bracket == "[" and (not mentioned & variables or mentioned & own):
                found.append((group.text, ""))
            elif group.type:
                found.append((group.text, group.type))
            variables.update(name for name in group.names if name)
    return tuple(found)


def hidden_candidates(
    source: str, theorem: Command, own: tuple[tuple[str, ...], ...], bound: tuple[str, ...]
) -> tuple[str, ...]:
    """Names in a statement that may mean something else there than in the library: bound names that look like those of
    types, and the ends of names of its own."""
    header = header_of(source, theorem)
    end = theorem.end if header is None else header.start + len(header.signature)
    text = definitions_before(source, theorem) + source[theorem.at : end]
    used = set(names_in(text))
    ends = {".".join(path[i:]) for path in own for i in range(1, len(path))}
    return tuple(sorted({name for name in bound if name[:1].isupper()} | (ends & used)))


def unread_names(source: str, theorem: Command, own: tuple[tuple[str, ...], ...]) -> tuple[str, ...]:
    """Names of ``own`` (what the compiled statement rests on) that no declaration gives as we read the source."""
    declared = [components(command.full_name) for command in _declared(source, theorem)]
    derived = _DERIVED.search(blank(source[: theorem.start])) is not None
    found = []
    for path in own:
        plain = path[path.index("0") + 1 :] if path[:1] == ("_private",) and "0" in path else path
        known = any(plain[: len(name)] == name for name in declared)
        made = derived and any(part.startswith("inst") for part in plain)
        if not known and not made and plain[:2] != ("Audit", "goal"):
            found.append(".".join(plain))
    return tuple(found)


def _declared(source: str, theorem: Command) -> tuple[Command, ...]:
    return tuple(command for command in commands(source) if command.start < theorem.start and command.name)
