"""The strict step-level loop (sun2026evaluating; METHOD 8): pure functions over frozen values.

``start`` and ``applied`` are the state machine, ``admitted`` what the rules leave of a claim, ``next_work`` what to do
next, ``concluded`` the verdict, ``combined`` the verdict of both methods. What is named here is loaded when it is first
used: an audit file is read without the rules of the loop.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .acts import (
        Act,
        Breaks,
        Cap,
        Caps,
        Challenge,
        Closes,
        Confirm,
        Elaborate,
        Elaboration,
        Empty,
        History,
        Line,
        NodeId,
        Overall,
        Reopen,
        Resume,
        Settle,
        Split,
        StaysOpen,
        StepState,
        Supply,
        Witness,
        WitnessKind,
    )
    from .both import ByMethod, Combined, combined
    from .loop import admitted, applied, replayed
    from .order import Work, WorkKind, criticality, next_work
    from .standing import StepStanding, StrictVerdict, blocked_by, concluded, ledger_rows, step_status
    from .state import FRUITLESS, IllegalTransition, Loop, Node, declared, start

_HOMES = {
    "acts": "Act Breaks Cap Caps Challenge Closes Confirm Elaborate Elaboration Empty History Line NodeId Overall"
    " Reopen Resume Settle Split StaysOpen StepState Supply Witness WitnessKind",
    "both": "ByMethod Combined combined",
    "loop": "admitted applied replayed",
    "order": "Work WorkKind criticality next_work",
    "standing": "StepStanding StrictVerdict blocked_by concluded ledger_rows step_status",
    "state": "FRUITLESS IllegalTransition Loop Node declared start",
}
_HOME = {name: home for home, names in _HOMES.items() for name in names.split()}

__all__ = [
    "FRUITLESS",
    "Act",
    "Breaks",
    "ByMethod",
    "Cap",
    "Caps",
    "Challenge",
    "Closes",
    "Combined",
    "Confirm",
    "Elaborate",
    "Elaboration",
    "Empty",
    "History",
    "IllegalTransition",
    "Line",
    "Loop",
    "Node",
    "NodeId",
    "Overall",
    "Reopen",
    "Resume",
    "Settle",
    "Split",
    "StaysOpen",
    "StepStanding",
    "StepState",
    "StrictVerdict",
    "Supply",
    "Witness",
    "WitnessKind",
    "Work",
    "WorkKind",
    "admitted",
    "applied",
    "blocked_by",
    "combined",
    "concluded",
    "criticality",
    "declared",
    "ledger_rows",
    "next_work",
    "replayed",
    "start",
    "step_status",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_HOME[name]}", __name__), name)
