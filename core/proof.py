"""The input of an audit: a proof in coarse steps, tied to the exact bytes it was read from."""

from __future__ import annotations

import base64
from functools import lru_cache
from typing import NewType

from .value import value

StepId = NewType("StepId", str)


@lru_cache(maxsize=8)
def _encoded(text: str, encoding: str) -> bytes:
    """The bytes of a text; kept, because each of 10,000 quotes would otherwise encode the whole source again."""
    return text.encode(encoding)


@value
class Source:
    """One file (or one decoded record) as read.

    ``text`` holds the content when ``encoding`` decodes it without loss and re-encodes to the same bytes;
    otherwise ``base64`` holds the raw bytes. ``derived_from`` is the index of the source this text was decoded
    from (the strings of a JSON record), or None for a file. ``sha256`` is over the raw bytes, 64 hex digits.
    """

    name: str
    sha256: str
    encoding: str
    text: str | None = None
    base64: str | None = None
    derived_from: int | None = None

    def raw(self) -> bytes:
        """The exact bytes of the source."""
        if self.text is not None:
            return _encoded(self.text, self.encoding)
        return base64.b64decode(self.base64 or "")


@value
class SourceSpan:
    """A half-open range of raw bytes in ``proof.sources[source]``, with its 1-based first and last line."""

    source: int
    start: int
    end: int
    line: int
    end_line: int


@value
class Finding:
    """Something the audit noticed that is no verdict: about the input, the tree, a unit or a statement.

    ``kind`` is a short kebab-case name; ``about`` a step, unit, obligation or statement id, or empty.
    """

    kind: str
    message: str
    about: str = ""
    span: SourceSpan | None = None


@value
class Step:
    """One coarse step of the source, the unit that a verdict names.

    ``id`` is s1, s2, … in source order; ``label`` the source's own number or heading ("" if it has none);
    ``text`` the words exactly as they stand at ``span``.
    """

    id: StepId
    label: str
    text: str
    span: SourceSpan


@value
class Passage:
    """Text outside the proof that it may rest on: what stands before it in its document or what it refers to.

    ``kind`` is "statement" (a theorem or lemma that is not the one being proved), "definition" (also notation and
    assumptions in an environment or section of their own), "standing" (a paragraph that fixes notation or
    assumptions), "equation" (a display with a label), "reference" (an entry of the bibliography) or "claim" (stated
    inside the proof; here for its labels alone). ``name`` is what people call it ("Lemma 2"), ``labels`` what the
    source's references to it say ("lem:parity").
    """

    kind: str
    name: str
    text: str
    span: SourceSpan
    labels: tuple[str, ...] = ()


@value
class Proof:
    """A problem and its proof in steps. ``title`` is for people: a file name, a record id, a theorem's name.

    ``context`` holds the passages of the same document, in its order.
    """

    title: str
    sources: tuple[Source, ...]
    problem: str
    problem_span: SourceSpan | None
    steps: tuple[Step, ...]
    findings: tuple[Finding, ...] = ()
    context: tuple[Passage, ...] = ()

    def quote(self, span: SourceSpan) -> str:
        """The text at ``span``, decoded from the raw bytes."""
        source = self.sources[span.source]
        return source.raw()[span.start : span.end].decode(source.encoding)
