"""BLNRPA against its naive text, playout after playout; as GNRPA while no weight is learned; its gradient."""

from __future__ import annotations

import math
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from fuzz.checkpoints import EXAMPLES
from oracles.naive_blnrpa import NaiveBlnrpa
from oracles.naive_nrpa import Playout
from oracles.naive_streams import NaiveStream
from oracles.naive_tsptw import NaiveTour
from test_insight import entropy

from priors.table import odds, puzzle_table
from puzzles.engine import kernels
from puzzles.engine.contract import RulesModule, load
from puzzles.parameters import Value
from puzzles.registry import get_family
from puzzles.tsptw import instances
from puzzles.tsptw.puzzle import TsptwPuzzle
from solvers.registry import algorithm, algorithms_for, why_not
from solvers.runs.folder import new_run
from solvers.runs.reader import view
from solvers.runs.spec import SolveSpec
from solvers.runs.status import Insight, Level
from solvers.searches import learning
from solvers.searches.learning import NrpaSearch
from solvers.searches.nrpa_features import FeatureGames
from solvers.searches.nrpa_steps import StepGames
from solvers.session import Session
from tui.widgets import monitor

pytestmark = pytest.mark.skipif(not kernels.INTERPRETED, reason="the compiled kernels are those of test_interpreted")

ROUTE = instances.generate({"nodes": 12, "width": 250}, 8, 0, "test")[0]
BIAS = 6.0
Odds = npt.NDArray[np.float64]


class TourPosition(NaiveTour):
    """A tour in the making as NRPA sees it, with the bias, and the features by the words of the rules."""

    def __init__(self, puzzle: TsptwPuzzle, table: Odds | None) -> None:
        super().__init__(puzzle)
        self.table, self.paid, self.late = table, 0, 0

    def moves(self, rules: Any) -> list[int]:  # NRPA gives its stream, of which tours draw nothing
        return [self.here * self.puzzle.n + city for city in super().moves("windows")] if self.unvisited else []

    def play(self, move: int) -> None:
        city = move % self.puzzle.n
        self.paid += self.puzzle.travel[move]
        self.late += not self.in_time(city)
        self.visit(city)

    def score(self) -> float:
        home = self.here * self.puzzle.n
        late = self.late + (self.arrival(0) > self.puzzle.latest[0])
        return -(late * 1_000_000 + (self.paid + self.puzzle.travel[home]) / 10**self.puzzle.digits)

    def policy_code(self, move: int) -> int:
        return move

    def bias_odds(self, move: int) -> float:
        return 1.0 if self.table is None else float(self.table[move])

    def features(self, move: int) -> list[float]:
        puzzle, city = self.puzzle, move % self.puzzle.n
        begin = self.service_at(city)
        wait = max(puzzle.earliest) - puzzle.earliest[0]
        window = max(puzzle.latest[k] - puzzle.earliest[k] for k in range(1, puzzle.n))
        found = [-(begin - self.arrival(city)) / wait, min((begin - puzzle.latest[city]) / window, 1.0)]
        if self.table is None:
            return [*found, -puzzle.travel[move] / max(puzzle.travel)]
        return [*found, math.log(self.table[move]) / max(abs(math.log(one)) for one in self.table)]


def session(algorithm_name: str, table: Odds | None = None, family: str = "tsptw", **parameters: Value) -> Session:
    """A search of the route, or of another family's example, with the odds as its first prior."""
    own = get_family(family)
    example = next(one.text for one in own.examples if one.name == EXAMPLES[family])
    puzzle = ROUTE if family == "tsptw" else own.parse(example)
    spec = SolveSpec(
        family=family,
        puzzle=own.to_json(puzzle),
        title="",
        mode="" if family == "tsptw" else "paper",
        algorithm=algorithm_name,
        prior="none" if table is None else own.priors.kinds[0].name,
        seed=4,
        parameters={"level": 2, "iterations": 4, "tau": 1.0, **parameters},
    )
    return Session(spec, 0, table, puzzle)


def by_distance() -> Odds:
    tsptw = get_family("tsptw")
    return odds(puzzle_table(tsptw, tsptw.priors.kind("distance"), ROUTE, {"bias": BIAS}), 1.0)


def drawn_odds(family: str) -> Odds:
    """Odds of a prior that is no distance, for each of the example's codes."""
    own, rules = get_family(family), load(get_family(family).rules.module, RulesModule)
    puzzle = own.parse(next(one.text for one in own.examples if one.name == EXAMPLES[family]))
    size = rules.limits(rules.build_state(puzzle, mode="paper", prior_code=own.priors.kinds[0].code)).prior_codes
    return np.exp(np.random.default_rng(3).normal(0.0, 1.5, size))


