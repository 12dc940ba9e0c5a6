"""An author's own statements: a Lean file beside the proof whose theorems say which words they are about.

    /-- s4 "namely $2(k+1) - 1 = 2k + 1$" -/
    theorem last_term (k : Int) : 2 * (k + 1) - 1 = 2 * k + 1 := by omega

A doc comment names a step and quotes words of it; the theorem after it, with its proof, is a statement for the unit in
which these words stand. What comes before the first such comment (definitions) goes before every theorem. The author
is not believed: each statement passes the lints and the gate, and counts for nothing until somebody has compared it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from .evidence import Language, Statement, make_statement
from .obligations import Obligation
from .proof import Finding
from .tree import EdgeUnit, UnitId, UnitRole
from .value import value

MAX_TEXT = 200_000
MAX_ENTRIES = 500
AUTHOR = "author"
"""The provenance of these statements."""

_ENTRY = re.compile(r"/--\s*(?P<step>s[1-9][0-9]{0,8})\s+\"(?P<quote>[^\"]{1,2000})\"(?P<rest>[^-]{0,2000}?)-/\s*\n")


@value
class Authored:
    """A theorem with its proof and the definitions before it, for the words ``quote`` of the step ``step``. ``line`` is
    that of its comment, from 1."""

    step: str
    quote: str
    text: str
    line: int


@value
class Placed:
    """The statements that found their unit, and a finding for each that did not."""

    statements: tuple[Statement, ...]
    findings: tuple[Finding, ...]


def read_authored(text: str) -> tuple[Authored, ...]:
    """The entries of a statements file in order, at most MAX_ENTRIES; what stands outside the form is none. A text of
    more than MAX_TEXT characters has none."""
    if len(text) > MAX_TEXT:
        return ()
    marks = list(_ENTRY.finditer(text))[:MAX_ENTRIES]
    if not marks:
        return ()
    before = text[: marks[0].start()].strip()
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    return tuple(
        Authored(
            step=mark["step"],
            quote=mark["quote"],
            text="\n\n".join(part for part in (before, text[mark.end() : end].strip()) if part),
            line=text.count("\n", 0, mark.start()) + 1,
        )
        for mark, end in zip(marks, ends, strict=True)
    )


def place(
    entries: Sequence[Authored], units: Sequence[EdgeUnit], owed: Mapping[UnitId, Sequence[Obligation]], *, where: str
) -> Placed:
    """Each entry as a statement of the obligation that its words are owed by: the unit's first that is no computation,
    else its first. Words that stand in no unit of the step, in several, or in one that owes nothing are findings;
    ``where`` names the file."""
    statements: dict[str, Statement] = {}
    findings: list[Finding] = []
    for entry in entries:
        holders = [unit for unit in units if unit.step == entry.step and _holds(unit.text, entry.quote)]
        owing = [unit for unit in holders if owed.get(unit.id)]
        # The end of a scope quotes words that another unit owns.
        owing = [unit for unit in owing if unit.role not in (UnitRole.CLOSURE, UnitRole.TARGET)] or owing
        if len(owing) != 1:
            why = (
                "stands in no unit of it"
                if not holders
                else "stands in a unit that owes nothing"
                if not owing
                else f"stands in {len(owing)} units of it: quote more"
            )
            message = f"{where}, line {entry.line}: the quote for {entry.step} {why}; the theorem is left out"
            findings.append(Finding(kind="statement_unplaced", message=message, about=""))
            continue
        of_unit = owed[owing[0].id]
        target = next((item for item in of_unit if not item.use_formal), of_unit[0])
        made = make_statement(obligation_id=target.id, language=Language.LEAN, text=entry.text, provenance=AUTHOR)
        statements.setdefault(made.id, made)
    return Placed(statements=tuple(statements.values()), findings=tuple(findings))


def _holds(text: str, quote: str) -> bool:
    return " ".join(quote.split()) in " ".join(text.split())
