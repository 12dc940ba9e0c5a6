"""The map σ of "without loss of generality" and "similarly": what the text names, or what its inequality suggests."""

from __future__ import annotations

import re

_LOOKED_AT = 1_000
_THING = r"(?:\$[^$]{1,30}\$|\\\([^()]{1,30}\\\)|[A-Za-z](?:_\w+|')?|[A-Za-z]\w?\(\w\))"
_VERB = r"(?:swap|interchang|exchang|switch|permut)\w*"
_DONE = r"(?:swapped|interchanged|exchanged|switched|reversed)"
_SWAPS = (
    re.compile(rf"\b{_VERB}(?: the (?:roles|names) of)? ({_THING}) (?:and|with) ({_THING})", re.IGNORECASE),
    re.compile(rf"\broles of ({_THING}) and ({_THING})", re.IGNORECASE),
    re.compile(rf"(?<!\w)({_THING}) and ({_THING}) (?:are |being )?{_DONE}\b", re.IGNORECASE),
    re.compile(rf"\bsymmetr(?:y|ic) (?:in|between|of) ({_THING})(?:,? and|,) ({_THING})", re.IGNORECASE),
)
_REPLACEMENTS = (
    re.compile(rf"\breplac\w+ ({_THING}) (?:by|with) ({_THING})", re.IGNORECASE),
    re.compile(rf"(?<!\w)({_THING}) (?:is |being )?replaced (?:by|with) ({_THING})", re.IGNORECASE),
    re.compile(rf"\bwith ({_THING}) (?:in place of|instead of|for) ({_THING})", re.IGNORECASE),
)
_OTHERS = (
    (
        re.compile(r"\b(?:re-?label|re-?number|re-?order|re-?nam|re-?index|permut)\w*", re.IGNORECASE),
        "another labelling",
    ),
    (re.compile(r"\b(?:scal|re-?scal|normali[sz])\w*", re.IGNORECASE), "a scaling"),
    (re.compile(r"\b(?:translat|shift)\w*", re.IGNORECASE), "a translation"),
    (re.compile(r"\b(?:rotat)\w*", re.IGNORECASE), "a rotation"),
    (re.compile(r"\b(?:reflect|mirror)\w*", re.IGNORECASE), "a reflection"),
)
_LETTER = r"[A-Za-z](?:_\{?\w{1,3}\}?)?"
_ORDERED = re.compile(
    rf"({_LETTER}(?:\s*(?:<|>|≤|≥|\\(?:le|ge|leq|geq|leqslant|geqslant|lt|gt)(?![A-Za-z]))\s*{_LETTER})+)(?![\w^(])"
)
_SIGNED = re.compile(rf"({_LETTER})\s*(?:<|>|≤|≥|\\(?:le|ge|leq|geq|lt|gt)(?![A-Za-z]))\s*0(?![\d.])")
_COMPARISON = re.compile(r"\s*(?:<|>|≤|≥|\\(?:le|ge|leq|geq|leqslant|geqslant|lt|gt)(?![A-Za-z]))\s*")


def stated_map(text: str) -> str:
    """The substitution that ``text`` names: "a ↔ b", "x ↦ -x", "a scaling" ("" if it names none)."""
    text = text[:_LOOKED_AT]
    for pattern in _SWAPS:
        match = pattern.search(text)
        if match:
            first, second = map(_bare, match.groups())
            return f"{first} ↔ {second}"
    for index, pattern in enumerate(_REPLACEMENTS):
        match = pattern.search(text)
        if match:
            first, second = map(_bare, match.groups())
            return f"{second} ↦ {first}" if index == 2 else f"{first} ↦ {second}"
    return next((name for pattern, name in _OTHERS if pattern.search(text)), "")


def suggested_map(text: str) -> str:
    """The map that an assumption without loss of generality suggests: an order of letters, or a sign."""
    text = text[:_LOOKED_AT]
    signed = _SIGNED.search(text)
    if signed:
        return f"{signed.group(1)} ↦ -{signed.group(1)}"
    ordered = _ORDERED.search(text)
    letters = list(dict.fromkeys(_COMPARISON.split(ordered.group(1)))) if ordered else []
    if len(letters) == 2:
        return f"{letters[0]} ↔ {letters[1]}"
    return f"a permutation of {', '.join(letters)}" if len(letters) > 2 else ""


def map_signal(text: str) -> str:
    """ "map: a ↔ b" where the text names it, "map-suggested: …" where its inequality does, else "map-not-named"."""
    stated = stated_map(text)
    if stated:
        return f"map: {stated}"
    suggested = suggested_map(text)
    return f"map-suggested: {suggested}" if suggested else "map-not-named"


def _bare(thing: str) -> str:
    return thing.strip("$").removeprefix("\\(").removesuffix("\\)").strip()
