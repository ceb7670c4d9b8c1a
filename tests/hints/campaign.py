"""Hints of Latin squares and Kakuro beside a plain solver and judge: `python -m tests.hints.campaign --puzzles 1000`.

Each puzzle is played by its hints to the end. Of each hint: every step of its reasoning follows from the groups and
grounds that it names (`oracle.Judge`), the value stands in all solutions that a plain solver finds, and what its words
say of a run's combinations is so. Of boards with a wrong value: what the hint says is wrong is wrong. Ends with one
line of figures; exit code 1 at the first fault, with the puzzle.
"""

from __future__ import annotations

import re
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from oracles import naive_kakuro

from puzzles.by_hand import Hint
from puzzles.fill_in_by_techniques import FillInByTechniques
from puzzles.kakuro.puzzle import Kakuro
from puzzles.latin.puzzle import LatinSquare
from puzzles.registry import get_family

from .command import main
from .oracle import FaultError, Judge
from .sources import puzzle_and_solution

MOST_SOLUTIONS = 12
SAYING = re.compile(r"(\d+) (?:left )?in (\d+) cells? is (always |made of )?([\d ,or]+)(?: only)?\.$")


@dataclass
class Figures:
    puzzles: int = 0
    hints: Counter[str] = field(default_factory=Counter)
    steps: Counter[str] = field(default_factory=Counter)
    sayings: int = 0
    wrong: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0

    def line(self) -> str:
        names = ", ".join(f"{name} {number:,}" for name, number in self.steps.most_common())
        wrong = ", ".join(f"{name} {number:,}" for name, number in self.wrong.most_common())
        return (
            f"{self.puzzles:,} puzzles, {sum(self.hints.values()):,} hints, {sum(self.steps.values()):,} steps "
            f"({names}), {self.sayings:,} sums in words, {sum(self.wrong.values()):,} boards with a wrong value "
            f"({wrong}): no fault; slowest hint {self.slowest:.3f} CPU s"
        )


def solutions_of(puzzle: LatinSquare | Kakuro, board: Sequence[int]) -> list[tuple[int, ...]]:
    """Up to MOST_SOLUTIONS solutions that agree with the board, by plain backtracking."""
    if isinstance(puzzle, Kakuro):
        from dataclasses import replace

        return naive_kakuro.solutions(replace(puzzle, givens=tuple(board)), MOST_SOLUTIONS)
    found: list[tuple[int, ...]] = []
    _complete(puzzle.order, list(board), found)
    return found


def _complete(order: int, board: list[int], found: list[tuple[int, ...]]) -> None:
    best: tuple[int, set[int]] | None = None
    for cell, symbol in enumerate(board):
        if symbol < 0:
            row, column = divmod(cell, order)
            left = set(range(order)) - set(board[row * order : row * order + order]) - set(board[column::order])
            if best is None or len(left) < len(best[1]):
                best = cell, left
    if best is None:
        found.append(tuple(board))
        return
    for symbol in sorted(best[1]):
        if len(found) < MOST_SOLUTIONS:
            board[best[0]] = symbol
            _complete(order, board, found)
    board[best[0]] = -1


def play(puzzle: LatinSquare | Kakuro, solution: Sequence[int], figures: Figures, random: Random) -> None:
    """Plays the puzzle by its hints; FaultError at the first fault. Where none leads on, as the solution does."""
    hand = get_family(puzzle.family).by_hand
    assert isinstance(hand, FillInByTechniques)
    board = tuple(hand.givens(puzzle))
    solutions = solutions_of(puzzle, board)
    if tuple(solution) not in solutions and len(solutions) < MOST_SOLUTIONS:
        raise FaultError("the plain solver misses the solution")
    solutions.append(tuple(solution))
    figures.puzzles += 1
    while (hint := _timed(hand, puzzle, board, figures)) is not None:
        figures.hints[hint.technique] += 1
        if hint.certain:
            check(hand, puzzle, board, hint, solutions, figures)
            board = hint.after
        else:
            cell = hint.places[0]
            if hint.after[cell] not in hand.candidates(puzzle, board, cell):
                raise FaultError(f"{hint}: no candidate")
            board = (*board[:cell], solution[cell], *board[cell + 1 :])
            solutions = [one for one in solutions if one[cell] == solution[cell]]
        if random.random() < 0.1:
            check_wrong(hand, puzzle, board, random, figures)
    if not get_family(puzzle.family).judge(puzzle, board).solved:
        raise FaultError(f"no hint for {board}")


def _timed(
    hand: FillInByTechniques, puzzle: LatinSquare | Kakuro, board: tuple[int, ...], figures: Figures
) -> Hint | None:
    begin = time.process_time()
    hint = hand.hint(puzzle, board)
    figures.slowest = max(figures.slowest, time.process_time() - begin)
    return hint


