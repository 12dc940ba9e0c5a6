"""What is known of numbers at a place: order and sign, from the facts in scope."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cached_property

from ....core.formal.ast import (
    Apply,
    BigOp,
    Binary,
    Name,
    Norm,
    Numeral,
    Projection,
    Quantifier,
    SetBuilder,
    Term,
    Unary,
)
from ..scope.names import free_names
from ..scope.sites import EVENTUALLY, Site
from ..scope.types import is_fin, leaf_type, leaves, number_type, type_of_name
from .definite import definite_names, is_definite
from .linear import Form, Row, bare, constant, follows, form_of, number_of, proportional, relevant
from .signs import is_nonnegative_call, is_positive_call, nonnegative_by_shape, positive_by_shape
from .unfold import ONE, ZERO, conclusions, head_of, heads_in, matches, nonzero_in, unfolded

_MAX_DEPTH = 12
_MAX_FACTS = 80
_MAX_ATOMS = 40
_WHOLE = frozenset(("ℕ", "ℤ", "ℕ+", "Fin"))
_NATURAL = frozenset(("ℕ", "Fin"))
_NEVER_NEGATIVE = frozenset("ℕ ℕ+ ℝ≥0 ℝ≥0∞ ℕ∞ ℚ≥0 Fin".split())
_INHABITED = frozenset(
    "Group Monoid AddGroup AddMonoid CommGroup AddCommGroup CommMonoid Ring CommRing Field DivisionRing Semiring "
    "Nonempty Inhabited Nontrivial Subgroup Submodule".split()
)


class Known:
    """The arithmetic of one place."""

    def __init__(self, site: Site) -> None:
        self.names = site.names
        self._facts = site.facts
        self._answers: dict[tuple[str, Term], bool] = {}

    @cached_property
    def facts(self) -> tuple[Term, ...]:
        """The facts with memberships written as bounds, types as facts, and predicates as orders."""
        found: list[Term] = []
        waiting = [*self._of_types(), *self._facts]
        while waiting and len(found) < _MAX_FACTS:
            fact = waiting.pop(0)
            found.append(fact)
            waiting.extend(unfolded(fact))
        return tuple(found)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The facts that are linear."""
        return tuple(row for fact in self.facts for row in self._rows(fact))

    @cached_property
    def large(self) -> frozenset[str]:
        """Names that run to infinity here."""
        return frozenset(
            one.text
            for fact in self._facts
            if isinstance(fact, Apply) and fact.function == Name(text=EVENTUALLY)
            for one in fact.arguments
            if isinstance(one, Name)
        )

    def at_most(self, small: Term, big: Term, strict: bool = False) -> bool:
        """Whether small ≤ big (small < big where ``strict``) is known."""
        truncated = self.kind(small) in _NATURAL and self.kind(big) in _NATURAL
        form = form_of(big, truncated).plus(form_of(small, truncated), Fraction(-1))
        if strict and truncated:
            form, strict = form.plus(constant(-1)), False
        wanted = Row(form=form, strict=strict)
        near = relevant(self.rows, form)
        return follows((*self._rows_of_atoms(form, near), *near), wanted)

    def positive(self, term: Term, depth: int = 0) -> bool:
        """Whether 0 < term is known."""
        return self._asked("positive", term, depth, self._positive)

    def nonnegative(self, term: Term, depth: int = 0) -> bool:
        """Whether 0 ≤ term is known."""
        return self._asked("nonnegative", term, depth, self._nonnegative)

    def nonzero(self, term: Term, depth: int = 0) -> bool:
        """Whether term ≠ 0 is known."""
        return self._asked("nonzero", term, depth, self._nonzero)

    def _asked(self, what: str, term: Term, depth: int, rule: Callable[[Term, int], bool]) -> bool:
        """The answer to a question, asked once for each term; not known below a depth."""
        if depth > _MAX_DEPTH:
            return False
        key = (what, term)
        if key not in self._answers:
            self._answers[key] = False
            self._answers[key] = rule(term, depth + 1)
        return self._answers[key]

    def _positive(self, term: Term, depth: int) -> bool:
        number = number_of(term)
        if number is not None:
            return number > 0
        natural = self.kind(term) in _NATURAL
        inner = bare(term)
        return (
            self.at_most(ZERO, term, strict=True)
            or ((natural or self.kind(inner) in _NATURAL) and self.unequal(inner, ZERO))
            or positive_by_shape(self, inner, depth)
            or self._surely_positive(inner)
            or (self.unequal(inner, ZERO) and self.nonnegative(term, depth))
        )

    def _nonnegative(self, term: Term, depth: int) -> bool:
        number = number_of(term)
        if number is not None:
            return number >= 0
        inner = bare(term)
        if self.kind(term) in _NEVER_NEGATIVE or (self.kind(inner) in _NEVER_NEGATIVE and not _subtracts(inner)):
            return True
        return self.at_most(ZERO, term) or nonnegative_by_shape(self, inner, depth)

    def _nonzero(self, term: Term, depth: int) -> bool:
        number = number_of(term)
        if number is not None:
            return number != 0
        inner = bare(term)
        if self.positive(term, depth) or self.unequal(inner, ZERO) or self.at_most(term, ZERO, strict=True):
            return True
        return self._nonzero_by_shape(inner, depth) or self._divides_nonzero(inner, depth)

    def _divides_nonzero(self, term: Term, depth: int) -> bool:
        """p ∣ q with q ≠ 0."""
        return any(
            isinstance(fact, Binary)
            and fact.op == "∣"
            and bare(fact.left) == term
            and bare(fact.right) != term
            and self.nonzero(fact.right, depth)
            for fact in self.facts
        )

    def _nonzero_by_shape(self, term: Term, depth: int) -> bool:
        match term:
            case Binary(op="*", left=left, right=right) | Binary(op="/", left=left, right=right):
                return self.nonzero(left, depth) and self.nonzero(right, depth)
            case Binary(op="^", left=left):
                return self.nonzero(left, depth)
            case Unary(op="-" | "⁻¹", operand=inner):
                return self.nonzero(inner, depth)
            case Binary(op="-", left=left, right=right):
                return self.unequal(left, right)
            case Norm(kind="|" | "‖" | "‖₊", of=inner):
                return self.nonzero(inner, depth)
            case BigOp(kind="∏", body=body):
                return self.nonzero(body, depth)
            case Name(text="I" | "Complex.I"):
                return True
            case Apply(function=Name(text=text), arguments=(of,)) if text.rpartition(".")[2] == "log":
                return self.unequal(of, ONE) and self.positive(of, depth)
            case _:
                return False

    def kind(self, term: Term) -> str | None:
        """The type of numbers of a term; ℕ for numerals by themselves."""
        kind = leaf_type(term, self.names)
        return "ℕ" if kind is None and not any(leaves(term, self.names)) and not _subtracts(term) else kind

    @cached_property
    def definite(self) -> frozenset[str]:
        """The bound names that the facts fix."""
        return definite_names(self._facts, self.names)

    def is_definite(self, term: Term) -> bool:
        """Whether a term speaks of nothing but what is fixed, and is no plain number."""
        return number_of(term) is None and is_definite(term, self.definite, self.names)

    def has(self, heads: frozenset[str], about: frozenset[str]) -> bool:
        """Whether a fact whose head is one of ``heads`` speaks of one of the names."""
        return any(
            head_of(part) in heads and (not about or about & free_names(part))
            for fact in self.facts
            for part in heads_in(fact)
        )

    def _of_types(self) -> Iterator[Term]:
        for name, bound in self.names.items():
            variable = Name(text=name)
            type_ = bound.type
            if type_ is None:
                continue
            if number_type(type_) == "ℕ+" or type_ in (Name(text="Nat.Primes"), Name(text="Primes")):
                least = "1" if number_type(type_) == "ℕ+" else "2"
                yield Binary(op="≥", left=variable, right=Numeral(text=least, value=Fraction(least)))
            elif (size := is_fin(type_)) is not None:
                yield Binary(op="<", left=variable, right=size)
            elif number_type(type_) == "ℝ≥0":
                yield Binary(op="≥", left=variable, right=ZERO)
            elif isinstance(type_, Apply | SetBuilder):
                yield Binary(op="∈", left=variable, right=type_)

    def _rows(self, fact: Term) -> Iterator[Row]:
        match fact:
            case Binary(op="=" | "≤" | "<" | "≥" | ">" as op, left=left, right=right):
                truncated = self.kind(left) in _NATURAL and self.kind(right) in _NATURAL
                whole = self.kind(left) in _WHOLE and self.kind(right) in _WHOLE
                low, high = form_of(left, truncated), form_of(right, truncated)
                if op in ("≥", ">"):
                    low, high = high, low
                form = high.plus(low, Fraction(-1))
                if op in ("<", ">"):
                    yield Row(form=form.plus(constant(-1))) if whole else Row(form=form, strict=True)
                else:
                    yield Row(form=form)
                if op == "=":
                    yield Row(form=form.times(Fraction(-1)))
            case _:
                pass

    def _rows_of_atoms(self, wanted: Form, near: list[Row]) -> Iterator[Row]:
        """What is true of the terms themselves: counts are ≥ 0, a - b in ℕ is between a - b and a, powers are ≥ 1."""
        seen: set[Term] = set()
        waiting = [term for form in (wanted, *(row.form for row in near)) for term, _ in form.terms]
        while waiting and len(seen) < _MAX_ATOMS:
            term = waiting.pop(0)
            if term in seen:
                continue
            seen.add(term)
            itself = form_of(term, truncated=True)
            natural = self.kind(term) in _NATURAL
            if natural or is_nonnegative_call(term):
                yield Row(form=itself)
            if natural and (self.unequal(term, ZERO) or self._surely_positive(term)):
                yield Row(form=itself.plus(constant(-1)))
            match term:
                case Binary(op="-", left=left, right=right) if natural:
                    whole = form_of(left, True)
                    yield Row(form=whole.plus(itself, Fraction(-1)))
                    yield Row(form=itself.plus(whole, Fraction(-1)).plus(form_of(right, True)))
                    waiting.extend(part for part, _ in (*whole.terms, *form_of(right, True).terms))
                case Binary(op="/", left=left) if natural:
                    yield Row(form=form_of(left, True).plus(itself, Fraction(-1)))
                    waiting.extend(part for part, _ in form_of(left, True).terms)
                case Binary(op="^", left=left, right=exponent) if natural:
                    if self._surely_positive(exponent) or (number_of(exponent) or 0) >= 1:
                        yield Row(form=itself.plus(form_of(left, True), Fraction(-1)))
                    base = number_of(left)
                    if (base is not None and base >= 2) or self._at_least_two(left):
                        yield Row(form=itself.plus(form_of(exponent, True), Fraction(-1)).plus(constant(-1)))
                    waiting.extend(part for part, _ in form_of(left, True).terms)
                case Binary(op="*", left=left, right=right) if natural:
                    for one, other in ((left, right), (right, left)):
                        if self._surely_positive(other) or self.unequal(other, ZERO):
                            yield Row(form=itself.plus(form_of(one, True), Fraction(-1)))
                    waiting.extend(part for one in (left, right) for part, _ in form_of(one, True).terms)
                case _:
                    pass

    def _surely_positive(self, term: Term, depth: int = 0) -> bool:
        """Whether 0 < term follows from its shape and simple facts on its parts; for a natural number, 1 ≤ term."""
        if depth > _MAX_DEPTH:
            return False
        term = bare(term)
        number = number_of(term)
        if number is not None:
            return number >= 1
        match term:
            case Binary(op="+", left=left, right=right) if self.kind(term) in _NATURAL:
                return self._surely_positive(left, depth + 1) or self._surely_positive(right, depth + 1)
            case Binary(op="*", left=left, right=right):
                return self._surely_positive(left, depth + 1) and self._surely_positive(right, depth + 1)
            case Binary(op="^", left=left):
                return self._surely_positive(left, depth + 1)
            case Unary(op="!" | "‼"):
                return True
            case Projection(field="factorial" | "succ"):
                return True
            case Apply(function=Name(text=text), arguments=arguments):
                if is_positive_call(text):
                    return True
                last = text.rpartition(".")[2]
                if last == "card" and text != "Nat.card" and len(arguments) == 1:
                    return self._inhabited(arguments[0])
                if last == "fib" and arguments:
                    return self._surely_positive(arguments[-1], depth + 1)
            case Projection(of=of, field="card" | "ncard") | Unary(op="#", operand=of):
                return self.has(frozenset(("Nonempty",)), free_names(of))
            case Projection(of=of, field="fib"):
                return self._surely_positive(of, depth + 1)
            case _:
                pass
        return any(self._says_positive(fact, term) for fact in self.facts)

    def _at_least_two(self, term: Term) -> bool:
        return follows(self.rows, Row(form=form_of(term, True).plus(constant(-2))))

    def _says_positive(self, fact: Term, term: Term) -> bool:
        match fact:
            case (
                Binary(op=">" | "≥" as op, left=left, right=right) | Binary(op="<" | "≤" as op, left=right, right=left)
            ):
                least = number_of(right)
                return bare(left) == term and least is not None and (least >= 1 or (least == 0 and op in (">", "<")))
            case Binary(op="≠", left=left, right=right) if self.kind(term) in _NATURAL:
                return (bare(left) == term and number_of(right) == 0) or (bare(right) == term and number_of(left) == 0)
            case _:
                return False

    def _inhabited(self, type_: Term) -> bool:
        """Whether a type or finite set has a member: a group, a ring, an order with a chosen element."""
        about = free_names(type_)
        if any(type_of_name(name, self.names) == type_ for name in self.names):
            return True
        return self.has(_INHABITED, about)

    def unequal(self, left: Term, right: Term) -> bool:
        """Whether left ≠ right is known: x ≠ -2 for x + 2 and 0."""
        left, right = bare(left), bare(right)
        if any({left, right} == {one, other} for one, other, _ in self._unequal):
            return True
        asked = _difference(left, right) if self._unequal else constant(0)
        if any(proportional(difference, asked) for _, _, difference in self._unequal):
            return True
        return number_of(right) == 0 and any(self._for_all_nonzero(fact, left) for fact in self.facts)

    @cached_property
    def _unequal(self) -> tuple[tuple[Term, Term, Form], ...]:
        """The terms of which facts say that they differ, with the difference."""
        found: list[tuple[Term, Term, Form]] = []
        for fact in self.facts:
            match fact:
                case (
                    Binary(op="≠", left=one, right=other) | Unary(op="¬", operand=Binary(op="=", left=one, right=other))
                ):
                    found.append((bare(one), bare(other), _difference(one, other)))
                case _:
                    pass
        return tuple(found)

    def _for_all_nonzero(self, fact: Term, term: Term) -> bool:
        """∀ x, f x ≠ 0 and ∀ x, 0 < f x speak of f t for each t."""
        match fact:
            case Quantifier(kind="∀", binders=binders, body=body):
                variables = frozenset(name for binder in binders for name in binder.names)
                return any(
                    matches(subject, term, variables) for part in conclusions(body) for subject in nonzero_in(part)
                )
            case _:
                return False

    def for_all(self, term: Term, strict: bool) -> bool:
        """Whether a fact ∀ x, …, 0 < f x (0 ≤ f x) speaks of the term."""
        for fact in self.facts:
            match fact:
                case Quantifier(kind="∀", binders=binders, body=body):
                    variables = frozenset(name for binder in binders for name in binder.names)
                    for part in conclusions(body):
                        match part:
                            case (
                                Binary(op="<" | "≤" as op, left=low, right=high)
                                | Binary(op=">" | "≥" as op, left=high, right=low)
                            ):
                                least = number_of(low)
                                enough = least is not None and (
                                    least > 0 or (least == 0 and (not strict or op in ("<", ">")))
                                )
                                if enough and matches(high, term, variables):
                                    return True
                            case _:
                                pass
                case _:
                    pass
        return False


def _difference(left: Term, right: Term) -> Form:
    return form_of(left).plus(form_of(right), Fraction(-1))


def _subtracts(term: Term) -> bool:
    """Whether an arithmetic expression has a difference in it, which a cast around it may make negative."""
    stack = [term]
    while stack:
        part = stack.pop()
        match part:
            case Binary(op="-") | Unary(op="-"):
                return True
            case Binary(op="+" | "*" | "/" | "%" | "^", left=left, right=right):
                stack.extend((left, right))
            case _:
                pass
    return False
