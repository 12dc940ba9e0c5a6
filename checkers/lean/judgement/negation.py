"""The negation of a theorem's statement, as text: ∀ x (Γ → φ) becomes ¬ ∀ x (Γ → φ), or ∃ x (Γ ∧ ¬ φ).

What these texts say is settled by Lean: the second form counts only through a bridge ``(∃ x, Γ ∧ ¬ φ) → ¬ ∀ x, Γ → φ``
that Lean proves beside it.
"""

from __future__ import annotations

from collections.abc import Sequence

from .header import Binders, Header, names_in


def closed_statement(header: Header) -> str | None:
    """``∀ binders, type``; None where the binders cannot stand there (a bare name, a default value)."""
    if any(not group.bracket or group.has_default for group in header.binders):
        return None
    if not header.binders:
        return f"({header.type})"
    return f"(∀ {' '.join(group.text for group in header.binders)}, {header.type})"


def negated(header: Header) -> str | None:
    """``¬ (closed statement)``, or None."""
    closed = closed_statement(header)
    return None if closed is None else f"¬ {closed}"


def witness_forms(header: Header) -> tuple[str, ...]:
    """``∃ x, Γ ∧ ¬ φ`` in up to two spellings: a hypothesis whose name is not used again as a conjunct, and every
    binder under ∃. Empty where binders cannot stand under ∃ (instances, universes, defaults)."""
    groups = header.binders
    if not groups or any(group.bracket in ("", "[") or group.has_default or not group.type for group in groups):
        return ()
    typed = [f"({' '.join(group.names)} : {group.type})" for group in groups]
    under_exists = f"∃ {' '.join(typed)}, ¬ ({header.type})"
    conjuncts = _conjuncts(groups, header.type)
    if not any(conjuncts) or all(conjuncts):
        return (under_exists,)
    text, closing = "", 0
    for group, binder, conjunct in zip(groups, typed, conjuncts, strict=True):
        text += f"({group.type}) ∧ " if conjunct else f"(∃ {binder}, "
        closing += not conjunct
    return (f"{text}¬ ({header.type}){')' * closing}", under_exists)


def bridge_proof(header: Header) -> str:
    """The proof of ``(∃ x, Γ ∧ ¬ φ) → ¬ ∀ x, Γ → φ`` for each of the forms."""
    names = [f"x{i}" for i in range(sum(len(group.names) for group in header.binders))]
    return f"fun ⟨{', '.join(names)}, no⟩ all => no (@all {' '.join(names)})"


def _conjuncts(groups: Sequence[Binders], type_: str) -> list[bool]:
    """Of each group whether its only name is not used after it: in a statement that is how hypotheses look."""
    later = set(names_in(type_))
    found: list[bool] = []
    for group in reversed(groups):
        found.append(len(group.names) == 1 and group.bracket == "(" and group.names[0] not in later)
        later.update(names_in(group.type))
    return found[::-1]
