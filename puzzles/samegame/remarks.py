"""Lines for people about a position: how many cells are left, and which groups can be removed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from puzzles.family import Verdict
from puzzles.samegame.checker import replay
from puzzles.samegame.position import CLEARED, Position, groups
from puzzles.samegame.puzzle import SameGamePuzzle
from puzzles.text.quoting import counted


def remarks(puzzle: SameGamePuzzle, board: Sequence[int]) -> tuple[str, ...]:
    """The lines for a legal game; of a game without a move, how many cells each colour has, too."""
    found = replay(puzzle, board)
    if board:
        return (f"{counted(found.legal, 'move')}; {_state(found.position)}",)
    counts = Counter(colour for column in found.position.columns for colour in column)
    listed = ", ".join(str(counts[colour]) for colour in range(puzzle.colours))
    return _state(found.position), f"cells of each colour: {listed}"


def summary(board: Sequence[int], verdict: Verdict) -> str:
    """A judged legal game in a line: moves, points, what is left; of a game without a move, its cells."""
    left = int(verdict.facts["left"])
    if not board:
        return counted(left, "cell")
    rest = f"{counted(left, 'cell')} left" if left else "the board is empty"
    return f"{counted(len(board), 'move')}, {counted(int(verdict.score), 'point')}, {rest}"


def _state(position: Position) -> str:
    if not position.left:
        return f"the board is empty ({CLEARED:,} points)"
    sizes = sorted(len(cells) for cells in groups(position))
    left = f"{counted(position.left, 'cell')} left"
    if not sizes:
        return f"{left}, no group"
    largest = f"of {sizes[-1]} cells" if len(sizes) == 1 else f"the largest of {sizes[-1]} cells"
    return f"{left}, {counted(len(sizes), 'group')}, {largest}"
