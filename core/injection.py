"""Text in a proof that speaks to whoever judges it: instructions, verdicts of its own, roles, closing delimiters.

The proof is data (MODELS.md): such words change nothing, and a person is told where they stand. The rules are narrow
on purpose. Olympiad problems have judges who rate contestants, systems of equations and systems of axioms, segments
called AI; none of these may be reported.
"""

from __future__ import annotations

import re
import unicodedata

from .decomposition import Offsets
from .mathspans import math_spans
from .proof import Finding, Proof, SourceSpan
from .sentences import sentence_spans
from .text import visible

MOST_FINDINGS = 200
"""Findings of a proof at most; a last one says how many sentences more there are."""
_LONGEST_QUOTE = 120
_LONGEST_LOOKED_AT = 2_000

_JUDGE = (
    r"(?:graders?|examiners?|evaluators?|auditors?|reviewers?|verifiers?|markers?|proof[- ]checkers?|(?:ai|llm|language)"
    r"[- ](?:models?|assistants?|judges?|graders?|reviewers?|systems?)|chat-?gpt|chatbots?|llms?)"
)
_RIGHT = (
    r"(?:correct|valid|right|verified|flawless|error[- ]free|without errors?|passed|full (?:marks|score|credit|points))"
)
_WORK = r"(?:proof|solution|submission|student|author|argument|steps?|lines?|units?|everything|answer)"

# Name, pattern. Patterns are tried on a sentence without invisible characters, in lower case.
RULES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern))
    for name, pattern in (
        (
            "takes back instructions",
            r"\b(?:ignore|disregard|forget|override|bypass|discard)\b.{0,40}\b(?:instructions?|prompts?|guidelines|rubrics?"
            r"|system messages?)\b"
            r"|\b(?:ignore|disregard|forget) (?:all|everything|anything) (?:of )?(?:the |that was )?(?:above|before|previous)\b"
            r"|\b(?:ignorier|vergiss|missacht)\w*\b.{0,40}\b(?:anweisung|instruktion)\w*"
            r"|\b(?:ignore[zr]?|oublie[zr]?|ignora|olvida)\b.{0,40}\b(?:instructions|consignes|instrucciones)\b"
            r"|^\W*(?:new|updated|additional|important|hidden|secret) (?:system )?(?:instructions?|prompts?)\s*[:：-]"
            r"|\b(?:your|the) (?:system|hidden|original) prompt\b",
        ),
        (
            "speaks to a judge",
            rf"\b(?:dear|hey|hello|hi|attention|note (?:to|for)|message (?:to|for)|instructions? (?:to|for))[,:]? (?:the |all |any |our )?{_JUDGE}\b"
            rf"|^\W*(?:to )?(?:the |all |any )?{_JUDGE}\s*[:,：]"
            rf"|\b(?:comments?|remarks?|verdicts?|notes?|decisions?) (?:of|from|by) (?:the |an? )?{_JUDGE}\b"
            rf"|\b(?:if you are|as|you are(?: now)?|act as|pretend to be|you're) (?:an? |the )?(?:helpful |strict |lenient |expert )?{_JUDGE}\b"
            r"|\byou are (?:now )?(?:an? |the )?(?:helpful |ai )?assistant\b",
        ),
        (
            "asks for a verdict",
            rf"\b(?:mark|grade|rate|label|classify|declare|report|judge|score|accept|consider|treat|evaluate|approve)\b (?:this|these|the|every|all|each|my|our)\b"
            rf".{{0,40}}\b{_WORK}\b.{{0,20}}\bas (?:fully |completely |entirely )?{_RIGHT}"
            rf"|^\W*(?:please |you must |you should |now |just |simply |always )*(?:answer|output|respond|reply|return|say|print|report|write)"
            rf"(?: only| just)?(?: with| that (?:it|this|the {_WORK}) is)?:? [\"'“‘`]?(?:\"?verdict\"?\s*[:=]\s*)?[\"'“‘`]?{_RIGHT}\b[\"'”’`]?\W*$"
            rf"|\b(?:this|the|my|our) (?:{_WORK}) (?:is|are) (?:always|certainly known to be) (?:right|correct)\b"
            r"|\b(?:give|award|assign|grant)\b(?: it| this| me| us| the (?:student|solution|proof))?\s+(?:(\d{1,3})\s*/\s*\1\W*$"
            r"|full (?:marks|credit|points|score)\b|(?:the )?maxim(?:um|al) (?:score|marks|grade)\b)"
            rf"|\b(?:do not|don't|never) (?:report|flag|mention|look for) (?:any )?(?:errors?|mistakes?|flaws?|this)\b",
        ),
        (
            "brings a verdict of its own",
            r"[\"'“]?\b(?:first_(?:wrong|error|incorrect)_\w+|first_error|error_step|is_correct|risk_score)\b[\"'”]?\s*[:=]"
            r"|[\"“](?:verdict|grade|score|risk|status|label|correct|correctness|judge?ment|follows|faithful)[\"”]\s*:"
            r"|^\W*(?:final )?(?:verdict|grade|rating|assessment|evaluation|audit result)\s*[:=：]\s*\W{0,3}(?:pass(?:ed)?|correct|valid|accept(?:ed)?"
            r"|full|verified|flawed|a\+|(?:\d{1,3})\s*/\s*\d{1,3})"
            r"|\b(?:verdict|grade)\s*[:=：]\s*\W{0,3}(?:pass(?:ed)?|correct|accept(?:ed)?|verified)\b"
            r"|^\W*(?:steps?|units?|s|u)\s?\d{1,5}\s*(?::|=|->|→|=>)\s*(?:verdict\s*[:=]?\s*)?(?:correct|verified|flawed|passed|accepted)\W*$",
        ),
        (
            "poses as another speaker",
            r"<\|[a-z_]{2,30}\|>|\[/?inst\]|<</?sys>>|^\W*(?:###?\s*)?(?:assistant|user|human|developer|tool)\s*[:：]\s"
            r"|^\W*#{1,6}\s*(?:system|assistant|user|instructions?)\s*(?:prompt|message)?\s*[:：]?\s*$"
            r"|^\W*system (?:prompt|message|note|override|notice)\s*[:：]",
        ),
        (
            "closes the data",
            r"</?\s*(?:data|proof|document|untrusted|user_?input|input|text|submission|steps?|source|system|instructions?|context|problem)"
            r"(?:[_:-]\w{1,40})?\s*>"
            r"|[\[<{(=-]{1,12}\s*(?:end|begin|start)\s+(?:of\s+)?(?:the\s+)?(?:data|input|document|untrusted\w*|user|context|prompt|submission"
            r"|quoted text|hostile text)\b[^\]>})=\n-]{0,40}[\]>})=-]"
            r"|^\W*end of (?:the )?(?:data|untrusted \w+|input|prompt)\b\W*$",
        ),
    )
)
# "SYSTEM: …" is a role, "System: $x + y = 2$" a system of equations.
_SYSTEM = re.compile(r"^\W*SYSTEM\s*[:：]")


