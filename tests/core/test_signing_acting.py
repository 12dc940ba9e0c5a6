"""Signing: sign-offs first, identical bytes for all; by an agent, ssh-keygen or this process; nothing half-done."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest

from proofsieve.core.audit import Audit
from proofsieve.core.errors import AuditFileError, ChoiceNeeded, ProofSieveError, SaveError, UsageError
from proofsieve.core.record import audit_file, canonical, chain
from proofsieve.core.record.journal import Journal
from proofsieve.core.record.standing import with_verdict
from proofsieve.core.signing import sshsig
from proofsieve.core.signing.acting import Plan, SignedFile, carry_out, plan
from proofsieve.core.signing.agent import Agent, AgentError
from proofsieve.core.signing.choosing import Signer, choose_signer
from proofsieve.core.signing.declaring import Declared, read_declaration, write_superseding
from proofsieve.core.signing.private import KeyFileError, new_key, open_ed25519, public_key_of
from proofsieve.core.signing.reading import verify_path
from proofsieve.core.signing.wire import string
from proofsieve.tests.core.reviewed import note
from proofsieve.tests.core.signing_keys import ALICE, AT, BOB, allowed, ed25519, key_file, security_key
from proofsieve.tests.factories import synthetic_audit

A, B = ed25519(1)[0], ed25519(2)[0]
BOTH = allowed(f"{ALICE} {A.line}", f"{BOB} {B.line}")
DECLARED = (
    Declared(identity=ALICE, key=A.fingerprint, role="editor"),
    Declared(identity=BOB, key=B.fingerprint),
)


def nobody(_: str) -> str | None:
    return None


def no_git(_: str) -> str:
    return ""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "x.audit.json"
    audit_file.save_new(made, chain.begin_review(with_verdict(synthetic_audit(4))))
    return made


def choose(folder: Path, seed: int, wanted: str | None = None) -> Signer:
    return choose_signer(key_file(folder, seed, f"k{seed}"), wanted=wanted, home=folder, agent=None, git=no_git)


def signed(
    path: Path,
    identity: str = ALICE,
    seed: int = 1,
    *,
    declared: tuple[Declared, ...] | None = None,
    supersede: bool = False,
    role: str = "",
) -> SignedFile:
    made = plan(
        path,
        identity=identity,
        role=role,
        declared=declared,
        supersede=supersede,
        at=AT,
        choose=lambda wanted: choose(path.parent, seed, wanted),
    )
    return carry_out(made, nobody)


def planned(path: Path, key: Path | None, agent: Agent | None = None) -> Plan:
    """What alice alone would do with a key of her own."""
    return plan(
        path,
        identity=ALICE,
        role="",
        declared=None,
        supersede=False,
        at=AT,
        choose=lambda wanted: choose_signer(key, wanted=wanted, home=path.parent, agent=agent, git=no_git),
    )


def names(path: Path) -> list[str]:
    return sorted(found.name for found in path.parent.iterdir() if found.name.startswith("x."))


def test_one_signer_declares_herself_and_signs(path: Path) -> None:
    done = signed(path, role="editor")
    (signoff,) = audit_file.load(path).signoffs
    assert (signoff.reviewer, signoff.role, signoff.at, signoff.key) == (ALICE, "editor", AT, A.fingerprint)
    assert signoff.verdict is audit_file.load(path).verdict.status
    assert done.signature.name == "x.audit.json.alice.sig"
    assert verify_path(path, allowed=BOTH).holds


def test_several_signers_sign_identical_bytes(path: Path) -> None:
    signed(path, declared=DECLARED)
    raw = path.read_bytes()
    assert verify_path(path, allowed=BOTH).exit_code == 1, "bob is missing"
    signed(path, BOB, 2)
    assert path.read_bytes() == raw
    assert verify_path(path, allowed=BOTH, require=2).holds
    assert names(path) == ["x.audit.json", "x.audit.json.alice.sig", "x.audit.json.bob.sig"]


def test_who_is_not_declared_is_refused_and_told_of_supersede(path: Path) -> None:
    signed(path)
    before = path.read_bytes()
    with pytest.raises(UsageError, match=r"bob@example.org is not declared.*--supersede"):
        signed(path, BOB, 2)
    with pytest.raises(UsageError, match=r"does not change.*--supersede"):
        signed(path, declared=DECLARED)
    with pytest.raises(UsageError, match="not among the 2"):
        signed(path, "carol@example.org", 3, declared=DECLARED, supersede=True)
    with pytest.raises(UsageError, match=r"declares the key SHA256.*not SHA256"):
        signed(path, ALICE, 2)
    assert path.read_bytes() == before
    assert names(path) == ["x.audit.json", "x.audit.json.alice.sig"]


def test_a_copy_supersedes_and_the_signed_file_stays(path: Path) -> None:
    signed(path)
    first = path.read_bytes()
    done = signed(path, BOB, 2, declared=DECLARED, supersede=True)
    assert done.audit.name == "x.2.audit.json"
    assert path.read_bytes() == first
    copy = audit_file.load(done.audit)
    assert copy.supersedes == (sha256(first).hexdigest(),)
    assert [one.reviewer for one in copy.signoffs] == [ALICE, BOB]
    assert verify_path(path, allowed=BOTH).holds
    assert verify_path(done.audit, allowed=BOTH, require=1).holds
    again = signed(done.audit, ALICE, 1, supersede=True)
    assert again.audit.name == "x.3.audit.json"


def test_what_nobody_signed_has_nothing_to_supersede(path: Path) -> None:
    with pytest.raises(UsageError, match="nothing to supersede"):
        signed(path, supersede=True)


def test_events_of_the_journal_are_folded_first(path: Path) -> None:
    audit = audit_file.load(path)
    with Journal.open(path, audit, reviewer="ann") as journal:
        journal.append(note(audit))
    done = signed(path)
    assert done.folded == 1
    assert len(canonical.load_audit_bytes(path.read_bytes(), where="x").review.events) == 1
    assert not audit_file.journal_path(path).exists()
    assert verify_path(path, allowed=BOTH).holds


def test_a_review_that_is_open_keeps_signers_away(path: Path) -> None:
    with Journal.open(path, audit_file.load(path), reviewer="ann"), pytest.raises(SaveError, match="reviewing"):
        signed(path)
    assert not audit_file.load(path).signoffs


def test_a_signed_audit_takes_no_events_and_is_not_overwritten(path: Path) -> None:
    signed(path)
    audit = audit_file.load(path)
    with pytest.raises(SaveError, match="signed off"):
        Journal.open(path, audit, reviewer="ann")
    with pytest.raises(ProofSieveError, match="signed off is there"):
        audit_file.save_new(path, audit)
    copy = write_superseding(path)
    with Journal.open(copy, audit_file.load(copy), reviewer="ann") as journal:
        journal.append(note(audit_file.load(copy)))
    assert verify_path(path, allowed=BOTH).holds


def test_signing_twice_changes_nothing_and_another_file_is_not_overwritten(path: Path) -> None:
    done = signed(path)
    assert signed(path).already
    done.signature.write_bytes(b"something else")
    with pytest.raises(SaveError, match="not overwritten"):
        signed(path)
    assert done.signature.read_bytes() == b"something else"


def test_a_signer_who_refuses_leaves_everything_as_it_was(path: Path) -> None:
    before = path.read_bytes()
    locked = path.parent / "locked"
    new_key(locked, comment="", passphrase="secret")

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", str(path.parent / "no-programs"))
        with pytest.raises(KeyFileError, match="nobody can be asked"):
            carry_out(planned(path, locked), nobody)
    assert path.read_bytes() == before
    assert names(path) == ["x.audit.json"]


@pytest.mark.parametrize(
    "identity", ["", "*", "a b", "a,b", "../x", "ünal@example.org", "a@b@c", "-x", "a" * 400, "a\n"]
)
def test_names_that_mean_something_else_cannot_sign(path: Path, identity: str) -> None:
    with pytest.raises(UsageError, match="no identity"):
        signed(path, identity)


def test_the_whole_identity_names_the_file_where_two_share_a_local_part(path: Path) -> None:
    both = (
        Declared(identity="Ann@example.org", key=A.fingerprint),
        Declared(identity="ann@example.com", key=B.fingerprint),
    )
    assert signed(path, "Ann@example.org", 1, declared=both).signature.name == "x.audit.json.Ann@example.org.sig"
    assert signed(path, "ann@example.com", 2).signature.name == "x.audit.json.ann@example.com.sig"


def test_nobody_is_declared_twice(path: Path) -> None:
    for other, why in (
        (Declared(identity=BOB, key=A.fingerprint), "key"),
        (Declared(identity=ALICE, key=B.fingerprint), ""),
    ):
        with pytest.raises(UsageError, match=f"{why}.*signs twice"):
            signed(path, declared=(DECLARED[0], other))


def test_a_list_of_signers_is_read_line_by_line() -> None:
    text = f"# who signs\n{ALICE} {A.fingerprint} chief editor\n\n{BOB} {B.line}\n"
    assert read_declaration(text.encode(), where="x") == (
        Declared(identity=ALICE, key=A.fingerprint, role="chief editor"),
        Declared(identity=BOB, key=B.fingerprint),
    )
    odd = (
        ALICE,
        f"{ALICE} SHA256:short",
        f"*@x {A.fingerprint}",
        f"{ALICE} ssh-ed25519",
        f"{ALICE} {A.fingerprint} \x07",
    )
    for bad in odd:
        with pytest.raises(UsageError, match="line 1"):
            read_declaration(bad.encode(), where="x")


def test_keys_are_made_in_opensshs_form_private_and_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "key"
    key = new_key(path, comment=ALICE, passphrase="correct horse")
    assert path.stat().st_mode & 0o777 == 0o600
    assert public_key_of(path) == public_key_of(tmp_path / "key.pub") == key
    listed = subprocess.run(["ssh-keygen", "-l", "-f", str(path)], capture_output=True, text=True).stdout
    assert key.fingerprint in listed
    derived = subprocess.run(
        ["ssh-keygen", "-y", "-P", "correct horse", "-f", str(path)], capture_output=True, text=True
    )
    assert derived.stdout.split()[:2] == key.line.split()
    before = path.read_bytes()
    with pytest.raises(KeyFileError, match="never overwritten"):
        new_key(path, comment="", passphrase="")
    path.unlink()
    with pytest.raises(KeyFileError, match="never overwritten"):
        new_key(path, comment="", passphrase="")
    assert not path.exists()
    assert before


def test_a_passphrase_is_asked_for_three_times(tmp_path: Path) -> None:
    path = tmp_path / "key"
    key = new_key(path, comment="", passphrase="right")
    words = iter(["wrong", "right"])
    opened = open_ed25519(path, lambda _: next(words))
    made = string(b"ssh-ed25519") + string(opened.sign(sshsig.signed_bytes(b"m")))
    sshsig.check(sshsig.read_signature(sshsig.signature_file(key.blob, made)), b"m")
    asked = []
    with pytest.raises(KeyFileError, match="passphrase is wrong"):
        open_ed25519(path, lambda prompt: asked.append(prompt) or "wrong")  # type: ignore[func-returns-value]
    assert len(asked) == 3


@pytest.mark.parametrize("word", ["\udcff\udc00", "\ud800", "\0", "x" * 5000], ids=["bytes", "half", "nul", "long"])
def test_odd_passphrases_are_wrong_or_refused_and_no_crash(word: str, tmp_path: Path) -> None:
    new_key(tmp_path / "locked", comment="", passphrase="word")
    with pytest.raises(KeyFileError, match="the passphrase is wrong"):
        open_ed25519(tmp_path / "locked", lambda _: word)
    if len(word) > 1023:
        with pytest.raises(KeyFileError, match="5,000 bytes; at most 1,023"):
            new_key(tmp_path / "own", comment="", passphrase=word)
        assert not (tmp_path / "own").exists()
    else:
        new_key(tmp_path / "own", comment="", passphrase=word)
        open_ed25519(tmp_path / "own", lambda _: word)


def test_keys_that_others_may_read_and_files_that_are_no_keys_are_refused(tmp_path: Path) -> None:
    path = key_file(tmp_path, 1)
    path.chmod(0o644)
    with pytest.raises(KeyFileError, match="others may read"):
        open_ed25519(path, nobody)
    for raw in (
        b"",
        b"junk",
        b"-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n",
        b"\xff" * 99,
    ):
        bad = tmp_path / "bad"
        bad.write_bytes(raw)
        with pytest.raises(KeyFileError):
            public_key_of(bad)
    with pytest.raises(KeyFileError, match="keygen"):
        public_key_of(tmp_path / "missing")


@pytest.fixture
def agent(tmp_path: Path) -> Iterator[Agent]:
    """A real ssh-agent without keys."""
    program = shutil.which("ssh-agent")
    assert program is not None, "the tests need ssh-agent (openssh-client)"
    # Names of sockets are short: pytest's folders may not be.
    folder = Path(mkdtemp(prefix="ps"))
    socket = folder / "s"
    process = subprocess.Popen([program, "-D", "-a", str(socket)], stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()  # it says where it listens once it does
    try:
        found = Agent.of({"SSH_AUTH_SOCK": str(socket)})
        assert found is not None
        yield found
    finally:
        process.terminate()
        process.wait(10)
        process.stdout.close()
        shutil.rmtree(folder)


def add(agent: Agent, key: Path) -> None:
    environment = {**os.environ, "SSH_AUTH_SOCK": agent._path}
    subprocess.run(["ssh-add", "-q", str(key)], env=environment, check=True, capture_output=True)


@pytest.mark.parametrize("kind", ["ed25519", "ecdsa", "rsa"])
def test_the_agent_signs_and_ssh_keygen_agrees(kind: str, agent: Agent, path: Path) -> None:
    file = path.parent / kind
    subprocess.run(["ssh-keygen", "-q", "-N", "", "-t", kind, "-f", str(file)], check=True)
    add(agent, file)
    file.unlink()
    made = planned(path, None, agent)
    done = carry_out(made, nobody)
    assert done.made_by == "ssh-agent"
    line = f"{ALICE} {public_key_of(file.with_name(kind + '.pub')).line}"
    assert verify_path(path, allowed=allowed(line)).holds
    (path.parent / "allowed").write_text(line + "\n")
    words = [
        "ssh-keygen",
        "-Y",
        "verify",
        "-f",
        "allowed",
        "-I",
        ALICE,
        "-n",
        sshsig.NAMESPACE,
        "-s",
        done.signature.name,
    ]
    for raw, code in ((path.read_bytes(), 0), (path.read_bytes() + b" ", 255)):
        assert subprocess.run(words, input=raw, cwd=path.parent, capture_output=True).returncode == code


def test_of_several_keys_in_the_agent_the_declared_the_named_or_gits_is_taken(agent: Agent, tmp_path: Path) -> None:
    files = [key_file(tmp_path, seed, f"key{seed}") for seed in (1, 2, 3)]
    for file in files:
        add(agent, file)
        file.unlink()

    def found(named: Path | None = None, wanted: str | None = None, signing: str = "") -> Signer:
        settings = {"gpg.format": "ssh", "user.signingkey": signing}
        return choose_signer(named, wanted=wanted, home=tmp_path, agent=agent, git=lambda name: settings.get(name, ""))

    with pytest.raises(ChoiceNeeded, match=r"3 keys.*key2"):
        found()
    assert found(wanted=B.fingerprint).key == B
    assert found(named=tmp_path / "key2.pub").key == B
    assert found(signing=f"key::{B.line}").key == B
    assert found(signing=str(tmp_path / "key2.pub")).key == B


def test_without_an_agent_gits_key_then_the_default_key_is_taken(tmp_path: Path) -> None:
    (tmp_path / ".ssh").mkdir()
    git_key = key_file(tmp_path, 2, "gitkey")

    def found(git: dict[str, str]) -> Signer:
        return choose_signer(None, wanted=None, home=tmp_path, agent=None, git=lambda name: git.get(name, ""))

    with pytest.raises(UsageError, match="no key to sign with"):
        found({})
    key_file(tmp_path / ".ssh", 1, "id_ed25519")
    assert found({}).key == A
    assert found({"gpg.format": "ssh", "user.signingkey": str(git_key)}).key == B
    assert found({"gpg.format": "ssh", "user.signingkey": "~/gitkey.pub"}).key == B
    assert found({"user.signingkey": "0xDEADBEEF"}).key == A, "a key of gpg is none of ours"


def test_an_agent_that_is_gone_or_talks_nonsense_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / ".ssh").mkdir()
    key_file(tmp_path / ".ssh", 1, "id_ed25519")
    dead = tmp_path / "dead"
    dead.write_bytes(b"")
    agent = Agent.of({"SSH_AUTH_SOCK": str(dead)})
    assert agent is not None
    with pytest.raises(AgentError, match="cannot be reached"):
        agent.keys()
    assert choose_signer(None, wanted=None, home=tmp_path, agent=agent, git=no_git).key == A
    assert Agent.of({}) is None


STAND_IN = "#!/bin/sh\necho 'ssh-keygen: illegal option -- Y' >&2\necho 'usage: ssh-keygen [-q]' >&2\nexit 1\n"


def test_an_old_ssh_keygen_is_replaced_by_this_process_or_the_needed_version_named(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = path.parent / "bin"
    folder.mkdir()
    (folder / "ssh-keygen").write_text(STAND_IN)
    (folder / "ssh-keygen").chmod(0o755)
    rsa = path.parent / "rsa"
    subprocess.run(["ssh-keygen", "-q", "-N", "", "-t", "rsa", "-b", "2048", "-f", str(rsa)], check=True)
    monkeypatch.setenv("PATH", str(folder))
    made = planned(path, rsa)
    with pytest.raises(KeyFileError, match=r"cannot sign files .*OpenSSH 8.0"):
        carry_out(made, nobody)
    assert signed(path).made_by == "this process"
    found = verify_path(path, allowed=BOTH)
    assert found.holds
    assert any("good (in process)" in check.text for check in found.checks)


def test_a_program_that_signs_with_another_key_is_not_believed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = path.parent / "bin"
    folder.mkdir()
    other = key_file(path.parent, 2, "other")
    real = shutil.which("ssh-keygen")
    (folder / "ssh-keygen").write_text(f"#!/bin/sh\nexec {real} -q -Y sign -f {other} -n audit@proofsieve\n")
    (folder / "ssh-keygen").chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))
    before = path.read_bytes()
    with pytest.raises(SaveError, match="another key"):
        signed(path)
    assert path.read_bytes() == before


def test_a_file_that_changes_while_it_is_signed_is_not_written(path: Path) -> None:
    def meanwhile(wanted: str | None) -> Signer:
        audit: Audit = audit_file.load(path)
        with Journal.open(path, audit, reviewer="ann") as journal:
            journal.append(note(audit))
        return choose(path.parent, 1, wanted)

    made = plan(path, identity=ALICE, role="", declared=None, supersede=False, at=AT, choose=meanwhile)
    with pytest.raises(SaveError, match="changed while it was signed"):
        carry_out(made, nobody)
    assert not audit_file.load(path).signoffs
    assert len(audit_file.load(path).review.events) == 1


def test_of_two_who_sign_at_once_the_second_overwrites_nothing(path: Path) -> None:
    first = plan(
        path,
        identity=ALICE,
        role="",
        declared=None,
        supersede=False,
        at=AT,
        choose=lambda wanted: choose(path.parent, 1, wanted),
    )
    signed(path, BOB, 2)
    raw = path.read_bytes()
    with pytest.raises(AuditFileError, match="signed off since it was read"):
        carry_out(first, nobody)
    assert path.read_bytes() == raw
    assert names(path) == ["x.audit.json", "x.audit.json.bob.sig"]
    assert verify_path(path, allowed=BOTH).holds


def test_a_review_of_what_was_signed_since_it_was_read_saves_nothing(path: Path) -> None:
    read = audit_file.load(path)
    signed(path)
    raw = path.read_bytes()
    with pytest.raises(AuditFileError, match="signed off since it was read"):
        Journal.open(path, read, reviewer="ann")
    assert path.read_bytes() == raw
    assert verify_path(path, allowed=BOTH).holds


def test_nobody_is_declared_whose_signature_would_find_no_place(path: Path) -> None:
    """The name of the file of bob's signature is too long for a folder; alice's is not."""
    long = path.with_name("x" * 180 + ".audit.json")
    long.write_bytes(path.read_bytes())
    raw = long.read_bytes()
    bob = replace(DECLARED[1], identity="b" * 60 + "@example.org")
    with pytest.raises(SaveError, match="too long"):
        signed(long, declared=(DECLARED[0], bob))
    assert long.read_bytes() == raw
    assert not [found for found in path.parent.iterdir() if found.suffix == ".sig"]


def test_the_only_key_of_the_agent_is_taken_whatever_git_names(agent: Agent, tmp_path: Path) -> None:
    add(agent, key_file(tmp_path, 1))
    settings = {"gpg.format": "ssh", "user.signingkey": str(tmp_path / "gone")}

    def found(from_agent: Agent | None) -> Signer:
        return choose_signer(
            None, wanted=None, home=tmp_path, agent=from_agent, git=lambda name: settings.get(name, "")
        )

    assert found(agent).key == A
    with pytest.raises(KeyFileError, match="no such file"):
        found(None)


def test_a_certificate_signs_through_the_agent_and_ssh_keygen(agent: Agent, path: Path) -> None:
    folder = path.parent
    authority, key = key_file(folder, 7, "ca"), key_file(folder, 1, "id")
    words = ["ssh-keygen", "-q", "-s", str(authority), "-I", "one", "-n", ALICE, str(key.with_name("id.pub"))]
    subprocess.run(words, check=True, capture_output=True)
    line = allowed(f"*@example.org cert-authority {ed25519(7)[0].line}")
    done = carry_out(planned(path, folder / "id-cert.pub"), nobody)
    assert done.made_by == "ssh-keygen"
    assert verify_path(path, allowed=line).holds
    assert not verify_path(path, allowed=allowed(f"*@example.org cert-authority {B.line}")).holds
    done.signature.unlink()
    add(agent, key)
    key.unlink()
    done = carry_out(planned(path, folder / "id-cert.pub", agent), nobody)
    assert done.made_by == "ssh-agent"
    assert verify_path(path, allowed=line).holds


TOKEN = """#!{python}
import sys
from proofsieve.tests.core.signing_keys import security_key, signature
sys.stdout.buffer.write(signature(*security_key(touched={touched}), sys.stdin.buffer.read()))
"""


@pytest.mark.parametrize("touched", [True, False])
def test_a_key_in_a_token_signs_through_ssh_keygen(touched: bool, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stand-in signs as ssh-keygen with a token would; what nobody touched is not written."""
    key, _ = security_key()
    inside = string(b"none") + string(b"none") + string(b"") + (1).to_bytes(4, "big") + string(key.blob) + string(b"x")
    file = path.parent / "token"
    armoured = b64encode(b"openssh-key-v1\0" + inside).decode()
    file.write_text(f"-----BEGIN OPENSSH PRIVATE KEY-----\n{armoured}\n-----END OPENSSH PRIVATE KEY-----\n")
    folder = path.parent / "bin"
    folder.mkdir()
    (folder / "ssh-keygen").write_text(TOKEN.format(python=sys.executable, touched=touched))
    (folder / "ssh-keygen").chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=os.pathsep)
    before = path.read_bytes()
    if not touched:
        with pytest.raises(SaveError, match="nobody touched"):
            carry_out(planned(path, file), nobody)
        assert path.read_bytes() == before
        return
    assert carry_out(planned(path, file), nobody).made_by == "ssh-keygen"
    assert verify_path(path, allowed=allowed(f"{ALICE} {key.line}")).holds


