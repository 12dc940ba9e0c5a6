"""The faithfulness gate: does a formal text say what the obligation says, and may its outcome count (METHOD 5)?"""

from .admission import Faithful, Gate
from .findings import Action, Drift, LintFinding, LintReport, Tier
from .judge import Remarks, report_for
from .report import Judge, JudgeKind, Report, transcribed

__all__ = [
    "Action",
    "Drift",
    "Faithful",
    "Gate",
    "Judge",
    "JudgeKind",
    "LintFinding",
    "LintReport",
    "Remarks",
    "Report",
    "Tier",
    "report_for",
    "transcribed",
]
