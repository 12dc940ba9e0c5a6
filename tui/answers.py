"""What an audit is told about conventions before anybody is asked: flags, profile, front matter, settings file."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from ..core.audit import Audit, Settings
    from ..core.conventions.profiles import Profile
    from ..core.proof import Proof

F = TypeVar("F", bound=Callable[..., Any])


def convention_options(command: F) -> F:
    """Add --convention and --profile; they arrive as ``conventions`` and ``profile``."""
    for option in reversed(
        (
            click.option(
                "--convention",
                "conventions",
                multiple=True,
                metavar="NAME=READING",
                help="Answer what the text leaves open, as nat_starts_at=1 (repeatable).",
            ),
            click.option("--profile", help="Answers in a YAML or TOML file, or under [profiles.NAME] of the settings."),
        )
    ):
        command = option(command)
    return command


def answers(
    proof: Proof, conventions: Sequence[str], profile: str | None, earlier: Settings | None = None
) -> Profile | None:
    """All answers that are given ahead. Flags win over the profile, that over ``earlier`` (the settings of an audit
    that is gone on with), they over the front matter, that over the settings file; the text wins over all.

    Raises UsageError or InputError, in one line, for what is not understood.
    """
    from ..core.config import read_settings_file
    from ..core.conventions.choices import (
        from_flags,
        from_front_matter,
        from_profile,
        from_settings_file,
        merged,
        profile_in,
    )
    from ..prompts.places import config_path

    try:
        document = read_settings_file(config_path())
    except RuntimeError:  # no home folder: no settings
        document = {}
    return merged(
        from_flags(conventions),
        from_profile(profile, document) if profile else None,
        profile_in(earlier) if earlier is not None else None,
        from_front_matter(proof),
        from_settings_file(document),
    )


def tell_unused(audit: Audit, conventions: Sequence[str]) -> None:
    """Say on stderr of each --convention that does nothing why; a line each."""
    from ..core.conventions.choices import from_flags
    from ..core.text import visible

    flags = from_flags(conventions)
    found = {one.id: one for one in audit.conventions.found}
    for name, reading in flags.choices.items() if flags is not None else ():
        settlement = found[name].settlement if name in found else None
        if settlement is None:
            why = "nothing in this proof depends on it"
        elif settlement.reading != reading:
            why = f"the text itself says {settlement.reading}, which counts"
        else:
            continue
        print(visible(f"proofsieve: --convention {name}: {why}", one_line=True), file=sys.stderr, flush=True)
