"""Games of Morpion Solitaire by compiled searches, and the machine code that plays them; as a program, in JSON.

Run in a process of its own it plays as another processor would: Numba reads NUMBA_CPU_NAME at its start.
"""

from __future__ import annotations

import hashlib
import json
import sys
from typing import Any

import numpy as np
from drivers.compiled_rules import look

from puzzles.engine.dispatchers import uncached
from puzzles.engine.streams import stream
from puzzles.morpion.kernels import rules
from puzzles.morpion.puzzle import MorpionPuzzle
from solvers.searches import nrpa, sampling
from solvers.searches.tally import PLAYOUTS

UNIFORM_GAMES = 300
LEARNED_GAMES = 400


def compiled_afresh() -> Any:
    """The kernel of uniform games, not from the disk: what was loaded from there has no text of its machine code."""
    return uncached(sampling.advance.py_func)


def uniform_games(variant: str, advance: Any) -> list[Any]:
    """Board, score and number of each game of a sampling search."""
    state = rules.build_state(MorpionPuzzle(variant))
    search = sampling.make_search(rules.limits(state), {}, np.ones(1), stream("test", 1))
    return _played(state, search, advance, UNIFORM_GAMES)


def learned_games(variant: str) -> list[Any]:
    """Board, score and number of each game of a short NRPA, and a digest of all that it learned."""
    state = rules.build_state(MorpionPuzzle(variant))
    parameters = {"level": 2, "iterations": 15, "alpha": 1.0}
    search = nrpa.make_search(rules.limits(state), parameters, np.ones(1), stream("test", 2))
    games = _played(state, search, nrpa.advance, LEARNED_GAMES)
    return [*games, hashlib.sha256(search.policy.tobytes()).hexdigest()]


def _played(state: Any, search: Any, advance: Any, games: int) -> list[Any]:
    board = np.zeros(rules.limits(state).board, np.int64)
    played = []
    for _ in range(games):
        advance(state, search, 1)
        score, _, length = look(state, board)
        played.append([board[:length].tolist(), score, int(search.tally.counters[PLAYOUTS])])
    return [*played, float(search.tally.best_score[0])]


def everything() -> tuple[dict[str, list[Any]], list[str]]:
    """The games by name, and the machine code that played the uniform ones in the arenas of 32 and of 64."""
    afresh = compiled_afresh()
    games = {
        "uniform 5D": uniform_games("5D", afresh),
        "uniform 4T": uniform_games("4T", afresh),
        "learned 5D": learned_games("5D"),
        "learned 4D": learned_games("4D"),
    }
    return games, list(afresh.inspect_asm().values())


if __name__ == "__main__":
    json.dump(everything(), sys.stdout)
