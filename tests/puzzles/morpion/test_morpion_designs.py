"""The reference designs of the playout, against the naive implementation, the checker and published figures."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from drivers.morpion_games import record_files, record_moves
from oracles.naive_morpion import DIRECTIONS, VARIANTS, Line, NaiveGame

from puzzles.engine.kernels import kernel
from puzzles.engine.rules import legal_moves, play, reset, restore_position, save_position, score, snapshot, solved
from puzzles.engine.streams import next_below, stream
from puzzles.morpion.checker import judge, legal_moves_left
from puzzles.morpion.kernels.byte_board import ByteBoard, build, limits
from puzzles.morpion.kernels.designs import FullRescanState, PaperState, RectangleScanState, SortedState, StarScanState
from puzzles.morpion.puzzle import MorpionPuzzle, decode_move
from puzzles.parameters import Value
from solvers.searches import nmcs, nrpa
from solvers.searches.tally import BEST_LENGTH

pytestmark = pytest.mark.compiled

DESIGNS = (FullRescanState, StarScanState, RectangleScanState, SortedState, PaperState)
GAMES = 15


@kernel
def move_on(state, code):
    """Plays the line, or goes back to the root if the code is negative; the number of legal moves, and the score."""
    if code < 0:
        reset(state)
    else:
        play(state, code)
    return legal_moves(state, state.dots), score(state)


@kernel
def look_at(state, board):
    """The length of the snapshot, which is written to board, and whether nothing better exists."""
    return snapshot(state, board), solved(state)


@kernel
def save_or_restore(state, frame, kept):
    """Saves the position, or restores the saved one; the number of legal moves then."""
    if kept:
        restore_position(state, frame)
    else:
        save_position(state, frame)
    return legal_moves(state, state.dots)


@kernel
def random_games(state, games, rng, lengths):
    """The sum over all positions of the number of moves offered, in games of uniform moves; writes their lengths."""
    offered = 0
    for game in range(games):
        reset(state)
        count = legal_moves(state, rng)
        while count > 0:
            offered += count
            play(state, state.moves[next_below(rng, count)])
            count = legal_moves(state, rng)
        lengths[game] = score(state)
    return offered


@kernel
def compared_lists(papers, merged, games, rng):
    """The positions of so many games of uniform moves at which both list the same, one of them sorted; -1 if not."""
    positions = 0
    for _ in range(games):
        reset(papers)
        reset(merged)
        while True:
            count = legal_moves(papers, rng)
            if legal_moves(merged, rng) != count:
                return -1
            for k in range(count):
                if k > 0 and merged.moves[k] <= merged.moves[k - 1]:
                    return -1
                there = False
                for other in range(count):
                    there |= papers.moves[other] == merged.moves[k]
                if not there:
                    return -1
            if count == 0:
                break
            positions += 1
            code = merged.moves[next_below(rng, count)]
            play(papers, code)
            play(merged, code)
    return positions


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_sorted_list_is_the_papers_after_each_move_of_thousands_of_games(variant: str) -> None:
    states = [build(design, variant) for design in (PaperState, SortedState)]
    assert compared_lists(*states, 3_000, stream("test", 9)) > 3_000 * 15


class Played:
    """A design's state, with its moves named by lines, as in the naive game."""

    def __init__(self, design: type[ByteBoard], variant: str) -> None:
        self.state: Any = build(design, variant)
        self.limits = limits(self.state)
        self.length = int(variant[0])
        # where the cross begins: in the middle of an arena of 64 squares if touching, else of 32
        self.first = (32 if variant[1] == "T" else 16) - (5 if self.length == 5 else 3)
        self.frame = np.zeros(self.limits.frame, np.uint64)
        self.board = np.zeros(self.limits.board, np.int64)
        self.go(-1)

    def go(self, code: int) -> None:
        """Plays the line, or goes back to the root if the code is negative."""
        self.count, self.score = move_on(self.state, code)

    def line(self, code: int) -> Line:
        """The line that the paper's code d << 13 | v << 6 | u names (section II.D, L = 64)."""
        d, v, u = code >> 13, code >> 6 & 127, code & 63
        x, y = ((v - u, u), (v, u), (v + u - 63, u), (u, v))[d]
        x, y = x - self.first, y - self.first
        if d == 0:  # begins at its other end
            return x - self.length + 1, y + self.length - 1, DIRECTIONS.index((1, -1))
        return x, y, DIRECTIONS.index(((0, 1), (1, 1), (1, 0))[d - 1])

    def lines(self) -> dict[Line, int]:
        """The code of each legal line; one that is listed twice is refused."""
        codes = [int(code) for code in self.state.moves[: self.count]]
        lines = {self.line(code): code for code in codes}
        assert len(lines) == len(codes)
        return lines

    def game(self) -> list[int]:
        """The flat board of the game so far."""
        length, best = look_at(self.state, self.board)
        assert not best
        return [int(number) for number in self.board[:length]]

    def elsewhere_and_back(self, source: random.Random) -> None:
        """Saves the position, plays a few moves or to the end, and restores it: nothing of it is lost."""
        before, game = self.lines(), self.game()
        save_or_restore(self.state, self.frame, False)
        for _ in range(source.choice([1, 5, 1000])):
            if self.count == 0:
                break
            self.go(int(self.state.moves[source.randrange(self.count)]))
        self.count = save_or_restore(self.state, self.frame, True)
        assert self.lines() == before
        assert self.game() == game


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_design_lists_the_naive_moves_at_every_position(variant: str) -> None:
    source = random.Random(variant)
    played = [Played(design, variant) for design in DESIGNS]
    papers = played[-1]
    for _ in range(GAMES):
        naive = NaiveGame(variant)
        for one in played:
            one.go(-1)
            assert one.count == (28 if variant[0] == "5" else 40)
        away = source.randrange(20)
        while legal := naive.legal():
            lines = [one.lines() for one in played]
            assert all(set(found) == legal for found in lines)
            assert list(lines[DESIGNS.index(SortedState)].values()) == sorted(lines[-1].values()), "the list is sorted"
            if len(naive.lines) == away:
                papers.elsewhere_and_back(source)
            line = source.choice(sorted(legal))
            naive.play(line)
            for one, found in zip(played, lines, strict=True):
                one.go(found[line])
                assert one.score == len(naive.lines)
        assert not any(one.count for one in played)
        game = papers.game()
        assert [decode_move(number)[:2] for number in game] == naive.holes
        verdict = judge(MorpionPuzzle(variant), game)
        assert verdict.legal
        assert verdict.score == len(naive.lines)
        assert not legal_moves_left(variant, [decode_move(number) for number in game])


