"""What a search says of itself, compared with naive recomputation from its arrays, and with what it then does."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from drivers.ended_runs import morpion_spec
from drivers.run_driver import latin_spec, solve_spec
from msgspec import structs

from puzzles.engine.rules import CAME, CODE_BITS, LEFT, STEP_BITS
from puzzles.registry import get_family
from solvers.driver.loop import SAMPLE, Inspection
from solvers.jobs.worker_reporter import WorkerReporter
from solvers.runs.folder import new_run
from solvers.runs.spec import SolveSpec
from solvers.runs.status import Insight
from solvers.searches.annealing import AGE, COLD, CURRENT, HOT, PERIOD, STALE
from solvers.searches.insight import insight
from solvers.searches.learning import NrpaSearch
from solvers.searches.nrpa_intervals import IntervalGames
from solvers.searches.nrpa_items import PRIOR_AT, ItemGames
from solvers.searches.nrpa_steps import StepGames
from solvers.session import Session

EXAMPLES = {(one.name, puzzle.name): puzzle.text for one in map(get_family, ("samegame", "rna", "tsptw", "latin"))
            for puzzle in one.examples}  # fmt: skip


def nrpa(family: str, example: str, name: str, **settings: object) -> SolveSpec:
    """A nested search of two levels of five iterations."""
    parameters = {"level": 2, "iterations": 5, **settings}
    text = EXAMPLES[family, example]
    return solve_spec(family, text, algorithm=name, prior="none", playouts=1, parameters=parameters)


def offered(search: NrpaSearch, level: int, row: int) -> list[list[float]]:
    """The odds by a row's policy of the moves offered at each step of the game of `level`, a row too, one by one."""
    odds: list[list[float]] = []
    policy = search.policy[row]
    for step in range(int(search.lengths[level])):
        if isinstance(search.games, IntervalGames):
            records = [int(one) for one in search.games.records[level, : search.games.counts[level]]]
            here = [one for one in records if (one >> int(CAME)) & int(STEP_BITS) <= step <= one >> int(LEFT)]
            odds.append([float(policy[one & int(CODE_BITS)]) for one in here])
            continue
        places = range(int(search.games.starts[level, step]), int(search.games.starts[level, step + 1]))
        if isinstance(search.games, StepGames):
            biased = search.games.prior.size > 1
            codes = [int(search.games.codes[level, at]) for at in places]
            biases = [float(search.games.biases[level, at]) if biased else 1.0 for at in places]
        else:
            both = [int(search.games.codes[level, search.games.listed[level, at]]) for at in places]
            codes = [one & (2**32 - 1) for one in both]
            biases = [float(search.games.prior[one >> int(PRIOR_AT)]) for one in both]
        odds.append([float(policy[code]) * bias for code, bias in zip(codes, biases, strict=True)])
    return odds


def entropy(odds: list[float]) -> float:
    total = sum(odds)
    return -sum(one / total * math.log(one / total) for one in odds if one)


