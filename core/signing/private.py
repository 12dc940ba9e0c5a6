"""Private key files: whose public key they are, Ed25519 signatures in this process, and new keys.

The public part of OpenSSH's files stands outside what the passphrase protects. Where ssh-keygen or an agent can sign,
this program never reads the rest.
"""

from __future__ import annotations

import base64
import binascii
import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import AuditFileError, ProofSieveError
from ..record.audit_file import read_bytes
from ..record.durable import save_error, sync_folder, write_all
from .keys import ED25519, PublicKey, key_of_line, read_key
from .wire import BadSignature, Wire, string

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

Ask = Callable[[str], str | None]
"""Asks for a passphrase with a prompt, without showing it; None where nobody can be asked."""

MAX_BYTES = 64 * 1024
_MAGIC = b"openssh-key-v1\0"
_BEGIN, _END = b"-----BEGIN OPENSSH PRIVATE KEY-----", b"-----END OPENSSH PRIVATE KEY-----"
_ATTEMPTS = 3
_MAX_PASSPHRASE = 1023  # of the library that makes the key


class KeyFileError(ProofSieveError):
    """A key file that cannot be read, is none, or cannot be opened."""


def public_key_of(path: Path) -> PublicKey:
    """The public key of a key file: of FILE itself where it is a public key, of FILE.pub beside it, or of the open part
    of an OpenSSH private key. Raises KeyFileError."""
    raw = _read(path)
    if b"PRIVATE KEY" not in raw[:100]:
        return _public_line(raw, path)
    try:
        return read_key(_open_part(raw).public)
    except BadSignature:
        beside = path.with_name(path.name + ".pub")
        if beside.exists():
            return _public_line(_read(beside), beside)
        raise KeyFileError(
            "whose key this is cannot be read", where=str(path), hint=f"put the public key beside it, as {beside.name}"
        ) from None


def is_private(path: Path) -> bool:
    """Whether the file at ``path`` holds a private key. Raises KeyFileError where it cannot be read."""
    return b"PRIVATE KEY" in _read(path)[:100]


def open_ed25519(path: Path, ask: Ask) -> Ed25519PrivateKey:
    """The Ed25519 key in an OpenSSH private key file; asks for its passphrase if it has one. Raises KeyFileError."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_ssh_private_key

    raw = _read(path)
    if os.name != "nt" and path.stat().st_mode & 0o077:
        raise KeyFileError("others may read this private key", where=str(path), hint=f"chmod 600 {path}")
    try:
        part = _open_part(raw)
        kind = read_key(part.public).kind
    except BadSignature as fault:
        raise KeyFileError(f"{fault}", where=str(path)) from None
    if kind != ED25519:
        raise KeyFileError(
            f"a key of the kind {kind} does not sign in this program",
            where=str(path),
            hint="add it to an ssh-agent, or install an ssh-keygen of OpenSSH 8.2 or newer",
        )
    passphrases: Iterable[bytes | None] = _passphrases(path, ask) if part.locked else (None,)
    for passphrase in passphrases:
        try:
            key = load_ssh_private_key(raw, password=passphrase)
        except (ValueError, TypeError, UnsupportedAlgorithm):
            continue
        assert isinstance(key, Ed25519PrivateKey)
        return key
    reason = "the passphrase is wrong" if part.locked else "the key file is damaged"
    raise KeyFileError(reason, where=str(path))


def new_key(path: Path, *, comment: str, passphrase: str) -> PublicKey:
    """Make an Ed25519 key: the private one at ``path`` (mode 0600), the public one at ``path``.pub.

    ``passphrase`` "" for none. Neither file is ever overwritten. Raises KeyFileError where one exists, SaveError where
    it cannot be written; then nothing is left of it.
    """
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import (
        BestAvailableEncryption,
        Encoding,
        NoEncryption,
        PrivateFormat,
        PublicFormat,
    )

    word = _typed(passphrase)
    if len(word) > _MAX_PASSPHRASE:
        raise KeyFileError(
            f"the passphrase has {len(word):,} bytes; at most {_MAX_PASSPHRASE:,} are taken", where=str(path)
        )
    if "\0" in str(path):
        raise KeyFileError("this is no name of a file", where=repr(str(path)))
    public = path.with_name(path.name + ".pub")
    for file in (path, public):
        if os.path.lexists(file):
            raise KeyFileError("a file is there; keys are never overwritten", where=str(file), hint="name another file")
    made = Ed25519PrivateKey.generate()
    lock = BestAvailableEncryption(word) if word else NoEncryption()
    secret = made.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, lock)
    point = made.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    key = PublicKey(kind=ED25519, blob=string(ED25519.encode()) + string(point))
    line = f"{key.line} {comment}".rstrip() + "\n"
    written: list[Path] = []
    try:
        for file, raw, mode in ((path, secret, 0o600), (public, line.encode(), 0o644)):
            descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
            written.append(file)
            try:
                write_all(descriptor, raw)
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
        sync_folder(path.parent)
    except OSError as error:
        for file in written:
            file.unlink(missing_ok=True)
        raise save_error(path, error, what="the key is not made") from None
    return key


class _OpenPart:
    """What stands outside the passphrase's protection: the public key, and whether there is a passphrase."""

    def __init__(self, public: bytes, *, locked: bool) -> None:
        self.public = public
        self.locked = locked


def _open_part(raw: bytes) -> _OpenPart:
    armour = raw.strip()
    if not armour.startswith(_BEGIN) or not armour.endswith(_END):
        raise BadSignature("this is no private key in OpenSSH's form")
    body = armour[len(_BEGIN) : -len(_END)]
    try:
        blob = base64.b64decode(b"".join(body.split()), validate=True)
    except (binascii.Error, ValueError):
        raise BadSignature("the key file is damaged") from None
    wire = Wire(blob, "the key file")
    if wire.take(len(_MAGIC)) != _MAGIC:
        raise BadSignature("this is no private key in OpenSSH's form")
    cipher = wire.name()
    wire.string()  # how the passphrase becomes a key
    wire.string()
    if wire.uint32() != 1:
        raise BadSignature("the key file does not hold one key")
    return _OpenPart(wire.string(), locked=cipher != "none")


def _passphrases(path: Path, ask: Ask) -> Iterator[bytes]:
    for _ in range(_ATTEMPTS):
        given = ask(f"Passphrase for {path}")
        if given is None:
            raise KeyFileError(
                "the key has a passphrase, and nobody can be asked for it",
                where=str(path),
                hint="add it to an ssh-agent: ssh-add FILE",
            )
        yield _typed(given)


def _typed(passphrase: str) -> bytes:
    """The bytes that were typed: a terminal gives those that are no UTF-8 as halves of characters."""
    try:
        return passphrase.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return passphrase.encode("utf-8", "surrogatepass")


def _public_line(raw: bytes, path: Path) -> PublicKey:
    try:
        return key_of_line(raw.decode("utf-8").strip().split("\n")[0])
    except UnicodeDecodeError:
        raise KeyFileError("this is no key file", where=str(path)) from None
    except BadSignature as fault:
        raise KeyFileError(f"this is no key file: {fault}", where=str(path)) from None


def _read(path: Path) -> bytes:
    try:
        return read_bytes(path, limit=MAX_BYTES)
    except AuditFileError as error:
        hint = "make a key with: proofsieve keygen" if "no such file" in error.message else ""
        raise KeyFileError(f"the key: {error.message}", where=str(path), hint=hint) from None
