"""Macros of a LaTeX source replaced by what they stand for, within a bound of work and size."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from .latex_definitions import Definitions, Macro
from .latex_groups import Groups
from .mapped import Builder, Mapped

_PARAMETER = re.compile(r"#([1-9])")
_ENDS_WITH_COMMAND = re.compile(r"\\[A-Za-z@]{1,40}$")
_LINE_END = re.compile(r"(?<![ \t])[ \t]*(?:\r\n|\r|\n)[ \t]*")
_VERBATIM = frozenset(("verbatim", "verbatim*", "lstlisting", "minted", "Verbatim", "alltt"))
_MOST_DEPTH = 40
_MOST_GROWTH = 4
_FREE_GROWTH = 200_000
_VAIN_SEARCH = 200
# More names than people define are looked up one by one: a pattern of thousands of names is slow at every backslash.
_MOST_NAMES = 500


class TooMuch(Exception):
    """The expansion would not end or would grow beyond its bound."""


class _Body(NamedTuple):
    """A macro's body on one line, cut at its parameters: ``words`` with a gap for each of ``slots``, (place in words,
    number, whether the words before end with a command, from which letters of the argument must be kept apart).
    ``plain`` ones use nothing that is defined."""

    words: list[str]
    slots: list[tuple[int, int, bool]]
    plain: bool

    def filled(self, arguments: list[str]) -> str:
        words = self.words.copy()
        for place, number, behind_command in self.slots:
            argument = arguments[number - 1]
            words[place] = f" {argument}" if behind_command and argument[:1].isalpha() else argument
        return "".join(words)


class Expansion:
    """Expands the macros of one file. ``size`` is the file's length; output and work are bounded by it."""

    def __init__(self, definitions: Definitions, size: int) -> None:
        self._definitions = definitions
        self._budget = _MOST_GROWTH * size + _FREE_GROWTH
        self._uses = _uses_of(definitions)
        self._constants: dict[str, str] = {}
        self._bodies: dict[Macro, _Body] = {}
        self._missing: set[str] = set()

    def mapped(self, groups: Groups, skipped: list[tuple[int, int]]) -> Mapped:
        """The text of ``groups`` expanded and without the ``skipped`` ranges. Raises :class:`TooMuch`."""
        builder = Builder()
        text, constants = groups.text, self._constants
        position = 0
        # Definitions are cut out, and nothing in them is expanded where they stand.
        holes = iter([*skipped, (len(text) + 1, len(text) + 1)])
        hole = next(holes)
        for match in self._uses.finditer(text):
            start = match.start()
            while hole[1] <= start:
                builder.copy(text, position, hole[0])
                position = max(position, hole[1])
                hole = next(holes)
            if start < position or start >= hole[0]:
                continue
            constant = constants.get(match["name"])
            if constant is not None:
                self._spend(len(constant))
                builder.replace(text, position, start, constant)
                position = match.end()
                continue
            used = self._use(match, groups, 0)
            if used is None:
                position = self._past_verbatim(match, text, builder, position)
                continue
            builder.replace(text, position, start, used[0])
            position = used[1]
        while hole[0] < len(text):
            builder.copy(text, position, hole[0])
            position = max(position, hole[1])
            hole = next(holes)
        builder.copy(text, position, len(text))
        return builder.built()

    def expand(self, text: str, depth: int = 0) -> str:
        """``text`` with its macros replaced; line ends in bodies become blanks."""
        self._spend(len(text))
        if depth > _MOST_DEPTH:
            raise TooMuch
        if "\\" not in text or self._uses.search(text) is None:
            return text
        groups = Groups(text)
        parts: list[str] = []
        position = 0
        for match in self._uses.finditer(text):
            if match.start() < position:
                continue
            used = self._use(match, groups, depth)
            if used is not None:
                parts.extend((text[position : match.start()], used[0]))
                position = used[1]
        parts.append(text[position:])
        return "".join(parts)

    def _past_verbatim(self, match: re.Match[str], text: str, builder: Builder, position: int) -> int:
        """Skip over verbatim text, in which nothing is a macro."""
        if match["edge"] != "begin" or match["env"] not in _VERBATIM:
            return position
        end = -1 if match["env"] in self._missing else text.find(f"\\end{{{match['env']}}}", match.end())
        if end < 0:
            self._missing.add(match["env"])
            return position
        builder.copy(text, position, end)
        return end

    def _use(self, match: re.Match[str], groups: Groups, depth: int) -> tuple[str, int] | None:
        """What the command or environment at ``match`` becomes, and where it ends; None if it stays as it is."""
        name = match["name"]
        if name is None:
            return self._environment(match, groups, depth) if match["edge"] else None
        constant = self._constants.get(name)
        if constant is None:
            macro = self._definitions.macros.get(name)
            if macro is None:
                return None
            if macro.arity:
                return self._call(macro, match.end(), groups, depth)
            constant = macro.body if macro.final else self.expand(_one_line(macro.body), depth + 1)
            self._constants[name] = constant
        self._spend(len(constant))
        return constant, match.end()

    def _environment(self, match: re.Match[str], groups: Groups, depth: int) -> tuple[str, int] | None:
        environment = self._definitions.environments.get(match["env"])
        if environment is None:
            return None
        begin, end = environment
        if match["edge"] == "end":
            return self.expand(_one_line(end), depth + 1), match.end()
        return self._call(begin, match.end(), groups, depth)

    def _call(self, macro: Macro, position: int, groups: Groups, depth: int) -> tuple[str, int] | None:
        arguments: list[str] = []
        if macro.arity == 1 and groups.text.startswith("*", position):
            position += 1
        if macro.arity and macro.default is not None:
            option = groups.option(position)
            if option is None and groups.text.startswith("[", position):
                self._spend(_VAIN_SEARCH)
            arguments.append(option[0] if option else macro.default)
            position = option[1] if option else position
        while len(arguments) < macro.arity:
            found = groups.argument(position)
            if found is None:
                return None
            arguments.append(found[0])
            position = found[1]
        body = self._bodies.get(macro) or self._body(macro)
        # Counted before it is built: a long argument in a body that repeats it is the one way to explode at once.
        self._spend(sum([1 + len(arguments[number - 1]) for _, number, _ in body.slots]))
        text = _one_line(body.filled(arguments))
        if body.plain and "\\" not in "".join(arguments):
            self._spend(len(text))
            return text, position
        return self.expand(text, depth + 1), position

    def _body(self, macro: Macro) -> _Body:
        words = _PARAMETER.split(_one_line(macro.body))
        slots: list[tuple[int, int, bool]] = []
        for place in range(1, len(words), 2):
            number = int(words[place])
            if number <= macro.arity:
                slots.append((place, number, _ENDS_WITH_COMMAND.search(words[place - 1]) is not None))
            else:
                words[place] = f"#{number}"
        self._bodies[macro] = _Body(words, slots, self._uses.search(macro.body) is None)
        return self._bodies[macro]

    def _spend(self, amount: int) -> None:
        self._budget -= amount + 1
        if self._budget < 0:
            raise TooMuch


