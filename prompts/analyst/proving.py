"""A proof body for a statement that stays as it is (METHOD 6; wang2026faithsieve C.3)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ...core.advice import Tried
from ...core.evidence import Branch, Language, Statement
from ...core.formal import read_statement
from ...core.formal.lexer import lex
from .answers import ProveAnswer
from .questions import Questions
from .stating import LeanLibrary, earlier, smuggled, unfenced

MAX_BODY = 15_000
"""Code points of a proof body."""

_HEADERS = frozenset(
    "theorem lemma example def abbrev instance axiom opaque structure class inductive macro syntax notation infix "
    "infixl infixr prefix postfix elab macro_rules namespace section end variable universe import attribute mutual "
    "export initialize builtin_initialize run_cmd run_tac unsafe".split()
)
"""Words that begin another command; a body goes on to its end."""
_HOLES = frozenset(("sorry", "admit", "sorryAx", "native_decide"))


async def prove_statement(
    questions: Questions, statement: Statement, branch: Branch, tried: Sequence[Tried], *, lean: LeanLibrary
) -> str:
    """A body for the statement, or for its negation; "" where there is none, or nobody answers. Raises Stopped."""
    if statement.language is not Language.LEAN or not lean:
        return ""
    ended = await questions.ask(
        "prove",
        ProveAnswer,
        about=_unit_of(statement.obligation_id),
        stage="prove",
        what=f"the proof of {statement.obligation_id}",
        check=_usable(statement, tried),
        lean=lean,
        branch=branch,
        statement=statement.text,
        tried=earlier(tried) or "(none)",
    )
    return proof_body(ended.value.body) if ended.value is not None else ""


def _unit_of(obligation_id: str) -> str:
    """The unit of an obligation by its id, o<unit number>.<k>; "" for another id."""
    found = re.fullmatch(r"o(\d+)\.\d+", obligation_id)
    return f"u{found[1]}" if found is not None else ""


def proof_body(text: str) -> str:
    """A body as it is kept: without a fence and without := before it."""
    text = unfenced(text)
    return text.removeprefix(":=").strip()


def body_faults(text: str, statement: Statement) -> list[str]:
    """Why a text is no body of a proof of ``statement``, in sentences for whoever wrote it."""
    body = proof_body(text)
    if len(body) > MAX_BODY:
        return [f"the body has {len(body):,} characters; at most {MAX_BODY:,} are taken"]
    lexed = lex(body)
    if lexed.broken >= 0:
        return ["a comment or a string in the body never ends"]
    words = {token.text for token in lexed.tokens if token.kind in ("word", "name")}
    complaints = [f"the body is not the place for “{word}”" for word in sorted(words & _HEADERS)]
    complaints += [f"the body may not use {word}" for word in sorted(words & _HOLES)]
    complaints += [f"{fault} in the body" for fault in smuggled(body)]
    read = read_statement(statement.text)
    own = read.name if read is not None else ""
    if own and any(word == own or word.startswith(f"{own}.") for word in words):
        complaints.append(f"the body may not use {own}, which is being proved")
    return complaints


def _usable(statement: Statement, tried: Sequence[Tried]) -> Callable[[ProveAnswer], list[str]]:
    known = {" ".join(one.text.split()) for one in tried}

    def check(answer: ProveAnswer) -> list[str]:
        complaints = body_faults(answer.body, statement)
        if not complaints and " ".join(proof_body(answer.body).split()) in known:
            complaints.append("this is an earlier try, word for word: mend it, or leave body empty")
        return complaints

    return check
