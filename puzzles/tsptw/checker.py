"""The plain checker of a tour: time and cost in exact integers. It shares no code with the compiled rules."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.family import Verdict
from puzzles.tsptw.puzzle import TsptwPuzzle


def judge(puzzle: TsptwPuzzle, board: Sequence[int]) -> Verdict:
    """The verdict on the nodes visited after the depot, in their order.

    Legal: every number is a node other than the depot, none comes twice, and those that the puzzle begins with come
    first. A late visit breaks no rule of the game but is a fault; so is the return to the depot after its window. The
    score, in the file's units, is -(the puzzle's penalty a late visit + the objective), of the visits so far if the
    tour is not complete; nothing is known of it behind a number that is not legal. `facts` (cost, makespan, violations,
    feasible, waiting, lateness) are of a complete tour only. Never solved: no bound is proven here.
    """
    n = puzzle.n
    faults: list[str] = []
    seen = {0}
    legal: list[int] = []
    for place, node in enumerate(board, start=1):
        if not 0 < node < n:
            reason = "the depot comes first and last by itself" if node == 0 else f"there is no node {node}"
            faults.append(f"visit {place}: {reason}")
            break
        if node in seen:
            faults.append(f"visit {place}: node {node} is visited already")
            break
        seen.add(node)
        legal.append(node)
    for place, node in enumerate(puzzle.begun, start=1):
        if tuple(board[place - 1 : place]) != (node,):
            faults.append(f"visit {place} is not node {node}, with which the tour begins")
            break
    broken = bool(faults)
    complete = not broken and len(legal) == n - 1
    clock, at, cost, waiting, lateness, late = puzzle.earliest[0], 0, 0, 0, 0, 0
    for node in [*legal, 0] if complete else legal:
        cost += puzzle.travel[at * n + node]
        clock += puzzle.service[at] + puzzle.travel[at * n + node]
        opens, closes = puzzle.earliest[node], puzzle.latest[node]
        if clock < opens:
            waiting += opens - clock
            clock = opens
        if clock > closes:
            late += 1
            lateness += clock - closes
            what = f"node {node} is reached" if node else "the depot is reached again"
            over = f"{puzzle.shown(clock - closes)} after its window closes"
            faults.append(f"{what} at {puzzle.shown(clock)}, {over}")
        at = node
    goal = clock if puzzle.objective == "makespan" else cost
    score = puzzle.in_file_units(-(late * puzzle.penalty + goal))
    if not complete:
        return Verdict(False, score, tuple(faults), legal=not broken)
    facts = {
        "cost": puzzle.in_file_units(cost),
        "makespan": puzzle.in_file_units(clock),
        "violations": late,
        "feasible": late == 0,
        "waiting": puzzle.in_file_units(waiting),
        "lateness": puzzle.in_file_units(lateness),
    }
    return Verdict(False, score, tuple(faults), facts=facts)
