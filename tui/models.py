"""Which models an audit asks, from flags, environment, settings file and an earlier audit that is gone on with."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from ..core.errors import UsageError

if TYPE_CHECKING:
    from ..compose import AskModels
    from ..core.audit import Audit, Settings
    from ..prompts.config import Chosen, Wishes

ANALYSTS = ("rules", "model", "direct", "tree-judge", "nl-only")

F = TypeVar("F", bound=Callable[..., Any])


class Flags(NamedTuple):
    """What was typed; None and False are nothing."""

    analyst: str | None
    model: str | None
    base_url: str | None
    timeout: float | None
    max_calls: int | None
    max_tokens: int | None
    replay: Path | None
    cassette: Path | None
    refresh: bool
    offline: bool


def options(command: F) -> F:
    """Add the flags to a command; they arrive as keyword arguments of their own names."""
    file = click.Path(path_type=Path, readable=False)
    for option in reversed(
        (
            click.option("--analyst", type=click.Choice(ANALYSTS), help="Who reads: model (with --model), else rules."),
            click.option("--model", help="Ask this model at an OpenAI-compatible endpoint."),
            click.option("--base-url", help="Its address, as http://127.0.0.1:8080/v1 (else OPENAI_BASE_URL)."),
            click.option("--timeout", type=float, help="Seconds for one answer (600)."),
            click.option("--max-calls", type=int, help="Stop after so many requests; what was answered is kept."),
            click.option("--max-tokens", type=int, help="Stop after so many tokens."),
            click.option("--cassette", type=file, help="Write every question and answer of this run to a file."),
            click.option("--replay", type=file, help="Take all answers from such a file; nothing is asked."),
            click.option("--refresh", is_flag=True, help="Ask anew what was answered before."),
            click.option("--offline", is_flag=True, help="Ask no model, whatever the settings file says."),
        )
    ):
        command = option(command)
    return command


def asking(
    flags: Flags, earlier: Settings | None = None, *, files: Sequence[Path] = ()
) -> tuple[str, AskModels | None]:
    """The analyst, and which models are asked (None: none). ``earlier``: settings of the audit that is gone on with;
    flags win over them, they over the settings file. ``files``: what the run reads and writes besides.

    Raises UsageError for flags that do not fit together or are empty, as prompts.config.choose, where a key would go to
    an address that only the earlier audit names, and StoreFailed or SaveError where no cassette can be written.
    """
    for name, text in (("model", flags.model), ("base-url", flags.base_url)):
        if text is not None and not text.strip():  # of a variable that is not set; it must not mean another endpoint
            raise UsageError(f"--{name} is empty", hint="give it a value, or leave it out")
    if flags.replay is not None and flags.refresh:
        raise UsageError("--replay and --refresh do not go together", hint="leave out one of them")
    if flags.offline:
        given = [name for name, value in flags._asdict().items() if value and name not in ("offline", "analyst")]
        if given or flags.analyst not in (None, "rules"):
            named = given[0].replace("_", "-") if given else f"analyst {flags.analyst}"
            raise UsageError(f"--offline and --{named} do not go together", hint="leave out one of them")
        return "rules", None
    if flags.analyst == "rules" and (flags.model or flags.replay):
        raise UsageError("--analyst rules asks no model", hint="leave out --model and --replay, or --analyst")
    if flags.analyst == "rules":
        return "rules", None
    from ..compose import AskModels
    from ..prompts.cassette import check_writable
    from ..prompts.config import choose, read_config
    from ..prompts.places import config_path, store_path

    try:
        file = read_config(config_path())
        store = store_path()
    except RuntimeError as error:
        raise UsageError("there is no home folder for settings and answers", hint="set HOME") from error
    chosen = choose(_wishes(flags, earlier), os.environ, file)
    if chosen is None:
        bounds = (flags.timeout, flags.max_calls, flags.max_tokens)
        asks = flags.base_url or flags.cassette or flags.refresh or any(bound is not None for bound in bounds)
        if flags.analyst is not None or asks:
            raise UsageError("no model is named", hint="name one with --model, or in the settings file")
        return "rules", None
    if flags.replay is None and earlier is not None:
        own = choose(_wishes(flags._replace(model=chosen.settings.model), None), os.environ, file)
        chosen = _where_the_user_asks(chosen, own)
    if flags.cassette is not None:
        check_writable(flags.cassette, never=[*files, *([flags.replay] if flags.replay is not None else [])])
    analyst = flags.analyst or (earlier.analyst if earlier is not None and earlier.models is not None else "model")
    return analyst, AskModels(
        chosen=chosen,
        store=store,
        refresh=flags.refresh,
        replay=flags.replay,
        cassette=flags.cassette,
        on_notice=_notice,
    )


def _where_the_user_asks(chosen: Chosen, own: Chosen | None) -> Chosen:
    """What is asked, at an address that the user names too where a key is sent along: somebody else may have written
    the audit that is gone on with. ``own``: what flags, environment and settings file alone would ask."""
    from dataclasses import replace

    address = chosen.endpoint.address
    if own is not None and own.endpoint.address.recorded == address.recorded:
        return replace(chosen, endpoint=own.endpoint)  # with the query, which no audit holds
    if chosen.endpoint.key is not None and not address.loopback:
        raise UsageError(
            f"the audit names the endpoint {address.recorded}, your flags and settings do not: your key is not sent",
            hint=f"say --base-url {address.recorded} if it is yours",
        )
    return chosen


def _wishes(flags: Flags, earlier: Settings | None) -> Wishes:
    from ..prompts.config import Wishes

    model, base_url = flags.model, flags.base_url
    before = earlier.models if earlier is not None else None
    if flags.replay is not None and model is None and before is None:
        model, base_url = _recorded(flags.replay, base_url)
    return Wishes(
        model=model or (before.model if before is not None else None),
        base_url=base_url or (before.base_url if before is not None else None),
        timeout=flags.timeout,
        max_calls=_given(flags.max_calls, before.max_calls if before is not None else 0),
        max_tokens=_given(flags.max_tokens, before.max_tokens if before is not None else 0),
        temperature=(before.temperature or None) if before is not None else None,
        max_output=(before.max_output or None) if before is not None else None,
        context=(before.context or None) if before is not None else None,
        models=() if before is None else (*before.stages, *((("second", before.second),) if before.second else ())),
    )


def _given(flag: int | None, before: int) -> int | None:
    """The flag as it was typed, a 0 too, which is refused; else what an earlier run had, where it had a bound."""
    return flag if flag is not None else before or None


def _recorded(path: Path, base_url: str | None) -> tuple[str, str | None]:
    """Model and address of a cassette, where it knows one of each."""
    from ..prompts.cassette import read_cassette

    records = read_cassette(path).records.values()
    models = sorted({record.request.model for record in records})
    if len(models) != 1:
        raise UsageError(
            f"the cassette holds answers of {len(models)} models",
            where=str(path),
            hint="name the main one with --model",
        )
    addresses = {record.base_url for record in records}
    return models[0], base_url or (addresses.pop() if len(addresses) == 1 else None)


def _notice(sentence: str) -> None:
    """What will leave this machine, said once, before it does."""
    from ..core.text import visible

    print(f"proofsieve: {visible(sentence, one_line=True)}", file=sys.stderr, flush=True)


def tell_stopped(audit: Audit, path: Path) -> None:
    """Say on stderr, in one line, why a run ended early and where what it found is; nothing of one that did not."""
    from ..core.audit import BUDGET, STOPPED
    from ..core.text import visible

    for finding in audit.findings:
        if finding.kind in (STOPPED, BUDGET):
            line = f"proofsieve: the run ended early: {finding.message}; what was found is in {path}"
            print(visible(line, one_line=True), file=sys.stderr, flush=True)