def printed_name(definitions: Definitions, environment: str) -> str:
    """The printed name of a theorem environment, its macros expanded ("" if none is declared)."""
    theorem = definitions.theorems.get(environment)
    if theorem is None:
        return ""
    name = theorem.printed.replace("\\protect", "")
    try:
        name = Expansion(definitions, len(name)).expand(name)
    except TooMuch:
        return environment
    return re.sub(r"\\[A-Za-z@]+|[{}~]", " ", name).strip() or environment


def _one_line(text: str) -> str:
    return _LINE_END.sub(" ", text) if "\n" in text or "\r" in text else text


def _uses_of(definitions: Definitions) -> re.Pattern[str]:
    """A pattern that finds what may be a use of something defined, what hides one (``\\verb``), and little else."""
    names, environments = definitions.macros.keys(), definitions.environments.keys()
    few = len(names) + len(environments) <= _MOST_NAMES
    name = _one_of(names) if few else "[A-Za-z@]+"
    edge = _one_of([*environments, *_VERBATIM]) if few else r"[^{}\r\n]{1,60}"
    return re.compile(
        r"\\(?:verb\*?([^A-Za-z*\s])[^\r\n]{0,200}?\1"
        rf"|(?P<edge>begin|end)[ \t]*\{{(?P<env>{edge})\}}"
        rf"|(?P<name>{name})(?![A-Za-z@])"
        r"|\\)"
    )


def _one_of(words: Iterable[str]) -> str:
    """A pattern for one of ``words``, told apart by their first letters ("(?!)", which fits nothing, without any)."""
    by_first: dict[str, list[str]] = defaultdict(list)
    for word in words:
        by_first[word[:1]].append(word[1:])
    branches = (
        re.escape(first) + f"(?:{'|'.join(map(re.escape, sorted(rest, key=len, reverse=True)))})"
        for first, rest in by_first.items()
    )
    return f"(?:{'|'.join(branches)})" if by_first else "(?!)"
