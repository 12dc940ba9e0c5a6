"""Stands in for ``lean``. It speaks the documented command line and message format and understands a toy of Lean: one
theorem, definition or axiom a line; equations between sums of numerals are true or false; sorry and axioms are noted.

Written after the documented format: lean --help and Lean.Message's JSON of Lean 4.28. A line of the text that begins
with "-- lean:" says how this process ends or what else it prints.
"""

import json
import os
import re
import signal
import sys
import time
from pathlib import Path

VERSION = "4.31.0"
PREFIX = Path(__file__).resolve().parent.parent
LIBRARY = ("Init", "Std", "Lean")
STANDARD = ("propext", "Classical.choice", "Quot.sound", "sorryAx", "Lean.ofReduceBool")
NAME = r"(?:«[^»]*»|[^\W\d][\w']*)(?:\.(?:«[^»]*»|[^\W\d][\w']*))*"
DECLARED = re.compile(
    rf"^(?:private\s+)?(theorem|lemma|def|axiom|opaque)\s+(?:_root_\.)?({NAME})(.*?)(?::=(?!.*:=)\s*(.*))?$", re.DOTALL
)
OPTIONS = ("autoImplicit", "relaxedAutoImplicit", "maxErrors")


def tell(severity, text, line, column, kind="[anonymous]", end=None):
    """One message as --json prints it."""
    position = {"column": column, "line": line}
    record = {
        "caption": "", "data": text, "endPos": end or position, "fileName": "input.lean", "isSilent": False,
        "keepFullRange": False, "kind": kind, "pos": position, "severity": severity,
    }  # fmt: skip
    if told("old"):
        del record["kind"], record["isSilent"]
    print(json.dumps(record, ensure_ascii=False), flush=True)


def told(word):
    """What the file beside this program says of ``word``: "" where it says nothing."""
    notes = PREFIX / "standin.json"
    return json.loads(notes.read_text("utf-8")).get(word, "") if notes.is_file() else ""


def directives(text):
    """The end that the text asks for."""
    for line in text.split("\n"):
        if not line.startswith("-- lean: "):
            continue
        order = line.removeprefix("-- lean: ")
        word, _, rest = order.partition(" ")
        if word == "print":
            print(rest, flush=True)
        elif word == "stderr":
            print(rest, file=sys.stderr, flush=True)
        elif word == "cut":
            sys.stdout.write(rest)
            sys.stdout.flush()
        elif word == "exit":
            sys.exit(int(rest))
        elif word == "hang":
            time.sleep(600)
        elif word == "stubborn":
            stubborn(rest)
        elif word == "deep":
            deep(int(rest))
        elif word == "flood":
            sys.stdout.write("x" * int(rest))
        elif word == "forge":
            forge(rest)


