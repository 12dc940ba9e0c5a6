"""The logic of a clause: if and then, if and only if, for all, there is, and, or. What is not read is ``UNREAD``."""

from __future__ import annotations

from ..claim import UNREAD, exists, forall, implied, is_read
from ..expr import Expr, leaf, names, negation, node
from . import vocabulary as words_of
from .descriptions import Descriptions
from .phrases import (
    Noun,
    bare_terms,
    compared,
    comparison,
    is_mark,
    is_term,
    matches,
    noun_phrase,
    predicate,
    term_list,
    word,
)
from .pieces import Piece

MAX_STEPS = 800
MAX_DEPTH = 24
MAX_CLAUSE = 120
"""A clause of more pieces is not read."""
_GIVING = frozenset("prove show then we deduce verify there conclude it".split())
_TRAILING_IF = (
    ("provided", "that"), ("assuming", "that"), ("given", "that"), ("provided",), ("assuming",), ("whenever",),
    ("if",), ("when",), ("where",), ("since",), ("with",),
)  # fmt: skip
_EXISTENCE = (
    ("there", "exists"), ("there", "exist"), ("there", "is"), ("there", "are"), ("there", "must", "exist"),
    ("there", "must", "be"), ("one", "can", "find"), ("we", "can", "find"), ("there", "always", "exists"),
)  # fmt: skip
_NO_EXISTENCE = (
    ("there", "does", "not", "exist"), ("there", "do", "not", "exist"), ("there", "is", "no"), ("there", "are", "no"),
    ("there", "exists", "no"), ("there", "exist", "no"), ("there", "isn't"),
)  # fmt: skip
_SUCH_THAT = (
    ("such", "that"), ("so", "that"), ("for", "which"), ("satisfying",), ("that", "satisfy"), ("that", "satisfies"),
    ("with", "the", "property", "that"), ("with",), ("where",), ("that", "is"), ("that", "are"), ("which", "is"),
    ("which", "are"), ("that",), ("whose",),
)  # fmt: skip


_EXCEPTIONS = frozenset("except excepting unless excluding neither nor necessarily need otherwise respectively".split())
"""Words that turn what stands beside them into something else than it says."""


