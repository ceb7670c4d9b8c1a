"""The text of the public set puzzlekit: `rows columns`, the grid, and for some variants as many lines of their marks.

Which variant it is shows in the marks: E and O, signs behind numbers, regions, cages, or neighbours as bits.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain, islice

from puzzles.errors import PuzzleError
from puzzles.latin.formats.plain import NO_CELL
from puzzles.latin.formats.rows import HOLES, Convention, data_lines, value_of
from puzzles.latin.grouped import HOLE
from puzzles.sudoku.constraints import Constraint, Place
from puzzles.sudoku.formats.reading import Frame, Reading, framed, made, numbered_regions, refused, rim_lines
from puzzles.sudoku.puzzle import MAX_ORDER, usual_boxes
from puzzles.text.fields import Field
from puzzles.text.format_table import Entry, beginning, parts_at
from puzzles.text.quoting import counted, quoted

HEAD = re.compile(r"[ \t]*([0-9]{1,2})[ \t]+([0-9]{1,2})(?:[ \t]+([0-9]{1,2}))?(?:[ \t]+(D))?[ \t]*")
_OPEN = ("-", ".", "0")
_SIGNED = re.compile(r"([0-9]{1,12})([-+*/x])?")
_KINDS = {"+": "sum", "*": "product", "x": "product", "-": "difference", "/": "quotient"}
SAMURAI = 21
CORNERS: tuple[Place, ...] = ((0, 0), (0, 12), (6, 6), (12, 0), (12, 12))
BESIDE = {1: (0, 1), 2: (1, 0), 4: (0, -1), 8: (-1, 0)}
"""The neighbour that each bit of a mark is about."""
Rows = Sequence[Sequence[Field]]


def likeness(text: str) -> float:
    """1 for a first line of two equal numbers above rows of that many fields, else 0."""
    lines = list(islice(data_lines(text), 3))
    if len(lines) < 3:
        return 0.0
    head = HEAD.fullmatch(lines[0].text)
    if head is None or head[1] != head[2] or int(head[1]) < 2:
        return 0.0
    return 1.0 if all(len(line.text.split()) == int(head[1]) for line in lines[1:]) else 0.0


def divide(text: str) -> tuple[Entry, ...]:
    starts = [line.line for line in data_lines(text) if HEAD.fullmatch(line.text) and _begins(line.text)]
    return parts_at(text, starts, beginning("#"))


def _begins(line: str) -> bool:
    words = line.split()
    return len(words) < 4 + ("D" in words) and words[0] == words[1] and int(words[0]) > 3


def read(text: str) -> Reading:
    """The reading; PuzzleError with line and column."""
    lines = list(data_lines(text))
    head = HEAD.fullmatch(lines[0].text) if lines else None
    if head is None:
        raise PuzzleError(
            "the text has no first line of two numbers", "rows and columns, such as 9 9", line=1, column=1
        )
    side = int(head[1])
    if head[1] != head[2] or not 2 <= side <= MAX_ORDER:
        raise lines[0].error(f"a grid of {head[1]} rows and {head[2]} columns", "as many rows as columns")
    rows = [line.words(side + 1) for line in lines[1 : 2 * side + 6]]
    for row in rows:
        if len(row) != side:
            raise row[0].error(f"a row of {counted(len(row), 'field')}", f"{side}, as the first line says")
    try:
        return _read(rows, side, head, lines[0])
    except PuzzleError as error:
        raise refused(error, lines[0]) from None


def _read(rows: Rows, side: int, head: re.Match[str], at: Field) -> Reading:
    if head[3]:
        return _skyscrapers(rows, side, int(head[3]), head[4] is not None, at)
    if len(rows) not in (side, 2 * side):
        raise at.error(f"{counted(len(rows), 'row')} of {side}", f"{side} or {2 * side}")
    grid, marks = rows[:side], rows[side:]
    words = {one.text for row in grid for one in row}
    if side == SAMURAI:
        return _samurai(grid)
    if any(word.endswith(NO_CELL) and not word[:-1].isalpha() for word in words) and not marks:
        return made(framed(grid, side), rules=("stretches",))
    if not marks:
        if words & {"E", "O"}:
            return _even_odd(grid, side)
        return made(framed(grid, side), boxes=usual_boxes(side))
    names = {(r, c): one.text for r, row in enumerate(marks) for c, one in enumerate(row)}
    numbers = {(r, c) for r, row in enumerate(grid) for c, one in enumerate(row) if one.text not in _OPEN}
    if any(_SIGNED.fullmatch(word) and word[-1] in _KINDS for word in words if word != "-"):
        return _kenken(grid, names, side)
    if _is_mutual(marks, side):
        return _consecutive(grid, marks, side)
    sizes = [len(cells) for cells in _cages(names).values()]
    if all(size == side for size in sizes) and len(sizes) == side:
        return made(framed(grid, side), regions=numbered_regions(names, side, at))
    if "." in words and "-" not in words:
        return _kenken(grid, names, side)
    if len({names[place] for place in numbers}) == len(numbers):
        return _killer(grid, names, side)
    raise at.error("marks of no known variant below the grid", "regions, cages or neighbours as bits")


def _is_mutual(marks: Rows, side: int) -> bool:
    """Whether the marks are bits, and each says of a neighbour what that says of it."""
    bits = {(r, c): int(one.text) for r, row in enumerate(marks) for c, one in enumerate(row) if one.text.isdigit()}
    if len(bits) < side * side or max(bits.values()) > 15:
        return False
    back = {1: 4, 2: 8, 4: 1, 8: 2}
    return all(
        bool(bits.get((r + down, c + right), 0) & back[bit])
        for (r, c), mark in bits.items()
        for bit, (down, right) in BESIDE.items()
        if mark & bit
    )


def _holes(grid: Rows) -> dict[Place, tuple[int, Field]]:
    return {(r, c): (HOLE, one) for r, row in enumerate(grid) for c, one in enumerate(row)}


def _even_odd(grid: Rows, side: int) -> Reading:
    constraints, values = [], _holes(grid)
    for number, place in enumerate(sorted(values)):
        one = values[place][1]
        if one.text in ("E", "O"):
            constraints.append(Constraint("even" if one.text == "E" else "odd", (number,)))
        else:
            values[place] = value_of(one, side), one
    return made(Frame(side, values), boxes=usual_boxes(side), constraints=constraints)


def _cages(names: dict[Place, str]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for cell, place in enumerate(sorted(names)):
        found.setdefault(names[place], []).append(cell)
    return found


def _killer(grid: Rows, names: dict[Place, str], side: int) -> Reading:
    constraints = []
    for cells in _cages(names).values():
        at = next((one for cell in cells if (one := grid[cell // side][cell % side]).text not in _OPEN), None)
        if at is not None:
            constraints.append(Constraint("cage", tuple(cells), at.number("the sum of a cage")))
        elif len(cells) > 1:
            constraints.append(Constraint("distinct", tuple(cells)))
    return made(Frame(side, _holes(grid)), boxes=usual_boxes(side), constraints=constraints)


def _kenken(grid: Rows, names: dict[Place, str], side: int) -> Reading:
    constraints, values, places = [], _holes(grid), sorted(names)
    for cells in _cages(names).values():
        at = values[places[cells[0]]][1]
        match = _SIGNED.fullmatch(at.text)
        if match is None:
            raise at.error(f"{quoted(at.text)} for a cage of {counted(len(cells), 'cell')}", "a number and its sign")
        if len(cells) == 1:
            values[places[cells[0]]] = value_of(at._replace(text=match[1]), side), at
        else:
            kind = _KINDS[match[2]] if match[2] else "makes"
            constraints.append(Constraint(kind, tuple(cells), int(match[1])))
    return made(Frame(side, values), constraints=constraints)


def _consecutive(grid: Rows, marks: Rows, side: int) -> Reading:
    """Of marks that are mutual, so that those about cells at the right and below say all."""
    constraints = [
        Constraint("consecutive", (row * side + column, (row + down) * side + column + right))
        for row, line in enumerate(marks)
        for column, at in enumerate(line)
        for bit, (down, right) in BESIDE.items()
        if bit < 4 and int(at.text) & bit
    ]
    return made(framed(grid, side), rules=("all-marked",), constraints=constraints)


def _samurai(grid: Rows) -> Reading:
    """Five overlapping grids; places outside of them are passed over."""
    inside = {(r + a, c + b) for r, c in CORNERS for a in range(9) for b in range(9)}
    values = {place: (value_of(one, 9), one) for place in inside for one in (grid[place[0]][place[1]],)}
    return made(Frame(9, values, corners=CORNERS), boxes=(3, 3))


def _skyscrapers(rows: Rows, side: int, heights: int, diagonals: bool, at: Field) -> Reading:
    """Four lines of views, from the top, the bottom, the left and the right, then the grid; fewer heights: parks."""
    if len(rows) != side + 4:
        raise at.error(f"{counted(len(rows), 'row')} of {side}", f"{side + 4}: four of views, then the grid")
    parks = side - heights
    if not 0 <= parks < side or (diagonals and parks > 1):
        least = side - 1 if diagonals else 1
        raise at.error(
            f"{heights} heights in a grid of {side}", f"{least} to {side}; the other cells of a row are parks"
        )
    first = 1 if heights == side else 0
    views = zip(rim_lines(side), chain.from_iterable(rows[:4]), strict=True)
    constraints = [Constraint("views", line, at.number("a view")) for line, at in views if at.text not in _OPEN]
    if parks > 1:
        constraints += [Constraint("parks", line, parks) for line in rim_lines(side) if line[0] < line[-1]]
    frame = framed(rows[4:], side, convention=Convention(first, HOLES, "."))
    rules = ("diagonals",) if diagonals else ()
    return made(frame, constraints=constraints, rules=rules)
