"""How large a proof may be: each bound is far above what people write, and below what would take minutes or gigabytes.

10,000 steps of usual length are audited in about twenty seconds; time and memory grow with the words. What is beyond
is refused with one line before anything slow begins.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..errors import InputError

MAX_LINES = 200_000
MAX_DATA_LINES = 2_000_000
"""Lines of a file that holds data, of which most are passed over."""
MAX_STEPS = 20_000
MAX_STEP_LENGTH = 200_000
MAX_LENGTH = 6_000_000
"""Code points of all steps together."""
MAX_RECORDS = 100_000

_ENDLESS = 500_000
# Whatever a step may begin or end at, and more: blank lines, lines that begin with a mark, a number or a heading's
# word, "2." after a full stop, and LaTeX's own structure.
_BREAK = re.compile(
    r"[\r\n][ \t>]*(?:[\r\n]|[^\sA-Za-z$]|(?i:step|case|subcase|claim|proof|solution|base|induct|lemma|theorem|paso))"
    r"|(?<=[.!?;:)$*])[ \t]+\(?\d{1,4}[.)][ \t]"
    r"|\\(?:item|begin|end|par|(?:sub)*(?:section|paragraph))(?![A-Za-z])"
)
_PARTS = "audit the proof in parts"


def refuse_long(text: str, where: str, *, most: int = MAX_LINES) -> None:
    """Raise InputError where a text has more than ``most`` lines."""
    lines = text.count("\n") + text.count("\r") - text.count("\r\n") + 1
    if lines > most:
        raise _too_much(f"{lines:,} lines", most, where)


def refuse_endless(text: str, where: str) -> None:
    """Raise InputError where far more words than a step may have hold nothing that could end one.

    :func:`refuse_large` refuses the same once the steps are known; to find them takes seconds.
    """
    for start in range(0, len(text) - _ENDLESS, _ENDLESS):
        if _BREAK.search(text, start, start + _ENDLESS) is None:
            raise _too_much(f"a step has more than {_ENDLESS:,} characters", MAX_STEP_LENGTH, where)


def refuse_many(steps: int, where: str) -> None:
    """Raise InputError for too many steps."""
    if steps > MAX_STEPS:
        raise _too_much(f"{steps:,} steps", MAX_STEPS, where)


def refuse_large(lengths: Iterable[int], where: str) -> None:
    """Raise InputError where one of the steps, of these lengths in code points, is too long, or all together are."""
    total = 0
    for number, length in enumerate(lengths, start=1):
        if length > MAX_STEP_LENGTH:
            raise _too_much(f"step {number} has {length:,} characters", MAX_STEP_LENGTH, where)
        total += length
    if total > MAX_LENGTH:
        raise _too_much(f"{total:,} characters in its steps", MAX_LENGTH, where)


def _too_much(found: str, most: int, where: str) -> InputError:
    return InputError(f"{found}, of which at most {most:,} are read", where=where, hint=_PARTS)
