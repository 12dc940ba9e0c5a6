"""Twenty thousand damaged sources: each is read with exact spans or refused in one line, and nothing else is opened.

The damage is done to real constructs, a piece at a time: cut, doubled, swapped, moved into another source, mixed with
tokens that mean something to a reader. A document is a test, so that workers share them.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from proofsieve.core.decomposition import decompose
from proofsieve.core.errors import ProofSieveError
from proofsieve.core.proof import Proof
from proofsieve.core.readers import read_bytes
from proofsieve.core.rules.growth import grow
from proofsieve.tests.damage import HOSTILE, SOURCES, pieces

EXAMPLES = 20_000
VICTIM = str(Path(__file__).with_name("reading_victim.py"))


def damaged(name: str) -> st.SearchStrategy[bytes]:
    """Sources made from the one called ``name`` by up to six edits of its pieces."""
    parts = pieces(SOURCES[name])
    others = [piece for other, text in SOURCES.items() if other != name for piece in pieces(text)]
    place = st.integers(0, len(parts))
    edit = st.one_of(
        st.tuples(st.just("cut"), place, st.integers(1, 8)),
        st.tuples(st.just("double"), place, st.integers(1, 12)),
        st.tuples(st.just("swap"), place, place),
        st.tuples(st.just("insert"), place, st.sampled_from(HOSTILE)),
        st.tuples(st.just("insert"), place, st.sampled_from(others)),
        st.tuples(st.just("stop"), place, st.just(0)),
    )

    def apply(edits: list[tuple[str, int, int | str]]) -> bytes:
        made = list(parts)
        for kind, at, what in edits:
            at = min(at, len(made))
            if isinstance(what, str):
                made.insert(at, what)
            elif kind == "cut":
                del made[at : at + what]
            elif kind == "double":
                made[at:at] = made[at : at + what] * 2
            elif kind == "swap" and made:
                at, other = min(at, len(made) - 1), min(what, len(made) - 1)
                made[at], made[other] = made[other], made[at]
            elif kind == "stop":
                del made[at:]
        return "".join(made).encode("utf-8", "surrogatepass")

    return st.lists(edit, min_size=1, max_size=6).map(apply)


@pytest.mark.parametrize("name", SOURCES)
def test_a_damaged_source_is_read_with_exact_spans_or_refused_in_one_line(name: str) -> None:
    @settings(
        max_examples=EXAMPLES // len(SOURCES) + 1,
        deadline=2000,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    @given(damaged(name))
    def holds(data: bytes) -> None:
        outcome = outcome_of(data, name)
        if isinstance(outcome, Proof):
            spans_are_exact(outcome)
        else:
            assert "\n" not in outcome
            assert len(outcome) < 2_000

    holds()


def outcome_of(data: bytes, name: str) -> Proof | str:
    """The proof, or why there is none. Any other exception is a fault."""
    try:
        return read_bytes(data, name, proof="#1")
    except ProofSieveError as error:
        return str(error)


def spans_are_exact(proof: Proof) -> None:
    """Every text of the proof, of its context and of its tree stands at its span."""
    assert proof.steps
    assert proof.problem_span is None or proof.quote(proof.problem_span) == proof.problem
    assert all(proof.quote(step.span) == step.text for step in proof.steps)
    assert all(proof.quote(passage.span) == passage.text for passage in proof.context)
    assert all(proof.quote(finding.span) is not None for finding in proof.findings if finding.span)
    tree = grow(proof, decompose(proof).substeps)
    assert all(proof.quote(unit.span) == unit.text for unit in tree.units)


@pytest.mark.parametrize("seed", range(2))
def test_nothing_outside_the_folder_is_opened_whatever_is_included(tmp_path: Path, seed: int) -> None:
    folder = tmp_path / "paper"
    (folder / "deep").mkdir(parents=True)
    (tmp_path / "paper2").mkdir()
    (tmp_path / "secret.tex").write_text("SECRET\n", encoding="utf-8")
    (tmp_path / "paper2" / "x.tex").write_text("SECRET\n", encoding="utf-8")
    (folder / "part.tex").write_text("A part. \\input{deep/part}\n", encoding="utf-8")
    (folder / "deep" / "part.tex").write_text("Deeper. \\input{../secret}\n", encoding="utf-8")
    (folder / "link.tex").symlink_to(tmp_path / "secret.tex")
    (folder / "deep" / "link.tex").symlink_to("../../secret.tex")
    (folder / "links").symlink_to(tmp_path)
    done = subprocess.run(
        [sys.executable, VICTIM, str(folder), str(seed), "1000"], capture_output=True, text=True, timeout=110
    )
    assert done.returncode == 0, done.stderr[-2000:]
    read, touched, outside = done.stdout.split(" ", 2)
    assert int(read) > 500
    assert int(touched) > int(read)
    assert outside.strip() == "[]"
