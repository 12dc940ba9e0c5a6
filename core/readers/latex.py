"""LaTeX: theorems and proofs by their environments, steps by enumerations, headings and paragraphs.

The parser is our own: pylatexenc needs six seconds for a megabyte and may wait for ever on a bare ``\\begin``
(phfaist/pylatexenc#37). A proof needs no more than balanced environments, which one pass over the text gives.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from ..proof import Finding, Passage, Proof, SourceSpan
from .assembly import Draft, assemble, stripped
from .choose import choose
from .document import Document
from .headings import Kind
from .latex_clean import Figure, Use
from .latex_names import unknown_commands
from .latex_project import Project, open_project
from .latex_structure import Environment, Structure
from .sections import asks, candidates_of, sections_of
from .steps import Page, Piece, split_steps, trim_end_mark

_STANDING = re.compile(
    r"\b(?:throughout|we (?:always )?(?:assume|write|denote|let|fix)|from now on|let|denote|notation|recall that)\b",
    re.IGNORECASE,
)
_RESTS_ON_FIGURE = re.compile(r"\b(?:fig(?:ure|\.)|picture|diagram|drawing|abbildung|bild)\b", re.IGNORECASE)
_REFERENCE = re.compile(
    r"\\(?:ref|eqref|cref|Cref|autoref|nameref|hyperref|vref)\*?[ \t]*(?:\[([^\]]{1,100})\])?\{([^{}]{1,200})\}"
)
_MOST_FINDINGS = 20
_LEADING = re.compile(r"(?:\s|~|\\label[ \t]*\{[^{}]{1,100}\})*")
_BIBITEM = re.compile(r"\\bibitem[ \t]*(?:\[[^\[\]\r\n]{0,100}\])?[ \t]*\{([^{}\r\n]{1,100})\}")
_DOCUMENT = re.compile(r"\\begin[ \t]*\{document\}")
_TAG = re.compile(r"\\(?:begin|end)(?:[ \t]*\{[^{}\r\n]{0,60}\})?")
_LISTS = frozenset(("enumerate", "itemize", "description", "compactenum", "compactitem", "enumerate*", "itemize*"))
_NUMBERED_LISTS = frozenset(("enumerate", "compactenum", "enumerate*"))
_KEPT_TOGETHER = _LISTS | {"quote", "quotation", "center", "tabular", "table", "tikzcd", "abstract", "thebibliography"}
_MOST_LABELLED = 2000
_DEEPEST = 20


class Stated(NamedTuple):
    """A statement: its environment's number, what people call it, its words at ``[start, end)``, its labels."""

    number: int
    kind: Kind
    name: str
    start: int
    end: int
    labels: tuple[str, ...]


class Found(NamedTuple):
    """A proof at ``[start, end)`` inside environment ``container`` (-1: none), and its statement."""

    name: str
    start: int
    end: int
    container: int
    statement: Stated | None
    loose: tuple[int, int] | None = None


def read_latex(
    document: Document,
    *,
    problem: Document | None = None,
    proof: str | None = None,
    folder: Path | None = None,
    main: Path | None = None,
) -> Proof:
    """The proof in a LaTeX document and the files it includes from ``folder`` (none without it).

    Comments, figures and definitions are no text; macros that the source defines are expanded. Where that changes a
    file, spans point into a derived source with the lines of the file. Raises
    :class:`~proofsieve.core.errors.InputError` if there is no step and :class:`~proofsieve.core.errors.ChoiceNeeded` if
    several proofs are there and ``proof`` names none of them.
    """
    sources = [document.source, *([problem.source] if problem else [])]
    project = open_project(document, folder=folder, main_path=main, sources=sources)
    found = _Reading(project).draft(document.source.name, proof)
    return assemble(found, sources=sources, problem=problem, escaped=False)


