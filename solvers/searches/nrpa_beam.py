"""NRPA and GNRPA with beams: each level keeps several sequences, best first, and a policy for each of them.

Cazenave and Teytaud, Beam NRPA, 2012; Cazenave and Fournier, Monte Carlo Inverse Folding, 2020, sections 3.4 to 3.9. In
an iteration a level searches with each of its policies in turn by the level below. All that it kept and all that the
level below has kept are candidates, each with the policy that it was found by; the best of them make the next beam, a
later one before an earlier one of its score. Then each policy adapts to its sequence. With one sequence a level, that
is NRPA. The empty sequence with which a level begins is a candidate too, so that a beam fills.

Level 1 plays all playouts of an iteration, `batch` for each policy, before one of them is judged. With a beam on level
1 each has a random stream of its own, seeded from the search's in their order, so they may be made in any order, or
at once.

Different scores (diversity `scores`, as in the paper): of candidates with one score only the last stays. As a set
(Edelkamp and Cazenave, Improved Diversity in NRPA, 2016, as section 4 of Monte Carlo Inverse Folding names it): several
sequences of different scores and one policy, which adapts to each of them, the best last.
"""

from __future__ import annotations

import numpy as np

from puzzles.engine.kernels import inlined
from puzzles.engine.rules import solved
from puzzles.engine.streams import next_word
from solvers.searches.learning import (
    AS_SET,
    BATCH,
    BY_SCORE,
    DIVERSITY,
    DOUBLING,
    ITERATIONS,
    LONGEST,
    NO_DIVERSITY,
    REPEATED,
    REPETITIONS,
    START,
    STREAMS,
    THRESHOLD,
    copy_policy,
    rollout,
    same,
    take,
)
from solvers.searches.nrpa_crew import (
    adapt_kept_policy,
    copy_kept_game,
    copy_kept_policy,
    learn_together,
    play_together,
    rows_of_task,
)
from solvers.searches.tally import BEST_LENGTH, PLAYOUTS, RESTARTS, RUNNING, SOLVED, STATUS, remember


@inlined
def play_on(state, search, left):
    """Makes at most `left` playouts of level 1's iteration; when all are made, judges them and hands the best up."""
    beam = search.beam
    tasks = tasks_of(beam)
    first = beam.played[0]
    if first == 0 and beam.modes[STREAMS]:
        seed_streams(beam, search.rng)
    beam.played[0] = first + play_all(search, state, beam.crew, first, min(left, tasks - first))
    if search.tally.counters[STATUS] == RUNNING and beam.played[0] == tasks:
        beam.played[0] = 0
        climb(search, beam)


@inlined
def play_all(search, state, crew, first, count):
    """Plays that many of level 1's playouts, from number `first` on; how many: one that solves the puzzle is the last.

    Playout k goes to the k-th row after `first_games[-1]`. It has the policy of the sequence k // batch of the beam. A
    search whose playouts do not have their own streams has to make them in this order.
    """
    if crew is not None:
        return play_together(search, state, crew, first, count)
    else:
        return _play_in_order(search, state, first, count)


@inlined
def _play_in_order(search, state, first, count):
    beam = search.beam
    for task in range(first, first + count):
        one = rows_of_task(search, search, task, beam.streams[task] if beam.modes[STREAMS] else search.rng)
        one.scores[0] = rollout(one, state, None)
        search.tally.counters[PLAYOUTS] += 1
        remember(search.tally, state, one.scores[0])
        if solved(state):
            search.tally.counters[STATUS] = SOLVED
            return task + 1 - first
    return count


@inlined
def tasks_of(beam):
    """How many playouts level 1's iteration has."""
    return _turns(beam, 1) * np.int64(beam.settings[1, BATCH])


@inlined
def seed_streams(beam, rng):
    """Seeds the streams of the iteration's playouts, in their order."""
    for task in range(tasks_of(beam)):
        beam.streams[task, 0] = next_word(rng)


@inlined
def _turns(beam, level):
    """How many policies the level searches with in an iteration."""
    return 1 if beam.modes[DIVERSITY] == AS_SET else beam.counts[level]


@inlined
def climb(search, beam):
    """Hands the playouts of level 1 up: each level whose turns are over takes its next beam, adapts, and may end."""
    top = search.iterations.size - 1
    batch = np.int64(beam.settings[1, BATCH])
    playouts = beam.first_games[beam.first_games.size - 1]
    for turn in range(_turns(beam, 1)):
        _keep(search, beam, 1, turn)
        for k in range(batch):
            _offer(search, beam, 1, playouts + turn * batch + k, beam.policies[1, turn])
    level = 1
    while True:
        _adopt(search, beam, level)
        if not _ended(search, beam, level):
            break
        if level == top:
            _restart(search, beam, top, 0)
            search.tally.counters[RESTARTS] += 1
            if beam.modes[DOUBLING]:
                beam.settings[top, ITERATIONS] = min(2.0 * beam.settings[top, ITERATIONS], LONGEST)
            break
        level += 1
        turn = beam.turns[level]
        _keep(search, beam, level, turn)
        for k in range(beam.counts[level - 1]):
            if search.scores[beam.games[level - 1, k]] > -np.inf:
                _offer(search, beam, level, beam.games[level - 1, k], beam.policies[level, turn])
        if turn + 1 < _turns(beam, level):
            beam.turns[level] = turn + 1
            break
    for lower in range(level - 1, 0, -1):
        _restart(search, beam, lower, beam.policies[lower + 1, beam.turns[lower + 1]])


