"""The whole program in a child process, which asks a server that gives answers written by hand.

No model judges anything here: each answer below was written by a person for one sentence of one test, and the model is
called ``hand-written`` so that every audit says so. What is tested is the way of an answer through the program.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from proofsieve.core.audit import Audit
from proofsieve.core.record.audit_file import load
from proofsieve.tests.prompts.scripted import PLAIN
from proofsieve.tests.prompts.server import Answer, Scripted, Seen, reply, scripted

MODEL = "hand-written"
STEPS = re.compile(r"^(s\d+):\n<data (\w+) step>\n(.*?)\n</data \2>$", re.M | re.S)
SUBSTEPS = re.compile(r"^#(\d+) \((s\d+)\): (.*)$", re.M)
UNITS = re.compile(r"^- (u\d+) \(step (s\d+), ([a-z ]+)[^)]*\): (.*)$", re.M)
OWED = re.compile(r"^- (o[\d.]+) \(([a-z_]+)\): (.*) \[(.*)\]$", re.M)


@dataclass(frozen=True)
class Question:
    """One request: ``prompt`` is its id, ``text`` what the user's message says, ``body`` all of it."""

    prompt: str
    text: str
    body: Mapping[str, Any]

    @property
    def about(self) -> str:
        """The line of the unit that is in question."""
        return self.text.rpartition("UNIT (the unit to judge)")[2].strip().partition("\n")[0]


Wrote = Callable[[Question], Any]
"""An answer as an object, or the Answer that goes over the wire."""


def question_of(seen: Seen) -> Question:
    """What was asked: the name of the schema is the prompt's."""
    prompt = seen.body["response_format"]["json_schema"]["name"]
    return Question(prompt=prompt, text=seen.body["messages"][1]["content"], body=seen.body)


@dataclass
class Hand:
    """Answers questions by prompt; what is not given is answered by the defaults below. ``asked`` holds all."""

    given: Mapping[str, Wrote] = field(default_factory=dict)
    asked: list[Question] = field(default_factory=list)

    def __call__(self, seen: Seen) -> Answer:
        question = question_of(seen)
        self.asked.append(question)
        found = {**DEFAULTS, **self.given}[question.prompt](question)
        return found if isinstance(found, Answer) else reply(json.dumps(found))

    def of(self, prompt: str) -> list[Question]:
        """The questions of one prompt."""
        return [question for question in self.asked if question.prompt == prompt]


def sentences(question: Question) -> Any:
    """Every sentence is one substep."""
    return {
        "steps": [
            {"step": step, "substeps": [{"first": piece, "last": ""} for piece in re.split(r"(?<=\.)\s+", text)]}
            for step, _, text in STEPS.findall(question.text)
        ]
    }


def derivations(question: Question) -> Any:
    """What begins with Let introduces, all else follows."""
    return {
        "units": [
            {**PLAIN, "n": int(n), "role": "intro" if text.startswith("Let ") else "derive"}
            for n, _, text in SUBSTEPS.findall(question.text)
        ]
    }


def risks(high: Mapping[str, int] = {}) -> Wrote:
    """Risk 10, and another for units that hold certain words."""

    def scan(question: Question) -> Any:
        units = question.text.rpartition("The units to judge:")[2]
        return {
            "units": [
                {
                    "unit": unit,
                    "reason": "read by hand",
                    "signals": [],
                    "risk": next((risk for words, risk in high.items() if words in text), 10),
                    "error_type": "none",
                    "should_formalize": False,
                }
                for unit, _, _, text in UNITS.findall(units)
            ]
        }

    return scan


def review(verdict: str = "uncertain", *, formal: bool = False, **more: str) -> dict[str, Any]:
    """A local review; what speaks against a unit is in ``more``."""
    return {
        "reason": "read by hand",
        "verdict": verdict,
        "error_type": "none",
        "contested": "",
        "witness": "",
        "should_formalize": formal,
        "difficulty": "easy",
        **more,
    }


def flawed(contested: str, witness: str) -> dict[str, Any]:
    """A review that names a witness."""
    return review("flawed", error_type="false_statement", contested=contested, witness=witness)


def by_words(said: Mapping[str, Any], otherwise: Any) -> Wrote:
    """The answer for the unit whose own words hold the key."""
    return lambda question: next((found for words, found in said.items() if words in question.about), otherwise)


def same_words(question: Question) -> Any:
    """Obligations as they were given."""
    return worded(question, "{}")


def worded(question: Question, pattern: str) -> Any:
    """Obligations in the words of ``pattern``."""
    return {
        "obligations": [
            {
                "id": name,
                "statement": pattern.format(statement),
                "reason": "worded by hand",
                "use_formal": True,
                "confidence": 90,
            }
            for name, _, statement, _ in OWED.findall(question.text)
        ]
    }


def stated(language: str, text: str = "", premises: Sequence[str] = ()) -> dict[str, Any]:
    """A formal statement."""
    return {"reason": "written by hand", "language": language, "text": text, "premises": list(premises)}


