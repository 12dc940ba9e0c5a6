"""An obligation written formally, without a proof: a numeric claim, or a Lean statement (METHOD 5 and 6;
wang2026faithsieve C.1).

What comes back is read before it is taken: one theorem, plain definitions at most, no proof, no comment (a comment
could tell judges what to think), nothing that changes what other text means.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

from ...core.advice import Draft, LocalReview, Tried
from ...core.claims import ClaimError, definition, parse
from ...core.evidence import Language
from ...core.formal import read_statements
from ...core.formal.lexer import lex
from ...core.obligations import Obligation
from ...core.text import nfc, visible
from ...core.tree import ProofTree
from .answers import StateAnswer
from .context import ROOM, line, unit_context
from .questions import Questions

LeanLibrary: TypeAlias = Literal["core", "mathlib", ""]
"""What a Lean statement may use: the core library, Mathlib as well, or no Lean at all."""

MAX_STATEMENT = 8_000
"""Code points of a statement."""
MAX_PREMISES = 20
_TROUBLE = 20

_PLAIN = frozenset(("theorem", "lemma", "def", "abbrev"))
_COMMANDS = frozenset(
    "example instance axiom opaque structure class inductive private protected noncomputable partial unsafe public "
    "meta macro syntax notation infix infixl infixr prefix postfix elab macro_rules namespace section end variable "
    "universe import attribute mutual export include omit open set_option initialize builtin_initialize run_cmd "
    "deriving where termination_by decreasing_by by sorry admit sorryAx native_decide elab_rules declare_syntax_cat "
    "by_elab run_tac run_elab run_meta add_decl_doc simproc simproc_decl irreducible_def proof_wanted library_note "
    "suppress_compilation unsuppress_compilation recommended_spelling local scoped alias seal unseal dbg_trace "
    "implemented_by extern compile_inductive".split()
)
_PROOF = re.compile(r"\s*:=\s*(?:by\s+)?(?:sorry|admit)?\s*\Z")
_NAME = re.compile(r"\b(theorem|lemma)(\s+)([^\s({\[⦃:]+)")


async def state_obligation(
    questions: Questions,
    obligation: Obligation,
    tree: ProofTree,
    review: LocalReview,
    tried: Sequence[Tried],
    *,
    lean: LeanLibrary,
    room: int = ROOM,
) -> Draft | None:
    """A draft of the obligation; None where it cannot be written, or nobody answers. Raises Stopped."""
    unit = tree.unit_by_id[obligation.unit_id]
    ended = await questions.ask(
        "state",
        StateAnswer,
        about=unit.id,
        stage="state",
        what=f"the statement of {obligation.id}",
        check=_usable(lean, tried, _texts(obligation, tree)),
        name=theorem_name(obligation),
        lean=lean or "none",
        kind=obligation.kind,
        obligation=line(obligation.statement, 4_000),
        context=unit_context(tree, unit, room=room).text,
        contested=review.contested or "(nothing)",
        tried=earlier(tried) or "(none)",
    )
    said = ended.value
    if said is None or said.language == "none":
        return None
    if said.language == "numeric":
        return Draft(
            language=Language.NUMERIC,
            text=said.text.strip(),
            call=ended.call.id,
            premises=tuple(text.strip() for text in said.premises),
        )
    return Draft(language=Language.LEAN, text=lean_statement(said.text, theorem_name(obligation)), call=ended.call.id)


def theorem_name(obligation: Obligation) -> str:
    """The name of a theorem for an obligation; the program's, so that a name can say nothing: o014_1."""
    return obligation.id.replace(".", "_")


def lean_statement(text: str, name: str = "") -> str:
    """A statement as it is kept: without fence, ending "sorry" and blank lines, its theorem called ``name``."""
    text = _PROOF.sub("", unfenced(text))
    lines = [row.rstrip() for row in text.splitlines() if row.strip()]
    return _NAME.sub(rf"\1\2{name}", "\n".join(lines), count=1) if name else "\n".join(lines)


def unfenced(text: str) -> str:
    """Lean without the fence of Markdown that models like to put around it."""
    text = text.strip()
    lines = text.splitlines()
    if len(lines) >= 2 and lines[0].startswith("```") and lines[-1].strip() == "```":
        return "\n".join(lines[1:-1]).strip()
    return text


def earlier(tried: Sequence[Tried]) -> str:
    """Earlier tries with what was wrong with each, as text for a block of data; the last ones of many."""
    told: list[str] = []
    for number, one in enumerate(tried, start=1):
        trouble = "\n".join(f"  - {line(text, 600)}" for text in one.trouble[:_TROUBLE])
        told.append(f"TRY {number}\n{one.text[:MAX_STATEMENT]}\nWHAT WAS WRONG\n{trouble}")
    return "\n\n".join(told[-5:])


