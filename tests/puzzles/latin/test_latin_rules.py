"""The compiled rules of Latin squares against a naive implementation with sets, move after move."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from drivers.compiled_rules import (
    codes_into,
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
from oracles.naive_latin_rules import NaiveSquare, random_partial, random_square, with_holes

from puzzles.engine.streams import stream
from puzzles.latin import FAMILY
from puzzles.latin.kernels.rules import build_state, limits, load_instance, training_state
from puzzles.latin.kernels.state import DEAD, OPEN, PAIRS, TRAIL, LatinState
from puzzles.latin.puzzle import LatinSquare
from puzzles.latin.techniques import LatinPosition

pytestmark = pytest.mark.compiled

MODES = st.sampled_from(["paper", "strong"])


def cube_of(naive: NaiveSquare) -> np.ndarray:
    """bool[row, column, value]: the value is in the cell's domain."""
    cube = np.zeros((naive.order,) * 3, bool)
    for (row, column), domain in naive.domains.items():
        cube[row, column, list(domain)] = True
    return cube


def views_of(state: LatinState, order: int) -> list[np.ndarray]:
    """The three views of the state, each as bool[row, column, value]."""
    words = state.masks[:-2].reshape(3, order, order, -1, 1)
    bits = (words >> np.arange(64, dtype=np.uint64)) & np.uint64(1)
    by_cell, by_row, by_column = bits.reshape(3, order, order, -1)[..., :order].astype(bool)
    assert not bits.reshape(3, order, order, -1)[..., order:].any()
    return [by_cell, by_row.transpose(0, 2, 1), by_column.transpose(2, 0, 1)]


def pairs_of(state: LatinState) -> list[int]:
    return state.pairs[: int(state.masks[state.masks.size - 2 + PAIRS])].tolist()


