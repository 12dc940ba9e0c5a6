"""Γ while it grows: entries with their scopes, the symbols and labels that name them, and what a unit visibly uses."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from ..decomposition import Substep
from ..proof import Passage, SourceSpan
from ..sentences import sentence_spans
from ..tree import Entry, EntryId, EntryRole, ScopeId, UnitId, UnitRole
from .citing import Cited, citations, known_key, name_key, own_name
from .symbols import obtained, symbols
from .wording import Wording

_ROOT = ScopeId("c0")
MOST_PREMISES = 8
"""Premises that a unit lists at most."""
_MOST_DEPENDENCIES = 16
_WORD = re.compile(r"[^\W\d_]+")
_HYPOTHESIS = re.compile(r"\b[Ii]nducti(?:ve|on) (?:hypothesis|assumption)\b|\bIH\b")
_FACT_ROLES = {
    UnitRole.DERIVE: EntryRole.FACT,
    UnitRole.COMPUTE: EntryRole.FACT,
    UnitRole.CONCLUDE: EntryRole.FACT,
    UnitRole.APPLY: EntryRole.FACT,
    UnitRole.OBTAIN: EntryRole.FACT,
    UnitRole.INTRO: EntryRole.VARIABLE,
    UnitRole.ASSUME: EntryRole.HYPOTHESIS,
    UnitRole.CASE: EntryRole.HYPOTHESIS,
    UnitRole.DEFINE: EntryRole.DEFINITION,
    UnitRole.INSTANTIATE: EntryRole.DEFINITION,
}
_INTRODUCING_ROLES = (
    UnitRole.INTRO,
    UnitRole.ASSUME,
    UnitRole.DEFINE,
    UnitRole.CASE,
    UnitRole.OBTAIN,
    UnitRole.INSTANTIATE,
)
_INTRODUCES = re.compile(
    r"\b(?:let|for (?:all|any|every|each|some)|any|some|every|each|where|denote\w*|exists?|with|such that|fix|given"
    r"|arbitrary|consider|choose|pick|take|suppose|assume|call|write|set|define\w*|be|is an?|are)\b|[=:∈∃∀∼~]|\\in\b"
)
_LABEL = re.compile(r"\\tag\{\(?([\w.*']{1,8})\)?\}|\((\d{1,3}|\*{1,3}|†)\)\s*[.,]?\s*$")
_EQUATION_REF = re.compile(r"\\eqref\{([^{}]{1,40})\}|(?:\b[Ee]q(?:uation|n)?s?\.?\s*)?\((\d{1,3}|\*{1,3}|†)\)")
_CONTEXT_ROLES = {
    "statement": EntryRole.CITED_THEOREM,
    "reference": EntryRole.CITED_THEOREM,
    "definition": EntryRole.DEFINITION,
    "standing": EntryRole.DEFINITION,
}
_SET_LABEL = re.compile(r"\\label\s*\{([^{}]{1,100})\}")
_STEP_REF = re.compile(r"\b[Ss]tep\s+(\d{1,5})\b")
_FOLLOWS = re.compile(r"(?:hence|thus|therefore|so|then|this|it follows|consequently|that)\b")


class Found(NamedTuple):
    """What a unit names or visibly uses, signals about it, and what the text puts into the results that it uses."""

    premises: tuple[EntryId, ...]
    notes: list[str]
    instantiations: dict[EntryId, str]


@dataclass
class Telescope:
    """The entries of Γ in order, and how to find them. ``open_scopes`` is kept by whoever opens and closes scopes.

    ``concluded`` is what each closed scope left, ``cited`` the theorems that the text uses without stating them.
    """

    open_scopes: set[ScopeId]
    entries: list[Entry] = field(default_factory=list)
    last_fact: EntryId | None = None
    concluded: dict[ScopeId, EntryId] = field(default_factory=dict)
    cited: list[EntryId] = field(default_factory=list)
    _of_symbol: dict[str, list[int]] = field(default_factory=dict)
    _of_label: dict[str, EntryId] = field(default_factory=dict)
    _of_step: dict[str, EntryId] = field(default_factory=dict)
    _of_name: dict[str, EntryId] = field(default_factory=dict)
    _of_known: dict[str, EntryId] = field(default_factory=dict)
    _results: list[tuple[str, EntryId]] = field(default_factory=list)
    _result_entries: set[EntryId] = field(default_factory=set)

    def state_problem(self, problem: str) -> tuple[EntryId, ...]:
        """Each sentence of the problem as a hypothesis that stands outside the proof."""
        ids: list[EntryId] = []
        for start, end in sentence_spans(problem):
            sentence = problem[start:end].strip()
            if sentence:
                ids.append(self.add(EntryRole.HYPOTHESIS, sentence, _ROOT, None, None, symbols(sentence)))
        return tuple(ids)

    def state_context(self, context: tuple[Passage, ...]) -> tuple[EntryId, ...]:
        """What the document fixes outside the proof: definitions and standing assumptions, other theorems, labelled
        equations. Names and labels find them; references of a bibliography are theorems that are cited. Claims inside
        the proof are no part of it: the proof states them itself."""
        ids: list[EntryId] = []
        for passage in context:
            if passage.kind == "claim":
                continue
            role = _CONTEXT_ROLES.get(passage.kind, EntryRole.HYPOTHESIS)
            introduced = symbols(passage.text) if role is EntryRole.DEFINITION else ()
            entry = self.add(role, passage.text, _ROOT, None, passage.span, introduced)
            for name in (passage.name, *passage.labels):
                if name:
                    self._of_name.setdefault(name_key(name), entry)
                    # "Lemma 2 (Euclid)" is "Lemma 2" as well.
                    self._of_name.setdefault(name_key(name.partition(" (")[0]), entry)
            if role is EntryRole.CITED_THEOREM:
                self._result_entries.add(entry)
                if passage.kind == "statement":
                    self._results.append((passage.name.partition(" ")[0].lower(), entry))
            ids.append(entry)
        return tuple(ids)

    def add_claim(
        self, substep: Substep, words: str, scope: ScopeId, producer: UnitId, labels: tuple[str, ...] = ()
    ) -> EntryId:
        """A claim stated inside the proof, found later by the name at the head of ``words`` ("Claim 1")."""
        entry = self.add(EntryRole.FACT, substep.text, scope, producer, substep.span)
        self.name_claim(words, entry, labels)
        return entry

    def name_claim(self, words: str, entry: EntryId, labels: tuple[str, ...] = ()) -> None:
        """Let "Claim 1" at the head of ``words``, its labels and "the claim" find ``entry`` from now on."""
        name = own_name(words)
        if name is not None:
            self._of_name[name_key(name.group())] = entry
            if name["number"].startswith("("):
                self._of_label[name["number"].strip("()")] = entry
        for label in (*labels, *_SET_LABEL.findall(words)):
            self._of_name[name_key(label)] = entry
        head = _WORD.search(words)
        self._results.append((head.group().lower() if head else "claim", entry))
        self._result_entries.add(entry)

    def named(self, name: str) -> EntryId | None:
        """The entry that people call ``name``: a result, an equation's label."""
        return self._of_name.get(name_key(name)) or self._of_label.get(name.strip("() "))

    def cite(self, name: str) -> EntryId:
        """The entry of a theorem that the document does not state; every use of it finds the same one."""
        key = known_key(name)
        if key not in self._of_known:
            entry = self.add(EntryRole.CITED_THEOREM, name, _ROOT, None, None)
            self._of_known[key] = entry
            self._result_entries.add(entry)
            self.cited.append(entry)
        return self._of_known[key]

    def reword(self, entry: EntryId, text: str) -> None:
        """Let ``entry`` say ``text``, for what leaves a scope is more than the scope's short label."""
        self.entries[_index(entry)] = replace(self.entries[_index(entry)], text=text)

    def in_scope(self, entry: EntryId) -> bool:
        """Whether the scope of ``entry`` is open."""
        return self._scope(entry) in self.open_scopes

    def unknown(self, text: str) -> tuple[str, ...]:
        """The symbols of a text that nothing visible introduced."""
        return tuple(symbol for symbol in symbols(text) if self._visible(symbol) is None)

    def add_words(self, substep: Substep, role: UnitRole, scope: ScopeId, producer: UnitId) -> EntryId | None:
        """The entry that a substep adds, with the symbols that it introduces; None for roles that add nothing."""
        entry_role = _FACT_ROLES.get(role)
        if entry_role is None:
            return None
        fresh, depends_on = self.unknown(substep.text), self._dependence(substep.text, role)
        entry = self.add(entry_role, substep.text, scope, producer, substep.span, fresh, depends_on)
        self.label_equation(substep.text, entry)
        return entry

    def label_equation(self, text: str, entry: EntryId) -> None:
        """Let the label that ``text`` gives to its equation, "(3)" at its end, find ``entry`` from now on."""
        label = _LABEL.search(text)
        if label is not None:
            self._of_label[label.group(1) or label.group(2)] = entry
        for name in _SET_LABEL.findall(text):
            self._of_label[name] = entry

    def _dependence(self, text: str, role: UnitRole) -> tuple[str, ...]:
        """The variables that an object may depend on: those that its words mention, and what these depend on."""
        if role not in (UnitRole.OBTAIN, UnitRole.INSTANTIATE, UnitRole.DEFINE):
            return ()
        found: dict[str, None] = {}
        for symbol in symbols(text):
            entry = self._visible(symbol)
            if entry is not None and self.entries[_index(entry)].role is not EntryRole.FACT:
                found[symbol] = None
                found.update(dict.fromkeys(self.entries[_index(entry)].depends_on))
        return tuple(found)[:_MOST_DEPENDENCIES]

    def add(
        self,
        role: EntryRole,
        text: str,
        scope: ScopeId,
        producer: UnitId | None,
        span: SourceSpan | None,
        introduced: tuple[str, ...] = (),
        depends_on: tuple[str, ...] = (),
    ) -> EntryId:
        entry = EntryId(f"g{len(self.entries) + 1}")
        for symbol in introduced:
            self._of_symbol.setdefault(symbol, []).append(len(self.entries))
        self.entries.append(
            Entry(
                id=entry,
                role=role,
                text=text,
                scope=scope,
                producer=producer,
                symbols=introduced,
                depends_on=depends_on,
                span=span,
            )
        )
        return entry

    def establish(self, entry: EntryId, step_number: str) -> None:
        """Make ``entry`` the fact that "hence" and "by step k" refer to."""
        self.last_fact = entry
        self._of_step[step_number] = entry

    def last_fact_of(self, scope: ScopeId) -> tuple[EntryId, ...]:
        """The latest fact, if it stands in ``scope``."""
        return (self.last_fact,) if self.last_fact is not None and self._scope(self.last_fact) == scope else ()

    def producer(self, entry: EntryId) -> UnitId | None:
        return self.entries[_index(entry)].producer

    def premises(self, text: str, wording: Wording, role: UnitRole, induction_hypothesis: EntryId | None) -> Found:
        """What a unit names or visibly uses (at most eight entries), and signals about symbols and references."""
        found: dict[EntryId, None] = {}
        notes: list[str] = []
        own_label = _LABEL.search(text)
        for match in _EQUATION_REF.finditer(text):
            if own_label is None or match.start() < own_label.start():
                self._use_of_label(match.group(1) or match.group(2), found, notes)
        instantiations = self._uses_of_results(text, found, notes)
        for number in _STEP_REF.findall(text):
            entry = self._of_step.get(number)
            if entry is not None:
                found[entry] = None
        if induction_hypothesis is not None and _HYPOTHESIS.search(text):
            found[induction_hypothesis] = None
        follows = _FOLLOWS.match(wording.bare) or ("hence" in wording.cues and role is not UnitRole.COMPUTE)
        if follows and self.last_fact is not None and self._scope(self.last_fact) in self.open_scopes:
            found[self.last_fact] = None
        introduces = role in _INTRODUCING_ROLES or _INTRODUCES.search(text.lower()) is not None
        for symbol in symbols(text):
            entry = self._visible(symbol)
            if entry is not None:
                found[entry] = None
            elif not introduces and wording.has_math:
                gone = symbol in self._of_symbol
                notes.append(f"{'symbol-out-of-scope' if gone else 'symbol-not-introduced'}: {symbol}")
        if role is UnitRole.OBTAIN:
            notes.extend(f"name-not-fresh: {symbol}" for symbol in obtained(text) if self._visible(symbol) is not None)
        return Found(tuple(found)[:MOST_PREMISES], notes, instantiations)

    def _use_of_label(self, label: str, found: dict[EntryId, None], notes: list[str]) -> None:
        entry = self._of_label.get(label)
        if entry is not None:
            found[entry] = None
            if self._scope(entry) not in self.open_scopes:
                notes.append(f"fact-out-of-scope: ({label})")
            if entry in self._result_entries:
                notes.append(f"applies: {entry}")

    def _uses_of_results(self, text: str, found: dict[EntryId, None], notes: list[str]) -> dict[EntryId, str]:
        """Results that are used by name, label or what was said of them: premises, each with an "applies" note."""
        instantiations: dict[EntryId, str] = {}
        name = own_name(text)
        for cited in citations(text, name.end() if name else 0):
            entry = self._of_label.get(cited.key) if cited.kind == "label" else None
            entry = entry if entry is not None else self._result(cited, text)
            if entry is None:
                continue
            found[entry] = None
            if cited.how:
                instantiations[entry] = cited.how
            if self._scope(entry) not in self.open_scopes:
                notes.append(f"fact-out-of-scope: {cited.key or cited.word}")
            if entry in self._result_entries:
                notes.append(f"applies: {entry}")
        return instantiations

    def _result(self, cited: Cited, text: str) -> EntryId | None:
        """The entry of a result; one that the document does not state becomes an entry of its own."""
        if cited.kind in ("named", "label"):
            return self._of_name.get(name_key(cited.key))
        if cited.kind == "said":
            return next((entry for word, entry in reversed(self._results[-64:]) if word == cited.word), None)
        key = known_key(cited.key)
        stated = self._of_name.get(key)
        if stated is not None:
            return stated
        return self.cite(cited.key)

    def _scope(self, entry: EntryId) -> ScopeId:
        return self.entries[_index(entry)].scope

    def _visible(self, symbol: str) -> EntryId | None:
        """The latest entry that introduced ``symbol`` in a scope that is still open (looking back at most 16)."""
        indices = self._of_symbol.get(symbol, ())
        return next(
            (self.entries[i].id for i in reversed(indices[-16:]) if self.entries[i].scope in self.open_scopes), None
        )


def _index(entry: EntryId) -> int:
    """Entries are named g1, g2, … in the order of their list."""
    return int(entry[1:]) - 1
