"""Moves are drawn by their odds in real positions of Morpion Solitaire, however far apart the odds are."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from drivers.compiled_morpion import Compiled, line_of_move, moves_of
from drivers.compiled_rules import look
from oracles.chi_square import fits
from oracles.naive_morpion import VARIANTS, Line, NaiveGame, random_game

from puzzles.engine.kernels import kernel
from puzzles.engine.rules import snapshot
from puzzles.engine.streams import stream
from puzzles.morpion.checker import judge, legal_moves_left
from puzzles.morpion.puzzle import MorpionPuzzle, Move, board_of, decode_move
from puzzles.morpion.puzzle import moves_of as decoded
from solvers.searches import nrpa, sampling
from solvers.searches.learning import rollout

pytestmark = pytest.mark.compiled

DRAWS = 20_000
LEAST, MOST = 2.0**-113, 2.0**113
"""A policy's odds go a little further, see solvers.searches.nrpa_intervals."""


@kernel
def draw_games(state, search, step, begun, out, board):
    """Plays games by level 1's policy; writes the number of each one's move at a step, -1 if it begins otherwise."""
    for game in range(out.size):
        rollout(search, state, None)
        length = snapshot(state, board)
        out[game] = board[step] if length > step else -1
        for k in range(begun.size):
            if board[k] != begun[k]:
                out[game] = -1


def policy_search(one: Compiled, seed: int) -> Any:
    """An NRPA search that has not played; policy[1] holds the odds of each code."""
    settings = {"level": 1, "iterations": 10, "alpha": 1.0}
    return nrpa.make_search(one.limits, settings, np.ones(1), stream("test", seed))


def drawn_after(one: Compiled, search: Any, begun: tuple[Move, ...]) -> list[int]:
    """Of many games by the policy the numbers of the moves behind these; almost all games must begin with them."""
    out = np.zeros(DRAWS, np.int64)
    board = np.zeros(one.limits.board, np.int64)
    draw_games(one.state, search, len(begun), np.array(board_of(begun), np.int64), out, board)
    numbers = [number for number in out.tolist() if number >= 0]
    assert len(numbers) > 0.95 * DRAWS
    return numbers


def position(variant: str, begun: tuple[Move, ...]) -> NaiveGame:
    game = NaiveGame(variant)
    for move in begun:
        game.play(line_of_move(move, game.length))
    return game


def beginning(variant: str, length: int) -> tuple[Move, ...]:
    """First moves of a random game, after which there are many moves to draw from."""
    games = (moves_of(random_game(variant, seed))[:length] for seed in range(100))
    return next(game for game in games if len(position(variant, game).legal()) >= 8)


def lines_drawn(numbers: list[int], length: int) -> list[Line]:
    lines = {number: line_of_move(decode_move(number), length) for number in set(numbers)}
    return [lines[number] for number in numbers]


def fit(drawn: list[Line], odds: dict[Line, float]) -> bool:
    """The lines drawn are those of the odds, as often as these say."""
    assert set(drawn) <= set(odds)
    counts = dict.fromkeys(odds, 0)
    for line in drawn:
        counts[line] += 1
    total = sum(odds.values())
    return fits(list(counts.values()), [one / total for one in odds.values()])


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("begun", [0, 9, 18])
def test_a_policy_s_moves_are_drawn_by_their_odds_behind_moves_already_played(variant: str, begun: int) -> None:
    moves = beginning(variant, begun)
    one = Compiled(variant, moves)
    search = policy_search(one, begun)
    search.policy[1] = np.exp(np.random.default_rng(begun).normal(0.0, 1.0, search.policy.shape[1]))
    legal = position(variant, moves).legal()
    odds = {line: float(search.policy[1, one.code_by_line[line]]) for line in legal}
    assert fit(lines_drawn(drawn_after(one, search, moves), one.length), odds)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_policy_s_moves_are_drawn_by_their_odds_in_the_middle_of_a_game(variant: str) -> None:
    """The same game leads there almost each time, by odds of which each is a thousand times the next."""
    moves = beginning(variant, 16)
    one = Compiled(variant)
    search = policy_search(one, 1)
    search.policy[1] = np.exp(np.random.default_rng(2).normal(0.0, 1.0, search.policy.shape[1])) * 1e-20
    for number, move in enumerate(moves):
        search.policy[1, one.code_by_line[line_of_move(move, one.length)]] = MOST / 1e3**number
    odds = {line: float(search.policy[1, one.code_by_line[line]]) for line in position(variant, moves).legal()}
    assert fit(lines_drawn(drawn_after(one, search, moves), one.length), odds)


@pytest.mark.parametrize("variant", VARIANTS)
def test_odds_as_far_apart_as_they_get_draw_legal_moves_and_the_likely_ones(variant: str) -> None:
    one = Compiled(variant)
    search = policy_search(one, 3)
    chance = np.random.default_rng(3)
    seen = {LEAST: 0, 1.0: 0, MOST: 0}
    out, board = np.zeros(1, np.int64), np.zeros(one.limits.board, np.int64)
    for number in range(60):
        shares = [(1 / 3, 1 / 3, 1 / 3), (0.98, 0.01, 0.01), (0.01, 0.01, 0.98), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)]
        search.policy[1] = chance.choice(list(seen), search.policy.shape[1], p=shares[number % len(shares)])
        draw_games(one.state, search, 0, np.zeros(0, np.int64), out, board)
        played = decoded(one.look()[0])
        verdict = judge(MorpionPuzzle(variant), board_of(played))
        assert verdict.legal
        assert verdict.score == len(played)
        assert legal_moves_left(variant, played) == ()
        if number >= 20:
            continue
        game = NaiveGame(variant)
        for move in played:
            line = line_of_move(move, one.length)
            odds = {other: float(search.policy[1, one.code_by_line[other]]) for other in game.legal()}
            assert odds[line] == max(odds.values())
            seen[odds[line]] += 1
            game.play(line)
    assert min(seen.values()) > 20


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("begun", [0, 14])
def test_uniform_games_draw_each_legal_move_equally_often(variant: str, begun: int) -> None:
    moves = beginning(variant, begun)
    one = Compiled(variant, moves)
    search = sampling.make_search(one.limits, {}, np.ones(1), stream("test", begun))
    legal = position(variant, moves).legal()
    numbers = []
    for _ in range(5_000):
        sampling.advance(one.state, search, 1)
        look(one.state, one.board)
        numbers.append(int(one.board[begun]))
    assert fit(lines_drawn(numbers, one.length), dict.fromkeys(legal, 1.0))
