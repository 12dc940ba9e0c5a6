"""What the launcher is told: a program without bubblewrap, bound by Landlock or by nothing."""

from __future__ import annotations

import base64
import os
from pathlib import Path

import orjson

from .places import DEVICES, SETTINGS, SYSTEM, checked, program
from .values import Confinement, Job, Sandbox, SandboxError

LAUNCHER = Path(__file__).with_name("launcher.py")

# Of /proc only what C libraries and runtimes look up; others' processes stay out of sight.
_FACTS = ("/proc/self", "/proc/meminfo", "/proc/cpuinfo", "/proc/stat", "/proc/filesystems", "/proc/sys/vm",
          "/sys/devices/system/cpu")  # fmt: skip


def order(job: Job, sandbox: Sandbox, *, seconds: int, status: int, code: bytes) -> bytes:
    """The order as the launcher reads it. ``seconds``, ``status``, ``code``: as for bubblewrap. Raises SandboxError."""
    cwd, read = checked(job)
    inside = next((path for path in read if path.is_relative_to(cwd)), None)
    if inside is not None and sandbox.confinement is Confinement.LANDLOCK:
        raise SandboxError("Landlock cannot keep a path inside the work folder from being changed", where=str(inside))
    rules = {
        "read": [str(path) for path in (*SYSTEM, *SETTINGS, *read)] + list(_FACTS),
        "devices": [str(path) for path in DEVICES],
        "write": [str(cwd)],
    }
    return orjson.dumps(
        {
            "argv": [str(program(job)), *job.argv[1:]],
            "cwd": str(cwd),
            "environment": {**job.environment, "PWD": str(cwd)},
            "landlock": rules if sandbox.confinement is Confinement.LANDLOCK else None,
            "seccomp": base64.b64encode(code).decode("ascii"),
            "limits": {
                "RLIMIT_CORE": 0,
                "RLIMIT_FSIZE": job.limits.file_mib * 2**20,
                "RLIMIT_CPU": seconds,
                "RLIMIT_NOFILE": 1024,
            },
            "status": status,
            "parent": os.getpid(),
        }
    )
