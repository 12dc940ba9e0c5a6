"""Verification: everything must hold, each failure is one line, and what was not checked is no pass."""

from __future__ import annotations

import hashlib
import json
import subprocess
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import proofsieve
from proofsieve.core.audit import STOPPED, Audit
from proofsieve.core.errors import AuditFileError, UsageError
from proofsieve.core.proof import Finding
from proofsieve.core.record import canonical, chain, journal_lines
from proofsieve.core.record.audit_file import journal_path
from proofsieve.core.record.jsonform import indented
from proofsieve.core.record.schema import audit_schema
from proofsieve.core.record.standing import with_verdict
from proofsieve.core.signing.allowed import AllowedSigners
from proofsieve.core.signing.checks import Outcome, Verification, verify_bytes
from proofsieve.core.signing.declaring import Declared, declare, unfinished_of, write_superseding
from proofsieve.core.signing.reading import read_allowed_file, signatures_of, verify_path
from proofsieve.core.verdict import Status
from proofsieve.tests.core.reviewed import note, with_notes
from proofsieve.tests.core.signing_keys import (
    ALICE,
    AT,
    BOB,
    allowed,
    audit_of,
    certified,
    ed25519,
    raw_of,
    security_key,
    signature,
    with_signoff,
)
from proofsieve.tests.factories import synthetic_audit

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
A, SIGN_A = ed25519(1)
B, SIGN_B = ed25519(2)
BOTH = allowed(f'{ALICE} namespaces="audit@proofsieve" {A.line}', f"{BOB} {B.line}")


def verified(
    raw: bytes, signatures: dict[str, bytes], *, by: AllowedSigners | None = BOTH, require: int | None = None
) -> Verification:
    return verify_bytes(raw, signatures, path="x.audit.json", allowed=by, now=NOW, require=require)


def failures(found: Verification) -> list[str]:
    return [check.text for check in found.checks if check.outcome is Outcome.FAILED]


def one_signed() -> tuple[bytes, dict[str, bytes]]:
    raw = raw_of(audit_of((ALICE, A)))
    return raw, {"x.audit.json.alice.sig": signature(A, SIGN_A, raw)}


def two_signed() -> tuple[bytes, dict[str, bytes]]:
    raw = raw_of(audit_of((ALICE, A), (BOB, B)))
    return raw, {"x.alice.sig": signature(A, SIGN_A, raw), "x.bob.sig": signature(B, SIGN_B, raw)}


def test_a_signed_audit_holds_and_says_who_signed_what() -> None:
    found = verified(*one_signed())
    assert found.exit_code == 0
    assert found.holds
    assert [(one.reviewer, one.key) for one in found.signed] == [(ALICE, A.fingerprint)]
    assert [check.about for check in found.checks] == [
        *("file", "hashes", "chain", "verdict", "signature", "signer", "partial")
    ]


def test_two_signers_of_the_same_bytes_hold_with_and_without_a_number() -> None:
    raw, signatures = two_signed()
    assert verified(raw, signatures).holds
    assert verified(raw, signatures, require=2).holds
    assert verified(raw, signatures, require=1).holds
    assert verified(raw, signatures, require=3).exit_code == 1


@pytest.mark.parametrize(
    ("of_a", "of_b", "count"),
    [
        (f"{ALICE},{BOB}", f"{ALICE},{BOB}", 1),
        ("*@example.org", "*@example.org", 1),
        ("*", f"bob@*,{ALICE}", 1),
        ("*@example.org,!bob@*", "*@example.org", 2),
        (ALICE, "*@example.org", 2),
        (ALICE, BOB, 2),
    ],
)
def test_one_person_with_two_names_and_two_keys_counts_once(of_a: str, of_b: str, count: int) -> None:
    raw, signatures = two_signed()
    found = verified(raw, signatures, by=allowed(f"{of_a} {A.line}", f"{of_b} {B.line}"), require=2)
    assert found.exit_code == (0 if count == 2 else 1)
    told = [check.text for check in found.checks if check.about == "required"]
    assert told == [f"{count} of 2 required signers, each with a key of their own"]
    assert any("count once" in check.text for check in found.checks) == (count == 1)


