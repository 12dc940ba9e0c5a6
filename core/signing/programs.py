"""The user's own programs: ssh-keygen, which may sign for us, and git, whose settings say with which key.

They run as the user runs them, with the user's terminal for passphrases and tokens.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

from ..errors import ProofSieveError
from .sshsig import MAX_BYTES, NAMESPACE

_SIGNING_S = 600  # a passphrase is typed, a token is touched
_ASKING_S = 20
_MAX_SAID = 400


class KeygenUnusable(ProofSieveError):
    """ssh-keygen is not there, or too old to sign files."""


class KeygenFailed(ProofSieveError):
    """ssh-keygen did not sign."""


def sign_with_keygen(key: Path, message: bytes) -> bytes:
    """The signature file that ``ssh-keygen -Y sign`` makes of ``message`` with the key file (or, for a public key, with
    the agent's). Raises KeygenUnusable, KeygenFailed."""
    program = shutil.which("ssh-keygen")
    if program is None:
        raise KeygenUnusable("there is no ssh-keygen", hint="install OpenSSH 8.2 or newer")
    command = [program, "-q", "-Y", "sign", "-f", os.path.abspath(key), "-n", NAMESPACE]  # noqa: PTH100 - links stay
    try:
        # stderr goes to a pipe and is told; prompts go to the terminal by themselves.
        done = subprocess.run(  # noqa: S603 - the user's own program on the user's own key
            command, input=message, capture_output=True, timeout=_SIGNING_S, check=False
        )
    except subprocess.TimeoutExpired:
        raise KeygenFailed(f"ssh-keygen did not sign within {_SIGNING_S} s", where=str(key)) from None
    except OSError as error:
        raise KeygenUnusable(f"ssh-keygen cannot be started: {error.strerror or error}") from None
    said = done.stderr[: 4 * _MAX_SAID].decode("utf-8", "replace").strip()
    if done.returncode != 0:
        if re.search(r"(illegal|unknown|invalid) option|usage:", said, re.IGNORECASE):
            raise KeygenUnusable(
                "this ssh-keygen cannot sign files",
                where=program,
                hint="OpenSSH 8.0 or newer can, for keys in a FIDO token 8.2",
            )
        raise KeygenFailed(f"ssh-keygen did not sign: {' '.join(said.split())[:_MAX_SAID]}", where=str(key))
    if len(done.stdout) > MAX_BYTES:
        raise KeygenFailed("ssh-keygen gave no signature", where=str(key))
    return done.stdout


def git_setting(name: str, *, is_path: bool = False, scope: str = "") -> str:
    """What git's settings say of ``name``; "" where they say nothing, or there is no git.

    ``scope``: "--global" for the user's own settings alone, "--system" for the machine's, "" for all of them: those of
    the repository in the working folder too, which came with its files.
    """
    program = shutil.which("git")
    if program is None:
        return ""
    kind = [*(["--type=path"] if is_path else []), *([scope] if scope else [])]
    try:
        done = subprocess.run(  # noqa: S603 - the user's own program
            [program, "config", *kind, "--get", name],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_ASKING_S,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    if done.returncode != 0:
        return ""
    return done.stdout.decode("utf-8", "replace").rstrip("\n")
