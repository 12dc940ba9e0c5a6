"""The sign-off as an in-toto Statement in a DSSE envelope, for tools of software supply chains.

    https://github.com/secure-systems-lab/dsse (envelope v1), https://github.com/in-toto/attestation (Statement v1)

The subject is the audit file by its sha256; the predicate repeats the sign-off. One envelope per signer, signed with
Ed25519 over the envelope's own encoding (PAE), which is no SSHSIG: neither signature can stand for the other.
"""

from __future__ import annotations

import base64
import hashlib
import json
from typing import Any

from ..audit import Audit
from ..record.jsonform import compact, indented
from ..record.strictjson import first_fault, shown
from ..signoff import Signoff
from .keys import ED25519, PublicKey, check_signature, decoded
from .wire import BadSignature, string

PAYLOAD_TYPE = "application/vnd.in-toto+json"
STATEMENT_TYPE = "https://in-toto.io/Statement/v1"
PREDICATE_TYPE = "urn:proofsieve:signoff:1"
MAX_BYTES = 2**20


def statement(audit: Audit, raw: bytes, signoff: Signoff, *, name: str) -> bytes:
    """The Statement of ``signoff`` on the file ``name`` of the bytes ``raw``, in the RFC 8785 form."""
    return compact(
        {
            "_type": STATEMENT_TYPE,
            "predicate": {
                "base": audit.review.base,
                "head": audit.review.head,
                "schema": audit.schema,
                "signoff": signoff,
                "supersedes": audit.supersedes,
            },
            "predicateType": PREDICATE_TYPE,
            "subject": [{"digest": {"sha256": hashlib.sha256(raw).hexdigest()}, "name": name}],
        }
    )


def pre_authentication(payload: bytes, payload_type: str = PAYLOAD_TYPE) -> bytes:
    """The PAE of DSSE: what the key signs."""
    kind = payload_type.encode()
    return b"DSSEv1 %d %s %d %s" % (len(kind), kind, len(payload), payload)


def envelope(payload: bytes, key: PublicKey, made: bytes) -> bytes:
    """The envelope file for the signature ``made`` (64 bytes of Ed25519) by ``key`` over ``pre_authentication``."""
    return indented(
        {
            "payload": base64.b64encode(payload).decode(),
            "payloadType": PAYLOAD_TYPE,
            "signatures": [{"keyid": key.fingerprint, "sig": base64.b64encode(made).decode()}],
        }
    )


def check_envelope(raw: bytes, key: PublicKey) -> dict[str, Any]:
    """The Statement in the envelope ``raw``. Raises BadSignature unless its one signature is one of ``key``."""
    if len(raw) > MAX_BYTES:
        raise BadSignature(f"the envelope has {len(raw):,} bytes; at most {MAX_BYTES:,} are read")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise BadSignature("the envelope is not UTF-8") from None
    fault = first_fault(text)
    if fault is not None:
        raise BadSignature(f"the envelope is no strict JSON: {fault}")
    match json.loads(text):
        case {
            "payload": str(payload),
            "payloadType": str(kind),
            "signatures": [{"keyid": str(keyid), "sig": str(sig), **other}],
            **rest,
        } if not other and not rest:
            pass
        case _:
            raise BadSignature("this is no DSSE envelope with one signature")
    if kind != PAYLOAD_TYPE:
        raise BadSignature(f"the envelope holds {shown(kind)}, no in-toto statement")
    if keyid != key.fingerprint or key.kind != ED25519:
        raise BadSignature(f"the envelope is signed by {shown(keyid)}, not by {key.fingerprint}")
    said = decoded(payload, "the envelope's payload")
    made = string(ED25519.encode()) + string(decoded(sig, "the envelope's signature"))
    check_signature(key, made, pre_authentication(said))
    found: dict[str, Any] = json.loads(said)
    return found
