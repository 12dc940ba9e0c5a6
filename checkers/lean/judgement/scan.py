"""Words that the source of a proof must not hold, and words that a reader should know of.

A scan of comment-free text: it warns and keeps the worst away from the checker. The verdict never rests on it: macros
can make any word out of others, and what a theorem rests on is read from the environment.
"""

from __future__ import annotations

import re

from ....core.text import visible
from ....core.value import value
from .source import Lines, blank, tokens

REFUSED = {
    **dict.fromkeys(("unsafe", "unsafeCast", "unsafeIO", "unsafeEIO", "unsafeBaseIO"), "unsafe code"),
    **dict.fromkeys(
        ("initialize", "builtin_initialize", "#eval", "#eval!", "run_cmd", "run_elab", "run_meta", "run_tac"),
        "runs code while the file is read",
    ),
    **dict.fromkeys(
        ("elab", "elab_rules", "by_elab", "simproc", "dsimproc", "simproc_decl", "declare_syntax_cat"),
        "programs the elaborator",
    ),
    **dict.fromkeys(("lcProof", "lcUnreachable", "lcAny", "lcCast", "ptrAddrUnsafe"), "an internal of the compiler"),
    "include_str": "reads a file",
    "debug.skipKernelTC": "leaves out the kernel",
    "#exit": "what follows it is not checked",
}

NOTED = {
    **dict.fromkeys(("sorry", "admit", "sorryAx"), "a proof is left out"),
    **dict.fromkeys(("native_decide", "bv_decide", "reduceBool"), "rests on compiled code"),
    **dict.fromkeys(("extern", "implemented_by", "csimp"), "lets compiled code differ from the definition"),
    "axiom": "assumes something",
    "opaque": "a value without a definition",
    "partial": "a function that may not end",
    **dict.fromkeys(
        ("notation", "infix", "infixl", "infixr", "prefix", "postfix", "macro", "macro_rules", "syntax"),
        "changes what later text means",
    ),
    "instance": "can change what operations mean",
    "warn.sorry": "hides the warning for a proof that is left out",
}

_ATTRIBUTES = frozenset({"init", "builtin_init"})

_SUSPECT = re.compile(r"[^\n\r\t -~]|\r(?!\n)")  # an editor shows a lone return as a new line, Lean reads none
_JOINERS = frozenset("\u200d\ufe0e\ufe0f")  # parts of what is drawn as one picture
_PICTURES = "\u2000"  # no sign of Lean's that could be split lies beyond it


@value
class Word:
    """A word found: where (line from 1, column from 0, in code points), what it does, and whether it is refused."""

    text: str
    line: int
    column: int
    why: str
    refused: bool


def scan(text: str) -> tuple[Word, ...]:
    """The refused and the noted words of ``text`` in order, at most 100."""
    lines = Lines(text)
    found: list[Word] = []
    in_attribute = False
    previous = ""
    for token in tokens(blank(text, interpolated=True)):
        word = token.text
        if previous == "@" and word == "[":
            in_attribute = True
        elif word == "]":
            in_attribute = False
        previous = word
        plain = word.replace("«", "").replace("»", "")
        why = refused_because(plain)
        refused = bool(why)
        if not why and in_attribute and word in _ATTRIBUTES:
            why, refused = "runs code when a file is imported", True
        if not why:
            why = NOTED.get(word, "")
        if why:
            line, column = lines.position(token.start)
            found.append(Word(text=word, line=line, column=column, why=why, refused=refused))
            if len(found) == 100:
                break
    return tuple(found)


def hidden_character(text: str) -> Word | None:
    """The first character of ``text`` that a reader does not see or that moves what stands beside it, in comments and
    strings too: it can make a comment look closed, or text look like another one. None without one."""
    marks: dict[str, str] = {}
    for found in _SUSPECT.finditer(text):
        character = found.group()
        if character not in marks:
            shown = visible(character)
            marks[character] = shown if shown.startswith("‹U+") or character < " " or character == "\x7f" else ""
        if marks[character] and not (
            character in _JOINERS and text[max(0, found.start() - 1) : found.start()] > _PICTURES
        ):
            line, column = Lines(text).position(found.start())
            why = "a character that a reader does not see can make a text look like another one"
            return Word(text=f"U+{ord(character):04X}", line=line, column=column, why=why, refused=True)
    return None


def refused_because(word: str) -> str:
    """Why a word is refused, "" if it is not."""
    if word in REFUSED:
        return REFUSED[word]
    if word.startswith("debug."):
        return "changes how Lean itself works"
    return REFUSED.get(word.rpartition(".")[2], "") if "." in word else ""
