"""The bundled instances, all of our own generator; each file's name is what it is about, its own name has the seed."""

from __future__ import annotations

from importlib import resources

from puzzles.family import Example

_INSTANCES = {
    "route-13.txt": "13 nodes, windows of up to 40: a search sees most of what there is",
    "route-41.txt": "41 nodes, distances with a decimal, windows of up to 120",
    "service-21.tsptw": "21 nodes as TSPLIB and LKH have them, 10 units spent at each",
}


def _instance(file: str, explanation: str) -> Example:
    text = resources.files(__name__).joinpath(file).read_text(encoding="utf-8")
    return Example(file.rpartition(".")[0], explanation, text)


EXAMPLES = tuple(_instance(file, explanation) for file, explanation in _INSTANCES.items())
