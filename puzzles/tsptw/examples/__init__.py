"""The bundled instances, all of our own generator; each file's name is what it is about, its own name has the seed."""

from __future__ import annotations

from puzzles.family import bundled

EXAMPLES = bundled(
    __name__,
    {
        "route-13.txt": "13 nodes, windows of up to 40: a search sees most of what there is",
        "route-41.txt": "41 nodes, distances with a decimal, windows of up to 120",
        "service-21.tsptw": "21 nodes as TSPLIB and LKH have them, 10 units spent at each",
    },
)
