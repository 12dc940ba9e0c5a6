"""Writing a statement in an editor: the text that a reviewer gets, and what is read back from it.

A file for Lean:

    -- obligation o004.1, rewrite: The computation is right: 1 = 1^2
    -- language: lean
    theorem o004_1 : 1 = 1 ^ 2 := by
      rfl

A file for a numeric claim holds the claim on one line, and before it a line "given A = 3" for each value that it is
read under. Lines of comment at the top (--) are for the reader and not kept; "language:" in them may be changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..errors import InputError
from ..events import MAX_STATEMENT
from ..evidence import MAX_ARTIFACT, Language, Statement, make_statement
from ..text import nfc, visible
from ..value import value
from .detail import ObligationView, StatementView, UnitDetail

MAX_BYTES = 4 * (MAX_STATEMENT + MAX_ARTIFACT)
"""Of a file that is read back."""
PROVENANCE = "reviewer"
WRITABLE = (Language.LEAN, Language.NUMERIC)

_LANGUAGE = re.compile(r"--[ \t]*language:[ \t]*(\S+)[ \t]*", re.IGNORECASE)
_GIVEN = re.compile(r"given[ \t]+(\S.*)", re.IGNORECASE)
_ASSIGNED = re.compile(r"(?:\s|--[^\n]*\n|/-(?:[^-]|-(?!/))*-/)*:=")
"""The sign before a proof, after comments."""
_NO_PROOF = frozenset({"sorry", "by sorry", "by admit"})


@value
class Draft:
    """What a reviewer wrote: the statement with its premises, and the body of its proof ("" if none)."""

    language: Language
    text: str
    proof: str = ""
    premises: tuple[str, ...] = ()

    def is_of(self, stated: StatementView | None) -> bool:
        """Whether this is what stands there already, word for word."""
        if stated is None:
            return False
        statement = stated.statement
        there = (statement.language, statement.text.strip(), statement.premises, proof_of(stated))
        return there == (self.language, self.text, self.premises, self.proof)


def draft_text(detail: UnitDetail, view: ObligationView, stated: StatementView | None, *, complaint: str = "") -> str:
    """The file for an obligation of a unit: what it says in comments, then a statement of it, or the frame of one.

    ``complaint`` says why what was written before was not taken. All of it is visible text.
    """
    language = stated.statement.language if stated is not None else _usual(view)
    lines = [f"-- {complaint}"] if complaint else []
    lines += _commented(detail, view)
    lines += [f"-- {line}" for line in _HELP[language]]
    lines += [f"-- language: {language}", ""]
    lines += [f"given {visible(premise, one_line=True)}" for premise in (stated.statement.premises if stated else ())]
    return "\n".join(lines) + "\n" + (_frame(language, view) if stated is None else _body(stated)) + "\n"


def complained(text: str, complaint: str) -> str:
    """A file that was not taken, with why on its first line."""
    first, _, rest = text.partition("\n")
    kept = rest if first.startswith("-- not taken: ") else text
    return f"-- not taken: {visible(complaint, one_line=True)}\n{kept}"


def read_draft(raw: bytes, language: Language) -> Draft | None:
    """What stands in a file that was written for ``language``; None where it holds nothing but comments.

    Raises InputError that says what is wrong and what to do.
    """
    text = _decoded(raw)
    lines = text.split("\n")
    body = 0
    while body < len(lines) and (not lines[body].strip() or lines[body].lstrip().startswith("--")):
        named = _LANGUAGE.fullmatch(lines[body].strip())
        if named is not None:
            language = _language(named.group(1))
        body += 1
    rest = "\n".join(lines[body:]).strip()
    if not rest:
        return None
    return _lean(rest) if language is Language.LEAN else _numeric(rest)


def statement_of(draft: Draft, obligation_id: str) -> Statement:
    """The draft as a statement of an obligation: written by a reviewer, not copied from the text."""
    return make_statement(
        obligation_id=obligation_id,
        language=draft.language,
        text=draft.text,
        provenance=PROVENANCE,
        premises=draft.premises,
    )


def proof_of(stated: StatementView) -> str:
    """The proof that stands with a statement: what its reviewer wrote, else what a checker ran."""
    if stated.proof or stated.statement.provenance == PROVENANCE:
        return stated.proof
    return next((item.artifact for item in stated.evidence if item.artifact and item.branch == "claim"), "")


_HELP = {
    Language.LEAN: (
        "Write one theorem and, after :=, its proof; without one (sorry) the checker looks for a proof by itself.",
        "Comments up here are not kept. An unchanged file changes nothing.",
    ),
    Language.NUMERIC: (
        "Write one claim on one line, as 1 + 2 = 3; before it a line like “given A = 3” for each value it needs.",
        "Comments up here are not kept. An unchanged file changes nothing.",
    ),
}


def _usual(view: ObligationView) -> Language:
    return Language.NUMERIC if view.obligation.use_formal else Language.LEAN


def _commented(detail: UnitDetail, view: ObligationView) -> Iterator[str]:
    owed = view.obligation
    title = f"obligation {owed.id} of {detail.unit.id}, {owed.kind.replace('_', ' ')}"
    pieces = [(title, owed.statement), *(("from", premise.entry.text) for premise in view.premises)]
    pieces.append(("goal there", detail.goal_before))
    for lead, text in pieces:
        first, *others = visible(text).split("\n")
        yield f"-- {visible(lead, one_line=True)}: {first}"
        yield from (f"--   {line}" for line in others)


def _frame(language: Language, view: ObligationView) -> str:
    if language is Language.NUMERIC:
        return ""
    name = re.sub(r"[^A-Za-z0-9_]", "_", view.obligation.id)
    return f"theorem {name} :\n    _ := by\n  sorry"


def _body(stated: StatementView) -> str:
    text = visible(stated.statement.text)
    if stated.statement.language is Language.NUMERIC:
        return text
    proof = visible(proof_of(stated)) or "by\n  sorry"
    return text + (f"\n{proof}" if proof.startswith("|") else f" := {proof}")


def _decoded(raw: bytes) -> str:
    if len(raw) > MAX_BYTES:
        raise InputError(f"the file has more than {MAX_BYTES:,} bytes", hint="write the statement and its proof alone")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"the file is not UTF-8 (byte {error.start})", hint="save it as UTF-8") from None
    text = nfc(text.replace("\r\n", "\n").replace("\r", "\n"))
    if visible(text) != text.expandtabs(4):
        hidden = next((character for character in text if character != "\t" and visible(character) != character), "?")
        raise InputError(f"the file holds {visible(hidden)}, which no reader would see", hint="take it out")
    return text


def _language(name: str) -> Language:
    for language in WRITABLE:
        if name.lower() == language:
            return language
    raise InputError(f"language: {visible(name)[:40]} is none that is checked", hint=f"write {' or '.join(WRITABLE)}")


def _lean(text: str) -> Draft:
    from ..formal import read_statements  # on use: a review opens without it

    statements = read_statements(text).statements
    if len(statements) != 1:
        found = "is no theorem" if not statements else f"are {len(statements)} theorems"
        raise InputError(f"there {found} in the file", hint="write exactly one: theorem NAME : … := by …")
    (found_one,) = statements
    header, rest = text[: found_one.end].rstrip(), text[found_one.end :]
    assigned = _ASSIGNED.match(rest)
    proof = rest[assigned.end() :].strip() if assigned is not None else rest.strip()
    if " ".join(proof.split()) in _NO_PROOF:
        proof = ""
    _bounded("the statement", header, MAX_STATEMENT)
    _bounded("the proof", proof, MAX_ARTIFACT)
    return Draft(language=Language.LEAN, text=header, proof=proof)


def _numeric(text: str) -> Draft:
    premises: list[str] = []
    claims: list[str] = []
    for line in text.split("\n"):
        line = line.strip()
        given = _GIVEN.fullmatch(line)
        if given is not None:
            premises.append(given.group(1).strip())
        elif line and not line.startswith("-- "):
            claims.append(line)
    if len(claims) != 1:
        raise InputError(
            f"there are {len(claims)} claims in the file" if claims else "there is no claim in the file",
            hint="write one claim on one line, as 1 + 2 = 3",
        )
    for premise in premises:
        if not _is_premise(premise):
            raise InputError(f"“{premise[:60]}” gives no value to a name", hint="write lines like: given A = 3")
    _bounded("the claim", claims[0], MAX_STATEMENT)
    _bounded("what is given", "".join(premises), MAX_STATEMENT)
    return Draft(language=Language.NUMERIC, text=claims[0], premises=tuple(premises))


def _is_premise(text: str) -> bool:
    from ..claims import ROUNDED, SPARSE, definition  # on use, as above
    from ..claims.ast import ClaimError

    if text in (ROUNDED, SPARSE):
        return True
    try:
        return definition(text) is not None
    except ClaimError:
        return False


def _bounded(what: str, text: str, most: int) -> None:
    if len(text) > most:
        raise InputError(f"{what} has {len(text):,} characters; at most {most:,} are kept", hint="make it shorter")
