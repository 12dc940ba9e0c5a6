"""Stands in for ``leanexport MODULE -- NAME…``: prints what the module's compiled file holds, by name."""

import json
import os
import sys
from pathlib import Path


def main():
    module, dashes, *names = sys.argv[1:]
    assert dashes == "--"
    files = [Path(folder, f"{module}.olean") for folder in os.environ["LEAN_PATH"].split(":")]
    found = next((file for file in files if file.is_file()), None)
    if found is None:
        print(f"object file of module {module} does not exist", file=sys.stderr)
        return 1
    declared = json.loads(found.read_text("utf-8"))
    wanted = [name for name in names if name in declared]
    for name in wanted:
        wanted += [used for used in declared[name]["uses"] if used in declared and used not in wanted]
    print(json.dumps({name: declared[name] for name in wanted}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
