"""The definitions before a theorem, to stand before a body that is to prove it.

What they mean, and what must not stand among them, Lean itself says of the whole source (js/reading.js, js/policy.js):
a definition that is left out here by mistake makes a proof fail, and never pass.
"""

from __future__ import annotations

from .commands import DEFINITIONS, Command, commands
from .source import blank, spaces, without_comments

_KEPT = DEFINITIONS | frozenset(
    "instance import namespace section end open variable universe mutual set_option".split()
)
_LIMITS = ("maxHeartbeats", "maxRecDepth", "synthInstance.max")


def definitions_before(text: str, theorem: Command) -> str:
    """The source before the theorem with all but its plain definitions as blanks, so that lines stay."""
    kept: list[str] = []
    at = 0
    for command in commands(text):
        if command.start >= theorem.start:
            break
        kept.append(spaces(text[at : command.start]))
        piece = text[command.start : command.end]
        keep = command.keyword in _KEPT and (command.keyword != "set_option" or _is_limit(piece))
        kept.append(_without_tail(piece) if keep else spaces(piece))
        at = command.end
    kept.append(spaces(text[at : theorem.start]))
    return "".join(kept)[: theorem.start]


def _is_limit(piece: str) -> bool:
    """True for a bound of work that goes on; "set_option … in" goes with the theorem, which is left out."""
    words = blank(piece).split()
    return len(words) > 1 and words[1].startswith(_LIMITS) and words[-1] != "in"


def _without_tail(piece: str) -> str:
    """A command with blanks for the comments after it: one of them may document what is left out."""
    end = len(without_comments(piece).rstrip())
    return piece[:end] + spaces(piece[end:])
