"""Reading Lean source as tokens, commands, headers and negations: no Lean is asked."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofsieve.checkers.lean.judgement.commands import commands, theorems
from proofsieve.checkers.lean.judgement.header import Header, header_of
from proofsieve.checkers.lean.judgement.negation import bridge_proof, closed_statement, negated, witness_forms
from proofsieve.checkers.lean.judgement.plain import definitions_before
from proofsieve.checkers.lean.judgement.question import ask_body, ask_file, components, pick
from proofsieve.checkers.lean.judgement.scan import hidden_character, scan
from proofsieve.checkers.lean.judgement.source import blank
from proofsieve.checkers.lean.tactics.library import claim_attempts
from proofsieve.checkers.lean.tactics.variables import variables_of
from proofsieve.checkers.lean.tactics.witnesses import MAX_CANDIDATES, MAX_DEAR, negation_attempts, witness_attempts
from proofsieve.core.errors import ChoiceNeeded, InputError

PIECES = st.sampled_from(
    [
        *"theorem t def lemma axiom namespace end section variable := : ( ) { } [ ] ⟨ ⟩ | => by sorry".split(),
        *'/- -/ -- " \\ \' « » r#" "# @[simp] let have match with where .{u} ∀ ∃ ¬ , x n 1 ≤'.split(),
        *'set_option A.b «a b» s!"{ }'.split(),
        *"#eval #exit open in".split(),
        "\n",
    ]
)
SOURCES = st.lists(PIECES, max_size=40).map(" ".join)


def header(text: str) -> Header:
    found = header_of(text, pick(text, None, where=""))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a -- b\nc", "a     \nc"),
        ("a /- b /- c -/ d -/ e", "a                   e"),
        ('a "b -- c" d', "a          d"),
        (r'a "b \" c" d', "a          d"),
        ('a r#"b " c"# d', "a            d"),
        ("a '\"' b", "a     b"),
        ("a' \"b\" c'", "a'     c'"),
        ("«a -- b» c", "«a -- b» c"),
        ("a /- b", "a     "),
        ("a /--/ b -/ c", "a           c"),
        ("a /-!-/ b", "a       b"),
        ("a /--/", "a     "),
        ('a "b', "a   "),
        ('s!"{a}" ++ "b"', 's!"{a}" ++ "b"'),  # code may stand in a string with a brace
    ],
)
def test_comments_and_strings_become_blanks(text: str, left: str) -> None:
    assert blank(text, interpolated=True) == left


@given(SOURCES)
def test_blanking_keeps_every_offset(text: str) -> None:
    assert len(blank(text)) == len(text)
    assert [i for i, c in enumerate(blank(text)) if c == "\n"] == [i for i, c in enumerate(text) if c == "\n"]


@given(SOURCES)
def test_any_text_can_be_read(text: str) -> None:
    found = commands(text)
    assert all(a.end <= b.start for a, b in pairwise(found))
    scan(text)
    for theorem in theorems(text):
        definitions = definitions_before(text, theorem)
        assert len(definitions) == theorem.start
        made = header_of(text, theorem)
        if made is not None:
            assert text[made.start :].startswith(made.signature)
            variables_of(made)
            witness_forms(made)
        ask_file(text, theorem)
        ask_body(text, theorem, "sorry")


def test_long_and_deep_texts_are_read_in_linear_steps() -> None:
    for text in (
        "(" * 30_000,
        "/-" * 20_000,
        "theorem t : " + "¬" * 30_000,
        "«" * 30_000,
        '"\\' * 20_000,
        "'" * 30_000,
    ):
        commands(text)
        scan(text)
    many = "".join(f"theorem a{i} : True := trivial\n" for i in range(3_000))
    with pytest.raises(ChoiceNeeded):
        pick(many, None, where="")


def test_a_source_is_cut_into_commands_with_their_namespaces() -> None:
    text = (
        "import Init\nopen Nat\nnamespace A.B\n@[simp, reducible] private def f := 1\nsection\n"
        "theorem g : f = 1 := rfl\nend\n"
        "end A.B\nstructure S where\n  x : Nat\n  deriving DecidableEq\nderiving instance Repr for S\n#check f\n"
    )
    found = commands(text)
    assert [c.keyword for c in found] == [
        "import", "open", "namespace", "def", "section", "theorem", "end", "end", "structure", "deriving", "#check"
    ]  # fmt: skip
    assert [c.full_name for c in found if c.keyword in ("def", "theorem", "structure")] == ["A.B.f", "A.B.g", "S"]
    assert found[3].modifiers == ("private", "@simp", "@reducible")


def test_what_stands_in_comments_and_strings_is_no_command() -> None:
    text = '-- theorem a : 1 = 2\n/- theorem b -/\ndef s := "theorem c"\ntheorem d : True := trivial'
    assert [theorem.name for theorem in theorems(text)] == ["d"]


@pytest.mark.parametrize(
    ("text", "signature", "type_", "body"),
    [
        ("theorem t : 1 = 1 := rfl", ": 1 = 1", "1 = 1", "rfl"),
        ("theorem t (a b : Nat) {c : Int} : a = b", "(a b : Nat) {c : Int} : a = b", "a = b", ""),
        ("theorem t.{u} (α : Type u) : α = α := by\n  rfl", "(α : Type u) : α = α", "α = α", "by\n  rfl"),
        ("theorem t : let x := 5; x = 5 := rfl", ": let x := 5; x = 5", "let x := 5; x = 5", "rfl"),
        ("theorem t (x : Nat := 3) : x = x := rfl", "(x : Nat := 3) : x = x", "x = x", "rfl"),
        (
            "theorem t : ∀ n, n = n\n  | 0 => rfl\n  | _ + 1 => rfl",
            ": ∀ n, n = n",
            "∀ n, n = n",
            "| 0 => rfl\n  | _ + 1 => rfl",
        ),
        ("theorem t : (fun x : Nat => x) = id := rfl", ": (fun x : Nat => x) = id", "(fun x : Nat => x) = id", "rfl"),
        ("@[simp]\n-- := no\nprivate theorem t /- := -/ : 1 = 1 := rfl", "/- := -/ : 1 = 1", "1 = 1", "rfl"),
    ],
)
def test_a_header_ends_where_the_proof_begins(text: str, signature: str, type_: str, body: str) -> None:
    found = header(text)
    assert (found.signature.strip(), found.type, found.body) == (signature, type_, body)


def test_binders_have_brackets_names_types_and_defaults() -> None:
    groups = header("theorem t (a b : Nat) {h : a < b} [Inhabited Nat] ⦃c : Int⦄ (d := 5) x : True := sorry").binders
    assert [(g.bracket, g.names, g.type, g.has_default) for g in groups] == [
        ("(", ("a", "b"), "Nat", False),
        ("{", ("h",), "a < b", False),
        ("[", ("",), "Inhabited Nat", False),
        ("⦃", ("c",), "Int", False),
        ("(", ("d",), "", True),
        ("", ("x",), "", False),
    ]


def test_the_negation_is_of_the_closed_statement() -> None:
    found = header("theorem t (n : Nat) (h : 2 < n) : n < 9")
    assert closed_statement(found) == "(∀ (n : Nat) (h : 2 < n), n < 9)"
    assert negated(found) == "¬ (∀ (n : Nat) (h : 2 < n), n < 9)"
    assert witness_forms(found) == (
        "(∃ (n : Nat), (2 < n) ∧ ¬ (n < 9))",
        "∃ (n : Nat) (h : 2 < n), ¬ (n < 9)",
    )
    assert bridge_proof(found) == "fun ⟨x0, x1, no⟩ all => no (@all x0 x1)"
    assert negated(header("theorem t : 1 = 2")) == "¬ (1 = 2)"


def test_a_hypothesis_that_is_used_again_stays_under_exists() -> None:
    found = header("theorem t (i n : Nat) (h : i < n) : f ⟨i, h⟩ = 0")
    assert witness_forms(found) == ("∃ (i n : Nat) (h : i < n), ¬ (f ⟨i, h⟩ = 0)",)


@pytest.mark.parametrize("text", ["theorem t x : x = 1", "theorem t (x : Nat := 3) : x = 3"])
def test_what_cannot_stand_under_a_quantifier_is_not_negated(text: str) -> None:
    assert negated(header(text)) is None
    assert witness_forms(header(text)) == ()


def test_variables_come_from_binders_and_quantifiers() -> None:
    found = variables_of(header("theorem t {α : Type} (m : ℕ) : ∀ (a b : Int), ∀ n, n < 5 → a = b"))
    assert [(v.name, v.type, v.explicit, v.bound) for v in found] == [
        ("α", "Type", False, False),
        ("m", "Nat", True, False),
        ("a", "Int", True, True),
        ("b", "Int", True, True),
        ("n", "", True, True),
    ]


def test_the_theorem_that_is_meant_is_the_one_that_no_other_uses() -> None:
    text = "theorem a : True := trivial\nnamespace N\ntheorem b : True := a\nend N\ntheorem c : True := N.b"
    assert pick(text, None, where="").name == "c"
    assert pick(text, "N.b", where="").full_name == "N.b"
    with pytest.raises(ChoiceNeeded, match=r"there are: a, N\.b, c"):
        pick(text, "d", where="")
    with pytest.raises(ChoiceNeeded, match="one of: a, b"):
        pick("theorem a : True := trivial\ntheorem b : True := trivial", None, where="")
    with pytest.raises(InputError, match="no theorem"):
        pick("def a := 1", None, where="file.lean")


def test_a_name_has_components() -> None:
    assert components("A.«b.c».d'") == ("A", "b.c", "d'")


def test_only_plain_definitions_go_before_a_header() -> None:
    text = (
        "def f := 1\ntheorem a : f = 1 := rfl\nset_option maxRecDepth 900\nset_option linter.all true\n/-- doc -/\n"
        "theorem t : f = 1 := a"
    )
    found = definitions_before(text, pick(text, "t", where=""))
    assert found.split() == ["def", "f", ":=", "1", "set_option", "maxRecDepth", "900"]
    assert found.index("maxRecDepth") == text.index("maxRecDepth")


def test_the_scan_finds_words_and_not_what_looks_like_them() -> None:
    found = scan("-- unsafe\ndef myunsafe := 1\nunsafe def f := 1\ntheorem t : 1 = 2 := by sorry")
    assert [(w.text, w.line, w.column, w.refused) for w in found] == [("unsafe", 3, 0, True), ("sorry", 4, 24, False)]
    assert scan("def unsafe_ratio := 1\ntheorem not_sorry : True := trivial") == ()
    assert [w.text for w in scan("@[simp, init] def f := 1\ndef init := 2")] == ["init"]
    assert [w.refused for w in scan('theorem t : s!"{unsafeCast 1}" = "" := rfl')] == [True]


def test_a_body_is_put_under_our_header_and_keeps_its_lines() -> None:
    text = "def f := 1\n\ntheorem t (n : Nat) :\n    n = n := sorry"
    question = ask_body(text, pick(text, None, where=""), "by\n  rfl")
    assert question is not None
    assert question.text.splitlines()[question.body_line - 1] == "by"
    assert question.text.startswith("theorem t (n : Nat) :\n    n = n :=\n")
    against = ask_body(text, pick(text, None, where=""), "fun h => h", form="negation")
    assert against is not None
    assert against.text.startswith("theorem t : ¬ (∀ (n : Nat), n = n) :=\n")


@pytest.mark.parametrize(
    "text",
    [
        "theorem t (a b : Nat) (h : a < b) : ∃ k, a + k = b",
        "theorem t : ∀ n : Nat, 4 * cubes n = n ^ 2 * (n + 1) ^ 2",
        "theorem t (a b c : Int) : 2 * a * b ≤ a ^ 2 + b ^ 2 + c % 7",
        "theorem t (p q : Prop) (f : Nat → Nat) (law : ∀ n, f n = n) : p ∨ q",
        "theorem t x : x = 1",
    ],
)
def test_every_automatic_attempt_is_a_body_and_there_are_few(text: str) -> None:
    made = header(text)
    claims = list(claim_attempts(made, ["fib", "cubes"]))
    assert 5 < len(claims) < 40
    assert all(attempt.body.startswith("by") and "sorry" not in attempt.body for attempt in claims)
    assert len(list(negation_attempts(made))) <= MAX_CANDIDATES + MAX_DEAR + 4
    assert len(list(witness_attempts(made))) <= MAX_CANDIDATES + MAX_DEAR


def test_candidates_are_tried_from_the_smallest_on() -> None:
    names = [attempt.name for attempt in witness_attempts(header("theorem t (a : Nat) (b : Int) : (a : Int) = b"))]
    assert names[:6] == [
        "a = 0, b = 0",
        "a = 0, b = 1",
        "a = 1, b = 0",
        "a = 0, b = -1",
        "a = 1, b = 1",
        "a = 2, b = 0",
    ]


def test_pictures_and_accents_hide_nothing() -> None:
    assert hidden_character("-- ⚠️ fine 👩‍🔬 ✅ é “x” – … \u00a0\n\tend\r\n") is None


@pytest.mark.parametrize(
    "character", ["\u200b", "\u202e", "\u2066", "\ufeff", "\u00ad", "\u2028", "\x0b", "\x7f", "\U000e0041"]
)
def test_a_character_that_is_not_seen_is_found_where_it_is(character: str) -> None:
    found = hidden_character(f"theorem t\n  : -- {character}")
    assert found is not None
    assert (found.line, found.column, found.text) == (2, 7, f"U+{ord(character):04X}")
