"""What must hold of the advice of models in an audit: every unit, step and call that is named exists, once."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from ..advice import Advice
from ..audit import Audit
from ..calls import Call
from ..verdict import Status
from .parts import name_faults
from .strictjson import shown

_CALL = re.compile(r"c[0-9a-f]{12}", re.ASCII)
_KEY = re.compile(r"[0-9a-f]{64}", re.ASCII)


def advice_faults(audit: Audit) -> Iterator[str]:
    """Why ``audit.advice``, ``provenance.calls`` and the settings of models do not fit the rest."""
    calls = audit.provenance.calls
    yield from _calls(calls)
    yield from _named(audit)
    known = frozenset(call.id for call in calls)
    yield from _reviews(audit.advice, audit.tree.unit_by_id, known)
    units = audit.tree.unit_by_id
    for name in ("candidates", "sampled"):
        for unit_id in getattr(audit.advice, name):
            if unit_id not in units:
                yield f"advice.{name}: there is no unit {shown(unit_id)}"
    last = audit.advice.synthesis
    if last is not None:
        if last.risky_step is not None and last.risky_step not in {step.id for step in audit.proof.steps}:
            yield f"advice.synthesis.risky_step: there is no step {shown(last.risky_step)}"
        if last.call not in known:
            yield f"advice.synthesis.call: there is no call {shown(last.call)}"


def _reviews(advice: Advice, units: Collection[str], calls: Collection[str]) -> Iterator[str]:
    seen: set[str] = set()
    for index, review in enumerate(advice.reviews):
        at = f"advice.reviews[{index}]"
        if review.unit_id not in units:
            yield f"{at}.unit_id: there is no unit {shown(review.unit_id)}"
        if review.unit_id in seen:
            yield f"{at}.unit_id: {shown(review.unit_id)} is reviewed twice"
        seen.add(review.unit_id)
        if review.verdict is Status.NOT_CHECKED:
            yield f"{at}.verdict: a review says correct, flawed or uncertain"
        if review.call not in calls:
            yield f"{at}.call: there is no call {shown(review.call)}"
        if review.second is not None and review.second.call not in calls:
            yield f"{at}.second.call: there is no call {shown(review.second.call)}"


def _calls(calls: Iterable[Call]) -> Iterator[str]:
    seen: set[str] = set()
    for index, call in enumerate(calls):
        at = f"provenance.calls[{index}]"
        if not _CALL.fullmatch(call.id) or not _KEY.fullmatch(call.key) or call.id[1:] != call.key[:12]:
            yield f"{at}.id: {shown(call.id)} is not the name of its key"
        if call.id in seen:
            yield f"{at}.id: {shown(call.id)} is already taken"
        seen.add(call.id)
        if min(call.sample, call.turns, call.prompt_tokens or 0, call.completion_tokens or 0) < 0:
            yield f"{at}: a count is below 0"


def _named(audit: Audit) -> Iterator[str]:
    """Names of models, prompts and endpoints that hold a character that cannot be printed."""
    calls, models = audit.provenance.calls, audit.settings.models
    yield from name_faults("provenance.calls.model", [call.model for call in calls])
    yield from name_faults("provenance.calls.base_url", [call.base_url for call in calls])
    yield from name_faults("provenance.calls.prompt", [call.prompt for call in calls])
    yield from name_faults("advice.reviews.by", [review.by for review in audit.advice.reviews])
    if models is not None:
        stages = [word for pair in models.stages for word in pair]
        yield from name_faults("settings.models", (models.model, models.base_url, models.second, *stages))
