"""A puzzle of cells in the making: first cages and signs of cells that are chosen, then values.

Regions, rules and constraints of other kinds stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from puzzles.draft_kinds import GridDraft
from puzzles.editing import CHOOSE, LEAVE, Count, Draft, Editor, Pen, Problem, Shown, Stage, Taken
from puzzles.errors import PuzzleError
from puzzles.family import Puzzle, own
from puzzles.latin.editing import HOLES, fault_of_values
from puzzles.latin.grouped import HOLE
from puzzles.parameters import Parameter, Value, resolve
from puzzles.sudoku.by_hand import SudokuByHand
from puzzles.sudoku.constraints import KINDS, Constraint, written
from puzzles.sudoku.formats import FORMATS, dimacs, grid
from puzzles.sudoku.formats.reading import in_order
from puzzles.sudoku.graph import Colouring
from puzzles.sudoku.picture import SIGNS
from puzzles.sudoku.puzzle import LARGEST_CALCULATED, MAX_ORDER, MIN_ORDER, NO_BOXES, Sudoku, usual_boxes
from puzzles.text.quoting import capital

SIZES = (Parameter("order", int, 9, "rows, columns and values", MIN_ORDER, MAX_ORDER),)
HAND = SudokuByHand()
FEWEST = 17 / 81
"""Share of cells that must be given in a Sudoku of 9 x 9 (McGuire, Tugemann, Civario: There is no 16-clue Sudoku)."""

OF_SIGN = {"+": "sum", "*": "product", "-": "difference", "/": "quotient"}
BETWEEN = {"<": "less", ">": "less", "C": "consecutive", "D": "double"}
MARK = re.compile(r"(?P<number>[1-9][0-9]{0,11})(?P<sign>[-+*/]?)|(?P<between>[<>CD])")
BOXES = "B"
MARKING = 0
"""The number of the first stage."""
STAGES = (
    Stage(
        "Cages",
        "Space chooses cells; then type 12, 12+, 3-, 24*, 2/, < > C D.",
        "C: consecutive, D: double, B: boxes or none. Backspace: gone.",
    ),
    Stage(
        "Clues",
        "Type the given values; . leaves a cell empty.",
        "Enter: next row. t: cages and signs. Other rules: v, as text.",
    ),
)


@dataclass(frozen=True)
class SudokuDraft(GridDraft):
    """`cells`: by place in the frame, values from 0, -1 for a hole; `form`: the puzzle without them.

    `chosen`: the cells that the next mark is of, by the puzzle's numbers, in the order in which they were chosen.
    """

    family = "sudoku"
    form: Sudoku
    cells: tuple[int, ...]
    marking: bool = False
    chosen: tuple[int, ...] = ()

    @property
    def columns(self) -> int:
        return self.form.columns

    @property
    def cell_width(self) -> int:
        return len(str(self.form.last_symbol)) + (1 if self.form.last_symbol > 9 else 0)

    @property
    def title(self) -> str:
        return self.form.heading

    def cell_of(self, place: int) -> int | None:
        """The puzzle's cell at a place of the frame."""
        return self.form.cell_at.get(divmod(place, self.columns))

    def shown(self, place: int) -> Shown:
        value, cell = self.cells[place], self.cell_of(place)
        if cell is None:
            return Shown("", "black")
        if value == HOLE and cell in self.chosen:
            return Shown("*", "open")
        return Shown("", "open") if value == HOLE else Shown(str(value + self.form.first_symbol))

    def stops(self, place: int) -> bool:
        return self.cell_of(place) is not None

    @property
    def stages(self) -> tuple[Stage, ...]:
        return STAGES[1:] if self.form.graph else STAGES

    @property
    def stage(self) -> int:
        return MARKING if self.marking else len(self.stages) - 1

    def at_stage(self, number: int) -> Pen:
        return replace(self, marking=number == MARKING and not self.form.graph, chosen=()).begin()

    @property
    def paints(self) -> bool:
        return self.marking

    def brush(self, place: int) -> str:
        return LEAVE if self.cell_of(place) in self.chosen else CHOOSE

    def takes(self, place: int, text: str) -> Taken:
        if self.marking:
            return self._takes_mark(place, text)
        last, zero = self.form.last_symbol, self.form.first_symbol == 0
        if text in HOLES and not (text == "0" and zero):
            return "done"
        if not (text.isascii() and text.isdigit()) or (text[0] == "0" and text != "0") or int(text) > last:
            return "no"
        return "more" if 0 < int(text) * 10 <= last else "done"

    def put(self, place: int, text: str) -> Draft:
        if self.marking:
            return self._marked(place, text)
        hole = text in HOLES and not (text == "0" and self.form.first_symbol == 0)
        return self.with_cells({place: HOLE if hole else int(text) - self.form.first_symbol})

    def clear(self, place: int) -> Draft:
        return self.with_cells({place: HOLE})

    def erase(self, place: int) -> Pen:
        """In the first stage nothing is chosen any more, or else the cell's cages and signs are gone."""
        if not self.marking:
            return super().erase(place)
        if self.chosen:
            return Pen(replace(self, chosen=()), place)
        kept = [one for one in self.form.constraints if not (_is_mark(one) and self.cell_of(place) in one.cells)]
        return Pen(replace(self, form=replace(self.form, constraints=tuple(kept))), place)

    @property
    def signs(self) -> str:
        return "".join(OF_SIGN) if self.marking else ""

    def lacks_more(self, place: int) -> bool:
        """Enter ends a number, and the cursor stays."""
        return self.marking

    def enter(self, place: int) -> Pen:
        return Pen(replace(self, chosen=()), place) if self.chosen else super().enter(place)

    def _takes_mark(self, place: int, text: str) -> Taken:
        if text in (" ", CHOOSE, LEAVE):
            return "done" if self.stops(place) else "no"
        if text == BOXES:
            return "no" if self._other_boxes() is None else "done"
        if self._mark(place, text) is None:
            return "no"
        return "more" if text.isdigit() else "done"

    def _marked(self, place: int, text: str) -> Draft:
        """After a cell was chosen or left, boxes went or came, or the chosen cells, or else that one, got a mark."""
        cell = self.cell_of(place)
        new = self._mark(place, text)
        if new is not None:
            kept = [one for one in self.form.constraints if not _replaces(new, one)]
            return replace(self, form=replace(self.form, constraints=in_order([*kept, new])), chosen=())
        if text == BOXES:
            return replace(self, form=self._other_boxes() or self.form, chosen=())
        left = tuple(one for one in self.chosen if one != cell)
        leave = text == LEAVE or (text == " " and left != self.chosen)
        return self if cell is None else replace(self, chosen=left if leave else (*left, cell))

    def _other_boxes(self) -> Sudoku | None:
        """The form without boxes, or with the usual ones; None if it can't be so."""
        if len(self.form.corners) > 1 or self.form.regions:
            return None
        try:
            boxes = NO_BOXES if self.form.boxes[0] else usual_boxes(self.form.order)
            return replace(self.form, boxes=boxes) if boxes != self.form.boxes else None
        except PuzzleError:  # a rule that needs them
            return None

    def _mark(self, place: int, text: str) -> Constraint | None:
        """What the text says of the chosen cells, or else of that one; None if it says nothing of so many."""
        found, cell = MARK.fullmatch(text), self.cell_of(place)
        if found is None or cell is None or self.form.order > LARGEST_CALCULATED:
            return None
        cells = self.chosen or (cell,)
        if found["between"]:
            kind = BETWEEN[found["between"]]
            cells = cells[::-1] if found["between"] == ">" else cells
            near = [(abs(a - c), abs(b - d)) for (a, b), (c, d) in pairwise(self.form.places[one] for one in cells)]
            if any(sum(one) > 1 if len(near) == 1 else max(one) > 1 for one in near):
                return None
        else:
            kind = OF_SIGN.get(found["sign"]) or ("cage" if self.form.boxes[0] or self.form.regions else "sum")
            cells = tuple(sorted(cells))
        about = KINDS[kind]
        fits = about.least <= len(cells) <= about.most
        return Constraint(kind, cells, int(found["number"] or 0)) if fits else None

    def onward(self, place: int, text: str) -> Pen:
        if self.marking:
            return Pen(self, place)
        after = (one for one in range(place + 1, len(self.cells)) if self.stops(one))
        return Pen(self, next(after, place))

    def swallows(self, key: str, before: str) -> bool:
        """A blank behind a number, as in a text, where numbers may have two digits."""
        return not self.marking and key == " " and self.form.last_symbol > 9 and before not in HOLES

    def count(self) -> Count:
        if self.marking:
            return Count(len(self.form.constraints), 0, "cages, signs and the like")
        return Count(len(self.board) - self.board.count(HOLE), 0, f"of {len(self.board)} cells given")

    @property
    def complete(self) -> bool:
        """True if so many values are given as settle a Sudoku at least; with constraints, or a graph, always."""
        enough = bool(self.form.constraints) or self.form.graph or self.count().typed >= FEWEST * len(self.board)
        return enough and not self.marking

    @property
    def counts_solutions(self) -> bool:
        return True

    @cached_property
    def board(self) -> tuple[int, ...]:
        """The values by the puzzle's cells."""
        return tuple(self.cells[row * self.columns + column] for row, column in self.form.places)

    def name_of(self, place: int) -> str:
        cell = self.cell_of(place)
        return super().name_of(place) if cell is None else capital(self.form.place_name(cell))

    def place_of(self, cell: int) -> int:
        row, column = self.form.places[cell]
        return row * self.columns + column

    @cached_property
    def _problems(self) -> tuple[Problem, ...]:
        return tuple(
            Problem(tuple(map(self.place_of, one.cells)), one.words) for one in HAND.clashes(self.form, self.board)
        )

    def problems(self) -> tuple[Problem, ...]:
        return self._problems

    def about(self, place: int) -> tuple[str, ...]:
        cell = self.cell_of(place)
        if self.marking:
            found = (one for one in self.form.constraints if cell in one.cells)
            return tuple(written(one, self.form.places) for one in found)
        if cell is None or self.cells[place] != HOLE:
            return ()
        left = [str(value + self.form.first_symbol) for value in HAND.candidates(self.form, self.board, cell)]
        return (f"fits {' '.join(left)}" if left else "no value fits",)

    def related(self, place: int) -> frozenset[int]:
        """The neighbours of a vertex; of another puzzle the chosen cells."""
        cell = self.cell_of(place)
        return frozenset(
            map(self.place_of, self.form.seen[cell] if self.form.graph and cell is not None else self.chosen)
        )

    def impossible(self) -> str:
        return fault_of_values(HAND, self.form, self.board)

    def solved(self, board: tuple[int, ...]) -> dict[int, str]:
        return {
            self.place_of(cell): str(value + self.form.first_symbol)
            for cell, value in enumerate(board)
            if value != HOLE and self.board[cell] == HOLE
        }

    def sizes(self) -> dict[str, Value]:
        return {"order": self.form.order}

    def sized(self, sizes: Mapping[str, Value]) -> Draft:
        """A plain Sudoku of the new order, or the graph with as many colours; values that are too large are gone."""
        order = int(resolve(SIZES, sizes, "a Sudoku")["order"])
        if self.form.graph:
            left = tuple(value if value < order else HOLE for value in self.cells)
            return replace(self, form=replace(self.form, order=order), cells=left)
        kept = (value if value < order else HOLE for value in self.recut(order, order, HOLE))
        form = replace(Sudoku.of_order(order), first_symbol=self.form.first_symbol)
        return SudokuDraft(form, tuple(kept), self.marking)

    @property
    def marked(self) -> Sudoku:
        return self.form

    def to_puzzle(self) -> Sudoku:
        return replace(self.form, grid=self.board)

    def text(self) -> str:
        if isinstance(self.form, Colouring):
            return dimacs.write(self.form, self.board)
        return "# sudoku\n" + grid.write(self.form, self.board)


