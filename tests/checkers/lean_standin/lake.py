"""Stands in for ``lake``: ``lake [--dir PROJECT] env printenv LEAN_PATH``, as Lake 5 documents it."""

import os
import sys
from pathlib import Path


def main():
    arguments = sys.argv[1:]
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
