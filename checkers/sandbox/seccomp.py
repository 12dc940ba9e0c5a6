"""The system calls that a confined program is refused: a filter as the kernel reads it (classic BPF).

Namespaces and Landlock say what may be reached; this takes away the calls with which one gets around them, or which
hide memory from the watchdog: sockets (a pair that belongs to nobody else is allowed), io_uring (it makes sockets and
opens files unseen by filters), keyrings, tracing, other processes' memory, mounts and namespaces, file handles, System
V and POSIX queues and segments, anonymous files, typing into a terminal.
"""

from __future__ import annotations

import errno
import platform
import struct

# Name: number on x86_64, on aarch64 (asm/unistd_64.h, asm-generic/unistd.h). From 424 on they are the same everywhere.
_FORBIDDEN = {
    "socket": (41, 198), "ptrace": (101, 117), "syslog": (103, 116), "acct": (163, 89), "pivot_root": (155, 41),
    "chroot": (161, 51), "mount": (165, 40), "umount2": (166, 39), "swapon": (167, 224), "swapoff": (168, 225),
    "reboot": (169, 142), "init_module": (175, 105), "delete_module": (176, 106), "quotactl": (179, 60),
    "kexec_load": (246, 104), "unshare": (272, 97), "perf_event_open": (298, 241), "fanotify_init": (300, 262),
    "name_to_handle_at": (303, 264), "open_by_handle_at": (304, 265), "setns": (308, 268),
    "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "kcmp": (312, 272), "finit_module": (313, 273),
    "kexec_file_load": (320, 294), "bpf": (321, 280), "userfaultfd": (323, 282), "open_tree": (428, 428),
    "move_mount": (429, 429), "fsopen": (430, 430), "fsconfig": (431, 431), "fsmount": (432, 432),
    "fspick": (433, 433), "pidfd_getfd": (438, 438), "mount_setattr": (442, 442),
}  # fmt: skip
# As if the kernel did not have them: programs then do without.
_ABSENT = {
    "shmget": (29, 194), "semget": (64, 190), "msgget": (68, 186), "mq_open": (240, 180), "add_key": (248, 217),
    "request_key": (249, 218), "keyctl": (250, 219), "memfd_create": (319, 279), "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426), "io_uring_register": (427, 427), "clone3": (435, 435), "memfd_secret": (447, 447),
}  # fmt: skip
_CLONE, _IOCTL = (56, 220), (16, 29)
# CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. clone3 hides its flags in memory, hence absent.
_NEW_NAMESPACES = 0x7E020000
_TERMINAL = (0x5412, 0x541C)  # TIOCSTI, TIOCLINUX
_MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
_X32 = 0x40000000

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _ERROR = 0x7FFF0000, 0x00050000
_NUMBER, _ARCHITECTURE, _FIRST, _SECOND = 0, 4, 16, 24


def program() -> bytes:
    """The filter for this machine's processor; nothing where we have no table of its calls."""
    known = _MACHINES.get(platform.machine())
    if known is None:
        return b""
    column, architecture = known
    refuse, absent = _ERROR | errno.EPERM, _ERROR | errno.ENOSYS
    lines = [_line(_LOAD, _ARCHITECTURE), _line(_EQUAL, architecture, yes=1), _line(_RETURN, refuse)]
    lines += [_line(_LOAD, _NUMBER)]
    if column == 0:
        lines += _when(_AT_LEAST, _X32, absent)
    for numbers in _ABSENT.values():
        lines += _when(_EQUAL, numbers[column], absent)
    for numbers in _FORBIDDEN.values():
        lines += _when(_EQUAL, numbers[column], refuse)
    lines += [_line(_EQUAL, _CLONE[column], no=4), _line(_LOAD, _FIRST), *_when(_ANY_BIT, _NEW_NAMESPACES, refuse)]
    lines += [_line(_RETURN, _ALLOW), _line(_EQUAL, _IOCTL[column], no=5), _line(_LOAD, _SECOND)]
    for request in _TERMINAL:
        lines += _when(_EQUAL, request, refuse)
    return b"".join([*lines, _line(_RETURN, _ALLOW)])


def _line(code: int, constant: int, *, yes: int = 0, no: int = 0) -> bytes:
    return struct.pack("=HBBI", code, yes, no, constant)


def _when(test: int, constant: int, answer: int) -> list[bytes]:
    return [_line(test, constant, no=1), _line(_RETURN, answer)]
