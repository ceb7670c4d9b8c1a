# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls
"""Training a prior: counting over generated puzzles with known solutions, in slices that can stop at any time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from priors import store
from priors.provenance import provenance
from priors.sealed import Arrays
from priors.table import Counts
from puzzles import registry
from puzzles.engine.contract import InstancesModule, RulesModule, load
from puzzles.engine.kernels import kernel
from puzzles.engine.rules import agrees, counted_moves, legal_moves, play, prior_code, reset, solved
from puzzles.engine.streams import stream
from puzzles.parameters import resolve

MODE = "paper"
"""The mode whose positions are counted where a family has it, else its first: for searches in any mode, by measurement.

A table counted in strong mode has never seen the moves that propagation takes away or plays by itself, and misleads
a search in paper mode; one counted in paper mode serves both. Solved by sampling with tau 4, problems that were not
trained on, table counted in paper mode / in strong mode / no prior:

Latin order 20, 42 % holes, dual, 3,000 counted, of 200: paper mode within 1,024 playouts 81 / 16 / 12; strong mode
at the first playout 30 / 24 / 17, within eight 145 / 140 / 107.
Kakuro squares of 10 x 10 with 11 values, share, 2,000 counted, of 100: paper mode within 64 playouts 100 / 0 / 0;
strong mode at the first playout 97 / 97 / 100, within four 100 / 100 / 100.
"""


class Trainer:
    """Counts one prior. Same seed and number of puzzles, same counts, whatever the slices.

    Puzzle i comes from the stream `train` and is replayed with the stream `replay`, both of (seed, i), so neither
    shares anything with puzzles to be tested on or with searches. KeyError if family or prior are unknown,
    PuzzleError or ValueError if the shape is.
    """

    def __init__(self, family: str, prior: str, shape: str, puzzles: int, seed: int) -> None:
        self.family = registry.get_family(family)
        self.kind = self.family.priors.kind(prior)
        self.shape = shape
        self.puzzles = puzzles
        self.seed = seed
        self.done = 0
        given = self.family.priors.training_shape(shape)
        generator = self.family.needed_generator()
        self._parameters = resolve(generator.parameters, given, f"the shape {shape}")
        self._rules = load(self.family.rules.module, RulesModule)
        self._instances = load(generator.module, InstancesModule)
        self._reading = READINGS.index(self.kind.reading)
        self._mode = MODE if MODE in self.family.rules.modes else (*self.family.rules.modes, "")[0]
        self._state: Any = None
        self._count = np.zeros(0, np.int64)
        self._nb = np.zeros(0, np.int64)

    @property
    def finished(self) -> bool:
        """True if all were counted."""
        return self.done >= self.puzzles

    def advance(self, puzzles: int) -> int:
        """The number of puzzles counted in all, after up to that many more; at most the number asked for."""
        more = min(puzzles, self.puzzles - self.done)
        for puzzle, solution in self._instances.training_instances(self._parameters, self.seed, self.done, more):
            self._replay(puzzle, np.asarray(solution, np.int64))
            self.done += 1
        return self.done

    def _replay(self, puzzle: Any, solution: Counts) -> None:
        self._state = self._loaded(puzzle)
        codes = self._rules.limits(self._state).prior_codes
        if not self.done:
            self._count, self._nb = np.zeros(codes, np.int64), np.zeros(codes, np.int64)
        if codes != len(self._count):
            raise ValueError(f"puzzle {self.done} has {codes} prior codes; expected {len(self._count)}")
        rng = stream("replay", self.seed, self.done)
        if not replay(self._state, solution, rng, self._reading, self._count, self._nb):
            raise ValueError(f"the solution of training puzzle {self.done} (seed {self.seed}) does not solve it")

    def _loaded(self, puzzle: Any) -> Any:
        """A state with the puzzle at its root, the last one where the rules know how to load it again."""
        state = self._rules.training_state(puzzle, self._state, mode=self._mode, prior_code=self.kind.code)
        return self._rules.build_state(puzzle, mode=self._mode, prior_code=self.kind.code) if state is None else state

    def place(self) -> Arrays:
        """What was counted so far, for `restore` of a trainer with the same arguments; not copies."""
        return {"done": np.array([self.done]), "count": self._count, "nb": self._nb}

    def restore(self, place: Arrays) -> None:
        """Goes on from there."""
        self.done, self._count, self._nb = int(place["done"][0]), place["count"], place["nb"]

    def store(self) -> Path | None:
        """The path of the stored prior with all that was counted so far; None if nothing was, nothing is stored then.

        A training that isn't done leaves a stored prior that was counted from more puzzles in its place.
        """
        if self.done == 0:
            return None
        described = provenance(
            self.family, self.kind.name, self.shape, asked=self.puzzles, counted=self.done, seed=self.seed
        )
        return store.save(self._count, self._nb, described)


READINGS = ("line", "open")
"""Names of the readings, by their numbers.

`line`: at each choice the legal moves are counted, which are those of the variable that is branched on;
this is Algorithm 4 as printed. `open`: at each choice the moves of all open variables are counted (those
that `counted_moves` lists), so that a code's frequency does not depend on which variable is branched on.
A forced move, the only legal one, is played and not counted in either reading: no playout asks the prior
for it.
"""
LINE, OPEN = range(2)


@kernel
def replay(state, solution, rng, reading, count, nb):
    """True if the solution (a board, int64) was replayed from the root until the position was solved.

    Adds, for each move counted, 1 to nb[code], and 1 to count[code] if the move agrees with the solution
    (int64 arrays indexed by prior code). `rng` (uint64[1]) draws which variable to branch on, `reading` is
    LINE or OPEN. Where no legal move agrees, the replay ends with False; what was counted until then stays.
    """
    reset(state)
    while True:
        n = legal_moves(state, rng)
        if n == 0:
            return solved(state)
        chosen = 0
        while chosen < n and not agrees(state, solution, state.moves[chosen]):
            chosen += 1
        if chosen == n:
            return False
        move = state.moves[chosen]  # kept, as counted_moves overwrites state.moves
        if n > 1:
            if reading == OPEN:
                n = counted_moves(state, rng, reading)
            for index in range(n):
                counted = state.moves[index]
                code = prior_code(state, counted)
                nb[code] += 1
                if agrees(state, solution, counted):
                    count[code] += 1
        play(state, move)
