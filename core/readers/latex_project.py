"""A LaTeX project: the main file, what it includes from its own folder, and the text they make together."""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from itertools import pairwise
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from ..errors import InputError
from ..proof import Finding, Source, SourceSpan
from .document import MAX_BYTES, Document, decode, line_starts, load, readable
from .encodings import declared_encoding
from .latex_clean import Cleaned, Figure, Use, clean
from .latex_definitions import Definitions
from .latex_expansion import Expansion, TooMuch
from .latex_groups import Groups
from .mapped import Builder, Mapped

_INCLUDE = re.compile(
    r"\\(?P<command>input|include|subfile|subfileinclude|import|subimport)(?![A-Za-z@])[ \t]*"
    r"(?:\{(?P<braced>[^{}\r\n]{1,300})\}(?:[ \t]*\{(?P<second>[^{}\r\n]{1,300})\})?|(?P<bare>[^\s{}\\%]{1,300}))"
)
_DOCUMENT = re.compile(r"\\begin[ \t]*\{document\}")
_MOST_FILES = 200
_MOST_DEPTH = 30


class Part(NamedTuple):
    """A stretch of the whole text: it begins at ``start`` there and at ``offset`` in ``document``."""

    start: int
    document: Document
    offset: int


class Noted(NamedTuple):
    """A figure or a ``\\uses`` at a position of the whole text, with the place in the file that held it."""

    position: int
    what: Figure | Use
    span: SourceSpan | None


class Project:
    """The whole text, and for each of its positions the file it came from."""

    def __init__(self) -> None:
        self.text = ""
        self.sources: list[Source] = []
        self.definitions = Definitions()
        self.findings: list[Finding] = []
        self.notes: list[Noted] = []
        self.parts: list[Part] = []
        self._starts: list[int] = []

    def finish(self, text: str, parts: list[Part]) -> None:
        self.text = text
        self.parts = parts
        self._starts = [part.start for part in parts]

    def line(self, position: int) -> int:
        """The line of a position in its own file."""
        part = self._part(position)
        return part.document.line(min(position - part.start + part.offset, len(part.document.text)))

    def span(self, start: int, end: int) -> SourceSpan:
        """The bytes of ``[start, end)``, which must lie in one part (see :meth:`split`)."""
        part = self._part(start)
        shift = part.offset - part.start
        return part.document.span(start + shift, end + shift)

    def split(self, start: int, end: int) -> list[tuple[int, int]]:
        """``[start, end)`` cut where one file stops and another goes on."""
        first = bisect_right(self._starts, start)
        last = bisect_right(self._starts, max(start, end - 1))
        cuts = [start, *self._starts[first:last], end] if first < last else [start, end]
        return [(low, high) for low, high in pairwise(cuts) if low < high and not self.text[low:high].isspace()]

    def _part(self, position: int) -> Part:
        return self.parts[max(0, bisect_right(self._starts, position) - 1)]


class _File(NamedTuple):
    """A file as read and cleaned, with the ranges of the cleaned text that definitions occupy."""

    document: Document
    cleaned: Cleaned
    groups: Groups
    definitions: list[tuple[int, int]]


class _Problem(NamedTuple):
    """Why an include cannot be followed: the finding's kind and words."""

    kind: str
    message: str


def open_project(main: Document, *, folder: Path | None, main_path: Path | None, sources: list[Source]) -> Project:
    """The project whose main file is ``main`` (number 0 in ``sources``, which grows by what is included and derived).

    Included files are looked for relative to ``folder`` and never outside it, whatever links say; without a folder
    nothing is included. What is missing, outside, or includes itself is a finding with its file and line.
    """
    return _Opening(main, folder, main_path, sources).project


