"""Where answers come from before anybody is asked: flags, a profile, the front matter of the proof, the settings file.

Where several answer one question the first of them counts; the text itself wins over all of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..audit import Settings
from ..errors import InputError, UsageError
from ..front_matter import front_matter_entry
from ..proof import Proof
from .profiles import LARGEST, Profile, profile_of, read_profile

COMMAND_LINE, FRONT_MATTER, SETTINGS_FILE = "command line", "front matter", "settings file"
AND = " + "
"""Between the names of several sources."""


def from_flags(given: Sequence[str]) -> Profile | None:
    """The answers of ``--convention NAME=READING``. Raises UsageError."""
    table: dict[str, str] = {}
    for flag in given:
        name, equals, reading = (part.strip() for part in flag.partition("="))
        if not equals or not name or not reading:
            raise UsageError(f"--convention {flag[:80]}: no answer", hint="write --convention nat_starts_at=1")
        if table.setdefault(name, reading) != reading:
            raise UsageError(f"--convention {name[:80]} is given twice", hint="leave out one of them")
    return _usage(table, COMMAND_LINE) if table else None


def from_front_matter(proof: Proof) -> Profile | None:
    """The answers of ``conventions:`` in the front matter of the file in which the steps stand. Raises InputError."""
    if not proof.steps:
        return None
    entry = front_matter_entry(proof.sources[proof.steps[0].span.source].text or "", "conventions")
    return read_profile(entry, name=FRONT_MATTER, form="yaml") if entry else None


def from_settings_file(document: Mapping[str, Any]) -> Profile | None:
    """The table ``[conventions]`` of the settings file. Raises UsageError."""
    table = document.get("conventions")
    return _usage(table, SETTINGS_FILE) if table else None


def from_profile(wanted: str, document: Mapping[str, Any]) -> Profile:
    """The profile ``[profiles.NAME]`` of the settings file, or that in a file of YAML or TOML (by its ending).

    Raises UsageError where there is neither, InputError for a file that is none.
    """
    profiles = document.get("profiles", {})
    if wanted in profiles:
        return _usage(profiles[wanted], wanted)
    path = Path(wanted)
    try:
        with path.open("rb") as file:
            raw = file.read(4 * LARGEST + 1)
    except OSError as error:
        known = ", ".join(sorted(profiles)) or "none"
        raise UsageError(
            f"there is no profile {wanted[:80]}",
            where="--profile",
            hint=f"no such file ({error.strerror or error}); the settings file has {known}",
        ) from None
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise InputError("a profile is UTF-8 text", where=wanted) from None
    found = read_profile(text, name=wanted, form="toml" if path.suffix.lower() == ".toml" else "yaml")
    return replace(found, name=path.stem)


def merged(*profiles: Profile | None) -> Profile | None:
    """All answers in one profile, named after every source that gave one; the first source counts."""
    choices: dict[str, str] = {}
    names: list[str] = []
    for profile in profiles:
        new = {name: reading for name, reading in profile.choices.items() if name not in choices} if profile else {}
        if profile is not None and new:
            names.append(profile.name)
            choices.update(new)
    return Profile(name=AND.join(dict.fromkeys(names)), choices=choices) if choices else None


def with_profile(settings: Settings, profile: Profile | None) -> Settings:
    """``settings`` that record the answers of ``profile`` and where they come from."""
    if profile is None:
        return settings
    return replace(settings, profile=profile.name, readings=tuple(sorted(profile.choices.items())))


def profile_in(settings: Settings) -> Profile | None:
    """The answers that are recorded in ``settings``."""
    return Profile(name=settings.profile, choices=dict(settings.readings)) if settings.readings else None


def _usage(table: object, name: str) -> Profile:
    try:
        return profile_of(table, name=name)
    except InputError as error:
        raise UsageError(error.message, where=error.where, hint=error.hint) from None