def bits(one: Session) -> dict[str, bytes]:
    return {name: array.tobytes() for name, array in one.arrays().items()}


@pytest.mark.parametrize(
    ("prior", "level", "tau", "rate"), [(True, 1, 1.0, 0.5), (True, 2, 1.4, 2.0), (False, 2, 1.0, 1.0)]
)
def test_every_playout_is_that_of_the_naive_search(prior: bool, level: int, tau: float, rate: float) -> None:
    table = by_distance() if prior else None
    one = session("blnrpa", table, level=level, tau=tau, alpha_bias=rate, iterations=5, bias=BIAS)
    search = one.search
    assert isinstance(search.games, FeatureGames)
    naive = NaiveBlnrpa(
        lambda: TourPosition(ROUTE, table), NaiveStream(int(search.rng[0])), 5, 1.0, tau, alpha_bias=rate
    )
    largest = np.zeros(3)
    for played in islice(naive.for_ever(level), 2 * 5**level + 2):
        compare(search, played, table, tau)
        largest = np.maximum(largest, [abs(played.policy[-1 - k]) for k in range(3)])
        before = naive.stream.state  # drawn by the naive playout
        one.advance(1)
        assert search.rng[0] == before
        games = search.games.steps
        codes = [games.codes[0, a:b].tolist() for a, b in zip(games.starts[0], games.starts[0, 1:], strict=False)]
        steps = [(move, moves) for move, moves in played.sequence if len(moves) > 1]
        assert search.lengths[0] == len(steps)
        assert codes[: len(steps)] == [moves for _, moves in steps]
        chosen = search.games.steps.chosen[0, : len(steps)].tolist()
        assert [moves[k] for (_, moves), k in zip(steps, chosen, strict=True)] == [move for move, _ in steps]
        assert search.scores[0] == pytest.approx(played.score, rel=1e-12)
    assert one.restarts == 2
    assert np.all(largest > 0.01)


def compare(search: NrpaSearch, played: Playout, table: Odds | None, tau: float) -> None:
    """Asserts that level 1's policy is the naive one; the prior is in it, as its codes are those of the policy."""
    count = search.games.weights.size
    found = np.log(search.policy[1])
    codes = found[:-count] - (0.0 if table is None else np.log(table))
    plain = np.zeros(codes.size)
    for code, weight in played.policy.items():
        if code >= 0:
            plain[code] = weight
    assert np.allclose(codes * tau, plain, rtol=1e-8, atol=1e-8)
    assert np.allclose(found[-count:], [played.policy[-1 - k] for k in range(count)], rtol=1e-8, atol=1e-8)


@pytest.mark.parametrize("family", ["tsptw", "latin"])
@pytest.mark.parametrize("beams", [{}, {"beam": "3.2", "batch": 2}])
def test_it_is_gnrpa_by_steps_bit_for_bit_while_weights_stay(family: str, beams: dict[str, Value]) -> None:
    table = by_distance() if family == "tsptw" else drawn_odds(family)
    given = {**beams, "tau": 1.4, "iterations": 4}
    plain, stays, learns = (
        session(name, table, family, **given, **more)
        for name, more in (("gnrpa", {}), ("blnrpa", {"alpha_bias": 0.0}), ("blnrpa", {"alpha_bias": 1.0}))
    )
    assert isinstance(plain.search.games, StepGames)
    for one in (plain, stays, learns):
        one.advance(31)
    codes = plain.search.policy.shape[1]
    assert stays.search.policy[:, :codes].tobytes() == plain.search.policy.tobytes()
    assert np.all(stays.search.policy[:, codes:] == 1.0)
    own, other = bits(plain), bits(stays)
    assert {name for name in own if own[name] != other[name]} <= {
        "search.policy", "search.changes", "search.powers", "search.power_bits", "search.sums"
    }  # fmt: skip
    assert plain.best_board() == stays.best_board()
    assert learns.search.policy[:, :codes].tobytes() != plain.search.policy.tobytes()


