"""A step of NRPA's level 1 by several threads: its playouts, in lock-step where the puzzle gains by it, and its adapts.

Leaf parallelisation: Cazenave and Jouandeau, 2007; of NRPA: Nagorko, Parallel Nested Rollout Policy Adaptation, 2019.
Each playout has a random stream of its own, seeded in their order, so results don't depend on how many threads there
are, nor on which of them makes which playout. What is counted and kept is looked at in the playouts' order afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from puzzles.engine.kernels import inlined, kernel
from puzzles.engine.limits import Limits
from puzzles.engine.rules import snapshot, solved
from solvers.searches import nrpa_features, nrpa_intervals, nrpa_items
from solvers.searches.crew import (
    DISMISSED,
    DONE,
    KIND,
    LINE,
    MAIL,
    READY,
    await_all,
    call,
    make_crew,
    store,
    take_next,
    wait,
)
from solvers.searches.learning import BATCH, RECORDS, adapt, copy_policy, rollout, rollout_two, rows_from, take
from solvers.searches.tally import BEST_LENGTH, IMPROVEMENTS, PLAYOUTS, SOLVED, STATUS, note

SCRATCH = (*nrpa_features.SCRATCH, *nrpa_intervals.SCRATCH, *nrpa_items.SCRATCH, "powers")
"""What a playout, and an adapt, write to beside their rows, whatever the record of games."""
PLAYOUTS_OF_A_STEP, COPIES, ADAPTS, GAMES = range(4)
"""What threads are called to."""


def shared(
    limits: Limits,
    search: Any,
    states: Sequence[Any],
    twins: Sequence[Any],
    advance_alone: Callable[[Any, Any, int], int],
) -> tuple[Any, Callable[[Any, Any, int], int]]:
    """The search with a crew, and what advances it: a thread for each state, of which the first is the search's own.

    `twins`: a second state for each, or None for each where lock-step gains nothing.
    """
    tasks = len(search.beam.streams)
    crew = make_crew(limits, len(states), tasks, None, None)
    members = []
    for twin in twins:
        own = _with_scratch(search)
        other = None if twin is None else _with_scratch(search._replace(beam=None))
        members.append(own._replace(beam=search.beam._replace(crew=crew._replace(twin=twin, other=other))))
    first = search._replace(beam=members[0].beam)
    pool = ThreadPoolExecutor(max(1, len(states) - 1), thread_name_prefix="playouts")

    def advance(state: Any, search: Any, playouts: int) -> int:
        crew.lines[1:] = 0
        at_work = [pool.submit(help_out, states[k], members[k], k) for k in range(1, len(states))]
        try:
            return advance_alone(state, search, playouts)
        finally:
            crew.lines[1:, MAIL] = DISMISSED
            for one in at_work:
                one.result()

    return first, advance


def _with_scratch(search: Any) -> Any:
    """The arrays, with scratch of its own."""
    own = {}
    for name, part in search._asdict().items():
        if name in SCRATCH:
            own[name] = part.copy()
        elif name in RECORDS:
            own[name] = _with_scratch(part) if hasattr(part, "_fields") else part
    if "powers" in own:
        own["power_bits"] = own["powers"].view(np.int64)
    return search._replace(**own)


@kernel
def help_out(state, search, thread):
    """Makes playouts of each step that the thread is called to, until it is dismissed; in how many steps it did."""
    crew = search.beam.crew
    step, steps = 0, 0
    store(crew.lines, thread * LINE + READY, 1)
    while True:
        step = wait(crew.lines, thread * LINE + MAIL, step)
        if step == DISMISSED:
            return steps
        if crew.lines[0, KIND] == PLAYOUTS_OF_A_STEP:
            _play_share(search, state, crew, crew.twin, thread)
        else:
            _learn_share(search, crew, thread)
        store(crew.lines, thread * LINE + DONE, step)
        steps += 1


@inlined
def play_together(search, state, crew, first, count):
    """Makes those playouts by all threads, counts them and keeps the best; how many up to one that solves."""
    for thread in range(crew.lines.shape[0]):
        crew.bests[thread, 0] = search.tally.best_score[0]
        crew.tasks[thread, 0] = -1
    call(crew, PLAYOUTS_OF_A_STEP, first, count)
    _play_share(search, state, crew, crew.twin, 0)
    await_all(crew)
    return _count(search, crew, first, count)


@inlined
def learn_together(search, crew, count, learns):
    """By all threads: copies policies to the rows of sequences of level 1 that need one, and adapts them.

    The games that are to stay are copied too, each by the thread that adapts to it.
    """
    copies = 0
    for k in range(count):
        copies += int(search.beam.policies[1, k] != search.beam.next_policies[1, k])
    if copies > 0:
        call(crew, COPIES, 0, count)
        _learn_share(search, crew, 0)
        await_all(crew)
    call(crew, ADAPTS if learns else GAMES, 0, count)
    _learn_share(search, crew, 0)
    await_all(crew)


@inlined
def _learn_share(search, crew, thread):
    """Copies or adapts policies of level 1, or copies games: the thread's share, then what is left of the others'."""
    threads = crew.lines.shape[0]
    turn = 0
    while turn < threads:
        share = (thread + turn) % threads
        k, count = take_next(crew, share, 1)
        if count == 0:
            turn += 1
        elif _share_of(search, k, threads) == share:
            if crew.lines[0, KIND] == COPIES:
                copy_kept_policy(search, 1, k)
            else:
                copy_kept_game(search, 1, k)
                if crew.lines[0, KIND] == ADAPTS:
                    adapt_kept_policy(search, 1, k)


@inlined
def _share_of(search, k, threads):
    """The thread to whose share all that is done with the policy of level 1's k-th sequence belongs.

    Always the same for a row: a policy that another thread has adapted has to come out of that core's cache, a line of
    memory at a time, and takes a playout half as long again.
    """
    return search.beam.policies[1, k] % threads


@inlined
def copy_kept_game(search, level, k):
    """Copies the game of the level's k-th sequence to its row, if it is still in that of the playout."""
    beam = search.beam
    if beam.games[level, k] != beam.next_games[level, k]:
        take(search, beam.next_games[level, k], beam.games[level, k])
        beam.next_games[level, k] = beam.games[level, k]


