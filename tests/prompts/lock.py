"""Prints the lines of prompts.lock: python tests/prompts/lock.py > tests/prompts/prompts.lock

Raise the version of every prompt that changed first; an audit names the version that was asked.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from proofsieve.prompts.prompt_files import load_prompts


def lines() -> Iterator[str]:
    """A line per prompt file, by id."""
    for _, item in sorted(load_prompts().items()):
        yield json.dumps({"id": item.id, "version": item.version, "sha256": item.sha256})


if __name__ == "__main__":
    print(*lines(), sep="\n")
