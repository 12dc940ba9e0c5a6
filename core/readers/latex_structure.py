"""The environments of a LaTeX text, and which of them are statements and proofs."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from .headings import KIND_OF_WORD, Kind
from .latex_definitions import Definitions
from .latex_expansion import printed_name
from .latex_sections import Sections

_TOKEN = re.compile(
    r"\\verb\*?([^A-Za-z*\s])[^\r\n]{0,200}?\1"
    r"|\\(?P<edge>begin|end)(?![A-Za-z@])(?:[ \t]*\{(?P<env>[^{}\r\n]{1,60})\})?"
    r"|\\item(?![A-Za-z@])(?P<item>[ \t]*(?:\[(?P<label>[^\[\]\r\n]{0,100})\])?[ \t]*)"
    r"|\\[^A-Za-z]"
)
_OPTION = re.compile(r"[ \t]*\[((?:[^\[\]{}]|\{(?:[^{}]|\{[^{}]*\})*\}){0,300})\]")
_LABEL = re.compile(r"\\label[ \t]*\{([^{}]{1,100})\}")
_LABEL_KEY = re.compile(r"\blabel\s*=\s*\{?([^{},\]]{1,100})")
_KEYS = re.compile(r"\s*(?:note|name|title|label|restate|continues|style)\s*=")
_TITLE_KEY = re.compile(r"\b(?:note|name|title)\s*=\s*(?:\{((?:[^{}]|\{[^{}]*\}){0,200})\}|([^,{}]{0,200}))")
_BOXED = re.compile(r"\s*(?:\[[^\[\]]{0,200}\])?\s*\{([^{}]{0,200})\}\s*\{([^{}]{0,100})\}")
_RESTATABLE = frozenset(("restatable", "restatable*"))
_RESTATED = re.compile(r"\s*\{([^{}\r\n]{1,60})\}\s*\{[^{}\r\n]{1,60}\}")
_VERBATIM = frozenset(("verbatim", "verbatim*", "lstlisting", "minted", "Verbatim", "alltt"))
_PROOF_NAMES = frozenset(
    "proof pf prf proofs proofof solution sol soln demo demonstration preuve beweis bew dem loesung lösung losung "
    "solucion demostracion dimostrazione bewijs answer".split()
)
# Deeper ones are left in the text: no source nests so deep, and every level costs a look at the whole inside.
_DEEPEST = 60
_MOST_LABELS = 100
_SHORT_NAMES = {
    "thm": "Theorem", "theo": "Theorem", "lem": "Lemma", "lemme": "Lemma", "prop": "Proposition", "cor": "Corollary",
    "coro": "Corollary", "conj": "Conjecture", "clm": "Claim", "defn": "Definition", "defi": "Definition",
    "dfn": "Definition", "def": "Definition", "rem": "Remark", "rmk": "Remark", "ex": "Exercise", "exer": "Exercise",
    "exo": "Exercise", "prob": "Problem", "pb": "Problem", "q": "Question", "eg": "Example", "nota": "Notation",
    "assum": "Assumption", "hyp": "Assumption", "fact": "Fact", "obs": "Observation", "thma": "Theorem",
}  # fmt: skip


class Item(NamedTuple):
    """An ``\\item``: where it stands, where its words begin, the label in its brackets, the environment around it."""

    start: int
    content: int
    label: str
    parent: int


class Environment(NamedTuple):
    """An environment at ``[start, end)`` with its content at ``[content, stop)``; ``parent`` is -1 at the top."""

    name: str
    start: int
    content: int
    stop: int
    end: int
    parent: int
    option: str


class Structure:
    """All environments of ``text[start:end]`` in the order of their beginnings, its items, and what does not match.

    ``strays`` are (position, message) of what is unbalanced; it is left in the text and opens or closes nothing.
    """

    def __init__(self, text: str, start: int, end: int, definitions: Definitions) -> None:
        self.text = text
        self.environments: list[Environment] = []
        self.items: list[Item] = []
        self.strays: list[tuple[int, str]] = []
        self._definitions = definitions
        self._start = start
        self._printed: dict[str, str] = {}
        self._closers: dict[int, str] = {}
        self._labels_in_options: list[tuple[int, str]] = []
        self._parse(start, end)
        self.numbers = self._numbered()

    def _parse(self, start: int, end: int) -> None:
        stack: list[int] = []
        open_names: dict[str, int] = {}
        skip = start
        missing: set[str] = set()
        for match in _TOKEN.finditer(self.text, start, end):
            if match.start() < skip:
                continue
            if match["item"] is not None:
                parent = stack[-1] if stack else -1
                self.items.append(Item(match.start(), match.end(), (match["label"] or "").strip(), parent))
                continue
            if not match["edge"]:
                continue
            name = match["env"]
            if name is None:
                self.strays.append((match.start(), f"\\{match['edge']} without the name of an environment"))
            elif match["edge"] == "begin" and len(stack) >= _DEEPEST:
                self.strays.append((match.start(), f"environments nest deeper than {_DEEPEST}"))
            elif match["edge"] == "begin":
                option = _OPTION.match(self.text, match.end(), end)
                content = option.end() if option else match.end()
                said = option.group(1).strip() if option else ""
                if "label" in said and option:
                    keys = _LABEL_KEY.finditer(said)
                    self._labels_in_options.extend((option.start(), key.group(1).strip()) for key in keys)
                kind, content = self._restated(name, content, end)
                boxed = self._definitions.boxed.get(name)
                given = _BOXED.match(self.text, match.end(), end) if boxed is not None else None
                if boxed is not None and given:
                    content, said = given.end(), given.group(1).strip()
                    self._labels_in_options.append((match.start(), f"{boxed}:{given.group(2).strip()}"))
                parent = stack[-1] if stack else -1
                stack.append(len(self.environments))
                open_names[name] = open_names.get(name, 0) + 1
                self._closers[len(self.environments)] = name
                self.environments.append(Environment(kind, match.start(), content, end, end, parent, _title_of(said)))
                if name in _VERBATIM and name not in missing:
                    close = self.text.find(f"\\end{{{name}}}", content, end)
                    skip = max(close, content)
                    if close < 0:
                        missing.add(name)
            elif not open_names.get(name):
                self.strays.append((match.start(), f"\\end{{{name}}} without its \\begin"))
            else:
                while stack:
                    index = stack.pop()
                    environment, opened = self.environments[index], self._closers[index]
                    open_names[opened] -= 1
                    self.environments[index] = environment._replace(stop=match.start(), end=match.end())
                    if opened == name:
                        break
                    self.strays.append((environment.start, f"\\begin{{{opened}}} is not closed"))
        for index in stack:
            self.strays.append((self.environments[index].start, f"\\begin{{{self._closers[index]}}} is not closed"))

    def _restated(self, name: str, content: int, end: int) -> tuple[str, int]:
        """The theorem environment that \\begin{restatable}{theorem}{name} stands for, and where its words begin."""
        given = _RESTATED.match(self.text, content, end) if name in _RESTATABLE else None
        return (given.group(1), given.end()) if given else (name, content)

    def kind(self, environment: Environment) -> Kind | None:
        """What the environment holds, if it is a statement, a definition or the like, or a proof."""
        name = environment.name.rstrip("*").casefold()
        printed = self.printed(environment).casefold()
        if name in _PROOF_NAMES:
            return Kind.PROOF
        for word in (printed, *printed.split(), name):
            kind = KIND_OF_WORD.get(word)
            if kind in (Kind.PROBLEM, Kind.STATEMENT, Kind.CLAIM, Kind.CONTEXT, Kind.PROOF):
                return kind
        # An environment that \newtheorem declares states something, whatever it is called.
        return Kind.STATEMENT if environment.name in self._definitions.theorems else None

    def printed(self, environment: Environment) -> str:
        """The name that is printed for a theorem environment: "Theorem" for ``thm`` ("" if it is none)."""
        name = environment.name
        if name not in self._printed:
            plain = name.rstrip("*")
            declared = printed_name(self._definitions, name) or printed_name(self._definitions, plain)
            known = plain.capitalize() if plain.casefold() in KIND_OF_WORD else _SHORT_NAMES.get(plain.casefold(), "")
            self._printed[name] = declared or known
        return self._printed[name]

    @cached_property
    def all_labels(self) -> list[tuple[int, str]]:
        """Where labels are set, and the labels; thmtools sets them in the option of a theorem."""
        found = [(match.start(), match.group(1).strip()) for match in _LABEL.finditer(self.text, self._start)]
        if self._labels_in_options:
            found = sorted([*found, *self._labels_in_options])
        return found

    def labels(self, start: int, end: int) -> tuple[str, ...]:
        """The labels set in a range, at most 100."""
        first = bisect_left(self.all_labels, (start,))
        last = bisect_left(self.all_labels, (end,))
        return tuple(label for _, label in self.all_labels[first : min(last, first + _MOST_LABELS)])

    def children(self, index: int) -> Iterator[int]:
        """The numbers of the environments directly inside environment ``index``."""
        end = self.environments[index].end
        for number in range(index + 1, len(self.environments)):
            if self.environments[number].start >= end:
                return
            if self.environments[number].parent == index:
                yield number

    def _numbered(self) -> dict[int, str]:
        """The numbers that LaTeX would print for theorems, where they follow shared counters or sections."""
        theorems = self._definitions.theorems
        counters: dict[tuple[str, str], int] = {}
        numbers: dict[int, str] = {}
        sections = Sections(self.text)
        for index, environment in enumerate(self.environments):
            theorem = theorems.get(environment.name)
            if theorem is None or not theorem.numbered:
                continue
            counter = theorem.shared or environment.name
            base = theorems.get(counter, theorem)
            within = sections.number(environment.start, base.within) if base.within else ""
            if within is None:
                continue
            count = counters.get((counter, within), 0) + 1
            counters[counter, within] = count
            numbers[index] = f"{within}.{count}" if within else str(count)
        return numbers


def _title_of(option: str) -> str:
    """What stands in a theorem's option; of the keys of thmtools the note."""
    if not _KEYS.match(option):
        return option[1:-1].strip() if re.fullmatch(r"\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}", option) else option
    title = _TITLE_KEY.search(option)
    return (title.group(1) or title.group(2) or "").strip() if title else ""
