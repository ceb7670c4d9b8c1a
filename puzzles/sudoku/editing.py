"""A puzzle of cells in the making: first cages and signs of cells that are chosen, then values.

Regions, rules and constraints of other kinds stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from puzzles.editing import CHOOSE, LEAVE, Count, Draft, Pen, Shown, Stage, Taken
from puzzles.errors import PuzzleError
from puzzles.latin.editing import GroupedDraft, GroupedEditor
from puzzles.latin.grouped import HOLE
from puzzles.parameters import Parameter, Value
from puzzles.sudoku.by_hand import SudokuByHand
from puzzles.sudoku.constraints import KINDS, Constraint, written
from puzzles.sudoku.formats import FORMATS, dimacs, grid
from puzzles.sudoku.formats.reading import in_order
from puzzles.sudoku.graph import Colouring
from puzzles.sudoku.picture import SIGNS
from puzzles.sudoku.puzzle import LARGEST_CALCULATED, MAX_ORDER, MIN_ORDER, NO_BOXES, Sudoku, usual_boxes

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
class SudokuDraft(GroupedDraft[Sudoku]):
    """`chosen`: the cells that the next mark is of, by their numbers, in the order in which they were chosen."""

    family = "sudoku"
    kind = Sudoku
    hand = SudokuByHand()
    asked = (Parameter("order", int, 9, "rows, columns and values", MIN_ORDER, MAX_ORDER),)
    called = "a Sudoku"
    marking: bool = False
    chosen: tuple[int, ...] = ()

    def shown(self, place: int) -> Shown:
        shown = super().shown(place)
        return Shown("*", "open") if shown.kind == "open" and self.cell_of(place) in self.chosen else shown

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
        return self._takes_mark(place, text) if self.marking else super().takes(place, text)

    def put(self, place: int, text: str) -> Draft:
        return self._marked(place, text) if self.marking else super().put(place, text)

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
        return Pen(self, place) if self.marking else super().onward(place, text)

    def swallows(self, key: str, before: str) -> bool:
        return not self.marking and super().swallows(key, before)

    def count(self) -> Count:
        return Count(len(self.form.constraints), 0, "cages, signs and the like") if self.marking else super().count()

    @property
    def complete(self) -> bool:
        """True if so many values are given as settle a Sudoku at least; with constraints, or a graph, always."""
        enough = bool(self.form.constraints) or self.form.graph or self.count().typed >= FEWEST * len(self.board)
        return enough and not self.marking

    def about(self, place: int) -> tuple[str, ...]:
        cell = self.cell_of(place)
        if self.marking:
            found = (one for one in self.form.constraints if cell in one.cells)
            return tuple(written(one, self.form.places) for one in found)
        return super().about(place)

    def related(self, place: int) -> frozenset[int]:
        """The neighbours of a vertex; of another puzzle the chosen cells."""
        cell = self.cell_of(place)
        return frozenset(
            map(self.place_of, self.form.seen[cell] if self.form.graph and cell is not None else self.chosen)
        )

    def sized(self, sizes: Mapping[str, Value]) -> Draft:
        """A plain Sudoku of the new order, or the graph with as many colours; values that are too large are gone."""
        if not self.form.graph:
            return super().sized(sizes)
        order = self.new(sizes).form.order
        left = tuple(value if value < order else HOLE for value in self.cells)
        return replace(self, form=replace(self.form, order=order), cells=left)

    @property
    def marked(self) -> Sudoku:
        return self.form

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


EDITOR = GroupedEditor(SudokuDraft.asked, SudokuDraft, FORMATS)
