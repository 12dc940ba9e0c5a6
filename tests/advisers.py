"""A scripted stand-in for models: says of each unit what a test tells it to, and notes what it was asked."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from proofsieve.core.advice import (
    Advice,
    Compared,
    Difficulty,
    Draft,
    ErrorType,
    LocalReview,
    Opinion,
    Synthesis,
    Tried,
)
from proofsieve.core.audit import Audit
from proofsieve.core.calls import Call, CallOutcome, Rung
from proofsieve.core.conventions.convention import Convention
from proofsieve.core.errors import BudgetSpent
from proofsieve.core.evidence import Branch, Evidence, Language, Statement
from proofsieve.core.faithfulness import Judge
from proofsieve.core.faithfulness.report import JudgeKind
from proofsieve.core.faithfulness.slots import (
    Aspect,
    AspectJudgement,
    Comparison,
    Rubric,
    Slot,
    SlotJudgement,
    SlotStatus,
)
from proofsieve.core.obligations import Obligation
from proofsieve.core.proof import Proof
from proofsieve.core.suspicion import Risk
from proofsieve.core.tree import ProofTree, UnitId
from proofsieve.core.verdict import Status, Verdict

MODEL = "scripted"


def call_of(question: str) -> Call:
    """A call as the record holds it, named by its question."""
    key = hashlib.sha256(question.encode()).hexdigest()
    return Call(
        id=f"c{key[:12]}",
        key=key,
        prompt=question.partition(" ")[0],
        prompt_version="1",
        about="",
        sample=0,
        model=MODEL,
        base_url="http://127.0.0.1:1/v1",
        rung=Rung.TEXT,
        turns=1,
        finish="stop",
        prompt_tokens=None,
        completion_tokens=None,
        outcome=CallOutcome.ANSWERED,
        answer_sha256="",
    )


@dataclass
class ScriptedAdviser:
    """``says`` maps words of a unit to (verdict, error type, witness); other units are called uncertain.

    ``agrees``: whether the second judgement does. ``drafts`` are tried in order for each obligation, ``values`` how a
    draft is judged (by its text; exact otherwise), ``proofs`` the bodies.
    All ``judges`` say the same. ``budget``: questions until it is spent.
    """

    says: Mapping[str, tuple[Status, ErrorType, str]] = field(default_factory=dict)
    agrees: bool = True
    drafts: Sequence[str] = ()
    language: Language = Language.LEAN
    values: Mapping[str, Rubric] = field(default_factory=dict)
    proofs: Sequence[str] = ()
    formalize: bool = False
    judges: Sequence[str] = (MODEL,)
    budget: int = 10_000
    on_ask: Callable[[str], None] = lambda question: None
    asked: list[str] = field(default_factory=list)
    name: str = "scripted"
    version: str = "1"

    @property
    def calls(self) -> tuple[Call, ...]:
        return tuple(sorted((call_of(question) for question in dict.fromkeys(self.asked)), key=lambda call: call.id))

    async def conventions(
        self, proof: Proof, tree: ProofTree, obligations: Sequence[Obligation]
    ) -> tuple[Convention, ...]:
        return ()

    async def review(
        self, unit_id: UnitId, tree: ProofTree, evidence: Sequence[tuple[Evidence, bool]], *, sample: bool = False
    ) -> LocalReview | None:
        call = self._ask(f"review {unit_id}")
        text = tree.unit_by_id[unit_id].text
        found = next((said for words, said in self.says.items() if words in text), None)
        verdict, error, witness = found or (Status.UNCERTAIN, ErrorType.NONE, "")
        return LocalReview(
            unit_id=unit_id,
            verdict=verdict,
            error_type=error,
            reason="so it seems",
            should_formalize=self.formalize,
            difficulty=Difficulty.EASY,
            by=MODEL,
            call=call,
            witness=witness,
        )

    async def second(self, first: LocalReview, tree: ProofTree) -> Opinion | None:
        return Opinion(by="other", call=self._ask(f"second {first.unit_id}"), agrees=self.agrees, reason="I looked")

    async def word(
        self, unit_id: UnitId, tree: ProofTree, owed: Sequence[Obligation], review: LocalReview
    ) -> tuple[Obligation, ...]:
        return tuple(owed)

    async def state(
        self, obligation: Obligation, tree: ProofTree, review: LocalReview, tried: Sequence[Tried]
    ) -> Draft | None:
        if len(tried) >= len(self.drafts):
            return None
        call = self._ask(f"state {obligation.id} {len(tried)} {' '.join(line for t in tried for line in t.trouble)}")
        return Draft(language=self.language, text=self.drafts[len(tried)], call=call)

    async def compare(self, obligation: Obligation, statement: Statement, cut: Comparison, tree: ProofTree) -> Compared:
        self._ask(f"compare {obligation.id} {statement.id}")
        worth = self.values.get(statement.text, Rubric.EXACT)
        status = SlotStatus.PRESERVED if worth in (Rubric.EXACT, Rubric.NOTATION) else SlotStatus.WEAKENED
        formal = {slot.side: slot.id for slot in reversed(cut.formal)}
        judged: list[SlotJudgement] = []
        for judge in self.judges:
            kept = [_kept(slot, formal.get(slot.side), status, worth, judge) for slot in cut.source]
            judged += kept
            taken = {judgement.formal for judgement in kept}
            judged += [
                SlotJudgement(
                    source=None, formal=slot.id, status=SlotStatus.ADDED, value=Rubric.EXACT, reason="typing", by=judge
                )
                for slot in cut.formal
                if slot.id not in taken
            ]
        aspects = tuple(
            AspectJudgement(aspect=aspect, value=Rubric.EXACT, reason="", by=judge)
            for judge in self.judges
            for aspect in Aspect
        )
        return Compared(
            comparison=Comparison(source=cut.source, formal=cut.formal, slots=tuple(judged), aspects=aspects),
            judges=tuple(Judge(name=judge, kind=JudgeKind.MODEL, said="slot by slot") for judge in self.judges),
        )

    async def prove(self, statement: Statement, branch: Branch, tried: Sequence[Tried]) -> str:
        self._ask(f"prove {statement.id} {branch} {len(tried)}")
        return self.proofs[len(tried)] if len(tried) < len(self.proofs) else ""

    async def conclude(
        self, proof: Proof, tree: ProofTree, risks: Sequence[Risk], advice: Advice, machine: Verdict
    ) -> Synthesis | None:
        return Synthesis(risky_step=machine.risky_step, reason="look there", by=MODEL, call=self._ask("conclude"))

    def _ask(self, question: str) -> str:
        if len(self.asked) >= self.budget:
            raise BudgetSpent("the budget of calls is spent")
        self.asked.append(question)
        self.on_ask(question)
        return call_of(question).id


def unit_with(audit: Audit, words: str) -> str:
    """The first unit that holds these words."""
    return next(unit.id for unit in audit.tree.units if words in unit.text)


def status_of(audit: Audit, words: str) -> Status:
    """The verdict on it."""
    named = unit_with(audit, words)
    return next(unit.status for unit in audit.verdict.units if unit.unit_id == named)


def _kept(slot: Slot, formal: str | None, status: SlotStatus, worth: Rubric, judge: str) -> SlotJudgement:
    """What a judge says of a source slot: kept as ``formal``, or left out where there is none on its side."""
    if formal is None:
        status, worth = SlotStatus.OMITTED, Rubric.MISSING
    return SlotJudgement(source=slot.id, formal=formal, status=status, value=worth, reason="", by=judge)
