"""What the relations of order and equality say of two exact numbers, by their names in a claim."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from fractions import Fraction

ORDERS: Mapping[str, Callable[[Fraction, Fraction], bool]] = {
    "=": operator.eq,
    "≠": operator.ne,
    "<": operator.lt,
    "≤": operator.le,
    ">": operator.gt,
    "≥": operator.ge,
}
