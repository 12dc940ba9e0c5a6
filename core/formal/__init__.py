"""Statements in Lean 4: text to a syntax tree and back. What is not understood is said so, never guessed.

Nothing is elaborated: notation keeps its written form, names of libraries stay names, coercions that Lean inserts are
not there.
"""

from __future__ import annotations

from collections.abc import Iterable

from .ast import Binder, BinderKind, Definition, Opaque, Problem, Reading, Statement, Term
from .commands import Commands, as_statement
from .lexer import MAX_TEXT, lex

__all__ = [
    "Binder",
    "BinderKind",
    "Definition",
    "Problem",
    "Reading",
    "Statement",
    "Term",
    "is_called",
    "read_statement",
    "read_statements",
    "read_term",
]


def read_statements(text: str) -> Reading:
    """All statements and definitions of a Lean file, or of a piece of one. Proofs are passed over.

    Never raises: what is not understood is an Opaque in its place and a Problem; a text beyond MAX_TEXT characters is
    one Problem. Takes time linear in the text.
    """
    if len(text) > MAX_TEXT:
        return Reading(statements=(), definitions=(), problems=(_too_long(text),))
    lexed = lex(text)
    commands = Commands(lexed)
    if lexed.broken >= 0:
        commands.report("a comment or a string that never ends", lexed.broken, len(text))
    return commands.read()


def read_statement(text: str, name: str | None = None) -> Statement | None:
    """The statement called ``name`` (in full or by its last parts), or the last theorem, or else the last definition.

    None if the text holds no such declaration.
    """
    reading = read_statements(text)
    statements = [statement for statement in reading.statements if is_called(statement.name, name)]
    if statements:
        return statements[-1]
    definitions = [definition for definition in reading.definitions if is_called(definition.name, name)]
    return as_statement(definitions[-1], reading) if definitions else None


def read_term(text: str, names: Iterable[str] = ()) -> tuple[Term, tuple[Problem, ...]]:
    """A term or proposition by itself, and what was not understood of it (then it is or holds an Opaque).

    ``names``: variables in scope, so that x.foo is a field of x.
    """
    if len(text) > MAX_TEXT:
        problem = _too_long(text)
        return Opaque(text="", why=problem.message), (problem,)
    lexed = lex(text)
    parser = Commands(lexed)
    if lexed.broken >= 0 or not lexed.tokens:
        parser.report("no term, or one that never ends", max(lexed.broken, 0), len(text))
        return Opaque(text=text, why=parser.problems[0].message, start=0, end=len(text)), tuple(parser.problems)
    parser.bind(names)
    node = parser.contained(len(lexed.tokens), parser.term)
    return node, tuple(parser.problems)


def is_called(full: str, name: str | None) -> bool:
    """Whether a declaration is the one that is asked for: by its full name, by its last parts, or by any (None)."""
    return name is None or full == name or full.endswith("." + name)


def _too_long(text: str) -> Problem:
    return Problem(message=f"the text has more than {MAX_TEXT} characters", start=0, end=len(text), line=1, column=0)
