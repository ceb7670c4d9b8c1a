"""What all puzzles have in common, their boards, and what a checker says of a board: below families and their parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar, runtime_checkable

from puzzles.errors import PuzzleError
from puzzles.parameters import Value

Board = Sequence[int]
"""What a family shows of a position, flat: one int a cell (the family says which is open), or one a move of a game."""

Move = TypeVar("Move")


@runtime_checkable
class Puzzle(Protocol):
    """An immutable, hashable puzzle. Its class lives in the family's folder."""

    @property
    def family(self) -> str:
        """The family's registered name, such as `latin`."""

    @property
    def title(self) -> str:
        """One line for people, such as `Latin square, order 20, 168 holes`."""

    @property
    def note(self) -> str:
        """What the reader assumed, such as `symbols read as 1 to 20`; empty if nothing."""


Own = TypeVar("Own", bound=Puzzle)
"""The class of the family's puzzles."""


def own(puzzle: Puzzle, kind: type[Own]) -> Own:
    """The puzzle as one of that class; PuzzleError if it is of another family."""
    if not isinstance(puzzle, kind):
        raise PuzzleError(f"this is a puzzle of the family {puzzle.family!r}", f"one of {kind.family!r}")
    return puzzle


def setting_of(puzzle: object, name: str) -> Any:
    """What is set by that name of a puzzle, or of its values as JSON has them; None if nothing is."""
    return puzzle.get(name) if isinstance(puzzle, Mapping) else getattr(puzzle, name, None)


def decoded_moves(board: Board, decode: Callable[[int], Move], expected: str) -> tuple[Move, ...]:
    """The moves of a board that is a game; PuzzleError at the first number for which `decode` raises ValueError."""
    moves = []
    for number, code in enumerate(board, start=1):
        try:
            moves.append(decode(code))
        except ValueError:
            raise PuzzleError(f"move {number}: {code} is no move", expected) from None
    return tuple(moves)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the plain checker says of a board.

    `score` is recomputed from the board alone, by the family's published scoring, higher is better.
    `faults` are broken constraints, each one line for people; a partial board without faults is legal.
    `solved` means complete and without a fault.
    `legal` means that the rules, played move by move, can lead there: givens kept, no value repeated. A dead end is
    legal and can still have faults, such as a run filled to a wrong sum; what is not legal, no search may report.
    `facts` are further figures about the board, for people and for drawing, such as a design's energy and fold; they
    are plain JSON values, cost nothing more than the judging, and travel with the board through a run's events.
    """

    solved: bool
    score: float
    faults: tuple[str, ...] = ()
    legal: bool = True
    facts: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Comparison:
    """What two boards have in common: lines for people, and the indices of the shared moves in each board."""

    words: tuple[str, ...]
    shared: frozenset[int]
    other_shared: frozenset[int]
