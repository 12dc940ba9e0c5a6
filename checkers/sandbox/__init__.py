"""The one way in which a program that runs outside text is started: confined, watched, and ended without remains.

``probe`` says what this machine has, ``run`` runs a job to its end, ``start`` keeps one for questions (a pool);
``read_back`` takes what it left. See docs/sandbox.md for what each confinement stops.
"""

from __future__ import annotations

from .disk import read_back
from .probing import probe
from .starting import Running, run, start
from .values import Confinement, Finished, Job, JobLimits, Sandbox, SandboxError, Stop

__all__ = [
    "Confinement",
    "Finished",
    "Job",
    "JobLimits",
    "Running",
    "Sandbox",
    "SandboxError",
    "Stop",
    "probe",
    "read_back",
    "run",
    "start",
]
