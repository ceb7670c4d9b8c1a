"""A tour's timetable, visit by visit, for people and pictures; the checker has a text of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from puzzles.errors import PuzzleError
from puzzles.tsptw.puzzle import TsptwPuzzle


@dataclass(frozen=True, slots=True)
class Visit:
    """One visit, in the puzzle's units. `start`: when service begins, after `wait`; late if that is after `latest`.

    `slack`: how much later service could begin, 0 if it is late; `lateness`: how much too late it begins, 0 if it is
    not. `cost`: the sum of the matrix entries up to here.
    """

    node: int
    arrival: int
    wait: int
    start: int
    earliest: int
    latest: int
    slack: int
    lateness: int
    cost: int


def visits(puzzle: TsptwPuzzle, board: Sequence[int]) -> tuple[Visit, ...]:
    """One visit a node of the board, in order; the return to the depot is the last of a complete one.

    The depot's start is no visit: service there begins at its earliest time. PuzzleError if a number is no node.
    """
    found: list[Visit] = []
    here, time, cost = 0, puzzle.earliest[0], 0
    complete = len(board) == puzzle.n - 1
    for node in (*board, 0) if complete else board:
        if not 0 <= node < puzzle.n:
            raise PuzzleError(f"visit {len(found) + 1}: there is no node {node}", f"1 to {puzzle.n - 1}")
        arrival = time + puzzle.duration(here, node)
        cost += puzzle.travel[here * puzzle.n + node]
        time = max(arrival, puzzle.earliest[node])
        spare = puzzle.latest[node] - time
        found.append(
            Visit(
                node=node,
                arrival=arrival,
                wait=time - arrival,
                start=time,
                earliest=puzzle.earliest[node],
                latest=puzzle.latest[node],
                slack=max(spare, 0),
                lateness=max(-spare, 0),
                cost=cost,
            )
        )
        here = node
    return tuple(found)
