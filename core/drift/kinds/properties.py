"""Properties in words: what the text says and the statement has no trace of, and hypotheses without a word for them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...faithfulness.findings import Drift, LintFinding
from ...formal import ast
from ...formal.ast import BinderKind, Term
from ...formal.walk import walk
from ..expr import Expr, leaf, value_of
from ..expr import walk as walk_expr
from ..findings import hint
from ..formal import Formal
from ..formal_names import is_proposition
from ..prose.reading import Prose
from .lexicon import LICENSES, PROPERTIES, Property

_VERB = re.compile(r"\b(?:is|are|has|have|contains?|must|can|cannot|there|we|exists?)\b")
_GIVEN = re.compile(r"\b(?:prove|show|deduce|then|conclude)\b")


def property_findings(prose: Prose, formal: Formal) -> Iterator[LintFinding]:
    """Properties of the text that nothing in the statement says."""
    if formal.helped:
        return
    vocabulary = _vocabulary(formal)
    for entry in PROPERTIES:
        match = re.search(entry.word, prose.wording)
        if match is None or _is_said(entry, vocabulary, formal):
            continue
        shown = _is_shown(prose.wording, match.start())
        yield hint(
            "conclusion-dropped" if shown else "dropped-hypothesis",
            Drift.UNDERGENERALIZED if shown else Drift.MISSING_ASSUMPTIONS,
            f"the text says “{match.group()}”; nothing in the statement does",
            formal,
            witness=(("text", match.group()),),
            where="goal" if shown else "hypotheses",
        )


def _vocabulary(formal: Formal) -> str:
    return " ".join(sorted((formal.identifiers | frozenset(formal.classes)) - _unmeasured(formal))).lower()


_SIZES = frozenset(
    "card ncard encard finrank orderOf Nat.card Set.ncard Set.encard Module.finrank FiniteDimensional.finrank "
    "ENat.card addOrderOf".split()
)


def _unmeasured(formal: Formal) -> frozenset[str]:
    """Names of sizes that no premise fixes or bounds from below: an infinite thing has the size 0 in Lean, so that
    they say nothing of being finite."""
    for fact in formal.claim.premises:
        if fact.head in ("=", "<", "≤", "∣", "≠", "prop:prime") and len(set(map(_is_size, fact.args))) == 2:
            return frozenset()
        if fact.head.startswith("prop:") and any(_is_size(arg) for arg in fact.args):
            return frozenset()
    return _SIZES


def _is_size(term: Expr) -> bool:
    return any(here.head == "abs" or here.head.endswith("finrank") for here in walk_expr(term))


def _is_said(entry: Property, vocabulary: str, formal: Formal) -> bool:
    if any(mark in vocabulary for mark in entry.marks):
        return True
    if formal.operators & frozenset(entry.signs) or formal.identifiers & frozenset(entry.signs):
        return True
    return any(_FORMS[form](formal) for form in entry.forms)


def _is_shown(wording: str, at: int) -> bool:
    """Whether the words at ``at`` stand behind "prove that" or "then" of their sentence."""
    begin = wording.rfind(" . ", 0, at) + 1
    sentence = wording[begin:at]
    cues = list(_GIVEN.finditer(sentence))
    if not cues:
        return False
    rest = sentence[cues[-1].end() :]
    if " if " in f"{rest} " and " then " not in rest:
        return False
    after = wording[at:].split(" . ", 1)[0]
    return _VERB.search(rest) is not None or _VERB.search(after) is None  # before the verb it is of the subject


# --- forms that say a property without its name
def _commuting(formal: Formal) -> bool:
    """x * y = y * x."""
    for binder in (*(binder.type for binder in formal.statement.binders), formal.content):
        if binder is None:
            continue
        if any(_is_exchange(here) for here in walk(binder)):
            return True
    return False


def _is_exchange(here: Term) -> bool:
    if not isinstance(here, ast.Binary) or here.op not in ("=", "≠"):
        return False
    left, right = here.left, here.right
    if not isinstance(left, ast.Binary) or not isinstance(right, ast.Binary) or left.op != right.op:
        return False
    return left.left == right.right and left.right == right.left


def _counted(formal: Formal) -> bool:
    return not _unmeasured(formal) and any(here.head == "abs" for here in _all(formal))


def _conjugating(formal: Formal) -> bool:
    """g * x * g⁻¹."""
    return any(
        here.head == "*"
        and any(arg.head == "^" and value_of(arg.args[1]) == -1 and arg.args[0] in here.args for arg in here.args)
        for here in _all(formal)
    )


def _multiplying(formal: Formal) -> bool:
    """f (x * y) = f x * f y."""
    return any(
        here.head in ("=", "∈") and any(arg.head == "app" and arg.args[-1].head in ("*", "+") for arg in here.args)
        for here in _all(formal)
    )


def _doubled(formal: Formal) -> bool:
    return any(here.head in ("odd", "∣", "%") for here in _all(formal)) or any(
        here.head in ("*", "+")
        and any(value_of(arg) == 2 or (arg.head == "*" and value_of(arg.args[0]) == 2) for arg in here.args)
        for here in _all(formal)
    )


def _doubled_and_one(formal: Formal) -> bool:
    """2 * k + 1, a remainder, or what is not divisible."""
    for here in _all(formal):
        if here.head in ("odd", "≡", "≢", "%", "∤"):
            return True
        halves = [arg for arg in here.args if arg.head == "*" and value_of(arg.args[0]) == 2]
        if here.head == "+" and halves and any((value_of(arg) or 0) % 2 == 1 for arg in here.args):
            return True
    return False


def _above_zero(formal: Formal) -> bool:
    """A bound from below by a numeral, not zero, or a range that begins above."""
    for here in _all(formal):
        if here.head in ("<", "≤") and (value_of(here.args[0]) is not None or here.args[1].head == "∞"):
            return True
        if here.head in ("≠", "∣", "prop:prime", "odd", "Icc", "Ioc", "Ioo", "Ioi", "Ici") or here.head.startswith(
            "∃∞"
        ):
            return True
    return False


def _reflected(formal: Formal) -> bool:
    """f (-x), as odd and even functions have it."""
    return any(
        here.head == "app" and any(arg.head == "*" and value_of(arg.args[0]) == -1 for arg in here.args[1:])
        for here in _all(formal)
    )


def _inhabited(formal: Formal) -> bool:
    """∃ x, x ∈ s, or x ∈ s for a variable x."""
    variables = {leaf(name) for name in formal.claim.variables}
    return any(
        here.head == "∃" or (here.head == "∈" and here.args[0] in variables)
        for part in formal.claim.premises
        for here in walk_expr(part)
    ) or any(here.head == "≠" for here in _all(formal))


def _injecting(formal: Formal) -> bool:
    """f x = f y → x = y."""
    return any(
        here.head == "→" and here.args[1].head == "=" and any(p.head == "=" for p in walk_expr(here.args[0]))
        for here in _all(formal)
    )


def _uniform(formal: Formal) -> bool:
    """ε and δ, or a limit at every point."""
    return sum(1 for here in _all(formal) if here.head == "<" and here.args[0] == Expr("#0")) >= 2


def _approximating(formal: Formal) -> bool:
    return any(here.head == "∃" for here in _all(formal)) and any(here.head == "<" for here in _all(formal))


_FORMS = {
    "commuting": _commuting,
    "counted": _counted,
    "conjugating": _conjugating,
    "multiplying": _multiplying,
    "doubled": _doubled,
    "doubled_and_one": _doubled_and_one,
    "above_zero": _above_zero,
    "reflected": _reflected,
    "inhabited": _inhabited,
    "injecting": _injecting,
    "uniform": _uniform,
    "approximating": _approximating,
}


def _all(formal: Formal) -> Iterator[Expr]:
    for part in (*formal.claim.premises, *formal.claim.conclusions):
        yield from walk_expr(part)


# --- hypotheses that the text does not license
def added_findings(prose: Prose, formal: Formal) -> Iterator[LintFinding]:
    """Hypotheses and classes that restrict the claim and for which the text has no word."""
    for binder in formal.statement.binders:
        if binder.type is None:
            continue
        assumed = binder.kind is BinderKind.INSTANCE or is_proposition(binder.type, binder.names)
        if not assumed or _is_pattern(binder.type):
            continue
        head = _unlicensed(binder.type, prose.everything)
        if head is not None:
            yield _assumes(head, (binder.start, binder.end), formal)
            return
    yield from _unlicensed_constants(prose, formal)
    goal = formal.content
    if isinstance(goal, ast.Binary) and goal.op == "→":
        head = _unlicensed(goal.left, prose.everything.replace("§", ""))
        if head is not None:
            yield _assumes(head, (goal.left.start, goal.left.end), formal)


def _unlicensed(assumed: Term, text: str) -> str | None:
    """The first class or predicate of an assumption that needs a word of the text and has none."""
    for head in _heads(assumed):
        license_ = next((entry for entry in LICENSES if entry.head == head), None)
        if license_ is not None and not re.search(license_.word, text):
            return head
    return None


def _assumes(head: str, place: tuple[int, int], formal: Formal) -> LintFinding:
    return hint(
        "added-hypothesis",
        Drift.UNDERGENERALIZED,
        f"the statement assumes {head}; the text has no word for it",
        formal,
        witness=(("statement", head),),
        place=place,
        where="hypothesis",
    )


def _is_pattern(type_: Term) -> bool:
    """Equivalences and alternatives among hypotheses say more than the predicate in them."""
    return any(isinstance(here, ast.Binary) and here.op in ("↔", "∨", "→") for here in walk(type_)) or any(
        isinstance(here, ast.Unary) and here.op == "¬" for here in walk(type_)
    )


def _heads(type_: Term) -> Iterator[str]:
    for here in walk(type_):
        if isinstance(here, ast.Name):
            yield here.text.rsplit(".", 1)[-1]
        elif isinstance(here, ast.Projection):
            yield here.field


def _unlicensed_constants(prose: Prose, formal: Formal) -> Iterator[LintFinding]:
    """x > 3 among the hypotheses, and the text has no 3."""
    values = {part for number in prose.numerals for part in (number, -number)}
    values |= {part for number in prose.written for part in (number + 1, number - 1)}
    for fact, start, end in formal.places:
        if fact.head not in ("<", "≤", "≠") or len(fact.args) != 2:
            continue
        name = next((arg for arg in fact.args if not arg.args and value_of(arg) is None), None)
        number = next((value for arg in fact.args if (value := value_of(arg)) is not None), None)
        if name is None or number is None or name == leaf("∞") or abs(number) < 2 or number in values:
            continue
        yield hint(
            "added-hypothesis",
            Drift.UNDERGENERALIZED,
            f"the statement assumes a bound with {number}, which the text does not have",
            formal,
            witness=(("statement", str(number)),),
            place=(start, end),
            where="hypothesis",
        )
        return
