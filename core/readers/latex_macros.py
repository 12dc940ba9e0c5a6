"""Definitions of a LaTeX source: macros, environments and theorem names, and their expansion within a bound."""

from __future__ import annotations

import re
from functools import cached_property
from typing import NamedTuple

from .mapped import Builder, Mapped

_TOKEN = re.compile(r"\\(?:[A-Za-z@]+|[\s\S])|[{}]")
_BRACE = re.compile(r"[{}]")
_OPTION_TOKEN = re.compile(r"\\[\s\S]|[{}\]]")
_BLANKS = re.compile(r"[ \t]*(?:\r\n|\r|\n)?[ \t]*")
_NAME = re.compile(r"\\([A-Za-z@]+)")
_PARAMETER = re.compile(r"#([1-9])")
_DEFINITION = re.compile(
    r"\\(?P<command>(?:re|provide)?newcommand|providecommand|renewcommand|DeclareRobustCommand|DeclareMathOperator"
    r"|[egx]?def|let|(?:re)?newenvironment|newtheorem|declaretheorem|newkeytheorem"
    r"|(?:New|Renew|Provide|Declare)DocumentCommand|DeclarePairedDelimiter|theoremstyle)(?![A-Za-z@])(?P<star>\*?)"
)
_PLAIN_PARAMETERS = re.compile(r"(?:#1(?:#2(?:#3(?:#4)?)?)?)?[ \t\r\n]*(?=\{)")
_USE = re.compile(
    r"\\verb\*?([^A-Za-z*\s])[^\r\n]*?\1"
    r"|\\(?P<edge>begin|end)[ \t]*\{(?P<env>[^{}\r\n]{1,60})\}"
    r"|\\(?P<name>[A-Za-z@]+)"
    r"|\\[\s\S]"
)
_VERBATIM = frozenset(("verbatim", "verbatim*", "lstlisting", "minted", "Verbatim", "alltt"))
# Commands that the reader itself understands: a source that redefines them still means them.
_STRUCTURE = frozenset(
    ("begin", "end", "item", "label", "ref", "eqref", "cite", "input", "include", "section", "proof", "endproof", "par")
)
_MOST_DEPTH = 40
_MOST_GROWTH = 4
_FREE_GROWTH = 200_000


class Macro(NamedTuple):
    """A command: ``arity`` arguments, the first optional if ``default`` is given; ``final`` bodies are not expanded."""

    arity: int
    default: str | None
    body: str
    final: bool = False


class TheoremName(NamedTuple):
    """What ``\\newtheorem`` said: the printed name, the counter it shares, the counter it is numbered within."""

    printed: str
    shared: str
    within: str
    numbered: bool