@pytest.mark.parametrize(
    ("spec", "record", "priors"),
    [
        (morpion_spec(algorithm="nrpa", parameters={"level": 2, "iterations": 5}), IntervalGames, False),
        (nrpa("samegame", "board-6", "nrpa"), ItemGames, False),
        (nrpa("samegame", "board-6", "gnrpa"), ItemGames, True),
        (nrpa("latin", "order-9", "nrpa"), StepGames, False),
        (nrpa("tsptw", "route-13", "gnrpa"), StepGames, True),
    ],
    ids=["intervals", "items", "items with a prior", "steps", "steps with a prior"],
)
def test_levels_and_the_entropy_of_their_policies(spec: SolveSpec, record: type, priors: bool) -> None:
    odds = None
    if priors:
        spec = structs.replace(spec, prior="auto")
        family = get_family(spec.family)
        kind = family.priors.kind("auto")
        puzzle = family.from_json(spec.puzzle)
        weights = family.priors.handmade(kind.name) or family.priors.computed(kind.name, puzzle, {"bias": 10.0})
        odds = np.exp(np.array(weights))
    session = Session(spec, 0, odds)
    assert isinstance(session.search.games, record)
    first = session.insight()
    assert first is not None
    assert [(one.level, one.done, one.best, one.entropy) for one in first.levels] == [
        (2, 0, None, None),
        (1, 0, None, None),
    ]
    for _ in range(9):
        before = {name: array.copy() for name, array in session.arrays().items()}
        seen = session.insight()
        assert seen is not None
        assert all((before[name] == array).all() for name, array in session.arrays().items()), "nothing is changed"
        played = session.playouts
        assert [one.of for one in seen.levels] == [5, 5]
        if not session.restarts:
            assert [one.done for one in seen.levels] == [played // 5, played % 5]
        for one in seen.levels:
            steps = [entropy(step) for step in offered(session.search, one.level, one.level)]
            assert (one.entropy is None) == (not steps)
            if one.entropy is not None:
                assert one.entropy == pytest.approx(sum(steps) / len(steps), rel=1e-6, abs=1e-9)
        session.advance(3)
        if session.status != "running":
            break


def test_a_policy_that_learns_becomes_surer() -> None:
    session = Session(morpion_spec(algorithm="nrpa", parameters={"level": 1, "iterations": 60}), 0)
    entropies = []
    for _ in range(4):
        session.advance(14)
        seen = session.insight()
        assert seen is not None
        entropies.append(seen.levels[0].entropy or 0.0)
    assert entropies[0] > entropies[-1] > 0
    assert all(earlier > later for earlier, later in pairwise(entropies))


def test_games_of_nested_search_in_progress() -> None:
    session = Session(morpion_spec(algorithm="nmcs", parameters={"level": 2}), 0)
    seen = session.insight()
    assert seen is not None
    assert seen.levels == ()
    session.advance(40)
    seen = session.insight()
    assert seen is not None
    top, low = seen.levels
    assert (top.level, low.level) == (2, 1)
    assert (top.step, low.step) == tuple(int(session.search.steps[level]) for level in (2, 1))
    assert 0 <= top.done < top.of
    assert low.step > top.step
    assert low.best is not None
    assert session.best_score is not None
    assert low.best <= session.best_score


def test_the_path_of_backtracking() -> None:
    session = Session(latin_spec(algorithm="backtracking", mode="strong"), 0)
    for _ in range(5):
        session.advance(30)
        search, seen = session.search, session.insight()
        assert seen is not None
        frames = range(int(search.scalars[0]))
        untried = sum(int(search.ends[frame + 1] - search.ends[frame]) for frame in frames)
        assert (seen.depth, seen.untried) == (len(frames), untried)
        assert seen.limit == search.limit[0] >= (seen.failures or 0)
    exhaustive = Session(latin_spec(algorithm="exhaustive"), 0).insight()
    assert exhaustive is not None
    assert (exhaustive.depth, exhaustive.untried, exhaustive.limit) == (0, 0, None)


def test_annealing_counts_what_it_accepts() -> None:
    """The sampled proposals are the search's own next ones, and it comes to the same place as without a look."""
    route, patient = EXAMPLES["tsptw", "route-13"], {"patience": 1e6}
    spec = solve_spec("tsptw", route, algorithm="annealing", prior="none", playouts=1, parameters=patient)
    looked, alone = Session(spec, 0), Session(spec, 0)
    reporter = WorkerReporter(new_run(spec), 0, clock=lambda: 0.0)
    inspection = Inspection(reporter, looked)
    looked.advance(500)
    alone.advance(500)
    for _ in range(3):
        inspection.look(looked.advance, None)
    merits = [alone.search.real_scalars[CURRENT]]
    for _ in range(3 * SAMPLE):
        alone.advance(1)
        merits.append(alone.search.real_scalars[CURRENT])
    seen = reporter.insight
    assert seen is not None
    assert (looked.playouts, seen.sampled) == (500 + 3 * SAMPLE, 3 * SAMPLE)
    assert seen.accepted == pytest.approx(sum(one != two for one, two in pairwise(merits)) / (3 * SAMPLE))
    assert all((alone.arrays()[name] == array).all() for name, array in looked.arrays().items())
    scalars, reals = looked.search.scalars, looked.search.real_scalars
    swing = abs(1 - 2 * (scalars[AGE] % scalars[PERIOD]) / scalars[PERIOD])
    assert seen.temperature == pytest.approx(reals[COLD] + (reals[HOT] - reals[COLD]) * swing)
    assert (seen.waited, seen.patience) == (scalars[STALE], scalars[4])
    inspection.look(looked.advance, 2)
    assert looked.playouts == 502 + 3 * SAMPLE, "no more playouts than are left"


def test_a_start_that_is_cooled_once_is_told_with_how_far_it_is() -> None:
    text = "# objective: probability\n(((((....)))))"
    spec = solve_spec("rna", text, algorithm="annealing", prior="none", playouts=1)
    session = Session(spec, 0)
    assert session.insight() == Insight()
    lengths = set()
    for _ in range(8):
        session.advance(1_000)
        seen = session.insight()
        assert seen is not None
        [cooling] = seen.levels
        age, length, reals = session.search.scalars[AGE], 2_000 * 2**session.restarts, session.search.real_scalars
        assert (cooling.done, cooling.of) == (age, length)
        hot, cold = reals[HOT] / 3, reals[COLD] / 3_000
        assert seen.temperature == pytest.approx(hot ** (1 - age / length) * cold ** (age / length))
        assert seen.patience is None
        lengths.add(length)
    assert len(lengths) > 1


def test_of_other_searches_nothing_is_known() -> None:
    assert insight(object()) is None
    assert Session(morpion_spec(), 0).insight() is None
