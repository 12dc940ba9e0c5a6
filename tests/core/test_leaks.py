"""What looks like a secret in an audit is listed; what is meant to be there, and mathematics, is not."""

from __future__ import annotations

import base64
from dataclasses import replace

import pytest

import proofsieve
from proofsieve.core.audit import Audit
from proofsieve.core.leaks import LeakKind, find_leaks
from proofsieve.core.proof import Finding
from proofsieve.core.record.chain import begin_review
from proofsieve.core.record.standing import with_verdict
from proofsieve.tests.core.reviewed import note, with_event
from proofsieve.tests.factories import synthetic_audit


def saying(text: str) -> Audit:
    audit = begin_review(with_verdict(synthetic_audit(3)))
    return replace(audit, findings=(Finding(kind="note", message=text, about=""),))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("-----BEGIN OPENSSH PRIVATE KEY-----\nb3Blbn", LeakKind.KEY),
        ("-----BEGIN PRIVATE KEY-----", LeakKind.KEY),
        ("-----BEGIN PGP PRIVATE KEY BLOCK-----", LeakKind.KEY),
        ("my key is sk-" + "aB3" * 12, LeakKind.TOKEN),
        ("ghp_" + "a1B2" * 9, LeakKind.TOKEN),
        ("github_pat_" + "a1B2" * 9, LeakKind.TOKEN),
        ("AKIA" + "ABCD1234" * 2, LeakKind.TOKEN),
        ("Authorization: Bearer " + "abc.def-" * 5, LeakKind.TOKEN),
        ("api_key = '" + "0123456789abcdef" * 2 + "'", LeakKind.TOKEN),
        ("eyJ" + "hbGciOiJI" * 2 + ".eyJ" + "zdWIiOiIx" * 2 + "." + "c2lnbmF0" * 3, LeakKind.TOKEN),
        ("see /home/ann/proofs/x.md", LeakKind.HOME),
        ("see /Users/ann/x.md", LeakKind.HOME),
        (r"see C:\Users\ann\x.md", LeakKind.HOME),
        ("ran in /root/.cache", LeakKind.HOME),
        ("write to carl.gauss@uni-goettingen.de, please", LeakKind.EMAIL),
    ],
    ids=range(15),
)
def test_what_looks_like_a_secret_is_found_with_its_place(text: str, kind: LeakKind) -> None:
    (leak,) = find_leaks(saying(text))
    assert (leak.kind, leak.where) == (kind, "findings[0].message")


@pytest.mark.parametrize(
    "text",
    [
        "Let $f@g$ be the map x ↦ a@b, and sk-1 the first skeleton.",
        "the token x of the key lemma; api_key_env gives the name",
        "https://example.org/home/page and /homes/a, 3/root of 2",
        "password: short",
        "\\home{x} \\Users",
    ],
    ids=range(5),
)
def test_mathematics_and_words_are_not(text: str) -> None:
    assert find_leaks(saying(text)) == ()


def test_secrets_are_shown_only_in_part() -> None:
    secret = "sk-" + "aB3" * 12
    (leak,) = find_leaks(saying(secret))
    assert secret not in leak.shown
    assert leak.shown.startswith("sk-aB3")


def test_people_who_review_and_sign_are_meant_to_be_there() -> None:
    audit = saying("by ann@example.org and Bob@example.org")
    assert [leak.shown for leak in find_leaks(audit, meant=["bob@example.org"])] == ["ann@example.org"]
    assert find_leaks(with_event(audit, note(audit)), meant=["bob@example.org"]) == ()


def test_a_source_in_base64_is_looked_into_and_each_thing_is_listed_once() -> None:
    audit = saying("x")
    raw = b"\xff mail zoe@example.net zoe@example.net"
    source = replace(audit.proof.sources[0], text=None, base64=base64.b64encode(raw).decode())
    (leak,) = find_leaks(replace(audit, proof=replace(audit.proof, sources=(source,))))
    assert (leak.where, leak.shown) == ("proof.sources[0].base64", "zoe@example.net")


@pytest.mark.parametrize(
    "part", ["-eyJ", "eyJ.", "a@", "a.", "/home/", "secret=", "Bearer ", "sk-", "x@a.", "-----BEGIN "]
)
def test_text_that_is_made_to_be_searched_for_long_is_not(part: str) -> None:
    """Quadratic patterns would take hours here, and the suite's time limit ends them."""
    find_leaks(saying(part * (2_000_000 // len(part))))


def test_the_examples_hold_nothing(root) -> None:  # type: ignore[no-untyped-def]
    for path in sorted((root / "examples").glob("*.md")):
        assert find_leaks(proofsieve.audit(proofsieve.read_proof(path))) == (), path.name
