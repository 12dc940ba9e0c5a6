"""``proofsieve verify``: check an audit file and its signatures, offline, one line per check."""

from __future__ import annotations

from pathlib import Path

import click

_GLYPH = {"holds": "✓", "failed": "✗", "not checked": "?", "note": "·"}
_COLOUR = {"holds": "green", "failed": "red", "not checked": "yellow", "note": None}
_HEADLINE = {
    0: ("all checks hold", "green"),
    1: ("a check failed", "red"),
    3: ("not everything could be checked", "yellow"),
}


@click.command("verify", short_help="check an audit file and its signatures")
@click.argument("audit", type=click.Path(path_type=Path, readable=False))
@click.option(
    "--allowed-signers",
    type=click.Path(path_type=Path, readable=False),
    help="Whose keys are whose, as for ssh-keygen. Default: git's list, or the settings folder's.",
)
@click.option(
    "--require",
    type=click.IntRange(1, 64),
    metavar="N",
    help="How many of the declared signers must have signed, each with a key of their own. Default: all.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
def command(audit: Path, allowed_signers: Path | None, require: int | None, as_json: bool) -> int:
    """Check AUDIT (an X.audit.json file) with the signatures X.audit.json.NAME.sig beside it. It changes nothing.

    Exit code: 0 all hold, 1 a check failed, 3 nothing was checked (nobody signed, or nobody says whose keys these are),
    4 there is no file.
    """
    from ... import verify_audit
    from ..printing import print_object, say

    found = verify_audit(audit, allowed_signers=allowed_signers, require=require)
    if as_json:
        print_object(
            {
                "audit": found.path,
                "sha256": found.sha256,
                "holds": found.holds,
                "verdict": found.audit.verdict.status if found.audit is not None else None,
                "signed": [
                    {"identity": one.reviewer, "role": one.role, "key": one.key, "file": one.file}
                    for one in found.signed
                ],
                "checks": [
                    {"about": check.about, "outcome": check.outcome.replace(" ", "_"), "text": check.text}
                    for check in found.checks
                ],
            }
        )
        return found.exit_code
    for check in found.checks:
        say(f"{_GLYPH[check.outcome]} {check.about}: {check.text}", colour=_COLOUR[check.outcome])
    told, colour = _HEADLINE[found.exit_code]
    say(f"{found.path}: {told}", colour=colour, bold=True)
    return found.exit_code
