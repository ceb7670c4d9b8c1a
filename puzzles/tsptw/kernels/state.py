"""The compiled state of a tour in the making: the cities still to be visited as a set of bits, the time, the cost.

Cities are numbered by rank: the one whose window closes first has rank 0. So the set's lowest bit is the most urgent
city, and a look at those that close before some time ends at the first that does not. All times and costs are int64, in
the puzzle's own units, so sums are exact.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.tsptw.kernels.annealing_state import Course, Draft, make_course, make_draft
from puzzles.tsptw.puzzle import LARGEST_SUM

if TYPE_CHECKING:
    from puzzles.tsptw.puzzle import TsptwPuzzle

Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]

# settings[...]
NODES, CITIES, BEGUN, DEPOT_CLOSES, FINE, MAKESPAN, RULE, PRIOR, LONGEST_WAIT, LONGEST_WINDOW, LONGEST_WAY = range(11)
# settings[RULE], in the order of MOVES
WINDOWS, PLAIN, ALL = range(3)
MOVES = ("windows", "plain", "all")
# scalars[...]
AT, TIME, COST, LATE, LENGTH = range(5)
NOW = 5

WORD = 64
NEVER = np.int64(LARGEST_SUM)
"""No time is later."""

NONE = np.uint64(0)
ONE = np.uint64(1)


class TsptwState(NamedTuple):
    """A tour in the making. A city is a node other than the depot; a leg is the time from one to another."""

    words: tuple[int, ...]  # an entry for each 64 cities: a constant to the compiler
    settings: (
        Ints  # int64[11]: nodes, cities, those with which every tour begins, when the depot closes, a fine, flags,
    )
    # and bounds on a wait, a window and a way, for features
    units: npt.NDArray[np.float64]  # float64[1]: how many units of time make 1 in the puzzle's file
    node_of: Words  # uint64[cities]: by rank
    rank_of: Words  # uint64[nodes]; of the depot 0
    opens: Ints  # int64[cities]: by rank, when service may begin
    closes: Ints  # int64[cities]: by rank, rising
    legs: Ints  # int64[nodes * nodes]: node * nodes + rank: service at the node and travel to the city
    homes: Ints  # int64[nodes]: the leg to the depot
    ways: Ints  # int64[nodes * nodes]: as `legs`, by the shortest way over other cities; that array if equal
    ways_home: Ints  # int64[nodes]: as `homes`, by the shortest way
    travel: Ints  # int64[nodes * nodes]: by policy code
    cheapest: Ints  # int64[nodes]: the least of the objective that any way into a city adds, by rank, then the depot's
    farthest: Ints  # int64[nodes]: the longest leg to a city
    opening: Words  # uint64[cities * words]: by rank, the cities that open before it closes
    root: Words  # uint64[words]: all cities but those with which every tour begins
    begun: Ints  # int64[5]: `scalars` after those
    position: Words  # uint64[5 + words + cities]: the whole position; the next three are views of it
    scalars: Ints  # int64[5]: the node, the time, the travel so far, visits that were late, cities visited
    open: Words  # uint64[words]: the cities still to be visited, a bit each, by rank
    tour: Words  # uint64[cities]: the nodes visited
    moves: Words  # uint64[cities]: policy codes
    reachable: Words  # uint64[words]: scratch: of the open cities those that can be reached in time
    trail: Words  # uint64[cities + 1, 5 + words]: `scalars` and `open` after each visit; without a trail [0, 5 + words]
    course: Course  # the current tour of a local search
    draft: Draft  # what local search proposes


SCRATCH = frozenset(TsptwState._fields) - {"words", "position", "scalars", "open", "tour", "trail", "course"}
"""Fields that a checkpoint need not hold: they follow from the puzzle, or are filled again at each position."""


def allocate(puzzle: TsptwPuzzle, *, rule: int, prior: bool, trail: bool) -> TsptwState:
    """A state of the puzzle; `rule`: WINDOWS, PLAIN or ALL, `prior`: moves have a bias, `trail`: they can be undone."""
    n = puzzle.n
    cities = n - 1
    words = (cities + WORD - 1) // WORD
    travel = np.array(puzzle.travel, np.int64).reshape(n, n)
    legs = travel + np.array(puzzle.service, np.int64)[:, None]
    earliest, latest = np.array(puzzle.earliest, np.int64), np.array(puzzle.latest, np.int64)
    node_of = 1 + np.argsort(latest[1:], kind="stable")
    rank_of = np.zeros(n, np.uint64)
    rank_of[node_of] = np.arange(cities, dtype=np.uint64)
    by_rank = _by_rank(legs, node_of)
    shortest = shortest_ways(legs) if rule == WINDOWS or trail else legs
    ways = by_rank if np.array_equal(shortest, legs) else _by_rank(shortest, node_of)
    position = np.zeros(NOW + words + cities, np.uint64)
    position[NOW + words : NOW + words + len(puzzle.begun)] = puzzle.begun
    open_cities = np.ones(cities, bool)
    open_cities[rank_of[list(puzzle.begun)].astype(np.int64)] = False
    flags = [puzzle.objective == "makespan", rule, prior]
    longest = [earliest.max() - earliest[0], (latest - earliest)[1:].max(), travel.max()]
    settings = [n, cities, len(puzzle.begun), puzzle.latest[0], puzzle.penalty, *flags, *np.maximum(longest, 1)]
    closes = latest[node_of]
    return TsptwState(
        words=(0,) * words,
        settings=np.array(settings, np.int64),
        units=np.array([10.0**puzzle.digits]),
        node_of=node_of.astype(np.uint64),
        rank_of=rank_of,
        opens=earliest[node_of],
        closes=closes,
        legs=by_rank.ravel(),
        homes=np.ascontiguousarray(legs[:, 0]),
        ways=ways.ravel(),
        ways_home=np.ascontiguousarray(shortest[:, 0]),
        travel=travel.ravel(),
        cheapest=_cheapest(legs if puzzle.objective == "makespan" else travel, node_of),
        farthest=by_rank[:, :cities].max(axis=1),
        opening=_bits(earliest[node_of][None, :] <= closes[:, None]).ravel(),
        root=_bits(open_cities[None, :]).ravel(),
        begun=_begun(puzzle),
        position=position,
        scalars=position[:NOW].view(np.int64),
        open=position[NOW : NOW + words],
        tour=position[NOW + words :],
        moves=np.zeros(cities, np.uint64),
        reachable=np.zeros(words, np.uint64),
        trail=np.zeros((cities + 1 if trail else 0, NOW + words), np.uint64),
        course=make_course(n),
        draft=make_draft(puzzle),
    )


def _begun(puzzle: TsptwPuzzle) -> Ints:
    """int64[5]: node, time, travel, late visits and cities visited where every tour begins."""
    at, time, cost, late = 0, puzzle.earliest[0], 0, 0
    for node in puzzle.begun:
        cost += puzzle.travel[at * puzzle.n + node]
        arrival = time + puzzle.duration(at, node)
        late += arrival > puzzle.latest[node]
        at, time = node, max(arrival, puzzle.earliest[node])
    return np.array([at, time, cost, late, len(puzzle.begun)], np.int64)


def shortest_ways(legs: Ints) -> Ints:
    """int64[n, n]: from i to j by the shortest way over cities, not the depot (Floyd and Warshall); legs: int64[n, n].

    No tour is at j sooner after i, as waiting only makes it later. Where the triangle inequality holds it is `legs`.
    """
    shortest = legs.copy()
    over = np.empty_like(legs)
    for city in range(1, len(legs)):
        np.add.outer(shortest[:, city], shortest[city], out=over)
        np.minimum(shortest, over, out=shortest)
    return shortest


def _by_rank(legs: Ints, node_of: npt.NDArray[np.int64]) -> Ints:
    """int64[n, n]: the columns of the cities by rank; the last column is 0."""
    by_rank = np.zeros_like(legs)
    by_rank[:, :-1] = legs[:, node_of]
    return by_rank


def _cheapest(ways: Ints, node_of: npt.NDArray[np.int64]) -> Ints:
    """int64[n]: the least way into each city from any other node, by rank, and behind them the least into the depot."""
    others = ways.copy()
    np.fill_diagonal(others, LARGEST_SUM)
    least: Ints = others.min(axis=0)[np.append(node_of, 0)]
    return least


def _bits(rows: npt.NDArray[np.bool_]) -> Words:
    """uint64[rows, words]: each row's truth values as bits, the first the lowest."""
    padded = np.zeros((len(rows), -(-rows.shape[1] // WORD) * WORD), bool)
    padded[:, : rows.shape[1]] = rows
    return np.packbits(padded, axis=1, bitorder="little").view("<u8").astype(np.uint64)
