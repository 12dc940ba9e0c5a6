"""Conventions: what a text leaves open, asked once, settled by a person, named in every verdict that rests on it.

What is named here is loaded when it is first used: an audit file is read without the rules that find questions.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .checks import ReadingCheck, decided
    from .convention import (
        Act,
        ActKind,
        Convention,
        Dependence,
        Meaning,
        Raiser,
        Reading,
        Settlement,
        Standing,
        Where,
        acted,
        counts_under,
        own_convention,
        replayed,
        settled,
        waiting,
        widened,
    )
    from .detection import Detection, Raised, detect, from_registry
    from .effects import Decide, Flip, ReadingEffect, asked, blast_radius, premise_text
    from .profiles import Profile, profile_of, read_profile
    from .registry import BY_ID, REGISTRY, Entry

__all__ = [
    "BY_ID",
    "REGISTRY",
    "Act",
    "ActKind",
    "Convention",
    "Decide",
    "Dependence",
    "Detection",
    "Entry",
    "Flip",
    "Meaning",
    "Profile",
    "Raised",
    "Raiser",
    "Reading",
    "ReadingCheck",
    "ReadingEffect",
    "Settlement",
    "Standing",
    "Where",
    "acted",
    "asked",
    "blast_radius",
    "counts_under",
    "decided",
    "detect",
    "from_registry",
    "own_convention",
    "premise_text",
    "profile_of",
    "read_profile",
    "replayed",
    "settled",
    "waiting",
    "widened",
]

_HOME = {
    "Act": "convention",
    "ActKind": "convention",
    "BY_ID": "registry",
    "Convention": "convention",
    "Decide": "effects",
    "Dependence": "convention",
    "Detection": "detection",
    "Entry": "registry",
    "Flip": "effects",
    "Meaning": "convention",
    "Profile": "profiles",
    "REGISTRY": "registry",
    "Raised": "detection",
    "Raiser": "convention",
    "Reading": "convention",
    "ReadingCheck": "checks",
    "ReadingEffect": "effects",
    "Settlement": "convention",
    "Standing": "convention",
    "Where": "convention",
    "acted": "convention",
    "asked": "effects",
    "blast_radius": "effects",
    "counts_under": "convention",
    "decided": "checks",
    "detect": "detection",
    "from_registry": "detection",
    "own_convention": "convention",
    "premise_text": "effects",
    "profile_of": "profiles",
    "read_profile": "profiles",
    "replayed": "convention",
    "settled": "convention",
    "waiting": "convention",
    "widened": "convention",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_HOME[name]}", __name__), name)
