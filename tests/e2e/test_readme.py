"""What README and the package's docstring show is what happens."""

from __future__ import annotations

import doctest
import json
import re
import textwrap
from pathlib import Path

import pytest

import proofsieve
from proofsieve.tui.cli import COMMANDS, run


@pytest.fixture
def at_root(root: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(root)
    return root


def test_the_example_of_the_public_api_runs(at_root: Path) -> None:
    results = doctest.testmod(proofsieve, optionflags=doctest.ELLIPSIS)
    assert results.attempted >= 4
    assert results.failed == 0


def test_the_python_lines_of_the_readme_run(at_root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    block = re.search(r"\*\*From Python:\*\*\n\n((?:    .*\n)+)", (at_root / "README.md").read_text("utf-8"))
    assert block is not None
    (tmp_path / "proof.md").write_bytes((at_root / "examples" / "wrong-step.md").read_bytes())
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    exec(compile(textwrap.dedent(block.group(1)), "README.md", "exec"), names)
    audit = names["audit"]
    assert isinstance(audit, proofsieve.core.audit.Audit)
    assert audit.verdict.first_error == "s3"


def test_the_json_that_the_readme_shows_is_what_is_printed(
    at_root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    readme = (at_root / "README.md").read_text("utf-8")
    shown = dict(
        re.findall(r'"(status|first_error|first_error_unit)": "(\w+)"', readme.partition("$ proofsieve audit")[2])
    )
    before = re.search(r'"uncertain_before": (\[[^\]]*\])', readme)
    assert before is not None
    code = run(["audit", "examples/wrong-step.md", "--json", "-o", str(tmp_path / "w.audit.json")])
    verdict = json.loads(capsys.readouterr().out)["verdict"]
    assert code == 1
    assert (verdict["first_error"], verdict["first_error_unit"]) == (shown["first_error"], shown["first_error_unit"])
    assert verdict["uncertain_before"] == json.loads(before.group(1))


def test_every_command_that_the_documents_name_exists(at_root: Path) -> None:
    pages = [at_root / "README.md", *sorted((at_root / "docs").glob("*.md"))]
    named = {
        name
        for page in pages
        for name in re.findall(r"(?:^ {4}|`)proofsieve ([a-z]+)\b", page.read_text("utf-8"), re.M)
    }
    assert named >= set(COMMANDS)
    assert named <= set(COMMANDS)


def test_every_picture_and_page_that_is_linked_is_there(at_root: Path) -> None:
    for page in [at_root / "README.md", at_root / "CONTRIBUTING.md", *sorted((at_root / "docs").glob("*.md"))]:
        for target in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", page.read_text("utf-8")):
            if "://" not in target and not target.startswith("<"):
                assert (page.parent / target).exists(), f"{page.name} links to {target}"
