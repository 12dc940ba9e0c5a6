"""A hostile program in the sandbox reaches nobody, reads no secret, changes nothing, and cannot take itself out."""

from __future__ import annotations

import os
import platform
import secrets
import socket
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from proofsieve.checkers.sandbox import Confinement, SandboxError, run, seccomp
from proofsieve.tests.checkers.sandboxed import CONFINED, READ, box, job, python, shell

confined = pytest.mark.parametrize("kind", CONFINED)

SECRET = "the key that nobody may read"
COLUMN = {"x86_64": 0, "aarch64": 1}.get(platform.machine(), 0)

# A raw system call: its error, or None.
CALL = """
import ctypes, errno, os, sys
def call(number, *arguments):
    libc = ctypes.CDLL(None, use_errno=True)
    made = [ctypes.c_long(one) if isinstance(one, int) else one for one in arguments]
    if libc.syscall(ctypes.c_long(number), *made) < 0:
        return errno.errorcode[ctypes.get_errno()]
"""


@pytest.fixture
def secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file in a home folder beside the work folder."""
    home = tmp_path / "home"
    home.mkdir()
    (home / "key").write_text(SECRET, "utf-8")
    monkeypatch.setenv("HOME", str(home))
    return home / "key"


@pytest.fixture
def work(tmp_path: Path) -> Path:
    made = tmp_path / "work"
    made.mkdir()
    return made


class Listeners:
    """Somebody to talk to, each way one could: over TCP, UDP, an abstract name, a path in the work folder."""

    def __init__(self, folder: Path) -> None:
        self.tcp = socket.create_server(("127.0.0.1", 0))
        self.udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.udp.bind(("127.0.0.1", 0))
        self.abstract = socket.socket(socket.AF_UNIX)
        self.abstract.bind(f"\0{secrets.token_hex(8)}")
        self.path = socket.socket(socket.AF_UNIX)
        self.path.bind(str(folder / "s"))
        for one in self.all():
            one.setblocking(False)
            if one is not self.udp:
                one.listen()

    def all(self) -> tuple[socket.socket, ...]:
        return self.tcp, self.udp, self.abstract, self.path

    def arguments(self) -> list[str]:
        ports = [str(one.getsockname()[1]) for one in (self.tcp, self.udp)]
        return [*ports, self.abstract.getsockname()[1:].decode(), str(self.path.getsockname())]

    def heard(self) -> list[str]:
        """The ways by which something came."""
        came = []
        for name in ("tcp", "udp", "abstract", "path"):
            one: socket.socket = getattr(self, name)
            try:
                one.recv(10) if name == "udp" else one.accept()[0].close()
            except BlockingIOError:
                continue
            came.append(name)
        return came


@pytest.fixture
def listeners(work: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Listeners]:
    monkeypatch.chdir(work)  # a socket's path is short
    made = Listeners(Path())
    yield made
    for one in made.all():
        one.close()


TALK = """
import socket, sys
def attempt(name, family, kind, address):
    try:
        with socket.socket(family, kind) as one:
            one.settimeout(2)
            one.connect(address)
            one.send(b"hello")
        print(name)
    except OSError:
        pass
