"""The compiled rules of Kakuro against the plain text with sets, move after move."""

from __future__ import annotations

import csv
import dataclasses
import random
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from chi_square import fits
from compiled_rules import (
    codes_into,
    copy_state,
    first_moves,
    look,
    moves_at,
    play_move,
    reset_state,
    take_mark,
    undo_to,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_kakuro_rules import NaiveKakuro, naive_solutions, random_cells, random_fill

from puzzles.kakuro import FAMILY, digit_sets
from puzzles.kakuro.codes import SHARE, SHARES, SUMS
from puzzles.kakuro.grid import Kakuro, Run, blank, with_sums
from puzzles.kakuro.rules import build_state, kernel_variant, limits, load_instance
from puzzles.kakuro.state import DEAD, QUEUED, SINGLES, TRAIL, KakuroState, instance_of
from puzzles.kernels import kernel
from puzzles.registry import decode, read
from puzzles.rules import agrees, counted_moves
from puzzles.streams import stream
from solvers import exhaustive
from solvers.tally import EXHAUSTED, STATUS

MODES = st.sampled_from(["paper", "strong"])


@kernel
def _counted(state, rng, reading):
    return counted_moves(state, rng, reading)


@kernel
def _agrees(state, solution, move):
    return agrees(state, solution, move)


def random_puzzle(source: random.Random, square: bool, values: int, largest: int = 5) -> Kakuro:
    """A small puzzle, with clues missing, digits given, and (often) without any solution."""
    rows, columns = source.randint(2, largest), source.randint(2, largest)
    if square:
        values = max(values, rows, columns)
        cells = [(row, column) for row in range(rows) for column in range(columns)]
        shape = blank(rows, columns, cells, values=values, square=True)
    else:
        cells = random_cells(rows, columns, source.randint(0, rows * columns // 2), source)
        shape = blank(rows + 1, columns + 1, cells, values=max(values, rows, columns))
    digits = random_fill(shape, source)
    while digits is None:
        digits = random_fill(shape, source)
    puzzle = with_sums(shape, digits)
    missing, wrong, given = source.choice([0, 0, 0.3]), source.choice([0, 0, 0.1]), source.choice([0, 0, 0.2])

    def clued(run: Run) -> Run:
        if source.random() < missing:
            return dataclasses.replace(run, clue=None)
        assert run.clue is not None
        shift = source.randint(-3, 3) if source.random() < wrong else 0
        return dataclasses.replace(run, clue=max(run.clue + shift, 1))

    givens = tuple(digit if source.random() < given else 0 for digit in digits)
    if source.random() < wrong:
        givens = tuple(source.randint(1, puzzle.values) if digit else 0 for digit in givens)
    return dataclasses.replace(puzzle, runs=tuple(map(clued, puzzle.runs)), givens=givens)


class Game:
    """A compiled state and a naive board on the same puzzle, compared whenever `check` is called."""

    def __init__(self, puzzle: Kakuro, mode: str, *, trail: bool = False, code: int = SHARE) -> None:
        self.puzzle = puzzle
        self.by_bounds = puzzle.values > digit_sets.LARGEST_ENUMERATED
        self.state = build_state(puzzle, mode=mode, prior_code=code, trail=trail)
        self.code = code
        self.root = NaiveKakuro(puzzle, mode == "strong", self.by_bounds)
        self.naive = self.root.copy()
        self.limits = limits(self.state)
        self.rng = stream("test", 12)
        self.root_words = self.state.words.copy()
        reset_state(self.state)

    def play(self, cell: int, digit: int) -> None:
        play_move(self.state, cell * 256 + digit)
        self.naive.play(cell, digit)

    def reset(self) -> None:
        """Both back to the root; the compiled one bit for bit."""
        reset_state(self.state)
        self.naive = self.root.copy()
        assert np.array_equal(self.state.words, self.root_words)

    def check(self) -> None:
        """Asserts that the compiled position is the naive one."""
        state, naive, cells = self.state, self.naive, len(self.puzzle.cells)
        board = np.full(cells, -7, np.int64)
        score, solved, length = look(state, board)
        assert bool(state.numbers[DEAD]) == naive.dead
        assert length == cells == self.limits.board
        assert state.numbers[TRAIL] <= len(state.trail_at)
        assert not state.waiting.any()
        assert state.numbers[QUEUED] == state.numbers[SINGLES] == 0
        verdict = FAMILY.judge(self.puzzle, board.tolist())
        assert verdict.score == score
        count = moves_at(state, self.rng)
        if naive.dead:
            assert count == 0
            assert not solved
            return
        assert verdict.solved == solved
        assert board.tolist() == naive.board()
        for cell in range(cells):
            assert state.words[cell] == sum(1 << digit - 1 for digit in naive.domains.get(cell, ()))
        self.check_moves(count)

    def check_moves(self, count: int) -> None:
        """Asserts that the legal moves are all digits of the cell to branch on, and what their codes are."""
        naive = self.naive
        if not naive.domains:
            assert count == 0
            return
        moves = self.state.moves[:count].tolist()
        cell = moves[0] // 256
        assert moves == [cell * 256 + digit for digit in sorted(naive.domains[cell])]
        assert count <= self.limits.width
        assert self.ratio(cell) == min(map(self.ratio, naive.domains))
        policy_codes, prior_codes = np.zeros((2, count), np.int64)
        codes_into(self.state, count, policy_codes, prior_codes)
        expected = {0: lambda *_: 0, SUMS: self.sums_code, SHARE: self.share_code}[self.code]
        for move, policy, prior in zip(moves, policy_codes.tolist(), prior_codes.tolist(), strict=True):
            assert policy == cell * self.puzzle.values + move % 256 - 1 < self.limits.policy_codes
            assert prior == expected(cell, move % 256) < self.limits.prior_codes

    def ratio(self, cell: int) -> Fraction:
        """Size of the cell's domain by its weight; the least is branched on."""
        return Fraction(len(self.naive.domains[cell]), int(self.state.weights[cell]))

    def sums_code(self, cell: int, digit: int) -> int:
        values = self.puzzle.values
        most = sum(range(values + 1))
        counts, sums = [], []
        for number in self.puzzle.runs_of[cell]:
            run = self.puzzle.runs[number]
            left = self.naive.sum_left(run)
            counts.append(self.naive.places(run, digit))
            sums.append(most + 1 if left is None else sorted((0, left, most))[1])
        assert len(set(counts)) > 0
        assert all(1 <= count <= values for count in counts)
        return int(np.ravel_multi_index([*counts, *sums], [values + 1, values + 1, most + 2, most + 2]))

    def share_code(self, cell: int, digit: int) -> int:
        buckets = []
        for number in self.puzzle.runs_of[cell]:
            run = self.puzzle.runs[number]
            places = self.naive.places(run, digit)
            if self.by_bounds:
                sets, holding = self.share_by_bounds(run, digit)
            else:
                feasible = self.naive.feasible(run)
                sets, holding = len(feasible), sum(1 for one in feasible if digit in one)
            if not holding:
                buckets.append(0)
            elif holding == sets * places:
                buckets.append(SHARES + 1)
            else:
                buckets.append(1 + SHARES * holding // (sets * places))
        return buckets[0] * (SHARES + 2) + buckets[1]

    def share_by_bounds(self, run: Run, digit: int) -> tuple[int, int]:
        """(digits admitted, open cells), all sets being taken for feasible that the bounds don't decide."""
        possible, certain = self.naive._digits(run)
        cells = [cell for cell in run.cells if cell in self.naive.domains]
        admitted = len(set().union(*(self.naive.domains[cell] for cell in cells)))
        if digit in certain:
            return admitted, admitted
        return admitted, len(cells) if digit in possible else 0


def any_move(game: Game, source: random.Random) -> tuple[int, int]:
    """One of the moves a search would make or, half the time, any candidate."""
    if source.random() < 0.5:
        count = moves_at(game.state, game.rng)
        return divmod(int(source.choice(game.state.moves[:count].tolist())), 256)
    return source.choice(game.naive.candidates())


def play_out(game: Game, source: random.Random) -> tuple[int, int]:
    """Plays to the end, checking each position; the number of moves, and of moves offered."""
    steps, offered = 0, 0
    while not game.naive.dead and game.naive.domains:
        cell, digit = any_move(game, source)
        steps, offered = steps + 1, offered + len(game.naive.domains[cell])
        game.play(cell, digit)
        game.check()
    return steps, offered


@settings(max_examples=150, deadline=None)
@given(
    st.booleans(),
    st.sampled_from([2, 5, 7, 9, 9, 11, 12]),
    MODES,
    st.booleans(),
    st.sampled_from([0, SUMS, SHARE]),
    st.randoms(use_true_random=False),
)
def test_each_position_of_a_playout_is_the_plain_text_s(
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


@settings(max_examples=25, deadline=None)
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
        return (
            run if source.random() > tight else dataclasses.replace(run, clue=source.choice((low + pull, high - pull)))
        )

    puzzle = dataclasses.replace(puzzle, runs=tuple(map(near_an_end, puzzle.runs)))
    game = Game(puzzle, mode, trail=source.random() < 0.5)
    game.check()
    play_out(game, source)
    game.reset()


@settings(max_examples=100, deadline=None)
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
            for name in ("words", "numbers", "waiting", "root", "clues"):
                assert np.array_equal(getattr(game.state, name), getattr(before, name)), name
            game.check()
        else:
            before = KakuroState(*(array.copy() for array in game.state))
            path.append((take_mark(game.state), before, game.naive.copy()))
            game.play(*any_move(game, source))
    game.reset()
    game.check()


@pytest.mark.parametrize("mode", ["paper", "strong"])
def test_the_trail_has_room_for_every_path(mode: str) -> None:
    longest = 0.0
    for side, values in ((2, 2), (4, 5), (9, 9), (10, 11), (12, 14)):
        cells = [(row, column) for row in range(side) for column in range(side)]
        puzzle = blank(side, side, cells, values=values, square=True)
        state, rng, source = build_state(puzzle, mode=mode, trail=True), stream("test", 9), random.Random(side)
        for _ in range(30):
            reset_state(state)
            assert state.numbers[TRAIL] == 0
            while count := moves_at(state, rng):
                play_move(state, int(state.moves[source.randrange(count)]))
                assert state.numbers[TRAIL] <= len(state.trail_at)
                longest = max(longest, state.numbers[TRAIL] / len(state.trail_at))
    assert longest > 0.7  # the bound is not idle


def counted(puzzle: Kakuro, mode: str, wanted: int, seed: int) -> tuple[int, list[list[int]]]:
    """How the exhaustive search ended, and the solutions it found."""
    state = build_state(puzzle, mode=mode, trail=True)
    search = exhaustive.make_search(limits(state), {"solutions": wanted}, np.ones(1), stream("test", seed))
    exhaustive.advance(state, search, 1_000_000)
    return int(search.tally.counters[STATUS]), search.solutions[: search.numbers[exhaustive.FOUND]].tolist()


@settings(max_examples=120, deadline=None)
@given(st.booleans(), st.integers(2, 9), MODES, st.randoms(use_true_random=False))
def test_the_exhaustive_search_finds_the_solutions_that_enumeration_finds(
    square: bool, values: int, mode: str, source: random.Random
) -> None:
    small = square or mode == "paper"  # there is nothing but digits' distinctness to cut it short
    puzzle = random_puzzle(source, square, min(values, 5) if small else values, 3 if small else 4)
    wanted = 20
    expected = [found for _, found in zip(range(wanted), naive_solutions(puzzle), strict=False)]
    status, solutions = counted(puzzle, mode, wanted, 1)
    assert len(solutions) == len(expected)
    for board in solutions:
        assert FAMILY.judge(puzzle, board).solved
    if len(expected) < wanted:
        assert status == EXHAUSTED
        assert sorted(solutions) == sorted(expected)


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


@settings(max_examples=60, deadline=None)
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


@pytest.mark.parametrize(("mode", "trail"), [("paper", True), ("strong", False), ("strong", True)])
def test_each_dead_end_of_a_strong_search_adds_one_to_the_weights_of_a_run(mode: str, trail: bool) -> None:
    source = random.Random(7)
    for _ in range(20):
        game = Game(random_puzzle(source, False, 5), mode, trail=trail)
        if game.naive.dead:
            continue
        for _ in range(15):
            before = game.state.weights.copy()
            play_out(game, source)
            gained = game.state.weights - before
            if game.naive.dead and mode == "strong" and trail:
                assert set(gained.tolist()) <= {0, 1}
                assert tuple(np.flatnonzero(gained).tolist()) in [run.cells for run in game.puzzle.runs]
            else:
                assert not gained.any()
            game.reset()
        load_instance(game.state, instance_of(game.puzzle))
        assert set(game.state.weights.tolist()) == {2}


def test_the_run_at_fault_gains_the_weight_and_draws_the_search() -> None:
    shape = blank(4, 3, [(row, column) for row in (1, 2, 3) for column in (1, 2)])
    sums = (3, 3, None, None, None)  # so both upper rows hold 1 and 2
    runs = tuple(dataclasses.replace(run, clue=clue) for run, clue in zip(shape.runs, sums, strict=True))
    game = Game(dataclasses.replace(shape, runs=runs), "strong", trail=True)
    game.play(4, 1)  # leaves both cells above it 2
    game.check()
    assert game.naive.dead
    assert game.state.weights.tolist() == [3, 2, 3, 2, 3, 2]
    game.reset()
    out = np.zeros(1_000, np.int64)
    first_moves(game.state, game.rng, out)
    assert set((out // 256).tolist()) == {0, 2}


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


def test_a_copy_is_the_same_position_and_lives_its_own_life() -> None:
    source = random.Random(3)
    shape = blank(4, 5, [(row, column) for row in range(4) for column in range(5)], values=7, square=True)
    puzzle = with_sums(shape, [1, 2, 3, 4, 5] * 4)
    game, other = Game(puzzle, "paper"), Game(puzzle, "paper")
    for _ in range(3):
        game.play(*any_move(game, source))
    before = game.state.words.copy()
    copy_state(other.state, game.state)
    other.naive = game.naive.copy()
    other.check()
    steps, _ = play_out(other, source)
    assert steps > 0
    assert np.array_equal(game.state.words, before)
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
        for name in ("root", "words", "numbers", "clues", "waiting"):
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


def test_all_states_share_one_compiled_text_but_no_array() -> None:
    one = build_state(random_puzzle(random.Random(1), False, 9), mode="paper")
    other = build_state(random_puzzle(random.Random(2), True, 9), mode="strong", trail=True)
    assert kernel_variant(blank(2, 2, [(1, 1)])) == ""
    for mine, yours in zip(one, other, strict=True):
        assert (mine.dtype, mine.ndim, mine.flags.writeable) == (yours.dtype, yours.ndim, True)
        assert not np.shares_memory(mine, yours)


def sample_puzzles(folder: Path) -> list[tuple[str, str, Kakuro]]:
    """(name, unique or multiple or none, puzzle) for each row of the index of published puzzles."""
    found = []
    for row in csv.DictReader((folder / "index.tsv").read_text().splitlines(), delimiter="\t"):
        name, _, line = row["file"].partition("#")
        text = decode((folder / name).read_bytes(), source=name)
        puzzle = read(text.split()[int(line) - 1] if line else text, source=name, family_name="kakuro")
        assert isinstance(puzzle, Kakuro)
        found.append((row["file"], row["solutions"], puzzle))
    return found


def test_published_puzzles_have_as_many_solutions_as_their_index_says(benchmark_data: Path) -> None:
    samples = sample_puzzles(benchmark_data / "kakuro")
    assert len(samples) >= 50
    for name, solutions, puzzle in samples:
        status, boards = counted(puzzle, "strong", 2, 3)
        assert len(boards) == {"none": 0, "unique": 1, "multiple": 2}[solutions], name
        assert status == EXHAUSTED or len(boards) == 2, name
        for board in boards:
            assert FAMILY.judge(puzzle, board).solved, name
