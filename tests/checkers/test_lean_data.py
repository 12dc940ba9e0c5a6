"""A proof crosses from one process to another as data. Whatever the data say, the other kernel proves nothing false."""

from __future__ import annotations

import contextlib
import copy
import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from proofsieve.checkers.lean.errors import ProcessFailed
from proofsieve.tests.checkers.lean_asking import LEAN, PATIENT, Asking

pytestmark = LEAN

Closure = dict[str, Any]


async def data_of(lean: Asking, text: str) -> Closure:
    answer = await lean.pool.check({"definitions": "", "text": text, "theorem": ["t"]}, PATIENT)
    assert answer["found"] == "theorem", answer["messages"]
    closure: Closure = json.loads(answer["closure"])
    return closure


async def verdict(lean: Asking, statement: str, closure: Any, definitions: str = "") -> dict[str, Any]:
    source = {"source": f"{definitions}\ntheorem t : {statement}", "theorem": ["t"], "strict": True}
    question = {"statement": source, "goals": [], "theorem": ["t"], "closure": json.dumps(closure)}
    return await lean.pool.judge(question, PATIENT)


async def test_the_data_of_a_proof_prove_the_same_in_another_process(lean: Asking) -> None:
    closure = await data_of(lean, "theorem t (a b : Nat) : a + b = b + a := by omega")
    found = await verdict(lean, "∀ a b : Nat, a + b = b + a", closure)
    assert (found["proves"], found["refused"], found["own"]) == (["claim"], None, [])
    assert (await verdict(lean, "∀ a b : Nat, a * b = b * a", closure))["proves"] == []


def name_of(closure: Closure, *parts: str) -> int:
    """The index of a name, added where it is missing."""
    at = 0
    for part in parts:
        entry = [at, part]
        if entry not in closure["names"]:
            closure["names"].append(entry)
        at = closure["names"].index(entry)
    return at


def swap_type(closure: Closure) -> None:
    """The type says 3 = 4 where the value still proves 3 = 3."""
    (three,) = [i for i, entry in enumerate(closure["terms"]) if entry[0] == 9 and entry[2] == "3"]
    closure["terms"][three][2] = "4"


def drop_value(closure: Closure) -> None:
    del closure["constants"][-1]["value"]


def call_it_a_constructor(closure: Closure) -> None:
    closure["constants"][-1]["kind"] = "constructor"


def use_itself(closure: Closure) -> None:
    closure["terms"].append([4, name_of(closure, "t"), []])
    closure["constants"][-1]["value"] = len(closure["terms"]) - 1


def use_the_goal(closure: Closure) -> None:
    closure["terms"].append([4, name_of(closure, "Audit", "goal", "claim"), []])
    closure["constants"][-1]["value"] = len(closure["terms"]) - 1


def use_a_free_variable(closure: Closure) -> None:
    closure["terms"].append([0, 0])
    closure["constants"][-1]["value"] = len(closure["terms"]) - 1


def use_a_hole(closure: Closure) -> None:
    closure["terms"].append([2, name_of(closure, "x")])
    closure["constants"][-1]["value"] = len(closure["terms"]) - 1


def unsafe_helper(closure: Closure) -> None:
    helper = {
        **closure["constants"][-1],
        "name": name_of(closure, "no"),
        "kind": "definition",
        "safety": "unsafe",
        "hints": 0,
    }
    closure["constants"].insert(0, helper)


def point_beyond(closure: Closure) -> None:
    closure["constants"][-1]["value"] = 10**9


def point_forward(closure: Closure) -> None:
    closure["terms"][0] = [5, len(closure["terms"]) - 1, 0]


def variable_too_large(closure: Closure) -> None:
    closure["terms"].append([0, 2**40])


def no_names(closure: Closure) -> None:
    closure["names"] = None


def name_nothing(closure: Closure) -> None:
    closure["constants"][-1]["name"] = "t"


FORGERIES: list[Callable[[Closure], None]] = [
    swap_type, drop_value, call_it_a_constructor, use_itself, use_the_goal, use_a_free_variable, use_a_hole,
    unsafe_helper, point_beyond, point_forward, variable_too_large, no_names, name_nothing,
]  # fmt: skip


