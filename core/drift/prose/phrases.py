"""Noun phrases and predicates of mathematical English: "a positive integer n with n > 3", "is divisible by 2 and 3"."""

from __future__ import annotations

from typing import NamedTuple

from ..expr import Expr, conjuncts, is_variable, leaf, names, negation, node, substituted
from . import vocabulary as words_of
from .pieces import Piece
from .relations import as_set


class Noun(NamedTuple):
    """What a noun phrase speaks of: names (made up if it gives none), conditions on them, where it ends.

    ``amount``: all, some, no, unique, infinite, several or "" as its determiner says. ``pairwise``: what the things are
    to each other ("distinct"), already among the conditions where they have names.
    """

    names: tuple[Expr, ...]
    conditions: tuple[Expr, ...]
    end: int
    amount: str
    pairwise: tuple[str, ...] = ()

    def said_of(self, subjects: tuple[Expr, ...]) -> tuple[Expr, ...]:
        """The conditions with ``subjects`` in place of a made-up name."""
        made = [substituted(fact, self.names[0].head, one) for one in subjects for fact in self.conditions]
        for relation in self.pairwise:
            made += _each_pair(words_of.PLURAL_RELATIONS[relation], subjects)
        return tuple(made)


def _each_pair(head: str, subjects: tuple[Expr, ...]) -> list[Expr]:
    return [node(head, left, right) for i, left in enumerate(subjects) for right in subjects[i + 1 :]]


_AMOUNTS = (
    (("exactly", "one"), "unique"), (("precisely", "one"), "unique"), (("one", "and", "only", "one"), "unique"),
    (("a", "unique"), "unique"), (("unique",), "unique"), (("only", "one"), "unique"), (("at", "least", "one"), "some"),
    (("infinitely", "many"), "infinite"), (("an", "infinite", "number", "of"), "infinite"), (("every",), "all"),
    (("each",), "all"), (("any", "two"), "all"), (("any",), "all"), (("all",), "all"), (("some",), "some"),
    (("no",), "no"), (("not", "any"), "no"),
    (("a",), "some"), (("an",), "some"), (("the",), ""), (("two",), "several"), (("three",), "several"),
)  # fmt: skip
MAX_LISTED = 20
_IDLE = words_of.words("arbitrary fixed given certain the all any some such following two three")


def word(pieces: tuple[Piece, ...], at: int, end: int) -> str:
    """The word at ``at``, "" for anything else."""
    return pieces[at].text if 0 <= at < end and pieces[at].kind == "word" else ""


def matches(pieces: tuple[Piece, ...], at: int, end: int, phrase: tuple[str, ...]) -> bool:
    """Whether the words of ``phrase`` stand at ``at``."""
    return at + len(phrase) <= end and all(word(pieces, at + i, end) == said for i, said in enumerate(phrase))


def is_mark(pieces: tuple[Piece, ...], at: int, end: int, marks: str) -> bool:
    """Whether one of ``marks`` stands at ``at``."""
    return at < end and pieces[at].kind == "mark" and pieces[at].text in marks


def bare_terms(piece: Piece) -> tuple[Expr, ...] | None:
    """The terms of a formula that asserts nothing; None for other pieces."""
    if piece.kind != "math" or not piece.items:
        return None
    return piece.items if all(is_term(item) for item in piece.items) else None


_CLAIMS = frozenset(("=", "≠", "<", "≤", "∣", "∤", "≡", "≢", "∈", "∉", "⊆", "⊂", "⊈", "≅", "tends", "fun", "odd"))
_LOGICAL = frozenset(("∧", "∨", "¬", "→", "↔", "∀", "∃", "∃!", "coprime", "related"))


def is_term(item: Expr) -> bool:
    """Whether ``item`` stands for a thing rather than for a claim."""
    return item.head not in _CLAIMS and item.head not in _LOGICAL


def term_list(pieces: tuple[Piece, ...], at: int, end: int) -> tuple[tuple[Expr, ...], int] | None:
    """Terms joined by commas and "and" from ``at`` on, and where they end."""
    found: list[Expr] = []
    while at < end and len(found) < MAX_LISTED:
        terms = bare_terms(pieces[at])
        if terms is None:
            break
        found.extend(terms)
        at += 1
        following = at
        if is_mark(pieces, following, end, ","):
            following += 1
        if word(pieces, following, end) in ("and", "or"):
            following += 1
        if following == at or following >= end or bare_terms(pieces[following]) is None:
            break
        at = following
    return (tuple(found), at) if found else None


