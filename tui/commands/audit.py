"""``proofsieve audit``: read, audit, write beside the source, say the verdict."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..answers import convention_options
from ..lean_options import lean_options
from ..models import Flags, options

if TYPE_CHECKING:
    from ...core.audit import Settings

# Whether a file can be read is for the reader to say, in its own words and with its exit code.
_FILE = click.Path(path_type=Path, readable=False)


@click.command("audit", short_help="audit a proof and write X.audit.json beside it")
@click.argument("source")
@click.option("-o", "--output", type=click.Path(path_type=Path, readable=False), help="Where to write the audit.")
@click.option(
    "--problem", type=click.Path(path_type=Path, readable=False), help="A file with the statement, if SOURCE has none."
)
@click.option("--proof", "name", help="Which proof, if SOURCE holds several (a name, number or record id).")
@convention_options
@lean_options
@options
@click.option("--resume", is_flag=True, help="Go on with an audit that was stopped, with its models and settings.")
@click.option("--force", is_flag=True, help="Overwrite an audit even if it holds decisions.")
@click.option("--review", "then_review", is_flag=True, help="Watch the run in the app; the review opens on it.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
def command(
    source: str,
    output: Path | None,
    problem: Path | None,
    name: str | None,
    conventions: tuple[str, ...],
    profile: str | None,
    lean: str,
    unsandboxed: bool,
    resume: bool,
    force: bool,
    then_review: bool,
    as_json: bool,
    **flags: Any,
) -> int:
    """Audit the proof in SOURCE (Markdown, LaTeX, plain text, JSON or JSONL; - for standard input).

    Exit code: 0 correct, 1 flawed, 3 uncertain or the budget is spent, 2 wrong flags or a choice is needed, 4 a file or
    the endpoint failed, 130 interrupted (what was found is saved).
    """
    from ...checkers.lean.choice import choose
    from ...compose import lean_missing
    from ...core.errors import UsageError
    from ...core.record.audit_file import audit_path_for, check_overwrite, save_new
    from ...core.summary import exit_code
    from ..answers import answers, tell_unused
    from ..models import asking, tell_stopped
    from ..printing import print_json, print_summary
    from ..runs import Interrupted, audit_with_progress, authored_beside, read_any, require_terminal

    if then_review and as_json:
        raise UsageError("--review and --json do not go together", hint="audit first, then: proofsieve review")
    if then_review:
        require_terminal("leave out --review")
    proof = read_any(source, problem=problem, name=name)
    path = output or (Path("stdin.audit.json") if source == "-" else audit_path_for(Path(source)))
    inputs = [given for given in (Path(source) if source != "-" else None, problem) if given is not None]
    check_overwrite(path, force=force, never=inputs)
    earlier = settings_of(path) if resume else None
    chosen = choose(lean, near=None if source == "-" else Path(source), unsandboxed=unsandboxed)
    analyst, models = asking(Flags(**flags), earlier, files=[path, *inputs])
    authored_in, authored = authored_beside(source)
    told = answers(proof, conventions, profile, earlier)
    if then_review:
        from ..run_app import audit_and_review, audit_app
        from ..runs import reviewer_name, tell_interrupted

        app = audit_app(
            proof,
            path,
            reviewer=reviewer_name(None),
            force=force,
            lean=chosen,
            analyst=analyst,
            asking=models,
            authored=authored,
            authored_in=authored_in,
            told=told,
        )
        outcome = audit_and_review(app, path)
        if outcome.cancelled:
            tell_interrupted(path if outcome.saved else None, asked=models is not None)
            return 130
        return 0
    try:
        audit = audit_with_progress(
            proof,
            lean=chosen,
            analyst=analyst,
            asking=models,
            authored=authored,
            authored_in=authored_in,
            told=told,
        )
    except Interrupted as interrupted:
        if interrupted.partial is not None:
            save_new(path, interrupted.partial, force=force)
        interrupted.told(path)
        return 130
    save_new(path, audit, force=force)
    tell_stopped(audit, path)
    tell_unused(audit, conventions)
    if as_json:
        print_json(audit, path)
    else:
        print_summary(audit, path, lacking=lean_missing(audit.settings, chosen))
    return exit_code(audit)


def settings_of(path: Path) -> Settings:
    """The settings of the audit at ``path``. Raises UsageError where there is none to go on with."""
    from ...core.errors import UsageError
    from ...core.record.audit_file import load

    if not path.exists():
        raise UsageError("there is no audit to go on with", where=str(path), hint="leave out --resume")
    return load(path).settings
