"""What an analyst says of one substep, and what it is told of the state before it. Values only."""

from __future__ import annotations

from ..tree import EntryId, EntryRole, Pattern, ScopeKind, Transition, UnitRole
from ..value import value

PROBLEM = "problem"
"""The name of everything that the problem states, as a premise."""


@value
class NewEntry:
    """An entry that a substep adds to Γ.

    ``text`` must stand verbatim in the substep; "" is the whole of it. ``symbols``: the names that it introduces, None
    to read them from the words. ``label``: what later substeps may call it ("Claim 1", "(3)").
    """

    role: EntryRole
    text: str = ""
    symbols: tuple[str, ...] | None = None
    depends_on: tuple[str, ...] = ()
    label: str = ""


@value
class NamedPremise:
    """A premise by name, with the words of its instantiation ("" when it is used verbatim).

    Names: "#7" (what the seventh substep adds), "closed #7" (what the scope that it opened left behind), the id of an
    entry or a unit, a label, or "problem".
    """

    name: str
    instantiation: str = ""


@value
class Opens:
    """A scope that a substep opens. ``split`` is the analyst's own name for the split, the equivalence or the group of
    proofs whose branch this is ("" outside any); ``dies``: the branch ends in a contradiction, nothing is asserted
    inside it. ``implied``: nobody said so, and an analyst that counts scopes does not count it."""

    kind: ScopeKind
    label: str = ""
    split: str = ""
    dies: bool = False
    implied: bool = False


@value
class UnitFields:
    """What an analyst says of one substep.

    ``goal`` is the goal after it, None where it stays. ``announces`` names a split whose branches follow.
    ``ends_before`` and ``ends_after`` count the innermost scopes that end before these words say anything and with
    them. ``cites``: theorems from outside, by name. ``signals``: remarks for the reviewer.
    """

    role: UnitRole
    pattern: Pattern = Pattern.SAME_GOAL
    transition: Transition = Transition.FACT_DERIVATION
    adds: tuple[NewEntry, ...] = ()
    premises: tuple[NamedPremise, ...] = ()
    cites: tuple[NamedPremise, ...] = ()
    goal: str | None = None
    opens: Opens | None = None
    announces: str = ""
    ends_before: int = 0
    ends_after: int = 0
    signals: tuple[str, ...] = ()


@value
class KnownEntry:
    """An entry of Γ as an analyst sees it: its id, a label if it has one, role and the first words."""

    id: EntryId
    role: EntryRole
    text: str
    label: str = ""


@value
class OpenOne:
    """A scope that is open, as an analyst sees it."""

    kind: ScopeKind
    label: str
    split: str = ""


@value
class RunningContext:
    """Where the text is: the goal, the open scopes (outermost first), splits whose branches have not begun, and the
    entries of Γ that are nearest (oldest first); ``left_out`` counts the others."""

    goal: str
    scopes: tuple[OpenOne, ...]
    announced: tuple[str, ...]
    entries: tuple[KnownEntry, ...]
    left_out: int
