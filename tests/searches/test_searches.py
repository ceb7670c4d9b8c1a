"""Every registered search on every family: slices, checkpoints, workers, and the checker on what it finds."""

from __future__ import annotations

import importlib
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from puzzles.engine.contract import RulesModule, load
from puzzles.engine.rules import accept, implements, mark, propose, start, undo
from puzzles.family import Family, Puzzle
from puzzles.parameters import ParameterError, resolve
from puzzles.registry import families, get_family
from puzzles.rna.kernels.state import FOLDS
from solvers.registry import algorithm, algorithms_for
from solvers.runs.spec import SolveSpec
from solvers.session import Session

pytestmark = pytest.mark.compiled

SHAPES: dict[str, dict[str, Any]] = {
    "latin": {"order": 30, "holes": 0.42},
    "kakuro": {"shape": "square", "rows": 7, "columns": 7, "values": 8},
    "sudoku": {"order": 25, "holes": 0.6},
    "tsptw": {"nodes": 25, "width": 400},
}
"""Generator parameters of puzzles that no search here solves in paper mode within PLAYOUTS, and that leave it a choice;
else the defaults."""

EASY: dict[str, dict[str, Any]] = {
    "latin": {"order": 9, "holes": 0.5},
    "kakuro": {"shape": "square", "rows": 4, "columns": 4, "values": 6},
    "sudoku": {"order": 9, "holes": 0.4},
}
"""The same, of puzzles that every search solves in strong mode."""

HARD_TEXTS = {"rna": "(...)..(...)..(...)..(...)"}
"""Of families without a generator, a puzzle that no search solves: a pair alone costs more than it gains."""
EASY_TEXTS = {"rna": [f"{'(' * stem}....{')' * stem}" for stem in (4, 5, 6, 7, 8)]}
"""The same, of puzzles that every search solves."""

PLAYOUTS = 400
SLICES = (1, 7, 100, 1, 0, 33, 250, 8)  # PLAYOUTS in all
CASES = [(family.name, one.name) for family in families() for one in algorithms_for(family)]
SOLVED = [(family.name, one.name) for family in families() for one in algorithms_for(family) if not family.optimisation]


@cache
def puzzle_of(family_name: str, easy: bool, index: int) -> Puzzle:
    family = get_family(family_name)
    if family_name in HARD_TEXTS:
        return family.parse(EASY_TEXTS[family_name][index] if easy else HARD_TEXTS[family_name])
    if family.generator is None:
        return family.parse(family.examples[index].text)
    shape = (EASY if easy else SHAPES).get(family_name, {})
    parameters = resolve(family.generator.parameters, shape, family_name)
    puzzle: Puzzle = importlib.import_module(family.generator.module).generate(parameters, 1, index, "test")[0]
    return puzzle


def session(
    family_name: str, algorithm_name: str, *, worker: int = 0, easy: bool = False, index: int = 0, **settings: Any
) -> Session:
    """A session with a prior of random odds, where the search uses one."""
    family = get_family(family_name)
    puzzle = puzzle_of(family_name, easy, index)
    spec = SolveSpec(
        family=family_name,
        puzzle=family.to_json(puzzle),
        title=puzzle.title,
        algorithm=algorithm_name,
        **{"mode": "strong" if easy else "paper", **settings},
    )
    if not (algorithm(algorithm_name).uses_prior and family.priors.kinds):
        return Session(spec, worker)
    rules = importlib.import_module(family.rules.module)
    code = family.priors.kind("auto", algorithm_name).code
    codes = rules.limits(rules.build_state(puzzle, mode=spec.mode, prior_code=code)).prior_codes
    return Session(spec, worker, np.exp(np.random.default_rng(5).normal(0, 1, codes)))


def bytes_of(one: Session) -> dict[str, bytes]:
    return {name: array.tobytes() for name, array in one.arrays().items()}


