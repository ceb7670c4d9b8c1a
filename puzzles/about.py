"""What a family says of itself to people: how it is played, a board to show, one to begin with, and what is known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from puzzles.family import Family, Puzzle


@dataclass(frozen=True, slots=True)
class Goal:
    """The best that is known of one puzzle, as people count it (`puzzles.groups.Optimisation.amount`).

    `what` it is, such as `longest known`; `source`: who found it, and when, or where it is published. `proven`: no
    better one is possible.
    """

    amount: float
    what: str
    source: str
    proven: bool = False


@dataclass(frozen=True, slots=True)
class Showcase:
    """A board worth showing: the text of its puzzle, and of the board; without one, the game that comes with it.

    `sentence`: what there is to see, in at most twelve words.
    """

    sentence: str
    puzzle: str
    board: str = ""

    def read(self, family: Family) -> tuple[Puzzle, tuple[int, ...]]:
        """The puzzle and the full board."""
        puzzle = family.parse(self.puzzle)
        if self.board:
            return puzzle, family.parse_board(puzzle, self.board)
        return puzzle, family.attached_board(puzzle) or family.start_board(puzzle)


@dataclass(frozen=True, slots=True)
class About:
    """`rules`: short paragraphs for somebody who has never met the puzzle. `papers`: what the program follows.

    `starter`: the name of the example to begin with, by hand. `goal`: the best known of a puzzle; None if nothing is.
    `proved`: what is proved of a puzzle before any search, as a short line, then lines in detail; empty if nothing is.
    `prove`: looks for such proofs for so many seconds and says what came of it, a line each; None if nothing can.
    """

    rules: tuple[str, ...]
    starter: str
    showcase: Showcase
    papers: tuple[str, ...] = ()
    goal: Callable[[Any], Goal | None] = lambda puzzle: None
    proved: Callable[[Any], tuple[str, ...]] = lambda puzzle: ()
    prove: Callable[[Any, float], tuple[str, ...]] | None = None