class Definitions:
    """All definitions of the files of one project. The last one of a name counts, wherever it stands."""

    def __init__(self) -> None:
        self.macros: dict[str, Macro] = {}
        self.environments: dict[str, tuple[Macro, str]] = {}
        self.theorems: dict[str, TheoremName] = {}

    def collect(self, groups: Groups) -> list[tuple[int, int]]:
        """Take in the definitions of a text without comments; the ranges that they occupy."""
        ranges: list[tuple[int, int]] = []
        end = 0
        for match in _DEFINITION.finditer(groups.text):
            if match.start() < end:
                continue
            stop = self._define(match, groups)
            if stop is not None:
                ranges.append((match.start(), stop))
                end = stop
        return ranges

    def printed(self, environment: str) -> str:
        """The printed name of a theorem environment, its macros expanded ("" if none is declared)."""
        theorem = self.theorems.get(environment)
        if theorem is None:
            return ""
        name = theorem.printed.replace("\\protect", "")
        try:
            name = Expansion(self, len(name)).expand(name)
        except TooMuch:
            return environment
        return re.sub(r"\\[A-Za-z@]+|[{}~]", " ", name).strip() or environment

    def _define(self, match: re.Match[str], groups: Groups) -> int | None:
        command = match["command"]
        position = match.end()
        if command in ("newtheorem", "newkeytheorem", "declaretheorem"):
            return self._theorem(position, groups, numbered=not match["star"], keyed=command != "newtheorem")
        if command == "theoremstyle":
            style = groups.argument(position)
            return style[1] if style else None
        if command.endswith("environment"):
            return self._environment(position, groups)
        if command == "let":
            return self._let(position, groups.text)
        if command.endswith("def"):
            return self._def(position, groups)
        return self._command(command, match["star"], position, groups)

    def _command(self, command: str, star: str, position: int, groups: Groups) -> int | None:
        named = groups.argument(position)
        name = _NAME.fullmatch(named[0].strip()) if named else None
        if named is None or name is None:
            return None
        position = named[1]
        arity, default = 0, None
        if command.endswith("DocumentCommand"):
            signature = groups.argument(position)
            if signature is None:
                return None
            position = signature[1]
            letters = re.sub(r"\{[^{}]*\}", "", signature[0]).split()
            arity = len(letters)
            if letters[:1] and letters[0][:1] in "oO":
                given = re.search(r"\{([^{}]*)\}", signature[0])
                default = given.group(1) if given and letters[0] == "O" else ""
            if any(letter[:1] not in "mM+" for letter in letters[1 if default is not None else 0 :]):
                return self._body_end(position, groups)
        elif command == "DeclarePairedDelimiter":
            left, right = groups.argument(position), None
            right = groups.argument(left[1]) if left else None
            if left is None or right is None:
                return None
            self.macros[name.group(1)] = Macro(1, None, f"{left[0]} #1 {right[0]}")
            return right[1]
        elif not command.startswith("DeclareMath"):
            count = groups.option(position)
            if count and count[0].strip().isdigit():
                arity, position = int(count[0]), count[1]
                first = groups.option(position)
                if first:
                    default, position = first
        body = groups.argument(position)
        if body is None:
            return None
        text = f"\\operatorname{star}{{{body[0]}}}" if command == "DeclareMathOperator" else body[0]
        if name.group(1) not in _STRUCTURE and arity <= 9:
            self.macros[name.group(1)] = Macro(arity, default, text)
        return body[1]

    @staticmethod
    def _body_end(position: int, groups: Groups) -> int | None:
        body = groups.argument(position)
        return body[1] if body else None

    def _def(self, position: int, groups: Groups) -> int | None:
        name = _NAME.match(groups.text, position)
        if name is None:
            return None
        parameters = _PLAIN_PARAMETERS.match(groups.text, name.end())
        if parameters is None:
            # Delimited parameters are TeX programming: the definition is cut out, its uses stay as they are.
            brace = groups.text.find("{", name.end(), name.end() + 80)
            return self._body_end(brace, groups) if brace >= 0 else None
        body = groups.argument(parameters.end())
        if body is None:
            return None
        if name.group(1) not in _STRUCTURE:
            self.macros[name.group(1)] = Macro(parameters.group().count("#"), None, body[0])
        return body[1]

    def _let(self, position: int, text: str) -> int | None:
        match = re.compile(r"\\([A-Za-z@]+)[ \t]*=?[ \t]*\\([A-Za-z@]+)").match(text, position)
        if match is None:
            return None
        name, target = match.groups()
        if name not in _STRUCTURE and name != target:
            known = self.macros.get(target)
            self.macros[name] = known if known else Macro(0, None, f"\\{target}", final=True)
        return match.end()

    def _environment(self, position: int, groups: Groups) -> int | None:
        named = groups.argument(position)
        if named is None:
            return None
        position = named[1]
        arity, default = 0, None
        count = groups.option(position)
        if count and count[0].strip().isdigit():
            arity, position = int(count[0]), count[1]
            first = groups.option(position)
            if first:
                default, position = first
        begin = groups.argument(position)
        end = groups.argument(begin[1]) if begin else None
        if begin is None or end is None:
            return None
        self.environments[named[0].strip()] = (Macro(min(arity, 9), default, begin[0]), end[0])
        return end[1]

    def _theorem(self, position: int, groups: Groups, *, numbered: bool, keyed: bool) -> int | None:
        options = groups.option(position) if keyed else None
        named = groups.argument(options[1] if options else position)
        if named is None:
            return None
        name, position = named[0].strip(), named[1]
        if keyed:
            trailing = groups.option(position)
            keys = f"{options[0] if options else ''},{trailing[0] if trailing else ''}"
            title = re.search(r"\b(?:name|title|heading)\s*=\s*\{?([^,{}]+)", keys)
            sibling = re.search(r"\b(?:sibling|numberlike|sharenumber)\s*=\s*\{?([^,{}]+)", keys)
            printed = title.group(1).strip() if title else name.capitalize()
            self.theorems[name] = TheoremName(printed, sibling.group(1).strip() if sibling else "", "", True)
            return trailing[1] if trailing else position
        shared = groups.option(position)
        printed_argument = groups.argument(shared[1] if shared else position)
        if printed_argument is None:
            return None
        within = groups.option(printed_argument[1])
        self.theorems[name] = TheoremName(
            printed_argument[0], shared[0].strip() if shared else "", within[0].strip() if within else "", numbered
        )
        return within[1] if within else printed_argument[1]


