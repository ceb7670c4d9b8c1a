"""A grid of cells as text: where cells and lines stand for the space there is, and the drawing of a board."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from typing import Protocol

from puzzles.family import Board, Puzzle
from puzzles.registry import get_family
from tui.boards.canvas import Canvas
from tui.boards.drawing import COLOURS, LINE, Facts, Lines

OPEN, GIVEN, FILLED, BLACK, CLUE, SUM = "open", "given", "filled", "black", "clue", "sum"
MARKED, SIGN = "marked", "sum"
KINDS = (OPEN, GIVEN, FILLED, BLACK, CLUE, SUM)
ACROSS = "across"
"""The part of a clue that is about the run at its right."""
SLASH = "\\"
"""Between the two parts, as text."""
OUTSIDE = frozenset({SUM, BLACK, CLUE})
"""Kinds of cells that stand outside the frame: only cells of values have lines."""
ROOMY = 5
"""Cells at least that wide need no blanks between their text and a line."""
LARGE = 7, 3
"""Columns and lines of the largest cells: an uneven number of lines, the text in the middle."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What one cell shows: its text, at most the layout's cell width long, and its kind (one of KINDS)."""

    text: str
    kind: str


@dataclass(frozen=True)
class GridLayout:
    """A puzzle's grid without any values.

    `places[i]` is the (row, column) of the board's i-th value; all other cells are in `fixed`. `givens` are indices
    into the board; `open_value` is the board's value of an open cell; a value is shown as `value + offset`.
    `coloured`: a value is a colour, too. `joined`: by index into the board, what is marked while the cursor is there.
    `gap` is the number of blank columns between cells where no lines are drawn; `centred`: values stand in the middle
    of their cells, not to the right. `left` and `above`: of cells whose line there is none (0) or thick (2). `labels`:
    what stands on the line above a cell; `between`: a sign on the line between a cell and one at its right or below.
    """

    rows: int
    columns: int
    cell_width: int
    places: tuple[tuple[int, int], ...]
    fixed: Mapping[tuple[int, int], Cell]
    givens: frozenset[int]
    open_value: int = 0
    offset: int = 0
    gap: int = 1
    centred: bool = False
    left: Mapping[tuple[int, int], int] = field(default_factory=dict)
    above: Mapping[tuple[int, int], int] = field(default_factory=dict)
    labels: Mapping[tuple[int, int], str] = field(default_factory=dict)
    between: Mapping[tuple[tuple[int, int], tuple[int, int]], str] = field(default_factory=dict)
    coloured: bool = False
    joined: Sequence[Collection[int]] = ()

    def kind_of(self, kind: str, value: int) -> str:
        """The kind of a cell with that value: with its colour, such as `given-c3`, if values are colours."""
        return f"{kind}-c{value % len(COLOURS)}" if self.coloured and value != self.open_value else kind

    @cached_property
    def row_parts(self) -> tuple[bool, ...]:
        """By row whether a thick line is drawn above, as far as there are cells on both sides."""
        thick = {row for (row, column), weight in self.above.items() if weight > 1 and (row - 1, column) in self.inside}
        return tuple(row in thick for row in range(self.rows))

    @cached_property
    def column_parts(self) -> tuple[bool, ...]:
        """By column whether a thick line is drawn left of it, as far as there are cells on both sides."""
        thick = {
            column for (row, column), weight in self.left.items() if weight > 1 and (row, column - 1) in self.inside
        }
        return tuple(column in thick for column in range(self.columns))

    @property
    def parted(self) -> bool:
        """True if thick lines part rows and columns as a whole, as those of boxes do, not those of other regions."""
        parts = sum(self.row_parts) + sum(self.column_parts)
        return 0 < parts <= (self.rows + self.columns) // 2

    @cached_property
    def index(self) -> dict[tuple[int, int], int]:
        """(row, column) -> index into the board."""
        return {place: i for i, place in enumerate(self.places)}

    @cached_property
    def inside(self) -> frozenset[tuple[int, int]]:
        """The cells within the frame."""
        cells = product(range(self.rows), range(self.columns))
        return frozenset(one for one in cells if one not in self.fixed or self.fixed[one].kind not in OUTSIDE)


