"""Numerals: decimals with a period or an ellipsis, and other bases."""

from __future__ import annotations

from fractions import Fraction

from ..evidence import Kind
from .ast import Choice, Node, Number, Symbol
from .build import continued_decimal, integer, mixed_number, multiply, repeating_decimal
from .lexer import MAX_DIGITS, Token
from .stream import Stream


class Numerals(Stream):
    """The layer that reads what follows a numeral."""

    def number(self, token: Token) -> Node:
        if token.grouped and self.commas_split:
            self.at -= 1
            self.fail("a comma between digits inside a list of arguments", Kind.AMBIGUOUS)
        if token.decimals < 0 and not token.grouped and self.is_("number"):
            wide = self.by_thousands(token) or self.mixed(token)
            if wide is not None:
                return wide
        value = token.number if token.number is not None else 0
        node = Number(value=value, text=token.text, comma=token.comma)
        if token.decimals >= 0:
            repeating = self.repeating(token)
            if repeating is not None:
                return repeating
        if self.is_("dots") and token.decimals > 0:
            self.take()
            return continued_decimal(token)
        if self.is_("sub"):
            return self.numeral_in_base(token)
        return node

    def by_thousands(self, token: Token) -> Node | None:
        """1 000 or 12 345.6: thousands set apart by blanks; None if the next numeral is no such group."""
        if len(token.text) > 3 or token.text.startswith("0"):
            return None
        groups = [token]
        while (following := self.peek()) is not None and self.is_group(groups[-1], following):
            groups.append(self.take())
        if len(groups) == 1:
            return None
        text = "".join(group.text for group in groups)
        whole, _, part = text.partition(".")
        if len(text) > MAX_DIGITS:
            self.fail(f"a numeral of more than {MAX_DIGITS} digits", Kind.RESOURCE)
        exact = Fraction(int(whole + part), 10 ** len(part))
        together = Number(value=exact.numerator if exact.denominator == 1 else exact, text=text)
        apart = [Number(value=group.number or 0, text=group.text) for group in groups]
        # Two numbers that stand side by side may also be a product, or a label and a number.
        options = (together, multiply([*apart], [False] * len(apart)), apart[-1])
        return Choice(options=options, about="a blank between digits", soft=True)

    def is_group(self, before: Token, token: Token) -> bool:
        """Is ``token`` three digits, perhaps with decimals, one blank after ``before``?"""
        whole = self.text[token.start : token.end].partition(".")[0]
        return (
            token.kind == "number"
            and before.decimals < 0
            and not token.grouped
            and self.text[before.end : token.start] in (" ", "\u00a0")
            and len(whole) == 3
        )

    def mixed(self, token: Token) -> Node | None:
        """2 1/3: an integer, a blank and a proper fraction; None if no such fraction follows."""
        over, slash, under = self.peek(), self.peek(1), self.peek(2)
        if over is None or slash is None or under is None or slash.text != "/" or slash.spaced or under.spaced:
            return None
        if slash.kind != "op" or under.kind != "number" or max(over.decimals, under.decimals) >= 0:
            return None
        top, bottom = int(over.number or 0), int(under.number or 0)
        if over.grouped or under.grouped or not 0 < top < bottom:
            return None
        self.at += 3
        fraction = multiply([integer(top), integer(bottom)], [False, True])
        return mixed_number(integer(int(token.number or 0)), fraction)

    def repeating(self, token: Token) -> Node | None:
        """0.1\\overline{6}, 0.(3), 0.\\dot{1}2\\dot{3}; None if no period follows."""
        if self.is_("cmd", "overline") and self.is_("lbrace", ahead=1):
            self.at += 2
            period = self.digits()
            self.expect("rbrace", "}")
            return repeating_decimal(token, period)
        if self.is_("cmd", "dot"):
            return repeating_decimal(token, self.dotted_period())
        following = self.peek()
        if following is None or following.kind != "open" or following.text != "(" or following.spaced:
            if token.decimals == 0:
                self.fail("a decimal point without digits")
            return None
        if not (self.is_("number", ahead=1) and self.is_("close", ")", ahead=2)):
            return None
        inner = self.tokens[self.at + 1]
        if inner.decimals >= 0 or inner.grouped:
            return None
        self.at += 3
        period = self.text[inner.start : inner.end]
        repeated = repeating_decimal(token, period)
        if token.decimals == 0:
            return repeated
        product = multiply(
            [Number(value=token.number or 0, text=token.text), integer(int(period))],
            [False, False],
        )
        return Choice(options=(repeated, product), about="a period or a factor")

    def digits(self) -> str:
        token = self.take()
        if token.kind != "number" or token.decimals >= 0 or token.grouped:
            self.at -= 1
            self.fail("the period of a decimal is not made of digits")
        return self.text[token.start : token.end]

    def dotted_period(self) -> str:
        self.take()
        period = self.dotted_digit()
        middle = self.digits() if self.is_("number") else ""
        if self.is_("cmd", "dot"):
            self.take()
            return period + middle + self.dotted_digit()
        if middle:
            self.fail("the period of a decimal has one dot")
        return period

    def dotted_digit(self) -> str:
        self.expect("lbrace", "{")
        digit = self.digits()
        self.expect("rbrace", "}")
        if len(digit) != 1:
            self.fail("a dot over more than one digit")
        return digit

    def numeral_in_base(self, token: Token) -> Node:
        self.take()
        braces = self.is_("lbrace")
        if braces:
            self.take()
        base_token = self.take()
        if braces:
            self.expect("rbrace", "}")
        written = self.text[token.start : token.end]
        base = int(base_token.number or 0) if base_token.kind == "number" and base_token.decimals < 0 else 0
        if token.decimals >= 0 or token.grouped or not 2 <= base <= 36:
            self.fail("a subscript at a number")
        if len(written) > MAX_DIGITS:
            self.fail("a long numeral in another base", Kind.RESOURCE)
        if any(int(digit) >= base for digit in written):
            self.fail(f"{written[:20]} is no numeral in base {base}")
        shown = f"{written}_{base}"
        exact = Number(value=int(written, base), text=shown)
        return Choice(options=(exact, Symbol(name=shown)), about="a numeral in another base", soft=True)
