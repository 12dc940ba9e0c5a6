"""The user's settings: flags over environment over file, and no key in the file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from proofsieve.core.errors import ProofSieveError
from proofsieve.prompts.config import STAGES, Wishes, choose, read_config
from proofsieve.prompts.endpoint import leaving, read_address

WHOLE = """
[endpoint]
base_url = "http://127.0.0.1:8080/v1"
model = "qwen3"
timeout = 3600
concurrency = 2
stream = true
retries = 1
temperature = "0.2"
max_output = 4096
context = 8192
api_key_env = "LAB_KEY"

[models]
scan = "small"
second = "other"

[budget]
calls = 200
tokens = 1000000
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "config.toml"
    path.write_text(text, "utf-8")
    return path


def test_everything_in_the_file_arrives(tmp_path: Path) -> None:
    chosen = choose(Wishes(), {"LAB_KEY": "k-123"}, read_config(written(tmp_path, WHOLE)))
    assert chosen is not None
    settings, endpoint = chosen.settings, chosen.endpoint
    assert (settings.model, settings.base_url) == ("qwen3", "http://127.0.0.1:8080/v1")
    assert (settings.model_of("scan"), settings.model_of("second"), settings.model_of("prove")) == (
        "small",
        "other",
        "qwen3",
    )
    assert (settings.temperature, settings.max_output, settings.context) == ("0.2", 4096, 8192)
    assert (settings.max_calls, settings.max_tokens) == (200, 1_000_000)
    assert (endpoint.timeout, endpoint.concurrency, endpoint.stream, endpoint.retries) == (3600, 2, True, 1)
    assert endpoint.key is not None
    assert endpoint.key.reveal() == "k-123"
    assert "k-123" not in repr(chosen)


def test_flags_win_over_the_environment_and_that_over_the_file(tmp_path: Path) -> None:
    file = read_config(written(tmp_path, '[endpoint]\nmodel = "m"\nbase_url = "http://a/v1"\n[budget]\ncalls = 5\n'))
    environment = {"OPENAI_BASE_URL": "http://b/v1"}

    def address(flags: Wishes, environment: dict[str, str]) -> str:
        chosen = choose(flags, environment, file)
        assert chosen is not None
        assert chosen.settings.max_calls == 5
        return chosen.settings.base_url

    assert address(Wishes(), {}) == "http://a/v1"
    assert address(Wishes(), environment) == "http://b/v1"
    assert address(Wishes(base_url="http://c/v1"), environment) == "http://c/v1"


