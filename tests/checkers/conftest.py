"""Fixtures of the checkers' tests: the embedded Lean, set up by the function behind ``proofsieve setup lean``."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from proofsieve.checkers.lean.errors import SetupError
from proofsieve.checkers.lean.places import Installed
from proofsieve.checkers.lean.setup import set_up
from proofsieve.tests.checkers.lean_asking import Asking


@pytest.fixture(scope="session")
def lean_installed() -> Installed:
    """A real Lean. It is fetched and prepared once; the second worker waits for the first. Where it cannot be had (no
    network), tests that need it are skipped, but not on a CI machine."""
    try:
        return set_up()
    except SetupError as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(error))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def lean(lean_installed: Installed) -> AsyncIterator[Asking]:
    """Warm processes for the tests of one module; ask from its loop."""
    asking = Asking(lean_installed.folder)
    yield asking
    await asking.pool.aclose()