def test_certificates_of_one_authority_for_two_persons_count_as_two() -> None:
    authority, issue = ed25519(3)
    raw = raw_of(audit_of((ALICE, A), (BOB, B)))
    for names, count in (([[ALICE], [BOB]], 2), ([[ALICE, BOB], [ALICE, BOB]], 1)):
        files = {
            f"x.{index}.sig": signature(certified(key, issue, authority, principals=who), sign, raw)
            for index, (key, sign, who) in enumerate(zip((A, B), (SIGN_A, SIGN_B), names, strict=True))
        }
        by = allowed(f"*@example.org cert-authority {authority.line}")
        assert verified(raw, files, by=by, require=count).holds
        assert verified(raw, files, by=by, require=count + 1).exit_code == 1


@pytest.mark.parametrize("names", [("x.a.sig", "x.b.sig"), ("x.b.sig", "x.a.sig")], ids=["first", "last"])
def test_a_key_that_signed_alone_and_with_a_certificate_counts_by_either(names: tuple[str, str]) -> None:
    authority, issue = ed25519(3)
    raw = raw_of(audit_of((ALICE, A)))
    certificate = certified(A, issue, authority, principals=[ALICE])
    files = {names[0]: signature(A, SIGN_A, raw), names[1]: signature(certificate, SIGN_A, raw)}
    assert verified(raw, files, by=allowed(f"*@example.org cert-authority {authority.line}")).holds
    assert verified(raw, files, by=allowed(f"{ALICE} {A.line}")).holds
    assert verified(raw, files, by=allowed(f"{BOB} {A.line}")).exit_code == 1


def test_a_declared_signer_who_is_missing_fails_unless_fewer_are_required() -> None:
    raw, signatures = two_signed()
    del signatures["x.bob.sig"]
    found = verified(raw, signatures)
    assert failures(found) == [f"{BOB} is declared, and no good signature of theirs is here"]
    assert verified(raw, signatures, require=1).holds
    assert verified(raw, signatures, require=2).exit_code == 1


def test_a_bad_signature_fails_even_where_enough_others_are_good() -> None:
    raw, signatures = two_signed()
    signatures["x.bob.sig"] = signature(B, SIGN_B, raw + b" ")
    assert verified(raw, signatures, require=1).exit_code == 1


def test_an_undeclared_signer_fails() -> None:
    raw, signatures = one_signed()
    signatures["x.bob.sig"] = signature(B, SIGN_B, raw)
    found = verified(raw, signatures)
    assert failures(found) == [f"'x.bob.sig': undeclared signer {B.fingerprint}; the file declares {ALICE}"]


def test_a_signature_without_anybody_declared_fails() -> None:
    raw = raw_of(replace(audit_of((ALICE, A)), signoffs=()))
    assert verified(raw, {"x.sig": signature(A, SIGN_A, raw)}).exit_code == 1


def test_an_unknown_key_a_wrong_identity_and_a_wrong_namespace_fail() -> None:
    raw, signatures = one_signed()
    for lines, why in (
        (f"{ALICE} {B.line}", "unknown key"),
        (f"mallory@example.org {A.line}", "undeclared signer: this key may sign as 'mallory@example.org'"),
        (f'{ALICE} namespaces="git" {A.line}', "not for audit@proofsieve"),
    ):
        (told,) = failures(verified(raw, signatures, by=allowed(lines)))
        assert why in told
    other = {"x.alice.sig": signature(A, SIGN_A, raw, namespace="file")}
    assert any("namespace 'file'" in told for told in failures(verified(raw, other)))


@pytest.mark.parametrize("option", ['valid-before="20260501Z"', 'valid-after="20260701Z"', 'valid-after="20260301Z"'])
def test_a_key_that_is_not_valid_now_or_was_not_when_it_signed_fails(option: str) -> None:
    found = verified(*one_signed(), by=allowed(f"{ALICE} {option} {A.line}"))
    assert found.exit_code == 1
    assert "valid only" in failures(found)[0]