class Groups:
    """The balanced braces of a text, found once, so that nested arguments cost no more than flat ones."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def _close(self) -> dict[int, int]:
        close: dict[int, int] = {}
        stack: list[int] = []
        text = self.text
        for match in _BRACE.finditer(text):
            place = match.start()
            if place and text[place - 1] == "\\" and _is_escaped(text, place):
                continue
            if text[place] == "{":
                stack.append(place)
            elif stack:
                close[stack.pop()] = place
        return close

    def argument(self, position: int) -> tuple[str, int] | None:
        """The argument at ``position`` and where it ends: a group without its braces, a command or one character."""
        blanks = _BLANKS.match(self.text, position)
        position = blanks.end() if blanks else position
        if position >= len(self.text) or self.text[position] in "}\r\n":
            return None
        if self.text[position] == "{":
            close = self._close.get(position)
            return (self.text[position + 1 : close], close + 1) if close is not None else None
        token = _TOKEN.match(self.text, position)
        end = token.end() if token else position + 1
        return self.text[position:end], end

    def option(self, position: int) -> tuple[str, int] | None:
        """The ``[…]`` at ``position``, at most 300 characters long, and where it ends."""
        blanks = _BLANKS.match(self.text, position)
        position = blanks.end() if blanks else position
        if not self.text.startswith("[", position):
            return None
        depth = 0
        for match in _OPTION_TOKEN.finditer(self.text, position + 1, position + 300):
            found = match.group()
            if found == "]" and depth == 0:
                return self.text[position + 1 : match.start()], match.end()
            depth += {"{": 1, "}": -1}.get(found, 0)
        return None


def _is_escaped(text: str, position: int) -> bool:
    """Whether an odd number of backslashes stands before ``position``."""
    first = position
    while first and text[first - 1] == "\\":
        first -= 1
    return (position - first) % 2 == 1


class TooMuch(Exception):
    """The expansion would not end or would grow beyond its bound."""


class Expansion:
    """Expands the macros of one file. ``size`` is the file's length; output and work are bounded by it."""

    def __init__(self, definitions: Definitions, size: int) -> None:
        self._definitions = definitions
        self._budget = _MOST_GROWTH * size + _FREE_GROWTH
        self._constants: dict[str, str] = {}
        self._missing: set[str] = set()

    def mapped(self, groups: Groups, skipped: list[tuple[int, int]]) -> Mapped:
        """The text of ``groups`` expanded and without the ``skipped`` ranges. Raises :class:`TooMuch`."""
        builder = Builder()
        text = groups.text
        position = 0
        holes = iter([*skipped, (len(text), len(text))])
        hole = next(holes)
        for match in _USE.finditer(text):
            while hole[1] <= match.start() and hole[0] < len(text):
                builder.copy(text, position, hole[0])
                position = max(position, hole[1])
                hole = next(holes)
            if match.start() < position or match.start() >= hole[0]:
                continue
            if match["name"] and match["name"] not in self._definitions.macros:
                continue
            used = self._use(match, groups, 0)
            if used is None:
                position = self._past_verbatim(match, text, builder, position)
                continue
            replacement, end = used
            builder.copy(text, position, match.start())
            builder.put(replacement, match.start())
            position = end
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
        if "\\" not in text:
            return text
        groups = Groups(text)
        parts: list[str] = []
        position = 0
        for match in _USE.finditer(text):
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
        if match["edge"]:
            environment = self._definitions.environments.get(match["env"])
            if environment is None:
                return None
            begin, end = environment
            if match["edge"] == "end":
                return self.expand(_one_line(end), depth + 1), match.end()
            return self._call(begin, match.end(), groups, depth)
        name = match["name"] or ""
        macro = self._definitions.macros.get(name)
        if macro is None:
            return None
        if macro.arity:
            return self._call(macro, match.end(), groups, depth)
        if name not in self._constants:
            self._constants[name] = macro.body if macro.final else self.expand(_one_line(macro.body), depth + 1)
        self._spend(len(self._constants[name]))
        return self._constants[name], match.end()

    def _call(self, macro: Macro, position: int, groups: Groups, depth: int) -> tuple[str, int] | None:
        arguments: list[str] = []
        if macro.arity == 1 and groups.text.startswith("*", position):
            position += 1
        if macro.arity and macro.default is not None:
            option = groups.option(position)
            arguments.append(option[0] if option else macro.default)
            position = option[1] if option else position
        while len(arguments) < macro.arity:
            argument = groups.argument(position)
            if argument is None:
                return None
            arguments.append(argument[0])
            position = argument[1]
        # Counted before it is built: a long argument in a body that repeats it is the one way to explode at once.
        self._spend(sum(macro.body.count(f"#{number}") * len(argument) for number, argument in enumerate(arguments, 1)))
        return self.expand(_one_line(_filled(macro.body, arguments)), depth + 1), position

    def _spend(self, amount: int) -> None:
        self._budget -= amount + 1
        if self._budget < 0:
            raise TooMuch


def _filled(body: str, arguments: list[str]) -> str:
    """``body`` with its parameters; a blank keeps a command apart from letters that follow it now."""

    def fill(match: re.Match[str]) -> str:
        number = int(match.group(1))
        argument = arguments[number - 1] if number <= len(arguments) else match.group()
        before = body[max(0, match.start() - 40) : match.start()]
        apart = argument[:1].isalpha() and re.search(r"\\[A-Za-z@]+$", before) is not None
        return f" {argument}" if apart else argument

    return _PARAMETER.sub(fill, body)


def _one_line(text: str) -> str:
    return re.sub(r"[ \t]*(?:\r\n|\r|\n)[ \t]*", " ", text)
