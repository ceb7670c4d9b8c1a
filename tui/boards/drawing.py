"""A board drawn as pieces of text, each with its kind; the widgets colour them, the commands print them. No textual."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple, Protocol, runtime_checkable

from puzzles.errors import PuzzleError
from puzzles.family import Board, Puzzle
from puzzles.foreign import added, in_one_line
from puzzles.parameters import Value
from puzzles.registry import get_family
from puzzles.text.quoting import printable

LINE, BLANK, TEXT = "line", "blank", "filled"
"""Kinds of pieces that are no cells: a grid's lines, the space around and between, and plain text."""

Facts = Mapping[str, Value]
"""What the checker says further of a board, as `puzzles.family.Verdict` explains."""


class Piece(NamedTuple):
    """Some text of one kind; `value` is the index of the board's value that it shows, -1 for none."""

    text: str
    kind: str
    value: int = -1


def joined(text: Iterable[str], kinds: Iterable[str]) -> list[Piece]:
    """Characters with a kind each as pieces: neighbours of one kind are one."""
    runs = groupby(zip(text, kinds, strict=True), key=itemgetter(1))
    return [Piece("".join(letter for letter, _ in run), kind) for kind, run in runs]


Lines = list[list[Piece]]
"""A drawing, line by line."""


class BoardScene(NamedTuple):
    """The scene of boards that have none of their own; what has an index in `marked` stands out."""

    board: tuple[int, ...]
    marked: frozenset[int]
    facts: Facts | None = None


@runtime_checkable
class Drawing(Protocol):
    """How a family's boards are drawn as text. A module with these two functions is one too."""

    def draw(self, puzzle: Puzzle, board: Board, *, width: int, plain: bool, facts: Facts | None = None) -> Lines:
        """The board for a page of that width, in ASCII if `plain`; `facts`: what the checker has said of it."""

    def fits(self, puzzle: Puzzle, board: Board) -> bool:
        """True if the board has the form that the puzzle's boards have; a run's folder may hold anything.

        PuzzleError or TypeError for what has not, too.
        """


class TextDrawing:
    """The drawing of a family that has none: the puzzle with its board, in the family's first written format."""

    def draw(self, puzzle: Puzzle, board: Board, *, width: int, plain: bool, facts: Facts | None = None) -> Lines:
        """The text's lines, whatever the width; PuzzleError if the family can't write the board."""
        family = get_family(puzzle.family)
        written = [one.name for one in family.formats if one.writes]
        if not written:
            return [[Piece(line, TEXT)] for line in (puzzle.title, str(family.notation(puzzle, board)))]
        return [[Piece(line, TEXT)] for line in family.write(puzzle, written[0], board).splitlines()]

    def fits(self, puzzle: Puzzle, board: Board) -> bool:
        self.draw(puzzle, board, width=0, plain=True)
        return True


class GuardedDrawing:
    """The drawing of another distribution: where it raises an exception, the family's text below one line about it."""

    def __init__(self, drawing: Drawing) -> None:
        self.drawing = drawing

    def draw(self, puzzle: Puzzle, board: Board, *, width: int, plain: bool, facts: Facts | None = None) -> Lines:
        try:
            drawn = self.drawing.draw(puzzle, board, width=width, plain=plain, facts=facts)
            return [[Piece(*piece) for piece in line] for line in drawn]
        except Exception as error:
            said = f"(the drawing of {puzzle.family} fails: {in_one_line(error)})"
            return [[Piece(said, TEXT)], *TextDrawing().draw(puzzle, board, width=width, plain=plain)]

    def fits(self, puzzle: Puzzle, board: Board) -> bool:
        try:
            return bool(self.drawing.fits(puzzle, board))
        except Exception:
            return False


def accepted(name: str, loaded: Any) -> Drawing:
    """The drawing that an entry point names: an object, a module or a class; ValueError if it is no drawing."""
    found = loaded() if isinstance(loaded, type) else loaded
    if not isinstance(found, Drawing):
        raise ValueError("it has no draw and fits, as tui.boards.drawing.Drawing")
    return GuardedDrawing(found)


BOARDS = {
    "latin": ("tui.boards.sudoku", "tui.boards.grid_board:GridBoard"),
    "kakuro": ("tui.boards.kakuro", "tui.boards.grid_board:GridBoard"),
    "sudoku": ("tui.boards.sudoku", "tui.boards.grid_board:GridBoard"),
    "morpion": ("tui.boards.morpion.text", "tui.boards.morpion.board:MorpionBoard"),
    "rna": ("tui.boards.rna.text", "tui.boards.rna.board:RnaBoard"),
    "samegame": ("tui.boards.samegame.text", "tui.boards.samegame.board:SameGameBoard"),
    "tsptw": ("tui.boards.tsptw.text", "tui.boards.tsptw.board:TsptwBoard"),
}
"""The drawing of each family, a module or DRAWING in it, and its widget; imported when first needed.

Another distribution adds these by entry points of the groups mcs_tui.drawings, such as
`ladder = "ladder_family.drawing"`, and mcs_tui.boards, such as `ladder = "ladder_family.board:LadderBoard"`. A family
that has none is shown as text.
"""
OF_TEXT = ("", "tui.boards.page_board:TextBoard")
"""The entry of a family that has none."""


