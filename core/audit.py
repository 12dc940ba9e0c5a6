"""The audit document: everything that a run found and that people decided, traceable to the source (AUDIT_FORMAT)."""

from __future__ import annotations

from .advice import Advice, Budgets
from .calls import Call, ModelSettings
from .conventions.bearing import Conventions
from .events import Event
from .evidence import Evidence, Limits, Statement
from .faithfulness import Gate, Report
from .obligations import Obligation
from .proof import Finding, Proof
from .signoff import Signoff
from .suspicion import Risk, Window
from .tree import ProofTree
from .value import value
from .verdict import Verdict

SCHEMA = "proofsieve/audit/3"


STOPPED = "run-stopped"
"""The kind of the finding that a run was stopped early, and why."""
BUDGET = "budget-spent"
"""The kind of the finding that the run's own budget ended it."""
ABLATIONS = ("direct", "tree-judge", "nl-only")
"""Analysts for comparison only (wang2026faithsieve): without formal checks, and believed without a second judgement."""


@value
class Tool:
    """Which program wrote the file."""

    name: str
    version: str


@value
class Settings:
    """What the run was asked to do; recorded, so that a verdict can be traced to its thresholds.

    ``risk_threshold`` 0-100: a unit is a candidate above it. ``window_before``: how many units before the candidate
    the window holds (six in wang2026faithsieve 3.2). ``gate``: what a statement needs to be faithful. ``lean``: off,
    auto (if it is set up), embedded, or official (a toolchain of the user's; its path is not recorded);
    ``lean_checks``: how many claims of the text it is asked about at most, each under ``lean_limits``. ``readings`` are
    conventions that the profile of that name answers, where the text leaves them open, as (convention, reading).
    ``models`` are the endpoint and models that were asked (None: none), ``budgets`` how often things are tried.
    """

    method: str = "sieve"
    analyst: str = "rules"
    risk_threshold: int = 60
    window_before: int = 6
    limits: Limits = Limits()
    gate: Gate = Gate()
    lean: str = "off"
    lean_checks: int = 50
    lean_limits: Limits = Limits(wall_ms=20_000, cpu_ms=20_000, memory_mib=2_048)
    profile: str = ""
    readings: tuple[tuple[str, str], ...] = ()
    models: ModelSettings | None = None
    budgets: Budgets = Budgets()

    @property
    def judged_alone(self) -> bool:
        """Whether one model's judgement suffices: in the ablations, which compare such judges."""
        return self.analyst in ABLATIONS


@value
class CheckerRecord:
    """A checker as it was used: its version, platform, and what its canaries said ("" if both went right)."""

    name: str
    version: str
    platform: str
    canaries: str


@value
class Provenance:
    """Who and what made the machine part. ``calls`` is every question that a model was asked."""

    analyst: str
    analyst_version: str
    checkers: tuple[CheckerRecord, ...]
    calls: tuple[Call, ...] = ()


@value
class Review:
    """The event chain. ``base`` is the hash of the machine part that was reviewed; ``head`` the last event's hash, or
    ``base`` while there is none."""

    base: str
    events: tuple[Event, ...]
    head: str


@value
class Timings:
    """Host facts outside every content hash: start (RFC 3339 UTC) and elapsed milliseconds per stage."""

    started: str
    elapsed_ms: dict[str, int]


@value
class Audit:
    """The document. Ids are short and stable (s3, u014, o014.1); statements and evidence are named by content hash.

    An audit with ``signoffs`` is signed, or about to be, and does not change any more: what comes later is a copy that
    ``supersedes`` it (the sha256 of the file; several after a merge).
    """

    schema: str
    tool: Tool
    proof: Proof
    tree: ProofTree
    risks: tuple[Risk, ...]
    window: Window
    obligations: tuple[Obligation, ...]
    statements: tuple[Statement, ...]
    reports: tuple[Report, ...]
    evidence: tuple[Evidence, ...]
    findings: tuple[Finding, ...]
    settings: Settings
    provenance: Provenance
    review: Review
    verdict: Verdict
    timings: Timings
    advice: Advice = Advice()
    conventions: Conventions = Conventions()
    signoffs: tuple[Signoff, ...] = ()
    supersedes: tuple[str, ...] = ()
