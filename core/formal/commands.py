"""A Lean file: commands in order, the scopes around statements, and where a proof begins."""

from __future__ import annotations

from .ast import Binder, Definition, Name, Reading, Statement, Term
from .lexer import Lexed, Token
from .stream import Stop
from .terms import Terms

MAX_CONTEXT = 300
"""Definitions, and groups of variables, before a statement; a statement after more of them is not read."""

THEOREMS = frozenset(("theorem", "lemma", "example"))
DEFINITIONS = frozenset(("def", "abbrev", "instance", "axiom", "opaque", "structure", "class", "inductive"))
_FIELDS = frozenset(("structure", "class", "inductive"))
_MODIFIERS = frozenset(("private", "protected", "noncomputable", "partial", "unsafe", "public", "meta"))
_NOTATIONS = frozenset("macro syntax notation infix infixl infixr prefix postfix elab macro_rules".split())
_COMMANDS = frozenset("namespace section end variable universe import attribute mutual export include omit".split()) | (
    THEOREMS | DEFINITIONS | _MODIFIERS | _NOTATIONS
)
"""Reserved words that begin a command wherever they stand outside brackets."""
_AT_MARGIN = frozenset(("open", "set_option"))
"""Words that begin a command at the left margin; inside a proof they may be something else."""
_AFTER_HEAD = frozenset((":=", "where", "deriving", "termination_by", "decreasing_by"))
_QUIET = frozenset("import set_option attribute export include omit module local scoped".split())


