"""How fast sources are read: ``python benchmarks/reading_speed.py [--json]``. Prints tables; needs no data.

Made-up sources of 0.5, 1, 2 and 5 MB: one long proof in Markdown, one in LaTeX, and a LaTeX thesis of many lemmas whose
first proof is chosen. CPU seconds, the best of three runs each in a fresh process; "linear" is the time for a megabyte
over that of the smallest size. Then the peak memory of a process that reads up to 10,000 steps, and how soon a step
that is far too long is refused.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from dataclasses import asdict, dataclass

from proofsieve.benchmarks.offline import machine

SIZES = (0.5, 1.0, 2.0, 5.0)
STEPS = (1, 1_000, 5_000, 10_000)
RUNS = 3
_MEGA = 1_000_000
# Reads standard input once; reports CPU seconds without imports, and the peak memory. Linux keeps the peak of the
# process that started this one in getrusage; its own stands in /proc.
_MEASURED = """
import json, pathlib, re, resource, sys, time
from proofsieve.core.errors import ProofSieveError
from proofsieve.core.readers import read_bytes
import proofsieve.core.readers.latex
data, name = sys.stdin.buffer.read(), sys.argv[1]
start = time.process_time()
try:
    steps, refused = len(read_bytes(data, name, proof="#1").steps), ""
except ProofSieveError as error:
    steps, refused = 0, error.message
seconds = time.process_time() - start
if sys.platform == "linux":
    peak = int(re.search(r"VmHWM:\\s+(\\d+) kB", pathlib.Path("/proc/self/status").read_text()).group(1)) // 1024
else:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 * 1024)
print(json.dumps({"seconds": seconds, "steps": steps, "refused": refused, "peak_mib": peak}))
"""

# "@" stands for the number of the paragraph, which makes each its own.
_PROSE = r"""Let $x_{@}$ be a number with $|x_{@}| \le @$, which exists by what was said above. As $|@ - (@ + 1)| = 1$,
the difference to its successor is small; hence $x_{@} + 1$ is bounded by $@ + 1$, and so is every element of the set
that we began with. By the triangle inequality the sum is no larger than
$$|a_{@}| + |b|,$$
as we wanted to see.

"""
_MACROS = r"""Let $x_{@} \in \N$ with $\abs{x_{@}} \le @$; such a number exists. % as before
Then $\abs{@ - (@ + 1)} = 1$, hence $x_{@} + 1$ is bounded, and so is the whole set. By the triangle inequality
\begin{align}
  \abs{a_{@} + b} &\le \abs{a_{@}} + \abs{b} \\
  &< \eps. \label{eq:@}
\end{align}
So the sum is small by \eqref{eq:@}, as we wanted to see.

"""
_PREAMBLE = r"""\documentclass{amsart}
\newtheorem{thm}{Theorem}[section]
\newtheorem{lem}[thm]{Lemma}
\newcommand{\N}{\mathbb{N}}
\newcommand{\abs}[1]{\left|#1\right|}
\newcommand{\eps}{\varepsilon}
\begin{document}
\section{Start}
Throughout, $b$ denotes a number.
"""
_LEMMA = (
    r"""\begin{lem}\label{l:@} For all $x\in\N$ we have $\abs{x} \ge 0$.\end{lem}
\begin{proof}
"""
    + _MACROS.strip()
    + "\n\\end{proof}\n"
)
_STEP = "@. Since $x = 1$, the number $x + 1$ is even; hence so is its square, as we wanted to see.\n\n"
_TOO_LONG = "We have $x = 1$ again. " * 220_000


@dataclass(frozen=True, kw_only=True)
class Run:
    """One reading in a fresh process: CPU seconds, steps read, why it was refused ("" if it was not), peak MiB."""

    seconds: float
    steps: int
    refused: str
    peak_mib: int


def markdown(size: int) -> str:
    """One proof in Markdown."""
    return "Problem: Show that all of them are bounded.\n\nProof.\n\n" + _grown(size, _PROSE)


def latex(size: int) -> str:
    """One proof in LaTeX, with macros, comments and labelled displays."""
    theorem = "\\begin{thm}All are bounded.\\end{thm}\n\\begin{proof}\n"
    return _PREAMBLE + theorem + _grown(size, _MACROS) + "\\end{proof}\n\\end{document}\n"


def thesis(size: int) -> str:
    """Lemmas with a proof each."""
    return _PREAMBLE + _grown(size, _LEMMA) + "\\end{document}\n"


SOURCES = {"one proof.md": markdown, "one proof.tex": latex, "thesis.tex": thesis}


def _grown(size: int, part: str) -> str:
    parts: list[str] = []
    length = 0
    while length < size:
        parts.append(part.replace("@", str(len(parts) + 1)))
        length += len(parts[-1])
    return "".join(parts)


def read(text: str, name: str) -> Run:
    """Read ``text`` as a file called ``name``."""
    done = subprocess.run(
        [sys.executable, "-c", _MEASURED, name], input=text.encode(), capture_output=True, check=True, timeout=600
    )
    return Run(**json.loads(done.stdout))


def best(text: str, name: str) -> Run:
    """The fastest of three runs. Raises RuntimeError where the text is refused."""
    run = min((read(text, name) for _ in range(RUNS)), key=lambda one: one.seconds)
    if run.refused:
        raise RuntimeError(f"{name} of {len(text):,} characters was refused: {run.refused}")
    return run


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of Markdown")
    arguments = parser.parse_args()
    times = {(name, size): best(made(int(size * _MEGA)), name) for name, made in SOURCES.items() for size in SIZES}
    steps = {count: read("Problem: x\n\nProof:\n\n" + _numbered(count), "x.md") for count in STEPS}
    refused = {
        "x.md": read(f"Problem: x\n\nProof. {_TOO_LONG}", "x.md"),
        "x.tex": read(f"\\begin{{proof}}{_TOO_LONG}\\end{{proof}}", "x.tex"),
    }
    if arguments.json:
        print(
            json.dumps(
                {
                    "machine": machine(),
                    "times": [
                        {"source": name, "megabytes": size, **asdict(run)} for (name, size), run in times.items()
                    ],
                    "memory": [asdict(run) for run in steps.values()],
                    "refusals": [{"source": name, **asdict(run)} for name, run in refused.items()],
                },
                indent=2,
            )
        )
        return
    print(f"{machine()}\n")
    print("| source | MB | steps | CPU seconds | linear | peak memory |\n| --- | --- | --- | --- | --- | --- |")
    for (name, size), run in times.items():
        linear = run.seconds / size / (times[name, SIZES[0]].seconds / SIZES[0])
        print(f"| {name} | {size:g} | {run.steps:,} | {run.seconds:.2f} | {linear:.2f} | {run.peak_mib} MiB |")
    print("\n| steps | peak memory |\n| --- | --- |")
    for count, run in steps.items():
        print(f"| {count:,} | {run.peak_mib} MiB |")
    print()
    for name, run in refused.items():
        print(f"One step of five megabytes in {name} is refused after {run.seconds:.2f} CPU seconds.")


def _numbered(steps: int) -> str:
    return "".join(_STEP.replace("@", str(number)) for number in range(1, steps + 1))


if __name__ == "__main__":
    main()
