"""The compiled rules of Kakuro against a naive implementation with sets, move after move."""

from __future__ import annotations

import dataclasses
import random
from itertools import combinations

import numpy as np
import pytest
from drivers.compiled_rules import (
    first_moves,
    keep_position,
    look,
    moves_at,
    play_move,
    recall_position,
    reset_state,
    take_mark,
    undo_to,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.chi_square import fits
from oracles.kakuro_game import Game, any_move, play_out, random_puzzle
from oracles.naive_kakuro_rules import NaiveKakuro, random_cells, random_fill

from puzzles.engine.kernels import kernel
from puzzles.engine.rules import agrees, counted_moves
from puzzles.engine.streams import stream
from puzzles.kakuro.kernels import digit_sets
from puzzles.kakuro.kernels.rules import SHARE, SUMS, build_state, load_instance
from puzzles.kakuro.kernels.state import TRAIL, KakuroState, instance_of
from puzzles.kakuro.puzzle import Run, blank, with_sums

pytestmark = pytest.mark.compiled

MODES = st.sampled_from(["paper", "strong"])


@kernel
def _counted(state, rng, reading):
    return counted_moves(state, rng, reading)


@kernel
def _agrees(state, solution, move):
    return agrees(state, solution, move)


@settings(max_examples=150)
@given(
    st.booleans(),
    st.sampled_from([2, 5, 7, 9, 9, 11, 12]),
    MODES,
    st.booleans(),
    st.sampled_from([0, SUMS, SHARE]),
    st.randoms(use_true_random=False),
)
def test_each_position_of_a_playout_is_the_naive_one(
    square: bool, values: int, mode: str, trail: bool, code: int, source: random.Random
) -> None:
    game = Game(random_puzzle(source, square, values), mode, trail=trail, code=code)
    game.check()
    for _ in range(2):
        steps, offered = play_out(game, source)
        assert steps <= game.limits.steps
        assert offered <= game.limits.choices
        game.reset()
        game.check()


@settings(max_examples=25)
@given(st.sampled_from([13, 16, 31, 60]), MODES, st.booleans(), st.randoms(use_true_random=False))
def test_above_twelve_values_the_sums_are_judged_by_their_bounds(
    values: int, mode: str, square: bool, source: random.Random
) -> None:
    puzzle = random_puzzle(source, square, values)
    tight = source.random()

    def near_an_end(run: Run) -> Run:  # where bounds rule most out
        length = len(run.cells)
        low, high = length * (length + 1) // 2, length * (2 * values + 1 - length) // 2
        pull = source.randint(0, 4)
        return run if source.random() > tight else run._replace(clue=source.choice((low + pull, high - pull)))

    puzzle = dataclasses.replace(puzzle, runs=tuple(map(near_an_end, puzzle.runs)))
    game = Game(puzzle, mode, trail=source.random() < 0.5)
    game.check()
    play_out(game, source)
    game.reset()


@settings(max_examples=100)
@given(st.booleans(), MODES, st.randoms(use_true_random=False))
def test_undo_brings_back_every_position_bit_for_bit(square: bool, mode: str, source: random.Random) -> None:
    game = Game(random_puzzle(source, square, 9), mode, trail=True)
    path: list[tuple[int, KakuroState, NaiveKakuro]] = []
    for _ in range(40):
        terminal = game.naive.dead or not game.naive.domains
        if terminal and not path:
            return
        if terminal or (path and source.random() < 0.15):
            for _ in range(source.randint(1, len(path))):
                where, before, naive = path.pop()
            undo_to(game.state, where)
            game.naive = naive
            for name in ("words", "scalars", "waiting", "root", "clues"):
                assert np.array_equal(getattr(game.state, name), getattr(before, name)), name
            game.check()
        else:
            before = KakuroState(*(array.copy() for array in game.state))
            path.append((take_mark(game.state), before, game.naive.copy()))
            game.play(*any_move(game, source))
    game.reset()
    game.check()


@pytest.mark.parametrize("mode", ["paper", "strong"])
def test_the_trail_is_long_enough_for_every_path(mode: str) -> None:
    longest = 0.0
    for side, values in ((2, 2), (4, 5), (9, 9), (10, 11), (12, 14)):
        cells = [(row, column) for row in range(side) for column in range(side)]
        puzzle = blank(side, side, cells, values=values, square=True)
        state, rng, source = build_state(puzzle, mode=mode, trail=True), stream("test", 9), random.Random(side)
        for _ in range(30):
            reset_state(state)
            assert state.scalars[TRAIL] == 0
            while count := moves_at(state, rng):
                play_move(state, int(state.moves[source.randrange(count)]))
                assert state.scalars[TRAIL] <= len(state.trail_at)
                longest = max(longest, state.scalars[TRAIL] / len(state.trail_at))
    assert longest > 0.7  # the bound is not idle


def test_full_boards_of_the_paper_s_form_score_their_right_runs() -> None:
    source = random.Random(5)
    scores = set()
    for _ in range(60):
        puzzle = random_puzzle(source, True, 7)
        puzzle = dataclasses.replace(puzzle, givens=(0,) * len(puzzle.cells))
        game = Game(puzzle, "paper", code=0)
        play_out(game, source)
        if not game.naive.domains:
            scores.add(look(game.state, np.zeros(len(puzzle.cells), np.int64))[0])
    assert len(scores) >= 4
    assert min(scores) >= 0


@settings(max_examples=60)
@given(MODES, st.randoms(use_true_random=False))
def test_training_counts_the_chosen_cell_or_all_open_cells(mode: str, source: random.Random) -> None:
    game = Game(random_puzzle(source, source.random() < 0.5, 9), mode)
    while not game.naive.dead and game.naive.domains:
        words = game.state.words.copy()
        naive = game.naive.domains
        count = _counted(game.state, game.rng, 1)
        expected = [cell * 256 + digit for cell, digit in game.naive.candidates() if len(naive[cell]) > 1]
        assert game.state.moves[:count].tolist() == expected
        count = _counted(game.state, game.rng, 0)
        moves = game.state.moves[:count].tolist()
        assert moves == [moves[0] // 256 * 256 + digit for digit in sorted(naive[moves[0] // 256])]
        assert np.array_equal(game.state.words, words)
        solution = np.array([source.randint(1, game.puzzle.values) for _ in game.puzzle.cells])
        for move in moves:
            assert _agrees(game.state, solution, move) == (solution[move // 256] == move % 256)
        game.play(*any_move(game, source))


@pytest.mark.parametrize("trail", [False, True])
def test_ties_among_smallest_domains_are_drawn_uniformly(trail: bool) -> None:
    cells = [(row, column) for row in range(3) for column in range(3)]
    game = Game(blank(3, 3, cells, values=4, square=True), "paper", trail=trail)
    out = np.zeros(9_000, np.int64)
    first_moves(game.state, game.rng, out)
    assert fits(np.bincount(out // 256, minlength=9).tolist(), [1 / 9] * 9)
    game.play(0, 1)
    first_moves(game.state, game.rng, out)
    expected = [0.25 if cell in (1, 2, 3, 6) else 0.0 for cell in range(9)]
    assert fits(np.bincount(out // 256, minlength=9).tolist(), expected)


@settings(max_examples=40)
@given(st.booleans(), MODES, st.integers(2, 12), st.randoms(use_true_random=False))
def test_saved_positions_are_restored_in_any_order(square: bool, mode: str, values: int, source: random.Random) -> None:
    game = Game(random_puzzle(source, square, values), mode)
    frames = np.full((4, game.limits.frame), 2**64 - 1, np.uint64)
    kept: dict[int, NaiveKakuro] = {}
    for _ in range(40):
        if source.random() < 0.4:
            row = source.randrange(4)
            keep_position(game.state, frames[row])
            kept[row] = game.naive.copy()
        terminal = game.naive.dead or not game.naive.domains
        if kept and (terminal or source.random() < 0.3):
            row = source.choice(list(kept))
            recall_position(game.state, frames[row])
            game.naive = kept[row].copy()
            game.check()
        elif terminal:
            game.reset()
        else:
            game.play(*any_move(game, source))
            game.check()


@pytest.mark.parametrize("mode", ["paper", "strong"])
def test_a_game_goes_on_from_a_restored_position_as_it_did(mode: str) -> None:
    source = random.Random(3)
    for number in range(20):
        game = Game(random_puzzle(source, number % 2 == 0, 6), mode)
        for _ in range(number % 4):
            if game.naive.domains and not game.naive.dead:
                game.play(*any_move(game, source))
        frame = np.zeros(game.limits.frame, np.uint64)
        keep_position(game.state, frame)
        ends = []
        for _ in range(2):
            rng, board, moves = stream("test", number), np.zeros(game.limits.board, np.int64), []
            while count := moves_at(game.state, rng):
                moves.append(game.state.moves[:count].tolist())
                play_move(game.state, moves[-1][-1])
            ends.append((moves, look(game.state, board), board.tolist()))
            recall_position(game.state, frame)
        assert ends[0] == ends[1]
        game.check()


def test_another_instance_in_the_same_state_leaves_nothing_of_the_first() -> None:
    source = random.Random(4)
    cells = random_cells(5, 5, 6, source)
    shape = blank(6, 6, cells)
    state = build_state(shape, mode="strong", trail=True)
    for number in range(12):
        digits = random_fill(shape, source)
        assert digits is not None
        givens = tuple(digits) if number == 3 else (digits[0],) + (0,) * (len(cells) - 1)
        puzzle = dataclasses.replace(with_sums(shape, digits), givens=givens)
        if number == 5:
            puzzle = dataclasses.replace(puzzle, givens=(9,) * len(cells))
        load_instance(state, instance_of(puzzle))
        fresh = build_state(puzzle, mode="strong", trail=True)
        for name in ("root", "words", "scalars", "clues", "waiting"):
            assert np.array_equal(getattr(state, name), getattr(fresh, name)), name
        rng = stream("test", 1)
        while count := moves_at(state, rng):
            play_move(state, int(state.moves[count - 1]))


@pytest.mark.parametrize("values", [1, 2, 9, 12])
def test_the_table_of_digit_sets_has_each_set_at_its_size_and_sum(values: int) -> None:
    sets, start = digit_sets.tables(values)
    assert len(set(sets.tolist())) == len(sets) == 2**values
    longest = 0
    for size in range(values + 1):
        found: dict[int, set[int]] = {}
        for digits in combinations(range(1, values + 1), size):
            found.setdefault(sum(digits), set()).add(sum(1 << digit - 1 for digit in digits))
        for total in range(digit_sets.largest_sum(values) + 1):
            entry = size * (digit_sets.largest_sum(values) + 1) + total
            assert set(sets[start[entry] : start[entry + 1]].tolist()) == found.get(total, set())
            longest = max(longest, start[entry + 1] - start[entry])
    assert values < 12 or longest == 58


def test_all_states_share_compiled_code_but_no_array() -> None:
    one = build_state(random_puzzle(random.Random(1), False, 9), mode="paper")
    other = build_state(random_puzzle(random.Random(2), True, 9), mode="strong", trail=True)
    for mine, yours in zip(one, other, strict=True):
        assert (mine.dtype, mine.ndim, mine.flags.writeable) == (yours.dtype, yours.ndim, True)
        assert not np.shares_memory(mine, yours)
