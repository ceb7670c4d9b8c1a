"""What a puzzle, a board or a page can be saved as: one table for the dialogs that export and print."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from puzzles.family import PICTURE, Board
from puzzles.parameters import Parameter, Value
from puzzles.picture import Picture, retitled
from puzzles.registry import GAME
from tui.boards.drawing import Facts, draw
from tui.kept.loaded import Loaded
from tui.play.game_file import boards_on, game_text
from tui.play.played import PlayedGame
from tui.words.printing import (
    DEFAULT_PAPER,
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


def prints_of(items: Sequence[tuple[Loaded, Sequence[Board]]]) -> Iterator[Export]:
    """The formats of pages that hold all of these puzzles, each with its boards if it has any; none if one can't."""
    if not items or not all(pages_of(loaded.family) for loaded, _ in items):
        return

    def pages(fields: Fields) -> list[Picture]:
        each: list[tuple[Loaded, Board | None]] = []
        for loaded, boards in items:
            each += [(loaded, board) for board in boards] or [(loaded, None)]
        found = [loaded.family.picture(loaded.puzzle, board) for loaded, board in each]
        if len(items) > 1:
            found = [retitled(one, f"{number}: {one.title}") for number, one in enumerate(found, 1)]
        paper = str(fields.get(PAPER.name, DEFAULT_PAPER))
        return sheets(found, int(fields.get(PER_PAGE.name, 1)), paper)

    for one in (*PAGES, PICTURE):
        yield of_picture(one.name, one.explanation, one.suffix, pages)


def print_fields(items: Sequence[tuple[Loaded, Sequence[Board]]]) -> list[Parameter]:
    """What is asked of a print: the paper, and of several how many are on a page."""
    count = sum(max(1, len(boards)) for _, boards in items)
    fitting = next((one for one in PER_PAGE.choices if int(one) >= count), PER_PAGE.choices[-1])
    return [replace(PER_PAGE, default=fitting), PAPER] if count > 1 else [PAPER]