attempt("tcp", socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", int(sys.argv[1])))
attempt("udp", socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", int(sys.argv[2])))
attempt("abstract", socket.AF_UNIX, socket.SOCK_STREAM, chr(0) + sys.argv[3])
attempt("path", socket.AF_UNIX, socket.SOCK_STREAM, sys.argv[4])
try:
    socket.getaddrinfo("localhost.localdomain", 80)
    print("name")
except OSError:
    pass
a, b = socket.socketpair()
a.send(b"x")
assert b.recv(1) == b"x"
"""


@confined
async def test_nobody_is_reached_over_any_kind_of_socket(kind: Confinement, work: Path, listeners: Listeners) -> None:
    done = await python(kind, work, TALK, *listeners.arguments())
    assert (done.returncode, done.stdout, listeners.heard()) == (0, b"", [])


async def test_without_a_sandbox_the_same_program_reaches_all(work: Path, listeners: Listeners) -> None:
    await python(Confinement.NONE, work, TALK, *listeners.arguments())
    assert listeners.heard() == ["tcp", "udp", "abstract", "path"]


@confined
async def test_the_namespaces_and_landlock_hold_without_the_filter_of_calls(
    kind: Confinement, work: Path, listeners: Listeners, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seccomp, "program", lambda namespaces: b"")
    await python(kind, work, TALK, *listeners.arguments())
    holds = {Confinement.BUBBLEWRAP: {"path"}, Confinement.LANDLOCK: {"udp", "path"}}  # a path in the work folder
    assert set(listeners.heard()) == holds[kind]


async def test_bubblewrap_gives_a_network_with_nothing_in_it(work: Path) -> None:
    done = await shell(Confinement.BUBBLEWRAP, work, "tail -n +3 /proc/net/dev | cut -d: -f1; wc -l < /proc/net/unix")
    assert done.stdout.split() == [b"lo", b"1"]


@confined
async def test_the_home_folder_and_what_lies_beside_the_work_folder_are_out_of_reach(
    kind: Confinement, work: Path, secret: Path
) -> None:
    (work / "link").symlink_to(secret)
    (work / "folder").symlink_to(secret.parent)
    script = f"""
cat {secret}; cat link; cat folder/key; cat ../home/key; cat /proc/self/cwd/../home/key; cat /proc/self/root{secret}
cat /proc/1/root{secret}; ls {secret.parent}; ls folder/; ls ..; ls /root; ls /home; cat /etc/passwd /etc/shadow
ln {secret} hard; cat hard; cp -r folder copy; cat copy/key
"""
    done = await shell(kind, work, script)
    assert SECRET.encode() not in done.stdout
    assert set(done.stdout.split()) <= {b"work"}  # bubblewrap's own empty folders on the way to it


async def test_without_a_sandbox_the_secret_is_read(work: Path, secret: Path) -> None:
    assert (await shell(Confinement.NONE, work, f"cat {secret}")).stdout.decode() == SECRET


@confined
async def test_nothing_is_written_outside_the_work_folder(kind: Confinement, work: Path, secret: Path) -> None:
    tools = work.parent / "tools"
    tools.mkdir()
    (tools / "kept").write_text("kept", "utf-8")
    (work / "out").symlink_to(tools)
    script = f"""
cd {work}
for place in {tools} {secret.parent} {work.parent} out /usr /usr/local/bin /etc /var/tmp / /dev /proc /run; do
    echo x > $place/written && echo $place
    mkdir $place/made && echo $place
done
echo x > {tools}/kept; echo x >> {secret}; rm -f {tools}/kept {secret}; mv {tools} moved; chmod 777 {tools} {secret}
touch -d 1999-01-01 {tools} {tools}/kept {secret}; chown 1 {secret}; setfattr -n user.a -v 1 {secret}
ln -s {work} {tools}/link; truncate -s 0 {tools}/kept
echo x > /proc/self/root{tools}/kept
exec 3< {tools}/kept; echo x > /proc/self/fd/3; chmod 777 /proc/self/fd/3
"""
    tools.chmod(0o750)
    before = [(path.stat().st_mode, path.stat().st_mtime_ns) for path in (tools, tools / "kept", secret)]
    done = await run(replace(job(work, "/bin/sh", "-c", script), read_only=(tools, *READ)), box(kind))
    assert {*done.stdout.split()} <= {bytes(work.parent)}  # under bubblewrap a folder of its own /tmp
    assert (tools / "kept").read_text("utf-8") == "kept"
    assert secret.read_text("utf-8") == SECRET
    assert [(path.stat().st_mode, path.stat().st_mtime_ns) for path in (tools, tools / "kept", secret)] == before
    outside = [path.name for path in work.parent.rglob("*") if not path.is_relative_to(work)]
    assert sorted(outside) == ["home", "kept", "key", "tools"]


@confined
async def test_a_file_outside_is_not_cut_without_being_opened(kind: Confinement, work: Path, secret: Path) -> None:
    script = "import os, sys\ntry:\n    os.truncate(sys.argv[1], 0)\n    print('cut')\nexcept OSError:\n    pass"
    assert (await python(kind, work, script, str(secret))).stdout == b""
    assert secret.read_text("utf-8") == SECRET


async def test_what_is_read_only_inside_the_work_folder_stays_so_or_is_refused(work: Path) -> None:
    kept = work / "project" / "kept"
    kept.parent.mkdir()
    kept.write_text("kept", "ascii")
    script = "echo x > project/kept; rm -rf project; mv project gone; cat project/kept"
    inside = replace(job(work, "/bin/sh", "-c", script), read_only=(kept.parent,))
    assert (await run(inside, box(Confinement.BUBBLEWRAP))).stdout == b"kept"
    assert kept.read_text("ascii") == "kept"
    with pytest.raises(SandboxError, match="Landlock cannot keep"):
        await run(inside, box(Confinement.LANDLOCK))


@confined
async def test_a_work_folder_inside_what_is_read_only_can_be_written_and_nothing_beside_it(
    kind: Confinement, work: Path
) -> None:
    inner = work / "project" / "out"
    inner.mkdir(parents=True)
    script = "echo in > x; echo out > ../y; echo out > /proc/self/cwd/../z"
    await run(replace(job(inner, "/bin/sh", "-c", script), read_only=(work / "project",)), box(kind))
    assert sorted(path.name for path in work.rglob("*")) == ["out", "project", "x"]


@pytest.mark.parametrize(
    "path",
    [
        "/proc/sys/kernel/core_pattern", "/proc/sys/vm/overcommit_memory", "/proc/sys/kernel/hostname",
        "/proc/sysrq-trigger", "/proc/self/oom_score_adj", "/proc/1/mem", "/proc/1/environ", "/proc/1/oom_score_adj",
    ],
)  # fmt: skip
@confined
async def test_the_kernels_files_cannot_be_opened_to_write(kind: Confinement, work: Path, path: str) -> None:
    script = "import os, sys\ntry:\n    os.open(sys.argv[1], os.O_WRONLY)\n    print('open')\nexcept OSError:\n    pass"
    done = await python(kind, work, script, path)
    if path != "/proc/self/oom_score_adj" or kind is Confinement.BUBBLEWRAP:
        assert (done.returncode, done.stdout) == (0, b"")


@confined
async def test_every_call_of_the_table_is_refused(kind: Confinement, work: Path) -> None:
    script = CALL + "print([n for n in map(int, sys.argv[1:]) if call(n, 0, 0, 0, 0, 0, 0) not in ('EPERM', 'ENOSYS')])"
    table = seccomp.FORBIDDEN | seccomp.ABSENT
    if kind is Confinement.LANDLOCK:
        table |= seccomp.UNSEEN_BY_LANDLOCK
    numbers = [numbers[COLUMN] for numbers in table.values() if len(numbers) > COLUMN]
    done = await python(kind, work, script, *map(str, numbers))
    assert done.stdout == b"[]\n"


@pytest.mark.skipif(sys.platform != "linux", reason="Linux")
def test_the_numbers_of_the_calls_are_those_of_this_machine() -> None:
    header = next(iter(Path("/usr/include").glob("**/asm/unistd_64.h")), None)
    if header is None:
        known = {"socket": 41, "ptrace": 101, "keyctl": 250, "io_uring_setup": 425}
    else:
        lines = [line.split() for line in header.read_text("ascii").splitlines() if line.startswith("#define __NR_")]
        known = {line[1].removeprefix("__NR_"): int(line[2]) for line in lines if len(line) == 3}
    table = seccomp.FORBIDDEN | seccomp.ABSENT | seccomp.UNSEEN_BY_LANDLOCK
    ours = {name: numbers[0] for name, numbers in table.items()}
    assert len(set(ours.values())) == len(ours)
    assert {name: ours[name] for name in ours if name in known} == {name: known[name] for name in ours if name in known}


@confined
async def test_no_namespace_of_its_own_by_clone(kind: Confinement, work: Path) -> None:
    new_user, child_signal = 0x10000000, 17
    script = CALL + f"print(call({seccomp.CLONE[COLUMN]}, {new_user | child_signal}, 0, 0, 0, 0))"
    assert (await python(kind, work, script)).stdout == b"EPERM\n"


@confined
async def test_nothing_is_typed_into_a_terminal(kind: Confinement, work: Path) -> None:
    script = """
import fcntl, os, pty, termios
try:
    os.open("/dev/tty", os.O_RDWR)
    print("a terminal")
except OSError:
    pass
for number in (0, 1, 2):
    try:
        fcntl.ioctl(number, termios.TIOCSTI, b"x")
        print("typed")
    except OSError as error:
        print(error.errno)
"""
    assert (await python(kind, work, script)).stdout.split() == [b"1"] * 3  # EPERM, before it looks at the file


@confined
async def test_a_call_of_another_architecture_is_refused(kind: Confinement, work: Path) -> None:
    if COLUMN:
        return
    script = CALL + "print(call(0x40000000 | 41, 2, 1, 0))"
    assert (await python(kind, work, script)).stdout == b"ENOSYS\n"


@confined
async def test_programs_outside_get_no_signal(kind: Confinement, work: Path) -> None:
    script = """
import os, signal, sys
for number in (signal.SIGSTOP, signal.SIGTERM, 0):
    for pid in map(int, sys.argv[1:]):
        try:
            os.kill(pid, number)
            print("sent")
        except OSError:
            pass
    try:
        parent = os.getppid()
        if parent > 1:
            os.kill(parent, number)
            print("sent to the parent")
    except OSError:
        pass
"""
    done = await python(kind, work, script, str(os.getpid()), str(os.getppid()))
    assert (done.returncode, done.stdout) == (0, b"")


@confined
async def test_other_processes_cannot_be_looked_into(kind: Confinement, work: Path) -> None:
    me = os.getpid()
    script = (
        f"cat /proc/{me}/environ /proc/{me}/cmdline; ls /proc/{me}/root /proc/{me}/cwd /proc/{me}/fd; ls /proc/{me}"
    )
    assert (await shell(kind, work, script)).stdout == b""


@confined
async def test_no_rights_are_left_and_none_can_be_won(kind: Confinement, work: Path) -> None:
    script = """
import ctypes
libc = ctypes.CDLL(None)
print(libc.prctl(39, 0, 0, 0, 0), [n for n in range(41) if libc.prctl(23, n, 0, 0, 0) == 1])
"""
    done = await python(kind, work, script)
    assert done.stdout.startswith(b"1 "), "no new privileges"
    if os.getuid() == 0 or kind is Confinement.BUBBLEWRAP:
        assert done.stdout == b"1 []\n", "an empty bound of capabilities"


@confined
async def test_no_file_is_left_that_runs_with_its_owners_rights(kind: Confinement, work: Path) -> None:
    script = """
import os
for make in (
    lambda: os.close(os.open("a", os.O_CREAT | os.O_WRONLY, 0o4755)), lambda: os.chmod("b", 0o4755),
    lambda: os.fchmod(os.open("b", os.O_RDONLY), 0o6755), lambda: os.mknod("c", 0o104755),
):
    open("b", "w").close()
    try:
        make()
        print("made")
    except OSError:
        pass
"""
    done = await python(kind, work, script)
    await shell(kind, work, "cp /bin/true own; chmod u+s own; chmod 4755 own; install -m 6755 /bin/true other")
    assert (done.returncode, done.stdout) == (0, b"")
    assert [path.name for path in work.iterdir() if path.stat().st_mode & 0o6000] == []


async def test_under_bubblewrap_a_program_changes_the_modes_of_its_own_files(work: Path) -> None:
    done = await shell(Confinement.BUBBLEWRAP, work, "cp /bin/true own; chmod 700 own && ./own && echo ran")
    assert done.stdout == b"ran\n"


@confined
async def test_no_datagram_leaves_by_a_pair_of_sockets(
    kind: Confinement, work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(work)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ours:
        ours.bind("s")
        ours.setblocking(False)
        script = """
import socket
try:
    one, _ = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    one.sendto(b"x", "s")
except OSError:
    pass
"""
        assert (await python(kind, work, script)).returncode == 0
        with pytest.raises(BlockingIOError):
            ours.recv(10)
        await python(Confinement.NONE, work, script)
        assert ours.recv(10) == b"x"


@confined
async def test_memory_is_not_hidden_in_shared_pages_that_are_dropped(kind: Confinement, work: Path) -> None:
    script = (
        "import mmap\ntry:\n    mmap.mmap(-1, 1 << 20)\n    print('mapped')\nexcept OSError as e:\n    print(e.errno)"
    )
    assert (await python(kind, work, script)).stdout == b"1\n"


@confined
async def test_limits_of_programs_outside_are_not_changed(kind: Confinement, work: Path) -> None:
    script = """
import os, resource, sys
for pid in (int(sys.argv[1]), os.getppid()):
    try:
        resource.prlimit(pid, resource.RLIMIT_CORE, (0, 0))
        print("changed")
    except OSError:
        pass
print(resource.prlimit(0, resource.RLIMIT_CORE))
"""
    # Under bubblewrap its parent is the first process of its own namespace.
    said = {Confinement.BUBBLEWRAP: b"changed\n(0, 0)\n", Confinement.LANDLOCK: b"(0, 0)\n"}
    assert (await python(kind, work, script, str(os.getpid()))).stdout == said[kind]


async def test_bubblewrap_does_not_tell_of_the_users_keys(work: Path) -> None:
    done = await shell(Confinement.BUBBLEWRAP, work, "cat /proc/keys /proc/key-users; cat /proc/kcore | head -c 1")
    assert done.stdout == b""


@confined
async def test_no_device_is_made_or_reached(kind: Confinement, work: Path) -> None:
    script = "mknod d b 254 0; mknod c c 1 1; head -c 1 d; cat /dev/vda /dev/mem /dev/kmsg; ls /sys/kernel; echo $(ls)"
    assert (await shell(kind, work, script)).stdout == b"\n"
