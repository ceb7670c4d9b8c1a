"""Hints of Sudoku and its neighbours: no step rules out what a solution holds, and each says why in few lines."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from drivers.sudoku_texts import PARKS, PARKS_FILLED
from oracles.naive_sudoku import means

from puzzles.by_hand import GRADES
from puzzles.deduction import next_steps, solve
from puzzles.family import own
from puzzles.latin.grouped import HOLE
from puzzles.registry import get_family
from puzzles.sudoku.by_hand import SudokuByHand, told
from puzzles.sudoku.constraints import KINDS
from puzzles.sudoku.family import GENERATED
from puzzles.sudoku.instances import generate
from puzzles.sudoku.puzzle import Scope, Sudoku
from puzzles.sudoku.techniques import CellsPosition, left_by

SEED = 20261128
HAND = SudokuByHand()


@pytest.mark.parametrize("variant", GENERATED)
@pytest.mark.parametrize("grade", ["any", "medium"])
def test_steps_keep_the_only_solution(variant: str, grade: str) -> None:
    order = 9 if variant in ("windoku", "samurai", "non-consecutive", "anti-knight") else 6
    order = 4 if variant == "graph-colouring" else order
    if grade != "any" and variant in ("skyscrapers", "samurai", "kropki", "renban", "diagonal", "anti-king"):
        grade = "easy"
    puzzle, solution = generate({"variant": variant, "order": order, "grade": grade}, SEED, 1, "test")
    board = list(puzzle.grid)
    for _ in range(60):
        position = CellsPosition(puzzle, board)
        steps = next_steps(position)
        if not steps:
            break
        for step in steps:
            assert not step.contradicts
            assert not any(mask >> solution[cell] & 1 for cell, mask in step.removed), step
            words = told(puzzle, step, rests=False)
            assert 1 <= len(words) <= 3
            assert not words[0][:1].islower(), words
            assert words[-1].endswith("."), words
        assert steps[-1].placed is not None
        cell, value = steps[-1].placed
        assert value == solution[cell]
        board[cell] = value
    if grade != "any":
        assert HAND.grade(puzzle).name == grade


def test_fish_leave_out_rows_with_cells_that_no_column_holds() -> None:
    puzzle = Sudoku(4, (HOLE,) * 13, outside=((1, 0), (2, 0), (3, 0)))
    assert not solve(CellsPosition(puzzle, puzzle.grid)).solved


def test_a_hint_finds_a_wrong_value_and_a_broken_constraint() -> None:
    puzzle, solution = generate({"variant": "killer", "order": 6, "grade": "easy"}, SEED, 2, "test")
    some = [one for one in puzzle.constraints if any(puzzle.grid[cell] == HOLE for cell in one.cells)]
    cage = min((one for one in some if len(one.cells) > 1), key=lambda one: len(one.cells))
    board = list(puzzle.grid)
    for cell in cage.cells:
        board[cell] = solution[cell]
    assert not HAND.clashes(puzzle, board)
    free = next(cell for cell in cage.cells if puzzle.grid[cell] == HOLE)
    others = set(range(6)) - {board[cell] for cell in puzzle.seen[free]} - {solution[free]}
    board[free] = min(others)
    assert any("add up to" in clash.words for clash in HAND.clashes(puzzle, board))
    assert HAND.hint(puzzle, board).technique == "conflict"


def test_parks_have_hints_candidates_and_conflicts() -> None:
    puzzle = own(get_family("sudoku").parse(PARKS), Sudoku)
    board = list(puzzle.grid)
    while HOLE in board:
        left = board.count(HOLE)
        for step in next_steps(CellsPosition(puzzle, board)):
            assert not step.contradicts
            assert not any(mask >> PARKS_FILLED[cell] & 1 for cell, mask in step.removed), step
            assert all(words[:1].isupper() for words in told(puzzle, step, rests=False)[:1])
            if step.placed is not None:
                board[step.placed[0]] = step.placed[1]
        if board.count(HOLE) == left:
            hint = HAND.hint(puzzle, board)
            good = all(value in (HOLE, right) for value, right in zip(hint.after, PARKS_FILLED, strict=True))
            assert good or not hint.certain
            cell = board.index(HOLE)
            board[cell] = PARKS_FILLED[cell]
    assert tuple(board) == PARKS_FILLED
    assert HAND.candidates(puzzle, puzzle.grid, 0) == (0, 1, 2)
    first = [2, 0, *puzzle.grid[2:]]
    assert HAND.candidates(puzzle, first, 2) == (0, 1)
    assert HAND.candidates(puzzle, [2, 0, 0, *puzzle.grid[3:]], 3) == (1,)
    assert not HAND.clashes(puzzle, first)
    (clash,) = HAND.clashes(puzzle, [2, 0, HOLE, 2, *puzzle.grid[4:]])
    assert clash.cells == (0, 3)
    assert clash.words == "R1c1-r1c4 hold 2 parks (0), and each height once."


def test_every_size_to_play_has_grades_that_the_generator_admits() -> None:
    generator = get_family("sudoku").needed_generator()
    for size in generator.sizes:
        assert size.grades
        assert set(size.grades) <= {*GRADES}
        generator.resolve({**size.parameters, "grade": size.grades[-1]}, "a size")


@pytest.mark.parametrize("kind", [*(kind for kind in KINDS if KINDS[kind].least <= 2), "views of more"])
def test_a_constraint_leaves_what_some_way_to_fill_its_cells_has(kind: str) -> None:
    """Two cells of any kind, and views along a line whose values may be the same."""
    random = Random(f"{SEED} {kind}")
    name, _, more = kind.partition(" of ")
    for _ in range(100):
        order, first = random.randint(2, 6), random.randint(0, 1)
        cells = random.randint(3, 5) if more else 2
        apart = not more and random.random() < 0.5
        value = random.randint(0, order + 1)
        domains = tuple(random.getrandbits(order) for _ in range(cells))
        differing = tuple((0,) if apart and cell else () for cell in range(cells))
        ways = [
            way
            for way in product(range(order), repeat=cells)
            if all(mask >> v & 1 for v, mask in zip(way, domains, strict=True))
            and means(name, [v + first for v in way], value)
            and not (apart and way[0] == way[1])
        ]
        left = [sum(1 << v for v in {way[cell] for way in ways}) for cell in range(cells)]
        assert list(left_by(Scope(name, value, first, order, differing), domains) or ()) == left


def test_a_pair_that_a_cell_sees_by_two_groups_is_taken_from_it() -> None:
    """Before, XYZ-wings came and went with the order of steps here, and an X-chain was counted."""
    rows = ". . 6 . . .", ". . . . 6 .", ". 5 . . . 1", ". . . . . .", ". . . 1 . .", "2 . . 3 . ."
    puzzle = own(get_family("sudoku").parse("\n".join(["# boxes 2 x 3", *rows, "anti-king"])), Sudoku)
    position, pairs = CellsPosition(puzzle, puzzle.grid), []
    while not all(position.filled):
        step = next(one for _, found in position.find() for one in found)
        position.apply(step)
        if step.technique == "naked pair" and len(step.groups) > 1:
            pairs.append(step)
            assert told(puzzle, step, rests=False)[0].endswith("no cell that sees all of these does.")
            for cell, _ in step.removed:
                assert all(one in puzzle.seen[cell] for one in step.cells)
                assert not any({cell, *step.cells} <= {*group.cells} for group in puzzle.groups)
    assert pairs
    assert HAND.grade(puzzle).name != "expert"
