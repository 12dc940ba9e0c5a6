"""The plain form of a claim: what was understood, as a person would type it."""

from __future__ import annotations

from .ast import (
    Apply,
    Big,
    Call,
    Choice,
    Claim,
    Constant,
    Negation,
    Node,
    Number,
    Power,
    Product,
    Series,
    Sum,
    Symbol,
    Truncated,
)
from .vocabulary import PROPERTIES

_SUM, _PRODUCT, _SIGN, _POWER, _ATOM = range(5)
MAX_SHOWN = 2_000
"""Characters of a plain form; longer ones are cut in the middle."""


def plain(node: Node) -> str:
    """``node`` in plain form with no more brackets than are needed."""
    return _shorten(_write(node)[0])


def link_text(claim: Claim, index: int) -> str:
    """Link ``index`` of the chain: member, relation, member, and the modulus where it applies."""
    return _join(claim, plain(claim.members[index]), claim.relations[index].name, plain(claim.members[index + 1]))


def through_text(claim: Claim, left: int, right: int) -> str:
    """The equality that a chain of equalities asserts between two members that are not neighbours."""
    return _join(claim, plain(claim.members[left]), "=", plain(claim.members[right]))


def claim_text(claim: Claim) -> str:
    """All links, joined by "and"."""
    shown = [link_text(claim, i) for i in range(min(len(claim.relations), 40))]
    if len(claim.relations) > 40:
        shown.append(f"… ({len(claim.relations)} links)")
    bound = "" if claim.least is None else f" ≥ {claim.least}"
    prefix = f"for all {', '.join(claim.universal)}{bound}: " if claim.universal else ""
    return _shorten(prefix + " and ".join(shown))


def _join(claim: Claim, left: str, relation: str, right: str) -> str:
    if relation in PROPERTIES:
        return f"{left} {relation}"
    if relation in ("∣~", "∤~"):
        return f"{right} {relation[0]} {left}"
    suffix = ""
    if claim.modulus is not None and relation in ("≡", "≢", "="):
        modulus = plain(claim.modulus)
        suffix = f" mod {modulus}" if claim.loose_modulus else f" (mod {modulus})"
    return f"{left} {relation} {right}{suffix}"


def _shorten(text: str) -> str:
    if len(text) <= MAX_SHOWN:
        return text
    return f"{text[: MAX_SHOWN // 2]} … {text[-MAX_SHOWN // 2 :]}"


def _wrap(node: Node, least: int) -> str:
    text, level = _write(node)
    return text if level >= least else f"({text})"


def _write(node: Node) -> tuple[str, int]:
    match node:
        case Number(text=text):
            return text, _ATOM if "/" not in text else _PRODUCT
        case Truncated(text=text):
            return text, _ATOM
        case Constant(name=name) | Symbol(name=name):
            return name, _ATOM
        case Negation(of=of):
            return f"-{_wrap(of, _POWER)}", _SIGN
        case Sum(terms=terms):
            return _write_sum(terms), _SUM
        case Product(factors=factors, inverse=inverse):
            return _write_product(factors, inverse), _PRODUCT
        case Power(base=base, exponent=exponent):
            if isinstance(exponent, Number) and exponent.text == "1":
                return f"{_wrap(base, _ATOM)}^(1)", _POWER  # x^1/2 could be a root
            return f"{_wrap(base, _ATOM)}^{_wrap(exponent, _ATOM)}", _POWER
        case Big(kind=kind, variable=variable, low=low, high=high, body=body):
            name = "sum" if kind == "sum" else "prod"
            bounds = f"{name}_({variable} = {_write(low)[0]})^{_wrap(high, _ATOM)}"
            return f"{bounds} {_wrap(body, _PRODUCT)}", _SUM
        case Series(kind=kind, first=first, last=last):
            sign = " + " if kind == "sum" else " * "
            least = _PRODUCT if kind == "sum" else _POWER
            return sign.join([_wrap(term, least) for term in first] + ["…", _wrap(last, least)]), _SUM
        case Choice(options=options):
            return _write(options[0])
        case Apply(name=name, args=args):
            return f"{name}({', '.join(_write(arg)[0] for arg in args)})", _ATOM
    return _write_call(node)


def _write_sum(terms: tuple[Node, ...]) -> str:
    parts = [_wrap(terms[0], _PRODUCT)]
    for term in terms[1:]:
        if isinstance(term, Negation):
            parts.append(f" - {_wrap(term.of, _PRODUCT)}")
        else:
            parts.append(f" + {_wrap(term, _PRODUCT)}")
    return "".join(parts)


def _write_product(factors: tuple[Node, ...], inverse: tuple[bool, ...]) -> str:
    parts: list[str] = []
    for i, (factor, under) in enumerate(zip(factors, inverse, strict=True)):
        sign = "" if not i else "/" if under else " * "
        # 4^3/2 could be a root of 4, (4^3)/2 cannot
        divided = i + 1 < len(factors) and inverse[i + 1] and isinstance(factor, Power)
        parts.append(sign + _wrap(factor, _ATOM if divided else _SIGN))
    return "".join(parts)


def _write_call(node: Call) -> tuple[str, int]:
    first = node.args[0]
    match node.name:
        case "root":
            index, inside = node.args
            if isinstance(index, Number) and index.value == 2:
                return f"√{_wrap(inside, _ATOM)}", _ATOM
            if isinstance(index, Number) and index.value in (3, 4):
                return f"{'∛' if index.value == 3 else '∜'}{_wrap(inside, _ATOM)}", _ATOM
            return f"{_wrap(inside, _ATOM)}^(1/{_wrap(index, _ATOM)})", _POWER
        case "abs":
            return f"|{_write(first)[0]}|", _ATOM
        case "floor":
            return f"⌊{_write(first)[0]}⌋", _ATOM
        case "ceil":
            return f"⌈{_write(first)[0]}⌉", _ATOM
        case "bracket":
            return f"[{_write(first)[0]}]", _ATOM
        case "factorial":
            return f"{_wrap(first, _ATOM)}!", _POWER
        case "factorial2":
            return f"{_wrap(first, _ATOM)}!!", _POWER
        case "percent":
            return f"{_wrap(first, _ATOM)}%", _POWER
        case "degree":
            return f"{_wrap(first, _ATOM)}°", _POWER
        case "mod":
            return f"({_wrap(first, _PRODUCT)} mod {_wrap(node.args[1], _SIGN)})", _ATOM
        case "log" if len(node.args) == 2:
            base = node.args[1]
            simple = isinstance(base, Number | Symbol | Constant) and "/" not in _write(base)[0]
            shown = _write(base)[0] if simple else f"({_write(base)[0]})"
            return f"log_{shown}({_write(first)[0]})", _ATOM
    return f"{node.name}({', '.join(_write(arg)[0] for arg in node.args)})", _ATOM
