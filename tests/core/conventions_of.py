"""Detection on texts and audits, for the tests of conventions."""

from __future__ import annotations

from collections.abc import Iterable

import proofsieve
from proofsieve.checkers.numeric import NumericChecker
from proofsieve.core.audit import Audit
from proofsieve.core.conventions import Convention, Decide, Detection, Profile, ReadingCheck, asked, detect
from proofsieve.core.decomposition import decompose
from proofsieve.core.evidence import Limits
from proofsieve.core.rules.growth import grow
from proofsieve.core.rules.obliging import make_obligations
from proofsieve.tests.proofs import proof_of


def read(*text: str, profile: Profile | None = None) -> Detection:
    """Detection before any checker ran."""
    proof = proof_of(*text)
    tree = grow(proof, decompose(proof).substeps)
    owed = [item for unit in tree.units for item in make_obligations(unit, [], tree.state_by_id[unit.before].goal)]
    return detect(proof, tree, owed, profile=profile)


def detected(audit: Audit, profile: Profile | None = None) -> Detection:
    """Detection with what the numeric checker said."""
    return detect(
        audit.proof,
        audit.tree,
        audit.obligations,
        statements=audit.statements,
        evidence=audit.evidence,
        profile=profile,
    )


def checked(*text: str) -> Detection:
    """Detection after the numeric checker ran."""
    return detected(proofsieve.audit(proof_of(*text)))


def named(detection: Detection, name: str) -> Convention | None:
    """The convention of that id, if it is there."""
    return next((one for one in detection.conventions if one.id == name), None)


def question(detection: Detection, name: str) -> Convention:
    """The one question of a detection, which must have that id."""
    assert [one.id for one in detection.questions] == [name]
    return detection.questions[0]


async def decider(checks: Iterable[ReadingCheck]) -> Decide:
    """A decider from the real numeric checker, asked ahead of time."""
    checker = NumericChecker()
    try:
        statements = asked(checks)
        answers = await checker.check_many(statements, Limits())
    finally:
        await checker.aclose()
    by_statement = {answer.statement_id: answer for answer in answers}
    return lambda statement: by_statement[statement.id]
