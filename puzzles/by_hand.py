"""Playing by hand: what a person can do on a family's boards. Plain Python, shares no code with the kernels.

A board is as everywhere (`puzzles.family.Board`), so a game played by hand can be checked, saved and searched on from.
All methods are pure functions of puzzle and board; a board given to them is legal unless said otherwise.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field

from puzzles.family import Board, Puzzle
from puzzles.text.quoting import counted


@dataclass(frozen=True, slots=True)
class Hint:
    """One next step, shown in three stages: where (`places`), why (`reason`), and the board with it (`after`).

    `technique`: its name in the field, such as `naked single`; of several that lead to the step, the hardest.
    `places`: indices into the board of the cells to look at (FillIn), or the moves, of `choices` (MoveByMove).
    `reason`: at most four lines of plain words, each true of the board. `certain`: the step follows from the rules and
    the board; if False it is only likely, or good, and the reason says how likely, or why it looks good. If the
    board is wrong, the hint says so, and `after` is emptied of what is wrong; if that is not known, it is the board.
    """

    technique: str
    places: tuple[int, ...]
    reason: tuple[str, ...]
    after: tuple[int, ...]
    certain: bool = True


@dataclass(frozen=True, slots=True)
class Grade:
    """How hard a puzzle is for a person: `name` is one of `GRADES`; `steps` counts the uses of each technique."""

    name: str
    steps: dict[str, int] = field(default_factory=dict)


GRADES = ("easy", "medium", "hard", "expert", "search")
"""From singles only to the hardest technique known here; `search`: no known technique solves it."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal move: its number in a board, and a row of text for the list of choices (as `MoveByMove.headings`)."""

    move: int
    cells: tuple[str, ...]


class ByHand(ABC):
    """What all boards that can be played have in common."""

    @abstractmethod
    def hint(self, puzzle: Puzzle, board: Board) -> Hint | None:
        """The next step by the simplest technique that gives one; None if the board is finished or leads nowhere."""


class FillIn(ByHand):
    """Boards with one value a cell, filled in in any order; a board may break rules, as a person may.

    `open_value` is the value of an open cell.
    """

    open_value: int = 0

    @abstractmethod
    def free_cells(self, puzzle: Puzzle) -> frozenset[int]:
        """Indices of the cells that are not given."""

    @abstractmethod
    def values(self, puzzle: Puzzle, cell: int) -> Sequence[int]:
        """The values that may be written into the cell, in the order people count; without the open value."""

    @abstractmethod
    def symbol(self, puzzle: Puzzle, value: int) -> str:
        """The value as people write it, such as `12` or `G`; what is typed is compared with it."""

    def place(self, puzzle: Puzzle, cell: int) -> str:
        """Where the cell is, in words, as reasons and faults name it, such as `row 4, column 2`."""
        return f"cell {cell + 1}"

    @abstractmethod
    def conflicts(self, puzzle: Puzzle, board: Board) -> frozenset[int]:
        """Indices of the filled cells that break a rule together, such as two equal values in a row."""

    def fault(self, puzzle: Puzzle, board: Board) -> str:
        """A rule that filled cells break, in one sentence such as `7 stands twice in row 3.`; empty if none is."""
        wrong = len(self.conflicts(puzzle, board))
        return f"{counted(wrong, 'cell')} break{'s' if wrong == 1 else ''} a rule." if wrong else ""

    @abstractmethod
    def candidates(self, puzzle: Puzzle, board: Board, cell: int) -> tuple[int, ...]:
        """The values that, written into the cell, would break no rule with the other filled cells."""

    @abstractmethod
    def about(self, puzzle: Puzzle, board: Board, cell: int) -> tuple[tuple[str, str], ...]:
        """What a player wants to know of the cell: (label, text), such as (`across`, `14 in 2 cells: 5 9  6 8`)."""

    def goes_along(self, puzzle: Puzzle, board: Board, cell: int) -> tuple[int, int] | None:
        """Another cell and a value that goes with the one just written, such as the partner's base; by default None.

        It is offered, not written.
        """
        return None

    def grade(self, puzzle: Puzzle) -> Grade | None:
        """How hard the puzzle is; None where puzzles are not graded."""
        return None


class MoveByMove(ByHand):
    """Boards that are games: one legal move after another, the last one taken back first.

    `headings`: of the columns of the list of choices.
    """

    headings: tuple[str, ...] = ()

    @abstractmethod
    def choices(self, puzzle: Puzzle, board: Board) -> tuple[Choice, ...]:
        """All legal next moves, the most promising first where that is cheap to say; empty at the end of the game."""

    def after(self, puzzle: Puzzle, board: Board, move: int) -> tuple[int, ...]:
        """The board with the move made."""
        return (*board, move)

    @abstractmethod
    def standing(self, puzzle: Puzzle, board: Board) -> str:
        """How the game stands, in at most twelve words, such as `11 moves; 9 are open`."""
