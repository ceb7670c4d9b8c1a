"""A compiled Kakuro position and the plain text of it, compared move after move; random puzzles to play on."""

from __future__ import annotations

import dataclasses
import random
from fractions import Fraction

import numpy as np
from drivers.compiled_rules import (
    codes_into,
    look,
    moves_at,
    play_move,
    reset_state,
)
from oracles.naive_kakuro_rules import NaiveKakuro, random_cells, random_fill

from puzzles.engine.streams import stream
from puzzles.kakuro import FAMILY
from puzzles.kakuro.kernels import digit_sets
from puzzles.kakuro.kernels.rules import SHARE, SHARES, SUMS, build_state, limits
from puzzles.kakuro.kernels.state import DEAD, QUEUED, SINGLES, TRAIL
from puzzles.kakuro.puzzle import CROSSWORD_VALUES, Kakuro, Run, blank, with_sums
from puzzles.kakuro.techniques import KakuroPosition


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
            return run._replace(clue=None)
        assert run.clue is not None
        shift = source.randint(-3, 3) if source.random() < wrong else 0
        return run._replace(clue=max(run.clue + shift, 1))

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
        assert bool(state.scalars[DEAD]) == naive.dead
        assert length == cells == self.limits.board
        assert state.scalars[TRAIL] <= len(state.trail_at)
        assert not state.waiting.any()
        assert state.scalars[QUEUED] == state.scalars[SINGLES] == 0
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
        if self.code == SHARE and self.puzzle.values <= CROSSWORD_VALUES:
            assert prior_codes.tolist() == self.hinted_codes(moves)
        expected = {0: lambda *_: 0, SUMS: self.sums_code, SHARE: self.share_code}[self.code]
        for move, policy, prior in zip(moves, policy_codes.tolist(), prior_codes.tolist(), strict=True):
            assert policy == cell * self.puzzle.values + move % 256 - 1 < self.limits.policy_codes
            assert prior == expected(cell, move % 256) < self.limits.prior_codes

    def hinted_codes(self, moves: list[int]) -> list[int]:
        """The codes by which hints are told; for as few values as have tables of combinations."""
        position = KakuroPosition(self.puzzle, self.naive.board())
        for one, domain in self.naive.domains.items():
            position.domains[one] = sum(1 << digit for digit in domain)
        return [FAMILY.by_hand.prior_code(position, move // 256, move % 256) for move in moves]

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
