"""What the words of a substep do: cues in plain English, and the role that they give a unit (METHOD 2, 4).

A cue is a named pattern on the substep's words with every formula replaced by ``§``. Patterns are tried on lower-case
text. All cues that fire are kept as signals; the role comes from the first role rule that applies, so that "let" and
"in this case" alone never decide (on real proofs they misfire).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..mathspans import MathSpan, math_spans
from ..tree import UnitRole
from ..value import value
from .arrows import direction_of

MATH = "§"

_CASE_NAME = r"(?:\d+(?:\.\d+)*(?:\s?\(?[a-z]\)?(?![a-z]))?|[ivx]+|[a-h]|one|two|three|four|five|§)"

# Name, pattern. Anchors refer to the words after leading numbers, connectives and punctuation were taken off.
CUES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern))
    for name, pattern in (
        (
            "assume-for-contradiction",
            r"\b(?:suppos|assum)\w*\b.{0,120}?\b(?:contradiction|to the contrary|on the contrary|the contrary|the opposite)\b"
            r"|\b(?:for|towards?|to) (?:the sake of )?(?:a |obtain(?:ing)? a |get a |reach a |derive a )?contradiction,? "
            r"(?:suppose|assume|let)"
            r"|\b(?:argue|proceed|prove\w*|show|goes?|proof|reason|work|do)\b.{0,30}\bby contradiction\b"
            r"|^(?:suppose|assume)\b.{0,40}\b(?:is|are|was|were|does|do|did|had|has) not\b"
            r"|^(?:suppose|assume) (?:not\b|otherwise\b|the claim (?:is false|fails))"
            r"|\b(?:aiming|looking|heading) (?:for|at|towards?) a contradiction\b"
            # The subjunctive supposes what is to be denied.
            r"|^if (?:there|it|this|that|§|[\w√]+) were\b|^if (?:we|one|it|there|§) could\b|^(?:had there|were there|were it)\b"
            r"|^(?:suppose|assume)\b.{0,60}\bwere (?:not |rational|finite|finitely|both|all|another|such)\b"
            r"|^(?:suppose|assume) (?:that )?there were\b"
            r"|\bpar l'absurde\b|\b(?:zum widerspruch|widerspruchsbeweis|indirekten? (?:beweis|annahme))\b|\bpor (?:contradicción"
            r"|reducción al absurdo)\b|\bper assurdo\b|^(?:supposons|angenommen|nehmen wir an|wir nehmen an|supongamos|supponiamo)\b.{0,60}"
            r"\b(?:contraire|gegenteil|contrario|nicht|kein\w*|pas|no|non)\b",
        ),
        (
            "contradiction-announced",
            r"\b(?:will|shall|want to|wish to|aim to|need to|going to|in order to|seek(?:ing)?(?: to)?|try to|hope to|goal is to)\b"
            r".{0,25}\bcontradiction\b|^to (?:get|obtain|reach|derive|find|arrive at) a contradiction\b",
        ),
        (
            "contradiction-reached",
            r"\bcontradict(?:s|ion|ions|ing|ory)?\b|\babsurd\b|\bimpossible\b(?! unless)|\bimpossibility\b|[⊥↯⨳]|⇒⇐|\bthere (?:is|are) none\b|\bwhich is false\b"
            r"|\bis not possible\b|\bcannot be true\b|\bno such\b.{0,40}\b(?:exists?|can exist)\b"
            r"|\bby (?:the (?:principle|method) of )?infinite descent\b"
            r"|\babsurdes?\b|\bwiderspr(?:uch|icht)\w*\b|\bunmöglich\b|\bcontradicción\b|\bcontraddizione\b|\bimpossibile\b|\babsurdo\b"
            r"|\bassurdo\b|\bcontredit\b|\bimposible\b",
        ),
        (
            "descent",
            r"\b(?:minimal|smallest|least|minimum|shortest)\b.{0,30}\bcounter-?example\b"
            r"|\bcounter-?examples?\b.{0,60}\b(?:minimal|smallest|least|minimum|shortest)\b"
            r"|\b(?:infinite|fermat's) (?:method of )?descent\b|\bleast criminal\b"
            r"|\b(?:suppose|assume|let|choose|take|pick|consider|among)\b.{0,120}\b(?:solution|triple|pair|counter-?example)s?\b"
            r".{0,60}\b(?:minimal|smallest|least|minimum)\b",
        ),
        (
            "cannot-occur",
            r"\b(?:case|possibility|situation|branch|option)\b.{0,40}\b(?:cannot|can not|can't|never|does not|doesn't)\b"
            r".{0,12}\b(?:occur|happen|arise|hold)\b|\b(?:rule|rules|ruled|discard|exclude)\b.{0,20}\b(?:out|case)\b",
        ),
        ("case-heading", rf"^(?:sub-?)?case \(?{_CASE_NAME}\)?(?!\w)|^(?:sub-?)?case (?:§|of\b|when\b|where\b)"),
        (
            "case-ordinal",
            r"^(?:in |for |consider )?the (?:first|second|third|fourth|last|other|remaining|final) case\b"
            r"|^(?:first|second|third|other|last|remaining) case\b",
        ),
        (
            "case-if",
            r"^(?:first,? |next,? |now,? |finally,? |on the other hand,? )?(?:if|when|for|suppose|otherwise)\b"
            rf"|^in (?:the )?case (?:that|when|where|of|§|\(?{_CASE_NAME}\)?(?!\w))",
        ),
        (
            "split",
            r"\b(?:two|three|four|five|several|some|different|the following|separate|both|all) (?:possible )?(?:sub-?)?cases\b"
            r"|\bby cases\b|\bcases (?:according to|depending on|based on|by)\b|\bdistinguish\b.{0,30}\bcases\b"
            r"|\bsplit\b.{0,40}\b(?:cases|parity|into)\b|\bcase (?:analysis|distinction)\b|\bconsider (?:the )?cases\b",
        ),
        (
            "cases-joined",
            r"\bin (?:both|either|all|each|every|any)(?: of (?:the|these))?(?: possible| three| two| four)? (?:sub-?)?cases?\b"
            r"|\b(?:combining|from|by|with) (?:the|these|both|all)(?: two| three)? cases\b"
            r"|\b(?:this|which) exhausts\b|\ball (?:the )?cases (?:are|have been|were)\b",
        ),
        (
            "directions-joined",
            r"\b(?:combin\w+|together|both|the two|these two)\b.{0,20}\b(?:inclusions|directions|implications|inequalities)\b",
        ),
        (
            "induction-announced",
            r"\b(?:prove|proceed|argue|use|show|do|apply|work|verify|establish|proof|by using|using)\b.{0,60}\binduction\b"
            r"|^(?:by |we )?(?:strong |mathematical |complete )?induct(?:ion)?(?: on)?\b.{0,30}[:.]?$|\binduct on\b",
        ),
        (
            "base-case",
            r"^(?:the )?(?:base|initial|basis)(?: case| step)?\b|\bbase case\b|\bbasis step\b|\binitial case\b",
        ),
        (
            "induction-step",
            r"^(?:the )?(?:inductive|induction) (?:step|hypothesis|assumption)\b"
            r"|\b(?:assume|suppose)\b.{0,80}\b(?:holds?|is true|true|is valid|valid)\b.{0,30}\b(?:for|when|up to)\b"
            r"|\b(?:as|be) the (?:inductive|induction) hypothesis\b",
        ),
        (
            "induction-done",
            r"\bby (?:the )?(?:principle of )?(?:strong |mathematical |complete )?induction\b(?! (?:hypothesis|assumption))"
            r"|\bcompletes the (?:induction|inductive)\b|\binduction is complete\b",
        ),
        (
            "claim-stated",
            r"^(?:claim|lemma|sublemma|proposition|observation|assertion)\b ?(?:\(?[\w§*][\w.]{0,6}\)?)?\s?[.:(–—-]"
            r"|^we claim\b",
        ),
        (
            "claim-proved",
            r"\b(?:proves|establishes|shows|finishes|completes|ends)(?: the proof of)? (?:the|this|our) "
            r"(?:claim|lemma|sublemma|proposition|observation|assertion)\b"
            r"|\b(?:claim|lemma) (?:follows|is (?:now )?(?:proved|proven|established))\b|[□∎■◻]|\\qed\b",
        ),
        (
            "claim-proof",
            r"^proof(?: of)? ?(?:the |this |our )?(?:sub)?(?:claim|lemma|proposition|observation|assertion|fact)?"
            r"(?: \(?[\w§.*]{1,6}\)?)?\s?[.:]",
        ),
        (
            "converse",
            r"^(?:conversely|for the converse|for the (?:other|reverse|opposite|backward|second) (?:direction|implication|inclusion)"
            r"|(?:now )?the converse|sufficiency(?=\s?[.:)]))\b"
            r"|^(?:the )?(?:reverse|backward|converse|other|opposite) (?:direction|implication|inclusion)\s?[.:]"
            r"|^(?:let us|we)(?: now| next| also| will| shall)* (?:prove|show|turn to|establish|verify) the (?:converse|(?:other|reverse"
            r"|opposite|backward) (?:direction|implication|inclusion))\b"
            r"|^\W{0,3}if\W{1,3}(?:part|direction)\b|^the \W?if\W? (?:part|direction)\b|^if\s?[:.]",
        ),
        (
            "forward",
            r"^(?:necessity(?=\s?[.:)])|for the (?:forward|direct|first) (?:direction|implication|inclusion))\b"
            r"|^(?:the )?(?:forward|direct|first) (?:direction|implication|inclusion)\s?[.:]"
            r"|^(?:the )?\W{0,2}only[- ]if\W{0,2} ?(?:part|direction)?\s?[.:]|^the \W?only[- ]if\W? (?:part|direction)\b",
        ),
        (
            "suppose",
            r"^(?:suppose|assume|assuming|supposing|say)\b|^let us (?:suppose|assume)\b"
            r"|\bwe (?:may |can |will |now )?(?:suppose|assume)\b"
            r"|^(?:for|to (?:see|prove|show|verify|check|establish))\b.{0,60}?,? (?:suppose|assume)\b"
            r"|^(?:supposons|soit donné|angenommen|sei nun|nehmen wir an|wir nehmen an|supongamos|supponiamo)\b",
        ),
        # A restatement of what the problem gives; it opens no scope.
        ("given", r"^given\b(?!.*, (?:we|let|the|it|this|so)\b)|^we are given\b|^it is given\b"),
        ("additive", r"\b(?:also|further|furthermore|moreover|in addition|additionally|as well|again)\b"),
        ("wlog", r"\bwithout (?:any )?loss of generality\b|\bw\.?l\.?o\.?g\b|\bwe may (?:as well )?assume\b"),
        (
            "similarly",
            r"\bsimilarly\b|\b(?:is|are) (?:entirely |completely |quite |very )?similar\b(?! to (?:§|each|one))|\bsimilar (?:way|manner|fashion|argument|reasoning|proof|calculation|computation|steps|outcome|result)s?\b|\banalogous(?:ly)?\b|\bby symmetry\b|\bin the same (?:way|manner|fashion)\b|\blikewise\b"
            r"|\bthe same (?:argument|reasoning|proof)\b|\bby the same\b|\bmutatis mutandis\b",
        ),
        (
            "clearly",
            r"\b(?:clear(?:ly)?|obvious(?:ly)?|trivially|(?:is|are) trivial|evident(?:ly)?|of course|plainly|manifestly)\b"
            r"|\beasy to (?:see|check|verify|show)\b|\beasily (?:seen|checked|verified|shown)\b|\bone (?:easily )?sees\b"
            r"|\bit is (?:well[- ])?known\b|\bleft to the reader\b",
        ),
        (
            "suffices",
            # "This suffices." at the end of an argument changes no goal.
            r"\bsuffices(?=,? (?:to|that|if|by|therefore|then|now|hence|thus)\b)|\b(?:is|be) (?:therefore |thus |then )?sufficient to\b"
            r"|\benough to (?:show|prove|check|find|consider|verify|treat|establish)\b|\breduces to\b"
            r"|\b(?:remains|left) (?:only )?to (?:show|prove|check|be shown|verify|establish|see)\b"
            r"|\bneed only (?:to )?(?:show|prove|check|consider|verify)\b|\bwe (?:are|will be) done (?:if|once|as soon as)\b"
            r"|\b(?:claim|result|theorem|statement|assertion|proposition|lemma) (?:will )?follows? (?:if|once|as soon as) we\b",
        ),
        (
            "goal",
            r"\b(?:need|want|have|wish|aim|going|try|must) to (?:show|prove|find|determine|verify|check|establish)\b"
            r"|\bwe (?:will |shall |now |first |next )*(?:show|prove|claim|verify)\b|\bour (?:goal|aim|task) is\b",
        ),
        (
            "define",
            r"\b(?:define|denote|denoted|write|put|call|named?|defined|defining)\b|^set\b|^introduce\b",
        ),
        ("let", r"^(?:and )?let (?!us\b)|^fix\b|^consider\b|^for (?:any|every|each|all|arbitrary)\b|^given\b"),
        (
            "obtain",
            r"\b(?:there (?:must )?exists?|there (?:is|are)(?! no\b| none\b| nothing\b)|exists)\b"
            r"|\b(?:we|one) (?:can )?find (?:an?|some|two|three|infinitely|integers?|numbers?|elements?|points?|§ (?:such|with|so that|in))\b"
            r"|\bfor some\b|∃|\b(?:can|may) (?:then )?be written as\b",
        ),
        (
            "denies-existence",
            r"\bno (?:such )?[\w§ -]{0,40}\bexists?\b|\b(?:does|do|did|can|could|need) not exist\b|\bcannot exist\b",
        ),
        (
            "arbitrary",
            r"^(?:take|pick|choose|select|consider|fix)\b(?: now| then)? (?:(?:an?|two|three|some|any) )*(?:arbitrary|any|generic)\b"
            r"|^(?:take|pick|choose|select|consider|fix) any\b|^(?:take|pick|choose|select|fix|consider)\b.{0,60}\barbitrar(?:y|ily)\b",
        ),
        (
            "choose",
            # At the head of a clause: "we can always select" inside a reason chooses nothing, "take logarithms" computes.
            r"(?:^|[,;:] (?:and |then |so )?|\b(?:and|then|now|first) )(?:(?:we|one) (?:now |may |can |then |will |could |must )*|let us )?"
            r"(?:choose|pick|select|take)\b(?! (?:the |both |its |their )?(?:limits?|logarithms?|logs?|derivatives?|norms?|squares?|roots?"
            r"|sums?|suprem\w+|infim\w+|inverses?|complements?|closures?|absolute|transposes?|adjoints?|expectations?|traces?"
            r"|determinants?|modul\w+|conjugates?|products?)\b)",
        ),
        (
            "apply",
            r"\b(?:by|using|from|apply(?:ing)?|use|invok\w+|via|due to|thanks to) (?:the |a |an |our |this |well[- ]known )?"
            r"(?:\w+['’]?s? ){0,4}?(?:theorem|lemma|corollary|proposition|inequality|principle|formula|identity|law|rule"
            r"|criterion|algorithm|postulate|test|definition|axiom|property)\b"
            r"|\b(?:theorem|lemma|corollary|proposition|exercise|claim|fact) (?:\d[\d.]*|§)",
        ),
        (
            "compute",
            r"\b(?:comput\w+|calculat\w+|simplif\w+|expand\w*|evaluat\w+|substitut\w+|plug\w*|factor\w*|rewrit\w+|multiply\w*"
            r"|divid\w+|add(?:ing)?(?= (?:up|these|those|both|them|this|together|equations?|§|\d|the (?:two|equations?|inequalities|above"
            r"|first|last|results?|identities|terms)))|subtract\w*|rearrang\w+|cancel\w*|collect\w*|squar(?:e|ing) both)\b",
        ),
        (
            "because",
            r"\b(?:because|since|due to|owing to|given that)\b|, as (?!desired|required|claimed|wanted|well|needed)\w",
        ),
        (
            "hence",
            r"\b(?:hence|thus|therefore|so|consequently|whence|it follows|we (?:conclude|deduce|get|obtain|see)|implies"
            r"|implying|this (?:shows|gives|yields|means|implies|proves))\b",
        ),
        (
            "proof-ends",
            r"\b(?:completes|finishes|concludes|ends) (?:the|our|this) proof\b|\bas (?:desired|required|claimed|wanted)\b"
            r"|\bq\.?e\.?d\b|□|∎|\bwhat (?:we|was) (?:wanted|had|to be)\b|\bproof is complete\b|证毕",
        ),
        (
            "abandoned",
            r"\b(?:this|that|the) (?:approach|attempt|idea|method|try)\b.{0,30}\b(?:fails?|failed|does not work|doesn't work"
            r"|did not work|leads nowhere|is (?:wrong|a dead end))\b|^(?:scratch that|never mind)\b"
            r"|^(?:wait|hmm|oops|no|hold on|actually)\b.{0,80}\b(?:fails?|failed|wrong|incorrect|mistake|mistaken|error"
            r"|not (?:right|correct|true|quite|enough|cover\w*|work\w*)|doesn't|does not|don't|do not|didn't|can't be|cannot be)\b",
        ),
        (
            "starts-over",
            r"\b(?:let me|let us|let's|i|we|i'll|we'll)(?: will| shall| must| should| have to)? (?:start|begin|try)"
            r" (?:over\b|(?:again|afresh|anew)(?=[.!:]|$))|\bstart(?:ing)? (?:over|from scratch)\b",
        ),
        ("remark", r"^remarks?\b\s?[.:(*]"),
        (
            "motivation",
            r"^(?:we (?:will|shall|are going to|begin|start|first|now turn|proceed)|the idea|to (?:do|see|solve|prove|show|find"
            r"|determine) (?:this|so|the)|intuitively|our (?:strategy|plan|approach)|here is|recall the (?:problem|question))\b",
        ),
        (
            "tfae",
            r"\btfae\b|\bfollowing\b.{0,40}\bare (?:all )?equivalent\b|\b(?:conditions|statements|assertions|properties)\b.{0,40}"
            r"\bare (?:all |pairwise )?equivalent\b",
        ),
        (
            "all-equivalent",
            r"\b(?:completes|closes|complete|completing|closing) the (?:circle|cycle|chain|loop)\b|\bcircle of implications\b"
            r"|^(?:hence|thus|therefore|so|this (?:shows|proves)|we have shown)\b.{0,60}\b(?:conditions|statements|assertions|all)\b"
            r".{0,40}\bequivalent\b",
        ),
        (
            "alternative",
            r"\A[\W\d]*(?:a |an )?(?:first|second|third|another|alternative|other|different) (?:proof|solution|approach|argument)\b"
            r"(?:\s?[.:,(*]|$| of (?:the |this )?(?:theorem|lemma|claim|proposition|statement|fact|§)| by\b| using\b)|\A[\W\d]*(?:here is|we (?:now |also )?(?:give|present)) (?:a second|another"
            r"|an alternative|a different) (?:proof|solution|argument)\b"
            r"|\A[\W\d]*alternatively,? (?:we|one) (?:can|may|could) (?:also )?(?:prove|show|argue|see|deduce|obtain)\b",
        ),
        (
            "answers-checked",
            r"\b(?:indeed|conversely|checks?|checking|check that|verif\w+|substituting back|plugging (?:it |them |these )?(?:back )?in)\b"
            r".{0,80}\b(?:satisf\w+|works?|solutions?|valid|conditions?|equations?|requirements?)\b"
            r"|\b(?:these|both|all|this|it|each|which)\b.{0,30}\b(?:works?|do work|(?:does|do) indeed|indeed satisf\w+"
            r"|(?:is|are) indeed (?:a )?solutions?)\b",
        ),
        (
            "attained",
            r"\b(?:with |the )?equality (?:holds|occurs|case|is (?:attained|achieved|reached)|if|iff|when|for|at)\b|\bwith equality\b"
            r"|\b(?:attain|achiev|realis|realiz)\w*\b|\bthis (?:value|bound) is reached\b",
        ),
        ("figure", r"\b(?:figure|diagram|picture|drawing|sketch)\b|\\includegraphics|!\["),
    )
)

_SEARCHES = tuple((name, pattern.search, pattern.pattern.startswith("^")) for name, pattern in CUES)

_LEADING = re.compile(
    r"^(?:[\s*_#>•\-–—]*)(?:\((?:[⇒⇐⟹⟸]|§)\)[\s:.]*)?(?:\(?\d{1,3}[.)]\s+|\([a-zivx]{1,4}\)[*_]*\s+|step \d+[.:]?\s*)?"
    r"(?:(?:more precisely|specifically|to see this|to this end|for this|indeed|now|then|and|but|next|finally|first(?:ly)?|second(?:ly)?|third(?:ly)?|fourth|last(?:ly)?|so|again|moreover|further(?:more)?|also)\b[,\s]+)*"
)

_CLASH = re.compile(r"\\Rightarrow\s*\\Leftarrow|\\lightning|\\contradiction|\\bot(?![A-Za-z])")
# Conditions that hold for each other; "for all k < n" in what an induction assumes.
_EQUIVALENT = re.compile(
    r"\\(?:iff|Leftrightarrow|Longleftrightarrow)(?![A-Za-z])|[⇔⟺]|\b(?:if and only if|iff|exactly when|precisely when)\b"
    r"|\bis equivalent to\b",
    re.IGNORECASE,
)
_ALL_SMALLER = re.compile(
    r"\bfor (?:all|every|each|any)\b[^.;]{0,60}?(?:<|≤|\\l(?:t|e|eq|eqslant)(?![A-Za-z])|\\ldots|\.\.\.|…|\b(?:smaller|less|fewer|up to)\b)"
    r"|\bfor (?:all|every|each|any) (?:smaller|lower)\b"
)
_ONLY_PROOF_OF = re.compile(r"proof(?: of (?:the |this |our )?\w{1,20}(?:[ ~]?\(?[\w§.*]{1,6}\)?)?)?\s?[.:*]*")
_LET_BE_THE = re.compile(r"\W*(?:\w+,? )?let\b[^.;]{0,60}?\b(?:be|denote) (?:the|its|their)\b", re.IGNORECASE)
_LET_EQUALS = re.compile(r"\W*(?:\w+,? )?let\b[^.;]{0,60}?(?<![<>!≤≥])=", re.IGNORECASE)


@value
class Wording:
    """What the words of a substep say: the cues that fired, in table order, and the role they give.

    ``words`` is the lower-case text with formulas as ``§``; ``bare`` the same without leading numbers and connectives.
    """

    role: UnitRole
    cues: tuple[str, ...]
    words: str
    bare: str
    has_math: bool


def read_wording(text: str, heading: str = "") -> Wording:
    """The cues and the role of a substep's text. Linear in its length (at most 4,000 characters are looked at).

    ``heading`` is what stands over it in the source without being part of it ("Case 1"); it is read as its first words.
    """
    spans = math_spans(text)
    words = mask(text, spans).lower()[:4_000]
    if heading:
        words = f"{mask(heading, math_spans(heading)).lower().rstrip('.: ')}. {words}"
    words = " ".join(words.split())
    bare = _LEADING.sub("", words, count=1)
    found = [name for name, search, of_bare in _SEARCHES if search(bare if of_bare else words)]
    found.extend(_signs(text, heading, found))
    cues = tuple(dict.fromkeys(cue for cue in found if cue not in _denied(found)))
    has_math = bool(spans) or re.search(r"[=<>≤≥∈⊂⊆+×·∑∏√≡]|\d", text) is not None
    return Wording(role=_role(frozenset(cues), bare, has_math), cues=cues, words=words, bare=bare, has_math=has_math)


def _signs(text: str, heading: str, found: list[str]) -> Iterator[str]:
    """Cues that the signs of the source give: in the words a formula is one mark."""
    sign = direction_of(text) or direction_of(heading)
    if sign:
        yield "forward" if sign in "⇒⊆" else "converse"
    if _CLASH.search(text):
        yield "contradiction-reached"
    if _EQUIVALENT.search(text):
        yield "equivalence"
    # "let x = 3" and "let x be the least …" are definitions, "let x be a number" is none.
    if "let" in found and (_LET_EQUALS.match(text) or _LET_BE_THE.match(text)):
        yield "define"
    if "induction-step" in found and _ALL_SMALLER.search(text):
        yield "strong-induction"


def _denied(found: list[str]) -> frozenset[str]:
    """Cues that others take back: a contradiction that is announced is not reached yet; "Second proof." is no claim's."""
    denied = {"contradiction-announced": "contradiction-reached", "alternative": "claim-proof"}
    return frozenset(what for cue, what in denied.items() if cue in found)


