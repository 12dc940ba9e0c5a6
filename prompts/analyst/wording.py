"""Obligations in the model's words; what a wording must not do (METHOD 1 and 4; wang2026faithsieve B.1, B.4).

Everything after this compares statements with the obligation as it is worded here: a weaker wording would make a pass
count that shows less than what is owed. So a wording is taken only where it keeps every formula, numeral, relation and
word of the rule's that says something, adds none that the context does not hold, and neither offers an alternative nor
supposes what is to be shown.
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
from ...core.text import nfc, visible
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
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")


def _stem(word: str) -> str:
    return word.rstrip("s") or word


# Words that say nothing by themselves: they may come and go.
_GLUE = frozenset(
    _stem(word)
    for word in "a also an and any are as at be because been being before by clear clearly conclude context deduce do "
    "does easily entail entails fact follow follows for from gain get gets give given gives has have having hence hold "
    "holds i if in is it its itself know known let moreover namely next note now obtain obtained obvious obviously of "
    "on our respectively resp rewriting same see show shown shows since so such that the their them then there "
    "therefore these they this those thus to true valid we what where which whose with say says said γ".split()
)
# Words that take something back of what a sentence says; the rule's own words alone may bring them.
_HEDGES = frozenset(
    _stem(word)
    for word in "or either unless whether may might can could would should perhaps possibly maybe probably presumably "
    "seem seems believe believed believes believing claim claimed claims ask asked asks question wonder think thinks "
    "guess conjecture formula formulas expression string sentence word symbol false wrong almost nearly roughly "
    "approximately sometimes usually mostly typically generally".split()
)
_CONDITION = re.compile(
    r"\b(?:if|when|whenever|suppos\w+|assum\w+|provided|given that|granted|in case|as long as|let)\b"
    r"(?:[^;:.,]|[.,](?=\S)|,(?=[^;:.]*\bthen\b))*?(?=\bthen\b|[;:]|[.,](?:\s|\Z)|\Z)",
    re.IGNORECASE,
)


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
    if visible(after) != nfc(after):
        return "it holds characters that cannot be seen"
    changed = _changed_words(before, after, around) or _changed_formulas(before, after, around)
    if changed:
        return changed
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


def _changed_words(before: str, after: str, around: str) -> str:
    """Why the words of ``after`` say something else, in a sentence; "" where they do not."""
    said, new = _words(before), _words(after)
    for word in sorted(new - said):
        if word in _HEDGES or (word not in _GLUE and word not in _words(around)):
            return f"it adds “{word}”"
    lost = sorted(said - new - _GLUE)
    if lost:
        return f"it leaves out “{lost[0]}”"
    return ""


def _changed_formulas(before: str, after: str, around: str) -> str:
    """Why the formulas of ``after`` say something else: one that is new, an order that turns a conclusion round, or all
    that is to be shown among what is supposed."""
    known = plain(around)
    for span in math_spans(after):
        if plain(after[span.inner_start : span.inner_end]) not in known:
            return f"it adds the formula {line(after[span.start : span.end], 80)}"
    claims = _claims(before)
    if len(claims) > 1 and not _in_order(claims, _claims(after)):
        return "it changes the order of its formulas"
    supposed = " ".join(match.group() for match in _CONDITION.finditer(after))
    own = " ".join(match.group() for match in _CONDITION.finditer(before))
    shown = _words(_CONDITION.sub(" ", before)) - _GLUE
    if supposed and plain(supposed) not in plain(own):
        formulas = [
            plain(before[span.inner_start : span.inner_end]) for span in math_spans(_CONDITION.sub(" ", before))
        ]
        if shown <= _words(supposed) and all(formula in plain(supposed) for formula in formulas):
            return "it supposes what is to be shown"
        if claims and claims[-1] in plain(supposed) and claims[-1] not in plain(_CONDITION.sub(" ", after)):
            return "it supposes what is to be shown"
    return ""


def _claims(text: str) -> list[str]:
    """The formulas that say something by themselves, in order."""
    found = [plain(text[span.inner_start : span.inner_end]) for span in math_spans(text)]
    return [
        formula for formula in found if re.search(r"[=<>≤≥∈∣≡≠]|\\(?:le|ge|ne|in|mid|equiv|lt|gt|leq|geq|neq)", formula)
    ]


def _in_order(wanted: Sequence[str], found: Sequence[str]) -> bool:
    rest = iter(found)
    return all(any(one == other for other in rest) for one in wanted)


def _words(text: str) -> set[str]:
    """The words outside formulas and those in them, small letters, without an ending s."""
    return {_stem(match.group()) for match in _WORD.finditer(text.casefold())}


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
