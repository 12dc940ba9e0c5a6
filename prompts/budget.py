"""What a run may send, and what it has sent."""

from __future__ import annotations

from dataclasses import replace

from ..core.errors import BudgetSpent
from .asking import Spent
from .requests import Reply


class Budget:
    """Counts requests and tokens of one run. ``max_calls`` and ``max_tokens``: 0 is no bound.

    Calls never exceed their bound. Tokens are known only when an answer is there, so that the calls in flight when the
    bound is reached go over it.
    """

    def __init__(self, max_calls: int = 0, max_tokens: int = 0) -> None:
        self._max_calls = max_calls
        self._max_tokens = max_tokens
        self._spent = Spent()

    def reserve(self) -> None:
        """Count one request that is about to be sent. Raises BudgetSpent where it may not be."""
        spent = self._spent
        hint = "what was answered is kept: the same run with a larger budget goes on from here"
        if self._max_calls and spent.calls >= self._max_calls:
            raise BudgetSpent(f"the budget of {self._max_calls} calls is spent", hint=hint)
        if self._max_tokens and spent.tokens >= self._max_tokens:
            raise BudgetSpent(
                f"the budget of {self._max_tokens} tokens is spent ({spent.tokens} were counted)", hint=hint
            )
        self._spent = replace(spent, calls=spent.calls + 1)

    def count(self, reply: Reply) -> None:
        """Count the tokens of an answer."""
        spent = self._spent
        if reply.prompt_tokens is None and reply.completion_tokens is None:
            self._spent = replace(spent, uncounted=spent.uncounted + 1)
            return
        tokens = (reply.prompt_tokens or 0) + (reply.completion_tokens or 0)
        self._spent = replace(spent, tokens=spent.tokens + tokens)

    def spent(self) -> Spent:
        """What was counted so far."""
        return self._spent
