"""What a run is made of: its stages, its reports of progress, and the tools that it is given from outside."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from enum import StrEnum

from .advice import Adviser, Judging
from .analyst import Analyst
from .audit import Audit, Tool
from .evidence import Checker, Language, Statement
from .faithfulness import LintReport
from .proof import Finding
from .value import value

NOT_LINTED = LintReport(findings=(), unknown=("no lints were run",), parsed=True)


class Stage(StrEnum):
    """The stages of a run, in order."""

    CUT = "cut into substeps"
    GROW = "grow the tree"
    CLAIMS = "find numeric claims"
    CHECK = "check numeric claims"
    KERNEL = "check with Lean"
    ASK = "ask what the text leaves open"
    SCAN = "rank by suspicion"
    REVIEW = "review units of the window"
    FORMALIZE = "write formally and check"
    CONCLUDE = "say the last word"
    FUSE = "fuse into verdicts"


@value
class Progress:
    """``done`` of ``total`` items of a stage; both 0 when a stage starts and its size is not known yet. ``calls`` and
    ``tokens`` are what was sent to models so far, ``uncounted`` the replies of which nobody counted tokens. ``asked``:
    the prompt of a question that goes out, or that has ended (``ended``), "" where the report is of the stage itself;
    ``about``: what it is about, mostly a unit."""

    stage: Stage
    done: int
    total: int
    calls: int = 0
    tokens: int = 0
    uncounted: int = 0
    asked: str = ""
    about: str = ""
    ended: bool = False


@value
class RunTools:
    """What a run is given from outside: who reads, what checks, what time it is, who listens.

    ``adviser`` answers for models (None: none is asked), ``judging`` judges the whole at once in its place.
    ``on_partial`` gets the audit of what was found so far where a run is cancelled; ``notes`` gives what went wrong
    with the models that were asked.
    """

    analyst: Analyst
    checkers: Mapping[Language, Checker]
    tool: Tool
    lint: Callable[[Statement, str], LintReport] = lambda statement, prose: NOT_LINTED
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    on_progress: Callable[[Progress], None] = lambda progress: None
    adviser: Adviser | None = None
    judging: Judging | None = None
    on_partial: Callable[[Audit], None] = lambda audit: None
    notes: Callable[[], Sequence[Finding]] = lambda: ()
