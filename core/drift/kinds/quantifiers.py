"""How many: some, all, exactly one, infinitely many, by the words of the text and the signs of the statement."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...faithfulness.findings import Drift, LintFinding
from ...formal import ast
from ...formal.ast import Term
from ...formal.walk import names_in, walk
from ..expr import Expr, leaf
from ..expr import walk as walk_expr
from ..findings import hint
from ..formal import Formal
from ..prose.reading import Prose

_UNIQUE = (
    r"\bunique(?!ly)\b|\bexactly one\b|\bprecisely one\b|\bone and only one\b|\bonly one\b|\buniqueness\b"
    r"|\bis the only\b|\bare the only\b"
)
_INFINITE = r"\binfinitely (?:many|often)\b|\binfinite number of\b"
_EXISTENCE = (
    r"\bthere (?:always |must |also )?(?:is|are|exists?|be) "
    r"(?:a|an|some|infinitely|exactly|at least|no|two|positive|unique|§)\b"
    r"|\bthere (?:always |must )?exists?\b"
)
_EXISTENTIAL = frozenset(("∃", "∃!", "∃ᶠ", "Σ", "≃", "≃*", "≃ₜ", "≃+*", "≃+", "Σ'"))
_EXISTENTIAL_NAMES = (
    "nonempty", "infinite", "exists", "isleast", "isgreatest", "countable", "iscompl", "unbounded", "principal",
    "frequently", "card", "finite", "is_empty", "isempty", "diagonalizable", "splits", "cyclic",
)  # fmt: skip


def quantifier_findings(prose: Prose, formal: Formal) -> Iterator[LintFinding]:
    """Uniqueness, existence and infinity of the text that the statement does not have."""
    if formal.helped:
        return
    if prose.has(_UNIQUE) and not prose.asks and not _says_unique(formal):
        yield hint(
            "uniqueness-dropped",
            Drift.WRONG_QUANTIFIERS,
            "the text says that there is only one; nothing in the statement does",
            formal,
            where="goal",
        )
    if prose.has(_INFINITE):
        if not _says_infinite(formal):
            yield hint(
                "quantifier-kind",
                Drift.WRONG_QUANTIFIERS,
                "the text speaks of infinitely many; the statement has no infinite set and nothing arbitrarily large",
                formal,
                where="goal",
            )
    elif not prose.asks and _claims_existence(prose) and not _says_existence(formal):
        yield hint(
            "quantifier-kind",
            Drift.WRONG_QUANTIFIERS,
            "the text claims that something exists; the statement claims no existence",
            formal,
            where="goal",
        )
    yield from _all_became_some(prose, formal)
    yield from _every_became_one(prose, formal)


_EVERY = re.compile(r"^(?:prove |show )?(?:that )?(?:for )?(?:every|each|any|all|no|given any) (?!.*\bsome of\b)")


def _every_became_one(prose: Prose, formal: Formal) -> Iterator[LintFinding]:
    """A text that begins with "every" beside a statement in which nothing is general and something exists."""
    goal = formal.content
    if not isinstance(goal, ast.Quantifier) or goal.kind != "∃" or not _EVERY.search(prose.wording):
        return
    general = any(isinstance(here, ast.Quantifier) and here.kind == "∀" for here in walk(goal))
    if general or formal.claim.variables or prose.wording.count(" . "):
        return
    if any(isinstance(here, ast.SetBuilder | ast.Lambda | ast.BigOp) or _is_universal(here) for here in walk(goal)):
        return
    yield hint(
        "quantifier-kind",
        Drift.WRONG_QUANTIFIERS,
        "the text speaks of all, the statement of one that exists",
        formal,
        where="goal",
    )


def _is_universal(here: Term) -> bool:
    """⊆, ⊤, univ and predicates of functions and sets quantify without a sign."""
    if isinstance(here, ast.Binary):
        return here.op in ("⊆", "⊂", "≃", "⊇")
    return isinstance(here, ast.Name) and (here.text.rsplit(".", 1)[-1] in ("univ", "⊤") or here.text[:3] == "Set")


def _says_unique(formal: Formal) -> bool:
    if formal.operators & {"∃!", "↔"} or any(
        part in name.lower()
        for name in formal.identifiers
        for part in ("unique", "subsingleton", "card", "singleton", "encard")
    ):
        return True
    for part in (*(binder.type for binder in formal.statement.binders), formal.content):
        if part is not None and any(_pins_down(here) for here in walk(part)):
            return True
    return False


def _pins_down(here: Term) -> bool:
    """∀ y, … → y = x; {x | …} = {a}; a whole space that is trivial."""
    if isinstance(here, ast.Quantifier) and here.kind == "∀":
        bound = {name for binder in here.binders for name in binder.names}
        body = here.body
        for _ in range(40):
            if isinstance(body, ast.Quantifier) and body.kind == "∀":
                bound |= {name for binder in body.binders for name in binder.names}
                body = body.body
            elif isinstance(body, ast.Binary) and body.op in ("→", "∨"):
                body = body.right
            elif isinstance(body, ast.Binary) and body.op == "∧":
                return _pins(body.left, bound) or _pins(body.right, bound)
            else:
                break
        return _pins(body, bound)
    return (
        isinstance(here, ast.Binary)
        and here.op == "="
        and isinstance(here.right, ast.SetLit)
        and len(here.right.items) == 1
    )


def _pins(body: Term, bound: set[str]) -> bool:
    return isinstance(body, ast.Binary) and body.op == "=" and any(name.text in bound for name in names_in(body))


def _says_infinite(formal: Formal) -> bool:
    words = " ".join(formal.identifiers).lower()
    if any(part in words for part in ("infinite", "unbounded", "frequently", "attop", "bddabove", "strictmono")):
        return True
    if formal.operators & {"∃ᶠ"} or ("finite" in words and "¬" in formal.operators) or "⊤" in formal.identifiers:
        return True
    return _arbitrarily_large(formal)


def _arbitrarily_large(formal: Formal) -> bool:
    """∀ N, ∃ n > N, or ∃ n with N ≤ n for a free N."""
    for conclusion in formal.claim.conclusions:
        for here in walk_expr(conclusion):
            if here.head != "∃":
                continue
            bound = set(here.args[:-1])
            for inner in walk_expr(here.args[-1]):
                if (
                    inner.head in ("<", "≤")
                    and inner.args[1] in bound
                    and inner.args[0] not in bound
                    and not _fixed(inner)
                ):
                    return True
    return False


def _fixed(inner: Expr) -> bool:
    return inner.args[0].head.startswith("#")


def _claims_existence(prose: Prose) -> bool:
    return any(_starts_with_existence(sentence) for sentence in prose.wording.split(" . "))


def _starts_with_existence(sentence: str) -> bool:
    """Whether what is to be shown begins with existence; "there is" inside a condition is none."""
    for cue in ("prove that ", "show that ", "prove ", "show ", "then ", "deduce that "):
        if cue in sentence:
            sentence = sentence.rsplit(cue, 1)[1]
            break
    if sentence.startswith(("there are no ", "there exist no ", "there is no ")):
        return False
    return sentence.startswith(
        ("there exist", "there is a", "there is an", "there must", "there are", "there is §", "there is some")
    )


def _says_existence(formal: Formal) -> bool:
    if formal.operators & _EXISTENTIAL:
        return True
    words = " ".join(formal.identifiers).lower()
    negated_all = "¬" in formal.operators and "∀" in formal.operators
    return (
        negated_all
        or any(part in words for part in _EXISTENTIAL_NAMES)
        or ("≠" in formal.operators and "⊥" in formal.identifiers)
    )


def _all_became_some(prose: Prose, formal: Formal) -> Iterator[LintFinding]:
    """A name that the text takes for all, and of which the statement claims one only."""
    conclusions = formal.claim.conclusions
    if len(conclusions) != 1 or conclusions[0].head != "∃":
        return
    bound = {name.head for name in conclusions[0].args[:-1]}
    for name in prose.claim.variables:
        if (
            name in bound
            and not any(leaf(name) in part.args[:-1] for part in prose.claim.conclusions if part.head == "∃")
            and prose.has(r"\bfor (?:all|every|each|any)\b")
            and not prose.has(r"\bexist|\bthere (?:is|are)\b|\bsome\b")
        ):
            yield hint(
                "quantifier-kind",
                Drift.WRONG_QUANTIFIERS,
                f"the text claims it for all {name}, the statement for some {name}",
                formal,
                where="goal",
            )
            return