class Commands(Terms):
    """The layer of declarations and scopes. A scope is what ends with ``end``, or with the declaration after ``in``."""

    def __init__(self, lexed: Lexed) -> None:
        super().__init__(lexed)
        self.statements: list[Statement] = []
        self.definitions: list[Definition] = []
        self.opened: list[str] = []
        self.variables: list[Binder] = []
        self.notes: list[str] = []
        self.scopes: list[tuple[str, bool, int, int, int]] = []
        self.stops = self.command_starts()

    def read(self) -> Reading:
        """All commands of the text."""
        while self.at < len(self.tokens):
            begin, mark = self.at, len(self.bound)
            self.end = len(self.tokens)
            try:
                self.command()
            except Stop as stop:
                self.depth, self.bars, self.norms, self.floor, self.dots = 0, 0, 0, -1, None
                self.unbind(mark)
                self.at = max(self.stops[begin], begin + 1)
                token = self.tokens[min(stop.at, len(self.tokens) - 1)]
                self.report(stop.why, token.start, token.end)
        return Reading(
            statements=tuple(self.statements), definitions=tuple(self.definitions), problems=tuple(self.problems)
        )

    # where commands begin

    def command_starts(self) -> list[int]:
        """For each token, the next one after it that begins a command."""
        found, following = [0] * len(self.tokens), len(self.tokens)
        outside = self.outside()
        for i in range(len(self.tokens) - 1, -1, -1):
            found[i] = following
            if outside[i] and self.begins_command(self.tokens[i]):
                following = i
        return found

    def outside(self) -> list[bool]:
        """For each token, whether it stands outside all brackets."""
        found, until = [True] * len(self.tokens), -1
        for i, partner in enumerate(self.lexed.partner):
            found[i] = i > until
            until = max(until, partner)
        return found

    def begins_command(self, token: Token) -> bool:
        margin = token.first and self.lexed.column(token) == 0
        if token.kind == "word":
            return token.text in _COMMANDS or (margin and token.text in _AT_MARGIN)
        return (token.text == "@[" and token.first) or (token.text == "#" and margin)

    def command(self) -> None:
        begin = self.at
        attributes = self.attributes()
        doc = self.lexed.docs.get(begin) or self.lexed.docs.get(self.at) or ""
        while self.peek().text in _MODIFIERS:
            self.take()
        token = self.peek()
        if token.kind == "end":
            return
        text = token.text if token.kind == "word" else ""
        if text in THEOREMS or text in DEFINITIONS:
            self.declaration(doc, attributes)
        elif text in ("namespace", "section", "mutual"):
            self.take()
            named = self.peek().kind == "name" and not self.peek().first
            name = self.take().text if named else ""
            self.enter(name if text == "namespace" else "")
        elif text == "end":
            self.take()
            if self.peek().kind == "name" and not self.peek().first:
                self.take()
            self.leave()
        elif text == "variable":
            self.variable()
        elif text == "open":
            self.open()
        elif text == "universe":
            self.take()
            self.bare_names()
        else:
            self.passed_over(token, begin)

    def passed_over(self, token: Token, begin: int) -> None:
        """A command that declares nothing. One that may change what statements mean, or is unknown, is a problem."""
        if token.text in _NOTATIONS:
            self.note("notation that the text defines is not read", token)
        elif token.text == "#":
            if self.peek(1).text == "exit":
                self.at = len(self.tokens)
                return
        elif token.text in ("include", "omit"):
            self.notes.append(f"“{token.text}” stands before it")
        elif token.text not in _QUIET and self.tokens[begin].text != "@[":
            self.note(f"“{token.text[:40]}” is no command that is read", token)
        self.at = max(self.stops[min(self.at, len(self.tokens) - 1)], begin + 1)

    def note(self, message: str, token: Token) -> None:
        self.report(message, token.start, token.end)
        self.notes.append(message)

    def attributes(self) -> tuple[str, ...]:
        found: list[str] = []
        while self.is_("@["):
            close = self.closing(self.at)
            found.append(self.lexed.text[self.peek().end : self.tokens[close].start].strip())
            self.at = close + 1
        return tuple(found)

    # scopes

    def enter(self, namespace: str, *, once: bool = False) -> None:
        self.scopes.append((namespace, once, len(self.variables), len(self.opened), len(self.bound)))

    def leave(self) -> None:
        if self.scopes:
            _, _, variables, opened, mark = self.scopes.pop()
            del self.variables[variables:], self.opened[opened:]
            self.unbind(mark)

    def full_name(self, name: str) -> str:
        if name.startswith("_root_."):
            return name.removeprefix("_root_.")
        return ".".join((*self.namespaces(), name)) if name else ""

    def namespaces(self) -> tuple[str, ...]:
        return tuple(name for name, *_ in self.scopes if name)

    def variable(self) -> None:
        self.once_if_in()
        self.take()
        while self.is_("(", "{", "[", "⦃"):
            self.variables.append(self.group())
        if self.is_("in"):
            self.take()

    def open(self) -> None:
        self.once_if_in()
        start = self.take()
        if self.peek().text == "scoped":
            self.take()
        names: list[str] = []
        while self.peek().kind == "name" and not self.peek().first:
            token = self.take()
            if token.text in ("hiding", "renaming"):
                self.at = self.stops[self.at - 1]
                break
            names.append(token.text)
        if self.is_("("):
            self.at = self.closing(self.at) + 1
        if not names:
            self.note("open without a namespace", start)
        self.opened.extend(names)
        if self.is_("in"):
            self.take()

    def once_if_in(self) -> None:
        """Enter a scope for one declaration if the command here ends with ``in``."""
        at, stop = self.at, self.stops[self.at]
        while at < stop:
            if self.tokens[at].text == "in":
                self.enter("", once=True)
                return
            at = max(at, self.lexed.partner[at]) + 1

    # declarations

    def declaration(self, doc: str, attributes: tuple[str, ...]) -> None:
        begin, mark = self.at, len(self.bound)
        keyword = self.take()
        stop = self.stops[begin]
        self.end = head = stop if keyword.text in _FIELDS else self.head_end(stop)
        name, universes = self.declared_name()
        binders: tuple[Binder, ...] = ()
        type_: Term | None = None
        if keyword.text in _FIELDS:
            self.note(f"the fields of {name or 'a structure'} are not read", keyword)
            self.at = head
        elif self.at < head:
            binders, type_ = self.signature(head)
        end = self.past()
        self.end = len(self.tokens)
        if keyword.text not in THEOREMS:
            self.define(keyword, name, binders, type_, stop, attributes)
        elif type_ is None:
            self.note(f"{name or 'an example'} has no statement", keyword)
        else:
            if len(self.definitions) > MAX_CONTEXT or len(self.variables) > MAX_CONTEXT:
                self.stop(f"more than {MAX_CONTEXT} definitions or variables before a statement")
            self.statements.append(
                Statement(
                    name=self.full_name(name),
                    keyword=keyword.text,
                    binders=binders,
                    goal=type_,
                    universes=universes,
                    attributes=attributes,
                    opened=tuple(self.opened),
                    namespaces=self.namespaces(),
                    variables=tuple(self.variables),
                    definitions=tuple(self.definitions),
                    doc=doc,
                    notes=tuple(self.notes),
                    start=keyword.start,
                    end=end,
                )
            )
        self.unbind(mark)
        while self.scopes and self.scopes[-1][1]:
            self.leave()
        self.at = stop

    def head_end(self, stop: int) -> int:
        """The token where the head of a declaration ends: at := or where, at the equations, or at ``stop``."""
        at, pending = self.at, 0
        while at < stop:
            token = self.tokens[at]
            if token.text in ("let", "have"):
                pending += 1
            elif token.text == ":=" and pending:
                pending -= 1
            elif token.text in _AFTER_HEAD or (token.text == "|" and token.first and self.begins_equation(at, stop)):
                return at
            at = max(at, self.lexed.partner[at]) + 1
        return stop

    def begins_equation(self, at: int, stop: int) -> bool:
        """| 0 => …, at the start of a line."""
        at += 1
        if at < stop and not self.tokens[at].spaced:
            return False
        while at < stop and not (self.tokens[at].text == "|" and self.tokens[at].first):
            if self.tokens[at].text == "=>":
                return True
            at = max(at, self.lexed.partner[at]) + 1
        return False

    def declared_name(self) -> tuple[str, tuple[str, ...]]:
        if self.is_("(") and self.peek(1).text == "priority":
            self.at = self.closing(self.at) + 1
        name = self.take().text if self.peek().kind == "name" else ""
        if not (self.is_(".{") and not self.peek().spaced):
            return name, ()
        close = self.closing(self.at)
        universes = tuple(token.text for token in self.tokens[self.at + 1 : close] if token.kind == "name")
        self.at = close + 1
        return name, universes

    def signature(self, head: int) -> tuple[tuple[Binder, ...], Term | None]:
        """The binders and the type of a declaration. A head that cannot be read becomes an opaque type."""
        binders: list[Binder] = []
        while self.at < head and not self.is_(":"):
            begin = self.at
            try:
                binders.append(self.header_binder())
            except Stop as stop:
                return tuple(binders), self.opaque(begin, head, stop)
        if self.at >= head:
            return tuple(binders), None
        self.take()
        if self.at >= head:
            return tuple(binders), None
        return tuple(binders), self.contained(head, self.term)

    def header_binder(self) -> Binder:
        token = self.peek()
        if token.kind == "name":
            self.take()
            return self.bound_by(Binder(names=(token.text,), start=token.start, end=token.end))
        if not self.is_("(", "{", "[", "⦃"):
            self.stop(f"expected bound names or a colon, not {token.text}")
        return self.group()

    def define(
        self,
        keyword: Token,
        name: str,
        binders: tuple[Binder, ...],
        type_: Term | None,
        stop: int,
        attributes: tuple[str, ...],
    ) -> None:
        body: Term | None = None
        if self.is_(":="):
            self.take()
            end = self.body_end(stop)
            if self.is_("by") and keyword.text == "instance":
                self.at = end
            elif self.at < end:
                body = self.contained(end, self.term)
        elif self.at < stop and keyword.text != "instance":
            self.note(f"the equations of {name or keyword.text} are not read", self.peek())
        self.definitions.append(
            Definition(
                name=self.full_name(name),
                keyword=keyword.text,
                binders=binders,
                type=type_,
                body=body,
                attributes=attributes,
                start=keyword.start,
                end=self.tokens[stop - 1].end,
            )
        )

    def body_end(self, stop: int) -> int:
        at = self.at
        while at < stop:
            if self.tokens[at].kind == "word" and self.tokens[at].text in _AFTER_HEAD:
                return at
            at = max(at, self.lexed.partner[at]) + 1
        return stop


def as_statement(definition: Definition, reading: Reading) -> Statement:
    """A definition as a statement: its type is the goal (a hole where none is written), its body is kept."""
    before = tuple(other for other in reading.definitions if other.start < definition.start)
    return Statement(
        name=definition.name,
        keyword=definition.keyword,
        binders=definition.binders,
        goal=definition.type if definition.type is not None else Name(text="_"),
        attributes=definition.attributes,
        definitions=before,
        body=definition.body,
        start=definition.start,
        end=definition.end,
    )
