"""Does the text assert a claim? Reads the words around it; when in doubt the claim is not counted as asserted."""

from __future__ import annotations

import re
from collections.abc import Iterable

SUPPOSED = "supposed"
DENIED = "denied"
ASKED = "asked"
TO_BE_SHOWN = "to be shown"
TO_BE_SOLVED = "to be solved"
QUOTED = "quoted"
ALTERNATIVE = "one of several alternatives"
APPROXIMATE = "an approximation"
LEADS_TO_CONTRADICTION = "leads to a contradiction"

LOOKAHEAD = 3
"""Sentences after the claim that may take it back."""
REACH = 400
"""Characters looked at on either side of a claim within its sentence."""

_CLAUSE_END = re.compile(
    r"[;:]|,(?!\s*(?:if|when|for|suppos|assum)\b)|(?<![A-Za-z])(?:but|so|hence|thus|therefore|since|because|while|whereas|and)(?![A-Za-z])"
)
_QUESTION = re.compile(
    r"(?<![A-Za-z])(?:whether|is\s+it\s+(?:true|possible)|do\s+we\s+have|can\s+it\s+be|check\s+if|see\s+if|ask\s+if)(?![A-Za-z])",
    re.I,
)
_GOAL = re.compile(
    r"(?<![A-Za-z])(?:(?:want|wish|need|have|has|remains?|left|aim|goal\s+is|suffices|enough|try|trying|hope|order|required|"
    r"necessary|going|used)\s+to\s+(?:be\s+)?(?:show|prove|check|verify|see|establish|have|get|find|demonstrate|shown|"
    r"proved|proven|verified|checked|ensure|make)|we\s+(?:must|will|shall|now)\s+(?:show|prove|verify|establish|check)"
    r"|(?:to|let\s+us|let's|we)\s+(?:show|prove)(?:\s+that)?|claim\s*[:.]?\s*$|to\s+(?:verify|check|see)\s+(?:that|if)"
    r"|we\s+(?:seek|require|would\s+like|desire|want|wish)|target|goal|aim)(?![A-Za-z])",
    re.I,
)
_SUPPOSITION = re.compile(
    r"(?<![A-Za-z])(?:if|iff|suppose|supposed|supposing|assume|assumed|assuming|assumption|unless|whenever|were|would|"
    r"could|might|imagine|hypothetically|hypothesis|pretend|provided|otherwise|when|say\s+that|let\s+us\s+say|given\s+"
    r"that|in\s+(?:the\s+)?case|should|consider|try|trying|guess|perhaps|maybe|possibly|either)(?![A-Za-z])"
    r"|(?<![A-Za-z])for\s+(?:all|every|each|any|some|which|\$|\\\(|[A-Za-z](?:_\w+)?\s*[=<>≤≥∈])"
    r"|(?<![A-Za-z])let\s+(?!us|me)|['’]d(?![A-Za-z])|(?<![A-Za-z])had\s+(?:there|it|we|this|that|he|she)(?![A-Za-z])"
    r"|(?<![A-Za-z])(?:angenommen|nehmen\s+wir\s+an|wenn|falls|sei|seien|wäre|wären|gäbe|folgte|müsste|sonst|supposons|supposer"
    r"|si|soit|serait|sinon|aurait)(?![A-Za-zà-ü])|假设|假如|如果|若|否则",
    re.I,
)
# "For n = 11: 2^11 = 2048" supposes nothing: it says of one number what the claim says of it in figures.
_INSTANCE = re.compile(
    r"(?<![A-Za-z])(?:for|at|when)\s+(?:\$|\\\()?\s*[A-Za-z](?:_\w+)?\s*=\s*[-−]?\d[\d./]*\s*(?:\$|\\\))?(?=\s*[:,]|\s+(?:we|the|this|it)\b)",
    re.I,
)
_DENIAL_BEFORE = re.compile(
    r"(?<![A-Za-z])(?:not|never|cannot|can't|isn't|doesn't|don't|didn't|won't|fails?|false|wrong|wrongly|incorrect|"
    r"incorrectly|impossible|rather\s+than|instead\s+of|contrary|mistake|mistakenly|absurd|contradict\w*|contradiction|"
    r"neither|nor|no|nonsense|erroneous\w*|avoid|without|unlike)(?![A-Za-z])",
    re.I,
)
_DENIAL_AFTER = re.compile(
    r"(?<![A-Za-z])(?:contradict\w*|contradiction|impossible|impossibility|absurd\w*|false|not\s+true|untrue|fails?|"
    r"(?:does|do|did|is|are|was|can|could|would)\s*(?:not|n't)\s+(?:hold|true|possible|satisf\w+|work|a\s+solution|solutions?|"
    r"correct|equal|the\s+case|valid|happen|occur|be|match|integer|an\s+integer)|doesn't\s+(?:hold|work|satisfy|match)|isn't"
    r"|cannot|can't|extraneous|inconsistent|no\s+(?:real\s+)?(?:solutions?|such)|reject\w*|discard\w*|invalid|wrong|"
    r"incorrect|nonsense|mistake|excluded?|ruled\s+out|rules\s+out|violat\w+|unsatisfi\w+)(?![A-Za-z])"
    r"|(?<![A-Za-z])is\s+F(?![A-Za-z])|(?<![A-Za-z])(?:Widerspruch|widerspr\w+|unmöglich|contradictoire|faux|falsch)(?![A-Za-z])"
    r"|[✗↯⊥⨳※]|矛盾|不可能|\\bot(?![A-Za-z])|\\lightning|\\Rightarrow\s*\\Leftarrow|⇒\s*⇐",
    re.I,
)
_NEXT_SENTENCE = re.compile(
    r"^\W*(?:(?:but|and|so|however|thus|hence|therefore|clearly|obviously|again|now|oops|wait)[\s,]+)*(?:(?:which|this|that|"
    r"it|these|we|the\s+(?:last|latter|above|equation|equality|statement|inequality|result|left|claim|two|sides|right|first|second)|both|there|a|an|"
    r"no|not|wrong|incorrect|false|impossible|contradiction|absurd|contradicting|contrary|as)(?![A-Za-z]))",
    re.I,
)
_STRONG = re.compile(
    r"(?<![A-Za-z])(?:contradict\w*|contradiction|impossible|impossibility|absurd\w*|is\s+(?:clearly\s+|obviously\s+)?(?:false|"
    r"wrong|untrue|incorrect|not\s+(?:true|possible|correct|right|the\s+case))|not\s+(?:true|possible|correct|right)|"
    r"no\s+(?:real\s+|integer\s+)?solutions?|inconsistent|cannot\s+(?:be|hold|happen|occur)|can't\s+be|does\s+not\s+(?:hold|work|satisfy)|"
    r"doesn't\s+(?:hold|work|satisfy)|fails|mistake|error|incorrect|wrong|invalid|nonsense|rejected?|discarded?|extraneous|illegal|lie|clash\w*|differs?|disagrees?|unequal|no\s+such|confus\w+|Widerspruch|unmöglich)(?![A-Za-z])"
    r"|[⨳※↯]|矛盾|不可能",
    re.I,
)
# What a contradiction is for: "Hence no such integers exist", "So 1 is not a root", "This root drops out".
_CONCLUSION = re.compile(
    r"^\W*(?:(?:and|but|now)[\s,]+)*(?:so|thus|hence|therefore|then|consequently|accordingly|which|this|that|neither|none|no|nor|also|donc|all?so"
    r"|daher|somit|folglich|所以|因此)(?![A-Za-z])",
    re.I,
)
_NEGATIVE = re.compile(
    r"(?<![A-Za-z])(?:no|not|none|never|neither|nor|cannot|without|nothing|empty|impossible|exclude\w*|drops?|dropped|discard\w*|reject\w*"
    r"|fails?|nicht|kein\w*|pas|aucun\w*)(?![A-Za-z])|n['’]t(?![A-Za-z])|≠|∤|\\n(?:eq?|mid)(?![A-Za-z])|无|不",
    re.I,
)
_BOUND = re.compile(
    r"(?<![A-Za-z])(?:at\s+(?:most|least)|needed|required|only|exactly|necessary|enough|maxim\w+|minim\w+)(?![A-Za-z])",
    re.I,
)
_QUOTE = re.compile(
    r"(?<![A-Za-z])(?:the\s+)?(?:statement|assertion|hypothesis|assumption|condition|supposition|conjecture|"
    r"the\s+claim|proposition|case|possibility|requirement|question|student|someone|one\s+might|some\s+people)(?:\s+(?:that|where|of|is))?\s*"
    r"(?:[A-Za-z]+\s+){0,3}$",
    re.I,
)
_OTHERS = re.compile(
    r"(?<![A-Za-z])(?!(?:[Ll]et|[Tt]hat|[Ii]t|[Hh]ere|[Tt]here|[Ww]here|[Ww]hat|[Hh]ow)['’]s)[A-Za-z]+['’]s\s+(?:[A-Za-z]+\s+){0,2}(?:line|answer|solution|claim|result|work"
    r"|step|argument|calculation|attempt|proof|guess|equation)(?![A-Za-z])"
    r"|(?<![A-Za-z])(?!(?:We|I|It|This|That|These|Those|Which|One|They|There|Here|Then|Who|Theorem|Lemma|And|So|But|Now|Hence|Thus)\s)"
    r"(?:[A-Z][a-z]+|he|she|they|student|pupil|friend|someone|somebody)\s+(?:got|gets|wrote|writes|says|said|answered|answers|claims|claimed"
    r"|thinks|thought|believes|believed|calculated|computed)(?![A-Za-z])"
    r"|(?<![A-Za-z])(?i:option|choice|statement|answer|variant|proposition)\s*\(?\$?(?:[A-Za-z]|[IVX]+|\d+)\$?\)?(?![A-Za-z])"
    r"\s*(?:[:.,]|reads|says|is|states|claims|that)*\s*$"
    r"|(?<![A-Za-z])(?i:careless\w*|naive\w*|beginners?|tempting|tempted|novice)(?![A-Za-z])"
)
_SOLVE = re.compile(
    r"(?<![A-Za-z])(?:solve|solving|solutions?\s+(?:of|to)|roots?\s+of|the\s+equations?|find\s+\S+\s+such|such\s+that|satisfying|satisfies)(?![A-Za-z])",
    re.I,
)
_APPROXIMATE = re.compile(
    r"(?<![A-Za-z])(?:approximat\w*|about|roughly|rounded|rounding|nearly|almost|decimal\s+places?|significant)(?![A-Za-z])",
    re.I,
)
_TESTING = re.compile(
    r"(?<![A-Za-z])(?:plug\w*|substitut\w*|check\w*|test\w*|try\w*|verify\w*|verification)(?![A-Za-z])", re.I
)
_TEST_FAILED = re.compile(
    r"(?<![A-Za-z])(?:not|doesn't|isn't|no|false|extraneous|fails?|contradict\w*|impossible|wrong|incorrect|reject\w*|discard\w*|"
    r"invalid|cannot)(?![A-Za-z])|≠|\\neq?(?![A-Za-z])",
    re.I,
)
_RESTATED = re.compile(
    r"^\W*(?:so|thus|hence|therefore|which|then|i\.e|that\s+is|this\s+(?:gives|means|simplifies|becomes|is)|or)(?![A-Za-z])",
    re.I,
)
_CONDITION_AFTER = re.compile(r"\W*(?:if|when|whenever|unless|for\s+(?:all|every|each|any|\$|\\\())(?![A-Za-z])", re.I)
_OR_AFTER = re.compile(r"\s*or(?![A-Za-z])")
_OR_BEFORE = re.compile(r"(?<![A-Za-z])(?:or|either)\s*$")
_OPENING = re.compile(r"\s*(?:\$\$?|\\\(|\\\[)\s*$")
_QUESTION_END = re.compile(r"\?[\s\"'”’)\]$\\]*$")