class _Opening:
    """Two passes: all files are loaded and their definitions collected, then each is expanded and put in its place."""

    def __init__(self, main: Document, folder: Path | None, main_path: Path | None, sources: list[Source]) -> None:
        self.project = Project()
        self._folder = folder.resolve() if folder else None
        self._sources = sources
        self._files: dict[Path | None, _File | _Problem] = {}
        self._switches: dict[str, bool] = {}
        self._expanded: dict[Path | None, tuple[Document, Mapped]] = {}
        self._bytes = len(main.text)
        self._length = 0
        self._inclusions = 0
        self._texts: list[str] = []
        self._parts: list[Part] = []
        self._reported: set[tuple[str, int]] = set()
        first = main_path.resolve() if main_path else None
        self._take(first, main)
        self._load_included(first, 0)
        self._place(first, [])
        self.project.finish("".join(self._texts), self._parts)

    def _take(self, path: Path | None, document: Document) -> _File:
        cleaned = clean(document.text, self._switches)
        groups = Groups(cleaned.mapped.text)
        file = _File(document, cleaned, groups, self.project.definitions.collect(groups))
        self._files[path] = file
        return file

    def _load_included(self, path: Path | None, depth: int) -> None:
        file = self._files[path]
        if isinstance(file, _Problem) or depth > _MOST_DEPTH:
            return
        for match in _INCLUDE.finditer(file.cleaned.mapped.text):
            target = self._target(match)
            if isinstance(target, _Problem) or target in self._files:
                continue
            loaded = self._load(target)
            if isinstance(loaded, _Problem):
                self._files[target] = loaded
                continue
            self._take(target, loaded)
            self._load_included(target, depth + 1)

    def _target(self, match: re.Match[str]) -> Path | _Problem:
        """The file that an include means, or why it is not followed. Nothing outside the folder is looked at."""
        name = (match["braced"] or match["bare"] or "").strip().strip('"')
        if match["second"] and "import" in match["command"]:
            name = f"{name.rstrip('/')}/{match['second'].strip()}"
        if self._folder is None:
            return _Problem("include-missing", f"{name} is not read: included files need the main file's folder")
        if "\0" in name or "\\" in name:
            return _Problem("include-missing", f"the included file {name!r} is no possible file name")
        inside = Path(os.path.normpath(self._folder / name))
        if PurePosixPath(name).is_absolute() or not inside.is_relative_to(self._folder):
            return _Problem("include-outside", f"the included file {name} lies outside the folder of the main file")
        for candidate in (inside, inside.with_name(inside.name + ".tex")):
            try:
                real = candidate.resolve()
                if not real.is_relative_to(self._folder):
                    message = f"the included file {name} is a link that leaves the folder of the main file"
                    return _Problem("include-outside", message)
                if real.is_file():
                    return real
            except (OSError, RuntimeError):
                return _Problem("include-missing", f"the included file {name} cannot be read")
        return _Problem("include-missing", f"the included file {name} does not exist")

    def _load(self, path: Path) -> Document | _Problem:
        name = readable(path.relative_to(self._folder or path.parent).as_posix())
        if len(self._files) >= _MOST_FILES:
            return _Problem("include-missing", f"{name} is not read: more than {_MOST_FILES} files")
        try:
            data = load(path)
            if self._bytes + len(data) > MAX_BYTES:
                return _Problem("include-missing", f"{name} is not read: the project is too large")
            if not data.strip():
                data = b"%"
            document, guessed = decode(data, name, number=len(self._sources), declared=declared_encoding(data))
        except InputError as error:
            return _Problem("include-missing", f"the included file {name} cannot be read: {error.message}")
        self._bytes += len(data)
        self._sources.append(document.source)
        if guessed:
            message = f"{name} is not UTF-8 and was read as Windows-1252"
            self.project.findings.append(Finding(kind="encoding-guessed", message=message))
        return document

    def _place(self, path: Path | None, stack: list[Path | None]) -> None:
        """Append the file's text to the whole, its includes in their places."""
        document, mapped = self._expand(path)
        text = document.text
        # A file that is a document of its own is included without its preamble.
        begins = _DOCUMENT.search(text) if stack else None
        position = begins.end() if begins else 0
        placed: list[tuple[int, int]] = []
        for match in _INCLUDE.finditer(text, position):
            target = self._target(match)
            problem = target if isinstance(target, _Problem) else self._refused(target, path, stack)
            placed.append((position, self._length))
            self._append(document, position, match.start())
            position = match.end()
            if problem is not None:
                self._report(problem, document, match.start(), match.end())
            elif not isinstance(target, _Problem):
                self._inclusions += 1
                self._place(target, [*stack, path])
        placed.append((position, self._length))
        self._append(document, position, len(text))
        self._note(path, mapped, placed)

    def _refused(self, target: Path, path: Path | None, stack: list[Path | None]) -> _Problem | None:
        file = self._files.get(target)
        if isinstance(file, _Problem):
            return file
        name = readable(target.name)
        if target in stack or target == path:
            return _Problem("include-cycle", f"{name} includes itself; it is read once")
        if file is None or self._inclusions >= _MOST_FILES or len(stack) >= _MOST_DEPTH or self._length > MAX_BYTES:
            return _Problem("include-missing", f"{name} is not read: too many included files")
        return None

    def _append(self, document: Document, start: int, end: int) -> None:
        if start < end:
            self._parts.append(Part(self._length, document, start))
            self._texts.append(document.text[start:end])
            self._length += end - start

    def _report(self, problem: _Problem, document: Document, start: int, end: int) -> None:
        key = (problem.message, document.number * MAX_BYTES + start)
        if key not in self._reported:
            self._reported.add(key)
            finding = Finding(kind=problem.kind, message=problem.message, span=document.span(start, end))
            self.project.findings.append(finding)

    def _note(self, path: Path | None, mapped: Mapped, placed: list[tuple[int, int]]) -> None:
        """Figures and uses at their positions in the whole text."""
        file = self._files[path]
        if isinstance(file, _Problem):
            return
        offsets = [offset for offset, _ in placed]
        taken_out: list[Figure | Use] = [*file.cleaned.figures, *file.cleaned.uses]
        for what in taken_out:
            offset = mapped.forward(what.position)
            index = max(0, bisect_right(offsets, offset) - 1)
            position = placed[index][1] + offset - placed[index][0]
            span = file.document.span(what.start, what.end) if isinstance(what, Figure) else None
            self.project.notes.append(Noted(position, what, span))

    def _expand(self, path: Path | None) -> tuple[Document, Mapped]:
        """The file's text with its macros expanded, as the file itself if nothing had to be changed."""
        if path in self._expanded:
            return self._expanded[path]
        file = self._files[path]
        if isinstance(file, _Problem):
            raise AssertionError("only files that were read are placed")
        cleaned = file.cleaned.mapped
        try:
            mapped = Expansion(self.project.definitions, len(cleaned.text)).mapped(file.groups, file.definitions)
        except TooMuch:
            message = f"{file.document.source.name}: its macros would not end; they are left as they are"
            self.project.findings.append(Finding(kind="expansion-stopped", message=message))
            builder = Builder()
            builder.copy(cleaned.text, 0, len(cleaned.text))
            mapped = builder.built()
        document = file.document
        if mapped.text != document.text:
            origins = cleaned.origins(mapped.origins(line_starts(mapped.text)))
            lines = [document.line(origin) for origin in origins]
            document = Document.derived(
                mapped.text,
                name=f"{document.source.name} (expanded)",
                number=len(self._sources),
                derived_from=document.number,
                lines=lines,
            )
            self._sources.append(document.source)
        self._expanded[path] = document, mapped
        return document, mapped