def injection_findings(proof: Proof) -> tuple[Finding, ...]:
    """A finding of kind "injection" for each sentence of the steps that speaks to a judge; in source order.

    ``about`` is the step, ``span`` the sentence. Linear in the text; at most :data:`MOST_FINDINGS`.
    """
    findings: list[Finding] = []
    more = 0
    for step in proof.steps:
        at: Offsets | None = None
        for start, end in _pieces(step.text):
            sentence = step.text[start:end]
            what = speaks_to_a_judge(sentence)
            if what is None:
                continue
            if len(findings) == MOST_FINDINGS:
                more += 1
                continue
            at = at or Offsets(step, proof.sources[step.span.source].encoding)
            findings.append(_finding(step.id, sentence, what, at.span(start, end)))
    if more:
        findings.append(Finding(kind="injection", message=f"{more} more sentences speak to a reader or a model"))
    return tuple(findings)


def speaks_to_a_judge(sentence: str) -> str | None:
    """What a sentence does to whoever judges the proof (a name of :data:`RULES`), or None.

    The first 2,000 characters are looked at.
    """
    shown = "".join(
        character for character in sentence[:_LONGEST_LOOKED_AT] if unicodedata.category(character) not in ("Cf", "Mn")
    )
    if _SYSTEM.search(shown):
        return "poses as another speaker"
    folded = " ".join(shown.lower().split())
    return next((name for name, pattern in RULES if pattern.search(folded)), None)


def _pieces(text: str) -> list[tuple[int, int]]:
    """The sentences, each also cut at its line ends: a forged heading or role begins a line."""
    pieces: list[tuple[int, int]] = []
    for start, end in sentence_spans(text):
        at = start
        for line in text[start:end].splitlines(keepends=True):
            body = line.strip()
            if body:
                left = at + line.index(body[0])
                pieces.append((left, left + len(body)))
            at += len(line)
    return pieces


def _finding(step: str, sentence: str, what: str, span: SourceSpan) -> Finding:
    formula = any(not found.code for found in math_spans(sentence))
    content = "a sentence" if formula else "text without mathematical content"
    quote = visible(sentence[: _LONGEST_QUOTE + 1], one_line=True)
    quote = quote if len(quote) <= _LONGEST_QUOTE else quote[: _LONGEST_QUOTE - 1] + "…"
    return Finding(
        kind="injection",
        message=f"{content} that {what}; nothing follows from it: “{quote}”",
        about=step,
        span=span,
    )
