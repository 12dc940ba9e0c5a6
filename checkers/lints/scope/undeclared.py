"""Names that nothing declares: Lean makes each a variable of its own, about which nothing is assumed.

Single letters are looked at by ``checkers.lints.names``; here are names that look like constants of the library and
are protected, so that opening their namespace does not reach them, and letters with an index after an underscore.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....core.faithfulness.findings import Drift
from ....core.formal.ast import Name
from .lint import Found, StatementLint
from .places import Places

_PROTECTED = {"pi": "Real.pi or π"}
_INDEXED = re.compile(r"[a-z]_[a-z0-9]'?\Z")


def _undeclared(places: Places) -> Iterator[Found]:
    definitions = {definition.name.rpartition(".")[2] for definition in places.statement.definitions}
    for site in places:
        match site.term:
            case Name(text=text) if text not in site.names and text not in definitions:
                if text in _PROTECTED or _INDEXED.match(text):
                    meant = f"; {_PROTECTED[text]} is meant" if text in _PROTECTED else ""
                    yield Found(
                        site=site,
                        why=f"nothing declares {text}: Lean reads the statement as one about every {text}{meant}",
                    )
            case _:
                pass


UNDECLARED = StatementLint(
    id="autobound-phantom",
    meaning="a variable that nothing declares, which Lean takes as one more universally quantified one",
    drift=Drift.OVERGENERALIZED,
    check=_undeclared,
)

LINTS = (UNDECLARED,)
