"""What must hold between the parts of an audit: every id that is named exists, nothing turns in a circle.

Types alone do not say this, and code behind the reader relies on it: a dangling id would be a KeyError on screen, a
scope that is its own ancestor an endless walk.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from ...version import __version__
from ..audit import Audit
from ..proof import Finding, Source, SourceSpan
from ..tree import ProofTree
from ..verdict import Verdict
from .advice_rules import advice_faults
from .convention_rules import conventions_faults
from .event_rules import EventRules
from .parts import (
    basis_fault,
    evidence_faults,
    evidence_names,
    fraction_faults,
    name_faults,
    report_faults,
    report_names,
    statement_faults,
)
from .signoff_rules import signoff_faults
from .strictjson import shown

# Codecs that a reader may name. A file could name any other that Python finds, and some are slow or no text.
ENCODINGS = frozenset(
    (
        "ascii utf-8 utf-8-sig utf-16 utf-16-le utf-16-be utf-32 utf-32-le utf-32-be latin-1 mac-roman mac-latin2 "
        "koi8-r koi8-u cp437 cp850 cp852 cp866 shift-jis euc-jp euc-kr gb18030 gbk big5"
    ).split()
) | {f"{name}{part}" for name in ("iso8859-", "iso-8859-", "cp125") for part in range(17)}

N = TypeVar("N", bound=str)

# The forms of ids (docs/audit-format.md "Parts"). Statements and evidence are named by content, which is checked.
_FORMS = {
    "step": re.compile(r"s[1-9][0-9]{0,8}"),
    "unit": re.compile(r"u[0-9]{1,9}"),
    "obligation": re.compile(r"o[0-9]{1,9}\.[1-9][0-9]{0,8}"),
    "entry": re.compile(r"g[1-9][0-9]{0,8}"),
    "state": re.compile(r"n[0-9]{1,9}"),
    "scope": re.compile(r"c[0-9]{1,9}"),
    "split": re.compile(r"p[0-9]{1,9}"),
}


def first_inconsistency(audit: Audit) -> str | None:
    """The first thing in ``audit`` that does not fit the rest, as "field: what is wrong", or None."""
    return next(_inconsistencies(audit), None)


def source_size(source: Source) -> int:
    """How many raw bytes ``source`` holds. Raises ValueError where its content, encoding and hash do not agree."""
    if (source.text is None) == (source.base64 is None):
        raise ValueError("holds its content neither as text nor as base64, or as both")
    if source.text is not None:
        if source.encoding.lower().replace("_", "-") not in ENCODINGS:
            raise ValueError(f"the encoding {shown(source.encoding)} is not one that a reader uses")
        try:
            raw = source.raw()
        except (UnicodeError, LookupError):
            raise ValueError(f"its text cannot be written in {source.encoding}") from None
    else:
        try:
            raw = base64.b64decode(source.base64 or "", validate=True)
        except (binascii.Error, ValueError):
            raise ValueError("its base64 is not base64") from None
    if hashlib.sha256(raw).hexdigest() != source.sha256:
        raise ValueError("its sha256 does not match its bytes")
    return len(raw)


def _inconsistencies(audit: Audit) -> Iterator[str]:
    """All checks, cheap and general ones first; each yields at most what a person needs to find the place."""
    sizes: list[int] = []
    for index, source in enumerate(audit.proof.sources):
        try:
            sizes.append(source_size(source))
        except ValueError as error:
            yield f"proof.sources[{index}]: {error}"
            return
        if source.derived_from is not None and not 0 <= source.derived_from < index:
            yield f"proof.sources[{index}].derived_from: {source.derived_from} is no earlier source"
    yield from _ids(audit)
    yield from _names(audit)
    yield from _tree(audit.tree, frozenset(step.id for step in audit.proof.steps))
    yield from _spans(audit, sizes)
    yield from _checks(audit)
    yield from advice_faults(audit)
    yield from conventions_faults(audit)
    yield from _findings(audit)
    yield from _verdict(audit)
    yield from _events(audit)
    yield from signoff_faults(audit)


def _ids(audit: Audit) -> Iterator[str]:
    """Ids that are not of their form; wherever an id is named, it must then be one of these."""
    tree = audit.tree
    for field, kind, ids in (
        ("proof.steps[{}].id", "step", [step.id for step in audit.proof.steps]),
        ("tree.scopes[{}].id", "scope", [scope.id for scope in tree.scopes]),
        ("tree.scopes[{}].split", "split", [scope.split for scope in tree.scopes]),
        ("tree.entries[{}].id", "entry", [entry.id for entry in tree.entries]),
        ("tree.states[{}].id", "state", [state.id for state in tree.states]),
        ("tree.units[{}].id", "unit", [unit.id for unit in tree.units]),
        ("tree.units[{}].split", "split", [unit.split for unit in tree.units]),
        ("obligations[{}].id", "obligation", [obligation.id for obligation in audit.obligations]),
    ):
        matches = _FORMS[kind].fullmatch
        for index, name in enumerate(ids):
            if name is not None and not matches(name):
                yield f"{field.format(index)}: {shown(name)} is not the id of {'an' if kind[0] in 'eo' else 'a'} {kind}"


def _names(audit: Audit) -> Iterator[str]:
    """Words that name things (tools, rules, signals) and hold a character that cannot be printed."""
    proof, tree, settings, provenance = audit.proof, audit.tree, audit.settings, audit.provenance
    named: tuple[tuple[str, Iterable[str]], ...] = (
        ("tool.name", (audit.tool.name,)),
        ("tool.version", (audit.tool.version,)),
        ("settings.method", (settings.method,)),
        ("settings.analyst", (settings.analyst,)),
        ("settings.lean", (settings.lean,)),
        ("provenance.analyst", (provenance.analyst,)),
        ("provenance.analyst_version", (provenance.analyst_version,)),
        ("provenance.checkers.name", [checker.name for checker in provenance.checkers]),
        ("provenance.checkers.version", [checker.version for checker in provenance.checkers]),
        ("provenance.checkers.platform", [checker.platform for checker in provenance.checkers]),
        ("proof.context.kind", [passage.kind for passage in proof.context]),
        ("proof.findings.kind", [finding.kind for finding in proof.findings]),
        ("tree.findings.kind", [finding.kind for finding in tree.findings]),
        ("findings.kind", [finding.kind for finding in audit.findings]),
        ("risks.signals", [signal for risk in audit.risks for signal in risk.signals]),
        ("risks.error_type", [risk.error_type for risk in audit.risks]),
        ("obligations.rule", [obligation.rule for obligation in audit.obligations]),
        ("obligations.source", [obligation.source for obligation in audit.obligations]),
        ("statements.provenance", [statement.provenance for statement in audit.statements]),
        *((f"reports.{field}", names) for report in audit.reports for field, names in report_names(report)),
        *((f"evidence.{field}", names) for item in audit.evidence for field, names in evidence_names(item)),
        ("timings.elapsed_ms", audit.timings.elapsed_ms),
    )
    for field, words in named:
        yield from name_faults(field, words)


def _tree(tree: ProofTree, steps: frozenset[str]) -> Iterator[str]:
    units = [unit.id for unit in tree.units]
    states = [state.id for state in tree.states]
    entries = [entry.id for entry in tree.entries]
    scopes = [scope.id for scope in tree.scopes]
    yield from _twice("tree.units", units)
    yield from _twice("tree.states", states)
    yield from _twice("tree.entries", entries)
    yield from _twice("tree.scopes", scopes)
    known_units, known_states = frozenset(units), frozenset(states)
    known_entries, known_scopes = frozenset(entries), frozenset(scopes)
    for index, scope in enumerate(tree.scopes):
        at = f"tree.scopes[{index}]"
        yield from _missing(f"{at}.parent", "scope", (scope.parent,), known_scopes)
        yield from _missing(f"{at}.opened_by", "unit", (scope.opened_by,), known_units)
        yield from _missing(f"{at}.closed_by", "unit", (scope.closed_by,), known_units)
    for index, entry in enumerate(tree.entries):
        at = f"tree.entries[{index}]"
        yield from _missing(f"{at}.scope", "scope", (entry.scope,), known_scopes)
        yield from _missing(f"{at}.producer", "unit", (entry.producer,), known_units)
    for index, state in enumerate(tree.states):
        at = f"tree.states[{index}]"
        yield from _missing(f"{at}.parent", "state", (state.parent,), known_states)
        yield from _missing(f"{at}.scope", "scope", (state.scope,), known_scopes)
        yield from _missing(f"{at}.adds", "entry", state.adds, known_entries)
        yield from _missing(f"{at}.removes", "entry", state.removes, known_entries)
    for index, unit in enumerate(tree.units):
        at = f"tree.units[{index}]"
        yield from _missing(f"{at}.step", "step", (unit.step,), steps)
        yield from _missing(f"{at}.before", "state", (unit.before,), known_states)
        yield from _missing(f"{at}.after", "state", (unit.after,), known_states)
        yield from _missing(f"{at}.scope", "scope", (unit.scope,), known_scopes)
        yield from _missing(f"{at}.premises", "entry", unit.premises, known_entries)
    for index, use in enumerate(tree.uses):
        at = f"tree.uses[{index}]"
        yield from _missing(f"{at}.producer", "unit", (use.producer,), known_units)
        yield from _missing(f"{at}.consumer", "unit", (use.consumer,), known_units)
        yield from _missing(f"{at}.entry", "entry", (use.entry,), known_entries)
    yield from _circle("tree.states", {state.id: state.parent for state in tree.states})
    yield from _circle("tree.scopes", {scope.id: scope.parent for scope in tree.scopes})


def _spans(audit: Audit, sizes: list[int]) -> Iterator[str]:
    def fault(span: SourceSpan | None) -> str | None:
        if span is None:
            return None
        if not 0 <= span.source < len(sizes):
            return f"there is no source {span.source}"
        if not 0 <= span.start <= span.end <= sizes[span.source]:
            return f"bytes {span.start} to {span.end} do not lie in a source of {sizes[span.source]} bytes"
        if not 1 <= span.line <= span.end_line:
            return f"lines {span.line} to {span.end_line} are no range of lines"
        return None

    problem = fault(audit.proof.problem_span)
    if problem is not None:
        yield f"proof.problem_span: {problem}"
    for name, spans in (
        ("proof.steps", [step.span for step in audit.proof.steps]),
        ("proof.findings", [finding.span for finding in audit.proof.findings]),
        ("tree.entries", [entry.span for entry in audit.tree.entries]),
        ("tree.units", [unit.span for unit in audit.tree.units]),
        ("tree.findings", [finding.span for finding in audit.tree.findings]),
        ("findings", [finding.span for finding in audit.findings]),
    ):
        for index, span in enumerate(spans):
            problem = fault(span)
            if problem is not None:
                yield f"{name}[{index}].span: {problem}"


def _checks(audit: Audit) -> Iterator[str]:
    """Thresholds, risks, window, obligations, statements, reports, evidence."""
    for name in ("score", "slot", "critical", "repairable"):
        yield from fraction_faults(f"settings.gate.{name}", getattr(audit.settings.gate, name))
    units = audit.tree.unit_by_id
    entries = audit.tree.entry_by_id
    obligations = frozenset(obligation.id for obligation in audit.obligations)
    by_id = {statement.id: statement for statement in audit.statements}
    yield from _twice("proof.steps", [step.id for step in audit.proof.steps])
    yield from _twice("obligations", [obligation.id for obligation in audit.obligations])
    yield from _twice("statements", [statement.id for statement in audit.statements])
    yield from _twice("evidence", [item.id for item in audit.evidence])
    yield from _twice("risks", [risk.unit_id for risk in audit.risks])
    yield from _missing("window.candidate", "unit", (audit.window.candidate,), units)
    yield from _missing("window.units", "unit", audit.window.units, units)
    for index, risk in enumerate(audit.risks):
        yield from _missing(f"risks[{index}].unit_id", "unit", (risk.unit_id,), units)
        if not 0 <= risk.risk <= 100:
            yield f"risks[{index}].risk: {risk.risk} is not between 0 and 100"
    for index, obligation in enumerate(audit.obligations):
        at = f"obligations[{index}]"
        yield from _missing(f"{at}.unit_id", "unit", (obligation.unit_id,), units)
        yield from _missing(f"{at}.premises", "entry", obligation.premises, entries)
        yield from fraction_faults(f"{at}.confidence", obligation.confidence)
    for index, statement in enumerate(audit.statements):
        at = f"statements[{index}]"
        yield from _missing(f"{at}.obligation_id", "obligation", (statement.obligation_id,), obligations)
        yield from statement_faults(at, statement)
    # The rules of the gate belong to a version of the program, as those of fusion do.
    gate = audit.settings.gate if audit.tool.version == __version__ else None
    for index, report in enumerate(audit.reports):
        yield from _missing(f"reports[{index}].statement_id", "statement", (report.statement_id,), by_id)
        yield from report_faults(f"reports[{index}]", report, gate)
        fault = basis_fault(report, by_id[report.statement_id].provenance)
        if fault is not None:
            yield f"reports[{index}].{fault}"
    for index, item in enumerate(audit.evidence):
        at = f"evidence[{index}]"
        yield from _missing(f"{at}.statement_id", "statement", (item.statement_id,), by_id)
        yield from evidence_faults(at, item)


def _findings(audit: Audit) -> Iterator[str]:
    known = {
        "",
        *(step.id for step in audit.proof.steps),
        *audit.tree.unit_by_id,
        *audit.tree.scope_by_id,
        *audit.tree.state_by_id,
        *audit.tree.entry_by_id,
        *(obligation.id for obligation in audit.obligations),
        *(statement.id for statement in audit.statements),
        *(item.id for item in audit.evidence),
    }
    findings: tuple[tuple[str, tuple[Finding, ...]], ...] = (
        ("proof.findings", audit.proof.findings),
        ("tree.findings", audit.tree.findings),
        ("findings", audit.findings),
    )
    for name, group in findings:
        for index, finding in enumerate(group):
            if finding.about not in known:
                yield f"{name}[{index}].about: nothing here is called {shown(finding.about)}"


def _verdict(audit: Audit) -> Iterator[str]:
    steps = [step.id for step in audit.proof.steps]
    units = [unit.id for unit in audit.tree.units]
    verdicts: list[tuple[str, Verdict]] = [("verdict", audit.verdict)]
    if audit.verdict.machine is not None:
        verdicts.append(("verdict.machine", audit.verdict.machine))
        if audit.verdict.machine.machine is not None:
            yield "verdict.machine.machine: a machine's verdict has no other below it"
        if audit.verdict.machine.units or audit.verdict.machine.steps:
            yield "verdict.machine: a machine's verdict is kept without its units and steps"
    if [unit.unit_id for unit in audit.verdict.units] != units:
        yield "verdict.units: not one verdict for each unit of the tree, in its order"
    if [step.id for step in audit.verdict.steps] != steps:
        yield "verdict.steps: not one verdict for each step of the proof, in its order"
    for name, verdict in verdicts:
        yield from _missing(f"{name}.first_error", "step", (verdict.first_error,), steps)
        yield from _missing(f"{name}.first_error_unit", "unit", (verdict.first_error_unit,), audit.tree.unit_by_id)
        yield from _missing(f"{name}.risky_step", "step", (verdict.risky_step,), steps)
        yield from _missing(f"{name}.uncertain_before", "step", verdict.uncertain_before, frozenset(steps))


def _events(audit: Audit) -> Iterator[str]:
    rules = EventRules(audit)
    for index, event in enumerate(audit.review.events):
        fault = rules.fault(event)
        if fault is not None:
            yield f"review.events[{index}]: {fault}"
        rules.take(event)


def _missing(field: str, kind: str, named: Iterable[str | None], known: Collection[str]) -> Iterator[str]:
    for name in named:
        if name is not None and name not in known:
            yield f"{field}: there is no {kind} {shown(name)}"


def _twice(field: str, ids: Sequence[str]) -> Iterator[str]:
    if len(set(ids)) == len(ids):
        return
    seen: set[str] = set()
    for index, name in enumerate(ids):
        if name in seen:
            yield f"{field}[{index}]: the id {shown(name)} is already taken"
        seen.add(name)


def _circle(field: str, parents: Mapping[N, N | None]) -> Iterator[str]:
    """A parent that is its own descendant. Each node is walked once."""
    settled: set[N] = set()
    for start in parents:
        path: list[N] = []
        on_path: set[N] = set()
        current: N | None = start
        while current is not None and current not in settled:
            if current in on_path:
                yield f"{field}: {shown(current)} is its own ancestor"
                return
            path.append(current)
            on_path.add(current)
            current = parents[current]
        settled.update(path)
