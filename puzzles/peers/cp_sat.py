"""OR-Tools CP-SAT on any family that states its puzzles as constraints."""

from __future__ import annotations

from collections.abc import Mapping

from puzzles.family import Puzzle
from puzzles.parameters import Value
from puzzles.peers import Report
from puzzles.registry import get_family


def search(puzzle: Puzzle, seed: int, parameters: Mapping[str, Value], report: Report) -> bool:
    """As `puzzles.peers.PeerModule.search`: True once all solutions, or as many as are asked for, have been seen.

    A second solution is looked for by a model that forbids the first.
    """
    from ortools.sat.python import cp_model

    constraints = get_family(puzzle.family).constraints(puzzle)
    model = cp_model.CpModel()
    domains = [cp_model.Domain.from_values(list(values)) for values in constraints.domains]
    cells = [model.new_int_var_from_domain(domain, f"cell {at}") for at, domain in enumerate(domains)]
    for line in constraints.lines:
        own = [cells[at] for at in line.cells]
        model.add_all_different(own)
        if line.total is not None:
            model.add(sum(own) == line.total)
    for walk in constraints.walks:
        layers = walk.layers(constraints.domains)
        if not layers[-1]:
            return True
        ends = sorted({to for _, _, to in layers[-1]})
        model.add_automaton([cells[at] for at in walk.cells], 0, ends, [one for layer in layers for one in layer])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = int(parameters["threads"])
    solver.parameters.random_seed = seed % 2**31
    for _ in range(int(parameters["solutions"])):
        ended = solver.solve(model)
        if ended == cp_model.INFEASIBLE:
            return True
        if ended != cp_model.OPTIMAL:  # without an objective a solution is called that
            raise RuntimeError(f"CP-SAT ended with {solver.status_name(ended)}")
        board = [solver.value(one) for one in cells]
        report(board)
        open_cells = [at for at, values in enumerate(constraints.domains) if len(values) > 1]
        if not open_cells:
            return True
        model.add_forbidden_assignments([cells[at] for at in open_cells], [[board[at] for at in open_cells]])
    return False
