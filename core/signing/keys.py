"""Public keys of SSH: read from their blobs, named by fingerprint, and checking signatures.

Ed25519, ECDSA on the NIST curves, RSA from 2,048 bits with SHA-2, both kinds of FIDO keys (sk-), and certificates on
any of these (OpenSSH's PROTOCOL.certkeys and PROTOCOL.u2f). SHA-1 and DSA are refused.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from typing import TYPE_CHECKING

from ..record.strictjson import shown
from ..value import value
from .wire import BadSignature, Wire, string

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurve
    from cryptography.hazmat.primitives.hashes import HashAlgorithm

ED25519 = "ssh-ed25519"
RSA = "ssh-rsa"
SK_ED25519 = "sk-ssh-ed25519@openssh.com"
SK_ECDSA = "sk-ecdsa-sha2-nistp256@openssh.com"
ECDSA = ("ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521")
KINDS = (ED25519, *ECDSA, SK_ED25519, SK_ECDSA, RSA)

MAX_BLOB = 64 * 1024
_CERTIFIED = "-cert-v01@openssh.com"
_RSA_BITS = range(2048, 16385)
_TOUCHED = 0x01


@value
class Certificate:
    """A certificate on a key: who may use it when, said by ``authority``. ``signed`` are the bytes that its
    ``signature`` covers."""

    kind: int
    principals: tuple[str, ...]
    after: int
    before: int
    critical: tuple[str, ...]
    authority: PublicKey
    signed: bytes
    signature: bytes


@value
class PublicKey:
    """A key as its algorithm ``kind`` and its plain ``blob`` (without a certificate that came with it)."""

    kind: str
    blob: bytes
    certificate: Certificate | None = None

    @property
    def fingerprint(self) -> str:
        """As ssh-keygen -l prints it: "SHA256:…"; that of the key also for a certificate."""
        return "SHA256:" + base64.b64encode(hashlib.sha256(self.blob).digest()).decode().rstrip("=")

    @property
    def hardware(self) -> bool:
        """Whether the key lives in a FIDO token."""
        return self.kind in (SK_ED25519, SK_ECDSA)

    @property
    def line(self) -> str:
        """The key as a public key file holds it, without a comment."""
        return f"{self.kind} {base64.b64encode(self.blob).decode()}"


def read_key(blob: bytes) -> PublicKey:
    """The key in ``blob``. Raises BadSignature for other kinds, malformed fields, and points that lie on no curve."""
    if len(blob) > MAX_BLOB:
        raise BadSignature("the key is too long")
    wire = Wire(blob, "the key")
    kind = wire.name()
    if kind.endswith(_CERTIFIED):
        return _read_certified(blob)
    if kind not in KINDS:
        raise BadSignature(f"keys of the kind {shown(kind)} are not supported")
    _key_fields(kind, wire)
    wire.end()
    return PublicKey(kind=kind, blob=blob)


def key_of_line(line: str) -> PublicKey:
    """The key in "ssh-ed25519 AAAA… comment". Raises BadSignature."""
    parts = re.split(r"[ \t]+", line.strip(), maxsplit=2)
    if len(parts) < 2:
        raise BadSignature("this is no public key (as: ssh-ed25519 AAAA…)")
    key = read_key(decoded(parts[1], "the key"))
    named = Wire(decoded(parts[1], "the key"), "the key").name()
    if named != parts[0]:
        raise BadSignature(f"the key calls itself {shown(named)}, but the line {shown(parts[0])}")
    return key


def decoded(text: str, what: str) -> bytes:
    """Strict base64 in its one form. Raises BadSignature."""
    try:
        raw = base64.b64decode(text.encode("ascii"), validate=True)
    except (UnicodeEncodeError, binascii.Error, ValueError):
        raise BadSignature(f"{what} is not base64") from None
    if base64.b64encode(raw) != text.encode():
        raise BadSignature(f"{what} is not base64 in its one form")
    return raw


def check_signature(key: PublicKey, signature: bytes, message: bytes) -> None:
    """Raise BadSignature unless ``signature`` (in SSH's form) is one of ``key`` over ``message``."""
    from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm

    wire = Wire(signature, "the signature")
    algorithm = wire.name()
    made = wire.string()
    try:
        match key.kind:
            case "ssh-rsa":
                wire.end()
                _check_rsa(key, algorithm, made, message)
            case _ if algorithm != key.kind:
                raise BadSignature(f"the signature is of the kind {shown(algorithm)}, the key {key.kind}")
            case _ if key.hardware:
                flags, counter = wire.take(1), wire.take(4)
                wire.end()
                _check_hardware(key, made, flags, counter, message)
            case "ssh-ed25519":
                wire.end()
                _check_ed25519(key, made, message)
            case _:
                wire.end()
                _check_ecdsa(key, made, message)
    except (InvalidSignature, UnsupportedAlgorithm, ValueError) as error:
        if isinstance(error, BadSignature):
            raise
        raise BadSignature("the signature does not match: the file or the signature was changed") from None


def check_certificate(key: PublicKey) -> None:
    """Raise BadSignature unless the certificate of ``key`` is a user's and signed by its authority."""
    certificate = key.certificate
    assert certificate is not None
    if certificate.kind != 1:
        raise BadSignature("the certificate is none for users")
    if certificate.critical:
        raise BadSignature(f"the certificate is bound to {shown(certificate.critical[0])}, which is for logging in")
    if not certificate.principals:
        raise BadSignature("the certificate names nobody")
    check_signature(certificate.authority, certificate.signature, certificate.signed)


def _key_fields(kind: str, wire: Wire) -> tuple[int, ...] | bytes:
    """The mathematical part of a key: (e, n) of RSA, else the bytes of the point."""
    if kind == RSA:
        exponent, modulus = wire.mpint(), wire.mpint()
        if modulus.bit_length() not in _RSA_BITS:
            raise BadSignature(f"an RSA key of {modulus.bit_length()} bits; at least {_RSA_BITS.start} are needed")
        return exponent, modulus
    if kind in (ED25519, SK_ED25519):
        point = wire.string()
        if len(point) != 32:
            raise BadSignature("the key has the wrong length")
    else:
        curve = wire.name()
        if not kind.removesuffix("@openssh.com").endswith(f"-{curve}"):
            raise BadSignature("the key is on another curve than it says")
        point = wire.string()
    if kind in (SK_ED25519, SK_ECDSA):
        wire.string()  # the application
    return point


def _fields_of(key: PublicKey) -> tuple[int, ...] | bytes:
    wire = Wire(key.blob, "the key")
    return _key_fields(wire.name(), wire)


def _point_of(key: PublicKey) -> bytes:
    point = _fields_of(key)
    assert isinstance(point, bytes)
    return point


def _application_of(key: PublicKey) -> bytes:
    wire = Wire(key.blob, "the key")
    kind = wire.name()
    if kind == SK_ECDSA:
        wire.string()
    wire.string()
    return wire.string()


def _check_ed25519(key: PublicKey, made: bytes, message: bytes) -> None:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    Ed25519PublicKey.from_public_bytes(_point_of(key)).verify(made, message)


def _check_ecdsa(key: PublicKey, made: bytes, message: bytes) -> None:
    from cryptography.hazmat.primitives.asymmetric.ec import ECDSA as OnCurve
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePublicKey
    from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

    wire = Wire(made, "the signature")
    r, s = wire.mpint(), wire.mpint()
    wire.end()
    curve, digest = _curve(key.kind)
    public = EllipticCurvePublicKey.from_encoded_point(curve, _point_of(key))
    public.verify(encode_dss_signature(r, s), message, OnCurve(digest))


def _check_hardware(key: PublicKey, made: bytes, flags: bytes, counter: bytes, message: bytes) -> None:
    if not flags[0] & _TOUCHED:
        raise BadSignature("nobody touched the security key when it signed")
    said = hashlib.sha256(_application_of(key)).digest() + flags + counter + hashlib.sha256(message).digest()
    if key.kind == SK_ED25519:
        _check_ed25519(key, made, said)
    else:
        _check_ecdsa(key, made, said)


def _check_rsa(key: PublicKey, algorithm: str, made: bytes, message: bytes) -> None:
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicNumbers

    digests: dict[str, HashAlgorithm] = {"rsa-sha2-256": hashes.SHA256(), "rsa-sha2-512": hashes.SHA512()}
    if algorithm not in digests:
        raise BadSignature(f"a signature of the kind {shown(algorithm)}; of RSA only SHA-2 is taken")
    fields = _fields_of(key)
    assert isinstance(fields, tuple)
    RSAPublicNumbers(fields[0], fields[1]).public_key().verify(made, message, PKCS1v15(), digests[algorithm])


def _curve(kind: str) -> tuple[EllipticCurve, HashAlgorithm]:
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec

    if kind.endswith("384"):
        return ec.SECP384R1(), hashes.SHA384()
    if kind.endswith("521"):
        return ec.SECP521R1(), hashes.SHA512()
    return ec.SECP256R1(), hashes.SHA256()


def _read_certified(blob: bytes) -> PublicKey:
    wire = Wire(blob, "the certificate")
    kind = wire.name().removesuffix(_CERTIFIED)
    # FIDO keys keep their host part: sk-ssh-ed25519-cert-v01@openssh.com is on sk-ssh-ed25519@openssh.com.
    kind = f"{kind}@openssh.com" if kind.startswith("sk-") else kind
    if kind not in KINDS:
        raise BadSignature(f"certificates on keys of the kind {shown(kind)} are not supported")
    wire.string()  # the nonce
    start = wire.at
    _key_fields(kind, wire)
    plain = string(kind.encode()) + blob[start : wire.at]
    wire.uint64()  # the serial
    usage = wire.uint32()
    wire.string()  # the key id
    principals = _strings(wire.string(), "the certificate's principals")
    after, before = wire.uint64(), wire.uint64()
    critical = _strings(wire.string(), "the certificate's options")[::2]
    wire.string()  # extensions: they permit, and nothing here needs a permission
    wire.string()  # reserved
    authority = read_key(wire.string())
    if authority.certificate is not None:
        raise BadSignature("the certificate is signed by a certificate")
    signed = blob[: wire.at]
    signature = wire.string()
    wire.end()
    certificate = Certificate(
        kind=usage,
        principals=principals,
        after=after,
        before=before,
        critical=critical,
        authority=authority,
        signed=signed,
        signature=signature,
    )
    return PublicKey(kind=kind, blob=plain, certificate=certificate)


def _strings(raw: bytes, what: str) -> tuple[str, ...]:
    wire = Wire(raw, what)
    found = []
    while not wire.ended:
        found.append(wire.string().decode("utf-8", "backslashreplace"))
    return tuple(found)
