"""The compiled rules against a plain solver: the same solutions, and nothing ruled out that one of them holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from itertools import product
from random import Random

import numpy as np
import pytest
from drivers.compiled_rules import first_moves, moves_at, play_move, reset_state, take_mark, undo_to
from oracles.naive_sudoku import means, solutions

from puzzles.engine.streams import stream
from puzzles.latin.grouped import HOLE
from puzzles.parameters import resolve
from puzzles.peers import CP_SAT, SAT, Peer
from puzzles.sudoku.checker import judge
from puzzles.sudoku.constraints import KINDS, Constraint
from puzzles.sudoku.family import GENERATED
from puzzles.sudoku.formats.reading import in_order, rim_lines
from puzzles.sudoku.instances import generate
from puzzles.sudoku.kernels import rules
from puzzles.sudoku.kernels.fill import Solver
from puzzles.sudoku.kernels.state import DEAD
from puzzles.sudoku.kernels.sums import MOST_CELLS, sums_of
from puzzles.sudoku.puzzle import NO_BOXES, Sudoku

SEED = 20261127
ORDERS = {
    "samurai": 4,
    "windoku": 4,
    "anti-king": 6,
    "anti-knight": 9,
    "non-consecutive": 9,
    "diagonal": 6,
    "arrows": 6,
}


def puzzle_of(variant: str, number: int) -> Sudoku:
    """A puzzle of the variant from which some givens were taken, so that it may have several solutions."""
    random = Random(f"{variant} {number}")
    order = ORDERS.get(variant, 4)
    puzzle, _ = generate({"variant": variant, "order": order, "holes": 0.4 if order > 4 else 0.0}, SEED, number, "test")
    given = [cell for cell, value in enumerate(puzzle.grid) if value != HOLE and cell not in puzzle.blacks]
    gone = set(random.sample(given, min(len(given), random.randrange(3))))
    return replace(puzzle, grid=tuple(HOLE if cell in gone else v for cell, v in enumerate(puzzle.grid)))


@pytest.mark.parametrize("variant", GENERATED)
@pytest.mark.parametrize("number", range(4))
def test_it_has_the_solutions_that_a_plain_solver_finds(variant: str, number: int) -> None:
    puzzle = puzzle_of(variant, number)
    every = set(solutions(puzzle, 50))
    found = Solver(puzzle).solutions(np.array(puzzle.grid, np.int64), stream("test", SEED, number), 2)
    assert found is not None
    assert len(found) == min(2, len(every)) > 0
    assert all(judge(puzzle, board).solved for board in found)
    assert all(judge(puzzle, board).solved for board in every)
    if len(every) < 50:
        assert {*map(tuple, found)} <= every
    for mode in ("strong", "paper"):
        state = rules.build_state(puzzle, mode=mode, twins=True)
        for cell in range(len(puzzle.grid)):
            domain = int(state.root[cell])
            for solution in every:
                held = domain >> solution[cell] & 1 if domain else int(state.values[cell]) == solution[cell]
                assert held, (mode, cell)


def random_constraints(random: Random, order: int, first: int) -> tuple[Sudoku, tuple[int, ...]]:
    """A square of rows and columns with constraints of all kinds, most of them true of one filling."""
    shift = random.randrange(order)
    rows = random.sample(range(order), order)
    filling = tuple((row + column + shift) % order for row in rows for column in range(order))
    found = []
    for kind, about in KINDS.items():
        cells = random.sample(range(order * order), min(max(about.least, random.choice((2, 3, 4, 8))), about.most))
        values = [filling[cell] + first for cell in cells]
        for number in range(50_000 if kind in ("product", "makes") else 50 if about.numbered else 1):
            if means(kind, values, number) and random.random() < 0.8:
                found.append(Constraint(kind, tuple(cells), number))
                break
    grid = tuple(value if random.random() < 0.25 else HOLE for value in filling)
    return Sudoku(order, grid, NO_BOXES, constraints=in_order(found), first_symbol=first), filling


@pytest.mark.parametrize("number", range(60))
def test_constraints_of_any_cells_admit_what_a_plain_solver_says(number: int) -> None:
    random = Random(f"{SEED} {number}")
    puzzle, filling = random_constraints(random, random.choice((3, 4, 5)), number % 2)
    every = set(solutions(puzzle, 200))
    assert filling in every
    found = Solver(puzzle).solutions(np.array(puzzle.grid, np.int64), stream("test", SEED, number), 2)
    assert found is not None
    assert len(found) == min(2, len(every))
    wrong = list(filling)
    open_cells = [cell for cell, value in enumerate(puzzle.grid) if value == HOLE]
    for cell in random.sample(open_cells, min(5, len(open_cells))):
        wrong[cell] = random.randrange(puzzle.order)
    assert judge(puzzle, wrong).solved == keeps_all(puzzle, wrong)


def with_parks(random: Random) -> tuple[Sudoku, tuple[int, ...]]:
    """A square whose rows and columns hold two parks or three, some of them seen from an end, and its filling."""
    order = random.choice((3, 4, 5))
    parks = random.randrange(2, order)
    line = random.sample([*[0] * parks, *range(1, order - parks + 1)], order)
    rows, columns = random.sample(range(order), order), random.sample(range(order), order)
    filling = tuple(line[(row + column) % order] for row in rows for column in columns)
    lines = rim_lines(order)
    found = [Constraint("parks", cells, parks) for cells in lines if cells[0] < cells[-1]]
    for cells in random.sample(lines, 2 * order):
        values = [filling[cell] for cell in cells]
        found.append(Constraint("views", cells, next(n for n in range(order) if means("views", values, n))))
    given = 0.4 if order == 5 else 0.1  # the plain solver needs a minute for an open one of order 5
    grid = tuple(value if random.random() < given else HOLE for value in filling)
    return Sudoku(order, grid, NO_BOXES, constraints=in_order(found), first_symbol=0), filling


@pytest.mark.parametrize("number", range(20))
def test_lines_with_several_parks_admit_what_a_plain_solver_says(number: int) -> None:
    puzzle, filling = with_parks(Random(f"parks {SEED} {number}"))
    assert puzzle.variant.name == "skyscrapers"
    assert not puzzle.groups
    every = set(solutions(puzzle, 500))
    assert filling in every
    found = Solver(puzzle).solutions(np.array(puzzle.grid, np.int64), stream("test", SEED, number), 2)
    assert found is not None
    assert len(found) == min(2, len(every))
    assert all(judge(puzzle, board).solved for board in (*found, *every))
    state = rules.build_state(puzzle, mode="strong", twins=True)
    for cell in range(len(puzzle.grid)):
        held = int(state.root[cell]) or 1 << int(state.values[cell])
        assert all(held >> board[cell] & 1 for board in every)


def random_cages(random: Random, order: int, first: int) -> Sudoku:
    """A square of rows and columns cut into cages of neighbours, of all kinds that have a number."""
    filling = [(row + column) % order for row in random.sample(range(order), order) for column in range(order)]
    free, found = {*range(order * order)}, []
    while free:
        cage = [free.pop()]
        near = [cell for cell in free if cell - cage[0] in (1, 2, order) and cell % order >= cage[0] % order]
        cage += random.sample(near, min(len(near), random.randrange(4)))
        free -= {*cage}
        values = [filling[cell] + first for cell in cage]
        kinds = ["sum", "product", "makes"] + ["cage"] * (len({*values}) == len(values))
        kinds += ["difference", "quotient"] * (len(cage) == 2)
        kind = random.choice(kinds)
        number = next((n for n in range(1_300) if means(kind, values, n)), None) if len(cage) > 1 else None
        if number is not None:
            found.append(Constraint(kind, tuple(cage), number))
    return Sudoku(order, (HOLE,) * order**2, NO_BOXES, constraints=in_order(found), first_symbol=first)


@pytest.mark.parametrize("number", range(40))
def test_what_follows_from_cages_and_groups_is_so_in_all_solutions(number: int) -> None:
    random = Random(f"cages {SEED} {number}")
    puzzle = random_cages(random, random.choice((3, 4, 4, 5)), number % 3 % 2)
    every = list(solutions(puzzle, 300))
    for one in sums_of(puzzle):
        assert 0 < len(one.cells) <= MOST_CELLS
        assert all(sum(board[cell] + puzzle.first_symbol for cell in one.cells) == one.value for board in every)
    found = Solver(puzzle).solutions(np.array(puzzle.grid, np.int64), stream("test", SEED, number), 2)
    assert found is not None
    assert len(found) == min(2, len(every)) > 0
    state = rules.build_state(puzzle, mode="strong", twins=True)
    for cell in range(len(puzzle.grid)):
        held = int(state.root[cell]) or 1 << int(state.values[cell])
        assert all(held >> board[cell] & 1 for board in every)


def test_cages_and_groups_leave_sums_of_few_cells() -> None:
    """Row 1 is a cage of three cells, 6 of 10, and one more; it reaches into row 2 by one cell."""
    puzzle = Sudoku(
        4,
        (HOLE,) * 16,
        NO_BOXES,
        constraints=in_order([Constraint("cage", (0, 1, 2), 6), Constraint("cage", (3, 7), 6)]),
    )
    found = {one.cells: one.value for one in sums_of(puzzle)}
    assert found == {(3,): 4, (7,): 2, (11, 15): 4, (4, 5, 6): 8}
    plain = Sudoku(4, (HOLE,) * 16, NO_BOXES, constraints=(Constraint("product", (0, 1), 4),))
    assert sums_of(plain) == []


@pytest.mark.parametrize(
    ("kind", "cells", "number"),
    [("makes", (0, 1, 2), 6), ("product", (0, 1), 2), ("cage", (0, 1, 2), 6), ("product", (0, 1, 6), 2)],
)
def test_what_a_cage_surely_holds_stands_nowhere_else_in_line(kind: str, cells: tuple[int, ...], number: int) -> None:
    """1, 2 and 3, or 1 and 2, in row 1; with one of row 2 it makes 2 by 1, 2 and 1."""
    puzzle = Sudoku(6, (HOLE,) * 36, NO_BOXES, constraints=(Constraint(kind, cells, number),))
    state = rules.build_state(puzzle, mode="strong")
    held = 0b111 if number == 6 else 0b11
    assert [int(mask) & held for mask in state.root[3:6]] == [0] * 3


@pytest.mark.parametrize("peer", [CP_SAT, SAT], ids=lambda one: one.name)
def test_constraint_solvers_find_what_a_plain_solver_finds(peer: Peer) -> None:
    pytest.importorskip(peer.package)
    variants = [puzzle_of(variant, 0) for variant in GENERATED if variant not in ORDERS]
    mixed = [random_constraints(Random(f"{SEED} {number}"), 3 + number % 2, number % 2)[0] for number in range(12)]
    cell = Sudoku(2, (HOLE,) * 4, NO_BOXES, constraints=(Constraint("sum", (0, 1, 2), 9),), first_symbol=1)
    parks = [with_parks(Random(f"parks {SEED} {number}"))[0] for number in range(6)]
    for puzzle in (*variants, *mixed, *parks, cell):
        every = set(solutions(puzzle, 50))
        found: list[tuple[int, ...]] = []

        def report(board: Sequence[int], found: list[tuple[int, ...]] = found) -> None:
            found.append(tuple(board))

        complete = import_module(peer.module).search(puzzle, 1, resolve(peer.parameters, {}, peer.name), report)
        assert len({*found}) == len(found) == min(2, len(every)), puzzle
        assert complete == (len(every) < 2)
        assert all(judge(puzzle, board).solved for board in found)


@pytest.mark.parametrize("kind", ["product", "makes", "sum"])
@pytest.mark.parametrize("cells", [(0,), (0, 1, 3), (0, 4, 8), (1, 3, 5, 7), (0, 1, 2, 3), (0, 1, 3, 4, 8)])
def test_a_number_over_few_cells_leaves_what_solutions_hold(kind: str, cells: tuple[int, ...]) -> None:
    """Of cells that differ in part; of one cell, and with a value 0, too."""
    for first, number in product((0, 1), (0, 2, 4, 6, 8, 12)):
        if len(cells) < KINDS[kind].least:
            continue
        one = Constraint(kind, cells, number)
        puzzle = Sudoku(3, (HOLE,) * 9, NO_BOXES, constraints=(one,), first_symbol=first)
        every = list(solutions(puzzle))
        state = rules.build_state(puzzle, mode="strong", twins=True)
        for cell in range(9):
            held = int(state.root[cell]) or 1 << int(state.values[cell])
            assert all(held >> board[cell] & 1 for board in every)
        found = Solver(puzzle).solutions(np.array(puzzle.grid, np.int64), stream("test", SEED, number), 2)
        assert found is not None
        assert len(found) == min(2, len(every))


@pytest.mark.parametrize("kind", ["product", "makes", "sum"])
def test_a_number_over_many_cells_is_made_exactly(kind: str) -> None:
    for number in range(1, 60):
        one = Constraint(kind, tuple(range(7)), number)
        puzzle = Sudoku(3, (HOLE,) * 9, NO_BOXES, constraints=(one,))
        found = Solver(puzzle).solutions(np.array(puzzle.grid, np.int64), stream("test", SEED, number), 2)
        assert found is not None
        assert len(found) == min(2, len(set(solutions(puzzle))))
        assert all(judge(puzzle, board).solved for board in found)


def keeps_all(puzzle: Sudoku, board: list[int]) -> bool:
    """Whether a full board is a solution, by the plain solver's words."""
    numbers = [value + puzzle.first_symbol for value in board]
    if any(len({board[cell] for cell in group.cells}) < len(group.cells) for group in puzzle.groups):
        return False
    return all(means(one.kind, [numbers[cell] for cell in one.cells], one.value) for one in puzzle.constraints)


