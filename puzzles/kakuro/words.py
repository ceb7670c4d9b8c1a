"""Steps of reasoning on a Kakuro in words, made from the deductions; places, runs and combinations."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.deduction import BIFURCATION, Deduction, bits
from puzzles.family import Board
from puzzles.kakuro.combinations import combinations
from puzzles.kakuro.puzzle import Kakuro
from puzzles.text.sentences import capital, counted, listed, numbered

MOST_SETS = 4
"""Combinations that are listed; of more, the values in them."""


def place(puzzle: Kakuro, cell: int) -> str:
    row, column = puzzle.place(cell)
    return f"row {row}, column {column}"


def spaced(mask: int) -> str:
    """The values of a set, such as `7 8 9`."""
    return " ".join(str(value) for value in bits(mask))


def direction(puzzle: Kakuro, number: int) -> str:
    return "across" if puzzle.runs[number].across else "down"


def run_name(puzzle: Kakuro, number: int) -> str:
    """Such as `row 4` of a square, or `the across run at row 4, column 2`."""
    first = puzzle.runs[number].cells[0]
    if puzzle.square:
        row, column = puzzle.place(first)
        return f"row {row}" if puzzle.runs[number].across else f"column {column}"
    return f"the {direction(puzzle, number)} run at {place(puzzle, first)}"


def cells_words(puzzle: Kakuro, cells: Sequence[int]) -> str:
    """Such as `row 4, columns 2 and 5`, for cells of one run."""
    rows, columns = (sorted(set(numbers)) for numbers in zip(*map(puzzle.place, cells), strict=True))
    return f"{numbered('row', rows)}, {numbered('column', columns)}"


def sum_words(puzzle: Kakuro, board: Board, number: int) -> str:
    """What a run's open cells are to make: `14 in 2 cells`, `9 left in 2 cells` if others are filled.

    Where those make more than the clue: `2 too much, 2 cells open`.
    """
    run = puzzle.runs[number]
    opened = sum(1 for cell in run.cells if not board[cell])
    cells = counted(opened, "cell")
    if run.clue is None:
        return f"{cells} without a clue"
    left = run.clue - sum(board[cell] for cell in run.cells)
    if left < 0:
        return f"{-left} too much, {cells} open"
    return f"{left} {'in' if opened == len(run.cells) else 'left in'} {cells}"


def sets_words(sets: Sequence[int]) -> str:
    """Such as `always 7 8 9`, `5 9 or 6 8`, or `made of 1 2 3 4 5 only`."""
    if len(sets) == 1:
        return f"always {spaced(sets[0])}"
    if len(sets) <= MOST_SETS:
        return listed((spaced(one) for one in sets), "or")
    union = 0
    for one in sets:
        union |= one
    return f"made of {spaced(union)} only"


def open_sets(puzzle: Kakuro, board: Board, number: int) -> tuple[int, ...]:
    """The combinations for the run's open cells, by its filled cells alone; empty without clue."""
    run = puzzle.runs[number]
    values = [board[cell] for cell in run.cells if board[cell]]
    if run.clue is None:
        return ()
    used = sum({1 << value for value in values})
    return combinations(puzzle.values, len(run.cells) - len(values), run.clue - sum(values), used)


def told(puzzle: Kakuro, board: Board, step: Deduction, rests: bool) -> tuple[str, ...]:
    """The step in one to three sentences; `rests`: on steps told before it."""
    name = run_name(puzzle, step.groups[0]) if step.groups else ""
    makes = sum_words(puzzle, board, step.groups[0]) if step.groups else ""
    shown = listed(bits(step.values))
    kind = step.technique.partition(" ")[0]
    if step.contradicts:
        return (_contradiction(puzzle, step) + ".",)
    if step.technique == "last cell":
        where = place(puzzle, step.cells[0])
        return (f"{capital(where)} is the last open cell of {name}: {shown} is left.",)
    if step.technique == "naked single":
        return _naked_single(puzzle, board, step.cells[0], shown, rests)
    if step.technique == "hidden single":
        return (
            f"In {name}, {makes} always holds {shown}.",
            f"{'So only' if rests else 'Only'} {place(puzzle, step.cells[0])} admits it.",
        )
    if step.technique == "sum combinations":
        if step.placed is not None:
            where = place(puzzle, step.cells[0])
            return (f"All combinations that fit {name} hold {shown}, and only {where} admits it.",)
        fitting = [one for one in open_sets(puzzle, board, step.groups[0]) if _fits(one, step, puzzle)]
        return (f"In {name}, {makes} can now only be {sets_words(fitting).removeprefix('always ')}.",)
    if kind == "naked":
        return (f"In {name}, {cells_words(puzzle, step.cells)} hold {shown} in some order; no other cell does.",)
    if kind == "hidden":
        where = cells_words(puzzle, step.cells)
        return (f"{capital(name)} must hold {shown}, which fit only {where}; nothing else stands there.",)
    if step.technique in ("run orders", "long run orders"):
        return (
            f"In {name}, no order of {makes} puts {listed(bits(step.values), 'or')} in {place(puzzle, step.cells[0])}.",
        )
    if step.technique == BIFURCATION:
        return (f"If {place(puzzle, step.cells[0])} were {shown}, {_end_of_trial(puzzle, step.trial)}.",)
    return _region(puzzle, step, shown)