def test_without_a_list_nothing_holds_and_nothing_fails() -> None:
    for require in (None, 1):
        found = verified(*one_signed(), by=None, require=require)
        assert found.exit_code == 3
        assert not failures(found)
    assert verified(raw_of(replace(audit_of((ALICE, A)), signoffs=())), {}).exit_code == 3
    assert verified(raw_of(replace(audit_of((ALICE, A)), signoffs=())), {}, require=1).exit_code == 1


def test_a_security_key_may_sign() -> None:
    key, sign = security_key()
    raw = raw_of(audit_of((ALICE, key)))
    assert verified(raw, {"x.alice.sig": signature(key, sign, raw)}, by=allowed(f"{ALICE} {key.line}")).holds


def test_no_byte_of_the_file_can_be_changed() -> None:
    raw, signatures = one_signed()
    key = signatures["x.audit.json.alice.sig"]
    # The signature over the raw bytes alone must refuse each: whatever the reader would say of them.
    from proofsieve.core.signing import sshsig
    from proofsieve.core.signing.wire import BadSignature

    read = sshsig.read_signature(key)
    assert len(raw) > 10_000
    for position in range(len(raw)):
        changed = bytearray(raw)
        changed[position] ^= 1 << position % 8
        with pytest.raises(BadSignature):
            sshsig.check(read, bytes(changed))


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9), st.integers(0, 7), st.booleans())
def test_nothing_that_was_changed_anywhere_is_verified(at: int, bit: int, in_signature: bool) -> None:
    raw, signatures = one_signed()
    name = "x.audit.json.alice.sig"
    target = bytearray(signatures[name] if in_signature else raw)
    target[at % len(target)] ^= 1 << bit
    if in_signature:
        signatures[name] = bytes(target)
    else:
        raw = bytes(target)
    assert verified(raw, signatures).exit_code == 1


def test_events_that_were_made_anew_after_the_signature_are_refused_through_the_signed_file() -> None:
    """With recomputed hashes the chain is whole again: only the signature tells."""
    audit = with_verdict(with_notes(replace(audit_of((ALICE, A)), signoffs=()), 3))
    signed = declare(audit, [Declared(identity=ALICE, key=A.fingerprint)], at=AT)
    signatures = {"x.alice.sig": signature(A, SIGN_A, raw_of(signed))}
    assert verified(raw_of(signed), signatures).holds
    bare = chain.begin_review(replace(signed, review=replace(signed.review, events=())))
    for texts in ("note 1,note 0,note 2", "note 0,note 2", "note 0,note 1,x,note 2", "note 0,note 1,changed"):
        forged = bare
        for text in texts.split(","):
            forged = replace(forged, review=chain.extend(forged.review, [note(forged, text)]))
        found = verified(raw_of(forged), signatures)
        assert found.checks[2].outcome is Outcome.HOLDS, "the chain is whole"
        assert found.exit_code == 1


def test_a_sign_off_that_says_another_verdict_or_hides_what_is_open_fails() -> None:
    audit = audit_of((ALICE, A))
    wrong = with_signoff(audit, verdict=Status.CORRECT)
    raw = raw_of(wrong)
    assert any("signs off correct" in told for told in failures(verified(raw, {"x.sig": signature(A, SIGN_A, raw)})))
    left = replace(audit.signoffs[0].unfinished, undecided=0, stale=0)
    raw = raw_of(with_signoff(audit, unfinished=left))
    assert any("was left open" in told for told in failures(verified(raw, {"x.sig": signature(A, SIGN_A, raw)})))


