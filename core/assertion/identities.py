"""Identities that a text asserts: equations between polynomials or rational functions of names without a value.

"x + 1 = 2" is an equation to solve, and says nothing that could be false. An equation is held against the text only
where it is said to hold for all values: under a quantifier that binds all of its names, or as the result of expanding,
simplifying or factoring, with names of which nothing else is known. One that seems to hold, at a few points, is a claim
wherever it is asserted; the checker then proves it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ..claims.ast import Claim, Node, Symbol, symbols
from ..value import value
from .rational import differ_by_a_number, is_collected, is_rational, seems_to_hold
from .runs import Known

MAX_NAMES = 6

_REWRITING = re.compile(
    r"(?<![A-Za-z])(?:expand\w*|expansion|simplif\w*|factor(?:s|ed|ing|i[sz]\w*)?|identity|identically|multipl\w+\s+out|binomial\s+(?:theorem|formula)"
    r"|complet\w+\s+the\s+square|difference\s+of\s+(?:two\s+)?squares|distribut\w+|collect\w*\s+(?:like\s+)?terms|rewrit\w+)(?![A-Za-z])",
    re.IGNORECASE,
)
_PUTTING_IN = re.compile(
    r"(?<![A-Za-z])(?:substitut\w*|plug\w*|insert\w*|replac\w*|condition\w*|constraint\w*|ignor\w+|neglect\w*|up\s+to"
    r"|higher\s+order|first\s+order|dropping|small)(?![A-Za-z])",
    re.I,
)
_GOES_ON = re.compile(
    r"\W*(?:implies|iff|if|only|means|exactly|when(?:ever)?|unless|provided|has|have|with|where|is\s+(?:equivalent|not|solved|to)|gives?|yields?|becomes?"
    r"|reduces|⇔|⇒|⟹|⟺|→|\\(?:implies|iff|Rightarrow|Leftrightarrow|Longrightarrow|to))",
    re.IGNORECASE,
)


def is_rewriting(before: str, after: str) -> bool:
    """Do the words of the sentence say that the equation comes from expanding, simplifying or factoring?"""
    if _PUTTING_IN.search(before) is not None or _PUTTING_IN.search(after[:80]) is not None:
        return False
    return _REWRITING.search(before) is not None or _REWRITING.search(after[:80]) is not None


def goes_on(after: str) -> bool:
    """Is the equation only a part of what is said: the premise of an implication, or something that gives another?"""
    return _GOES_ON.match(after) is not None


_NEVER_FREE = frozenset("i j I e ω ε δ φ ι omega epsilon varepsilon varphi phi iota".split())
"""Names that often stand for one number, as the imaginary unit or a root of unity."""
UNFREE = re.compile(
    r"(?<![A-Za-z])(?:solv\w*|equations?|equat(?:e[sd]?|ing)|set(?:ting)?\s+(?:\w+\s+)?equal|roots?|zeros?|satisf\w+|unknowns?|such\s+that|given\s+that|functions?|sequences?|recurrence\w*"
    r"|derivativ\w+|differentia\w+|variables?\s+with|sin|cos|tan|sines?|cosines?|unit|normali[sz]ed|orthogonal|probabilit\w+)(?![A-Za-z])",
    re.IGNORECASE,
)
OTHER_ALGEBRA = re.compile(
    r"(?<![A-Za-z])(?:matri(?:x|ces)|operators?|vectors?|quaternions?|non-?commut\w*|commutators?|subgroups?|(?:abelian|finite|the|a|this)\s+group"
    r"|semigroups?|monoids?|permutations?|boolean|algebras?\s+(?:over|of|\$)|Lie\s+algebras?|tensors?|idempotents?|involutions?|nilpotent|unions?|intersections?"
    r"|characteristic\s+(?:two|three|p|\$?\d)|events?|strings?|concatenat\w+|freshman\w*)(?![A-Za-z])",
    re.IGNORECASE,
)
"""Words of texts in which + and · need not be those of numbers."""


def may_be_free(name: str) -> bool:
    """Could ``name`` be a plain variable, as far as its letter tells?"""
    return name not in _NEVER_FREE and "'" not in name and not name[:1].isupper() and "(" not in name


@value
class OpenRun:
    """members[first..last] of a claim as identities. ``fails``: a link of them is false at some point."""

    first: int
    last: int
    fails: bool


def open_runs(
    claim: Claim, known: Known, asserts: Callable[[Node, Node], bool], *, in_chains: bool
) -> Iterator[OpenRun]:
    """The runs of members that say identities. ``asserts``: does the text say of a link that it always holds?

    ``in_chains``: in a chain that rewrites, a link whose sides always differ by the same number is a slip without more
    words, as in (x + 1)^2 = x^2 + 2x + 1 = x^2 + 2x + 2.
    """
    links = [_link(claim, i, known) for i in range(len(claim.relations))]
    rewriting = in_chains and any(links)
    run: OpenRun | None = None
    for i, holds in enumerate(links):
        left, right = claim.members[i], claim.members[i + 1]
        if holds or (holds is False and (asserts(left, right) or (rewriting and differ_by_a_number(left, right)))):
            fails = not holds or (run is not None and run.fails)
            run = OpenRun(first=i if run is None else run.first, last=i + 1, fails=fails)
        elif run is not None:
            yield run
            run = None
    if run is not None:
        yield run


def _link(claim: Claim, index: int, known: Known) -> bool | None:
    """Whether a link holds for all values, as far as it seems; None if it is no equation between rational functions."""
    left, right = claim.members[index : index + 2]
    names = symbols(left) | symbols(right)
    if claim.relations[index].name != "=" or claim.modulus is not None or not names or len(names) > MAX_NAMES:
        return None
    if names <= known.keys() or defines(left, right) or left == right:
        return None
    return seems_to_hold(left, right) if is_rational(left) and is_rational(right) else None


def defines(left: Node, right: Node) -> bool:
    """S = (x + 1)^2: one side is a name that the other one does not use."""
    return any(
        isinstance(one, Symbol) and one.name not in symbols(other) for one, other in ((left, right), (right, left))
    )


def rewrites(left: Node, right: Node, free: Callable[[str], bool]) -> bool:
    """Could the link be the result of expanding or collecting, with names that may take any value?

    One side is to be worked out and the other one is, as in (a - b)^2 = a^2 - b^2; 2x + 6 = x + 5 is an equation.
    """
    names = symbols(left)
    if not names or names != symbols(right) or is_collected(left) == is_collected(right):
        return False  # where a name vanishes, something was put for it
    return all(may_be_free(name) and free(name) for name in names)
