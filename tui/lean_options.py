"""The flags of every command that may ask Lean."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


def lean_options(command: F) -> F:
    """Add --lean and --unsandboxed (docs/lean-official.md)."""
    for option in (
        click.option("--unsandboxed", is_flag=True, help="Let a Lean of your own run without a sandbox."),
        click.option(
            "--lean",
            default="auto",
            metavar="auto|embedded|PATH|off",
            help="Which Lean to ask: PATH is a lean program, a toolchain or a lake project. Default: auto.",
        ),
    ):
        command = option(command)
    return command
