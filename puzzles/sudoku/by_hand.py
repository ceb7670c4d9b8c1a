"""Filling in a puzzle of cells by hand: values, conflicts, candidates, hints and their words."""

from __future__ import annotations

from collections import Counter
from typing import cast

from puzzles.deduction import BIFURCATION, EASY, EXPERT, Deduction, Position, bits
from puzzles.family import Board, Puzzle
from puzzles.fill_in_by_techniques import Clash
from puzzles.latin.by_hand import LatinByHand
from puzzles.latin.by_hand import told as told_of_groups
from puzzles.latin.grouped import HOLE
from puzzles.sudoku import cage_arithmetic
from puzzles.sudoku.constraints import KINDS, PARKS, UNARY, VIEWS, Constraint, lacking, runs
from puzzles.sudoku.puzzle import Sudoku
from puzzles.sudoku.techniques import LEVELS, LOCKED, CellsPosition
from puzzles.text.quoting import capital, counted, listed

LARGEST_GRADED = 36
"""Order up to which all techniques are looked for; beyond only those of the lowest level."""
MOST_GROUPS = 1_000
"""Groups of a graph up to which they are."""
MOST_NAMED = 3
"""Cells whose lost values a sentence names."""


class SudokuByHand(LatinByHand):
    kind = Sudoku
    levels = LEVELS

    def sudoku(self, puzzle: Puzzle) -> Sudoku:
        return cast(Sudoku, self.own(puzzle))

    def hardest(self, puzzle: Puzzle) -> int:
        one = self.sudoku(puzzle)
        large = one.order > LARGEST_GRADED or (one.graph and len(one.groups) > MOST_GROUPS)
        return EASY if large else EXPERT

    def clashes(self, puzzle: Puzzle, board: Board) -> list[Clash]:
        """Values that stand twice in a group, then constraints that the values of all their cells break."""
        one = self.sudoku(puzzle)
        found = super().clashes(puzzle, board)
        found += [
            Clash((cell,), f"{capital(one.place_name(cell))} must be {constraint.kind}.")
            for constraint in one.constraints
            if constraint.kind in UNARY
            for cell in constraint.cells
            if board[cell] >= 0 and not one.allowed[cell] >> board[cell] & 1
        ]
        for constraint in one.others:
            values = [board[cell] + one.first_symbol for cell in constraint.cells]
            whole = min(board[cell] for cell in constraint.cells) >= 0
            cells = _repeated(one, board, constraint) if constraint.kind == PARKS else ()
            if cells or (whole and not KINDS[constraint.kind].holds(values, constraint.value)):
                found.append(Clash(cells or constraint.cells, f"{capital(about_constraint(one, constraint))}."))
        return found

    def candidates(self, puzzle: Puzzle, board: Board, cell: int) -> tuple[int, ...]:
        """The values that stand in no other cell of its groups, and that constraints of the cell alone admit."""
        one = self.sudoku(puzzle)
        mask = one.allowed[cell]
        found = tuple(value for value in super().candidates(puzzle, board, cell) if mask >> value & 1)
        for _, line in one.by_technique.get(PARKS, ()):
            if cell in line.cells:
                lacks = _lacked(one, [*board[:cell], HOLE, *board[cell + 1 :]], line)
                found = tuple(value for value in found if lacks[value + one.first_symbol] > 0)
        return found

    def about(self, puzzle: Puzzle, board: Board, cell: int) -> tuple[tuple[str, str], ...]:
        one = self.sudoku(puzzle)
        *groups, fits = super().about(puzzle, board, cell)
        if one.graph:
            return ("joined to", self._neighbours(one, board, cell)), fits
        rules = [("rule", about_constraint(one, other)) for other in one.constraints if cell in other.cells]
        return (*groups, *rules[:MOST_NAMED], fits)

    def _neighbours(self, puzzle: Sudoku, board: Board, vertex: int) -> str:
        """The neighbours of a vertex by their colours, at last those without one."""
        of: dict[int, list[int]] = {}
        for other in sorted(puzzle.seen[vertex], key=lambda one: (board[one] == HOLE, board[one], one)):
            of.setdefault(board[other], []).append(other + 1)
        open_only = {*of} == {HOLE}
        words = (f"colour {self.symbol(puzzle, one)}: " if one != HOLE else "" if open_only else "open: " for one in of)
        return "; ".join(word + listed(some) for word, some in zip(words, of.values(), strict=True)) or "no vertex"

    def position(self, puzzle: Puzzle, board: Board) -> Position:
        return CellsPosition(self.sudoku(puzzle), board)

    def told(self, puzzle: Puzzle, board: Board, step: Deduction, rests: bool) -> tuple[str, ...]:
        return told(self.sudoku(puzzle), step, rests)


