"""Graphs by formula with known chromatic numbers, and plain backtracking over their edges. No code of the product."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

Edges = list[tuple[int, int]]
Graph = tuple[int, Edges]
"""Vertices, numbered from 0, and edges."""


def mycielski(k: int) -> Graph:
    """DIMACS' `myciel{k}`: no triangle, chromatic number k + 1 (Mycielski 1955); from one edge, k - 1 times."""
    size, edges = 2, [(0, 1)]
    for _ in range(k - 1):
        copies = [pair for one, other in edges for pair in ((one, size + other), (other, size + one))]
        edges = [*edges, *copies, *((size + vertex, 2 * size) for vertex in range(size))]
        size = 2 * size + 1
    return size, edges


def queens(side: int) -> Graph:
    """DIMACS' `queen{side}_{side}`: fields of a chess board from which a queen goes to the other."""
    fields = [(row, column) for row in range(side) for column in range(side)]

    def sees(one: tuple[int, int], other: tuple[int, int]) -> bool:
        down, right = abs(one[0] - other[0]), abs(one[1] - other[1])
        return down == 0 or right == 0 or down == right

    return side**2, [(i, j) for i, j in combinations(range(side**2), 2) if sees(fields[i], fields[j])]


def complete(size: int) -> Graph:
    return size, list(combinations(range(size), 2))


def cycle(size: int) -> Graph:
    return size, [*pairwise(range(size)), (0, size - 1)]


def petersen() -> Graph:
    outer = [(k, (k + 1) % 5) for k in range(5)]
    inner = [(5 + k, 5 + (k + 2) % 5) for k in range(5)]
    return 10, [*outer, *inner, *((k, k + 5) for k in range(5))]


CHROMATIC = {
    "myciel3": (mycielski(3), 4),
    "myciel4": (mycielski(4), 5),
    "queen5_5": (queens(5), 5),
    "K7": (complete(7), 7),
    "C8": (cycle(8), 2),
    "C9": (cycle(9), 3),
    "Petersen": (petersen(), 3),
}
"""Graphs with their chromatic numbers."""


def text_of(graph: Graph, colours: int = 0) -> str:
    """The graph as DIMACS has it; with the number of colours, unless it is 0."""
    size, edges = graph
    head = [f"c colours {colours}"] if colours else []
    return "\n".join([*head, f"p edge {size} {len(edges)}", *(f"e {u + 1} {v + 1}" for u, v in edges)]) + "\n"


def colourings(graph: Graph, colours: int, given: Sequence[int] = ()) -> Iterator[tuple[int, ...]]:
    """All proper colourings that agree with the given colours (-1: none)."""
    size, edges = graph
    board = list(given) or [-1] * size
    near = [[u + v - vertex for u, v in edges if vertex in (u, v)] for vertex in range(size)]

    def grow(vertex: int) -> Iterator[tuple[int, ...]]:
        if vertex == size:
            yield tuple(board)
            return
        was = board[vertex]
        for colour in range(colours) if was < 0 else [was]:
            board[vertex] = colour
            if all(board[other] != colour for other in near[vertex]):
                yield from grow(vertex + 1)
        board[vertex] = was

    return grow(0)