def noun_phrase(pieces: tuple[Piece, ...], at: int, end: int, fresh: str) -> Noun | None:
    """The noun phrase at ``at``, without what follows "such that" or "with"; None if there is none."""
    begin = at
    amount = ""
    for phrase, meaning in _AMOUNTS:
        if matches(pieces, at, end, phrase):
            amount, at = meaning, at + len(phrase)
            break
    makers: list[str] = []
    pairwise: list[str] = []
    noun, opaque = "", ""
    while at < end:
        here = word(pieces, at, end)
        following = word(pieces, at + 1, end)
        if here == "unique":
            amount = "unique"
        elif here in ("relatively", "mutually", "pairwise") and following in ("prime", "coprime", "distinct"):
            pairwise.append("distinct" if following == "distinct" else "coprime")
            at += 1
        elif here in words_of.PLURAL_RELATIONS:
            pairwise.append(here)
        elif here in words_of.TYPES and (following in ("number", "numbers") or following in words_of.ADJECTIVES):
            noun = here
        elif here in words_of.NOUNS and not (
            here in ("prime", "real", "rational", "complex") and following in words_of.NOUNS
        ):
            noun = noun if here in ("number", "numbers") and noun else here
            at += 1
            if word(pieces, at, end) in ("number", "numbers"):
                at += 1
            break
        elif here in words_of.ADJECTIVES:
            makers.append(here)
        elif here in _IDLE:
            pass
        else:
            break
        at += 1
    if not noun and word(pieces, at, end) and at + 1 < end and _names(pieces, at + 1, end) is not None:
        opaque = word(pieces, at, end)
        if opaque in _NO_NOUNS:
            return None
        at += 1
    named = _names(pieces, at, end)
    if named is None and not noun:
        return None
    said: tuple[Expr, ...] = ()
    conditions: tuple[Expr, ...] = ()
    if named is not None:
        said, conditions, at = named
    else:
        said = (leaf(fresh),)
    if at == begin:
        return None
    conditions = (*_conditions(said, noun, makers, pairwise, opaque), *conditions)
    return Noun(said, conditions, at, amount, tuple(pairwise))


_NO_NOUNS = words_of.words(
    "is are there exists exist that then we and or if with such for divides has have be of in to by not satisfying "
    "where near at on from under over into onto about around between"
)


def _names(pieces: tuple[Piece, ...], at: int, end: int) -> tuple[tuple[Expr, ...], tuple[Expr, ...], int] | None:
    """Names at ``at``, or a relation that introduces one, as "n ≥ 2"."""
    listed = _new_names(pieces, at, end)
    if listed is not None:
        return _with_relation(pieces, *listed, end)
    if at < end and pieces[at].kind == "math" and pieces[at].items:
        items = pieces[at].items or ()
        subject = _first_name(pieces[at].text, items)
        if subject is not None and _is_introduced(subject, items):
            bare = tuple(item for item in items if is_term(item) and not item.args)
            conditions = tuple(item for item in items if not is_term(item))
            return tuple(dict.fromkeys((*bare, subject))), conditions, at + 1
    return None


def _with_relation(
    pieces: tuple[Piece, ...], listed: tuple[Expr, ...], at: int, end: int
) -> tuple[tuple[Expr, ...], tuple[Expr, ...], int]:
    """ "a and n > 0": the last of the names that are listed may come with a relation."""
    if word(pieces, at, end) == "and" and at + 1 < end and pieces[at + 1].kind == "math":
        items = pieces[at + 1].items or ()
        subject = _first_name(pieces[at + 1].text, items) if len(items) == 1 else None
        if subject is not None and subject not in listed and _is_introduced(subject, items) and not is_term(items[0]):
            return (*listed, subject), items, at + 2
    return listed, (), at


def _new_names(pieces: tuple[Piece, ...], at: int, end: int) -> tuple[tuple[Expr, ...], int] | None:
    """Names that are listed at ``at``: "n, n divides n!" names n once."""
    found: list[Expr] = []
    stop = at
    while at < end and len(found) < MAX_LISTED:
        terms = bare_terms(pieces[at])
        fresh = terms is not None and all(_is_name(term) and term not in found for term in terms)
        if terms is None or not fresh:
            break
        found.extend(terms)
        stop = at = at + 1
        if is_mark(pieces, at, end, ","):
            at += 1
        if word(pieces, at, end) == "and":
            at += 1
        if at == stop:
            break
    return (tuple(found), stop) if any(names(term) for term in found) else None