@pytest.mark.parametrize("family", ["tsptw", "latin"])
def test_weights_move_along_the_gradient_of_the_sequence_s_probability(family: str) -> None:
    table = by_distance() if family == "tsptw" else drawn_odds(family)
    one = session("blnrpa", table, family, alpha_bias=0.25, level=1, iterations=20)
    one.advance(7)
    search = one.search
    count, step = search.games.weights.size, 1e-6
    assert search.lengths[1] > 1

    def logarithm(shift: Odds) -> float:
        """Of the probability of level 1's sequence by its policy, whose weights are moved by `shift`."""
        total, weights = 0.0, np.log(search.policy[1, -count:]) + shift
        games = search.games
        for k in range(int(search.lengths[1])):
            places = slice(int(games.steps.starts[1, k]), int(games.steps.starts[1, k + 1]))
            logs = np.log(search.policy[1, games.steps.codes[1, places]]) + games.features[1, places] @ weights
            if games.steps.prior.size > 1:
                logs += np.log(games.steps.biases[1, places])
            total += logs[games.steps.chosen[1, k]] - np.log(np.sum(np.exp(logs)))
        return float(total)

    slopes = [(logarithm(step * one) - logarithm(-step * one)) / (2 * step) for one in np.eye(count)]
    before = np.log(search.policy[1, -count:])
    learning.adapt(search, 1)
    assert np.max(np.abs(slopes)) > 0.01
    assert np.allclose((np.log(search.policy[1, -count:]) - before) / 0.25, slopes, rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize("beams", [{}, {"beam": "3.2", "batch": 2}])
def test_slices_and_checkpoints_change_nothing_and_insight_shows_the_weights(beams: dict[str, Value]) -> None:
    table = by_distance()
    whole, sliced, resumed = (session("blnrpa", table, **beams, iterations=3) for _ in range(3))
    whole.advance(40)
    for playouts in (1, 7, 0, 5):
        sliced.advance(playouts)
    while resumed.playouts < 40:
        resumed.restore({name: array.copy() for name, array in sliced.arrays().items()})
        for one in (sliced, resumed):
            one.advance(1)
    assert bits(sliced) == bits(resumed) == bits(whole)
    search, seen = whole.search, whole.insight()
    assert seen is not None
    for level in seen.levels:
        row = level.level if search.beam is None else int(search.beam.policies[level.level, 0])
        game = level.level if search.beam is None else int(search.beam.games[level.level, 0])
        learned = np.log(search.policy[row, -3:])
        assert level.weights[:2] == pytest.approx(learned[:2].tolist())
        assert level.weights[2] == pytest.approx(1.0 + learned[2] / BIAS, rel=1e-3)
        if level.entropy is not None:
            steps = []
            for k in range(int(search.lengths[game])):
                places = range(int(search.games.steps.starts[game, k]), int(search.games.steps.starts[game, k + 1]))
                logs = [float(search.games.features[game, at] @ learned) for at in places]
                codes = [float(search.policy[row, search.games.steps.codes[game, at]]) for at in places]
                steps.append(entropy([code * math.exp(one) for code, one in zip(codes, logs, strict=True)]))
            assert level.entropy == pytest.approx(sum(steps) / len(steps), rel=1e-6)
    assert any(level.weights != (0.0, 0.0, 1.0) for level in seen.levels)
    whole.go_on()
    assert [level.weights for level in whole.insight().levels] == [(0.0, 0.0, 1.0)] * 2


def test_a_warm_start_teaches_the_weights_too() -> None:
    board = session("gnrpa", level=1)
    board.advance(5)
    one = session("blnrpa", by_distance(), warmth=3)
    one._begin_with(list(board.best_board() or ()), algorithm("blnrpa"), 3)
    assert one.shortfall == ""
    assert np.any(one.search.policy[0, -3:] != 1.0)
    assert np.all(one.search.policy[1:, -3:] == one.search.policy[0, -3:])


def test_families_without_a_prior_and_features_are_not_offered_it() -> None:
    chosen = algorithm("blnrpa")
    assert why_not(chosen, get_family("morpion")) == "it has no prior, and its rules compute no features of moves"
    assert {name for name in EXAMPLES if chosen in algorithms_for(get_family(name))} == set(EXAMPLES) - {"morpion"}
    tsptw = get_family("tsptw")
    rules = load(tsptw.rules.module, RulesModule)
    assert rules.limits(rules.build_state(ROUTE, mode="")).features == len(tsptw.rules.features)


@pytest.mark.parametrize(
    ("family", "prior", "weights", "words"),
    [
        ("tsptw", "auto", (0.1, -2.5, 1.04), ", waiting 0.10, slack -2.50, prior 1.04"),
        ("tsptw", "none", (0.1, -2.5, 7.0), ", waiting 0.10, slack -2.50, distance 7.00"),
        ("latin", "dual", (1.2,), ", prior 1.20"),
    ],
)
@pytest.mark.usefixtures("own_folders")
def test_the_details_of_a_run_name_the_weights(family: str, prior: str, weights: tuple[float, ...], words: str) -> None:
    spec = SolveSpec(family=family, puzzle={}, title="", algorithm="blnrpa", prior=prior)
    seen = Insight(levels=(Level(level=1, done=3, of=50, best=-5.0, weights=weights),))
    ((_, found),) = monitor.learnt(view(new_run(spec)), seen)
    assert found.startswith("3 of 50, best ")
    assert found.endswith(words)