class Clauses(Descriptions):
    """Reads clauses of one text. ``steps`` bounds the work; beyond it everything is unread. ``trailing``: names whose
    quantifier stands behind its clause."""

    def __init__(self, pieces: tuple[Piece, ...]) -> None:
        self.pieces = pieces
        self.steps = 0
        self.depth = 0
        self.known: dict[tuple[int, int], Expr] = {}
        self.fresh = 0
        self.trailing: set[str] = set()

    def clause(self, at: int, end: int) -> Expr:
        """The claim that ``pieces[at:end]`` makes, with UNREAD in place of what was not understood."""
        if (at, end) in self.known:
            return self.known[at, end]
        self.steps += 1
        if self.steps > MAX_STEPS or self.depth > MAX_DEPTH or end - at > MAX_CLAUSE:
            return UNREAD
        self.depth += 1
        begin, finish = self.trimmed(at, end)
        made = UNREAD
        if begin < finish and not any(word(self.pieces, i, finish) in _EXCEPTIONS for i in range(begin, finish)):
            made = self.sorted_out(begin, finish)
        self.depth -= 1
        self.known[at, end] = made
        return made

    def trimmed(self, at: int, end: int) -> tuple[int, int]:
        """Without words before a claim that add nothing, and without punctuation around it."""
        moved = True
        while moved and at < end:
            moved = False
            if is_mark(self.pieces, at, end, ",;:.–—"):
                at, moved = at + 1, True
            for filler in words_of.FILLERS:
                if matches(self.pieces, at, end, filler):
                    at, moved = at + len(filler), True
                    break
        while end > at and is_mark(self.pieces, end - 1, end, ",;:.!?–—"):
            end -= 1
        return at, end

    def sorted_out(self, at: int, end: int) -> Expr:
        for read in (
            self.denied,
            self.conditional,
            self.universal,
            self.existential,
            self.equivalence,
            self.trailing_all,
            self.trailing_condition,
            self.implication,
            self.every,
            self.joined,
        ):
            made = read(at, end)
            if made is not None:
                return made
        return self.atom(at, end)

    # --- if P then Q
    def conditional(self, at: int, end: int) -> Expr | None:
        here = word(self.pieces, at, end)
        if here not in ("if", "when", "whenever", "suppose", "assuming", "given", "since"):
            return None
        for split in range(at + 1, end):
            if word(self.pieces, split, end) == "then":
                return self.supposed(at + 1, split, self.clause(split + 1, end))
        commas = [split for split in range(at + 1, end) if is_mark(self.pieces, split, end, ",")]
        for split in commas:
            if word(self.pieces, split + 1, end) in _GIVING:
                return self.supposed(at + 1, split, self.clause(split + 1, end))
        for split in range(at + 1, end):
            if word(self.pieces, split, end) in ("prove", "show") and matches(self.pieces, split + 1, end, ("that",)):
                return self.supposed(at + 1, split, self.clause(split + 1, end))
        made: Expr | None = None
        for split in commas:
            made = self.supposed(at + 1, split, self.clause(split + 1, end))
            if is_read(made):
                return made
        return made if made is not None else UNREAD

    def supposed(self, at: int, end: int, shown: Expr) -> Expr:
        """shown, if what stands at ``at`` holds; "a natural number n is even" there speaks of any one n."""
        begin, _ = self.trimmed(at, end)
        if word(self.pieces, begin, end) in ("a", "an"):
            noun = self.qualified(begin, end, greedy=False)
            if noun is not None and noun.end < end:
                said = predicate(self.pieces, noun.end, end, noun.names)
                if said is None or any(name.head.startswith("_") for name in noun.names):
                    return implied(UNREAD, shown)
                return forall(noun.names, (*noun.conditions, said), shown)
        return implied(self.clause(at, end), shown)

    # --- for all x, P
    def universal(self, at: int, end: int) -> Expr | None:
        for cue in words_of.ALL:
            if matches(self.pieces, at, end, cue):
                listed = self.listed_conditions(at + len(cue), end)
                return listed if listed is not None else self.universal_body(at + len(cue), end, prefix=True)
        if matches(self.pieces, at, end, ("for", "some")):
            noun = self.qualified(at + 1, end, greedy=False)
            if noun is None or not is_mark(self.pieces, noun.end, end, ",:"):
                return UNREAD
            return exists("∃", noun.names, (*noun.conditions, self.clause(noun.end, end)))
        if word(self.pieces, at, end) != "for":
            return None
        comma = next((i for i in range(at + 1, end) if is_mark(self.pieces, i, end, ",:")), None)
        if comma is None or comma == at + 1:
            return None
        noun = self.qualified(at + 1, end, greedy=False)
        if noun is not None and comma < noun.end < end and is_mark(self.pieces, noun.end, end, ",:"):
            comma = noun.end  # "for positive reals a, b, P": the names are listed with commas
        condition = self.restriction(at + 1, comma)
        return implied(condition, self.clause(comma + 1, end)) if condition is not None else None

    def listed_conditions(self, at: int, end: int) -> Expr | None:
        """x ≥ 0 and y ≥ 0, P."""
        stop = at
        while stop < end and (self.is_condition(stop, stop + 1) or word(self.pieces, stop, end) == "and"):
            stop += 1
        if stop - at < 2 or not is_mark(self.pieces, stop, end, ","):
            return None
        condition = self.restriction(at, stop)
        return implied(condition, self.clause(stop + 1, end)) if condition is not None else None

    def universal_body(self, at: int, end: int, *, prefix: bool) -> Expr | None:
        noun = self.qualified(at, end, greedy=not prefix)
        if noun is None:
            return UNREAD if prefix else None
        stop = noun.end
        if not prefix:
            return UNREAD if stop == end else None
        if not (is_mark(self.pieces, stop, end, ",:") or word(self.pieces, stop, end) in _GIVING):
            return UNREAD if stop == end else forall(noun.names, noun.conditions, self.clause(stop, end))
        return forall(noun.names, noun.conditions, self.clause(stop, end))

    def joins(self, at: int, end: int) -> bool:
        return is_mark(self.pieces, at, end, ",") or word(self.pieces, at, end) == "and"

    def restriction(self, at: int, end: int) -> Expr | None:
        """What "for n ≥ 2", "for x, y > 0", "for i in {0, 1, 2}" assume."""
        if at >= end:
            return None
        if end == at + 1 and self.pieces[at].kind == "math":
            return self.formula(self.pieces[at], introducing=True)
        if all(self.pieces[i].kind == "math" or self.joins(i, end) for i in range(at, end)):
            parts = [self.formula(self.pieces[i], introducing=True) for i in range(at, end) if not self.joins(i, end)]
            return node("∧", *(part for part in parts if part is not None))
        noun = self.qualified(at, end, greedy=True)
        if noun is not None and noun.end == end:
            return node("∧", *noun.conditions) if noun.conditions else leaf("⊤")
        listed = term_list(self.pieces, at, end)
        if listed is not None and word(self.pieces, listed[1], end) in ("in", "from"):
            said = predicate(self.pieces, listed[1], end, listed[0])
            return said if said is not None else UNREAD
        return None

    # --- there is
    def existential(self, at: int, end: int) -> Expr | None:
        for cue in _NO_EXISTENCE:
            if matches(self.pieces, at, end, cue):
                return self.existing(at + len(cue), end, "no")
        for cue in _EXISTENCE:
            if matches(self.pieces, at, end, cue):
                return self.existing(at + len(cue), end, "")
        return None

    def existing(self, at: int, end: int, amount: str) -> Expr:
        noun = self.qualified(at, end, greedy=True)
        if noun is None:
            return UNREAD
        conditions = noun.conditions
        if noun.end < end:
            conditions = (*conditions, UNREAD)
        amount = amount or noun.amount
        if amount == "infinite":
            return Expr("∃∞", (*noun.names, node("∧", *conditions) if conditions else leaf("⊤")))
        made = exists("∃!" if amount == "unique" else "∃", noun.names, conditions)
        return Expr("¬", (made,)) if amount == "no" else made

    def qualified(self, at: int, end: int, *, greedy: bool) -> Noun | None:
        """A noun phrase with its qualifications; ``greedy``: "such that" takes all that follows, else up to a comma."""
        self.fresh += 1
        noun = noun_phrase(self.pieces, at, end, f"_{self.fresh}")
        if noun is None:
            return None
        said, conditions, at = noun.names, list(noun.conditions), noun.end
        while at < end:
            found = comparison(self.pieces, at, end)
            if found is not None or word(self.pieces, at, end) == "dividing":
                relation, start = found if found is not None else ("∣", at + 1)
                listed = term_list(self.pieces, start, end)
                if listed is None:
                    break
                conditions += [compared(relation, one, other) for one in said for other in listed[0][:1]]
                at = start + 1
                continue
            if matches(self.pieces, at, end, ("congruent", "to")) or word(self.pieces, at, end) == "in":
                stop = self.comma(at, end, greedy)
                made = predicate(self.pieces, at, stop, said)
                if made is None:
                    break
                conditions.append(made)
                at = stop
                continue
            mark = is_mark(self.pieces, at, end, ",") and any(
                matches(self.pieces, at + 1, end, cue) for cue in _SUCH_THAT[:5]
            )
            start = at + 1 if mark else at
            cue = next((cue for cue in _SUCH_THAT if matches(self.pieces, start, end, cue)), None)
            if cue is None:
                break
            begin = start + len(cue)
            stop = self.comma(begin, end, greedy)
            conditions.append(self.condition(cue, begin, stop, said))
            at = stop
        return Noun(said, tuple(conditions), at, noun.amount, noun.pairwise)

    def comma(self, at: int, end: int, greedy: bool) -> int:
        if greedy:
            return end
        return next(
            (
                i
                for i in range(at, end)
                if is_mark(self.pieces, i, end, ",:") or word(self.pieces, i, end) in ("there", "we", "then")
            ),
            end,
        )

    def condition(self, cue: tuple[str, ...], at: int, end: int, said: tuple[Expr, ...]) -> Expr:
        if cue[-1] in ("is", "are"):
            made = predicate(self.pieces, at, end, said)
            return made if made is not None else UNREAD
        if cue == ("that",) or cue == ("whose",):
            made = predicate(self.pieces, at, end, said) if cue == ("that",) else None
            return made if made is not None else UNREAD
        while is_mark(self.pieces, at, end, ":,"):
            at += 1
        return self.clause(at, end)

    # --- if and only if
    def equivalence(self, at: int, end: int) -> Expr | None:
        for split in range(at + 1, end):
            cue = next((cue for cue in words_of.IFF if matches(self.pieces, split, end, cue)), None)
            if cue is None and not (
                self.pieces[split].kind == "math" and self.pieces[split].text.strip() in ("\\iff", "\\Leftrightarrow")
            ):
                continue
            start = split + (len(cue) if cue is not None else 1)
            left, right = self.clause(at, split), self.clause(start, end)
            literal = self.implies(at, split) or self.implies(start, end)
            if right.head == "∀" and {name.head for name in right.args[:-1]} & names(left):
                return Expr("∀", (*right.args[:-1], self.both_ways(left, right.args[-1], literal=literal)))
            if left.head == "∀":
                return Expr("∀", (*left.args[:-1], self.both_ways(left.args[-1], right, literal=literal)))
            return self.both_ways(left, right, literal=literal)
        return None

    def both_ways(self, left: Expr, right: Expr, *, literal: bool) -> Expr:
        """left ↔ right; "for n > 1" at either end governs both, unless an implication is meant (``literal``)."""
        if literal:
            return node("↔", left, right)
        if right.head == "→":
            return implied(right.args[0], node("↔", left, right.args[1]))
        if left.head == "→":
            return implied(left.args[0], node("↔", left.args[1], right))
        return node("↔", left, right)

    def implies(self, at: int, end: int) -> bool:
        return any(word(self.pieces, i, end) in ("if", "implies", "then", "whenever", "when") for i in range(at, end))

    # --- P for all x, P if Q
    def trailing_all(self, at: int, end: int) -> Expr | None:
        for split in range(end - 1, at, -1):
            for cue in words_of.ALL:
                if matches(self.pieces, split, end, cue):
                    return self.trailed(at, split, split + len(cue), end, "∀")
            if matches(self.pieces, split, end, ("for", "some")):
                return self.trailed(at, split, split + 2, end, "∃")
        return None

    def trailed(self, at: int, split: int, start: int, end: int, kind: str) -> Expr | None:
        noun = self.qualified(start, end, greedy=True)
        if noun is None or noun.end != end:
            return None
        cue = self.condition_cue(at, split)
        if cue is not None and not set(noun.names) & self.named(at, cue):
            return None  # "m is odd when m = 2k for some k": it belongs to the condition
        body = self.clause(at, split)
        self.trailing |= {name.head for name in noun.names}
        if noun.amount == "no":  # "for no integer n": it denies what stands before it
            return forall(noun.names, noun.conditions, Expr("¬", (body,))) if kind == "∀" else None
        if kind == "∀":
            return forall(noun.names, noun.conditions, body)
        return exists("∃", noun.names, (*noun.conditions, body))

    def condition_cue(self, at: int, end: int) -> int | None:
        """Where a condition behind a claim begins."""
        for split in range(at + 1, end):
            if word(self.pieces, split, end) in ("if", "when", "whenever", "provided", "iff", "only"):
                return split
        return None

    def trailing_condition(self, at: int, end: int) -> Expr | None:
        for split in range(at + 1, end):
            if matches(self.pieces, split, end, ("only", "if")) or matches(self.pieces, split, end, ("only", "when")):
                return implied(self.clause(at, split), self.clause(split + 2, end))
        for split in range(at + 1, end):
            for cue in _TRAILING_IF:
                if not matches(self.pieces, split, end, cue):
                    continue
                if cue == ("with",) and not self.is_condition(split + 1, end):
                    continue
                return implied(self.clause(split + len(cue), end), self.clause(at, split))
            if word(self.pieces, split, end) == "for" and split + 1 < end:
                condition = self.restriction(split + 1, end)
                if condition is not None:
                    return implied(condition, self.clause(at, split))
        return None

    def is_condition(self, at: int, end: int) -> bool:
        return end == at + 1 and self.pieces[at].kind == "math" and bare_terms(self.pieces[at]) is None

    def implication(self, at: int, end: int) -> Expr | None:
        for split in range(at + 1, end):
            if word(self.pieces, split, end) == "implies":
                return implied(self.clause(at, split), self.clause(split + 1, end))
        return None

    # --- every N is P
    def every(self, at: int, end: int) -> Expr | None:
        first = word(self.pieces, at, end)
        if first not in ("every", "each", "any", "all", "no", "some", "a", "an"):
            return None
        noun = self.qualified(at, end, greedy=False)
        if noun is None or noun.end >= end or noun.amount not in ("all", "no", "some"):
            return None
        stop = noun.end
        if word(self.pieces, stop, end) in ("satisfies", "satisfy", "has", "have") and self.is_condition(stop + 1, end):
            stop += 1
        said = predicate(self.pieces, stop, end, noun.names)
        if said is None and any(name in self.named(stop, end) for name in noun.names):
            said = self.clause(stop, end)
        body = said if said is not None else UNREAD
        if noun.amount == "no":
            return forall(noun.names, noun.conditions, negation(body))
        if noun.amount == "some" and first == "some":
            return exists("∃", noun.names, (*noun.conditions, body))
        return forall(noun.names, noun.conditions, body)

    def named(self, at: int, end: int) -> set[Expr]:
        found: set[Expr] = set()
        for piece in self.pieces[at:end]:
            for item in piece.items or ():
                found |= {leaf(name) for name in names(item)}
        return found

    # --- P and Q
    def joined(self, at: int, end: int) -> Expr | None:
        start = at + 1 if word(self.pieces, at, end) in ("either", "both") else at
        for joint, head in (("or", "∨"), ("and", "∧")):
            for split in range(start + 1, end - 1):
                if word(self.pieces, split, end) != joint:
                    continue
                left, right = self.clause(start, split), self.clause(split + 1, end)
                if is_read(left) and is_read(right):
                    return node(head, left, right)
        for split in range(start + 1, end - 1):
            if is_mark(self.pieces, split, end, ",") and self.is_condition(start, split):
                right = self.clause(split + 1, end)
                if is_read(right):
                    return node("∧", self.clause(start, split), right)
        return None

    # --- atoms
    def atom(self, at: int, end: int) -> Expr:
        if end == at + 1 and self.pieces[at].kind == "math":
            made = self.formula(self.pieces[at], introducing=False)
            return made if made is not None else UNREAD
        made_up = self.made_up(at, end)
        if made_up is not None:
            names_here, held, term, start = made_up
            said = predicate(self.pieces, start, end, (term,))
            if said is None:
                return UNREAD
            return forall(names_here, held, said) if names_here else said
        subject = self.subject(at, end)
        if subject is None:
            return UNREAD
        terms, start = subject
        said = predicate(self.pieces, start, end, terms)
        return said if said is not None else UNREAD

    def subject(self, at: int, end: int) -> tuple[tuple[Expr, ...], int] | None:
        listed = term_list(self.pieces, at, end)
        if listed is not None:
            return listed
        if word(self.pieces, at, end) in ("the", "both", "each"):
            for start in range(at + 1, min(at + 5, end)):
                listed = term_list(self.pieces, start, end)
                if listed is not None and all(
                    word(self.pieces, i, end) in ("the", "both", "number", "numbers", "integer", "integers", "of")
                    for i in range(at, start)
                ):
                    return listed
        return None

    def formula(self, piece: Piece, *, introducing: bool) -> Expr | None:
        """A formula as a claim. Bare names are no claim; where they are introduced they claim nothing."""
        if piece.items is None:
            return UNREAD
        claims = [item for item in piece.items if not is_term(item)]
        bare = [item for item in piece.items if is_term(item)]
        if bare and not introducing:
            return None
        if not claims:
            return leaf("⊤")
        return node("∧", *claims)
