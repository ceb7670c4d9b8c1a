"""Filling in a Latin square by hand: values, conflicts, candidates, hints and their words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from puzzles.deduction import BIFURCATION, EASY, EXPERT, Deduction, Position, bits
from puzzles.family import Board, Puzzle, own
from puzzles.fill_in_by_techniques import Clash, FillInByTechniques
from puzzles.latin.puzzle import HOLE, LatinSquare
from puzzles.latin.techniques import LEVELS, LatinPosition, lines_of
from puzzles.text.quoting import capital, counted, listed, numbered, times

MOST_LISTED = 20
"""Symbols that a row's text lists; of more it says how many they are."""

LARGEST_GRADED = 100
"""Order up to which all techniques are looked for, which takes half a second there; beyond only singles."""


class LatinByHand(FillInByTechniques):
    open_value = HOLE
    levels = LEVELS
    prior = "dual"

    def givens(self, puzzle: Puzzle) -> Board:
        return own(puzzle, LatinSquare).grid

    def values(self, puzzle: Puzzle, cell: int) -> Sequence[int]:
        return range(own(puzzle, LatinSquare).order)

    def symbol(self, puzzle: Puzzle, value: int) -> str:
        return str(value + own(puzzle, LatinSquare).first_symbol)

    def place(self, puzzle: Puzzle, cell: int) -> str:
        return place(own(puzzle, LatinSquare), cell)

    def hardest(self, puzzle: Puzzle) -> int:
        return EXPERT if own(puzzle, LatinSquare).order <= LARGEST_GRADED else EASY

    def clashes(self, puzzle: Puzzle, board: Board) -> list[Clash]:
        square = own(puzzle, LatinSquare)
        found = []
        for number, line in enumerate(lines_of(square.order)):
            cells_of: dict[int, list[int]] = {}
            for cell in line:
                if board[cell] != HOLE:
                    cells_of.setdefault(board[cell], []).append(cell)
            for symbol, cells in cells_of.items():
                if len(cells) > 1:
                    shown = self.symbol(puzzle, symbol)
                    text = f"{shown} stands {times(len(cells))} in {group(square, number)}."
                    found.append(Clash(tuple(cells), text))
        return found

    def candidates(self, puzzle: Puzzle, board: Board, cell: int) -> tuple[int, ...]:
        """The symbols that stand in no other cell of its row and column."""
        lacked = set(range(own(puzzle, LatinSquare).order))
        for line in self._lines(puzzle, cell):
            lacked -= {board[other] for other in line if other != cell}
        return tuple(sorted(lacked))

    def about(self, puzzle: Puzzle, board: Board, cell: int) -> tuple[tuple[str, str], ...]:
        """What its row and column lack, and which symbols fit the cell."""
        order = own(puzzle, LatinSquare).order
        row, column = divmod(cell, order)
        rows = []
        for label, line in zip((f"row {row + 1}", f"column {column + 1}"), self._lines(puzzle, cell), strict=True):
            lacked = sorted(set(range(order)) - {board[other] for other in line})
            rows.append((label, f"lacks {self._symbols(puzzle, lacked)}" if lacked else "lacks nothing"))
        return (*rows, ("fits", self._symbols(puzzle, self.candidates(puzzle, board, cell)) or "nothing"))

    def position(self, puzzle: Puzzle, board: Board) -> Position:
        return LatinPosition(own(puzzle, LatinSquare).order, board)

    def told(self, puzzle: Puzzle, board: Board, step: Deduction, rests: bool) -> tuple[str, ...]:
        return (sentence(own(puzzle, LatinSquare), step, rests),)

    def prior_code(self, position: Any, cell: int, value: int) -> int:
        """The cells of its row that admit the symbol, and those of its column."""
        assert isinstance(position, LatinPosition)
        in_row, in_column = self._places(position, cell, value)
        return in_row * (position.order + 1) + in_column

    def likelihood(self, position: Position, cell: int, values: Sequence[int]) -> Sequence[float]:
        """One by the cells of its row that admit the symbol, times the same of its column."""
        assert isinstance(position, LatinPosition)
        places = (self._places(position, cell, value) for value in values)
        return [1.0 / (in_row * in_column) for in_row, in_column in places]

    def likelihood_words(self) -> str:
        return "by how few cells admit each in row and column"

    def _places(self, position: LatinPosition, cell: int, value: int) -> tuple[int, int]:
        """How many open cells of the cell's row, and of its column, admit the symbol."""
        groups = cell // position.order, position.order + cell % position.order
        in_row, in_column = (
            sum(1 for other in position.open_in(group) if position.domains[other] >> value & 1) for group in groups
        )
        return in_row, in_column

    def _lines(self, puzzle: Puzzle, cell: int) -> tuple[Sequence[int], Sequence[int]]:
        order = own(puzzle, LatinSquare).order
        lines = lines_of(order)
        return lines[cell // order], lines[order + cell % order]

    def _symbols(self, puzzle: Puzzle, symbols: Sequence[int]) -> str:
        if len(symbols) > MOST_LISTED:
            return f"{len(symbols)} symbols"
        return " ".join(self.symbol(puzzle, one) for one in symbols)


def place(puzzle: LatinSquare, cell: int) -> str:
    row, column = divmod(cell, puzzle.order)
    return f"row {row + 1}, column {column + 1}"


def group(puzzle: LatinSquare, number: int) -> str:
    """Such as `row 3`, for the number of a group."""
    return f"row {number + 1}" if number < puzzle.order else f"column {number - puzzle.order + 1}"


def within(puzzle: LatinSquare, number: int, cells: Sequence[int]) -> str:
    """The cells of a group, named across it, such as `columns 2 and 5` of a row."""
    is_row = number < puzzle.order
    numbers = sorted(cell % puzzle.order + 1 if is_row else cell // puzzle.order + 1 for cell in cells)
    return numbered("column" if is_row else "row", numbers)


def sentence(puzzle: LatinSquare, step: Deduction, rests: bool) -> str:
    """The step in words; `rests`: on steps told before it."""
    symbols = [symbol + puzzle.first_symbol for symbol in bits(step.values)]
    shown = listed(symbols)
    name = group(puzzle, step.groups[0]) if step.groups else ""
    so = "So " if rests else ""
    kind = step.technique.partition(" ")[0]
    if step.technique == "last cell":
        return f"{capital(name)} lacks only {shown}, for {place(puzzle, step.cells[0])}."
    if step.technique == "naked single":
        cell = place(puzzle, step.cells[0])
        if step.contradicts:
            return f"No symbol fits {cell}."
        if rests:
            return f"So only {shown} is left for {cell}."
        return f"Only {shown} fits {cell}: its row and column hold all others."
    if step.technique == "hidden single":
        if step.contradicts:
            return f"No cell of {name} admits {shown}."
        where = within(puzzle, step.groups[0], step.cells)
        return capital(f"{so}{shown} fits only {where} of {name}.")
    if kind == "naked":
        where = within(puzzle, step.groups[0], step.cells)
        return f"In {name}, {where} hold {shown} in some order; no other cell of it does."
    if kind == "hidden":
        where = within(puzzle, step.groups[0], step.cells)
        return f"In {name}, {shown} fit only {where}, so nothing else stands there."
    if step.technique == "XY-wing":
        pivot, beside, below = (place(puzzle, cell) for cell in step.cells)
        target = place(puzzle, step.removed[0][0])
        return f"Whatever stands in {pivot}, {beside} or {below} is {shown}; so {target} is not."
    if step.technique == BIFURCATION:
        return f"If {place(puzzle, step.cells[0])} were {shown}, {_end_of_trial(puzzle, step.trial)}."
    base = step.groups[: len(step.groups) // 2]
    cover = step.groups[len(step.groups) // 2 :]
    return f"In {_groups(puzzle, base)}, {shown} fits only {_groups(puzzle, cover)}; so nowhere else in those."


def _end_of_trial(puzzle: LatinSquare, trial: tuple[Deduction, ...]) -> str:
    last = trial[-1]
    if last.values:
        symbol = listed(one + puzzle.first_symbol for one in bits(last.values))
        end = f"{group(puzzle, last.groups[0])} would have no cell for {symbol}"
    else:
        end = f"{place(puzzle, last.cells[0])} would have no symbol"
    number = len(trial) - 1
    return f"{counted(number, 'single')} later {end}" if number else end


def _groups(puzzle: LatinSquare, numbers: Sequence[int]) -> str:
    is_row = numbers[0] < puzzle.order
    return numbered("row" if is_row else "column", [n % puzzle.order + 1 for n in numbers])
