"""The grid of a Kakuro in the making: black and white cells, the runs between the black ones, their clues and faults.

Clues are typed in a black cell, `23\\16`: down, then across, each with as few keys as settle it. Where a run's length
is known, most numbers end by themselves: in two cells only 3 to 17 can be made, so after 1 a second digit must come,
and after 4 none can. So down and across follow each other without a sign between them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Self

from puzzles.connected import lay_runs, parts
from puzzles.deduction import bits
from puzzles.draft_kinds import GridDraft
from puzzles.editing import Problem
from puzzles.kakuro.puzzle import CROSSWORD_VALUES, reach
from puzzles.kakuro.sum_sets import combinations
from puzzles.text.quoting import counted


class Cell(NamedTuple):
    """A white cell with its digit, or a black one with its clues; 0 for none."""

    white: bool = True
    digit: int = 0
    down: int = 0
    across: int = 0


OPEN, SOLID = Cell(), Cell(False)


class Line(NamedTuple):
    """A run of white cells: the black cell before it, and its cells."""

    across: bool
    before: int
    places: tuple[int, ...]


@dataclass(frozen=True)
class KakuroGrid(GridDraft):
    """`cells` are those of the drawing, `width` a row: of a `square` the sums stand in row 0 and column 0.

    `shaping`: the rows of a new crossword are typed, as numbers of white cells. `symmetric`: what is turned by half is
    the same grid.
    """

    family = "kakuro"
    width: int
    cells: tuple[Cell, ...]
    values: int = CROSSWORD_VALUES
    square: bool = False
    shaping: bool = False
    symmetric: bool = False

    @property
    def columns(self) -> int:
        return self.width

    @cached_property
    def runs(self) -> tuple[Line, ...]:
        """All across runs, then all down runs, each in reading order of their first cells."""
        white = [place for place, cell in enumerate(self.cells) if cell.white]
        runs = lay_runs([divmod(place, self.columns) for place in white])
        lines = [(across, tuple(white[cell] for cell in cells)) for across, cells in runs]
        return tuple(Line(across, places[0] - (1 if across else self.columns), places) for across, places in lines)

    @cached_property
    def runs_before(self) -> dict[int, dict[bool, Line]]:
        """Of each black cell the runs that it has clues for, by whether they go across."""
        found: dict[int, dict[bool, Line]] = {}
        for run in self.runs:
            found.setdefault(run.before, {})[run.across] = run
        return found

    @cached_property
    def runs_through(self) -> dict[int, dict[bool, Line]]:
        """Of each white cell its two runs."""
        found: dict[int, dict[bool, Line]] = {}
        for run in self.runs:
            for place in run.places:
                found.setdefault(place, {})[run.across] = run
        return found

    def clue(self, run: Line) -> int:
        """The run's clue; 0 if it has none yet."""
        cell = self.cells[run.before]
        return int(cell.across if run.across else cell.down)

    def margin(self, place: int) -> bool:
        """True for a cell of the first row or column."""
        return place < self.columns or place % self.columns == 0

    def name_of(self, place: int) -> str:
        """As people count: the margin, whose cells hold clues alone, is no row and no column."""
        row, column = divmod(place, self.columns)
        if row and column:
            return f"Row {row}, column {column}"
        return f"Left of row {row}" if row else f"Above column {column}" if column else "The corner"

    def clues(self) -> tuple[int, ...]:
        """Of a crossword, whose clues may be missing: three numbers a place, of its digit and its clues."""
        if self.square:
            return ()
        return tuple(3 * place + part for place, one in enumerate(self.cells) for part in range(3) if one[part + 1])

    def keeping(self, clues: Collection[int]) -> Self:
        gone = set(self.clues()).difference(clues)
        cells = list(self.cells)
        for clue in gone:
            place, part = divmod(clue, 3)
            white, digit, down, across = cells[place]
            cells[place] = Cell(white, *(0 if at == part else one for at, one in enumerate((digit, down, across))))
        return self.with_cells(dict(enumerate(cells)))

    def clue_at(self, clue: int) -> tuple[int, str]:
        place, part = divmod(clue, 3)
        return place, f"{self.name_of(place)}{('', ' down', ' across')[part]}"

    @cached_property
    def wanted(self) -> tuple[Line, ...]:
        """The runs that need a clue: of a crossword those of two cells or more."""
        return tuple(run for run in self.runs if self.square or len(run.places) > 1)


PARTING = "\\"
MOST_DIGITS = 3


class Slot(NamedTuple):
    """A run that a clue is wanted for: its cells, and the digits there are."""

    length: int
    values: int

    @property
    def sums(self) -> range:
        """What the run can make; empty if it is too long."""
        if self.length > self.values:
            return range(0)
        low, high = reach(self.length, self.values)
        return range(low, high + 1)