@dataclass(frozen=True, slots=True)
class Geometry:
    """How a layout is spread: with lines between the cells or not, and `pad` blanks around a cell's text.

    `tall`: the lines of text that a cell has, 1 to 3; where one stands for all, the one of number `tall // 2`.
    `parted`: without other lines, those where thick ones part the cells.
    """

    layout: GridLayout
    lined: bool
    pad: int
    tall: int = 1
    parted: bool = False

    @property
    def pitch(self) -> int:
        """Columns from one cell to the next, where no thick line parts them."""
        return self.inner + (1 if self.lined else self.layout.gap)

    @property
    def inner(self) -> int:
        """Columns of one cell, without lines or gap."""
        return self.layout.cell_width + 2 * self.pad

    @property
    def width(self) -> int:
        """Columns of the whole drawing."""
        parts = 2 * sum(self.layout.column_parts) if self.parted else 0
        return self.pitch * self.layout.columns + (1 if self.lined else -self.layout.gap) + parts

    @property
    def height(self) -> int:
        """Lines of the whole drawing."""
        if self.lined:
            return (self.tall + 1) * self.layout.rows + 1
        return self.layout.rows + (sum(self.layout.row_parts) if self.parted else 0)

    def corner(self, row: int, column: int) -> tuple[int, int]:
        """The (x, y) of the first column of a cell's first line."""
        edge = 1 if self.lined else 0
        if not self.parted:
            return edge + column * self.pitch, edge + row * (self.tall + edge)
        layout = self.layout
        return (
            column * self.pitch + 2 * sum(layout.column_parts[: column + 1]),
            row + sum(layout.row_parts[: row + 1]),
        )

    def place_at(self, x: int, y: int) -> tuple[int, int]:
        """The (row, column) of the cell that is drawn there."""
        if self.parted:
            rows = [row for row in range(self.layout.rows) if self.corner(row, 0)[1] <= y]
            columns = [column for column in range(self.layout.columns) if self.corner(0, column)[0] <= x]
            on_line = bool(rows) and self.corner(rows[-1], 0)[1] != y
            return (-1, -1) if on_line or not rows or not columns else (rows[-1], columns[-1])
        edge = 1 if self.lined else 0
        return (y - edge) // (self.tall + edge), (x - edge) // self.pitch


def usual(layout: GridLayout) -> Geometry:
    """With lines between the cells, one line of text in each."""
    return Geometry(layout, True, 1 if layout.cell_width < ROOMY else 0)


def large(layout: GridLayout) -> Geometry:
    """With the largest cells, in which both parts of a clue have a place of their own."""
    columns, lines = LARGE
    return Geometry(replace(layout, cell_width=max(columns, layout.cell_width), centred=True), True, 0, lines)


def spread(layout: GridLayout, width: int, height: int) -> Geometry:
    """The roomiest geometry that fits into width x height; if none does, the closest one, to be scrolled."""
    return fitted([large(layout), usual(layout), *close(layout)], width, height)


def close(layout: GridLayout) -> list[Geometry]:
    """The closest geometries, without lines, or with those alone that part the cells."""
    bare = Geometry(layout, False, 0)
    if not layout.parted:
        return [Geometry(layout, True, 0), bare] if layout.left else [bare]
    return [Geometry(layout, True, 0), Geometry(layout, False, 0, parted=True), bare]


def fitted(candidates: Sequence[Geometry], width: int, height: int, otherwise: int = -1) -> Geometry:
    """The first that fits into width x height, else that of the number `otherwise`."""
    fitting = [one for one in candidates if one.width <= width and one.height <= height]
    return fitting[0] if fitting else candidates[otherwise]


# by the half lines that meet, none, thin or thick each: up * 27 + down * 9 + left * 3 + right
JOINTS = " ╶╺╴─╼╸╾━╷┌┍┐┬┮┑┭┯╻┎┏┒┰┲┓┱┳╵└┕┘┴┶┙┵┷│├┝┤┼┾┥┽┿╽┟┢┧╁╆┪╅╈╹┖┗┚┸┺┛┹┻╿┞┡┦╀╄┩╃╇┃┠┣┨╂╊┫╉╋"


