"""What the commands that sign share: the flags of a signer, the passphrase, the question about leaks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from ..core.audit import Audit
    from ..core.signing.acting import Choose

F = TypeVar("F", bound=Callable[..., Any])

SHOWN = 30


def signer_options(command: F) -> F:
    """Add --identity, --key and --yes."""
    for option in (
        click.option("--yes", is_flag=True, help="Go on although the audit holds what looks like a secret."),
        click.option(
            "--key",
            "key_file",
            type=click.Path(path_type=Path, readable=False),
            help="A private key, or the public key of one in the agent. Default: ssh-agent, git's, ~/.ssh/id_ed25519.",
        ),
        click.option("--identity", required=True, help="Who signs, as the list of allowed signers says it."),
    ):
        command = option(command)
    return command


def chooser(key_file: Path | None) -> Choose:
    """How the signer is found."""
    from ..core.signing.agent import Agent
    from ..core.signing.choosing import choose_signer

    return lambda wanted: choose_signer(key_file, wanted=wanted, home=Path("~").expanduser(), agent=Agent.of())


def passphrase(prompt: str) -> str | None:
    """A passphrase that the user types, not shown; None where nobody can be asked."""
    from .runs import has_terminal

    return typed_hidden(prompt) if has_terminal() else None


def typed_hidden(prompt: str, *, twice: bool = False) -> str:
    """What the user types, not shown. Raises UsageError for bytes that are no UTF-8, which no prompt can read."""
    from ..core.errors import UsageError

    try:
        answer: str = click.prompt(
            prompt, hide_input=True, confirmation_prompt=twice, default="", show_default=False, err=True
        )
    except UnicodeDecodeError:
        raise UsageError(
            "what was typed is no text in UTF-8",
            hint="a key with such a passphrase signs from an ssh-agent: ssh-add FILE",
        ) from None
    return answer


def keep_bytes_or_say(audit: Path) -> Path | None:
    """As ``attributes.keep_bytes``; where the lines cannot be added this is said on stderr, for what was signed before
    is signed all the same."""
    from ..core.errors import SaveError
    from ..core.signing.attributes import keep_bytes
    from ..core.text import visible

    try:
        return keep_bytes(audit)
    except SaveError as error:
        click.echo(visible(f"proofsieve: {error}; a checkout may convert the line ends of this audit"), err=True)
        return None


def confirm_leaks(audit: Audit, identity: str, *, yes: bool, what: str) -> None:
    """List on stderr what the audit would give away, and go on only if the user says so.

    Raises UsageError where nobody can be asked, click's Abort where the answer is no. ``what`` is what is about to be
    done, as "sign".
    """
    from ..core.errors import UsageError
    from ..core.leaks import find_leaks
    from .printing import one_line
    from .runs import has_terminal

    found = find_leaks(audit, meant=[identity])
    for leak in found[:SHOWN]:
        click.echo(f"  {leak.kind} in {leak.where}: {one_line(leak.shown, 80)}", err=True)
    if len(found) > SHOWN:
        click.echo(f"  and {len(found) - SHOWN} more", err=True)
    if not found or yes:
        return
    told = f"{len(found)} thing{'s' if len(found) > 1 else ''} in the audit may not be meant for others"
    if not has_terminal():
        raise UsageError(told, hint=f"look at the list above, then {what} with --yes, or take them out first")
    click.confirm(f"{told}. {what.capitalize()} all the same?", abort=True, err=True)
