"""What a LaTeX project states and proves: its statements, its proofs, and which belongs to which."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from ..mathspans import MATH_ENVIRONMENTS
from .assembly import stripped
from .headings import Kind
from .latex_project import Project
from .latex_structure import Environment, Structure
from .sections import asks, candidates_of, sections_of
from .steps import Page, split_steps

REFERENCE = re.compile(
    r"\\(?:ref|eqref|cref|Cref|autoref|nameref|hyperref|vref)\*?[ \t]*(?:\[([^\]]{1,100})\])?\{([^{}]{1,200})\}"
)
LISTS = frozenset(("enumerate", "itemize", "description", "compactenum", "compactitem", "enumerate*", "itemize*"))
_KEPT_TOGETHER = LISTS | {"quote", "quotation", "center", "tabular", "table", "tikzcd", "abstract", "thebibliography"}
_LEADING = re.compile(r"(?:\s|~|\\label[ \t]*\{[^{}]{1,100}\})*")
_LONGEST_DISPLAY = 3_000
_ANOTHER = re.compile(
    r"\W*(?:second|third|another|alternative|alternate|other|different|zweiter|anderer|autre|deuxième|segunda|otra)\b",
    re.IGNORECASE,
)
_OVERLAY = re.compile(r"\s*<[0-9,+.|a-z: -]{1,20}>")
_DOCUMENT = re.compile(r"\\begin[ \t]*\{document\}")


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

    @property
    def stated(self) -> tuple[int, int] | None:
        """The words of the statement; ``loose`` ones stand in no environment."""
        return (self.statement.start, self.statement.end) if self.statement else self.loose


class Reading:
    """The structure of one project, and the questions asked of it."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.text = project.text
        begins = _DOCUMENT.search(self.text)
        self.body = begins.end() if begins else 0
        self.structure = Structure(self.text, self.body, len(self.text), project.definitions)
        self.environments = self.structure.environments
        self.environment_starts = [environment.start for environment in self.environments]
        self.kinds = [self.structure.kind(environment) for environment in self.environments]
        self._kept = [(e.start, e.end) for e in self.environments if e.name in _KEPT_TOGETHER]
        self.loose_from = len(self.text)
        self._in_proof = self._inside_proofs()
        self.statements = self._statements()
        self._by_label = {label: stated for stated in self.statements for label in stated.labels}
        self._by_name = {re.sub(r" \(.*", "", stated.name).casefold(): stated for stated in self.statements}
        self._by_number = {stated.number: stated for stated in self.statements}
        self._provable = [stated for stated in self.statements if stated.kind is not Kind.CONTEXT]
        self._provable_ends = [self.environments[stated.number].end for stated in self._provable]

    def proofs(self) -> list[Found]:
        """All proofs, in their order; no two have the same name. There is at least one, which may be empty."""
        found = self._proofs() or self._loose_proofs()
        names = _distinct([proof.name for proof in found])
        return [proof._replace(name=name) for proof, name in zip(found, names, strict=True)]

    def page(self, start: int, end: int) -> Page:
        """The lines of a range: a proof is a small part of most projects."""
        first = bisect_right(self._kept, (start,))
        while first and self._kept[first - 1][1] > start:
            first -= 1
        last = bisect_right(self._kept, (end,))
        return Page(self.text, kept=self._kept[first:last], start=start, end=end, margins=False)

    def display_at(self, position: int) -> tuple[int, int] | None:
        """The displayed formula around ``position``: the outermost environment of mathematics, or ``\\[…\\]``."""
        number = bisect_right(self.environment_starts, position) - 1
        while number >= 0 and self.environments[number].end <= position:
            number = self.environments[number].parent
        found = None
        while number >= 0:
            environment = self.environments[number]
            if environment.name.rstrip("*") in MATH_ENVIRONMENTS:
                found = environment.start, environment.end
            number = environment.parent
        if found is not None:
            return found
        low, high = max(0, position - _LONGEST_DISPLAY), position + _LONGEST_DISPLAY
        start, end = self.text.rfind("\\[", low, position), self.text.find("\\]", position, high)
        opens = start >= 0 and end >= 0 and "\\]" not in self.text[start:position]
        return (start, end + 2) if opens else None

    def content(self, environment: Environment) -> int:
        """Where the words of an environment begin: behind its labels and the overlays of beamer."""
        overlay = _OVERLAY.match(self.text, environment.content, environment.stop)
        start = overlay.end() if overlay else environment.content
        leading = _LEADING.match(self.text, start, environment.stop)
        return leading.end() if leading else start

    def name(self, number: int) -> str:
        """What people call a theorem: "Lemma 1.2"."""
        environment = self.environments[number]
        printed = self.structure.printed(environment) or environment.name.rstrip("*").capitalize()
        return f"{printed} {self.structure.numbers.get(number, '')}".strip()

    def claim_before(self, number: int) -> int | None:
        """The claim that a proof inside a proof follows."""
        parent = self.environments[number].parent
        before = range(number - 1, parent, -1)
        siblings = (n for n in before if self.environments[n].parent == parent and self.kinds[n] is not None)
        nearest = next(siblings, None)
        return nearest if nearest is not None and self.kinds[nearest] is not Kind.PROOF else None

    def claims_in(self, start: int, end: int) -> list[Stated]:
        """The statements inside a proof at ``[start, end)``."""
        found = []
        for number in range(bisect_left(self.environment_starts, start), bisect_left(self.environment_starts, end)):
            kind, environment = self.kinds[number], self.environments[number]
            if kind in (Kind.STATEMENT, Kind.CLAIM) and self._in_proof[number]:
                low, high = stripped(self.text, self.content(environment), environment.stop)
                labels = self.structure.labels(environment.start, environment.end)
                found.append(Stated(number, kind, self.name(number), low, high, labels))
        return found

    def _inside_proofs(self) -> list[bool]:
        inside: list[bool] = []
        for environment in self.environments:
            parent = environment.parent
            inside.append(parent >= 0 and (inside[parent] or self.kinds[parent] is Kind.PROOF))
        return inside

    def _statements(self) -> list[Stated]:
        """Statements and definitions outside proofs, in the order in which they end."""
        own_proof: dict[int, int] = {}
        for number, environment in enumerate(self.environments):
            if self.kinds[number] is Kind.PROOF:
                own_proof.setdefault(environment.parent, environment.start)
        stated: list[Stated] = []
        for number, environment in enumerate(self.environments):
            kind = self.kinds[number]
            if kind is None or kind is Kind.PROOF or self._in_proof[number]:
                continue
            start, end = stripped(self.text, self.content(environment), own_proof.get(number, environment.stop))
            name = f"{self.name(number)} ({environment.option})" if environment.option else self.name(number)
            labels = self.structure.labels(environment.start, environment.end)
            stated.append(Stated(number, kind, name, start, end, labels))
        return sorted(stated, key=lambda one: self.environments[one.number].end)

    def _proofs(self) -> list[Found]:
        """The proof environments that stand in no other proof."""
        proofs: list[Found] = []
        last_end = self.body
        for index, environment in enumerate(self.environments):
            if self.kinds[index] is not Kind.PROOF or self._in_proof[index]:
                continue
            statement = self._statement_of(environment)
            if proofs and _ANOTHER.match(environment.option) and self._named(environment.option) is None:
                statement = proofs[-1].statement
            loose = None if statement else self._loose_statement(last_end, environment.start)
            name = self._proof_name(environment, statement)
            proofs.append(Found(name, self.content(environment), environment.stop, index, statement, loose))
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
        around = self._by_number.get(proof.parent)
        before = bisect_right(self._provable_ends, proof.start)
        return named or around or (self._provable[before - 1] if before else None)

    def _named(self, title: str) -> Stated | None:
        """The statement that a title such as "Proof of Theorem~\\ref{main}" means."""
        for match in REFERENCE.finditer(title):
            for key in keys_of(match):
                if key in self._by_label:
                    return self._by_label[key]
        words = re.search(r"([^\W\d_]+)[ ~]*(\d+(?:\.\d+)*)", title)
        if words is None:
            return None
        return self._by_name.get(f"{words.group(1)} {words.group(2)}".casefold())

    def _loose_statement(self, start: int, end: int) -> tuple[int, int] | None:
        """The paragraph right before a proof, if it asks for something."""
        pieces = split_steps(self.page(start, end), start, end)
        if pieces and asks(self.text, pieces[-1].start, pieces[-1].end):
            return pieces[-1].start, pieces[-1].end
        return None

    def _loose_proofs(self) -> list[Found]:
        """Proofs without an environment: what follows the last statement, or the whole body."""
        begin = self.environments[self._provable[-1].number].end if self._provable else self.body
        page = self.page(begin, len(self.text))
        sections = sections_of(page, begin)
        proofs: list[Found] = []
        for candidate in candidates_of(page, sections, has_problem=bool(self._provable)):
            own = candidate.statement
            self.loose_from = min(self.loose_from, candidate.start, own.start if own else candidate.start)
            statement = self._provable[-1] if self._provable else None
            loose = (own.start, own.end) if own and not statement else None
            proofs.append(Found(candidate.name, candidate.start, candidate.end, -1, statement, loose))
        return proofs


def keys_of(reference: re.Match[str]) -> list[str]:
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
