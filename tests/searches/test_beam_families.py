"""Beams on the three records of games: slices, checkpoints, insight, restarts, sequences that are the same."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from fuzz.checkpoints import EXAMPLES
from test_insight import entropy, offered

from puzzles.engine import kernels
from puzzles.parameters import ParameterError
from puzzles.registry import get_family
from solvers.registry import algorithm
from solvers.runs.spec import SolveSpec
from solvers.searches import learning
from solvers.searches.nrpa_intervals import IntervalGames
from solvers.searches.nrpa_items import ItemGames
from solvers.searches.nrpa_steps import StepGames
from solvers.session import Session

interpreted = pytest.mark.skipif(not kernels.INTERPRETED, reason="the compiled kernels are those of test_interpreted")
RECORDS = [("tsptw", StepGames), ("samegame", ItemGames), ("morpion", IntervalGames)]
BEAMS = {"level": 2, "iterations": 2, "batch": 2, "beam": "3.2"}


def session(family_name: str, **parameters: Any) -> Session:
    family = get_family(family_name)
    puzzle = family.parse(next(one.text for one in family.examples if one.name == EXAMPLES[family_name]))
    data, given = family.to_json(puzzle), {**BEAMS, **parameters}
    return Session(SolveSpec(family=family_name, puzzle=data, title="", algorithm="nrpa", parameters=given), 0)


def bits(one: Session) -> dict[str, bytes]:
    return {name: array.tobytes() for name, array in one.arrays().items()}


@interpreted
@pytest.mark.parametrize(("family", "record"), RECORDS)
def test_slices_and_checkpoints_change_nothing_and_insight_shows_the_beams(family: str, record: type) -> None:
    whole, sliced, resumed = (session(family) for _ in range(3))
    assert isinstance(whole.search.games, record)
    whole.advance(32)
    for playouts in (1, 7, 0, 5):
        sliced.advance(playouts)
    while resumed.playouts < 32:
        resumed.restore({name: array.copy() for name, array in sliced.arrays().items()})
        for one in (sliced, resumed):
            one.advance(1)
    assert bits(sliced) == bits(resumed) == bits(whole)
    assert whole.restarts > 0
    verdict = get_family(family).judge(whole.puzzle, whole.best_board() or ())
    assert verdict.legal
    assert verdict.score == whole.best_score

    beam, seen = whole.search.beam, whole.insight()
    assert seen is not None
    assert [len(level.beam) for level in seen.levels] != [0, 0]
    for level in seen.levels:
        rows = beam.games[level.level, : beam.counts[level.level]]
        kept = [float(one) for one in whole.search.scores[rows] if one > -math.inf]
        assert level.beam == tuple(kept) == tuple(sorted(set(kept), reverse=True))  # different scores, best first
        assert level.best == (kept[0] if kept else None)
        if level.entropy is not None:
            steps = [entropy(one) for one in offered(whole.search, rows[0], beam.policies[level.level, 0])]
            assert level.entropy == pytest.approx(sum(steps) / len(steps), rel=1e-6)

    whole.go_on()
    assert [(level.done, level.best, level.beam) for level in whole.insight().levels] == [(0, None, ())] * 2
    whole.advance(20)
    assert whole.restarts > 1


@interpreted
@pytest.mark.parametrize(("family", "record"), RECORDS)
def test_the_same_sequence_is_one_of_the_same_moves(family: str, record: type) -> None:
    one = session(family, level=1, beam="3", iterations=50, alpha=2.0)
    assert isinstance(one.search.games, record)
    one.advance(62)
    assert one.search.beam.played[0] == 0
    boards = {}
    for row in range(int(one.search.beam.first_games[-1]), len(one.search.scores)):
        one.search.tally.best_score[0] = -np.inf  # so that the next playout is the best
        one.advance(1)
        boards[row] = one.best_board()
    learning.take(one.search, max(boards), 0)
    boards[0] = boards[max(boards)]
    for first, board in boards.items():
        alike = [other for other in boards if learning.same(one.search, first, other)]
        assert alike == [other for other in boards if boards[other] == board]
    assert len(set(boards.values())) > 1


@interpreted
@pytest.mark.parametrize("family", ["tsptw", "morpion"])
def test_a_warm_start_is_learned_by_all_levels_and_begun_with_again(family: str) -> None:
    first, plain, beams = session(family), session(family, beam="1", batch=1), session(family)
    first.advance(30)
    board = np.array(first.best_board())
    found = []
    for one in (plain, beams):
        module = one._search_module
        found.append(module.begin_with(one.state, one.search, board, 5))
    assert found[0] == found[1]
    assert plain.search.policy[0].tobytes() == beams.search.policy[0].tobytes()
    assert all(row.tobytes() == plain.search.policy[0].tobytes() for row in beams.search.policy)
    beams.advance(100)
    assert beams.restarts > 0
    assert beams.search.policy[0].tobytes() == plain.search.policy[0].tobytes()


@interpreted
@pytest.mark.parametrize(("family", "record"), RECORDS)
def test_with_one_sequence_a_level_it_is_nrpa_bit_for_bit(family: str, record: type) -> None:
    plain, beams = session(family, beam="1"), session(family, beam="1.1", start=1)
    assert isinstance(plain.search.games, record)
    assert plain.search.beam is None
    for _ in range(10):
        for one in (plain, beams):
            one.advance(4)
        beam = beams.search.beam
        for level in (1, 2):
            game, policy = beam.games[level, 0], beam.policies[level, 0]
            assert plain.search.policy[level].tobytes() == beams.search.policy[policy].tobytes()
            assert plain.search.scores[level] == beams.search.scores[game]
            assert plain.search.lengths[level] == beams.search.lengths[game]
        assert plain.search.rng == beams.search.rng
        assert (plain.best_score, plain.best_board()) == (beams.best_score, beams.best_board())
    assert plain.restarts == beams.restarts > 0


def test_numbers_for_levels_are_checked() -> None:
    (beam,) = (one for one in algorithm("nrpa").parameters if one.name == "beam")
    assert [beam.check(one) for one in ("8.1.1", 8, 4.2, "1")] == ["8.1.1", "8", "4.2", "1"]
    for wrong in ("", "8.", "a", "0", "65", "-1", "1,2", "1 2", "٣", True):
        with pytest.raises(ParameterError, match=r"beam is .*; expected numbers from 1 to 64, one for each level"):
            beam.check(wrong)
    with pytest.raises(ParameterError, match=r"beam is 1\.1\.2; expected at most 2 numbers"):
        session("tsptw", beam="1.1.2")
    with pytest.raises(ParameterError, match="beam 32 with batch 33 is 1056 playouts; expected at most 1024"):
        session("tsptw", beam="32", batch=33)


def test_a_search_with_beams_has_a_kernel_of_its_own() -> None:
    family = get_family("tsptw")
    puzzle = family.parse(family.examples[0].text)
    names = [
        algorithm("gnrpa").kernel_name(family, puzzle, given, led=False)
        for given in ({}, {"beam": "1.1", "diversity": "none"}, {"repeated": "sequences"}, {"beam": "2"}, {"start": 1})
    ]
    assert names == [*["tsptw/nrpa"] * 3, *["tsptw/nrpa-beams"] * 2]
    assert algorithm("nmcs").kernel_name(family, puzzle, {}, led=False) == "tsptw/nmcs"
