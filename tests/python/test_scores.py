"""Scores from a Python function of a batch of boards: the family's own make the compiled search, bit for bit."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import mcs_tui
from puzzles.family import Puzzle

Ints = npt.NDArray[np.int64]


@pytest.fixture
def puzzle() -> Puzzle:
    return mcs_tui.generate("samegame", seed=4, width=6, height=6)[0]


@pytest.mark.parametrize(
    ("algorithm", "options"),
    [("nrpa", {"level": 2, "batch": 5}), ("gnrpa", {"level": 2, "batch": 4}), ("sampling", {}), ("nmcs", {"level": 2})],
)
def test_the_familys_own_score_makes_the_compiled_search(
    puzzle: Puzzle, algorithm: str, options: dict[str, Any]
) -> None:
    def score(boards: Ints, lengths: Ints) -> list[float]:
        asked.append(len(boards))
        return [mcs_tui.check(puzzle, one[:n]).score for one, n in zip(boards, lengths, strict=True)]

    asked: list[int] = []
    compiled = mcs_tui.solve(puzzle, algorithm, playouts=45, seed=3, **options)
    outside = mcs_tui.solve(puzzle, algorithm, playouts=45, seed=3, score=score, **options)
    assert max(asked) > 1
    assert (outside.notation, outside.score) == (compiled.notation, compiled.score)
    assert outside.history.playouts.tolist() == compiled.history.playouts.tolist()
    assert outside.history.best.tolist() == compiled.history.best.tolist()
    assert outside.verdict is not None
    assert outside.verdict.facts["own_score"] == outside.score


def test_any_function_of_the_boards_is_searched_for(puzzle: Puzzle) -> None:
    shortest = mcs_tui.solve(puzzle, "nrpa", score=lambda boards, lengths: -lengths, level=2, playouts=300)
    longest = mcs_tui.solve(puzzle, "nrpa", score=lambda boards, lengths: lengths, level=2, playouts=300)
    assert shortest.board is not None
    assert longest.board is not None
    assert (shortest.score, longest.score) == (-len(shortest.board), len(longest.board))
    assert len(shortest.board) < len(longest.board)
    with mcs_tui.start(puzzle, "nrpa", score=lambda boards, lengths: lengths, level=2) as search:
        search.advance(300)
        assert search.result().notation == longest.notation


def test_stochastic_scores_are_those_that_were_given(puzzle: Puzzle) -> None:
    draws = np.random.default_rng(1)
    result = mcs_tui.solve(puzzle, "nrpa", score=lambda boards, lengths: draws.random(len(boards)), playouts=200)
    assert result.score == result.history.best[-1]


@pytest.mark.parametrize(
    ("algorithm", "score", "said"),
    [
        ("nrpa", lambda boards, lengths: 1.0, "the score function returned float64 of shape"),
        ("nrpa", lambda boards, lengths: lengths * np.nan, "the score function returned nan for board 0 of 64"),
        ("lns", lambda boards, lengths: lengths, "scores from a function are for sampling, nmcs, nrpa"),
        ("amcs", lambda boards, lengths: lengths, "scores from a function are for sampling, nmcs, nrpa"),
        ("lnmcs", lambda boards, lengths: lengths, "scores from a function are for sampling, nmcs, nrpa"),
    ],
)
def test_what_is_no_score_is_refused_in_one_line(puzzle: Puzzle, algorithm: str, score: Any, said: str) -> None:
    with pytest.raises(mcs_tui.ParameterError, match=said):
        mcs_tui.solve(puzzle, algorithm, score=score, playouts=100)


def test_what_the_function_raises_comes_out(puzzle: Puzzle) -> None:
    def score(boards: Ints, lengths: Ints) -> Ints:
        raise KeyError("no such thing")

    with pytest.raises(KeyError, match="no such thing"):
        mcs_tui.solve(puzzle, "nrpa", score=score, playouts=100)