@inlined
def copy_kept_policy(search, level, k):
    """Copies the policy by which the level's k-th sequence was found to the sequence's own row, if that is another."""
    beam = search.beam
    if beam.policies[level, k] != beam.next_policies[level, k]:
        copy_policy(search, beam.next_policies[level, k], beam.policies[level, k])


@inlined
def adapt_kept_policy(search, level, k):
    """Adapts the policy of the level's k-th sequence to it, if there is one."""
    beam = search.beam
    if search.scores[beam.games[level, k]] > -np.inf:
        game, policy = beam.games[level, k] - 1, beam.policies[level, k] - 1
        adapt(rows_from(search, game, policy, search.rng, beam.settings[level]), 1)


@inlined
def _play_share(search, state, crew, twin, thread):
    """Makes playouts, one by one or, with a twin, two by two: the thread's share, then what is left of the others'."""
    threads = crew.lines.shape[0]
    wanted = 1 if twin is None else 2
    turn = 0
    while turn < threads:
        share = (thread + turn) % threads
        task, count = take_next(crew, share, wanted)
        if count == 0:
            turn += 1
        elif _share_of(search, task // np.int64(search.beam.settings[1, BATCH]), threads) == share:
            _play_tasks(search, state, crew, twin, thread, task, count)


@inlined
def _play_tasks(search, state, crew, twin, thread, task, count):
    """Makes one playout, or two."""
    if twin is None:
        _play_one(search, state, crew, thread, task)
    else:
        if count == 1:
            _play_one(search, state, crew, thread, task)
        else:
            one = _borrow(search, search, crew, task, 2 * thread)
            two = _borrow(crew.other, search, crew, task + 1, 2 * thread + 1)
            one.scores[0], two.scores[0] = rollout_two(one, state, two, twin)
            _give_back(search, one, task)
            _give_back(search, two, task + 1)
            _look(state, one, crew, thread, task)
            _look(twin, two, crew, thread, task + 1)


@inlined
def _play_one(search, state, crew, thread, task):
    one = _borrow(search, search, crew, task, 2 * thread)
    one.scores[0] = rollout(one, state, None)
    _give_back(search, one, task)
    _look(state, one, crew, thread, task)


@inlined
def _borrow(own, search, crew, task, row):
    """The playout's rows, with the scratch of `own`, and its stream in that row of `rngs`.

    Streams of tasks lie side by side. A move writes to one: two threads would take their line of memory from each other
    at each move.
    """
    crew.rngs[row, 0] = search.beam.streams[task, 0]
    return rows_of_task(own, search, task, crew.rngs[row])


@inlined
def _give_back(search, one, task):
    search.beam.streams[task, 0] = one.rng[0]


@inlined
def rows_of_task(own, search, task, rng):
    """A playout of level 1 as a search: its row of the games, its policy, that stream, and the scratch of `own`."""
    beam = search.beam
    game = beam.first_games[beam.first_games.size - 1] + task
    policy = beam.policies[1, task // np.int64(beam.settings[1, BATCH])] - 1
    return rows_from(own, game, policy, rng, beam.settings[1])


@inlined
def _look(state, one, crew, thread, task):
    """Keeps the thread's first best game."""
    if one.scores[0] > crew.bests[thread, 0]:
        crew.bests[thread, 0] = one.scores[0]
        crew.tasks[thread, 0] = task
        crew.tasks[thread, 1] = snapshot(state, crew.boards[thread])
    crew.solved[task] = int(solved(state))


@inlined
def _count(search, crew, first, count):
    """Counts the playouts in their order up to one that solves the puzzle, and keeps the first best one's board."""
    counters, beam = search.tally.counters, search.beam
    rows = beam.first_games[beam.first_games.size - 1]
    best = search.tally.best_score[0]
    found, made = -1, 0
    while made < count and counters[STATUS] != SOLVED:
        task = first + made
        score = search.scores[rows + task]
        if score > best:
            best, found = score, task
            counters[IMPROVEMENTS] += 1
            note(search.tally.improved, counters[PLAYOUTS] + made + 1, best)
        if crew.solved[task] == 1:
            counters[STATUS] = SOLVED
        made += 1
    counters[PLAYOUTS] += made
    if found >= 0:
        search.tally.best_score[0] = best
        for thread in range(crew.lines.shape[0]):
            if crew.tasks[thread, 0] == found:
                counters[BEST_LENGTH] = crew.tasks[thread, 1]
                for k in range(crew.tasks[thread, 1]):
                    search.tally.best_board[k] = crew.boards[thread, k]
    return made