def stubborn(mark):
    """Ignore the request to end, have a child in a session of its own that does so too, and wait."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if os.fork() == 0:
        os.setsid()
        os.execv(sys.executable, [sys.executable, "-c", "import time; time.sleep(600)", mark])
    time.sleep(600)


def deep(levels):
    """Leave folders in folders, deeper than a path can say, and one that may not be looked into."""
    closed = Path("closed")
    closed.mkdir()
    (closed / "file").write_text("x", "utf-8")
    closed.chmod(0)
    here = os.open(".", os.O_RDONLY)
    for _ in range(levels):
        os.mkdir("d", dir_fd=here)
        below = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below


def forge(what):
    """What code that runs while a file is elaborated may do to its own folder and output."""
    if what == "olean":
        Path("out.olean").write_text(json.dumps({"t": {"kind": "theorem", "type": "2 + 2 = 5", "uses": []}}), "utf-8")
        sys.exit(0)
    if what == "link":
        Path("out.olean").symlink_to("/etc/passwd")
        sys.exit(0)
    if what == "word":
        for key in ("nonce", "0"):
            print(json.dumps({"nonce": key, "found": "theorem", "proves": ["claim"]}), flush=True)


def pieces(text):
    """(line, column, command) of each command: it begins at the beginning of a line and goes on until the next one."""
    starts = [
        found.start()
        for found in re.finditer(
            r"^ *(?:private\s+)?(?:theorem|lemma|def|axiom|opaque|example|import|set_option|namespace|end|variable)\b"
            r"|^ *#check",
            text,
            re.MULTILINE,
        )
    ]
    for start, end in zip(starts, [*starts[1:], len(text)], strict=False):
        piece = text[start:end]
        column = len(piece) - len(piece.lstrip())
        yield text.count("\n", 0, start) + 1, column, piece.strip()


def squeezed(text):
    return " ".join(text.split())


def holds(statement):
    """Whether an equation between sums of numerals holds; None for anything else."""
    found = re.fullmatch(r"([\d +]+)=([\d +]+)", statement.strip().strip("()").strip())
    if found is None:
        return None
    left, right = (sum(int(part) for part in side.split("+") if part.strip()) for side in found.groups())
    return left == right


def elaborate(text):
    """Print messages; the declarations, and whether there was an error."""
    failed = False
    declared = {}
    space = []
    lead = re.match(r"(?:import \S+ +)+(?=\S)", text)  # imports on the first line of what follows them
    if lead is not None:
        if any(unknown_import(module) for module in lead.group().split()[1::2]):
            return declared, True
        text = " " * lead.end() + text[lead.end() :]
    for line, column, piece in pieces(text):
        first = piece.split()[0]
        if first == "import":
            if unknown_import(piece.split()[1]):
                return declared, True
        elif first == "namespace":
            space.append(piece.split()[1])
        elif first == "end" and space:
            space.pop()
        elif "#check" in piece:
            wanted = re.sub(r"[«»]", "", piece.rpartition("@")[2].replace("_root_.", "").strip())
            if wanted in declared:
                tell("information", f"{wanted} : {declared[wanted]['type']}", line, column)
            elif wanted not in ("Nat", "Int", "False"):
                tell("error", f"Unknown identifier `{wanted}`", line, column + 8, "lean.unknownIdentifier._namedError")
                failed = True
        elif first == "example":
            if not re.search(r"[=<≤]", piece):
                tell("error", "type mismatch", line, column)
                failed = True
        elif (found := DECLARED.match(piece)) is not None:
            failed |= declare(found, line, column, space, declared, piece)
    return declared, failed


def unknown_import(module):
    """Tell of a module that is not there."""
    if module.split(".")[0] in LIBRARY or found_module(module):
        return False
    where = f"{PREFIX}/lib/lean"
    tell(
        "error",
        f"unknown module prefix '{module}'\n\nNo directory '{module}' or file '{module}.olean' in the search path "
        f"entries:\n{where}",
        1,
        0,
    )
    return True


def declare(found, line, column, space, declared, piece):
    """Take one declaration; True for an error in it."""
    keyword, name, rest, body = found.groups()
    name = ".".join([*space, re.sub(r"[«»]", "", name)])
    binders, colon, statement = split_type(rest)
    inner = squeezed(statement)
    statement = inner[1:-1].strip() if inner.startswith("( ") and inner.endswith(" )") else statement
    type_ = squeezed(f"∀ {binders}, {statement}" if binders else statement) if colon else ""
    body = squeezed(body or "")
    place = column + piece.find(found.group(2))
    if name in declared or name in STANDARD:
        tell("error", f"'{name}' has already been declared", line, place)
        return True
    words = [re.sub(r"[«»]", "", word) for word in re.findall(NAME, f"{body} {rest}")]
    uses = [word for word in words if word in declared or word in STANDARD]
    if "sorry" in words or "admit" in words:
        uses.append("sorryAx")
        if "warn.sorry" not in piece:
            tell("warning", "declaration uses `sorry`", line, place, "hasSorry")
    if "native_decide" in words:
        axiom = f"{name}._native.native_decide.ax_1_1"
        declared[axiom] = {"kind": "axiom", "type": "native", "uses": []}
        uses.append(axiom)
    declared[name] = {
        "kind": {"def": "definition", "lemma": "theorem"}.get(keyword, keyword),
        "type": type_,
        "uses": uses,
    }
    declared[name]["value"] = body
    if keyword == "theorem" and holds(statement) is False and not uses:
        at = {"line": line + piece.count("\n", 0, found.start(4)), "column": 0}
        tell(
            "error",
            f"unsolved goals\n⊢ {squeezed(statement)}",
            at["line"],
            column + len(piece.split("\n")[0]),
            "Tactic.unsolvedGoals",
        )
        del declared[name]
        return True
    for word in words:
        if word.startswith("unknown_"):
            row, col = where(piece, word)
            tell(
                "error",
                f"Unknown identifier `{word}`",
                line + row,
                col + (column if row == 0 else 0),
                "lean.unknownIdentifier._namedError",
            )
            return True
    for kind, message in (
        ("maxHeartbeats", "(deterministic) timeout at `whnf`, maximum number of heartbeats (200000) has been reached"),
        ("maxRecDepth", "maximum recursion depth has been reached"),
    ):
        if f"needs_{kind}" in words:
            tell("error", message, line, column, f"runtime.{kind}")
            return True
    return False


def where(piece, word):
    at = piece.index(word)
    row = piece.count("\n", 0, at)
    return row, at - (piece.rfind("\n", 0, at) + 1)


def split_type(rest):
    depth = 0
    for i, character in enumerate(rest):
        depth += (character in "([{") - (character in ")]}")
        if character == ":" and depth == 0 and rest[i : i + 2] != ":=":
            return rest[:i].strip(), ":", rest[i + 1 :]
    return "", "", rest


def found_module(module):
    folders = [*os.environ.get("LEAN_PATH", "").split(":"), str(PREFIX / "lib" / "lean")]
    return any(folder and (Path(folder) / (module.replace(".", "/") + ".olean")).is_file() for folder in folders)


def axioms(declared, names):
    seen, waiting, found = set(), list(names), []
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        if name in STANDARD or declared.get(name, {}).get("kind") == "axiom":
            found.append(name)
        waiting += declared.get(name, {}).get("uses", [])
    return sorted(found)


def judge(request, ours, theirs):
    """The word of the judging process, for the toy."""
    claim = ours[".".join(request["claim"])]
    below = [
        name
        for name in ours
        if name != ".".join(request["claim"]) and not name.startswith("Audit.goal.") and name in claim["uses"]
    ]
    word = {key: [] for key in ("proves", "own", "library", "native", "differing")}
    word |= {"nonce": request["nonce"], "found": None, "refused": None, "names": [name.split(".") for name in below]}
    word["bound"] = re.findall(r"\((\w+) :", claim["type"])
    theorem = ".".join(request["theorem"])
    if theirs is None or theorem not in theirs:
        return word
    proof = theirs[theorem]
    word["found"] = proof["kind"]
    behind = axioms(theirs, [theorem])
    native = [name for name in behind if "._native.native_decide." in name] if request["native"] else []
    word["native"] = native
    word["own"] = [name for name in behind if name not in STANDARD and name not in native]
    word["library"] = [name for name in behind if name in STANDARD]
    word["differing"] = [name for name in below if name in theirs and theirs[name]["value"] != ours[name]["value"]]
    if word["own"] or word["differing"] or proof["kind"] != "theorem":
        return word
    if proof["type"] == claim["type"]:
        word["proves"] = ["claim"]
    elif squeezed(proof["type"]) in (f"¬ ({claim['type']})", f"¬ {claim['type']}"):
        word["proves"] = ["negation"]
    return word


def run(arguments):
    what = arguments[0]
    if what == "export":
        print(Path(arguments[1]).read_text("utf-8"))
    elif what == "judge":
        request, ours, *rest = (json.loads(Path(name).read_text("utf-8")) for name in arguments[2:])
        print(json.dumps(judge(request, ours, rest[0] if rest else None)))


def main():
    arguments = sys.argv[1:]
    calls = PREFIX / "calls.log"
    if os.access(PREFIX, os.W_OK):
        with calls.open("a", encoding="utf-8") as file:
            file.write(" ".join(arguments) + "\n")
    if "--version" in arguments:
        print(told("version") or f"Lean (version {VERSION}, x86_64-unknown-linux-gnu, commit 0123456789ab, Release)")
        return 0
    if "--print-prefix" in arguments:
        print(PREFIX)
        return 0
    if arguments[:1] == ["--run"]:
        run(arguments[2:])
        return 0
    for option in [argument for argument in arguments if argument.startswith("-D")]:
        if option[2:].partition("=")[0] not in OPTIONS or (told("old") and "maxErrors" in option):
            print(f"invalid -D parameter, unknown configuration option '{option[2:]}'", file=sys.stderr)
            return 1
    text = Path(arguments[-1]).read_text("utf-8")
    output = arguments[arguments.index("-o") + 1] if "-o" in arguments else None
    if "ProofSieve" in arguments[-1]:
        imported = re.search(r"^import (ProofSieve\S*)", text, re.MULTILINE)
        fault = told("tools")
        if imported is not None and not found_module(imported.group(1)):
            fault = f"unknown module prefix '{imported.group(1)}'"
        if fault:
            tell("error", fault, 1, 0)
            return 1
        Path(output).write_text("{}", "utf-8")
        return 0
    directives(text)
    declared, failed = elaborate(text)
    if output and not failed:
        Path(output).write_text(json.dumps(declared), "utf-8")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
