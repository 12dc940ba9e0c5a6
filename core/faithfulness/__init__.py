"""The faithfulness gate: does a formal text say what the obligation says, and may its outcome count (METHOD 5)?"""

from .findings import Action, Drift, LintFinding, LintReport, Tier
from .report import Faithful, Report, transcribed

__all__ = ["Action", "Drift", "Faithful", "LintFinding", "LintReport", "Report", "Tier", "transcribed"]
