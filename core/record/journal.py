"""A review session's writer: each event is safe on disk before anyone calls it saved (AUDIT_FORMAT "Saving").

An event is one line appended to X.audit.journal and synced, whatever the size of the audit. From time to time the
audit is folded: written anew as a whole, after which the journal starts anew. Whatever moment the process dies at, the
file and the journal together hold every event that ``append`` returned for, once.
"""

from __future__ import annotations

import os
import re
import threading
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from ..audit import Audit
from ..errors import AuditFileError, SaveError
from ..events import Event
from . import audit_file, canonical, chain, journal_lines, versions
from .chain import short
from .durable import remove_leftovers, replace_file, save_error, sync_folder, write_all
from .event_rules import EventRules
from .journal_lines import JournalHeader, JournalText
from .lock import Lock
from .standing import verdict_fault, verdict_of

_MACHINE_FIELDS = tuple(name for name in Audit.__dataclass_fields__ if name not in chain.NOT_MACHINE)
# In the canonical form no other line can begin like these: a line break inside text is written as \n.
_REVIEW = re.compile(rb'\n  "review": \{\n    "base": "([0-9a-f]{64})",\n')
_SIGNED = re.compile(rb'\n  "signoffs": \[\n')
_HEAD = re.compile(rb'\n    "head": "([0-9a-f]{64})"\n  \}')


