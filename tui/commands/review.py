"""``proofsieve review``: the review app on an audit file."""

from __future__ import annotations

from pathlib import Path

import click

from ..lean_options import lean_options


@click.command("review", short_help="go through an audit, one unit at a time")
@click.argument("audit", type=click.Path(path_type=Path, readable=False))
@lean_options
@click.option("--reviewer", help="Your name in the record (default: git's user.name, else the login name).")
def command(audit: Path, reviewer: str | None, lean: str, unsandboxed: bool) -> int:
    """Open AUDIT (an X.audit.json file) in the review app. Every decision is saved before the screen says so."""
    from ...checkers.lean.choice import choose
    from ..runs import open_review, require_terminal

    require_terminal(f"print the audit instead: proofsieve show {audit}")
    open_review(audit, reviewer, lean=choose(lean, near=audit, unsandboxed=unsandboxed))
    return 0
