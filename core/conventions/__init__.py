"""Conventions: what a text leaves open, asked once, settled by a person, named in every verdict that rests on it."""

from __future__ import annotations

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