def _is_mark(one: Constraint) -> bool:
    return one.kind in SIGNS or one.kind in BETWEEN.values()


def _replaces(new: Constraint, old: Constraint) -> bool:
    """Whether it takes the place of the old one: a cage of one that shares a cell, a sign of one of the same cells."""
    if new.kind in SIGNS:
        return old.kind in SIGNS and not {*new.cells}.isdisjoint(old.cells)
    return old.kind in BETWEEN.values() and {*new.cells} == {*old.cells}


class SudokuEditor(Editor):
    def new(self, sizes: Mapping[str, Value]) -> SudokuDraft:
        order = int(resolve(self.sizes, sizes, "a Sudoku")["order"])
        return _draft(Sudoku.of_order(order), (HOLE,) * order**2)

    def from_puzzle(self, puzzle: Puzzle) -> SudokuDraft:
        one = own(puzzle, Sudoku)
        return _draft(one.empty(), one.grid)

    def read(self, text: str) -> SudokuDraft:
        """Equal values in a group are read, too."""
        reading = FORMATS.read_unchecked(text)
        return _draft(reading.form, reading.values)


def _draft(form: Sudoku, board: tuple[int, ...]) -> SudokuDraft:
    cells = [HOLE] * (form.rows * form.columns)
    for (row, column), value in zip(form.places, board, strict=True):
        cells[row * form.columns + column] = value
    return SudokuDraft(form, tuple(cells))


EDITOR = SudokuEditor(SIZES)
