"""Lists of allowed signers: the same answers as ssh-keygen gives, and a line that is not understood allows nobody."""

from __future__ import annotations

import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofsieve.core.signing import sshsig
from proofsieve.core.signing.allowed import Grant, Refusal, matching, may_sign, read_allowed
from proofsieve.core.signing.keys import PublicKey
from proofsieve.core.signing.wire import BadSignature
from proofsieve.tests.core.signing_keys import ALICE, BOB, allowed, certified, ed25519, signature

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
KEY, SIGN = ed25519(1)
OTHER, _ = ed25519(2)
AUTHORITY, AUTHORISE = ed25519(7)


def asked(line: str, identity: str = ALICE, key: PublicKey = KEY) -> Grant | Refusal:
    return may_sign(allowed(line), identity, key, sshsig.NAMESPACE, (NOW,))


def ssh_keygen_says(line: str, identity: str, tmp_path: Path, raw: bytes) -> bool:
    """With the time that the tests have, in UTC."""
    (tmp_path / "allowed").write_text(line + "\n")
    (tmp_path / "sig").write_bytes(raw)
    program = shutil.which("ssh-keygen")
    assert program is not None
    words = ["-Y", "verify", "-f", "allowed", "-I", identity, "-n", sshsig.NAMESPACE, "-s", "sig"]
    time = ["-Overify-time=20260601120000Z"]
    done = subprocess.run([program, *words, *time], input=b"m", capture_output=True, cwd=tmp_path, env={"TZ": "UTC"})
    return done.returncode == 0


LINES = {
    f"{ALICE} KEY": True,
    f"{BOB} KEY": False,
    f"{BOB},{ALICE} KEY": True,
    "*@example.org KEY": True,
    "*@example.com KEY": False,
    "al?ce@example.org KEY": True,
    "!alice@*,*@example.org KEY": False,
    "*@example.org,!alice@* KEY": False,
    "!bob@*,*@example.org KEY": True,
    f'"{ALICE}" KEY': True,
    f"{ALICE}\tKEY": True,
    "Alice@example.org KEY": False,
    f'{ALICE} namespaces="audit@proofsieve" KEY': True,
    f'{ALICE} namespaces="git,audit@*" KEY': True,
    f'{ALICE} namespaces="git" KEY': False,
    f'{ALICE} namespaces="!audit@proofsieve,*" KEY': False,
    f'{ALICE} valid-after="20260101" KEY': True,
    f'{ALICE} valid-after="20260601120000Z" KEY': True,
    f'{ALICE} valid-after="20260701" KEY': False,
    f'{ALICE} valid-before="20260701Z" KEY': True,
    f'{ALICE} valid-before="202605310000Z" KEY': False,
    f'{ALICE} valid-after="20260101",valid-before="20260201" KEY': False,
    f'{ALICE} namespaces="audit@proofsieve",valid-before="20270101" KEY a comment': True,
    f'{ALICE} valid-before="soon" KEY': False,
    f'{ALICE} valid-before="20260231" KEY': False,
    f"{ALICE} no-such-option KEY": False,
    f'{ALICE} namespaces="git KEY': False,
    f"{ALICE} cert-authority KEY": False,
    f"{ALICE} OTHER": False,
    f"# {ALICE} KEY": False,
    "KEY": False,
    ALICE: False,
}


@pytest.mark.parametrize("line", LINES)
def test_a_line_allows_what_ssh_keygen_says_that_it_allows(line: str, tmp_path: Path) -> None:
    full = line.replace("KEY", KEY.line).replace("OTHER", OTHER.line)
    assert isinstance(asked(full), Grant) is LINES[line]
    assert ssh_keygen_says(full, ALICE, tmp_path, signature(KEY, SIGN, b"m")) is LINES[line]


CERTIFICATES = {
    "for this name": ({"principals": [ALICE]}, True),
    "for this name among others": ({"principals": [BOB, ALICE]}, True),
    "for another name": ({"principals": [BOB]}, False),
    "for nobody": ({"principals": []}, False),
    "of a host": ({"principals": [ALICE], "kind": 2}, False),
    "that has ended": ({"principals": [ALICE], "before": 1_700_000_000}, False),
    "that has not begun": ({"principals": [ALICE], "after": 1_900_000_000}, False),
    "that is valid": ({"principals": [ALICE], "after": 1_700_000_000, "before": 1_900_000_000}, True),
}


