"""Large neighbourhood search on Morpion Solitaire: games are those of the order, wherever they are played on from."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from drivers.compiled_rules import moves_at, play_move, reset_state

from puzzles.engine.streams import stream
from puzzles.morpion.kernels import rules as morpion
from puzzles.morpion.puzzle import MorpionPuzzle
from puzzles.registry import get_family
from solvers.runs.status import Insight
from solvers.searches import neighbourhood
from solvers.searches.insight import insight, merit
from solvers.searches.neighbourhood import CURRENT_ROW, LENGTH, PLAYED, STRIDE
from solvers.searches.tally import BEST_LENGTH, RESTARTS

GIVEN = {"hot": 0.8, "cold": 0.1, "period": 10, "growth": 0.0, "held": 0.5, "changes": 3, "reach": 20}


RUNS_ON = 1 << 30
"""A step behind the end of all games."""


def started(variant: str, seed: int = 1, period: int = 10) -> tuple[Any, neighbourhood.NeighbourhoodSearch]:
    state = morpion.build_state(MorpionPuzzle(variant, ()))
    given = GIVEN | {"period": period}
    return state, neighbourhood.make_search(morpion.limits(state), given, np.ones(1), stream("test", seed))


@pytest.mark.parametrize("variant", ["5D", "5T"])
def test_a_game_keeps_to_the_order_except_where_it_is_changed(variant: str) -> None:
    state, search = started(variant, period=100)
    other = morpion.build_state(MorpionPuzzle(variant, ()))
    neighbourhood.advance(state, search, 1)
    drawn = returned = 0
    for _ in range(12):
        codes = search.codes[CURRENT_ROW, : search.scalars[LENGTH]].tolist()
        search.held[:], search.breaks[:] = -1, -1
        neighbourhood.advance(state, search, 1)
        held, breaks = set(search.held[:, 0].tolist()), search.breaks.tolist()
        order = {code: step for step, code in enumerate(codes) if code not in held}
        first = min(codes.index(one) if one in codes else RUNS_ON for one in held) if held != {-1} else RUNS_ON
        first = min([first, *(step for step in breaks if step >= 0)])
        reset_state(other)
        for step in range(int(state.scalars[1])):
            count = moves_at(other, search.rng)
            legal = other.moves[:count].tolist()
            played = codes[step] if step < first else int(search.moves[PLAYED, step])
            preferred = min(legal, key=lambda code: order.get(code, RUNS_ON))
            assert played in legal
            if step in breaks and any(code not in order for code in legal):
                assert played not in order
            elif preferred in order:
                assert played == preferred
            drawn += played not in order
            returned += step > first and played in order
            play_move(other, played)
        assert moves_at(other, search.rng) == 0
    assert drawn > 10
    assert returned > 10


def test_positions_that_are_kept_change_no_game() -> None:
    found = []
    for stride in (1, 8, 1000):
        state, search = started("5T", seed=2)
        search.kept[STRIDE] = stride
        frames = np.zeros((search.moves.shape[1] // stride + 1, search.frames.shape[1]), np.uint64)
        search = search._replace(frames=frames)
        neighbourhood.advance(state, search, 15)
        found.append([search.rng[0], search.scalars.tolist(), search.moves[CURRENT_ROW].tolist()])
    assert found[0] == found[1] == found[2]


def test_it_begins_with_a_game_and_goes_on_from_it() -> None:
    family = get_family("morpion")
    puzzle = MorpionPuzzle("5T", ())
    state, search = started("5T")
    neighbourhood.advance(state, search, 8)
    board = search.tally.best_board[: search.tally.counters[BEST_LENGTH]].copy()
    state, again = started("5T", seed=3)
    assert neighbourhood.begin_with(state, again, board, 0) == (board.size, board.size)
    assert again.scalars[LENGTH] == board.size
    half = board.size // 2
    assert neighbourhood.begin_with(state, again, board[:half], 0) == (half, half)
    assert again.scalars[LENGTH] > half  # played to its end
    neighbourhood.advance(state, again, 3)
    best = again.tally.best_board[: again.tally.counters[BEST_LENGTH]]
    assert family.judge(puzzle, tuple(best.tolist())).legal


def test_each_cooling_begins_with_a_new_game_unless_one_was_given() -> None:
    state, search = started("5T")
    neighbourhood.advance(state, search, 11)
    board = search.tally.best_board[: search.tally.counters[BEST_LENGTH]].copy()
    lines = set(search.codes[CURRENT_ROW, : search.scalars[LENGTH]].tolist())
    neighbourhood.advance(state, search, 1)
    drawn = set(search.codes[CURRENT_ROW, : search.scalars[LENGTH]].tolist())
    assert search.tally.counters[RESTARTS] == 1
    assert len(lines & drawn) < len(lines) / 2
    state, given = started("5T")
    neighbourhood.begin_with(state, given, board, 0)
    for _ in range(30):
        before = given.scalars[LENGTH]
        neighbourhood.advance(state, given, 1)
        assert given.scalars[LENGTH] >= before - 12
    assert given.tally.counters[RESTARTS] == 2


def test_it_tells_its_temperature_how_far_it_is_and_its_present_score() -> None:
    state, search = started("5T")
    assert (insight(search), merit(search)) == (Insight(), None)
    neighbourhood.advance(state, search, 6)  # a game, and half of ten proposals
    told = insight(search)
    assert told is not None
    assert told.temperature == pytest.approx(GIVEN["hot"] * (GIVEN["cold"] / GIVEN["hot"]) ** 0.5)
    assert [(level.done, level.of, level.best) for level in told.levels] == [(5, 10, merit(search))]
    assert merit(search) == search.scalars[LENGTH]
    neighbourhood.advance(state, search, 6)
    assert search.tally.counters[RESTARTS] == 1