def _fits(one: int, step: Deduction, puzzle: Kakuro) -> bool:
    """Whether the combination fits what the step's grounds leave to each open cell."""
    domains = [((2 << puzzle.values) - 2) & ~mask for _, mask in step.grounds]
    whole = 0
    for domain in domains:
        whole |= domain
    return not one & ~whole and all(one & domain for domain in domains)


def _naked_single(puzzle: Kakuro, board: Board, cell: int, shown: str, rests: bool) -> tuple[str, ...]:
    where = place(puzzle, cell)
    if rests:
        return (f"So only {shown} is left for {where}.",)
    lines = []
    for number in puzzle.runs_of[cell]:
        sets = open_sets(puzzle, board, number)
        if sets:
            lines.append(
                f"{capital(direction(puzzle, number))}, {sum_words(puzzle, board, number)} is {sets_words(sets)}."
            )
        else:
            used = sorted(board[other] for other in puzzle.runs[number].cells if board[other])
            lines.append(f"{capital(direction(puzzle, number))}, {listed(used) or 'nothing'} stands already.")
    return (*lines, f"So only {shown} fits {where}.")


def _region(puzzle: Kakuro, step: Deduction, shown: str) -> tuple[str, ...]:
    sums = {True: 0, False: 0}
    for number in step.groups:
        sums[puzzle.runs[number].across] += puzzle.runs[number].clue or 0
    numbers = {side: sum(1 for number in step.groups if puzzle.runs[number].across == side) for side in sums}
    text = f"{_runs(numbers[True], 'across')} make {sums[True]}, {_runs(numbers[False], 'down')} {sums[False]}; "
    if step.placed is not None:
        where = place(puzzle, step.cells[0])
        return (capital(f"{text}only {where} is open and not in both."), f"With the filled cells, it is {shown}.")
    one, other = (place(puzzle, cell) for cell in step.cells)
    return (
        capital(f"{text}{one} and {other} alone are open and not in both."),
        f"So {one} can't be {listed(bits(step.values), 'or')}.",
    )


def _runs(number: int, way: str) -> str:
    return counted(number, f"{way} run")


def _contradiction(puzzle: Kakuro, step: Deduction) -> str:
    if not step.groups:
        return f"No value fits {place(puzzle, step.cells[0])}"
    if step.technique == "region sum":
        return f"The sums around {place(puzzle, step.cells[0])} leave it no value"
    if step.values:
        return capital(f"{run_name(puzzle, step.groups[0])} needs {spaced(step.values)} and has no cell for it")
    return f"No combination fits {run_name(puzzle, step.groups[0])}"


def _end_of_trial(puzzle: Kakuro, trial: tuple[Deduction, ...]) -> str:
    last = trial[-1]
    if last.groups:
        end = f"{run_name(puzzle, last.groups[0])} would have no cell for {spaced(last.values)}"
    else:
        end = f"{place(puzzle, last.cells[0])} would have no value"
    number = len(trial) - 1
    return f"{counted(number, 'single')} later {end}" if number else end


def about_run(puzzle: Kakuro, board: Board, number: int, most: int) -> str:
    """Such as `14 in 2 cells: 5 9  6 8`; of more than `most` combinations, the values in them and in all of them."""
    run = puzzle.runs[number]
    text = sum_words(puzzle, board, number)
    if run.clue is None:
        return text
    if all(board[cell] for cell in run.cells):
        return f"{run.clue} in {len(run.cells)} cells, all filled"
    sets = open_sets(puzzle, board, number)
    if len(sets) <= most:
        return f"{text}: {'  '.join(spaced(one) for one in sets) or 'no combination'}"
    union = common = 0
    for count, one in enumerate(sets):
        union, common = union | one, common & one if count else one
    always = f", always {spaced(common)}" if common else ""
    return f"{text}: {len(sets)} combinations of {spaced(union)}{always}"
