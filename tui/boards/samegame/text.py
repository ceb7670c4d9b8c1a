"""The board of SameGame: a position with the group about to go, or a whole game by the order in which its cells go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from puzzles.family import Board, Puzzle
from puzzles.folder_family import own
from puzzles.samegame.position import Cells, Position, Replay, has_group, points, replayed
from puzzles.samegame.puzzle import Move, SameGamePuzzle
from puzzles.text.quoting import counted
from tui.boards.canvas import Canvas
from tui.boards.drawing import Facts, Lines, fitting
from tui.boards.game import Game
from tui.boards.samegame.page_tiles import CURSOR, GLYPHS, GONE, LIT, MARKED, PASSING, PLAIN_GLYPHS, TILES, Tiles

NUMBERED = 3
"""The size at which a game is written as text: glyph and number in one line."""
CLOSE = 5
"""The size at which a position is."""


@dataclass(frozen=True, slots=True)
class Pointer:
    """What is pointed at: the cells of a group, by their places in the position, or on the start board in an overview.

    `cell` is the one where the cursor stands; None if only the mouse is there.
    """

    cells: Cells
    cell: Move | None = None


class SameGameGame(Game):
    """Pages of games on one board; all have its size."""

    pointer: Pointer | None

    def __init__(self, puzzle: Puzzle, *, plain: bool) -> None:
        self.puzzle = own(puzzle, SameGamePuzzle)
        self.plain = plain
        self.zooms = len(TILES)
        self.pointer = None
        self._unlit: tuple[int, Sequence[tuple[int, ...] | None], Canvas] | None = None
        """The page that was painted last, with no cell set off: its size, its columns' colours, and itself."""

    def replay(self, board: Board) -> Replay:
        return replayed(self.puzzle, tuple(board))

    def size(self, zoom: int) -> tuple[int, int]:
        return self.puzzle.width * TILES[zoom].columns, self.puzzle.height * TILES[zoom].lines

    def page(self, zoom: int, board: Board, at: int, marked: frozenset[int], *, calm: bool) -> Canvas:
        """The position after `at` moves; set off are the cells pointed at, else those that the next move removes."""
        game = self.replay(board)
        pointed = self.pointer
        lit = pointed.cells if pointed else game.groups[at] if at < len(board) else frozenset()
        brush, canvas = self._blank(zoom)
        canvas.paste(0, 0, self._unlit_page(zoom, tuple(board), at))
        for cell in lit:
            state = CURSOR if pointed and cell == pointed.cell else LIT
            brush.cell(canvas, *self.square(zoom, cell), game.positions[at].colour(cell) or 0, state)
        return canvas

    def _unlit_page(self, zoom: int, board: Board, at: int) -> Canvas:
        """The position with no cell set off: kept, as the cursor may go over it, and a move changes a few columns."""
        columns = self.replay(board).positions[at].columns
        columns += ((),) * (self.puzzle.width - len(columns))
        if self._unlit is None or self._unlit[0] != zoom:
            self._unlit = zoom, (None,) * len(columns), Canvas(*self.size(zoom))
        _, before, canvas = self._unlit
        brush = Tiles(TILES[zoom], plain=self.plain)
        for column, colours in enumerate(columns):
            if colours != before[column]:
                for row in range(self.puzzle.height):
                    place = self.square(zoom, Move(column, row))
                    if row < len(colours):
                        brush.cell(canvas, *place, colours[row])
                    else:
                        brush.hole(canvas, *place)
        self._unlit = zoom, columns, canvas
        return canvas

    def overview(self, zoom: int, board: Board, marked: frozenset[int], *, calm: bool) -> Canvas:
        """The first position, each cell with the number of the move that removes it; what stays to the end is set off.

        `calm`: cells that go have no colours.

        Of a game without a move: its position.
        """
        if not board:
            return self.page(zoom, board, 0, marked, calm=calm)
        game = self.replay(board)
        brush, canvas = self._blank(zoom)
        for cell, place in self._squares(zoom).items():
            colour, number = game.positions[0].colour(cell), game.gone.get(cell, 0)
            if colour is None:
                brush.hole(canvas, *place)
            elif self.pointer and cell in self.pointer.cells:
                brush.cell(canvas, *place, colour, LIT, number=number)
            else:
                state = LIT if not number else MARKED if number - 1 in marked else PASSING if calm else GONE
                brush.cell(canvas, *place, colour, state, number=number)
        return canvas

    def words(self, board: Board, at: int) -> str:
        """The group that the at-th move removes, such as `5 ● +9`."""
        game = self.replay(board)
        return self.group_words(game.positions[at - 1], game.groups[at - 1])

    def group_words(self, position: Position, cells: Cells) -> str:
        """How many cells of which glyph, and what removing them is worth."""
        glyph = (PLAIN_GLYPHS if self.plain else GLYPHS)[position.colour(next(iter(cells))) or 0]
        return f"{len(cells)} {glyph} +{points(position, cells):,}"

    def describe(self, board: Board, at: int | None, width: int, pointed: str = "") -> str:
        """Points and cells left, and the group about to go, or what is pointed at; in short where there is no room."""
        total = len(board)
        position = self.replay(board).positions[total if at is None else at]
        score, left = counted(position.points, "point"), f"{position.left:,} left"
        if at is None and total:
            return self.joined(counted(total, "move"), score, left)
        at = at or 0
        ahead = f"next {self.words(board, at + 1)}" if at < total else "" if has_group(position) else "no group"
        ahead = pointed or ahead
        short = ahead.removeprefix("next ").removeprefix("here ")
        texts = (
            (f"move {at} of {total}", score, left, ahead),
            (f"{at} of {total}", score, left, ahead),
            (f"{at}/{total}", score, left, short),
            (f"{at}/{total}", score.split()[0], left, short),
        )
        return fitting((self.joined(*(parts if total else parts[1:])) for parts in texts), width)

    def joined(self, *parts: str) -> str:
        """The parts that are not empty, parted by dots; by commas in ASCII."""
        return (", " if self.plain else " · ").join(filter(None, parts))

    def place(self, zoom: int, board: Board, at: int) -> tuple[int, int]:
        """The lowest cell of the group that the at-th move removes, in its leftmost column."""
        return self.square(zoom, min(self.replay(board).groups[at - 1]))

    def focus_cell(self, zoom: int, board: Board, at: int) -> tuple[int, int] | None:
        """The group about to go, as far as there is one."""
        return self.place(zoom, board, at + 1) if at < len(board) else None

    def square(self, zoom: int, cell: Move) -> tuple[int, int]:
        tile = TILES[zoom]
        return cell.column * tile.columns, (self.puzzle.height - 1 - cell.row) * tile.lines

    def cell_size(self, zoom: int) -> tuple[int, int]:
        return TILES[zoom].columns, TILES[zoom].lines

    def cell_at(self, zoom: int, x: int, y: int) -> Move | None:
        """The cell of the board that is drawn there; None off the board."""
        tile = TILES[zoom]
        cell = Move(x // tile.columns, self.puzzle.height - 1 - y // tile.lines)
        return cell if 0 <= cell.column < self.puzzle.width and 0 <= cell.row < self.puzzle.height else None

    def _blank(self, zoom: int) -> tuple[Tiles, Canvas]:
        return Tiles(TILES[zoom], plain=self.plain), Canvas(*self.size(zoom))

    def _squares(self, zoom: int) -> dict[Move, tuple[int, int]]:
        cells = (Move(column, row) for column in range(self.puzzle.width) for row in range(self.puzzle.height))
        return {cell: self.square(zoom, cell) for cell in cells}


def draw(puzzle: Puzzle, board: Board, *, width: int, plain: bool, facts: Facts | None = None) -> Lines:
    """The board; of a game the numbers of its moves, or where they don't fit what it leaves."""
    game = SameGameGame(puzzle, plain=plain)
    none: frozenset[int] = frozenset()
    if board and game.size(NUMBERED)[0] <= width and len(board) <= TILES[NUMBERED].most:
        canvas = game.overview(NUMBERED, board, none, calm=False)
    else:
        close = CLOSE if game.size(CLOSE)[0] <= width else CLOSE + 1
        canvas = game.page(close, board, len(board), none, calm=False)
    return [canvas.line(y) for y in range(canvas.height)]


def fits(puzzle: Puzzle, board: Board) -> bool:
    """True if the board is a legal game, so that it can be drawn."""
    return replayed(own(puzzle, SameGamePuzzle), tuple(board)) is not None
