"""The journal: append, recovery, folding, and what it does when the disk does not do its part."""

from __future__ import annotations

import errno
import os
import stat
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from proofsieve.core.audit import Audit
from proofsieve.core.errors import AuditFileError, SaveError
from proofsieve.core.events import Event, NoteEvent, UndoEvent
from proofsieve.core.record import audit_file, canonical, chain
from proofsieve.core.record import journal as journal_module
from proofsieve.core.record.journal import Journal
from proofsieve.tests.core.reviewed import AT, fresh_audit, note, note_after, one_of_each, with_event, with_notes


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "x.audit.json"
    audit_file.save_new(path, fresh_audit())
    return path


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    journal = Journal.open(path, audit_file.load(path), reviewer="ann")
    yield journal
    journal.close()


def add(journal: Journal, text: str = "look here") -> NoteEvent:
    """Append one note and return it."""
    event = note_after(journal.head, journal.seq, text)
    journal.append(event)
    return event


def names(path: Path) -> list[str]:
    return sorted(file.name for file in path.parent.iterdir())


def review_and_leave(path: Path, count: int) -> Audit:
    """A review of ``count`` notes that are left in the journal; the audit with them."""
    audit = audit_file.load(path)
    with Journal.open(path, audit, reviewer="ann") as journal:
        events = [add(journal, f"note {number}") for number in range(count)]
    return replace(audit, review=chain.extend(audit.review, events))


# Saving


def test_a_review_without_events_leaves_nothing_behind(path: Path) -> None:
    with Journal.open(path, audit_file.load(path), reviewer="ann") as journal:
        assert names(path) == ["x.audit.json", "x.audit.lock"]
        assert journal.note == ""
        assert journal.recovered == ()
    assert names(path) == ["x.audit.json"]


def test_an_appended_event_is_one_line_and_is_seen_by_whoever_loads(path: Path, journal: Journal) -> None:
    audit = audit_file.load(path)
    before = path.read_bytes()
    first, second = add(journal), add(journal, "two\nlines")
    assert path.read_bytes() == before
    assert audit_file.journal_path(path).read_bytes().count(b"\n") == 3
    assert audit_file.load(path).review.events == (first, second)
    assert audit_file.load(path) == replace(audit, review=chain.extend(audit.review, [first, second]))


def test_events_of_every_kind_come_back_from_the_journal(path: Path, journal: Journal) -> None:
    audit = one_of_each(audit_file.load(path))
    for event in audit.review.events:
        journal.append(event)
    assert audit_file.load(path) == audit


def test_a_fold_puts_all_into_the_file_and_starts_the_journal_anew(path: Path, journal: Journal) -> None:
    audit = audit_file.load(path)
    audit = replace(audit, review=chain.extend(audit.review, [add(journal), add(journal)]))
    journal.fold(audit)
    assert canonical.load_audit_bytes(path.read_bytes(), where="x") == audit
    assert names(path) == ["x.audit.json", "x.audit.lock"]
    third = add(journal)
    assert journal.unfolded == 1
    assert audit_file.load(path) == with_event(audit, third)


def test_a_fold_keeps_the_mode_of_the_file(path: Path, journal: Journal) -> None:
    path.chmod(0o640)
    journal.fold(audit_file.load(path))
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_fold_through_a_symbolic_link_keeps_the_link_and_one_lock_for_both_names(path: Path, tmp_path: Path) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    link = folder / "mine.audit.json"
    link.symlink_to(path)
    audit = audit_file.load(link)
    with Journal.open(link, audit, reviewer="ann") as journal:
        with pytest.raises(SaveError, match="is reviewing this audit"):
            Journal.open(path, audit, reviewer="bob")
        event = add(journal)
        assert audit_file.load(path).review.events == (event,)
        journal.fold(with_event(audit, event))
    assert link.is_symlink()
    assert sorted(file.name for file in folder.iterdir()) == ["mine.audit.json"]
    assert len(canonical.load_audit_bytes(path.read_bytes(), where="x").review.events) == 1


def test_closing_twice_is_closing_once(path: Path) -> None:
    journal = Journal.open(path, audit_file.load(path), reviewer="ann")
    journal.close()
    with Journal.open(path, audit_file.load(path), reviewer="bob"):
        journal.close()
        assert audit_file.lock_path(path).exists()
    with pytest.raises(SaveError, match="the review is closed"):
        add(journal)


