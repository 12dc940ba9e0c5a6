"""Profiles answer what the text leaves open, in one's own name; what is unknown is named in one line."""

from __future__ import annotations

import pytest

from proofsieve.core.conventions import Profile, Standing, profile_of, read_profile
from proofsieve.core.conventions.choices import from_front_matter
from proofsieve.core.errors import InputError
from proofsieve.core.readers import read_bytes
from proofsieve.tests.core.convention_texts import OPEN, SAID
from proofsieve.tests.core.conventions_of import named, read


def test_a_mapping_names_readings_by_id_label_or_short_name() -> None:
    profile = profile_of({"nat_starts_at": 1, "log_base": "natural", "ring_has_one": True}, name="house")
    assert profile.choices == {"nat_starts_at": "from_1", "log_base": "e", "ring_has_one": "yes"}


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("conventions: {nat_starts_at: 0}\ntitle: A proof\n", "yaml"),
        ("nat_starts_at: yes\n", "yaml"),
        ("[conventions]\nnat_starts_at = 0\n", "toml"),
        ('nat_starts_at = "from_0"\n', "toml"),
    ],
    ids=["front matter", "yaml's yes", "toml table", "toml id"],
)
def test_tables_in_yaml_and_toml_are_read(text: str, form: str) -> None:
    assert read_profile(text, name="house", form=form).choices == {"nat_starts_at": "from_0"}


def test_a_profile_settles_what_the_text_leaves_open_in_its_own_name() -> None:
    detection = read(*OPEN["nat_starts_at"], profile=Profile(name="house", choices={"nat_starts_at": "from_1"}))
    found = named(detection, "nat_starts_at")
    assert found is not None
    assert found.standing is Standing.SETTLED
    assert found.settlement is not None
    assert (found.settlement.by, found.settlement.why) == ("profile:house", "as profile house")
    assert not detection.questions
    assert found.dependents


def test_a_profile_never_goes_against_the_text() -> None:
    profile = Profile(name="house", choices={"nat_starts_at": "from_0"})
    found = named(read(*SAID["nat_starts_at", "from_1"], profile=profile), "nat_starts_at")
    assert found is not None
    assert found.settlement is not None
    assert (found.settlement.reading, found.settlement.by) == ("from_1", "text")


def test_a_profile_adds_nothing_where_nothing_is_open() -> None:
    assert read("A sum.", "We have $1+1=2$.", profile=Profile(name="h", choices={"log_base": "e"})).conventions == ()


@pytest.mark.parametrize(
    ("table", "says"),
    [
        ({"naturals": 1}, "no such convention: naturals"),
        ({"nat_starts_at": 7}, "no such reading of nat_starts_at: 7"),
        ({"nat_starts_at": [1]}, "a list"),
        ({3: 1}, "no such convention: 3"),
        ([1], "a table"),
        ("text", "a table"),
    ],
)
def test_what_is_unknown_is_one_line_with_the_known_names(table: object, says: str) -> None:
    with pytest.raises(InputError, match=says) as caught:
        profile_of(table, name="house")
    assert "\n" not in str(caught.value)
    assert "nat_starts_at" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("a: &a [x, x]\nb: [*a, *a]\n", "yaml"),
        ("a: [1\n", "yaml"),
        ("!!python/object/apply:os.system ['true']\n", "yaml"),
        ("[" * 60_000, "yaml"),
        ("- " * 30_000, "yaml"),
        ("x" * 70_000, "yaml"),
        ("conventions: {nat_starts_at: 1, nat_starts_at: 0}\n", "yaml"),
        ("a:\n- {b: 1, 'b': 2}\n", "yaml"),
        ("a = \n", "toml"),
        ("a = " + "[" * 5_000, "toml"),
    ],
    ids=[
        "aliases",
        "torn yaml",
        "yaml tag",
        "deep yaml",
        "deep list",
        "long",
        "key twice",
        "key twice below",
        "torn toml",
        "deep toml",
    ],
)
def test_hostile_tables_are_refused_in_one_line(text: str, form: str) -> None:
    with pytest.raises(InputError) as caught:
        read_profile(text, name="house", form=form)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 2_000


@pytest.mark.parametrize(
    ("before", "chosen"),
    [
        ("conventions: {nat_starts_at: 1}", {"nat_starts_at": "from_1"}),
        ("'conventions':\n  nat_starts_at: 0", {"nat_starts_at": "from_0"}),
        ("title: x\n# conventions: {nat_starts_at: 0}\nconventions: # ours\n  nat_starts_at: 1 # one\nz: 1",
         {"nat_starts_at": "from_1"}),
        ("other:\n  conventions: {nat_starts_at: 0}", {}),
        ("", {}),
    ],
    ids=["flow", "quoted", "comments", "of others", "empty"],
)  # fmt: skip
def test_front_matter_answers_by_its_own_entry_alone(before: str, chosen: dict[str, str]) -> None:
    proof = read_bytes(f"---\n{before}\n---\nProblem: P\n\nProof:\n\n1. Let $n$ be.\n".encode(), "proof.md")
    found = from_front_matter(proof)
    assert (dict(found.choices) if found else {}) == chosen


def test_front_matter_that_answers_twice_is_refused() -> None:
    text = (
        "---\nconventions: {nat_starts_at: 1}\nx: 1\nconventions: {nat_starts_at: 0}\n---\nProof:\n\n1. Let $n$ be.\n"
    )
    with pytest.raises(InputError, match="conventions is given twice"):
        from_front_matter(read_bytes(text.encode(), "proof.md"))
