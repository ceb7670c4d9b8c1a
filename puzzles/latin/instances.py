"""Random Latin squares with holes: the generator, and training instances. Compiled; workers alone import it.

A random square is drawn first, then cells are emptied (Cazenave, Learning a Prior, section 4.1); so the square is
a known solution, though seldom the only one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
import numpy.typing as npt

from puzzles.engine.streams import stream
from puzzles.latin.family import generator_settings
from puzzles.latin.kernels.random_square import SquareChain, draw_square, empty, empty_evenly, new_chain
from puzzles.latin.puzzle import LatinSquare
from puzzles.parameters import Value

Ints = npt.NDArray[np.int64]


def generate(
    parameters: Mapping[str, Value], seed: int, index: int = 0, purpose: str = "generate"
) -> tuple[LatinSquare, tuple[int, ...]]:
    """A puzzle and the solution it was made from (order * order ints, 0-based).

    Depends on parameters, seed, index and purpose (see puzzles.engine.streams) alone. Raises ParameterError for what is
    not admitted.
    """
    order, holes, balanced = generator_settings(parameters)
    grid, square = _draw(new_chain(order), order, holes, balanced, stream(purpose, seed, index))
    note = f"generated from seed {seed}, number {index}"
    return LatinSquare(order, tuple(grid.tolist()), 1, note), tuple(square.tolist())


def training_instances(
    shape_parameters: Mapping[str, Value], seed: int, start: int, count: int
) -> Iterator[tuple[Ints, Ints]]:
    """Grids and their solutions, int64[order * order] each, for the instances start ... start + count - 1.

    Instance i depends on the parameters, the seed and i alone, so any slicing gives the same ones: each has a
    random stream of its own and a chain that starts again.
    """
    order, holes, balanced = generator_settings(shape_parameters)
    chain = new_chain(order)
    for index in range(start, start + count):
        yield _draw(chain, order, holes, balanced, stream("train", seed, index))


def _draw(chain: SquareChain, order: int, holes: int, balanced: bool, rng: npt.NDArray[np.uint64]) -> tuple[Ints, Ints]:
    square, ordering = np.empty(order * order, np.int64), np.empty(order * order, np.int64)
    draw_square(chain, rng, square)
    if balanced:
        draw_square(chain, rng, ordering)
        return empty_evenly(chain, rng, square.copy(), ordering, holes), square
    return empty(rng, square.copy(), ordering, holes), square
