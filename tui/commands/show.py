"""``proofsieve show``: an audit as text or JSON, linear and without a screen."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("show", short_help="print an audit, its tree, its events or one unit")
@click.argument("audit", type=click.Path(path_type=Path, readable=False))
@click.option("--tree", is_flag=True, help="The outline: scopes and units.")
@click.option("--events", is_flag=True, help="What reviewers did, oldest first.")
@click.option("--conventions", is_flag=True, help="What the text leaves open, and what each reading would do.")
@click.option("--edge", "unit", help="Everything about one unit, as u031.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
def command(audit: Path, tree: bool, events: bool, conventions: bool, unit: str | None, as_json: bool) -> int:
    """Print AUDIT (an X.audit.json file). Exit code 0: it could be read, whatever the verdict."""
    from ...core.errors import UsageError
    from ...core.record.audit_file import load
    from ...core.review import ReviewSession
    from ..printing import print_json, print_summary
    from ..views import print_events, print_tree, print_unit
    from ..views_conventions import print_conventions

    if tree + events + conventions + (unit is not None) > 1:
        raise UsageError(
            "--tree, --events, --conventions and --edge do not go together", hint="call show once for each"
        )
    # The verdict is worked out again from evidence and events; the one in the file may be older than the journal.
    document = ReviewSession(load(audit), reviewer="").document()
    if unit is not None:
        print_unit(document, unit, as_json=as_json)
    elif tree:
        print_tree(document, as_json=as_json)
    elif events:
        print_events(document, as_json=as_json)
    elif conventions:
        print_conventions(document, as_json=as_json)
    elif as_json:
        print_json(document, audit)
    else:
        print_summary(document, audit)
    return 0