@pytest.mark.parametrize("variant", ["sudoku", "killer", "str8ts", "skyscrapers"])
def test_moves_are_taken_back_as_they_were(variant: str) -> None:
    puzzle = puzzle_of(variant, 9)
    state = rules.build_state(replace(puzzle, grid=puzzle.empty().grid), mode="strong", trail=True)
    rng = stream("test", SEED, 9)
    for _ in range(20):
        reset_state(state)
        kept = []
        while (count := moves_at(state, rng)) > 0:
            kept.append((take_mark(state), state.masks.copy()))
            play_move(state, int(state.moves[int(rng[0]) % count]))
        for mark, masks in reversed(kept):
            undo_to(state, mark)
            assert (state.masks == masks).all()


@pytest.mark.parametrize("variant", ["diagonal", "killer", "skyscrapers"])
def test_a_dead_end_adds_one_to_the_weights_of_what_is_at_fault_and_these_cells_come_first(variant: str) -> None:
    made, _ = generate({"variant": variant, "order": 6}, SEED, 9, "test")
    puzzle = replace(made, constraints=made.constraints[::3])
    empty = np.array(puzzle.empty().grid, np.int64)
    state = rules.build_state(replace(puzzle, grid=puzzle.empty().grid), mode="strong", trail=True)
    rng = stream("test", SEED, 9)
    random = Random(f"faults {variant}")
    faults = {one.cells for one in (*puzzle.groups, *puzzle.constraints, *sums_of(puzzle))}
    faults |= {(cell,) for cell in range(len(puzzle.grid))}
    dead = 0
    for _ in range(40):
        rules.load_instance(state, empty)
        assert set(state.weights.tolist()) == {2}
        while (count := moves_at(state, rng)) > 0:
            play_move(state, int(random.choice(state.moves[:count])))
        gained = tuple(np.flatnonzero(state.weights - 2).tolist())
        assert set(state.weights.tolist()) <= {2, 3}
        if not state.scalars[DEAD]:
            assert not gained
            continue
        dead += 1
        assert any(set(gained) == set(cells) for cells in faults)
        reset_state(state)
        least = {cell: int(np.bitwise_count(state.masks[cell])) / int(state.weights[cell]) for cell in state.cells[1:]}
        out = np.zeros(20, np.int64)
        first_moves(state, rng, out)
        best = min(value for value in least.values() if value > 0)
        assert {least[int(move) // 256] for move in out} == {best}
    assert dead > 0


def test_orders_of_more_than_64_values_have_two_words() -> None:
    puzzle, solution = generate({"order": 81, "holes": 0.2}, SEED, 1, "test")
    found = Solver(puzzle).solutions(np.array(puzzle.grid, np.int64), stream("test", SEED, 1), 1)
    assert found is not None
    assert judge(puzzle, found[0]).solved
    assert judge(puzzle, solution).solved
