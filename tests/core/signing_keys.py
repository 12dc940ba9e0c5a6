"""Keys and signatures made in the tests, so that every kind can be tried without a token or an agent."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from proofsieve.core.audit import Audit
from proofsieve.core.record import canonical, chain
from proofsieve.core.record.standing import with_verdict
from proofsieve.core.signing import sshsig
from proofsieve.core.signing.allowed import AllowedSigners, read_allowed
from proofsieve.core.signing.declaring import Declared, declare
from proofsieve.core.signing.keys import PublicKey, read_key
from proofsieve.core.signing.wire import string
from proofsieve.tests.factories import synthetic_audit

AT = "2026-01-31T09:30:00Z"
ALICE, BOB = "alice@example.org", "bob@example.org"

Sign = Callable[[bytes], bytes]
"""From a message to a signature in SSH's form."""


def mpint(number: int) -> bytes:
    return string(number.to_bytes(number.bit_length() // 8 + 1, "big") if number else b"")


def private(seed: int) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(hashlib.sha256(b"test %d" % seed).digest())


def point(key: Ed25519PrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)


def ed25519(seed: int = 1) -> tuple[PublicKey, Sign]:
    key = private(seed)
    kind = string(b"ssh-ed25519")
    return read_key(kind + string(point(key))), lambda message: kind + string(key.sign(message))


def ecdsa(bits: int) -> tuple[PublicKey, Sign]:
    curve, digest = {
        256: (ec.SECP256R1(), hashes.SHA256()),
        384: (ec.SECP384R1(), hashes.SHA384()),
        521: (ec.SECP521R1(), hashes.SHA512()),
    }[bits]
    key = ec.derive_private_key(12345 + bits, curve)
    name = b"nistp%d" % bits
    kind = string(b"ecdsa-sha2-" + name)

    def sign(message: bytes) -> bytes:
        r, s = decode_dss_signature(key.sign(message, ec.ECDSA(digest)))
        return kind + string(mpint(r) + mpint(s))

    public = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return read_key(kind + string(name) + string(public)), sign


_RSA = rsa.generate_private_key(65537, 2048)


def rsa_key(algorithm: str = "rsa-sha2-512") -> tuple[PublicKey, Sign]:
    numbers = _RSA.public_key().public_numbers()
    digest = {"rsa-sha2-512": hashes.SHA512(), "rsa-sha2-256": hashes.SHA256(), "ssh-rsa": hashes.SHA1()}[algorithm]

    def sign(message: bytes) -> bytes:
        return string(algorithm.encode()) + string(_RSA.sign(message, padding.PKCS1v15(), digest))

    return read_key(string(b"ssh-rsa") + mpint(numbers.e) + mpint(numbers.n)), sign


def security_key(*, touched: bool = True, curve: bool = False) -> tuple[PublicKey, Sign]:
    """A FIDO key as a token would use it: it signs the application, flags, a counter and the message's hash."""
    application = b"ssh:"
    flags = (b"\x01" if touched else b"\x00") + (7).to_bytes(4, "big")

    def wrapped(message: bytes) -> bytes:
        return hashlib.sha256(application).digest() + flags + hashlib.sha256(message).digest()

    if curve:
        key = ec.derive_private_key(4711, ec.SECP256R1())
        kind = string(b"sk-ecdsa-sha2-nistp256@openssh.com")
        public = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        blob = kind + string(b"nistp256") + string(public) + string(application)

        def sign(message: bytes) -> bytes:
            r, s = decode_dss_signature(key.sign(wrapped(message), ec.ECDSA(hashes.SHA256())))
            return kind + string(mpint(r) + mpint(s)) + flags

        return read_key(blob), sign
    plain = private(99)
    kind = string(b"sk-ssh-ed25519@openssh.com")
    blob = kind + string(point(plain)) + string(application)
    return read_key(blob), lambda message: kind + string(plain.sign(wrapped(message))) + flags


def certified(
    key: PublicKey,
    authority: Sign,
    authority_key: PublicKey,
    *,
    principals: Sequence[str],
    kind: int = 1,
    after: int = 0,
    before: int = 2**64 - 1,
    critical: bytes = b"",
) -> PublicKey:
    """A certificate on an Ed25519 key."""
    body = (
        string(b"ssh-ed25519-cert-v01@openssh.com")
        + string(b"n" * 32)
        + key.blob[len(string(b"ssh-ed25519")) :]
        + (1).to_bytes(8, "big")
        + kind.to_bytes(4, "big")
        + string(b"id")
        + string(b"".join(string(name.encode()) for name in principals))
        + after.to_bytes(8, "big")
        + before.to_bytes(8, "big")
        + string(critical)
        + string(b"")
        + string(b"")
        + string(authority_key.blob)
    )
    return read_key(body + string(authority(body)))


def certificate_blob(key: PublicKey) -> bytes:
    assert key.certificate is not None
    return key.certificate.signed + string(key.certificate.signature)


def signature(key: PublicKey, sign: Sign, message: bytes, *, namespace: str = sshsig.NAMESPACE) -> bytes:
    """A signature file."""
    made = sign(sshsig.signed_bytes(message, namespace))
    blob = key.blob if key.certificate is None else certificate_blob(key)
    return sshsig.signature_file(blob, made, namespace=namespace)


def allowed(*lines: str) -> AllowedSigners:
    return read_allowed("\n".join(lines).encode(), where="allowed_signers")


def audit_of(*signers: tuple[str, PublicKey], units: int = 4, at: str = AT) -> Audit:
    """An audit that these declare to sign."""
    audit = chain.begin_review(with_verdict(synthetic_audit(units)))
    audit = with_verdict(audit)
    return declare(audit, [Declared(identity=name, key=key.fingerprint) for name, key in signers], at=at)


def raw_of(audit: Audit) -> bytes:
    return canonical.dump_audit(audit)


def with_signoff(audit: Audit, **fields: object) -> Audit:
    """``audit`` with its first sign-off changed."""
    return replace(audit, signoffs=(replace(audit.signoffs[0], **fields), *audit.signoffs[1:]))  # type: ignore[arg-type]


def key_file(folder: Path, seed: int, name: str = "key") -> Path:
    """An Ed25519 key file as ssh-keygen has it, with its public key beside it."""
    path = folder / name
    path.write_bytes(private(seed).private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption()))
    path.chmod(0o600)
    path.with_name(f"{name}.pub").write_text(f"{ed25519(seed)[0].line} {name}\n")
    return path
