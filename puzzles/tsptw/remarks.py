"""Lines for people about a tour, and its timetable, visit by visit: times, waiting, missed windows, and what is proven.

The checker shares no code with this.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from puzzles.errors import PuzzleError
from puzzles.family import Verdict
from puzzles.text.quoting import counted
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


NONE_BETTER = "no tour keeps all windows, and none is better than this (proved)"
BEST = "no better tour exists (proved)"
OF_ALL_IN_TIME = ("windows", "all")
"""The rules of moves by which a search sees all tours that keep all windows."""
NONE_KEEPS = "no tour keeps all windows (proved); the fewest late visits are proved with moves=all only"


def remarks(puzzle: TsptwPuzzle, board: Sequence[int]) -> tuple[str, ...]:
    """The lines for a legal board."""
    customers, shown = puzzle.n - 1, puzzle.shown
    if not board:
        widths = [closes - opens for opens, closes in zip(puzzle.earliest[1:], puzzle.latest[1:], strict=True)]
        spread = f"{shown(min(widths))} to {shown(max(widths))} wide; back at the depot by {shown(puzzle.latest[0])}"
        return (f"{counted(customers, 'node')} to visit, in windows {spread}",)
    if len(board) < customers:
        return (f"{len(board):,} of {customers:,} nodes visited",)
    timetable = visits(puzzle, board)
    waiting = sum(visit.wait for visit in timetable)
    late = [visit.lateness for visit in timetable if visit.lateness]
    figures = f"cost {shown(timetable[-1].cost)}, makespan {shown(timetable[-1].start)}, waiting {shown(waiting)}"
    if not late:
        return (figures, "every window is kept")
    missed = "1 window is" if len(late) == 1 else f"{len(late):,} windows are"
    return (figures, f"{missed} missed, by {shown(sum(late))} in all")


def open_end(puzzle: TsptwPuzzle) -> str:
    """How a matrix is read whose ways back to the depot cost nothing; empty for another."""
    n = puzzle.n
    if n < 3 or any(puzzle.travel[node * n] for node in range(1, n)) or not any(puzzle.travel[1:n]):
        return ""
    ends = "the ways back to the depot cost nothing: a tour may end at any node"
    last = puzzle.travel[(n - 1) * n + 1 : n * n - 1]
    return ends if any(last) else f"{ends}; node {n - 1} is left for nothing, too, but need not come last"


def proof_statement(puzzle: TsptwPuzzle, moves: str, verdict: Verdict) -> str:
    """What a search has proven of the best tour when it has seen all that the rule `moves` offers; `verdict` is its.

    By `windows` a search sees all tours that keep all windows, but not all others, which are worse for their penalty.
    Of a tour that is begun the statement is of those alone that go on from there.
    """
    found = BEST if verdict.facts.get("feasible") else NONE_KEEPS if moves == "windows" else NONE_BETTER
    if moves not in OF_ALL_IN_TIME:
        found = f"no better tour exists of those that moves={moves} allows (proved)"
    begun = f" after these {counted(len(puzzle.begun), 'visit')}" if puzzle.begun else ""
    return found.replace(" (proved)", f"{begun} (proved)", 1)
