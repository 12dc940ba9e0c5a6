"""The system calls that a confined program is refused: a filter as the kernel reads it (classic BPF).

Namespaces and Landlock say what may be reached. This takes away the calls with which one gets around them or hides
memory from the watchdog: sockets (a pair of streams that belongs to nobody else is allowed), io_uring (it makes sockets
and opens files unseen by filters), keyrings, tracing and other processes' memory, mounts and namespaces, file handles,
System V and POSIX queues and segments, anonymous files and shared anonymous memory, typing into a terminal, files that
run with their owner's rights. Where there are no namespaces, also what Landlock does not look at.
"""

from __future__ import annotations

import errno
import platform
import struct

# Name: number on x86_64, on aarch64 (asm/unistd_64.h, asm-generic/unistd.h), where it has that call. From 424 on they
# are the same everywhere.
FORBIDDEN: dict[str, tuple[int, ...]] = {
    "socket": (41, 198), "connect": (42, 203), "bind": (49, 200), "ptrace": (101, 117), "syslog": (103, 116),
    "acct": (163, 89), "pivot_root": (155, 41), "chroot": (161, 51), "mount": (165, 40), "umount2": (166, 39),
    "swapon": (167, 224), "swapoff": (168, 225), "reboot": (169, 142), "init_module": (175, 105),
    "delete_module": (176, 106), "quotactl": (179, 60), "kexec_load": (246, 104), "unshare": (272, 97),
    "perf_event_open": (298, 241), "fanotify_init": (300, 262), "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265), "setns": (308, 268), "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271), "kcmp": (312, 272), "finit_module": (313, 273), "kexec_file_load": (320, 294),
    "bpf": (321, 280), "userfaultfd": (323, 282), "open_tree": (428, 428), "move_mount": (429, 429),
    "fsopen": (430, 430), "fsconfig": (431, 431), "fsmount": (432, 432), "fspick": (433, 433),
    "pidfd_getfd": (438, 438), "mount_setattr": (442, 442),
}  # fmt: skip

# As if the kernel did not have them: programs then do without.
ABSENT: dict[str, tuple[int, ...]] = {
    "shmget": (29, 194), "shmat": (30, 196), "shmctl": (31, 195), "semget": (64, 190), "semop": (65, 193),
    "semctl": (66, 191), "msgget": (68, 186), "msgsnd": (69, 189), "msgrcv": (70, 188), "msgctl": (71, 187),
    "semtimedop": (220, 192), "mq_open": (240, 180), "mq_unlink": (241, 181), "add_key": (248, 217),
    "request_key": (249, 218), "keyctl": (250, 219), "memfd_create": (319, 279), "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426), "io_uring_register": (427, 427), "clone3": (435, 435), "openat2": (437, 437),
    "memfd_secret": (447, 447),
}  # fmt: skip

# What Landlock lets pass: a file's mode, owner, times and attributes wherever it lies, watching folders, other
# processes' priorities. A program under it also cannot change the modes of its own files.
UNSEEN_BY_LANDLOCK: dict[str, tuple[int, ...]] = {
    "chmod": (90,), "fchmod": (91, 52), "fchmodat": (268, 53), "fchmodat2": (452, 452), "chown": (92,),
    "fchown": (93, 55), "lchown": (94,), "fchownat": (260, 54), "utime": (132,), "utimes": (235,),
    "futimesat": (261,), "utimensat": (280, 88), "setxattr": (188, 5), "lsetxattr": (189, 6), "fsetxattr": (190, 7),
    "removexattr": (197, 14), "lremovexattr": (198, 15), "fremovexattr": (199, 16), "setxattrat": (463, 463),
    "removexattrat": (466, 466), "file_setattr": (469, 469), "inotify_init": (253,), "inotify_init1": (294, 26),
    "setpriority": (141, 140), "sched_setparam": (142, 118), "sched_setscheduler": (144, 119),
    "sched_setaffinity": (203, 122), "sched_setattr": (314, 274), "ioprio_set": (251, 30), "migrate_pages": (256, 238),
    "move_pages": (279, 239), "process_madvise": (440, 440),
}  # fmt: skip

