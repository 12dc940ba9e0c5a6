"""The definitions before a theorem, where the file itself is all that says what its statement means.

Only plain definitions count: whatever can change the meaning of the header without being seen in it is refused, and
the reader is asked for the intended statement (``--goal``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....core.value import value
from .commands import DEFINITIONS, Command, commands
from .header import Binders, Header, binders_in, names_in
from .source import NAME, Lines, blank, tokens, without_comments

_KEPT = DEFINITIONS | frozenset("import namespace section end open variable universe mutual set_option".split())
_CHANGES_MEANING = frozenset(
    "notation infix infixl infixr prefix postfix macro macro_rules syntax elab elab_rules declare_syntax_cat "
    "binder_predicate unif_hint instance axiom opaque include omit export initialize builtin_initialize simproc "
    "dsimproc simproc_decl local scoped unsafe renaming".split()
)
_LIMITS = ("maxHeartbeats", "maxRecDepth", "synthInstance.max")
_LOOKS = ("linter.",)  # left out: they change nothing here
_COMPILED = frozenset(
    "native_decide bv_decide bv_check extern csimp ofReduceBool ofReduceNat reduceBool reduceNat "
    "trustCompiler native _redArg _rarg _unsafe_rec _cstage1 _cstage2 _spec _lambda _lam _elam _closed _boxed "
    "_neutral _override _impl".split()
)
_ATTRIBUTE_WHY = "an attribute that can change what later text means"
_STRANGE = frozenset({"compile_inductive", "register_simp_attr", "run_cmd", "run_elab", "run_meta"})
_MAX_RUN = 50  # names before one colon
# These change how a definition is used or compiled, and not what it means.
_ATTRIBUTES = frozenset(
    "simp grind reducible semireducible irreducible inline noinline always_inline specialize ext match_pattern expose "
    "elab_as_elim deprecated inherit_doc simps norm_cast implemented_by".split()
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

    ``variables`` are the binders of ``variable`` commands, ``names`` what is defined inside a namespace, without it or
    the first parts of it, fields and local definitions included, ``classes`` the last parts of all names that are
    defined.
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
            names.extend(_reachable(piece, command))
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
    are written like a constant, and definitions with a name of several parts that the header or a definition mentions
    without the first ones. Whether a namespace is open there is not asked."""
    mentioned = {_plain(name) for text in (header.signature, definitions.text) for name in names_in(text)}
    binders = [name for group in (*header.binders, *definitions.variables) for name in group.names]
    capital = [name for name in binders if name[:1].isupper()]
    inside = [name for name in definitions.names if name in mentioned or name.partition(".")[0] in mentioned]
    return tuple(dict.fromkeys([*capital, *inside]))


def _refusal(piece: str, command: Command) -> tuple[str, str] | None:
    """(word, why) if this command may change what a later header means."""
    words = [token.text for token in tokens(blank(piece, interpolated=True))]
    # A lemma is left out of what the judge reads; the kernel does not look at an implementation.
    for word in words if command.keyword not in ("theorem", "lemma", "example") else ():
        compiled = next((part for part in _plain(word).split(".") if part in _COMPILED or part.startswith("_lam")), "")
        if compiled:
            return compiled, "it rests on compiled code"
    if command.keyword in ("theorem", "lemma", "example"):  # left out, and so is all that goes with it
        swallowed = next((word for word in ("set_option", "open") if word in words and "in" not in words), "")
        if "@" in words and "[" in words[words.index("@") + 1 : words.index("@") + 2]:
            odd = _odd_attribute(command)
            return (odd, _ATTRIBUTE_WHY) if odd else None
        typed = any(token.text == ":" and not token.depth for token in tokens(blank(piece)))
        if command.keyword == "lemma" and not (command.name and typed):  # a name like any other, without Mathlib
            swallowed = "lemma"
        return (swallowed, "it can change what the statement says") if swallowed else None
    odd = _odd_attribute(command)
    if odd:
        return odd, _ATTRIBUTE_WHY
    if command.keyword == "attribute" and not _only_plain(piece):
        return "attribute", _ATTRIBUTE_WHY
    if command.keyword in _STRANGE:
        return command.keyword, "it can change what the statement says"
    for before, word in zip(["", *words], words, strict=False):
        if word in _CHANGES_MEANING:
            return word, "it can change what the statement says"
        looks = _LOOKS if command.keyword == "set_option" else ()
        if before == "set_option" and not word.startswith(_LIMITS + looks):
            return f"set_option {word}", "it can change what the statement says"
    if command.keyword == "open" and _ends_in(piece):
        return "open … in", "it can change what the statement says"
    return None


def _odd_attribute(command: Command) -> str:
    """The first attribute before a command that is not known to leave later text alone, "" if all do."""
    attributes = (word for word in command.modifiers if word.startswith("@"))
    return next((word for word in attributes if re.split(r"[\s(]", word[1:])[0] not in _ATTRIBUTES), "")


def _only_plain(piece: str) -> bool:
    """True for an ``attribute [a, b …] names`` of plain attributes."""
    inner = re.match(r"\s*attribute\s*\[([^\[\]]*)\]", blank(piece))
    return inner is not None and all((part.split() or [""])[0] in _ATTRIBUTES for part in inner.group(1).split(","))


def _reachable(piece: str, command: Command) -> Iterator[str]:
    """The names that a definition gives to itself, its fields, constructors and local definitions, each without the
    first parts of it that an open namespace can stand for."""
    parts = _plain(command.full_name).split(".")
    yield from (".".join(parts[i:]) for i in range(1, len(parts)))
    blanked = blank(piece)
    run: list[str] = []
    typing = False  # behind a colon, to the end of its line
    last = 0
    before = ""
    rest = blanked[blanked.find(command.keyword) + len(command.keyword) :]
    inside = False  # after a where or let rec, whose definitions begin lines
    for token in tokens(rest):
        inside |= before in ("where", "rec")
        typing &= "\n" not in rest[last : token.start]
        last = token.start
        begins = inside and not rest[rest.rfind("\n", 0, token.start) + 1 : token.start].strip()
        if NAME.fullmatch(token.text):
            if begins or before in ("|", "where", "rec", "::", ";"):
                yield _plain(token.text)
            if not typing and token.text != "_":
                run.append(_plain(token.text))
        elif token.text == ":":
            yield from run[-_MAX_RUN:]
            run, typing = [], True
        else:
            run, typing = [], False
        before = token.text


def _plain(name: str) -> str:
    return name.replace("«", "").replace("»", "")


def _is_limit(piece: str) -> bool:
    """True for a bound of work that goes on; "set_option … in" goes with the theorem, which is left out."""
    words = blank(piece).split()
    return len(words) > 1 and words[1].startswith(_LIMITS) and not _ends_in(piece)


def _ends_in(piece: str) -> bool:
    return blank(piece).split()[-1:] == ["in"]


def _without_tail(piece: str) -> str:
    """A command with blanks for the comments after it: one of them may document what is left out."""
    end = len(without_comments(piece).rstrip())
    return piece[:end] + _spaces(piece[end:])


def _spaces(text: str) -> str:
    return "\n".join(" " * len(line) for line in text.split("\n"))