def test_a_partial_audit_says_so() -> None:
    audit = audit_of((ALICE, A), units=5)
    assert audit.signoffs[0].unfinished.undecided == 5
    assert audit.signoffs[0].unfinished.partial
    stopped = replace(audit, findings=(Finding(kind=STOPPED, message="no credit", about=""),))
    assert unfinished_of(stopped).stopped
    assert "5 units undecided, the run was stopped early" in unfinished_of(stopped).told()
    (check,) = [check for check in verified(*one_signed()).checks if check.about == "partial"]
    assert check.outcome is Outcome.NOTE
    assert "4 units undecided" in check.text


@pytest.mark.parametrize(("ahead", "outcome"), [(30, Outcome.NOTE), (600, Outcome.FAILED), (172_800, Outcome.FAILED)])
def test_a_clock_that_is_ahead_is_a_note_within_the_tolerance_else_a_failure(ahead: int, outcome: Outcome) -> None:
    at = (NOW + timedelta(seconds=ahead)).strftime("%Y-%m-%dT%H:%M:%SZ")
    raw = raw_of(audit_of((ALICE, A), at=at))
    found = verified(raw, {"x.sig": signature(A, SIGN_A, raw)})
    by_name = {check.about: check for check in found.checks}
    assert by_name["signature"].outcome is Outcome.HOLDS
    assert by_name["time"].outcome is outcome
    assert at in by_name["time"].text
    assert "2026-06-01T12:00:00Z" in by_name["time"].text


def test_a_file_that_is_no_audit_fails_even_with_a_good_signature() -> None:
    for raw in (b"", b"{}\n", b"\xff\xfe", b'{\n  "schema": "demo/1"\n}\n'):
        found = verified(raw, {"x.sig": signature(A, SIGN_A, raw)})
        assert found.exit_code == 1
        assert found.audit is None


def test_a_verdict_by_other_rules_fails_where_it_differs() -> None:
    document = json.loads(raw_of(audit_of((ALICE, A))))
    document["tool"]["version"] = "0.0.1"
    document["verdict"]["status"] = "correct"
    document["signoffs"][0]["verdict"] = "correct"
    machine = {name: part for name, part in document.items() if name not in chain.NOT_MACHINE}
    document["review"]["base"] = document["review"]["head"] = chain.base_of_document(machine)
    raw = indented(document)
    canonical.load_audit_bytes(raw, where="x")
    told = failures(verified(raw, {"x.sig": signature(A, SIGN_A, raw)}))
    assert any("the file says correct" in text and "'0.0.1'" in text for text in told)


def resealed(document: dict[str, Any]) -> bytes:
    """The document as a forger writes it: every hash that the forger can make anew is right."""
    machine = {name: part for name, part in document.items() if name not in chain.NOT_MACHINE}
    document["review"]["base"] = document["review"]["head"] = chain.base_of_document(machine)
    return indented(document)


@pytest.mark.parametrize("place", ["unit", "step", "the machine's verdict", "risky step", "nowhere"])
def test_no_part_of_a_verdict_by_other_rules_is_believed(place: str) -> None:
    document = json.loads(raw_of(audit_of((ALICE, A))))
    document["tool"]["version"] = "9.9"
    verdict = document["verdict"]
    match place:
        case "unit":
            verdict["units"][0]["status"] = "correct"
        case "step":
            verdict["steps"][0]["status"] = "correct"
        case "the machine's verdict":
            verdict["machine"] = {**verdict, "units": [], "steps": [], "machine": None, "status": "correct"}
        case "risky step":
            verdict["risky_step"] = "s1" if verdict["risky_step"] is None else None
    raw = resealed(document)
    canonical.load_audit_bytes(raw, where="x")
    found = verified(raw, {"x.sig": signature(A, SIGN_A, raw)})
    assert found.holds == (place == "nowhere")
    (told,) = [check.text for check in found.checks if check.about == "verdict"]
    assert "by the rules of this version" in told
    assert "'9.9'" in told


