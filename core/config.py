"""The user's settings file, ``proofsieve/config.toml`` in the folder of settings: read once, checked by whoever needs a
table of it. It holds no key: files are backed up, synced and shown to others."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from .errors import UsageError

MAX_BYTES = 1024 * 1024
TABLES = ("endpoint", "models", "budget", "conventions", "profiles")
"""The tables that some part of the program reads."""


def read_settings_file(path: Path) -> dict[str, Any]:
    """The tables of the file by name; none where there is no file.

    Raises UsageError, in one line, for a file that cannot be read, is no TOML, or holds what nobody reads.
    """
    where = str(path)
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise UsageError(f"the settings cannot be read: {error.strerror or error}", where=where) from None
    if len(raw) > MAX_BYTES:
        raise UsageError(f"the settings have more than {MAX_BYTES:,} bytes", where=where)
    try:
        document = tomllib.loads(raw.decode("utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise UsageError(f"the settings are no TOML: {error}", where=where) from None
    for table, content in document.items():
        if table not in TABLES or not isinstance(content, dict):
            raise unknown(f"[{table}]", [f"[{name}]" for name in TABLES], where)
    return document


def unknown(what: str, known: Iterable[str], where: str) -> UsageError:
    """That ``what`` is not known, and what is."""
    return UsageError(f"{what} is not known", where=where, hint=f"known are {', '.join(known)}")
