"""What NRPA's levels hold and what they do with a policy; what is recorded of games is declared here, once.

A search is an `NrpaSearch` over a record of games: by steps (`nrpa_steps`), with the features of moves
(`nrpa_features`), by items (`nrpa_items`) or by intervals (`nrpa_intervals`). Each registers, for the class of its
games:

play_game(games, search, state, solution)    plays a game from the root by level 1's policy, recorded as level 0; with
                                             a solution (a board, else None) each choice is a move that agrees with it
play_two_games(games, search, state, other, twin)    one of each of two searches, in lock-step; not every record has it
copy_game(games, steps, source, target)      the target row gets the game of that many steps of the source row
learn_from(games, search, level)             moves the level's policy towards the sequence it keeps
played_code(games, game, step)               the policy code of the move that was played there
games_from(games, game)                      the same arrays, games from that row on

A search with beams has a `Beam` beside: which rows of games and policies belong to which level. Row 0 of the games is
what a warm start has learned, row 0 of the policies that with which the search begins. Then each level has a block of
rows: twice as many games as its beam is wide, those that it keeps and those that are to follow them, and as many
policies. Last come the playouts of level 1 that are still to be judged.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.engine.kernels import inlined
from puzzles.engine.limits import Limits
from puzzles.engine.rules import agrees, operation, score
from puzzles.parameters import ParameterError
from solvers.nrpa_parameters import MOST_TASKS, PLAIN, beam_sizes, is_plain
from solvers.searches.contract import Floats, Ints, Parameters, Words
from solvers.searches.tally import Tally, make_tally, require

SETTINGS = ("iterations", "alpha", "tau", "repetitions", "batch")
# settings[...]: N; alpha; tau; after how many repeats of its best score a level ends, 0: never; playouts to an adapt
ITERATIONS, ALPHA, TAU, REPETITIONS, BATCH = range(5)

RECORDS = ("games", "steps")
"""Fields of a search, and of its record of games, in which a record is nested."""

LARGEST_WEIGHT = 300.0
"""Bound on |weight / tau|: exp(300) is 2e130, so a sum of odds over a million moves stays finite and positive."""

MAGIC = 6755399441055744.0
"""1.5 * 2**52: adding it rounds a small float64 to the next integer, and leaves that in the low bits of the sum."""
LOG2_E = 1.4426950408889634
LN2_HIGH, LN2_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10
"""ln 2 in two parts (fdlibm): the first has trailing zeros, so that its product with an integer is exact."""
FARTHEST = 700.0
"""Arguments beyond it are taken to be it: exp(700) is 1e304, exp(-700) is 1e-304."""


class NrpaSearch(NamedTuple):
    """An NRPA or GNRPA search in progress. Level 0 is the last playout; of the policy, what is begun with."""

    rng: Words  # uint64[1]
    settings: Floats  # float64[5]
    policy: npt.NDArray[Any]  # float64 or float32[levels + 1, policy codes]: exp(weight / tau)
    lengths: Ints  # int64[levels + 1]: steps recorded
    scores: Floats  # float64[levels + 1]: best of each level
    iterations: Ints  # int64[levels + 1]: done so far on each level; that of level 0 is not used
    batched: Ints  # int64[1]: playouts since level 1 adapted last
    repeats: Ints  # int64[levels + 1]: how often each level has met its best score again
    powers: Floats  # float64[entries]: scratch of the exponentials
    power_bits: Ints  # int64[entries]: the same memory
    tally: Tally
    games: Any  # the record of games, a row for each level; checkpoints name its arrays as if they were the search's
    beam: Beam | None = None  # of a search with beams; rows are laid out as it says then


def make_levels(
    limits: Limits, parameters: Parameters, rng: Words, entries: int, policy: npt.NDArray[Any], games: Any
) -> NrpaSearch:
    """A search that has not played yet.

    Parameters: level, iterations, alpha and, where they are given, those of PLAIN. `entries`: how many exponentials one
    adapt needs.
    """
    levels = int(parameters["level"]) + 1
    rows, _ = rows_of(parameters)
    given = PLAIN | dict(parameters)
    powers = np.zeros(entries)
    return NrpaSearch(
        rng=rng.copy(),
        settings=np.array([float(given[name]) for name in SETTINGS]),
        policy=policy,
        lengths=np.zeros(rows, np.int64),
        scores=np.full(rows, -np.inf),
        iterations=np.zeros(levels, np.int64),
        batched=np.zeros(1, np.int64),
        repeats=np.zeros(levels, np.int64),
        powers=powers,
        power_bits=powers.view(np.int64),
        tally=make_tally(limits.board),
        games=games,
        beam=make_beam(parameters),
    )


@operation
def play_game(games, search, state, solution): ...


@operation
def play_two_games(games, search, state, other, twin): ...


@operation
def copy_game(games, steps, source, target): ...


@operation
def learn_from(games, search, level): ...


@operation
def played_code(games, game, step): ...


@operation
def games_from(games, game): ...


@inlined
def rollout(search, state, solution):
    """The score of a game from the root, as `play_game` plays it."""
    play_game(search.games, search, state, solution)
    return score(state)


@inlined
def rollout_two(search, state, other, twin):
    """The scores of two games from the root, each as by `rollout`, in lock-step as far as the puzzle has it.

    The searches share no scratch, the states no position. Of level 0 and policy 1 each search has its own.
    """
    play_two_games(search.games, search, state, other, twin)
    return score(state), score(twin)


@inlined
def take(search, source, target):
    """Gives the target row the game of the source row, and its score."""
    steps = search.lengths[source]
    search.lengths[target] = steps
    search.scores[target] = search.scores[source]
    copy_game(search.games, steps, source, target)


@inlined
def adapt(search, level):
    """Moves the level's policy towards its best sequence (Cazenave, Generalized NRPA, Algorithm 6)."""
    learn_from(search.games, search, level)


