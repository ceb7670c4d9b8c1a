"""PyVRP on a travelling salesman problem with time windows: one vehicle that visits every node."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from puzzles.parameters import Value
from puzzles.peers import Peer, Report
from puzzles.tsptw.puzzle import TsptwPuzzle

PEER = Peer(
    "pyvrp",
    "PyVRP",
    "a vehicle-routing solver: iterated local search that reports tours without a late visit alone",
    "puzzles.tsptw.pyvrp_peer",
    "pyvrp",
    source="Wouda, Lan, Kool, PyVRP, INFORMS Journal on Computing 36, 2024",
)
NEVER = 2**40
"""Added to the distance between nodes that a tour, which has begun, does not visit in that order."""


def search(puzzle: TsptwPuzzle, seed: int, parameters: Mapping[str, Value], report: Report) -> bool:
    """As `puzzles.peers.PeerModule.search`: each better tour that is in time; it goes on until it is ended."""
    import pyvrp
    from pyvrp.stop import MaxIterations

    class Bests(pyvrp.IteratedLocalSearchCallbacks):
        def on_start(self, algorithm: Any) -> None:
            self.on_best(algorithm.initial_solution)

        def on_best(self, best: Any) -> None:
            if best.is_feasible():
                report([one.idx + 1 for one in best.routes()[0].schedule() if one.is_client()])

    ils = pyvrp.IteratedLocalSearchParams(callbacks=Bests())
    params = pyvrp.SolveParams(ils=ils)
    model(puzzle).solve(MaxIterations(2**62), seed=seed, collect_stats=False, display=False, params=params)
    return False


def model(puzzle: TsptwPuzzle) -> Any:
    """PyVRP's model of the puzzle, in its integer units: client k is node k + 1."""
    import pyvrp

    n, made = puzzle.n, pyvrp.Model()
    points = puzzle.coordinates or [(float(node), 0.0) for node in range(n)]
    places = [made.add_location(*point) for point in points]
    depot = made.add_depot(places[0], tw_early=puzzle.earliest[0], tw_late=puzzle.latest[0])
    for node in range(1, n):
        made.add_client(
            places[node],
            service_duration=puzzle.service[node],
            tw_early=puzzle.earliest[node],
            tw_late=puzzle.latest[node],
        )
    by_time = puzzle.objective == "makespan"
    made.add_vehicle_type(
        1,
        start_depot=depot,
        end_depot=depot,
        tw_early=puzzle.earliest[0],
        tw_late=puzzle.latest[0],
        start_late=puzzle.earliest[0],
        unit_distance_cost=0 if by_time else 1,
        unit_duration_cost=1 if by_time else 0,
    )
    order = (0, *puzzle.begun)
    follower = dict(pairwise(order))
    for start in range(n):
        for end in (one for one in range(n) if one != start):
            travel = puzzle.travel[start * n + end]
            leaves = puzzle.service[0] if start == 0 else 0
            follows = follower.get(start) == end
            elsewhere = not follows and (start in follower or end in puzzle.begun)
            far = NEVER if elsewhere else 0
            made.add_edge(places[start], places[end], distance=travel + far, duration=travel + leaves + far)
    return made
