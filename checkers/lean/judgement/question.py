"""The question put to a Lean backend: our definitions and goals, and the text that is to prove one of them."""

from __future__ import annotations

import re
from enum import StrEnum

from ....core.errors import ChoiceNeeded, InputError
from ....core.value import value
from .commands import Command, commands, theorems
from .header import Header, header_of, names_in
from .negation import bridge_proof, closed_statement, negated, witness_forms
from .plain import definitions_before

CLAIM = "claim"
CLAIM_NAME = "Audit.goal.claim"
CLAIM_LEAD = f"theorem _root_.{CLAIM_NAME}"
NEGATION = "negation"
_SHOW = "set_option pp.fullNames true in set_option format.width 100000 in #check @_root_.Audit.goal.claim"
_PART = re.compile(r"«([^»]*)»|[^.«»]+")


class Origin(StrEnum):
    """Where the statement comes from."""

    FILE = "file"  # from the header in the file that is judged
    GOAL = "goal"  # from a goal file of ours
    STATEMENT = "statement"  # ours, with a body of others


@value
class Source:
    """The text that holds our statement, and the full name of its theorem by components. ``strict``: only plain
    definitions count before it, and whatever could change its meaning unseen is refused; else all of it is ours."""

    text: str
    theorem: tuple[str, ...]
    strict: bool


@value
class Goal:
    """One of our texts that declares the constant Audit.goal.KEY."""

    key: str
    text: str


@value
class Question:
    """What a backend is asked.

    ``text`` is what others wrote, elaborated after ``shared`` (ours, and not in ``text``); ``theorem`` the full name by
    components. ``statement`` and ``goals`` are ours and meet no text of others; without a ``statement`` the goal of the
    key "claim" says what is asked. ``header`` is our own reading of the header, for bodies and negations; None where it
    cannot be told. ``body_line``: the line of ``text`` on which the body begins, 1 where all of it counts as one file.
    """

    origin: Origin
    text: str
    shared: str
    theorem: tuple[str, ...]
    statement: Source | None
    goals: tuple[Goal, ...]
    header: Header | None
    body_line: int = 1

    @property
    def source(self) -> str:
        """The text that holds the statement, "" where a proposition alone is asked."""
        return "" if self.statement is None else self.statement.text

    @property
    def theorem_name(self) -> str:
        """The full name, dotted."""
        return ".".join(self.theorem)


def pick(text: str, name: str | None, *, where: str) -> Command:
    """The theorem of ``text`` that is meant: the named one, else the only one that no other one uses.

    Raises InputError without any, ChoiceNeeded where several are possible.
    """
    found = theorems(text)
    if not found:
        raise InputError(
            "no theorem in this text", where=where, hint="a line that begins with theorem NAME is expected"
        )
    if name is not None:
        named = [theorem for theorem in found if name in (theorem.name, theorem.full_name)]
        if len(named) == 1:
            return named[0]
        raise ChoiceNeeded(
            f"no theorem {name}" if not named else f"several theorems {name}",
            where=where,
            hint=f"there are: {_list(found)}",
        )
    if len(found) == 1:
        return found[0]
    last = _not_used(text, found)
    if len(last) == 1:
        return last[0]
    raise ChoiceNeeded("several theorems", where=where, hint=f"--theorem NAME, one of: {_list(last or found)}")


def ask_file(text: str, theorem: Command) -> Question:
    """Does the file prove the header of its theorem, read with the plain definitions before it?"""
    name = components(theorem.full_name)
    header = header_of(text, theorem)
    return Question(
        origin=Origin.FILE,
        text=text,
        shared="",
        theorem=name,
        statement=Source(text=text, theorem=name, strict=True),
        goals=_bridges(header),
        header=header,
    )


def ask_goal(text: str, theorem: Command, goal_text: str, goal: Command | None) -> Question:
    """Does the theorem of the file prove the goal (a theorem of ``goal_text``, or all of it as one proposition)?"""
    header = header_of(goal_text, goal) if goal is not None else None
    bare = Goal(key=CLAIM, text=f"{CLAIM_LEAD} : (\n{goal_text.strip()}\n) := sorry\n{_SHOW}")
    return Question(
        origin=Origin.GOAL,
        text=text,
        shared="",
        theorem=components(theorem.full_name),
        statement=None if goal is None else Source(text=goal_text, theorem=components(goal.full_name), strict=False),
        goals=(bare,) if goal is None else _bridges(header),
        header=header,
    )


def ask_body(
    source: str, theorem: Command, body: str, *, form: str = CLAIM, heartbeats: int | None = None
) -> Question | None:
    """Does ``body`` prove the statement in ``source``; its negation (``form`` = "negation") or its i-th witness form
    ("witness0", "witness1")? None where there is no such text. ``heartbeats``: Lean's own bound of work, in thousands
    of small allocations; None for Lean's 200,000."""
    ours = definitions_before(source, theorem)
    header = header_of(source, theorem)
    signature = None if header is None else _signature(header, form)
    if header is None or signature is None:
        return None
    lead = f"theorem {header.name}{header.universes}{signature}"
    body = body.removeprefix(":=") if not body.startswith("|") else body
    text = f"{lead} :=\n{body}" if not body.startswith("|") else f"{lead}\n{body}"
    name = components(theorem.full_name)
    return Question(
        origin=Origin.STATEMENT,
        text=text,
        shared=ours if heartbeats is None else f"{ours}\nset_option maxHeartbeats {heartbeats}",
        theorem=name,
        statement=Source(text=source, theorem=name, strict=True),
        goals=_bridges(header),
        header=header,
        body_line=lead.count("\n") + 2,
    )


def components(name: str) -> tuple[str, ...]:
    """The components of a name as written."""
    return tuple(found.group(1) if found.group(1) is not None else found.group() for found in _PART.finditer(name))


def _signature(header: Header, form: str) -> str | None:
    if form == CLAIM:
        return header.signature
    if form == NEGATION:
        statement = negated(header)
        return None if statement is None else f" : {statement}"
    forms = witness_forms(header)
    i = int(form.removeprefix("witness"))
    return f" : {forms[i]}" if i < len(forms) else None


def _bridges(header: Header | None) -> tuple[Goal, ...]:
    """From each witness form to the negation of the closed statement; the kernel compares that with the claim."""
    closed = None if header is None else closed_statement(header)
    if header is None or closed is None or header.universes:
        return ()
    return tuple(
        Goal(
            key=f"witness{i}",
            text=f"theorem _root_.Audit.goal.witness{i} : ({form}) → ¬ {closed} :=\n{bridge_proof(header)}",
        )
        for i, form in enumerate(witness_forms(header))
    )


def _not_used(text: str, found: tuple[Command, ...]) -> list[Command]:
    """The theorems that no later one mentions."""
    used: set[str] = set()
    kept: list[Command] = []
    for theorem in reversed(found):
        if theorem.name.rpartition(".")[2] not in used:
            kept.append(theorem)
        used.update(name.rpartition(".")[2] for name in names_in(text[theorem.start : theorem.end]))
    return kept[::-1]


def _list(found: tuple[Command, ...] | list[Command]) -> str:
    names = [theorem.full_name for theorem in found]
    return ", ".join(names[:20]) + (" …" if len(names) > 20 else "")


def definition_texts(text: str, names: tuple[str, ...]) -> dict[str, str]:
    """The texts of the definitions with these full names, as far as there are any."""
    return {c.full_name: text[c.start : c.end].strip() for c in commands(text) if c.full_name in names}
