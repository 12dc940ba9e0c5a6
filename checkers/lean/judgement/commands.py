"""A Lean source cut into its commands, with the namespace that each one stands in."""

from __future__ import annotations

from ....core.value import value
from .source import NAME, Token, blank, tokens

THEOREMS = frozenset({"theorem", "lemma"})
DEFINITIONS = frozenset({"def", "abbrev", "structure", "inductive", "class"})

_DECLARATIONS = THEOREMS | DEFINITIONS | {"axiom", "instance", "example", "opaque"}
_SYNTAX = frozenset(
    "notation infix infixl infixr prefix postfix macro macro_rules syntax declare_syntax_cat elab elab_rules "
    "binder_predicate unif_hint simproc dsimproc simproc_decl register_simp_attr".split()
)
_OTHERS = frozenset(
    "namespace section end variable universe mutual include omit export attribute initialize builtin_initialize "
    "run_cmd run_elab run_meta import add_decl_doc".split()
)
# These also occur inside terms and tactic blocks: a command only at the beginning of a line.
_AT_LINE_START = frozenset({"open", "set_option", "deriving", "compile_inductive"})
# By name: #[1] and #v[1] are terms, and go on with what stands before them.
_HASHED = frozenset(
    "#check #check_failure #eval #eval! #print #reduce #exit #synth #guard #guard_expr #guard_msgs #where #version "
    "#help #simp #find #lint #norm_num #conv".split()
)
_MAX_NAMESPACE = 2_000  # characters; what lies deeper is named wrongly, and Lean then finds no such theorem
_MODIFIERS = frozenset("private protected public meta noncomputable unsafe partial nonrec local scoped".split())


@value
class Command:
    """One command. ``keyword`` as written, from ``at`` on; ``name`` of a declaration as written, "" without one;
    ``start``/``end`` in code points, modifiers and attributes included; ``namespace`` dotted, as it is where the
    command stands."""

    keyword: str
    name: str
    start: int
    at: int
    end: int
    modifiers: tuple[str, ...]
    namespace: str

    @property
    def full_name(self) -> str:
        """The name with its namespace."""
        if self.name.startswith("_root_."):
            return self.name.removeprefix("_root_.")
        return f"{self.namespace}.{self.name}" if self.namespace else self.name


def commands(text: str) -> tuple[Command, ...]:
    """The commands of ``text`` in order. Never raises."""
    blanked = blank(text)
    found: list[Command] = []
    starts = [
        start
        for start in _starts(blanked)
        if start[1].text != "deriving" or _word_after(blanked, start[1]) == "instance"
    ]
    scopes: list[str] = []  # the namespace inside of each open namespace, section and mutual block
    ends = [*(start[0] for start in starts[1:]), len(text)]
    for (first, word, modifiers), end in zip(starts, ends, strict=False):
        name = _word_after(blanked, word)
        if word.text == "end" and scopes:
            scopes.pop()
        namespace = scopes[-1] if scopes else ""
        found.append(
            Command(
                keyword=word.text,
                name=name if word.text in _DECLARATIONS or word.text == "namespace" else "",
                start=first,
                at=word.start,
                end=end,
                modifiers=modifiers,
                namespace=namespace,
            )
        )
        if word.text == "namespace":
            whole = f"{namespace}.{name}" if namespace and name else namespace or name
            scopes.append(whole if len(whole) <= _MAX_NAMESPACE else namespace)
        elif word.text in ("section", "mutual"):
            scopes.append(namespace)
    return tuple(found)


def theorems(text: str) -> tuple[Command, ...]:
    """The theorems of ``text``, as ``commands`` sees them."""
    return tuple(command for command in commands(text) if command.keyword in THEOREMS and command.name)


def _starts(blanked: str) -> list[tuple[int, Token, tuple[str, ...]]]:
    """(offset with modifiers, the keyword, the modifiers) of each command."""
    found: list[tuple[int, Token, tuple[str, ...]]] = []
    pending: list[Token] = []  # modifiers and attributes right before
    in_attribute = 0
    before = ""
    for token in tokens(blanked):
        previous, before = before, token.text
        at_line_start = token.start == 0 or blanked[token.start - 1] == "\n"
        if in_attribute:
            pending.append(token)
            in_attribute += (token.text == "[") - (token.text == "]")
        elif pending and pending[-1].text == "@" and token.text == "[":
            pending.append(token)
            in_attribute = 1
        elif token.text == "@" or token.text in _MODIFIERS:
            pending.append(token)
        elif _is_keyword(token, at_line_start) and previous != "deriving":
            start = pending[0].start if pending else token.start
            words = tuple(t.text for t in pending if t.text in _MODIFIERS) + _attributes(blanked, pending)
            found.append((start, token, words))
            pending = []
        else:
            pending = []
    return found


def _is_keyword(token: Token, at_line_start: bool) -> bool:
    text = token.text
    if text in _AT_LINE_START or text in _HASHED:
        return at_line_start or text == "#exit"
    return text in _DECLARATIONS or text in _SYNTAX or text in _OTHERS


def _attributes(blanked: str, pending: list[Token]) -> tuple[str, ...]:
    """The attributes among the modifiers, each as "@name …"."""
    found: list[str] = []
    parts: list[Token] = []
    for token in pending:
        if token.text in ("@", "[", "]", ","):
            if parts:
                found.append("@" + blanked[parts[0].start : parts[-1].end])
            parts = []
        elif token.text not in _MODIFIERS:
            parts.append(token)
    return tuple(found)


def _word_after(blanked: str, token: Token) -> str:
    """The name after a token, "" if something else follows."""
    at = token.end
    while at < len(blanked) and blanked[at].isspace():
        at += 1
    named = NAME.match(blanked, at)
    return named.group() if named is not None else ""
