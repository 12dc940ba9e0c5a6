"""What a LaTeX source says of its own encoding."""

from __future__ import annotations

import re

_ENCODING = re.compile(
    rb"\\(?:usepackage|inputencoding)[ \t]*(?:\[([A-Za-z0-9,\-_ ]+)\][ \t]*\{inputenc\}|\{([A-Za-z0-9\-]+)\})"
)
_CODECS = {
    "latin1": "latin-1", "latin2": "iso8859-2", "latin3": "iso8859-3", "latin4": "iso8859-4", "latin5": "iso8859-9",
    "latin9": "iso8859-15", "latin10": "iso8859-16", "ansinew": "cp1252", "cp1252": "cp1252", "cp1250": "cp1250",
    "cp1251": "cp1251", "cp1257": "cp1257", "cp437": "cp437", "cp850": "cp850", "cp852": "cp852", "cp866": "cp866",
    "koi8-r": "koi8-r", "koi8-u": "koi8-u", "applemac": "mac-roman", "macce": "mac-latin2",
}  # fmt: skip


def declared_encoding(data: bytes) -> str | None:
    """The Python codec for what ``\\usepackage[…]{inputenc}`` says, or None."""
    match = _ENCODING.search(data[:20_000])
    if match is None:
        return None
    named = (match.group(1) or match.group(2)).decode("ascii").lower().split(",")
    return next((_CODECS[name.strip()] for name in named if name.strip() in _CODECS), None)
