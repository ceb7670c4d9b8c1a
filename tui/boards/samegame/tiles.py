"""The cells of SameGame as characters: one glyph a colour, at sizes from one character a cell to twenty-one."""

from __future__ import annotations

from dataclasses import dataclass

from puzzles.samegame.picture import SHAPES
from puzzles.samegame.puzzle import MOST_COLOURS
from tui.boards.canvas import Canvas

GLYPHS, PLAIN_GLYPHS = SHAPES, "OX+#*=%@&"
"""By colour: no two colours look alike where there are none."""
NOTHING, PLAIN_NOTHING = "·", "."

EMPTY = "empty"
LIT, GONE, CURSOR = "lit", "gone", "cursor"
"""What may be said of a cell beside its colour: it is set off; no longer there; pointed at."""
MARKED, PASSING = "marked", "passing"
"""Cells that all look alike: those of marked moves, and those that go, of a game that will soon give way to another."""
KINDS = (
    EMPTY,
    *(f"c{colour}{end}" for colour in range(MOST_COLOURS) for end in ("", f"-{LIT}", f"-{GONE}", f"-{CURSOR}")),
    MARKED,
    PASSING,
)


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
        """A cell that is empty."""
        x, y = self.tile.glyph
        canvas.put(left + x, top + y, self.nothing, EMPTY)
