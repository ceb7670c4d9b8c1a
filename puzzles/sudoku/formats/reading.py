"""What a text says of a puzzle of cells before it is known to be one: values may still be repeated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict, Unpack

from puzzles.errors import PuzzleError
from puzzles.latin.formats.rows import MARKS, NUMBER
from puzzles.latin.formats.rows import Reading as ReadingOf
from puzzles.latin.grouped import HOLE
from puzzles.sudoku.constraints import KINDS, Constraint, Place
from puzzles.sudoku.puzzle import Sudoku
from puzzles.text.fields import NOWHERE, Field
from puzzles.text.quoting import quoted

NO_CELL = "x"
"""What stands for a place without a cell; behind a value it says that the cell is black."""


Reading = ReadingOf[Sudoku]


def value_of(at: Field, order: int, first: int = 1) -> int:
    """The value of a field, from 0, or -1 for a hole; PuzzleError at it if it is neither."""
    text = at.text
    if text in MARKS or text == "-1" or (text == "0" and first == 1):
        return HOLE
    expected = f"{first} to {order - 1 + first}, or . for a hole"
    if not NUMBER.fullmatch(text):
        raise at.error(f"{quoted(text)} is no value", expected)
    value = int(text) - first
    if not 0 <= value < order:
        raise at.error(f"the value {text} is out of range", expected)
    return value


class FormFields(TypedDict, total=False):
    """Fields of a puzzle's form that a reader knows, as `Sudoku` has them; constraints as of `in_order`."""

    boxes: tuple[int, int]
    rules: tuple[str, ...]
    constraints: tuple[Constraint, ...]
    corners: tuple[Place, ...]
    outside: tuple[Place, ...]
    first_symbol: int


def made(
    order: int,
    values: Mapping[Place, tuple[int, Field]],
    *,
    blacks: tuple[Place, ...] = (),
    regions: Mapping[Place, int] | None = None,
    note: str = "",
    **fields: Unpack[FormFields],
) -> Reading:
    """The reading of values by place; PuzzleError, without a place, if there is no such form."""
    places = sorted(values)
    cell_at = {place: cell for cell, place in enumerate(places)}
    held = [cell_at[place] for place in blacks]
    grid = [values[place][0] if cell in {*held} else HOLE for cell, place in enumerate(places)]
    form = Sudoku(
        order,
        tuple(grid),
        blacks=tuple(held),
        regions=() if regions is None else tuple(regions[place] for place in places),
        **fields,
    )
    return Reading(form, tuple(values[place][0] for place in places), tuple(values[place][1] for place in places), note)


def in_order(constraints: list[Constraint]) -> tuple[Constraint, ...]:
    """The constraints as a puzzle has them: without repetitions, sorted by kind, then by cells."""
    names = list(KINDS)
    return tuple(sorted({*constraints}, key=lambda one: (names.index(one.kind), one.cells, one.value)))


def numbered_regions(names: Mapping[Place, str], order: int, at: Field = NOWHERE) -> dict[Place, int]:
    """Regions by numbers from 0, in reading order of their first cells; PuzzleError if one has another size."""
    found: dict[str, int] = {}
    for place in sorted(names):
        found.setdefault(names[place], len(found))
    sizes: dict[str, int] = {}
    for name in names.values():
        sizes[name] = sizes.get(name, 0) + 1
    for name, size in sizes.items():
        if size != order:
            raise at.error(f"region {quoted(name)} has {size} cells", f"{order}, as many as there are values")
    return {place: found[name] for place, name in names.items()}


def refused(error: PuzzleError, at: Field) -> PuzzleError:
    """The error at the field, if it has no place of its own."""
    return error if error.line else at.error(error.found, error.expected)
