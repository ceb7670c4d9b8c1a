"""What a text says of a puzzle of cells before it is known to be one: values may still be repeated."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from puzzles.errors import PuzzleError
from puzzles.latin.formats.plain import NO_CELL
from puzzles.latin.formats.rows import PLAIN, Convention, value_of
from puzzles.latin.formats.rows import Reading as ReadingOf
from puzzles.latin.grouped import HOLE
from puzzles.sudoku.constraints import KINDS, Constraint, Place
from puzzles.sudoku.puzzle import NO_BOXES, Sudoku
from puzzles.text.fields import NOWHERE, Field
from puzzles.text.quoting import quoted

Reading = ReadingOf[Sudoku]


@dataclass(frozen=True)
class Frame:
    """A grid, or several, by places: `values`, 0-based, -1 for a hole, and where each stands; the rest as of Sudoku."""

    order: int
    values: Mapping[Place, tuple[int, Field]]
    first: int = 1
    note: str = ""
    outside: tuple[Place, ...] = ()
    blacks: tuple[Place, ...] = ()
    corners: tuple[Place, ...] = ((0, 0),)


def framed(
    rows: Sequence[Sequence[Field]],
    order: int,
    corners: tuple[Place, ...] = ((0, 0),),
    convention: Convention = PLAIN[1],
) -> Frame:
    """The grids in rows of fields, where NO_CELL is no cell and behind a value says that it is black; PuzzleError."""
    inside = {(r + a, c + b) for r, c in corners for a in range(order) for b in range(order)}
    known: dict[str, int] = {}
    values, outside, blacks = {}, [], []
    for place, at in (((r, c), at) for r, row in enumerate(rows) for c, at in enumerate(row)):
        text = at.text.lower()
        if place not in inside:
            if text != NO_CELL:
                raise at.error(f"{quoted(at.text)} outside of all grids", NO_CELL)
        elif text == NO_CELL:
            outside.append(place)
        else:
            if text.endswith(NO_CELL):
                blacks.append(place)
            if text not in known:
                known[text] = value_of(at._replace(text=text.removesuffix(NO_CELL)), order, convention)
            values[place] = known[text], at
    return Frame(order, values, convention.first, convention.note, tuple(outside), tuple(blacks), corners)


def made(
    frame: Frame,
    *,
    boxes: tuple[int, int] = NO_BOXES,
    regions: Mapping[Place, int] | None = None,
    rules: tuple[str, ...] = (),
    constraints: Iterable[Constraint] = (),
    note: str = "",
) -> Reading:
    """The reading; `note`: beside the frame's. PuzzleError, without a place, if there is no such form."""
    places = sorted(frame.values)
    values, at = zip(*(frame.values[place] for place in places), strict=True)
    black = {*frame.blacks}
    form = Sudoku(
        frame.order,
        tuple(value if place in black else HOLE for place, value in zip(places, values, strict=True)),
        boxes,
        () if regions is None else tuple(regions[place] for place in places),
        rules,
        in_order(constraints),
        corners=frame.corners,
        outside=frame.outside,
        blacks=tuple(cell for cell, place in enumerate(places) if place in black),
        first_symbol=frame.first,
    )
    return Reading(form, values, at, "; ".join(part for part in (frame.note, note) if part))


def in_order(constraints: Iterable[Constraint]) -> tuple[Constraint, ...]:
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


def rim_lines(order: int) -> list[tuple[int, ...]]:
    """The line that each place of the rim sees: from above, from below, from the left, from the right."""
    rows = [tuple(range(at, at + order)) for at in range(0, order**2, order)]
    columns = [tuple(range(at, order**2, order)) for at in range(order)]
    return [line[::way] for lines in (columns, rows) for way in (1, -1) for line in lines]