def kept_by(one: Session) -> dict[str, bytes]:
    """What a slice leaves for the next. With a twin: without the last playouts, of which either state may have any."""
    arrays = {name: array.copy() for name, array in one.arrays().items()}
    if one.puzzle.family == "rna" and one.keeps_state:  # a resumed search folds again what it had remembered
        arrays["state.scalars"][FOLDS] = 0
    if getattr(one.search, "twin", None) is None:
        return {name: array.tobytes() for name, array in arrays.items()}
    rows = ("search.sequences", "search.lengths", "search.scores")
    kept = {name: array for name, array in arrays.items() if name != "search.streams"}
    return {name: (array[1:-1] if name in rows else array).tobytes() for name, array in kept.items()}


def assert_checked(family_name: str, one: Session, *, easy: bool = False, index: int = 0) -> None:
    """The plain checker gives the best board its score, and calls every solution solved."""
    family, puzzle = get_family(family_name), puzzle_of(family_name, easy, index)
    board = one.best_board()
    assert board is not None
    verdict = family.judge(puzzle, board)
    assert verdict.score == one.best_score
    assert verdict.legal
    if family_name == "latin":
        assert verdict.faults == ()
    for solution in one.solutions():
        assert family.judge(puzzle, solution).solved


@pytest.mark.parametrize(("family_name", "algorithm_name"), CASES)
def test_slices_and_checkpoints_change_nothing(family_name: str, algorithm_name: str, tmp_path: Path) -> None:
    whole, sliced = (session(family_name, algorithm_name) for _ in range(2))
    assert whole.best_score is None
    assert whole.best_board() is None
    assert whole.advance(PLAYOUTS) == "running"
    assert whole.playouts == PLAYOUTS
    assert_checked(family_name, whole)

    done = 0
    for number, playouts in enumerate(SLICES):
        assert sliced.advance(playouts) == "running"
        done += playouts
        assert sliced.playouts == done
        if done:
            assert_checked(family_name, sliced)
        if number == 3:
            np.savez(tmp_path / "checkpoint.npz", **sliced.arrays())
    assert kept_by(sliced) == kept_by(whole)

    resumed = session(family_name, algorithm_name)
    with np.load(tmp_path / "checkpoint.npz", allow_pickle=False) as saved:
        resumed.restore(saved)
    assert resumed.playouts == sum(SLICES[:4])
    resumed.advance(PLAYOUTS - resumed.playouts)
    assert kept_by(resumed) == kept_by(whole)
    for one in (whole, sliced, resumed):
        one.advance(PLAYOUTS)
    assert kept_by(whole) == kept_by(sliced) == kept_by(resumed)


@pytest.mark.parametrize(("family_name", "algorithm_name"), CASES)
def test_workers_and_seeds_search_differently_and_again_the_same(family_name: str, algorithm_name: str) -> None:
    def walked(worker: int, seed: int) -> bytes:
        one = session(family_name, algorithm_name, worker=worker, seed=seed)
        one.advance(20)
        # what the playouts did, not the generator's state
        return b"".join(
            array.tobytes() for name, array in sorted(one.arrays().items()) if name != "search.rng" and array.size
        )

    assert len({walked(worker, seed) for worker in (0, 1, 2) for seed in (1, 2)}) == 6
    assert walked(1, 1) == walked(1, 1)


@pytest.mark.parametrize(("family_name", "algorithm_name"), SOLVED)
def test_what_is_found_is_judged_solved(family_name: str, algorithm_name: str) -> None:
    for index in range(5):
        one = session(family_name, algorithm_name, easy=True, index=index)
        status = one.advance(20_000)
        assert status == one.status
        assert status == "solved" or (status == "exhausted" and algorithm_name == "exhaustive")
        solutions = one.solutions()
        assert len(solutions) == (2 if algorithm_name == "exhaustive" and status == "solved" else 1)
        assert len(set(solutions)) == len(solutions)
        assert_checked(family_name, one, easy=True, index=index)
        assert get_family(family_name).judge(puzzle_of(family_name, True, index), one.best_board() or ()).solved
        before = bytes_of(one)
        assert one.advance(100) == status  # a search that is done stays as it is
        assert bytes_of(one) == before