class Journal:
    """The one writer of an audit's events, from ``open`` to ``close``. Safe to call from threads.

    ``recovered`` are the events of the journal that the audit given to ``open`` does not hold: the caller extends its
    review with them (none, where ``audit_file.load`` has done so). ``note`` says in words what happened on opening, ""
    if nothing did: a lock taken over, a file of an older version, events found that were saved but not yet folded, a
    torn last line cut.
    """

    recovered: tuple[Event, ...]
    note: str

    def __init__(self, path: Path, audit: Audit, lock: Lock) -> None:
        """Use ``Journal.open``, which takes the lock."""
        self._target = audit_file.target_of(path)
        self._journal = audit_file.journal_path(path)
        self._lock = lock
        self._audit = audit
        self._closed = False
        self._changing = threading.RLock()  # guards what follows
        self._folding = threading.Lock()  # one fold at a time; appends go on meanwhile
        self._descriptor: int | None = None  # None: the journal on disk is written anew by the next append
        self._size = 0
        remove_leftovers(self._target)
        remove_leftovers(self._journal)
        text = audit_file.read_journal(path)
        self.recovered = () if text is None else journal_lines.beyond(text, audit.review, where=str(self._journal))
        self._events = [*audit.review.events, *self.recovered]
        self._rules = EventRules(audit)
        for event in self._events:
            self._rules.take(event)
        raw = audit_file.read_bytes(self._target)
        self._file_seq = self._seq_in(raw)
        self._refuse_unsaved(text)
        notes = [note for note in (lock.note, versions.note_of(raw)) if note]
        if self._unfolded:
            plural = "s" if len(self._unfolded) > 1 else ""
            notes.append(f"{len(self._unfolded)} saved event{plural} recovered from the journal")
        if text is not None:
            if text.torn:
                notes.append(f"an unfinished last line of {text.torn} bytes was cut from the journal")
            if self._unfolded:
                self._reuse(text)
            else:
                self._drop()
        self.note = "; ".join(notes)

    @classmethod
    def open(cls, audit_path: Path, audit: Audit, *, reviewer: str) -> Journal:
        """Take the lock on ``audit_path`` for ``reviewer`` and be ready to append.

        ``audit`` is what was read from there, with or without the journal's events. Raises SaveError where somebody
        else reviews it, it is signed, or the folder cannot be written, AuditFileError where the file is not (any more)
        the one that ``audit`` was read from, or the journal is foreign, reordered or changed: it is left as it is.
        """
        if audit.signoffs:
            raise SaveError(
                "the audit is signed off, and a signed audit does not change",
                where=str(audit_path),
                hint=f"go on in a copy that supersedes it: proofsieve review {audit_path}",
            )
        lock = Lock.take(audit_file.lock_path(audit_path), reviewer=reviewer)
        try:
            return cls(audit_path, audit, lock)
        except BaseException:
            lock.release()
            raise

    @property
    def head(self) -> str:
        """The hash that the next event must follow."""
        return self._events[-1].hash if self._events else self._audit.review.base

    @property
    def seq(self) -> int:
        """The seq of the last event; 0 while there is none."""
        return len(self._events)

    @property
    def unfolded(self) -> int:
        """How many events stand in the journal alone."""
        return len(self._unfolded)

    def append(self, event: Event) -> None:
        """Save one event: when this returns, it is on disk.

        Raises SaveError where it could not be saved, or does not follow the last event; then it does not count, the
        journal is as before, and the same event may be tried again.
        """
        with self._changing:
            self._refuse_closed()
            try:
                fault = chain.link_fault(event, head=self.head, seq=self.seq)
                if fault is None:
                    fault = self._rules.fault(event)
                line = b"" if fault is not None else journal_lines.write_line(event)
            except ValueError as error:
                fault = str(error)
            if fault is not None:
                raise SaveError(f"the event is not saved: {fault}", where=str(self._journal))
            if self._descriptor is None or os.fstat(self._descriptor).st_nlink == 0:  # new, given up, or removed
                self._restart()
            self._append_line(line)
            self._events.append(event)
            self._rules.take(event)

    def fold(self, audit: Audit) -> None:
        """Write ``audit`` as a whole and start the journal anew with the events that came after it, if any.

        ``audit`` must hold the events saved so far, or up to some event after the last fold, on the same machine
        part, and the verdict that they lead to. Raises SaveError; then the old file and the journal still hold
        everything.
        """
        with self._folding:
            with self._changing:
                self._refuse_closed()
                folded = self._position_of(audit)
                self._refuse_changed_file()
            raw = canonical.dump_audit(audit)
            fault = verdict_fault(audit, verdict_of(audit))
            if fault is not None:
                raise SaveError(f"the audit is not folded: {fault}", where=str(self._target))
            replace_file(self._target, raw)
            with self._changing:
                self._file_seq = folded
                # The old journal is still right, only longer than it need be: a failure here loses nothing.
                if self._unfolded:
                    with suppress(SaveError):
                        self._restart()
                else:
                    self._drop()

    def close(self) -> None:
        """Give up the lock. Events that are not folded stay in the journal. Does nothing the second time."""
        with self._folding, self._changing:
            if self._closed:
                return
            self._closed = True
            self._close_descriptor()
            self._lock.release()

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def _unfolded(self) -> list[Event]:
        return self._events[self._file_seq :]

    def _where(self, seq: int) -> str:
        """The head after ``seq`` events."""
        return self._events[seq - 1].hash if seq else self._audit.review.base

    def _seq_in(self, raw: bytes) -> int:
        """How many events the file on disk holds. Raises AuditFileError where it is not the audit we were given."""
        review = self._audit.review
        if _SIGNED.search(raw):  # its base and head are the same: only this tells it from what was read
            raise AuditFileError(
                "the audit was signed off since it was read, and a signed audit does not change",
                where=str(self._target),
                hint=f"go on in a copy that supersedes it: proofsieve review {self._target}",
            )
        base, head = _base_and_head(raw)
        if base == review.base:
            if head == base:
                return 0
            for event in self._events:
                if event.hash == head:
                    return event.seq
        raise AuditFileError(
            f"the file (base {short(base)}, head {short(head)}) is not the audit that was read (base "
            f"{short(review.base)}, head {short(review.head)}): it was changed since",
            where=str(self._target),
            hint="open it again",
        )

    def _refuse_unsaved(self, text: JournalText | None) -> None:
        """Events that only the caller's memory holds would never reach the journal."""
        in_journal = set() if text is None else {event.hash for event in text.events}
        for event in self._unfolded:
            if event.hash not in in_journal:
                raise AuditFileError(
                    f"event {event.seq} of the audit in memory (head {short(self._audit.review.head)}) stands neither "
                    f"in the file (head {short(self._where(self._file_seq))}) nor in its journal",
                    where=str(self._target),
                    hint="open it again",
                )

    def _refuse_closed(self) -> None:
        if self._closed:
            raise SaveError("the review is closed", where=str(self._journal))
        if not self._lock.held():
            raise SaveError(
                "the lock of this review was removed or taken by another; nothing more is saved here",
                where=str(self._lock.path),
                hint="close and open the audit again; what was saved is in its journal",
            )

    def _position_of(self, audit: Audit) -> int:
        """How many of our events ``audit`` holds. Raises SaveError where folding it would lose or invent any."""
        fault = None
        same = all(getattr(audit, name) is getattr(self._audit, name) for name in _MACHINE_FIELDS)
        if audit.review.base != self._audit.review.base or not (same or versions.has_its_base(audit)):
            fault = "its machine part is another one"
        seq = len(audit.review.events)
        if fault is None and not self._file_seq <= seq <= self.seq:
            fault = f"it holds {seq} events, the file {self._file_seq} and the journal {self.seq}"
        if fault is None and list(audit.review.events) != self._events[:seq]:
            fault = "its events are not the ones that were saved"
        if fault is None and audit.review.head != self._where(seq):
            fault = "its head is not its last event"
        if fault is not None:
            raise SaveError(f"the audit is not folded: {fault}", where=str(self._target))
        return seq

    def _refuse_changed_file(self) -> None:
        """Overwriting what somebody else put there would lose it. A file that is gone is written again."""
        if not self._target.exists():
            return
        try:
            self._seq_in(audit_file.read_bytes(self._target))
        except AuditFileError as error:
            raise SaveError(
                error.message,
                where=error.where,
                hint=f"move that file away and try again; your events are safe in {self._journal.name}",
            ) from error

    def _append_line(self, line: bytes) -> None:
        assert self._descriptor is not None
        try:
            write_all(self._descriptor, line)
            os.fsync(self._descriptor)
        except BaseException as error:
            self._cut_back()
            if isinstance(error, OSError):
                raise save_error(self._journal, error, what="the event is not saved") from error
            raise
        self._size += len(line)

    def _cut_back(self) -> None:
        """Remove what a failed append may have written. If even that fails, the next append writes all anew."""
        assert self._descriptor is not None
        try:
            os.ftruncate(self._descriptor, self._size)
            os.fsync(self._descriptor)
        except OSError:
            self._close_descriptor()

    def _restart(self) -> None:
        """Write the journal anew with the unfolded events, and open it for appending."""
        header = JournalHeader(base=self._audit.review.base, head=self._where(self._file_seq))
        raw = journal_lines.write_lines(header, tuple(self._unfolded))
        self._close_descriptor()
        replace_file(self._journal, raw)
        self._open(len(raw))

    def _reuse(self, text: JournalText) -> None:
        """Go on in the journal that was found, without its torn end."""
        self._open(text.whole)
        assert self._descriptor is not None
        if text.torn:
            try:
                os.ftruncate(self._descriptor, text.whole)
                os.fsync(self._descriptor)
            except OSError as error:
                self._close_descriptor()
                raise save_error(self._journal, error) from error

    def _open(self, size: int) -> None:
        try:
            flags = os.O_WRONLY | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0)
            self._descriptor = os.open(self._journal, flags)
        except OSError as error:
            raise save_error(self._journal, error) from error
        self._size = size

    def _drop(self) -> None:
        """Remove a journal all of whose events are in the file. One that cannot be removed is found to be so later."""
        self._close_descriptor()
        with suppress(OSError):
            self._journal.unlink(missing_ok=True)
            sync_folder(self._journal.parent)

    def _close_descriptor(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def _base_and_head(raw: bytes) -> tuple[str, str]:
    """The review's base and head in a canonical file, found without parsing it; "" where they do not stand there."""
    base = _REVIEW.search(raw)
    head = _HEAD.search(raw, base.end() - 1) if base else None
    if base is None or head is None:
        return "", ""
    return base.group(1).decode(), head.group(1).decode()
