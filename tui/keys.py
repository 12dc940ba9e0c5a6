"""The keys of the app, in one table: bindings, footer, help and palette all come from it."""

from __future__ import annotations

from dataclasses import dataclass

from textual.binding import Binding, BindingType

REVIEW, PROOF, CONVENTIONS = "review", "proof", "conventions"
NARROW = 100
"""Below this many columns the panes become tabs."""
BOTH = (REVIEW, PROOF)
ALL = (REVIEW, PROOF, CONVENTIONS)
EACH_KEY = "{key}"
"""Stands in an action for the key that was pressed: one command with a key for each of its values."""


@dataclass(frozen=True)
class Command:
    """Something a key does.

    ``id`` names it for remapping and is stable; ``keys`` are Textual key names; ``show`` how they are written;
    ``word`` what the footer says; ``says`` the sentence of help and palette; ``footer`` its rank among the keys that
    are shown while there is room (0: never).
    """

    id: str
    keys: str
    show: str
    action: str
    word: str
    says: str
    section: str
    footer: int = 0
    screens: tuple[str, ...] = (REVIEW,)


COMMANDS = (
    Command("decide.confirm", "a", "a", "confirm", "confirm", "confirm the machine's verdict and go on", "decide", 1),
    Command("decide.correct", "v", "v", "decide('correct')", "correct", "call the unit correct", "decide", 2),
    Command("decide.flawed", "x", "x", "decide('flawed')", "flawed", "call the unit flawed", "decide", 3),
    Command("decide.uncertain", "u", "u", "decide('uncertain')", "uncertain", "leave it uncertain", "decide", 4),
    Command(
        "decide.depth",
        "D",
        "D",
        "depth",
        "depth",
        "read, recomputed or trusted, from now on",
        "decide",
    ),
    Command("undo", "z", "z", "undo", "undo", "take back the last thing you did", "decide", 5, (REVIEW, CONVENTIONS)),
    Command("redo", "Z", "Z", "redo", "redo", "bring back what you took back", "decide", 0, (REVIEW, CONVENTIONS)),
    Command("flag", "space", "space", "flag", "flag", "flag for later, or take the flag off", "decide", 12),
    Command("note", "e", "e", "note", "note", "write a note on the unit", "decide", 9),
    Command("statement.edit", "E", "E", "edit", "write", "write a formal statement in $EDITOR", "decide", 14),
    Command("statement.judge", "equals_sign", "=", "judge", "judge", "judge a statement slot by slot", "decide"),
    Command("statement.check", "R", "R", "check", "check", "check the statements, or cancel that", "decide", 13),
    Command("move.next", "j,down", "j ↓", "move(1)", "down", "next unit of the queue", "move", 0, BOTH),
    Command("move.previous", "k,up", "k ↑", "move(-1)", "up", "previous unit of the queue", "move", 0, BOTH),
    Command("move.next-open", "n", "n", "next_open(1)", "next open", "next open unit, around the end", "move", 6, BOTH),
    Command("move.previous-open", "N", "N", "next_open(-1)", "previous open", "previous open unit", "move", 0, BOTH),
    Command("move.proof-next", "J", "J", "in_proof(1)", "after", "the unit that follows in the proof", "move"),
    Command("move.proof-previous", "K", "K", "in_proof(-1)", "before", "the unit that precedes in the proof", "move"),
    Command("move.page-down", "pagedown", "PgDn", "page(1)", "page down", "a page down", "move", 0, BOTH),
    Command("move.page-up", "pageup", "PgUp", "page(-1)", "page up", "a page up", "move", 0, BOTH),
    Command("move.first", "g,home", "g Home", "move(-1000000000)", "first", "the first unit", "move", 0, BOTH),
    Command("move.last", "G,end", "G End", "move(1000000000)", "last", "the last unit", "move", 0, BOTH),
    Command("filter", "slash", "/", "filter", "filter", "show only what a filter matches", "look", 7),
    Command("filter.open", "o", "o", "open_only", "open only", "show open units only, or all", "look", 11),
    Command("rank", "r", "r", "rank", "rank", "order by the next rank", "look", 10),
    Command("pane.1", "1", "1", "pane(1)", "step", "the step in the source's words", "look"),
    Command("pane.2", "2", "2", "pane(2)", "obligation", "what the unit owes", "look"),
    Command("pane.3", "3", "3", "pane(3)", "checker", "what the checkers answered", "look"),
    Command("pane.4", "4", "4", "pane(4)", "faithfulness", "whether the formal text says the same", "look"),
    Command("pane.5", "5", "5", "pane(5)", "path", "where it stands, and its history", "look"),
    Command("pane.next", "tab", "Tab", "next_pane(1)", "next pane", "the next pane", "look"),
    Command("pane.previous", "shift+tab", "Shift+Tab", "next_pane(-1)", "previous pane", "the previous pane", "look"),
    Command("pane.full", "f", "f", "full", "full", "one pane at full width, and back", "look", 15),
    Command("diff", "d", "d", "diff", "diff", "prose and formal text side by side", "look"),
    Command("copy", "y", "y", "copy", "copy", "copy the obligation (OSC 52)", "look"),
    Command(
        "review",
        "enter,S",
        "Enter",
        "review",
        "review this unit",
        "review the unit under the cursor",
        "look",
        1,
        (PROOF,),
    ),
    *(
        Command(f"conventions.{name}", keys, show, action, word, says, section, rank, (CONVENTIONS,))
        for name, keys, show, action, word, says, section, rank in (
            (
                "answer",
                "1,2,3,4,5,6,7,8",
                "1-8",
                f"answer({EACH_KEY})",
                "answer",
                "take that reading",
                "decide",
                0,
            ),
            ("reason", "e", "e", "reason", "reason", "a reason for your next answer to it", "decide", 4),
            ("mark", "space", "space", "mark", "mark", "mark the next reading, to answer later", "decide", 3),
            ("confirm", "a", "a", "confirm", "confirm marked", "give all answers that are marked", "decide", 2),
            ("withdraw", "w", "w", "withdraw", "withdraw", "it does not matter here, with a reason", "decide", 6),
            ("again", "o", "o", "again", "ask again", "ask again what was withdrawn", "decide", 0),
            ("ask", "p", "p", "ask", "ask", "ask a question about the open unit", "decide", 7),
            ("next", "j,down", "j ↓", "move(1)", "down", "next question", "move", 0),
            ("previous", "k,up", "k ↑", "move(-1)", "up", "previous question", "move", 0),
            ("next-open", "n", "n", "next_open(1)", "next open", "next question without an answer", "move", 0),
            ("previous-open", "N", "N", "next_open(-1)", "previous open", "the one before it", "move", 0),
            ("edge-next", "J", "J", "edge(1)", "edge down", "next edge that it bears on", "move", 0),
            ("edge-previous", "K", "K", "edge(-1)", "edge up", "previous edge that it bears on", "move", 0),
            ("first", "g,home", "g Home", "move(-1000000000)", "first", "the first question", "move", 0),
            ("last", "G,end", "G End", "move(1000000000)", "last", "the last question", "move", 0),
            (
                "jump",
                "enter",
                "Enter",
                "jump",
                "to the edge",
                "review the edge; c comes back",
                "look",
                1,
            ),
            ("page-down", "pagedown", "PgDn", "page(1)", "page down", "read on in the question", "look", 0),
            ("page-up", "pageup", "PgUp", "page(-1)", "page up", "read back in the question", "look", 0),
        )
    ),
    Command(
        "conventions",
        "c",
        "c",
        "app.conventions",
        "conventions",
        "what the text leaves open, and back",
        "look",
        7,
        ALL,
    ),
    Command("proof", "S", "S", "proof", "whole proof", "the whole proof with its verdicts", "look", 8),
    Command("help", "question_mark", "?", "app.help", "keys", "all keys and marks", "app", 16, ALL),
    Command("palette", "ctrl+p", "^p", "app.command_palette", "palette", "find a command by name", "app", 0, ALL),
    Command("quit", "q", "q", "app.quit", "quit", "leave; everything is saved already", "app", 17, ALL),
)
SCROLLING = frozenset({"up", "down", "pageup", "pagedown", "home", "end"})
SECTIONS = {"decide": "Decide", "move": "Move", "look": "Look", "app": "App"}


def commands(screen: str) -> tuple[Command, ...]:
    """The commands of a screen, in the order of the table."""
    return tuple(command for command in COMMANDS if screen in command.screens)


def bindings(screen: str) -> list[BindingType]:
    """The commands of a screen as bindings that a keymap can remap by id.

    They have priority, so that a command acts before the next key is looked at: a filter or a reason that is typed
    ahead goes into its line and is not taken for commands. The keys that scroll are left to the focused pane first.
    """
    return [
        Binding(
            key,
            command.action.replace(EACH_KEY, key),
            command.word,
            id=command.id,
            tooltip=command.says,
            show=False,
            priority=key not in SCROLLING and not command.action.startswith("app."),
        )
        for command in commands(screen)
        if command.id != "palette"
        for key in command.keys.split(",")
    ]


def acts_on(screen: str) -> frozenset[str]:
    """The names of the screen's own actions."""
    return frozenset(command.action.partition("(")[0] for command in commands(screen))


def footer(screen: str) -> tuple[Command, ...]:
    """The commands that the footer names, most wanted first."""
    return tuple(sorted((command for command in commands(screen) if command.footer), key=lambda c: c.footer))
