"""Cassettes: every question of one run with what came of it, in one file; the run again without a network."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

import orjson

from ..core.errors import StoreFailed
from ..core.record.durable import replace_file, try_folder
from ..core.record.jsonform import indented
from ..core.value import value
from .recording import read_record
from .requests import Fault, Record

FORMAT = "proofsieve/cassette/1"
MAX_BYTES = 256 * 2**20


@value
class Cassette:
    """``records`` by key. ``ended``: what stopped the run before its end (its budget, the endpoint), or None."""

    records: Mapping[str, Record]
    ended: Fault | None = None


def write_cassette(path: Path, records: Iterable[Record], ended: Fault | None = None) -> None:
    """Write the file whole or not at all: the same run makes the same bytes. Raises StoreFailed and SaveError."""
    ordered = sorted(records, key=lambda record: record.key)
    raw = indented({"format": FORMAT, "ended": ended, "records": ordered})
    if len(raw) > MAX_BYTES:
        raise StoreFailed(
            f"the cassette would have {len(raw):,} bytes; at most {MAX_BYTES:,} are read", where=str(path)
        )
    replace_file(path, raw)


def check_writable(path: Path, *, never: Iterable[Path] = ()) -> None:
    """Find out before a long run that a cassette can be written to ``path``.

    Raises StoreFailed where a file that is no cassette lies there, or that of a run which is one of ``never`` (what the
    run reads, or writes besides), SaveError where nothing can be written there.
    """
    if any(_same(path, other) for other in never):
        raise StoreFailed("the cassette would overwrite what this run needs", where=str(path), hint="name another file")
    try:
        with path.open("rb") as file:
            begins = file.read(2**16)
    except FileNotFoundError:
        begins = b""
    except OSError as error:
        raise StoreFailed(f"no cassette can be written there: {error.strerror or error}", where=str(path)) from None
    if begins and not (begins.startswith(b'{\n  "ended": ') and f'"format": "{FORMAT}"'.encode() in begins):
        raise StoreFailed(
            "this file is no cassette and is not overwritten", where=str(path), hint="name another file, or remove it"
        )
    try_folder(path)


def _same(path: Path, other: Path) -> bool:
    return os.path.realpath(path) == os.path.realpath(other)


def read_cassette(path: Path) -> Cassette:
    """The cassette in ``path``. Raises StoreFailed with one line for anything that ``write_cassette`` did not write."""
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise StoreFailed(f"the cassette cannot be read: {error.strerror or error}", where=str(path)) from None
    try:
        return _parsed(raw)
    except ValueError as error:
        raise StoreFailed(
            f"this is no cassette: {error}", where=str(path), hint="make one with --cassette FILE, and do not edit it"
        ) from None


def _parsed(raw: bytes) -> Cassette:
    if len(raw) > MAX_BYTES:
        raise ValueError(f"it has more than {MAX_BYTES:,} bytes")
    try:
        document = orjson.loads(raw)
    except orjson.JSONDecodeError as error:
        raise ValueError(f"not JSON: {error}") from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise ValueError(f"its format is not {FORMAT}")
    if set(document) != {"format", "ended", "records"} or not isinstance(document["records"], list):
        raise ValueError("it needs the fields format, ended and records")
    if indented(document) != raw:
        raise ValueError("it was edited or reformatted")
    records = [read_record(orjson.dumps(item)) for item in document["records"]]
    keys = [record.key for record in records]
    if keys != sorted(set(keys)):
        raise ValueError("its records are not sorted, or one stands twice")
    return Cassette(records=dict(zip(keys, records, strict=True)), ended=_ended(document["ended"]))


def _ended(found: object) -> Fault | None:
    from pydantic import TypeAdapter
    from pydantic_core import ValidationError

    try:
        return TypeAdapter(Fault | None).validate_json(orjson.dumps(found), strict=True)
    except ValidationError:
        raise ValueError("its field ended is not what a run writes") from None
