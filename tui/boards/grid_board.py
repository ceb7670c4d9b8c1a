"""A board that is a grid of cells, drawn line by line; only cells that have changed are sent to the terminal.

What the grid looks like is the `lay_out` of the family's GridDrawing (`tui.boards.grid`); colours and what has changed
are here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import ClassVar

from rich.style import Style
from textual.events import Click
from textual.geometry import Region

from puzzles.by_hand import FillIn
from puzzles.family import Board, Puzzle
from puzzles.registry import get_family
from tui.boards.canvas import line_bytes
from tui.boards.drawing import LINE, Facts, GuardedDrawing, Piece, drawing_of
from tui.boards.grid import (
    ACROSS,
    CLUE,
    FILLED,
    GIVEN,
    KINDS,
    LARGE,
    OPEN,
    ROOMY,
    SLASH,
    Geometry,
    GridDrawing,
    GridLayout,
    fitted,
    large,
    pieces,
    spread,
)
from tui.boards.hand_board import Direction, HandBoard
from tui.boards.puzzle_board import PuzzleBoard

MARKED = "marked"


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
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"grid-board--{kind}" for kind in (*KINDS, ACROSS, MARKED, LINE)}

    def __init__(self, puzzle: Puzzle, start: Board, *, plain: bool = False, id: str | None = None) -> None:
        super().__init__(puzzle, start, plain=plain, id=id)
        self.layout_of_grid = self.make_layout()
        self.geometry = spread(self.layout_of_grid, 0, 0)

    def make_layout(self) -> GridLayout:
        """The puzzle's grid; TypeError if its family draws none."""
        drawing = drawing_of(self.puzzle.family)
        if isinstance(drawing, GuardedDrawing):
            drawing = drawing.drawing
        if not isinstance(drawing, GridDrawing):
            raise TypeError(f"{self.puzzle.family} has no drawing of the class tui.boards.grid.GridDrawing")
        return drawing.lay_out(self.puzzle, self.board, plain=self.plain)

    def show(
        self, board: Board, marked: Iterable[int] = (), *, facts: Facts | None = None, passing: bool = False
    ) -> None:
        new, marks = tuple(board), frozenset(marked)
        changed = {*self._changed(new), *(self.marked ^ marks)}
        self.board, self.marked = new, marks
        self.draw_again(self._parts(changed).values())

    def cost(self, board: Board, facts: Facts | None = None) -> int:
        parts = self._parts(self._changed(board)).values()
        return sum(line_bytes(self.line(part.y - self.top), part.right - self.left) for part in parts)

    def _parts(self, cells: Iterable[int]) -> dict[int, Region]:
        """The part of each line, by its number, that has all of the cells in it."""
        lines: dict[int, Region] = {}
        for index in cells:
            region = self.region_of(index)
            lines[region.y] = lines[region.y].union(region) if region.y in lines else region
        return lines

    def region_of(self, index: int) -> Region:
        """Where the board's i-th value is drawn, in the coordinates of the whole drawing with its margin."""
        row, column = self.layout_of_grid.places[index]
        x, y = self.geometry.cell_at(row, column)
        return Region(x, y, self.geometry.inner, 1)

    def lay_out(self, width: int, height: int) -> tuple[int, int]:
        self.geometry = spread(self.layout_of_grid, width, height)
        return self.geometry.width, self.geometry.height

    def line(self, y: int) -> Iterable[Piece]:
        return two_toned(pieces(self.geometry, self.board, y, plain=self.plain))

    def style_of(self, piece: Piece) -> Style:
        kind = MARKED if piece.value in self.marked else piece.kind
        return self.get_component_rich_style(f"grid-board--{kind}")

    def _changed(self, board: Board) -> list[int]:
        return [i for i, (old, new) in enumerate(zip(self.board, board, strict=True)) if old != new]


def two_toned(line: Iterable[Piece]) -> Iterator[Piece]:
    """The pieces; a clue for both directions is parted behind its slash, so that each part has its own colour."""
    for piece in line:
        if piece.kind == CLUE and SLASH in piece.text.rstrip(SLASH):
            cut = piece.text.index(SLASH) + 1
            yield Piece(piece.text[:cut], CLUE, piece.value)
            yield Piece(piece.text[cut:], ACROSS, piece.value)
        else:
            yield piece


PENCIL, WRONG, HINT, CURSOR = "pencil", "wrong", "hint", "cursor"
HAND_KINDS = (GIVEN, FILLED, OPEN, PENCIL, WRONG, HINT)
SIGNS = {WRONG: "!", HINT: "?"}
MORE = "…+"
"""Behind pencil marks that are not all of a cell's; the second in ASCII. The panel lists all."""
IN_PLACES = 9
"""Values at most whose pencil marks have places of their own in a cell of several lines."""
MARKED_ROOM = 3
"""Columns of a cell in which the cursor's brackets have room beside the value."""
AROUND = (2, 4, 2, 4)
"""What is scrolled into view with the cursor: lines above, columns right, lines below, columns left of it."""
STEPS: dict[Direction, tuple[int, int]] = {"left": (0, -1), "down": (1, 0), "up": (-1, 0), "right": (0, 1)}


