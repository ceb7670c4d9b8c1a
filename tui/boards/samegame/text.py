"""The board of SameGame: a position with the group about to go, or a whole game by the order in which its cells go.

A cell has one glyph a colour, at sizes from one character to twenty-one. One that is set off is reversed where colours
may be missing, and one that is pointed at has brackets too. The calm colours are all among the 256 of xterm: named by
their number they cost half the bytes on the line, and a board has a colour a cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from rich.color import Color, ColorType
from rich.color_triplet import ColorTriplet
from rich.style import Style

from puzzles.family import Board, Puzzle, own
from puzzles.samegame.picture import SHAPES
from puzzles.samegame.position import Cells, Position, Replay, has_group, points, replayed
from puzzles.samegame.puzzle import Move, SameGamePuzzle
from puzzles.text.quoting import counted
from tui.boards.canvas import Canvas, Game
from tui.boards.drawing import BLANK, INK, TILE_COLOURS, Facts, Lines, fitting

GLYPHS, PLAIN_GLYPHS = SHAPES, "OX+#*=%@&"
"""By colour: no two colours look alike where there are none."""
NOTHING, PLAIN_NOTHING = "·", "."

EMPTY = "empty"
LIT, GONE, CURSOR = "lit", "gone", "cursor"
"""What may be said of a cell beside its colour: it is set off; no longer there; pointed at."""
MARKED, PASSING = "marked", "passing"
"""Cells that all look alike: those of marked moves, and those that go, of a game that will soon give way to another."""


def kind_of(colour: int, state: str = "") -> str:
    """The kind of a cell of that colour, such as `c3-lit`; `marked` and `passing` ones have no colour."""
    if state in (MARKED, PASSING):
        return state
    return f"c{colour}-{state}" if state else f"c{colour}"


@dataclass(frozen=True, slots=True)
class Tile:
    """One size: columns and lines of a cell; where its glyph stands; where a number ends, if there is room for it."""

    columns: int
    lines: int
    glyph: tuple[int, int]
    number: tuple[int, int] | None = None

    @property
    def most(self) -> int:
        """The largest number for which there is room."""
        if self.number is None:
            return 0
        x, y = self.number
        return int(10 ** (x + 1 - (self.glyph[0] + 1 if y == self.glyph[1] else 0))) - 1


TILES = (
    Tile(7, 3, (3, 1), (5, 2)),
    Tile(5, 2, (2, 0), (3, 1)),
    Tile(4, 2, (1, 0), (2, 1)),
    Tile(4, 1, (1, 0), (3, 0)),
    Tile(3, 1, (1, 0)),
    Tile(2, 1, (0, 0)),
    Tile(1, 1, (0, 0)),
)
"""From the largest to the smallest."""


class Tiles:
    """Paints cells of one size, in ASCII if `plain`; `left` and `top` are a cell's first column and line."""

    def __init__(self, tile: Tile, *, plain: bool) -> None:
        self.tile = tile
        self.glyphs = PLAIN_GLYPHS if plain else GLYPHS
        self.nothing = PLAIN_NOTHING if plain else NOTHING

    def cell(self, canvas: Canvas, left: int, top: int, colour: int, state: str = "", *, number: int = 0) -> None:
        """A cell with its glyph and, if it is above 0, a number; brackets around the glyph if it is pointed at."""
        kind = kind_of(colour, state)
        for line in range(self.tile.lines):
            canvas.put(left, top + line, " " * self.tile.columns, kind)
        x, y = self.tile.glyph
        canvas.put(left + x, top + y, self.glyphs[colour], kind)
        if state == CURSOR and self.tile.columns > x + 1:
            canvas.put(left + x + 1, top + y, "]" if x else "<", kind)
            if x:
                canvas.put(left + x - 1, top + y, "[", kind)
        if number and self.tile.number is not None and number <= self.tile.most:
            end, y = self.tile.number
            canvas.put(left + end + 1 - len(str(number)), top + y, str(number), kind)

    def hole(self, canvas: Canvas, left: int, top: int) -> None:
        for line in range(self.tile.lines):
            canvas.put(left, top + line, " " * self.tile.columns, BLANK)
        x, y = self.tile.glyph
        canvas.put(left + x, top + y, self.nothing, EMPTY)


PREFIX = "samegame-board--"

