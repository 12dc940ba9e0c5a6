"""Terms as Lean text, with the parentheses that Lean's precedences ask for. What is printed reads back as it was.

A written piece has a level, its own precedence, and a tail: the least precedence of what it still takes in on its right
(``¬ p`` takes in all that binds tighter than 40). CLOSED means that it takes in nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .ast import (
    Anonymous,
    Apply,
    Ascription,
    BigOp,
    Binary,
    Binder,
    BinderKind,
    Congruence,
    IfThenElse,
    Index,
    Lambda,
    Let,
    ListLit,
    Literal,
    Matrix,
    Name,
    NamedArgument,
    Norm,
    Numeral,
    Opaque,
    Projection,
    Quantifier,
    SetBuilder,
    SetLit,
    Sort,
    Statement,
    Structure,
    Term,
    Tuple,
    Unary,
)
from .lexer import lex
from .notation import BIG, BRACKETED, COERCIONS, INFIX, LEAD, MAX, POSTFIX, PREFIX

CLOSED = 100_000


class Written(NamedTuple):
    """A piece of text, its precedence, and what it takes in on its right."""

    text: str
    level: int = MAX
    tail: int = CLOSED


_BRACKETS = {
    BinderKind.EXPLICIT: "()",
    BinderKind.IMPLICIT: "{}",
    BinderKind.STRICT: "⦃⦄",
    BinderKind.INSTANCE: "[]",
}
_NORMS = {"|": "||", "‖": "‖‖", "⌊": "⌊⌋", "⌈": "⌈⌉", "⟦": "⟦⟧", "‹": "‹›"}
_AROUND = {"^[]": ("^[", "]"), "⟮⟯": ("⟮", "⟯"), "⟦⟧": ("⟦", "⟧")}
_IN = frozenset(("∀ᶠ", "∃ᶠ", "∫", "∫⁻", "⨍", "⨍⁻", "∮"))


def printed(term: Term) -> str:
    """``term`` as one line of Lean (opaque parts as they stand). Variables whose fields are used must be in scope."""
    return _write(term).text


def printed_binder(binder: Binder) -> str:
    """``binder`` in its brackets, as in the head of a theorem."""
    brackets = _BRACKETS[binder.kind]
    return brackets[0] + _inside_binder(binder) + brackets[1]


def printed_statement(statement: Statement) -> str:
    """The head of ``statement``: keyword, name, binders and goal, without a proof."""
    head = [statement.keyword, *([statement.name] if statement.name else [])]
    return " ".join([*head, *map(printed_binder, statement.binders), ":", printed(statement.goal)])


def _write(term: Term) -> Written:
    match term:
        case Name(text=text) if text in COERCIONS:
            return Written(f"({text})")
        case Name(text=text) | Literal(text=text) | Numeral(text=text):
            return Written(text)
        case Sort(kind=kind, level=level):
            if level in ("", "*"):
                return Written(kind + level)
            return Written(f"{kind} {level if level.replace('_', 'a').isalnum() else f'({level})'}", LEAD, LEAD)
        case Opaque(text=text):
            return Written(text if _is_bracketed(text) else f"({text}\n)" if "--" in text else f"({text})")
        case Unary():
            return _unary(term)
        case Binary():
            return _binary(term)
        case Congruence(ring=ring, left=left, right=right, modulus=modulus):
            return Written(f"{_left(left, 51, 50)} ≡ {_right(right, 51).text} [{ring} {_write(modulus).text}]", 50)
        case Apply(function=function, arguments=arguments):
            head = f"({_write(function).text})" if isinstance(function, Sort) else _left(function, MAX, LEAD)
            return Written(" ".join([head, *map(_argument, arguments)]), LEAD)
        case NamedArgument(name=name, value=value):
            return Written(f"({name} := {_write(value).text})")
        case Projection(of=of, field=field):
            return Written(f"{_head(of)}.{field}")
        case Index(of=of, index=index, mode=mode):
            return Written(f"{_head(of)}[{_write(index).text}]{mode}{'_' if mode == chr(39) else ''}")
        case Quantifier() | BigOp() | Lambda() | Let() | IfThenElse():
            return _binding(term)
    return _bracketed(term)


def _bracketed(term: Term) -> Written:
    match term:
        case Ascription(term=inner, type=made):
            return Written(f"({_write(inner).text} : {_write(made).text})")
        case Tuple(items=items):
            return Written(f"({_list(items)})")
        case Anonymous(items=items):
            return Written(f"⟨{_list(items)}⟩")
        case ListLit(kind=kind, items=items):
            return Written(f"{kind}{_list(items)}]")
        case Matrix(rows=rows):
            return Written(f"!![{'; '.join(_list(row) for row in rows)}]")
        case SetLit(items=items):
            return Written("{" + ", ".join(_guarded(item) for item in items) + "}")
        case Structure(fields=fields, source=source):
            shown = ", ".join(f"{field.name} := {_guarded(field.value)}" for field in fields)
            return Written("{ " + (f"{_guarded(source)} with " if source is not None else "") + shown + " }")
        case Norm(kind=kind, of=of):
            brackets, within = _NORMS[kind[0]], _write(of).text
            if kind[0] in "|‖" and (within[0] in "|‖" or within[-1] in "|‖"):
                within = f"({within})"
            return Written(f"{brackets[0]}{within}{brackets[1]}{kind[1:]}")
        case SetBuilder():
            return Written(_set_builder(term))
    raise AssertionError(f"no such term: {type(term).__name__}")


def _list(items: Sequence[Term]) -> str:
    return ", ".join(_write(item).text for item in items)


def _parenthesised(written: Written) -> str:
    return f"({written.text})"


def _left(term: Term, least: int, level: int) -> str:
    """``term`` left of a sign of precedence ``level`` that asks for at least ``least`` there."""
    written = _write(term)
    return written.text if written.level >= least and written.tail > level else _parenthesised(written)


def _right(term: Term, least: int) -> Written:
    """``term`` where at least ``least`` is asked for and nothing is known of what follows."""
    written = _write(term)
    return written if written.level >= least else Written(_parenthesised(written))


def _head(term: Term) -> str:
    """``term`` before a postfix."""
    return f"({_write(term).text})" if _odd(term) else _left(term, MAX, MAX * 10)


def _odd(term: Term) -> bool:
    """Something that a field or a bracket right after it would become part of."""
    match term:
        case Name(text=text):
            return "." in text or "«" in text or text in ("𝓝", "_")
        case Index(mode=mode):
            return mode != ""
        case Unary(op=op):
            return op in ("!", "‼")
    return isinstance(term, Numeral | Sort)


def _argument(term: Term) -> str:
    if isinstance(term, NamedArgument):
        return _write(term).text
    written = _write(term)
    closed = written.level >= MAX and written.tail == CLOSED and written.text[0] not in "|‖"
    return written.text if closed and not isinstance(term, Sort) else _parenthesised(written)


def _guarded(term: Term) -> str:
    """``term`` in braces, where | and "with" would mean something else."""
    text = _write(term).text
    return f"({text})" if "|" in text or " with " in text or ":=" in text else text


def _unary(term: Unary) -> Written:
    op = term.op
    if op in POSTFIX:
        return Written(f"{_head(term.operand)}{' ' if op in ('!', '‼') else ''}{op}")
    if op == "@":
        operand = term.operand
        plain = isinstance(operand, Name)
        return Written(f"@{_write(operand).text}" if plain else f"@({_write(operand).text})")
    if op.startswith("𝓝["):
        operand_written = _right(term.operand, 100)
        return Written(f"{op} {operand_written.text}", LEAD, min(100, operand_written.tail))
    level, least = (MAX, 40) if op == "not" else PREFIX[op]
    inner = _right(term.operand, least)
    sign = "!" if op == "not" else op
    text = inner.text
    if sign in "-!#~" and not (text[0].isalnum() or text[0] in "(_"):
        text, inner = f"({text})", Written(text)
    return Written(sign + text, level, min(least, inner.tail))


def _binary(term: Binary) -> Written:
    op, left, right = term.op, term.left, term.right
    if op in _AROUND:
        opening, closing = _AROUND[op]
        return Written(f"{_head(left)}{opening}{_write(right).text}{closing}")
    if op == "⟪⟫":
        ring = f"_{term.parameter.text}" if isinstance(term.parameter, Name) else ""
        return Written(f"⟪{_write(left).text}, {_write(right).text}⟫{ring}")
    if op == "⁅⁆":
        return Written(f"⁅{_write(left).text}, {_write(right).text}⁆")
    if op == "𝓝[]":
        point = _right(right, 100)
        return Written(f"𝓝[{_write(left).text}] {point.text}", LEAD, min(100, point.tail))
    if op == "..":
        return Written(f"{_write(left).text}..{_write(right).text}", 0, 0)
    infix = INFIX[op] if term.parameter is None else BRACKETED[op]
    sign = op if term.parameter is None else f"{op}[{_write(term.parameter).text}]"
    end = _right(right, infix.right)
    return Written(f"{_left(left, infix.left, infix.level)} {sign} {end.text}", infix.level, min(infix.right, end.tail))


def _binding(term: Quantifier | BigOp | Lambda | Let | IfThenElse) -> Written:
    match term:
        case Quantifier(kind=kind, binders=binders, body=body, measure=measure):
            under = f" ∂{_argument(measure)}" if measure is not None else ""
            return Written(f"{kind} {_binders(binders, kind)}{under}, {_write(body).text}", LEAD, 0)
        case Lambda(binders=binders, body=body):
            return Written(f"fun {_binders(binders, 'fun')} => {_write(body).text}", MAX, 0)
        case IfThenElse(condition=condition, yes=yes, no=no, name=name):
            named = f"{name} : " if name else ""
            shown = f"if {named}{_write(condition).text} then {_write(yes).text} else {_write(no).text}"
            return Written(shown, LEAD, 0)
        case Let(keyword=keyword, name=name, binders=binders, type=made, value=value, body=body, pattern=pattern):
            head = [keyword, *([name] if name else []), *([_write(pattern).text] if pattern is not None else [])]
            head += map(printed_binder, binders)
            typed = f" : {_write(made).text}" if made is not None else ""
            return Written(f"{' '.join(head)}{typed} := {_write(value).text}; {_write(body).text}", LEAD, 0)
    return _big(term)


def _big(term: BigOp) -> Written:
    least = BIG[term.kind]
    condition = f" with {_write(term.condition).text}" if term.condition is not None else ""
    body = _right(term.body, least)
    tail = min(least, body.tail)
    under = ""
    if term.measure is not None:
        if body.tail != CLOSED:  # an inner integral would take the measure
            body = Written(f"({body.text})")
        under, tail = f" ∂{_argument(term.measure)}", 70
    return Written(f"{term.kind} {_binders(term.binders, term.kind)}{condition}, {body.text}{under}", LEAD, tail)


# bound names


def _binders(binders: Sequence[Binder], sign: str) -> str:
    if len(binders) == 1 and binders[0].kind is BinderKind.EXPLICIT and binders[0].default is None:
        binder = binders[0]
        if binder.names and (binder.type is None or not isinstance(binder.type, Opaque)):
            return _inside_binder(binder, sign)
    return " ".join(printed_binder(binder) for binder in binders)


def _inside_binder(binder: Binder, sign: str = "") -> str:
    names = _write(binder.pattern).text if binder.pattern is not None else " ".join(binder.names)
    if not names and isinstance(binder.type, Opaque):
        return binder.type.text
    if not names and binder.kind is not BinderKind.INSTANCE:
        names = "_"
    shown = names
    if binder.type is not None:
        shown = f"{names} : {_write(binder.type).text}" if names else _write(binder.type).text
    if binder.domain is not None:
        relation = "in" if sign in _IN and binder.relation == "∈" else binder.relation
        shown = f"{shown} {relation} {_write(binder.domain).text}"
    if binder.default is not None:
        shown += f" := {_write(binder.default).text}"
    return shown


def _set_builder(term: SetBuilder) -> str:
    if term.image is not None:
        image = _write(term.image).text
        shown = " ".join(printed_binder(binder) for binder in term.binders)
        return "{(" + image + ") | " + shown + "}"
    assert term.condition is not None, "one of both"
    condition = _write(term.condition).text
    binder = term.binders[0]
    shown = (binder.relation and _guarded_binder(binder)) or _guarded_binder(binder)
    if binder.pattern is not None and binder.type is None and binder.domain is None:
        condition = f"({condition})"
    return "{" + _guarded_binder(binder) + (" // " if term.kind == "//" else " | ") + condition + "}"


def _guarded_binder(binder: Binder) -> str:
    names = _write(binder.pattern).text if binder.pattern is not None else " ".join(binder.names)
    made = f" : {_guarded(binder.type)}" if binder.type is not None else ""
    domain = f" {binder.relation} {_guarded(binder.domain)}" if binder.domain is not None else ""
    return names + made + domain


def _is_bracketed(text: str) -> bool:
    """True if ``text`` is one bracket from its first to its last character."""
    lexed = lex(text)
    return bool(lexed.tokens) and lexed.partner[0] == len(lexed.tokens) - 1 > 0
