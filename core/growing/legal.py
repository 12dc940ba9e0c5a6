"""The nearest legal fields: what an analyst may not say of a substep, and what is taken in its place.

Roles that owe no truth (assume, intro, remark, abandoned, …) need words that show them. Otherwise an analyst could
exempt a claim from every check by its name for it, by mistake or because the text asked it to.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ..quotes import plain
from ..repair_prevention import has_content
from ..rules.wording import Wording
from ..tree import EntryRole, Pattern, ScopeKind, Transition, UnitRole
from .fields import NewEntry, Opens, UnitFields

MOST_ENTRIES = 8
MOST_NAMES = 16
LONGEST_TEXT = 2_000
LONGEST_NAME = 80

R, E = UnitRole, EntryRole
_REASONS = {"because", "hence"}
_ESTABLISHES = (R.DERIVE, R.COMPUTE, R.CONCLUDE, R.APPLY)
HYPOTHETICAL = (ScopeKind.CONTRADICTION, ScopeKind.DESCENT)
# Roles of entries that a unit of a role may add, the nearest one first.
_MAY_ADD: dict[UnitRole, tuple[EntryRole, ...]] = {
    **dict.fromkeys(_ESTABLISHES, (E.FACT, E.FIGURE)),
    R.INTRO: (E.VARIABLE, E.HYPOTHESIS, E.DEFINITION),
    R.ASSUME: (E.HYPOTHESIS, E.VARIABLE, E.DEFINITION),
    R.CASE: (E.HYPOTHESIS, E.VARIABLE),
    R.DEFINE: (E.DEFINITION, E.VARIABLE),
    R.OBTAIN: (E.FACT, E.VARIABLE),
    R.INSTANTIATE: (E.DEFINITION, E.VARIABLE),
    R.REDUCE: (E.FACT,),
}
_SUPPOSING = re.compile(
    r"\b(?:suppos\w*|assum\w*|let|if|when|given|consider\w*|take|say|fix|hypothes\w*|otherwise|contrary|were"
    r"|wlog|without loss|contradict\w*|absurd\w*|minimal|smallest|least|angenommen|sei|seien|supposons|soit"
    r"|supongamos|sea)\b",
    re.IGNORECASE,
)
_BRANCHING = re.compile(
    rf"{_SUPPOSING.pattern}|\b(?:cases?|base|induct\w*|converse\w*|direction|necess\w*|suffic\w*|for|fall|cas)\b"
    r"|[⇒⇐⊆⊇]|\\(?:Left|Right)arrow",
    re.IGNORECASE,
)
_INTRODUCING = re.compile(
    r"\b(?:let|fix|consider\w*|take|given|pick|choose|select|for|arbitrary|any|every|each|denote\w*|where|with|be|introduce|write|set"
    r"|call\w*|sei|seien|soit|sea)\b|[∀∈:]|\\forall|\\in\b",
    re.IGNORECASE,
)
_ABANDONING = re.compile(
    r"\b(?:fail\w*|(?:does|do|did|will|would)(?: not|n't) (?:work|help|suffice|lead|seem|give)|instead|wait|hmm|oops"
    r"|mistake\w*|wrong|incorrect|start(?:ing)? over|try (?:again|another|something)|scratch|dead end|nowhere"
    r"|abandon\w*|discard\w*|give up|retry|not (?:enough|useful|helpful)|no use|let me (?:re|try|start|begin)\w*|struck"
    r"|sackgasse|falsch)\b",
    re.IGNORECASE,
)


def nearest_legal(
    fields: UnitFields, wording: Wording, text: str, *, later_words: str = "", bare: bool = False
) -> tuple[UnitFields, tuple[str, ...]]:
    """Fields that can stand, and what was wrong with those given.

    ``wording`` and ``text`` are the substep's own; ``later_words`` what the rest of its step and the next one say;
    ``bare``: the innermost scope holds nothing but its heading so far.
    """
    wrong: list[str] = []
    role = _role(fields, wording, text, later_words, wrong)
    opens, transition, pattern = fields.opens, fields.transition, fields.pattern
    if opens is not None and opens.kind is ScopeKind.ROOT:
        wrong.append("no substep opens the root")
        opens = None
    if opens is None and role is R.ASSUME and not bare and not {"wlog", "additive", "given"} & set(wording.cues):
        wrong.append("it supposes something and opens no scope for it; a supposition was opened")
        opens = Opens(kind=ScopeKind.SUPPOSITION, implied=True)
    if opens is not None and opens.kind in HYPOTHETICAL:
        if role is not R.ASSUME and role is not R.ABANDONED and role is not R.CASE:
            wrong.append(f"a {opens.kind} is opened by an assumption, not by “{role}”")
            role = R.ASSUME
        transition = Transition.GOAL_REDUCTION
    if opens is not None and opens.kind is ScopeKind.SUBPROOF:
        if transition is not Transition.LEMMA_INTRODUCTION:
            wrong.append(f"a claim's proof begins with lemma_introduction, not {transition}")
        role, transition, pattern = R.REDUCE, Transition.LEMMA_INTRODUCTION, Pattern.LEMMA_SUBGOAL
    if opens is None and role is R.CASE and not bare:
        wrong.append("a case opens a scope; one was opened for it")
        opens = Opens(kind=ScopeKind.CASE, split=fields.announces, implied=True)
    if transition is Transition.LEMMA_INTRODUCTION and opens is None:
        role = R.REDUCE
    adds = fields.adds
    if (
        role is R.REDUCE
        and transition is not Transition.LEMMA_INTRODUCTION
        and adds
        and not _REASONS & set(wording.cues)
    ):
        wrong.append("it only says what is to be shown; the fact that it adds was left out")
        adds = ()
    entries = _entries(adds, role, text, wrong)
    signals = (f"analyst: {' '.join(signal.split())[:LONGEST_NAME]}" for signal in fields.signals[:MOST_ENTRIES])
    return (
        replace(
            fields,
            role=role,
            pattern=pattern,
            transition=transition,
            opens=_bounded(opens),
            adds=entries,
            goal=fields.goal[:LONGEST_TEXT] if fields.goal is not None else None,
            announces=fields.announces[:LONGEST_NAME],
            signals=tuple(signals),
        ),
        tuple(wrong),
    )


def _bounded(opens: Opens | None) -> Opens | None:
    if opens is None:
        return None
    return replace(opens, label=opens.label[:LONGEST_NAME], split=opens.split[:LONGEST_NAME])


def _role(fields: UnitFields, wording: Wording, text: str, later_words: str, wrong: list[str]) -> UnitRole:
    """The role, where the words show it; else what the rules read, or that it derives."""
    role = fields.role
    owes = wording.role if wording.role not in (R.REMARK, R.ABANDONED, R.INTRO, R.ASSUME, R.CASE) else R.DERIVE
    if role in (R.CLOSURE, R.TARGET):
        wrong.append(f"“{role}” is no role of a substep")
        return R.CONCLUDE
    if role is R.REMARK and wording.role is not R.REMARK and has_content(text):
        wrong.append("it is called a remark and says something that has to hold")
        return owes
    if role is R.ABANDONED and wording.role is not R.ABANDONED and not _ABANDONING.search(f"{text} {later_words}"):
        wrong.append("it is called abandoned, and no words near it say so")
        return owes
    shown = {R.ASSUME: _SUPPOSING, R.CASE: _BRANCHING, R.INTRO: _INTRODUCING}.get(role)
    # A heading that stands outside the step's text is among the words that were read.
    if shown is not None and wording.role is not role and not (shown.search(text) or shown.search(wording.words)):
        wrong.append(f"its words do not show the role “{role}”, under which it would owe nothing")
        return owes
    return role


def _entries(adds: Sequence[NewEntry], role: UnitRole, text: str, wrong: list[str]) -> tuple[NewEntry, ...]:
    """The entries that a unit of this role may add; their words are the text's."""
    if len(adds) > MOST_ENTRIES:
        wrong.append(f"it adds {len(adds)} entries; the first {MOST_ENTRIES} are kept")
    kept: list[NewEntry] = []
    allowed = _MAY_ADD.get(role, ())
    words = plain(text)
    for entry in adds[:MOST_ENTRIES]:
        if not allowed:
            wrong.append(f"a unit of the role “{role}” adds nothing to the context")
            break
        entry_role = entry.role
        if entry_role not in allowed:
            wrong.append(f"a unit of the role “{role}” adds no {entry_role}; it was taken as a {allowed[0]}")
            entry_role = allowed[0]
        own = entry.text
        if own and (not plain(own) or plain(own) not in words):
            wrong.append("the words of an entry are not those of the text; the substep's own stand for it")
            own = ""
        kept.append(
            NewEntry(
                role=entry_role,
                text=own,
                symbols=_names(entry.symbols, text, wrong) if entry.symbols is not None else None,
                depends_on=tuple(name[:LONGEST_NAME] for name in entry.depends_on[:MOST_NAMES]),
                label=" ".join(entry.label.split())[:LONGEST_NAME],
            )
        )
    return tuple(kept)


def _names(names: Sequence[str], text: str, wrong: list[str]) -> tuple[str, ...]:
    """The symbols that stand in the text."""
    words = plain(text)
    there = [name for name in names[:MOST_NAMES] if plain(name) and plain(name) in words and len(name) <= LONGEST_NAME]
    if len(there) < len(names):
        wrong.append("it introduces symbols that do not stand in its text")
    return tuple(dict.fromkeys(there))
