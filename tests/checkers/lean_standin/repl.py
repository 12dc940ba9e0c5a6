"""Stands in for leanprover-community/repl: commands as JSON, a blank line after each; answers likewise, as its README
documents them. A file beside it says which tactic works and how it misbehaves."""

import json
import sys
import time
from pathlib import Path

TOLD = json.loads(Path(__file__).with_name("repl.json").read_text("utf-8"))


def answer(command, number):
    manner = TOLD.get("manner", "")
    if manner == "garbage":
        return "not JSON"
    if manner == "deep":
        return "[" * 100_000
    if manner == "flood":
        return "x" * 5_000_000
    if manner == "hang":
        time.sleep(600)
    if manner == "crash":
        sys.exit(3)
    if manner == "no environment":
        return json.dumps({"messages": []})
    if "env" in command and command["env"] != 0:
        return json.dumps({"message": "Unknown environment."})
    record = {"env": number}
    text = command["cmd"]
    if "theorem" in text and manner != "liar" and f"({TOLD.get('works')}; done)" not in text:
        place = {"line": 1, "column": 0}
        record["messages"] = [{"severity": "error", "pos": place, "endPos": place, "data": "no"}]
    if manner == "sorry":
        record["sorries"] = [{"pos": {"line": 1, "column": 0}, "goal": "False", "proofState": 0}]
    return json.dumps(record, indent=1)


def main():
    number, said = 0, ""
    for line in sys.stdin:
        if line.strip():
            said += line
            continue
        if said:
            print(answer(json.loads(said), number), end="\n\n", flush=True)
            number, said = number + 1, ""


if __name__ == "__main__":
    main()
