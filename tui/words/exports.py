"""What a puzzle, a board or a page can be saved as: one table for the dialogs that export and print."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from puzzles.family import PICTURE, Board, Puzzle
from puzzles.parameters import Parameter, Value
from puzzles.picture import Picture, retitled
from puzzles.registry import GAME
from tui.boards.drawing import Facts, draw
from tui.kept.loaded import Loaded
from tui.play.game_file import boards_on, game_text
from tui.play.played import PlayedGame
from tui.words.printing import (
    DEFAULT_PAPER,
    MOST_PER_PAGE,
    PAGE_NAMES,
    PAGES,
    PAPERS,
    encoded,
    formats_of,
    page_file,
    pages_of,
    replays_of,
    sheets,
)
from tui.words.replay import replayed, steps_to

Fields = Mapping[str, Value]
"""What was chosen besides the format, by the names of the dialog's fields."""
PER_PAGE = Parameter("on_a_page", str, "1", "how many on each page", choices=("1", "2", "4", "6", "9", "12"))
NO, YES = "no", "yes"
SOLUTIONS = Parameter("solutions", str, NO, "solutions on pages behind, each searched for 30 s", choices=(NO, YES))
PAPER = Parameter("paper", str, DEFAULT_PAPER, "the paper's size", choices=tuple(PAPERS))


class Export(NamedTuple):
    """A format: its name, what it is, how names of its files end, what a file holds, and what of it is shown before."""

    name: str
    about: str
    suffix: str
    content: Callable[[Fields], bytes]
    preview: Callable[[Fields], Picture | str]


def of_text(name: str, about: str, suffix: str, write: Callable[[], bytes]) -> Export:
    """A format of text: its beginning is shown."""
    return Export(name, about, suffix, lambda _: write(), lambda _: write().decode(errors="replace"))


def of_picture(name: str, about: str, suffix: str, draw: Callable[[Fields], Sequence[Picture]]) -> Export:
    """A format of pictures or pages: the first one is shown."""
    return Export(name, about, suffix, lambda fields: page_file(name, draw(fields)), lambda fields: draw(fields)[0])


def exports_of(
    loaded: Loaded, boards: Sequence[Board], facts: Sequence[Facts], played: PlayedGame | None = None
) -> Iterator[Export]:
    """The formats that hold the puzzle, or these boards of it; `facts`: the checker's of each board.

    `played`: the game that led to the only board; without it the steps are those of `steps_to`.
    """
    family, puzzle, able = loaded.family, loaded.puzzle, set(loaded.formats)

    def pictures(_: Fields) -> list[Picture]:
        return [family.picture(puzzle, board) for board in boards] or [family.picture(puzzle)]

    for one in formats_of(family):
        if one.name not in able:
            continue
        if one.name in PAGE_NAMES:
            yield of_picture(one.name, one.explanation, one.suffix, lambda fields: sheets(pictures(fields)))
        elif one == PICTURE:
            yield of_picture(one.name, one.explanation, one.suffix, pictures)
        else:
            write = partial(encoded, family, puzzle, one.name, boards, facts)
            yield of_text(one.name, one.explanation, one.suffix, write)
    if len(boards) != 1:
        return

    def replay(name: str, fields: Fields) -> bytes:
        if name == GAME and played is not None:
            return game_text(played).encode()
        return replayed(name, puzzle, boards_on(played) or steps_to(family, puzzle, boards[0]))

    def last_screen(_: Fields) -> str:
        return "\n".join(
            "".join(piece.text for piece in line) for line in draw(puzzle, boards[0], width=80, plain=False)
        )

    for one in replays_of(family):
        yield Export(one.name, one.explanation, one.suffix, partial(replay, one.name), last_screen)


def prints_of(
    items: Sequence[tuple[Loaded, Sequence[Board]]], solved: Mapping[Puzzle, Board] | None = None
) -> Iterator[Export]:
    """The formats of pages that hold all of these puzzles, each with its boards if it has any; none if one can't.

    `solved`: solutions, which stand on pages behind if they are asked for.
    """
    if not items or not all(pages_of(loaded.family) for loaded, _ in items):
        return

    def pages(name: str, fields: Fields) -> list[Picture]:
        each: list[tuple[Loaded, Board | None]] = []
        for loaded, boards in items:
            each += [(loaded, board) for board in boards] or [(loaded, None)]
        found = [loaded.family.picture(loaded.puzzle, board) for loaded, board in each]
        if len(items) > 1:
            found = [retitled(one, f"{number}: {one.title}") for number, one in enumerate(found, 1)]
        paper, each_page = str(fields.get(PAPER.name, DEFAULT_PAPER)), int(fields.get(PER_PAGE.name, 1))
        behind = [
            retitled(loaded.family.picture(loaded.puzzle, board), _solution_title(number, len(items), board))
            for number, loaded in enumerate(unsolved_in(items) if fields.get(SOLUTIONS.name) == YES else (), 1)
            for board in [(solved or {}).get(loaded.puzzle)]
        ]
        if behind and name != PAGES[0].name:  # a file of one page
            return sheets([*found, *behind], _places(len(found) + len(behind)), paper)
        return sheets(found, each_page, paper) + sheets(behind, each_page, paper)

    for one in (*PAGES, PICTURE):
        yield of_picture(one.name, one.explanation, one.suffix, partial(pages, one.name))


def unsolved_in(items: Sequence[tuple[Loaded, Sequence[Board]]]) -> list[Loaded]:
    """The puzzles of which no board is printed, if all have a solution to be found; else none."""
    able = all(loaded.family.optimisation is None for loaded, _ in items)
    return [loaded for loaded, boards in items if not boards] if able else []


def _solution_title(number: int, of: int, board: Board | None) -> str:
    words = "Solution" if board is not None else "No solution found"
    return f"{words} of {number}" if of > 1 else words


def _places(count: int) -> int:
    """How many places a page for so many pictures has."""
    return next((int(one) for one in PER_PAGE.choices if int(one) >= count), MOST_PER_PAGE)


def print_fields(items: Sequence[tuple[Loaded, Sequence[Board]]]) -> list[Parameter]:
    """What is asked of a print: the paper, of several how many are on a page, and whether with their solutions."""
    count = sum(max(1, len(boards)) for _, boards in items)
    first = [replace(PER_PAGE, default=str(_places(count))), PAPER] if count > 1 else [PAPER]
    return [*first, SOLUTIONS] if unsolved_in(items) else first
