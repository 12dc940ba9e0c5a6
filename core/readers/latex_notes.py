"""What a LaTeX project says around a proof: what is odd about it, and what the proof may rest on."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from ..proof import Finding, Passage, SourceSpan
from .assembly import stripped
from .headings import Kind
from .latex_clean import Figure, Use
from .latex_names import unknown_commands
from .latex_reading import REFERENCE, Found, Reading, keys_of
from .latex_sections import past_headings
from .standing import fixes_something, is_aside
from .steps import Piece, split_steps

_BIBITEM = re.compile(r"\\bibitem[ \t]*(?:\[[^\[\]\r\n]{0,100}\])?[ \t]*\{([^{}\r\n]{1,100})\}")
_MOST_FINDINGS = 20
_MOST_LABELLED = 2000


def notes_on(reading: Reading, proofs: Sequence[Found], chosen: Found, steps: Sequence[Piece]) -> list[Finding]:
    """Everything about ``chosen``, one of ``proofs``, and its files that a reviewer should know."""
    return [
        *reading.project.findings,
        *_stray_findings(reading),
        *_figure_findings(reading, chosen, steps),
        *_use_findings(reading, chosen),
        *_unknown_findings(reading, chosen.stated, steps),
        *_unproved(reading, proofs),
    ]


def context_of(reading: Reading, chosen: Found) -> list[Passage]:
    """What the proof may rest on: statements, definitions, standing paragraphs, equations, the bibliography."""
    passages: list[tuple[int, Passage | None]] = []
    cited = {key for match in REFERENCE.finditer(reading.text, chosen.start, chosen.end) for key in keys_of(match)}
    for stated in reading.statements:
        aside = stated.kind is Kind.CONTEXT and is_aside(stated.name)
        earlier = (stated.end <= chosen.start and not aside) or not cited.isdisjoint(stated.labels)
        if earlier and (chosen.statement is None or stated.number != chosen.statement.number):
            kind = "definition" if stated.kind is Kind.CONTEXT else "statement"
            passages.append(
                (stated.start, _passage(reading, kind, stated.name, stated.start, stated.end, stated.labels))
            )
    for claim in reading.claims_in(chosen.start, chosen.end):
        passages.append((claim.start, _passage(reading, "claim", claim.name, claim.start, claim.end, claim.labels)))
    for start, end in _standing(reading, min(chosen.start, reading.loose_from)):
        passages.append((start, _passage(reading, "standing", "", start, end)))
    for start, end, labels in _equations(reading, chosen, cited):
        passages.append((start, _passage(reading, "equation", labels[0], start, end, labels)))
    entries = list(_BIBITEM.finditer(reading.text, reading.body))[:_MOST_LABELLED]
    for number, entry in enumerate(entries):
        stop = entries[number + 1].start() if number + 1 < len(entries) else min(len(reading.text), entry.end() + 1000)
        key = entry.group(1).strip()
        words = reading.text[entry.end() : stop].split("\\end{thebibliography}")[0]
        passages.append(
            (entry.start(), _passage(reading, "reference", key, entry.end(), entry.end() + len(words), (key,)))
        )
    return [passage for _, passage in sorted(passages, key=lambda pair: pair[0]) if passage is not None]


def _stray_findings(reading: Reading) -> list[Finding]:
    return [
        Finding(kind="unbalanced", message=message, span=_span(reading, position, position + 1))
        for position, message in reading.structure.strays[:_MOST_FINDINGS]
    ]


def _figure_findings(reading: Reading, chosen: Found, pieces: Sequence[Piece]) -> list[Finding]:
    """Which steps a figure stands in; its caption is a note and no evidence."""
    findings: list[Finding] = []
    starts = [piece.start for piece in pieces]
    for note in reading.project.notes:
        if isinstance(note.what, Figure) and pieces and chosen.start <= note.position <= chosen.end:
            about = f"s{max(1, bisect_right(starts, note.position))}"
            caption = f" (caption: {note.what.caption[:200]})" if note.what.caption else ""
            findings.append(
                Finding(kind="figure", message=f"a figure that is not read{caption}", about=about, span=note.span)
            )
    return findings


def _use_findings(reading: Reading, chosen: Found) -> list[Finding]:
    """What the source declares that this proof uses (\\uses of a blueprint)."""
    used: list[str] = []
    for note in reading.project.notes:
        if isinstance(note.what, Use) and chosen.start - 1 <= note.position <= chosen.end:
            used.extend(note.what.labels)
    return [
        Finding(kind="declared-use", message=f"the source says that this proof uses {label}")
        for label in dict.fromkeys(used)
    ]


def _unknown_findings(reading: Reading, statement: tuple[int, int] | None, pieces: Sequence[Piece]) -> list[Finding]:
    findings: list[Finding] = []
    named: set[str] = set()
    parts = [("", *statement)] if statement else []
    parts.extend((f"s{number}", piece.start, piece.end) for number, piece in enumerate(pieces, start=1))
    for about, start, end in parts:
        for name in unknown_commands(reading.text[start:end]):
            if name not in named and len(findings) < _MOST_FINDINGS:
                named.add(name)
                message = f"\\{name} is defined nowhere that is read; formulas with it are not understood"
                findings.append(Finding(kind="unknown-macro", message=message, about=about))
    return findings


def _unproved(reading: Reading, proofs: Sequence[Found]) -> list[Finding]:
    proved = {found.statement.number for found in proofs if found.statement}
    return [
        Finding(
            kind="no-proof",
            message=f"{stated.name} has no proof in this file",
            span=_span(reading, stated.start, stated.end),
        )
        for stated in reading.statements
        if stated.kind is Kind.STATEMENT and stated.number not in proved
    ]


def _equations(reading: Reading, chosen: Found, cited: set[str]) -> list[tuple[int, int, tuple[str, ...]]]:
    """Displays with labels outside the proof: those before it, and those that it refers to."""
    found: dict[tuple[int, int], list[str]] = {}
    for position, label in reading.structure.all_labels:
        inside = chosen.start <= position < chosen.end
        if inside or (position >= chosen.start and label not in cited):
            continue
        display = reading.display_at(position)
        if display is not None:
            found.setdefault(display, []).append(label)
    kept = list(found.items())[-_MOST_LABELLED:]
    return [(start, end, tuple(labels)) for (start, end), labels in kept]


def _standing(reading: Reading, until: int) -> list[tuple[int, int]]:
    """Paragraphs outside all environments before the proof that fix notation or assumptions."""
    found: list[tuple[int, int]] = []
    position = reading.body
    for environment, kind in [*zip(reading.environments, reading.kinds, strict=True), (None, None)]:
        if environment is not None and (environment.parent != -1 or environment.end <= position):
            continue
        if environment is not None and kind is None and environment.start < until:
            continue
        stop = min(environment.start, until) if environment else until
        if position < stop and fixes_something(reading.text, position, stop):
            pieces = split_steps(reading.page(position, stop), position, stop)
            ranges = ((past_headings(reading.text, piece.start, piece.end), piece.end) for piece in pieces)
            found.extend((low, high) for low, high in ranges if fixes_something(reading.text, low, high))
        if environment is None or environment.start >= until:
            break
        position = environment.end
    return found


def _passage(
    reading: Reading, kind: str, name: str, start: int, end: int, labels: tuple[str, ...] = ()
) -> Passage | None:
    for low, high in reading.project.split(start, end)[:1]:
        start, end = stripped(reading.text, low, high)
        return Passage(
            kind=kind, name=name, text=reading.text[start:end], span=reading.project.span(start, end), labels=labels
        )
    return None


def _span(reading: Reading, start: int, end: int) -> SourceSpan | None:
    parts = reading.project.split(start, min(end, len(reading.text)))
    return reading.project.span(*parts[0]) if parts else None
