"""Which decisions a reviewer may take, and what each of them must say (AUDIT_FORMAT "Events", METHOD 7 and 8).

A confirmation needs nothing more. A reason is required on an override, on flawed or uncertain of one's own, and on
correct over a refutation, which also names what fails.
"""

from __future__ import annotations

from enum import StrEnum

from ..errors import IllegalDecision
from ..events import Action, Fails
from ..value import value
from ..verdict import Status


class Witness(StrEnum):
    """The named kinds of reason why something is flawed (METHOD "Words")."""

    FALSE_STATEMENT = "false_statement"
    INVALID_INFERENCE = "invalid_inference"
    CONTRADICTS_CONTEXT = "contradicts_context"
    MISAPPLIED_THEOREM = "misapplied_theorem"
    FAILED_WITNESS = "failed_witness"


@value
class Preset:
    """A reason that one key chooses. ``name`` is stored as the decision's witness ("" for plain reasons)."""

    name: str
    words: str


@value
class Needs:
    """What a decision must say before it is taken, and why; for the dialog and for the check alike."""

    action: Action
    reason: bool
    fails: bool
    why: str
    presets: tuple[Preset, ...]


WITNESS_PRESETS = (
    Preset(name=Witness.FALSE_STATEMENT, words="false statement"),
    Preset(name=Witness.INVALID_INFERENCE, words="invalid inference"),
    Preset(name=Witness.CONTRADICTS_CONTEXT, words="contradiction with Γ"),
    Preset(name=Witness.MISAPPLIED_THEOREM, words="misapplied theorem"),
    Preset(name=Witness.FAILED_WITNESS, words="failed witness object"),
)
UNCERTAIN_PRESETS = (
    Preset(name="", words="I cannot follow the inference"),
    Preset(name="", words="depends on a reading the text leaves open"),
    Preset(name="", words="needs a computation or a checker"),
    Preset(name="", words="needs someone who knows the field"),
)
CORRECT_PRESETS = (
    Preset(name="", words="follows from the context; I read it"),
    Preset(name="", words="I recomputed it"),
    Preset(name="", words="a standard fact, used as stated"),
)
FAILS_PRESETS = (
    Preset(name=Fails.PREMISE, words="a premise of the check is not the text's"),
    Preset(name=Fails.READING, words="the checker read the text wrongly"),
    Preset(name=Fails.STATEMENT, words="the formal statement says something else"),
    Preset(name=Fails.WITNESS, words="the counterexample breaks a hypothesis"),
    Preset(name=Fails.CHECKER, words="the checker itself is wrong"),
)


def why_not_confirm(machine: Status) -> str:
    """Why the machine's verdict cannot be confirmed; "" if it can."""
    if machine is Status.NOT_CHECKED:
        return "nothing to confirm: no checker looked at this unit; judge it yourself with v, x or u"
    return ""


def needs(verdict: Status, machine: Status) -> Needs:
    """What calling a unit ``verdict`` must say where the machine says ``machine``.

    Raises IllegalDecision for ``not_checked``, which is no decision.
    """
    if verdict is Status.NOT_CHECKED:
        raise IllegalDecision("not_checked is no decision", hint="undo the decision instead")
    if verdict is machine:
        return Needs(action=Action.CONFIRM, reason=False, fails=False, why="", presets=_presets(verdict))
    if machine is Status.NOT_CHECKED:
        return Needs(
            action=Action.JUDGE,
            reason=verdict is not Status.CORRECT,
            fails=False,
            why="" if verdict is Status.CORRECT else f"{verdict} of one's own needs a reason",
            presets=_presets(verdict),
        )
    fails = verdict is Status.CORRECT and machine is Status.FLAWED
    return Needs(
        action=Action.OVERRIDE,
        reason=True,
        fails=fails,
        why="correct over a refutation needs a reason and what fails"
        if fails
        else f"the machine says {machine}: an override needs a reason",
        presets=_presets(verdict),
    )


def check(required: Needs, reason: str, fails: Fails | None) -> None:
    """Raise IllegalDecision where a decision does not say what it must."""
    if required.reason and not reason.strip():
        raise IllegalDecision(required.why, hint="give a reason")
    if required.fails and fails is None:
        raise IllegalDecision(required.why, hint=f"name what fails: {', '.join(Fails)}")


def _presets(verdict: Status) -> tuple[Preset, ...]:
    if verdict is Status.FLAWED:
        return WITNESS_PRESETS
    return CORRECT_PRESETS if verdict is Status.CORRECT else UNCERTAIN_PRESETS
