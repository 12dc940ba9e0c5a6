"""``proofsieve numeric``: one claim, checked exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from ...core.evidence import Evidence

_EXIT = {"passed": 0, "refuted": 1, "inconclusive": 3}


@click.command(
    "numeric",
    short_help="check one numeric claim exactly",
    context_settings={"ignore_unknown_options": True},  # "-1 = -1" is a claim, no option
)
@click.argument("claim")
@click.option("--given", "premises", multiple=True, metavar='"A = 3"', help="A name's value; may be repeated.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
def command(claim: str, premises: tuple[str, ...], as_json: bool) -> int:
    """Check CLAIM, as "1 + 2^2 = 7" or "\\sqrt{9} = 3". Exit code: 0 passed, 1 refuted, 3 inconclusive."""
    import asyncio

    from ...core.errors import UsageError
    from ...core.evidence import Branch, Language, Limits, make_statement
    from ..printing import print_evidence

    for text in (claim, *premises):
        if not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text):
            raise UsageError("this is not valid text in the terminal's encoding", where=text)
    for premise in premises:
        if not _defines(premise):
            raise UsageError("--given wants the value of one name", where=premise, hint='as in --given "A = 3"')

    async def check() -> Evidence:
        from ...checkers.numeric import NumericChecker

        statement = make_statement(
            obligation_id="", language=Language.NUMERIC, text=claim, provenance="reviewer", premises=premises
        )
        checker = NumericChecker()
        try:
            return await checker.check(statement, Branch.CLAIM, Limits())
        finally:
            await checker.aclose()

    evidence = asyncio.run(check())
    print_evidence(evidence, as_json=as_json)
    return _EXIT[evidence.outcome]


def _defines(premise: str) -> bool:
    from ...core.claims import definition
    from ...core.claims.ast import ClaimError

    try:
        return definition(premise) is not None
    except ClaimError:
        return False
