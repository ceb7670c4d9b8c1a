"""Playouts by a policy: each step offers all legal moves, whether the list is in registers or too long for them.

Lists of more than 32 are handed back and forth between two texts; lines of four, and scattered dots, have such lists.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from drivers.compiled_morpion import Compiled, line_of_move, state_at
from oracles.naive_morpion import VARIANTS, NaiveGame

from puzzles.engine.kernels import kernel
from puzzles.engine.streams import stream
from puzzles.morpion.kernels.state import BOUND, ORIGIN
from puzzles.morpion.puzzle import moves_of
from solvers.searches import nrpa
from solvers.searches.learning import rollout

pytestmark = pytest.mark.compiled

LANES = 32


@kernel
def play_once(state, search):
    return rollout(search, state, None)


def policy_search(one: Compiled, seed: int) -> Any:
    settings = {"level": 1, "iterations": 10, "alpha": 1.0}
    return nrpa.make_search(one.limits, settings, np.ones(1), stream("test", seed))


def offered(search: Any) -> list[tuple[int, list[int]]]:
    """For each recorded step the code that was played, and all that were offered (see nrpa_intervals)."""
    record = search.games.records[0, : int(search.games.counts[0])].astype(np.int64)
    code, came, left = record & ((1 << 24) - 1), record >> 24 & ((1 << 20) - 1), record >> 44
    chosen = search.games.chosen[0].astype(int)
    return [
        (int(code[chosen[step]]), code[(came <= step) & (step <= left)].tolist())
        for step in range(int(search.lengths[0]))
    ]


def assert_offered(one: Compiled, search: Any, game: NaiveGame) -> list[int]:
    """Plays once, and compares what was recorded with a game that is at the root; the lengths of the lists."""
    score = play_once(one.state, search)
    steps = offered(search)
    for played, codes in steps:
        lines = [one.line_by_code[code] for code in codes]
        assert len(set(lines)) == len(lines)
        assert set(lines) == game.legal()
        game.play(one.line_by_code[played])
    assert not game.legal()
    assert one.codes() == []
    board, length, _ = one.look()
    assert length == score == len(steps)
    assert [line_of_move(move, one.length) for move in moves_of(board)] == game.lines
    return [len(codes) for _, codes in steps]


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_step_of_a_playout_offers_the_legal_moves(variant: str) -> None:
    one = Compiled(variant)
    search = policy_search(one, 1)
    chance = np.random.default_rng(1)
    longest = []
    for _ in range(12):
        search.policy[1] = np.exp(chance.normal(0.0, 2.0, search.policy.shape[1]))
        longest.append(max(assert_offered(one, search, NaiveGame(variant))))
    assert max(longest) > (LANES if variant[0] == "4" else 27)


def test_a_list_that_outgrows_the_registers_and_comes_back_is_complete_throughout() -> None:
    source = random.Random(1)
    area = [(x, y) for x in range(-1, 11) for y in range(-1, 11)]
    middle = int(Compiled("5D").state.settings[ORIGIN])
    outgrown = 0
    for _ in range(8):
        root = NaiveGame("5D")
        root.dots = set(source.sample(area, 55))
        while not 24 <= (found := len(root.legal())) <= 28:
            if found < 24:
                root.dots.add(source.choice(area))
            else:
                root.dots.remove(source.choice(sorted(root.dots)))
        state = state_at("5D", middle, frozenset(root.dots))
        state.settings[BOUND] = 460  # 24 by 24 squares, each in one line of a direction at most
        one = Compiled("5D", state=state)
        search = policy_search(one, 2)
        for _ in range(2):
            game = NaiveGame("5D")
            game.dots = set(root.dots)
            lists = assert_offered(one, search, game)
            over = [length > LANES for length in lists]
            outgrown += any(over) and not all(over[over.index(True) :])
    assert outgrown > 3
