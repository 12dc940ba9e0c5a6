"""LaTeX: a project is opened, its statements and proofs are found, one proof is chosen and cut into steps.

The parser is our own: pylatexenc needs six seconds for a megabyte and may wait for ever on a bare ``\\begin``
(phfaist/pylatexenc#37). A proof needs no more than balanced environments, which one pass over the text gives.
"""

from __future__ import annotations

from pathlib import Path

from ..proof import Proof
from .assembly import Draft, assemble
from .bounds import refuse_endless, refuse_long
from .choose import choose
from .document import Document
from .latex_notes import context_of, notes_on
from .latex_project import open_project
from .latex_reading import Reading
from .latex_steps import latex_steps


def read_latex(
    document: Document,
    *,
    problem: Document | None = None,
    proof: str | None = None,
    folder: Path | None = None,
    main: Path | None = None,
) -> Proof:
    """The proof in a LaTeX document and the files it includes from ``folder`` (none without it).

    Comments, figures and definitions are no text; macros that the source defines are expanded. Where that changes a
    file, spans point into a derived source with the lines of the file. Raises
    :class:`~proofsieve.core.errors.InputError` if there is no step and :class:`~proofsieve.core.errors.ChoiceNeeded` if
    several proofs are there and ``proof`` names none of them.
    """
    refuse_long(document.text, document.source.name)
    sources = [document.source, *([problem.source] if problem else [])]
    project = open_project(document, folder=folder, main_path=main, sources=sources)
    refuse_long(project.text, document.source.name)
    refuse_endless(project.text, document.source.name)
    reading = Reading(project)
    title = document.source.name
    proofs = reading.proofs()
    chosen = proofs[choose([found.name for found in proofs], proof, where=title, what="proofs")]
    steps = latex_steps(reading, chosen)
    draft = Draft(
        text=project,
        title=title if len(proofs) == 1 else f"{title}: {chosen.name}",
        steps=steps,
        statement=chosen.stated,
        findings=notes_on(reading, proofs, chosen, steps),
        context=context_of(reading, chosen),
    )
    return assemble(draft, sources=sources, problem=problem, escaped=False)
