"""Properties of single names: "a prime p", "a nontrivial subgroup A", of which the statement has the name alone."""

from __future__ import annotations

from collections.abc import Iterator

from ...faithfulness.findings import Drift, LintFinding
from ...formal import ast
from ...formal.ast import Term
from ...formal.walk import walk
from ..expr import Expr, value_of
from ..expr import walk as walk_expr
from ..findings import hint
from ..formal import Formal
from ..prose.phrases import bare_terms
from ..prose.pieces import Piece
from ..prose.reading import Prose
from .positivity import bound_system

_NUMERIC = {
    "prop:prime": "prime",
    "odd": "odd",
    "prop:irrational": "irrational",
    "prop:composite": "composite",
}
_ADJECTIVES: dict[str, tuple[tuple[str, ...], frozenset[str]]] = {
    "nontrivial": (("nontrivial",), frozenset(("⊥", "≠", "<"))),
    "nonempty": (("nonempty",), frozenset(("∅", "⊥"))),
    "proper": (("proper",), frozenset(("⊤", "≠", "<", "⊂", "univ"))),
    "normal": (("normal", "conj", "adjoint"), frozenset(("⊴", "⁻¹"))),
    "compact": (("compact",), frozenset()),
    "connected": (("connected",), frozenset()),
    "closed": (("closed", "icc", "closure"), frozenset()),
    "open": (("open", "nhds", "𝓝", "ball"), frozenset()),
    "finite": (("finite", "fintype", "fin", "card", "finset"), frozenset(("#",))),
    "infinite": (("infinite", "finite", "orderof"), frozenset()),
    "nonzero": (("nonzero", "ne_zero", "nezero", "monic", "units", "irreducible", "prime"), frozenset(("≠", "<", "ˣ"))),
    "invertible": (("isunit", "invertible", "det", "generallineargroup", "gl", "units"), frozenset(("≠", "ˣ", "≃"))),
    "nonsingular": (("isunit", "invertible", "det", "generallineargroup", "gl"), frozenset(("≠", "ˣ"))),
    "countable": (("countable",), frozenset()),
    "uncountable": (("countable",), frozenset()),
    "cyclic": (("cyclic", "zpowers", "generat"), frozenset()),
    "dense": (("dense", "closure"), frozenset()),
    "bounded": (("bound", "bdd"), frozenset(("≤", "<"))),
    "continuous": (("contin", "differentiable", "analytic", "homeo", "isometry", "lipschitz"), frozenset()),
    "differentiable": (("diff", "deriv"), frozenset()),
    "injective": (("inj", "bij", "embedding"), frozenset(("=",))),
    "surjective": (("surj", "bij", "quotient"), frozenset(("∃", "⊤"))),
    "convex": (("convex",), frozenset()),
    "maximal": (("maximal", "coatom"), frozenset(("≤", "<", "⊂"))),
    "principal": (("principal", "span"), frozenset(("=",))),
    "separable": (("separable",), frozenset()),
    "solvable": (("solvable",), frozenset()),
    "simple": (("simple",), frozenset()),
}
"""Adjectives before a name: parts of names (lower case) and signs that say them in Lean."""


def named_findings(prose: Prose, formal: Formal) -> Iterator[LintFinding]:
    """What the text says of a name that the statement has too, and does not say of it."""
    if formal.helped:
        return
    yield from _numbers(prose, formal)
    yield from _others(prose, formal)


def _numbers(prose: Prose, formal: Formal) -> Iterator[LintFinding]:
    seen: set[tuple[str, str]] = set()
    for said in prose.said:
        head, args = said.fact.head, said.fact.args
        if head not in _NUMERIC or len(args) != 1 or args[0].args or not said.hypothesis:
            continue
        name = args[0].head
        if (head, name) in seen or not bound_system(name, formal):
            continue
        seen.add((head, name))
        if not _has(head, args[0], formal):
            yield hint(
                "dropped-hypothesis",
                Drift.MISSING_ASSUMPTIONS,
                f"the text takes {name} {_NUMERIC[head]}; the statement does not",
                formal,
                witness=(("text", f"{name} is {_NUMERIC[head]}"),),
                where="hypotheses",
            )


