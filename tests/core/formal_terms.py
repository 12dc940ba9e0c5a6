"""Random Lean terms for the property tests."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from proofsieve.core.formal.ast import (
    Anonymous,
    Apply,
    Ascription,
    BigOp,
    Binary,
    Binder,
    BinderKind,
    Congruence,
    IfThenElse,
    Index,
    Lambda,
    Let,
    ListLit,
    Literal,
    Matrix,
    Name,
    NamedArgument,
    Norm,
    Numeral,
    Projection,
    Quantifier,
    SetBuilder,
    SetLit,
    Sort,
    Structure,
    Term,
    Tuple,
    Unary,
)
from proofsieve.core.formal.notation import BIG, BRACKETED, INFIX, POSTFIX, PREFIX

VARIABLES = ("x", "y", "n", "h₁", "α", "f'", "«odd one»", "ℝ", "π")
"""Names that count as bound wherever they occur."""
_FREE = ("Nat.Prime", "Set.Icc", "↑", "∅", "⊤", "ℕ+", "_", ".inl", "Real.sqrt")
_LOCAL = ("i", "j", "u", "ε")

names = st.sampled_from([*VARIABLES, *_FREE]).map(lambda text: Name(text=text))
locals_ = st.sampled_from(_LOCAL)
numerals = st.sampled_from(["0", "1", "2", "17", "2.5", "1e3", "0x1F"]).map(
    lambda text: Numeral(text=text, value=Fraction(int(text, 16) if "x" in text else Fraction(text)))
)
leaves = st.one_of(
    names,
    numerals,
    st.sampled_from(['"a b"', "'c'"]).map(lambda text: Literal(text=text)),
    st.sampled_from([("Prop", ""), ("Type", ""), ("Type", "*"), ("Type", "u"), ("Sort", "max u v")]).map(
        lambda pair: Sort(kind=pair[0], level=pair[1])
    ),
)


KINDS = st.sampled_from([BinderKind.EXPLICIT, BinderKind.IMPLICIT, BinderKind.STRICT])


class Grower:
    """Draws terms of a given depth at most."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw

    def pick(self, *options: str) -> str:
        return self.draw(st.sampled_from(options))

    def yes(self) -> bool:
        return self.draw(st.booleans())

    def some(self, depth: int, least: int, most: int) -> tuple[Term, ...]:
        return tuple(self.term(depth) for _ in range(self.draw(st.integers(least, most))))

    def maybe(self, depth: int) -> Term | None:
        return self.term(depth) if self.yes() else None

    def term(self, depth: int) -> Term:
        if depth <= 0 or self.draw(st.integers(0, 5)) == 0:
            return self.draw(leaves)
        return self.draw(st.sampled_from(GROWTHS))(self, depth - 1)

    def binder(self, depth: int) -> Binder:
        if self.yes():
            names = tuple(self.draw(st.lists(locals_, min_size=1, max_size=2, unique=True)))
            return Binder(names=names, type=self.maybe(depth), kind=self.draw(KINDS))
        return self.bounded(depth)

    def bounded(self, depth: int) -> Binder:
        return Binder(names=(self.draw(locals_),), relation=self.pick("∈", "<", "≥", "≠", "⊆"), domain=self.term(depth))

    def binders(self, depth: int) -> tuple[Binder, ...]:
        return tuple(self.binder(depth) for _ in range(self.draw(st.integers(1, 2))))

    def pattern(self, depth: int) -> Binder:
        kind = Tuple if self.yes() else Anonymous
        return Binder(names=("u", "v"), pattern=kind(items=(Name(text="u"), Name(text="v"))), type=self.maybe(depth))

    def infix(self, depth: int) -> Term:
        return Binary(op=self.pick(*sorted(INFIX)), left=self.term(depth), right=self.term(depth))

    def parametrised(self, depth: int) -> Term:
        return Binary(
            op=self.pick(*sorted(BRACKETED)),
            left=self.term(depth),
            right=self.term(depth),
            parameter=self.term(depth),
        )

    def around(self, depth: int) -> Term:
        op = self.pick("^[]", "𝓝[]", "⟪⟫", "⁅⁆", "⟮⟯", "⟦⟧")
        return Binary(op=op, left=self.term(depth), right=self.term(depth))

    def unary(self, depth: int) -> Term:
        return Unary(
            op=self.pick(*sorted(PREFIX), "not", "@", "𝓝[≠]", "𝓝[>]", *sorted(POSTFIX)), operand=self.term(depth)
        )

    def apply(self, depth: int) -> Term:
        function = self.term(depth)
        arguments = self.some(depth, 1, 3)
        if self.yes():
            arguments = (*arguments, NamedArgument(name="n", value=self.term(depth)))
        return Apply(function=function, arguments=arguments)

    def projection(self, depth: int) -> Term:
        return Projection(of=self.term(depth), field=self.pick("1", "2", "card", "im"))

    def index(self, depth: int) -> Term:
        return Index(of=self.term(depth), index=self.term(depth), mode=self.pick("", "!", "?"))

    def congruence(self, depth: int) -> Term:
        left, right, modulus = self.some(depth, 3, 3)
        return Congruence(ring=self.pick("MOD", "ZMOD"), left=left, right=right, modulus=modulus)

    def quantifier(self, depth: int) -> Term:
        kind = self.pick("∀", "∃", "∃!", "∀ᶠ", "Σ", "Π")
        return Quantifier(kind=kind, binders=self.binders(depth), body=self.term(depth))

    def big(self, depth: int) -> Term:
        return BigOp(
            kind=self.pick(*sorted(BIG)),
            binders=self.binders(depth),
            body=self.term(depth),
            condition=self.maybe(depth),
            measure=self.maybe(depth),
        )

    def function(self, depth: int) -> Term:
        binders = (self.pattern(depth),) if self.yes() else self.binders(depth)
        return Lambda(binders=binders, body=self.term(depth))

    def let(self, depth: int) -> Term:
        return Let(
            keyword=self.pick("let", "have"),
            name=self.draw(locals_),
            type=self.maybe(depth),
            value=self.term(depth),
            body=self.term(depth),
        )

    def ascription(self, depth: int) -> Term:
        return Ascription(term=self.term(depth), type=self.term(depth))

    def set_builder(self, depth: int) -> Term:
        binder = self.pattern(depth) if self.yes() else self.bounded(depth)
        return SetBuilder(binders=(binder,), condition=self.term(depth), kind=self.pick("{}", "//"))

    def image(self, depth: int) -> Term:
        return SetBuilder(binders=(self.bounded(depth), self.bounded(depth)), image=self.term(depth))

    def items(self, depth: int) -> Term:
        if self.yes():
            return SetLit(items=self.some(depth, 0, 3))
        if self.yes():
            return Tuple(items=self.some(depth, 2, 3))
        if self.yes():
            return Anonymous(items=self.some(depth, 0, 3))
        if self.yes():
            return Matrix(rows=(self.some(depth, 2, 2), self.some(depth, 2, 2)))
        return ListLit(items=self.some(depth, 0, 3), kind=self.pick("[", "![", "#[", "!₂["))

    def structure(self, depth: int) -> Term:
        fields = (NamedArgument(name="re", value=self.term(depth)), NamedArgument(name="im", value=self.term(depth)))
        return Structure(fields=fields, source=self.maybe(depth))

    def condition(self, depth: int) -> Term:
        condition, yes, no = self.some(depth, 3, 3)
        return IfThenElse(condition=condition, yes=yes, no=no, name=self.pick("", "h"))

    def norm(self, depth: int) -> Term:
        return Norm(kind=self.pick("|", "‖", "‖₊", "⌊", "⌊₊", "⌈", "⟦", "‹"), of=self.term(depth))


GROWTHS = [
    Grower.infix,
    Grower.infix,
    Grower.infix,
    Grower.unary,
    Grower.unary,
    Grower.apply,
    Grower.parametrised,
    Grower.around,
    Grower.projection,
    Grower.index,
    Grower.congruence,
    Grower.quantifier,
    Grower.big,
    Grower.function,
    Grower.let,
    Grower.ascription,
    Grower.set_builder,
    Grower.image,
    Grower.items,
    Grower.structure,
    Grower.condition,
    Grower.norm,
]


@st.composite
def terms(draw: st.DrawFn, depth: int = 3) -> Term:
    """Terms with at most ``depth`` constructors above one another, leaves aside."""
    return Grower(draw).term(depth)