@pytest.mark.parametrize("kind", CERTIFICATES)
def test_a_certificate_counts_by_its_authority_as_for_ssh_keygen(kind: str, tmp_path: Path) -> None:
    fields, counts = CERTIFICATES[kind]
    key = certified(KEY, AUTHORISE, AUTHORITY, **fields)  # type: ignore[arg-type]
    line = f"*@example.org cert-authority {AUTHORITY.line}"
    assert isinstance(asked(line, key=key), Grant) is counts
    assert ssh_keygen_says(line, ALICE, tmp_path, signature(key, SIGN, b"m")) is counts
    assert isinstance(asked(f"*@example.org {AUTHORITY.line}", key=key), Refusal)
    assert isinstance(asked(f"*@example.org cert-authority {OTHER.line}", key=key), Refusal)


def test_a_forged_certificate_and_one_for_logging_in_do_not_count() -> None:
    line = f"*@example.org cert-authority {AUTHORITY.line}"
    forged = certified(KEY, SIGN, AUTHORITY, principals=[ALICE])
    assert isinstance(asked(line, key=forged), Refusal)
    option = b"\0\0\0\x0dforce-command\0\0\0\x04echo"
    bound = certified(KEY, AUTHORISE, AUTHORITY, principals=[ALICE], critical=option)
    assert isinstance(asked(line, key=bound), Refusal)


def test_the_line_and_the_pattern_are_named_and_so_is_what_is_missing() -> None:
    lines = ["# who may sign", f"{BOB} {OTHER.line}", f"*@example.org {KEY.line}"]
    assert may_sign(allowed(*lines), ALICE, KEY, sshsig.NAMESPACE, (NOW,)) == Grant(number=3, pattern="*@example.org")
    unknown = may_sign(allowed(*lines), BOB, ed25519(5)[0], sshsig.NAMESPACE, (NOW,))
    assert isinstance(unknown, Refusal)
    assert "unknown key" in unknown.why
    another = may_sign(allowed(*lines), ALICE, OTHER, sshsig.NAMESPACE, (NOW,))
    assert another == Refusal(why=f"this key may sign as '{BOB}', not as this", as_another=True)


def test_lines_that_are_not_understood_are_told_and_left_out() -> None:
    found = allowed(f"{ALICE} {KEY.line}", f"{BOB} ssh-ed25519 AAAA", f"{BOB} frobnicate {OTHER.line}")
    assert [line.patterns for line in found.lines] == [ALICE]
    assert [told.split(":")[0] for told in found.left_out] == ["line 2", "line 3"]


def test_a_key_must_be_valid_at_every_time_that_is_asked() -> None:
    line = allowed(f'{ALICE} valid-after="20260501Z" {KEY.line}')
    early = datetime(2026, 4, 1, tzinfo=UTC)
    assert isinstance(may_sign(line, ALICE, KEY, sshsig.NAMESPACE, (NOW,)), Grant)
    assert isinstance(may_sign(line, ALICE, KEY, sshsig.NAMESPACE, (early, NOW)), Refusal)


def test_many_stars_cost_no_time() -> None:
    assert matching("a" * 20_000, "*a" * 200 + "b") is None
    assert matching("a" * 2_000, "*a" * 200) is not None


@given(st.binary(max_size=400))
def test_lists_from_anywhere_are_read_without_a_traceback(raw: bytes) -> None:
    try:
        found = read_allowed(raw, where="x")
    except BadSignature:
        return
    assert isinstance(may_sign(found, ALICE, KEY, sshsig.NAMESPACE, (NOW,)), Refusal)


@given(st.text(alphabet='al*,!"\\ \t=#-@ssh-ed25519cert-authoritynamespaces\n', max_size=120))
def test_lists_that_look_like_lists_are_read_without_a_traceback(text: str) -> None:
    found = read_allowed(text.encode(), where="x")
    assert isinstance(may_sign(found, ALICE, KEY, sshsig.NAMESPACE, (NOW,)), Refusal)


def test_a_list_without_bounds_is_refused() -> None:
    with pytest.raises(BadSignature, match="bytes"):
        read_allowed(b"#" * (5 * 2**20), where="x")
    with pytest.raises(BadSignature, match="lines"):
        read_allowed(b"\n" * 30_000, where="x")
