r"""A Kakuro in the making: black cells with clues, white ones with given digits, and what is wrong with them.

A new crossword is drawn first: of each row one types how many white cells stand between black ones (`4` is four white
cells and a black one, `#` a black one), then the clues follow each other by themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from puzzles.editing import Count, Draft, Editor, Pen, Problem, Shown, Stage, Taken
from puzzles.errors import PuzzleError
from puzzles.family import Puzzle, own
from puzzles.kakuro import draft_grid
from puzzles.kakuro.draft_grid import OPEN, PARTING, SOLID, Cell, KakuroGrid, Line, Slot, Typed, typed
from puzzles.kakuro.formats import FORMATS
from puzzles.kakuro.formats.clue_cells import write_kak
from puzzles.kakuro.formats.drawn_grid import Clue, Drawing, Square, assemble, check_size, draw
from puzzles.kakuro.formats.number_grids import write_paper
from puzzles.kakuro.puzzle import CROSSWORD_VALUES, LARGEST_SIDE, LARGEST_VALUES, Kakuro
from puzzles.kakuro.techniques import KakuroPosition, sum_combinations
from puzzles.parameters import Parameter, ParameterError, Value, resolve
from puzzles.text.quoting import counted

SIZES = (
    Parameter("rows", int, 9, "rows, the one that holds clues alone among them", 2, LARGEST_SIDE),
    Parameter("columns", int, 0, "columns, likewise; 0: as many as rows", 0, LARGEST_SIDE),
    Parameter(
        "shape", str, "crossword", "crossword, or a full square with sums outside", choices=("crossword", "square")
    ),
    Parameter("values", int, 0, "of a square: values are 1 to this; 0: one more than its side", 0, LARGEST_VALUES),
)
LISTED = 6
"""Sets of digits that are named of a run."""
WHITE = ". "
BLACK = "#"
SHAPE = Stage(
    "Shape",
    "A row in numbers: 4 is 4 white, then a black one (#).",
    "Enter: next row. Or draw black cells with the mouse.",
)
CLUES = Stage(
    "Clues",
    "Type the clues, first down, then across, one by one.",
    "A click goes elsewhere. # turns a cell black or white.",
)
SUMS = Stage("Sums", "Type the sums in the margin, one by one.", "A value inside is given.")


@dataclass(frozen=True)
class KakuroDraft(KakuroGrid):
    """What typing does to the grid."""

    counts_solutions = True

    @property
    def stages(self) -> tuple[Stage, ...]:
        return (SUMS,) if self.square else (SHAPE, CLUES)

    @property
    def stage(self) -> int:
        return 0 if self.square or self.shaping else 1

    def at_stage(self, number: int) -> Pen:
        return replace(self, shaping=number == 0 and not self.square).begin()

    @property
    def paints(self) -> bool:
        return self.shaping

    def brush(self, place: int) -> str:
        return BLACK if self.cells[place].white else WHITE[0]

    def with_pairs(self) -> Draft | None:
        """From now on the grid stays the same when it is turned by half: what is black has its opposite black, too."""
        if self.square:
            return None
        black = {place: SOLID for place, cell in enumerate(self.cells) if not (cell.white or self.margin(place))}
        return replace(self, symmetric=not self.symmetric)._coloured(black)

    def _coloured(self, cells: Mapping[int, Cell]) -> KakuroDraft:
        """With cells inside the margin that are white or black; those that are so already keep what they hold."""
        changed = {}
        for place, cell in cells.items():
            row, column = divmod(place, self.columns)
            changed[place] = cell
            if self.symmetric:
                changed[(self.rows - row) * self.columns + self.columns - column] = cell
        return self.with_cells({one: cell for one, cell in changed.items() if cell.white != self.cells[one].white})

    @property
    def cell_width(self) -> int:
        return 3 if self.square else 5

    @property
    def gap(self) -> int:
        return 1 if self.square else 0

    @property
    def title(self) -> str:
        sizes = self.sizes()
        return f"Kakuro{' square' if self.square else ''} {sizes['rows']} x {sizes['columns']}"

    def shown(self, place: int) -> Shown:
        cell = self.cells[place]
        if self.shaping and self.margin(place):
            return Shown(str(max(divmod(place, self.columns)) or ""), "black")
        if cell.white:
            return Shown(str(cell.digit)) if cell.digit else Shown("", "open")
        runs = self.runs_before.get(place, {})
        if self.square:
            wanted = bool(runs)
            return Shown(str(cell.down or cell.across or ("?" if wanted else "")), "sum")
        if not (runs or cell.down or cell.across):
            return Shown("", "black")
        long = {way for way, run in runs.items() if len(run.places) > 1}
        down, across = (
            str(number) if number else "?" if not self.shaping and way in long else ""
            for way, number in ((False, cell.down), (True, cell.across))
        )
        return Shown(f"{down:>2}\\{across:<2}" if down or across else "", "clue" if down or across else "black")

    def _read(self, place: int, text: str) -> Typed | None:
        runs = self.runs_before.get(place, {})
        ways = [way for way in (False, True) if way in runs]
        slots = [Slot(len(runs[way].places), self.values) for way in ways]
        if self.lacks_more(place) and self.cells[place].down and PARTING not in text:
            text = PARTING + text  # the clue down stays: the one across is missing
        return typed(text, slots, (False in runs, True in runs)) if slots else None

    def takes(self, place: int, text: str) -> Taken:
        cell = self.cells[place]
        if len(text) == 1 and not self.margin(place) and not self.square and (text == BLACK or self.shaping):
            return "done" if text in BLACK + WHITE + "123456789" else "no"
        if not cell.white:
            if len(text) == 1 and text in WHITE:
                return "done"
            found = self._read(place, text)
            return "no" if found is None else "done" if found.done else "more"
        if len(text) == 1 and text in WHITE:
            return "done"
        if not (text.isascii() and text.isdigit()) or text[0] == "0" or int(text) > self.values:
            return "no"
        return "more" if int(text) * 10 <= self.values else "done"

    def put(self, place: int, text: str) -> Draft:
        cell = self.cells[place]
        if text == BLACK:
            return self._coloured({place: SOLID if cell.white or self.shaping else OPEN})
        if not cell.white and not (self.shaping and not self.margin(place)):
            if text in WHITE:
                return self
            found = self._read(place, text)
            assert found is not None
            ways = sorted(self.runs_before[place])
            numbers = {way: number for way, number in zip(ways, found.numbers, strict=True) if number is not None}
            return self.with_cells(
                {place: cell._replace(down=numbers.get(False, cell.down), across=numbers.get(True, cell.across))}
            )
        if self.shaping and text not in WHITE:
            end = (place // self.columns + 1) * self.columns
            stop = place + int(text)
            return self._coloured(
                dict.fromkeys(range(place, min(stop, end)), OPEN) | ({stop: SOLID} if stop < end else {})
            )
        if self.shaping:
            return self._coloured({place: OPEN})
        return self.with_cells({place: Cell(True, 0 if text in WHITE else int(text))})

    def clear(self, place: int) -> Draft:
        """An empty white cell, or a black one without clues."""
        return self.with_cells({place: OPEN if self.cells[place].white else SOLID})

    def onward(self, place: int, text: str) -> Pen:
        if self.shaping and not self.margin(place):
            step = int(text) + 1 if text.isdigit() else 1
            row, column = divmod(place, self.columns)
            return Pen(self, place + step) if column + step < self.columns else self._row_drawn(row + 1)
        if self.cells[place].white or text in BLACK + WHITE:
            return Pen(self, self.next_to(place))
        return self._next_clue(place)

    def _row_drawn(self, row: int) -> Pen:
        """The beginning of that row; behind the last one that is typed the first clue, as the shape is drawn."""
        if row <= (self.rows // 2 if self.symmetric else self.rows - 1):
            return Pen(self, row * self.columns + 1)
        return replace(self, shaping=False)._next_clue(len(self.cells) - 1)

    def _next_clue(self, place: int) -> Pen:
        """The next black cell that lacks a clue, round and round; the same place if none does."""
        order = [*range(place + 1, len(self.cells)), *range(place + 1)]
        lacking = {run.before for run in self.wanted if not self.clue(run)}
        return Pen(self, next((one for one in order if one in lacking), place))

    def enter(self, place: int) -> Pen:
        """While the shape is drawn the next row; else the next clue that is missing, or the next row if none is."""
        if self.shaping:
            return self._row_drawn(place // self.columns + 1)
        pen = self._next_clue(place)
        return super().enter(place) if pen.place == place else pen

    def lacks_more(self, place: int) -> bool:
        cell = self.cells[place]
        return len(self.runs_before.get(place, {})) == 2 and bool(cell.down) != bool(cell.across) and not cell.white

    def went_on(self, place: int) -> bool:
        """In a row of the shape behind its margin; then also at the next clue."""
        if self.shaping:
            return place % self.columns == 1
        return super().went_on(place) or not self.cells[place].white

    def clicked(self, place: int) -> Draft:
        """A cell without clues and digits changes its colour."""
        cell = self.cells[place]
        if self.square or self.margin(place) or cell not in (OPEN, SOLID):
            return self
        return self._coloured({place: SOLID if cell.white else OPEN})

    def swallows(self, key: str, before: str) -> bool:
        r"""The `\` behind a clue down, which was complete without it."""
        return key == PARTING and before.isdigit()

    def begin(self) -> Pen:
        """Where the shape is drawn, or the first clue that is missing, or the first of all."""
        if self.shaping:
            return Pen(self, self.columns + 1)
        pen = self._next_clue(len(self.cells) - 1)
        complete = pen.place == len(self.cells) - 1 and bool(self.runs_before)
        return Pen(self, min(self.runs_before)) if complete else pen

    def count(self) -> Count:
        if self.shaping:
            black = sum(1 for place, cell in enumerate(self.cells) if not cell.white and not self.margin(place))
            return Count(black, 0, "black cells drawn")
        return Count(sum(1 for run in self.wanted if self.clue(run)), len(self.wanted), "clues typed")

    @property
    def complete(self) -> bool:
        return not self.shaping and bool(self.wanted) and super().complete

    @cached_property
    def _problems(self) -> tuple[Problem, ...]:
        return () if self.shaping else draft_grid.problems(self)

    def problems(self) -> tuple[Problem, ...]:
        return self._problems

    def impossible(self) -> str:
        """The first run whose clue no digits make, when each cell only holds what both its runs admit."""
        puzzle = assemble(self.drawing())
        position, changed = KakuroPosition(puzzle, puzzle.givens), True
        while changed:
            changed = False
            for step in sum_combinations(position):
                if step.contradicts:
                    run = puzzle.runs[step.groups[0]]
                    row, column = puzzle.place(run.cells[0])
                    return f"{f'row {row}' if run.across else f'column {column}'} can't make {run.clue}"
                changed |= position.apply(step)
        return ""

    def about(self, place: int) -> tuple[str, ...]:
        runs = self.runs_through.get(place) or self.runs_before.get(place, {})
        return () if self.shaping else tuple(self._of_way(runs[way]) for way in (False, True) if way in runs)

    def _of_way(self, run: Line) -> str:
        way, clue = "across" if run.across else "down", self.clue(run)
        words = f"{way} {clue or '?'} in {counted(len(run.places), 'cell')}"
        if not clue:
            sums = Slot(len(run.places), self.values).sums
            return f"{words}: {sums[0]} to {sums[-1]}" if sums else words
        sets = draft_grid.sets(self, run) if clue in Slot(len(run.places), self.values).sums else []
        if not sets or len(sets) > LISTED:
            return words
        return f"{words}: {'  '.join(' '.join(map(str, sorted(one))) for one in sets)}"

    def related(self, place: int) -> frozenset[int]:
        return frozenset(one for run in self.runs_before.get(place, {}).values() for one in run.places)

    def solved(self, board: tuple[int, ...]) -> dict[int, str]:
        white = [place for place, cell in enumerate(self.cells) if cell.white]
        return {
            place: str(digit)
            for place, digit in zip(white, board, strict=True)
            if digit and not self.cells[place].digit
        }

    def sizes(self) -> dict[str, Value]:
        margin = 1 if self.square else 0
        shape = "square" if self.square else "crossword"
        values = self.values if self.square else 0
        return {"rows": self.rows - margin, "columns": self.columns - margin, "shape": shape, "values": values}

    def larger(self, by: int) -> Draft:
        sizes = self.sizes()
        values = int(sizes["values"]) and max(int(sizes["values"]), max(self.rows, self.columns) - 1 + by)
        rows, columns = int(sizes["rows"]) + by, int(sizes["columns"]) + by
        return self.sized(sizes | {"rows": rows, "columns": columns, "values": values})

    def sized(self, sizes: Mapping[str, Value]) -> Draft:
        """What is new is white; a crossword of which nothing was drawn is still to be drawn."""
        fresh = _blank(sizes)
        if fresh.square != self.square:
            raise ParameterError("a crossword and a square have different cells; n makes a new one")
        kept = self.recut(fresh.rows, fresh.columns, OPEN)
        margin = [place for place in range(len(kept)) if fresh.margin(place)]
        draft: KakuroDraft = replace(fresh, cells=kept, shaping=self.shaping, symmetric=self.symmetric)
        return draft.with_cells({place: kept[place] if not kept[place].white else SOLID for place in margin})

    def drawing(self) -> Drawing:
        """The grid as readers make it; in a square a sum that is missing is 0, which is read as missing."""

        def square(place: int) -> Square:
            cell = self.cells[place]
            missing = self.square and place in self.runs_before
            across, down = (
                Clue(number) if number or (missing and way in self.runs_before[place]) else None
                for way, number in ((True, cell.across), (False, cell.down))
            )
            return Square(cell.white, cell.digit, across, down)

        squares = tuple(map(square, range(len(self.cells))))
        rows = tuple(squares[r * self.columns : (r + 1) * self.columns] for r in range(self.rows))
        return Drawing(rows, self.values, self.square)

    def to_puzzle(self) -> Kakuro:
        if self.square and not self.complete:
            missing = next(run for run in self.wanted if not self.clue(run))
            raise PuzzleError(f"{self.name_of(missing.before)}: the sum is missing", "a sum for each row and column")
        return assemble(self.drawing())

    def text(self) -> str:
        written = write_paper(self.drawing()) if self.square else write_kak(self.drawing())
        return f"# kakuro\n{written}"


def _blank(sizes: Mapping[str, Value]) -> KakuroDraft:
    """A new draft of that size, all white inside; ParameterError."""
    given = resolve(SIZES, sizes, "a Kakuro")
    rows, columns = int(given["rows"]), int(given["columns"]) or int(given["rows"])
    square = given["shape"] == "square"
    values = int(given["values"]) or min(max(rows, columns) + 1, LARGEST_VALUES)
    if square and max(rows, columns) > values:
        raise ParameterError(f"a square of {rows} x {columns} needs values up to {max(rows, columns)}, not {values}")
    if columns < 2:
        raise ParameterError(f"columns is {columns}; expected 2 to {LARGEST_SIDE}")
    margin = 1 if square else 0
    high, wide = rows + margin, columns + margin
    cells = tuple(SOLID if r == 0 or c == 0 else OPEN for r in range(high) for c in range(wide))
    return KakuroDraft(wide, cells, values if square else CROSSWORD_VALUES, square, not square)


def _of_drawing(drawing: Drawing) -> KakuroDraft:
    def cell(one: Square) -> Cell:
        return Cell(one.white, one.digit, one.down.value if one.down else 0, one.across.value if one.across else 0)

    cells = tuple(cell(one) for row in drawing.rows for one in row)
    return KakuroDraft(len(drawing.rows[0]), cells, drawing.values, drawing.square)


class KakuroEditor(Editor):
    def new(self, sizes: Mapping[str, Value]) -> KakuroDraft:
        return _blank(sizes)

    def from_puzzle(self, puzzle: Puzzle) -> KakuroDraft:
        return _of_drawing(draw(own(puzzle, Kakuro)))

    def read(self, text: str) -> KakuroDraft:
        """Any sums and runs are read. Where there is no clue yet, the shape is still being drawn."""
        drawing = FORMATS.read_drawing(text)
        check_size(drawing)
        draft = _of_drawing(drawing)
        begun = any(cell.down or cell.across or cell.digit for cell in draft.cells)
        return draft if begun or draft.square else replace(draft, shaping=True)


EDITOR = KakuroEditor(SIZES)
