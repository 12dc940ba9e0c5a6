"""Words of mathematics and how Lean and Mathlib say them: knowledge, not a grammar.

A property counts as said if any of its marks occurs in the statement: a part of a name in lower case, a sign, or a
form that ``kinds.properties`` recognises.
"""

from __future__ import annotations

from ...value import value


@value
class Property:
    """``word``: a pattern for the wording in lower case, formulas as "§". ``marks``: parts of names, in lower case;
    ``signs``: operators of Lean; ``forms``: names of recognised forms, as "commuting"."""

    name: str
    word: str
    marks: tuple[str, ...]
    signs: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()


def _property(name: str, word: str, marks: str, signs: str = "", forms: str = "") -> Property:
    return Property(
        name=name, word=word, marks=tuple(marks.split()), signs=tuple(signs.split()), forms=tuple(forms.split())
    )


PROPERTIES = (
    _property("abelian", r"\babelian\b|\bcommutative\b", "comm field center vector module lie",
              forms="commuting"),
    _property("Hausdorff", r"\bhausdorff\b", "t2 t3 t4 t5 t25 metric norm haus"),
    _property("compact", r"\bcompact(?:ness)?\b", "compact icc uicc proper sphere closedball"),
    _property("connected", r"\bconnected(?:ness)?\b", "connect ioo icc"),
    _property("path connected", r"\bpath[- ]connected\b", "path"),
    _property("locally compact", r"\blocally compact\b", "locallycompact compact"),
    _property("finite group",
              r"\bfinite (?:\w+ )?(?:groups?|rings?|fields?|sets?|subsets?|subgroups?|types?|abelian|integral)\b",
              "finite fintype finset card fin zmod primes multiset ncard galoisfield list", forms="counted"),
    _property("finitely many", r"\bfinite number of\b|\bfinitely many\b",
              "finite fintype finset fin list card multiset"),
    _property("limit point", r"\blimit points?\b|\baccumulation points?\b",
              "accpt clusterpt derivedset 𝓝 nhds frequently tendsto"),
    _property("finite dimensional", r"\bfinite[- ]dimension(?:al)?\b", "finite finrank fin basis euclidean"),
    _property("uncountable", r"\buncountable\b", "countable cardinal aleph"),
    _property("countable", r"\bcountabl[ey]\b", "countable ℕ ℚ ℤ encodable denumerable nat aleph"),
    _property("complete", r"\bcomplete (?:metric|normed|space)\b", "complete cauchy polish banach hilbert"),
    _property("uniformly continuous", r"\buniformly continuous\b", "uniformcontinuous", forms="uniform"),
    _property("continuous", r"\bcontinuous(?:ly)?\b",
              "contin homeo differentiable contdiff analytic holomorphic lipschitz isometry →l tendsto c( bounded path",
              "≃ₜ →L →ᵇ", forms="uniform"),
    _property("differentiable", r"\bdifferentiable\b", "diff deriv"),
    _property("holomorphic", r"\bholomorphic\b|\bentire\b", "diff analytic holomorphic hasderiv"),
    _property("bounded", r"\bbounded\b", "bound bdd lipschitz metric.ball", "≤ <"),
    _property("injective", r"\binjecti(?:ve|on)\b|\bone-to-one\b", "inj embedding bij equiv ker", "↪ ≃ ≃* ≃ₜ",
              forms="injecting"),
    _property("surjective", r"\bsurjecti(?:ve|on)\b|\bonto\b(?! itself| the)",
              "surj bij equiv quotient range isquotientmap", "≃ ≃* ≃+* ↠ ⧸"),
    _property("bijective", r"\bbijecti(?:ve|on)\b", "bij equiv perm inverse", "≃ ≃* ≃ₜ"),
    _property("homeomorphism", r"\bhomeomorphi(?:sm|c)\b", "homeo isopenmap continuous_inv", "≃ₜ"),
    _property("isomorphic", r"\bisomorphi(?:c|sm)\b", "equiv iso", "≃ ≃* ≃+* ≃+ ≃ₗ ≃ₐ ≅"),
    _property("closed map", r"\bclosed (?:continuous |surjective )*map\b", "isclosedmap isclosed closedembedding"),
    _property("open map", r"\bopen (?:continuous |surjective )*map(?:ping)?\b", "isopenmap openembedding isopen"),
    _property("quotient map", r"\bquotient map\b", "quotientmap quotient"),
    _property("closed set", r"\bclosed (?:sub)?(?:sets?|spaces?|ideals?)\b",
              "closed icc closure perfect iscompact closedball", "ᶜ"),
    _property("open set", r"\bopen (?:sub)?(?:sets?|spaces?)\b",
              "open nhds 𝓝 ball interior topolog ioo generatefrom region closed neighborhood"),
    _property("nonnegative numbers", r"\bnon-?negative (?:\w+ )?(?:reals?|numbers?|functions?|terms?)\b",
              "nnreal ennreal nonneg ℝ≥0", forms="above_zero"),
    _property("positive numbers", r"\bpositive (?:\w+ )?(?:reals?|numbers?|integers?|terms?|rationals?)\b",
              "nnreal ennreal pos ℕ+ pnat primes primefactors divisors index", forms="above_zero"),
    _property("dense", r"\bdense\b", "dense closure separable", forms="approximating"),
    _property("cyclic", r"\bcyclic\b", "cyclic zpowers generator zmod closure", "∃"),
    _property("simple", r"\bsimple\b(?! closed)", "simple"),
    _property("normal", r"\bnormal\b", "normal adjoint characteristic conj", "⊴ ◃", forms="conjugating"),
    _property("solvable", r"\bsolvable\b", "solvable"),
    _property("nilpotent", r"\bnilpotent\b", "nilpotent", "^"),
    _property("irreducible", r"\birreducible\b", "irreducible prime gcd coprime"),
    _property("maximal ideal", r"\bmaximal ideal\b", "maximal"),
    _property("principal", r"\bprincipal\b", "principal span"),
    _property("squarefree", r"\bsquare-?free\b", "squarefree"),
    _property("algebraic", r"\balgebraic\b(?! geometry)", "algebraic aeval minpoly isintegral"),
    _property("irrational", r"\birrational\b", "irrational ℚ rat"),
    _property("nonempty", r"\bnon-?empty\b", "nonempty inhabited", "∅ ⊥", forms="inhabited"),
    _property("nontrivial", r"\bnon-?trivial\b", "nontrivial bot", "⊥ ≠ <", forms="inhabited"),
    _property("proper", r"\bproper (?:subgroups?|subset|subspace|ideal)\b",
              "top proper univ ssubset", "⊤ ⊂ < ≠ ⊥"),
    _property("disjoint", r"\bdisjoint\b", "disjoint compl", "∩ ⊓ ∅"),
    _property("invertible", r"\binvertible\b|\bnonsingular\b", "inv unit det gl equiv", "⁻¹ ˣ ≠"),
    _property("unit", r"\b(?:is|are) (?:a )?units?\b", "unit inv", "⁻¹ ˣ ="),
    _property("separable", r"\bseparable\b", "separable countable"),
    _property("metrizable", r"\bmetri[sz]able\b", "metriz metric"),
    _property("regular", r"\bregular space\b|\bis regular\b", "regular t3 reg"),
    _property("monotone", r"\bmonotonic(?:ally)?\b|\bmonotone\b", "mono anti", "≤ < ≥"),
    _property("increasing", r"\bincreasing\b", "mono incr", "≤ < ≥ > ⊆ ⊂"),
    _property("decreasing", r"\bdecreasing\b", "anti decr", "≤ < ≥ > ⊇ ⊃ ⊆ ⊂"),
    _property("convex", r"\bconvex\b", "convex concave", "≤ <"),
    _property("coprime", r"\bcoprime\b|\brelatively prime\b|\bno common (?:factor|divisor)", "coprime gcd", "⊤ ∣"),
    _property("prime", r"\bprimes?\b(?! factor| divisor| ideal)(?<!relatively prime)",
              "prime irreducible sylow charp galois"),
    _property("prime ideal", r"\bprime ideal\b", "prime"),
    _property("even", r"\beven\b(?! though| if)", "even parity", "∣ %", forms="doubled reflected"),
    _property("odd", r"\bodd\b(?! function)", "odd", "% ≠ > ¬", forms="doubled_and_one reflected"),
    _property("self-adjoint", r"\bself-?adjoint\b|\bhermitian\b", "selfadjoint symmetric hermitian adjoint star"),
    _property("characteristic", r"\bcharacteristic (?:zero|§|p|0)\b", "char"),
    _property("integral domain", r"\bintegral domain\b", "domain zerodiv field"),
    _property("field", r"\bfields?\b",
              "field ℚ ℝ ℂ zmod real complex rat rclike division quaternion gf galois isfield", "ℚ ℝ ℂ"),
    _property("homomorphism", r"\bhomomorphi(?:sm|c)\b|\bhomomorphisms\b", "hom map_mul aut end", "→* →+* →+ →ₗ →ₐ ≃*",
              forms="multiplying"),
    _property("subring", r"\bsubring\b", "subring", "⊆"),
    _property("ideal", r"\bideals?\b", "ideal span principal", "∈"),
    _property("eigenvalue", r"\beigen(?:value|vector)s?\b", "eigen", "•"),
    _property("orthogonal", r"\borthogonal\b|\borthonormal\b", "ortho inner", "⟪ ⬝ᵥ"),
    _property("perfect", r"\bperfect (?:set|number|map)\b", "perfect accpt divisors closedmap"),
    _property("converges", r"\bconverges?\b|\bconvergent\b|\bconvergence\b",
              "tendsto summable hassum cauchy limsup liminf converg uniformly 𝓝 nhds multipliable hasprod"),
    _property("absolute convergence", r"\babsolutely convergent\b|\bconverges absolutely\b",
              "abs norm summable", "| ‖"),
    _property("isometry", r"\bisometr(?:y|ic)\b", "isometr dist norm"),
    _property("invariant", r"\binvariant\b", "map invt mapsto comap", "≤ ∈ ⊆"),
    _property("symmetric", r"\bsymmetric\b(?! group)", "symm transpose comm", "ᵀ"),
    _property("group", r"\bsub?groups?\b", "subgroup group sylow zpowers closure", "⊴ ◃"),
    _property("idempotent", r"\bidempotent\b", "idempotent", "= ^"),
    _property("composite", r"\bcomposite\b", "prime composite", "∣"),
    _property("factorial", r"\bfactorials?\b", "factorial", "!"),
)  # fmt: skip
"""Properties that a text states in words, with what says them in Lean."""


