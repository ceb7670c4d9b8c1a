"""Random puzzles. To change: how one is drawn, by parameters, seed and number alone."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ladder_family.family import RUNGS, WIDTH, Ladder
from puzzles.engine.streams import stream
from puzzles.parameters import Value, resolve


def generate(
    parameters: Mapping[str, Value], seed: int, index: int = 0, purpose: str = "generate"
) -> tuple[Ladder, tuple[int, ...]]:
    """Rungs of numbers from 1 to 99, and the climb of no rung: none is known to be good."""
    values = resolve((RUNGS, WIDTH), parameters, "the ladder generator")
    shape = int(values["rungs"]), int(values["width"])
    drawn = np.random.default_rng(stream(purpose, seed, index)).integers(1, 100, shape)
    return Ladder(tuple(map(tuple, drawn.tolist())), f"generated from seed {seed}, number {index}"), ()
