"""What is bound at a place of a statement."""

from __future__ import annotations

from ....core.formal.ast import Binder, Term
from ....core.value import value


@value
class Bound:
    """A bound name: its type, its group and what binds it.

    ``type``: as written, else as its uses settle it, None where neither does. ``by``: statement, variable, let, fun, {}
    or the sign of a quantifier or big operator. ``value``: of a let.
    """

    name: str
    type: Term | None
    binder: Binder
    by: str
    value: Term | None = None
