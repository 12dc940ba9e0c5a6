"""DSSE envelopes: other programs verify them, the commands of the page are right, and nothing changed passes."""

from __future__ import annotations

import json
import re
import subprocess
from base64 import b64decode, b64encode
from hashlib import sha256
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.serialization import load_ssh_public_key
from hypothesis import given
from hypothesis import strategies as st
from securesystemslib.dsse import Envelope
from securesystemslib.exceptions import VerificationError
from securesystemslib.signer import SSlibKey

from proofsieve.core.errors import UsageError
from proofsieve.core.record import audit_file
from proofsieve.core.signing import dsse
from proofsieve.core.signing.acting import envelope_for
from proofsieve.core.signing.choosing import Signer, choose_signer
from proofsieve.core.signing.wire import BadSignature
from proofsieve.tests.core.signing_keys import ALICE, BOB, audit_of, ecdsa, ed25519, key_file, raw_of, signature

KEY, SIGN = ed25519(1)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "proof.audit.json"
    made.write_bytes(raw_of(audit_of((ALICE, KEY))))
    (tmp_path / "proof.audit.json.ann.sig").write_bytes(signature(KEY, SIGN, made.read_bytes()))
    key_file(tmp_path, 1, "ann")
    return made


def sealed(path: Path, identity: str = ALICE) -> bytes:
    def choose(wanted: str | None) -> Signer:
        return choose_signer(path.parent / "ann", wanted=wanted, home=path.parent, agent=None, git=lambda _: "")

    return envelope_for(path, identity=identity, choose=choose, ask=lambda _: None)[0]


def test_the_statement_is_about_the_file_and_says_what_was_signed_off(path: Path) -> None:
    said = dsse.check_envelope(sealed(path), KEY)
    assert said["_type"] == "https://in-toto.io/Statement/v1"
    assert said["subject"] == [
        {"digest": {"sha256": sha256(path.read_bytes()).hexdigest()}, "name": "proof.audit.json"}
    ]
    assert said["predicate"]["signoff"]["reviewer"] == ALICE
    assert said["predicate"]["head"] == audit_file.load(path).review.head


def test_securesystemslib_takes_it_and_refuses_a_changed_one(path: Path) -> None:
    raw = sealed(path)
    public = load_ssh_public_key(KEY.line.encode())
    key = SSlibKey.from_crypto(public, keyid=KEY.fingerprint)  # type: ignore[arg-type]
    assert set(Envelope.from_dict(json.loads(raw)).verify([key], 1)) == {KEY.fingerprint}
    document = json.loads(raw)
    document["payload"] = b64encode(b64decode(document["payload"]).replace(b"alice", b"mally")).decode()
    with pytest.raises(VerificationError):
        Envelope.from_dict(document).verify([key], 1)
    with pytest.raises(BadSignature):
        dsse.check_envelope(json.dumps(document).encode(), KEY)


def test_no_byte_of_the_payload_and_the_signature_can_be_changed(path: Path) -> None:
    document = json.loads(sealed(path))
    for field, get in (("payload", document), ("sig", document["signatures"][0])):
        right = get[field]
        raw = b64decode(right)
        for position in range(len(raw)):
            changed = bytearray(raw)
            changed[position] ^= 1 << position % 8
            get[field] = b64encode(changed).decode()
            with pytest.raises(BadSignature):
                dsse.check_envelope(json.dumps(document).encode(), KEY)
        get[field] = right
    dsse.check_envelope(json.dumps(document).encode(), KEY)


@given(st.binary(max_size=200) | st.text(alphabet='{}[]":,payloadTypesignatures 1', max_size=80).map(str.encode))
def test_envelopes_from_anywhere_are_refused_without_a_traceback(raw: bytes) -> None:
    with pytest.raises(BadSignature):
        dsse.check_envelope(raw, KEY)


def test_who_is_not_declared_and_keys_that_cannot_are_refused(path: Path) -> None:
    with pytest.raises(UsageError, match="not declared as a signer"):
        sealed(path, BOB)
    signer = Signer(key=ecdsa(256)[0], told="x", file=path)
    with pytest.raises(UsageError, match="Ed25519"):
        signer.sign_plain(b"m", lambda _: None)


@pytest.fixture
def shell_blocks(root: Path) -> list[str]:
    page = (root / "docs" / "signing.md").read_text(encoding="utf-8")
    return re.findall(r"```sh\n(.*?)```", page, re.DOTALL)


def run(script: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["bash", "-euo", "pipefail", "-c", script], cwd=folder, capture_output=True, text=True)


def test_the_documented_check_of_an_envelope_with_openssl_is_right(path: Path, shell_blocks: list[str]) -> None:
    script = next(block for block in shell_blocks if "pkeyutl" in block)
    envelope = path.with_name("proof.audit.json.ann.dsse")
    envelope.write_bytes(sealed(path))
    done = run(script, path.parent)
    assert done.returncode == 0, done.stderr
    assert "Signature Verified Successfully" in done.stdout
    digest = sha256(path.read_bytes()).hexdigest()
    assert done.stdout.count(digest) == 2
    document = json.loads(envelope.read_bytes())
    document["payloadType"] = "text/plain"
    envelope.write_text(json.dumps(document))
    assert run(script, path.parent).returncode != 0


AUTHORITY = """
openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out tsa-ca.pem -days 30 -subj /CN=ca 2>/dev/null
openssl req -newkey rsa:2048 -nodes -keyout tsa.key -out tsa.csr -subj /CN=tsa 2>/dev/null
printf 'extendedKeyUsage=critical,timeStamping\\n' > ext
openssl x509 -req -in tsa.csr -CA tsa-ca.pem -CAkey ca.key -CAcreateserial -extfile ext -out tsa.pem 2>/dev/null
printf '01\\n' > serial
cat > tsa.cnf <<'END'
[tsa]
default_tsa = one
[one]
serial = serial
signer_digest = sha256
default_policy = 1.2.3.4
digests = sha256, sha512
accuracy = secs:1
END
"""
ANSWER = "openssl ts -reply -config tsa.cnf -queryfile proof.tsq -signer tsa.pem -inkey tsa.key -out proof.tsr"


def test_the_documented_time_stamp_is_asked_for_and_checked_with_openssl(path: Path, shell_blocks: list[str]) -> None:
    ask = next(block for block in shell_blocks if "-query" in block)
    check = next(block for block in shell_blocks if "ts -verify" in block)
    query, fetch = ask.splitlines()
    assert fetch.startswith("curl ")
    assert fetch.endswith("proof.tsr")
    done = run(AUTHORITY + query + "\n" + ANSWER, path.parent)  # a local authority answers instead of one over HTTP
    assert done.returncode == 0, done.stderr
    checked = run(check, path.parent)
    assert checked.returncode == 0, checked.stderr
    assert "Verification: OK" in checked.stdout + checked.stderr
    assert "Time stamp:" in checked.stdout
    signed = path.with_name("proof.audit.json.ann.sig")
    signed.write_bytes(signed.read_bytes() + b"\n")
    assert run(check, path.parent).returncode != 0