def drawing_of(family: str) -> Drawing:
    """What draws the family's boards as text: ours, one of another distribution, or the family's own text."""
    if family not in BOARDS:
        return foreign_drawings().get(family) or TextDrawing()
    module = importlib.import_module(BOARDS[family][0])
    found: Drawing = getattr(module, "DRAWING", module)
    return found


@cache
def foreign_drawings() -> dict[str, Drawing]:
    """The drawings of other distributions, by family."""
    return added("mcs_tui.drawings", accepted, BOARDS)


def draw(puzzle: Puzzle, board: Board, *, width: int, plain: bool, facts: Facts | None = None) -> Lines:
    """The board for a page of that width, line by line."""
    return drawing_of(puzzle.family).draw(puzzle, board, width=width, plain=plain, facts=facts)


def drawable(puzzle: Puzzle, board: Board) -> bool:
    """True if the board has the form that the puzzle's boards have."""
    try:
        return drawing_of(puzzle.family).fits(puzzle, board)
    except (PuzzleError, TypeError):
        return False


def fitting(texts: Iterable[str], width: int) -> str:
    """The first of the texts, longest first, for which there is room; else the last."""
    text = ""
    for text in texts:
        if len(text) <= width:
            break
    return text


BOLD, DIM, REVERSE = "1", "2", "7"
COLOURS = ("31", "32", "94", "33", "35", "36", "37", "91", "92")
STYLES: dict[str, str] = {
    **dict.fromkeys(("given", "sum", "fixed"), BOLD),
    **dict.fromkeys(("line", "black", "quiet"), DIM),
    **dict.fromkeys(("wrong", "lit"), REVERSE),
    **dict(zip(("filled", "age2", "age3", "age4"), ("32", "34", "32", "33"), strict=True)),
    **dict(zip("ACGU", ("33", "32", "31", "94"), strict=True)),
    **{f"c{number}": colour for number, colour in enumerate(COLOURS)},
}
"""How the kinds of pieces look on a terminal (ECMA-48, SGR), word by word of a kind; nothing by colour alone."""
INK = "#262626"
"""Of the glyph on its tile."""
TILE_COLOURS = (
    ("#d75f5f", "#af0000", "ansi_red", "ansi_bright_white", "ansi_bright_white"),
    ("#87af5f", "#005f00", "ansi_green", "ansi_black", "ansi_bright_white"),
    ("#5fafd7", "#005faf", "ansi_blue", "ansi_bright_white", "ansi_bright_white"),
    ("#d7af5f", "#875f00", "ansi_yellow", "ansi_black", "ansi_bright_white"),
    ("#af87d7", "#5f00af", "ansi_magenta", "ansi_bright_white", "ansi_bright_white"),
    ("#5fafaf", "#005f5f", "ansi_cyan", "ansi_black", "ansi_bright_white"),
    ("#afafaf", "#4e4e4e", "ansi_white", "ansi_black", "ansi_black"),
    ("#d7875f", "#af5f00", "ansi_bright_red", "ansi_black", "ansi_bright_white"),
    ("#d787af", "#af005f", "ansi_bright_black", "ansi_bright_white", "ansi_bright_white"),
)
"""Of each colour: its tile, and its glyph on a pale tile. In the terminal's own sixteen: its tile, the glyph on it, and
what its tile becomes when it is set off. The calm ones are all about as bright; those next to each other in the list
differ most, as boards have few colours."""
TILED = {
    f"c{number}": (f"color: {INK}; background: {tile}", f"color: {ansi_glyph}; background: {ansi_tile}")
    for number, (tile, _, ansi_tile, ansi_glyph, _) in enumerate(TILE_COLOURS)
}
"""By the name of a colour, the looks of its tile, as of `tui.boards.page_board.colour_rules`."""


@cache
def style_codes(kind: str) -> tuple[str, ...]:
    """The codes of STYLES for a kind such as `c1-lit`; none for one that has no style."""
    return tuple(STYLES[word] for word in kind.split("-") if word in STYLES)


def on_terminal(line: Sequence[Piece]) -> str:
    """The line as a terminal is sent it, with colours and without blanks at its end."""
    return "".join(_styled(printable(text), style_codes(kind)) for text, kind, _ in line).rstrip()


def _styled(text: str, codes: Sequence[str]) -> str:
    return f"\x1b[{';'.join(codes)}m{text}\x1b[0m" if codes and not text.isspace() else text
