"""What is to be shown must not be taken for given: the claim that the problem poses is no item of Γ."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..tree import ProofTree
from .gamma import bare
from .hypotheses import hypotheses_of
from .values import GammaUse

_TASK = re.compile(
    r"\b(?:show|prove|verify|deduce|establish|demonstrate|conclude|check)\b(?:\s+that\b|\s*:)?\s*", re.IGNORECASE
)


def posed(tree: ProofTree) -> tuple[str, ...]:
    """What the problem asks to be shown, in its own words: what follows "show that" or the like, else its last
    sentence."""
    sentences = [entry.text for entry in tree.entries if entry.producer is None and entry.span is None]
    tasks = [sentence[match.end() :] for sentence in sentences if (match := _TASK.search(sentence)) is not None]
    return tuple(tasks or sentences[-1:])


def assumes_claim(tree: ProofTree, uses: Iterable[GammaUse]) -> str:
    """The words that ``uses`` take from the problem although the proof is to show them; "" where there are none.

    What the problem assumes may be used: a use that quotes one of the claim's own hypotheses is none of these.
    """
    claims = [(bare(claim), [bare(part) for part in hypotheses_of(claim)]) for claim in posed(tree)]
    for use in uses:
        entry = tree.entry_by_id.get(use.entry) if use.entry is not None else None
        if entry is None or entry.producer is not None or entry.span is not None:
            continue
        said = use.text or entry.text
        words = bare(said)
        for claim, given in claims:
            holds = claim in bare(entry.text)
            if holds and words and not any(words in part for part in given) and (claim in words or words in claim):
                return said
    return ""
