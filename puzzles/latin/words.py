"""Steps of reasoning on a Latin square in words, made from the deductions; places and groups."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.deduction import BIFURCATION, Deduction, bits
from puzzles.latin.puzzle import LatinSquare
from puzzles.text.sentences import capital, counted, listed, numbered


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
