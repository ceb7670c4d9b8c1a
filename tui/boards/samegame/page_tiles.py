"""The cells of SameGame: one glyph a colour, at sizes from one character to twenty-one, and their colours.

A cell that is set off is reversed where colours may be missing, and one that is pointed at has brackets too. The calm
colours are all among the 256 of xterm: named by their number they cost half the bytes on the line, and a board has a
colour a cell.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from rich.color import Color, ColorType
from rich.color_triplet import ColorTriplet
from rich.style import Style

from puzzles.samegame.picture import SHAPES
from tui.boards.canvas import Canvas
from tui.boards.drawing import BLANK

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

INK = "#262626"
"""Of the glyph on its tile."""
PALE = "#eeeeee"
"""The tile of a cell that is set off."""


COLOURS = (
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
LOOKS = {
    EMPTY: ("$foreground 25%", "ansi_bright_black"),
    PASSING: ("$foreground 70%", "ansi_default"),
    MARKED: ("color: $warning; text-style: bold underline", "color: ansi_bright_magenta; text-style: bold underline"),
}
"""By kind: the style, and that in the terminal's own sixteen colours."""
for _colour, (_tile, _glyph, _ansi_tile, _ansi_glyph, _ansi_lit) in enumerate(COLOURS):
    _set_off = f"color: {_ansi_lit}; background: {_ansi_tile}; text-style: bold reverse"
    LOOKS |= {
        kind_of(_colour): (f"color: {INK}; background: {_tile}", f"color: {_ansi_glyph}; background: {_ansi_tile}"),
        kind_of(_colour, LIT): (f"color: {_glyph}; background: {PALE}; text-style: bold", _set_off),
        kind_of(_colour, CURSOR): (f"color: {INK}; background: {PALE}; text-style: bold", f"{_set_off} underline"),
        kind_of(_colour, GONE): (_tile, f"color: {_ansi_tile}; background: ansi_default"),
    }


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
