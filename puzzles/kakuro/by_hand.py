"""Filling in a Kakuro by hand: values, conflicts, candidates, the combinations of runs, hints and their words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from puzzles import chains
from puzzles.deduction import BIFURCATION, Deduction, Position, bits
from puzzles.family import Board, Puzzle, own
from puzzles.fill_in_by_techniques import Clash, FillInByTechniques
from puzzles.kakuro.puzzle import Kakuro
from puzzles.kakuro.sum_sets import any_and_every, combinations, fitting
from puzzles.kakuro.techniques import LEVELS, REGION_SUMS, KakuroPosition
from puzzles.text.quoting import capital, counted, listed, numbered, times

SHARES = 16
"""Buckets of a share in the codes of the prior `share`, besides impossible (0) and certain (SHARES + 1)."""
MOST_LISTED = 12
"""Combinations of a run that are listed beside the board."""


class KakuroByHand(FillInByTechniques):
    levels = LEVELS
    prior = "share"

    def givens(self, puzzle: Puzzle) -> Board:
        return own(puzzle, Kakuro).givens

    def values(self, puzzle: Puzzle, cell: int) -> Sequence[int]:
        return range(1, own(puzzle, Kakuro).values + 1)

    def symbol(self, puzzle: Puzzle, value: int) -> str:
        return str(value)

    def place(self, puzzle: Puzzle, cell: int) -> str:
        return own(puzzle, Kakuro).place_name(cell)

    def clashes(self, puzzle: Puzzle, board: Board) -> list[Clash]:
        """Values that stand twice in a run, then runs whose filled cells leave no way to the sum."""
        kakuro = own(puzzle, Kakuro)
        repeats, sums = [], []
        for number, run in enumerate(kakuro.runs):
            filled = [cell for cell in run.cells if board[cell]]
            values = [board[cell] for cell in filled]
            name = run_name(kakuro, number)
            for value in sorted(set(values)):
                if values.count(value) > 1:
                    cells = tuple(cell for cell in filled if board[cell] == value)
                    repeats.append(Clash(cells, f"{value} stands {times(values.count(value))} in {name}."))
            if not filled or len(set(values)) < len(values) or run.clue is None:
                continue
            total = sum(values)
            if len(filled) == len(run.cells) or total > run.clue:
                if total != run.clue:
                    already = " already" if len(filled) < len(run.cells) else ""
                    sums.append(Clash(tuple(filled), f"{capital(name)} makes {total}{already}, not {run.clue}."))
            elif not open_sets(kakuro, board, number):
                left = sum_words(kakuro, board, number)
                sums.append(Clash(tuple(filled), f"{capital(name)} can't make {run.clue}: {left} is impossible."))
        return repeats + sums

    def candidates(self, puzzle: Puzzle, board: Board, cell: int) -> tuple[int, ...]:
        """The values in some combination of both of its runs, by their filled cells."""
        kakuro = own(puzzle, Kakuro)
        if board[cell]:
            board = (*board[:cell], 0, *board[cell + 1 :])
        mask = (2 << kakuro.values) - 2
        for number in kakuro.runs_of[cell]:
            if kakuro.runs[number].clue is None:
                mask &= ~sum({1 << board[other] for other in kakuro.runs[number].cells})
            else:
                mask &= any_and_every(open_sets(kakuro, board, number))[0]
        return tuple(bits(mask))

    def about(self, puzzle: Puzzle, board: Board, cell: int) -> tuple[tuple[str, str], ...]:
        """The combinations of its two runs that the filled cells leave, and which values fit the cell."""
        kakuro = own(puzzle, Kakuro)
        runs = [
            (direction(kakuro, number), about_run(kakuro, board, number, MOST_LISTED))
            for number in kakuro.runs_of[cell]
        ]
        fits = " ".join(str(value) for value in self.candidates(puzzle, board, cell))
        return (*runs, ("fits", fits or "nothing"))

    def position(self, puzzle: Puzzle, board: Board) -> Position:
        return KakuroPosition(own(puzzle, Kakuro), board)

    def told(self, puzzle: Puzzle, board: Board, step: Deduction, rests: bool) -> tuple[str, ...]:
        """The step in one to three sentences."""
        kakuro = own(puzzle, Kakuro)
        name = run_name(kakuro, step.groups[0]) if step.groups else ""
        makes = sum_words(kakuro, board, step.groups[0]) if step.groups else ""
        shown = listed(bits(step.values))
        kind = step.technique.partition(" ")[0]
        if step.contradicts:
            return (_contradiction(kakuro, step) + ".",)
        if step.technique in chains.NAMES:
            return chains.told(step, kakuro.short_name, partial(run_name, kakuro), str)
        if step.technique == "last cell":
            where = kakuro.place_name(step.cells[0])
            return (f"{capital(where)} is the last open cell of {name}: {shown} is left.",)
        if step.technique == "naked single":
            return _naked_single(kakuro, board, step.cells[0], shown, rests)
        if step.technique == "hidden single":
            return (
                f"In {name}, {makes} always holds {shown}.",
                f"{'So only' if rests else 'Only'} {kakuro.place_name(step.cells[0])} admits it.",
            )
        if step.technique == "sum combinations":
            if step.placed is not None:
                where = kakuro.place_name(step.cells[0])
                return (f"All combinations that fit {name} hold {shown}, and only {where} admits it.",)
            domains = [((2 << kakuro.values) - 2) & ~mask for _, mask in step.grounds]
            sets = fitting(open_sets(kakuro, board, step.groups[0]), domains)
            return (f"In {name}, {makes} can now only be {sets_words(sets).removeprefix('always ')}.",)
        if kind == "naked":
            return (f"In {name}, {cells_words(kakuro, step.cells)} hold {shown} in some order; no other cell does.",)
        if kind == "hidden":
            where = cells_words(kakuro, step.cells)
            return (f"{capital(name)} must hold {shown}, which fit only {where}; nothing else stands there.",)
        if step.technique in ("run orders", "long run orders"):
            where = kakuro.place_name(step.cells[0])
            return (f"In {name}, no order of {makes} puts {listed(bits(step.values), 'or')} in {where}.",)
        if step.technique == BIFURCATION:
            end = chains.end_of_trial(step, kakuro.place_name, partial(run_name, kakuro), str)
            return (f"If {kakuro.place_name(step.cells[0])} were {shown}, {end}.",)
        return _region(kakuro, step, shown)

    def prior_code(self, position: Any, cell: int, value: int) -> int:
        """Of both runs the bucket of the share of the combinations that hold the value, by the cells that admit it."""
        assert isinstance(position, KakuroPosition)
        across, down = (self._bucket(position, number, value) for number in position.puzzle.runs_of[cell])
        return across * (SHARES + 2) + down

    def _bucket(self, position: KakuroPosition, number: int, value: int) -> int:
        """0 if no combination holds the value, SHARES + 1 if it is sure to be in the one cell that admits it."""
        cells = position.open_in(number)
        places = sum(position.domains[cell] >> value & 1 for cell in cells)
        admitted = 0
        for cell in cells:
            admitted |= position.domains[cell]
        rest, used = position.rest[number], position.used[number]
        if rest is None:  # any combination of that size
            of_all, holding = admitted.bit_count(), len(cells) * (admitted >> value & 1)
            holding = 0 if of_all < len(cells) else holding
        else:
            sets = [one for one in combinations(position.values, len(cells), rest, used) if not one & ~admitted]
            of_all, holding = len(sets), sum(one >> value & 1 for one in sets)
        if not holding or not places:
            return 0
        if holding == of_all and places == 1:
            return SHARES + 1
        return 1 + min(SHARES * holding // (of_all * places), SHARES - 1)

    def likelihood(self, position: Position, cell: int, values: Sequence[int]) -> Sequence[float]:
        """The share of the combinations of its across run that hold the value, times the same of its down run."""
        assert isinstance(position, KakuroPosition)
        weights = [1.0] * len(values)
        for number in position.puzzle.runs_of[cell]:
            sets = position.fitting(number, position.open_in(number))
            if sets:
                weights = [w * sum(one >> v & 1 for one in sets) for w, v in zip(weights, values, strict=True)]
        return weights

    def likelihood_words(self) -> str:
        return "by how many combinations of both runs hold each"


MOST_SETS = 4
"""Combinations that are listed; of more, the values in them."""


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
    return f"the {direction(puzzle, number)} run at {puzzle.place_name(first)}"


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
    return f"made of {spaced(any_and_every(sets)[0])} only"


def open_sets(puzzle: Kakuro, board: Board, number: int) -> tuple[int, ...]:
    """The combinations for the run's open cells, by its filled cells alone; empty without clue."""
    run = puzzle.runs[number]
    values = [board[cell] for cell in run.cells if board[cell]]
    if run.clue is None:
        return ()
    used = sum({1 << value for value in values})
    return combinations(puzzle.values, len(run.cells) - len(values), run.clue - sum(values), used)