def lean_faults(text: str) -> list[str]:
    """Why a text is no Lean statement that can be taken, in sentences for whoever wrote it."""
    text = lean_statement(text)
    if not text:
        return ["text is empty"]
    if len(text) > MAX_STATEMENT:
        return [f"the statement has {len(text):,} characters; at most {MAX_STATEMENT:,} are taken"]
    if "--" in text or "/-" in text:
        return ["no comments in the statement"]
    lexed = lex(text)
    words = [token.text for token in lexed.tokens if token.kind in ("word", "name")]
    complaints = [f"the statement may not use “{word}”" for word in dict.fromkeys(words) if word in _COMMANDS]
    if any(token.kind == "literal" for token in lexed.tokens):
        complaints.append("no strings in the statement")
    complaints += [f"{fault} in the statement" for fault in smuggled(text)]
    reading = read_statements(text)
    if len(reading.statements) != 1 or reading.statements[0].keyword not in _PLAIN:
        complaints.append("exactly one theorem is wanted, after plain definitions at most")
        return complaints
    theorem = reading.statements[0]
    if any(item.start > theorem.start for item in reading.definitions):
        complaints.append("definitions stand before the theorem")
    rest = text[theorem.end :].strip()
    if rest:
        complaints.append("write the statement without a proof: nothing after it, no :=")
    return complaints


def smuggled(text: str) -> list[str]:
    """What no Lean of a model may hold: characters that a reader does not see or that reorder what he sees, attributes,
    and commands that begin with #, which end what is before them also in the middle of a line."""
    faults = []
    if visible(text.replace("\t", " ")) != nfc(text.replace("\t", " ")):
        faults.append("no characters that cannot be seen")
    tokens = lex(text).tokens
    if any(token.text in ("@[", "#") for token in tokens):
        faults.append("no attributes and no # commands")
    return faults


def numeric_faults(text: str, premises: Sequence[str], around: str | None = None) -> list[str]:
    """Why a text is no numeric claim that can be taken, in sentences for whoever wrote it. ``around``: what the proof
    says up to there, in which every definition must stand: one of his own would make any claim true or false."""
    if not text.strip():
        return ["text is empty"]
    if len(text) > MAX_STATEMENT or sum(map(len, premises)) > MAX_STATEMENT or len(premises) > MAX_PREMISES:
        return ["the claim or its definitions are too long"]
    complaints: list[str] = []
    try:
        parse(text.strip())
    except ClaimError as error:
        complaints.append(f"the claim cannot be read: {error.why}")
    for premise in premises:
        try:
            if definition(premise.strip()) is None:
                complaints.append(f"{premise[:80]!a} is no definition such as A = 7")
            elif around is not None and not _is_said(premise, around):
                complaints.append(f"the definition {premise[:80]!a} stands nowhere in the obligation or its context")
        except ClaimError as error:
            complaints.append(f"the definition {premise[:80]!a} cannot be read: {error.why}")
    return complaints


def _texts(obligation: Obligation, tree: ProofTree) -> str:
    """What the proof says up to an obligation, each text on a line."""
    unit = tree.unit_by_id[obligation.unit_id]
    before = (entry.text for entry in tree.context(unit.before))
    return "\n".join((obligation.statement, unit.text, tree.state_by_id[unit.before].goal, *before))


def _is_said(premise: str, around: str) -> bool:
    """Whether a definition stands in a text, and not as a part of another formula there."""
    text = around.replace(":=", "=")
    wanted = r"\s*".join(re.escape(character) for character in premise.replace(":=", "=") if not character.isspace())
    found = re.finditer(rf"(?<![\w.]){wanted}(?!\w|[.,]\d|\s*[\^+*/·×=!-])", text)
    return any(text[: match.start()].rstrip()[-1:] not in set("^+*/·×=-") for match in found)


def _usable(lean: LeanLibrary, tried: Sequence[Tried], around: str) -> Callable[[StateAnswer], list[str]]:
    known = {" ".join(one.text.split()) for one in tried}

    def check(answer: StateAnswer) -> list[str]:
        if answer.language == "none":
            return []
        if answer.language == "numeric":
            return numeric_faults(answer.text, answer.premises, around)
        if not lean:
            return ["there is no Lean here: language is numeric or none"]
        complaints = lean_faults(answer.text)
        if answer.premises:
            complaints.append("a Lean statement has no premises beside its text: leave the list empty")
        return complaints

    def also_new(answer: StateAnswer) -> list[str]:
        complaints = check(answer)
        text = answer.text if answer.language == "numeric" else lean_statement(answer.text)
        if not complaints and answer.language != "none" and _without_name(text) in map(_without_name, known):
            complaints.append("this is an earlier try, word for word: mend it, or say none")
        return complaints

    return also_new


def _without_name(text: str) -> str:
    return " ".join(_NAME.sub(r"\1", text).split())