def _has(head: str, one: Expr, formal: Formal) -> bool:
    """Whether any part of the statement says it of ``one``, or of something equal to it."""
    if head == "prop:prime" and "CharP" in formal.classes:
        return True
    facts = (*formal.claim.premises, *formal.claim.conclusions)
    same = {one} | {arg for fact in facts if fact.head == "=" and one in fact.args for arg in fact.args}
    return any(_says(head, here, name) for fact in facts for here in walk_expr(fact) for name in same)


def _says(head: str, here: Expr, one: Expr) -> bool:
    if here.head == head and here.args[:1] == (one,):
        return True
    if head == "odd":
        small = any(value_of(arg) in (1, 2, 3) for arg in here.args)
        return one in here.args and (here.head == "=" or (small and here.head in ("<", "≠", "≤", "∤", "≡", "∣")))
    if head in _RELATED:
        return here.head in _RELATED[head] and one in walk_expr(here)
    return False


_RELATED = {
    "prop:prime": frozenset(("prop:prime", "prop:irreducible")),
    "prop:composite": frozenset(("prop:prime", "prop:irreducible", "prop:composite")),
    "prop:irrational": frozenset(("prop:irrational", "¬", "≠")),
}


def _others(prose: Prose, formal: Formal) -> Iterator[LintFinding]:
    known = {name for binder in formal.statement.binders for name in binder.names}
    known |= {
        name
        for here in walk(formal.content)
        if isinstance(here, ast.Quantifier)
        for b in here.binders
        for name in b.names
    }
    reported: set[tuple[str, str]] = set()
    for index, piece in enumerate(prose.pieces):
        if piece.kind != "word" or piece.text not in _ADJECTIVES:
            continue
        for name in (*_named(prose.pieces, index), *_named_before(prose.pieces, index)):
            if name not in known or (piece.text, name) in reported:
                continue
            marks, signs = _ADJECTIVES[piece.text]
            if _is_said(name, marks, signs, formal):
                continue
            if piece.text == "nonempty" and inhabited(name, formal.claim.premises):
                continue
            reported.add((piece.text, name))
            yield hint(
                "dropped-hypothesis",
                Drift.MISSING_ASSUMPTIONS,
                f"the text takes {name} {piece.text}; nothing that the statement says of {name} does",
                formal,
                witness=(("text", f"{piece.text} {name}"),),
                where="hypotheses",
            )


def inhabited(name: str, premises: tuple[Expr, ...]) -> bool:
    """Whether a set has an element among the premises, or a part of it is said not to be empty."""
    for fact in premises:
        for here in walk_expr(fact):
            if here.head == "∈" and here.args[1] == Expr(name):
                return True
        if fact.head in ("⊆", "⊂") and fact.args[1] == Expr(name):
            part = fact.args[0]
            if any(other.head == "prop:nonempty" and other.args[:1] == (part,) for other in premises):
                return True
    return False


_NOUNS = frozenset(
    "group subgroup subgroups groups ring rings field set sets subset subsets space subspace subspaces ideal ideals "
    "map function functions mapping operator interval element elements domain sequence matrix matrices polynomial "
    "polynomials vector vectors".split()
)
_BETWEEN = frozenset(
    "real complex valued normal closed open compact connected finite abelian metric topological linear".split()
)


def _named(pieces: tuple[Piece, ...], index: int) -> tuple[str, ...]:
    """The names of the noun phrase in which the adjective at ``index`` stands, if it is a plain one."""
    if index and pieces[index - 1].text in ("not", "non", "locally", "path", "uniformly", "absolutely", "twice", "of"):
        return ()
    at = index + 1
    while (
        at < len(pieces)
        and pieces[at].kind == "word"
        and (pieces[at].text in _ADJECTIVES or pieces[at].text in _BETWEEN)
    ):
        at += 1
    if at >= len(pieces) or pieces[at].kind != "word" or pieces[at].text not in _NOUNS:
        return ()
    found: list[str] = []
    plural = pieces[at].text.endswith("s") or pieces[at].text == "matrices"
    at += 1
    while at < len(pieces):
        terms = bare_terms(pieces[at])
        if terms is None:
            break
        found += [term.head for term in terms if not term.args]
        at += 1
        if not plural:
            break  # "a finite group G and d divides n" says nothing of d
        if at + 1 < len(pieces) and (pieces[at].text in (",", "and")) and bare_terms(pieces[at + 1]) is not None:
            at += 1
        else:
            break
    return tuple(found)


