"""Searches on the compiled rules of Kakuro: all solutions, the weights of dead ends, published puzzles."""

from __future__ import annotations

import csv
import dataclasses
import random
from pathlib import Path

import numpy as np
import pytest
from drivers.compiled_rules import (
    first_moves,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.kakuro_game import Game, play_out, random_puzzle
from oracles.naive_kakuro_rules import naive_solutions

from puzzles.engine.streams import stream
from puzzles.kakuro import FAMILY
from puzzles.kakuro.kernels.rules import build_state, limits, load_instance
from puzzles.kakuro.kernels.state import instance_of
from puzzles.kakuro.puzzle import Kakuro, blank
from puzzles.registry import decode, read
from solvers.searches import depth_first
from solvers.searches.tally import EXHAUSTED, STATUS

pytestmark = pytest.mark.compiled

MODES = st.sampled_from(["paper", "strong"])


def counted(puzzle: Kakuro, mode: str, wanted: int, seed: int) -> tuple[int, list[list[int]]]:
    """How the exhaustive search ended, and the solutions it found."""
    state = build_state(puzzle, mode=mode, trail=True)
    search = depth_first.make_search(limits(state), {"solutions": wanted}, np.ones(1), stream("test", seed))
    depth_first.advance(state, search, 1_000_000)
    return int(search.tally.counters[STATUS]), [board.tolist() for board in depth_first.solutions(search)]


@settings(max_examples=120)
@given(st.booleans(), st.integers(2, 9), MODES, st.randoms(use_true_random=False))
def test_the_exhaustive_search_finds_the_solutions_that_enumeration_finds(
    square: bool, values: int, mode: str, source: random.Random
) -> None:
    small = square or mode == "paper"  # there is nothing but digits' distinctness to cut it short
    puzzle = random_puzzle(source, square, min(values, 5) if small else values, 3 if small else 4)
    wanted = 20
    expected = [found for _, found in zip(range(wanted), naive_solutions(puzzle), strict=False)]
    status, solutions = counted(puzzle, mode, wanted, 1)
    assert len(solutions) == len(expected)
    for board in solutions:
        assert FAMILY.judge(puzzle, board).solved
    if len(expected) < wanted:
        assert status == EXHAUSTED
        assert sorted(solutions) == sorted(expected)


@pytest.mark.parametrize(("mode", "trail"), [("paper", True), ("strong", False), ("strong", True)])
def test_each_dead_end_of_a_strong_search_adds_one_to_the_weights_of_a_run(mode: str, trail: bool) -> None:
    source = random.Random(7)
    for _ in range(20):
        game = Game(random_puzzle(source, False, 5), mode, trail=trail)
        if game.naive.dead:
            continue
        for _ in range(15):
            before = game.state.weights.copy()
            play_out(game, source)
            gained = game.state.weights - before
            if game.naive.dead and mode == "strong" and trail:
                assert set(gained.tolist()) <= {0, 1}
                assert tuple(np.flatnonzero(gained).tolist()) in [run.cells for run in game.puzzle.runs]
            else:
                assert not gained.any()
            game.reset()
        load_instance(game.state, instance_of(game.puzzle))
        assert set(game.state.weights.tolist()) == {2}


def test_the_run_at_fault_gains_the_weight_and_draws_the_search() -> None:
    shape = blank(4, 3, [(row, column) for row in (1, 2, 3) for column in (1, 2)])
    sums = (3, 3, None, None, None)  # so both upper rows hold 1 and 2
    runs = tuple(run._replace(clue=clue) for run, clue in zip(shape.runs, sums, strict=True))
    game = Game(dataclasses.replace(shape, runs=runs), "strong", trail=True)
    game.play(4, 1)  # leaves both cells above it 2
    game.check()
    assert game.naive.dead
    assert game.state.weights.tolist() == [3, 2, 3, 2, 3, 2]
    game.reset()
    out = np.zeros(1_000, np.int64)
    first_moves(game.state, game.rng, out)
    assert set((out // 256).tolist()) == {0, 2}


def sample_puzzles(folder: Path) -> list[tuple[str, str, Kakuro]]:
    """(name, unique or multiple or none, puzzle) for each row of the index of published puzzles."""
    found = []
    for row in csv.DictReader((folder / "index.tsv").read_text().splitlines(), delimiter="\t"):
        name, _, line = row["file"].partition("#")
        text = decode((folder / name).read_bytes(), source=name)
        puzzle = read(text.split()[int(line) - 1] if line else text, source=name, family_name="kakuro")
        assert isinstance(puzzle, Kakuro)
        found.append((row["file"], row["solutions"], puzzle))
    return found


def test_published_puzzles_have_as_many_solutions_as_their_index_says(benchmark_data: Path) -> None:
    samples = sample_puzzles(benchmark_data / "kakuro")
    assert len(samples) >= 50
    for name, solutions, puzzle in samples:
        status, boards = counted(puzzle, "strong", 2, 3)
        assert len(boards) == {"none": 0, "unique": 1, "multiple": 2}[solutions], name
        assert status == EXHAUSTED or len(boards) == 2, name
        for board in boards:
            assert FAMILY.judge(puzzle, board).solved, name
