"""T: the routine rules that need no item in Σ, as a table that can be extended; a named theorem among them is a
finding."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from ..proof import Finding
from ..rules.citing import citations
from .values import RuleUse

ROUTINE: Mapping[str, str] = MappingProxyType(
    {
        "logic": r"(?:propositional |predicate |first-order )?logic(?:al rules?)?|modus (?:ponens|tollens)"
        r"|contraposi\w+|double negation|de morgan(?:'?s)? laws?|excluded middle"
        r"|(?:∧|∨|→|∀|∃)-?(?:introduction|elimination)"
        r"|(?:conjunction|disjunction|implication) (?:introduction|elimination)|detachment|ex falso(?: quodlibet)?",
        "quantifiers": r"(?:universal|existential) (?:instantiation|generali[sz]ation|introduction|elimination)"
        r"|instantiat\w+|speciali[sz]ation|renam\w+(?: of)?(?: bound)? variables?",
        "cases": r"(?:proof by )?(?:case analysis|cases|case distinction)|proof by contradiction|contradiction",
        "equality": r"(?:reflexivity|symmetry|transitivity)(?: of (?:=|≤|<|≥|>|equality|order|inequalities))?"
        r"|substitut\w+(?:(?: of)? equals(?: for equals)?)?|rewrit\w+|congruence of equality",
        "definition": r"(?:unfolding|unfold|folding|by)?\s*(?:the |a )?definitions?(?: of [^.;]{1,80})?|notation",
        "arithmetic": r"(?:integer |exact |real |rational )?arithmetic|calculation|computation|numerals?|evaluat\w+"
        r"|counting|adding up",
        "algebra": r"(?:elementary |basic )?algebra(?:ic (?:manipulation|simplification|identities))?"
        r"|expan(?:d|sion)\w*(?: the (?:square|brackets?|product|power))?"
        r"|factor(?:ing|i[sz]ation)?|simplif\w+(?: (?:each|the) terms?)?|(?:collect|rearrang)\w*(?: (?:like )?terms)?"
        r"|complet\w+ the square|cancel\w+"
        r"|distributiv\w+|associativ\w+|commutativ\w+|(?:ring|field|group) axioms?|clearing denominators",
        "order": r"(?:monotonicity|order) of (?:addition|multiplication)(?: by (?:a )?positive numbers?)?"
        r"|adding inequalities|multiply\w* (?:an inequality )?by (?:a )?positives?|trichotomy"
        r"|(?:a )?squares? (?:is|are) non-?negative|chaining inequalities|order axioms?",
        "sets": r"set (?:algebra|extensionality|inclusion)|extensionality|(?:double|mutual) inclusion"
        r"|(?:intersection|union|complement)s?(?: of sets)?",
        "induction": r"(?:the )?(?:principle of )?(?:mathematical |ordinary |complete |strong |structural )?"
        r"induction(?: on [^.;]{1,40})?",
        "parity": r"parity|even (?:and|or) odd|(?:an )?integer is even or odd",
    }
)
"""Rows of the allow-list: a short name and the whole words that it covers, as a pattern. To extend it, pass
``{**ROUTINE, "name": "pattern"}``; a theorem with a name never belongs here."""

_LONGEST = 200
_CLASS = re.compile(
    r"\b(?:theorem|lemma|corollary|proposition|principle|inequality|criterion|identity of|law of large)\b",
    re.IGNORECASE,
)
_ROUTINE_NAMES = re.compile(r"\b(?:de morgan|principle of (?:mathematical )?induction)\b", re.IGNORECASE)


def theorem_in(words: str) -> str:
    """The theorem that a rule of T names, in its words; "" where it names none."""
    said = " ".join(words.split())[:_LONGEST]
    if _ROUTINE_NAMES.search(said):
        return ""
    for cited in citations(f"by {said}"):
        if cited.kind in ("known", "named"):
            return said
    return said if _CLASS.search(said) else ""


def rule_use(words: str, table: Mapping[str, str] = ROUTINE) -> RuleUse:
    """The row of ``table`` that the words of a rule are, as a whole or part by part ("algebra and
    modus ponens"). Words that name a theorem are no row, whatever the table says."""
    said = " ".join(words.split())
    if not said or len(said) > _LONGEST or theorem_in(said):
        return RuleUse(words=words, rule=None)
    whole = _row(said, table)
    parts = [_row(part, table) for part in re.split(r",? and |, ", said)]
    return RuleUse(words=words, rule=whole or (", ".join(dict.fromkeys(map(str, parts))) if all(parts) else None))


def _row(said: str, table: Mapping[str, str]) -> str | None:
    return next(
        (
            name
            for name, pattern in table.items()
            if said.lower() == name.lower() or re.fullmatch(pattern, said, re.IGNORECASE)
        ),
        None,
    )


def rule_findings(rules: Iterable[str], about: str, table: Mapping[str, str] = ROUTINE) -> tuple[Finding, ...]:
    """``theorem-in-rules`` for a named theorem in T, ``rule-not-routine`` for words that are on no row."""
    findings: list[Finding] = []
    for words in rules:
        if rule_use(words, table).rule is not None:
            continue
        shown = " ".join(words.split())[:80]
        if theorem_in(words):
            message = f"“{shown}” is a theorem, not a routine rule: it belongs to Σ with its statement and source"
            findings.append(Finding(kind="theorem-in-rules", message=message, about=about))
        else:
            message = f"“{shown}” is no routine rule of the list"
            findings.append(Finding(kind="rule-not-routine", message=message, about=about))
    return tuple(findings)
