"""Results that a text uses: by name ("Lemma 2"), by label, by what was said of them ("the claim above"), or known ones
("the mean value theorem"), and what each use puts into them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_RESULT = (
    r"theorem|lemma|sublemma|corollary|proposition|claim|subclaim|observation|fact|satz|hilfssatz|korollar|behauptung"
    r"|théorème|lemme|corollaire|proposición|teorema"
)
NAMED = re.compile(
    rf"\b(?P<word>{_RESULT}|definition|exercise|remark|assumption|property|axiom|hypothesis)s?"
    r"[\s~]+\$?(?P<number>\(?\d[\w.]{0,8}|\([a-zA-Z*]{1,4}\)|(?-i:[A-Z]|[IVX]{1,5})(?!\w))",
    re.IGNORECASE,
)
_HEAD = re.compile(rf"[\s*_#>-]{{0,8}}{NAMED.pattern}", re.IGNORECASE)
_ALSO = re.compile(r"\s*(?:,\s*(?:and\s+)?|\band\s+|&\s*)(?P<number>\(?\d[\w.]{0,8}\)?)(?![\w=])")
REFERENCE = re.compile(
    r"\\(?:c|C|auto|eq|page|name|item|v)?ref\*?\{(?P<ref>[^{}]{1,200})\}|\\cite[a-z]*\*?(?:\[[^\]]{0,80}\])*\{(?P<cite>[^{}]{1,200})\}"
)
# "the lemma", "the claim above", "this proposition"; not "the lemma of Gauss", which is one of the known ones.
_USES = r"(?:by|using|from|apply(?:ing)?|use|invok\w+|via|due to|thanks to"
_ANAPHORA = re.compile(
    rf"\b{_USES}|with|in|contradicts?|contradicting) (?:the |this |our )"
    rf"(?:(?:above|previous|preceding|last|first|second|same) )?(?P<said>{_RESULT})\b(?! of\b| that\b|['’])",
    re.IGNORECASE,
)
_KNOWN_WORD = (
    r"(?:theorem|lemma|inequality|principle|formula|identity|law|rule|criterion|algorithm|postulate|test|bound)"
)
_PEOPLE = (
    r"Cauchy|Hölder|Holder|Jensen|Minkowski|Bézout|Bezout|Vieta|Fermat|Euler|Wilson|Rolle|Bernoulli|Chebyshev|Markov"
    r"|Weierstrass|Bolzano|Zorn|Fubini|Tonelli|Fatou|AM"
)
_KNOWN = re.compile(
    rf"\b{_USES}|according to) (?:(?:the|a|an|well[- ]known|classical|standard|elementary|famous) )*+"
    rf"(?P<known>(?:[^\W\d_][\w'’.–-]*\s){{1,4}}?{_KNOWN_WORD}(?: of (?:the )?[^\W\d_][\w'’–-]*){{0,1}})(?!\w)"
    rf"|\b(?:by|using|from|via) (?P<of>(?:{_PEOPLE})[-–—A-Za-zé/]*)(?![\w'’])",
    re.IGNORECASE,
)
_OWN = re.compile(
    r"^(?:our|this|that|same|following|above|previous|preceding|last|first|second|induction|inductive|simple|explicit"
    r"|general|recursive|recurrence|given|stated|new|resulting|corresponding|its|their)\b",
    re.IGNORECASE,
)
_WITH = re.compile(
    r"\s*,?\s*(?:\([^()]{1,40}\)\s*)?(?P<how>(?:applied (?:to|with)|with|for|taking|where|at) "
    r"(?:\$[^$]{1,80}\$|\\\(.{1,80}?\\\)|[^.;,$\\]){1,40})",
    re.IGNORECASE,
)


class Cited(NamedTuple):
    """A result that a text uses: ``kind`` "named", "label", "said" or "known", its ``key``, the word for it, and what
    is put into it ("with $n = 3$", "" if nothing is said)."""

    kind: str
    key: str
    word: str
    how: str


def citations(text: str, begin: int = 0) -> Iterator[Cited]:
    """The results that ``text`` uses from ``begin`` on, in order of their kinds."""
    for match in NAMED.finditer(text, begin):
        yield Cited("named", name_key(match.group()), match["word"].lower(), _how(text, match.end()))
        also = _ALSO.match(text, match.end())
        while also is not None:  # "Claims 1 and 2"
            yield Cited("named", name_key(f"{match['word']} {also['number']}"), match["word"].lower(), "")
            also = _ALSO.match(text, also.end())
    for match in REFERENCE.finditer(text):
        for name in (match["ref"] or match["cite"]).split(","):
            yield Cited("label", name.strip(), "", _how(text, match.end()))
    for match in _ANAPHORA.finditer(text):
        yield Cited("said", "", match["said"].lower(), _how(text, match.end()))
    for match in _KNOWN.finditer(text[:2_000]):
        known = " ".join((match["known"] or match["of"]).split())
        if not _OWN.match(known):
            yield Cited("known", known, "", _how(text, match.end()))


def own_name(text: str) -> re.Match[str] | None:
    """The name at the head of a claim: its own, not a use."""
    return _HEAD.match(text)


def name_key(name: str) -> str:
    """One form for "Lemma~2", "lemma 2.", "**Lemma 2" and "Lemma $2"."""
    key = re.sub(r"[\s~$().*_#>]+", " ", name).strip().lower()
    # "Claims 1 and 2": the plural is the name of each.
    return re.sub(r"^([a-z]+[^s\W])s(?= \S+$)", r"\1", key)


def known_key(name: str) -> str:
    """One form for "the Mean Value Theorem" and "mean value theorem"."""
    return re.sub(r"[\s'’–—-]+", " ", name).strip().lower()


def _how(text: str, position: int) -> str:
    match = _WITH.match(text, position)
    return " ".join(match["how"].split()) if match else ""
