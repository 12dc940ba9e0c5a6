"""Where answers and settings lie on this machine."""

from __future__ import annotations

import os
from pathlib import Path


def store_path() -> Path:
    """The store of answers: in PROOFSIEVE_CACHE, or in the user's cache folder. Raises RuntimeError without a home."""
    from platformdirs import user_cache_path

    given = os.environ.get("PROOFSIEVE_CACHE")
    return (Path(given) if given else user_cache_path("proofsieve")) / "models" / "answers.sqlite3"


def config_path() -> Path:
    """The user's settings file; it need not exist. Raises RuntimeError without a home."""
    from platformdirs import user_config_path

    return user_config_path("proofsieve") / "config.toml"
