"""Claims made to hang, to fill the memory or to run code: ``python benchmarks/numeric_hostile.py [--json]``.

Each claim goes to a fresh checker with the default limits. Printed: the answer, its wall time without the start of the
child, the child's peak resident memory, whether it had to be replaced, and whether the next answer was right. Exit
status 1 if an answer took longer than the limit allows, is none that may be given, or the next one was wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from proofsieve.checkers.numeric import NumericChecker
from proofsieve.core.evidence import Branch, Kind, Language, Limits, Outcome, Statement, make_statement

SLACK_SECONDS = 0.25
"""Over the wall limit: a killed child is reaped and replaced."""
ALLOWED = frozenset(
    (Kind.RESOURCE, Kind.TIMEOUT, Kind.UNPARSED, Kind.AMBIGUOUS, Kind.UNDEFINED, Kind.UNSUPPORTED, Kind.CRASH)
)

NEST = r"\sqrt{2 + "
CLAIMS: dict[str, str] = {
    "tower of four nines": "9^(9^(9^9)) = 1",
    "tower of 2,000 nines": "9" + "^9" * 2_000 + " = 1",
    "tower compared": "9^(9^(9^9)) > 8^(9^(9^9))",
    "tower modulo 10": "9^(9^(9^9)) ≡ 9 (mod 10)",
    "tower modulo a 25-digit number": "7^(7^(7^7)) ≡ 1 (mod 1000000000000000000000007)",
    "power with a 3,900-digit exponent": "9" * 3_900 + "^" + "9" * 3_900 + " = 1",
    "2^(10^18) < 3^(10^18)": "2^(10^18) < 3^(10^18)",
    "10^(10^10) plus 1": "10^(10^10) = 10^(10^10) + 1",
    "factorial of 10^9": "(10^9)! = 1",
    "factorial of 10^9 > 0": "(10^9)! > 10^9",
    "factorials of factorials": "((((10!)!)!)!)! = 1",
    "double factorial of 10^9": "(10^9)!! = 3",
    "factorial modulo a prime": "999999! ≡ 1 (mod 1000003)",
    "binomial of 10^9": r"\binom{10^9}{5 \cdot 10^8} = 7",
    "binomial of 10^9 over 3": r"\binom{10^9}{3} > 1",
    "numeral of 10^6 digits": "1" * 10**6 + " = 1",
    "decimal of 10^6 digits": "0." + "1" * 10**6 + " = 1",
    "two numerals of 4,000 digits": "7" * 4_000 + " * " + "3" * 4_000 + " = 1",
    "decimals of 3,900 places": "0." + "3" * 3_900 + " + 0." + "6" * 3_900 + " = 1",
    "long period": r"0.\overline{" + "142857" * 150 + r"} = 1/7",
    "5,000 nested parentheses": "(" * 5_000 + "1" + ")" * 5_000 + " = 1",
    "5,000 nested radicals": "√" * 5_000 + "1 = 1",
    "5,000 nested bars": "|" * 5_000 + "1" + "|" * 5_000 + " = 1",
    "5,000 minus signs": "-" * 5_000 + "1 = 1",
    "3,000 unfinished fractions": r"\frac" * 3_000 + " = 1",
    "50 brackets": "[" * 50 + "1" + "]" * 50 + " = 1",
    "code": "__import__('os').system('true') = 0",
    "code in LaTeX": r"\input{/etc/passwd} \write18{ls} = 0",
    "chain of 10,000 links": "1" + " = 1" * 10_000,
    "chain of 400 links": "1" + " = 1" * 400,
    "10^5 summands": " + ".join(["1"] * 10**5) + " = 100000",
    "9,000 summands": " + ".join(["1"] * 9_000) + " = 9001",
    "9,000 divisions": "1" + "/1" * 9_000 + " = 1",
    "null bytes": "1 \x00 = \x00 1",
    "right-to-left override": "1 + 1 \u202e3 = \u202c 2",
    "bidi isolates": "\u2067 2 + 2 \u2069 = 4",
    "lone surrogate": "1 \udc80 = 1",
    "combining marks": "1" + "\u0301" * 20_000 + " = 1",
    "unbalanced": "((1 + 2) = 3",
    "unbalanced braces": r"\frac{1}{2 = 0.5}}}}",
    "modulus 0": r"5 \equiv 5 \pmod{0}",
    "remainder modulo 0": "5 mod 0 = 5",
    "sum of reciprocals to 10^12": r"\sum_{k=1}^{10^{12}} 1/k < 1",
    "sum of powers to 10^12": r"\sum_{k=1}^{10^{12}} k^{10} > 1",
    "product to 10^12": r"\prod_{k=1}^{10^{12}} k = 1",
    "nested sums": r"\sum_{a=1}^{99}\sum_{b=1}^{99}\sum_{c=1}^{99}\sum_{d=1}^{99} a^{b^{c^{d}}} = 1",
    "nested sums of fractions": r"\sum_{i=1}^{400}\sum_{j=1}^{400} 1/(i + j) = 3",
    "sum of roots": r"\sum_{k=1}^{2000} \sqrt{k} < 60000",
    "large dots": "1 + 2 + … + 10^12 = 1",
    "40 nested radicals": NEST * 40 + "1" + "}" * 40 + " < 2",
    "40 nested radicals equal": NEST * 40 + "2" + "}" * 40 + " = 2",
    "eight radicals compared": "√(1+√(2+√(3+√(5+√(7+√(11+√(13+√17)))))))·1 = √(1+√(2+√(3+√(5+√(7+√(11+√(13+√17)))))))",
    "fifteen square roots": " + ".join(f"√{p}" for p in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47))
    + " = 65",
    "integer part of a tower": r"\lfloor 10^{10^{9}} \sqrt 2 \rfloor = 3",
    "floor near an integer": r"\lfloor (1 + \sqrt 2)^{2000} \rfloor = 1",
    "sine of a tower": "sin(10^(10^9)) < 2",
    "exponential tower": "e^(e^(e^(e^(e^9)))) > 1",
    "cosines of π/101": r" \cdot ".join(rf"\cos\frac{{{k}\pi}}{{101}}" for k in range(1, 51)) + r" = \frac{1}{2^{50}}",
    "gcd of 150 numerals": "gcd(" + ",".join("9" * 300 for _ in range(150)) + ") = 1",
    "lcm of many": "lcm(" + ",".join(str(n) for n in range(1, 3_000)) + ") = 1",
    "prime of 1,000 digits": "10^1000 + 453 is prime",
    "prime of 4,000 digits": "10^3999 + 1 is prime",
    "identity of degree 200": "(x+y+z+1)^200 = 1",
    "identity in eight names": "(a+b+c+d+f+g+h+k)^12 = 1",
    "rational identity": "for all x, " + " + ".join(f"1/(x + {n})" for n in range(60)) + " = 1",
    "forty ambiguous signs": " ".join("6/3(2) +" for _ in range(40)) + " 1 = 1",
    "many logarithms": " + ".join("log 2" for _ in range(300)) + " = 90",
    "unreadable name": "a" * 40_000 + " = 1",
    "blanks": "1" + " " * 49_000 + "= 1",
    "many blanks between digits": "1" + " 000" * 2_000 + " = 1",
}


@dataclass(frozen=True)
class Row:
    """One claim: its answer, wall milliseconds, the child's peak resident MiB, and what became of the child."""

    name: str
    answer: str
    milliseconds: float
    peak_mib: float
    replaced: bool
    well: bool


