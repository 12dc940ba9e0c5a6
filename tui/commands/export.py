"""``proofsieve export``: what an audit says, in the form of another program."""

from __future__ import annotations

from pathlib import Path

import click

from ..signing import signer_options


@click.command("export", short_help="write what an audit says in another form")
@click.argument("audit", type=click.Path(path_type=Path, readable=False))
@click.option(
    "--format", "form", type=click.Choice(["dsse"]), required=True, help="dsse: an in-toto Statement, sealed."
)
@signer_options
@click.option("-o", "--output", type=click.Path(path_type=Path, readable=False), help="Where to write it.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
def command(
    audit: Path, form: str, identity: str, key_file: Path | None, yes: bool, output: Path | None, as_json: bool
) -> int:
    """Write X.audit.json.NAME.dsse: an in-toto Statement on AUDIT in a DSSE envelope, signed by a declared signer.

    Exit code: 0 it is written, 2 wrong flags, 4 a file, the key or the agent failed.
    """
    import os

    from ...core.errors import SaveError
    from ...core.record.audit_file import load, target_of
    from ...core.record.durable import replace_file
    from ...core.record.signoff_rules import signature_name
    from ...core.signing.acting import envelope_for
    from ..printing import print_object, say
    from ..signing import chooser, confirm_leaks, keep_bytes_or_say, passphrase

    document = load(audit)
    confirm_leaks(document, identity, yes=yes, what="export")
    sealed, signoff = envelope_for(audit, identity=identity, choose=chooser(key_file), ask=passphrase)
    target = target_of(audit)
    name = signature_name(signoff.reviewer, [one.reviewer for one in document.signoffs])
    path = output if output is not None else target.with_name(f"{target.name}.{name}.{form}")
    if os.path.lexists(path):
        raise SaveError("a file is there; it is not overwritten", where=str(path), hint="write elsewhere with -o FILE")
    replace_file(path, sealed)
    attributes = keep_bytes_or_say(audit)
    if as_json:
        print_object(
            {
                "audit": str(audit),
                "envelope": str(path),
                "identity": signoff.reviewer,
                "key": signoff.key,
                "gitattributes": str(attributes) if attributes is not None else None,
            }
        )
        return 0
    if attributes is not None:
        say(f"  {attributes} keeps git from converting line ends of audits")
    say(f"saved: {path}")
    return 0
