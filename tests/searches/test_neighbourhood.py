"""Large neighbourhood search, game after game, against plain Python."""

from __future__ import annotations

from functools import partial
from itertools import islice

import numpy as np
import pytest
from oracles.naive_neighbourhood import Settings, games
from oracles.naive_streams import NaiveStream
from toys import ladder_toy
from toys.ladder_toy import LIMITS, RUNGS, WIDTH, NaiveLadder, build_ladder

from puzzles.engine.streams import stream
from solvers.searches import neighbourhood
from solvers.searches.neighbourhood import CURRENT, CURRENT_ROW, LENGTH, PLAYED
from solvers.searches.tally import RESTARTS

pytestmark = pytest.mark.compiled

advance_toy = partial(ladder_toy.advance, module=neighbourhood)


@pytest.mark.parametrize("biased", [False, True])
@pytest.mark.parametrize("changes", [1, 4])
def test_every_game_is_that_of_plain_python(changes: int, biased: bool) -> None:
    gains = np.random.default_rng(changes).integers(-2, 3, (RUNGS, WIDTH, WIDTH)).astype(float)
    odds = np.exp(np.random.default_rng(7).normal(0, 2, WIDTH * WIDTH)) if biased else np.ones(1)
    given = Settings(hot=3.0, cold=0.25, period=20.0, growth=0.5, held=0.4, changes=changes, reach=4, biased=biased)
    source = NaiveStream(int(stream("test", 1)[0]))
    state = build_ladder(gains)
    search = neighbourhood.make_search(LIMITS, given._asdict(), odds, stream("test", 1))
    taken = 0
    for game in islice(games(NaiveLadder(gains, odds), source, given), 200):
        before = search.moves[CURRENT_ROW].tolist()
        advance_toy(state, search, 1)
        end = len(game.moves)
        first = next((step for step, move in enumerate(game.moves) if move != before[step]), end) if taken else 0
        assert before[:first] + search.moves[PLAYED, first:end].tolist() == game.moves
        assert search.codes[PLAYED, first:end].tolist() == game.codes[first:]
        assert search.rng[0] == source.state
        if game.taken:
            assert search.scalars[LENGTH] == len(game.moves)
            assert search.real_scalars[CURRENT] == game.score
            taken += 1
    assert 20 < taken < 180
    assert search.tally.counters[RESTARTS] == 5  # after 20, 28.3, 34.6, 40 and 44.7 games