def test_an_event_out_of_place_is_not_saved(path: Path, journal: Journal) -> None:
    audit = audit_file.load(path)
    first = note(audit)
    second = note(with_event(audit, first))
    with pytest.raises(SaveError, match="event 2 stands where event 1 belongs"):
        journal.append(second)
    with pytest.raises(SaveError, match="event 1 was changed"):
        journal.append(replace(first, text="other"))
    journal.append(first)
    with pytest.raises(SaveError, match="event 1 stands where event 2 belongs"):
        journal.append(first)
    assert audit_file.load(path).review.events == (first,)


def test_an_event_about_nothing_is_not_saved(path: Path, journal: Journal) -> None:
    audit = audit_file.load(path)
    with pytest.raises(SaveError, match="there is no unit 'u99'"):
        journal.append(note(audit, unit="u99"))
    undo = chain.make_event(UndoEvent, prev=journal.head, seq=1, at=AT, reviewer="ann", target=1)
    with pytest.raises(SaveError, match="no decision, note, flag or edit 1"):
        journal.append(undo)
    assert audit_file.load(path) == audit


def test_an_event_that_cannot_be_read_back_is_not_saved(path: Path, journal: Journal) -> None:
    with pytest.raises(SaveError, match="at most"):
        add(journal, "x" * 2**20)
    broken = replace(note(audit_file.load(path)), text="\ud800")
    with pytest.raises(SaveError, match="surrogate"):
        journal.append(broken)
    assert audit_file.load(path).review.events == ()


def test_a_writer_whose_lock_was_taken_saves_nothing_more(path: Path, journal: Journal) -> None:
    audit = audit_file.load(path)
    kept = add(journal)
    audit_file.lock_path(path).unlink()
    with pytest.raises(SaveError, match="the lock of this review was removed or taken by another"):
        add(journal, "too late")
    with Journal.open(path, audit, reviewer="bob") as other:
        assert other.recovered == (kept,)
        with pytest.raises(SaveError, match="removed or taken by another"):
            journal.fold(with_event(audit, kept))
        journal.close()
        second = add(other, "bob's")
    assert audit_file.load(path).review.events == (kept, second)


# Folding what is not ours


def test_a_fold_of_an_audit_without_the_saved_events_is_refused(path: Path, journal: Journal) -> None:
    audit = audit_file.load(path)
    event = add(journal)
    journal.fold(with_event(audit, event))
    with pytest.raises(SaveError, match="it holds 0 events, the file 1"):
        journal.fold(audit)
    invented = with_event(with_event(audit, event), note(with_event(audit, event)))
    with pytest.raises(SaveError, match="it holds 2 events"):
        journal.fold(invented)
    assert audit_file.load(path).review.events == (event,)


def test_a_fold_of_other_events_or_another_machine_part_is_refused(path: Path, journal: Journal) -> None:
    audit = audit_file.load(path)
    event = add(journal)
    with pytest.raises(SaveError, match="not the ones that were saved"):
        journal.fold(with_event(audit, note(audit, "another")))
    with pytest.raises(SaveError, match="machine part is another one"):
        journal.fold(with_event(replace(audit, risks=()), event))
    with pytest.raises(SaveError, match="head is not its last event"):
        journal.fold(replace(audit, review=replace(audit.review, events=(event,))))
    assert audit_file.load(path) == with_event(audit, event)


def test_an_equal_machine_part_need_not_be_the_same_object(path: Path, journal: Journal) -> None:
    event = add(journal)
    journal.fold(audit_file.load(path))
    assert canonical.load_audit_bytes(path.read_bytes(), where="x").review.events == (event,)


def test_a_file_that_was_changed_under_the_review_is_not_overwritten(path: Path, journal: Journal) -> None:
    audit = audit_file.load(path)
    event = add(journal)
    foreign = canonical.dump_audit(with_notes(fresh_audit(7), 1))
    path.write_bytes(foreign)
    with pytest.raises(SaveError, match="it was changed since") as caught:
        journal.fold(with_event(audit, event))
    assert "your events are safe in x.audit.journal" in str(caught.value)
    assert path.read_bytes() == foreign
    path.unlink()
    journal.fold(with_event(audit, event))
    assert audit_file.load(path) == with_event(audit, event)


