"""Prints the lines of prompts.lock: python tests/prompts/lock.py > tests/prompts/prompts.lock

Raise the version of every prompt that changed first; an audit names the version that was asked. What
stands around every prompt has the version ``prompts.requests.KEY_VERSION``.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator

from proofsieve.prompts.framing import DATA_RULE, answer_rule, frame, repair_rule
from proofsieve.prompts.prompt_files import load_prompts
from proofsieve.prompts.requests import KEY_VERSION


def lines() -> Iterator[str]:
    """A line for what stands around every prompt, and one per prompt file, by id."""
    around = [DATA_RULE, answer_rule("{}"), repair_rule(("complaint",)), frame("text", "label")]
    sha256 = hashlib.sha256("\n".join(around).encode()).hexdigest()
    yield json.dumps({"id": "(around every prompt)", "version": str(KEY_VERSION), "sha256": sha256})
    for _, item in sorted(load_prompts().items()):
        yield json.dumps({"id": item.id, "version": item.version, "sha256": item.sha256})


if __name__ == "__main__":
    print(*lines(), sep="\n")
