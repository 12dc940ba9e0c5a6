"""All checkers of this installation behind one door: started when first asked for, closed together."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from ..core.errors import CheckerError
from ..core.evidence import Checker, Language

if TYPE_CHECKING:
    from .lean.choice import LeanChoice


class Checkers:
    """Implements ``core.rechecking.CheckerSource``. Use it from one event loop; ``aclose`` when done.

    ``at_once``: how many texts Lean may elaborate at once, each in a process of about 0.5 GiB; ``nice``: by how much
    its processes step back behind others; ``lean``: which Lean, by default the embedded one.
    """

    def __init__(self, *, at_once: int = 1, nice: int = 0, lean: LeanChoice | None = None) -> None:
        self._lean = lean
        self._at_once = at_once
        self._nice = nice
        self._started: dict[Language, Checker] = {}
        self._starting = asyncio.Lock()

    def why_not(self, language: Language) -> str:
        """Why there is no checker for ``language``, with what to do; "" if there is one."""
        match language:
            case Language.NUMERIC:
                return ""
            case Language.LEAN:
                from .lean.choice import lacking

                return lacking(self._choice())
            case _:
                return f"there is no checker for {language} yet"

    async def get(self, language: Language) -> Checker:
        """The checker for ``language``, started on first use and kept only if its canaries go right.

        Raises CheckerError.
        """
        async with self._starting:
            if language not in self._started:
                checker = self._made(language)
                try:
                    fault = await checker.canaries()
                except BaseException:
                    await checker.aclose()
                    raise
                if fault:
                    await checker.aclose()
                    raise CheckerError(f"the {checker.name} checker failed its own canaries: {fault}")
                self._started[language] = checker
            return self._started[language]

    async def aclose(self) -> None:
        """Stop every checker that was started, with its processes."""
        while self._started:
            _, checker = self._started.popitem()
            await checker.aclose()

    def _choice(self) -> LeanChoice:
        from .lean.choice import EMBEDDED, LeanChoice

        return self._lean or LeanChoice(backend=EMBEDDED)

    def _made(self, language: Language) -> Checker:
        if why := self.why_not(language):
            raise CheckerError(why)
        if language is Language.LEAN:
            from .lean import LeanSettings
            from .lean.choice import checker_for

            checker = checker_for(self._choice(), LeanSettings(processes=self._at_once, nice=self._nice))
            if checker is None:
                raise CheckerError("Lean is off")
            return checker
        from .numeric import NumericChecker

        return NumericChecker()