class _Reading:
    """The structure of one project, and the questions asked of it."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.text = project.text
        begins = _DOCUMENT.search(self.text)
        self.body = begins.end() if begins else 0
        self.structure = Structure(self.text, self.body, len(self.text), project.definitions)
        self.environments = self.structure.environments
        self._environment_starts = [environment.start for environment in self.environments]
        self.kinds = [self.structure.kind(environment) for environment in self.environments]
        self.page = Page(self.text, kept=[(e.start, e.end) for e in self.environments if e.name in _KEPT_TOGETHER])
        self.in_proof = self._inside_proofs()
        self.statements = self._statements()
        self._by_label = {label: stated for stated in self.statements for label in stated.labels}
        self._by_name = {re.sub(r" \(.*", "", stated.name).casefold(): stated for stated in self.statements}
        self._by_number = {stated.number: stated for stated in self.statements}
        self._statement_ends = [self.environments[stated.number].end for stated in self.statements]

    def draft(self, title: str, wanted: str | None) -> Draft:
        """The proof that is ``wanted``, with its findings and context."""
        proofs = self._proofs() or self._loose_proofs()
        chosen = proofs[choose(_distinct([found.name for found in proofs]), wanted, where=title, what="proofs")]
        end = trim_end_mark(self.text, chosen.start, chosen.end)
        pieces = [
            piece
            for piece in self._steps(chosen.start, end, chosen.container, 0)
            if not _TAG.fullmatch(self.text, piece.start, piece.end)
        ]
        statement = (chosen.statement.start, chosen.statement.end) if chosen.statement else chosen.loose
        return Draft(
            text=self.project,
            title=title if len(proofs) == 1 else f"{title}: {chosen.name}",
            steps=pieces,
            statement=statement,
            findings=[
                *self.project.findings,
                *self._stray_findings(),
                *self._figure_findings(chosen, pieces),
                *self._use_findings(chosen),
                *self._unknown_findings(statement, pieces),
                *self._unproved(proofs),
            ],
            context=self._context(chosen),
        )

    def _inside_proofs(self) -> list[bool]:
        inside: list[bool] = []
        for environment in self.environments:
            parent = environment.parent
            inside.append(parent >= 0 and (inside[parent] or self.kinds[parent] is Kind.PROOF))
        return inside

    def _statements(self) -> list[Stated]:
        """Statements and definitions outside proofs, in the order in which they end."""
        stated: list[Stated] = []
        for index, environment in enumerate(self.environments):
            kind = self.kinds[index]
            if kind is None or kind is Kind.PROOF or self.in_proof[index]:
                continue
            end = next(
                (
                    self.environments[child].start
                    for child in self.structure.children(index)
                    if self.kinds[child] is Kind.PROOF
                ),
                environment.stop,
            )
            leading = _LEADING.match(self.text, environment.content, end)
            start, end = stripped(self.text, leading.end() if leading else environment.content, end)
            printed = self.structure.printed(environment) or environment.name.capitalize()
            name = f"{printed} {self.structure.numbers.get(index, '')}".strip()
            name = f"{name} ({environment.option})" if environment.option else name
            labels = self.structure.labels(environment.start, environment.end)
            stated.append(Stated(index, kind, name, start, end, labels))
        return sorted(stated, key=lambda one: self.environments[one.number].end)

    def _proofs(self) -> list[Found]:
        """The proof environments that stand in no other proof."""
        proofs: list[Found] = []
        last_end = self.body
        for index, environment in enumerate(self.environments):
            if self.kinds[index] is not Kind.PROOF or self.in_proof[index]:
                continue
            statement = self._statement_of(environment)
            loose = None if statement else self._loose_statement(last_end, environment.start)
            name = self._proof_name(environment, statement)
            leading = _LEADING.match(self.text, environment.content, environment.stop)
            start = leading.end() if leading else environment.content
            proofs.append(Found(name, start, environment.stop, index, statement, loose))
            last_end = environment.end
        return proofs

    def _proof_name(self, environment: Environment, statement: Stated | None) -> str:
        label = f" [{statement.labels[0]}]" if statement and statement.labels else ""
        printed = self.structure.printed(environment) or environment.name.rstrip("*").capitalize()
        if environment.option and self._named(environment.option) is None:
            title = environment.option.replace("~", " ")
            known = statement is not None and statement.name in title
            return title if known or not statement else f"{title}, of {statement.name}{label}"
        return f"{printed} of {statement.name}{label}" if statement else printed

    def _statement_of(self, proof: Environment) -> Stated | None:
        """The statement that the proof's title refers to, that is around it, or that ended last before it."""
        named = self._named(proof.option) if proof.option else None
        if named:
            return named
        around = self._by_number.get(proof.parent)
        if around:
            return around
        for place in range(bisect_right(self._statement_ends, proof.start) - 1, -1, -1):
            if self.statements[place].kind is not Kind.CONTEXT:
                return self.statements[place]
        return None

    def _named(self, title: str) -> Stated | None:
        """The statement that a title such as "Proof of Theorem~\\ref{main}" means."""
        for match in _REFERENCE.finditer(title):
            for key in _keys(match):
                if key in self._by_label:
                    return self._by_label[key]
        words = re.search(r"([^\W\d_]+)[ ~]*(\d+(?:\.\d+)*)", title)
        if words is None:
            return None
        return self._by_name.get(f"{words.group(1)} {words.group(2)}".casefold())

    def _loose_statement(self, start: int, end: int) -> tuple[int, int] | None:
        """The paragraph right before a proof, if it asks for something."""
        pieces = split_steps(self.page, start, end)
        if pieces and asks(self.text, pieces[-1].start, pieces[-1].end):
            return pieces[-1].start, pieces[-1].end
        return None

    def _loose_proofs(self) -> list[Found]:
        """Proofs without an environment: what follows the last statement, or the whole body."""
        provable = [stated for stated in self.statements if stated.kind is not Kind.CONTEXT]
        begin = self.environments[provable[-1].number].end if provable else self.body
        sections = sections_of(self.page, begin)
        proofs: list[Found] = []
        for candidate in candidates_of(self.page, sections, has_problem=bool(provable)):
            own = candidate.statement
            statement = provable[-1] if provable else None
            loose = (own.start, own.end) if own and not statement else None
            proofs.append(Found(candidate.name, candidate.start, candidate.end, -1, statement, loose))
        return proofs

    def _steps(self, start: int, end: int, container: int, depth: int) -> list[Piece]:
        """Steps by "Step k" headings, by the items of the one enumeration, or by paragraphs of each nested part."""
        page = self.page
        if depth > _DEEPEST or any(heading.kind is Kind.STEP for heading in page.headings_in(start, end)):
            return split_steps(page, start, end)
        inner = [
            (number, environment)
            for number, environment in self._directly_inside(start, end, container)
            # An environment that is not closed reaches to the end of the text, beyond the blanks that are cut off.
            if environment.stop <= end or environment.stop == environment.end
        ]
        lists = [(number, environment) for number, environment in inner if environment.name in _NUMBERED_LISTS]
        if len(lists) == 1:
            number, environment = lists[0]
            items = self._items(number, min(environment.stop, end))
            if items:
                before = self._steps(start, environment.start, container, depth + 1)
                return [*before, *items, *self._steps(min(environment.end, end), end, container, depth + 1)]
        loose_items = self._items(container, end) if not inner or container < 0 else []
        loose_items = [item for item in loose_items if start <= item.start < end]
        if loose_items:
            first = next(
                item.start for item in self.structure.items if item.start >= start and item.parent == container
            )
            return [*split_steps(page, start, first), *loose_items]
        pieces: list[Piece] = []
        position = start
        for number, environment in inner:
            if self.kinds[number] is None:
                continue
            pieces.extend(split_steps(page, position, environment.start))
            pieces.extend(self._nested(number, environment, depth))
            position = min(environment.end, end)
        return [*pieces, *split_steps(page, position, end)]

    def _nested(self, number: int, environment: Environment, depth: int) -> list[Piece]:
        """The steps of a claim or of its proof inside a proof; the claim's name is the first one's label."""
        leading = _LEADING.match(self.text, environment.content, environment.stop)
        start = leading.end() if leading else environment.content
        stop = trim_end_mark(self.text, start, environment.stop)
        pieces = self._steps(start, stop, number, depth + 1)
        printed = self.structure.printed(environment)
        if pieces and not pieces[0].label and self.kinds[number] is not Kind.PROOF:
            pieces[0] = pieces[0]._replace(label=f"{printed} {self.structure.numbers.get(number, '')}".strip())
        return pieces

    def _directly_inside(self, start: int, end: int, container: int) -> list[tuple[int, Environment]]:
        first = bisect_left(self._environment_starts, start)
        found = []
        for number in range(first, len(self.environments)):
            environment = self.environments[number]
            if environment.start >= end:
                break
            if environment.parent == container:
                found.append((number, environment))
        return found

    def _items(self, container: int, end: int) -> list[Piece]:
        """The items directly inside a list as pieces; their own labels, or 1, 2, …"""
        items = [item for item in self.structure.items if item.parent == container and item.start < end]
        pieces: list[Piece] = []
        for count, item in enumerate(items, start=1):
            stop = items[count].start if count < len(items) else end
            start, stop = stripped(self.text, item.content, stop)
            stop = self._before_stray(start, stop)
            if start < stop:
                pieces.append(Piece(item.label.strip("().") or str(count), start, stop))
        return pieces

    def _before_stray(self, start: int, stop: int) -> int:
        """The end of an item without a bare ``\\end`` that closes nothing."""
        for position, _ in self.structure.strays:
            if start <= position < stop:
                return stripped(self.text, start, position)[1]
        return stop

    def _stray_findings(self) -> list[Finding]:
        return [
            Finding(kind="unbalanced", message=message, span=self._span(position, position + 1))
            for position, message in self.structure.strays[:_MOST_FINDINGS]
        ]

    def _figure_findings(self, chosen: Found, pieces: Sequence[Piece]) -> list[Finding]:
        """Which steps a figure stands in or is referred to; its caption is a note and no evidence."""
        findings: list[Finding] = []
        starts = [piece.start for piece in pieces]
        for note in self.project.notes:
            if isinstance(note.what, Figure) and pieces and chosen.start <= note.position <= chosen.end:
                about = f"s{max(1, bisect_right(starts, note.position))}"
                caption = f" (caption: {note.what.caption[:200]})" if note.what.caption else ""
                findings.append(
                    Finding(kind="figure", message=f"a figure that is not read{caption}", about=about, span=note.span)
                )
        for number, piece in enumerate(pieces, start=1):
            match = _RESTS_ON_FIGURE.search(self.text, piece.start, piece.end)
            if match:
                message = "the step rests on a figure, which a person must look at"
                findings.append(Finding(kind="rests-on-figure", message=message, about=f"s{number}"))
        return findings

    def _use_findings(self, chosen: Found) -> list[Finding]:
        """What the source declares that this proof uses (\\uses of a blueprint)."""
        used: list[str] = []
        for note in self.project.notes:
            if isinstance(note.what, Use) and chosen.start - 1 <= note.position <= chosen.end:
                used.extend(note.what.labels)
        return [
            Finding(kind="declared-use", message=f"the source says that this proof uses {label}")
            for label in dict.fromkeys(used)
        ]

    def _unknown_findings(self, statement: tuple[int, int] | None, pieces: Sequence[Piece]) -> list[Finding]:
        findings: list[Finding] = []
        named: set[str] = set()
        parts = [("", *statement)] if statement else []
        parts.extend((f"s{number}", piece.start, piece.end) for number, piece in enumerate(pieces, start=1))
        for about, start, end in parts:
            for name in unknown_commands(self.text[start:end]):
                if name not in named and len(findings) < _MOST_FINDINGS:
                    named.add(name)
                    message = f"\\{name} is defined nowhere that is read; formulas with it are not understood"
                    findings.append(Finding(kind="unknown-macro", message=message, about=about))
        return findings

    def _unproved(self, proofs: Sequence[Found]) -> list[Finding]:
        proved = {found.statement.number for found in proofs if found.statement}
        return [
            Finding(
                kind="no-proof",
                message=f"{stated.name} has no proof in this file",
                span=self._span(stated.start, stated.end),
            )
            for stated in self.statements
            if stated.kind is Kind.STATEMENT and stated.number not in proved
        ]

    def _context(self, chosen: Found) -> list[Passage]:
        """What the proof may rest on: statements, definitions, standing paragraphs, equations, the bibliography."""
        passages: list[tuple[int, Passage | None]] = []
        cited = {key for match in _REFERENCE.finditer(self.text, chosen.start, chosen.end) for key in _keys(match)}
        for stated in self.statements:
            earlier = stated.end <= chosen.start or not cited.isdisjoint(stated.labels)
            if earlier and (chosen.statement is None or stated.number != chosen.statement.number):
                kind = "definition" if stated.kind is Kind.CONTEXT else "statement"
                passages.append(
                    (stated.start, self._passage(kind, stated.name, stated.start, stated.end, stated.labels))
                )
        for start, end in self._standing(chosen.start):
            passages.append((start, self._passage("standing", "", start, end)))
        for formula in self.page.formulas[:_MOST_LABELLED]:
            labels = self.structure.labels(formula.start, formula.end) if formula.display else ()
            if labels:
                passages.append(
                    (formula.start, self._passage("equation", labels[0], formula.start, formula.end, labels))
                )
        entries = list(_BIBITEM.finditer(self.text, self.body))[:_MOST_LABELLED]
        for number, entry in enumerate(entries):
            stop = entries[number + 1].start() if number + 1 < len(entries) else min(len(self.text), entry.end() + 1000)
            key = entry.group(1).strip()
            words = self.text[entry.end() : stop].split("\\end{thebibliography}")[0]
            passages.append(
                (entry.start(), self._passage("reference", key, entry.end(), entry.end() + len(words), (key,)))
            )
        return [passage for _, passage in sorted(passages, key=lambda pair: pair[0]) if passage is not None]

    def _standing(self, until: int) -> list[tuple[int, int]]:
        """Paragraphs outside all environments before the proof that fix notation or assumptions."""
        found: list[tuple[int, int]] = []
        position = self.body
        for environment in [*self.environments, None]:
            if environment is not None and (environment.parent != -1 or environment.end <= position):
                continue
            kind = self.structure.kind(environment) if environment else None
            if environment is not None and kind is None and environment.start < until:
                continue
            stop = min(environment.start, until) if environment else until
            if position < stop:
                pieces = split_steps(self.page, position, stop)
                found.extend((p.start, p.end) for p in pieces if _STANDING.search(self.text, p.start, p.end))
            if environment is None or environment.start >= until:
                break
            position = environment.end
        return found

    def _passage(self, kind: str, name: str, start: int, end: int, labels: tuple[str, ...] = ()) -> Passage | None:
        for low, high in self.project.split(start, end)[:1]:
            start, end = stripped(self.text, low, high)
            return Passage(
                kind=kind, name=name, text=self.text[start:end], span=self.project.span(start, end), labels=labels
            )
        return None

    def _span(self, start: int, end: int) -> SourceSpan | None:
        parts = self.project.split(start, min(end, len(self.text)))
        return self.project.span(*parts[0]) if parts else None


def _keys(reference: re.Match[str]) -> list[str]:
    """The labels that a reference names."""
    return [key.strip() for key in (reference.group(1) or reference.group(2)).split(",")]


def _distinct(names: Sequence[str]) -> list[str]:
    """The names, repeated ones with a number."""
    taken: dict[str, int] = {}
    distinct = []
    for name in names:
        taken[name] = taken.get(name, 0) + 1
        distinct.append(f"{name} ({taken[name]})" if taken[name] > 1 else name)
    return distinct