class HandGrid(GridBoard, HandBoard):  # Textual takes styles from the first
    """In play its cells are wider, if there is room, and it has its own kinds of cells."""

    DEFAULT_CSS = """
    HandGrid.-playing { pointer: pointer; }
    HandGrid > .hand-grid--given { text-style: bold; color: $foreground; }
    HandGrid > .hand-grid--filled { color: $yours; }
    HandGrid > .hand-grid--open { color: $text-disabled; text-style: dim; }
    HandGrid > .hand-grid--pencil { color: $text-muted; text-style: italic; }
    HandGrid > .hand-grid--wrong { color: $error; text-style: bold underline; }
    HandGrid > .hand-grid--hint { color: $accent; text-style: bold; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"hand-grid--{kind}" for kind in HAND_KINDS}

    PENCILS: ClassVar[bool] = True
    """True if cells may have pencil marks, for which they are two lines high where there is room."""

    def __init__(self, puzzle: Puzzle, start: Board, *, plain: bool = False, id: str | None = None) -> None:
        super().__init__(puzzle, start, plain=plain, id=id)
        self._cells: list[tuple[Piece, ...]] = []

    def begin_hand(self) -> None:
        super().begin_hand()
        self.add_class("-playing")
        self.spread()

    def end_hand(self) -> None:
        super().end_hand()
        self.remove_class("-playing")
        self.spread()

    def show(
        self, board: Board, marked: Iterable[int] = (), *, facts: Facts | None = None, passing: bool = False
    ) -> None:
        if self.playing:
            self.board = tuple(board)
            self.draw_hand()
        else:
            super().show(board, marked, facts=facts, passing=passing)

    def draw_hand(self) -> None:
        before, self._cells = self._cells, self.drawn()
        lines: dict[int, Region] = {}
        for index, (old, new) in enumerate(zip(before, self._cells, strict=False)):
            if old == new:
                continue
            middle = self.region_of(index)
            for inside, (one, other) in enumerate(zip(old, new, strict=False)):
                if one != other:
                    region = middle.translate((0, inside - self.geometry.tall // 2))
                    lines[region.y] = lines[region.y].union(region) if region.y in lines else region
        self.draw_again(lines.values())
        if self.cursor is not None and self.is_mounted:
            place = self.region_of(self.cursor).grow(AROUND)
            self.scroll_to_region(place, animate=False, immediate=True)

    def beside(self, direction: Direction) -> int | None:
        """The next cell of a value in that row or column, over others."""
        layout = self.layout_of_grid
        if self.cursor is None:
            return next((i for i in range(len(layout.places)) if i not in layout.givens), 0)
        down, right = STEPS[direction]
        row, column = layout.places[self.cursor]
        while 0 <= row < layout.rows and 0 <= column < layout.columns:
            row, column = row + down, column + right
            if (row, column) in layout.index:
                return layout.index[row, column]
        return None

    def in_order(self) -> Sequence[int]:
        return sorted(range(len(self.layout_of_grid.places)), key=lambda one: self.layout_of_grid.places[one])

    def in_row(self) -> Sequence[int]:
        places, cursor = self.layout_of_grid.places, self.cursor
        return [one for one in self.in_order() if cursor is None or places[one][0] == places[cursor][0]]

    def on_click(self, event: Click) -> None:
        offset = event.get_content_offset(self)
        if self.playing and offset is not None:
            place = self.place_at(*(offset + self.scroll_offset))
            if place is not None:
                self.click_at(place)

    def place_at(self, x: int, y: int) -> int | None:
        """The index of the value drawn at that column and line of the whole drawing with its margin; None for none."""
        edge = 1 if self.geometry.lined else 0
        x, y = x - self.geometry.left - edge, y - self.geometry.top - edge
        row = y // (self.geometry.tall + 1) if edge else y
        return self.layout_of_grid.index.get((row, x // self.geometry.pitch))

    def wanted_width(self, room: int, height: int) -> int:
        whole = [one for one in _lined(self.layout_of_grid, marks=self.PENCILS) if one.width <= room]
        return next((one.width for one in whole if one.tall == 1 or one.height <= height), room)

    def lay_out(self, width: int, height: int) -> tuple[int, int]:
        if not self.playing:
            return super().lay_out(width, height)
        self.geometry = spread_for_play(self.layout_of_grid, width, height, marks=self.PENCILS)
        self._cells = self.drawn()
        return self.geometry.width, self.geometry.height

    def line(self, y: int) -> Iterable[Piece]:
        if not self.playing:
            return super().line(y)
        drawn = two_toned(pieces(self.geometry, self.board, y, plain=self.plain))
        inside = y % (self.geometry.tall + 1) - 1 if self.geometry.lined else 0
        return (self._cells[piece.value][inside] if piece.value >= 0 else piece for piece in drawn)

    def style_of(self, piece: Piece) -> Style:
        if piece.value < 0 or not self.playing:
            return super().style_of(piece)
        kind, _, cursor = piece.kind.partition("-")
        style = self.get_component_rich_style(f"hand-grid--{kind}")
        return style + Style(reverse=True, dim=False) if cursor else style

    def drawn(self) -> list[tuple[Piece, ...]]:
        """What each cell of a value shows in play, line by line."""
        return [self._lines(index) for index in range(len(self.board))]

    def _lines(self, index: int) -> tuple[Piece, ...]:
        """A cell's lines: its text in the middle one, or its pencil marks, each in a place of its own where it can."""
        cell, tall = self._cell(index), self.geometry.tall
        if tall == 1:
            return (cell,)
        here = index == self.cursor
        marks = () if here and self.marks.typed else self._marks_in_lines(index)
        if not marks:
            blank = Piece(" " * self.geometry.inner, cell.kind if here else OPEN, index)
            return tuple(cell if at == tall // 2 else blank for at in range(tall))
        lines, sign = list(marks), SIGNS.get(cell.kind.partition("-")[0])
        at = next((at for at in range(tall) if lines[at][-1] == " "), 0)
        if sign is not None:
            lines[at] = f"{lines[at][:-1]}{sign}"
        middle = lines[tall // 2]
        if here and middle[0] == middle[-1] == " ":
            lines[tall // 2] = f"[{middle[1:-1]}]"
        return tuple(Piece(text, cell.kind, index) for text in lines)

    def _marks_in_lines(self, index: int) -> tuple[str, ...]:
        """The pencil marks as lines of a cell; up to nine values of one sign have places of their own."""
        marks = self._marks_of(index)
        if not marks:
            return ()
        inner, tall = self.geometry.inner, self.geometry.tall
        signs = self._marks_of(index, blanks=True)
        if len(signs) <= IN_PLACES and all(len(sign) == 1 for sign in signs):
            signs += [" "] * (IN_PLACES - len(signs))
            each, parting = (3, " ") if inner >= LARGE[0] else (5, "")
            lines = [parting.join(signs[first : first + each]) for first in range(0, IN_PLACES, each)]
            return tuple(line.ljust(2 * each - 1 if parting else each).center(inner) for line in lines)
        return tuple(line.center(inner) for line in flowing(marks, inner, tall, plain=self.plain))

    def _marks_of(self, index: int, *, blanks: bool = False) -> list[str]:
        """The cell's pencil marks as people write them; `blanks`: all its values, those that are no marks blank."""
        marks = self.marks.pencil.get(index, ())
        if not marks or self.board[index] != self.layout_of_grid.open_value:
            return []
        hand = get_family(self.puzzle.family).by_hand
        if not isinstance(hand, FillIn):
            return [str(one + self.layout_of_grid.offset) for one in marks]
        if not blanks:
            return [hand.symbol(self.puzzle, one) for one in marks]
        values = hand.values(self.puzzle, index)
        return [hand.symbol(self.puzzle, one) if one in marks else " " for one in values]

    def _cell(self, index: int) -> Piece:
        layout, marks, room = self.layout_of_grid, self.marks, self.geometry.inner
        value, here = self.board[index], index == self.cursor
        brackets = here and room >= MARKED_ROOM
        inside = room - 2 if brackets else room
        if here and marks.typed:
            kind, text = FILLED, marks.typed + ("_" if len(marks.typed) < inside else "")
        elif value != layout.open_value:
            kind, text = GIVEN if index in layout.givens else FILLED, str(value + layout.offset)
        elif pencil := self._marks_of(index):
            kind, (text,) = PENCIL, flowing(pencil, inside, 1, plain=self.plain)
            if brackets and text[-1] in MORE:  # without brackets there is room for more
                brackets, inside = False, room
                (text,) = flowing(pencil, inside, 1, plain=self.plain)
        else:
            kind, text = OPEN, "" if self.geometry.lined else "." if self.plain else "·"
        sign = ""
        if index in marks.wrong or index in marks.hint:
            kind = WRONG if index in marks.wrong else HINT
            sign = SIGNS[kind]
        left = max(0, (inside - len(text)) // 2)
        text = (" " * left + text + sign).ljust(inside)
        text = text if len(text) <= inside else text.strip()  # the sign goes first where there is no room
        text = text[:inside].ljust(inside)
        return Piece(f"[{text}]" if brackets else text, kind + (f"-{CURSOR}" if here else ""), index)


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
    candidates = (*lined, *(Geometry(one, False, 0, 0, 0) for one in bare))
    return fitted(candidates, width, height, otherwise=len(lined) - 1)


def _lined(layout: GridLayout, *, marks: bool = True) -> tuple[Geometry, ...]:
    """With lines: the largest, with two lines a cell if there may be `marks`, with room for some, and as usual."""
    roomy = replace(layout, cell_width=max(ROOMY, layout.cell_width))
    return (
        large(layout),
        *([Geometry(replace(roomy, centred=True), True, 0, 0, 0, 2)] if marks else []),
        Geometry(roomy, True, 0, 0, 0),
        Geometry(layout, True, 1 if layout.cell_width < ROOMY else 0, 0, 0),
    )
