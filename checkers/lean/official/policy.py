"""What may stand before a theorem whose own file is all that says what its statement means.

The same rules as the embedded Lean keeps (js/policy.js), on our own reading of the source. Here that reading needs no
trust: what is judged is the text that it gives, elaborated alone, and the file's theorem must say the same to Lean.
"""

from __future__ import annotations

import re

from ..judgement.commands import DEFINITIONS, Command, commands
from ..judgement.raw import Refusal
from ..judgement.source import Lines, blank, tokens

_KEPT = DEFINITIONS | frozenset("import namespace section end open universe variable mutual".split())
_LEFT_OUT = frozenset("theorem lemma example #check #check_failure #print #reduce #synth".split())
_ATTRIBUTES = frozenset(
    "simp grind reducible semireducible irreducible inline noinline always_inline specialize ext match_pattern expose "
    "elab_as_elim deprecated inherit_doc implemented_by".split()
)
_LIMITS = frozenset(("maxHeartbeats", "maxRecDepth", "synthInstance.maxHeartbeats", "synthInstance.maxSize"))
_LOOKS = re.compile(r"(?:pp|format|linter|trace|profiler|warn)\.")
_CODE = "code would run while the statement is read"
_SETTING = re.compile(r"\(\s*\w+\s*:=")
_CHANGES = "it can change what the statement says"
_WORDS = {
    **dict.fromkeys(
        "native_decide bv_decide bv_check native reduceBool reduceNat ofReduceBool ofReduceNat trustCompiler unsafe "
        "run_tac run_cmd by_elab unsafeCast dbg_trace dbgSleep include_str".split(),
        _CODE,
    ),
    "renaming": _CHANGES,
    "set_option": _CHANGES,
}


def refusal_before(text: str, theorem: Command) -> Refusal | None:
    """The first thing before or in the header of ``theorem`` for which ``text`` alone does not say what it means."""
    lines = Lines(text)
    settings = _SETTING.search(blank(text[: theorem.start]))
    if settings is not None and "implemented_by" in text[: theorem.start]:
        # Lean compiles and runs the value of a tactic's setting; a replaced implementation makes that code unsound.
        return Refusal(word=settings.group(), why=_CODE, line=lines.position(settings.start())[0])
    for command in commands(text):
        if command.start >= theorem.start:
            break
        found = _refused(text, command)
        if found is not None:
            word, why, offset = found
            return Refusal(word=word, why=why, line=lines.position(offset)[0])
    return None


def refused_word(text: str, start: int, end: int) -> tuple[str, str, int] | None:
    """(word, why, offset) of the first word between two offsets that a statement must not hold."""
    for token in tokens(blank(text[start:end], interpolated=True)):
        last = token.text.replace("«", "").replace("»", "").rpartition(".")[2]
        if last in _WORDS:
            return last, _WORDS[last], start + token.start
    return None


def _refused(text: str, command: Command) -> tuple[str, str, int] | None:
    word = command.keyword
    if word in _LEFT_OUT:
        return None
    if word == "set_option":
        words = blank(text[command.start : command.end]).split()
        option = words[1] if len(words) > 1 else ""
        if words[-1] == "in" or not (option in _LIMITS or _LOOKS.match(option)):
            return f"set_option {option}", _CHANGES, command.at
        return None
    if word == "attribute":
        inner = blank(text[command.at : command.end]).partition("[")[2].partition("]")[0]
        for name in inner.split(","):
            first = name.split()[:1]
            if not first or first[0] not in _ATTRIBUTES:
                return f"@{''.join(first)}", "an attribute that can change what later text means", command.at
        return None
    if word not in _KEPT:
        return word, _CHANGES, command.at
    if word == "open" and blank(text[command.start : command.end]).split()[-1] == "in":
        return "open … in", _CHANGES, command.at
    for modifier in command.modifiers:
        if modifier in ("unsafe", "local", "scoped"):
            return modifier, _CHANGES, command.start
        if modifier.startswith("@") and modifier[1:].split()[0] not in _ATTRIBUTES:
            return modifier.split()[0], "an attribute that can change what later text means", command.start
    return refused_word(text, command.start, command.end)