@inlined
def same(search, one, other):
    """Whether the games of two rows have the same moves, by their policy codes."""
    if search.lengths[one] != search.lengths[other]:
        return False
    for step in range(search.lengths[one]):
        if played_code(search.games, one, step) != played_code(search.games, other, step):
            return False
    return True


@inlined
def rows_from(search, game, policy, rng, settings):
    """The same arrays, games from that row on, policies from that row on."""
    return NrpaSearch(
        rng,
        settings,
        search.policy[policy:],
        search.lengths[game:],
        search.scores[game:],
        search.iterations,
        search.batched,
        search.repeats,
        search.powers,
        search.power_bits,
        search.tally,
        games_from(search.games, game),
        None,
    )


@inlined
def copy_policy(search, source, target):
    """Gives a level the policy of another one; level 0 has that with which the search begins."""
    for code in range(search.policy.shape[1]):
        search.policy[target, code] = search.policy[source, code]


@inlined
def followed(state, solution, count):
    """The index of the listed move that the solution makes too, the last of several; -1 if it makes none of them."""
    chosen = -1
    for k in range(count):
        if agrees(state, solution, state.moves[k]):
            chosen = k
    return chosen


@inlined
def exponentials(values, rate, count, powers, power_bits):
    """Replaces values[:count] by exp(rate * value); relative error below 1e-11 for products within -700 ... 700.

    exp(x) = 2**k exp(r), with k the integer next to x / ln 2 and |r| <= ln 2 / 2; exp(r) by its Taylor series up to
    r**9 / 9!, whose rest is below 7e-12. `powers` (float64[count]) and `power_bits` (int64[count]) are one memory:
    2**k is made of its bits.
    """
    for at in range(count):
        powers[at] = min(max(rate * values[at], -FARTHEST), FARTHEST) * LOG2_E + MAGIC
    for at in range(count):
        whole = powers[at] - MAGIC
        x = min(max(rate * values[at], -FARTHEST), FARTHEST)
        r = (x - whole * LN2_HIGH) - whole * LN2_LOW
        series = r * (1.0 / 362880.0) + 1.0 / 40320.0
        series = series * r + 1.0 / 5040.0
        series = series * r + 1.0 / 720.0
        series = series * r + 1.0 / 120.0
        series = series * r + 1.0 / 24.0
        series = series * r + 1.0 / 6.0
        series = series * r + 0.5
        series = series * r + 1.0
        values[at] = series * r + 1.0
    for at in range(count):
        # the low 12 bits of the sum hold k; 1023 is the exponent's offset
        power_bits[at] = (power_bits[at] + 1023) << 52
    for at in range(count):
        values[at] *= powers[at]


# modes[...]: what counts as a repeat; which of a beam's candidates stay; how a search is restarted; after how many
# sequences a level begins to adapt; R of the restart threshold; whether each playout of a step has its own stream
REPEATED, DIVERSITY, DOUBLING, START, THRESHOLD, STREAMS = range(6)
BY_SCORE, BY_SEQUENCE = range(2)
DIVERSITIES = ("none", "scores", "set")
NO_DIVERSITY, BY_SCORES, AS_SET = range(3)

LONGEST = float(1 << 52)
"""Iterations that no doubling goes beyond, and that stand for no limit: float64 still counts them one by one."""


class Beam(NamedTuple):
    """The levels of a search with beams; index 0 of what has a row for each level is not used."""

    modes: Ints  # int64[6]
    settings: Floats  # float64[levels + 1, 5]: those of the search, for each level
    sizes: Ints  # int64[levels + 1]: how many sequences each level keeps
    first_games: Ints  # int64[levels + 2]: where each level's block of games begins; last: where the playouts do
    first_policies: Ints  # int64[levels + 1]: the same of the policies
    games: Ints  # int64[levels + 1, widest]: rows of the kept sequences, best first
    policies: Ints  # int64[levels + 1, widest]: rows of their policies
    counts: Ints  # int64[levels + 1]: how many there are
    next_games: Ints  # int64[levels + 1, widest]: the same of the beam that follows, as far as it is known
    next_policies: Ints  # int64[levels + 1, widest]: the policies by which its sequences were found
    next_counts: Ints  # int64[levels + 1]
    turns: Ints  # int64[levels + 1]: whose policy the level below searches with
    received: Ints  # int64[levels + 1]: sequences from the level below since this one began
    stale: Ints  # int64[levels + 1]: iterations since that which found the best score; -1 while that goes on
    played: Ints  # int64[1]: playouts of this step of level 1 that are made
    streams: Words  # uint64[tasks, 1]: the random streams of those playouts
    crew: Any = None  # of threads that share them (`crew.Crew`); no part of the search's place


