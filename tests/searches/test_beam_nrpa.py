"""NRPA with beams against the recursive description, playout after playout; a beam of 1 is NRPA."""

from __future__ import annotations

from itertools import islice, pairwise
from typing import Any

import numpy as np
import pytest
from oracles.naive_beam_nrpa import NaiveBeamNrpa
from oracles.naive_nrpa import Playout
from oracles.naive_streams import NaiveStream
from toys import ladder_toy
from toys.ladder_toy import LIMITS, WIDTH, NaiveLadder, build_ladder

from puzzles.engine.streams import stream
from solvers.searches import nrpa
from solvers.searches.learning import NrpaSearch
from solvers.searches.tally import PLAYOUTS, RESTARTS

pytestmark = pytest.mark.compiled

NO_BIAS = np.ones(1)
KNOWN = {"batch", "tau", "repetitions", "diversity", "repeated", "start", "threshold", "alpha1", "iterations1"}


def gains(seed: int, few: bool) -> np.ndarray:
    """Gains of which many are equal; few: so that scores are few too."""
    drawn = np.random.default_rng(seed).integers(-2, 3, ladder_toy.RUNGS * WIDTH * WIDTH).astype(float)
    return (np.sign(drawn) if few else drawn).reshape(ladder_toy.RUNGS, WIDTH, WIDTH)


def made(odds: np.ndarray, **settings: Any) -> NrpaSearch:
    return nrpa.make_search(LIMITS, {"level": 2, "iterations": 4, "alpha": 1.0, **settings}, odds, stream("test", 1))


def moves_of(search: NrpaSearch, row: int) -> list[tuple[int, list[int]]]:
    """The game of a row: at each choice the code of the move played, and the codes of all that were legal."""
    games, length = search.games, int(search.lengths[row])
    steps = [games.codes[row, a:b].tolist() for a, b in pairwise(games.starts[row, : length + 1].tolist())]
    return [(codes[at], codes) for codes, at in zip(steps, games.chosen[row, :length].tolist(), strict=True)]


def choices(played: Playout, root: Any) -> list[tuple[int, list[int]]]:
    position, found = root(), []
    for move, moves in played.sequence:
        if len(moves) > 1:
            found.append((position.policy_code(move), [position.policy_code(one) for one in moves]))
        position.play(move)
    return found


SETTINGS: list[dict[str, Any]] = [
    {"beam": "1.1.1", "start": 1},
    {"beam": "1", "start": 1, "batch": 3},
    {"beam": "2"},
    {"beam": "4.1.1", "diversity": "none"},
    {"beam": "3.2.2", "batch": 2},
    {"beam": "1.3", "diversity": "none", "tau": 1.4, "start": 1},
    {"beam": "3.2", "diversity": "set"},
    {"beam": "5", "diversity": "set", "batch": 4, "alpha1": 0.3, "iterations1": 9},
    {"beam": "2.2", "start": 6, "repetitions": 2},
    {"beam": "1", "repetitions": 1, "repeated": "sequences", "iterations": 0},
    {"beam": "3.3", "repetitions": 3, "repeated": "sequences"},
    {"beam": "1", "threshold": 3},
    {"beam": "2.2", "batch": 2, "threshold": 2},
    {"beam": "2", "restarts": "doubling"},
]


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("settings", SETTINGS, ids=lambda one: " ".join(f"{name}={of}" for name, of in one.items()))
def test_every_playout_is_that_of_the_recursive_search(settings: dict[str, Any], level: int) -> None:
    few = bool(settings.get("repetitions"))
    paid = gains(level + 3, few)
    odds = NO_BIAS if few else np.exp(np.random.default_rng(7).normal(0, 1, WIDTH * WIDTH))
    if "." in str(settings["beam"]):
        settings = {**settings, "beam": ".".join(settings["beam"].split(".")[:level])}
    search, state = made(odds, level=level, **settings), build_ladder(paid)

    def root() -> NaiveLadder:
        return NaiveLadder(paid, odds)

    naive = NaiveBeamNrpa(
        root,
        NaiveStream(int(stream("test", 1)[0])),
        settings.get("iterations", 4) or 1 << 60,
        1.0,
        beams=[int(one) for one in settings["beam"].split(".")],
        doubling="restarts" in settings,
        **{name: value for name, value in settings.items() if name in KNOWN},
    )
    assert search.beam is not None
    beam, tau = search.beam, settings.get("tau", 1.0)
    batch = settings.get("batch", 1)
    for number, played in enumerate(islice(naive.for_ever(level), 200), 1):
        task = int(beam.played[0])
        plain = np.zeros(search.policy.shape[1])
        plain[list(played.policy)] = list(played.policy.values())
        policy = search.policy[beam.policies[1, task // batch]]
        assert np.allclose(np.log(policy) * tau, plain, rtol=1e-9, atol=1e-9), number
        ladder_toy.advance(state, search, 1)
        assert search.tally.counters[PLAYOUTS] == number
        row = int(beam.first_games[-1]) + task
        assert moves_of(search, row) == choices(played, root)
        assert search.scores[row] == played.score
    assert search.rng[0] == naive.stream.state
    assert search.tally.counters[RESTARTS] > 0 or level == 3


@pytest.mark.parametrize("batch", [1, 3])
def test_a_beam_of_1_is_nrpa_bit_for_bit(batch: int) -> None:
    paid = gains(9, few=False)
    for level in (1, 2, 3):
        plain, wide = (made(NO_BIAS, level=level, batch=batch, **more) for more in ({}, {"beam": "1", "start": 1}))
        assert plain.beam is None
        assert wide.beam is not None
        for _ in range(100):
            for search in (plain, wide):
                ladder_toy.advance(build_ladder(paid), search, batch)
            assert plain.rng.tobytes() == wide.rng.tobytes()
            for at in range(1, level + 1):
                game, policy = wide.beam.games[at, 0], wide.beam.policies[at, 0]
                assert plain.policy[at].tobytes() == wide.policy[policy].tobytes()
                assert plain.scores[at] == wide.scores[game]
                assert plain.lengths[at] == wide.lengths[game]
                assert moves_of(plain, at) == moves_of(wide, game)
            for name in ("iterations", "repeats"):
                assert getattr(plain, name)[1:].tolist() == getattr(wide, name)[1:].tolist()
            assert [one.tobytes() for one in plain.tally] == [one.tobytes() for one in wide.tally]