def test_events_that_come_while_a_fold_writes_stay_in_the_journal(
    path: Path, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    audit = audit_file.load(path)
    audit = with_event(audit, add(journal))
    late: list[Event] = []
    write = journal_module.replace_file

    def slow_write(target: Path, raw: bytes) -> None:
        if target == path:
            writer = threading.Thread(target=lambda: late.append(add(journal, "late")))
            writer.start()
            writer.join()
        write(target, raw)

    monkeypatch.setattr(journal_module, "replace_file", slow_write)
    journal.fold(audit)
    assert canonical.load_audit_bytes(path.read_bytes(), where="x") == audit
    assert journal.unfolded == 1
    assert audit_file.load(path) == with_event(audit, late[0])
    add(journal)
    assert audit_file.load(path).review.events[-1].seq == 3


# Recovery


def test_events_left_in_the_journal_are_recovered_for_an_audit_without_them(path: Path) -> None:
    unfolded = canonical.load_audit_bytes(path.read_bytes(), where="x")
    reviewed = review_and_leave(path, 3)
    with Journal.open(path, unfolded, reviewer="ann") as journal:
        assert journal.recovered == reviewed.review.events
        assert journal.note == "3 saved events recovered from the journal"
        event = add(journal)
    assert audit_file.load(path) == with_event(reviewed, event)


def test_events_that_loading_has_replayed_are_not_recovered_again(path: Path) -> None:
    reviewed = review_and_leave(path, 1)
    with Journal.open(path, audit_file.load(path), reviewer="ann") as journal:
        assert journal.recovered == ()
        assert journal.note == "1 saved event recovered from the journal"
        journal.fold(reviewed)
    assert canonical.load_audit_bytes(path.read_bytes(), where="x") == reviewed


def test_a_journal_that_outlived_its_fold_is_not_replayed_again(path: Path) -> None:
    reviewed = review_and_leave(path, 3)
    path.write_bytes(canonical.dump_audit(reviewed))
    assert audit_file.load(path) == reviewed
    with Journal.open(path, reviewed, reviewer="ann") as journal:
        assert journal.recovered == ()
        assert journal.note == ""
        event = add(journal)
    assert audit_file.load(path) == with_event(reviewed, event)


def test_a_journal_of_which_a_fold_took_only_a_part_is_replayed_from_there(path: Path) -> None:
    base = audit_file.load(path)
    reviewed = review_and_leave(path, 3)
    first = replace(base, review=chain.extend(base.review, reviewed.review.events[:1]))
    path.write_bytes(canonical.dump_audit(first))
    assert audit_file.load(path) == reviewed
    with Journal.open(path, first, reviewer="ann") as journal:
        assert journal.recovered == reviewed.review.events[1:]


def test_a_last_line_torn_at_any_byte_is_cut_and_reported(path: Path) -> None:
    reviewed = review_and_leave(path, 3)
    beside = audit_file.journal_path(path)
    whole = beside.read_bytes()
    start = whole[:-1].rindex(b"\n") + 1
    shorter = replace(
        reviewed,
        review=replace(reviewed.review, events=reviewed.review.events[:2], head=reviewed.review.events[1].hash),
    )
    for end in range(start + 1, len(whole)):
        beside.write_bytes(whole[:end])
        assert audit_file.load(path) == shorter, end
        assert beside.read_bytes() == whole[:end]
        with Journal.open(path, shorter, reviewer="ann") as journal:
            assert journal.note == (
                "2 saved events recovered from the journal; "
                f"an unfinished last line of {end - start} bytes was cut from the journal"
            )
            assert beside.read_bytes() == whole[:start]
            assert journal.seq == 2
    with Journal.open(path, shorter, reviewer="ann") as journal:
        add(journal)
    assert audit_file.load(path).review.events[:2] == shorter.review.events


def test_a_torn_first_line_is_an_empty_journal(path: Path) -> None:
    review_and_leave(path, 1)
    beside = audit_file.journal_path(path)
    header = beside.read_bytes().split(b"\n")[0]
    for end in range(len(header) + 1):
        beside.write_bytes(header[:end])
        assert audit_file.load(path).review.events == ()
        with Journal.open(path, audit_file.load(path), reviewer="ann") as journal:
            event = add(journal)
            assert audit_file.load(path).review.events == (event,)
        beside.unlink()


def test_a_tail_of_zeros_is_cut(path: Path) -> None:
    reviewed = review_and_leave(path, 2)
    with audit_file.journal_path(path).open("ab") as file:
        file.write(b"\0" * 512)
    assert audit_file.load(path) == reviewed


# Journals that do not fit


def spoil_lines(edit: Callable[[list[bytes]], Any]) -> Callable[[Path], None]:
    """An edit of the lines of a journal: 0 is its header, 1 the first event."""

    def spoil(path: Path) -> None:
        beside = audit_file.journal_path(path)
        lines = beside.read_bytes().splitlines(keepends=True)
        edit(lines)
        beside.write_bytes(b"".join(lines))

    return spoil


def swap(lines: list[bytes]) -> None:
    lines[2], lines[3] = lines[3], lines[2]


def from_another_audit(path: Path) -> None:
    other = path.with_name("y.audit.json")
    audit_file.save_new(other, fresh_audit(5))
    review_and_leave(other, 2)
    audit_file.journal_path(other).rename(audit_file.journal_path(path))


def from_another_copy(path: Path) -> None:
    """A journal that starts after events which this copy never had."""
    other = path.with_name("y.audit.json")
    other.write_bytes(path.read_bytes())
    audit = audit_file.load(other)
    with Journal.open(other, audit, reviewer="bob") as journal:
        journal.fold(with_event(audit, add(journal, "bob's")))
        add(journal, "bob's second")
    audit_file.journal_path(other).rename(audit_file.journal_path(path))


def folded_otherwise(path: Path) -> None:
    """The file was folded with other events than the journal holds."""
    path.write_bytes(canonical.dump_audit(with_notes(fresh_audit(), 2)))
    beside = audit_file.journal_path(path)
    lines = beside.read_bytes().splitlines(keepends=True)
    other = note(fresh_audit(), "quite another")
    beside.write_bytes(lines[0] + journal_module.journal_lines.write_line(other))


MISFITS: dict[str, tuple[Callable[[Path], None], str]] = {
    "of another audit": (from_another_audit, r"another machine part \(base [0-9a-f]{12}\) than the audit \(base"),
    "of another copy": (from_another_copy, r"starts at head [0-9a-f]{12}, which the audit with head [0-9a-f]{12}"),
    "folded otherwise": (
        folded_otherwise,
        r"event 1 of the journal \(head [0-9a-f]{12}\) is another .*\(head [0-9a-f]{12}",
    ),
    "reordered": (
        spoil_lines(swap),
        r"\(head [0-9a-f]{12}\) does not follow .* \(head [0-9a-f]{12}\): .*event 3 stands",
    ),
    "event left out": (
        spoil_lines(lambda lines: lines.pop(2)),
        r"head [0-9a-f]{12}.*head [0-9a-f]{12}.*event 3 stands",
    ),
    "event doubled": (spoil_lines(lambda lines: lines.insert(2, lines[1])), "event 1 stands where event 2 belongs"),
    "event edited": (
        spoil_lines(lambda lines: lines.__setitem__(2, lines[2].replace(b"note 1", b"note X"))),
        "event 2 was changed",
    ),
    "header left out": (spoil_lines(lambda lines: lines.pop(0)), "line 1: not the journal's first line"),
    "newer form": (
        spoil_lines(lambda lines: lines.__setitem__(0, lines[0].replace(b"journal/1", b"journal/2"))),
        "line 1: the journal has the form 'proofsieve/journal/2'",
    ),
    "blank line": (spoil_lines(lambda lines: lines.insert(2, b"\n")), "line 3: not an event"),
    "garbage": (spoil_lines(lambda lines: lines.insert(2, b"\x1b[2J\xff\n")), "line 3: not an event"),
    "spaces": (
        spoil_lines(lambda lines: lines.__setitem__(1, lines[1].replace(b":", b": ", 1))),
        "line 2: not written as the writer writes it",
    ),
    "unknown kind": (
        spoil_lines(lambda lines: lines.__setitem__(1, lines[1].replace(b'"note"', b'"erase"'))),
        "line 2: not an event: kind: 'erase' is no kind of event",
    ),
    "deep": (spoil_lines(lambda lines: lines.insert(1, b"[" * 100_000 + b"\n")), "line 2: not an event"),
    "long": (spoil_lines(lambda lines: lines.insert(1, b"x" * 2**20 + b"\n")), "line 2: longer than"),
}


@pytest.mark.parametrize("name", MISFITS)
def test_a_journal_that_does_not_fit_is_refused_in_one_line_and_left_alone(path: Path, name: str) -> None:
    spoil, says = MISFITS[name]
    plain = fresh_audit()
    review_and_leave(path, 3)
    spoil(path)
    beside = audit_file.journal_path(path)
    file, lines = path.read_bytes(), beside.read_bytes()
    audit = canonical.load_audit_bytes(file, where="x")
    assert audit.review.base == plain.review.base
    with pytest.raises(AuditFileError, match=says) as caught:
        audit_file.load(path)
    assert str(caught.value).isprintable()
    with pytest.raises(AuditFileError, match=says):
        Journal.open(path, audit, reviewer="ann")
    assert (path.read_bytes(), beside.read_bytes()) == (file, lines)
    assert not audit_file.lock_path(path).exists()


def test_a_file_that_changed_since_it_was_read_is_not_reviewed(path: Path) -> None:
    stale = audit_file.load(path)
    with Journal.open(path, stale, reviewer="bob") as journal:
        journal.fold(with_event(stale, add(journal)))
    with pytest.raises(AuditFileError, match=r"head [0-9a-f]{12}\) is not the audit that was read .*head [0-9a-f]{12}"):
        Journal.open(path, stale, reviewer="ann")
    assert len(audit_file.load(path).review.events) == 1


def test_events_that_were_never_saved_are_not_taken_for_saved(path: Path) -> None:
    with pytest.raises(AuditFileError, match="event 1 of the audit in memory"):
        Journal.open(path, with_notes(audit_file.load(path), 1), reviewer="ann")


def test_an_audit_that_was_never_saved_cannot_be_reviewed(tmp_path: Path) -> None:
    with pytest.raises(AuditFileError, match="there is no such file"):
        Journal.open(tmp_path / "none.audit.json", fresh_audit(), reviewer="ann")
    assert list(tmp_path.iterdir()) == []


# Disks that fail


class Disk:
    """Calls of the operating system that fail on demand."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.fails: dict[str, OSError] = {}
        for name in ("write", "fsync", "ftruncate", "replace", "unlink"):
            monkeypatch.setattr(os, name, self._failing(name, getattr(os, name)))

    def _failing(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*args: Any, **named: Any) -> Any:
            if name not in self.fails:
                return call(*args, **named)
            if name == "write":  # a full disk takes a part first
                call(args[0], bytes(args[1])[: len(args[1]) // 2])
            raise self.fails[name]

        return wrapped


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch, journal: Journal) -> Disk:
    """A disk that works until told otherwise, under a journal that is open."""
    return Disk(monkeypatch)


FULL = OSError(errno.ENOSPC, "No space left on device")
BROKEN = OSError(errno.EIO, "Input/output error")
FAILURES = [("write", FULL, "no space left"), ("fsync", BROKEN, "input/output error"), ("fsync", FULL, "no space left")]


@pytest.mark.parametrize(("call", "error", "says"), FAILURES)
def test_an_event_that_the_disk_refuses_does_not_count_and_may_be_tried_again(
    path: Path, journal: Journal, disk: Disk, call: str, error: OSError, says: str
) -> None:
    kept = add(journal)
    before = audit_file.journal_path(path).read_bytes()
    refused = note_after(journal.head, journal.seq, "refused")
    disk.fails[call] = error
    for _ in range(2):
        with pytest.raises(SaveError, match=says):
            journal.append(refused)
        assert audit_file.journal_path(path).read_bytes() == before
        assert journal.seq == 1
    disk.fails.clear()
    assert audit_file.load(path).review.events == (kept,)
    journal.append(refused)
    assert audit_file.load(path).review.events == (kept, refused)


@pytest.mark.parametrize(("call", "error", "says"), FAILURES)
def test_the_first_event_too_is_refused_whole(
    path: Path, journal: Journal, disk: Disk, call: str, error: OSError, says: str
) -> None:
    refused = note_after(journal.head, journal.seq)
    disk.fails[call] = error
    with pytest.raises(SaveError, match=says):
        journal.append(refused)
    disk.fails.clear()
    assert audit_file.load(path).review.events == ()
    assert not [name for name in names(path) if name.endswith(".tmp")]
    journal.append(refused)
    assert audit_file.load(path).review.events == (refused,)


def test_a_journal_that_cannot_even_be_cut_back_is_written_anew(path: Path, journal: Journal, disk: Disk) -> None:
    kept = add(journal)
    disk.fails |= {"write": FULL, "ftruncate": BROKEN}
    with pytest.raises(SaveError, match="no space left"):
        add(journal, "refused")
    assert audit_file.load(path).review.events == (kept,)
    with pytest.raises(SaveError, match="no space left"):
        add(journal, "refused again")
    disk.fails.clear()
    after = add(journal, "after")
    assert audit_file.load(path).review.events == (kept, after)
    assert b"refused" not in audit_file.journal_path(path).read_bytes()


@pytest.mark.parametrize(("call", "error", "says"), [*FAILURES, ("replace", BROKEN, "input/output error")])
def test_a_fold_that_the_disk_refuses_leaves_file_and_journal_as_they_were(
    path: Path, journal: Journal, disk: Disk, call: str, error: OSError, says: str
) -> None:
    audit = with_event(audit_file.load(path), add(journal))
    before = names(path), path.read_bytes(), audit_file.journal_path(path).read_bytes()
    disk.fails[call] = error
    with pytest.raises(SaveError, match=says):
        journal.fold(audit)
    assert (names(path), path.read_bytes(), audit_file.journal_path(path).read_bytes()) == before
    disk.fails.clear()
    audit = with_event(audit, add(journal, "more"))
    journal.fold(audit)
    assert canonical.load_audit_bytes(path.read_bytes(), where="x") == audit


def test_a_folder_that_cannot_be_synced_after_the_rename_makes_the_fold_fail_but_loses_nothing(
    path: Path, journal: Journal, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    audit = with_event(audit_file.load(path), add(journal))
    sync = os.fsync
    calls = [0]

    def second_fails(descriptor: int) -> None:
        calls[0] += 1
        if calls[0] == 2:
            raise BROKEN
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", second_fails)
    with pytest.raises(SaveError, match="input/output error"):
        journal.fold(audit)
    assert audit_file.load(path) == audit
    audit = with_event(audit, add(journal))
    journal.fold(audit)
    assert canonical.load_audit_bytes(path.read_bytes(), where="x") == audit


def test_a_share_that_cannot_sync_folders_is_good_enough(
    path: Path, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    sync = os.fsync

    def files_only(descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "Invalid argument")
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", files_only)
    audit = with_event(audit_file.load(path), add(journal))
    journal.fold(audit)
    assert canonical.load_audit_bytes(path.read_bytes(), where="x") == audit


def test_a_journal_that_cannot_be_removed_after_a_fold_is_harmless(path: Path, journal: Journal, disk: Disk) -> None:
    audit = with_event(audit_file.load(path), add(journal))
    disk.fails["unlink"] = BROKEN
    journal.fold(audit)
    assert audit_file.load(path) == audit
    disk.fails.clear()
    audit = with_event(audit, add(journal))
    assert audit_file.load(path) == audit


def test_a_journal_that_somebody_deletes_is_written_anew_with_the_next_event(path: Path, journal: Journal) -> None:
    first = add(journal)
    audit_file.journal_path(path).unlink()
    second = add(journal)
    assert audit_file.load(path).review.events == (first, second)


def test_files_that_a_killed_writer_left_are_removed_on_opening(path: Path) -> None:
    for name in (".x.audit.json.77.00ff.tmp", ".x.audit.journal.77.00ff.tmp", ".y.audit.json.77.00ff.tmp"):
        (path.parent / name).write_bytes(b"half")
    with Journal.open(path, audit_file.load(path), reviewer="ann"):
        assert names(path) == [".y.audit.json.77.00ff.tmp", "x.audit.json", "x.audit.lock"]
