"""Algebra and the theory of groups."""

from __future__ import annotations

from .entry import Entry, reading, row, says

_FIELD = "algebra"

ALGEBRA: tuple[Entry, ...] = (
    row(
        "ring_has_one",
        "rings have a 1",
        _FIELD,
        "Do rings have a multiplicative identity here?",
        (reading("yes", "yes", "every ring has a 1"), reading("no", "no", "a ring may lack a 1")),
        when="a step uses 1 or a unit of a ring of which the text has said nothing of the kind",
        term=r"\b(?:a|any|every|arbitrary|commutative|rings?,? let ⟨?R⟩? be a) ring\b|\bbe (?:a |two |any )?rings?\b",
        bears=r"\b1(?:_R|_\{R\})? ?⟩? ?(?:∈|is in|belongs to|lies in)|\b1_\{?R\b|\bunits? (?:of|in) ⟨?R\b|\bmaximal ideals?\b.{0,40}\b(?:exist|contain)",
        unless=r"\bwith(?: a)? ⟨?(?:1\b|unit|identity|unity|multiplicative identity)|\bunital\b|\bwithout (?:a )?⟨?(?:1|unit|identity)|\bfield\b|integral domain|polynomial ring|matrix|matrices|ℤ|without identity|has (?:an |no )?(?:identity|unity)",
        settles=says(
            no=r"rings? (?:need not|may not|do not|does not|are not assumed to) have (?:an? )?(?:multiplicative )?⟨?(?:identity|unity|1\b)",
            yes=r"(?:all|our) rings.{0,60}\b(?:with ⟨?1\b|unital|with (?:a |an )?(?:identity|unity|unit)|have (?:an? )?(?:identity|unity|⟨?1))",
        ),
        default="yes",
    ),
    row(
        "ring_commutative",
        "rings are commutative",
        _FIELD,
        "Are rings commutative here?",
        (reading("yes", "yes", "ab = ba in every ring"), reading("no", "no", "a ring may have ab ≠ ba")),
        when="factors are exchanged, or ideals used two-sided, in a ring of which the text has not said it",
        term=r"\b(?:a|any|every|arbitrary) ring\b|\bbe (?:a |two |any )?rings?\b",
        bears=r"⟨?(?:ab|xy) ?= ?(?:ba|yx)\b|\bprime ideal\b|\bnilradical\b|\bnilpotents? (?:form|elements form)",
        unless=r"commut|\bfield\b|integral domain|polynomial ring|matrix|matrices|ℤ|left ideal|two-sided|left-|\bBoolean\b",
        settles=says(
            no=r"rings?.{0,40}\bnot (?:necessarily |assumed (?:to be )?)?commutative",
            yes=r"(?:all|our) rings.{0,40}\bcommutative",
        ),
    ),
    row(
        "subgroup_linear",
        "groups are linear",
        _FIELD,
        "Are the groups here linear (subgroups of some GLₙ over a field)?",
        (
            reading("yes", "yes", "every group here is a subgroup of GLₙ(K) for a field K"),
            reading("no", "no", "a group need not be linear"),
        ),
        when="a theorem on linear groups (Malcev, Selberg, Tits) is used of groups that nobody called linear",
        term=r"\bsubgroups?\b|\blattices?\b",
        bears=r"\bMal'?c?ev\b|\bSelberg'?s?\b.{0,20}\blemma|\bTits'? alternative|\bresidually finite\b|\bvirtually torsion[- ]free",
        unless=r"\blinear (?:algebraic )?(?:sub)?groups?\b|GL_|\\mathrm\{?[GS]L|\bmatrix groups?\b|\bSL_|\bfree groups?\b",
    ),
    row(
        "roots_with_multiplicity",
        "roots with multiplicity",
        _FIELD,
        "Are roots counted with multiplicity?",
        (
            reading("with", "yes", "a root of multiplicity k counts k times"),
            reading("distinct", "no", "each root counts once"),
        ),
        when="the exact number of roots of a polynomial is stated and the text does not say how they are counted",
        term=r"\b(?:roots|zeros|zeroes)\b",
        also=r"\bpolynomial|\bdegree\b",
        bears=r"\b(?:has|have|having)(?: exactly| precisely) \S{1,12} (?:complex |real )?(?:roots|zeros|zeroes)\b|\bnumber of (?:complex |real |its |the )*(?:roots|zeros|zeroes)\b.{0,20}\b(?:is|are|equals)\b",
        unless=r"multiplicit|distinct|different roots|\bsimple\b|\bdouble\b|repeated|square-?free|separable",
        aliases={"yes": "with", "no": "distinct"},
    ),
    row(
        "two_means_distinct",
        "“two” means distinct",
        _FIELD,
        "Are the two objects different from each other?",
        (reading("distinct", "yes", "the two are different"), reading("any", "no", "the two may be equal")),
        when="a step needs that two objects differ which the text only calls “two”",
        term=r"\b(?:let|take|given|choose|pick|consider|suppose)\b.{0,40}\b(?:be )?two (?:prime|element|point|integer|number|vector|root|vertice|solution|line)s?\b",
        bears=r"\b(?:since|because|as) (?:they|these|the two|⟨\w⟩ and ⟨\w⟩) are (?:distinct|different)\b|\b(?:since|because|as) ⟨\w ?≠ ?\w⟩",
        unless=r"\btwo (?:distinct|different|not necessarily)|\bdistinct (?:prime|element|point|integer|number|root)|not necessarily distinct|possibly equal|\bif ⟨\w ?= ?\w⟩|\bassume ⟨\w ?≠",
        aliases={"yes": "distinct", "no": "any"},
    ),
)
