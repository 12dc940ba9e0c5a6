"""When a step may be called verified, or flawed: the checks that need no model (METHOD 8)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from ..ledger.circular import assumes_claim
from ..ledger.gamma import use_faults
from ..ledger.routine import ROUTINE, rule_findings
from ..ledger.sigma import sigma_fault
from ..ledger.values import SigmaId, SigmaItem
from ..proof import StepId
from ..quotes import Quote, QuotedText, plain
from ..repair_prevention import has_content
from ..sentences import sentence_spans
from ..tree import EntryRole, ProofTree
from .acts import Elaboration, Witness

MAX_LINES = 200
MAX_LENGTH = 20_000
"""Code points of any one text in an elaboration, a witness or a reason."""
_LINE = "line "


def blockers(
    elaboration: Elaboration,
    *,
    text: str,
    step: StepId,
    tree: ProofTree,
    sigma: Mapping[SigmaId, SigmaItem],
    settled: Collection[str] = (),
    earlier: Elaboration | None = None,
    rules: Mapping[str, str] = ROUTINE,
) -> tuple[str, ...]:
    """Why a step of that ``text`` cannot be verified by ``elaboration``, in sentences; () where it can.

    ``earlier`` is the elaboration that this one takes up (its assertion is the same), ``settled`` the conventions that
    a person settled, ``rules`` the table of T.
    """
    found = [
        *_diagnosis(elaboration),
        *_same_step(elaboration, text, earlier),
        *_sigma(elaboration, sigma),
        *_gamma(elaboration, text, step, tree, settled),
        *(finding.message for finding in rule_findings(elaboration.rules, step, rules)),
        *_deduction(elaboration),
    ]
    return tuple(dict.fromkeys(found))


def _diagnosis(elaboration: Elaboration) -> list[str]:
    found = []
    if not elaboration.closed:
        found.append("the elaboration is not closed")
    if not elaboration.conclusion_preserved:
        found.append("the conclusion is not preserved")
    if not elaboration.route_preserved:
        found.append("the route of the text is not preserved")
    if elaboration.offending.strip():
        found.append(f"it rests on what it must not use: {elaboration.offending.strip()[:200]}")
    return found


def _same_step(elaboration: Elaboration, text: str, earlier: Elaboration | None) -> list[str]:
    """The assertion, the words and the sentences of the step are those of the source."""
    found = []
    if elaboration.original != text:
        found.append("the step is not quoted verbatim")
    if QuotedText(text).find(Quote(text=elaboration.assertion)) is None:
        found.append("the assertion does not stand in the step")
    elif earlier is not None and plain(earlier.assertion) != plain(elaboration.assertion):
        found.append("the assertion is not the one that was elaborated before")
    if not elaboration.route.strip():
        found.append("the route of the text is not named")
    if len(elaboration.lines) > MAX_LINES or any(len(line.text) > MAX_LENGTH for line in elaboration.lines):
        found.append("the elaboration is too long")
        return found
    quotes = [line.quote for line in elaboration.lines if line.quote and line.text.strip()]
    places = _places(text, quotes)
    if len(places) < len(quotes):
        found.append("a line quotes what does not stand in the step")
    for start, end in sentence_spans(text):
        sentence = text[start:end]
        if has_content(sentence) and not _covered(text, start, end, places):
            shown = " ".join(sentence.split())[:80]
            found.append(f"a sentence of the source is in no line: “{shown}”")
    return found


def _places(text: str, quotes: Sequence[str]) -> list[tuple[int, int]]:
    """Where the quotations stand that do, each after the one before if it can, so that words said twice are found
    twice."""
    source = QuotedText(text)
    places: list[tuple[int, int]] = []
    for quote in quotes:
        after = places[-1][1] if places else 0
        place = source.find(Quote(text=quote), after) or source.find(Quote(text=quote))
        if place is not None:
            places.append(place)
    return places


def _covered(text: str, start: int, end: int, places: Sequence[tuple[int, int]]) -> bool:
    """Whether all that is said in ``[start, end)`` stands in some of the quotations."""
    at = start
    for begin, stop in sorted(places):
        if begin > at and any(character.isalnum() for character in text[at : min(begin, end)]):
            return False
        at = max(at, stop)
        if at >= end:
            return True
    return not any(character.isalnum() for character in text[at:end])


def _sigma(elaboration: Elaboration, sigma: Mapping[SigmaId, SigmaItem]) -> list[str]:
    found = []
    for name in elaboration.sigma:
        item = sigma.get(name)
        fault = sigma_fault(item) if item is not None else f"{name} is not in the ledger"
        if fault:
            found.append(f"Σ: {fault}")
    return found


def _gamma(elaboration: Elaboration, text: str, step: StepId, tree: ProofTree, settled: Collection[str]) -> list[str]:
    faults = use_faults(tree, step, elaboration.gamma, text=text, settled=settled)
    found = [f"Γ: {fault}" for fault in faults]
    circular = assumes_claim(tree, elaboration.gamma)
    if circular:
        found.append(f"Γ: it takes for given what the proof is to show: “{' '.join(circular.split())[:80]}”")
    return found


def _deduction(elaboration: Elaboration) -> list[str]:
    """Lines use only what the ledger lists, and lines before them."""
    listed = {name for use in elaboration.gamma for name in (use.entry, use.convention) if name}
    listed |= set(elaboration.sigma)
    found = []
    if not elaboration.lines:
        found.append("there is no deduction")
    for number, line in enumerate(elaboration.lines, start=1):
        for name in line.uses:
            if name.startswith(_LINE):
                before = name.removeprefix(_LINE)
                if not before.isascii() or not before.isdigit() or not 0 < int(before[:6]) < number:
                    found.append(f"line {number} uses {name[:40]}, which is no line before it")
            elif name not in listed:
                found.append(f"line {number} uses {name[:40]}, which the ledger of the step does not list")
    return found


def unused(elaboration: Elaboration) -> tuple[str, ...]:
    """What the ledger of a step lists and no line uses: shown, for the sets of a valid step are minimal."""
    used = {name for line in elaboration.lines for name in line.uses}
    listed = [str(name) for use in elaboration.gamma for name in (use.entry, use.convention) if name]
    return tuple(name for name in dict.fromkeys([*listed, *map(str, elaboration.sigma)]) if name not in used)


def rests_on(elaboration: Elaboration, tree: ProofTree) -> tuple[StepId, ...]:
    """The steps whose facts an elaboration uses, by what it declares."""
    found: dict[StepId, None] = {}
    for use in elaboration.gamma:
        entry = tree.entry_by_id.get(use.entry) if use.entry is not None else None
        if entry is not None and entry.producer is not None and entry.role is EntryRole.FACT:
            found.setdefault(tree.unit_by_id[entry.producer].step, None)
    return tuple(found)


def witness_fault(witness: Witness, text: str) -> str:
    """Why ``witness`` shows nothing about a step of that ``text``, in a sentence; "" where it may."""
    if not witness.text.strip():
        return "the witness says nothing"
    if max(len(witness.text), len(witness.quote)) > MAX_LENGTH:
        return "the witness is too long"
    if QuotedText(text).find(Quote(text=witness.quote)) is None:
        return "the words that the witness is about do not stand in the step"
    return ""
