"""Signature files and keys: what ssh-keygen makes is taken, and whatever differs from it in one byte is not."""

from __future__ import annotations

import shutil
import subprocess
import sys
from base64 import b64decode
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofsieve.core.signing import sshsig
from proofsieve.core.signing.keys import check_signature, key_of_line, read_key
from proofsieve.core.signing.wire import BadSignature, Wire, string
from proofsieve.tests.core.signing_keys import (
    certificate_blob,
    certified,
    ecdsa,
    ed25519,
    key_file,
    mpint,
    rsa_key,
    security_key,
    signature,
)

MESSAGE = b"a proof\n"
KINDS = {
    "ed25519": ed25519,
    "nistp256": lambda: ecdsa(256),
    "nistp384": lambda: ecdsa(384),
    "nistp521": lambda: ecdsa(521),
    "rsa": rsa_key,
    "rsa with sha256": lambda: rsa_key("rsa-sha2-256"),
    "security key": security_key,
    "security key on a curve": lambda: security_key(curve=True),
}


def accepted(raw: bytes, message: bytes = MESSAGE) -> bool:
    try:
        sshsig.check(sshsig.read_signature(raw), message)
    except BadSignature:
        return False
    return True


def keygen(*words: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    program = shutil.which("ssh-keygen")
    assert program is not None, "the tests need ssh-keygen (openssh-client)"
    return subprocess.run([program, *words], input=stdin, capture_output=True, timeout=60)


@pytest.mark.parametrize("kind", KINDS)
def test_a_signature_of_every_kind_is_taken_and_of_another_message_refused(kind: str) -> None:
    key, sign = KINDS[kind]()
    raw = signature(key, sign, MESSAGE)
    assert accepted(raw)
    assert not accepted(raw, MESSAGE + b" ")
    assert sshsig.read_signature(raw).key == key


@pytest.mark.parametrize("kind", ["ed25519", "nistp256", "security key"])
def test_ssh_keygen_takes_what_is_made_here(kind: str, tmp_path: Path) -> None:
    key, sign = KINDS[kind]()
    (tmp_path / "allowed").write_text(f"ann@example.org {key.line}\n")
    (tmp_path / "sig").write_bytes(signature(key, sign, MESSAGE))
    words = ["-Y", "verify", "-f", str(tmp_path / "allowed"), "-I", "ann@example.org", "-n", sshsig.NAMESPACE]
    assert keygen(*words, "-s", str(tmp_path / "sig"), stdin=MESSAGE).returncode == 0
    assert keygen(*words, "-s", str(tmp_path / "sig"), stdin=MESSAGE + b"x").returncode != 0


@pytest.mark.parametrize("words", [("ed25519",), ("ecdsa", "-b", "384"), ("rsa", "-b", "2048")], ids=lambda w: w[0])
def test_what_ssh_keygen_makes_is_taken_here(words: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "key"
    assert keygen("-q", "-N", "", "-t", *words, "-f", str(path)).returncode == 0
    made = keygen("-q", "-Y", "sign", "-f", str(path), "-n", sshsig.NAMESPACE, stdin=MESSAGE).stdout
    assert accepted(made)
    assert sshsig.read_signature(made).key == key_of_line(path.with_suffix(".pub").read_text())
    listed = keygen("-l", "-f", str(path)).stdout.decode()
    assert sshsig.read_signature(made).key.fingerprint in listed


def test_ed25519_signatures_are_byte_for_byte_those_of_ssh_keygen(tmp_path: Path) -> None:
    path = key_file(tmp_path, 1)
    made = keygen("-q", "-Y", "sign", "-f", str(path), "-n", sshsig.NAMESPACE, stdin=MESSAGE).stdout
    assert made == signature(*ed25519(1), MESSAGE)


@pytest.mark.parametrize("kind", ["ed25519", "security key", "nistp256"])
def test_no_byte_of_a_signature_file_can_be_changed(kind: str) -> None:
    key, sign = KINDS[kind]()
    raw = signature(key, sign, MESSAGE)
    for position in range(len(raw)):
        for bit in (0x01, 0x20):
            changed = bytearray(raw)
            changed[position] ^= bit
            assert not accepted(bytes(changed)), f"bit {bit:#x} of byte {position}"


def test_no_bit_inside_a_signature_can_be_changed() -> None:
    raw = signature(*ed25519(), MESSAGE)
    blob = bytearray(b64decode(b"".join(raw.splitlines()[1:-1])))
    for position in range(len(blob) * 8):
        blob[position // 8] ^= 1 << position % 8
        assert not accepted(sshsig.armoured(bytes(blob))), f"bit {position}"
        blob[position // 8] ^= 1 << position % 8
    assert accepted(sshsig.armoured(bytes(blob)))


@pytest.mark.parametrize("cut", [1, 7, 40, 100])
def test_a_truncated_or_longer_signature_is_refused(cut: int) -> None:
    raw = signature(*ed25519(), MESSAGE)
    blob = b64decode(b"".join(raw.splitlines()[1:-1]))
    for changed in (raw[:-cut], raw + b"\n" * cut, raw[cut:], b" " * cut + raw, raw + raw):
        assert not accepted(changed)
    assert not accepted(sshsig.armoured(blob[:-cut]))
    assert not accepted(sshsig.armoured(blob + b"x" * cut))


@given(st.binary(max_size=300))
def test_bytes_from_anywhere_are_refused_without_a_traceback(raw: bytes) -> None:
    assert not accepted(raw)
    assert not accepted(sshsig.armoured(b"SSHSIG" + raw))
    for read in (read_key, lambda raw: check_signature(ed25519()[0], raw, MESSAGE)):
        with pytest.raises(BadSignature):
            read(raw)


@given(st.integers(0, 400), st.binary(min_size=1, max_size=6), st.sampled_from(sorted(KINDS)))
def test_damaged_signatures_are_refused_without_a_traceback(at: int, put: bytes, kind: str) -> None:
    key, sign = KINDS[kind]()
    raw = signature(key, sign, MESSAGE)
    blob = b64decode(b"".join(raw.splitlines()[1:-1]))
    at %= len(blob)
    changed = blob[:at] + put + blob[at + len(put) :]
    assert accepted(sshsig.armoured(changed)) == (changed == blob)


def test_a_signature_for_another_namespace_is_refused() -> None:
    raw = signature(*ed25519(), MESSAGE, namespace="git")
    with pytest.raises(BadSignature, match="namespace 'git', not for audit@proofsieve"):
        sshsig.check(sshsig.read_signature(raw), MESSAGE)


def test_an_untouched_security_key_does_not_count() -> None:
    raw = signature(*security_key(touched=False), MESSAGE)
    with pytest.raises(BadSignature, match="nobody touched"):
        sshsig.check(sshsig.read_signature(raw), MESSAGE)


def test_sha1_and_short_rsa_keys_are_refused() -> None:
    raw = signature(*rsa_key("ssh-rsa"), MESSAGE)
    with pytest.raises(BadSignature, match="only SHA-2"):
        sshsig.check(sshsig.read_signature(raw), MESSAGE)
    with pytest.raises(BadSignature, match="1024 bits"):
        read_key(string(b"ssh-rsa") + mpint(65537) + mpint(2**1023 + 1))


def test_converted_line_ends_are_named() -> None:
    raw = signature(*ed25519(), MESSAGE).replace(b"\n", b"\r\n")
    with pytest.raises(BadSignature, match="line ends"):
        sshsig.read_signature(raw)


@pytest.mark.parametrize("number", [b"\x80", b"\x00", b"\x00\x01"], ids=["negative", "zero", "long"])
def test_numbers_have_one_form(number: bytes) -> None:
    with pytest.raises(BadSignature, match="shortest"):
        Wire(string(number), "it").mpint()


def test_a_length_beyond_the_end_is_no_reason_to_read_on() -> None:
    with pytest.raises(BadSignature, match="truncated"):
        Wire(b"\xff\xff\xff\xff", "it").string()


def test_a_certificate_has_the_fingerprint_of_its_key() -> None:
    authority, sign = ed25519(7)
    key, _ = ed25519(1)
    made = certified(key, sign, authority, principals=["ann@example.org"])
    assert made.fingerprint == key.fingerprint
    assert made.certificate is not None
    assert made.certificate.authority == authority
    assert read_key(certificate_blob(made)) == made


@pytest.mark.parametrize("line", ["", "ssh-ed25519", "ssh-rsa AAAA", "ssh-ed25519 !!!!", "ssh-dss AAAAB3NzaC1kc3M="])
def test_a_line_that_is_no_key_is_refused(line: str) -> None:
    with pytest.raises(BadSignature):
        key_of_line(line)


@pytest.mark.parametrize("curve", [b"", b"nistp", b"p256", b"ecdsa", b"nistp384"])
def test_a_key_on_another_curve_than_its_kind_says_is_refused(curve: bytes) -> None:
    key, _ = ecdsa(256)
    kind = string(b"ecdsa-sha2-nistp256")
    rest = key.blob[len(kind) + len(string(b"nistp256")) :]
    assert read_key(kind + string(b"nistp256") + rest) == key
    with pytest.raises(BadSignature, match="another curve"):
        read_key(kind + string(curve) + rest)


def test_a_line_that_names_another_kind_than_its_key_is_refused() -> None:
    key, _ = ed25519()
    with pytest.raises(BadSignature, match="calls itself"):
        key_of_line(f"ssh-rsa {key.line.split()[1]}")


def test_reading_a_list_or_the_help_loads_no_cryptography() -> None:
    modules = "acting agent allowed checks choosing declaring dsse keys private programs reading sshsig".split()
    code = "import sys\n" + "".join(f"import proofsieve.core.signing.{name}\n" for name in modules)
    code += "import proofsieve.tui.commands.sign, proofsieve.tui.commands.verify, proofsieve.tui.commands.keygen\n"
    code += "assert 'cryptography' not in sys.modules"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