class Typed(NamedTuple):
    """What a text says so far: the number of each slot, None where nothing is typed, and how it may go on."""

    numbers: tuple[int | None, ...]
    done: bool


def ends(text: str, slot: Slot) -> bool:
    """True if no digit can follow: no larger sum of the run begins so, and this is one, or has two digits or more."""
    sums, number = slot.sums, int(text)
    if sums and any(number * scale <= sums[-1] and (number + 1) * scale > sums[0] for scale in (10, 100)):
        return False
    most = len(str(slot.values * (slot.values + 1) // 2))
    return number in sums or len(text) >= most


def typed(text: str, slots: Sequence[Slot], wanted: tuple[bool, bool]) -> Typed | None:
    r"""What the text says to the slots, down before across; None if it says nothing.

    `wanted`: whether the cell has a slot down, and one across; `slots` are those that it has. `\` ends the number down,
    also one that is not typed.
    """
    numbers: list[int | None] = [None] * len(slots)
    at, digits = 0, ""
    for number, letter in enumerate(text, start=1):
        if at == len(slots):
            return None
        if letter == PARTING:
            if PARTING in text[: number - 1] or (at == 1 and wanted == (True, True)):
                return None
            if wanted[0]:
                at, digits = at + 1, ""
                if at == len(slots):
                    return Typed(tuple(numbers), True) if number == len(text) else None
            continue
        if not ("0" <= letter <= "9") or (letter == "0" and not digits) or len(digits) == MOST_DIGITS:
            return None
        digits += letter
        numbers[at] = int(digits)
        if ends(digits, slots[at]):
            at, digits = at + 1, ""
    return Typed(tuple(numbers), at == len(slots))


def problems(draft: KakuroGrid) -> tuple[Problem, ...]:
    """Of runs and clues; where nothing else is wrong and all clues are there, of their sums across and down."""
    found = [problem for run in draft.runs for problem in _of_run(draft, run)]
    for place, cell in enumerate(draft.cells):
        runs = draft.runs_before.get(place, {})
        for way, number, side in ((False, cell.down, "below it"), (True, cell.across, "right of it")):
            if number and way not in runs:
                words = f"{draft.name_of(place)}: {number} has no white cell {side}."
                found.append(Problem((place,), words))
    return tuple(found) or _balance(draft)


def _of_run(draft: KakuroGrid, run: Line) -> list[Problem]:
    found: list[Problem] = []
    way, length, clue = "across" if run.across else "down", len(run.places), draft.clue(run)
    where = draft.name_of(run.before)
    if length > draft.values:
        words = f"{where}: {length} cells {way}; a run has at most {draft.values}."
        return [Problem(run.places, words)]
    digits = [draft.cells[place].digit for place in run.places]
    for digit in sorted(set(digits) - {0}):
        if digits.count(digit) > 1:
            equal = tuple(one for one, other in zip(run.places, digits, strict=True) if other == digit)
            found.append(Problem(equal, f"{where}: {digit} is given twice {way}."))
    sums = Slot(length, draft.values).sums
    if clue and clue not in sums:
        reached = f"{sums[0]} to {sums[-1]}" if len(sums) > 1 else f"{sums[0]}"
        found.append(Problem((run.before,), f"{where}: {clue} {way} in {counted(length, 'cell')}; only {reached}."))
    elif clue and not found and any(digits) and not sets(draft, run):
        found.append(Problem((run.before,), f"{where}: the given digits can't make {clue} {way}."))
    if length == 1 and not draft.square:
        found.append(Problem(run.places, f"{draft.name_of(run.places[0])}: one cell alone {way}.", doubt=True))
    return found


def _balance(draft: KakuroGrid) -> tuple[Problem, ...]:
    """Each cell is in one run across and one down, so both kinds of clues have the same sum in each part."""

    def crossing(run: Line) -> Iterator[Line]:
        return (other for place in run.places for other in draft.runs_through[place].values())

    found = []
    for runs in parts(draft.runs, crossing):
        across, down = (sum(draft.clue(run) for run in runs if run.across is way) for way in (True, False))
        if across != down and all(draft.clue(run) for run in runs):
            words = f"The clues across make {across}, those down {down}: one is wrong."
            found.append(Problem((), words))
    return tuple(found)


def sets(draft: KakuroGrid, run: Line) -> list[set[int]]:
    """The sets of digits that make the run's clue together with those that are given in it."""
    given = {draft.cells[place].digit for place in run.places} - {0}
    used = sum(1 << digit for digit in given)
    free = len(run.places) - len(given)
    masks = combinations(draft.values, free, draft.clue(run) - sum(given), used)
    return [given | set(bits(mask)) for mask in masks]
