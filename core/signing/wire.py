"""SSH's wire format (RFC 4251, section 5), read with every length checked, and written."""

from __future__ import annotations

import struct


class BadSignature(ValueError):
    """A signature, key or allowed_signers line that is not taken; the message is a part of a sentence."""


class Wire:
    """Reads one field after the other. Every method raises BadSignature where the bytes end too early."""

    def __init__(self, raw: bytes, what: str) -> None:
        self._raw = raw
        self._at = 0
        self._what = what

    @property
    def at(self) -> int:
        """How many bytes were read."""
        return self._at

    def take(self, count: int) -> bytes:
        """The next ``count`` bytes."""
        if count > len(self._raw) - self._at:
            raise BadSignature(f"{self._what} is truncated")
        self._at += count
        return self._raw[self._at - count : self._at]

    def uint32(self) -> int:
        """Four bytes, big-endian."""
        return int.from_bytes(self.take(4), "big")

    def uint64(self) -> int:
        """Eight bytes, big-endian."""
        return int.from_bytes(self.take(8), "big")

    def string(self) -> bytes:
        """A length and as many bytes."""
        return self.take(self.uint32())

    def name(self) -> str:
        """A string of printable ASCII."""
        raw = self.string()
        if not all(0x20 < byte < 0x7F for byte in raw):
            raise BadSignature(f"{self._what} holds a name that is not printable ASCII")
        return raw.decode("ascii")

    def mpint(self) -> int:
        """A non-negative integer in its one shortest form."""
        raw = self.string()
        if raw and (raw[0] >= 0x80 or (raw[0] == 0 and (len(raw) == 1 or raw[1] < 0x80))):
            raise BadSignature(f"{self._what} holds a number that is negative or not in its shortest form")
        return int.from_bytes(raw, "big")

    def end(self) -> None:
        """Raise BadSignature unless everything was read."""
        if self._at != len(self._raw):
            raise BadSignature(f"{self._what} goes on where it should end")

    @property
    def ended(self) -> bool:
        """Whether everything was read."""
        return self._at == len(self._raw)


def string(raw: bytes) -> bytes:
    """``raw`` behind its length."""
    return struct.pack(">I", len(raw)) + raw