@pytest.mark.parametrize("forge", FORGERIES, ids=lambda forge: forge.__name__)
@pytest.mark.parametrize("statement", ["3 = 4", "3 = 3"])
async def test_forged_data_are_refused(lean: Asking, forge: Callable[[Closure], None], statement: str) -> None:
    closure = await data_of(lean, "theorem t : 3 = 3 := rfl")
    forge(closure)
    found = await verdict(lean, statement, closure)
    assert found["proves"] == []
    assert found["refused"] or found["differing"] or forge is swap_type


async def test_an_axiom_under_another_kind_is_still_not_there(lean: Asking) -> None:
    closure = await data_of(lean, "axiom wish : 3 = 4\ntheorem t : 3 = 4 := wish")
    for kind in ("theorem", "recursor", "quot", "definition", "axiom"):
        forged = copy.deepcopy(closure)
        forged["constants"][0]["kind"] = kind
        assert (await verdict(lean, "3 = 4", forged))["proves"] == []


async def test_a_definition_of_ours_cannot_be_replaced(lean: Asking) -> None:
    ours = "def bound : Nat := 9"
    answer = await lean.pool.check(
        {"definitions": "", "text": "def bound : Nat := 4\ntheorem t : bound < 6 := by decide", "theorem": ["t"]},
        PATIENT,
    )
    found = await verdict(lean, "bound < 6", json.loads(answer["closure"]), ours)
    assert (found["proves"], found["differing"]) == ([], ["bound"])


async def test_another_definition_of_the_same_value_says_the_same(lean: Asking) -> None:
    answer = await lean.pool.check(
        {"definitions": "", "text": "def bound : Nat := 2 + 2\ntheorem t : bound < 6 := by decide", "theorem": ["t"]},
        PATIENT,
    )
    found = await verdict(lean, "bound < 6", json.loads(answer["closure"]), "def bound : Nat := 4")
    assert (found["proves"], found["differing"]) == (["claim"], ["bound"])


async def test_random_damage_never_proves_a_false_statement(lean: Asking) -> None:
    closure = await data_of(lean, "theorem t (n : Nat) (h : n < 3) : n < 5 := by omega")
    assert (await verdict(lean, "∀ n : Nat, n < 3 → n < 5", closure))["proves"] == ["claim"]
    chance = random.Random(7)
    for _ in range(80):
        damaged = json.loads(json.dumps(closure))
        for _ in range(chance.choice((1, 1, 2, 5))):
            damage(damaged, chance)
        with contextlib.suppress(ProcessFailed):  # a crash proves nothing either
            assert (await verdict(lean, "∀ n : Nat, n < 5 → n < 3", damaged))["proves"] == []


def damage(closure: Closure, chance: random.Random) -> None:
    """Change one entry: an index, a tag, a literal, a kind; swap two; or drop one."""
    table = closure[chance.choice(("terms", "terms", "terms", "levels", "names", "constants"))]
    at = chance.randrange(len(table))
    entry = table[at]
    if isinstance(entry, dict):
        key = chance.choice(sorted(entry))
        entry[key] = chance.choice((0, 1, len(closure["terms"]) - 1, "definition", "theorem", None, []))
        return
    place = chance.randrange(len(entry))
    what = chance.randrange(4)
    if what == 0 and isinstance(entry[place], int):
        entry[place] = max(0, entry[place] + chance.choice((-1, 1, 7)))
    elif what == 1:
        entry[place] = chance.choice((0, 3, 5, "5", "3", [], -1, 2**33))
    elif what == 2:
        other = chance.randrange(len(table))
        table[at], table[other] = table[other], table[at]
    else:
        table[at] = copy.deepcopy(table[chance.randrange(len(table))])


@pytest.mark.parametrize("closure", ["", "null", "[]", "3", "{}", "{", '"x"', "[[[[[[[["])
async def test_a_closure_that_is_none_is_refused(lean: Asking, closure: str) -> None:
    source = {"source": "theorem t : 1 = 1", "theorem": ["t"], "strict": True}
    question = {"statement": source, "goals": [], "theorem": ["t"], "closure": closure}
    assert (await lean.pool.judge(question, PATIENT))["proves"] == []