@pytest.mark.parametrize("algorithm_name", ["sampling", "backtracking"])
def test_the_prior_and_the_mode_make_a_difference(algorithm_name: str) -> None:
    def walked(mode: str, prior: str, odds: float) -> bytes:
        puzzle = puzzle_of("latin", False, 0)
        spec = SolveSpec(
            family="latin",
            puzzle=get_family("latin").to_json(puzzle),
            title="",
            algorithm=algorithm_name,
            mode=mode,  # type: ignore[arg-type]
            prior=prior,
        )
        table = np.exp(odds * np.arange(31 * 31) / 31) if odds else None
        one = Session(spec, 0, table)
        one.advance(20)
        return one.arrays()["search.tally.best_board"].tobytes() + one.state.values.tobytes()

    found = [
        walked(mode, prior, odds)
        for mode in ("paper", "strong")
        for prior, odds in (("auto", 0), ("auto", 5.0), ("dual", -5.0))
    ]
    assert len(set(found)) == len(found)
    assert walked("paper", "auto", 5.0) == walked("paper", "dual-line", 5.0)


def test_a_checkpoint_of_another_search_or_puzzle_is_refused_and_nothing_changed() -> None:
    one = session("latin", "sampling")
    one.advance(5)
    before = bytes_of(one)
    good = {name: array.copy() for name, array in one.arrays().items()}
    bad = {
        "other arrays": [
            {name: array for name, array in good.items() if name != "search.rng"},
            {**good, "search.extra": np.zeros(1)},
            session("latin", "exhaustive").arrays(),
        ],
        "another shape or type": [
            {**good, "search.tally.best_board": np.zeros(7, np.int64)},
            {**good, "search.tally.best_board": good["search.tally.best_board"].astype(np.float64)},
            {**good, "search.rng": np.zeros(1, np.int64)},
            session("latin", "sampling", easy=True).arrays(),
        ],
    }
    for words, checkpoints in bad.items():
        for checkpoint in checkpoints:
            with pytest.raises(ValueError, match=words):
                one.restore(checkpoint)
            assert bytes_of(one) == before


def test_the_odds_given_to_a_session_stay_the_caller_s() -> None:
    puzzle = puzzle_of("latin", False, 0)
    spec = SolveSpec(family="latin", puzzle=get_family("latin").to_json(puzzle), title="", algorithm="sampling")
    ones = np.ones(31 * 31)
    ones.flags.writeable = False
    first, other = Session(spec, 0, ones), Session(spec, 0, np.full(31 * 31, 2.0))
    other.restore(first.arrays())
    first.restore(Session(spec, 0, np.full(31 * 31, 2.0)).arrays())
    assert (ones == 1.0).all()
    assert (other.arrays()["search.prior"] == 1.0).all()
    assert (first.arrays()["search.prior"] == 2.0).all()


def test_a_spec_that_does_not_fit_is_refused_in_one_line() -> None:
    with pytest.raises(ParameterError, match="sampling has no parameter 'level'"):
        session("latin", "sampling", parameters={"level": 2})
    spec = SolveSpec(
        family="latin",
        puzzle=get_family("latin").to_json(puzzle_of("latin", False, 0)),
        title="",
        algorithm="sampling",
    )
    with pytest.raises(ValueError, match="the prior has 3 codes; expected 961"):
        Session(spec, 0, np.ones(3))


@pytest.mark.parametrize("family", families(), ids=lambda family: family.name)
def test_a_family_says_truly_what_its_rules_can_do(family: Family) -> None:
    rules, puzzle = load(family.rules.module, RulesModule), family.parse(family.examples[0].text)
    state = rules.build_state(puzzle, mode="strong", prior_code=0)
    assert all(implements(one, type(state)) == family.rules.undo for one in (mark, undo))
    changing = rules.repairing(state, puzzle) if family.rules.local_search else state
    assert all(implements(one, type(changing)) == family.rules.local_search for one in (start, propose, accept))


def test_a_module_that_lacks_a_required_operation_is_refused_and_the_others_have_a_default() -> None:
    module = ModuleType("halfway")
    module.build_state = module.limits = lambda state: state  # type: ignore[attr-defined]
    sys.modules["halfway"] = module
    rules = load("halfway", RulesModule)
    assert (rules.limits(3), rules.notice(3), rules.repairing(3, 4)) == (3, "", 3)
    del module.limits
    with pytest.raises(TypeError, match="halfway has no limits"):
        load("halfway", RulesModule)
    del sys.modules["halfway"]
