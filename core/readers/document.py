"""Bytes from outside as text that can be cited: decoding, refusals, and spans in raw bytes."""

from __future__ import annotations

import hashlib
import re
import stat
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path

from ..errors import InputError
from ..proof import Source, SourceSpan
from .bounds import MAX_DATA_LINES, refuse_long

MAX_BYTES = 20_000_000
_CHUNK = 1024
_SPLIT = "split it, or take one record out of it"
_DEVICE = "use - for standard input"
_SURROGATE = re.compile("[\ud800-\udfff]")
_LINE_END = re.compile(r"\r\n|\r|\n")

# The byte order marks, longest first: UTF-32-LE begins with the mark of UTF-16-LE.
_MARKS = (
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
_FOREIGN = (
    (b"%PDF-", "a PDF file", "convert it first: pdftotext -layout proof.pdf proof.txt"),
    (b"PK\x03\x04", "a Word or other zipped document", "convert it first: pandoc proof.docx -t markdown -o proof.md"),
    (b"\xd0\xcf\x11\xe0", "an old Word document", "save it as .docx, then: pandoc proof.docx -t markdown -o proof.md"),
    (b"{\\rtf", "a rich text file", "convert it first: pandoc proof.rtf -t markdown -o proof.md"),
    (b"\x89PNG", "a picture", "type the proof as Markdown, LaTeX or JSON"),
    (b"\xff\xd8\xff", "a picture", "type the proof as Markdown, LaTeX or JSON"),
    (b"GIF8", "a picture", "type the proof as Markdown, LaTeX or JSON"),
    (b"\x1f\x8b", "a gzip archive", "unpack it first: gunzip FILE"),
    (b"\x7fELF", "a program", "give a proof as Markdown, LaTeX, JSON or JSONL"),
)
# Share of non-ASCII bytes up to which a text that is not UTF-8 is taken for a Western one with some accents.
_MOST_ACCENTS = 0.1


class Document:
    """A decoded source and its place in ``proof.sources``; turns ranges of code points into spans of bytes.

    The mapping is exact for every stateless encoding: byte offsets are cumulated per 1,024 code points, so that a
    span costs the same wherever it lies.
    """

    def __init__(self, source: Source, number: int, lines: Sequence[int] | None = None) -> None:
        self.source = source
        self.number = number
        self.text = source.text or ""
        self._ascii = self.text.isascii() and source.encoding in ("utf-8", "cp1252", "latin-1")
        self._byte_of_chunk = [0]
        if not self._ascii:
            total = 0
            for start in range(0, len(self.text), _CHUNK):
                total += len(self.text[start : start + _CHUNK].encode(source.encoding))
                self._byte_of_chunk.append(total)
        self._line_starts = line_starts(self.text)
        self._lines = lines

    @classmethod
    def derived(
        cls, text: str, *, name: str, number: int, derived_from: int, lines: Sequence[int] | None = None
    ) -> Document:
        """A text that was decoded from another source (the strings of a record, a note without its quote marks).

        ``lines`` gives for each line of the text its 1-based line in the source it came from (default: the same).
        Lone surrogates, which no file can hold, become U+FFFD.
        """
        clean = without_surrogates(text)
        raw = clean.encode("utf-8")
        digest = hashlib.sha256(raw).hexdigest()
        source = Source(name=name, sha256=digest, encoding="utf-8", text=clean, derived_from=derived_from)
        return cls(source, number, lines)

    def line(self, position: int) -> int:
        """The 1-based line of a code point."""
        line = bisect_right(self._line_starts, position)
        return self._lines[line - 1] if self._lines else line

    def span(self, start: int, end: int) -> SourceSpan:
        """The bytes and lines of the code points ``[start, end)``."""
        return SourceSpan(
            source=self.number,
            start=self._byte(start),
            end=self._byte(end),
            line=self.line(start),
            end_line=self.line(max(start, end - 1)),
        )

    def split(self, start: int, end: int) -> list[tuple[int, int]]:
        """The range itself: it lies in one file."""
        return [(start, end)]

    def _byte(self, position: int) -> int:
        if self._ascii:
            return position
        chunk = position // _CHUNK
        rest = self.text[chunk * _CHUNK : position]
        return self._byte_of_chunk[chunk] + len(rest.encode(self.source.encoding))


def line_starts(text: str) -> list[int]:
    """Where the lines of ``text`` begin; LF, CRLF and CR end them."""
    if "\r" not in text:
        # The same, without a match object for each line.
        starts = list(accumulate(map((1).__add__, map(len, text.split("\n"))), initial=0))
        return starts[:-1]
    return [0, *(match.end() for match in _LINE_END.finditer(text))]


def load(path: Path) -> bytes:
    """The bytes of a file; an :class:`InputError` says why there are none, or too many."""
    where = str(path)
    expected = "give one proof as a .md, .txt, .tex, .json or .jsonl file"
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise InputError("this is a directory, not a file", where=where, hint=expected)
        if not stat.S_ISREG(status.st_mode):
            raise InputError("this is not a regular file", where=where, hint=f"{expected}; {_DEVICE}")
        if status.st_size > MAX_BYTES:
            raise InputError(_too_large(status.st_size), where=where, hint=_SPLIT)
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        raise InputError("there is no such file", where=where, hint=expected) from None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        hint = "check its permissions" if isinstance(error, PermissionError) else expected
        raise InputError(f"cannot be read: {reason}", where=where, hint=hint) from error
    except ValueError:  # a NUL or half a character in the name
        raise InputError("this is no name of a file", where=repr(where), hint=expected) from None
    if len(data) > MAX_BYTES:  # its size was not known before, as of those in /proc
        raise InputError(f"more than {MAX_BYTES:,} bytes, and no more are read", where=where, hint=_SPLIT)
    return data


def decode(data: bytes, name: str, *, number: int = 0, declared: str | None = None) -> tuple[Document, bool]:
    """``data`` as a document, and whether its encoding was guessed.

    UTF-8 is expected; a byte order mark or ``declared`` (a Python codec name) says otherwise. A text that is not UTF-8
    and has few accents is taken as Windows-1252. Raises :class:`InputError` for empty, binary and oversized data and
    for bytes that no reading fits.
    """
    if len(data) > MAX_BYTES:
        raise InputError(_too_large(len(data)), where=name, hint=_SPLIT)
    if not data.strip():
        raise InputError("the file is empty", where=name, hint="expected a problem and a proof")
    for magic, what, hint in _FOREIGN:
        if data.startswith(magic):
            raise InputError(f"this is {what}, not text", where=name, hint=hint)
    encoding = next((codec for mark, codec in _MARKS if data.startswith(mark)), None)
    if encoding is None and b"\0" in data:
        raise InputError(f"binary data: a NUL byte at offset {data.index(0)}", where=name, hint=_nul_hint(data))
    for codec in (encoding,) if encoding else ("utf-8", declared):
        document = _document(data, name, number, codec) if codec else None
        if document is not None and not document.text.strip("\ufeff \t\r\n"):
            raise InputError("the file is empty", where=name, hint="expected a problem and a proof")
        if document is not None:
            return document, False
    if encoding is None and declared is None and _looks_western(data):
        document = _document(data, name, number, "cp1252")
        if document is not None:
            return document, True
    place = _first_bad_byte(data, encoding or "utf-8")
    raise InputError(
        f"not valid {(encoding or declared or 'utf-8').upper()}: byte 0x{data[place]:02X} at offset {place}",
        where=name,
        hint="convert it first: iconv -f ITS-ENCODING -t UTF-8 FILE > FILE.utf8",
    )


def _document(data: bytes, name: str, number: int, codec: str) -> Document | None:
    """The document if ``codec`` decodes the data and gives the same bytes back."""
    try:
        text = data.decode(codec)
        if text.encode(codec) != data:
            return None
    except (UnicodeError, LookupError):
        return None
    refuse_long(text, name, most=MAX_DATA_LINES)
    digest = hashlib.sha256(data).hexdigest()
    return Document(Source(name=readable(name), sha256=digest, encoding=codec, text=text), number)


def readable(name: str) -> str:
    """A name that UTF-8 can hold: a byte of a file's name that could not be decoded is shown as "\\xe9"."""
    return _SURROGATE.sub(_escape, name)


def _escape(match: re.Match[str]) -> str:
    code = ord(match.group())
    return f"\\x{code - 0xDC00:02x}" if 0xDC80 <= code <= 0xDCFF else f"\\u{code:04x}"


def has_surrogates(text: str) -> bool:
    """Whether ``text`` holds half a character."""
    return _SURROGATE.search(text) is not None


def without_surrogates(text: str) -> str:
    """``text`` with U+FFFD for each lone surrogate, which JSON can write and no file can hold."""
    return _SURROGATE.sub("\ufffd", text)


def _looks_western(data: bytes) -> bool:
    """Few accents, and none of them valid UTF-8: a broken UTF-8 file is not read as something else."""
    decoded = data.decode("utf-8", "surrogateescape")
    if any(char >= "\x80" and not "\udc80" <= char <= "\udcff" for char in decoded):
        return False
    high = sum(1 for byte in data if byte >= 0x80)
    return high <= max(1, len(data) * _MOST_ACCENTS)


def _first_bad_byte(data: bytes, codec: str) -> int:
    try:
        data.decode(codec)
    except UnicodeDecodeError as error:
        return min(error.start, len(data) - 1)
    return 0


def _nul_hint(data: bytes) -> str:
    head = data[:2000]
    for codec, offset in (("UTF-16LE", 1), ("UTF-16BE", 0)):
        if head[offset::2].count(0) > len(head) // 3:
            return f"if it is text, convert it: iconv -f {codec} -t UTF-8 FILE > FILE.utf8"
    return "expected text: Markdown, LaTeX, JSON or JSONL"


def _too_large(size: int) -> str:
    return f"{size:,} bytes are more than the {MAX_BYTES:,} that are read"