@value
class License:
    """A class or predicate that a statement may assume only if the text says so: ``head`` is the name's last part."""

    head: str
    word: str


LICENSES = (
    License(head="NoZeroDivisors", word=r"domain|zero[- ]divis|field|integers?\b|cancel"),
    License(head="IsDomain", word=r"domain|zero[- ]divis|field|integers?\b|cancel|pid|ufd"),
    License(head="CommGroup", word=r"abelian|commut|cyclic"),
    License(head="CompactSpace", word=r"compact|closed interval|sphere|bounded"),
    License(head="IsCompact", word=r"compact|closed interval|\[|sphere|§"),
    License(head="ConnectedSpace", word=r"connected|interval|continuum"),
    License(head="IsConnected", word=r"connected|region|domain|interval"),
    License(head="Coprime", word=r"coprime|prime|gcd|common|lowest|§"),
    License(head="IsCoprime", word=r"coprime|prime|gcd|common|lowest|§"),
    License(
        head="Injective",
        word=r"inject|one-to-one|embed|biject|isomorph|distinct|univalent|monic|conformal|automorph|homeomorph",
    ),
    License(head="Surjective", word=r"onto|surject|biject|quotient|covering|isomorph|automorph|homeomorph"),
    License(head="Bijective", word=r"biject|isomorph|one-to-one|homeomorph|permut|automorph|invert"),
    License(head="Squarefree", word=r"square-?free|distinct"),
    License(head="IsCyclic", word=r"cyclic|generat|prime"),
    License(head="IsSolvable", word=r"solv"),
    License(head="IsNilpotent", word=r"nilpotent|p-group|§"),
    License(head="IsSimpleGroup", word=r"simple"),
    License(head="IsPrincipalIdealRing", word=r"principal|pid|euclid|field"),
    License(head="UniqueFactorizationMonoid", word=r"unique factor|ufd|u f d|factorial"),
    License(head="CompleteSpace", word=r"complete|banach|hilbert|compact|finite[- ]dimensional"),
    License(head="SecondCountableTopology", word=r"count|separable|manifold"),
    License(head="SeparableSpace", word=r"separable|dense|count"),
    License(head="Bounded", word=r"bound|compact|finite"),
    License(head="IsBounded", word=r"bound|compact|finite"),
    License(head="StrictMono", word=r"increas|monoton|subsequence|order|§"),
    License(head="Monotone", word=r"increas|monoton|order|nondecreas"),
    License(head="Antitone", word=r"decreas|monoton|nonincreas|nested"),
    License(head="IsOpen", word=r"open|topolog|region|domain|neighbo|§"),
    License(head="IsClosed", word=r"closed|complement|compact|§"),
    License(head="CharP", word=r"characteristic|\bchar\b|frobenius|\bmod(?:ulo)?\b|elements|order|prime field|§"),
    License(head="IsAlgClosed", word=r"algebraically closed|algebraic closure|complex|§"),
    License(head="Irrational", word=r"irrational"),
    License(head="CharZero", word=r"characteristic|rational|real|complex|integer|number|§"),
)
"""Hypotheses that change the claim and have a word of their own."""
