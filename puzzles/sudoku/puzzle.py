"""A puzzle of cells: one or more square grids, givens, boxes or regions, and further rules and constraints as data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import isqrt
from typing import ClassVar, NamedTuple

from puzzles.connected import lay_runs
from puzzles.errors import PuzzleError
from puzzles.latin.grouped import COLUMN, HOLE, ROW, Group, Grouped
from puzzles.latin.puzzle import places_of
from puzzles.sudoku.constraints import KINDS, UNARY, Constraint, Place
from puzzles.sudoku.rules import RULES, Made
from puzzles.sudoku.variants import Variant, variant_of
from puzzles.text.fields import NOWHERE, Field
from puzzles.text.quoting import counted, quoted

MIN_ORDER, MAX_ORDER = 2, 81
LARGEST_CALCULATED = 60
"""Order up to which there may be constraints beside groups: a set of values is one word then, with room for 0."""
MOST_CELLS = 6_561
MOST_GRIDS = 40
BOX, REGION, CAGE = "box", "region", "cage"
NO_BOXES = (0, 0)


class Scope(NamedTuple):
    """A constraint without its cells. `differing`: by cell, the places of earlier ones whose values are others."""

    kind: str
    value: int
    first: int
    order: int
    differing: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Sudoku(Grouped):
    """Immutable; what people see as 1 is 0 in `grid`, unless `first_symbol` is 0. The note makes no difference.

    `grid`: the givens by cell, -1 for a hole; the cells of all grids in reading order of the frame that holds them.
    `boxes`: rows and columns of a box, (0, 0) without boxes. `regions`: instead of boxes, by cell of the one grid its
    region's number. `rules`: names in RULES; `constraints`: further ones, sorted. `corners`: the first cell of each
    grid. `outside`: places in a grid that are no cells; `blacks`: cells that are black, all of them given.
    Raises PuzzleError (without a place) if it is none.
    """

    family: ClassVar[str] = "sudoku"
    order: int
    grid: tuple[int, ...]
    boxes: tuple[int, int] = NO_BOXES
    regions: tuple[int, ...] = ()
    rules: tuple[str, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    corners: tuple[Place, ...] = ((0, 0),)
    outside: tuple[Place, ...] = ()
    blacks: tuple[int, ...] = ()
    first_symbol: int = 1
    note: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        require_order(self.order)
        require_boxes(self.order, self.boxes)
        if self.first_symbol not in (0, 1):
            raise PuzzleError(f"the first symbol is {self.first_symbol}", "0 or 1")
        self._check_form()
        wrong = next((cell for cell, value in enumerate(self.grid) if not HOLE <= value < self.order), None)
        if wrong is not None:
            found = f"{self.place_name(wrong)} holds {self.grid[wrong] + self.first_symbol}"
            raise PuzzleError(found, f"{self.first_symbol} to {self.last_symbol}, or a hole")
        known = [name for name, rule in RULES.items() if rule.admits(self.order, self.boxes)]
        for name in self.rules:
            if name not in known:
                raise PuzzleError(f"no rule {quoted(name)} for such a grid", ", ".join(known))
        if self.others and self.order > LARGEST_CALCULATED:
            raise PuzzleError(f"order {self.order} with constraints", f"at most {LARGEST_CALCULATED}")
        if any(self.grid[cell] == HOLE for cell in self.blacks):
            raise PuzzleError("a black cell without a value", "one that is given, or no cell")
        self.refuse_repeats(self.grid)

    def _check_form(self) -> None:
        if len(self.places) != len(self.grid):
            raise PuzzleError(f"the grid has {counted(len(self.grid), 'cell')}", str(len(self.places)))
        if not 1 <= len(self.corners) <= MOST_GRIDS or len(self.places) > MOST_CELLS:
            raise PuzzleError("too many cells or grids", f"{MOST_CELLS:,} cells in {MOST_GRIDS} grids")
        if self.regions:
            sizes = [self.regions.count(number) for number in range(max(self.regions) + 1)]
            if len(self.corners) > 1 or self.boxes != NO_BOXES or len(self.regions) != len(self.grid):
                raise PuzzleError("regions that do not fit the grid", "one grid, without boxes")
            if any(size != self.order for size in sizes):
                raise PuzzleError("regions of other sizes than the order", f"{self.order} cells each")
        for one in self.constraints:
            kind = KINDS.get(one.kind)
            if (
                kind is None
                or not kind.least <= len(one.cells) <= kind.most
                or not set(one.cells) <= {*range(len(self.grid))}
            ):
                raise PuzzleError(
                    f"no constraint {quoted(one.kind)} of such cells", "one of the kinds, on cells of the grid"
                )

    @property
    def rows(self) -> int:
        return max(row for row, _ in self.corners) + self.order

    @property
    def columns(self) -> int:
        return max(column for _, column in self.corners) + self.order

    @cached_property
    def places(self) -> tuple[Place, ...]:
        if len(self.corners) == 1 and not self.outside:
            return places_of(self.order, self.order)
        inside = {
            (row + down, column + right)
            for row, column in self.corners
            for down in range(self.order)
            for right in range(self.order)
        }
        return tuple(sorted(inside - {*self.outside}))

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """Rows and columns of each grid, then boxes or regions, then those of rules and cages; no cells twice."""
        found: dict[tuple[int, ...], Group] = {}
        for group in (*self._lines(), *self._boxes(), *self._made.groups, *self._cages()):
            if len(group.cells) > 1:
                found.setdefault(tuple(sorted(group.cells)), group)
        return tuple(found.values())

    @cached_property
    def others(self) -> tuple[Constraint, ...]:
        """All constraints that say more than that values differ."""
        every = (*self.constraints, *self._made.constraints)
        return tuple(one for one in dict.fromkeys(every) if one.kind != "distinct" and one.kind not in UNARY)

    @cached_property
    def scopes(self) -> tuple[Scope, ...]:
        """Of each of these, what decides which values it leaves."""
        return tuple(
            Scope(
                one.kind,
                one.value,
                self.first_symbol,
                self.order,
                tuple(
                    tuple(j for j, before in enumerate(one.cells[:i]) if before in self.seen[cell])
                    for i, cell in enumerate(one.cells)
                ),
            )
            for one in self.others
        )

    @cached_property
    def by_technique(self) -> Mapping[str, Sequence[tuple[int, Constraint]]]:
        """These, each with its number, by the technique of their kind."""
        found: dict[str, list[tuple[int, Constraint]]] = {}
        for number, one in enumerate(self.others):
            found.setdefault(KINDS[one.kind].technique, []).append((number, one))
        return found

    @cached_property
    def ruled(self) -> frozenset[int]:
        """The cells of these."""
        return frozenset(cell for one in self.others for cell in one.cells)

    @cached_property
    def allowed(self) -> tuple[int, ...]:
        """By cell, the values that constraints of one cell alone admit, and no greater heights than a line has."""
        full = (1 << self.order) - 1
        found = [full] * len(self.grid)
        for one in self.constraints:
            if one.kind in UNARY:
                odd = (one.kind == "odd") ^ (self.first_symbol == 1)  # of values from 0
                mask = sum(1 << value for value in range(self.order) if value % 2 == odd)
            elif one.kind == "parks":
                mask = (2 << max(len(one.cells) - one.value, 0)) - 1 >> self.first_symbol
            else:
                continue
            for cell in one.cells:
                found[cell] &= mask
        return tuple(found)

    @property
    def searched(self) -> tuple[int, ...]:
        """By cell, the values that a search for solutions tries, as `allowed`."""
        return self.allowed

    @cached_property
    def stretches(self) -> tuple[tuple[int, ...], ...]:
        """The longest rows and columns of cells that are not black, of one cell and more."""
        white = sorted({*range(len(self.grid))} - {*self.blacks})
        runs = lay_runs([self.places[cell] for cell in white])
        return tuple(tuple(white[at] for at in run) for _, run in runs if len(run) > 1)

    @cached_property
    def _made(self) -> Made:
        made = [RULES[name].make(self) for name in self.rules if name in RULES]
        return Made(
            [group for one in made for group in one.groups], [other for one in made for other in one.constraints]
        )

    def _in_grids(self, kind: str, parts: Iterable[Sequence[Place]], word: str = "") -> Iterator[Group]:
        """A group for each part of each grid, named after its number, and its grid if there are several."""
        for number, part in enumerate(parts, 1):
            for grid, (row, column) in enumerate(self.corners, 1):
                cells = (self.cell_at.get((row + down, column + right)) for down, right in part)
                of = f" of grid {grid}" if len(self.corners) > 1 else ""
                yield Group(kind, f"{word or kind} {number}{of}", tuple(cell for cell in cells if cell is not None))

    def _lines(self) -> Iterator[Group]:
        """Rows and columns, but for those in which parks repeat."""
        sides, parked = range(self.order), {tuple(sorted(one.cells)) for one in self.constraints if one.kind == "parks"}
        rows = self._in_grids(ROW, ([(row, column) for column in sides] for row in sides))
        columns = self._in_grids(COLUMN, ([(row, column) for row in sides] for column in sides))
        yield from (group for group in (*rows, *columns) if group.cells not in parked)

    def _boxes(self) -> Iterator[Group]:
        high, wide = self.boxes
        if high:
            tops, lefts = range(0, self.order, high), range(0, self.order, wide)
            boxes = [[(y + a, x + b) for a in range(high) for b in range(wide)] for y in tops for x in lefts]
            yield from self._in_grids(BOX, boxes)
        for number in range(max(self.regions, default=-1) + 1):
            cells = tuple(cell for cell, region in enumerate(self.regions) if region == number)
            yield Group(REGION, f"{REGION} {number + 1}", cells)

    def _cages(self) -> Iterator[Group]:
        every = [one for one in (*self.constraints, *self._made.constraints) if KINDS[one.kind].distinct]
        for number, one in enumerate(every, 1):
            yield Group(CAGE, f"{CAGE} {number}" if one.kind == "cage" else f"{one.kind} {number}", one.cells)

    @cached_property
    def variant(self) -> Variant:
        """The variant among people that the puzzle is."""
        return variant_of(self)

    @property
    def heading(self) -> str:
        parks = next((f", {one.value} parks a row" for one in self.constraints if one.kind == "parks"), "")
        return f"{self.variant.title} {self.rows} x {self.columns}{parks}"

    @property
    def title(self) -> str:
        """One line, such as `Killer Sudoku 9 x 9, 81 open cells`."""
        return f"{self.heading}, {counted(self.holes, 'open cell')}"

    @classmethod
    def of_order(cls, order: int) -> Sudoku:
        """The Sudoku of that order with the usual boxes, without values."""
        return cls(order, (HOLE,) * order**2, usual_boxes(order))


def require_order(order: int, at: Field = NOWHERE) -> int:
    """The order; PuzzleError, at the field, if there are no such grids."""
    if not MIN_ORDER <= order <= MAX_ORDER:
        raise at.error(f"the order is {quoted(order)}", f"{MIN_ORDER} to {MAX_ORDER}")
    return order


def usual_boxes(order: int) -> tuple[int, int]:
    """The boxes of that order that are most nearly square, wider than high; no boxes for a prime number."""
    high = max(high for high in range(1, isqrt(order) + 1) if order % high == 0)
    return (high, order // high) if high > 1 else NO_BOXES


def require_boxes(order: int, boxes: tuple[int, int], at: Field = NOWHERE) -> tuple[int, int]:
    """The boxes; PuzzleError, at the field, if they do not hold as many cells as there are values."""
    if boxes != NO_BOXES and (min(boxes) < 1 or boxes[0] * boxes[1] != order):
        raise at.error(f"boxes of {boxes[0]} x {boxes[1]} cells", f"{order} cells, as many as there are values")
    return boxes