def rows_of(parameters: Parameters) -> tuple[int, int]:
    """How many rows of games and of policies such a search has; ParameterError if they are too many."""
    sizes = beam_sizes(parameters)
    if is_plain(parameters):
        return len(sizes), len(sizes)
    return 1 + 2 * sum(sizes[1:]) + _tasks(parameters), sum(sizes)


def make_beam(parameters: Parameters) -> Beam | None:
    """The beams before the first playout; None where `nrpa` needs none."""
    if is_plain(parameters):
        return None
    given = PLAIN | dict(parameters)
    sizes = np.array(beam_sizes(given))
    levels, widest = len(sizes), int(sizes.max())
    settings = np.tile([float(given[name]) for name in SETTINGS], (levels, 1))
    for column, name in enumerate(("iterations1", "alpha1")):
        settings[1, column] = given[name] or settings[1, column]
    settings[settings[:, 0] == 0.0, 0] = LONGEST
    modes = np.zeros(6, np.int64)
    modes[REPEATED] = given["repeated"] == "sequences"
    modes[DIVERSITY] = DIVERSITIES.index(str(given["diversity"]))
    modes[DOUBLING] = given["restarts"] == "doubling"
    modes[START], modes[THRESHOLD] = int(given["start"]), int(given["threshold"])
    modes[STREAMS] = sizes[1] > 1 or int(given["threads"]) > 0
    games, policies = _blocks(sizes)
    level_rows = {name: np.zeros(levels, np.int64) for name in ("next_counts", "turns", "received", "stale")}
    return Beam(
        modes=modes,
        settings=settings,
        sizes=sizes,
        first_games=games,
        first_policies=policies,
        games=np.repeat(games[:levels, np.newaxis], widest, axis=1),
        policies=np.repeat(policies[:, np.newaxis], widest, axis=1),
        counts=np.ones(levels, np.int64),
        next_games=np.repeat(games[:levels, np.newaxis], widest, axis=1),
        next_policies=np.repeat(policies[:, np.newaxis], widest, axis=1),
        played=np.zeros(1, np.int64),
        streams=np.ones((_tasks(given), 1), np.uint64),
        **level_rows,
    )


def begin_beam_again(beam: Beam) -> None:
    """All levels keep no sequence, and one policy, each the first of its block."""
    beam.games[:] = beam.first_games[:-1, np.newaxis]
    beam.policies[:] = beam.first_policies[:, np.newaxis]
    beam.counts[:] = 1
    for array in (beam.next_counts, beam.turns, beam.received, beam.stale, beam.played):
        array[:] = 0


def check_beam(beam: Beam, games: int, policies: int) -> None:
    """ValueError if the beams name rows beyond their blocks; `games`, `policies`: the rows that the search has."""
    require("beams", beam.sizes, beam.games.shape[1], least=1)
    first_games, first_policies = _blocks(beam.sizes)
    tasks, batch = len(beam.streams), beam.settings[1, BATCH]
    require("playouts of a step", batch, tasks // int(beam.sizes[1]), least=1)
    differences = (
        beam.first_games - first_games,
        beam.first_policies - first_policies,
        np.array([first_games[-1] + tasks - games, int(beam.sizes.sum()) - policies]),
    )
    for difference in differences:
        require("blocks of rows", difference, 0)
    require("modes", beam.modes)
    for rows in (beam.games, beam.next_games):
        require("rows of games", (rows - first_games[:-1, np.newaxis])[1:], 2 * beam.sizes[1:, np.newaxis] - 1)
    for rows in (beam.policies, beam.next_policies):
        require("rows of policies", (rows - first_policies[:, np.newaxis])[1:], beam.sizes[1:, np.newaxis] - 1)
    require("sequences kept", beam.counts, beam.sizes, least=1)
    require("sequences that follow", beam.next_counts, beam.sizes)
    require("turns", beam.turns, beam.counts - 1)
    require("sequences received", beam.received)
    require("stale iterations", beam.stale, least=-1)
    require("playouts made", beam.played, int(beam.counts[1]) * int(batch) - 1)


def _tasks(parameters: Parameters) -> int:
    """How many playouts a step of level 1 has at most."""
    given = PLAIN | dict(parameters)
    width, batch = beam_sizes(given)[1], int(given["batch"])
    if width * batch > MOST_TASKS:
        raise ParameterError(
            f"beam {width} with batch {batch} is {width * batch} playouts; expected at most {MOST_TASKS}"
        )
    return width * batch


def _blocks(sizes: Ints) -> tuple[Ints, Ints]:
    """Where the games and the policies of each level begin; of the games also where the last level's end."""
    games = np.concatenate(([0, 1], 1 + 2 * np.cumsum(sizes[1:])))
    policies = np.concatenate(([0], np.cumsum(sizes)[:-1]))
    return games.astype(np.int64), policies.astype(np.int64)
