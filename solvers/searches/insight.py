"""What a search in progress says of itself, read from its arrays between two slices; nothing is changed, or compiled.

No search imports this, so that it is no part of any kernel's sources.
"""

from __future__ import annotations

import math
from functools import singledispatch

import numpy as np

from puzzles.engine import rules
from solvers.runs.status import Insight, Level
from solvers.searches import annealing, depth_first, neighbourhood, nrpa_items, uct
from solvers.searches.annealing import LocalSearch
from solvers.searches.contract import Floats, Ints
from solvers.searches.depth_first import DescentSearch
from solvers.searches.learning import ITERATIONS, LARGEST_WEIGHT, LONGEST, THRESHOLD, NrpaSearch
from solvers.searches.neighbourhood import NeighbourhoodSearch
from solvers.searches.nested_state import BEGIN, LEVEL, LISTED, PHASE, TOP, NmcsSearch
from solvers.searches.nrpa_features import FeatureGames, weights_of
from solvers.searches.nrpa_intervals import IntervalGames
from solvers.searches.nrpa_items import ItemGames
from solvers.searches.nrpa_pair import PairSearch
from solvers.searches.nrpa_steps import StepGames
from solvers.searches.tally import RESTARTS
from solvers.searches.uct import UctSearch

SMALLEST = 1e-300
"""In place of a logarithm's argument that is 0."""


def insight_into(search: object, state: object) -> Insight | None:
    """What the search says of itself, in the puzzle's state; None if nothing is known of such a search."""
    if isinstance(search, LocalSearch) and search.scalars[annealing.STARTED]:
        first, hot_share, cold_share = rules.in_python(rules.cooling, state)
        if first > 0:
            return _of_cooling(search, int(first), float(hot_share), float(cold_share))
    return insight(search)


@singledispatch
def insight(search: object) -> Insight | None:
    """What the search says of itself; None if nothing is known of such a search."""
    return None


def merit(search: object) -> float | None:
    """The present solution's score, of a search that goes from solution to solution, while it has one; else None."""
    if isinstance(search, LocalSearch) and search.scalars[annealing.STARTED]:
        return float(search.real_scalars[annealing.CURRENT])
    if isinstance(search, NeighbourhoodSearch) and search.scalars[neighbourhood.LENGTH] >= 0:
        return float(search.real_scalars[neighbourhood.CURRENT])
    return None


@insight.register
def _of_descent(search: DescentSearch) -> Insight:
    """The path's decisions, what is still to be tried along it, and how far the next restart is."""
    depth, limit = int(search.scalars[depth_first.DEPTH]), float(search.limit[0])
    return Insight(
        depth=depth,
        untried=int(search.ends[depth]) if depth else 0,
        failures=int(search.scalars[depth_first.FAILURES]),
        limit=limit if math.isfinite(limit) else None,
    )


def _of_cooling(search: LocalSearch, first: int, hot_share: float, cold_share: float) -> Insight:
    """Of annealing whose starts are cooled: the next proposal's temperature, and how far the start is, if it ends."""
    hot, cold = float(search.real_scalars[annealing.HOT]), float(search.real_scalars[annealing.COLD])
    hot, cold, age = hot_share * hot, cold_share * cold, int(search.scalars[annealing.AGE])
    doublings = min(int(search.tally.counters[RESTARTS]), annealing.MOST_DOUBLINGS)
    whole = int(first * annealing.GROWTH**doublings)
    temperature = hot * (cold / hot) ** (age / whole) if hot > 0.0 else 0.0
    return Insight(
        temperature=temperature, levels=(Level(level=1, done=age, of=whole),) if first < rules.ENDLESS else ()
    )


@insight.register
def _of_annealing(search: LocalSearch) -> Insight:
    scalars, real_scalars = search.scalars, search.real_scalars
    if not scalars[annealing.STARTED]:
        return Insight()
    hot, cold = float(real_scalars[annealing.HOT]), float(real_scalars[annealing.COLD])
    phase = int(scalars[annealing.AGE] % scalars[annealing.PERIOD]) / int(scalars[annealing.PERIOD])
    return Insight(
        temperature=cold + (hot - cold) * abs(1.0 - 2.0 * phase),
        waited=int(scalars[annealing.STALE]),
        patience=int(scalars[annealing.PATIENCE]),
    )


@insight.register
def _of_neighbourhood(search: NeighbourhoodSearch) -> Insight:
    """The temperature of the next proposal, and how far the cooling is."""
    if search.scalars[neighbourhood.LENGTH] < 0:
        return Insight()
    hot, cold, first, growth = search.real_scalars[neighbourhood.HOT : neighbourhood.HELD].tolist()
    period = first * (1.0 + float(search.tally.counters[RESTARTS])) ** growth
    age = int(search.scalars[neighbourhood.AGE])
    share = age / period if age < period else 0.0
    cooling = Level(level=1, done=age, of=math.ceil(period), best=merit(search))
    return Insight(temperature=hot * (cold / hot) ** share, levels=(cooling,))


