"""``proofsieve doctor``: what is installed, and whether the checkers pass their own canaries."""

from __future__ import annotations

import click

_LIBRARIES = ("textual", "rich", "networkx", "pydantic", "python-flint", "sympy")


@click.command("doctor", short_help="say what is installed and whether the checkers work")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
def command(as_json: bool) -> int:
    """Check this installation. Exit code: 0 everything that is built works, 4 something does not."""
    import asyncio
    import json
    import platform
    from importlib.metadata import PackageNotFoundError, version

    from ...version import __version__

    async def canaries() -> str:
        from ...checkers.numeric import NumericChecker

        checker = NumericChecker()
        try:
            return await checker.canaries()
        finally:
            await checker.aclose()

    libraries: dict[str, str | None] = {}
    for name in _LIBRARIES:
        try:
            libraries[name] = version(name)
        except PackageNotFoundError:
            libraries[name] = None
    fault = asyncio.run(canaries())
    healthy = not fault and all(libraries.values())
    if as_json:
        report = {
            "proofsieve": __version__,
            "python": platform.python_version(),
            "platform": platform.platform(),
            "libraries": libraries,
            "checkers": {"numeric": {"works": not fault, "fault": fault}},
            "healthy": healthy,
        }
        click.echo(json.dumps(report, indent=2))
    else:
        click.echo(f"proofsieve {__version__} on Python {platform.python_version()}, {platform.platform()}")
        for name, found in libraries.items():
            click.echo(f"  {'✓' if found else '✗'} {name} {found or 'is missing: install proofsieve again'}")
        click.echo(f"  {'✗' if fault else '✓'} numeric checker: {fault or 'proved 2 + 2 = 4, refuted 2 + 2 = 5'}")
    return 0 if healthy else 4