def test_no_report_by_other_rules_is_believed_without_being_worked_out(tmp_path: Path) -> None:
    (tmp_path / "proof.md").write_text("Problem: Add up.\n\nProof:\n\n1. We have $1 + 2 = 3$.\n", encoding="utf-8")
    checked = proofsieve.audit(proofsieve.read_proof(tmp_path / "proof.md"))
    document = json.loads(raw_of(declare(checked, [Declared(identity=ALICE, key=A.fingerprint)], at=AT)))
    assert document["reports"][0]["basis"] == "transcribed"
    document["reports"][0]["score"] = "0.99"
    document["tool"]["version"] = "9.9"
    raw = resealed(document)
    canonical.load_audit_bytes(raw, where="x")
    told = failures(verified(raw, {"x.sig": signature(A, SIGN_A, raw)}))
    assert any("reports[0].basis: a transcribed claim is faithful by construction" in text for text in told)


def placed(folder: Path, audit: Audit, *, signed: bool = True) -> Path:
    path = folder / "x.audit.json"
    path.write_bytes(raw_of(audit))
    if signed:
        (folder / "x.audit.json.alice.sig").write_bytes(signature(A, SIGN_A, path.read_bytes()))
    return path


def test_signatures_lie_beside_the_file_and_others_are_left_alone(tmp_path: Path) -> None:
    path = placed(tmp_path, audit_of((ALICE, A)))
    (tmp_path / "y.audit.json.alice.sig").write_bytes(b"junk")
    (tmp_path / "x.audit.json.alice.dsse").write_bytes(b"junk")
    assert list(signatures_of(path)) == ["x.audit.json.alice.sig"]
    assert verify_path(path, allowed=BOTH, now=NOW).holds
    link = tmp_path / "elsewhere.audit.json"
    link.symlink_to(path)
    assert verify_path(link, allowed=BOTH, now=NOW).holds


def test_a_folder_a_pipe_and_a_giant_in_the_place_of_a_signature_fail(tmp_path: Path) -> None:
    import os

    path = placed(tmp_path, audit_of((ALICE, A)))
    (tmp_path / "x.audit.json.a.sig").mkdir()
    os.mkfifo(tmp_path / "x.audit.json.b.sig")
    (tmp_path / "x.audit.json.c.sig").write_bytes(b"x" * 1_000_000)
    assert len(failures(verify_path(path, allowed=BOTH, now=NOW))) == 3


def test_events_in_a_journal_beside_a_signed_file_fail(tmp_path: Path) -> None:
    audit = audit_of((ALICE, A))
    path = placed(tmp_path, audit)
    header = journal_lines.JournalHeader(base=audit.review.base, head=audit.review.head)
    journal_path(path).write_bytes(journal_lines.write_lines(header, (note(audit),)))
    (told,) = failures(verify_path(path, allowed=BOTH, now=NOW))
    assert "1 event of the journal beside it stands in no signed file" in told


def test_events_of_those_who_did_not_sign_are_told() -> None:
    audit = with_verdict(with_notes(chain.begin_review(with_verdict(synthetic_audit(4))), 3))
    (name,) = {event.reviewer for event in audit.review.events}
    for identity, told in ((ALICE, [f"events by '{name}' (3), no name of who signed"]), (name, [])):
        signed = declare(audit, [Declared(identity=identity, key=A.fingerprint)], at=AT)
        raw = raw_of(signed)
        found = verified(raw, {"x.sig": signature(A, SIGN_A, raw)}, by=allowed(f"{identity} {A.line}"))
        assert found.holds
        assert [check.text.partition(":")[0] for check in found.checks if check.about == "events"] == told


def test_a_copy_beside_it_that_takes_its_place_is_told(tmp_path: Path) -> None:
    path = placed(tmp_path, audit_of((ALICE, A)))

    def told() -> list[str]:
        found = verify_path(path, allowed=BOTH, now=NOW)
        assert found.holds
        return [check.text.partition(" ")[0] for check in found.checks if check.about == "superseded"]

    (tmp_path / "x.3.audit.json").write_bytes(path.read_bytes())
    (tmp_path / "x.4.audit.json").mkdir()
    (tmp_path / "y.2.audit.json").write_bytes(path.read_bytes())
    assert told() == []
    write_superseding(path)
    assert told() == ["'x.2.audit.json'"]