@insight.register
def _of_nested(search: NmcsSearch) -> Insight:
    """The games in progress, from the top level down to the active one; nothing between two games of the top level."""
    scalars = search.scalars
    if scalars[PHASE] == BEGIN:
        return Insight()
    active = int(scalars[LEVEL])
    levels = []
    for level in range(int(scalars[TOP]), active - 1, -1):
        listed = level > active or scalars[PHASE] == LISTED  # else its list is of an earlier position
        levels.append(
            Level(
                level=level,
                done=int(search.nexts[level]) if listed else 0,
                of=int(search.counts[level]) if listed else 0,
                step=int(search.steps[level]),
                best=float(search.scores[level]) if search.lengths[level] >= 0 else None,
            )
        )
    return Insight(levels=tuple(levels))


@insight.register
def _of_tree(search: UctSearch) -> Insight:
    return Insight(stored=int(search.scalars[uct.FILLED]), room=int(search.scalars[uct.ROOM]))


@insight.register
def _of_nrpa(search: NrpaSearch) -> Insight:
    """Where each level stands, and how sure its policy is along its best sequence."""
    levels, beam = [], search.beam
    for level in range(search.iterations.size - 1, 0, -1):
        game, policy = (level, level) if beam is None else (int(beam.games[level, 0]), int(beam.policies[level, 0]))
        settings = search.settings if beam is None else beam.settings[level]
        limit, best = float(settings[ITERATIONS]), float(search.scores[game])
        kept: list[float] = []
        if beam is not None and beam.sizes[level] > 1:
            kept = search.scores[beam.games[level, : int(beam.counts[level])]].tolist()
        levels.append(
            Level(
                level=level,
                done=int(search.iterations[level]),
                of=int(limit) if _ends_by_iterations(search, limit) else 0,
                best=best if best > -math.inf else None,
                entropy=_mean_entropy(*_offered(search.games, search, game, policy)) if search.lengths[game] else None,
                beam=tuple(one for one in kept if one > -math.inf),
                weights=tuple(weights_of(search, policy).tolist()) if isinstance(search.games, FeatureGames) else (),
            )
        )
    return Insight(levels=tuple(levels))


@insight.register
def _of_pair(search: PairSearch) -> Insight:
    """Of the search with the better best; of the first if they are equal."""
    return _of_nrpa(max(search.first, search.second, key=lambda one: float(one.tally.best_score[0])))


def _ends_by_iterations(search: NrpaSearch, limit: float) -> bool:
    return limit < LONGEST and (search.beam is None or search.beam.modes[THRESHOLD] == 0)


@singledispatch
def _offered(games: object, search: NrpaSearch, game: int, policy: int) -> tuple[Floats, Ints]:
    """The odds by that row's policy of the moves offered along that row's game, and where each step's begin."""
    raise TypeError(type(games))


@_offered.register
def _by_steps(games: StepGames, search: NrpaSearch, game: int, policy: int) -> tuple[Floats, Ints]:
    starts = games.starts[game, : search.lengths[game] + 1]
    odds = search.policy[policy, games.codes[game, : starts[-1]]]
    return odds * (games.biases[game, : starts[-1]] if games.prior.size > 1 else 1.0), starts[:-1]


@_offered.register
def _by_features(games: FeatureGames, search: NrpaSearch, game: int, policy: int) -> tuple[Floats, Ints]:
    odds, starts = _by_steps(games.steps, search, game, policy)
    weights = np.log(search.policy[policy, search.policy.shape[1] - games.weights.size :])
    learned = games.features[game, : odds.size] @ weights
    return odds * np.exp(np.clip(learned, -LARGEST_WEIGHT, LARGEST_WEIGHT)), starts


@_offered.register
def _by_items(games: ItemGames, search: NrpaSearch, game: int, policy: int) -> tuple[Floats, Ints]:
    starts = games.starts[game, : search.lengths[game] + 1].astype(np.int64)
    codes = games.codes[game, games.listed[game, : starts[-1]]]
    odds = search.policy[policy, codes & nrpa_items.POLICY_BITS].astype(np.float64)
    return odds * games.prior[codes >> nrpa_items.PRIOR_AT], starts[:-1]


@_offered.register
def _by_intervals(games: IntervalGames, search: NrpaSearch, game: int, policy: int) -> tuple[Floats, Ints]:
    records = games.records[game, : games.counts[game]]
    steps = np.arange(search.lengths[game], dtype=np.uint64)[:, np.newaxis]
    came, left = (records >> rules.CAME) & rules.STEP_BITS, records >> rules.LEFT
    step, record = np.nonzero((came <= steps) & (steps <= left))
    odds = search.policy[policy, records & rules.CODE_BITS].astype(np.float64)[record]
    return odds, np.searchsorted(step, np.arange(steps.size))


def _mean_entropy(odds: Floats, starts: Ints) -> float:
    """The mean over steps of the entropy of a draw by odds, in nats; step k has the odds from starts[k] to the next's.

    H = log(total) - sum(odds * log(odds)) / total. Odds of 0 add nothing.
    """
    totals = np.maximum(np.add.reduceat(odds, starts), SMALLEST)
    sums = np.add.reduceat(odds * np.log(np.maximum(odds, SMALLEST)), starts)
    return float(np.mean(np.maximum(np.log(totals) - sums / totals, 0.0)))
