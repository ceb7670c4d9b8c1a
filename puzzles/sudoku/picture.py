"""A puzzle of cells as a picture: given values bold; boxes, regions, cages and marks as printed puzzles have them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import cos, pi, sin

from puzzles.latin.grouped import HOLE, Grouped
from puzzles.latin.picture import CELL, Page
from puzzles.picture import INK, PAINTS, Circle, Path, Pen, Picture, Point, Shape, Words, box, line, note, titled
from puzzles.sudoku.constraints import Constraint, Place
from puzzles.sudoku.graph import Colouring
from puzzles.sudoku.puzzle import Sudoku
from puzzles.sudoku.rules import DIAGONAL, RULES, WINDOW

SMALL = 9.0
CAGE = Pen("#555555", 0.9, dashes=(3.0, 2.0))
PARITY = Pen("#999999", 1.0)
SHADED, DARK = Pen(fill="#e6e6e6"), Pen(fill="#444444")
PATH, HEAD = Pen("#bbbbbb", 5.0), Pen(fill="#bbbbbb")
DOT, FULL = Pen(INK, 1.0, fill="#ffffff"), Pen(INK, 1.0, fill=INK)
SIGNS = {"sum": "+", "product": "×", "difference": "−", "quotient": "÷", "cage": "", "makes": ""}
"""Behind the number of a cage."""
INSET = 3.0


def picture(puzzle: Sudoku, board: Sequence[int] | None = None) -> Picture:
    if isinstance(puzzle, Colouring):
        return _of_graph(puzzle, board)
    grid = puzzle.filled(board)
    page = Page(puzzle, CELL if any(one.kind == "views" for one in puzzle.constraints) else 0.0)
    shapes: list[Shape] = [*_below(page, puzzle), *page.lines(areas_of(puzzle))]
    for one in puzzle.constraints:
        shapes += _mark(page, one)
    shapes += page.values(grid, {*puzzle.blacks})
    hidden = [RULES[name].words for name in puzzle.rules if name not in ("diagonals", "windows", "stretches")]
    shapes += [note(words, (page.MARGIN, page.bottom + 18.0 * at)) for at, words in enumerate(hidden)]
    last = max(mask.bit_length() for mask in puzzle.allowed) - 1 + puzzle.first_symbol
    about = f"values {puzzle.first_symbol} to {last}; {puzzle.variant.rule}"
    return titled(page.width, page.bottom + 18.0 * len(hidden), puzzle.title, about, shapes)


def _below(page: Page, puzzle: Sudoku) -> Iterator[Shape]:
    """What lies under the lines: shaded cells, paths, black cells."""
    for one in puzzle.constraints:
        if one.kind in ("less", "arrow", "stretch", "equal") and not (one.kind == "less" and len(one.cells) == 2):
            middles = tuple(page.middle(puzzle.places[cell]) for cell in one.cells)
            yield Path(PATH, middles)
            if one.kind in ("less", "arrow"):
                yield Circle(HEAD, middles[0], CELL * 0.36)
    for group in puzzle.groups:
        if group.kind == DIAGONAL:
            yield line(PATH, *(page.middle(puzzle.places[cell]) for cell in (group.cells[0], group.cells[-1])))
        elif group.kind == WINDOW:
            yield from (box(SHADED, page.corner(puzzle.places[cell]), CELL, CELL) for cell in group.cells)
    for place in puzzle.outside:
        yield box(DARK, page.corner(place), CELL, CELL)
    for cell in puzzle.blacks:
        yield box(DARK, page.corner(puzzle.places[cell]), CELL, CELL)


def areas_of(puzzle: Grouped) -> tuple[tuple[tuple[int, int, int], ...], ...]:
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


def _mark(page: Page, one: Constraint) -> Iterable[Shape]:
    places = [page.puzzle.places[cell] for cell in one.cells]
    if one.kind in SIGNS:
        return _cage(page, one, places)
    if one.kind in ("even", "odd"):
        if one.kind == "odd":
            return [Circle(PARITY, page.middle(place), CELL * 0.4) for place in places]
        return [box(PARITY, (x + 4, y + 4), CELL - 8, CELL - 8) for x, y in map(page.corner, places)]
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


def label_of(one: Constraint) -> str:
    """What stands in the corner of a cage, such as `12+`."""
    return f"{one.value}{SIGNS[one.kind]}"


def _cage(page: Page, one: Constraint, places: Sequence[Place]) -> Iterator[Shape]:
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


DISC, APART = 14.0, 40.0
"""Radius of a vertex, and the way along the circle from one to the next."""
SMALLEST = 120.0
"""Radius of the circle."""
MARGIN, TOP = 48.0, 84.0
JOIN, OPEN = Pen("#999999", 1.0), Pen(INK, 1.2, fill="#ffffff")
NUMBER, COLOUR = 9.0, 13.0


def _of_graph(puzzle: Colouring, board: Sequence[int] | None) -> Picture:
    """Vertices on a circle, numbers outside of them and colours inside, as numbers, too; given ones are bold."""
    count, values = len(puzzle.grid), puzzle.filled(board)
    radius = max(SMALLEST, count * APART / (2 * pi))
    middle = radius + MARGIN, radius + TOP

    def at(vertex: int, far: float) -> Point:
        angle = 2 * pi * vertex / count - pi / 2
        return middle[0] + far * cos(angle), middle[1] + far * sin(angle)

    shapes: list[Shape] = [line(JOIN, at(one, radius), at(other, radius)) for one, other in puzzle.edges]
    for vertex, (value, given) in enumerate(zip(values, puzzle.grid, strict=True)):
        pen = OPEN if value == HOLE else Pen(INK, 1.2, fill=PAINTS[value % len(PAINTS)])
        shapes.append(Circle(pen, at(vertex, radius), DISC))
        shapes.append(Words(str(vertex + 1), at(vertex, radius + DISC + NUMBER), NUMBER))
        if value != HOLE:
            shapes.append(Words(str(value + 1), at(vertex, radius), COLOUR, bold=given != HOLE))
    about = f"colours 1 to {puzzle.order}; {puzzle.variant.rule}"
    return titled(2 * middle[0], 2 * radius + TOP + MARGIN, puzzle.title, about, shapes)
