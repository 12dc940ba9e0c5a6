"""The command line: lazily loaded commands, one line for a user's mistake, the exit codes of docs/command-line.md."""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
from pathlib import Path

import click

from ..core.errors import ProofSieveError
from ..version import __version__

# Name, module below tui.commands, one line of help. Modules import what is heavy inside their functions.
COMMANDS = {
    "demo": "audit a bundled proof and open it for review",
    "audit": "audit a proof and write X.audit.json beside it",
    "review": "go through an audit, one unit at a time",
    "show": "print an audit, its tree, its events or one unit",
    "recheck": "run everything that was checked once more",
    "sign": "sign an audit off, as one of its reviewers",
    "verify": "check an audit file and its signatures",
    "keygen": "make a key to sign with",
    "export": "write what an audit says in another form",
    "numeric": "check one numeric claim exactly",
    "faith": "ask whether a Lean statement says what the prose says",
    "lean": "judge a theorem in a Lean file",
    "setup": "set up Lean",
    "doctor": "say what is installed and whether the checkers work",
}


class LazyGroup(click.Group):
    """A group whose commands are imported when they are named."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f".commands.{cmd_name}", __package__)
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="proofsieve")
def cli() -> None:
    """Audit a natural-language proof step by step, and review the audit in the terminal.

    Start with `proofsieve demo`, or `proofsieve audit proof.md --review`.
    """


def main(argv: list[str] | None = None) -> None:
    """Run the command line and exit. A mistake of the user costs one line on stderr and the right exit code."""
    _open_missing_streams()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    code = run(sys.argv[1:] if argv is None else argv)
    sys.exit(_flushed(code))


def run(argv: list[str]) -> int:
    """The exit code of one invocation."""
    try:
        result = cli.main(args=argv, prog_name="proofsieve", standalone_mode=False)
        return result if isinstance(result, int) else 0
    except click.exceptions.Exit as exit_:
        return exit_.exit_code
    except click.ClickException as error:
        _complain(error.format_message() + _usage_hint(error))
        return error.exit_code
    except ProofSieveError as error:
        _complain(str(error))
        return error.exit_code
    except (KeyboardInterrupt, click.exceptions.Abort):
        _complain("interrupted")
        return 130
    except SystemExit:
        # The one that click raises here: whoever read our output went away.
        return READER_GONE
    except OSError as error:
        _complain(f"{error.filename or 'output'}: {error.strerror or error}")
        return 4
    except Exception as error:
        if os.environ.get("PROOFSIEVE_DEBUG"):
            raise
        _complain(f"internal error, please report it: {type(error).__name__}: {error} (PROOFSIEVE_DEBUG=1 shows where)")
        return 4


READER_GONE = 141
"""As a shell reports a process that SIGPIPE ended; no code of a verdict."""


def _usage_hint(error: click.ClickException) -> str:
    context = getattr(error, "ctx", None)
    return f" (see {context.command_path} --help)" if context is not None else ""


def _open_missing_streams() -> None:
    """A closed stream (``>&-``) reads as empty and swallows what is written."""
    # The three live as long as the process.
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115


def _flushed(code: int) -> int:
    """``code``, or 4 / READER_GONE where what was printed cannot be written out after all."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BrokenPipeError:
            code = READER_GONE
        except OSError:
            code = 4
        else:
            continue
        # Keep the interpreter from trying, and complaining, again at exit.
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    return code


def _complain(message: str) -> None:
    """One line on stderr, if there is one; what comes from outside cannot act on the terminal."""
    from ..core.text import visible

    with contextlib.suppress(OSError):
        click.echo(f"proofsieve: {visible(message, one_line=True)}", err=True)
