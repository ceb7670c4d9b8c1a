"""The board of a grid of values, watched or filled in by hand, with cursor, pencil marks and signs of what is wrong.

What the grid looks like is the `lay_out` of the family's GridDrawing (`tui.boards.grid`); colours and hand are here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar

from rich.style import Style

from puzzles.by_hand import FillIn
from puzzles.family import Board, Puzzle
from puzzles.registry import get_family
from tui.boards.canvas import Canvas
from tui.boards.drawing import LINE, TILED, BoardScene, GuardedDrawing, Piece, drawing_of
from tui.boards.grid import (
    ACROSS,
    FILLED,
    GIVEN,
    KINDS,
    LARGE,
    MARKED,
    OPEN,
    ROOMY,
    Geometry,
    GridDrawing,
    GridLayout,
    close,
    fitted,
    frame,
    large,
    page,
    spread,
    usual,
)
from tui.boards.hand import Box, Direction, Hand
from tui.boards.page_board import colour_rules
from tui.boards.puzzle_board import PuzzleBoard

PENCIL, WRONG, HINT, CURSOR = "pencil", "wrong", "hint", "cursor"
HAND_KINDS = (GIVEN, FILLED, OPEN, PENCIL, WRONG, HINT)
SIGNS = {WRONG: "!", HINT: "?"}
TINTS = "abcd"
"""The letters of the colours, each in the first column of its cell where that is blank."""
MORE = "…+"
"""Behind pencil marks that are not all of a cell's; the second in ASCII. The panel lists all."""
IN_PLACES = 9
"""Values at most whose pencil marks have places of their own in a cell of several lines."""
JOINED = "*"
"""Behind the label of a cell that is joined to the cursor's, which is marked, too."""
MARKED_ROOM = 3
"""Columns of a cell in which the cursor's brackets have room beside the value."""
STEPS: dict[Direction, tuple[int, int]] = {"left": (0, -1), "down": (1, 0), "up": (-1, 0), "right": (0, 1)}


