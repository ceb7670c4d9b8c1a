"""SameGame by hand: the groups, what each is worth and what it leaves, and a hint that says why. Plain Python."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from puzzles.by_hand import Choice, Hint, MoveByMove, PriorTable
from puzzles.family import Board, Puzzle, own
from puzzles.samegame.position import CLEARED, Cells, Columns, Position, anchor, fallen, groups, points, replayed
from puzzles.samegame.puzzle import Move, SameGamePuzzle, encode_move
from puzzles.text.quoting import counted


@dataclass(frozen=True, slots=True)
class Option:
    """A group that can be removed: what that is worth, and how many cells then have no neighbour of their colour."""

    cells: Cells
    colour: int
    points: int
    alone: int

    @property
    def move(self) -> int:
        return encode_move(anchor(self.cells))

    @property
    def size(self) -> int:
        return len(self.cells)


def options(position: Position) -> tuple[Option, ...]:
    """All groups; the largest first, of equal ones those that leave fewest cells alone, then by their lowest cell."""
    total = _alone(((), *position.columns, ()))
    edged = ((), (), *position.columns, (), ())
    found = []
    for cells in groups(position):
        colour = position.colour(next(iter(cells)))
        assert colour is not None
        first, last = min(cells).column, max(cells).column
        alone = total + _change(edged[first : last + 5], frozenset((column - first, row) for column, row in cells))
        found.append(Option(cells, colour, points(position, cells), alone))
    return tuple(sorted(found, key=lambda one: (-one.size, one.alone)))


@lru_cache(maxsize=8192)
def _change(columns: Columns, gone: frozenset[tuple[int, int]]) -> int:
    """How many cells more stand alone without a group, which changes none but its columns and those beside.

    The first two columns and the last two are beside it, empty where the board ends; its cells count from the third.
    Most groups of a position are those of the one before, among the same cells.
    """
    inner = fallen(columns[2:-2], frozenset(Move(*cell) for cell in gone))
    return _alone((*columns[:2], *inner, *columns[-2:])) - _alone(columns)


def _alone(columns: Columns) -> int:
    """How many cells of all columns but the first and the last have no neighbour of their colour."""
    return sum(_alone_in(left, column, right) for (left, column), (_, right) in pairwise(pairwise(columns)))


def _alone_in(left: tuple[int, ...], column: tuple[int, ...], right: tuple[int, ...]) -> int:
    none = (-1,) * len(column)
    around = zip(column, (-1, *column), (*column[1:], -1), left + none, right + none, strict=False)
    return sum(colour not in others for colour, *others in around)


@lru_cache(maxsize=8)
def _options(puzzle: SameGamePuzzle, board: tuple[int, ...]) -> tuple[Option, ...]:
    return options(replayed(puzzle, board).positions[-1])


class SameGameByHand(MoveByMove):
    """A move is a group, known by the lowest cell of its leftmost column.

    `alone`: how many cells then have no neighbour of their colour.
    """

    headings = ("group", "cells", "points", "alone")
    prior = "size"

    def choices(self, puzzle: Puzzle, board: Board) -> tuple[Choice, ...]:
        found = []
        for one in self._options(puzzle, board):
            column, row = anchor(one.cells)
            found.append(Choice(one.move, (f"({column},{row})", str(one.size), f"{one.points:,}", str(one.alone))))
        return tuple(found)

    def gives(self, puzzle: Puzzle, board: Board, move: int) -> str:
        return next(counted(one.points, "point") for one in self._options(puzzle, board) if one.move == move)

    def standing(self, puzzle: Puzzle, board: Board) -> str:
        """Such as `3 moves, 45 points; 180 cells and 30 groups are left`."""
        position = replayed(own(puzzle, SameGamePuzzle), tuple(board)).positions[-1]
        so_far = f"{counted(len(board), 'move')}, {counted(position.points, 'point')}"
        if not position.left:
            return f"{so_far}; the board is empty"
        left = len(self._options(puzzle, board))
        if not left:
            return f"{so_far}; {counted(position.left, 'cell')} left, no group"
        return f"{so_far}; {counted(position.left, 'cell')} and {counted(left, 'group')} are left"

    def hint(self, puzzle: Puzzle, board: Board, prior: PriorTable | None = None) -> Hint | None:
        """The group that leaves the fewest cells alone, of the other colours than the commonest.

        On 20 boards of 15 x 15 in five colours such games had 987 points on average, games of random groups 224.
        """
        legal = self._options(puzzle, board)
        if not legal:
            return None
        if len(legal) == 1:
            reason = ["It is the only group."]
            if legal[0].points >= CLEARED:
                reason.append(f"It empties the board: {CLEARED:,} points more.")
            return self.hint_of("only group", board, legal[0].move, *reason, certain=True)
        position = replayed(own(puzzle, SameGamePuzzle), tuple(board)).positions[-1]
        commonest = _commonest(position)
        others = [one for one in legal if one.colour != commonest]
        chosen = min(others or legal, key=lambda one: one.alone)
        left = f"Then {counted(chosen.alone, 'cell')} stand{'s' if chosen.alone == 1 else ''} alone,"
        likeliest = self.by_prior(puzzle, board, prior, chosen.move)
        if not others:
            fewest = f"{left} the fewest of all groups."
            return self.hint_of("fewest cells alone", board, chosen.move, fewest, *likeliest)
        reason = [f"{left} the fewest of groups that are not of the commonest colour.", "That one waits to grow."]
        return self.hint_of("commonest colour last", board, chosen.move, *reason, *likeliest)

    def prior_codes(self, puzzle: Puzzle, board: Board, moves: Sequence[int]) -> list[int]:
        """By a group's size up to 10, less 1 for a pair of the commonest colour."""
        commonest = _commonest(replayed(own(puzzle, SameGamePuzzle), tuple(board)).positions[-1])
        groups_of = {one.move: one for one in self._options(puzzle, board)}
        found = (groups_of[move] for move in moves)
        return [min(one.size, 10) - (2 if one.size == 2 and one.colour == commonest else 1) for one in found]

    def _options(self, puzzle: Puzzle, board: Board) -> tuple[Option, ...]:
        return _options(own(puzzle, SameGamePuzzle), tuple(board))


def _commonest(position: Position) -> int:
    """The colour of most cells; of equal ones the lowest."""
    counts = Counter(colour for column in position.columns for colour in column)
    return min(counts, key=lambda colour: (-counts[colour], colour))
