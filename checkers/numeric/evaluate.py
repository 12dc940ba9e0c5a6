"""Evaluate a claim: parse, bind the premises, decide each link under each reading, and sum up the chain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product

from ...core import claims
from ...core.claims.ast import Call, Choice, Claim, ClaimError, Constant, Node, Number, children, symbols
from ...core.claims.reading import claim_text, link_text, plain, through_text
from ...core.claims.scope import without_last_bang
from ...core.evidence import Kind, Link, Outcome, Strength
from ...core.value import value
from . import approximate, identity, links
from .arithmetic import simplest
from .context import DECIMAL_COMMA, Context, Ellipsis, Real, Rule
from .decided import Decided
from .doubt import under_every_rule
from .exact import reduce
from .integers import SIGN_OF_REMAINDER
from .undecided import Unbound, Undecided, ambiguous, resource

MAX_READINGS = 16
MAX_LINKS = 500


@value
class NumericResult:
    """The answer on a claim: ``reading`` is what was understood, ``links`` the chain, ``why`` a sentence."""

    outcome: Outcome
    kind: Kind | None
    strength: Strength | None
    reading: str
    links: tuple[Link, ...]
    why: str


def evaluate(text: str, premises: tuple[str, ...] = ()) -> NumericResult:
    """Decide ``text`` exactly, under definitions such as "A = -14".

    Never raises for any text; what is not decided is inconclusive with its kind.
    """
    try:
        claim = claims.parse(text)
        facts = _premises(premises)
    except ClaimError as error:
        return _inconclusive(error.kind, error.why, "")
    reading = claim_text(claim)
    try:
        return _chain(claim, facts, reading)
    except RecursionError:
        return _inconclusive(Kind.RESOURCE, "nested too deeply", reading)
    except MemoryError:
        return _inconclusive(Kind.RESOURCE, "out of memory", reading)
    except OverflowError:
        return _inconclusive(Kind.RESOURCE, "a number out of range", reading)


def _inconclusive(kind: Kind, why: str, reading: str, found: tuple[Link, ...] = ()) -> NumericResult:
    return NumericResult(outcome=Outcome.INCONCLUSIVE, kind=kind, strength=None, reading=reading, links=found, why=why)


@value
class _Facts:
    names: Mapping[str, tuple[Node, ...]]
    rounded: bool
    universal: bool
    sparse: bool
    least: int | None


def _premises(premises: tuple[str, ...]) -> _Facts:
    names: dict[str, tuple[Node, ...]] = {}
    rounded = universal = sparse = False
    least: int | None = None
    for premise in premises:
        if premise == claims.ROUNDED:
            rounded = True
        elif premise == claims.SPARSE:
            sparse = True
        elif premise.startswith(claims.FOR_ALL):
            universal, least = True, claims.quantifier(premise)
        else:
            try:
                defined = claims.definition(premise)
            except ClaimError:
                defined = None  # a premise outside the grammar binds no name, so nothing can be wrong through it
            if defined is not None:
                name, expression = defined
                if expression not in names.get(name, ()):
                    names[name] = (*names.get(name, ()), expression)
    return _Facts(names=names, rounded=rounded, universal=universal, sparse=sparse, least=least)


# ---- the chain


def _chain(claim: Claim, facts: _Facts, reading: str) -> NumericResult:
    if len(claim.relations) > MAX_LINKS:
        return _inconclusive(Kind.RESOURCE, f"a chain of more than {MAX_LINKS} links", reading)
    found: list[Link] = [_link(claim, i, i + 1, facts, link_text(claim, i)) for i in range(len(claim.relations))]
    found.extend(_through(claim, found, facts))
    refuted = next((link for link in found if link.outcome is Outcome.REFUTED), None)
    shown = tuple(found)
    if refuted is not None:
        why = f"{refuted.claim} fails: {refuted.why}" if refuted.why else f"{refuted.claim} fails"
        return NumericResult(
            outcome=Outcome.REFUTED, kind=None, strength=refuted.strength, reading=reading, links=shown, why=why
        )
    open_link = next((link for link in found if link.outcome is Outcome.INCONCLUSIVE), None)
    if open_link is not None:
        return _inconclusive(open_link.kind or Kind.UNPARSED, open_link.why, reading, shown)
    weakest = min((link.strength for link in found if link.strength is not None), key=lambda s: s.rank)
    why = next((link.why for link in found if link.why), "")
    return NumericResult(outcome=Outcome.PASSED, kind=None, strength=weakest, reading=reading, links=shown, why=why)


def _through(claim: Claim, found: Sequence[Link], facts: _Facts) -> Iterator[Link]:
    """In a = x = b with an unknown x the chain still says a = b: such links, where both ends are closed."""
    start: int | None = None
    for i, relation in enumerate(claim.relations):
        if relation.name != "=" or claim.modulus is not None:
            start = None
            continue
        if found[i].kind is Kind.UNPARSED:
            left_open = not _closed(claim.members[i], facts)
            right_open = not _closed(claim.members[i + 1], facts)
            if not left_open and right_open:
                start = i
            elif left_open and not right_open and start is not None:
                decided = _link(claim, start, i + 1, facts, through_text(claim, start, i + 1))
                if decided.outcome is Outcome.REFUTED:
                    yield decided
                start = None
            elif not left_open and not right_open:
                start = None


def _closed(node: Node, facts: _Facts) -> bool:
    return all(name in facts.names for name in symbols(node))


def _link(claim: Claim, left: int, right: int, facts: _Facts, shown: str) -> Link:
    one, two = claim.members[left], claim.members[right]
    relation = claim.relations[left].name if right == left + 1 else "="
    try:
        decided = _readings(claim, one, relation, two, facts)
        if decided.outcome is Outcome.REFUTED and claim.relations[left].bang and right == left + 1:
            _refuse_unequal(claim, one, two, facts, decided)
    except Unbound as unbound:
        return _symbolic(claim, one, relation, two, facts, shown, unbound)
    except Undecided as stopped:
        return Link(claim=shown, outcome=Outcome.INCONCLUSIVE, kind=stopped.kind, why=stopped.why)
    except (RecursionError, MemoryError, OverflowError):
        return Link(claim=shown, outcome=Outcome.INCONCLUSIVE, kind=Kind.RESOURCE, why="too large to compute")
    return Link(claim=shown, outcome=decided.outcome, strength=decided.strength, why=decided.why)


def _symbolic(claim: Claim, one: Node, relation: str, two: Node, facts: _Facts, shown: str, unbound: Unbound) -> Link:
    """The tier for identities: names without a value stand for any number."""
    open_ = Link(claim=shown, outcome=Outcome.INCONCLUSIVE, kind=unbound.kind, why=unbound.why)
    if relation != "=" or claim.modulus is not None:
        return open_
    universal = facts.universal or bool(claim.universal)
    try:
        least = claim.least if facts.least is None else facts.least
        answer = identity.decide(one, two, Context(names=facts.names), least)
    except Undecided:
        return open_
    traps: dict[str, tuple[int, bool]] = {}
    for node in (one, two, *_used(one, two, facts)):
        _collect(node, traps)
    if not all(soft for _, soft in traps.values()) or (traps and not answer.holds):
        return open_  # only the first reading was expanded
    if answer.holds:
        return Link(claim=shown, outcome=Outcome.PASSED, strength=Strength.EXACT, why=answer.why)
    if universal:
        return Link(claim=shown, outcome=Outcome.REFUTED, strength=Strength.EXACT, why=answer.why)
    return replace(open_, why=f"{unbound.why}; as an identity it fails: {answer.why}")


def _refuse_unequal(claim: Claim, one: Node, two: Node, facts: _Facts, refuted: Decided) -> None:
    """Raise Undecided(ambiguous) where 3!=4 may be a programmer's ≠: false as a factorial, true as an inequality.

    5!=121 is a slip in computing 5!: the number is within a tenth of the factorial and far from 5.
    """
    plain_left = without_last_bang(one)
    if plain_left is None or _readings(claim, plain_left, "=", two, facts).outcome is not Outcome.REFUTED:
        return
    context = Context(names=facts.names)
    values = [simplest(reduce(node, context)) for node in (one, plain_left, two)]
    if all(isinstance(value, int | Fraction) for value in values):
        left, bare, right = (Fraction(value) for value in values if isinstance(value, int | Fraction))
        if left >= 4 * abs(bare) and abs(right - left) * 10 <= left:
            return
    raise ambiguous(f"{refuted.why}: a factorial, or ≠")


# ---- readings


def _readings(claim: Claim, one: Node, relation: str, two: Node, facts: _Facts) -> Decided:
    """Decide under every reading: all must agree, except that the usual reading of a soft choice may pass alone."""
    nodes = [one, two, *_used(one, two, facts)]
    if claim.modulus is not None:
        nodes.append(claim.modulus)
    traps: dict[str, tuple[int, bool]] = {}
    for node in nodes:
        _collect(node, traps)
    bare_log = any(map(_bare_log, nodes))
    bases: list[Real | None] = [10, Constant(name="e"), 2] if bare_log else [None]

    def under(reading: Mapping[str, int], base: Real | None) -> Decided:
        def by(rule: Rule) -> tuple[Decided, list[Ellipsis]]:
            context = Context(names=facts.names, reading=reading, log_base=base, rule=rule)
            return _decide(claim, one, relation, two, facts, context), context.ellipses

        return under_every_rule(by, relation, facts.sparse)

    soft = all(is_soft for _, is_soft in traps.values())
    try:
        usual = under({}, None)  # a log whose base is not written stays symbolic: the same for every base
        if not traps or (soft and usual.outcome is Outcome.PASSED):
            return usual
    except Unbound:
        raise
    except Undecided:
        if not bare_log:
            raise
    first = under({}, bases[0])
    count = len(bases)
    for available, _ in traps.values():
        count *= available
    if count > MAX_READINGS:
        raise ambiguous("many readings")
    verdicts: list[Decided] = []
    for options in product(*(range(n) for n, _ in traps.values())):
        for base in bases:
            try:
                verdicts.append(under(dict(zip(traps, options, strict=True)), base))
            except Undecided as stopped:
                if stopped.kind is Kind.RESOURCE:
                    raise
                if stopped.kind is Kind.UNDEFINED and _reads(traps, options, DECIMAL_COMMA):
                    continue  # no remainder or factorial is meant of 1.250
                raise _two_readings(traps, one, two) from stopped
    if len({verdict.outcome for verdict in verdicts}) > 1:
        raise _two_readings(traps, one, two)
    if len(bases) > 1 and first.outcome is Outcome.REFUTED:
        raise ambiguous("log without a base")
    return first


def _two_readings(traps: Mapping[str, tuple[int, bool]], one: Node, two: Node) -> Undecided:
    if not traps:
        return ambiguous("log without a base: 10, e or 2")
    shown = [
        " or ".join(dict.fromkeys(plain(option) for option in choice.options))
        for choice in _choices(one, two)
        if len(plain(choice)) < 200
    ]
    return ambiguous(f"{', '.join(traps)}: {'; '.join(shown)}" if shown else ", ".join(traps))


def _reads(traps: Mapping[str, tuple[int, bool]], options: Sequence[int], about: str) -> bool:
    return any(option for name, option in zip(traps, options, strict=True) if name == about)


def _choices(*nodes: Node) -> Iterator[Choice]:
    for node in nodes:
        if isinstance(node, Choice):
            yield node
        else:
            yield from _choices(*children(node))


def _collect(node: Node, traps: dict[str, tuple[int, bool]]) -> None:
    if isinstance(node, Choice):
        before = traps.get(node.about, (0, True))
        traps[node.about] = (max(before[0], len(node.options)), before[1] and node.soft)
    elif isinstance(node, Call) and node.name == "mod":
        traps[SIGN_OF_REMAINDER] = (2, True)
    elif isinstance(node, Number) and node.comma is not None:
        traps[DECIMAL_COMMA] = (2, True)
    for child in children(node):
        _collect(child, traps)


def _bare_log(node: Node) -> bool:
    if isinstance(node, Call) and node.name == "log" and len(node.args) == 1:
        return True
    return any(map(_bare_log, children(node)))


def _used(one: Node, two: Node, facts: _Facts) -> list[Node]:
    """The expressions that the names of the link are bound to, through each other."""
    if not facts.names:
        return []
    seen: set[str] = set()
    waiting = [*symbols(one), *symbols(two)]
    nodes: list[Node] = []
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        for expression in facts.names.get(name, ()):
            nodes.append(expression)
            waiting.extend(symbols(expression))
            if len(nodes) > 200:
                raise resource("a long chain of definitions")
    return nodes


def _decide(claim: Claim, one: Node, relation: str, two: Node, facts: _Facts, context: Context) -> Decided:
    if relation == "=" and claim.modulus is not None:
        return _equal_modulo(claim, one, two, context)
    if relation == "≈" and facts.rounded:
        return approximate.decide(one, two, context)
    decided = links.decide(one, relation, two, claim.modulus, context)
    if decided.outcome is Outcome.REFUTED and relation == "=":
        if facts.rounded and links.rounding(one, two, context):
            raise ambiguous(f"{decided.why}: equal after rounding")
        links.refuse_units(one, two, context)
    return decided


def _equal_modulo(claim: Claim, one: Node, two: Node, context: Context) -> Decided:
    """= in a chain with a modulus: "17 = 5 (mod 12)" is a congruence, "17 = 5 mod 12" may be one."""
    assert claim.modulus is not None
    if claim.loose_modulus:
        congruent = links.decide(one, "≡", two, claim.modulus, context)
        remainder: Node = Call(name="mod", args=(two, claim.modulus))
        last = two if two is not claim.members[-1] else remainder
        equal = links.decide(one, "=", last, None, context)
        if congruent.outcome is equal.outcome:
            return equal
        raise ambiguous("a congruence, or a remainder")
    if all(relation.name == "=" for relation in claim.relations):
        return links.decide(one, "≡", two, claim.modulus, context)
    return links.loosely_equal(one, two, claim.modulus, context)
