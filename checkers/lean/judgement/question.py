"""The question put to a Lean backend: our definitions and goals, and the text that is to prove one of them."""

from __future__ import annotations

import re
from enum import StrEnum

from ....core.errors import ChoiceNeeded, InputError
from ....core.value import value
from .commands import Command, commands, theorems
from .header import Header, header_of, names_in
from .negation import bridge_proof, closed_statement, negated, witness_forms
from .plain import Definitions, Refusal, definitions_before, hidden_instances, used_shadows

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
class Goal:
    """One of our texts that declares the constant Audit.goal.KEY."""

    key: str
    text: str


@value
class Probe:
    """A text of ours that must be in error, after our definitions or (``library``) before them; ``complaint`` says what
    is wrong if it is not."""

    key: str
    text: str
    complaint: str
    library: bool = False


@value
class Question:
    """What a backend is asked.

    ``text`` is what others wrote, elaborated after ``shared`` (ours, and not in ``text``); ``theorem`` the full name by
    components. ``definitions``, ``goals`` and ``probes`` are ours and meet no text of others. ``body_line``: the line
    of ``text`` on which the body begins, 1 where all of it counts as one file; ``source``: the text that holds the
    header; ``goes_on``: why a header without a proof may not end where it is taken to end, "" if it does.
    """

    origin: Origin
    text: str
    shared: str
    theorem: tuple[str, ...]
    definitions: str
    goals: tuple[Goal, ...]
    probes: tuple[Probe, ...]
    refusals: tuple[Refusal, ...]
    header: Header | None
    body_line: int = 1
    source: str = ""
    goes_on: str = ""

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
    ours = definitions_before(text, theorem)
    header = header_of(text, theorem)
    return Question(
        origin=Origin.FILE,
        text=text,
        shared="",
        theorem=components(theorem.full_name),
        definitions=ours.text,
        goals=_goals(header),
        probes=_probes(header, ours),
        refusals=ours.refusals,
        header=header,
        source=text,
    )


def ask_goal(text: str, theorem: Command, goal_text: str, goal: Command | None) -> Question:
    """Does the theorem of the file prove the goal (a theorem of ``goal_text``, or all of it as one proposition)?"""
    header = header_of(goal_text, goal) if goal is not None else None
    if goal is None:
        goals: tuple[Goal, ...] = (Goal(key=CLAIM, text=f"{CLAIM_LEAD} : (\n{goal_text.strip()}\n) := sorry\n{_SHOW}"),)
    else:
        goals = _goals(header)
    return Question(
        origin=Origin.GOAL,
        text=text,
        shared="",
        theorem=components(theorem.full_name),
        definitions=goal_text[: goal.start] if goal is not None else "",
        goals=goals,
        probes=(),
        refusals=(),
        header=header,
        source=goal_text,
        goes_on="" if goal is None else _goes_on(goal_text, goal, header),
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
    return Question(
        origin=Origin.STATEMENT,
        text=text,
        shared=ours.text if heartbeats is None else f"{ours.text}\nset_option maxHeartbeats {heartbeats}",
        theorem=components(theorem.full_name),
        definitions=ours.text,
        goals=_goals(header),
        probes=_probes(header, ours),
        refusals=ours.refusals,
        header=header,
        body_line=lead.count("\n") + 2,
        source=source,
        goes_on=_goes_on(source, theorem, header),
    )


def components(name: str) -> tuple[str, ...]:
    """The components of a name as written."""
    return tuple(found.group(1) if found.group(1) is not None else found.group() for found in _PART.finditer(name))


def _goes_on(text: str, theorem: Command, header: Header | None) -> str:
    """Why the header of a theorem without a proof may go on after what is taken for its end, "" if it does not."""
    if header is None or header.body_start >= 0:
        return ""
    following = next((command for command in commands(text) if command.start >= theorem.end), None)
    if following is None or following.keyword == "end":
        return ""
    return f"“{following.keyword}” after a statement that has no proof: where the statement ends is not certain"


def _signature(header: Header, form: str) -> str | None:
    if form == CLAIM:
        return header.signature
    if form == NEGATION:
        statement = negated(header)
        return None if statement is None else f" : {statement}"
    forms = witness_forms(header)
    i = int(form.removeprefix("witness"))
    return f" : {forms[i]}" if i < len(forms) else None


def _goals(header: Header | None) -> tuple[Goal, ...]:
    if header is None:
        return ()
    claim = f"{CLAIM_LEAD}{header.universes}{header.signature} := sorry\n{_SHOW}"
    goals = [Goal(key=CLAIM, text=claim)]
    closed = closed_statement(header)
    if closed is not None and not header.universes:
        for i, form in enumerate(witness_forms(header)):
            text = f"theorem _root_.Audit.goal.witness{i} : ({form}) → ¬ {closed} :=\n{bridge_proof(header)}"
            goals.append(Goal(key=f"witness{i}", text=text))
    return tuple(goals)


def _probes(header: Header | None, ours: Definitions) -> tuple[Probe, ...]:
    """Whether a ``variable`` is a hypothesis, and whether a name means something else in the library."""
    found = [
        Probe(
            key=f"variable{i}",
            text=f"example : Prop := ({group.type})",
            complaint=f"“variable {group.text}” before the theorem is a hypothesis that its header does not show",
        )
        for i, group in enumerate(ours.variables)
        if group.type
    ]
    found.extend(
        Probe(
            key=f"instance{i}",
            text="",
            complaint=f"“variable {group.text}” before the theorem can hold a hypothesis that its header does not show",
        )
        for i, group in enumerate(hidden_instances(ours))
    )
    shadows = () if header is None else used_shadows(header, ours)
    found.extend(
        Probe(
            key=f"shadow{i}",
            text=f"#check @{name}",
            complaint=f"{name} means something else here than in the library",
            library=True,
        )
        for i, name in enumerate(shadows)
    )
    return tuple(found)


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