def test_record_games_fit_the_arena(benchmark_data: Path) -> None:
    # the longest known games: their lists are the naive ones to the end, so none of them meets the blocked border
    for path in record_files(benchmark_data).values():
        variant, moves = record_moves(path)
        naive = NaiveGame(variant)
        papers = Played(PaperState, variant)
        for move in moves:
            lines = papers.lines()
            assert set(lines) == naive.legal()
            line = (*move.squares(naive.length)[0], move.direction)
            naive.play(line)
            papers.go(lines[line])
        assert papers.count == len(naive.legal())
        length, best = look_at(papers.state, papers.board)
        assert tuple(decode_move(int(number)) for number in papers.board[:length]) == moves
        assert best == (len(moves) >= MorpionPuzzle(variant).rules.bound)


@pytest.mark.parametrize(("variant", "length", "offered"), [("5D", 42.9, 11.5), ("5T", 53.6, 11.9)])
def test_random_games_are_as_long_as_the_papers(variant: str, length: float, offered: float) -> None:
    # measured with the authors' program: both figures have three digits
    games = 25_000
    lengths = np.zeros(games, np.int64)
    total = random_games(build(PaperState, variant), games, stream("test", 1), lengths)
    assert abs(lengths.mean() - length) < 0.05 + 4 * lengths.std() / games**0.5
    assert abs(total / lengths.sum() - offered) < 0.1


@pytest.mark.parametrize("search", [nmcs, nrpa])
def test_searches_run_on_the_papers_design(search: Any) -> None:
    state = build(PaperState, "5D")
    parameters: dict[str, Value] = {"level": 2, "iterations": 20, "alpha": 1.0}
    found = search.make_search(limits(state), parameters, np.ones(1), stream("solve", 3))
    search.advance(state, found, 400)
    length = found.tally.counters[BEST_LENGTH]
    assert length == found.tally.best_score[0] > 50
    assert judge(MorpionPuzzle("5D"), found.tally.best_board[:length].tolist()).legal


def test_no_line_leaves_the_arena() -> None:
    # dots on all but the last inner square of a row: the lines that end there or begin outside are not legal
    for variant in VARIANTS:
        one = Played(FullRescanState, variant)
        width = 64 if variant[1] == "T" else 32
        before = one.lines()
        row = 6
        for x in range(width):
            if x != width - 5:
                one.state.board[x + width * row] |= 0b01010101
        one.go(next(iter(before.values())))
        found = [(x + one.first, y + one.first, d) for x, y, d in one.lines() if y + one.first == row and d == 0]
        assert found == [(width - 4 - one.length, row, 0)]
