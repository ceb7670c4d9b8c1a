"""Sudoku and its variants, their hints and grades beside a plain judge: `python -m tests.hints.cells --puzzles 1000`.

Puzzles of all variants and grades in turn are solved by their techniques, the simplest first. Every step follows from
the groups, constraints and grounds that it names (`oracle.Judge`) and agrees with the solution; the grade is that of
the hardest step, and one less does not do. A plain solver counts solutions as far as its nodes go; unique rectangles
count as proved where it does. Hints of a few boards name the solution's value, with their words. Ends with one line of
figures; exit code 1 at the first fault, with the puzzle.
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from oracles.naive_sudoku import means

from puzzles.by_hand import GRADES
from puzzles.chains import RECTANGLE
from puzzles.deduction import EASY, EXPERT, OFTEN, SEARCH, Deduction
from puzzles.errors import PuzzleError
from puzzles.sudoku.by_hand import SudokuByHand, told
from puzzles.sudoku.family import GENERATED
from puzzles.sudoku.instances import generate
from puzzles.sudoku.puzzle import Sudoku
from puzzles.sudoku.techniques import LEVELS, CellsPosition
from puzzles.sudoku.variants import GRAPH

from .cells_rules import CellsRules
from .command import main
from .oracle import FaultError, Judge

HAND = SudokuByHand()
LARGE = ("samurai", "windoku", "anti-knight", "non-consecutive")
"""Variants of which 6 x 6 has no or hardly any puzzles."""
NODES = 60
"""Of the plain solver."""


@dataclass
class Figures:
    puzzles: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    grades: Counter[str] = field(default_factory=Counter)
    steps: Counter[str] = field(default_factory=Counter)
    counted: int = 0
    rectangles: int = 0
    hints: int = 0

    def line(self) -> str:
        names = ", ".join(f"{name} {number:,}" for name, number in self.steps.most_common())
        refused = ", ".join(f"{name} {number}" for name, number in sorted(self.refused.items())) or "none"
        grades = ", ".join(f"{name} {self.grades[name]}" for name in GRADES[:SEARCH])
        return (
            f"{self.puzzles:,} puzzles ({grades}), grades not reached: {refused}; "
            f"{sum(self.steps.values()):,} steps ({names}), {self.hints:,} hints: no fault; "
            f"{self.counted:,} with one solution by the plain solver, the others by their steps; "
            f"{self.rectangles:,} puzzles with unique rectangles"
        )


def check(puzzle: Sudoku, solution: tuple[int, ...], grade: str, random: Random, figures: Figures) -> None:
    """FaultError at the first fault."""
    rules = CellsRules(puzzle)
    keeps(puzzle, solution)
    found = rules.solutions(puzzle.grid, 2, NODES)
    if found is not None and found != [list(solution)]:
        raise FaultError(f"{len(found)} solutions")
    steps = followed(puzzle, solution, figures)
    levels = [LEVELS.level_of[step.technique] for step in steps]
    hardest = max(levels)
    often = EASY < hardest < EXPERT and levels.count(hardest) > OFTEN * puzzle.holes
    if GRADES[hardest + often] != grade or HAND.grade(puzzle).name != grade:
        raise FaultError(f"graded {grade}, but the hardest step is {GRADES[hardest]}")
    if hardest > EASY and solves(puzzle, hardest - 1):
        raise FaultError(f"techniques below {GRADES[hardest]} solve it")
    proved = RECTANGLE not in [step.technique for step in steps]
    if not proved and found is None and rules.solutions(puzzle.grid, 2, 100 * NODES) != [list(solution)]:
        raise FaultError("unique rectangles, but one solution is not proved")
    figures.counted += found is not None
    figures.rectangles += not proved
    for _ in range(2):
        share = random.random()
        board = [v if random.random() < share else given for v, given in zip(solution, puzzle.grid, strict=True)]
        hint = HAND.hint(puzzle, board)
        if hint is None or not hint.certain:
            if hint is None and -1 in board:
                raise FaultError(f"no hint for {board}")
            continue
        if any(value not in (solution[cell], board[cell]) for cell, value in enumerate(hint.after)):
            raise FaultError(f"{hint}: another value stands in the solution")
        Judge(puzzle, board).all_hold(HAND.steps(puzzle, board))
        if not 1 <= len(hint.reason) <= 4:
            raise FaultError(f"{hint}: {len(hint.reason)} lines")
        figures.hints += 1


def keeps(puzzle: Sudoku, solution: tuple[int, ...]) -> None:
    """FaultError unless the board keeps all groups and constraints, by the plain words of `means`."""
    for group in puzzle.groups:
        if len({solution[cell] for cell in group.cells}) < len(group.cells):
            raise FaultError(f"the solution breaks {group.name}")
    for one in (*puzzle.constraints, *puzzle.others):
        if not means(one.kind, [solution[cell] + puzzle.first_symbol for cell in one.cells], one.value):
            raise FaultError(f"the solution breaks {one}")


def followed(puzzle: Sudoku, solution: tuple[int, ...], figures: Figures) -> list[Deduction]:
    """The steps from the givens to the end, each judged; FaultError where none leads on."""
    position, judge = CellsPosition(puzzle, puzzle.grid), Judge(puzzle, puzzle.grid)
    steps: list[Deduction] = []
    while not all(position.filled):
        step = next((one for _, found in position.find() for one in found), None)
        if step is None:
            raise FaultError("no technique leads on")
        judge.holds(step)
        if any(mask >> solution[cell] & 1 for cell, mask in step.removed):
            raise FaultError(f"{step}: the solution is ruled out")
        if step.contradicts or (step.placed is not None and solution[step.placed[0]] != step.placed[1]):
            raise FaultError(f"{step}: another value stands in the solution")
        words = told(puzzle, step, rests=False)
        if not 1 <= len(words) <= 3 or words[0][:1].islower() or words[-1][-1] != ".":
            raise FaultError(f"{step}: {words}")
        figures.steps[step.technique] += 1
        position.apply(step)
        steps.append(step)
    return steps


def solves(puzzle: Sudoku, level: int) -> bool:
    """Whether techniques up to that level fill in all cells, whatever the order."""
    position = CellsPosition(puzzle, puzzle.grid)
    while not all(position.filled):
        steps = [one for _, found in position.find(level) for one in list(found)[:1]]
        changed = [position.apply(step) for step in steps]
        if not any(changed):
            return False
    return True


def run(seed: int, puzzles: int, first: int = 0, largest: int = 9, every: int = 0) -> Figures:
    """The figures; FaultError, with the puzzle, at the first fault. One of five is 9 x 9."""
    figures = Figures()
    for number in range(first, first + puzzles):
        variant, grade = GENERATED[number % len(GENERATED)], GRADES[number // len(GENERATED) % SEARCH]
        order = 9 if variant in LARGE or number // len(GENERATED) % 5 == 0 else 6
        if order > largest:
            continue
        if variant == GRAPH:
            order = 4
        try:
            given = {"variant": variant, "order": order, "grade": grade}
            puzzle, solution = generate(given, seed, number, "test")
        except PuzzleError:
            figures.refused[f"{variant} {order} x {order} {grade}"] += 1
            continue
        try:
            check(puzzle, solution, grade, Random(f"cells {seed} {number}"), figures)
        except FaultError as fault:
            raise FaultError(f"puzzle {number}, {puzzle.title}: {fault}\n{puzzle}") from fault
        figures.puzzles += 1
        figures.grades[grade] += 1
        if every and figures.puzzles % every == 0:
            print(figures.line(), file=sys.stderr, flush=True)
    return figures


if __name__ == "__main__":
    sys.exit(main("cells", __doc__, lambda *chosen: run(*chosen, every=10).line()))