def mask(text: str, spans: tuple[MathSpan, ...] | None = None) -> str:
    """``text`` with every formula replaced by one ``§``."""
    pieces: list[str] = []
    position = 0
    for span in math_spans(text) if spans is None else spans:
        pieces.append(text[position : span.start])
        pieces.append(MATH)
        position = span.end
    pieces.append(text[position:])
    return "".join(pieces)


_DEFINES = ("let ", "set ", "put ", "define ", "denote ", "write ")


def _role(cues: frozenset[str], bare: str, has_math: bool) -> UnitRole:
    """The first rule that applies. State changes and roles come before keywords of computation (METHOD 4)."""
    opening_if = re.match(r"(?:if|when|whenever)\b", bare) is not None
    rules: tuple[tuple[bool, UnitRole], ...] = (
        ("abandoned" in cues, UnitRole.ABANDONED),
        ("starts-over" in cues, UnitRole.ABANDONED),
        ("remark" in cues, UnitRole.REMARK),
        ("claim-proof" in cues and _ONLY_PROOF_OF.fullmatch(bare) is not None, UnitRole.REMARK),
        ("assume-for-contradiction" in cues, UnitRole.ASSUME),
        ("induction-step" in cues and "hence" not in cues, UnitRole.ASSUME),
        ("case-heading" in cues or "case-ordinal" in cues, UnitRole.CASE),
        ("base-case" in cues, UnitRole.CASE),
        ("induction-announced" in cues, UnitRole.SPLIT),
        ("split" in cues and "cases-joined" not in cues, UnitRole.SPLIT),
        ("converse" in cues or "forward" in cues, UnitRole.CASE),
        ("claim-stated" in cues, UnitRole.REDUCE),
        ("proof-ends" in cues or "induction-done" in cues or "cases-joined" in cues, UnitRole.CONCLUDE),
        ("directions-joined" in cues and "hence" not in cues, UnitRole.CONCLUDE),
        ("suppose" in cues and ("hence" not in cues or bare.startswith(("suppose", "assume"))), UnitRole.ASSUME),
        ("wlog" in cues and "hence" not in cues, UnitRole.ASSUME),
        ("given" in cues, UnitRole.ASSUME),
        ("suffices" in cues, UnitRole.REDUCE),
        ("alternative" in cues, UnitRole.REMARK),
        ("arbitrary" in cues and "hence" not in cues, UnitRole.INTRO),
        ("choose" in cues and not opening_if, UnitRole.INSTANTIATE),
        ("define" in cues and not opening_if and ("hence" not in cues or bare.startswith(_DEFINES)), UnitRole.DEFINE),
        ("let" in cues and bare.startswith(("let ", "fix ")), UnitRole.INTRO),
        ("goal" in cues and "hence" not in cues and not opening_if, UnitRole.REDUCE),
        ("apply" in cues and ("obtain" not in cues or opening_if), UnitRole.APPLY),
        ("obtain" in cues and "denies-existence" not in cues and not opening_if, UnitRole.OBTAIN),
        ("compute" in cues and has_math, UnitRole.COMPUTE),
        (not has_math and "motivation" in cues, UnitRole.REMARK),
    )
    return next((role for applies, role in rules if applies), UnitRole.DERIVE)