def _naked_single(puzzle: Kakuro, board: Board, cell: int, shown: str, rests: bool) -> tuple[str, ...]:
    where = puzzle.place_name(cell)
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
    across, down = (counted(numbers[side], f"{way} run") for side, way in ((True, "across"), (False, "down")))
    text = f"{across} make {sums[True]}, {down} {sums[False]}; "
    if step.placed is not None:
        where = puzzle.place_name(step.cells[0])
        return (capital(f"{text}only {where} is open and not in both."), f"With the filled cells, it is {shown}.")
    one, other = (puzzle.place_name(cell) for cell in step.cells)
    return (
        capital(f"{text}{one} and {other} alone are open and not in both."),
        f"So {one} can't be {listed(bits(step.values), 'or')}.",
    )


def _contradiction(puzzle: Kakuro, step: Deduction) -> str:
    if not step.groups:
        return f"No value fits {puzzle.place_name(step.cells[0])}"
    if step.technique in REGION_SUMS.values():
        return f"The sums around {puzzle.place_name(step.cells[0])} leave it no value"
    if step.values:
        return capital(f"{run_name(puzzle, step.groups[0])} needs {spaced(step.values)} and has no cell for it")
    return f"No combination fits {run_name(puzzle, step.groups[0])}"


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
    union, common = any_and_every(sets)
    always = f", always {spaced(common)}" if common else ""
    return f"{text}: {len(sets)} combinations of {spaced(union)}{always}"