# Refused where an argument has one of the bits: (numbers), which argument, bits. CLONE_NEWNS, NEWCGROUP, NEWUTS,
# NEWIPC, NEWUSER, NEWPID, NEWNET (clone3 hides its flags in memory, hence absent); set-user-id and set-group-id.
_NAMESPACES, _OWNERS_RIGHTS = 0x7E020000, 0o6000
CLONE = (56, 220)
_BITS: tuple[tuple[tuple[int, ...], int, int], ...] = (
    (CLONE, 0, _NAMESPACES),
    ((90,), 1, _OWNERS_RIGHTS),  # chmod
    ((91, 52), 1, _OWNERS_RIGHTS),  # fchmod
    ((268, 53), 2, _OWNERS_RIGHTS),  # fchmodat
    ((452, 452), 2, _OWNERS_RIGHTS),  # fchmodat2
    ((85,), 1, _OWNERS_RIGHTS),  # creat
    ((133,), 1, _OWNERS_RIGHTS),  # mknod
    ((259, 33), 2, _OWNERS_RIGHTS),  # mknodat
)
# open, openat: numbers, which argument holds the flags; the mode, one further, says something only with these.
_OPENING: tuple[tuple[tuple[int, ...], int], ...] = (((2,), 1), ((257, 56), 2))
_CREATING = 0o100 | 0o20000000  # O_CREAT, __O_TMPFILE
# Refused where an argument, cut to a mask, is one of the values.
_VALUES: tuple[tuple[tuple[int, ...], int, int, tuple[int, ...]], ...] = (
    ((16, 29), 1, 0xFFFFFFFF, (0x5412, 0x541C)),  # ioctl: TIOCSTI, TIOCLINUX
    ((53, 199), 1, 0xF, (2,)),  # socketpair: of datagrams, which can be sent elsewhere
    ((9, 222), 3, 0x2F, (0x21, 0x23)),  # mmap: MAP_ANONYMOUS with MAP_SHARED; it outlives its pages being dropped
)
_SET_LIMITS = (302, 261)  # prlimit64; its first argument is a process, 0 for itself
_MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
_X32 = 0x40000000

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _AND, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
_ALLOW, _ERROR = 0x7FFF0000, 0x00050000
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16
_MISSING, _DENY = _ERROR | errno.ENOSYS, _ERROR | errno.EPERM


def program(*, namespaces: bool) -> bytes:
    """The filter for this machine's processor; nothing where we have no table of its calls.

    ``namespaces``: the program has its own; else what Landlock does not see is refused too.
    """
    known = _MACHINES.get(platform.machine())
    if known is None:
        return b""
    column, architecture = known
    lines = [_line(_LOAD, _ARCHITECTURE), _line(_EQUAL, architecture, yes=1), _line(_RETURN, _DENY)]
    lines += [_line(_LOAD, _NUMBER)]
    if column == 0:
        lines += [_line(_AT_LEAST, _X32, no=1), _line(_RETURN, _MISSING)]
    denied = FORBIDDEN if namespaces else FORBIDDEN | UNSEEN_BY_LANDLOCK
    for table, answer in ((ABSENT, _MISSING), (denied, _DENY)):
        for numbers in table.values():
            lines += _when(numbers[column:], [_line(_RETURN, answer)])
    for numbers, argument, bits in _BITS:
        lines += _when(numbers[column:], [_argument(argument), *_deny_bits(bits)])
    for numbers, flags in _OPENING:
        creating = [_argument(flags), _line(_ANY_BIT, _CREATING, yes=1), _line(_RETURN, _ALLOW)]
        lines += _when(numbers[column:], [*creating, _argument(flags + 1), *_deny_bits(_OWNERS_RIGHTS)])
    for numbers, argument, mask, refused in _VALUES:
        tests = [_argument(argument), _line(_AND, mask)]
        for one in refused:
            tests += [_line(_EQUAL, one, no=1), _line(_RETURN, _DENY)]
        lines += _when(numbers[column:], [*tests, _line(_RETURN, _ALLOW)])
    if not namespaces:
        lines += _when(_SET_LIMITS[column:], [_argument(0), _line(_EQUAL, 0, yes=1), _line(_RETURN, _DENY)])
    return b"".join([*lines, _line(_RETURN, _ALLOW)])


def _line(code: int, constant: int, *, yes: int = 0, no: int = 0) -> bytes:
    return struct.pack("=HBBI", code, yes, no, constant)


def _argument(which: int) -> bytes:
    """Load the lower half of an argument; both processors are little-endian."""
    return _line(_LOAD, _ARGUMENTS + 8 * which)


def _deny_bits(bits: int) -> list[bytes]:
    return [_line(_ANY_BIT, bits, no=1), _line(_RETURN, _DENY), _line(_RETURN, _ALLOW)]


def _when(numbers: tuple[int, ...], lines: list[bytes]) -> list[bytes]:
    """``lines``, which answer, for the call with the first of ``numbers``; nothing where this processor lacks it."""
    return [_line(_EQUAL, numbers[0], no=len(lines)), *lines] if numbers else []