def check(
    hand: FillInByTechniques,
    puzzle: LatinSquare | Kakuro,
    board: tuple[int, ...],
    hint: Hint,
    solutions: Sequence[Sequence[int]],
    figures: Figures,
) -> None:
    """FaultError unless the hint's steps hold, its value stands in all solutions, and its words are so."""
    steps = hand.steps(puzzle, board)
    Judge(puzzle, board).all_hold(steps)
    figures.steps.update(step.technique for step in steps)
    placed = steps[-1].placed
    if placed is None:
        raise FaultError(f"{hint}: a contradiction on a board that has a solution")
    cell, value = placed
    if hint.after != (*board[:cell], value, *board[cell + 1 :]):
        raise FaultError(f"{hint}: writes something else than its last step")
    if any(one[cell] != value for one in solutions):
        raise FaultError(f"{hint}: another value stands in a solution")
    if not 1 <= len(hint.reason) <= 4:
        raise FaultError(f"{hint}: {len(hint.reason)} lines")
    for line in hint.reason:
        if isinstance(puzzle, Kakuro) and line.startswith(("Across, ", "Down, ")):
            check_saying(puzzle, board, cell, line)
            figures.sayings += 1


def check_saying(puzzle: Kakuro, board: Sequence[int], cell: int, line: str) -> None:
    """FaultError unless the sum, the cells and the combinations of `Across, 14 in 2 cells is 5 9 or 6 8.` are right."""
    run = puzzle.runs[puzzle.runs_of[cell][0 if line.startswith("Across") else 1]]
    used = {board[one] for one in run.cells if board[one]}
    if run.clue is None:
        return
    found = SAYING.search(line)
    if found is None:
        raise FaultError(f"can't read {line!r}")
    total, size = int(found[1]), int(found[2])
    if (total, size) != (run.clue - sum(used), sum(1 for one in run.cells if not board[one])):
        raise FaultError(f"{line!r}: wrong sum or number of cells")
    sets = [
        set(one) for one in combinations(sorted(set(range(1, puzzle.values + 1)) - used), size) if sum(one) == total
    ]
    said = [set(map(int, part.split())) for part in re.split(r", | or ", found[4])]
    expected = [set().union(*sets)] if found[3] == "made of " else sets
    if sorted(map(sorted, said)) != sorted(map(sorted, expected)):
        raise FaultError(f"{line!r}: expected {expected}")


def check_wrong(
    hand: FillInByTechniques, puzzle: LatinSquare | Kakuro, right: tuple[int, ...], random: Random, figures: Figures
) -> None:
    """Writes a candidate that no solution has; FaultError if the hint says something that is not so."""
    cells = [cell for cell, value in enumerate(right) if value == hand.open_value]
    if not cells:
        return
    cell = random.choice(cells)
    values = hand.candidates(puzzle, right, cell)
    if not values:
        return
    board = (*right[:cell], random.choice(values), *right[cell + 1 :])
    if solutions_of(puzzle, board):
        return
    hint = hand.hint(puzzle, board)
    if hint is None:
        raise FaultError(f"{board}: no hint for a wrong board")
    figures.wrong[hint.technique if hint.technique in ("conflict", "wrong value", "contradiction") else "others"] += 1
    if hint.technique == "wrong value":
        (place,) = hint.places
        if solutions_of(puzzle, (*hand.givens(puzzle)[:place], board[place], *hand.givens(puzzle)[place + 1 :])):
            raise FaultError(f"{hint}: the value is not wrong")
    elif hint.technique == "conflict":
        if not set(hint.places) <= hand.conflicts(puzzle, board):
            raise FaultError(f"{hint}: no conflict there")
    elif hint.certain:
        Judge(puzzle, board).all_hold(hand.steps(puzzle, board))


def cases(seed: int, puzzles: int, first: int) -> Iterator[tuple[LatinSquare | Kakuro, tuple[int, ...], Random]]:
    for number in range(first, first + puzzles):
        random = Random(f"hints {seed} {number}")
        yield *puzzle_and_solution(random, seed, number), random


def run(seed: int, puzzles: int, first: int = 0) -> Figures:
    """The figures; FaultError, with the puzzle, at the first fault."""
    figures = Figures()
    for number, (puzzle, solution, random) in enumerate(cases(seed, puzzles, first), first):
        try:
            play(puzzle, solution, figures, random)
        except FaultError as fault:
            raise FaultError(f"puzzle {number}, {puzzle.title}: {fault}\n{puzzle}") from fault
    return figures


if __name__ == "__main__":
    sys.exit(main("campaign", __doc__, lambda *chosen: run(*chosen).line()))
