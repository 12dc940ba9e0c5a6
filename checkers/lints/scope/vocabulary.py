"""Functions of the library whose values are numbers, by the type of the numbers."""

from __future__ import annotations

_REAL = """
    Real.sqrt Real.log Real.logb Real.exp Real.sin Real.cos Real.tan Real.arcsin Real.arccos Real.arctan Real.pi
    Real.sinh Real.cosh Real.tanh Real.rpow Real.Gamma Complex.abs Complex.re Complex.im dist norm π
""".split()
_NATURAL = """
    Nat.sqrt Nat.factorial Nat.choose Nat.gcd Nat.lcm Nat.totient Nat.log Nat.clog Nat.fib Nat.card Nat.pred Nat.succ
    Nat.sub Nat.div Nat.mod Nat.floor Nat.ceil Nat.nth Nat.minFac Nat.primeCounting Nat.find Fintype.card Finset.card
    Set.ncard orderOf addOrderOf Int.natAbs Int.toNat Int.gcd Int.lcm Module.finrank FiniteDimensional.finrank finrank
    padicValNat Monoid.exponent
""".split()
_INTEGER = "Int.floor Int.ceil Int.fdiv Int.tdiv Int.ediv Int.sign Int.emod Int.negSucc".split()
_COMPLEX = "Complex.I Complex.exp Complex.log Complex.sqrt".split()

RESULT: dict[str, str] = {
    **dict.fromkeys(_REAL, "ℝ"),
    **dict.fromkeys(_NATURAL, "ℕ"),
    **dict.fromkeys(_INTEGER, "ℤ"),
    **dict.fromkeys(_COMPLEX, "ℂ"),
}
"""The type of the values of a function, by its full name."""

METHOD: dict[str, str] = {
    **dict.fromkeys(
        """
        factorial choose gcd lcm totient card ncard natAbs toNat index relIndex natDegree den sqrt minFac succ pred fib
        primeCounting finrank length nth floor ceil
        """.split(),
        "ℕ",
    ),
    "num": "ℤ",
    **dict.fromkeys("re im toReal".split(), "ℝ"),
}
"""The type of the values of a field or method."""

LIKE_ARGUMENT = frozenset("abs max min id gcd lcm".split())
"""Functions whose values have the type of their arguments."""

_ANY_ARGUMENT = frozenset("Nat.floor Nat.ceil Nat.card Complex.re Complex.im Complex.abs".split())

PARAMETER: dict[str, str] = {
    **{name: kind for name, kind in RESULT.items() if name.startswith(("Real.", "Nat.")) and name not in _ANY_ARGUMENT},
    **dict.fromkeys((name for name in (*_REAL, *_COMPLEX) if name.startswith("Complex.")), "ℂ"),
}
"""The type that a function casts its arguments to."""