@inlined
def _restart(search, beam, level, policy):
    """Lets a level begin again with that policy and no sequence."""
    game, own = beam.first_games[level], beam.first_policies[level]
    copy_policy(search, policy, own)
    search.scores[game] = -np.inf
    search.lengths[game] = 0
    search.iterations[level] = 0
    search.repeats[level] = 0
    beam.games[level, 0] = game
    beam.policies[level, 0] = own
    beam.counts[level] = 1
    beam.next_counts[level] = 0
    beam.turns[level] = 0
    beam.received[level] = 0
    beam.stale[level] = 0


@inlined
def _keep(search, beam, level, turn):
    """Before a turn: the kept sequence whose policy it is becomes a candidate; of a set, all at once."""
    for k in range(turn, beam.counts[level] if beam.modes[DIVERSITY] == AS_SET else turn + 1):
        at = _place(search, beam, level, search.scores[beam.games[level, k]])
        if at >= 0:
            beam.next_games[level, at] = beam.games[level, k]
            beam.next_policies[level, at] = beam.policies[level, k]


@inlined
def _offer(search, beam, level, game, policy):
    """Makes a game of the level below, found with that policy, a candidate; counts repeats of the best.

    A playout stays in its row until the next step, so of those only what is adopted is copied.
    """
    best = beam.next_games[level, 0]
    score = search.scores[game]
    beam.received[level] += 1
    if score > search.scores[best]:
        search.repeats[level] = 0
        beam.stale[level] = -1
    elif score == search.scores[best] and (beam.modes[REPEATED] == BY_SCORE or same(search, game, best)):
        search.repeats[level] += 1
    at = _place(search, beam, level, score)
    if at >= 0:
        row = game
        if level > 1:
            row = _free_game(beam, level, at)
            take(search, game, row)
        beam.next_games[level, at] = row
        beam.next_policies[level, at] = policy


@inlined
def _place(search, beam, level, score):
    """The place of a candidate of that score in the next beam, made free; -1 if it is not good enough."""
    count = beam.next_counts[level]
    at = 0
    while at < count and search.scores[beam.next_games[level, at]] > score:
        at += 1
    if beam.modes[DIVERSITY] != NO_DIVERSITY and at < count and search.scores[beam.next_games[level, at]] == score:
        return at
    if at == beam.sizes[level]:
        return -1
    if count < beam.sizes[level]:
        count += 1
        beam.next_counts[level] = count
    for k in range(count - 1, at, -1):
        beam.next_games[level, k] = beam.next_games[level, k - 1]
        beam.next_policies[level, k] = beam.next_policies[level, k - 1]
    return at


@inlined
def _free_game(beam, level, at):
    """A row of the level's block in which neither a kept sequence nor a candidate is; place `at` has none yet."""
    row = beam.first_games[level]
    k = 0
    while k < beam.counts[level] + beam.next_counts[level]:
        kept = k < beam.counts[level]
        place = k if kept else k - beam.counts[level]
        used = beam.games[level, place] if kept else beam.next_games[level, place]
        if used == row and (kept or place != at):
            row += 1
            k = 0
        else:
            k += 1
    return row


@inlined
def _adopt(search, beam, level):
    """Makes the candidates the level's beam, an iteration: each policy adapts to its sequence.

    The first sequence that was found by a policy keeps it, others get a copy.
    """
    count = beam.next_counts[level]
    for k in range(count):
        beam.games[level, k] = beam.next_games[level, k]
        beam.policies[level, k] = beam.next_policies[level, k]
    for k in range(count):
        if beam.games[level, k] >= beam.first_games[beam.first_games.size - 1]:  # a playout's, to be copied
            row = beam.first_games[level]
            while _used_before(beam.games, level, count, row):
                row += 1
            beam.games[level, k] = row
    if beam.modes[DIVERSITY] != AS_SET:
        for k in range(count):
            if _used_before(beam.next_policies, level, k, beam.next_policies[level, k]):
                beam.policies[level, k] = -1
        for k in range(count):
            if beam.policies[level, k] < 0:
                row = beam.first_policies[level]
                while _used_before(beam.policies, level, count, row):
                    row += 1
                beam.policies[level, k] = row
    beam.counts[level] = count
    beam.next_counts[level] = 0
    beam.turns[level] = 0
    beam.stale[level] += 1
    search.iterations[level] += 1
    _learn(search, beam.crew, level, count, beam.received[level] >= beam.modes[START])


@inlined
def _learn(search, crew, level, count, learns):
    """Copies policies to the rows of sequences that need one, and adapts them; those of a set in their order."""
    if crew is not None:
        if level == 1 and search.beam.modes[DIVERSITY] != AS_SET:
            learn_together(search, crew, count, learns)
        else:
            _learn_in_order(search, level, count, learns)
    else:
        _learn_in_order(search, level, count, learns)


@inlined
def _learn_in_order(search, level, count, learns):
    for k in range(count):
        copy_kept_game(search, level, k)
        copy_kept_policy(search, level, k)
    if learns:
        for k in range(count - 1, -1, -1):
            adapt_kept_policy(search, level, k)


@inlined
def _used_before(rows, level, count, row):
    """Whether one of the first `count` places of the level names the row."""
    used = False
    for k in range(count):
        used = used or rows[level, k] == row
    return used


@inlined
def _ended(search, beam, level):
    """After its iterations; when its best was found again that often; or when it has not become better for long.

    The last takes the first one's place: the level may then have any number of iterations (section 3.9).
    """
    settings = beam.settings[level]
    if settings[REPETITIONS] > 0 and search.repeats[level] >= settings[REPETITIONS]:
        return True
    if beam.modes[THRESHOLD] > 0:
        calls = search.tally.counters[BEST_LENGTH] // beam.modes[THRESHOLD]
        return beam.stale[level] >= max(calls, 1)
    return search.iterations[level] >= settings[ITERATIONS]
