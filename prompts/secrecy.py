"""What an endpoint says does not bring a secret back: servers repeat keys in their refusals, proxies whole headers.

Everything that comes from the network passes here before it is kept, told or recorded.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from .requests import Reply
from .wire import WireFault

HIDDEN = "(hidden)"

_SHORTEST = 6
"""Characters of a secret; what is shorter stands in ordinary words."""
# Keys that servers show in part ("sk-ab***yz") are none of ours to the letter.
_KEY_LIKE = re.compile(r"\bbearer\s+\S+|\b(?:sk|gsk|pk)-[\w*.…-]{6,}", re.IGNORECASE)


class Secrets:
    """The texts that were sent and must not come back. It shows them to nobody."""

    __slots__ = ("_texts",)

    def __init__(self, texts: Iterable[str]) -> None:
        """Texts of fewer than six characters are left out."""
        wanted = {text for text in texts if len(text) >= _SHORTEST}
        self._texts = tuple(sorted(wanted, key=lambda text: (-len(text), text)))

    def __repr__(self) -> str:
        return "Secrets(hidden)"

    def out_of(self, text: str) -> str:
        """``text`` without them, also where its end was cut inside one."""
        for secret in self._texts:
            text = text.replace(secret, HIDDEN)
            cut = next((size for size in range(len(secret) - 1, _SHORTEST - 1, -1) if text.endswith(secret[:size])), 0)
            text = text[: len(text) - cut] + HIDDEN if cut else text
        return text

    def out_of_refusal(self, text: str) -> str:
        """The same of an error's words, in which whatever looks like a key is hidden too."""
        return _KEY_LIKE.sub(HIDDEN, self.out_of(text))

    def out_of_fault(self, fault: WireFault) -> WireFault:
        """A fault whose words hold none."""
        return WireFault(
            fault.kind,
            self.out_of_refusal(fault.message),
            status=fault.status,
            code=self.out_of_refusal(fault.code),
            retry_after=fault.retry_after,
        )

    def out_of_reply(self, reply: Reply) -> Reply:
        """A reply whose texts hold none."""
        return replace(
            reply,
            text=self.out_of(reply.text),
            refusal=self.out_of(reply.refusal),
            finish=self.out_of(reply.finish),
            model=self.out_of(reply.model),
            fingerprint=self.out_of(reply.fingerprint),
        )
