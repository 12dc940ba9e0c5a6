"""Obligations in the model's words; what a wording must not do (METHOD 1 and 4; wang2026faithsieve B.1, B.4).

Everything after this compares statements with the obligation as it is worded here. So a wording is taken only where it
keeps every formula, numeral, relation and decisive word of the rule's, and adds none of the last three that the context
does not hold.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from ...core.advice import LocalReview
from ...core.faithfulness.score import decimal_text
from ...core.mathspans import math_spans
from ...core.obligations import Obligation
from ...core.quotes import plain
from ...core.repair_prevention import Harm, differences
from ...core.tree import EdgeUnit, ProofTree
from .answers import WordAnswer, WordedObligation, kept
from .context import ROOM, line, listed, unit_context
from .questions import REFUSED, Questions

_MOST = 2_000
_ENTRIES = 200

_NUMERAL = re.compile(r"\d+(?:[.,]\d+)*")
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉", "01234567890123456789")
_RELATIONS = {
    "≤": re.compile(r"≤|⩽|<=|\\(?:le|leq|leqslant)(?![A-Za-z])|\bat most\b"),
    "≥": re.compile(r"≥|⩾|>=|\\(?:ge|geq|geqslant)(?![A-Za-z])|\bat least\b"),
    "<": re.compile(r"(?<![-=<])<(?![-=<>|])|\\lt(?![A-Za-z])|\b(?:less|smaller) than\b"),
    ">": re.compile(r"(?<![-=<>|])>(?![=>])|\\gt(?![A-Za-z])|\b(?:more|greater|larger) than\b"),
    "≠": re.compile(r"≠|!=|\\(?:ne|neq)(?![A-Za-z])|\bnot equal\b"),
    "not": re.compile(
        r"\b(?:not|no|never|cannot|nor|neither|without)\b|\w+n't\b|¬|∄|\\(?:neg|lnot|nexists)(?![A-Za-z])"
    ),
}


async def word_obligations(
    questions: Questions,
    unit: EdgeUnit,
    tree: ProofTree,
    owed: Sequence[Obligation],
    review: LocalReview,
    *,
    room: int = ROOM,
) -> tuple[Obligation, ...]:
    """The same obligations, those in the model's words whose words are taken; ids, kinds, premises and order stay.

    Raises Stopped where no further question can be asked.
    """
    if not owed:
        return ()
    ended = await questions.ask(
        "word",
        WordAnswer,
        about=unit.id,
        stage="word",
        what="the wording of what it owes",
        check=_each_once([item.id for item in owed]),
        unit=unit.id,
        context=unit_context(tree, unit, room=room).text,
        owed=listed(f"{item.id} ({item.kind}): {line(item.statement, _MOST)} [{item.reason}]" for item in owed),
        contested=review.contested or "(nothing)",
    )
    if ended.value is None:
        return tuple(owed)
    said = {item.id: item for item in ended.value.obligations}
    known = reversed(tree.context(unit.before)[-_ENTRIES:])
    # The comparison looks at so much and no more: what the unit uses comes first, then what is near.
    entries = sorted(known, key=lambda entry: entry.id not in unit.premises)
    context = [unit.text, tree.state_by_id[unit.before].goal, review.contested, *(entry.text for entry in entries)]
    return tuple(_worded(questions, item, said[item.id], context) for item in owed)


def harm_of_wording(before: str, after: str, context: Iterable[str]) -> str:
    """Why the wording ``after`` of ``before`` is not taken, in a sentence; "" where it is.

    What stands in ``context`` may be added: a wording may spell Γ out.
    """
    around = " \n".join((before, *context))
    words = plain(after)
    for span in math_spans(before):
        if plain(before[span.inner_start : span.inner_end]) not in words:
            return f"it leaves out the formula {line(before[span.start : span.end], 80)}"
    for fault in differences(before, after):
        if fault.harm is Harm.DROPPED_WORD:
            return fault.why
    for fault in differences(around, after):
        if fault.harm in (Harm.STRENGTHENED, Harm.WEAKENED):
            return fault.why
    lost, new = _numerals(before) - _numerals(after), _numerals(after) - _numerals(around)
    if lost or new:
        return f"it changes a number ({', '.join(sorted(lost | new))})"
    lost, new = _relations(before) - _relations(after), _relations(after) - _relations(around)
    if lost or new:
        return f"it changes a relation ({', '.join(sorted(lost | new))})"
    return ""


def _worded(questions: Questions, item: Obligation, said: WordedObligation, context: Sequence[str]) -> Obligation:
    statement = " ".join(said.statement.split())
    why = "it is empty" if not statement else "it is too long" if len(statement) > _MOST else ""
    why = why or harm_of_wording(item.statement, statement, context)
    if why:
        questions.note(REFUSED, item.unit_id, f"a wording of {item.id} is not taken: {why}")
        return item
    return replace(
        item,
        statement=statement,
        reason=kept(said.reason, 1_000) or item.reason,
        use_formal=said.use_formal,
        confidence=decimal_text(Fraction(said.confidence, 100)),
    )


def _each_once(ids: Sequence[str]) -> Callable[[WordAnswer], list[str]]:
    def check(answer: WordAnswer) -> list[str]:
        named = Counter(item.id for item in answer.obligations)
        complaints = [f"{name} is not worded" for name in ids if not named[name]]
        complaints += [f"{name} is worded {count} times" for name, count in named.items() if count > 1]
        return complaints + [f"there is no obligation {name[:40]!a} here" for name in named if name not in ids]

    return check


def _numerals(text: str) -> set[str]:
    return set(_NUMERAL.findall(text.translate(_SUPERSCRIPTS)))


def _relations(text: str) -> set[str]:
    return {name for name, pattern in _RELATIONS.items() if pattern.search(text.lower())}
