"""``python -m proofsieve``, and where the ``proofsieve`` script starts."""

from __future__ import annotations

import sys
from pathlib import Path


def start() -> None:
    """Run the command line. An interrupt while modules are still being imported ends as any other."""
    as_module = sys.argv[0].endswith("__main__.py") and not sys.flags.safe_path
    # ``python -m`` puts the working folder first: a module that somebody left there would be imported for ours.
    if as_module and sys.path[:1] in ([""], [str(Path.cwd())]):
        del sys.path[0]
    try:
        from .tui.cli import main
    except KeyboardInterrupt:
        sys.exit(130)
    main()


if __name__ == "__main__":
    start()
