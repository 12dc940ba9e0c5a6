"""Prompt files: Markdown with front matter and the sections ``## system`` and ``## user``, filled by Jinja.

The marks are << >>, <% %> and <# #>, because LaTeX is full of braces. A text slot is printed through the filter
``data``, which frames it; unframed, only numbers and short names may stand. A file's version is raised with every
change of its content (tests/prompts/prompts.lock): an audit says which version was asked.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.errors import ProofSieveError
from ..core.value import value
from .framing import DATA_RULE, Plain, frame, token

if TYPE_CHECKING:
    from jinja2 import Environment

TEMPLATES = Path(__file__).with_name("templates")

_MAX_FILE = 256 * 1024
_FRONT = re.compile(r"\A---\n(.*?\n)---\n(.*)\Z", re.DOTALL)
_SECTIONS = re.compile(r"\A\s*## system\n(.*)\n## user\n(.*)\Z", re.DOTALL)
_ID = re.compile(r"[a-z][a-z0-9-]{0,40}\Z")
_DECIMAL = re.compile(r"[0-2](\.[0-9]{1,3})?\Z")


class PromptError(ProofSieveError):
    """A prompt file that is none, or slots that do not fit it: a fault of the program."""


@value
class PromptFile:
    """``answer`` is the name of the answer's model. ``temperature``: a decimal string, "" for the server's own.
    ``max_tokens``: of the reply. ``slots``: the names that must be filled. ``sha256``: of the file."""

    id: str
    version: str
    answer: str
    temperature: str
    max_tokens: int
    system: str
    user: str
    slots: frozenset[str]
    sha256: str


@value
class Rendered:
    """The two messages of a filled prompt."""

    system: str
    user: str


def read_prompt(raw: bytes, *, where: str) -> PromptFile:
    """The prompt in the bytes of a file. Raises PromptError."""
    if len(raw) > _MAX_FILE:
        raise PromptError(f"a prompt of {len(raw):,} bytes; at most {_MAX_FILE:,} are read", where=where)
    try:
        text = raw.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise PromptError("not UTF-8", where=where) from None
    front = _FRONT.match(text)
    if front is None:
        raise PromptError("it does not begin with front matter between two lines ---", where=where)
    sections = _SECTIONS.match(front.group(2))
    if sections is None or "\n## system\n" in sections.group(1) or "\n## user\n" in sections.group(1):
        raise PromptError("it needs the sections ## system and ## user, once each and in this order", where=where)
    fields = _front_matter(front.group(1), where)
    system, user = sections.group(1).strip(), sections.group(2).strip()
    return PromptFile(
        **fields,
        system=system,
        user=user,
        slots=_slots(system, where) | _slots(user, where),
        sha256=hashlib.sha256(raw).hexdigest(),
    )


def load_prompts(folder: Path = TEMPLATES) -> dict[str, PromptFile]:
    """The prompt files of a folder by id. Raises PromptError, also where a file is not named after its id."""
    found = {}
    for path in sorted(folder.glob("*.md")):
        prompt = read_prompt(path.read_bytes(), where=path.name)
        if path.stem != prompt.id:
            raise PromptError(f"the file of the prompt {prompt.id} must be called {prompt.id}.md", where=path.name)
        found[prompt.id] = prompt
    return found


def render(prompt: PromptFile, slots: Mapping[str, object]) -> Rendered:
    """Fill ``prompt``. Raises PromptError for a missing or unknown slot, and for text that is printed unframed."""
    from jinja2 import TemplateError

    if set(slots) != prompt.slots:
        wrong = ", ".join(sorted(set(slots) ^ prompt.slots))
        raise PromptError(f"slots that are missing or unknown: {wrong}", where=prompt.id)
    try:
        system, user = (_template(text).render(slots) for text in (prompt.system, prompt.user))
    except (TemplateError, ValueError, TypeError) as error:
        raise PromptError(f"it cannot be filled: {error}", where=prompt.id) from None
    if "</data " in system or "</data " in user:
        system = f"{system}\n\n{DATA_RULE}"
    return Rendered(system=system, user=user)


def _front_matter(text: str, where: str) -> dict[str, Any]:
    import yaml  # type: ignore[import-untyped]

    try:
        found = yaml.safe_load(text)
    except yaml.YAMLError:
        raise PromptError("its front matter is no YAML", where=where) from None
    if not isinstance(found, dict) or set(found) != {"id", "version", "answer", "parameters"}:
        raise PromptError("its front matter needs exactly id, version, answer and parameters", where=where)
    parameters = found["parameters"]
    if not isinstance(parameters, dict) or set(parameters) != {"temperature", "max_tokens"}:
        raise PromptError("its parameters are exactly temperature and max_tokens", where=where)
    temperature, limit = str(parameters["temperature"]), parameters["max_tokens"]
    if not isinstance(found["id"], str) or not _ID.match(found["id"]):
        raise PromptError("its id is no short name in lower case", where=where)
    if type(found["version"]) is not int or found["version"] < 1:
        raise PromptError("its version is a number from 1", where=where)
    if not isinstance(found["answer"], str) or not found["answer"].isidentifier():
        raise PromptError("its answer is the name of a model", where=where)
    if temperature and not _DECIMAL.match(temperature):
        raise PromptError("its temperature is a decimal from 0 to 2 in quotes", where=where)
    if type(limit) is not int or not 1 <= limit <= 1_000_000:
        raise PromptError("its max_tokens is a number from 1", where=where)
    return {
        "id": found["id"],
        "version": str(found["version"]),
        "answer": found["answer"],
        "temperature": temperature,
        "max_tokens": limit,
    }


def _slots(text: str, where: str) -> frozenset[str]:
    from jinja2 import TemplateSyntaxError, meta

    try:
        return frozenset(meta.find_undeclared_variables(_environment().parse(text)))
    except TemplateSyntaxError as error:
        raise PromptError(f"line {error.lineno} of a section: {error.message}", where=where) from None


@cache
def _template(text: str) -> Any:
    return _environment().from_string(text)


@cache
def _environment() -> Environment:
    from jinja2 import StrictUndefined
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    environment = ImmutableSandboxedEnvironment(
        block_start_string="<%",
        block_end_string="%>",
        variable_start_string="<<",
        variable_end_string=">>",
        comment_start_string="<#",
        comment_end_string="#>",
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        finalize=_printed,
        autoescape=False,
    )
    # Only these: a library filter that joins or cuts text would hand out unframed text in a new wrapping.
    environment.filters = {"data": _data, "names": _names, "length": len}
    environment.globals = {}
    return environment


def _printed(found: object) -> object:
    """What a slot may print unframed: our own words, whole numbers, short names."""
    if isinstance(found, Plain) or type(found) is int:
        return found
    if isinstance(found, str):
        return token(str(found))
    raise ValueError(f"a {type(found).__name__} is not printed in a prompt")


def _data(text: object, label: str = "text") -> Plain:
    if not isinstance(text, str):
        raise ValueError(f"a {type(text).__name__} is no text to frame")
    return frame(text, label)


def _names(found: Iterable[object]) -> Plain:
    """Short names in a row: u001, u002."""
    return Plain(", ".join(token(str(name)) for name in found))