def _conditioned(pieces: tuple[Piece, ...], index: int) -> tuple[str, ...]:
    """The name of "if B is invertible then", where the adjective ends the condition or another one follows."""
    if index < 3 or pieces[index - 1].text != "is" or index + 1 >= len(pieces):
        return ()
    terms = bare_terms(pieces[index - 2])
    opened = pieces[index - 3].text in ("if", "suppose", "assume", "when", "whenever", "where", "that")
    if terms is None or not opened or pieces[index + 1].text not in ("then", ",", "and", ".", ";"):
        return ()
    if pieces[index - 3].text == "that" and (index < 4 or pieces[index - 4].text not in ("suppose", "assume")):
        return ()
    return tuple(term.head for term in terms if not term.args)


def _named_before(pieces: tuple[Piece, ...], index: int) -> tuple[str, ...]:
    """The names that are declared with the adjective: "let K be a compact set", "and C a closed set"."""
    at = index - 1
    before = bare_terms(pieces[at]) if at > 0 else None
    if before is not None and pieces[at - 1].text == "with":  # "with A invertible"
        return tuple(term.head for term in before if not term.args)
    subject = _conditioned(pieces, index)
    if subject:
        return subject
    while at >= 0 and pieces[at].text in _ADJECTIVES.keys() | _BETWEEN:
        at -= 1
    if at < 1 or pieces[at].text not in ("a", "an", "be"):
        return ()
    if pieces[at].text != "be":
        at -= 1
    if pieces[at].text == "be":
        at -= 1
    after = index + 1
    while after < len(pieces) and pieces[after].text in _ADJECTIVES.keys() | _BETWEEN:
        after += 1
    if after >= len(pieces) or pieces[after].text not in _NOUNS:
        return ()
    found: list[str] = []
    while at >= 0 and (terms := bare_terms(pieces[at])) is not None:
        found += [term.head for term in terms if not term.args]
        at -= 2 if at and pieces[at - 1].text in (",", "and") else len(pieces)
    return tuple(found)


def _is_said(name: str, marks: tuple[str, ...], signs: frozenset[str], formal: Formal) -> bool:
    parts: list[Term] = [binder.type for binder in formal.statement.binders if binder.type is not None]
    parts += [binder.default for binder in formal.statement.binders if binder.default is not None]
    parts += _pieces_of(formal.content)
    for part in parts:
        text = {here.text for here in walk(part) if isinstance(here, ast.Name)}
        text |= {here.field for here in walk(part) if isinstance(here, ast.Projection)}
        if name not in text and not any(name == x.split(".")[0] for x in text):
            continue
        words = " ".join(text).lower()
        operators = {here.op for here in walk(part) if isinstance(here, ast.Binary | ast.Unary)}
        operators |= {here.kind for here in walk(part) if isinstance(here, ast.Quantifier | ast.Norm)}
        if any(mark in words for mark in marks) or signs & (operators | text):
            return True
    declared = next((b.type for b in formal.statement.binders if name in b.names and b.type is not None), None)
    words = " ".join(here.text for here in walk(declared) if isinstance(here, ast.Name)).lower() if declared else ""
    return any(mark in words for mark in marks)


def _pieces_of(term: Term) -> list[Term]:
    """The conjuncts, conditions and bodies of a goal, apart from one another."""
    found: list[Term] = []
    stack = [term]
    while stack:
        here = stack.pop()
        if isinstance(here, ast.Quantifier):
            for binder in here.binders:
                found += [part for part in (binder.type, binder.domain) if part is not None]
            stack.append(here.body)
        elif isinstance(here, ast.Binary) and here.op in ("∧", "→", "∨", "↔"):
            stack += [here.left, here.right]
        else:
            found.append(here)
    return found
