"""Formulas of the prose as terms: what is read is read exactly, anything else raises ``Unread``.

Not an evaluator's grammar (that is ``core.claims``): membership, functions, sets, congruences and lists of things are
read too, numbers need no value, and names stay names.
"""

from __future__ import annotations

from ..expr import Expr, conjuncts, leaf, node
from .lexer import Unread, tokens
from .relations import as_set, cleared, related, shared
from .terms import Terms

_DEFAULT_FUNCTIONS = frozenset("f g h φ ψ".split())
_NEGATED = {"=": "≠", "∈": "∉", "≡": "≢", "∣": "∤", "⊆": "⊈", "<": "≥", ">": "≤", "≤": ">", "≥": "<"}


def read_formula(
    text: str,
    functions: frozenset[str] = frozenset(),
    scalars: frozenset[str] = frozenset(),
    words: frozenset[str] = frozenset(),
) -> tuple[Expr, ...]:
    """The items of a formula: relations (a chain is a conjunction), declarations f : A → B, or bare terms.

    ``functions`` and ``scalars``: names that are, and that are not, applied by a bracket after them; ``words``: names
    of several letters. A name or terms before a relation share it: "a, b ∈ G" gives a ∈ G and b ∈ G. Raises Unread.
    """
    found = tokens(text, words)
    while found and found[-1].kind == "sign" and found[-1].text in (",", ".", ";", ":"):
        found.pop()
    parser = _Parser(found, (functions | _DEFAULT_FUNCTIONS) - scalars, functions - scalars)
    items = parser.items()
    parser.expect_end()
    return shared(items)


class _Parser(Terms):
    # --- statements
    def items(self) -> list[Expr]:
        """What stands between commas, semicolons and "and", at this level of brackets."""
        found: list[Expr] = []
        while True:
            item = self.statement()
            if self.take(":"):
                item = self.declaration(item)
            found.append(item)
            separated = False
            while self.sign(",") or self.sign(";") or (self.peek().kind == "word" and self.peek().text == "and"):
                self.at += 1
                separated = True
            if not separated or self.peek().kind == "end":
                return found
            if len(found) > 60:
                raise Unread("a long list")

    def declaration(self, name: Expr) -> Expr:
        domain = self.sum()
        self.need("→")
        return Expr("fun", (name, as_set(domain), as_set(self.sum())))

    def statement(self) -> Expr:
        left = self.implication()
        while self.take("⇔"):
            left = node("↔", cleared(left), cleared(self.implication()))
        return left

    def implication(self) -> Expr:
        left = self.disjunction()
        if self.take("⇒"):
            return node("→", cleared(left), cleared(self.implication()))
        return left

    def disjunction(self) -> Expr:
        left = self.conjunction()
        while self.sign("∨") or (self.peek().kind == "word" and self.peek().text == "or"):
            self.at += 1
            left = node("∨", cleared(left), cleared(self.conjunction()))
        return left

    def conjunction(self) -> Expr:
        left = self.unit()
        while self.take("∧"):
            left = node("∧", cleared(left), cleared(self.unit()))
        return left

    def unit(self) -> Expr:
        self.deeper()
        try:
            if self.take("¬"):
                return node("¬", cleared(self.unit()))
            if self.sign("∀") or self.sign("∃"):
                return self.quantifier()
            return self.chain()
        finally:
            self.depth -= 1

    def quantifier(self) -> Expr:
        kind = self.peek().text
        self.at += 1
        if kind == "∃" and self.take("!"):
            kind = "∃!"
        bound = [self.chain()]
        while self.take(","):
            if self.peek().kind not in ("name",) or self.peek(1).text not in (",", "∈", ":", "|"):
                bound.append(Expr("", ()))
                break
            bound.append(self.chain())
        if bound[-1].head == "" and not bound[-1].args:
            bound.pop()
        elif not (self.take(":") or self.take("|")):
            raise Unread("a quantifier without a body")
        body = cleared(self.statement())
        parts = shared(bound)
        variables = tuple(dict.fromkeys(_bound_name(part) for part in parts))
        conditions = [cleared(part) for part in parts if part.args]
        if conditions:
            joined = node("∧", *conditions)
            body = node("→", joined, body) if kind == "∀" else node("∧", *conjuncts(joined), *conjuncts(body))
        return Expr(kind, (*variables, body))

    # --- relations
    def chain(self) -> Expr:
        saved, saved_congruent = self.at, self.congruent
        self.congruent = False
        try:
            made = self.linked()
        finally:
            self.congruent = saved_congruent
        if made is None:  # no modulus was found for a congruence: the last bracket is it
            self.at = saved
            self.bare_modulus, self.congruent = True, False
            try:
                made = self.linked()
            finally:
                self.bare_modulus, self.congruent = False, saved_congruent
            if made is None:
                raise Unread("a congruence without a modulus")
        return made

    def linked(self) -> Expr | None:
        members = [self.sum()]
        relations: list[str] = []
        while (relation := self.relation()) is not None:
            if relation in ("≡", "≢"):
                self.congruent = True
            relations.append(relation)
            members.append(self.sum())
        if not relations:
            return members[0]
        modulus: Expr | None = None
        if self.congruent:
            modulus = self.modulus()
            if modulus is None:
                return None
        atoms = [
            related(name, left, right, modulus)
            for name, left, right in zip(relations, members, members[1:], strict=False)
        ]
        right = (members[1],) if modulus is None or relations[0] not in ("≡", "≢") else (members[1], modulus)
        whole = node("∧", *atoms)
        return Expr("related", (members[0], leaf(relations[0]), Expr("rest", right), whole))

    def relation(self) -> str | None:
        here = self.peek()
        if here.kind == "not" and self.peek(1).kind == "rel" and self.peek(1).text in _NEGATED:
            self.at += 2
            return _NEGATED[self.tokens[self.at - 1].text]
        if here.kind == "not" and self.peek(1).text == "|":
            self.at += 2
            return "∤"
        if here.kind == "rel":
            self.at += 1
            return here.text
        if here.text == "|" and here.kind == "sign" and not self.bars and not self.bar_ends:
            self.at += 1
            return "∣"
        if here.text == "→" and here.kind == "sign":
            self.at += 1
            return "tends"
        return None

    def modulus(self) -> Expr | None:
        """(mod m), \\pmod{m}, mod m, or a bracket alone."""
        opened = self.sign("(") and (self.peek(1).kind == "mod" or self.bare_modulus)
        if self.take(",") and not (self.peek().kind == "mod" or (self.sign("(") and self.peek(1).kind == "mod")):
            self.at -= 1
        opened = opened or (self.sign("(") and self.peek(1).kind == "mod")
        if opened:
            self.at += 1
        found = self.peek().kind == "mod"
        if found:
            self.at += 1
        elif not opened:
            return None
        bare, self.bare_modulus, congruent, self.congruent = self.bare_modulus, False, self.congruent, False
        made = self.group() if self.sign("{") else self.sum()
        self.bare_modulus, self.congruent = bare, congruent
        if opened:
            self.need(")")
        return made


def _bound_name(part: Expr) -> Expr:
    name = part.args[0] if part.head == "related" else part
    if name.args:
        raise Unread("a quantifier over a term")
    return name
