"""The user's Lean as a checker of the house: a statement, with a body or without one, becomes evidence."""

from __future__ import annotations

from ....core.evidence import Branch, Kind, Limits, Outcome, Statement
from ...sandbox import Sandbox, SandboxError, probe
from ..checker import LeanChecker
from ..errors import ProcessFailed
from ..judgement.commands import Command
from ..judgement.judge import Judgement, judge, judge_statement, refusal, undecided
from ..judgement.question import CLAIM, NEGATION, Question, ask_body, ask_goal, pick
from ..settings import LIMITS
from ..tactics.search import Search, Tried
from .backend import Asking, backend_of
from .challenge import imports_of
from .discovery import Place
from .repl import first_taken, repl_of
from .session import Session
from .settings import OfficialSettings

CANARIES: tuple[tuple[str, str, Outcome | Kind], ...] = (
    ("theorem t : 2 + 2 = 4 := rfl", "2 + 2 = 4", Outcome.PASSED),
    ("theorem t : 2 + 2 = 4 := rfl", "2 + 2 = 5", Kind.REJECTED),
    ("axiom wish : 2 + 2 = 5\ntheorem t : 2 + 2 = 5 := wish", "2 + 2 = 5", Kind.REJECTED),
    ("theorem t : 2 + 2 = 5 := sorry", "2 + 2 = 5", Kind.REJECTED),
)
"""(text, goal, what must come of it): one that is true, and three that look like proofs of something false."""

_CORE = ("omega", "decide", "rfl", "simp", "(intros; omega)")
_SINCE_GRIND = (4, 22, 0)
_MATHLIB = ("norm_num", "ring", "positivity", "(norm_num; nlinarith)", "nlinarith", "linarith", "field_simp; ring")