def slots_of(question: Question) -> tuple[list[str], list[str]]:
    """The ids of source and formal slots."""
    found = re.search(r"every source slot \((.*?)\) and every formal slot \((.*?)\)", question.text)
    assert found is not None
    return found[1].split(", "), found[2].split(", ")


def compared(question: Question, value: str = "1", status: str = "preserved", why: str = "the same") -> dict[str, Any]:
    """Conclusions joined with this value; premises joined in order, what is left over is typing or left out."""
    source, formal = slots_of(question)
    premises, given = [s for s in source if s[0] == "p"], [s for s in formal if s[0] == "h"]
    pairs = [(s, f, "preserved", "1") for s, f in zip(premises, given, strict=False)]
    pairs += [(s, "", "omitted", "0") for s in premises[len(given) :]]
    pairs += [("", f, "added", "1") for f in given[len(premises) :]]
    pairs += [(s, f, status, value) for s in source if s[0] == "c" for f in formal if f[0] == "g"]
    said = {"reason": why, "value": value}
    aspects = "step_relation object_witness directionality role_alignment syntax_surface".split()
    return {
        "pairs": [
            {"source": s, "formal": f, "reason": why, "status": status, "value": value} for s, f, status, value in pairs
        ],
        **dict.fromkeys(aspects, said),
        "drift": [],
        "missing_assumptions": [],
        "added_assumptions": [],
        "overgeneralisations": [],
        "suggested_revision": "",
        "said": why,
    }


def aloud(question: Question) -> Any:
    """Slots in words."""
    found = re.search(r"each exactly once: (.*?)\. Say types", question.text)
    assert found is not None
    return {
        "slots": [{"slot": slot, "words": f"what {slot} says"} for slot in found[1].split(", ")],
        "whole": "as said",
    }


DEFAULTS: Mapping[str, Wrote] = {
    "decompose": sentences,
    "grow": derivations,
    "conventions": lambda question: {"questions": []},
    "scan": risks(),
    "review": lambda question: review(),
    "second": lambda question: review(),
    "word": same_words,
    "state": lambda question: stated("none"),
    "compare": compared,
    "back-translate": aloud,
    "prove": lambda question: {"plan": "", "body": ""},
    "conclude": lambda question: {"reason": "nobody has checked it", "risky_step": ""},
}


@dataclass(frozen=True)
class Ended:
    """How a run of the program ended."""

    code: int
    out: str
    err: str


@dataclass
class Place:
    """A folder with a home of its own, in which the program is run. ``keeps`` are variables of the environment."""

    folder: Path
    keeps: dict[str, str] = field(default_factory=dict)

    def write(self, name: str, text: str) -> Path:
        """A file in it."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        return path

    def settings(self, text: str) -> None:
        """The user's settings file."""
        self.write("config/proofsieve/config.toml", text)

    def audit(self, name: str = "proof") -> Audit:
        """The audit beside the proof, read back as strictly as any."""
        return load(self.folder / f"{name}.audit.json")

    def environment(self) -> dict[str, str]:
        home = {f"XDG_{what}_HOME": str(self.folder / what.lower()) for what in ("CONFIG", "CACHE", "DATA", "STATE")}
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(self.folder),
            "PROOFSIEVE_LEAN": "off",
            "LANG": "C.UTF-8",
            **home,
            **self.keeps,
        }

    async def start(self, *arguments: str, program: Sequence[str] = ("-m", "proofsieve")) -> asyncio.subprocess.Process:
        """Start ``proofsieve`` with these arguments."""
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",
            *program,
            *arguments,
            cwd=self.folder,
            env=self.environment(),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )

    async def run(self, *arguments: str, program: Sequence[str] = ("-m", "proofsieve")) -> Ended:
        """Run it to its end."""
        return await ended(await self.start(*arguments, program=program))

    async def asks(self, url: str, *arguments: str, name: str = "proof") -> Ended:
        """Audit the proof with the model at ``url``."""
        return await self.run(*asking(url, *arguments, name=name))


def asking(url: str, *arguments: str, name: str = "proof") -> tuple[str, ...]:
    """The arguments of an audit that asks."""
    return ("audit", f"{name}.md", "--model", MODEL, "--base-url", url, *arguments)


async def ended(process: asyncio.subprocess.Process) -> Ended:
    """Wait for the end of a run."""
    out, err = await process.communicate()
    assert process.returncode is not None
    return Ended(code=process.returncode, out=out.decode(), err=err.decode())


@asynccontextmanager
async def answering(**given: Wrote) -> AsyncIterator[tuple[Scripted, Hand]]:
    """A server with answers by hand."""
    hand = Hand(given)
    async with scripted(hand) as server:
        yield server, hand


def without_timings(path: Path) -> dict[str, Any]:
    """An audit as a document without what may differ between two runs of the same."""
    found: dict[str, Any] = json.loads(path.read_bytes())
    del found["timings"]
    return found