def test_a_file_is_hashed_once_however_many_signatures_lie_beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of 256 over a file of 256 MiB would take a second otherwise."""
    hashed: list[int] = []
    new = hashlib.new

    def counting(name: str, message: bytes) -> Any:
        hashed.append(len(message))
        return new(name, message)

    monkeypatch.setattr(hashlib, "new", counting)
    raw, signatures = one_signed()
    other = signature(B, SIGN_B, b"other")
    hashed.clear()
    verified(raw.replace(b"\n", b"\r\n"), signatures | {f"x.{number}.sig": other for number in range(20)})
    assert len(hashed) == 2


def test_the_public_function_reads_gits_list_and_the_settings_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("XDG_CONFIG_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "gitconfig"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.chdir(tmp_path)
    path = placed(tmp_path, audit_of((ALICE, A)))
    assert proofsieve.verify_audit(path).exit_code == 3
    (tmp_path / "proofsieve").mkdir()
    (tmp_path / "proofsieve" / "allowed_signers").write_text(f"{BOB} {A.line}\n")
    assert proofsieve.verify_audit(path).exit_code == 1
    (tmp_path / "ours").write_text(f"{ALICE} {A.line}\n")
    (tmp_path / "gitconfig").write_text('[gpg "ssh"]\n\tallowedSignersFile = ~/ours\n')
    assert proofsieve.verify_audit(path).holds
    assert proofsieve.verify_audit(str(path), allowed_signers=tmp_path / "ours", require=1).holds
    subprocess.run(["git", "init", "-q"], check=True)
    subprocess.run(["git", "config", "gpg.ssh.allowedSignersFile", "proofsieve/allowed_signers"], check=True)
    assert proofsieve.verify_audit(path).holds, "what a repository says came with its files"
    with pytest.raises(UsageError, match="none"):
        proofsieve.verify_audit(path, require=0)
    with pytest.raises(UsageError, match="no such file"):
        proofsieve.verify_audit(path, allowed_signers=tmp_path / "missing")


ODD = {
    "signoffs[0].reviewer": ("reviewer", "*"),
    "signoffs[0].role": ("role", "a\nb"),
    "signoffs[0].key": ("key", "SHA256:x"),
    "signoffs[0].at": ("at", "2026-02-30T00:00:00Z"),
    "signoffs[0].unfinished": ("unfinished", {"conventions": 0, "stale": 2, "stopped": False, "undecided": 1}),
    "signoffs[1].reviewer": ("again", {"reviewer": "Alice@example.org"}),
    "signoffs[1].key": ("again", {"key": A.fingerprint}),
    "signoffs: 65": ("many", None),
    "supersedes[0]": ("supersedes", ["x"]),
    "supersedes: more": ("supersedes", ["0" * 64, "0" * 64]),
    "signoffs[0].verdict": ("verdict", "perfect"),
}


@pytest.mark.parametrize("place", ODD)
def test_sign_offs_that_cannot_be_are_refused_in_one_line(place: str) -> None:
    field, value = ODD[place]
    document = json.loads(raw_of(audit_of((ALICE, A), (BOB, B))))
    if field == "again":
        document["signoffs"][1].update(value)
    elif field == "many":
        document["signoffs"] = document["signoffs"][:1] * 65
    elif field == "supersedes":
        document[field] = value
    else:
        document["signoffs"][0][field] = value
    with pytest.raises(AuditFileError) as caught:
        canonical.load_audit_bytes(indented(document), where="x")
    assert place in caught.value.message
    assert "\n" not in str(caught.value)


def test_a_signed_audit_is_one_by_the_json_schema() -> None:
    jsonschema.validate(json.loads(one_signed()[0]), audit_schema())


def test_a_list_that_is_no_text_is_a_mistake_of_the_user(tmp_path: Path) -> None:
    (tmp_path / "list").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UsageError, match="UTF-8"):
        read_allowed_file(tmp_path / "list")
