"""``proofsieve demo``: the bundled proof, audited offline, opened for review (a summary without a terminal)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from ...core.audit import Audit


@click.command("demo", short_help="audit a bundled proof and open it for review")
@click.option("--fresh", is_flag=True, help="Forget the decisions of an earlier demo.")
def command(fresh: bool) -> int:
    """Audit a bundled real-looking proof that is wrong in one line, and open the review.

    Without a terminal it prints the summary. Exit code 0 either way: the demo itself went well.
    """
    from importlib.resources import files

    from ...compose import lean_missing
    from ...core.authored import read_authored
    from ...core.readers import read_bytes
    from ...core.record.audit_file import save_new
    from ..printing import print_summary
    from ..runs import audit_with_progress, demo_folder, has_terminal, open_review

    folder = files("proofsieve.examples")
    proof = read_bytes((folder / "demo.md").read_bytes(), "demo.md")
    beside = "demo.statements.lean"
    authored = read_authored((folder / beside).read_text(encoding="utf-8"))
    audit = audit_with_progress(proof, authored=authored, authored_in=beside)
    if not has_terminal():
        print_summary(audit, None, lacking=lean_missing(audit.settings))
        return 0
    path = demo_folder() / "demo.audit.json"
    if fresh or not _continues(path, audit):
        save_new(path, audit, force=True)
    open_review(path)
    return 0


def _continues(path: Path, audit: Audit) -> bool:
    """True if ``path`` holds an earlier review of the same audit."""
    from ...core.errors import AuditFileError
    from ...core.record.audit_file import load

    if not path.exists():
        return False
    try:
        return load(path).review.base == audit.review.base
    except AuditFileError as error:
        hint = "an earlier demo left it; proofsieve demo --fresh starts anew"
        raise AuditFileError(error.message, where=error.where, hint=hint) from error