class Game:
    """A compiled state and a naive square on the same puzzle, compared whenever `check` is called."""

    def __init__(self, order: int, grid: list[int], mode: str, trail: bool) -> None:
        self.puzzle = LatinSquare(order, tuple(grid))
        self.state = build_state(self.puzzle, mode=mode, prior_code=1, trail=trail)
        self.root = NaiveSquare(order, grid, mode == "strong")
        self.naive = self.root.copy()
        candidates = [(cell, value) for cell in sorted(self.root.domains) for value in sorted(self.root.domains[cell])]
        self.codes = {candidate: code for code, candidate in enumerate(candidates)}
        self.limits = limits(self.state)
        self.rng = stream("test", 8)
        self.root_masks = self.state.masks.copy()
        self.root_pairs = pairs_of(self.state)
        reset_state(self.state)

    def play(self, row: int, column: int, value: int) -> None:
        play_move(self.state, (row * self.naive.order + column) * 256 + value)
        self.naive.play((row, column), value)

    def reset(self) -> None:
        """Both back to the root; the compiled one's views bit for bit."""
        reset_state(self.state)
        self.naive = self.root.copy()
        assert np.array_equal(self.state.masks, self.root_masks)
        assert sorted(pairs_of(self.state)) == sorted(self.root_pairs)

    def check(self) -> None:
        """Asserts that the compiled position is the naive one."""
        state, naive, n = self.state, self.naive, self.naive.order
        board = np.full(n * n, -7, np.int64)
        score, solved, length = look(state, board)
        assert bool(state.scalars[DEAD]) == naive.dead
        assert solved == (not naive.dead and not naive.domains)
        verdict = FAMILY.judge(self.puzzle, board.tolist())
        assert verdict.faults == ()
        assert verdict.score == score == -np.count_nonzero(board < 0)
        assert verdict.solved == solved
        assert length == n * n == self.limits.board
        assert state.scalars[TRAIL] <= len(state.trail_at)
        count = moves_at(state, self.rng)
        if naive.dead:
            assert count == 0
            return
        assert board.tolist() == naive.board()
        assert state.masks[state.masks.size - 2 + OPEN] == len(naive.domains)
        for view in views_of(state, n):
            assert np.array_equal(view, cube_of(naive))
        twos = {row * n + column for (row, column), domain in naive.domains.items() if len(domain) == 2}
        assert twos <= set(pairs_of(state))
        self.check_moves(count)

    def check_moves(self, count: int) -> None:
        """Asserts that the legal moves are all values of one cell of smallest domain, and what their codes are."""
        naive, n = self.naive, self.naive.order
        if not naive.domains:
            assert count == 0
            return
        moves = self.state.moves[:count].tolist()
        cell = divmod(moves[0] // 256, n)
        assert sorted(moves) == [(cell[0] * n + cell[1]) * 256 + value for value in sorted(naive.domains[cell])]
        assert count == min(len(domain) for domain in naive.domains.values()) <= self.limits.width
        policy_codes, prior_codes = np.zeros((2, count), np.int64)
        codes_into(self.state, count, policy_codes, prior_codes)
        position = LatinPosition(LatinSquare(n, (-1,) * n * n), naive.board())  # what hints are told by
        position.domains = [sum(1 << v for v in naive.domains.get(divmod(one, n), ())) for one in range(n * n)]
        for move, policy, prior in zip(moves, policy_codes.tolist(), prior_codes.tolist(), strict=True):
            assert prior == FAMILY.by_hand.prior_code(position, move // 256, move % 256)
            assert policy == self.codes[cell, move % 256] < self.limits.policy_codes
            in_row, in_column = naive.places(cell, move % 256)
            assert prior == in_row * (n + 1) + in_column < self.limits.prior_codes


def grid_for(order: int, source: random.Random) -> list[int]:
    """Some grid of the order: with a solution or (often) without, from full to empty."""
    if source.random() < 0.6:
        return with_holes(random_square(order, source), source.randint(0, order**2), source)
    return random_partial(order, source.randint(0, order**2 // 2), source)


def any_move(game: Game, source: random.Random) -> tuple[int, int, int]:
    """One of the moves a search would make or, half the time, any candidate."""
    (row, column), value = source.choice(game.naive.candidates())
    if source.random() < 0.5:
        count = moves_at(game.state, game.rng)
        cell, value = divmod(int(source.choice(game.state.moves[:count].tolist())), 256)
        row, column = divmod(cell, game.naive.order)
    return row, column, value


@settings(max_examples=100)
@given(st.integers(2, 9), MODES, st.booleans(), st.randoms(use_true_random=False))
def test_each_position_of_a_playout_is_the_naive_one(order: int, mode: str, trail: bool, source: random.Random) -> None:
    game = Game(order, grid_for(order, source), mode, trail)
    for _ in range(2):
        game.check()
        steps, offered = 0, 0
        while not game.naive.dead and game.naive.domains:
            row, column, value = any_move(game, source)
            steps, offered = steps + 1, offered + len(game.naive.domains[row, column])
            game.play(row, column, value)
            game.check()
        assert steps <= game.limits.steps
        assert offered <= game.limits.choices
        game.reset()


@settings(max_examples=70)
@given(st.integers(3, 8), MODES, st.randoms(use_true_random=False))
def test_undo_brings_back_every_position_bit_for_bit(order: int, mode: str, source: random.Random) -> None:
    game = Game(order, grid_for(order, source), mode, trail=True)
    path: list[tuple[int, Any, list[int], NaiveSquare]] = []
    for _ in range(40):
        terminal = game.naive.dead or not game.naive.domains
        if terminal and not path:
            return
        if terminal or (path and source.random() < 0.15):
            for _ in range(source.randint(1, len(path))):
                where, masks, pairs, naive = path.pop()
            undo_to(game.state, where)
            game.naive = naive
            assert np.array_equal(game.state.masks, masks)
            assert pairs_of(game.state) == pairs
            assert game.state.scalars[TRAIL] == where
            game.check()
        else:
            path.append((take_mark(game.state), game.state.masks.copy(), pairs_of(game.state), game.naive.copy()))
            game.play(*any_move(game, source))
    game.reset()
    game.check()


@pytest.mark.parametrize("mode", ["paper", "strong"])
def test_a_root_where_a_value_has_no_place_is_dead(mode: str) -> None:
    # row 0 lacks 2, 3 and 4; columns 0, 1 and 2 have 2, so its three open cells are left with 3 and 4
    rows = [[-1, -1, -1, 0, 1], [2, -1, -1, -1, -1], [-1, 2, -1, -1, -1], [-1, -1, 2, -1, -1], [-1] * 5]
    for lines in (rows, [list(column) for column in zip(*rows, strict=True)]):
        for trail in (False, True):
            game = Game(5, [value for line in lines for value in line], mode, trail)
            assert game.naive.dead
            game.check()
            game.reset()
            game.check()


@pytest.mark.parametrize("mode", ["paper", "strong"])
@pytest.mark.parametrize("order", [64, 65, 70])
def test_masks_of_a_full_word_and_of_two_words(order: int, mode: str) -> None:
    source = random.Random(order)
    dead = 0
    for seed in range(3):
        grid = random_square(order, source)
        for row in range(5):
            grid[row * order : row * order + 40] = [-1] * 40
        game = Game(order, grid, mode, trail=seed % 2 == 1)
        assert len(game.state.words) == (1 if order == 64 else 2)
        assert FAMILY.kernel_variant(game.puzzle) == ("" if order == 64 else "-2-words")
        game.check()
        while not game.naive.dead and game.naive.domains:
            game.play(*any_move(game, source))
        game.check()
        dead += game.naive.dead
        game.reset()
        game.check()
    assert dead > 0


def test_a_dead_end_in_two_words_shows_as_many_open_cells_as_it_scores() -> None:
    order, source, rng = 100, random.Random(5), stream("test", 10)
    grid = random_square(order, source)
    grid[: 4 * order] = [-1] * (4 * order)
    puzzle = LatinSquare(order, tuple(grid))
    state = build_state(puzzle, mode="paper", prior_code=0)
    board = np.zeros(order**2, np.int64)
    for _ in range(100):
        while count := moves_at(state, rng):
            play_move(state, int(state.moves[source.randrange(count)]))
        score, solved, _ = look(state, board)
        assert not solved
        assert score == -np.count_nonzero(board < 0)
        reset_state(state)


@pytest.mark.parametrize("mode", ["paper", "strong"])
def test_the_trail_is_long_enough_for_every_path_from_an_empty_square(mode: str) -> None:
    longest = 0.0
    for order in (2, 3, 4, 7, 10, 66):
        source = random.Random(order)
        state = build_state(LatinSquare(order, (-1,) * order**2), mode=mode, prior_code=0, trail=True)
        room, rng = len(state.trail_at), stream("test", 9, order)
        for _ in range(30 if order < 66 else 3):
            reset_state(state)
            assert state.scalars[TRAIL] == 0
            while count := moves_at(state, rng):
                play_move(state, int(state.moves[source.randrange(count)]))
                assert state.scalars[TRAIL] <= room
                longest = max(longest, state.scalars[TRAIL] / room)
    assert longest > 0.3  # the bound is not idle


def tied_square(trail: bool) -> Game:
    """An order-6 square with two intercalates open: rows 0, 3 x columns 0, 3 and rows 1, 4 x columns 1, 4."""
    square = [(row + column) % 6 for row in range(6) for column in range(6)]
    holes = {0, 3, 18, 21, 7, 10, 25, 28}
    return Game(6, [-1 if cell in holes else value for cell, value in enumerate(square)], "paper", trail)


@pytest.mark.parametrize("trail", [False, True])
def test_ties_among_cells_of_two_values_are_drawn_uniformly(trail: bool) -> None:
    game = tied_square(trail)
    assert sorted(game.root_pairs) == [0, 3, 7, 10, 18, 21, 25, 28]
    out = np.zeros(16_000, np.int64)
    first_moves(game.state, game.rng, out)
    assert fits([int((out // 256 == cell).sum()) for cell in sorted(game.root_pairs)], [1 / 8] * 8)


def test_cells_that_were_filled_since_are_not_drawn_and_the_others_are_all() -> None:
    for trail in (False, True):
        game = tied_square(trail)
        game.play(0, 3, 0)
        out = np.zeros(8_000, np.int64)
        first_moves(game.state, game.rng, out)
        counts = [int((out // 256 == cell).sum()) for cell in (7, 10, 25, 28)]
        assert sum(counts) == len(out)
        assert min(counts) > 500
        if not trail:
            assert fits(counts, [1 / 4] * 4)


@pytest.mark.parametrize("trail", [False, True])
def test_with_ties_first_the_first_cell_of_smallest_domain_is_taken(trail: bool) -> None:
    source = random.Random(11)
    for _ in range(30):
        order = source.randint(3, 7)
        grid = with_holes(random_square(order, source), source.randint(order, order**2), source)
        puzzle, naive = LatinSquare(order, tuple(grid)), NaiveSquare(order, grid, strong=False)
        state = build_state(puzzle, mode="paper", trail=trail, ties="first")
        rng = stream("test", 12)
        while count := moves_at(state, rng):
            first = min(naive.domains, key=lambda cell: (len(naive.domains[cell]), cell))
            assert divmod(int(state.moves[0]) // 256, order) == first
            value = int(state.moves[source.randrange(count)]) % 256
            play_move(state, (first[0] * order + first[1]) * 256 + value)
            naive.play(first, value)
        assert rng.tolist() == stream("test", 12).tolist()


def test_ties_among_larger_domains_are_drawn_uniformly() -> None:
    game = Game(3, [-1] * 9, "paper", trail=False)
    out = np.zeros(9_000, np.int64)
    first_moves(game.state, game.rng, out)
    assert fits(np.bincount(out // 256, minlength=9).tolist(), [1 / 9] * 9)


@settings(max_examples=40)
@given(st.integers(2, 9), MODES, st.randoms(use_true_random=False))
def test_saved_positions_are_restored_in_any_order(order: int, mode: str, source: random.Random) -> None:
    game = Game(order, grid_for(order, source), mode, False)
    frames = np.full((4, game.limits.frame), 2**64 - 1, np.uint64)
    kept: dict[int, tuple[NaiveSquare, list[int]]] = {}
    for _ in range(40):
        if source.random() < 0.4:
            row = source.randrange(4)
            keep_position(game.state, frames[row])
            kept[row] = game.naive.copy(), pairs_of(game.state)
        terminal = game.naive.dead or not game.naive.domains
        if kept and (terminal or source.random() < 0.3):
            row = source.choice(list(kept))
            recall_position(game.state, frames[row])
            game.naive, pairs = kept[row][0].copy(), kept[row][1]
            assert pairs_of(game.state) == pairs
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
        game = Game(8, with_holes(random_square(8, source), 50, source), mode, False)
        for _ in range(number % 4):
            if game.naive.domains and not game.naive.dead:
                game.play(*any_move(game, source))
        frame = np.zeros(game.limits.frame, np.uint64)
        keep_position(game.state, frame)
        ends = []
        for _ in range(2):
            rng, board, moves = stream("test", number), np.zeros(64, np.int64), []
            while count := moves_at(game.state, rng):
                moves.append(game.state.moves[:count].tolist())
                play_move(game.state, moves[-1][-1])
            ends.append((moves, look(game.state, board), board.tolist()))
            recall_position(game.state, frame)
        assert ends[0] == ends[1]
        game.check()


def test_another_instance_in_the_same_state_leaves_nothing_of_the_first() -> None:
    source = random.Random(4)
    grids = [with_holes(random_square(7, source), holes, source) for holes in (49, 20, 0, 35, 21)]
    grids.insert(2, [0, 1, *[-1] * 40, 1, -1, -1, -1, -1, 0, 2])
    state = None
    for grid in grids:
        state = training_state(np.array(grid), state, mode="paper", prior_code=1)
        fresh = build_state(LatinSquare(7, tuple(grid)), mode="paper", prior_code=1)
        assert np.array_equal(state.root, fresh.root)
        assert np.array_equal(state.masks, fresh.masks)
        assert np.array_equal(state.scalars, fresh.scalars)
        assert pairs_of(state) == pairs_of(fresh)
        board = np.zeros(49, np.int64)
        look(state, board)
        rng = stream("test", 1)
        while count := moves_at(state, rng):
            play_move(state, int(state.moves[count - 1]))
    smaller = training_state(np.zeros(9, np.int64) - 1, state, mode="paper", prior_code=1)
    assert smaller is not state
    load_instance(smaller, np.array([0, 1, 2, -1, -1, -1, -1, -1, -1]))
    assert smaller.masks[smaller.masks.size - 2 + OPEN] == 6
