"""What a whole text says that bears on each claim: the arithmetic it means, and the scopes that it refutes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from ..claims.ast import Call, Claim
from .document import Passage
from .identities import OTHER_ALGEBRA, UNFREE
from .mood import contradicts

MODULAR = "may be meant modulo a number"
CUSTOM = "uses a sign that the text defines anew"
FALLACY = "stands in a text about a mistake"
AHEAD = 2
"""Passages after a claim that may still say modulo what it is meant."""

_MODULAR = re.compile(
    r"(?<![A-Za-z])(?i:modulo|mod|modul(?:us|ar)|residues?|remainders?(?=\s+(?:of|when|by|on|upon|after|\$?\d))"
    r"|(?:find|determine|compute|same|equal|possible|with|to|keep|only|take|taking|the)\s+remainders?(?!\s+(?:theorem|is|term))|congruen\w+|(?:last|final|units?|ones)\s+digits?|casting\s+out"
    r"|nines|digital\s+roots?|digit\s+sums?|binary|ternary|octal|hex|hexadecimal|radix|clock|weekdays?|days?\s+of\s+the\s+week|bearings?"
    r"|(?:this|the|a|cyclic|additive|multiplicative|abelian|finite)\s+group|nim|nimbers?|nim-\w+|tropical|(?:min|max)-(?:plus|times)|semirings?|cyclic\w*|bitwise|bit\s+by\s+bit|without\s+carry"
    r"|carr(?:y|ies)(?!\s+(?:out|on|over))|truncated|monus|saturat\w+|codewords?|ciphers?|encod\w+|alphabet\w*|characteristic(?!\s+(?:equation|polynomial|function|root|vector|value)))(?![A-Za-z])"
    r"|\\p?mod(?![A-Za-z])|\\bmod|≡|\\equiv(?![A-Za-z])|\\mathbb\s*\{?\s*[ZF]\s*\}?\s*(?:_|/)|[ℤ𝔽](?:_|/|[₀-₉])|(?<![A-Za-z])(?:GF|Z)_?\(?\d"
    r"|\\mathbb\s*\{?\s*F|𝔽|(?<![A-Za-z])GF\s*\(|(?<![A-Za-z])(?:rings?|fields?|[Bb]oolean|XOR)(?![A-Za-z])"
)
_BASE = re.compile(
    r"(?<![A-Za-z])(?i:in\s+(?:the\s+)?)?[Bb]ases?(?=\s+(?:\$?\d|\$?b(?![A-Za-z])|two|three|four|five|six|seven|eight|nine|ten|twelve|sixteen))"
)
_SHAPE = re.compile(r"(?i:triangle|height|altitude|prism|pyramid|parallelogram|cone|cylinder|trapez|rectang)")
# "Define the operation a + b = …" may use any sign; "define a * b = …" without that word only one that arithmetic can
# spare, for "define x and y by x + y = 3" defines two numbers.
_OPERATION = re.compile(
    r"(?<![A-Za-z])(?:operations?|operators?)(?![A-Za-z])[^.]{0,80}?[A-Za-z0-9]\s*(?:\*|∗|\\(?:ast|star|circ|times)|×|/|\||!|\^|\+|-)"
    r"\s*[A-Za-z0-9]"
    r"|(?<![A-Za-z])(?:defin\w+|let|writ\w+|mean\w*|rules?|denot\w+)(?![A-Za-z])[^.=]{0,60}?(?<![A-Za-z0-9_])[A-Za-z]\s*(?:\*|∗|!|\\(?:ast|star|circ)(?![A-Za-z]))\s*[A-Za-z]"
    r"\s*(?:=|:=|\$|\\\)|mean)"
    r"|(?<![A-Za-z0-9_])[A-Za-z]\s*(?:\*|∗|!|\\(?:ast|star|circ)(?![A-Za-z]))\s*[A-Za-z]\s*(?:\$|\\\))?\s+(?:is|be)\s+defined(?![A-Za-z])",
    re.I,
)
# In a problem "a * b = a + b + ab" is a definition, whatever its words are.
_PROBLEM_OPERATION = re.compile(
    r"(?<![A-Za-z0-9_])[A-Za-z]\s*(?:\*|∗|∘|\\(?:ast|star|circ)(?![A-Za-z]))\s*[A-Za-z]\s*=|(?<![A-Za-z])(?:group|operation|Cayley)\b[^.]{0,40}\btable"
    r"|(?<![A-Za-z])table\b[^.]{0,40}\b(?:group|operation)(?![A-Za-z])",
    re.I,
)
_OWN_SIGN = re.compile(r"[*∗!|/^×+-]|\\(?:ast|times)")
_PERMUTATIONS = re.compile(
    r"(?<![A-Za-z])(?:permutations?|cycles?|transpositions?|symmetric\s+group)(?![A-Za-z])|(?<![A-Za-z])S_\{?\w"
)
_CYCLE = re.compile(r"\(\s*\d[\d\s,]*\)|\\pi(?![A-Za-z])|π")


_FALLACY = re.compile(
    r"(?<![A-Za-z])(?:find|where|what|which|spot|locate|explain|identify|detect|point\s+out)(?![A-Za-z])[^.?!]{0,60}"
    r"(?<![A-Za-z])(?:mistakes?|errors?|fallac(?:y|ies)|flaws?|wrong|paradox(?:es)?)(?![A-Za-z])",
    re.I,
)

_SUPPOSING = re.compile(
    r"(?<![A-Za-z])(?:suppos\w+|assum\w+|if|unless|otherwise|would|were|contra\w+|absurd\w*|impossib\w+|exclud\w+|cannot|no\s+such|fails?"
    r"|never|neither|rule[sd]?\s+out)(?![A-Za-z])|n['’]t(?![A-Za-z])",
    re.I,
)

_ABSURD = re.compile(
    r"(?<![A-Za-z])(?:suppos\w+|assum\w+|contradict\w*|absurd\w*|impossib\w+|would|were|otherwise)(?![A-Za-z])", re.I
)
# Numbers of which a sum with … may leave out some, though the terms that are written look regular.
_SPARSE = re.compile(
    r"(?<![A-Za-z])(?:primes?|divisors?|factors?|multiples?|composites?|co-?primes?|relatively|square-?free|palindrom\w+"
    r"|Fibonacci|Lucas|Catalan|(?<!arithmetic )(?<!geometric )sequences?|digits?|except|omit\w*|skip\w*"
    r"|leav\w+\s+out|without|missing)(?![A-Za-z])",
    re.I,
)


class Surroundings:
    """What the passages of a text say that bears on its claims. Each is looked for when it is first asked."""

    def __init__(self, passages: Sequence[Passage]) -> None:
        self._passages = passages

    def _says(self, pattern: re.Pattern[str]) -> bool:
        return any(pattern.search(passage.text) for passage in self._passages)

    @cached_property
    def refuted_scopes(self) -> frozenset[str]:
        """The scopes that end in a contradiction."""
        return frozenset(p.scope[-1] for p in self._passages if len(p.scope) > 1 and contradicts(p.text))

    @cached_property
    def modular_from(self) -> int | None:
        """The first passage that may put all later claims modulo something; None if there is none."""
        return next((index for index, p in enumerate(self._passages) if _modular(p.text)), None)

    @cached_property
    def custom(self) -> bool:
        """A sign is defined anew."""
        return any(
            _OPERATION.search(p.text) or (p.problem and _PROBLEM_OPERATION.search(p.text)) for p in self._passages
        )

    @cached_property
    def permutations(self) -> bool:
        """Cycles of permutations are used."""
        return self._says(_PERMUTATIONS)

    @cached_property
    def fallacy(self) -> bool:
        """The problem asks for the mistake in an argument."""
        return any(p.problem and _FALLACY.search(p.text) for p in self._passages)

    @cached_property
    def supposing(self) -> bool:
        """Something is supposed or excluded."""
        return self._says(_SUPPOSING)

    @cached_property
    def absurd(self) -> bool:
        """Something is supposed or refuted, so that what follows from it may be absurd."""
        return self._says(_ABSURD)

    @cached_property
    def sparse(self) -> bool:
        """The text speaks of numbers with gaps, as primes."""
        return self._says(_SPARSE)

    @cached_property
    def other_algebra(self) -> bool:
        """+ and · may not be those of numbers."""
        return self._says(OTHER_ALGEBRA)

    @cached_property
    def unfree(self) -> bool:
        """The text speaks of equations, so that its names may be unknowns."""
        return self._says(UNFREE)

    def reads_otherwise(self, index: int, quoted: str, claim: Claim) -> str:
        """Why the claim of passage ``index`` may mean something else than its figures say; "" if it cannot."""
        if self.fallacy:
            return FALLACY
        modular = self.modular_from is not None and index + AHEAD >= self.modular_from
        if modular and claim.modulus is None and not _names_its_modulus(claim):
            return MODULAR
        if self.custom and _OWN_SIGN.search(quoted):
            return CUSTOM
        if self.permutations and _CYCLE.search(quoted):
            return CUSTOM
        return ""


def _names_its_modulus(claim: Claim) -> bool:
    """17 mod 5 = 2."""
    sides = [isinstance(side, Call) and side.name == "mod" for side in claim.members]
    return len(sides) == 2 and any(sides)


def _modular(text: str) -> bool:
    return _MODULAR.search(text) is not None or (_BASE.search(text) is not None and _SHAPE.search(text) is None)
