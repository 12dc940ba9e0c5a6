"""A link with an ellipsis: it passes where every usual rule agrees, and fails only where no rule at all saves it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ...core.evidence import Outcome
from .context import Ellipsis, Rule
from .decided import Decided
from .undecided import Undecided, ambiguous

Under: TypeAlias = Callable[[Rule], tuple[Decided, list[Ellipsis]]]

MAX_RULES = 24
_SAYS_EQUAL = frozenset(("=", "≡", "∣", "∣~"))
_SAYS_UNEQUAL = frozenset(("≠", "≢", "∤", "∤~"))


def under_every_rule(by: Under, relation: str, sparse: bool) -> Decided:
    """The verdict of a link, asked rule by rule. Raises Undecided(ambiguous) where the dots leave a doubt.

    That two numbers agree by chance is unlikely, so that an equality which holds under the usual rules passes; that
    they differ may only show that another rule was meant. ``sparse``: the text gives reason to think so.
    """
    first, seen = by(Rule())
    if not seen:
        return first
    usual = max(len(one.usual) for one in seen)
    rare = max(len(one.rare) for one in seen)
    if usual + rare > MAX_RULES:
        raise _unclear()
    expected = [first.outcome, *(_outcome(by, Rule(index=i)) for i in range(1, usual))]
    others = [_outcome(by, Rule(index=i, is_rare=True)) for i in range(rare)]
    certain = not sparse and all(one.strict for one in seen)
    if relation in _SAYS_EQUAL or relation in _SAYS_UNEQUAL:
        agrees = Outcome.PASSED if relation in _SAYS_EQUAL else Outcome.REFUTED
        if all(outcome is agrees for outcome in expected):
            return first
        if any(outcome is agrees for outcome in (*expected, *others)) or not certain:
            raise _unclear()
        return first
    if not certain or len({*expected, *others}) > 1:
        raise _unclear()
    return first


def _outcome(by: Under, rule: Rule) -> Outcome:
    try:
        return by(rule)[0].outcome
    except Undecided as stopped:
        raise _unclear() from stopped


def _unclear() -> Undecided:
    return ambiguous("the pattern of … is not clear")