FUNCTIONS = ("open", "write", "fsync", "replace", "rename", "unlink", "close")
"""What the disk is reached through."""


class Disk:
    """Counts the calls of ``function``; at the ``nth`` it does what ``then`` does instead."""

    def __init__(self, function: str, nth: int, then: Callable[[], None]) -> None:
        self.calls = 0
        real = getattr(os, function)

        def counting(*args: Any, **kwargs: Any) -> Any:
            self.calls += 1
            if self.calls == nth:
                then()
            return real(*args, **kwargs)

        self.function, self.counting = function, counting


def full() -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def dies() -> None:
    os._exit(9)


def in_a_child(act: Callable[[], object]) -> bool:
    """Whether a process of its own that does ``act`` comes to its end."""
    child = os.fork()
    if child == 0:
        try:
            act()
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def made_new(path: Path, files: Mapping[str, bytes]) -> None:
    for file in path.parent.iterdir():
        if file.is_file():
            file.unlink()
    for name, raw in files.items():
        (path.parent / name).write_bytes(raw)
    key_file(path.parent, 1)


def assert_whole(path: Path, moment: str) -> None:
    """The event is there once, nothing half-signed passes, and signing again makes it whole."""
    audit = audit_file.load(path)
    assert len(audit.review.events) == 1, moment
    signature = path.with_name("x.audit.json.alice.sig").exists()
    assert signature <= bool(audit.signoffs), f"{moment}: a signature without its sign-off"
    assert verify_path(path, allowed=BOTH).holds is signature, moment
    carry_out(planned(path, path.parent / "key"), nobody)
    assert verify_path(path, allowed=BOTH).holds, moment


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("ending", [full, dies], ids=["the disk is full", "the process is killed"])
def test_signing_that_ends_at_any_moment_loses_nothing_and_half_signs_nothing(
    ending: Callable[[], None], function: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the n-th call for every n until none is left."""
    audit = audit_file.load(path)
    with Journal.open(path, audit, reviewer="ann") as journal:
        journal.append(note(audit))
    files = {file.name: file.read_bytes() for file in path.parent.iterdir() if file.is_file()}
    for nth in range(1, 100):
        made_new(path, files)
        made = planned(path, path.parent / "key")
        disk = Disk(function, nth, ending)
        with monkeypatch.context() as patch:
            patch.setattr(os, function, disk.counting)
            if ending is dies:
                over = in_a_child(lambda: carry_out(made, nobody))  # noqa: B023 - called within this turn
            else:
                with suppress(ProofSieveError, OSError):
                    carry_out(made, nobody)
                over = disk.calls < nth
        assert_whole(path, f"{function} {nth}")
        if over:
            return
    pytest.fail("there is no end of calls")
