"""CaDiCaL, by PySAT, on any family that states its puzzles as constraints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, count

from puzzles.family import Puzzle
from puzzles.parameters import Value
from puzzles.peers import Constraints, Line, Report, Walk
from puzzles.registry import get_family

Clause = list[int]


def search(puzzle: Puzzle, seed: int, parameters: Mapping[str, Value], report: Report) -> bool:
    """As `puzzles.peers.PeerModule.search`; the seed is not used: CaDiCaL's search is the same each time."""
    from pysat.solvers import Solver

    constraints = get_family(puzzle.family).constraints(puzzle)
    numbers, clauses = encoded(constraints)
    named = {number: place for place, number in numbers.items()}
    with Solver(name="cadical195", bootstrap_with=clauses) as solver:
        for _ in range(int(parameters["solutions"])):
            if not solver.solve():
                return True
            chosen = dict(named[number] for number in solver.get_model() if number in named)
            report([chosen[at] for at in range(len(constraints.domains))])
            solver.add_clause([-numbers[place] for place in chosen.items()])
    return False


def encoded(constraints: Constraints) -> tuple[dict[tuple[int, int], int], list[Clause]]:
    """({(cell, value): its Boolean}, clauses): each cell has one value, and each line keeps what it says."""
    fresh = count(1)
    numbers = {(at, value): next(fresh) for at, values in enumerate(constraints.domains) for value in values}
    clauses: list[Clause] = []
    for at, values in enumerate(constraints.domains):
        clauses.append([numbers[at, value] for value in values])
        clauses += at_most_one([numbers[at, value] for value in values])
    for line in constraints.lines:
        clauses += _line(line, constraints, numbers, fresh)
    for walk in constraints.walks:
        clauses += _walk(walk, constraints, numbers, fresh)
    return numbers, clauses


def at_most_one(booleans: Sequence[int]) -> list[Clause]:
    """Clauses by which at most one of them is true, pair by pair."""
    return [[-one, -other] for one, other in combinations(booleans, 2)]


def _line(
    line: Line, constraints: Constraints, numbers: Mapping[tuple[int, int], int], fresh: Iterator[int]
) -> list[Clause]:
    places: dict[int, list[int]] = {}
    for at in line.cells:
        for value in constraints.domains[at]:
            places.setdefault(value, []).append(numbers[at, value])
    clauses = [clause for booleans in places.values() for clause in at_most_one(booleans)]
    if line.total is None:
        if len(places) == len(line.cells):  # as many values as cells: each has its place
            clauses += places.values()
        return clauses
    sets = [one for one in combinations(sorted(places), len(line.cells)) if sum(one) == line.total]
    chosen = [next(fresh) for _ in sets]
    clauses.append(chosen)
    for number, values in zip(chosen, sets, strict=True):
        clauses += [[-number, *places[value]] for value in values]
        clauses += [[-number, -one] for value in places if value not in values for one in places[value]]
    return clauses


def _walk(
    walk: Walk, constraints: Constraints, numbers: Mapping[tuple[int, int], int], fresh: Iterator[int]
) -> list[Clause]:
    """A Boolean for each state: state and value give the next one, and each value needs a state that takes it."""
    layers = walk.layers(constraints.domains)
    states = {0: next(fresh)} | {to: next(fresh) for to in sorted({to for layer in layers for _, _, to in layer})}
    clauses: list[Clause] = [[states[0]]]
    for at, layer in zip(walk.cells, layers, strict=True):
        after = {(state, value): to for state, value, to in layer}
        takes: dict[int, list[int]] = {value: [] for value in constraints.domains[at]}
        for (state, value), to in after.items():
            clauses.append([-states[state], -numbers[at, value], states[to]])
            takes[value].append(states[state])
        for value, able in takes.items():
            clauses.append([-numbers[at, value], *able])
            clauses += [
                [-states[one], -numbers[at, value]] for one in {s for s, _ in after} if (one, value) not in after
            ]
    return clauses