class GridHand(Hand):
    """Fills cells in. In play these are wider, if there is room, and have kinds of their own."""

    board: GridBoard
    pencils: ClassVar[bool] = True
    """True if cells may have pencil marks, for which they are two lines high where there is room."""

    @property
    def layout(self) -> GridLayout:
        return self.board.layout_of_grid

    @property
    def geometry(self) -> Geometry:
        return self.board.geometry

    def spread(self, width: int, height: int) -> Geometry:
        """How the grid is spread in that space."""
        return spread_for_play(self.layout, width, height, marks=self.pencils)

    def beside(self, direction: Direction) -> int | None:
        """The next cell of a value in that row or column, over others."""
        layout = self.layout
        if self.board.cursor is None:
            return next((i for i in range(len(layout.places)) if i not in layout.givens), 0)
        down, right = STEPS[direction]
        row, column = layout.places[self.board.cursor]
        while 0 <= row < layout.rows and 0 <= column < layout.columns:
            row, column = row + down, column + right
            if (row, column) in layout.index:
                return layout.index[row, column]
        return None

    def in_order(self) -> Sequence[int]:
        return sorted(range(len(self.layout.places)), key=lambda one: self.layout.places[one])

    def in_row(self) -> Sequence[int]:
        places, cursor = self.layout.places, self.board.cursor
        return [one for one in self.in_order() if cursor is None or places[one][0] == places[cursor][0]]

    def place_at(self, x: int, y: int) -> int | None:
        return self.layout.index.get(self.geometry.place_at(x, y))

    def wanted_width(self, room: int, height: int) -> int:
        whole = [one for one in _lined(self.layout, marks=self.pencils) if one.width <= room]
        return next((one.width for one in whole if one.tall == 1 or one.height <= height), room)

    def page(self) -> Canvas:
        canvas = self.board.frame.copy()
        for index, place in enumerate(self.layout.places):
            x, y = self.geometry.corner(*place)
            for inside, piece in enumerate(self.lines(index)):
                canvas.put(x, y + inside, piece.text, piece.kind)
        joined, cursor = self.layout.joined, self.board.cursor
        for index in joined[cursor] if joined and cursor is not None else ():
            place = self.layout.places[index]
            x, y = self.geometry.corner(*place)
            canvas.put(x, y - 1, self.layout.labels[place] + JOINED, MARKED)
        return canvas

    def lines(self, index: int) -> tuple[Piece, ...]:
        """A cell's lines, in its colour if it has one."""
        lines = self._lines(index)
        colour = next(iter(self.marks.colours.get(index, ())), 0)
        if not colour:
            value = self.board.board[index]
            return tuple(Piece(one.text, self.layout.kind_of(one.kind, value)) for one in lines)
        sign, first = TINTS[colour - 1], lines[0].text
        text = sign + first[1:] if first[0] == " " else first
        tinted = [Piece(one.text, f"{one.kind}-tint{colour}") for one in lines]
        return (Piece(text, tinted[0].kind), *tinted[1:])

    def _lines(self, index: int) -> tuple[Piece, ...]:
        """Its text in the middle one, or its pencil marks, each in a place of its own where it can."""
        cell, tall = self.cell(index), self.geometry.tall
        if tall == 1:
            return (cell,)
        here = index == self.board.cursor
        marks = () if here and self.marks.typed else self._marks_in_lines(index)
        if not marks:
            blank = Piece(" " * self.geometry.inner, cell.kind if here else OPEN)
            return tuple(cell if at == tall // 2 else blank for at in range(tall))
        lines, sign = list(marks), SIGNS.get(cell.kind.partition("-")[0])
        at = next((at for at in range(tall) if lines[at][-1] == " "), 0)
        if sign is not None:
            lines[at] = f"{lines[at][:-1]}{sign}"
        middle = lines[tall // 2]
        if here and middle[0] == middle[-1] == " ":
            lines[tall // 2] = f"[{middle[1:-1]}]"
        return tuple(Piece(text, cell.kind) for text in lines)

    def _marks_in_lines(self, index: int) -> tuple[str, ...]:
        """The pencil marks as lines of a cell; up to nine values of one sign have places of their own."""
        marks, middle = self._marks_of(index), self._marks_of(index, of=self.marks.centre)
        inner, tall = self.geometry.inner, self.geometry.tall
        if middle:
            around = flowing(marks, inner, tall - 1, plain=self.board.plain)
            (within,) = flowing(middle, inner, 1, plain=self.board.plain)
            return tuple(line.center(inner) for line in (around[0], within, *around[1:]))
        if not marks:
            return ()
        signs = self._marks_of(index, blanks=True)
        if len(signs) <= IN_PLACES and all(len(sign) == 1 for sign in signs):
            signs += [" "] * (IN_PLACES - len(signs))
            each, parting = (3, " ") if inner >= LARGE[0] else (5, "")
            lines = [parting.join(signs[first : first + each]) for first in range(0, IN_PLACES, each)]
            return tuple(line.ljust(2 * each - 1 if parting else each).center(inner) for line in lines)
        return tuple(line.center(inner) for line in flowing(marks, inner, tall, plain=self.board.plain))

    def _marks_of(
        self, index: int, *, blanks: bool = False, of: Mapping[int, tuple[int, ...]] | None = None
    ) -> list[str]:
        """The cell's pencil marks as people write them; `blanks`: all its values, those that are no marks blank."""
        marks = (self.marks.pencil if of is None else of).get(index, ())
        if not marks or self.board.board[index] != self.layout.open_value:
            return []
        hand = get_family(self.board.puzzle.family).by_hand
        if not isinstance(hand, FillIn):
            return [str(one + self.layout.offset) for one in marks]
        if not blanks:
            return [hand.symbol(self.board.puzzle, one) for one in marks]
        values = hand.values(self.board.puzzle, index)
        return [hand.symbol(self.board.puzzle, one) if one in marks else " " for one in values]

    def cell(self, index: int) -> Piece:
        """The one line that stands for all: value, sign, what is typed, or as many pencil marks as have room."""
        layout, marks, room = self.layout, self.marks, self.geometry.inner
        value, here = self.board.board[index], index == self.board.cursor
        brackets = here and room >= MARKED_ROOM
        inside = room - 2 if brackets else room
        if here and marks.typed:
            kind, text = FILLED, marks.typed + ("_" if len(marks.typed) < inside else "")
        elif value != layout.open_value:
            kind, text = GIVEN if index in layout.givens else FILLED, str(value + layout.offset)
        elif pencil := self._marks_of(index, of=self.marks.centre) or self._marks_of(index):
            kind, (text,) = PENCIL, flowing(pencil, inside, 1, plain=self.board.plain)
            if brackets and text[-1] in MORE:  # without brackets there is room for more
                brackets, inside = False, room
                (text,) = flowing(pencil, inside, 1, plain=self.board.plain)
        else:
            kind, text = OPEN, "" if self.geometry.lined else "." if self.board.plain else "·"
        sign = ""
        if index in marks.wrong or index in marks.hint:
            kind = WRONG if index in marks.wrong else HINT
            sign = SIGNS[kind]
        left = max(0, (inside - len(text)) // 2)
        text = (" " * left + text + sign).ljust(inside)
        text = text if len(text) <= inside else text.strip()  # the sign goes first where there is no room
        text = text[:inside].ljust(inside)
        return Piece(f"[{text}]" if brackets else text, kind + (f"-{CURSOR}" if here else ""))


class GridBoard(PuzzleBoard):
    """The drawn position of a puzzle whose boards have one value a cell."""

    DEFAULT_CSS = """
    GridBoard > .grid-board--given { text-style: bold; color: $foreground; }
    GridBoard > .grid-board--filled { color: $success; }
    GridBoard.-partial > .grid-board--filled { color: $secondary; }
    GridBoard > .grid-board--open { color: $text-disabled; text-style: dim; }
    GridBoard > .grid-board--black { color: $foreground 25%; background: $foreground 8%; }
    GridBoard > .grid-board--clue { color: $foreground; background: $clue-down; }
    GridBoard > .grid-board--across { color: $foreground; background: $clue-across; }
    GridBoard > .grid-board--sum { color: $secondary; text-style: bold; }
    GridBoard > .grid-board--line { color: $foreground 22%; }
    GridBoard > .grid-board--marked { color: $warning; text-style: bold underline; }
    GridBoard.-playing { pointer: pointer; }
    GridBoard > .hand-grid--given { text-style: bold; color: $foreground; }
    GridBoard > .hand-grid--filled { color: $yours; }
    GridBoard > .hand-grid--open { color: $text-disabled; text-style: dim; }
    GridBoard > .hand-grid--pencil { color: $text-muted; text-style: italic; }
    GridBoard > .hand-grid--wrong { color: $error; text-style: bold underline; }
    GridBoard > .hand-grid--hint { color: $accent; text-style: bold; }
    GridBoard.-shaped > .grid-board--given, GridBoard.-shaped > .grid-board--filled,
    GridBoard.-shaped > .grid-board--open, GridBoard.-shaped > .hand-grid--given,
    GridBoard.-shaped > .hand-grid--filled, GridBoard.-shaped > .hand-grid--open,
    GridBoard.-shaped > .hand-grid--pencil, GridBoard.-shaped > .hand-grid--wrong,
    GridBoard.-shaped > .hand-grid--hint { background: $cell; }
    GridBoard > .hand-grid--tint1 { background: $yours 30%; }
    GridBoard > .hand-grid--tint2 { background: $found 30%; }
    GridBoard > .hand-grid--tint3 { background: $best 35%; }
    GridBoard > .hand-grid--tint4 { background: $hint 30%; }
    """ + colour_rules("GridBoard", "grid-board--", TILED)
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(f"grid-board--{kind}" for kind in (*KINDS, ACROSS, MARKED, LINE, *TILED)),
        *(f"hand-grid--{kind}" for kind in HAND_KINDS),
        *(f"hand-grid--tint{number}" for number in range(1, len(TINTS) + 1)),
    }
    MARKS: ClassVar[dict[str, Style]] = {CURSOR: Style(reverse=True, dim=False)}
    AROUND = (2, 4, 2, 4)
    HAND: ClassVar[type[Hand]] = GridHand

    hand: GridHand
    frame: Canvas
    """The grid without values."""

    def __init__(self, puzzle: Puzzle, start: Board, *, plain: bool = False, id: str | None = None) -> None:
        super().__init__(puzzle, start, plain=plain, id=id)
        self.layout_of_grid = self.make_layout()
        self.fit(0, 0)

    def make_layout(self) -> GridLayout:
        """The puzzle's grid; TypeError if its family draws none."""
        drawing = drawing_of(self.puzzle.family)
        if isinstance(drawing, GuardedDrawing):
            drawing = drawing.drawing
        if not isinstance(drawing, GridDrawing):
            raise TypeError(f"{self.puzzle.family} has no drawing of the class tui.boards.grid.GridDrawing")
        return drawing.lay_out(self.puzzle, self.board, plain=self.plain)

    def fit(self, width: int, height: int) -> None:
        spread_in = self.hand.spread if self.playing else partial(spread, self.layout_of_grid)
        self.geometry = spread_in(width, height)
        self.frame = frame(self.geometry, plain=self.plain)
        whole = self.layout_of_grid.rows * self.layout_of_grid.columns
        self.set_class(self.geometry.lined and len(self.layout_of_grid.inside) < whole, "-shaped")

    def paint(self, scene: BoardScene) -> Canvas:
        return page(self.geometry, self.frame, scene.board, scene.marked, plain=self.plain)

    def prefix_of(self, name: str) -> str:
        return "hand-grid--" if self.playing and name in HAND_KINDS else "grid-board--"

    def look(self, kind: str) -> Style:
        """As of all boards; the colour of a cell is only its background, that of a value its ink, too."""
        plain, _, tile = kind.rpartition("-")
        if plain and tile in TILED and kind not in self._styles:
            colours = self.get_component_rich_style(f"grid-board--{tile}")
            self._styles[kind] = super().look(plain) + Style(color=colours.color, bgcolor=colours.bgcolor)
        untinted, tint, number = kind.partition("-tint")
        if tint and kind not in self._styles:
            background = self.get_component_rich_style(f"hand-grid--tint{number}").bgcolor
            self._styles[kind] = super().look(untinted) + Style(bgcolor=background)
        return super().look(kind)

    def begin_play(self) -> None:
        self.add_class("-playing")
        super().begin_play()

    def focus_box(self) -> Box | None:
        if self.cursor is None:
            return None
        x, y = self.geometry.corner(*self.layout_of_grid.places[self.cursor])
        return x, y + self.geometry.tall // 2, self.geometry.inner, 1


def flowing(marks: Sequence[str], width: int, height: int, *, plain: bool) -> list[str]:
    """The marks in so many lines of that width; where they do not fit, as many as do and a sign that there are more."""
    parting = "" if all(len(one) == 1 for one in marks) else " "
    lines = [""]
    for mark in marks:
        longer = f"{lines[-1]}{parting}{mark}" if lines[-1] else mark
        if len(longer) <= width:
            lines[-1] = longer
        elif len(lines) < height and len(mark) <= width:
            lines.append(mark)
        else:
            while lines[-1] and len(lines[-1]) >= width:
                lines[-1] = lines[-1].rpartition(" ")[0] if parting else lines[-1][:-1]
            return [*lines[:-1], lines[-1] + MORE[1 if plain else 0]]
    return [*lines, *[""] * (height - len(lines))]


def spread_for_play(layout: GridLayout, width: int, height: int, *, marks: bool = True) -> Geometry:
    """The roomiest geometry that fits into width x height; if none does, one with lines, to be scrolled."""
    lined = _lined(layout, marks=marks)
    bare = [replace(layout, cell_width=layout.cell_width + 1), layout]
    candidates = (*lined, *(geometry for one in bare for geometry in close(one)))
    return fitted(candidates, width, height, otherwise=len(lined) - 1)


def _lined(layout: GridLayout, *, marks: bool = True) -> tuple[Geometry, ...]:
    """With lines: the largest, with two lines a cell if there may be `marks`, with room for some, and as usual."""
    roomy = replace(layout, cell_width=max(ROOMY, layout.cell_width))
    return (
        large(layout),
        *([Geometry(replace(roomy, centred=True), True, 0, 2)] if marks else []),
        Geometry(roomy, True, 0),
        usual(layout),
    )
