"""URLs of puzz.link, by variety: `sudoku`; `skyscrapers`, seen from all four sides; `factors`, rooms with products;
`minarism`, signs and differences between cells; `kropki`, where all dots are there. Codes: `puzzles.text.pzpr_url`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from math import isqrt
from typing import NamedTuple

from puzzles.connected import parts
from puzzles.errors import PuzzleError
from puzzles.latin.grouped import HOLE
from puzzles.sudoku.constraints import Constraint
from puzzles.sudoku.formats.reading import Frame, Reading, in_order, made, refused, rim_lines
from puzzles.sudoku.puzzle import LARGEST_CALCULATED, NO_BOXES, Sudoku, require_order, usual_boxes
from puzzles.sudoku.rules import BESIDE, pairs
from puzzles.text import pzpr_url
from puzzles.text.fields import NOWHERE, Field
from puzzles.text.pzpr_url import Body, read_number, read_packed, read_signs, write_number, write_packed, write_signs

LARGEST_PRODUCT = 16**5 + 77_775
DOTS = ("", "consecutive", "double")
"""By the mark between two cells of `kropki`: none, white, black."""

Grid = Sequence[int]


class Found(NamedTuple):
    """What a body says: a sign of each cell, if any are given, and the rest of the form."""

    givens: Sequence[Field] = ()
    constraints: Sequence[Constraint] = ()
    boxes: tuple[int, int] = NO_BOXES
    rules: tuple[str, ...] = ()


class Variety(NamedTuple):
    """`read`: what the body says of an order. `write`: the body of a puzzle and a grid, as far as it can hold them."""

    read: Callable[[int, Body], Found]
    write: Callable[[Sudoku, Grid], str]


def read(text: str) -> Reading:
    """The reading of one URL; PuzzleError."""
    url = pzpr_url.read(text, NAMES)
    order, name = url.width, ALIASES.get(url.name, url.name)
    if url.height != order:
        raise url.size.error(f"{order} columns and {url.height} rows", "as many columns as rows")
    if require_order(order, url.size) > LARGEST_CALCULATED and name != "sudoku":
        raise url.size.error(f"order {order} of {name}", f"at most {LARGEST_CALCULATED}")
    try:
        found = VARIETIES[name].read(order, url.body)
        url.body.end("mark")
        givens = found.givens or [NOWHERE] * order**2
        values = {divmod(cell, order): (read_number(at, order) - 1, at) for cell, at in enumerate(givens)}
        return made(Frame(order, values), boxes=found.boxes, rules=found.rules, constraints=found.constraints)
    except PuzzleError as error:
        raise refused(error, url.size) from None


def write(puzzle: Sudoku, grid: Grid) -> str:
    """The URL of the first variety that holds all of the puzzle and the grid; PuzzleError if there is none."""
    whole = len(puzzle.corners) == 1 and not puzzle.outside and not puzzle.graph
    for name, variety in VARIETIES.items() if whole else ():
        with suppress(PuzzleError):
            url = pzpr_url.written(name, puzzle.order, puzzle.order, variety.write(puzzle, grid))
            reading = read(url)
            if _sorted(reading.form) == _sorted(puzzle.empty()) and reading.values == tuple(grid):
                return url
    raise PuzzleError(f"a puzz.link URL can't hold all of this {puzzle.variant.title}", "the format grid or json")


def _sorted(form: Sudoku) -> Sudoku:
    """The form, the cells of constraints in reading order where their order says nothing."""
    ordered = ("less", "views", "arrow")
    every = [one if one.kind in ordered else replace(one, cells=tuple(sorted(one.cells))) for one in form.constraints]
    return replace(form, constraints=in_order(every))


def _read_sudoku(order: int, body: Body) -> Found:
    if isqrt(order) ** 2 != order and order != 6:
        raise PuzzleError(f"a puzz.link Sudoku of order {order}", "a square number, or 6")
    return Found(read_signs(body, order**2, "cells"), boxes=usual_boxes(order))


def _write_cells(puzzle: Sudoku, grid: Grid) -> str:
    return write_signs([write_number(value + 1) for value in grid])


def _read_skyscrapers(order: int, body: Body) -> Found:
    seen = [read_number(at, order) for at in read_signs(body, 4 * order, "places")]
    views = [Constraint("views", line, number) for line, number in zip(rim_lines(order), seen, strict=True) if number]
    return Found(read_signs(body, order**2, "cells") if body else (), views)


def _write_skyscrapers(puzzle: Sudoku, grid: Grid) -> str:
    numbers = {one.cells: one.value for one in puzzle.constraints}
    rim = write_signs([write_number(numbers.get(line, 0)) for line in rim_lines(puzzle.order)])
    return rim + (_write_cells(puzzle, grid) if set(grid) != {HOLE} else "")


def _borders(order: int) -> list[tuple[int, int]]:
    """The two cells of each border inside: those of rows first."""
    return list(pairs(Sudoku(order, (HOLE,) * order**2), BESIDE))


def _read_factors(order: int, body: Body) -> Found:
    borders = _borders(order)
    beside, upright = (order - 1) * order, len(borders)
    drawn = read_packed(body, beside, 2, 5) + read_packed(body, upright - beside, 2, 5)
    rooms = _rooms(order**2, [pair for pair, border in zip(borders, drawn, strict=True) if not border])
    products = [read_number(at, LARGEST_PRODUCT) for at in read_signs(body, len(rooms), "rooms")]
    found = zip(rooms, products, strict=True)
    return Found(constraints=[Constraint("product", cells, number) for cells, number in found if number])


def _rooms(cells: int, joined: Sequence[tuple[int, int]]) -> list[tuple[int, ...]]:
    """The cells that are joined, by their first ones."""
    beside: list[list[int]] = [[] for _ in range(cells)]
    for one, two in joined:
        beside[one].append(two)
        beside[two].append(one)
    return [tuple(sorted(room)) for room in parts(range(cells), beside.__getitem__)]


def _write_factors(puzzle: Sudoku, grid: Grid) -> str:
    room = list(range(len(grid)))
    numbers = [0] * len(grid)
    for one in puzzle.constraints:
        for cell in one.cells:
            room[cell] = min(one.cells)
        numbers[min(one.cells)] = one.value
    drawn = [int(room[one] != room[two]) for one, two in _borders(puzzle.order)]
    beside = len(drawn) // 2
    signs = [write_number(numbers[number]) for number in sorted(set(room))]
    return write_packed(drawn[:beside], 2, 5) + write_packed(drawn[beside:], 2, 5) + write_signs(signs)


def _read_minarism(order: int, body: Body) -> Found:
    borders = _borders(order)
    found = []
    for pair, at in zip(borders, read_signs(body, len(borders), "borders", "i"), strict=True):
        if at.text in ("g", "h"):
            found.append(Constraint("less", pair if at.text == "g" else pair[::-1]))
        elif number := read_number(at, order - 1, least=0):
            found.append(Constraint("consecutive", pair) if number == 1 else Constraint("difference", pair, number))
    return Found(constraints=found)


def _write_minarism(puzzle: Sudoku, grid: Grid) -> str:
    signs = {}
    for one in puzzle.constraints:
        pair = min(one.cells), max(one.cells)
        signs[pair] = ("g" if one.cells == pair else "h") if one.kind == "less" else write_number(one.value or 1)
    return write_signs([signs.get(pair, "") for pair in _borders(puzzle.order)], "i")


def _read_kropki(order: int, body: Body) -> Found:
    borders = _borders(order)
    marks = zip(borders, read_packed(body, len(borders), 3, 3), strict=True)
    return Found(constraints=[Constraint(DOTS[mark], pair) for pair, mark in marks if mark], rules=("all-dots",))


def _write_kropki(puzzle: Sudoku, grid: Grid) -> str:
    marks = {tuple(sorted(one.cells)): DOTS.index(one.kind) for one in puzzle.constraints if one.kind in DOTS}
    return write_packed([marks.get(pair, 0) for pair in _borders(puzzle.order)], 3, 3)


VARIETIES: Mapping[str, Variety] = {
    "sudoku": Variety(_read_sudoku, _write_cells),
    "skyscrapers": Variety(_read_skyscrapers, _write_skyscrapers),
    "factors": Variety(_read_factors, _write_factors),
    "minarism": Variety(_read_minarism, _write_minarism),
    "kropki": Variety(_read_kropki, _write_kropki),
}
ALIASES = {"building": "skyscrapers", "skyscraper": "skyscrapers"}
NAMES = (*VARIETIES, *ALIASES)
likeness = partial(pzpr_url.likeness, names=NAMES)
