"""Intervals with open and closed ends, sums from one to n and from zero to n - 1."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ...faithfulness.findings import Drift, LintFinding
from ..difference import Kind
from ..exact import Matching, Role
from ..expr import ONE, ZERO, Expr, add, leaf, names, neg, num, shown, sub, substituted, value_of, walk
from ..findings import hint
from ..formal import Formal
from ..normal import by_position, counted
from ..prose.phrases import bare_terms
from ..prose.reading import Prose

_INFINITE = (leaf("∞"), neg(leaf("∞")))
_OPEN_ENDED = {"Ici": (True, None), "Ioi": (False, None), "Iic": (None, True), "Iio": (None, False)}


def range_findings(prose: Prose, formal: Formal, matching: Matching) -> Iterator[LintFinding]:
    """Ends of intervals and of sums that moved."""
    yield from _intervals(prose, formal)
    yield from _sums(prose, formal)
    yield from _shifted(formal, matching)
    yield from _spoken(prose, formal)


# --- intervals: (first end, closed?, last end, closed?)
def _ends(expr: Expr) -> tuple[Expr | None, bool | None, Expr | None, bool | None] | None:
    if expr.head in ("Icc", "Ico", "Ioc", "Ioo") and len(expr.args) == 2:
        low, high = expr.args
        return (
            None if low in _INFINITE else low,
            None if low in _INFINITE else expr.head[1] == "c",
            None if high in _INFINITE else high,
            None if high in _INFINITE else expr.head[2] == "c",
        )
    if expr.head in _OPEN_ENDED and len(expr.args) == 1:
        low_closed, high_closed = _OPEN_ENDED[expr.head]
        return (
            expr.args[0] if low_closed is not None else None,
            low_closed,
            expr.args[0] if high_closed is not None else None,
            high_closed,
        )
    return None


def _intervals(prose: Prose, formal: Formal) -> Iterator[LintFinding]:
    said = {ends for item in prose.formulas for here in walk(item) if (ends := _ends(here)) is not None}
    facts = (*formal.claim.premises, *formal.claim.conclusions)
    written = {ends: here for fact in facts for here in walk(fact) if (ends := _ends(here)) is not None}
    closed = any(ends[1] or ends[3] for ends in said)
    for item in prose.formulas:  # (a, b) may be a pair: it is the open interval beside one with the same ends
        for pair in walk(item):
            if pair.head != "tuple" or len(pair.args) != 2 or closed or prose.has(r"\bclosed interval|\bhalf-open"):
                continue
            said.add((pair.args[0], False, pair.args[1], False))
    for source in sorted(said, key=str):
        if source in written:
            continue
        for ends, here in written.items():
            if (ends[0], ends[2]) == (source[0], source[2]) and ends not in said:
                yield hint(
                    "strictness-drift",
                    Drift.WRONG_OBJECTS,
                    f"the interval of the text is {_shown(source)}; the statement has {shown(here)}",
                    formal,
                    witness=(("text", _shown(source)), ("statement", shown(here))),
                )
                return


def _shown(ends: tuple[Expr | None, bool | None, Expr | None, bool | None]) -> str:
    low, closed_low, high, closed_high = ends
    return (
        f"{'[' if closed_low else '('}{shown(low) if low is not None else '-∞'}, "
        f"{shown(high) if high is not None else '∞'}{']' if closed_high else ')'}"
    )


# --- sums
def _sums(prose: Prose, formal: Formal) -> Iterator[LintFinding]:
    facts = (*formal.claim.premises, *formal.claim.conclusions)
    written = [here for fact in facts for here in walk(fact) if _is_sum(here)]
    for item in prose.formulas:
        for source in walk(item):
            if not _is_sum(source) or not counts(source) or any(_same_sum(source, other) for other in written):
                continue
            for other in written:
                if (moved := _moved(source, other)) is not None:
                    yield hint(
                        "range-off-by-one",
                        Drift.WRONG_OBJECTS,
                        f"the text runs {moved[0]}, the statement {moved[1]}",
                        formal,
                        witness=(("text", moved[0]), ("statement", moved[1])),
                    )
                    return


def counts(expr: Expr) -> bool:
    """Whether a sum uses its index as a number: a sequence may begin at any index, k itself may not."""
    if expr.head not in ("∑", "∏") or len(expr.args) != 4:
        return False
    stack = [expr.args[3]]
    while stack:
        here = stack.pop()
        if here == expr.args[0]:
            return True
        if here.head != "app":
            stack.extend(here.args)
    return False


def _is_sum(expr: Expr) -> bool:
    return expr.head in ("∑", "∏") and len(expr.args) == 4 and expr.args[2] != leaf("…")


def _same_sum(one: Expr, other: Expr) -> bool:
    made, another = counted(one), counted(other)
    return by_position(made or one) == by_position(another or other)


def _moved(source: Expr, other: Expr) -> tuple[str, str] | None:
    """How two sums over the same terms end apart by one."""
    if source.head != other.head:
        return None
    name, low, high, body = source.args
    other_name, other_low, other_high, other_body = other.args
    for shift in (0, 1, -1):
        moved = substituted(other_body, other_name.head, add(leaf(name.head), num(shift)))
        if moved != body:
            continue
        first, last = add(other_low, num(-shift)), add(other_high, num(-shift))
        apart = [value_of(sub(first, low)), value_of(sub(last, high))]
        if apart != [0, 0] and all(step is not None and abs(step) <= 1 for step in apart):
            return f"from {shown(low)} to {shown(high)}", f"from {shown(first)} to {shown(last)}"
    return None


# --- 1 ≤ i ≤ n against i < n
def _shifted(formal: Formal, matching: Matching) -> Iterator[LintFinding]:
    dropped = [
        item.source.args[1]
        for item in matching.mismatches
        if item.kind is Kind.OMITTED
        and item.role is Role.PREMISE
        and (
            (item.source.head == "≤" and item.source.args[0] == ONE)
            or (item.source.head == "<" and item.source.args[0] == ZERO)
        )
    ]
    for item in matching.mismatches:
        if item.kind is Kind.STRICTNESS and item.source.head == "≤" and item.source.args[0] in dropped:
            yield hint(
                "range-off-by-one",
                Drift.WRONG_OBJECTS,
                f"the text counts from 1 to {shown(item.source.args[1])}, the statement from 0 to one less",
                formal,
                place=formal.place(item.formal),
                where="hypothesis",
            )


# --- "for k = 1 to 10", "from 1 through n"
def _spoken(prose: Prose, formal: Formal) -> Iterator[LintFinding]:
    """A range in words beside one of the statement that has one term more or less."""
    facts = (*formal.claim.premises, *formal.claim.conclusions)
    written = [
        here
        for fact in facts
        for here in walk(fact)
        if _is_sum(here) and value_of(sub(here.args[2], here.args[1])) != 0
    ]
    for low, high, summand in _said_ranges(prose):
        steps = [(_apart(other, low, high, summand), other) for other in written]
        if any(step == 0 for step, _ in steps):
            continue
        for step, other in steps:
            if step != 1:
                continue
            first, last = shown(other.args[1]), shown(other.args[2])
            yield hint(
                "range-off-by-one",
                Drift.WRONG_OBJECTS,
                f"the text runs from {shown(low)} to {shown(high)}, the statement from {first} to {last}",
                formal,
                witness=(
                    ("text", f"from {shown(low)} to {shown(high)}"),
                    ("statement", f"from {first} to {last}"),
                ),
            )
            return


def _same_terms(other: Expr, summand: Expr | None) -> bool:
    """Whether a sum has the term that the text names, with the index as it is there."""
    if summand is None:
        return False
    name, body = other.args[0], other.args[3]
    bound = sorted(names(summand) & {name.head}) or sorted(names(summand))[:1]
    return bool(bound) and substituted(summand, bound[0], name) == body


def _apart(other: Expr, low: Expr, high: Expr, summand: Expr | None) -> Fraction | None:
    """By how many terms a sum and a range of the text part at one end, None if that depends.

    Where the sum has another index only their lengths are compared. A term of index zero mostly adds nothing.
    """
    first, last = value_of(sub(low, other.args[1])), value_of(sub(other.args[2], high))
    if first is None or last is None:
        return None
    if not _same_terms(other, summand):
        longer = abs(first + last)
        return Fraction(0) if longer == first == 1 and other.args[1] == ZERO else longer
    if first == 1 and other.args[1] == ZERO:
        first = Fraction(0)
    return max(abs(first), abs(last))


def _said_ranges(prose: Prose) -> list[tuple[Expr, Expr, Expr | None]]:
    """The ends of "k = 1 to 10", "from 1 to n", "1 through 10", and the term before them, as in "the sum of k from"."""
    found: list[tuple[Expr, Expr, Expr | None]] = []
    for index, (before, joint, after) in enumerate(zip(prose.pieces, prose.pieces[1:], prose.pieces[2:], strict=False)):
        if joint.kind != "word" or joint.text not in ("to", "through") or len(before.items or ()) != 1:
            continue
        last = bare_terms(after)
        (item,) = before.items or (leaf("…"),)
        if item.head == "=" and any(not arg.args and value_of(arg) is None for arg in item.args):
            item = next((arg for arg in item.args if value_of(arg) is not None), leaf("…"))
        elif prose.pieces[max(0, index - 1)].text != "from" and joint.text != "through":
            continue
        if value_of(item) is not None and last is not None and len(last) == 1:
            summand = bare_terms(prose.pieces[index - 2]) if index > 2 else None
            of = index > 2 and prose.pieces[index - 3].text == "of"
            found.append((item, last[0], summand[0] if summand is not None and of and len(summand) == 1 else None))
    return found[:10]