def mood(
    claim: str, before: str, after: str, following: Iterable[str], *, negative: bool, approximate: bool = False
) -> str:
    """ "" if the claim is asserted, else why it is not.

    ``before`` and ``after`` are the rest of its sentence (``after`` with its closing mark), ``following`` the next
    sentences. ``negative``: the claim itself says ≠ or ∤, so that "does not work" after it agrees with it.
    ``approximate``: it says ≈, so that "about" beside it says no more than it does.
    """
    before, after = _OPENING.sub(" ", before[-REACH:]), after[:REACH]
    near = _last_clause(before)
    if _QUESTION_END.search(after) or _QUESTION.search(before):
        return ASKED
    if _DENIAL_BEFORE.search(near) or before.count("~~") % 2:
        return DENIED
    if _QUOTE.search(near) or _OTHERS.search(before):
        return QUOTED
    if _GOAL.search(near):
        return TO_BE_SHOWN
    if _SUPPOSITION.search(_INSTANCE.sub(" ", before)) or _CONDITION_AFTER.match(after):
        return SUPPOSED
    if _SOLVE.search(near):
        return TO_BE_SOLVED
    if _OR_AFTER.match(after) or _OR_BEFORE.search(before):
        return ALTERNATIVE
    if not approximate and (_APPROXIMATE.search(near) or _APPROXIMATE.search(after[:80])):
        return APPROXIMATE
    return "" if negative else _later_denial(claim, before, after, following)


