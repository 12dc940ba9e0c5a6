"""``proofsieve sign``: sign an audit off, as one of its declared signers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..signing import signer_options

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...core.signing.acting import Plan, SignedFile
    from ...core.signing.declaring import Declared


@click.command("sign", short_help="sign an audit off, as one of its reviewers")
@click.argument("audit", type=click.Path(path_type=Path, readable=False))
@signer_options
@click.option("--role", default="", help="In which role, as editor; it stands in the file.")
@click.option(
    "--declare",
    type=click.Path(path_type=Path, readable=False),
    help="All who will sign, one a line: IDENTITY SHA256:… [ROLE]. Needed before the first of several signs.",
)
@click.option("--supersede", is_flag=True, help="Sign a copy that takes the place of a signed audit.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
def command(
    audit: Path,
    identity: str,
    key_file: Path | None,
    yes: bool,
    role: str,
    declare: Path | None,
    supersede: bool,
    as_json: bool,
) -> int:
    """Sign AUDIT off: write who signs which verdict into it, then X.audit.json.NAME.sig beside it.

    Events that a review has saved and not yet folded in are folded first. A signed audit does not change any more.

    Exit code: 0 it is signed, 2 wrong flags or a choice is needed, 4 a file, the key or the agent failed.
    """
    from datetime import UTC, datetime

    from ...core.signing.acting import carry_out, plan
    from ..signing import chooser, confirm_leaks, keep_bytes_or_say, passphrase

    planned = plan(
        audit,
        identity=identity,
        role=role,
        declared=None if declare is None else _declared(declare),
        supersede=supersede,
        at=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        choose=chooser(key_file),
    )
    confirm_leaks(planned.audit, identity, yes=yes, what="sign")
    done = carry_out(planned, passphrase)
    attributes = keep_bytes_or_say(done.audit)
    if as_json:
        _print_json(planned, done, attributes)
    else:
        _print(planned, done, attributes)
    return 0


def _declared(path: Path) -> Sequence[Declared]:
    from ...core.record.audit_file import read_bytes
    from ...core.signing.declaring import MAX_DECLARATION, read_declaration

    return read_declaration(read_bytes(path, limit=MAX_DECLARATION), where=str(path))


def _print(planned: Plan, done: SignedFile, attributes: Path | None) -> None:
    from ..printing import say

    signoff = planned.signoff
    if done.already:
        say(f"{signoff.reviewer} has signed these bytes already: {done.signature}")
        return
    role = f" ({signoff.role})" if signoff.role else ""
    say(f"{signoff.reviewer}{role} signs {signoff.verdict} with {signoff.key}", bold=True)
    say(f"  by {done.made_by}: {planned.signer.told}")
    if signoff.unfinished.partial:
        say(f"  a partial audit: {signoff.unfinished.told()}", colour="yellow")
    if done.folded:
        say(f"  {done.folded} saved event{'s' if done.folded > 1 else ''} of the journal folded in first")
    if planned.audit.supersedes:
        say(f"  supersedes the file with sha256 {', '.join(planned.audit.supersedes)}")
    others = [one.reviewer for one in planned.audit.signoffs if one.reviewer != signoff.reviewer]
    if others:
        say(f"  declared too: {', '.join(others)}; each signs the same file")
    if attributes is not None:
        say(f"  {attributes} keeps git from converting line ends of audits")
    say(f"saved: {done.audit}")
    say(f"saved: {done.signature}")
    say(f"next:  proofsieve verify {done.audit} --allowed-signers FILE")


def _print_json(planned: Plan, done: SignedFile, attributes: Path | None) -> None:
    from ..printing import print_object

    signoff, left = planned.signoff, planned.signoff.unfinished
    print_object(
        {
            "audit": str(done.audit),
            "signature": str(done.signature),
            "identity": signoff.reviewer,
            "role": signoff.role,
            "key": signoff.key,
            "verdict": signoff.verdict,
            "at": signoff.at,
            "partial": left.partial,
            "unfinished": {
                "undecided": left.undecided,
                "stale": left.stale,
                "conventions": left.conventions,
                "stopped": left.stopped,
            },
            "declared": [one.reviewer for one in planned.audit.signoffs],
            "supersedes": list(planned.audit.supersedes),
            "made_by": done.made_by,
            "folded": done.folded,
            "already": done.already,
            "gitattributes": str(attributes) if attributes is not None else None,
        }
    )
