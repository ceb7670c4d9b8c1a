"""A puzzle of cells as a picture: given values bold; boxes, regions, cages and marks as printed puzzles have them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from puzzles.latin.grouped import HOLE
from puzzles.picture import INK, WORDS, Circle, Path, Pen, Picture, Point, Shape, Words, box, line, titled
from puzzles.sudoku import graph_picture
from puzzles.sudoku.constraints import Constraint, Place
from puzzles.sudoku.graph import Colouring
from puzzles.sudoku.puzzle import Sudoku
from puzzles.sudoku.rules import RULES

CELL = 32.0
MARGIN, TOP = 20.0, 48.0
NARROWEST = 330.0
SMALL = 9.0
EDGE, THIN = Pen(INK, 2.4), Pen("#777777", 0.8)
CAGE = Pen("#555555", 0.9, dashes=(3.0, 2.0))
SHADED, DARK = Pen(fill="#e6e6e6"), Pen(fill="#444444")
PATH, HEAD = Pen("#bbbbbb", 5.0), Pen(fill="#bbbbbb")
DOT, FULL = Pen(INK, 1.0, fill="#ffffff"), Pen(INK, 1.0, fill=INK)
SIGNS = {"sum": "+", "product": "×", "difference": "−", "quotient": "÷", "cage": "", "makes": ""}
"""Behind the number of a cage."""
INSET = 3.0


class _Page:
    """Where cells stand."""

    def __init__(self, puzzle: Sudoku) -> None:
        self.puzzle = puzzle
        views = any(one.kind == "views" for one in puzzle.constraints)
        self.rim = CELL if views else 0.0
        self.width = max(puzzle.columns * CELL + 2 * MARGIN + 2 * self.rim, NARROWEST)
        self.left = (self.width - puzzle.columns * CELL) / 2
        self.top = TOP + self.rim
        self.bottom = self.top + puzzle.rows * CELL + self.rim

    def corner(self, place: Place) -> Point:
        return self.left + place[1] * CELL, self.top + place[0] * CELL

    def middle(self, place: tuple[float, float]) -> Point:
        return self.left + (place[1] + 0.5) * CELL, self.top + (place[0] + 0.5) * CELL


def picture(puzzle: Sudoku, board: Sequence[int] | None = None) -> Picture:
    if isinstance(puzzle, Colouring):
        return graph_picture.picture(puzzle, board)
    grid = puzzle.filled(board)
    page = _Page(puzzle)
    shapes: list[Shape] = [*_below(page), *_lines(page)]
    for one in puzzle.constraints:
        shapes += _mark(page, one)
    size = 18.0 if puzzle.last_symbol < 100 else 14.0
    blacks = {*puzzle.blacks}
    for cell, (value, given) in enumerate(zip(grid, puzzle.grid, strict=True)):
        if value != HOLE:
            words = str(value + puzzle.first_symbol)
            colour = "#ffffff" if cell in blacks else INK
            shapes.append(Words(words, page.middle(puzzle.places[cell]), size, bold=given != HOLE, colour=colour))
    shapes += [Words(text, at, WORDS, anchor="start") for text, at in _legend(page)]
    about = f"values {puzzle.first_symbol} to {puzzle.last_symbol}; {puzzle.variant.rule}"
    height = page.bottom + MARGIN + 18.0 * len(list(_legend(page)))
    return titled(page.width, height, puzzle.title, about, shapes)


def _legend(page: _Page) -> Iterator[tuple[str, Point]]:
    """The rules that no mark shows."""
    for number, name in enumerate(page.puzzle.rules):
        if name not in ("diagonals", "windows", "stretches"):
            yield RULES[name].words, (MARGIN, page.bottom + MARGIN + 18.0 * number)


def _below(page: _Page) -> Iterator[Shape]:
    """What lies under the lines: shaded cells, paths, black cells."""
    puzzle = page.puzzle
    for one in puzzle.constraints:
        if one.kind in ("less", "arrow", "stretch", "equal") and not (one.kind == "less" and len(one.cells) == 2):
            middles = tuple(page.middle(puzzle.places[cell]) for cell in one.cells)
            yield Path(PATH, middles)
            if one.kind in ("less", "arrow"):
                yield Circle(HEAD, middles[0], CELL * 0.36)
    for name, groups in (("diagonals", "diagonal"), ("windows", "window")):
        if name in puzzle.rules:
            for group in puzzle.groups:
                if group.kind == groups == "diagonal":
                    ends = [page.middle(puzzle.places[cell]) for cell in (group.cells[0], group.cells[-1])]
                    yield line(PATH, ends[0], ends[1])
                elif group.kind == groups:
                    yield from (box(SHADED, page.corner(puzzle.places[cell]), CELL, CELL) for cell in group.cells)
    for place in puzzle.outside:
        yield box(DARK, page.corner(place), CELL, CELL)
    for cell in puzzle.blacks:
        yield box(DARK, page.corner(puzzle.places[cell]), CELL, CELL)


def areas_of(puzzle: Sudoku) -> tuple[tuple[tuple[int, int, int], ...], ...]:
    """By cell, the boxes or regions that it stands in: a thick line parts cells that differ in these."""
    if puzzle.regions:
        return tuple(((0, 0, number),) for number in puzzle.regions)
    high, wide = puzzle.boxes
    if not high:
        return ((),) * len(puzzle.grid)
    return tuple(
        tuple(
            (grid, (row - top) // high, (column - left) // wide)
            for grid, (top, left) in enumerate(puzzle.corners)
            if top <= row < top + puzzle.order and left <= column < left + puzzle.order
        )
        for row, column in puzzle.places
    )


def _lines(page: _Page) -> Iterator[Shape]:
    puzzle = page.puzzle
    areas = areas_of(puzzle)
    for pen in (THIN, EDGE):
        for cell, (row, column) in enumerate(puzzle.places):
            x, y = page.corner((row, column))
            for other, start, end in (
                ((row, column - 1), (x, y), (x, y + CELL)),
                ((row - 1, column), (x, y), (x + CELL, y)),
                ((row, column + 1), (x + CELL, y), (x + CELL, y + CELL)),
                ((row + 1, column), (x, y + CELL), (x + CELL, y + CELL)),
            ):
                beside = puzzle.cell_at.get(other)
                thick = beside is None or areas[beside] != areas[cell]
                if thick == (pen == EDGE) and (beside is None or beside > cell):
                    yield line(pen, start, end)


def _mark(page: _Page, one: Constraint) -> Iterable[Shape]:
    puzzle = page.puzzle
    places = [puzzle.places[cell] for cell in one.cells]
    if one.kind in SIGNS:
        return _cage(page, one, places)
    if one.kind in ("even", "odd"):
        shape = [_small_box(page, place) for place in places]
        rounds = [Circle(Pen("#999999", 1.0), page.middle(place), CELL * 0.4) for place in places]
        return shape if one.kind == "even" else rounds
    if one.kind in ("consecutive", "double", "apart") or (one.kind == "less" and len(places) == 2):
        between = (places[0][0] + places[1][0]) / 2, (places[0][1] + places[1][1]) / 2
        at = page.middle(between)
        if one.kind == "less":
            return [Words(sign_between(places[0], places[1]), at, 13.0, bold=True)]
        return [Circle(FULL if one.kind == "double" else DOT, at, 4.0)]
    if one.kind == "views":
        (r, c), (r2, c2) = places[0], places[1]
        outside = page.middle((r - (r2 - r), c - (c2 - c)))
        return [Words(str(one.value), outside, 15.0, colour="#333333")]
    return ()


def sign_between(small: Place, large: Place) -> str:
    """The sign of less between two neighbours, as it stands on the page."""
    if small[0] == large[0]:
        return "<" if small[1] < large[1] else ">"
    return "∧" if small[0] < large[0] else "∨"


def _small_box(page: _Page, place: Place) -> Shape:
    x, y = page.corner(place)
    return box(Pen("#999999", 1.0), (x + 4, y + 4), CELL - 8, CELL - 8)


def label_of(one: Constraint) -> str:
    """What stands in the corner of a cage, such as `12+`."""
    return f"{one.value}{SIGNS[one.kind]}"


def _cage(page: _Page, one: Constraint, places: Sequence[Place]) -> Iterator[Shape]:
    inside = {*places}
    for row, column in places:
        x, y = page.corner((row, column))
        left, top, right, low = x + INSET, y + INSET, x + CELL - INSET, y + CELL - INSET
        for other, start, end in (
            ((row, column - 1), (left, top), (left, low)),
            ((row, column + 1), (right, top), (right, low)),
            ((row - 1, column), (left, top), (right, top)),
            ((row + 1, column), (left, low), (right, low)),
        ):
            if other not in inside:
                yield line(CAGE, start, end)
    x, y = page.corner(min(places))
    yield Words(label_of(one), (x + INSET + 1, y + INSET + 4), SMALL, anchor="start")
