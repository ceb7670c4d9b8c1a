"""The board of Latin squares, Sudoku and the like: thick lines between boxes, none within a cage, signs."""

from __future__ import annotations

from itertools import pairwise, product

from puzzles.family import Board, Puzzle, own
from puzzles.latin.grouped import HOLE, Grouped
from puzzles.sudoku import rules
from puzzles.sudoku.constraints import Constraint, Place
from puzzles.sudoku.picture import SIGNS, areas_of, label_of, sign_between
from tui.boards.grid import BLACK, SUM, Cell, GridDrawing, GridLayout

DOTS = {"consecutive": "o○", "double": "@●", "equal": "==", "apart": "x×", "not-double": "//"}
EVEN, ODD, HEAD, ALONG, DIAGONAL, WINDOW, DARK = "e□", "o○", "*●", "~~", "\\╲", "w▫", "#■"
"""Signs, in ASCII and otherwise."""


def lay_out(puzzle: Puzzle, start: Board, *, plain: bool) -> GridLayout:
    """The frame with all grids; with views a row and a column more on each side."""
    one = own(puzzle, Grouped)
    views = [other for other in one.constraints if other.kind == "views"]
    rim = 1 if views else 0
    places = tuple((row + rim, column + rim) for row, column in one.places)
    rows, columns = one.rows + 2 * rim, one.columns + 2 * rim
    fixed = dict.fromkeys({*product(range(rows), range(columns))}.difference(places), Cell("", SUM))
    for place in one.outside:
        fixed[place[0] + rim, place[1] + rim] = Cell("#" if plain else "█", BLACK)
    for view in views:
        first, second = places[view.cells[0]], places[view.cells[1]]
        fixed[2 * first[0] - second[0], 2 * first[1] - second[1]] = Cell(str(view.value), SUM)
    left, above = _walls(one, places)
    labels = _labels(one, places, plain=plain)
    return GridLayout(
        rows=rows,
        columns=columns,
        cell_width=len(str(len(one.grid) if one.graph else one.last_symbol)),
        places=places,
        fixed=fixed,
        givens=frozenset(i for i, value in enumerate(start) if value != HOLE),
        open_value=HOLE,
        offset=one.first_symbol,
        left=left,
        above=above,
        centred=one.graph,
        labels=labels,
        between=_between(one, places, plain=plain),
        coloured=one.graph,
        joined=one.seen if one.graph else (),
    )


def _walls(puzzle: Grouped, places: tuple[Place, ...]) -> tuple[dict[Place, int], dict[Place, int]]:
    """Thick lines between boxes or regions and at the rim where there are such, none within a cage."""
    at = {place: cell for cell, place in enumerate(places)}
    areas = areas_of(puzzle)
    parted = any(areas)
    cages: dict[int, int] = {}
    for number, one in enumerate(puzzle.constraints):
        if one.kind in SIGNS:
            cages.update(dict.fromkeys(one.cells, number))
    left: dict[Place, int] = {}
    above: dict[Place, int] = {}
    if not parted and not cages:
        return left, above
    for row, column in {*places, *((r, c + 1) for r, c in places), *((r + 1, c) for r, c in places)}:
        here = at.get((row, column))
        for walls, other in ((left, at.get((row, column - 1))), (above, at.get((row - 1, column)))):
            if here is None or other is None:
                if parted and (here, other) != (None, None):
                    walls[row, column] = 2
            elif areas[here] != areas[other]:
                walls[row, column] = 2
            elif here in cages and cages[here] == cages.get(other):
                walls[row, column] = 0
    return left, above


def _labels(puzzle: Grouped, places: tuple[Place, ...], *, plain: bool) -> dict[Place, str]:
    found = {place: str(vertex) for vertex, place in enumerate(places, 1)} if puzzle.graph else {}
    for cell in puzzle.blacks:
        found[places[cell]] = _sign(DARK, plain)
    signs = {rules.DIAGONAL: DIAGONAL, rules.WINDOW: WINDOW}
    marked = [group for group in puzzle.groups if group.kind in signs]
    found |= {places[cell]: _sign(signs[group.kind], plain) for group in marked for cell in group.cells}
    for one in puzzle.constraints:
        if one.kind in SIGNS:
            label = label_of(one)
            found[min(places[cell] for cell in one.cells)] = label.translate(_ASCII) if plain else label
        elif one.kind in ("even", "odd"):
            found |= {places[cell]: _sign(EVEN if one.kind == "even" else ODD, plain) for cell in one.cells}
        elif one.kind in ("less", "arrow") and len(one.cells) > 2:
            found[places[one.cells[0]]] = _sign(HEAD, plain)
        elif one.kind == "stretch":
            found |= {places[cell]: _sign(ALONG, plain) for cell in one.cells}
    return found


_ASCII = str.maketrans({"×": "*", "−": "-", "÷": "/", "∧": "^", "∨": "v"})


def _sign(pair: str, plain: bool) -> str:
    return pair[0] if plain else pair[1]


def _between(puzzle: Grouped, places: tuple[Place, ...], *, plain: bool) -> dict[tuple[Place, Place], str]:
    """Signs between neighbours in a row or a column."""
    found: dict[tuple[Place, Place], str] = {}
    for one in puzzle.constraints:
        if one.kind not in (*DOTS, "less", "arrow"):
            continue
        for start, end in pairwise(places[cell] for cell in one.cells):
            if abs(start[0] - end[0]) + abs(start[1] - end[1]) == 1:
                found[min(start, end), max(start, end)] = _mark(one, start, end, plain=plain)
    return found


def _mark(one: Constraint, start: Place, end: Place, *, plain: bool) -> str:
    if one.kind in DOTS:
        return _sign(DOTS[one.kind], plain)
    sign = sign_between(end, start) if one.kind == "arrow" else sign_between(start, end)
    return sign.translate(_ASCII) if plain else sign


DRAWING = GridDrawing(lay_out)
