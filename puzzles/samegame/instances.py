"""Random SameGame boards: the generator. Compiled; workers alone import it."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from puzzles.engine.streams import stream
from puzzles.parameters import Value, resolve
from puzzles.samegame.family import COLOURS, HEIGHT, WIDTH
from puzzles.samegame.kernels.rules import draw_cells
from puzzles.samegame.puzzle import SameGamePuzzle


def generate(
    parameters: Mapping[str, Value], seed: int, index: int = 0, purpose: str = "generate"
) -> tuple[SameGamePuzzle, tuple[int, ...]]:
    """A full board, each cell of any colour alike, and the game without a move: none is known to be good.

    Depends on parameters, seed, index and purpose (see puzzles.engine.streams) alone. Raises ParameterError for what is
    not admitted.
    """
    values = resolve((WIDTH, HEIGHT, COLOURS), parameters, "the SameGame generator")
    width, height = int(values["width"]), int(values["height"])
    cells = np.empty(width * height, np.int64)
    draw_cells(stream(purpose, seed, index), cells, int(values["colours"]))
    note = f"generated from seed {seed}, number {index}"
    return SameGamePuzzle(width, height, tuple(cells.tolist()), note=note), ()
