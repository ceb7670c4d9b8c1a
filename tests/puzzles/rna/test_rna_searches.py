"""Searches for designs: their playouts are the naive implementation's, and what they report agrees with ViennaRNA."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import islice
from typing import Any

import msgspec
import numpy as np
import pytest
from drivers.rna_targets import random_puzzle
from oracles.naive_nmcs import for_ever
from oracles.naive_nrpa import NaiveNrpa
from oracles.naive_rna import NaiveDesign
from oracles.naive_streams import NaiveStream

from puzzles.engine.streams import stream
from puzzles.registry import get_family
from puzzles.rna.kernels.rules import build_state, limits
from puzzles.rna.kernels.state import FIRST_MOVE, NGRAM
from puzzles.rna.puzzle import RnaPuzzle
from solvers.runs.spec import SolveSpec
from solvers.searches import nmcs, nrpa, sampling
from solvers.searches.tally import IMPROVEMENTS, PLAYOUTS, SOLVED
from solvers.session import Session

pytestmark = pytest.mark.compiled

RNA = get_family("rna")
EASY = RnaPuzzle("((((....))))..((((....))))", name="two hairpins")
ALGORITHMS = ["sampling", "nmcs", "nrpa", "gnrpa"]


def session(puzzle: RnaPuzzle, algorithm: str, prior: str = "none", seed: int = 1, **parameters: Any) -> Session:
    spec = SolveSpec(
        family="rna",
        puzzle=RNA.to_json(puzzle),
        title="",
        algorithm=algorithm,
        prior=prior,
        seed=seed,
        parameters=parameters,
    )
    weights = RNA.priors.handmade(prior) if prior.startswith("nemo") else ()
    if prior == "ngram":
        return Session(spec, 0, np.exp(np.random.default_rng(2).normal(0, 1, FIRST_MOVE + 1)))
    return Session(spec, 0, np.exp(np.array(weights)) if weights else None)


def assert_judged(one: Session, puzzle: RnaPuzzle) -> bool:
    """The checker gives the best board its score; True if it calls that solved."""
    board = one.best_board()
    assert board is not None
    verdict = RNA.judge(puzzle, board)
    assert verdict.legal
    assert verdict.score == pytest.approx(one.best_score, abs=1e-9)
    assert verdict.solved == (one.status == "solved")
    return verdict.solved


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("prior", ["none", "nemo", "nemo-paper", "nemo-pairs", "ngram"])
def test_each_search_solves_two_hairpins(algorithm: str, prior: str) -> None:
    if prior != "none" and algorithm == "nrpa":
        prior = "none"
    one = session(EASY, algorithm, prior)
    while one.status == "running" and one.playouts < 20_000:
        one.advance(500)
        assert_judged(one, EASY)
    assert one.status == "solved"
    assert one.best_score == 1.0


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("objective", ["nemo", "lexicographic"])
def test_every_improved_design_has_the_checker_s_score(algorithm: str, objective: str) -> None:
    rng = random.Random(len(algorithm))
    for length in (20, 45, 80):
        puzzle = random_puzzle(rng, length, restrained=0.1, objective=objective)
        one = session(puzzle, algorithm, "nemo" if algorithm == "gnrpa" else "none")
        improved = 0
        for _ in range(60):
            before = one.best_score
            one.advance(1)
            if one.best_score != before:
                improved += 1
                assert_judged(one, puzzle)
            if one.status == "solved":
                break
        assert improved > 0


@pytest.mark.parametrize("model", ["eterna-v1", "1999-d2", "dna-2004"])
def test_other_models_agree_with_the_checker_too(model: str) -> None:
    rng = random.Random(3)
    for length in (20, 45, 80):
        for algorithm in ("sampling", "gnrpa"):
            one = replace(random_puzzle(rng, length), model=model)
            run = session(one, algorithm, "nemo")
            for _ in range(25):
                run.advance(1)
                assert_judged(run, one)
    easy = replace(EASY, model=model)
    run = session(easy, "gnrpa", "nemo")
    run.advance(5000)
    assert assert_judged(run, easy)


def test_gnrpa_without_a_prior_is_nrpa() -> None:
    rng = random.Random(9)
    puzzle = random_puzzle(rng, 50)
    settings = {"level": 2, "iterations": 10, "history": 1}
    plain, general = session(puzzle, "nrpa", **settings), session(puzzle, "gnrpa", tau=1.0, **settings)
    for _ in range(5):
        assert plain.advance(47) == general.advance(47)
        for name, array in plain.arrays().items():
            assert array.tobytes() == general.arrays()[name].tobytes(), name


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_slices_and_checkpoints_change_nothing(algorithm: str) -> None:
    puzzle = random_puzzle(random.Random(12), 60)
    prior = "none" if algorithm == "nrpa" else "ngram"
    whole, sliced, resumed = (session(puzzle, algorithm, prior) for _ in range(3))
    whole.advance(150)
    for playouts in (1, 7, 0, 40):
        sliced.advance(playouts)
    saved = {name: array.copy() for name, array in sliced.arrays().items()}
    assert not [name for name in saved if name.startswith(("state.fold", "state.cache"))]
    sliced.advance(150 - sliced.playouts)
    resumed.restore(saved)
    resumed.advance(150 - resumed.playouts)
    assert whole.playouts == 150
    folds = {"state.scalars"}  # among them how many were folded: what was remembered is not saved
    for name, array in whole.arrays().items():
        assert array.tobytes() == sliced.arrays()[name].tobytes(), name
        assert name in folds or array.tobytes() == resumed.arrays()[name].tobytes(), name


@pytest.mark.parametrize("prior", [0, NGRAM])
@pytest.mark.parametrize("history", [0, 2])
def test_playouts_of_nrpa_are_those_of_the_papers(prior: int, history: int) -> None:
    rng = random.Random(prior + history)
    puzzle = random_puzzle(rng, 34, restrained=0.1)
    order = "string" if prior else "pairs"
    odds = np.exp(np.random.default_rng(7).normal(0, 1.5, FIRST_MOVE + 1)) if prior else np.ones(1)

    def root() -> NaiveDesign:
        return NaiveDesign(puzzle, order, history, "ngram" if prior else "", odds)

    state = build_state(puzzle, prior_code=prior, order=order, history=history)
    settings = {"level": 2, "iterations": 6, "alpha": 1.0, "tau": 1.5}
    search = nrpa.make_search(limits(state), settings, odds, stream("test", 2))
    naive = NaiveNrpa(root, NaiveStream(int(stream("test", 2)[0])), 6, 1.0, 1.5)
    for number, played in enumerate(islice(naive.for_ever(2), 50), 1):
        status = nrpa.advance(state, search, 1)
        position = root()
        for move, _ in played.sequence:
            position.play(move)
        assert state.bases[1:-1].tolist() == position.board()
        assert search.scores[0] == pytest.approx(played.score, rel=1e-12)
        assert search.tally.counters[PLAYOUTS] == number
        if status == SOLVED:
            assert position.solved()
            return


@pytest.mark.parametrize("prior", [0, NGRAM])
def test_playouts_of_nmcs_are_those_of_the_paper(prior: int) -> None:
    puzzle = random_puzzle(random.Random(30 + prior), 30)
    order = "string" if prior else "pairs"
    odds = np.exp(np.random.default_rng(8).normal(0, 1.5, FIRST_MOVE + 1)) if prior else np.ones(1)
    root = NaiveDesign(puzzle, order, 0, "ngram" if prior else "", odds)
    state = build_state(puzzle, prior_code=prior, order=order)
    search = nmcs.make_search(limits(state), {"level": 1}, odds, stream("test", 3))
    naive = for_ever(1, root, NaiveStream(int(stream("test", 3)[0])), biased=bool(prior))
    for played in islice(naive, 120):
        status = nmcs.advance(state, search, 1)
        position = root.copy()
        for move in played.moves:
            position.play(move)
        assert state.bases[1:-1].tolist() == position.board()
        assert search.scores[0] == pytest.approx(played.score, rel=1e-12)
        assert (status == SOLVED) == played.solved


def test_the_policy_learns_a_design_to_begin_with() -> None:
    """After a warm start with a solution a search of that policy finds it, or another, at once."""
    puzzle = RnaPuzzle("((((....))))..((((....))))..((((....))))..((((....))))")
    solution = session(puzzle, "gnrpa", "nemo")
    solution.advance(20_000)
    board = solution.best_board()
    assert solution.status == "solved"
    assert board is not None
    spec = SolveSpec(
        family="rna",
        puzzle=RNA.to_json(puzzle),
        title="",
        algorithm="nrpa",
        prior="none",
        warm_start=list(board),
        parameters={"warmth": 30},
    )
    warm = Session(spec, 0)
    assert warm.advance(20) == "solved"
    assert assert_judged(warm, puzzle)
    assert warm.shortfall == ""
    other = Session(msgspec.structs.replace(spec, warm_start=[0] * len(board)), 0)
    assert other.shortfall == "learned nothing of the warm start: the search does not reach it"


def test_a_design_that_is_fixed_altogether_is_judged_once() -> None:
    puzzle = RnaPuzzle("((((....))))", "GGGGAAAACCCC")
    one = session(puzzle, "sampling")
    assert one.advance(10) == "solved"
    assert one.playouts == 1
    misfolding = RnaPuzzle("((((....))))", "GUGUAAAAGUGU")
    one = session(misfolding, "gnrpa", "nemo")
    one.advance(100)
    assert one.playouts == 100
    assert not assert_judged(one, misfolding)
    assert one.arrays()["search.tally.counters"][IMPROVEMENTS] == 1


def test_sampling_goes_by_the_prior() -> None:
    """NEMO's weights sample A far oftener than a uniform draw does, at unpaired positions."""
    puzzle = RnaPuzzle("((((((((.........))))))))")
    shares = []
    for prior in ("none", "nemo"):
        state = build_state(puzzle, prior_code=2 if prior == "nemo" else 0)
        odds = np.exp(np.array(RNA.priors.handmade("nemo"))) if prior == "nemo" else np.ones(1)
        search = sampling.make_search(limits(state), {}, odds, stream("test", 4))
        adenines = 0
        for _ in range(200):
            search.tally.counters[1] = 0
            sampling.advance(state, search, 1)
            adenines += int((state.bases[10:17] == 1).sum())
        shares.append(adenines / 200 / 7)
    assert shares[0] == pytest.approx(0.25, abs=0.05)
    assert shares[1] == pytest.approx(0.93, abs=0.03)