def _statement(text: str) -> Statement:
    return make_statement(obligation_id="", language=Language.NUMERIC, text=text, provenance="benchmark")


def _pid(checker: NumericChecker) -> int:
    worker = checker._worker
    return worker._process.pid if worker is not None else 0


def _peak(pid: int) -> float:
    """Peak resident MiB of a process; 0.0 where it is gone or the system does not tell."""
    try:
        status = Path(f"/proc/{pid}/status").read_text("ascii")
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmHWM")), 0.0)


async def measured(name: str, text: str) -> Row:
    """The claim asked of a fresh child, then one that is true."""
    checker = NumericChecker()
    try:
        await checker.canaries()
        pid = _pid(checker)
        start = time.perf_counter()
        asked = asyncio.create_task(
            checker.check(_statement(text.encode("utf-8", "replace").decode()), Branch.CLAIM, Limits())
        )
        peak = 0.0
        while not asked.done():
            peak = max(peak, _peak(pid))
            await asyncio.wait([asked], timeout=0.02)
        seconds = time.perf_counter() - start
        evidence = asked.result()
        peak = max(peak, _peak(pid))
        following = await checker.check(_statement("3 + 4 = 7 = √49"), Branch.CLAIM, Limits())
        answered = evidence.outcome is not Outcome.INCONCLUSIVE or evidence.kind in ALLOWED
        in_time = seconds <= Limits().wall_ms / 1000 + SLACK_SECONDS
        return Row(
            name=name,
            answer=f"{evidence.outcome}" + (f" ({evidence.kind})" if evidence.kind is not None else ""),
            milliseconds=round(seconds * 1e3, 1),
            peak_mib=round(peak, 1),
            replaced=_pid(checker) != pid,
            well=answered and in_time and following.outcome is Outcome.PASSED,
        )
    finally:
        await checker.aclose()


async def _all() -> list[Row]:
    return [await measured(name, text) for name, text in CLAIMS.items()]


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    arguments = parser.parse_args()
    rows = asyncio.run(_all())
    if arguments.json:
        print(json.dumps([asdict(row) for row in rows], ensure_ascii=True, indent=2))
    else:
        print("| claim | answer | ms | peak MiB | child |")
        print("| --- | --- | --- | --- | --- |")
        for row in rows:
            child = "replaced" if row.replaced else "kept"
            print(f"| {row.name} | {row.answer} | {row.milliseconds:.0f} | {row.peak_mib:.0f} | {child} |")
        worst, largest = max(row.milliseconds for row in rows), max(row.peak_mib for row in rows)
        replaced = sum(row.replaced for row in rows)
        print(f"\n{len(rows)} claims, slowest {worst:.0f} ms, largest {largest:.0f} MiB, {replaced} children replaced.")
    for row in rows:
        if not row.well:
            print(f"NOT WELL {row.name}: {row.answer} after {row.milliseconds} ms", file=sys.stderr)
    return 0 if all(row.well for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
