"""Reads damaged LaTeX projects in a process that notes whatever is opened, listed, started or connected to.

``python reading_victim.py FOLDER SEED COUNT`` prints how many were read, how often something was touched, and a list
of what was touched outside the folder.
"""

from __future__ import annotations

import encodings.cp1252
import encodings.idna
import encodings.latin_1  # noqa: F401  (loaded before anything is noted)
import random
import sys
from pathlib import Path

import proofsieve.core.readers.latex  # noqa: F401
from proofsieve.core.errors import ProofSieveError
from proofsieve.core.readers import read_source
from proofsieve.tests.damage import HOSTILE, SOURCES, pieces

NAMES = (
    *("part", "deep/part", "../secret", "deep/../../secret", "/etc/passwd", "link", "links/secret", "deep/link", "~/x"),
    *(
        "$HOME/x",
        "|ls",
        "file:///etc/passwd",
        "..\\secret",
        "../paper2/x",
        "part/../../secret.tex",
        "main",
        "deep",
        ".",
    ),
)
INCLUDES = [
    *(f"\\{command}{{{name}}} " for command in ("input", "include", "subfile") for name in NAMES),
    *("\\import{../}{secret} ", "\\import{deep/}{../../secret} ", "\\input /etc/passwd ", "\\input ../secret\n"),
]
WATCHED = ("open", "os.listdir", "os.scandir", "os.system", "os.exec", "subprocess.Popen", "socket.connect")


def main(folder: Path, seed: int, count: int) -> None:
    touched: list[tuple[str, str]] = []
    sys.addaudithook(lambda event, given: touched.append((event, str(given[0]))) if event in WATCHED else None)
    chance = random.Random(seed)
    texts = [pieces(text) for name, text in SOURCES.items() if name.endswith("tex")]
    read = 0
    for _ in range(count):
        made = list(chance.choice(texts))
        for _ in range(chance.randint(1, 6)):
            what = chance.choice(INCLUDES if chance.random() < 0.7 else HOSTILE)
            made.insert(chance.randrange(len(made)), what)
        (folder / "main.tex").write_bytes("".join(made).encode("utf-8", "surrogatepass"))
        try:
            proof = read_source(folder / "main.tex", proof="#1")
        except ProofSieveError:
            continue
        read += 1
        if any("SECRET" in (source.text or "") for source in proof.sources):
            raise AssertionError("".join(made))
    outside = {what for what in touched if not what[1].startswith(f"{folder}/")}
    print(read, len(touched), sorted(outside))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
