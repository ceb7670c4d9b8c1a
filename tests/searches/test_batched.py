"""Scores from a Python function: with the family's own score it is the compiled search, bit for bit."""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Callable
from functools import partial
from subprocess import run
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from puzzles.engine.kernels import INTERPRETED
from puzzles.family import Puzzle
from puzzles.parameters import ParameterError
from puzzles.registry import families, get_family
from solvers.runs.spec import SolveSpec
from solvers.searches.batched import NOTHING, scored
from solvers.session import Session

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

EXAMPLES = {
    "latin": "order-9",
    "kakuro": "crossword-6",
    "morpion": "opening-5D",
    "samegame": "board-6",
    "tsptw": "route-13",
    "rna": "hairpin",
}
LIVELY = {"level": 3, "iterations": 3, "batch": 5}
SEARCHES: dict[str, tuple[str, dict[str, Any]]] = {
    "nrpa": ("nrpa", LIVELY),
    "nrpa, repeats": ("nrpa", {"level": 2, "iterations": 9, "batch": 1, "repetitions": 2}),
    "gnrpa, beams": ("gnrpa", {**LIVELY, "iterations": 2, "beam": "3.2", "tau": 1.3}),
    "blnrpa": ("blnrpa", LIVELY),
    "nrpa, threads": ("nrpa", {**LIVELY, "threads": 2}),
    "sampling": ("sampling", {}),
    "nmcs": ("nmcs", {"level": 2}),
}
SLICES = (1, 6, 40, 13)
COMPILED = "samegame"
ALSO_COMPILED = ("nrpa", "sampling")
"""Kinds of which kernels are compiled, for that family alone: each takes half a minute."""


def puzzle_of(family: str) -> Puzzle:
    found = get_family(family)
    return found.parse(next(one.text for one in found.examples if one.name == EXAMPLES[family]))


def session(puzzle: Puzzle, name: str, **more: Any) -> Session:
    parameters = more.pop("parameters", {})
    family = get_family(puzzle.family)
    spec = SolveSpec(
        family=family.name, puzzle=family.to_json(puzzle), title="", algorithm=name, parameters=parameters, prior="none"
    )
    return Session(spec, 0, **more)


def by_the_checker(puzzle: Puzzle) -> Callable[[Ints, Ints], list[float]]:
    """The family's own score, of each board what its checker says."""
    judge = get_family(puzzle.family).judge

    def score(boards: Ints, lengths: Ints) -> list[float]:
        assert (boards[np.arange(boards.shape[1]) >= lengths[:, np.newaxis]] == NOTHING).all()
        return [judge(puzzle, tuple(row[:n].tolist())).score for row, n in zip(boards, lengths, strict=True)]

    return score


def place(one: Session) -> dict[str, npt.NDArray[Any]]:
    """The arrays that the search goes on from: of games and frames what stands behind their ends is left out.

    So are of NMCS the last playouts, and the games of playouts after the one that solved the puzzle.
    """
    left_out = ["codes", "biases", "starts", "chosen", "listed", "records", "features", "streams", "frames", "counts"]
    left_out += ["lengths"] if one.status == "solved" else []
    arrays = {name: array for name, array in one.arrays().items() if not name.endswith(tuple(left_out))}
    if "search.frames" in one.arrays():
        arrays |= {
            name: arrays[name][1:-1]
            for name in ("search.sequences", "search.scores", "search.lengths")
            if name in arrays
        }
    return arrays


