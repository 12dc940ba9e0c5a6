"""Landlock: a process gives up its own rights to files, ports, abstract sockets and signals. Standard library only:
the launcher imports this file alone."""

from __future__ import annotations

import ctypes
import os
import struct
from pathlib import Path

NEEDED_ABI = 3
"""Before it, any file that the user may write could be truncated from inside."""

_CREATE, _ADD, _RESTRICT = 444, 445, 446  # the same numbers on all processors
_VERSION_FLAG = 1
_PATH_RULE = 1
_EXECUTE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 2, 1 << 3
_WRITE_FILE, _TRUNCATE = 1 << 1, 1 << 14
_ALL = (1 << 13) - 1  # what the first version knew
_SINCE = {2: 1 << 13, 3: 1 << 14, 5: 1 << 15}  # moving between folders, truncating, device controls
_DEVICE_NODES = (1 << 6) | (1 << 11) | (1 << 9)  # making devices and sockets, which even the work folder does not allow


def abi() -> int:
    """The version that the kernel offers; 0 if it is absent or turned off."""
    try:
        found = _call(_CREATE, None, 0, _VERSION_FLAG)
    except OSError:
        return 0
    return found


def confine(read: list[str], devices: list[str], write: list[str]) -> None:
    """Bind this thread and what it starts: read and execute below ``read``, use ``devices``, change below ``write``.

    Needs no-new-privileges. Paths that are not there are left out. Raises OSError.
    """
    version = abi()
    handled = _ALL | sum(bit for since, bit in _SINCE.items() if version >= since)
    ports = 3 if version >= 4 else 0  # binding and connecting over TCP: no rule, so none
    scopes = 3 if version >= 6 else 0  # abstract sockets and signals to the outside
    attributes = struct.pack("=QQQ", handled, ports, scopes)[: 24 if version >= 6 else 16 if version >= 4 else 8]
    ruleset = _call(_CREATE, attributes, len(attributes), 0)
    try:
        for paths, allowed in (
            (read, _EXECUTE | _READ_FILE | _READ_DIR),
            (devices, _READ_FILE | _WRITE_FILE | _TRUNCATE),
            (write, _ALL | (1 << 13) | _TRUNCATE),
        ):
            for path in paths:
                _allow(ruleset, path, allowed & handled & ~_DEVICE_NODES)
        _call(_RESTRICT, ruleset, 0)
    finally:
        os.close(ruleset)


def _allow(ruleset: int, path: str, allowed: int) -> None:
    try:
        opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    try:
        if not Path(path).is_dir():
            allowed &= _EXECUTE | _READ_FILE | _WRITE_FILE | _TRUNCATE
        _call(_ADD, ruleset, _PATH_RULE, struct.pack("=Qi", allowed, opened), 0)
    finally:
        os.close(opened)


def _call(number: int, *arguments: int | bytes | None) -> int:
    libc = ctypes.CDLL(None, use_errno=True)
    made = [ctypes.c_long(one) if isinstance(one, int) else ctypes.c_char_p(one) for one in arguments]
    result = int(libc.syscall(ctypes.c_long(number), *made))
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result
