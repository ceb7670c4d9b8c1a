"""What a search with beams keeps beside its games and policies: which rows of these belong to which level.

Row 0 of the games is what a warm start has learned, row 0 of the policies that with which the search begins. Then each
level has a block of rows: twice as many games as its beam is wide, those that it keeps and those that are to follow
them, and as many policies. Last come the playouts of level 1 that are still to be judged.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzles.parameters import ParameterError
from solvers.searches.beam_parameters import MOST_TASKS, PLAIN, beam_sizes, is_plain
from solvers.searches.contract import Floats, Ints, Parameters, Words
from solvers.searches.tally import require

# modes[...]: what counts as a repeat; which of a beam's candidates stay; how a search is restarted; after how many
# sequences a level begins to adapt; R of the restart threshold; whether each playout of a step has its own stream
REPEATED, DIVERSITY, DOUBLING, START, THRESHOLD, STREAMS = range(6)
BY_SCORE, BY_SEQUENCE = range(2)
DIVERSITIES = ("none", "scores", "set")
NO_DIVERSITY, BY_SCORES, AS_SET = range(3)

WEIGHING = ("iterations", "alpha", "tau", "repetitions", "batch")
LONGEST = float(1 << 52)
"""Iterations that no doubling goes beyond, and that stand for no limit: float64 still counts them one by one."""


class Beam(NamedTuple):
    """The levels of a search with beams; index 0 of what has a row for each level is not used."""

    modes: Ints  # int64[6]
    settings: Floats  # float64[levels + 1, 5]: those of `learning`, for each level
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
    """The beams before the first playout; None where `nrpa` needs none.

    Parameters: those of `beam_parameters.PLAIN`, level, iterations and alpha.
    """
    if is_plain(parameters):
        return None
    given = PLAIN | dict(parameters)
    sizes = np.array(beam_sizes(given))
    levels, widest = len(sizes), int(sizes.max())
    settings = np.tile([float(given[name]) for name in WEIGHING], (levels, 1))
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


def begin_again(beam: Beam) -> None:
    """All levels keep no sequence, and one policy, each the first of its block."""
    beam.games[:] = beam.first_games[:-1, np.newaxis]
    beam.policies[:] = beam.first_policies[:, np.newaxis]
    beam.counts[:] = 1
    for array in (beam.next_counts, beam.turns, beam.received, beam.stale, beam.played):
        array[:] = 0


def check(beam: Beam, games: int, policies: int) -> None:
    """ValueError if the beams name rows beyond their blocks; `games`, `policies`: the rows that the search has."""
    require("beams", beam.sizes, beam.games.shape[1], least=1)
    first_games, first_policies = _blocks(beam.sizes)
    tasks, batch = len(beam.streams), beam.settings[1, WEIGHING.index("batch")]
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


def _blocks(sizes: NDArray[np.int64]) -> tuple[Ints, Ints]:
    """Where the games and the policies of each level begin; of the games also where the last level's end."""
    games = np.concatenate(([0, 1], 1 + 2 * np.cumsum(sizes[1:])))
    policies = np.concatenate(([0], np.cumsum(sizes)[:-1]))
    return games.astype(np.int64), policies.astype(np.int64)
