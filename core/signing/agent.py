"""The ssh-agent that the user runs (draft-miller-ssh-agent): which keys it holds, and signatures by them.

The keys themselves never reach this program.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from pathlib import Path

from ..errors import ProofSieveError
from ..value import value
from .keys import RSA, PublicKey, read_key
from .wire import BadSignature, Wire, string

_MAX_MESSAGE = 256 * 1024
_MAX_KEYS = 1_000
_REQUEST_IDENTITIES, _IDENTITIES = 11, 12
_SIGN_REQUEST, _SIGN_RESPONSE = 13, 14
_FAILURE = 5
_RSA_SHA2_512 = 4
_ASKING_S = 10
_SIGNING_S = 300  # a person may have to confirm, or to touch a token


class AgentError(ProofSieveError):
    """The agent is gone, refuses, or says what is no answer."""


@value
class AgentKey:
    """A key that the agent holds, with the comment that it was added with. ``offered`` is its blob as the agent knows
    it: the key's own, or that of a certificate."""

    key: PublicKey
    comment: str
    offered: bytes


class Agent:
    """The agent behind a socket. Every question is a connection of its own."""

    def __init__(self, path: str) -> None:
        self._path = path

    @classmethod
    def of(cls, environment: Mapping[str, str] | None = None) -> Agent | None:
        """The agent that SSH_AUTH_SOCK names; None where it names none, or this system has no such sockets."""
        path = (os.environ if environment is None else environment).get("SSH_AUTH_SOCK", "")
        if not path or not hasattr(socket, "AF_UNIX") or not Path(path).exists():
            return None
        return cls(path)

    def keys(self) -> tuple[AgentKey, ...]:
        """The keys that can sign, in the agent's order, without those of unsupported kinds. Raises AgentError."""
        wire = self._ask(bytes([_REQUEST_IDENTITIES]), _IDENTITIES, _ASKING_S)
        try:
            count = wire.uint32()
            if count > _MAX_KEYS:
                raise BadSignature("the agent's answer names too many keys")
            offered = [(wire.string(), wire.string()) for _ in range(count)]
        except BadSignature as fault:
            raise AgentError(f"{fault}", where=self._path) from None
        found = []
        for blob, comment in offered:
            try:
                key = read_key(blob)
            except BadSignature:
                continue
            found.append(AgentKey(key=key, comment=comment.decode("utf-8", "replace"), offered=blob))
        return tuple(found)

    def sign(self, held: AgentKey, message: bytes) -> bytes:
        """The signature of a key over ``message``, in SSH's form. Raises AgentError where the agent refuses."""
        flags = _RSA_SHA2_512 if held.key.kind == RSA else 0
        request = bytes([_SIGN_REQUEST]) + string(held.offered) + string(message) + flags.to_bytes(4, "big")
        wire = self._ask(request, _SIGN_RESPONSE, _SIGNING_S)
        try:
            made = wire.string()
            wire.end()
        except BadSignature as fault:
            raise AgentError(f"{fault}", where=self._path) from None
        return made

    def _ask(self, request: bytes, expected: int, seconds: int) -> Wire:
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
                connection.settimeout(seconds)
                connection.connect(self._path)
                connection.sendall(string(request))
                length = int.from_bytes(_received(connection, 4), "big")
                if not 0 < length <= _MAX_MESSAGE:
                    raise AgentError("the agent's answer is no answer", where=self._path)
                answer = _received(connection, length)
        except TimeoutError:
            raise AgentError(f"the agent gave no answer in {seconds} s", where=self._path) from None
        except OSError as error:
            raise AgentError(f"the agent cannot be reached: {error.strerror or error}", where=self._path) from None
        if answer[0] == _FAILURE:
            raise AgentError("the agent refused", where=self._path, hint="is it locked, or was the question denied?")
        if answer[0] != expected:
            raise AgentError("the agent's answer is no answer", where=self._path)
        return Wire(answer[1:], "the agent's answer")


def _received(connection: socket.socket, count: int) -> bytes:
    parts = b""
    while len(parts) < count:
        part = connection.recv(count - len(parts))
        if not part:
            raise OSError("it closed the connection")
        parts += part
    return parts
