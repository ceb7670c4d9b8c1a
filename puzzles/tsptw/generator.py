"""What the generator can be asked for; the drawing itself is in `instances`."""

from __future__ import annotations

from puzzles.parameters import Parameter
from puzzles.tsptw.puzzle import FEWEST_NODES, MOST_NODES

NODES = Parameter("nodes", int, 21, "nodes, the depot among them", FEWEST_NODES, MOST_NODES)
WIDTH = Parameter("width", int, 60, "the greatest width of a window", 0, 1_000_000)
SIDE = Parameter("side", int, 100, "side of the square that the nodes lie in", 1, 1_000_000)
DECIMALS = Parameter("decimals", int, 0, "decimals of the distances, which are rounded up", 0, 6)

GENERATOR_PARAMETERS = (NODES, WIDTH, SIDE, DECIMALS)
