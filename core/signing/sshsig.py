"""SSHSIG, the form of ``ssh-keygen -Y sign`` (OpenSSH's PROTOCOL.sshsig): armour, fields, the bytes that are signed.

Stricter than ssh-keygen where its form has slack: one armour for one signature, the reserved field empty. So a
signature file that was changed anywhere is refused, also where the change would mean nothing.
"""

from __future__ import annotations

import base64
import hashlib
import re

from ..record.strictjson import shown
from ..value import value
from .keys import PublicKey, check_signature, decoded, read_key
from .wire import BadSignature, Wire, string

NAMESPACE = "audit@proofsieve"
"""The namespace of every signature on an audit: a signature that was made for something else does not count."""

MAX_BYTES = 64 * 1024

_MAGIC = b"SSHSIG"
_BEGIN, _END = "-----BEGIN SSH SIGNATURE-----", "-----END SSH SIGNATURE-----"
_ARMOUR = re.compile(rf"{_BEGIN}\n((?:[A-Za-z0-9+/=]{{1,76}}\n)+){_END}\n", re.ASCII)
_WIDTH = 70
_HASHES = ("sha512", "sha256")


@value
class SshSignature:
    """A signature as its file says it: by ``key``, made for ``namespace``, over the hash of the file by ``digest``."""

    key: PublicKey
    namespace: str
    digest: str
    made: bytes


def read_signature(raw: bytes) -> SshSignature:
    """The signature in the file ``raw``. Raises BadSignature with what is wrong with it."""
    if len(raw) > MAX_BYTES:
        raise BadSignature(f"the signature file has {len(raw):,} bytes; at most {MAX_BYTES:,} are read")
    if b"\r" in raw:
        raise BadSignature("the line ends of the signature file were converted; copy it unchanged")
    found = _ARMOUR.fullmatch(raw.decode("latin-1"))
    if found is None:
        raise BadSignature("this is no SSH signature in its armour, as ssh-keygen -Y sign writes it")
    lines = found[1].split()
    blob = decoded("".join(lines), "the signature")
    if armoured(blob, len(lines[0])) != raw:
        raise BadSignature("the armour is not as ssh-keygen writes it")
    wire = Wire(blob, "the signature")
    if wire.take(len(_MAGIC)) != _MAGIC:
        raise BadSignature("the signature does not begin with SSHSIG")
    version = wire.uint32()
    if version != 1:
        raise BadSignature(f"the signature is of version {version}; version 1 is known")
    key = read_key(wire.string())
    namespace = wire.string().decode("utf-8", "backslashreplace")
    if wire.string():
        raise BadSignature("the signature's reserved field is not empty")
    digest = wire.name()
    if digest not in _HASHES:
        raise BadSignature(f"the signature is over a hash {shown(digest)}; sha512 and sha256 are known")
    made = wire.string()
    wire.end()
    return SshSignature(key=key, namespace=namespace, digest=digest, made=made)


class Hashed:
    """A message whose hash is worked out once, however many signatures are over it."""

    def __init__(self, message: bytes) -> None:
        self._message = message
        self._digests: dict[str, bytes] = {}

    def digest(self, name: str) -> bytes:
        """Its hash by sha512 or sha256."""
        if name not in self._digests:
            self._digests[name] = hashlib.new(name, self._message).digest()
        return self._digests[name]


def check(signature: SshSignature, message: bytes | Hashed, *, namespace: str = NAMESPACE) -> None:
    """Raise BadSignature unless ``signature`` is one over ``message`` that was made for ``namespace``."""
    if signature.namespace != namespace:
        raise BadSignature(
            f"the signature was made for the namespace {shown(signature.namespace)}, not for {namespace}"
        )
    check_signature(signature.key, signature.made, signed_bytes(message, namespace, signature.digest))


def signed_bytes(message: bytes | Hashed, namespace: str = NAMESPACE, digest: str = "sha512") -> bytes:
    """What the key signs for ``message``."""
    hashed = (message if isinstance(message, Hashed) else Hashed(message)).digest(digest)
    return _MAGIC + string(namespace.encode()) + string(b"") + string(digest.encode()) + string(hashed)


def signature_file(key_blob: bytes, made: bytes, *, namespace: str = NAMESPACE) -> bytes:
    """The signature file for ``made``, what the key of ``key_blob`` gave for ``signed_bytes`` by sha512."""
    fields = string(key_blob) + string(namespace.encode()) + string(b"") + string(b"sha512") + string(made)
    return armoured(_MAGIC + (1).to_bytes(4, "big") + fields)


def armoured(blob: bytes, width: int = _WIDTH) -> bytes:
    """``blob`` in the armour of signature files, ``width`` characters a line."""
    text = base64.b64encode(blob).decode()
    lines = [text[start : start + width] for start in range(0, len(text), width)]
    return "\n".join((_BEGIN, *lines, _END, "")).encode()
