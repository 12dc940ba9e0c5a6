"""The store of answers: a SQLite file in the user's cache, shared by all runs and safe to delete.

Each answer is committed as it arrives, before anybody looks at what it says: a run that is killed pays again for the
calls that were in flight and for nothing else. The file holds questions and answers, never a key or a header.
"""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

from ..core.calls import Rung
from ..core.errors import StoreFailed
from .ladder import Abilities
from .recording import MAX_RECORD, read_record, write_record
from .requests import Record

FORMAT = 1

_TABLES = """
CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, record BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS abilities (
    base_url TEXT NOT NULL, model TEXT NOT NULL, rung TEXT NOT NULL, renamed INTEGER NOT NULL, left_out TEXT NOT NULL,
    PRIMARY KEY (base_url, model)
) WITHOUT ROWID;
"""


class Store:
    """Open file of answers. Blocks; used from one thread at a time. Every fault is a StoreFailed with one line."""

    def __init__(self, path: Path, *, wait: float = 10.0) -> None:
        """``wait``: seconds for another process to finish its own write. Raises StoreFailed."""
        self._path = path
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, timeout=wait, isolation_level=None, check_same_thread=False)
        except (OSError, sqlite3.Error) as error:
            raise self._failed(error) from None
        try:
            self._set_up()
        except sqlite3.Error as error:
            self._db.close()
            raise self._failed(error) from None
        except StoreFailed:
            self._db.close()
            raise

    def _set_up(self) -> None:
        (found,) = self._db.execute("PRAGMA user_version").fetchone()
        if found not in (0, FORMAT):
            raise StoreFailed(
                f"the store of answers has format {found}, this version reads {FORMAT}",
                where=str(self._path),
                hint="move it away, or update proofsieve",
            )
        self._db.execute("PRAGMA journal_mode=WAL")
        # What is committed outlives the process; only a crash of the machine may lose the last answers.
        self._db.execute("PRAGMA synchronous=NORMAL")
        if found == 0:
            self._db.executescript(f"BEGIN IMMEDIATE; {_TABLES} PRAGMA user_version={FORMAT}; COMMIT;")

    def get(self, key: str) -> Record | None:
        """The record under ``key``, or None. Raises StoreFailed."""
        try:
            row = self._db.execute("SELECT record FROM answers WHERE key=?", (key,)).fetchone()
            if row is None:
                return None
            record = read_record(bytes(row[0]) if isinstance(row[0], bytes) else str(row[0]).encode())
            if record.key != key:
                raise ValueError(f"the record {key[:12]} holds another question than its key says")
        except (sqlite3.Error, ValueError) as error:
            raise self._failed(error) from None
        return record

    def put(self, record: Record) -> None:
        """Keep ``record``, in place of an older one. It is on disk on return. Raises StoreFailed."""
        raw = write_record(record)
        if len(raw) > MAX_RECORD:
            raise StoreFailed(f"an answer of {len(raw):,} bytes is too large to keep", where=str(self._path))
        try:
            self._db.execute("INSERT OR REPLACE INTO answers VALUES (?, ?)", (record.key, raw))
        except sqlite3.Error as error:
            raise self._failed(error) from None

    def abilities(self, base_url: str, model: str) -> Abilities:
        """What was learnt of a model at an address; the best is assumed of an unknown one. Raises StoreFailed."""
        try:
            row = self._db.execute(
                "SELECT rung, renamed, left_out FROM abilities WHERE base_url=? AND model=?", (base_url, model)
            ).fetchone()
            if row is None:
                return Abilities()
            left_out = json.loads(row[2])
            return Abilities(rung=Rung(row[0]), renamed=bool(row[1]), left_out=tuple(str(name) for name in left_out))
        except (sqlite3.Error, ValueError, TypeError) as error:
            raise self._failed(error) from None

    def learn(self, base_url: str, model: str, abilities: Abilities) -> None:
        """Remember what a model at an address can do. Raises StoreFailed."""
        row = (base_url, model, abilities.rung.value, int(abilities.renamed), json.dumps(sorted(abilities.left_out)))
        try:
            self._db.execute("INSERT OR REPLACE INTO abilities VALUES (?, ?, ?, ?, ?)", row)
        except sqlite3.Error as error:
            raise self._failed(error) from None

    def close(self) -> None:
        """Close the file; safe to call again."""
        self._db.close()

    def _failed(self, error: Exception) -> StoreFailed:
        code = getattr(error, "sqlite_errorname", "")
        if code.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            what, hint = "another process keeps the store of answers locked", "wait for it or end it, and start again"
        elif code.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")) or isinstance(error, ValueError | TypeError):
            what, hint = "the store of answers is damaged", "move the file away; answers are then asked for again"
        elif code.startswith("SQLITE_FULL"):
            what, hint = "the disk is full: an answer could not be kept", "make room and start again"
        elif code.startswith("SQLITE_READONLY"):
            what, hint = "the store of answers cannot be written", "set PROOFSIEVE_CACHE to a folder that can be"
        else:
            what, hint = "the store of answers cannot be used", "set PROOFSIEVE_CACHE to another folder"
        return StoreFailed(f"{what}: {error}", where=str(self._path), hint=hint)
