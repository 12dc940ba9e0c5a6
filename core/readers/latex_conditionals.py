r"""Conditionals whose value a source fixes: ``\iffalse``, ``\iftrue`` and switches made with ``\newif``."""

from __future__ import annotations

import re

# \iff is a sign, and these commands take their branches as arguments.
_ARGUMENTS = r"thenelse|defempty|defstring|defstrequal|str(?:equal|empty)|blank|bool|toggle|csdef|csundef"
_TOKEN = re.compile(
    r"\\(?:verb\*?([^A-Za-z*\s])[^\r\n]{0,200}?\1"
    r"|begin[ \t]*\{(?P<verbatim>verbatim\*?|lstlisting|minted|Verbatim|alltt|comment)\}"
    r"|newif[ \t]*\\if(?P<new>[A-Za-z@]+)"
    rf"|if(?!f(?![A-Za-z@])|(?:{_ARGUMENTS})(?![A-Za-z@]))(?P<if>[A-Za-z@]*)"
    r"|(?P<else>else)(?![A-Za-z@])|(?P<fi>fi)(?![A-Za-z@])"
    r"|(?P<switch>[A-Za-z@]{1,40}?)(?P<value>true|false)(?![A-Za-z@])"
    r"|[A-Za-z@]+|[^A-Za-z@])|%[^\r\n]*"
)
_FIXED = {"true": True, "false": False}
_WORTH_IT = re.compile(r"\\(?:iffalse|iftrue|newif)(?![A-Za-z@])")


def switched_off(text: str, switches: dict[str, bool]) -> list[tuple[int, int]]:
    """The ranges of ``text`` that LaTeX would not read, and the commands around those that it would, in order.

    ``switches`` holds the values of switches made so far and is updated. A conditional that nothing fixes stays as it
    is, and so does one that never ends. One pass.
    """
    if not switches and not _WORTH_IT.search(text):
        return []
    off: list[tuple[int, int]] = []
    # For each open conditional: whether its value is known, so that its own commands are no text.
    known: list[bool] = []
    missing: set[str] = set()
    skipped, depth, position = -1, 0, 0
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        if start < position:
            continue
        if match["verbatim"]:
            name = match["verbatim"]
            close = -1 if name in missing else text.find(f"\\end{{{name}}}", end)
            missing.update([name] if close < 0 else [])
            position = max(close, end)
        elif skipped >= 0:
            if match["if"] is not None:
                depth += 1
            elif depth:
                depth -= match["fi"] is not None
            elif match["fi"] or match["else"]:
                off.append((skipped, end))
                skipped = -1
                known.extend([True] if match["else"] else [])
        elif match["new"]:
            switches.setdefault(match["new"], False)
            off.append((start, end))
        elif match["switch"] is not None and match["switch"] in switches:
            switches[match["switch"]] = match["value"] == "true"
            off.append((start, end))
        elif match["if"] is not None:
            value = switches.get(match["if"], _FIXED.get(match["if"]))
            if value is False:
                skipped, depth = start, 0
            else:
                known.append(value is True)
                off.extend([(start, end)] if value else [])
        elif match["else"] and known and known[-1]:
            known.pop()
            skipped, depth = start, 0
        elif match["fi"] and known and known.pop():
            off.append((start, end))
    return off
