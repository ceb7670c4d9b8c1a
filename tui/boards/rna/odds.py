"""Probabilities of a design's pairs without waiting for them: a process of its own computes them, as ViennaRNA holds
Python's lock for tenths of a second.

`python -m tui.boards.rna.odds` is that process: a sequence, an energy model and perhaps a ligand come in as a line,
pairs with their probabilities go out. No textual.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from typing import NamedTuple

from solvers.runs.processes import program
from tui.processes import judging

COMMAND = program("tui.boards.rna.odds")
Odds = tuple[tuple[int, int, float], ...]
"""Two positions from 0, and the probability of their pair."""


class Design(NamedTuple):
    """What folds, by which energies, with which ligand (name, bases, structure, energy), if any. `first`: the position
    of its first base on the board."""

    sequence: str
    model: str
    ligand: tuple[str, str, str, float] | None = None
    first: int = 0


class OddsFinder:
    """Finds the probabilities of the design that was asked for last; `arrived` is called in the event loop with them.

    None if the process fails, as it does where ViennaRNA is missing.
    """

    def __init__(self, arrived: Callable[[Design, Odds | None], object]) -> None:
        self._arrived = arrived
        self._wanted: Design | None = None
        self._work: asyncio.Task[None] | None = None

    def ask(self, design: Design) -> None:
        """Takes the place of a design that is still waiting."""
        self._wanted = design
        if self._work is None or self._work.done():
            self._work = asyncio.get_running_loop().create_task(self._find())

    def close(self) -> None:
        self._wanted = None
        if self._work is not None:
            self._work.cancel()

    async def _find(self) -> None:
        while (design := self._wanted) is not None:
            found = await _answered(design)
            if self._wanted == design:
                self._wanted = None
                self._arrived(design, found)


async def _answered(design: Design) -> Odds | None:
    try:
        process = await judging.begin(COMMAND)
    except OSError:
        return None
    try:
        out, _ = await process.communicate(json.dumps(design).encode() + b"\n")
        return tuple((int(one), int(other), float(share)) for one, other, share in json.loads(out))
    except (OSError, ValueError, TypeError):
        return None
    finally:
        await judging.end(process)


if __name__ == "__main__":
    from puzzles.rna import states
    from puzzles.rna.specification.states import Ligand

    sequence, model, ligand, first = json.loads(sys.stdin.readline())
    print(json.dumps(states.pair_odds(sequence, model, Ligand(*ligand) if ligand else None, first)))
