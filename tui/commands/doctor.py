"""``proofsieve doctor``: what is installed, and whether the checkers pass their own canaries."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ..lean_options import lean_options

if TYPE_CHECKING:
    from ...checkers.lean.official import Place

_LIBRARIES = ("textual", "rich", "networkx", "pydantic", "python-flint", "sympy")


@click.command("doctor", short_help="say what is installed and whether the checkers work")
@lean_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
def command(lean: str, unsandboxed: bool, as_json: bool) -> int:
    """Check this installation. Exit code: 0 everything that is there works, 4 something does not."""
    import asyncio
    import json
    import platform
    from importlib.metadata import PackageNotFoundError, version

    from ...checkers.lean import available
    from ...checkers.lean.choice import choose
    from ...checkers.lean.official.discovery import installed
    from ...checkers.lean.places import LABEL
    from ...checkers.sandbox import SandboxError, probe
    from ...core.text import visible
    from ...version import __version__

    async def canaries() -> tuple[str, str]:
        from ...checkers.lean import LeanChecker
        from ...checkers.numeric import NumericChecker

        numeric, lean = NumericChecker(), LeanChecker()
        try:
            return await numeric.canaries(), await lean.canaries() if there.ready else ""
        finally:
            await numeric.aclose()
            await lean.aclose()

    there = available()
    try:
        found = probe()
        confinement, label, lacking = found.confinement.value, found.label, found.why
    except SandboxError as error:
        confinement, label, lacking = "", "", f"{error.message} ({error.hint})"
    libraries: dict[str, str | None] = {}
    for name in _LIBRARIES:
        try:
            libraries[name] = version(name)
        except PackageNotFoundError:
            libraries[name] = None
    fault, lean_fault = asyncio.run(canaries())
    place = choose(lean, unsandboxed=unsandboxed).place or (installed() if lean == "auto" else None)
    held = bool(confinement) or unsandboxed
    own = asyncio.run(_own_lean(place, unsandboxed)) if place is not None and held else {}
    healthy = not fault and not lean_fault and not own.get("fault") and all(libraries.values())
    if as_json:
        report = {
            "proofsieve": __version__,
            "python": platform.python_version(),
            "platform": platform.platform(),
            "libraries": libraries,
            "checkers": {
                "numeric": {"works": not fault, "fault": fault},
                "lean": {
                    "ready": there.ready,
                    "works": there.ready and not lean_fault,
                    "fault": lean_fault,
                    "missing": there.why,
                    "version": there.version,
                    "label": LABEL,
                    "megabytes": there.megabytes,
                },
                "own_lean": {"found": place is not None, "works": bool(own) and not own["fault"], **own},
            },
            "sandbox": {"confinement": confinement, "label": label, "lacking": lacking},
            "healthy": healthy,
        }
        click.echo(json.dumps(report, indent=2))
    else:
        click.echo(f"proofsieve {__version__} on Python {platform.python_version()}, {platform.platform()}")
        for name, has in libraries.items():
            click.echo(f"  {'✓' if has else '✗'} {name} {has or 'is missing: install proofsieve again'}")
        click.echo(f"  {'✗' if fault else '✓'} numeric checker: {fault or 'proved 2 + 2 = 4, refuted 2 + 2 = 5'}")
        if there.ready:
            said = lean_fault or f"{there.version}; {LABEL}; {there.megabytes} MB; its canaries went right"
            click.echo(f"  {'✗' if lean_fault else '✓'} Lean: {said}")
        else:
            click.echo(f"  · {there.why} (optional)")
        if place is None:
            click.echo("  · no Lean toolchain of your own found (optional; --lean PATH names one)")
        elif not held:
            click.echo("  · a Lean toolchain of your own, and no sandbox for it")
        else:
            told = own["fault"] or f"{own['label']}; its canaries went right"
            click.echo(f"  {'✗' if own['fault'] else '✓'} Lean of your own: {visible(told)}")
        said = f"sandbox: {label}" if label else ""
        click.echo(f"  {'·' if lacking else '✓'} {visible('; '.join(filter(None, (said, lacking))))}")
    return 0 if healthy else 4


async def _own_lean(place: Place, unsandboxed: bool) -> dict[str, str]:
    """What the user's own Lean says of itself and whether it passes its canaries: version, label, fault."""
    from ...checkers.lean.official.checker import OfficialLean

    lean = OfficialLean(place, unsandboxed=unsandboxed)
    try:
        fault = await lean.canaries()
        described = await lean.described()
        return {"version": described["version"], "label": described["label"], "fault": fault}
    finally:
        await lean.aclose()
