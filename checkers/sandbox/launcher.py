"""Runs as a script (``python -I -S launcher.py FD``): starts a program under Landlock or unconfined, and outlives it.

It adopts whatever the program leaves behind, so that nothing gets out of its tree by a second fork or a session of its
own, ends all of it when the program ends or its own parent dies, and exits as the program did. The order comes as JSON
through the file descriptor FD; an error before the program runs goes to the descriptor named in it.
"""

from __future__ import annotations

import base64
import contextlib
import ctypes
import json
import os
import resource
import signal
import sys
from pathlib import Path
from typing import Any, NoReturn

sys.path.append(str(Path(__file__).parent))  # -I leaves it out; last, so that it hides nothing

import landlock
import tree

_SET_DEATH_SIGNAL, _SET_DUMPABLE, _SET_SECCOMP, _DROP_FROM_BOUND, _NO_NEW_PRIVILEGES, _ADOPT = 1, 4, 22, 24, 38, 36
_CAPABILITIES = 64
_VERSION_3 = 0x20080522
_LINUX = sys.platform == "linux"


def main() -> NoReturn:
    """Read the order, start the program, wait for it, leave nothing behind."""
    with open(int(sys.argv[1]), encoding="utf-8") as given:  # noqa: PTH123 - a descriptor
        order = json.load(given)
    signal.signal(signal.SIGTERM, _abandoned)
    if _LINUX:
        _control(_ADOPT, 1)
        _control(_SET_DEATH_SIGNAL, signal.SIGTERM)
    if os.getppid() != order["parent"]:
        os._exit(1)
    launcher = os.getpid()
    program = os.fork()
    if program == 0:
        _become(order, launcher)
    os.close(order["status"])
    with open(os.devnull, "r+b") as nothing:  # noqa: PTH123 - the pipes belong to the program alone
        for number in (0, 1, 2):
            os.dup2(nothing.fileno(), number)
    while True:
        pid, status = os.wait()
        if pid == program:
            break
    _leave(status)


def _leave(status: int) -> NoReturn:
    if _LINUX:
        tree.end_descendants(os.getpid(), 5)
    code = os.waitstatus_to_exitcode(status)
    os._exit(128 - code if code < 0 else code)


def _abandoned(_number: int, _frame: object) -> None:
    _leave(signal.SIGTERM)


def _become(order: dict[str, Any], launcher: int) -> NoReturn:
    """Give up rights, then be the program."""
    try:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        os.set_inheritable(order["status"], False)
        for name, bound in order["limits"].items():
            _lower(getattr(resource, name), bound)
        if _LINUX:
            _control(_SET_DEATH_SIGNAL, signal.SIGKILL)
            if os.getppid() != launcher:
                os._exit(127)
            with contextlib.suppress(OSError):
                Path("/proc/self/oom_score_adj").write_text("1000", "ascii")
        os.chdir(order["cwd"])
        if order["landlock"] is not None:
            _control(_NO_NEW_PRIVILEGES, 1)
            _drop_capabilities()
            landlock.confine(**order["landlock"])
            if order["seccomp"]:
                _filter(base64.b64decode(order["seccomp"]))
        os.execve(order["argv"][0], order["argv"], order["environment"])  # noqa: S606 - that is the purpose
    except OSError as error:
        os.write(order["status"], json.dumps({"error": str(error)}).encode())
    os._exit(127)


def _lower(which: int, bound: int) -> None:
    hard = resource.getrlimit(which)[1]
    bound = bound if hard == resource.RLIM_INFINITY else min(bound, hard)
    resource.setrlimit(which, (bound, bound))


def _control(*arguments: int) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    made = [ctypes.c_ulong(one) for one in arguments] + [ctypes.c_ulong(0)] * (5 - len(arguments))
    if libc.prctl(*made):
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))


def _drop_capabilities() -> None:
    """Also from the bound, so that root's next program does not get them back."""
    for one in range(_CAPABILITIES):
        with contextlib.suppress(OSError):  # not there, or not ours to drop
            _control(_DROP_FROM_BOUND, one)
    libc = ctypes.CDLL(None, use_errno=True)
    header = (ctypes.c_uint32 * 2)(_VERSION_3, 0)
    if libc.capset(header, (ctypes.c_uint32 * 6)()):
        raise OSError(ctypes.get_errno(), "the capabilities cannot be dropped")


def _filter(code: bytes) -> None:
    class Program(ctypes.Structure):
        _fields_ = [("length", ctypes.c_ushort), ("code", ctypes.c_char_p)]

    libc = ctypes.CDLL(None, use_errno=True)
    made = Program(len(code) // 8, code)
    if libc.prctl(_SET_SECCOMP, 2, ctypes.byref(made), 0, 0):
        raise OSError(ctypes.get_errno(), "the filter of system calls was refused")


if __name__ == "__main__":
    main()
