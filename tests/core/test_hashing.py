"""Content hashes: RFC 8785 to the byte, by whichever writer."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from proofsieve.core.hashing import digest, plain
from proofsieve.core.record.jsonform import compact, indented
from proofsieve.core.value import value
from proofsieve.tests.factories import synthetic_audit

TEXT = st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=10)
THINGS = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | TEXT
    | st.floats(allow_nan=False, width=32)
    # Infinity is no number of JSON.
    .filter(lambda number: abs(number) != float("inf")),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.tuples(inner, inner)
        | st.dictionaries(st.from_regex(r"[a-z_]{1,5}", fullmatch=True), inner, max_size=3)
    ),
    max_leaves=10,
)


@given(THINGS)
def test_a_digest_is_over_rfc_8785(thing: Any) -> None:
    assert digest("d/v1", thing) == hashlib.sha256(b"d/v1\0" + rfc8785.dumps(plain(thing))).hexdigest()


def test_a_digest_of_values_is_that_of_their_fields() -> None:
    audit = synthetic_audit(12, hostile="1.5e3 \u2028 é")
    assert digest("d", audit) == hashlib.sha256(b"d\0" + rfc8785.dumps(plain(audit))).hexdigest()


@value
class _Empty:
    """A value without fields."""


@value
class _Pair:
    """A value that holds anything."""

    left: Any
    right: Any = None


@pytest.mark.parametrize("thing", [_Empty(), _Pair(left=1.0), _Pair(left=(1, [{"a": 2.0}])), _Pair(left=_Empty())])
def test_a_digest_of_a_value_is_that_of_its_fields_floats_included(thing: Any) -> None:
    assert digest("d", thing) == hashlib.sha256(b"d\0" + rfc8785.dumps(plain(thing))).hexdigest()


@pytest.mark.parametrize(
    "thing",
    ["a \ud800", {"a": ["\udc80"]}, {"\ud800": 1}, float("inf"), [float("nan")], 2**53, {"a": object()}],
    ids=["half", "half inside", "half key", "infinity", "nan", "too large", "an object"],
)
def test_what_json_cannot_hold_has_no_digest(thing: Any) -> None:
    with pytest.raises(ValueError, match=r"."):
        digest("d", thing)


@value
class _Interrupted:
    """A value whose reading is interrupted, as by Ctrl-C at that moment."""

    word: str = "x"

    def __getattribute__(self, name: str) -> Any:
        if name == "word":
            raise KeyboardInterrupt
        return object.__getattribute__(self, name)


@pytest.mark.parametrize("write", [compact, indented, lambda thing: digest("d", thing)])
def test_an_interrupt_while_writing_stays_an_interrupt(write: Any) -> None:
    with pytest.raises(KeyboardInterrupt):
        write(_Interrupted())
