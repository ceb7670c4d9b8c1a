"""A game as a picture: the first position, each cell with the number of the move that removes it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puzzles.errors import PuzzleError
from puzzles.picture import INK, PAINTS, Pen, Picture, Point, Shape, Words, box, line, note, titled
from puzzles.samegame import checker
from puzzles.samegame.formats.board_record import summary
from puzzles.samegame.position import Replay
from puzzles.samegame.puzzle import Move, SameGamePuzzle

CELL = 30.0
"""A cell's side."""

MARGIN, TOP, FOOT = 30.0, 74.0, 40.0
NARROWEST = 600.0
"""The figures and the legend need it, whatever the board's width."""

SHAPES = "●▲■◆★○△□◇"
"""One for each colour, as the app draws it: nothing is shown by colour alone."""

CELLS = tuple(Pen(fill=paint) for paint in PAINTS)
EDGE, LEFT = Pen("#ffffff", 2), Pen(INK, 2)
SHAPE, LARGE, NUMBER = 8.0, 15.0, 12.0
"""Sizes: of a cell's shape in a game and on a bare board, and of a move's number."""


def picture(puzzle: SameGamePuzzle, board: Sequence[int] | None = None) -> Picture:
    """The game, by default that which came with the puzzle, or the bare board; PuzzleError if it is not legal."""
    played = puzzle.moves or puzzle.played if board is None else tuple(int(code) for code in board)
    verdict = checker.judge(puzzle, played)
    if not verdict.legal:
        raise PuzzleError(verdict.faults[0], "a legal game")
    about = summary(played, verdict)
    game = Replay(puzzle, played)
    inner = puzzle.width * CELL
    width, height = max(inner + 2 * MARGIN, NARROWEST), puzzle.height * CELL + TOP + FOOT
    indent = (width - inner) / 2
    shapes: list[Shape] = [Words(about, (width / 2, 52), 13)]
    cells = {
        Move(column, row): colour
        for column, colours in enumerate(game.positions[0].columns)
        for row, colour in enumerate(colours)
    }

    def corner(cell: Move) -> Point:
        return indent + cell.column * CELL, TOP + (puzzle.height - 1 - cell.row) * CELL

    for cell, colour in cells.items():
        shapes += _cell(*corner(cell), colour, game.gone.get(cell, 0), played=bool(played))
    for cell in cells:
        shapes += _edges(cell, cells, game.gone, *corner(cell))
    if played:
        left = [corner(cell) for cell in cells if cell not in game.gone]
        shapes += [box(LEFT, (x + 2, y + 2), CELL - 4, CELL - 4) for x, y in left]
        shapes += _legend(height - FOOT / 2, left=bool(left))
    return titled(width, height, puzzle.title, about, shapes)


def _cell(x: float, y: float, colour: int, number: int, *, played: bool) -> Iterator[Shape]:
    yield box(CELLS[colour], (x, y), CELL, CELL)
    if played:
        yield Words(SHAPES[colour], (x + 7, y + 7), SHAPE)
    else:
        yield Words(SHAPES[colour], (x + CELL / 2, y + CELL / 2), LARGE)
    if number:
        yield Words(str(number), (x + CELL / 2 + 1, y + CELL - 12), NUMBER)


def _edges(cell: Move, cells: dict[Move, int], gone: dict[Move, int], x: float, y: float) -> Iterator[Shape]:
    """Lines to the right and above, where the next cell goes at another move or has another colour."""
    for beside, start in (
        (Move(cell.column + 1, cell.row), (x + CELL, y + CELL)),
        (Move(cell.column, cell.row + 1), (x, y)),
    ):
        if beside in cells and (gone.get(beside), cells[beside]) != (gone.get(cell), cells[cell]):
            yield line(EDGE, start, (x + CELL, y))


def _legend(y: float, *, left: bool) -> Iterator[Shape]:
    yield note("A number is that of the move which removes the cell.", (MARGIN, y))
    if left:
        x = MARGIN + 380
        yield box(LEFT, (x, y - 8), 16, 16)
        yield note("left at the end", (x + 24, y))
