"""What a LaTeX source defines: commands, environments and theorem names."""

from __future__ import annotations

import re
from typing import NamedTuple

from .latex_groups import Groups

_NAME = re.compile(r"\\([A-Za-z@]+)")
_DEFINITION = re.compile(
    r"\\(?P<command>(?:re|provide)?newcommand|providecommand|renewcommand|DeclareRobustCommand|DeclareMathOperator"
    r"|[egx]?def|let|(?:re)?newenvironment|newtheorem|declaretheorem|newkeytheorem|newtcbtheorem"
    r"|(?:New|Renew|Provide|Declare)DocumentCommand|DeclarePairedDelimiterX?|theoremstyle)(?![A-Za-z@])(?P<star>\*?)"
)
_PLAIN_PARAMETERS = re.compile(r"(?:#1(?:#2(?:#3(?:#4)?)?)?)?[ \t\r\n]*(?=\{)")
# Commands that the reader itself understands: a source that redefines them still means them.
_STRUCTURE = frozenset(
    ("begin", "end", "item", "label", "ref", "eqref", "cite", "input", "include", "section", "proof", "endproof", "par")
)


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
        self.boxed: dict[str, str] = {}

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

    def _define(self, match: re.Match[str], groups: Groups) -> int | None:
        command = match["command"]
        position = match.end()
        if command in ("newtheorem", "newkeytheorem", "declaretheorem"):
            return self._theorem(position, groups, numbered=not match["star"], keyed=command != "newtheorem")
        if command == "newtcbtheorem":
            return self._boxed(position, groups)
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
        elif command == "DeclarePairedDelimiterX":
            return self._delimiter(name.group(1), position, groups)
        elif not command.startswith("DeclareMath"):
            arity, default, position = _arguments(groups, position)
        body = groups.argument(position)
        if body is None:
            return None
        text = f"\\operatorname{star}{{{body[0]}}}" if command == "DeclareMathOperator" else body[0]
        if name.group(1) not in _STRUCTURE and arity <= 9:
            self.macros[name.group(1)] = Macro(arity, default, text)
        return body[1]

    def _delimiter(self, name: str, position: int, groups: Groups) -> int | None:
        """``\\DeclarePairedDelimiterX\\name[2]{left}{right}{body}``."""
        count = groups.option(position)
        position = count[1] if count else position
        given: list[str] = []
        while len(given) < 3:
            found = groups.argument(position)
            if found is None:
                return None
            given.append(found[0])
            position = found[1]
        left, right, body = given
        arity = int(count[0]) if count and count[0].strip().isdigit() else 1
        if arity <= 9:
            self.macros[name] = Macro(arity, None, f"{left} {body} {right}".replace("\\delimsize", ""))
        return position

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
        arity, default, position = _arguments(groups, position)
        begin = groups.argument(position)
        end = groups.argument(begin[1]) if begin else None
        if begin is None or end is None:
            return None
        self.environments[named[0].strip()] = (Macro(min(arity, 9), default, begin[0]), end[0])
        return end[1]

    def _boxed(self, position: int, groups: Groups) -> int | None:
        """``\\newtcbtheorem[number within=section]{name}{Theorem}{style}{prefix}``: uses give a title and a label."""
        options = groups.option(position)
        position = options[1] if options else position
        given: list[str] = []
        while len(given) < 4:
            found = groups.argument(position)
            if found is None:
                return None
            given.append(found[0].strip())
            position = found[1]
        within = re.search(r"\bnumber within\s*=\s*\{?(\w+)", options[0]) if options else None
        shared = re.search(r"\b(?:use counter from|use counter)\s*=\s*\{?(\w+)", options[0]) if options else None
        name, printed, _, prefix = given
        self.theorems[name] = TheoremName(
            printed, shared.group(1) if shared else "", within.group(1) if within else "", True
        )
        self.boxed[name] = prefix
        return position

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


def _arguments(groups: Groups, position: int) -> tuple[int, str | None, int]:
    """[arity][default] behind a name: both, 0 and None where they are not given, and where they end."""
    count = groups.option(position)
    if not count or not count[0].strip().isdigit():
        return 0, None, position
    first = groups.option(count[1])
    return (int(count[0]), first[0], first[1]) if first else (int(count[0]), None, count[1])
