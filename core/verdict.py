"""Verdicts on units, steps and the whole, as values (METHOD "Words" and 7). Fusion computes them."""

from __future__ import annotations

from enum import StrEnum

from .proof import StepId
from .tree import UnitId
from .value import value


class Status(StrEnum):
    """The verdict on a unit or step. The whole verdict is never ``not_checked``."""

    CORRECT = "correct"
    FLAWED = "flawed"
    UNCERTAIN = "uncertain"
    NOT_CHECKED = "not_checked"


class ClaimTruth(StrEnum):
    """Is the claim itself true? Apart from whether the proof is valid as written."""

    TRUE = "true"
    FALSE = "false"
    UNKNOWN = "unknown"


class Severity(StrEnum):
    """How much a flaw matters: the proof falls, a step is missing, or a slip that the end does not use."""

    FATAL = "fatal"
    GAP = "gap"
    SLIP = "slip"


@value
class UnitVerdict:
    """``status`` of one unit, why, and what it rests on (exact, certified, kernel, reviewer:NAME, …).

    Flaws carry ``load_bearing`` (does the end of the proof use it? None where the uses graph cannot tell) and
    ``severity``.
    """

    unit_id: UnitId
    status: Status
    reason: str
    rests_on: tuple[str, ...] = ()
    load_bearing: bool | None = None
    severity: Severity | None = None


@value
class StepVerdict:
    """``status`` of one step and the reason in a sentence."""

    id: StepId
    status: Status
    reason: str


@value
class Verdict:
    """The whole verdict.

    ``first_error`` is the earliest flawed step; ``uncertain_before`` the undecided steps before it; ``risky_step`` the
    step of the riskiest undecided unit; ``machine`` the verdict without people's decisions, with empty ``units`` and
    ``steps`` (None on itself).
    """

    status: Status
    first_error: StepId | None
    first_error_unit: UnitId | None
    risky_step: StepId | None
    uncertain_before: tuple[StepId, ...]
    claim: ClaimTruth
    reason: str
    rests_on: tuple[str, ...]
    units: tuple[UnitVerdict, ...]
    steps: tuple[StepVerdict, ...]
    machine: Verdict | None = None