def joint(up: int, down: int, left: int, right: int, *, plain: bool) -> str:
    """Where lines of these weights meet, 0 for none, 2 for a thick one."""
    if not plain:
        return JOINTS[27 * up + 9 * down + 3 * left + right]
    if not (up or down or left or right):
        return " "
    if 2 in (up, down, left, right):
        return "=" if not (up or down) else "#"
    if not (left or right) and up and down:
        return "|"
    return "-" if not (up or down) and left and right else "+"


def stroke(weight: int, *, plain: bool, flat: bool) -> str:
    """One character of a line of that weight; `flat`: level, else upright."""
    return (("  ", "─-", "━=") if flat else ("  ", "│|", "┃#"))[weight][plain]


def upright(layout: GridLayout, row: int, column: int) -> int:
    """The weight of the line left of the cell (row, column), 0 for none; column may be one past the last."""
    if (row, column - 1) not in layout.inside and (row, column) not in layout.inside:
        return 0
    return layout.left.get((row, column), 1)


def level(layout: GridLayout, row: int, column: int) -> int:
    """The weight of the line above the cell (row, column), 0 for none; row may be one past the last."""
    if (row - 1, column) not in layout.inside and (row, column) not in layout.inside:
        return 0
    return layout.above.get((row, column), 1)


def rule(geometry: Geometry, row: int, *, plain: bool) -> str:
    """The horizontal line above the given row (one past the last: below the grid), in ASCII if `plain`."""
    layout, parts, left = geometry.layout, [], 0
    for column in range(layout.columns + 1):
        right = level(layout, row, column)
        up, down = upright(layout, row - 1, column), upright(layout, row, column)
        parts.append(joint(up, down, left, right, plain=plain))
        if column < layout.columns:
            parts.append(stroke(right, plain=plain, flat=True) * geometry.inner)
        left = right
    return "".join(parts)


class LayOut(Protocol):
    """A family's function that says what its grid looks like."""

    def __call__(self, puzzle: Puzzle, start: Board, *, plain: bool) -> GridLayout:
        """The puzzle's grid; `start` is the board before any move. In ASCII if `plain`."""


@dataclass(frozen=True, slots=True)
class GridDrawing:
    """The drawing of a family whose boards have one value a cell."""

    lay_out: LayOut

    def draw(self, puzzle: Puzzle, board: Board, *, width: int, plain: bool, facts: Facts | None = None) -> Lines:
        layout = self.lay_out(puzzle, get_family(puzzle.family).start_board(puzzle), plain=plain)
        marked = layout.fixed or layout.labels or layout.between or 0 in layout.left.values()
        lined = [usual(layout), Geometry(layout, True, 0)] if marked or layout.left else []
        if layout.parted and not marked:
            lined = [Geometry(layout, False, 0, parted=True)]
        geometry = fitted([*lined, Geometry(layout, False, 0)], width, 10_000)
        canvas = page(geometry, frame(geometry, plain=plain), board, plain=plain)
        lines = [canvas.line(y) for y in range(canvas.height)]
        used = [y for y, line in enumerate(lines) if any(piece.text.strip() for piece in line)]
        return lines[used[0] : used[-1] + 1] if used else lines

    def fits(self, puzzle: Puzzle, board: Board) -> bool:
        return len(board) == len(get_family(puzzle.family).start_board(puzzle))