def _later_denial(claim: str, before: str, after: str, following: Iterable[str]) -> str:
    """Does the rest of the sentence, or what follows, take the claim back?"""
    if _DENIAL_AFTER.search(after):
        return DENIED
    testing = _TESTING.search(before) is not None
    directly = True  # so far each sentence only restates the claim
    for sentence in following:
        if directly and _NEXT_SENTENCE.match(sentence) and _STRONG.search(sentence[:200]):
            return LEADS_TO_CONTRADICTION
        if directly and _concludes_a_negation(claim, sentence[:200]):
            return LEADS_TO_CONTRADICTION
        if testing and _TEST_FAILED.search(sentence[:300]):
            return SUPPOSED
        directly = directly and _RESTATED.match(sentence) is not None
        if not directly and not testing:
            break
    return ""


_ORDER = re.compile(
    r"[<>≤≥≦≧⩽⩾]|\\(?:lt|gt|leq?|geq?|leqslant|geqslant)(?![A-Za-z])|less|greater|smaller|larger|at (?:most|least)"
)


def _concludes_a_negation(claim: str, sentence: str) -> bool:
    """ "10 ≤ 9. Hence K5 has no planar drawing": the claim was made to be impossible."""
    start = _CONCLUSION.match(sentence)
    if start is None:
        return False
    return _NEGATIVE.search(sentence) is not None or (
        _ORDER.search(claim) is not None and _BOUND.search(sentence) is not None
    )


def contradicts(text: str) -> bool:
    """True if the text says that something is impossible or absurd."""
    return _STRONG.search(text) is not None


def _last_clause(before: str) -> str:
    """The words since the last clause boundary; formulas keep their words out of it."""
    end = 0
    for match in _CLAUSE_END.finditer(before):
        end = match.end()
    return before[end:]
