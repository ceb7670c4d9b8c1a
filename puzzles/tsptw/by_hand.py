"""A tour by hand, city by city: when each next node is reached, and which nodes can then still be reached in time.

Plain Python and NumPy, which is imported when first needed. All numbers are exact integers in the puzzle's units.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from puzzles.by_hand import Choice, Hint, MoveByMove, PriorTable
from puzzles.family import Board, Puzzle, own
from puzzles.text.quoting import counted
from puzzles.tsptw.puzzle import TsptwPuzzle, shown
from puzzles.tsptw.remarks import visits

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Ints = npt.NDArray[np.int64]

MOST_EXACT = 300
"""Nodes up to which shortest ways are computed, in some 50 ms; for more, the cheapest last leg stands for them."""


@dataclass(frozen=True, slots=True)
class Option:
    """A node that may be next. `spare`: how much later service could begin, below 0 if it is late.

    `lost`: nodes not visited yet, the depot's return among them, that no tour going on from there reaches in time.
    """

    node: int
    arrival: int
    start: int
    spare: int
    lost: tuple[int, ...]

    @property
    def keeps_all(self) -> bool:
        """False if a window is missed whatever comes after it; True proves nothing."""
        return self.spare >= 0 and not self.lost


@lru_cache(maxsize=4)
def least_ways(puzzle: TsptwPuzzle) -> Ints:
    """int64[n, n]: a time from the beginning of service at i to the arrival at j that no way over other nodes beats.

    Up to MOST_EXACT nodes it is the shortest way's (Floyd and Warshall), else service at i and the shortest leg to j.
    """
    import numpy as np

    n = puzzle.n
    legs: Ints = np.array(puzzle.travel, np.int64).reshape(n, n) + np.array(puzzle.service, np.int64)[:, None]
    if n > MOST_EXACT:
        travel = np.array(puzzle.travel, np.int64).reshape(n, n)
        np.fill_diagonal(travel, travel.max())
        legs = np.array(puzzle.service, np.int64)[:, None] + travel.min(axis=0)[None, :]
        return legs
    for node in range(1, n):  # over the depot no way leads
        np.minimum(legs, legs[:, node, None] + legs[node], out=legs)
    return legs


@lru_cache(maxsize=8)
def options(puzzle: TsptwPuzzle, board: tuple[int, ...]) -> tuple[Option, ...]:
    """Every node that is not visited yet: first those that keep all windows in reach, then by when service begins."""
    import numpy as np

    made = visits(puzzle, board)
    if len(board) == puzzle.n - 1:
        return ()
    here, time = (made[-1].node, made[-1].start) if made else (0, puzzle.earliest[0])
    left = np.array(sorted(set(range(1, puzzle.n)) - set(board)), np.int64)
    earliest, latest = (np.array(window, np.int64) for window in (puzzle.earliest, puzzle.latest))
    ways = least_ways(puzzle)
    legs = np.array(puzzle.travel[here * puzzle.n : (here + 1) * puzzle.n], np.int64) + puzzle.service[here]
    arrivals = time + legs[left]
    starts = np.maximum(arrivals, earliest[left])
    reached = starts[:, None] + ways[left][:, left]  # by the node that is next, then by the other one
    late = reached > latest[left]
    np.fill_diagonal(late, val=False)
    served = np.maximum(reached, earliest[left]) + ways[left, 0]
    np.fill_diagonal(served, starts + ways[left, 0])
    back_late = served.max(axis=1) > latest[0]
    found = []
    for k, node in enumerate(left.tolist()):
        lost: tuple[int, ...] = tuple(left[late[k]].tolist())
        if back_late[k]:
            lost = (*lost, 0)
        start = int(starts[k])
        found.append(Option(node, int(arrivals[k]), start, puzzle.latest[node] - start, lost))
    return tuple(sorted(found, key=lambda one: (not one.keeps_all, one.start, puzzle.latest[one.node])))


class TsptwByHand(MoveByMove):
    """A move is the node visited next; the depot comes last by itself.

    A slack below 0 is lateness; `loses`: how many nodes can't be reached in time after it.
    """

    headings = ("node", "arrives", "waits", "slack", "loses")
    prior = "distance"

    def choices(self, puzzle: Puzzle, board: Board) -> tuple[Choice, ...]:
        tour, found = own(puzzle, TsptwPuzzle), []
        for one in self._options(puzzle, board):
            wait = _brief(tour, one.start - one.arrival) if one.start > one.arrival else "–"
            slack = _brief(tour, one.spare) if one.spare >= 0 else f"-{_brief(tour, -one.spare)}"
            lost = str(len(one.lost)) if one.lost else "–"
            found.append(Choice(one.node, (str(one.node), _brief(tour, one.arrival), wait, slack, lost)))
        return tuple(found)

    def gives(self, puzzle: Puzzle, board: Board, move: int) -> str:
        """By how much the tour grows, in cost or in time, as its objective counts."""
        tour = own(puzzle, TsptwPuzzle)
        made = visits(tour, (*board, move))
        last = made[-1] if len(board) + 2 == tour.n else made[len(board)]
        before = made[len(board) - 1] if board else None
        if tour.objective == "makespan":
            return f"{_brief(tour, last.start - (before.start if before else tour.earliest[0]))} longer"
        return f"cost {_brief(tour, last.cost - (before.cost if before else 0))} more"

    def standing(self, puzzle: Puzzle, board: Board) -> str:
        """Such as `3 of 12 visited; 4 choices keep all windows in reach`; at the end the figures of the tour."""
        tour, made = own(puzzle, TsptwPuzzle), visits(own(puzzle, TsptwPuzzle), board)
        late = sum(1 for visit in made if visit.lateness)
        missed = f"{counted(late, 'window')} missed"
        if len(board) == tour.n - 1:
            goal = f"cost {_brief(tour, made[-1].cost)}"
            if tour.objective == "makespan":
                goal = f"back at {_brief(tour, made[-1].start)}"
            return f"All {len(board)} visited, {goal}; {missed if late else 'every window is kept'}"
        so_far = f"{len(board)} of {tour.n - 1} visited" + (f", {missed}" if late else "")
        kept = sum(1 for one in self._options(puzzle, board) if one.keeps_all)
        if not kept:
            return f"{so_far}; a window ahead is missed whatever comes next"
        return f"{so_far}; {counted(kept, 'choice')} {'keeps' if kept == 1 else 'keep'} all windows in reach"

    def hint(self, puzzle: Puzzle, board: Board, prior: PriorTable | None = None) -> Hint | None:
        """The only node that keeps all windows in reach, certain; else of those that do the one served soonest.

        On 60 generated instances of 21 to 41 nodes with windows of up to 60, such tours kept all windows in 55.
        """
        legal = self._options(puzzle, board)
        if not legal:
            return None
        tour, chosen = own(puzzle, TsptwPuzzle), legal[0]
        if len(legal) == 1:
            return self.hint_of("last node", board, chosen.node, "It is the only node left.", certain=True)
        kept = sum(1 for one in legal if one.keeps_all)
        if kept == 1:
            reason = ("After any other a window is missed:", "even the shortest ways are too slow.")
            return self.hint_of("only node in time", board, chosen.node, *reason, certain=True)
        if kept:
            likeliest = self.by_prior(puzzle, board, prior, chosen.node)
            reason = (f"Of {kept} that keep all in reach", f"none is served sooner: at {_brief(tour, chosen.start)}.")
            return self.hint_of("soonest service", board, chosen.node, *reason, *likeliest)
        chosen = min(legal, key=lambda one: len(one.lost) + (one.spare < 0))
        missed = len(chosen.lost) + (chosen.spare < 0)
        reason = ("A window is missed, whatever is next.", f"After this at least {missed}; none has fewer.")
        likeliest = self.by_prior(puzzle, board, prior, chosen.node)
        return self.hint_of("fewest late visits", board, chosen.node, *reason, *likeliest)

    def prior_codes(self, puzzle: Puzzle, board: Board, moves: Sequence[int]) -> list[int]:
        """The way from the last node."""
        here = board[-1] if board else 0
        return [here * own(puzzle, TsptwPuzzle).n + move for move in moves]

    def _options(self, puzzle: Puzzle, board: Board) -> tuple[Option, ...]:
        return options(own(puzzle, TsptwPuzzle), tuple(board))


def _brief(puzzle: TsptwPuzzle, units: int) -> str:
    """The number in the file's units with at most two decimals, all of them if it would else be 0."""
    beyond = 10 ** max(0, puzzle.digits - 2)
    rounded = (units + beyond // 2) // beyond
    return shown(rounded, min(puzzle.digits, 2)) if rounded or not units else puzzle.shown(units)
