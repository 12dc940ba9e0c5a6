"""``proofsieve numeric``: one claim, checked exactly."""

from __future__ import annotations

import click

_EXIT = {"passed": 0, "refuted": 1, "inconclusive": 3}


@click.command("numeric", short_help="check one numeric claim exactly")
@click.argument("claim")
@click.option("--given", "premises", multiple=True, metavar='"A = 3"', help="A name's value; may be repeated.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
def command(claim: str, premises: tuple[str, ...], as_json: bool) -> int:
    """Check CLAIM, as "1 + 2^2 = 7" or "\\sqrt{9} = 3". Exit code: 0 passed, 1 refuted, 3 inconclusive."""
    import asyncio

    from ...core.evidence import Branch, Language, Limits, make_statement
    from ..printing import print_evidence

    async def check() -> object:
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
