"""What can happen in the strict loop: states, witnesses, elaborations, and acts (sun2026evaluating; METHOD 8).

What the method forbids cannot be written down where that is possible: a flaw without a witness of a named kind, an
open step without its blocker, a resumption without an elaboration have no value here.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, NewType

from ..ledger.values import GammaUse, SigmaId, SigmaItem
from ..value import value

NodeId = NewType("NodeId", str)
"""A step, or a part of a step that was split: "s3", "s3.2", "s3.2.1"."""


class StepState(StrEnum):
    """How a step stands."""

    UNTOUCHED = "untouched"
    OPEN = "open"
    VERIFIED = "verified"
    FLAWED = "flawed"


class Overall(StrEnum):
    """How the whole stands."""

    RUNNING = "running"
    VERIFIED = "verified"
    FLAWED = "flawed"
    EXHAUSTED = "exhausted"


class WitnessKind(StrEnum):
    """What can show that a step is wrong. A missing citation, a suspicion and poor wording are none of these."""

    FALSE_STATEMENT = "false_statement"
    INVALID_INFERENCE = "invalid_inference"
    CONTRADICTION = "contradiction"
    MISAPPLIED_THEOREM = "misapplied_theorem"
    FAILED_WITNESS = "failed_witness"


@value
class Witness:
    """The named reason why a step is flawed: the ``quote`` of the step that is wrong, and what shows it (``text``)."""

    kind: WitnessKind
    quote: str
    text: str


@value
class Line:
    """One line of an elaboration: the words of the step that it makes explicit (``quote``, "" for a line in between),
    what it says, and the names of what it uses: entries of Γ, conventions, Σ items, "line 2"."""

    text: str
    quote: str = ""
    uses: tuple[str, ...] = ()


@value
class Elaboration:
    """A finer derivation of a step with the same assertion and the same route.

    ``original`` is the step verbatim, ``assertion`` the words of it that are to be shown, ``route`` how the text
    argues, ``lines`` the thick elaboration as a deduction from ``gamma``, ``sigma`` and the routine ``rules``. The
    diagnosis: ``conclusion_preserved``, ``route_preserved``, ``offending`` (a dependence that should not be there, ""
    for none), ``closed``: nothing is left to show.
    """

    original: str
    assertion: str
    route: str
    lines: tuple[Line, ...]
    gamma: tuple[GammaUse, ...] = ()
    sigma: tuple[SigmaId, ...] = ()
    rules: tuple[str, ...] = ()
    conclusion_preserved: bool = False
    route_preserved: bool = False
    offending: str = ""
    closed: bool = False


@value
class StaysOpen:
    """The step is not closed, and what blocks it."""

    why: str
    says: Literal["open"] = "open"


@value
class Closes:
    """The step is verified: the elaboration is closed and all it uses is confirmed."""

    says: Literal["verified"] = "verified"


@value
class Breaks:
    """The step is flawed, as the witness shows."""

    witness: Witness
    says: Literal["flawed"] = "flawed"


Outcome = StaysOpen | Closes | Breaks


@value
class ActBase:
    """Common to all acts. ``by``: "model:NAME", "reviewer:NAME", "checker:NAME", "rules"; ``call``: the question that
    gave it (``Call.id``), "" where none was asked."""

    by: str
    call: str = ""


@value
class Elaborate(ActBase):
    """The first look at an untouched step."""

    node: NodeId
    elaboration: Elaboration
    outcome: Outcome
    kind: Literal["elaborate"] = "elaborate"


@value
class Resume(ActBase):
    """Another look at an open step."""

    node: NodeId
    elaboration: Elaboration
    outcome: Outcome
    kind: Literal["resume"] = "resume"


@value
class Split(ActBase):
    """An open step is too coarse: ``parts`` are its own words, in order, each one inference."""

    node: NodeId
    parts: tuple[str, ...]
    why: str
    kind: Literal["split"] = "split"


@value
class Confirm(ActBase):
    """A flaw holds after another look, not by the question that found it: at its scope, at the hypotheses, at the
    lemmas nearby that might mend it. Each is a sentence."""

    node: NodeId
    scope: str
    hypotheses: str
    nearby: str
    kind: Literal["confirm"] = "confirm"


@value
class Reopen(ActBase):
    """The witness of a flaw failed, and why: the step is open again."""

    node: NodeId
    why: str
    kind: Literal["reopen"] = "reopen"


@value
class Challenge(ActBase):
    """The adversarial second pass over a verified step; ``Closes`` where it stands."""

    node: NodeId
    outcome: Outcome
    kind: Literal["challenge"] = "challenge"


@value
class Supply(ActBase):
    """A Σ item enters the ledger or changes."""

    item: SigmaItem
    kind: Literal["supply"] = "supply"


@value
class Settle(ActBase):
    """The conventions that are settled from now on, by their names in Γ (``Convention.premise``)."""

    conventions: tuple[str, ...]
    kind: Literal["settle"] = "settle"


@value
class Empty(ActBase):
    """A run on a step that gave nothing usable, and what came instead."""

    node: NodeId
    why: str
    kind: Literal["empty"] = "empty"


@value
class Cap(ActBase):
    """Whoever runs the loop ends it: a budget is spent, or the endpoint is gone."""

    why: str
    kind: Literal["cap"] = "cap"


Act = Elaborate | Resume | Split | Confirm | Reopen | Challenge | Supply | Settle | Empty | Cap


@value
class Caps:
    """Hard caps: ``runs`` on steps (first looks, resumptions, splits, challenges, empty replies) and ``empty_replies``
    among them. A confirmation is no run: there is at most one for each flaw that a run claims."""

    runs: int = 400
    empty_replies: int = 10


@value
class History:
    """What an audit keeps of a strict run: its caps and every act, in order. Replayed over the same proof, it gives the
    same states."""

    caps: Caps = Caps()
    acts: tuple[Act, ...] = ()
