"""The definitions before a theorem, where the file itself is all that says what its statement means.

Only plain definitions count: whatever can change the meaning of the header without being seen in it is refused, and
the reader is asked for the intended statement (``--goal``).
"""

from __future__ import annotations

from ....core.value import value
from .commands import DEFINITIONS, Command, commands
from .header import Binders, Header, binders_in, names_in
from .source import Lines, blank, tokens

_KEPT = DEFINITIONS | frozenset("import namespace section end open variable universe mutual set_option".split())
_CHANGES_MEANING = frozenset(
    "notation infix infixl infixr prefix postfix macro macro_rules syntax elab elab_rules declare_syntax_cat "
    "binder_predicate unif_hint instance axiom opaque include omit export initialize builtin_initialize simproc "
    "dsimproc simproc_decl local scoped unsafe renaming".split()
)
_LIMITS = ("maxHeartbeats", "maxRecDepth", "synthInstance.max")
_LOOKS = (
    "pp.",
    "format.",
    "linter.",
    "trace.",
    "profiler",
    "warn.",
    "showPartial",
)  # left out: they change nothing here
# These change how a definition is used or compiled, and not what it means.
_ATTRIBUTES = frozenset(
    "simp grind reducible semireducible irreducible inline noinline always_inline specialize ext match_pattern expose "
    "elab_as_elim deprecated inherit_doc simps norm_cast implemented_by extern csimp".split()
)

LEAN_KINDS = frozenset(
    f"Lean.Parser.Command.{kind}"
    for kind in (
        "definition abbrev structure inductive classInductive namespace section noncomputableSection end open variable "
        "universe mutual set_option moduleDoc eoi"
    ).split()
)
"""The syntax kinds that Lean's own parser may see in such definitions."""


@value
class Refusal:
    """Why a header is not read: the word and its line."""

    word: str
    line: int
    why: str


@value
class Definitions:
    """``text``: the source before the theorem with all but its plain definitions as blanks, so that lines stay.

    ``variables`` are the binders of ``variable`` commands, ``names`` what is defined inside a namespace, without it,
    ``classes`` the last parts of all names that are defined.
    """

    text: str
    refusals: tuple[Refusal, ...]
    variables: tuple[Binders, ...]
    names: tuple[str, ...]
    classes: tuple[str, ...]


def definitions_before(text: str, theorem: Command) -> Definitions:
    """The plain definitions before ``theorem``, and what is refused there."""
    lines = Lines(text)
    kept: list[str] = []
    refusals: list[Refusal] = []
    variables: list[Binders] = []
    names: list[str] = []
    classes: list[str] = []
    at = 0
    for command in commands(text):
        if command.start >= theorem.start:
            break
        kept.append(_spaces(text[at : command.start]))
        piece = text[command.start : command.end]
        refusal = _refusal(piece, command)
        if refusal:
            word, why = refusal
            refusals.append(Refusal(word=word, line=lines.position(command.start)[0], why=why))
        keep = command.keyword in _KEPT and not refusal and (command.keyword != "set_option" or _is_limit(piece))
        kept.append(_without_tail(piece) if keep else _spaces(piece))
        if command.keyword == "variable":
            variables.extend(binders_in(piece[len("variable") :]))
        elif command.keyword in DEFINITIONS:
            classes.append(command.name.rpartition(".")[2])
            if command.namespace and not command.name.startswith("_root_."):
                names.append(command.name)
        at = command.end
    kept.append(_spaces(text[at : theorem.start]))
    return Definitions(
        text="".join(kept)[: theorem.start],
        refusals=tuple(refusals),
        variables=tuple(variables),
        names=tuple(names),
        classes=tuple(classes),
    )


def hidden_instances(definitions: Definitions) -> tuple[Binders, ...]:
    """The instances of ``variable`` that can carry an assumption which no header shows: of a class of the file, or
    about no variable at all. Lean adds them to a theorem that does not mention them."""
    variables = {name for group in definitions.variables for name in group.names if name}
    found = []
    for group in definitions.variables:
        mentioned = set(names_in(group.type))
        own = {name.rpartition(".")[2] for name in mentioned} & set(definitions.classes)
        if group.bracket == "[" and (own or not mentioned & variables):
            found.append(group)
    return tuple(found)


def used_shadows(header: Header, definitions: Definitions) -> tuple[str, ...]:
    """The names that may stand for something else than in the library: binders of the header and of ``variable`` that
    are written like a constant, and definitions inside a namespace that the header or a definition mentions."""
    mentioned = set(names_in(header.signature)) | set(names_in(definitions.text))
    binders = [name for group in (*header.binders, *definitions.variables) for name in group.names]
    capital = [name for name in binders if name[:1].isupper()]
    inside = [name for name in definitions.names if name in mentioned or name.partition(".")[0] in mentioned]
    return tuple(dict.fromkeys([*capital, *inside]))


def _refusal(piece: str, command: Command) -> tuple[str, str] | None:
    """(word, why) if this command may change what a later header means."""
    if command.keyword in ("theorem", "lemma", "example"):
        return None  # left out
    for attribute in command.modifiers:
        if attribute.startswith("@") and attribute[1:].split()[0] not in _ATTRIBUTES:
            return attribute, "an attribute that can change what later text means"
    words = [token.text for token in tokens(blank(piece))]
    for before, word in zip(["", *words], words, strict=False):
        if word in _CHANGES_MEANING:
            return word, "it can change what the statement says"
        if before == "set_option" and not word.startswith(_LIMITS + _LOOKS):
            return f"set_option {word}", "it can change what the statement says"
    if command.keyword == "open" and _ends_in(piece):
        return "open … in", "it can change what the statement says"
    return None


def _is_limit(piece: str) -> bool:
    """True for a bound of work that goes on; "set_option … in" goes with the theorem, which is left out."""
    words = blank(piece).split()
    return len(words) > 1 and words[1].startswith(_LIMITS) and not _ends_in(piece)


def _ends_in(piece: str) -> bool:
    return blank(piece).split()[-1:] == ["in"]


def _without_tail(piece: str) -> str:
    """A command with blanks for the comments after it: one of them may document what is left out."""
    end = len(blank(piece).rstrip())
    return piece[:end] + _spaces(piece[end:])


def _spaces(text: str) -> str:
    return "\n".join(" " * len(line) for line in text.split("\n"))