def frame(geometry: Geometry, *, plain: bool) -> Canvas:
    """The grid with its lines and fixed cells, without any values."""
    layout, tall = geometry.layout, geometry.tall
    canvas = Canvas(geometry.width, geometry.height)
    if geometry.lined:
        for row in range(layout.rows + 1):
            canvas.put(0, row * (tall + 1), rule(geometry, row, plain=plain), LINE)
        for row, column in product(range(layout.rows), range(layout.columns + 1)):
            x, y = geometry.corner(row, column)
            line = stroke(upright(layout, row, column), plain=plain, flat=False)
            for inside in range(tall):
                canvas.put(x - 1, y + inside, line, LINE)
        _signs(geometry, canvas)
    elif geometry.parted:
        _parts(geometry, canvas, plain=plain)
    for place, cell in layout.fixed.items():
        x, y = geometry.corner(*place)
        if cell.kind != CLUE:
            if not (geometry.lined and cell.kind == BLACK):
                canvas.put(x, y + tall // 2, _padded(geometry, cell), cell.kind)
            continue
        for inside in range(tall):
            below, above = _clue(geometry, cell, inside, plain=plain)
            canvas.put(x, y + inside, below, CLUE)
            canvas.put(x + len(below), y + inside, above, ACROSS)
    return canvas


def _signs(geometry: Geometry, canvas: Canvas) -> None:
    """What stands on lines: labels above cells, signs between two."""
    for place, label in geometry.layout.labels.items():
        x, y = geometry.corner(*place)
        canvas.put(x, y - 1, label[: geometry.inner], SIGN)
    for (one, two), sign in geometry.layout.between.items():
        x, y = geometry.corner(*two)
        if one[0] == two[0]:
            canvas.put(x - 1, y + geometry.tall // 2, sign, SIGN)
        else:
            canvas.put(x + geometry.inner // 2, y - 1, sign, SIGN)


def _parts(geometry: Geometry, canvas: Canvas, *, plain: bool) -> None:
    """The lines that part cells where there are no others."""
    layout = geometry.layout
    columns = [geometry.corner(0, column)[0] - 2 for column, parted in enumerate(layout.column_parts) if parted]
    rows = [geometry.corner(row, 0)[1] - 1 for row, parted in enumerate(layout.row_parts) if parted]
    for y in rows:
        canvas.put(0, y, ("-" if plain else "─") * geometry.width, LINE)
    for x, y in product(columns, range(geometry.height)):
        crossing = ("+" if plain else "┼") if y in rows else ("|" if plain else "│")
        canvas.put(x, y, crossing, LINE)


def page(
    geometry: Geometry, blank: Canvas, board: Board, marked: Collection[int] = frozenset(), *, plain: bool
) -> Canvas:
    """The frame `blank` with the values of a board in the middle of their cells."""
    canvas, layout, middle = blank.copy(), geometry.layout, geometry.tall // 2
    for index, (place, value) in enumerate(zip(layout.places, board, strict=True)):
        x, y = geometry.corner(*place)
        if value == layout.open_value:
            cell = Cell("." if plain else "·", OPEN)
        else:
            cell = Cell(str(value + layout.offset), GIVEN if index in layout.givens else FILLED)
        canvas.put(
            x, y + middle, _padded(geometry, cell), MARKED if index in marked else layout.kind_of(cell.kind, value)
        )
    return canvas


def _clue(geometry: Geometry, cell: Cell, inside: int, *, plain: bool) -> tuple[str, str]:
    """A line of a clue's cell in its two colours: for the run below, and behind the slash for the one at its right."""
    if geometry.tall > 1:
        return large_clue(geometry, cell.text, inside, plain=plain)
    text = _padded(geometry, cell)
    cut = text.index(SLASH) + 1 if SLASH in text.rstrip(SLASH) else len(text)
    return text[:cut], text[cut:]


def large_clue(geometry: Geometry, text: str, inside: int, *, plain: bool) -> tuple[str, str]:
    """A line of a clue, up to the diagonal and behind it: the sum of the run below is below it, the other above it."""
    down, _, across = (part.strip() for part in text.partition(SLASH))
    width, last = geometry.inner, geometry.tall - 1
    before = inside * (width - 1) // last
    below = f" {down}".ljust(before)[:before] if inside == last else " " * before
    above = f"{across} ".rjust(width - before - 1) if inside == 0 else " " * (width - before - 1)
    return below + (SLASH if plain else "╲"), above


def _padded(geometry: Geometry, cell: Cell) -> str:
    if geometry.layout.centred and cell.kind not in (CLUE, SUM):
        return cell.text.center(geometry.inner)
    return cell.text.rjust(geometry.inner - geometry.pad) + " " * geometry.pad
