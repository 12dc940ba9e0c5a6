"""Numbers: what a set of numbers holds, what a root, a logarithm or a quotient is."""

from __future__ import annotations

from ..convention import Meaning
from .entry import Entry, reading, row, says

_FIELD = "numbers"
_LOG = r"\b(?:log|logarithms?|logs)⟩? (?:(?:always|here|will|shall|all) )?(?:is|are|be|denotes?|means?|stands for) (?:taken )?(?:the )?(?:to )?"

NUMBERS: tuple[Entry, ...] = (
    row(
        "nat_starts_at",
        "0 ∈ ℕ",
        _FIELD,
        "Is 0 a natural number here?",
        (
            reading("from_1", "no (1, 2, 3, …)", "ℕ = {1, 2, 3, …}", Meaning(parameter="nat_least", setting="1")),
            reading(
                "from_0",
                "yes (0, 1, 2, …)",
                "ℕ = {0, 1, 2, …}",
                Meaning(parameter="nat_least", setting="0", admits=("0",)),
            ),
        ),
        when="a claim about a natural number is false or meaningless at 0, or an induction over ℕ begins at 1",
        term=r"ℕ|\bnatural",
        detector="naturals",
        settles=says(
            from_1=r"\b(?:1|one)⟩? is the (?:least|smallest|first) natural|(?:least|smallest|first) natural number(?: is|,) ⟨?(?:1|one)\b|(?:0|zero)⟩? is not (?:a )?natural|0 ∉ ℕ|ℕ\s?(?:⟩ for |=|:=)\s?⟨?\{\s?1\b|ℕ\s?∪\s?\{\s?0\s?\}|ℕ_\{?0|positive natural"
            r"|(?:start|begin)\w* (?:at|from|with) ⟨?(?:1|one)\b|natural numbers?,? (?:\(|i\.e\.,? |that is,? |mean\w* )?(?:the )?"
            r"positive integers?|(?:ℕ⟩?|natural numbers?).{0,30}\b(?:denotes?|means?|is|for) the (?:set of )?(?:all )?positive",
            from_0=r"\b(?:0|zero)⟩? is (?:a |the (?:least|smallest|first) )?natural|(?:least|smallest|first) natural number(?: is|,) ⟨?(?:0|zero)\b|0 ∈ ℕ|ℕ\s?(?:⟩ for |=|:=)\s?⟨?\{\s?0\b|ℕ\s?∖\s?\{\s?0\s?\}|ℕ\s?(?:\^\{?\s?[*+]|_\{?\s?(?:>|≥ ?1|\+))"
            r"|including (?:⟨?0⟩?|zero)|non-?zero natural|(?:start|begin)\w* (?:at|from|with) ⟨?(?:0|zero)\b"
            r"|(?:ℕ⟩?|natural numbers?).{0,30}\b(?:denotes?|means?|is|for) the (?:set of )?(?:all )?non-?negative",
        ),
        aliases={"1": "from_1", "0": "from_0", "one": "from_1", "zero": "from_0", "no": "from_1", "yes": "from_0"},
    ),
    row(
        "number_domain",
        "number means integer?",
        _FIELD,
        "Is {names} an integer or a real number?",
        (
            reading("integer", "integer", "{names} ∈ ℤ", Meaning(parameter="domain", setting="integer")),
            reading("real", "real", "{names} ∈ ℝ", Meaning(parameter="domain", setting="real", admits=("1/2",))),
        ),
        when="the text never says what its variable is, and a claim holds at integers and fails between them",
        term=r"[a-z]",
        detector="domain",
        aliases={"integers": "integer", "reals": "real", "z": "integer", "r": "real"},
    ),
    row(
        "odd_root",
        "odd root of a negative number",
        _FIELD,
        "Is {power} the real {nth} root, or the principal complex power?",
        (
            reading(
                "real",
                "real root",
                "{power} is the real number whose power is {base}",
                Meaning(parameter="odd_root", setting="real"),
            ),
            reading(
                "principal",
                "principal power",
                "{power} = exp({exponent} Log({base})), which is not real",
                Meaning(parameter="odd_root", setting="principal"),
            ),
        ),
        when="a negative number stands under a fractional power with an odd denominator and is said to be a real number",
        term=r"\^",
        detector="roots",
        settles=says(
            principal=r"principal (?:complex )?(?:value|branch|power|cube|fifth|odd)\b",
            real=r"\breal (?:\w+ )?(?:cube|fifth|seventh|odd|⟨?n⟩?-?th) roots?\b|(?:cube|odd|fifth) roots? (?:are|is|means?|denotes?) (?:the )?real",
        ),
        aliases={"real_root": "real", "complex": "principal"},
    ),
    row(
        "sqrt_of_negative",
        "√ of a negative number",
        _FIELD,
        "May a square root of a negative number be taken here (as the principal complex one), or is it undefined?",
        (
            reading("undefined", "undefined", "√a is defined for a ≥ 0 only"),
            reading("principal", "principal complex root", "√(−a) = i√a for a > 0"),
        ),
        when="√ of a negative numeral is used and the text speaks of no complex number",
        term=r"√\s?(?:\{\s?)?[-−]\s?\d[\d.]*\s?(?:[}⟩]|(?=[\s,;)=]))",
        bears=r"√\s?(?:\{\s?)?[-−]\s?\d[\d.]*\s?(?:[}⟩]|(?=[\s,;)=]))",
        unless=r"\bcomplex\b|\bimaginary\b|ℂ|\bi\^\{?2|not (?:a )?real|no real|undefined|\bimpossible\b|contradict",
        aliases={"complex": "principal"},
    ),
    row(
        "log_base",
        "base of log",
        _FIELD,
        "Which base has log here?",
        (
            reading("e", "e (natural logarithm)", "log = ln", Meaning(parameter="log_base", setting="e")),
            reading("10", "10 (common logarithm)", "log = log₁₀", Meaning(parameter="log_base", setting="10")),
            reading("2", "2 (binary logarithm)", "log = log₂", Meaning(parameter="log_base", setting="2")),
        ),
        when="a computation with log and no base is right for one base and wrong for another",
        term=r"\blog",
        detector="logarithms",
        settles=says(
            e=rf"{_LOG}natural|{_LOG}.{{0,20}}\bbase ⟨?e\b|log(?: ?x)? ?:?= ?ln|\blog⟩? for ⟨?ln",
            **{
                "10": rf"{_LOG}common|{_LOG}.{{0,20}}\b(?:base ⟨?(?:10|ten)\b|decimal)",
                "2": rf"{_LOG}(?:binary|dyadic)|{_LOG}.{{0,20}}\bbase ⟨?(?:2|two)\b",
            },
        ),
        aliases={"natural": "e", "ln": "e", "common": "10", "ten": "10", "binary": "2", "two": "2"},
    ),
    row(
        "division_may_vanish",
        "division by an expression that may vanish",
        _FIELD,
        "Is {names} meant only where {expression} is not 0?",
        (
            reading(
                "where_defined",
                "yes, where the formula is defined",
                "{expression} ≠ 0",
                Meaning(parameter="denominator", setting="nonzero"),
            ),
            reading(
                "everywhere",
                "no, every value counts",
                "{expression} may be 0",
                Meaning(parameter="denominator", setting="any"),
            ),
        ),
        when="the claim speaks of every value of a variable and divides by what is 0 at one of them",
        term=r"frac|/|÷",
        detector="division",
        unless=r"where(?:ver|) (?:it is |they are |both sides (?:are|is) )?defined|denominators? (?:is|are|do|does|being|to be)? ?(?:not|non-?zero)|natural domain|makes? sense",
    ),
    row(
        "positive_includes_zero",
        "positive, or non-negative",
        _FIELD,
        "Does “positive” include 0 here?",
        (
            reading("strict", "no: > 0", "positive means > 0"),
            reading("weak", "yes: ≥ 0", "positive means ≥ 0"),
        ),
        when="the text says both “positive” and “strictly positive”, and a step divides by or compares what is positive",
        term=r"\bstrictly positive\b",
        also=r"(?<!strictly )(?<!non)(?<!non-)\bpositive (?:number|real|integer|function|measure|quantity|constant|sequence|term)",
        bears=r"(?<!strictly )(?<!non)(?<!non-)\bpositive\b(?! definite| semi| integer| root| part| direction).{0,120}?(?:divid|> ?0|≠ ?0|/|frac)",
        unless=r"non-?negative|positive \([^)]{0,20}[>≥]|positive (?:means|will mean|if)",
        default="strict",
        aliases={"no": "strict", "yes": "weak"},
    ),
    row(
        "between_inclusive",
        "“between” with or without its ends",
        _FIELD,
        "Does “between a and b” include the ends?",
        (
            reading("inclusive", "yes", "between a and b means a ≤ x ≤ b"),
            reading("exclusive", "no", "between a and b means a < x < b"),
        ),
        when="integers, multiples, primes or squares between two numbers are counted or added, and an end is one of them",
        term=r"\bbetween\b",
        detector="between",
        unless=r"\binclusive|\bexclusive|strictly between|\bincluding (?:both|the end|⟨?\d)|[≤<] ?\w ?[≤<]",
        aliases={"yes": "inclusive", "no": "exclusive"},
    ),
    row(
        "zero_divides_zero",
        "0 ∣ 0",
        _FIELD,
        "Does 0 divide 0 here?",
        (
            reading("yes", "yes (a ∣ b if b = ka)", "0 ∣ 0"),
            reading("no", "no (divisors are not 0)", "a ∣ b only for a ≠ 0"),
        ),
        when="the text speaks of 0 as a divisor",
        term=r"\b0⟩? ?(?:∣|divides) ?⟨?0\b|gcd\s?\(\s?0\s?,\s?0",
        bears=r"\b0⟩? ?(?:∣|divides) ?⟨?0\b|gcd\s?\(\s?0\s?,\s?0",
    ),
    row(
        "divisors_positive",
        "divisors are positive",
        _FIELD,
        "Do the divisors counted here include negative ones?",
        (
            reading("positive", "no", "divisors are positive"),
            reading("all", "yes", "divisors may be negative"),
        ),
        when="divisors are counted, added or listed in a text that also speaks of negative integers",
        term=r"\bdivisors\b",
        also=r"\bnegative (?:integer|divisor|number)|\bany integers?\b|∈ ?ℤ",
        bears=r"(?:number|sum|product|list|set) of (?:all |its |the )*divisors|\b(?:has|have) (?:exactly |at most |only )?\S{1,12} divisors|the divisors of \S{1,12} are",
        unless=r"positive (?:integer )?(?:divisors|factors)|positive (?:and|or) negative|\\pm|proper divisors|natural|positive integer",
        default="positive",
        aliases={"no": "positive", "yes": "all"},
    ),
    row(
        "zero_to_the_zero",
        "0⁰",
        _FIELD,
        "Is 0⁰ equal to 1 here, or undefined?",
        (reading("one", "1", "0⁰ = 1"), reading("undefined", "undefined", "0⁰ has no value")),
        when="0⁰ is written",
        term=r"(?<![\d.])0\^\{?\s?0(?![\d.])|0⁰",
        bears=r"(?<![\d.])0\^\{?\s?0(?![\d.])|0⁰",
        settles=says(
            one=r"(?:convention|define|set|understood|agree)\w*.{0,40}(?:0\^\{?\s?0\s?\}?|0⁰) ?⟩? ?(?:=|is|to be|as) ?⟨?(?:1|one)"
        ),
        aliases={"1": "one"},
    ),
    row(
        "rounded_digits",
        "how exact ≈ with d digits is",
        _FIELD,
        "Are the written decimals exact, or rounded to their last place?",
        (
            reading("rounded", "rounded to the last place", "decimals are within one unit of their last place"),
            reading("exact", "exact", "decimals are exact numbers"),
        ),
        when="a computation with decimals is false exactly and true after rounding",
        term=r"\d\.\d|≈",
        detector="rounding",
    ),
)
