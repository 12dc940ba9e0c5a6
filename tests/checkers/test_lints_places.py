"""What the lints are given: places by the heads of their terms, and what is worked out once for all lints."""

from __future__ import annotations

import pytest

from proofsieve.checkers.lints import lint_statement
from proofsieve.checkers.lints.constants.look import LINTS as CONSTANTS
from proofsieve.checkers.lints.scope import places as places_file
from proofsieve.checkers.lints.scope.heads import head
from proofsieve.checkers.lints.scope.lint import Found, PlaceLint, run
from proofsieve.checkers.lints.scope.look import LINTS as SCOPE
from proofsieve.checkers.lints.scope.names import free_names
from proofsieve.checkers.lints.scope.places import Places
from proofsieve.checkers.lints.scope.shown import shown
from proofsieve.checkers.lints.scope.sites import Site, Sites, sites_of
from proofsieve.core.faithfulness.findings import Drift
from proofsieve.core.formal import Statement, read_statement, read_term

from .test_lint_constants import PAIRS as CONSTANT_PAIRS
from .test_lint_scope import PAIRS as SCOPE_PAIRS


def places(text: str) -> Places:
    statement = read_statement(text)
    assert statement is not None
    return Places(statement)


STATEMENTS = [places(text) for _, *texts in (*CONSTANT_PAIRS, *SCOPE_PAIRS) for text in texts]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Real.sqrt x", "sqrt"),
        ("x.natAbs", "natAbs"),
        ("(f x).index H", "index"),
        ("√x", "√"),
        ("n !", "!"),
        ("⌊x⌋₊", "⌊₊"),
        ("a - b", "-"),
        ("-b", "-"),
        ("a ≡ b [MOD n]", "MOD"),
        ("∑ i ∈ s, f i", "∑"),
        ("∃! x, p x", "∃!"),
        ("(n : ℝ)", ":"),
        ("l[i]!", "[]"),
        ("Nat.Prime", "Prime"),
        ("(fun x => x) y", ""),
        ("7", ""),
    ],
)
def test_the_head_of_a_term_is_what_lints_look_for(text: str, expected: str) -> None:
    assert head(read_term(text, frozenset("fxnabsplHiy"))[0]) == expected


def test_places_are_found_by_their_heads_in_the_order_of_the_text() -> None:
    here = places("theorem t (n : ℕ) (h : Real.sqrt n = 2) : n - 1 = √n ∧ n.sqrt - 2 = Nat.sqrt n := sorry")
    wanted = frozenset(("sqrt", "-", "√"))
    assert wanted <= here.heads
    assert [shown(site.term) for site in here.at(wanted)] == [
        shown(site.term) for site in here if head(site.term) in wanted
    ]
    assert [shown(site.term) for site in here.at(frozenset(("-", "log")))] == ["n - 1", "n.sqrt - 2"]
    assert here.at(frozenset(("log",))) == []


@pytest.mark.parametrize(
    "lint", [one for one in (*CONSTANTS, *SCOPE) if isinstance(one, PlaceLint)], ids=lambda one: one.id
)
def test_a_lint_finds_nothing_at_places_that_it_does_not_look_for(lint: PlaceLint) -> None:
    for here in STATEMENTS:
        everywhere = [found for site in here for found in lint.check(site, here)]
        assert everywhere == list(lint.look(here))


def test_a_lint_is_not_asked_where_nothing_has_its_head() -> None:
    def fails(site: Site, here: Places) -> list[Found]:
        raise AssertionError(shown(site.term))

    never = PlaceLint(id="never", meaning="", drift=Drift.WRONG_OBJECTS, heads=frozenset(("√", "log")), check=fails)
    assert list(run((never,), places("theorem t (n : ℕ) : n = n := sorry"))) == []


def test_free_names_are_those_of_the_term_that_is_asked_for() -> None:
    here = places("theorem t (x y : ℕ) (h : x = y) : ∀ x, x < y := sorry")
    terms = [site.term for site in here]
    assert [here.free(term) for term in (*terms, *terms)] == [free_names(term) for term in (*terms, *terms)]


def test_a_question_that_two_lints_ask_is_answered_once() -> None:
    asked: list[Places] = []

    def question(here: Places) -> str:
        asked.append(here)
        return here.statement.name

    first, second = places("theorem first : 1 = 1 := sorry"), places("theorem second : 1 = 1 := sorry")
    assert [here.once(question) for here in (first, first, second, second)] == ["first", "first", "second", "second"]
    assert asked == [first, second]


def test_all_lints_of_a_statement_share_one_walk(monkeypatch: pytest.MonkeyPatch) -> None:
    walked: list[Statement] = []

    def counted(statement: Statement) -> Sites:
        walked.append(statement)
        return sites_of(statement)

    monkeypatch.setattr(places_file, "sites_of", counted)
    report = lint_statement("theorem t (n : ℕ) : ∃ k : ℕ, k - n < 3 → n = k := sorry")
    assert len(walked) == 1
    assert {one.id for one in report.findings} >= {"nat-sub", "imp-under-exists"}
