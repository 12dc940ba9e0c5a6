"""Γ while it grows: entries with their scopes, the symbols and labels that name them, and what a unit visibly uses."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ..decomposition import Substep
from ..proof import Passage, SourceSpan
from ..sentences import sentence_spans
from ..tree import Entry, EntryId, EntryRole, ScopeId, UnitId, UnitRole
from .symbols import symbols
from .wording import Wording

_ROOT = ScopeId("c0")
_PREMISES = 8  # premises that a unit lists at most
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
_NAMED = re.compile(
    r"\b(?:Theorem|Lemma|Sublemma|Corollary|Proposition|Claim|Observation|Definition|Exercise|Remark|Fact)s?"
    r"[\s~]+\$?\(?\d[\w.]{0,8}",
    re.IGNORECASE,
)
_REFERENCE = re.compile(
    r"\\(?:c|C|auto|eq|page|name)?ref\*?\{([^{}]{1,200})\}|\\cite[a-z]*\*?(?:\[[^\]]{0,80}\])*\{([^{}]{1,200})\}"
)
_STEP_REF = re.compile(r"\b[Ss]tep\s+(\d{1,5})\b")
_FOLLOWS = re.compile(r"(?:hence|thus|therefore|so|then|this|it follows|consequently|that)\b")


@dataclass
class Telescope:
    """The entries of Γ in order, and how to find them. ``open_scopes`` is kept by whoever opens and closes scopes."""

    open_scopes: set[ScopeId]
    entries: list[Entry] = field(default_factory=list)
    last_fact: EntryId | None = None
    _of_symbol: dict[str, list[int]] = field(default_factory=dict)
    _of_label: dict[str, EntryId] = field(default_factory=dict)
    _of_step: dict[str, EntryId] = field(default_factory=dict)
    _of_name: dict[str, EntryId] = field(default_factory=dict)

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
        equations. Names and labels find them; references of a bibliography are theorems that are cited."""
        ids: list[EntryId] = []
        for passage in context:
            role = _CONTEXT_ROLES.get(passage.kind, EntryRole.HYPOTHESIS)
            introduced = symbols(passage.text) if role is EntryRole.DEFINITION else ()
            entry = self.add(role, passage.text, _ROOT, None, passage.span, introduced)
            for name in (passage.name, *passage.labels):
                if name:
                    self._of_name.setdefault(_name_key(name), entry)
            ids.append(entry)
        return tuple(ids)

    def add_claim(self, substep: Substep, scope: ScopeId, producer: UnitId) -> EntryId:
        """A claim stated inside the proof, found later by its name ("Claim 1")."""
        entry = self.add(EntryRole.FACT, substep.text, scope, producer, substep.span)
        self.name_claim(substep.text, entry)
        return entry

    def name_claim(self, words: str, entry: EntryId) -> None:
        """Let "Claim 1" at the head of ``words`` find ``entry`` from now on."""
        name = _NAMED.match(words)
        if name is not None:
            self._of_name[_name_key(name.group())] = entry

    def add_words(self, substep: Substep, role: UnitRole, scope: ScopeId, producer: UnitId) -> EntryId | None:
        """The entry that a substep adds, with the symbols that it introduces; None for roles that add nothing."""
        entry_role = _FACT_ROLES.get(role)
        if entry_role is None:
            return None
        fresh = tuple(symbol for symbol in symbols(substep.text) if self._visible(symbol) is None)
        entry = self.add(entry_role, substep.text, scope, producer, substep.span, fresh)
        label = _LABEL.search(substep.text)
        if label is not None:
            self._of_label[label.group(1) or label.group(2)] = entry
        return entry

    def add(
        self,
        role: EntryRole,
        text: str,
        scope: ScopeId,
        producer: UnitId | None,
        span: SourceSpan | None,
        introduced: tuple[str, ...] = (),
    ) -> EntryId:
        entry = EntryId(f"g{len(self.entries) + 1}")
        for symbol in introduced:
            self._of_symbol.setdefault(symbol, []).append(len(self.entries))
        self.entries.append(
            Entry(id=entry, role=role, text=text, scope=scope, producer=producer, symbols=introduced, span=span)
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

    def premises(
        self, text: str, wording: Wording, role: UnitRole, induction_hypothesis: EntryId | None
    ) -> tuple[tuple[EntryId, ...], list[str]]:
        """What a unit names or visibly uses (at most eight entries), and signals about symbols and references."""
        found: dict[EntryId, None] = {}
        notes: list[str] = []
        own_label = _LABEL.search(text)
        for match in _EQUATION_REF.finditer(text):
            if own_label is not None and match.start() >= own_label.start():
                continue
            name = match.group(1) or match.group(2)
            entry = self._of_label.get(name)
            if entry is not None:
                found[entry] = None
                if self._scope(entry) not in self.open_scopes:
                    notes.append(f"fact-out-of-scope: ({name})")
        # The name at the head of a claim is its own; any other is a use.
        own_name = _NAMED.match(text)
        for match in (*_NAMED.finditer(text, own_name.end() if own_name else 0), *_REFERENCE.finditer(text)):
            for name in ((match.group(1) or match.group(2)) if match.re is _REFERENCE else match.group()).split(","):
                entry = self._of_name.get(_name_key(name))
                if entry is not None:
                    found[entry] = None
                    if self._scope(entry) not in self.open_scopes:
                        notes.append(f"fact-out-of-scope: {name.strip()}")
        for number in _STEP_REF.findall(text):
            entry = self._of_step.get(number)
            if entry is not None:
                found[entry] = None
        if induction_hypothesis is not None and re.search(
            r"\b[Ii]nducti(?:ve|on) (?:hypothesis|assumption)\b|\bIH\b", text
        ):
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
        return tuple(found)[:_PREMISES], notes

    def _scope(self, entry: EntryId) -> ScopeId:
        return self.entries[_index(entry)].scope

    def _visible(self, symbol: str) -> EntryId | None:
        """The latest entry that introduced ``symbol`` in a scope that is still open (looking back at most 16)."""
        indices = self._of_symbol.get(symbol, ())
        return next(
            (self.entries[i].id for i in reversed(indices[-16:]) if self.entries[i].scope in self.open_scopes), None
        )


def _name_key(name: str) -> str:
    """One form for "Lemma~2", "lemma 2." and "Lemma $2"."""
    return re.sub(r"[\s~$().]+", " ", name).strip().lower()


def _index(entry: EntryId) -> int:
    """Entries are named g1, g2, … in the order of their list."""
    return int(entry[1:]) - 1
