"""The list of legal moves after every move, against a scan of the whole board and against the naive implementation.

The scan is the slowest of the reference designs, which is itself tested against the naive implementation; both play the
same games inside one kernel, so that thousands are compared.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pytest
from drivers.compiled_morpion import Compiled, codes_by_line, line_of_move, moves_of
from drivers.morpion_games import record_files, record_moves
from oracles.naive_morpion import VARIANTS, NaiveGame, random_game

from puzzles.engine.kernels import kernel
from puzzles.engine.rules import legal_moves, play, reset, score, snapshot, solved
from puzzles.engine.streams import next_below, stream
from puzzles.morpion.kernels import rules
from puzzles.morpion.kernels.byte_board import FIRST, build
from puzzles.morpion.kernels.designs import FullRescanState
from puzzles.morpion.puzzle import MorpionPuzzle, Move, board_of, decode_move
from solvers.searches import nrpa

pytestmark = pytest.mark.compiled

GAMES = {"5T": 2_000, "5D": 3_000, "4T": 2_000, "4D": 5_000}
NAIVE_GAMES = 16
MEAN_LENGTH = {"5T": 53.6, "5D": 42.9}
"""Of the authors' program (Buzer & Cazenave), as measured."""


Codes = npt.NDArray[np.int64]


class Both(NamedTuple):
    """The compiled rules' state, the scan's, its code of each code of `state` (-1: none), and the root's moves."""

    state: Any
    other: Any
    other_code: Codes
    rooted: Codes


class Scratch(NamedTuple):
    """Arrays to compare in: when each code of the scan was listed last, the two games' boards, and what was counted.

    Counted are positions and moves offered in them; then come the game's number, and 1 if a guide's move lacked.
    """

    seen: Codes
    boards: Codes
    counted: Codes


@kernel
def first_difference(both, guide, games, rng, scratch):
    """The step of the first position at which the two lists differ, or -1.

    Both play the same games: the root's moves (the other plays them), those of guide, then uniform ones.
    """
    state, other, other_code, rooted = both
    seen, boards, counted = scratch
    stamp = 0
    for game in range(games):
        counted[2] = game
        reset(state)
        reset(other)
        for step in range(rooted.size):
            play(other, other_code[rooted[step]])
        step = 0
        while True:
            count = legal_moves(state, rng)
            theirs = legal_moves(other, rng)
            stamp += 1
            for k in range(theirs):
                seen[other.moves[k]] = stamp
            found = 0
            for k in range(count):
                code = other_code[state.moves[k]]
                if code >= 0 and seen[code] == stamp:
                    found += 1
                    seen[code] = 0  # so that one that is listed twice is found once
            counted[0] += 1
            counted[1] += count
            if count != theirs or found != count:
                return step
            if score(state) != score(other) or solved(state) != solved(other):
                return step
            if count == 0:
                break
            move = np.int64(state.moves[next_below(rng, count)])
            if step < guide.size:
                move = guide[step]
                listed = False
                for k in range(count):
                    listed |= np.int64(state.moves[k]) == move
                if not listed:
                    counted[3] = 1
                    return step
            play(state, move)
            play(other, other_code[move])
            step += 1
        length = snapshot(state, boards[0])
        if length != snapshot(other, boards[1]):
            return step
        for k in range(length):
            if boards[0, k] != boards[1, k]:
                return step
    return -1


class Counted(NamedTuple):
    """What was compared."""

    positions: int
    offered: int


@cache
def scan(variant: str) -> tuple[Any, npt.NDArray[np.int64]]:
    """The scan of the whole board, and its code of each of ours, -1 for none."""
    other: Any = build(FullRescanState, variant)
    mine = Compiled(variant)
    # as published, codes of the reference designs are those of an arena of 64, whatever the board's width
    codes = codes_by_line(64, int(other.scalars[FIRST]), mine.length)
    return other, np.array([codes.get(line, -1) for line in mine.line_by_code])


