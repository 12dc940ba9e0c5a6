"""Stands in for ``lake``: ``lake [--dir PROJECT] env printenv LEAN_PATH``, as Lake 5 documents it, and ``lake
comparator`` with two exports, as Lake/CLI/Check.lean and the notes of Lean 4.35 describe it."""

import json
import os
import shutil
import sys
from pathlib import Path


def comparator(arguments):
    told = json.loads(Path(__file__).resolve().parent.parent.joinpath("standin.json").read_text("utf-8"))
    manner = told.get("comparator", "")
    given = dict(zip(arguments[::2], arguments[1::2], strict=False))
    for needed in ("git", "env", "leanchecker"):
        if shutil.which(needed) is None:
            print(f"error: `lake comparator` needs `{needed}` on PATH", file=sys.stderr)
            return 2
    if "--inadvisably-no-sandbox" not in arguments or manner == "cannot":
        print("error: `lake comparator` needs `bwrap` to sandbox the code it checks", file=sys.stderr)
        return 2
    if manner == "old":
        print("error: unknown command 'comparator'", file=sys.stderr)
        return 1
    if manner == "crash":
        os.abort()
    if manner == "hang":
        import time

        time.sleep(600)
    config = json.loads(Path(given["--config"]).read_text("utf-8"))
    ours, theirs = (
        json.loads(Path(given[f"--{side}-from-export"]).read_text("utf-8")) for side in ("challenge", "solution")
    )
    fault = "" if manner == "blind" else "no" if manner == "strict" else unlike(config, ours, theirs)
    if not fault and manner == "odd" and "odd" in theirs:
        fault = "Lean default exited with 1"
    if fault:
        print(f"error: {fault}", file=sys.stderr)
        return 1
    print("Running Lean default kernel on solution\nLean default kernel accepts the solution")
    print("Your solution is okay!")
    return 0


def unlike(config, ours, theirs):
    """What is wrong with a solution, "" for nothing."""
    for name in config["theorem_names"]:
        if name not in ours or name not in theirs:
            return f"no such theorem '{name}'"
        if ours[name]["type"] != theirs[name]["type"]:
            return f"Challenge and solution theorem statement do not match: '{name}'"
        waiting, seen = [name], set()
        while waiting:
            one = waiting.pop()
            if one in seen:
                continue
            seen.add(one)
            found = theirs.get(one)
            if (found is None or found["kind"] == "axiom") and one not in config["permitted_axioms"]:
                return f"Illegal axiom detected: '{one}'"
            waiting += found["uses"] if found else []
    return ""


def main():
    arguments = sys.argv[1:]
    if arguments[:1] == ["comparator"]:
        return comparator(arguments[1:])
    project = Path.cwd()
    if arguments[:1] == ["--dir"]:
        project, arguments = Path(arguments[1]), arguments[2:]
    lakefile = project / "lakefile.toml"
    if not lakefile.is_file():
        print("error: no configuration file with a supported extension", file=sys.stderr)
        return 1
    if "broken" in lakefile.read_text("utf-8"):
        print("error: failed to load configuration", file=sys.stderr)
        return 1
    for name in ("touched", "lakefile-was-here"):
        try:
            (project / name).write_text("the lakefile ran", "utf-8")
        except OSError:
            print(f"warning: {project} cannot be written", file=sys.stderr)
    if arguments != ["env", "printenv", "LEAN_PATH"]:
        print("error: unknown command", file=sys.stderr)
        return 1
    print(os.pathsep.join(("././.lake/packages/mathlib/.lake/build/lib/lean", "././.lake/build/lib/lean")))
    return 0


if __name__ == "__main__":
    sys.exit(main())