@pytest.mark.parametrize("kind", SEARCHES)
@pytest.mark.parametrize("family", [one.name for one in families() if one.name in EXAMPLES])
def test_the_familys_own_score_makes_the_compiled_search(family: str, kind: str) -> None:
    name, parameters = SEARCHES[kind]
    if not INTERPRETED and (family != COMPILED or kind not in ALSO_COMPILED):
        pytest.skip("it is run interpreted")
    if name == "blnrpa" and family not in ("tsptw", "samegame"):
        pytest.skip("it has no features")
    puzzle = puzzle_of(family)
    plain = {"start": 1} if "nrpa" in name and "beam" not in parameters and "threads" not in parameters else {}
    compiled = session(puzzle, name, parameters={**parameters, **plain})
    score = by_the_checker(puzzle)
    outside = session(
        puzzle, name, parameters={**parameters, **plain}, scored=partial(scored, score=score, until_solved=True)
    )
    for playouts in SLICES:
        assert outside.advance(playouts) == compiled.advance(playouts)
        assert outside.best_board() == compiled.best_board()
        assert outside.improvements() == compiled.improvements()
        found, expected = place(outside), place(compiled)
        assert found.keys() == expected.keys()
        for array in found:
            np.testing.assert_array_equal(found[array], expected[array], array)


@pytest.mark.skipif(INTERPRETED, reason="this is what it runs")
def test_all_of_it_holds_interpreted() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", __file__]
    done = run(command, env=os.environ | {"MCS_TUI_JIT": "0"}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def by_length(boards: Ints, lengths: Ints) -> Ints:
    return lengths


@pytest.mark.parametrize("name", ["gnrpa", "sampling", "nmcs"])
def test_a_function_that_raises_leaves_the_search_as_it_was(name: str) -> None:
    puzzle = puzzle_of(COMPILED)
    calls = []

    def failing(boards: Ints, lengths: Ints) -> Ints:
        calls.append(len(lengths))
        if len(calls) % 2:
            raise KeyboardInterrupt
        return lengths

    whole, broken = (session(puzzle, name, scored=partial(scored, score=one)) for one in (by_length, failing))
    whole.advance(60)
    while broken.playouts < 60:
        with contextlib.suppress(KeyboardInterrupt):
            broken.advance(60 - broken.playouts)
    assert broken.best_board() == whole.best_board()
    assert broken.improvements() == whole.improvements()
    np.testing.assert_array_equal(broken.search.rng, whole.search.rng)


@pytest.mark.parametrize(
    ("returned", "line"),
    [
        (lambda n: np.zeros(n + 1), "returned float64 of shape (2,); expected one number for each of 1 boards"),
        (lambda n: 3.0, "returned float64 of shape ()"),
        (lambda n: ["much"] * n, "expected one number for each of 1 boards"),
        (lambda n: [float("nan")] * n, "returned nan for board 0 of 1; expected a number below inf"),
    ],
)
def test_what_is_no_score_is_refused(returned: Callable[[int], npt.ArrayLike], line: str) -> None:
    one = session(
        puzzle_of(COMPILED), "nrpa", scored=partial(scored, score=lambda boards, lengths: returned(len(lengths)))
    )
    with pytest.raises(ParameterError, match=re.escape(line)):
        one.advance(5)
    assert one.playouts == 0


@pytest.mark.skipif(not INTERPRETED, reason="it is run interpreted")
def test_a_solution_of_the_puzzle_ends_the_search_only_if_asked_to() -> None:
    puzzle = puzzle_of("rna")
    for asked in (True, False):
        one = session(puzzle, "nrpa", scored=partial(scored, score=by_the_checker(puzzle), until_solved=asked))
        assert one.advance(300) == ("solved" if asked else "running")


def test_boards_of_minus_inf_are_not_learned_from() -> None:
    one = session(
        puzzle_of(COMPILED),
        "nrpa",
        parameters={"batch": 4},
        scored=partial(scored, score=lambda boards, lengths: np.full(len(lengths), -np.inf)),
    )
    one.advance(40)
    assert one.best_board() is None
    assert (one.search.policy == 1.0).all()


def test_other_searches_take_no_scores() -> None:
    with pytest.raises(ParameterError, match="are for sampling, nmcs, nrpa, gnrpa and blnrpa"):
        session(puzzle_of(COMPILED), "lns", scored=partial(scored, score=by_length))