def _lacked(puzzle: Sudoku, board: Board, line: Constraint) -> Counter[int]:
    placed = [board[cell] + puzzle.first_symbol for cell in line.cells if board[cell] != HOLE]
    return lacking(placed, line.value, len(line.cells))


def _repeated(puzzle: Sudoku, board: Board, line: Constraint) -> tuple[int, ...]:
    """The cells of a line with parks whose values stand there too often."""
    lacks = _lacked(puzzle, board, line)
    return tuple(cell for cell in line.cells if board[cell] != HOLE and lacks[board[cell] + puzzle.first_symbol] < 0)


def about_constraint(puzzle: Sudoku, one: Constraint) -> str:
    """The constraint in words, such as `r1c1, r1c2 differ and add up to 12`; a line of Skyscrapers by its ends."""
    in_line = KINDS[one.kind].technique in (PARKS, VIEWS)
    cells = ", ".join(
        runs([puzzle.places[cell] for cell in one.cells]) if in_line else map(puzzle.short_name, one.cells)
    )
    return f"{cells} {KINDS[one.kind].words.format(one.value)}"


def told(puzzle: Sudoku, step: Deduction, rests: bool) -> tuple[str, ...]:
    """The step in words; `rests`: on steps told before it."""
    symbols = listed(symbol + puzzle.first_symbol for symbol in bits(step.values))
    if step.technique == LOCKED:
        group, other = (puzzle.groups[number].name for number in step.groups)
        return (capital(f"in {group}, {symbols} fits only cells of {other}; so nowhere else in that."),)
    if step.technique == BIFURCATION and step.trial[-1].groups and step.trial[-1].groups[0] >= len(puzzle.groups):
        number = len(step.trial) - 1
        later = f"{counted(number, 'step')} later " if number else ""
        last = puzzle.others[step.trial[-1].groups[0] - len(puzzle.groups)]
        return (
            f"If {puzzle.place_name(step.cells[0])} were {symbols},",
            f"{later}it could not be that {about_constraint(puzzle, last)}.",
        )
    if step.technique in cage_arithmetic.NAMES.values():
        return cage_arithmetic.told(puzzle, step)
    if step.groups and step.groups[0] >= len(puzzle.groups):
        return _of_constraint(puzzle, step)
    if step.technique == "naked single" and not rests and not step.contradicts:
        cell = step.cells[0]
        if puzzle.allowed[cell] != (1 << puzzle.order) - 1:
            return (f"Only {symbols} fits {puzzle.place_name(cell)}: by {puzzle.seers(cell)} and its mark.",)
    return told_of_groups(puzzle, step, rests)


def _of_constraint(puzzle: Sudoku, step: Deduction) -> tuple[str, ...]:
    one = puzzle.others[step.groups[0] - len(puzzle.groups)]
    about = capital(about_constraint(puzzle, one))
    if step.contradicts:
        return (f"{about}: no values are left for that.",)
    named = [
        f"{puzzle.short_name(cell)} is not {listed((value + puzzle.first_symbol for value in bits(mask)), 'or')}"
        for cell, mask in step.removed
    ]
    more = f", and {len(named) - MOST_NAMED} more" if len(named) > MOST_NAMED else ""
    return (f"{about}.", f"So {', '.join(named[:MOST_NAMED])}{more}.")