class Twice:
    """The compiled rules and the scan of the whole board, at one root."""

    def __init__(self, variant: str, moves: Sequence[Move] = ()) -> None:
        self.mine = Compiled(variant, moves)
        self.other, self.other_code = scan(variant)
        self.rooted = self.codes(moves)

    def codes(self, moves: Sequence[Move]) -> npt.NDArray[np.int64]:
        lines = (line_of_move(move, self.mine.length) for move in moves)
        return np.array([self.mine.code_by_line[line] for line in lines], np.int64)

    def compare(self, games: int, seed: int = 1, guide: Sequence[Move] = ()) -> Counted:
        """Asserts that the lists agree in that many games; they begin with the guide's moves, after the root's."""
        counted = np.zeros(4, np.int64)
        both = Both(self.mine.state, self.other, self.other_code, self.rooted)
        scratch = Scratch(np.zeros(1 << 15, np.int64), np.zeros((2, 512), np.int64), counted)
        step = first_difference(both, self.codes(guide), games, stream("test", seed), scratch)
        assert step == -1, f"game {counted[2]}, move {step + 1}{': the guide is not listed' if counted[3] else ''}"
        assert rules.notice(self.mine.state) == ""
        return Counted(int(counted[0]), int(counted[1]))


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_list_is_a_scan_s_after_every_move_of_thousands_of_random_games(variant: str) -> None:
    games = GAMES[variant]
    counted = Twice(variant).compare(games)
    moves = counted.positions / games - 1
    if variant in MEAN_LENGTH:
        assert abs(moves - MEAN_LENGTH[variant]) < 1.5
    assert moves > 20
    assert counted.offered > 5 * counted.positions


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_list_is_the_naive_one_after_every_move(variant: str) -> None:
    mine = Compiled(variant)
    source = random.Random(variant)
    for _ in range(NAIVE_GAMES):
        naive = NaiveGame(variant)
        mine.reset()
        while legal := naive.legal():
            assert set(mine.lines()) == legal
            line = source.choice(sorted(legal))
            naive.play(line)
            mine.play(line)
        assert mine.lines() == []
        assert mine.look()[0] == list(board_of(moves_of(naive)))


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_list_is_a_scan_s_behind_moves_already_played(variant: str) -> None:
    for seed, share in enumerate((0.02, 0.3, 0.6, 0.9, 1.0)):
        game = moves_of(random_game(variant, seed))
        begun = game[: max(1, round(share * len(game)))]
        counted = Twice(variant, begun).compare(10, seed)
        assert counted.positions >= 10
        if share == 1.0:
            assert counted.offered == 0


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_list_is_a_scan_s_in_games_played_by_a_policy(variant: str) -> None:
    state = rules.build_state(MorpionPuzzle(variant))
    search = nrpa.make_search(
        rules.limits(state), {"level": 2, "iterations": 40, "alpha": 1.0}, np.ones(1), stream("test", 2)
    )
    both = Twice(variant)
    played = Compiled(variant, state=state)
    lengths = []
    for playout in range(800):
        nrpa.advance(state, search, 1)
        if playout % 5 == 0:
            game = [decode_move(number) for number in played.look()[0]]
            assert both.compare(1, guide=game).positions == len(game) + 1
            lengths.append(len(game))
    # long games, other than random ones
    assert max(lengths) >= {"5T": 80, "5D": 60, "4T": 52, "4D": 31}[variant]


def test_the_list_is_a_scan_s_along_the_record_games_and_random_ends_of_them(benchmark_data: Path) -> None:
    lengths = []
    for path in record_files(benchmark_data).values():
        variant, moves = record_moves(path)
        both = Twice(variant)
        counted = both.compare(1, guide=moves)
        assert counted.positions == len(moves) + 1
        for share in (0.25, 0.5, 0.75):
            both.compare(2, guide=moves[: round(share * len(moves))])
        Twice(variant, moves[: len(moves) // 2]).compare(3)
        lengths.append(len(moves))
    assert {178, 170, 82, 62, 35} <= set(lengths)