PALE = "#eeeeee"
"""The tile of a cell that is set off."""

LOOKS = {
    EMPTY: ("$foreground 25%", "ansi_bright_black"),
    PASSING: ("$foreground 70%", "ansi_default"),
    MARKED: ("color: $warning; text-style: bold underline", "color: ansi_bright_magenta; text-style: bold underline"),
}
"""By kind: the style, and that in the terminal's own sixteen colours."""
for _colour, (_tile, _glyph, _ansi_tile, _ansi_glyph, _ansi_lit) in enumerate(TILE_COLOURS):
    _set_off = f"color: {_ansi_lit}; background: {_ansi_tile}; text-style: bold reverse"
    LOOKS |= {
        kind_of(_colour): (f"color: {INK}; background: {_tile}", f"color: {_ansi_glyph}; background: {_ansi_tile}"),
        kind_of(_colour, LIT): (f"color: {_glyph}; background: {PALE}; text-style: bold", _set_off),
        kind_of(_colour, CURSOR): (f"color: {INK}; background: {PALE}; text-style: bold", f"{_set_off} underline"),
        kind_of(_colour, GONE): (_tile, f"color: {_ansi_tile}; background: ansi_default"),
    }
CALM = {kind_of(colour, GONE): PASSING for colour in range(len(TILE_COLOURS))}
"""While another game may come soon, cells that go have no colours."""


def numbered(style: Style) -> Style:
    """The style with those of its colours that are among xterm's 256 named by their number: they look the same."""
    return style + Style.from_color(_numbered(style.color), _numbered(style.bgcolor))


def _numbered(colour: Color | None) -> Color | None:
    """With its triplet, so that Textual knows that it is no colour of the terminal's own theme."""
    if colour is None or colour.triplet not in _numbers():
        return colour
    return Color(colour.name, ColorType.EIGHT_BIT, _numbers()[colour.triplet], colour.triplet)


@cache
def _numbers() -> dict[ColorTriplet | None, int]:
    """The colours that are the same on all terminals with 256 of them; the first sixteen are the user's own."""
    return {Color.from_ansi(number).get_truecolor(): number for number in range(16, 256)}


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

    puzzle: SameGamePuzzle
    pointer: Pointer | None = None
    """What the user points at on the page."""

    def __init__(self, puzzle: Puzzle, *, plain: bool) -> None:
        super().__init__(puzzle, plain=plain)
        self.puzzle = own(puzzle, SameGamePuzzle)
        self.zooms = len(TILES)
        self._unlit: tuple[int, Sequence[tuple[int, ...] | None], Canvas] | None = None
        """The page that was painted last, with no cell set off: its size, its columns' colours, and itself."""

    def replay(self, board: Board) -> Replay:
        return replayed(self.puzzle, tuple(board))

    def size(self, zoom: int) -> tuple[int, int]:
        return self.puzzle.width * TILES[zoom].columns, self.puzzle.height * TILES[zoom].lines

    def page(self, zoom: int, board: Board, at: int, marked: frozenset[int]) -> Canvas:
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

    def overview(self, zoom: int, board: Board, marked: frozenset[int]) -> Canvas:
        """The first position, each cell with the number of the move that removes it; what stays to the end is set off.

        Of a game without a move: its position.
        """
        if not board:
            return self.page(zoom, board, 0, marked)
        game = self.replay(board)
        brush, canvas = self._blank(zoom)
        for cell, place in self._squares(zoom).items():
            colour, number = game.positions[0].colour(cell), game.gone.get(cell, 0)
            if colour is None:
                brush.hole(canvas, *place)
            elif self.pointer and cell in self.pointer.cells:
                brush.cell(canvas, *place, colour, LIT, number=number)
            else:
                state = LIT if not number else MARKED if number - 1 in marked else GONE
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
        canvas = game.overview(NUMBERED, board, none)
    else:
        close = CLOSE if game.size(CLOSE)[0] <= width else CLOSE + 1
        canvas = game.page(close, board, len(board), none)
    return [canvas.line(y) for y in range(canvas.height)]


def fits(puzzle: Puzzle, board: Board) -> bool:
    """True if the board is a legal game, so that it can be drawn."""
    return replayed(own(puzzle, SameGamePuzzle), tuple(board)) is not None
