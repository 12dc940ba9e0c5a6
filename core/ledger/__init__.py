"""The ledger: Γ (what the text gives), Σ (external theorems as used), T (routine rules), and findings about them.

Findings show and ask; none is a flaw by itself (METHOD 8; sun2026evaluating).
"""

from __future__ import annotations

from .gamma import gamma_findings, gamma_items, unused_items, use_faults
from .routine import ROUTINE, rule_findings, rule_use, theorem_in
from .sigma import sigma_fault, sigma_findings, skeleton, support_fault
from .values import (
    GammaItem,
    GammaUse,
    Provenance,
    RuleUse,
    SigmaId,
    SigmaItem,
    SigmaRow,
    SigmaStatus,
    Support,
)

__all__ = [
    "ROUTINE",
    "GammaItem",
    "GammaUse",
    "Provenance",
    "RuleUse",
    "SigmaId",
    "SigmaItem",
    "SigmaRow",
    "SigmaStatus",
    "Support",
    "gamma_findings",
    "gamma_items",
    "rule_findings",
    "rule_use",
    "sigma_fault",
    "sigma_findings",
    "skeleton",
    "support_fault",
    "theorem_in",
    "unused_items",
    "use_faults",
]
