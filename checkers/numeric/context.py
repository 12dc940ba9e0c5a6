"""What an evaluation knows: values of names, the reading it follows, conventions, and the work it may still do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

from ...core.claims.ast import Node
from ...core.value import value
from .undecided import resource

Real: TypeAlias = int | Fraction | Node
"""A value: exact if int or Fraction (never integral), else an expression of a real number without names."""

MAX_BITS = 1_000_000
"""Bits of an exact integer; beyond, only order and congruences are decided."""

MAX_WORK = 200_000
"""Terms of all finite sums and products of one claim."""

DECIMAL_COMMA = "a comma or a point between thousands or before decimals"
"""The trap of numerals such as 1,250 and 1.250."""


@value
class Rule:
    """Which rule an ellipsis follows: number ``index`` of the usual or of the rare ones."""

    index: int = 0
    is_rare: bool = False


@value
class Ellipsis:
    """What a sum or product with … comes to: under the usual rules that fit, and under rare ones.

    ``strict``: the terms that are written leave no reasonable doubt which rule is meant.
    """

    usual: tuple[Real, ...]
    rare: tuple[Real, ...]
    strict: bool

    def at(self, rule: Rule) -> Real:
        """The value under ``rule``; under the first usual one where there is none of that number."""
        found = self.rare if rule.is_rare else self.usual
        return found[rule.index] if rule.index < len(found) else self.usual[0]


@dataclass
class Context:
    """State of one evaluation; ``names`` are the premises, ``bound`` the indices of finite sums."""

    names: Mapping[str, tuple[Node, ...]] = field(default_factory=dict)
    bound: dict[str, Real] = field(default_factory=dict)
    reading: Mapping[str, int] = field(default_factory=dict)
    log_base: Real | None = None
    resolving: set[str] = field(default_factory=set)
    known: dict[str, Real] = field(default_factory=dict)
    work: int = 0
    rule: Rule = field(default_factory=Rule)
    ellipses: list[Ellipsis] = field(default_factory=list)

    def spend(self, terms: int) -> None:
        """Count ``terms`` of work. Raises Undecided(resource) when the budget is gone."""
        self.work += terms
        if self.work > MAX_WORK:
            raise resource(f"more than {MAX_WORK} terms")


def checked(value: int | Fraction) -> int | Fraction:
    """``value`` with integral fractions as int. Raises Undecided(resource) beyond MAX_BITS."""
    if isinstance(value, Fraction):
        if value.denominator == 1:
            value = value.numerator
        elif value.denominator.bit_length() > MAX_BITS:
            raise resource("a number of more than 300,000 digits")
    if value.numerator.bit_length() > MAX_BITS:
        raise resource("a number of more than 300,000 digits")
    return value
