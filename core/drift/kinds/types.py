"""Number systems: a real number of the text that became a natural one, a function whose domain shrank."""

from __future__ import annotations

from collections.abc import Iterator

from ...faithfulness.findings import Drift, LintFinding
from ...formal import ast
from ...formal.ast import Term
from ..expr import Expr, walk
from ..findings import hint
from ..formal import Formal
from ..formal_names import NUMBER_SYSTEMS
from ..prose.reading import Prose
from .positivity import bound_system, sign_is_kept

_SIZE = {"ℕ": 0, "ℤ": 1, "ℚ": 2, "ℝ": 3, "ℂ": 4}
_NAMES = {"ℕ": "natural", "ℤ": "integer", "ℚ": "rational", "ℝ": "real", "ℂ": "complex"}
_REALS = frozenset(
    "ℝ Real NNReal ENNReal EReal ℂ Complex EuclideanSpace InnerProductSpace NormedSpace NormedField RCLike Irrational "
    "Metric MetricSpace NormedAddCommGroup".split()
)
_ABSTRACT = frozenset("Field Module Algebra LinearOrderedField OrderedField DivisionRing CommRing Ring".split())


def type_findings(prose: Prose, formal: Formal) -> Iterator[LintFinding]:
    """Variables and functions whose number system changed."""
    seen: set[str] = set()
    for said in prose.said:
        if said.fact.head != "type" or said.fact.args[0].args or not said.hypothesis:
            continue
        name, system = said.fact.args[0].head, said.fact.args[1].head
        written = bound_system(name, formal)
        if name in seen or not written or system not in _SIZE or written == system:
            continue
        if _changed(name, system, written, prose, formal):
            seen.add(name)
            yield hint(
                "type-drift",
                Drift.UNDERGENERALIZED if _SIZE[written] < _SIZE[system] else Drift.OVERGENERALIZED,
                f"the text takes {name} {_NAMES[system]}; the statement has {name} : {written}",
                formal,
                witness=(("text", f"{name} ∈ {system}"), ("statement", f"{name} : {written}")),
                where="variables",
            )
    yield from _functions(prose, formal)
    if not seen:
        yield from _absent(prose, formal)


def _changed(name: str, system: str, written: str, prose: Prose, formal: Formal) -> bool:
    if system == "ℤ" and written == "ℕ":
        return not _never_negative(name, prose) and not _is_claimed(name, formal)
    if system == "ℕ" and written == "ℤ":
        return not sign_is_kept(name, formal) and not _bounded_below(name, formal)
    if _SIZE[written] > _SIZE[system]:
        return not (formal.identifiers & {_NAMES_OF_CAST[system], system}) and written in ("ℚ", "ℝ", "ℂ")
    return True


_NAMES_OF_CAST = {"ℕ": "Nat", "ℤ": "Int", "ℚ": "Rat", "ℝ": "Real", "ℂ": "Complex"}


def _bounded_below(name: str, formal: Formal) -> bool:
    return Expr("≤", (Expr("#0"), Expr(name))) in formal.claim.premises


def _is_claimed(name: str, formal: Formal) -> bool:
    """Whether the statement claims that such a number exists: a natural one is an integer too."""
    return any(
        here.head in ("∃", "∃!", "∃∞") and Expr(name) in here.args[:-1]
        for part in formal.claim.conclusions
        for here in walk(part)
    )


def _never_negative(name: str, prose: Prose) -> bool:
    """Whether the text says that an integer is positive, prime, at least something, or is silent on negative ones
    because it counts."""
    one = Expr(name)
    facts = [said.fact for said in prose.said] + list(prose.claim.premises) + list(prose.formulas)
    for fact in facts:
        parts = fact.args if fact.head == "∧" else (fact,)
        for part in parts:
            if part.head in ("<", "≤") and part.args[1] == one:
                return True
            if part.head in ("prop:prime", "prop:composite") and part.args == (one,):
                return True
    return any(_is_exponent(one, formula) for formula in prose.formulas)


def _is_exponent(one: Expr, formula: Expr) -> bool:
    stack = [formula]
    while stack:
        here = stack.pop()
        if here.head == "^" and (here.args[1] == one or (here.args[1].head in "+*" and one in here.args[1].args)):
            return True
        stack.extend(here.args)
    return False


def _functions(prose: Prose, formal: Formal) -> Iterator[LintFinding]:
    types = {name: binder.type for binder in formal.statement.binders for name in binder.names}
    for item in prose.formulas:
        if item.head != "fun" or item.args[0].args:
            continue
        name = item.args[0].head
        type_ = types.get(name)
        if not isinstance(type_, ast.Binary) or type_.op != "→":
            continue
        for place, source, formal_type in (("domain", item.args[1], type_.left), ("values", item.args[2], type_.right)):
            written = _system(formal_type)
            if source.head in _SIZE and written in _SIZE and _SIZE[written] < _SIZE[source.head]:
                yield hint(
                    "type-drift",
                    Drift.UNDERGENERALIZED,
                    f"the {place} of {name}: {_NAMES[source.head]} numbers in the text, {written} in the statement",
                    formal,
                    witness=(("text", source.head), ("statement", written)),
                    where="variables",
                )


def _system(type_: Term) -> str:
    return NUMBER_SYSTEMS.get(type_.text, "") if isinstance(type_, ast.Name) else ""


def _absent(prose: Prose, formal: Formal) -> Iterator[LintFinding]:
    """Real, rational or complex numbers in the text, and whole ones only in the statement."""
    if formal.identifiers & _ABSTRACT or frozenset(formal.classes) & _ABSTRACT or formal.helped:
        return
    systems = formal.identifiers & {"ℕ", "ℤ", "ℚ", "Nat", "Int", "Rat"}
    if not systems:
        return
    asked = (
        (r"\b(?:positive |negative |distinct |non-?negative |non-?zero )*real(?:s| numbers?)\b", _REALS, "real"),
        (r"\bcomplex numbers?\b", frozenset(("ℂ", "Complex")), "complex"),
        (r"\brational numbers?\b|\brationals\b", _REALS | {"ℚ", "Rat", "Rational"}, "rational"),
    )
    for pattern, evidence, name in asked:
        if prose.has(pattern) and not formal.identifiers & evidence:
            yield hint(
                "type-drift",
                Drift.UNDERGENERALIZED,
                f"the text speaks of {name} numbers; the statement has none ({', '.join(sorted(systems))})",
                formal,
                witness=(("text", f"{name} numbers"), ("statement", ", ".join(sorted(systems)))),
                where="variables",
            )
