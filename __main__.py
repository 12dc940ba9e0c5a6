"""``python -m proofsieve``."""

from .tui.cli import main

main()
