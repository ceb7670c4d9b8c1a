"""Playing by hand: what a person can do on a family's boards. Plain Python, shares no code with the kernels.

A board is as everywhere (`puzzles.family.Board`), so a game played by hand can be checked, saved and searched on from.
All methods are pure functions of puzzle and board; a board given to them is legal unless said otherwise.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from puzzles.parameters import Parameter
from puzzles.puzzle import Board, Puzzle
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


@dataclass(frozen=True, slots=True)
class PriorTable:
    """A prior that hints are told by: its name, and the logarithm of the weight of each of its codes.

    `logarithms` is empty where the prior is counted over training puzzles and no table is trained yet.
    """

    name: str
    logarithms: Sequence[float] = ()

    def shares(self, codes: Sequence[int]) -> list[float]:
        """The odds of choices with these codes, of which one is to be taken: shares whose sum is 1."""
        found = [float(self.logarithms[code]) for code in codes]
        weights = [math.exp(one - max(found)) for one in found]
        return [weight / sum(weights) for weight in weights]


GRADES = ("easy", "medium", "hard", "expert", "search")
"""From singles only to the hardest technique known here; `search`: no known technique solves it."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal move: its number in a board, and a row of text for the list of choices (as `MoveByMove.headings`)."""

    move: int
    cells: tuple[str, ...]


class Trial(NamedTuple):
    """What is tried on a board and not made yet: `after` is the board with it, `words` such as `CG at 3 and 12`."""

    place: int
    words: str
    after: tuple[int, ...]


class ByHand(ABC):
    """What all boards that can be played have in common.

    `prior`: the name of the family's prior by which hints are told that are only likely; empty if there is none.
    """

    prior: str = ""

    @abstractmethod
    def hint(self, puzzle: Puzzle, board: Board, prior: PriorTable | None = None) -> Hint | None:
        """The next step by the simplest technique that gives one; None if the board is finished or leads nowhere.

        `prior`: the family's prior for this puzzle; a hint that is only likely then says what it gives.
        """


class FillIn(ByHand):
    """Boards with one value a cell, filled in in any order; a board may break rules, as a person may.

    `open_value` is the value of an open cell. `tries`: what is written is tried first (`trials`); there are no pencil
    marks then.
    """

    open_value: int = 0
    tries: bool = False

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

    def trials(self, puzzle: Puzzle, board: Board, cell: int) -> tuple[Trial, ...]:
        """What a player may want to see before writing it, one after the other; by default nothing."""
        return ()

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

    def hint_of(self, technique: str, board: Board, move: int, *reason: str, certain: bool = False) -> Hint:
        """The hint that this move is the next one."""
        return Hint(technique, (move,), reason, (*board, move), certain)

    def prior_codes(self, puzzle: Puzzle, board: Board, moves: Sequence[int]) -> list[int]:
        """The code of each of these legal moves in the family's prior `prior`; empty if it has none."""
        return []

    def by_prior(self, puzzle: Puzzle, board: Board, prior: PriorTable | None, hinted: int) -> tuple[str, ...]:
        """Which move is likeliest by the prior, and its odds, in one line; none without prior.

        `hinted`: the move of the hint that the line belongs to.
        """
        choices = self.choices(puzzle, board)
        codes = self.prior_codes(puzzle, board, [one.move for one in choices])
        if prior is None or not codes or not prior.logarithms:
            return ()
        shares = prior.shares(codes)
        odds = dict(zip([one.move for one in choices], shares, strict=True))
        if odds[hinted] == max(shares):
            return (f"Likeliest by learned odds ({prior.name}) too: {percent(max(shares))}.",)
        best = choices[shares.index(max(shares))]
        name = f"{self.headings[0]} {best.cells[0]}"
        return (f"Likeliest by learned odds ({prior.name}): {name}, {percent(max(shares))}.",)

    def gives(self, puzzle: Puzzle, board: Board, move: int) -> str:
        """What a legal move gives beside the position after it, such as `25 points`; by default empty."""
        return ""

    @abstractmethod
    def standing(self, puzzle: Puzzle, board: Board) -> str:
        """How the game stands, in at most twelve words, such as `11 moves; 9 are open`."""


def percent(share: float) -> str:
    """Such as `31 %`; `under 1 %` for less."""
    return f"{100 * share:.0f} %" if share >= 0.01 else "under 1 %"


ANY = "any"

GRADE_PARAMETER = Parameter(
    "grade", str, ANY, "how hard for a person; a graded puzzle has exactly one solution", choices=(ANY, *GRADES)
)
