"""``proofsieve keygen``: a new Ed25519 key to sign with."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("keygen", short_help="make a key to sign with")
@click.argument("file", required=False, type=click.Path(path_type=Path, readable=False))
@click.option("--identity", default="", help="Whose key it is; it becomes the comment of the public key.")
@click.option("--no-passphrase", is_flag=True, help="Leave the key without a passphrase.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
def command(file: Path | None, identity: str, no_passphrase: bool, as_json: bool) -> int:
    """Make an Ed25519 key in OpenSSH's form: FILE (mode 0600, by default ~/.ssh/id_ed25519) and FILE.pub.

    No file is ever overwritten. Exit code: 0 it is made, 2 wrong flags, 4 it could not be made.
    """
    from ...core.errors import UsageError
    from ...core.record.signoff_rules import identity_fault
    from ...core.signing.choosing import DEFAULT_KEY
    from ...core.signing.private import new_key
    from ...core.signing.sshsig import NAMESPACE
    from ..printing import print_object, say
    from ..runs import has_terminal
    from ..signing import typed_hidden

    fault = identity_fault(identity) if identity else None
    if fault is not None:
        raise UsageError(fault, hint="--identity reviewer@example.org")
    path = file if file is not None else Path("~").expanduser() / DEFAULT_KEY
    if file is None:
        path.parent.mkdir(mode=0o700, exist_ok=True)
    if not no_passphrase and not has_terminal():
        raise UsageError("nobody can be asked for a passphrase", hint="without one: keygen --no-passphrase")
    word = "" if no_passphrase else typed_hidden("Passphrase (empty for none)", twice=True)
    key = new_key(path, comment=identity, passphrase=word)
    line = f'{identity or "IDENTITY"} namespaces="{NAMESPACE}" {key.line}'
    if as_json:
        print_object(
            {
                "private": str(path),
                "public": f"{path}.pub",
                "key": key.fingerprint,
                "passphrase": bool(word),
                "allowed_signers": line,
            }
        )
        return 0
    say(f"made {path} and {path}.pub: {key.fingerprint}")
    say("those who check your signatures add this line to their list of allowed signers:")
    say(f"  {line}")
    return 0
