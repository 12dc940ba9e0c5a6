"""Proof bodies for a statement, the cheap ones first. Each is tried alone; that one fails says nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ....core.value import value
from ..judgement.header import Header, names_in
from ..judgement.source import blank
from .variables import Variable, variables_of

MAX_MODULUS = 12
MAX_SPLIT = 6
MAX_INDUCTIONS = 3

_MODULUS = re.compile(r"%\s*(\d+)|\b(\d+)\s*∣")
_KNOWN_RESIDUE = re.compile(r"([^\W\d][\w']*) % (\d+) = (\d+)")
_CLOSERS = ("rfl", "decide", "omega", "simp", "grind")


@value
class Attempt:
    """A proof body with a name for people."""

    name: str
    body: str


def claim_attempts(header: Header, defined: Sequence[str]) -> Iterator[Attempt]:
    """Bodies that may prove the statement. ``defined``: functions defined before it, by name as it may use them."""
    used = _used(header, defined)
    variables = variables_of(header)
    for tactic in ("omega", "decide", "rfl", "simp", "simp +arith", "grind"):
        yield Attempt(name=tactic, body=f"by {tactic}")
    if used:
        names = ", ".join(used)
        for tactic in (f"simp [{names}]", f"grind [{names}]", f"simp +arith [{names}]"):
            yield Attempt(name=tactic, body=f"by {tactic}")
        yield Attempt(name="unfold, omega", body=f"by\n  intros\n  unfold {' '.join(used)}\n  omega")
    yield Attempt(name="simp_all", body="by\n  intros\n  simp_all")
    yield Attempt(name="ac_rfl", body="by\n  intros\n  ac_rfl")
    yield Attempt(name="parts", body="by\n  intros\n  refine ⟨?_, ?_⟩ <;> first | omega | decide | simp_all | grind")
    yield from _existence(header, variables)
    yield from _known_residues(header)
    yield from _cases_by_residue(header, variables)
    yield from _squares(header, variables)
    yield from _inductions(variables, used)
    yield Attempt(name="decide +kernel", body="by decide +kernel")


def _used(header: Header, defined: Sequence[str]) -> list[str]:
    mentioned = {name.rpartition(".")[2] for name in names_in(header.signature)}
    return [name for name in defined if name.rpartition(".")[2] in mentioned][:6]


def _introduced(variables: Sequence[Variable], upto: Variable) -> str:
    """The line that introduces the bound variables up to and with one; "" if there are none."""
    names = []
    for variable in variables:
        if variable.bound:
            names.append(variable.name)
        if variable is upto:
            break
    return f"  intro {' '.join(names)}\n" if names and upto.bound else ""


def _existence(header: Header, variables: Sequence[Variable]) -> Iterator[Attempt]:
    """∃ with a witness made of small numbers, or of the variables and their halves."""
    if "∃" not in blank(header.type):
        return
    intro = _introduced(variables, variables[-1]) if variables else ""
    for name, terms in (("a small witness", [str(k) for k in range(13)]), ("a witness", _terms(variables))):
        for tail in ("decide", "omega", "grind"):
            if terms:
                tries = " ".join(f"| exact ⟨{term}, by {tail}⟩" for term in terms)
                yield Attempt(name=f"{name}, {tail}", body=f"by\n{intro}  first {tries}")


def _terms(variables: Sequence[Variable]) -> list[str]:
    found: list[str] = []
    for variable in [v for v in variables if v.type in ("Nat", "Int")][:2]:
        n = variable.name
        found += [n, f"{n} + 1", f"{n} / 2", f"{n} - 1", f"2 * {n}", f"{n} * {n}", f"{n} / 3", f"{n} / 4"]
        if variable.type == "Int":
            found.append(f"-{n}")
    return found


def _squares(header: Header, variables: Sequence[Variable]) -> Iterator[Attempt]:
    """Inequalities between integers that follow from squares of variables, sums and differences."""
    names = [variable.name for variable in variables if variable.type == "Int"][:3]
    if not names or not re.search("[≤≥<>]", blank(header.signature)):
        return
    pairs = [f"{a} {sign} {b}" for i, a in enumerate(names) for b in names[i + 1 :] for sign in "-+"]
    facts = "\n".join(f"  have := square ({term})" for term in [*names, *pairs])
    intro = _introduced(variables, variables[-1])
    yield Attempt(
        name="squares",
        body=(
            f"by\n{intro}  intros\n"
            "  have square (z : Int) : 0 ≤ z * z := (Int.le_total 0 z).elim\n"
            "    (fun h => Int.mul_nonneg h h) (fun h => Int.mul_nonneg_of_nonpos_of_nonpos h h)\n"
            f"{facts}\n  grind"
        ),
    )


def _known_residues(header: Header) -> Iterator[Attempt]:
    """Where hypotheses say n % m = r, write each n as m * q + r."""
    found = [
        (known.group(1), known.group(2), group.names[0])
        for group in header.binders
        if len(group.names) == 1 and (known := _KNOWN_RESIDUE.fullmatch(group.type)) is not None
    ]
    if not found:
        return
    lines = []
    for i, (n, modulus, hypothesis) in enumerate(found[:4]):
        lines += [
            f"have e{i} : {n} = {modulus} * ({n} / {modulus}) + {n} % {modulus} := by omega",
            f"generalize {n} / {modulus} = q{i} at e{i}",
            f"rw [{hypothesis}] at e{i}",
        ]
    lines += [f"subst e{i}" for i in range(len(found[:4]))]
    yield Attempt(name="known remainders", body="\n  ".join(["by", *lines, "grind"]))


def _cases_by_residue(header: Header, variables: Sequence[Variable]) -> Iterator[Attempt]:
    """Split a number n by its remainder for each modulus m that the statement names: with rules for remainders where n
    is the only number, and by n = m * q + r."""
    text = blank(header.signature)
    moduli = sorted({int(a or b) for a, b in _MODULUS.findall(text) if 2 <= int(a or b) <= MAX_MODULUS})
    numbers = [variable for variable in variables if variable.type in ("Nat", "Int")]
    for variable in numbers[:3]:
        n, intro = variable.name, _introduced(variables, variable)
        for modulus in moduli[:3]:
            cases = " ∨ ".join(f"{n} % {modulus} = {r}" for r in range(modulus))
            split = f"by\n{intro}  intros\n  have cases : {cases} := by omega\n"
            names = " | ".join(["case"] * modulus)
            if len(numbers) == 1:
                yield Attempt(
                    name=f"cases of {n} mod {modulus}",
                    body=f"{split}  rcases cases with {names} <;> first | omega | simp [{_rules(variable)}]",
                )
            if modulus <= MAX_SPLIT:
                yield Attempt(
                    name=f"{n} = {modulus} q + r",
                    body=(
                        f"{split}  have e : {n} = {modulus} * ({n} / {modulus}) + {n} % {modulus} := by omega\n"
                        f"  generalize {n} / {modulus} = q at e\n"
                        f"  rcases cases with {names} <;> rw [case] at e <;> subst e <;> grind"
                    ),
                )


def _rules(variable: Variable) -> str:
    if variable.type == "Nat":
        return "Nat.dvd_iff_mod_eq_zero, Nat.pow_succ, Nat.add_mod, Nat.mul_mod, case"
    return "Int.dvd_iff_emod_eq_zero, Int.pow_succ, Int.add_emod, Int.sub_emod, Int.mul_emod, case"


def _inductions(variables: Sequence[Variable], used: Sequence[str]) -> Iterator[Attempt]:
    """Induction on a natural number, or along a function, with the definitions and universal hypotheses at hand."""
    numbers = [variable for variable in variables if variable.type in ("Nat", "") and variable.explicit]
    laws = [variable.name for variable in variables if variable.type.startswith("∀")][:3]
    names = ", ".join(used)
    defined = f" [{names}]" if names else ""
    closers = [*_CLOSERS, *([f"simp{defined}", f"grind{defined}"] if names else [])]
    steps = ["omega", f"grind{defined}", *(f"(have := {law} m; omega)" for law in laws)]
    if names:
        steps += [f"(simp{defined}; omega)", f"(simp{defined}; grind)", f"(simp_all{defined}; done)"]
    else:
        steps += ["(simp_all; done)", "(simp [Nat.pow_succ]; omega)", "(simp_all [Nat.pow_succ]; omega)"]
    for variable in numbers[:MAX_INDUCTIONS]:
        intro = _introduced(variables, variable)
        yield Attempt(
            name=f"induction on {variable.name}",
            body=(
                f"by\n{intro}  induction {variable.name} with\n"
                f"  | zero => first {' '.join(f'| {tactic}' for tactic in closers)}\n"
                f"  | succ m ih => first {' '.join(f'| {tactic}' for tactic in steps)}"
            ),
        )
        for function in used[:2]:
            yield Attempt(
                name=f"induction along {function}",
                body=(
                    f"by\n{intro}  fun_induction {function} {variable.name} <;>\n"
                    f"    first | omega | (simp_all{defined}; done) | (simp_all [Nat.pow_succ]; omega) | grind{defined}"
                ),
            )
