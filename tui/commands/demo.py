"""``proofsieve demo``: the bundled proof, audited offline, opened for review (a summary without a terminal)."""

from __future__ import annotations

import click


@click.command("demo", short_help="audit a bundled proof and open it for review")
@click.option("--fresh", is_flag=True, help="Forget the decisions of an earlier demo.")
def command(fresh: bool) -> int:
    """Audit a bundled real-looking proof that is wrong in one line, and open the review.

    Without a terminal it prints the summary. Exit code 0 either way: the demo itself went well.
    """
    from importlib.resources import files

    from ...core.readers import read_bytes
    from ...core.record.audit_file import load, save_new
    from ...core.review import ReviewSession
    from ..printing import print_summary
    from ..runs import audit_with_progress, demo_folder, has_terminal, open_review

    proof = read_bytes((files("proofsieve.examples") / "demo.md").read_bytes(), "demo.md")
    path = demo_folder() / "demo.audit.json"
    audit = audit_with_progress(proof)
    if not path.exists() or fresh or load(path).review.base != audit.review.base:
        save_new(path, audit, force=True)
    if has_terminal():
        open_review(path)
    else:
        print_summary(ReviewSession(load(path), reviewer="").document(), path)
    return 0