def _is_name(term: Expr) -> bool:
    name = term.args[0] if term.head == "app" else term
    return not name.args and (is_variable(name.head) or name.head == "…")


def _first_name(text: str, items: tuple[Expr, ...]) -> Expr | None:
    known = frozenset().union(*(names(item) for item in items))
    for character in text:
        if character in known:
            return leaf(character)
    return leaf(min(known)) if len(known) == 1 else None


def _is_introduced(name: Expr, items: tuple[Expr, ...]) -> bool:
    """Whether a formula speaks of a name itself, as n ≥ 2 does; n/2 and f(a) > 0 speak of something made of it."""
    return any(
        part == name or (not is_term(part) and (name in part.args or any(name in _listed(arg) for arg in part.args)))
        for item in items
        for part in conjuncts(item)
    )


def _listed(arg: Expr) -> tuple[Expr, ...]:
    return arg.args if arg.head == "tuple" else ()


def _conditions(
    said: tuple[Expr, ...], noun: str, makers: list[str], pairwise: list[str], opaque: str
) -> tuple[Expr, ...]:
    made: list[Expr] = []
    for name in said:
        system = words_of.NOUNS.get(noun, "")
        if system:
            made.append(node("type", name, leaf(system)))
        if noun in ("prime", "primes"):
            made.append(node("prop:prime", name))
        if opaque:
            made.append(node(f"noun:{opaque}", name))
        made.extend(words_of.ADJECTIVES[maker](name) for maker in makers)
    for relation in pairwise:
        made += _each_pair(words_of.PLURAL_RELATIONS[relation], said)
    return tuple(made)


def compared(relation: str, subject: Expr, other: Expr) -> Expr:
    """``subject`` in a relation of ``COMPARISONS`` or ``VERBS`` to ``other``."""
    if relation == "divisible":
        return node("∣", other, subject)
    if relation == "indivisible":
        return node("∤", other, subject)
    return node(relation, subject, other)


def comparison(pieces: tuple[Piece, ...], at: int, end: int) -> tuple[str, int] | None:
    """The relation that words at ``at`` say, and where the term after them begins."""
    for length in range(words_of.LONGEST_COMPARISON, 0, -1):
        phrase = tuple(word(pieces, at + i, end) for i in range(length))
        if phrase in words_of.COMPARISONS:
            return words_of.COMPARISONS[phrase], at + length
    return None


def verb(pieces: tuple[Piece, ...], at: int, end: int) -> tuple[str, int] | None:
    """As ``comparison``, for verbs such as "divides"."""
    for phrase, relation in words_of.VERBS.items():
        if matches(pieces, at, end, phrase):
            return relation, at + len(phrase)
    return None


MAX_PREDICATE = 40
MAX_JOINTS = 3


def predicate(
    pieces: tuple[Piece, ...], at: int, end: int, subjects: tuple[Expr, ...], joints: int = MAX_JOINTS
) -> Expr | None:
    """What ``pieces[at:end]`` says of ``subjects``; None if that is not understood as a whole. ``joints``: how many
    times it may be split at "and" or "or"."""
    if at >= end or end - at > MAX_PREDICATE or joints < 0:
        return None
    whole = _single(pieces, at, end, subjects)
    if whole is not None:
        return whole
    for joint, head in (("and", "∧"), ("or", "∨")):
        for split in range(at + 1, end - 1):
            if word(pieces, split, end) == joint:
                left = predicate(pieces, at, split, subjects, joints - 1)
                right = predicate(pieces, split + 1, end, subjects, joints - 1) if left is not None else None
                if left is not None and right is not None:
                    return node(head, left, right)
    return None


_ADVERBS = words_of.words(
    "also always both either all again itself necessarily indeed therefore must actually then only each"
)


def _single(pieces: tuple[Piece, ...], at: int, end: int, subjects: tuple[Expr, ...]) -> Expr | None:
    negative = False
    while at < end:
        here = word(pieces, at, end)
        if here in ("not", "never", "cannot", "isn't"):
            if comparison(pieces, at, end) is not None:
                break
            negative = not negative
        elif (here not in _ADVERBS and here not in words_of.COPULAS and here not in ("can", "a", "an")) or (
            here in ("a", "an") and comparison(pieces, at, end) is not None
        ):
            break
        at += 1
    made = _said(pieces, at, end, subjects)
    return negation(made) if made is not None and negative else made