def test_a_key_without_a_model_asks_nobody(tmp_path: Path) -> None:
    assert choose(Wishes(), {"OPENAI_API_KEY": "sk-1"}, read_config(tmp_path / "none.toml")) is None


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('[endpoint]\napi_key = "x"', "a key does not belong"),
        ('[endpoint]\nmodel = "sk-abcdefghijklmnop"', "a key does not belong"),
        ('[endpoint]\nauthorization = "Bearer x"', "a key does not belong"),
        ('[endpoint]\nbase_ulr = "http://a"', "base_ulr is not known"),
        ("[budgets]\ncalls = 1", r"\[budgets\] is not known"),
        ("calls = 1", r"\[calls\] is not known"),
        ("[budget]\ncalls = 0", "calls is a whole number from 1"),
        ("[budget]\ncalls = true", "calls is a whole number from 1"),
        ('[budget]\ncalls = "many"', "calls is a whole number from 1"),
        ("[endpoint]\ntimeout = -1", "timeout is a number of seconds"),
        ("[endpoint]\ntimeout = nan", "timeout is a number of seconds"),
        ("[endpoint]\ntemperature = 0.2", "temperature is a decimal"),
        ('[endpoint]\nbase_url = "ftp://a"', "is no address"),
        ('[models]\nscna = "m"', "scna is not known"),
        ("[models]\nscan = 3", "scan is a model's name"),
        ("[endpoint", "are no TOML"),
    ],
)
def test_what_is_not_understood_is_one_line(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(ProofSieveError, match=says) as caught:
        read_config(written(tmp_path, text))
    assert "\n" not in str(caught.value)
    assert caught.value.exit_code == 2
    assert "sk-abc" not in str(caught.value)


def test_the_advice_for_a_key_names_the_environment(tmp_path: Path) -> None:
    with pytest.raises(ProofSieveError) as caught:
        read_config(written(tmp_path, '[endpoint]\napi_key = "very-secret"'))
    assert "OPENAI_API_KEY" in caught.value.hint
    assert "api_key_env" in caught.value.hint
    assert "very-secret" not in str(caught.value)


def test_a_named_variable_that_is_not_set_is_an_error() -> None:
    with pytest.raises(ProofSieveError, match="LAB_KEY, which is not set"):
        choose(Wishes(model="m", api_key_env="LAB_KEY"), {"OPENAI_API_KEY": "sk-1"}, Wishes())


@pytest.mark.parametrize(
    ("flags", "says"),
    [
        (Wishes(model="m", max_calls=0), "--max-calls"),
        (Wishes(model="m", timeout=0), "--timeout"),
        (Wishes(model="  "), "--model"),
        (Wishes(model="m", base_url="nowhere"), "--base-url"),
        (Wishes(model="m", models=(("scna", "x"),)), "scna is not known"),
    ],
)
def test_flags_are_checked_like_the_file(flags: Wishes, says: str) -> None:
    with pytest.raises(ProofSieveError) as caught:
        choose(flags, {}, Wishes())
    assert says in str(caught.value)


def test_a_key_with_a_line_break_is_refused_without_being_shown() -> None:
    with pytest.raises(ProofSieveError) as caught:
        choose(Wishes(model="m"), {"OPENAI_API_KEY": "abc\ndef"}, Wishes())
    assert "abc" not in str(caught.value)


def test_every_stage_that_is_asked_can_be_given_a_model(root: Path) -> None:
    asked = {
        stage
        for path in (root / "prompts" / "analyst").glob("*.py")
        for stage in re.findall(r'\bstage="([^"]+)"', path.read_text("utf-8"))
    }
    assert asked <= set(STAGES)


@pytest.mark.parametrize(
    "text",
    [
        "http://user:pw@host/v1",
        "http://user@host/v1",
        "ftp://host/v1",
        "host/v1",
        "http:///v1",
        "http://ho st/v1",
        "http://host:99999/v1",
        "http://host/v1#part",
        "http://host/\nv1",
        "http://[::1/v1",
        "http://host/v1?sig=pw ",
        "http://me:pw@host/v1\n",
        "http://me:pw/d@host/v1",
        "ftp://host/v1?sig=pw",
        "",
    ],
)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(ProofSieveError) as caught:
        read_address(text)
    assert "\n" not in str(caught.value)
    assert "pw" not in str(caught.value)


def test_a_query_is_sent_and_never_recorded() -> None:
    address = read_address("https://host/openai/v1/?api-version=7&sig=secret")
    assert address.recorded == "https://host/openai/v1"
    assert address.query == (("api-version", "7"), ("sig", "secret"))
    assert "secret" not in repr(address)


@pytest.mark.parametrize(
    ("text", "loopback"),
    [
        ("http://localhost:1234/v1", True),
        ("http://127.9.9.9/v1", True),
        ("http://[::1]:8000/v1", True),
        ("http://localhost.example/v1", False),
        ("http://127.0.0.1.example/v1", False),
        ("http://0.0.0.0:8000/v1", False),
        ("http://192.168.1.2/v1", False),
        ("http://2130706433/v1", False),
    ],
)
def test_only_this_machine_is_loopback(text: str, loopback: bool) -> None:
    address = read_address(text)
    assert address.loopback is loopback
    notice = leaving(address, "m")
    assert ("unencrypted" in notice) is not loopback
    assert bool(notice) is not loopback
