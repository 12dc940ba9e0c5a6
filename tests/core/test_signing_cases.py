"""Known ways in which signed files fail in the wild, area 6-signing of the development cases."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import orjson
import pytest

from proofsieve.core.record.jsonform import compact, indented
from proofsieve.core.signing import sshsig
from proofsieve.core.signing.allowed import Grant, may_sign, read_allowed
from proofsieve.core.signing.attributes import LINES, keep_bytes
from proofsieve.core.signing.checks import Outcome, Verification, verify_bytes
from proofsieve.core.signing.wire import BadSignature
from proofsieve.tests.core.signing_keys import ALICE, BOB, allowed, audit_of, ed25519, raw_of, signature

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
KEY, SIGN = ed25519(1)


@pytest.fixture(scope="module")
def cases(data_dir: Path) -> dict[str, dict[str, Any]]:
    lines = (data_dir / "cases" / "cases.jsonl").read_text("utf-8").splitlines()
    return {case["id"]: case["expect"] for case in map(json.loads, lines) if case["area"] == "6-signing"}


@pytest.fixture(scope="module")
def files(data_dir: Path) -> Path:
    return data_dir / "cases" / "files" / "signing"


def verified(raw: bytes, signatures: dict[str, bytes], *lines: str, require: int | None = None) -> Verification:
    return verify_bytes(raw, signatures, path="x", allowed=allowed(*lines), now=NOW, require=require)


def by_name(found: Verification, about: str) -> list[tuple[Outcome, str]]:
    return [(check.outcome, check.text) for check in found.checks if check.about == about]


@pytest.mark.data
def test_every_case_is_here(cases: dict[str, dict[str, Any]]) -> None:
    """SG-06 (an old ssh-keygen) is in test_signing_acting, SG-09 (a clock ahead) in test_signing_checks."""
    assert set(cases) == {"SG-01", "SG-02", "SG-04", "SG-06", "SG-07", "SG-09", "SG-11"}
    assert cases["SG-09"]["tolerance_s"] == 300
    assert cases["SG-06"]["outcome"] == "good (in process)"


@pytest.mark.data
def test_sg01_a_file_with_converted_line_ends_is_refused_with_a_hint(files: Path) -> None:
    folder = files / "sg01"
    made = (folder / "audit.json.alice.sig").read_bytes()
    read = sshsig.read_signature(made)
    sshsig.check(read, (folder / "audit.json").read_bytes())
    allowed_signers = read_allowed((folder / "allowed_signers").read_bytes(), where="x")
    assert isinstance(may_sign(allowed_signers, ALICE, read.key, sshsig.NAMESPACE, (NOW,)), Grant)
    crlf = (folder / "audit_crlf.json").read_bytes()
    with pytest.raises(BadSignature):
        sshsig.check(read, crlf)
    found = verified(crlf, {"audit.json.alice.sig": made}, f"{ALICE} {read.key.line}")
    assert found.exit_code == 1
    ((outcome, text),) = by_name(found, "signature")
    assert outcome is Outcome.FAILED
    assert "line ends were converted to CRLF, and with LF the signature would match" in text


def test_sg01_so_is_a_whole_audit(tmp_path: Path) -> None:
    raw = raw_of(audit_of((ALICE, KEY)))
    signatures = {"x.sig": signature(KEY, SIGN, raw)}
    assert verified(raw, signatures, f"{ALICE} {KEY.line}").holds
    found = verified(raw.replace(b"\n", b"\r\n"), signatures, f"{ALICE} {KEY.line}")
    assert found.exit_code == 1
    assert not found.signed
    assert "with LF the signature would match" in by_name(found, "signature")[0][1]
    edited = raw.replace(b"\n", b"\r\n").replace(b"flawed", b"fl_wed").replace(b"uncertain", b"uncertaim")
    assert "would match" not in by_name(verified(edited, signatures, f"{ALICE} {KEY.line}"), "signature")[0][1]


@pytest.mark.data
def test_sg02_files_and_hashes_sort_keys_each_in_their_own_way(cases: dict[str, Any], files: Path) -> None:
    document = orjson.loads((files / "sg02_keys.json").read_bytes())
    expected = cases["SG-02"]
    import rfc8785

    canonical = rfc8785.dumps(document)
    assert len(canonical) == expected["rfc8785_bytes"]
    assert hashlib.sha256(canonical).hexdigest() == expected["rfc8785_sha256"]
    written = json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    assert list(document) == ["\ue000", "\U0001f600"]
    assert indented(document) == (json.dumps(document, ensure_ascii=False, sort_keys=True, indent=2) + "\n").encode()
    # Fields of events have ASCII names, for which the two are one; other names must not come in unnoticed.
    assert compact(document) == written != canonical
    assert hashlib.sha256(written).hexdigest() == expected["sort_keys_sha256"]


@pytest.mark.data
def test_sg04_the_proof_keeps_its_own_line_ends_inside_a_file_without_any(cases: dict[str, Any], files: Path) -> None:
    raw = (files / "sg01" / "audit.json").read_bytes()
    assert raw.count(b"\r") == cases["SG-04"]["cr_bytes_in_file"]
    source = json.loads(raw)["proof"]["source"].encode()
    assert hashlib.sha256(source).hexdigest() == cases["SG-04"]["proof_sha256"]


@pytest.mark.data
def test_sg07_the_pattern_that_matched_is_named_and_nobody_undeclared_passes(
    cases: dict[str, Any], files: Path, tmp_path: Path
) -> None:
    folder = files / "sg07"
    read = sshsig.read_signature((folder / "audit.json.sig").read_bytes())
    sshsig.check(read, (folder / "audit.json").read_bytes())
    lines = read_allowed((folder / "allowed_signers").read_bytes(), where="x")
    for name in cases["SG-07"]["ssh_keygen_accepts"]:
        assert isinstance(may_sign(lines, name, read.key, sshsig.NAMESPACE, (NOW,)), Grant)
        words = [
            "ssh-keygen",
            "-Y",
            "verify",
            "-f",
            str(folder / "allowed_signers"),
            "-I",
            name,
            "-n",
            sshsig.NAMESPACE,
        ]
        with (folder / "audit.json").open("rb") as stdin:
            code = subprocess.run([*words, "-s", str(folder / "audit.json.sig")], stdin=stdin, capture_output=True)
        assert code.returncode == 0
    assert not isinstance(may_sign(lines, ALICE, read.key, sshsig.NAMESPACE, (NOW,)), Grant)


def test_sg07_the_same_on_an_audit_and_a_key_counts_once() -> None:
    line = f'*@example.com,{BOB} namespaces="audit@proofsieve" {KEY.line}'
    raw = raw_of(audit_of((ALICE, KEY)))
    found = verified(raw, {"x.audit.json.sig": signature(KEY, SIGN, raw)}, line)
    assert found.exit_code == 1
    ((outcome, text),) = by_name(found, "signer")
    assert outcome is Outcome.FAILED
    assert text.startswith(f"{ALICE}: undeclared signer: this key may sign as '*@example.com,{BOB}'")
    mallory = "mallory@example.com"
    raw = raw_of(audit_of((mallory, KEY)))
    one = signature(KEY, SIGN, raw)
    found = verified(raw, {"x.audit.json.sig": one, "x.audit.json.mallory.sig": one}, line)
    assert found.holds
    assert "pattern '*@example.com'" in by_name(found, "signer")[0][1]
    assert verified(raw, {"x.audit.json.sig": one, "x.audit.json.mallory.sig": one}, line, require=2).exit_code == 1


@pytest.mark.data
def test_sg11_the_lines_for_git_are_these_three(cases: dict[str, Any]) -> None:
    assert list(LINES) == cases["SG-11"]["patterns"]


def test_sg11_a_checkout_with_crlf_leaves_what_was_signed_as_it_was_and_converts_the_rest(tmp_path: Path) -> None:
    git = shutil.which("git")
    assert git is not None
    origin = tmp_path / "origin"
    origin.mkdir()

    def run(*words: str, cwd: Path = origin) -> None:
        who = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "protocol.file.allow=always"]
        subprocess.run([git, *who, *words], cwd=cwd, check=True, capture_output=True)

    run("init", "-q")
    (origin / ".gitattributes").write_text("* text=auto eol=crlf")
    signed = ("x.audit.json", "x.audit.journal", "x.audit.json.alice.sig")
    for name in (*signed, "notes.txt"):
        (origin / name).write_bytes(b"one\ntwo\n")
    assert keep_bytes(origin / "x.audit.json") == origin / ".gitattributes"
    assert (origin / ".gitattributes").read_text().splitlines() == ["* text=auto eol=crlf", *LINES]
    assert keep_bytes(origin / "x.audit.json") is None, "the lines stand there once"
    run("add", ".")
    run("commit", "-q", "-m", "x")
    run("clone", "-q", str(origin), str(tmp_path / "clone"), cwd=tmp_path)
    for name in signed:
        assert (tmp_path / "clone" / name).read_bytes() == b"one\ntwo\n"
    assert (tmp_path / "clone" / "notes.txt").read_bytes() == b"one\r\ntwo\r\n"


def test_sg11_outside_a_repository_and_where_a_link_stands_nothing_is_written(tmp_path: Path) -> None:
    assert keep_bytes(tmp_path / "x.audit.json") is None
    (tmp_path / ".git").mkdir()
    (tmp_path / "other").write_text("kept\n")
    (tmp_path / ".gitattributes").symlink_to(tmp_path / "other")
    assert keep_bytes(tmp_path / "x.audit.json") is None
    assert (tmp_path / "other").read_text() == "kept\n"
