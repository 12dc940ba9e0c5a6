"""Which constructs the rules find in real proofs: ``python benchmarks/constructs.py DATA.jsonl [--draw SEED]``.

Prints a Markdown table (docs/constructs.md holds a copy). ``--draw`` prints ten randomly drawn trees for checking by
eye instead.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from pathlib import Path

from proofsieve.core.decomposition import decompose
from proofsieve.core.proof import Proof
from proofsieve.core.readers import read_bytes
from proofsieve.core.rules.growth import grow
from proofsieve.core.rules.obliging import make_obligations
from proofsieve.core.tree import EntryRole, ProofTree, UnitRole

# Signals that show a construct rather than a word.
_SIGNALS = (
    *("applies", "arrow", "arrows-missing", "direction-missing", "like", "map", "map-suggested", "map-not-named"),
    *("name-not-fresh", "strong-induction", "answers-checked", "attained", "not-seen", "split-without-partner"),
)


def trees(data: Path) -> list[tuple[Proof, ProofTree, int, int]]:
    """Proof, tree, characters covered by substeps and characters in all, for every record."""
    found = []
    for line in data.read_bytes().splitlines():
        proof = read_bytes(line, data.name)
        substeps = decompose(proof).substeps
        covered = sum(len("".join(substep.text.split())) for substep in substeps)
        whole = sum(len("".join(step.text.split())) for step in proof.steps)
        found.append((proof, grow(proof, substeps), covered, whole))
    return found


def orphans(tree: ProofTree) -> int:
    """Facts that no later unit visibly uses."""
    used = {use.entry for use in tree.uses}
    return sum(
        entry.role is EntryRole.FACT and entry.producer is not None and entry.id not in used for entry in tree.entries
    )


def table(data: Path) -> str:
    """The Markdown table over all records."""
    read = trees(data)
    units = [unit for _, tree, _, _ in read for unit in tree.units]
    scopes = Counter(scope.kind for _, tree, _, _ in read for scope in tree.scopes[1:])
    closures = sum(unit.role is UnitRole.CLOSURE for unit in units)
    groups = Counter(unit.signals[0].removeprefix("closes-") for unit in units if unit.role is UnitRole.CLOSURE)
    owed = Counter(
        obligation.kind
        for _, tree, _, _ in read
        for unit in tree.units
        for obligation in make_obligations(unit, (), tree.state_by_id[unit.before].goal)
    )
    signals = Counter(signal.partition(":")[0] for unit in units for signal in unit.signals)
    facts = sum(entry.role is EntryRole.FACT for _, tree, _, _ in read for entry in tree.entries)
    covered, whole = sum(item[2] for item in read), sum(item[3] for item in read)
    rows = [
        ("proofs", len(read)),
        ("steps", sum(len(proof.steps) for proof, *_ in read)),
        ("units", len(units)),
        ("characters of steps that stand in some unit", f"{covered} of {whole} ({100 * covered / whole:.1f} %)"),
        *((f"scopes: {kind.replace('_', ' ')}", count) for kind, count in sorted(scopes.items())),
        ("closures generated (one a scope, one an equivalence or a group of proofs)", closures),
        *((f"closures: {name}", groups[name]) for name in ("equivalence", "alternatives") if groups[name]),
        ("targets generated (one a proof)", sum(unit.role is UnitRole.TARGET for unit in units)),
        ("hypothetical units", sum(unit.hypothetical for unit in units)),
        *((f"units: {role}", count) for role, count in sorted(Counter(unit.role for unit in units).items())),
        *((f"obligations: {kind.replace('_', ' ')}", count) for kind, count in sorted(owed.items())),
        *((f"signals: {name}", signals[name]) for name in _SIGNALS if signals[name]),
        ("uses", sum(len(tree.uses) for _, tree, _, _ in read)),
        ("facts", facts),
        ("orphan facts (no later unit visibly uses them)", sum(orphans(tree) for _, tree, _, _ in read)),
    ]
    return "\n".join(["| what | found |", "| --- | --- |", *(f"| {name} | {count} |" for name, count in rows)])


def draw(data: Path, seed: int) -> str:
    """Ten trees, a line a unit, indented by scope."""
    lines: list[str] = []
    for proof, tree, _, _ in random.Random(seed).sample(trees(data), 10):
        lines.append(f"\n## {proof.title}: {' '.join(proof.problem.split())[:200]}")
        for unit in tree.units:
            depth = len(tree.scope_path(unit.scope)) - 1
            mark = "H " if unit.hypothetical else ""
            lines.append(f"{'  ' * depth}{unit.step} {unit.id} {mark}{unit.role}: {' '.join(unit.text.split())[:160]}")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--draw", type=int, metavar="SEED")
    arguments = parser.parse_args()
    print(table(arguments.data) if arguments.draw is None else draw(arguments.data, arguments.draw))


if __name__ == "__main__":
    main()
