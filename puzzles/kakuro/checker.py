"""The plain checker of a Kakuro board: shares no code with the compiled rules."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.family import Verdict
from puzzles.kakuro.puzzle import Kakuro


def judge(puzzle: Kakuro, board: Sequence[int]) -> Verdict:
    """The verdict: score and faults (Cazenave, Learning a Prior, 4.2).

    The score is minus the number of open cells while there are any, else the number of runs whose digits are
    distinct and sum to the clue (a run without clue counts when its digits are distinct). Faults name rows
    and columns as `Kakuro.place`. A partial board's sums are judged only in runs that are complete.
    """
    if len(board) != len(puzzle.cells):
        fault = f"the board has {len(board)} cells; expected {len(puzzle.cells)}"
        return Verdict(False, -float(len(puzzle.cells)), (fault,), legal=False)
    faults = []
    for cell, (digit, given) in enumerate(zip(board, puzzle.givens, strict=True)):
        if not 0 <= digit <= puzzle.values:
            faults.append(f"{puzzle.place_name(cell)}: {digit} is not a digit of 1 to {puzzle.values}")
        elif given and digit != given:
            faults.append(f"{puzzle.place_name(cell)}: {digit or 'open'} where {given} is given")
    legal = not faults
    right = 0
    for run in puzzle.runs:
        digits = [board[i] for i in run.cells]
        repeated = [digit for digit in sorted(set(digits)) if digit and digits.count(digit) > 1]
        wrong_sum = run.clue not in (None, sum(digits)) and 0 not in digits
        if not repeated and not wrong_sum:
            right += 1
            continue
        name = f"{'across' if run.across else 'down'} run at {puzzle.place_name(run.cells[0])}"
        faults += [f"{name}: {digit} stands {digits.count(digit)} times" for digit in repeated]
        if wrong_sum:
            faults.append(f"{name}: the digits sum to {sum(digits)}, the clue is {run.clue}")
        legal = legal and not repeated
    still_open = sum(1 for digit in board if digit == 0)
    score = -float(still_open) if still_open else float(right)
    return Verdict(not still_open and not faults, score, tuple(faults), legal)
