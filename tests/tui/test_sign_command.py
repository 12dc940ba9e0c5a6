"""``sign``, ``verify``, ``keygen`` and ``export``: exit codes, one line for a mistake, one JSON object for scripts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pexpect
import pytest

from proofsieve.core.record import audit_file
from proofsieve.core.signing.private import new_key
from proofsieve.tests.core.signing_keys import ALICE, BOB, ed25519, key_file
from proofsieve.tui.cli import run
from proofsieve.tui.runs import open_review

TEXT = "Problem: Add up.\n\nProof:\n\n1. We have $1 + 2 = 3$.\n2. Hence $3 + 3 = 7$.\n"
A, B = ed25519(1)[0], ed25519(2)[0]


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No key, agent, setting or list of the developer's."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "config"))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(home / "gitconfig"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.delenv("SSH_AUTH_SOCK", raising=False)
    monkeypatch.chdir(tmp_path)
    return home


@pytest.fixture
def path(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    (tmp_path / "proof.md").write_text(TEXT, encoding="utf-8")
    run(["audit", "proof.md", "--lean", "off"])
    capsys.readouterr()
    key_file(tmp_path, 1, "alice")
    key_file(tmp_path, 2, "bob")
    (tmp_path / "allowed").write_text(f"{ALICE} {A.line}\n{BOB} {B.line}\n")
    return tmp_path / "proof.audit.json"


def sign(who: str, *words: str) -> int:
    return run(["sign", "proof.audit.json", "--identity", f"{who}@example.org", "--key", who, *words])


def asked(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, Any]]:
    capsys.readouterr()
    code = run([*words, "--json"])
    return code, json.loads(capsys.readouterr().out)


def test_an_audit_is_signed_and_verified(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, found = asked(capsys, "sign", str(path), "--identity", ALICE, "--key", "alice", "--role", "editor")
    assert code == 0
    assert (found["identity"], found["role"], found["key"], found["verdict"]) == (
        ALICE,
        "editor",
        A.fingerprint,
        "flawed",
    )
    assert found["partial"]
    assert found["unfinished"]["undecided"] > 0
    assert found["signature"].endswith("proof.audit.json.alice.sig")
    code, found = asked(capsys, "verify", str(path), "--allowed-signers", "allowed")
    assert code == 0
    assert found["holds"]
    assert [one["identity"] for one in found["signed"]] == [ALICE]
    assert {check["outcome"] for check in found["checks"]} == {"holds", "note"}


def test_verify_prints_one_line_per_check(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", str(path), "--allowed-signers", "allowed"]) == 3
    assert "nobody has signed" in capsys.readouterr().out
    assert sign("alice") == 0
    assert "a partial audit" in capsys.readouterr().out
    assert run(["verify", str(path)]) == 3
    assert "? signer:" in capsys.readouterr().out
    assert run(["verify", str(path), "--allowed-signers", "allowed"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].endswith("all checks hold")
    assert all(line[0] in "✓·" for line in lines[:-1])
    raw = path.read_bytes()
    path.write_bytes(raw.replace(b"Add up", b"Add UP"))
    assert run(["verify", str(path), "--allowed-signers", "allowed"]) == 1
    assert "✗ signature:" in capsys.readouterr().out
    path.write_bytes(raw.replace(b"\n", b"\r\n"))
    assert run(["verify", str(path), "--allowed-signers", "allowed"]) == 1
    assert "with LF the signature would match" in capsys.readouterr().out
    assert path.read_bytes() == raw.replace(b"\n", b"\r\n"), "it is never repaired"


def test_two_declared_signers_and_a_third(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("signers").write_text(f"{ALICE} {A.fingerprint} editor\n{BOB} {B.line}\n")
    assert sign("alice", "--declare", "signers") == 0
    assert run(["verify", str(path), "--allowed-signers", "allowed", "--require", "2"]) == 1
    assert sign("bob") == 0
    assert run(["verify", str(path), "--allowed-signers", "allowed", "--require", "2"]) == 0
    key_file(path.parent, 3, "carol")
    capsys.readouterr()
    assert sign("carol") == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "--supersede" in told
    assert sign("carol", "--supersede") == 0
    assert audit_file.load(path.with_name("proof.2.audit.json")).supersedes


def test_show_tells_of_sign_offs_and_that_it_checks_none(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert sign("alice", "--role", "editor") == 0
    capsys.readouterr()
    assert run(["show", str(path)]) == 0
    assert f"signed off by {ALICE} (editor): flawed" in capsys.readouterr().out


def test_git_names_the_key_and_the_list(path: Path, own_home: Path) -> None:
    (own_home / "gitconfig").write_text(
        f'[gpg]\n\tformat = ssh\n[user]\n\tsigningkey = {path.parent}/alice.pub\n[gpg "ssh"]\n\tallowedSignersFile = '
        f"{path.parent}/allowed\n"
    )
    assert run(["sign", str(path), "--identity", ALICE]) == 0
    assert run(["verify", str(path)]) == 0


def test_mistakes_cost_one_line(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for code, words, told in (
        (2, ["sign", str(path), "--identity", ALICE], "no key to sign with"),
        (4, ["sign", str(path), "--identity", ALICE, "--key", "missing"], "no such file"),
        (4, ["sign", "missing.audit.json", "--identity", ALICE, "--key", "alice"], "no such file"),
        (2, ["sign", str(path), "--identity", "*", "--key", "alice"], "no identity"),
        (2, ["sign", str(path), "--key", "alice"], "--identity"),
        (4, ["sign", str(path), "--identity", ALICE, "--key", "proof.md"], "no key file"),
        (4, ["verify", "missing.audit.json"], "no such file"),
        (2, ["verify", str(path), "--allowed-signers", "missing"], "no such file"),
        (2, ["verify", str(path), "--require", "0"], "0"),
        (2, ["export", str(path), "--format", "dsse", "--identity", ALICE, "--key", "alice"], "sign it first"),
        (4, ["keygen", "alice", "--no-passphrase"], "never overwritten"),
        (2, ["keygen", "new"], "--no-passphrase"),
    ):
        assert run(words) == code, words
        error = capsys.readouterr().err
        assert told in error, words
        assert error.count("\n") == 1, error
    assert not list(path.parent.glob("*.sig"))


def test_what_looks_like_a_secret_is_listed_and_needs_a_yes(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("proof.md").write_text(TEXT.replace("Add up.", "Add up, says carl.gauss@example.net in /home/carl/x."))
    assert run(["audit", "proof.md", "--lean", "off", "--force"]) == 1
    before = path.read_bytes()
    capsys.readouterr()
    assert sign("alice") == 2
    told = capsys.readouterr().err
    assert "carl.gauss@example.net" in told
    assert "home folder" in told
    assert "--yes" in told
    assert path.read_bytes() == before
    assert sign("alice", "--yes") == 0
    assert run(["export", str(path), "--format", "dsse", "--identity", ALICE, "--key", "alice"]) == 2


def test_an_envelope_is_written_once(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sign("alice")
    words = ["export", str(path), "--format", "dsse", "--identity", ALICE, "--key", "alice"]
    code, found = asked(capsys, *words)
    assert code == 0
    assert json.loads(Path(found["envelope"]).read_bytes())["signatures"][0]["keyid"] == A.fingerprint
    assert run(words) == 4
    assert "not overwritten" in capsys.readouterr().err
    assert run([*words, "-o", "elsewhere"]) == 0


def test_in_a_git_work_tree_the_lines_for_git_are_added(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    subprocess.run(["git", "init", "-q"], check=True)
    assert sign("alice") == 0
    assert ".gitattributes keeps git from converting" in capsys.readouterr().out
    assert "*.audit.json -text" in Path(".gitattributes").read_text()


def test_a_key_is_made_where_ssh_looks_for_it(own_home: Path, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, found = asked(capsys, "keygen", "--no-passphrase", "--identity", ALICE)
    assert code == 0
    made = own_home / ".ssh" / "id_ed25519"
    assert found["private"] == str(made)
    assert made.stat().st_mode & 0o777 == 0o600
    assert made.parent.stat().st_mode & 0o777 == 0o700
    Path("list").write_text(found["allowed_signers"] + "\n")
    assert run(["sign", str(path), "--identity", ALICE]) == 0
    assert run(["verify", str(path), "--allowed-signers", "list"]) == 0


def test_a_signed_audit_is_reviewed_in_a_copy(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    sign("alice")
    opened: list[Path] = []
    monkeypatch.setattr("proofsieve.tui.app.review_file", lambda audit, path, reviewer, lean: opened.append(path))
    before = path.read_bytes()
    open_review(path, "ann")
    assert [found.name for found in opened] == ["proof.2.audit.json"]
    assert path.read_bytes() == before
    assert "stays as it is" in capsys.readouterr().err


def test_what_is_signed_is_said_even_where_the_lines_for_git_cannot_be_added(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (path.parent / ".git").mkdir()
    opening = os.open

    def refusing(name: Any, *words: Any, **more: Any) -> int:
        if str(name).endswith(".gitattributes"):
            raise PermissionError(13, "Permission denied")
        return opening(name, *words, **more)

    monkeypatch.setattr(os, "open", refusing)
    code, found = asked(capsys, "sign", str(path), "--identity", ALICE, "--key", "alice")
    assert code == 0
    assert found["gitattributes"] is None
    assert Path(found["signature"]).exists()


def on_a_terminal(key: str, answers: list[tuple[str, str | bytes]], *, path: str | None = None) -> tuple[int, str]:
    """The exit code and all output of ``sign`` on a terminal of its own, where each question is answered in turn."""
    environment = {**os.environ, "PATH": path if path is not None else os.environ["PATH"], "TERM": "xterm"}
    words = ["-m", "proofsieve", "sign", "proof.audit.json", "--identity", ALICE, "--key", key]
    child = pexpect.spawn(sys.executable, words, env=environment, timeout=60)  # bytes: an answer need not be text
    told = b""
    for question, answer in answers:
        child.expect(question.encode())
        told += child.before
        child.sendline(answer)
    child.expect(pexpect.EOF)
    child.close()
    return child.exitstatus, (told + child.before).decode("utf-8")


def test_on_a_terminal_the_passphrase_is_asked_for_and_never_shown(path: Path) -> None:
    """Without an ssh-keygen the key is opened in this process."""
    key = new_key(path.parent / "locked", comment="", passphrase="open sesame")
    Path("list").write_text(f"{ALICE} {key.line}\n")
    answers: list[tuple[str, str | bytes]] = [("Passphrase for", "wrong"), ("Passphrase for", "open sesame")]
    code, told = on_a_terminal("locked", answers, path="/nonexistent")
    assert code == 0
    assert "sesame" not in told
    assert "by this process" in told
    assert run(["verify", str(path), "--allowed-signers", "list"]) == 0


def test_on_a_terminal_bytes_that_are_no_text_are_a_mistake_and_no_crash(path: Path) -> None:
    new_key(path.parent / "locked", comment="", passphrase="open sesame")
    code, told = on_a_terminal("locked", [("Passphrase for", b"\xff\xfe")], path="/nonexistent")
    assert code == 2
    assert "no text in UTF-8" in told
    assert not audit_file.load(path).signoffs


def test_on_a_terminal_ssh_keygen_asks_by_itself(path: Path) -> None:
    new_key(path.parent / "locked", comment="", passphrase="open sesame")
    code, told = on_a_terminal("locked", [("passphrase", "open sesame")])
    assert code == 0
    assert "by ssh-keygen" in told


def test_on_a_terminal_one_may_say_no_to_what_looks_like_a_secret(path: Path) -> None:
    Path("proof.md").write_text(TEXT.replace("Add up.", "Add up, says carl.gauss@example.net."))
    run(["audit", "proof.md", "--lean", "off", "--force"])
    before = path.read_bytes()
    assert on_a_terminal("alice", [("Sign all the same", "n")])[0] == 130
    assert path.read_bytes() == before
    assert on_a_terminal("alice", [("Sign all the same", "y")])[0] == 0