def _said(pieces: tuple[Piece, ...], at: int, end: int, subjects: tuple[Expr, ...]) -> Expr | None:
    found = comparison(pieces, at, end) or verb(pieces, at, end)
    if found is not None:
        relation, start = found
        listed = term_list(pieces, start, end)
        if listed is None or listed[1] != end:
            return None
        return node("∧", *(compared(relation, one, other) for one in subjects for other in listed[0]))
    if matches(pieces, at, end, ("congruent", "to")):
        return _congruent(pieces, at + 2, end, subjects)
    if word(pieces, at, end) in ("in", "belongs", "lies"):
        start = at + 1 if word(pieces, at, end) == "in" else at + 2
        listed = term_list(pieces, start, end)
        if listed is not None and listed[1] == end and len(listed[0]) == 1:
            return node("∧", *(node("∈", one, as_set(listed[0][0])) for one in subjects))
        return None
    if at < end and pieces[at].kind == "math":
        choices = term_list(pieces, at, end)
        if choices is None or choices[1] != end:
            return None
        several = len(choices[0]) > 1
        if several and not any(word(pieces, i, end) == "or" for i in range(at, end)):
            return None
        return node("∧", *(node("∨", *(node("=", one, term) for term in choices[0])) for one in subjects))
    return _quality(pieces, at, end, subjects)


def _congruent(pieces: tuple[Piece, ...], at: int, end: int, subjects: tuple[Expr, ...]) -> Expr | None:
    """t modulo m, t mod m, t (mod m), $t \\pmod m$."""
    listed = term_list(pieces, at, end)
    if listed is None:
        return None
    terms, stop = listed
    if stop == end and len(terms) == 1 and terms[0].head == "%":
        value, modulus = terms[0].args
        return node("∧", *(node("≡", one, value, modulus) for one in subjects))
    while stop < end and (is_mark(pieces, stop, end, "(") or word(pieces, stop, end) in ("modulo", "mod")):
        stop += 1
    modulus_list = term_list(pieces, stop, end)
    if modulus_list is None or len(modulus_list[0]) != 1 or len(terms) != 1:
        return None
    rest = modulus_list[1]
    if is_mark(pieces, rest, end, ")"):
        rest += 1
    if rest != end:
        return None
    return node("∧", *(node("≡", one, terms[0], modulus_list[0][0]) for one in subjects))


def _quality(pieces: tuple[Piece, ...], at: int, end: int, subjects: tuple[Expr, ...]) -> Expr | None:
    here = word(pieces, at, end)
    if here in ("relatively", "mutually", "pairwise") and end == at + 2:
        return _pairwise(word(pieces, at + 1, end), subjects)
    if end == at + 1 and here in words_of.PLURAL_RELATIONS and len(subjects) > 1:
        return _pairwise(here, subjects)
    if end == at + 1 and here in words_of.ADJECTIVES:
        return node("∧", *(words_of.ADJECTIVES[here](one) for one in subjects))
    phrase = noun_phrase(pieces, at, end, "_")
    if phrase is not None and phrase.end == end and phrase.names == (leaf("_"),):
        facts = phrase.said_of(subjects)
        return node("∧", *facts) if facts else None
    if not here:
        return None
    strict = here == "strictly"
    if strict:
        at += 1
        here = word(pieces, at, end)
    if here in words_of.PROPERTIES or (end == at + 1 and len(here) > 3):
        name = f"prop:{'strictly ' if strict else ''}{here}"
        if end == at + 1:
            return node("∧", *(Expr(name, (one,)) for one in subjects))
        if word(pieces, at + 1, end) in ("over", "on", "in", "at"):
            listed = term_list(pieces, at + 2, end)
            if listed is not None and listed[1] == end:
                return node("∧", *(Expr(name, (one, *listed[0])) for one in subjects))
    return None


def _pairwise(how: str, subjects: tuple[Expr, ...]) -> Expr | None:
    head = "coprime" if how == "prime" else words_of.PLURAL_RELATIONS.get(how)
    if head is None or len(subjects) < 2:
        return None
    return node("∧", *_each_pair(head, subjects))