class OfficialLean(LeanChecker):
    """Implements ``core.evidence.Checker`` with the user's toolchain. Every verdict comes from processes of its own.

    The first question asks the toolchain for its version; ``version`` names it from then on (``ready`` asks at once).
    """

    def __init__(
        self,
        place: Place,
        *,
        settings: OfficialSettings | None = None,
        unsandboxed: bool = False,
        limits: Limits = LIMITS,
    ) -> None:
        """``unsandboxed``: the user's word that foreign text may run with their rights. Raises SandboxError where no
        sandbox works and that word is not given."""
        super().__init__()
        self.sandbox: Sandbox = probe(unsandboxed=unsandboxed)
        self.session = Session(place, self.sandbox, settings or OfficialSettings(), limits)
        self.version = "official"
        self._asking = Asking(self.session)

    async def ready(self) -> str:
        """Why this Lean cannot be used, "" if it can. Fills in ``version``."""
        try:
            toolchain = await self.session.toolchain()
        except ProcessFailed as failed:
            return failed.why
        except SandboxError as error:
            return str(error)
        self.version = f"{toolchain.said} official ({self.sandbox.label})"
        return ""

    async def canaries(self) -> str:
        """What this Lean must prove and must not, judged as everything else."""
        why = await self.ready()
        if why:
            return why
        for text, goal, wanted in CANARIES:
            theorem = pick(text, None, where="canary")
            found = await self._judged(ask_goal(text, theorem, goal, None), Branch.CLAIM, LIMITS)
            if wanted not in (found.outcome, found.kind):
                return f"“{text}” for {goal} should be {wanted}, was {found.kind or found.outcome} ({found.why})"
        return ""

    async def judged(self, question: Question, limits: Limits = LIMITS) -> Judgement:
        """The judgement on a file, without canaries."""
        return await self._judged(question, Branch.CLAIM, limits)

    async def judge_file(self, question: Question | None, limits: Limits = LIMITS) -> Judgement:
        """The judgement on a file (``proofsieve lean``). A Lean that fails its canaries gives none."""
        if question is None:
            return undecided(Kind.COMPILE_FAILURE, "the file holds no theorem: there is nothing that it proves")
        refused = refusal(question)
        if refused is not None:
            return refused
        fault = await self.canaries()
        if fault:
            kind = Kind.CRASH if await self.ready() == "" else Kind.UNAVAILABLE
            return undecided(kind, f"this Lean is not to be trusted: {fault}" if kind is Kind.CRASH else fault)
        return await self.judged(question, limits)

    async def described(self) -> dict[str, str]:
        """Who answers: version, backend, label. No path."""
        if await self.ready():
            return {"version": "", "backend": "official", "label": "official Lean"}
        toolchain = await self.session.toolchain()
        label = f"{backend_of(toolchain).label}; {toolchain.library.by}; {self.sandbox.label}"
        return {"version": toolchain.said, "backend": "official", "label": label}

    async def aclose(self) -> None:
        """Remove every private folder; processes have ended with their calls."""
        await super().aclose()
        self.session.close()

    async def _judged(self, question: Question, branch: Branch, limits: Limits) -> Judgement:
        refused = refusal(question)
        if refused is not None:
            return refused
        why = await self.ready()
        if why:
            return undecided(Kind.UNAVAILABLE, why, theorem=question.theorem_name)
        raw, checked_by = await self._asking.elaborate(question, limits)
        return judge(question, raw, backend_of(await self.session.toolchain(), checked_by=checked_by), branch)

    async def _search(self, statement: Statement, theorem: Command, branch: Branch, limits: Limits) -> Search:
        """One try with all automatic tactics at once: a Lean that loads Mathlib for each would take minutes. Where the
        project has a REPL, that one is asked first which of them works."""
        tried: list[Tried] = []
        found = undecided(Kind.UNPARSED, "the header of the theorem could not be read", theorem=theorem.full_name)
        question = ask_body(statement.text, theorem, "sorry")
        if question is None or (why := await self.ready()):
            return Search(
                judgement=found if question is None else undecided(Kind.UNAVAILABLE, why, theorem=theorem.full_name),
                body="",
                tried=(),
            )
        toolchain = await self.session.toolchain()
        fault = refusal(question) or judge_statement(
            question, await self._asking.statement(question, limits), backend_of(toolchain)
        )
        if fault is not None:
            return Search(judgement=fault, body="", tried=())
        tactics = tactics_of(imports_of(statement.text), toolchain.version)
        for form in {Branch.CLAIM: (CLAIM,), Branch.NEGATION: (NEGATION,)}.get(branch, ()):
            body = await self._likely(statement, theorem, form, tactics, limits)
            asked = None if body is None else ask_body(statement.text, theorem, body, form=form)
            if body is None:
                tried.append(Tried(name="automatic tactics", kind=Kind.SEARCH_EXHAUSTED))
            if asked is None or body is None:
                continue
            judgement = await self._judged(asked, branch, limits)
            tried.append(Tried(name="automatic tactics", kind=judgement.kind))
            if judgement.outcome is Outcome.PASSED:
                return Search(judgement=judgement, body=body, tried=tuple(tried))
            if judgement.kind in (Kind.UNAVAILABLE, Kind.CRASH, Kind.UNREADABLE):
                return Search(judgement=judgement, body="", tried=tuple(tried))
        kind = Kind.SEARCH_EXHAUSTED if tried else Kind.UNSUPPORTED
        why = "no automatic proof worked" if tried else "there is nothing to try on this statement"
        return Search(judgement=undecided(kind, why, theorem=theorem.full_name), body="", tried=tuple(tried))

    async def _likely(
        self, statement: Statement, theorem: Command, form: str, tactics: tuple[str, ...], limits: Limits
    ) -> str | None:
        """The body to be judged: all tactics, or the one that a REPL takes; None where it takes none of them."""
        place = self.session.place
        program = repl_of(place.project) if place.project is not None and place.named else None
        asked = [ask_body(statement.text, theorem, automatic((tactic,)), form=form) for tactic in tactics]
        texts = [question for question in asked if question is not None]
        if program is None or len(texts) != len(tactics):
            return automatic(tactics)
        try:
            i = await first_taken(self.session, program, texts[0].shared, [one.text for one in texts], limits)
        except ProcessFailed:
            return automatic(tactics)
        return None if i is None else automatic((tactics[i],))


def tactics_of(imports: tuple[str, ...], version: tuple[int, int, int]) -> tuple[str, ...]:
    """The tactics of Lean, and of Mathlib where all of that is imported."""
    tactics = [*_CORE, *(("grind",) if version >= _SINCE_GRIND else ())]
    if any(module in ("Mathlib", "Mathlib.Tactic") for module in imports):
        tactics += _MATHLIB
    return tuple(tactics)


def automatic(tactics: tuple[str, ...]) -> str:
    """A body that tries tactics one after the other."""
    return "by\n  first\n" + "\n".join(f"  | ({tactic}; done)" for tactic in tactics)
