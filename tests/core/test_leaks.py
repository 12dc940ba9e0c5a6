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
        ("http://user:pass4word@localhost:8080/v1", LeakKind.TOKEN),
        ("https://user:pass4word@api.example.com/v1", LeakKind.TOKEN),
        ("http://h.example/v1?api-key=abcd1234efgh", LeakKind.TOKEN),
        ("http://h.example/v1?v=2&key=abcd1234efgh", LeakKind.TOKEN),
        ("http://h.example/v1?sig=abcd1234efgh", LeakKind.TOKEN),
        ("x-api-key: " + "abcd1234" * 3, LeakKind.TOKEN),
        ("OPENAI_API_KEY=" + "abcdefgh" * 2, LeakKind.TOKEN),
        ("aws_secret_access_key = " + "wJalr/K7MD" * 4, LeakKind.TOKEN),
        ("password=Tr0ub4dor&3", LeakKind.TOKEN),
        ("Authorization: Basic dXNlcjpwYXNzd29yZA==", LeakKind.TOKEN),
        ("sk" + "_live_" + "abcdEFGH" * 3, LeakKind.TOKEN),
        ("hf" + "_" + "aB3d" * 9, LeakKind.TOKEN),
        ("see /mnt/c/Users/ann/x.md", LeakKind.HOME),
        ("see /var/home/ann/x.md", LeakKind.HOME),
        (r"see \\server\Users\ann\x.md", LeakKind.HOME),
        ("see ?file=%2Fhome%2Fann%2Fx.md", LeakKind.HOME),
        ("write to carl@exämple.org", LeakKind.EMAIL),
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
    ids=range(32),
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
        "see sk-simplicial-complexes-and-more, sk-connected-components-of-graph",
        "gsk-what-is-this-long-name-for, xai-something-rather-long-here, hf-theorem-about-something-else",
        "a secret: a sharing scheme with threshold 3; token: \\frac{1}{2}+\\frac{3}{4}+\\frac{5}{6}",
        "the ratio a//b:c, the key: a = b, f(x)&=g(x)&key=value",
    ],
    ids=range(9),
)
def test_mathematics_and_words_are_not(text: str) -> None:
    assert find_leaks(saying(text)) == ()


def test_secrets_are_shown_only_in_part() -> None:
    secret = "sk-" + "aB3" * 12
    (leak,) = find_leaks(saying(secret))
    assert secret not in leak.shown
    assert leak.shown.startswith("sk-aB3")


def test_a_password_in_an_address_is_not_shown_as_a_name_of_a_person() -> None:
    (leak,) = find_leaks(saying("https://user:hunter2pass@api.example.com/v1"))
    assert "hunter2" not in leak.shown
    found = find_leaks(saying("https://u:p4ssw0rd@a.example.com/ and ann@example.org"))
    assert [leak.kind for leak in found] == [LeakKind.TOKEN, LeakKind.EMAIL]


def test_names_of_fields_and_text_in_utf_16_are_looked_into() -> None:
    audit = saying("x")
    timed = replace(audit, timings=replace(audit.timings, elapsed_ms={"/home/ann/x": 1}))
    assert [leak.where for leak in find_leaks(timed)] == ["timings.elapsed_ms (a name in it)"]
    raw = base64.b64encode("mail zoe@example.net".encode("utf-16")).decode()
    source = replace(audit.proof.sources[0], text=None, base64=raw)
    (leak,) = find_leaks(replace(audit, proof=replace(audit.proof, sources=(source,))))
    assert leak.shown == "zoe@example.net"


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
    "part",
    [
        "-eyJ",
        "eyJ.",
        "a@",
        "a.",
        "/home/",
        "secret=",
        "Bearer ",
        "sk-",
        "x@a.",
        "-----BEGIN ",
        "//a:",
        "//",
        "?key=",
        "&token",
        "password=",
        "sk-a1",
        "/a/home/",
        "api-key:",
    ],
)
def test_text_that_is_made_to_be_searched_for_long_is_not(part: str) -> None:
    """Quadratic patterns would take hours here, and the suite's time limit ends them."""
    find_leaks(saying(part * (2_000_000 // len(part))))


def test_the_examples_hold_nothing(root) -> None:  # type: ignore[no-untyped-def]
    for path in sorted((root / "examples").glob("*.md")):
        assert find_leaks(proofsieve.audit(proofsieve.read_proof(path))) == (), path.name
