"""What the generator can be asked for; the drawing itself is in `instances`."""

from __future__ import annotations

from puzzles.parameters import Parameter
from puzzles.tsptw.puzzle import FEWEST_NODES

LARGEST = 500
"""Nodes of a generated instance: with six decimals its matrix still is a text of a size that is read."""

NODES = Parameter("nodes", int, 21, "nodes, the depot among them", FEWEST_NODES, LARGEST)
WIDTH = Parameter("width", int, 60, "the greatest width of a window", 0, 100_000)
SIDE = Parameter("side", int, 100, "side of the square that the nodes lie in", 1, 100_000)
DECIMALS = Parameter("decimals", int, 0, "decimals of the distances, which are rounded up", 0, 6)
SERVICE = Parameter("service", int, 0, "time spent at each node, stated apart from the matrix", 0, 100_000)

GENERATOR_PARAMETERS = (NODES, WIDTH, SIDE, DECIMALS, SERVICE)
