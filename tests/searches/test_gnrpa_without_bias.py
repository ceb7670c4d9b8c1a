"""GNRPA at temperature 1 without a bias is NRPA, bit for bit, on whole puzzles as on the toys of `test_nrpa`."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from priors.table import odds, puzzle_table
from puzzles.family import Puzzle
from puzzles.registry import get_family
from puzzles.samegame import instances as boards
from puzzles.samegame.kernels import rules as samegame_rules
from puzzles.tsptw import instances as routes
from solvers.runs.spec import SolveSpec
from solvers.session import Session

pytestmark = pytest.mark.compiled

ROUTE = routes.generate({"nodes": 25, "width": 400}, 1, 0, "test")[0]
BOARD = boards.generate({}, 1, 0, "test")[0]


def searched(
    puzzle: Puzzle, algorithm: str, prior: str = "none", table: npt.NDArray[np.float64] | None = None, **parameters: Any
) -> dict[str, Any]:
    """What some hundred playouts, restarts among them, led to: best score and board, policies, sequences, stream."""
    spec = SolveSpec(
        family=puzzle.family,
        puzzle=get_family(puzzle.family).to_json(puzzle),
        title="",
        algorithm=algorithm,
        prior=prior,
        seed=3,
        parameters={"level": 2, "iterations": 10, **parameters},
    )
    one = Session(spec, 0, table)
    one.advance(270)
    assert one.restarts == 2
    arrays = one.arrays()
    assert np.ptp(arrays["search.policy"]) > 0.0
    names = ("policy", "chosen", "lengths", "scores", "rng")
    kept = {name: arrays[f"search.{name}"].tobytes() for name in names}
    return {"best": one.best_score, "board": one.best_board(), **kept}


def assert_alike(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert [name for name in one if one[name] != other[name]] == []


@pytest.mark.parametrize("moves", ["windows", "plain"])
def test_on_tours_it_is_nrpa_without_a_prior_and_with_a_bias_of_scale_0(moves: str) -> None:
    tsptw = get_family("tsptw")
    even = odds(puzzle_table(tsptw, tsptw.priors.kind("distance"), ROUTE, {"bias": 0.0}), 1.0)
    nrpa = searched(ROUTE, "nrpa", moves=moves)
    assert_alike(nrpa, searched(ROUTE, "gnrpa", moves=moves, tau=1.0))
    assert_alike(nrpa, searched(ROUTE, "gnrpa", "distance", even, moves=moves, tau=1.0, bias=0.0))
    assert nrpa["policy"] != searched(ROUTE, "gnrpa", moves=moves, tau=1.4)["policy"]


@pytest.mark.parametrize("selective", ["off", "tabu"])
def test_on_samegame_it_is_nrpa_without_a_prior_and_with_even_odds(selective: str) -> None:
    state = samegame_rules.build_state(BOARD, prior_code=get_family("samegame").priors.kind("size").code)
    even = np.ones(samegame_rules.limits(state).prior_codes)
    nrpa = searched(BOARD, "nrpa", selective=selective)
    assert_alike(nrpa, searched(BOARD, "gnrpa", selective=selective, tau=1.0))
    assert_alike(nrpa, searched(BOARD, "gnrpa", "size", even, selective=selective, tau=1.0))
    assert nrpa["policy"] != searched(BOARD, "gnrpa", selective=selective, tau=1.4)["policy"]
