"""Graphs, counting, indices and sets."""

from __future__ import annotations

from .entry import Entry, reading, row, says

_FIELD = "combinatorics"

COMBINATORICS: tuple[Entry, ...] = (
    row(
        "graph_simple",
        "graphs are simple",
        _FIELD,
        "Are graphs simple here (no loops, no multiple edges)?",
        (
            reading("yes", "yes", "a graph has no loops and no multiple edges"),
            reading("no", "no", "a graph may have loops and multiple edges"),
        ),
        when="a bound on degrees or edges, or the shortest length of a cycle, is used that only simple graphs have",
        term=r"\bgraphs?\b",
        also=r"\b(?:vertex|vertices)\b",
        bears=r"\bat most ⟨?(?:\\binom|\{?n\(n ?- ?1\)|C\(n)|degree\w*\b.{0,30}\bat most ⟨?(?:n|\|V\|) ?- ?1|every cycle has (?:length )?at least (?:three|⟨?3)|⟨?\\binom\{?n\}?\{?2\}?⟩? edges",
        unless=r"\bsimple\b|multigraph|multi-graph|\bloops?\b|parallel edges|multiple edges|\bcomplete graph|\bK_|\btree\b|bipartite|planar|people|friend|\bplane\b|directed|tournament",
        settles=says(
            yes=r"(?:all )?graphs (?:are|will be|considered are) (?:assumed |understood )?(?:finite(?:,| and) )?(?:undirected(?:,| and) )?simple"
        ),
        default="yes",
    ),
    row(
        "subgraph_induced",
        "subgraph or induced subgraph",
        _FIELD,
        "Does “contains H” mean as an induced subgraph?",
        (
            reading("subgraph", "no: any subgraph", "H ⊆ G means vertices and some of their edges"),
            reading("induced", "yes: induced", "H is induced: it has all edges of G between its vertices"),
        ),
        when="the text speaks of induced subgraphs and elsewhere only of subgraphs or of “containing” one",
        term=r"\binduced\b",
        also=r"(?<!induced )\bsubgraphs?\b|\bcontains (?:a|no) (?:copy|subgraph)",
        bears=r"(?<!induced )\bsubgraphs? isomorphic\b|\bcontains (?:no|a) (?:copy of )?⟨?(?:K|C|P)_|(?:\bK|C|P)_\{?\w\}?⟩?-free",
        unless=r"not necessarily induced|induced (?:map|metric|norm|topology|homomorphism|by)",
        aliases={"yes": "induced", "no": "subgraph"},
    ),
    row(
        "ordered_count",
        "ordered or not",
        _FIELD,
        "Does the order count?",
        (
            reading("ordered", "yes", "(a, b) and (b, a) are two"),
            reading("unordered", "no", "{a, b} is one"),
        ),
        when="pairs, triples or ways are counted and nothing says whether their order matters",
        term=r"\b(?:how many|number of|count) (?:the )?(?:pairs|triples|selections|choices)\b",
        bears=r"\bdivid\w+ by ⟨?(?:2|two|3!|6|\w!)|\b(?:pairs|triples) (?:in total|altogether)|\b(?:number of|there are) .{0,20}\b(?:pairs|triples)\b",
        unless=r"\bordered\b|\bunordered\b|\border\b|⟨?\([a-z], ?[a-z]|\{[a-z], ?[a-z]",
        aliases={"yes": "ordered", "no": "unordered"},
    ),
    row(
        "leading_zeros",
        "leading zeros",
        _FIELD,
        "May a number begin with the digit 0?",
        (
            reading("no", "no", "the first digit is not 0"),
            reading("yes", "yes", "strings of digits may begin with 0"),
        ),
        when="codes or strings of digits are counted like numbers and nobody says whether 0 may come first",
        term=r"\b(?:digit|⟨?\w⟩?-digit) (?:codes?|strings?|passwords?|numbers?)\b",
        also=r"\b(?:codes?|strings?|passwords?|PIN)\b",
        bears=r"\b(?:ten|⟨?10⟩?|nine|⟨?9⟩?) (?:choices|options|possibilities) for (?:the first|each)",
        unless=r"leading|first digit (?:cannot|can|may|must|is)|begin with|start with|nonzero",
    ),
    row(
        "bracket_n",
        "[n]",
        _FIELD,
        "Which set is [n]?",
        (
            reading("from_1", "{1, …, n}", "[n] = {1, 2, …, n}"),
            reading("from_0", "{0, …, n − 1}", "[n] = {0, 1, …, n − 1}"),
            reading("both", "{0, …, n}", "[n] = {0, 1, …, n}"),
        ),
        when="an element of [n] is named or its size is used, and [n] is not written out",
        term=r"\[n\]",
        bears=r"\b(?:0|1|n) ?∈ ?\[n\]|\|\[n\]\||\[n\]⟩? has (?:⟨?n|exactly)|(?:smallest|least|largest|first|last) element of ⟨?\[n\]",
        settles=says(
            from_1=r"\[n\] ?(?::?=|⟩? (?:denotes?|for|is|be|means?) (?:the set )?(?:of )?⟨?) ?\{ ?1",
            both=r"\[n\] ?(?::?=|⟩? (?:denotes?|for|is|be|means?) (?:the set )?⟨?) ?\{ ?0 ?,.{0,30}n ?\}",
            from_0=r"\[n\] ?(?::?=|⟩? (?:denotes?|for|is|be|means?) (?:the set )?⟨?) ?\{ ?0",
        ),
        unless=r"\{ ?1 ?, ?(?:2 ?,)? ?… ?, ?n ?\} ?= ?\[n\]",
        default="from_1",
        aliases={"1": "from_1", "0": "from_0"},
    ),
    row(
        "sequence_starts_at",
        "the first index of a sequence",
        _FIELD,
        "Does the sequence begin with index 0 or 1?",
        (
            reading("from_1", "1", "the first term is a₁"),
            reading("from_0", "0", "the first term is a₀"),
        ),
        when="a place in a sequence is named by words and by an index, and no first index is given",
        term=r"\bsequence\b",
        bears=r"\bthe (?:first|second|third|tenth|hundredth|\d+(?:st|nd|rd|th)) term\b.{0,30}\b[a-z]_\{?\d",
        unless=r"[a-z]_\{?[01]\b|_\{? ?n ?(?:≥|=) ?[01]|⟨?n ?≥ ?[01]\b|_\{?\w ?∈ ?ℕ",
        aliases={"1": "from_1", "0": "from_0"},
    ),
    row(
        "subset_proper",
        "⊂ proper or not",
        "sets",
        "Does A ⊂ B allow A = B?",
        (
            reading("any", "yes (⊂ is ⊆)", "A ⊂ B means that every element of A is in B"),
            reading("proper", "no (⊂ is ⊊)", "A ⊂ B means A ⊆ B and A ≠ B"),
        ),
        when="equality is concluded from ⊂, or properness from ⊂, in a text without ⊊",
        term=r"⊂",
        bears=r"⊂.{0,120}(?:\bequal|\bproper sub|\bhence ⟨?\w ?= ?\w⟩?|\bso ⟨\w ?= ?\w⟩|\b(?:so|hence|thus|therefore|that) ⟨?\w ?≠ ?\w\b|\bstrictly (?:smaller|larger|contain))|\b(\w) ?⊂ ?\1\b",
        unless=r"⊊|proper subset",
        settles=says(
            proper=r"⊂.{0,40}\b(?:denotes?|means?|stands for|is used for) (?:strict|proper)",
            any=r"⊂.{0,40}\b(?:denotes?|means?|stands for|is used for|includes?|allows?) .{0,20}(?:equality|not necessarily|⊆)",
        ),
        aliases={"yes": "any", "no": "proper"},
    ),
)
