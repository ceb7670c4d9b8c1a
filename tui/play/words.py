"""What is said of a game played by hand: the sentence above the board, the clock, what is typed, the rows beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from puzzles.by_hand import Choice, Hint, Trial
from puzzles.text.quoting import counted
from tui.boards.drawing import fitting
from tui.play.fill_game import CENTRE, COLOUR, FillGame
from tui.play.game import MoveGame
from tui.play.played import PlayedGame
from tui.words.wording import shorten

STAGES = 3
"""Of a hint: where, why, do it."""
HEAD, LABEL, TEXT, CHOSEN, HINT = "head", "label", "text", "chosen", "hint"
"""Kinds of a panel's pieces."""
COLOUR_NAMES = ("blue (a)", "green (b)", "yellow (c)", "violet (d)")
"""Of the cells' colours, with the letter that stands in the cell where it has room."""
PLAIN = str.maketrans("–─│╱╲", "--|/\\")
"""What families write in their lists, in ASCII."""
TAB_LISTS = " Tab: all"
Row = tuple[tuple[str, str], ...]
"""A row of the panel: (text, kind) of its pieces; empty for a blank one."""


def clock_text(seconds: float) -> str:
    """Such as `2:41` or `1:02:41`."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def help_text(game: PlayedGame) -> str:
    """The help taken, such as `1 hint, 2 checks`; empty for none."""
    taken = (("hint", game.tally.hints), ("check", game.tally.checks), ("reveal", game.tally.reveals))
    return ", ".join(counted(number, word) for word, number in taken if number)


def was_played(game: PlayedGame) -> bool:
    """False for a board that came complete, from a search, a file or as a record."""
    return game.at > 1 if isinstance(game, FillGame) else game.begun and game.seconds >= 1


def finished_text(game: PlayedGame) -> str:
    """Such as `Solved in 2:41 with 1 hint.`; games that are no puzzles with a solution are over.

    Of a board that came complete no time is said, nor help.
    """
    taken, end = help_text(game), ""
    if was_played(game):
        end = f" in {clock_text(game.seconds)}{f' with {taken}' if taken else ', without help'}"
    if isinstance(game, MoveGame):
        return f"The game is over{end and ','}{end}. {standing(game)}"
    return f"Solved{end}."


def standing(game: MoveGame) -> str:
    words = game.hand.standing(game.loaded.puzzle, game.board)
    return words if words.endswith(".") else f"{words}."


def sentence(game: PlayedGame, width: int, *, conflicts: bool = True) -> str:
    """How the game stands, in one sentence for a line of that width, with a rule that is broken."""
    if isinstance(game, MoveGame):
        return standing(game)
    assert isinstance(game, FillGame)
    words = f"{game.filled} of {counted(len(game.free), 'cell')} filled"
    fault = game.hand.fault(game.loaded.puzzle, game.board) if conflicts else ""
    if not fault:
        return f"{words}."
    fault = fault[:1].lower() + fault[1:].rstrip(".")
    return fitting((f"{words}; {fault}.", f"{words}; {fault.partition(':')[0]}.", f"{fault.partition(':')[0]}."), width)


@dataclass(frozen=True, slots=True)
class Typed:
    """What comes of a letter: `waiting` could go on, `value` is what is to be written, if any."""

    waiting: str = ""
    value: int | None = None


def symbols_of(game: FillGame, cell: int) -> dict[str, int]:
    """The values that may be written into the cell, by what people type."""
    puzzle = game.loaded.puzzle
    return {game.hand.symbol(puzzle, value): value for value in game.hand.values(puzzle, cell)}


def typed(symbols: Mapping[str, int], waiting: str, letter: str) -> Typed | None:
    """What is typed with one more letter; None if no value goes on so."""
    text = waiting + letter
    going_on = [one for one in symbols if one.startswith(text)]
    if going_on == [text]:
        return Typed("", symbols[text])
    return Typed(text) if going_on else None


def values_text(symbols: Mapping[str, int]) -> str:
    """The values in words, such as `1 to 20` or `A, C, G, U`."""
    names = list(symbols)
    if all(name.isdigit() for name in names) and len(names) > 2:
        return f"{names[0]} to {names[-1]}"
    return ", ".join(names)


def trial_text(game: PlayedGame, trial: Trial, width: int) -> str:
    """What is tried and how the game would stand, in one sentence for a line of that width."""
    if isinstance(game, FillGame):
        return f"Tried, not written: {trial.words}."
    assert isinstance(game, MoveGame)
    then = game.hand.standing(game.loaded.puzzle, trial.after).rstrip(".")
    return fitting((f"Tried ({trial.words}): {then}.", f"Tried: {then}.", f"Tried, {trial.words}."), width)


def cell_rows(game: FillGame, board: tuple[int, ...], cell: int) -> list[Row]:
    """What is to be known of a cell of that board: its place, and what its groups say."""
    puzzle = game.loaded.puzzle
    about = game.hand.about(puzzle, board, cell)
    width = max((len(label) for label, _ in about), default=0) + 2
    place = game.hand.place(puzzle, cell)
    centre = [game.hand.symbol(puzzle, one) for one in game.notes(cell, CENTRE)]
    notes = [("marks", " ".join(marks_of(game, cell))), ("middle", " ".join(centre))]
    notes.append(("colour", ", ".join(COLOUR_NAMES[one - 1] for one in game.notes(cell, COLOUR))))
    if board[cell] != game.hand.open_value:
        notes = notes[2:]
    about = (*((label, text) for label, text in notes if text), *about)
    width = max((width, *(len(label) + 2 for label, _ in about)))
    rows: list[Row] = [((place[:1].upper() + place[1:], HEAD),), ()]
    return rows + [((label.ljust(width), LABEL), (text, TEXT)) for label, text in about]


def marks_of(game: FillGame, cell: int | None) -> list[str]:
    """The pencil marks that the cell shows, as people write them; none where it has a value."""
    if cell is None or game.board[cell] != game.hand.open_value:
        return []
    return [game.hand.symbol(game.loaded.puzzle, one) for one in game.notes(cell, 0)]


def with_marks(marks: Sequence[str], text: str, width: int) -> str:
    """The sentence with the marks of the cell before it, for a line of that width where nothing else lists them."""
    if not marks:
        return text
    listed, ranges = (f"Marks: {one}." for one in (" ".join(marks), " ".join(_ranges(marks))))
    cut = shorten(ranges, max(10, width - len(TAB_LISTS))) + TAB_LISTS
    return fitting((f"{listed} {text}", listed, ranges, cut), width)


def _ranges(marks: Sequence[str]) -> list[str]:
    """Three numbers or more that follow each other as one text, such as `3-7`."""
    groups: list[list[str]] = []
    for one in marks:
        if groups and one.isdigit() and groups[-1][-1].isdigit() and int(one) == int(groups[-1][-1]) + 1:
            groups[-1].append(one)
        else:
            groups.append([one])
    return [text for group in groups for text in (group if len(group) < 3 else [f"{group[0]}-{group[-1]}"])]


def choice_rows(
    headings: Sequence[str], choices: Sequence[Choice], chosen: int | None, room: int, *, plain: bool
) -> list[Row]:
    """The list of legal moves under its headings, as many as there is room for, with the chosen one in view."""
    if not choices:
        return []
    widths, right = _columns(tuple(headings), tuple(choices))

    def line(cells: Sequence[str]) -> str:
        laid = [
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(cells, widths, right, strict=True)
        ]
        return "  ".join(laid).translate(PLAIN) if plain else "  ".join(laid)

    here = next((i for i, one in enumerate(choices) if one.move == chosen), 0)
    room = len(choices) if len(choices) < room else max(1, room - 2)  # of lines, one or two are taken
    first = min(max(0, here - room // 2), max(0, len(choices) - room))
    rows: list[Row] = [(("  " + line(headings), LABEL),)]
    for number, one in enumerate(choices[first : first + room], first):
        mark = (">" if plain else "▸") if number == here and chosen is not None else " "
        rows.append(((f"{mark} {line(one.cells)}", CHOSEN if mark != " " else TEXT),))
    hidden = len(choices) - len(choices[first : first + room])
    return [*rows, ((f"  {hidden} more", LABEL),)] if hidden else rows


@lru_cache(maxsize=4)
def _columns(headings: tuple[str, ...], choices: tuple[Choice, ...]) -> tuple[list[int], list[bool]]:
    """The width of each column of legal moves, and whether it holds figures only, which stand to the right."""
    columns = list(zip(*(one.cells for one in choices), strict=True))
    widths = [max(map(len, (name, *column))) for name, column in zip(headings, columns, strict=True)]
    return widths, [all(map(_figure, column)) for column in columns]


def hint_rows(game: PlayedGame, hint: Hint, stage: int) -> list[Row]:
    """The hint as far as it is shown: where, why, and what is to be done."""
    rows: list[Row] = [((f"Hint {stage} of {STAGES}", HINT),)]
    if stage == 1:
        if isinstance(game, FillGame) and hint.places:
            rows.append(((f"Look at {game.hand.place(game.loaded.puzzle, hint.places[0])}.", TEXT),))
        else:
            rows.append((("Look at what is marked.", TEXT),))
        return rows
    sure = "" if hint.certain else ", not certain"
    return [*rows, ((f"{hint.technique}{sure}", LABEL),), *(((line, TEXT),) for line in hint.reason)]


def _figure(text: str) -> bool:
    return text.lstrip("+-").replace(",", "").replace(".", "").isdigit() or text in ("–", "-", "")
