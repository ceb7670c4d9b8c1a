"""A graph to be coloured, as a puzzle of cells: a cell for each vertex, without rows and columns, and its edges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from heapq import heapify, heappop, heappush
from math import isqrt
from typing import ClassVar

from puzzles.deduction import bits
from puzzles.errors import PuzzleError
from puzzles.latin.grouped import HOLE, Group
from puzzles.sudoku.constraints import Place
from puzzles.sudoku.puzzle import MOST_CELLS, Sudoku
from puzzles.text.quoting import counted, numbered

Edge = tuple[int, int]

MOST_EDGES = 100_000
MOST_NAMED = 6
"""Vertices of a clique that its name lists."""
STARTS = 50
"""Vertices from which a clique is grown."""
EDGE, CLIQUE = "edge", "clique"


@dataclass(frozen=True)
class Colouring(Sudoku):
    """`order`: the colours; `grid`: the given ones by vertex, -1 for none; `edges`: vertices (u, v), u < v, ascending.

    Vertices are numbered from 0, and from 1 for people. On a board they stand on a sheet, row by row.
    """

    graph: ClassVar[bool] = True
    of_values = ("holes", "searched")
    edges: tuple[Edge, ...] = ()

    def _check_form(self) -> None:
        vertices = len(self.grid)
        if not 1 <= vertices <= MOST_CELLS or len(self.edges) > MOST_EDGES:
            found = f"a graph of {vertices_in_words(vertices)} and {counted(len(self.edges), 'edge')}"
            raise PuzzleError(found, f"1 to {MOST_CELLS:,} vertices, and at most {MOST_EDGES:,} edges")
        if any(not 0 <= one < other < vertices for one, other in self.edges):
            raise PuzzleError("an edge that joins no two vertices", f"vertices 1 to {vertices}, the smaller first")
        if tuple(sorted({*self.edges})) != self.edges:
            raise PuzzleError("edges in another order", "each once, ascending")
        if self.boxes[0] or self.regions or self.rules or self.constraints or self.outside or self.blacks:
            raise PuzzleError("a graph with more than edges", "vertices and edges alone")

    @property
    def colours(self) -> int:
        """How many there are: the setting of that name."""
        return self.order

    @property
    def rows(self) -> int:
        """Of the sheet."""
        return -(-len(self.grid) // self.columns)

    @property
    def columns(self) -> int:
        return isqrt(len(self.grid) - 1) + 1

    @cached_property
    def places(self) -> tuple[Place, ...]:
        return tuple(divmod(vertex, self.columns) for vertex in range(len(self.grid)))

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """Cliques that hold all edges: of as many vertices as there are colours they have every colour."""
        return tuple(_named(clique) for clique in cliques(len(self.grid), self.edges))

    def repeated(self, board: Sequence[int]) -> Iterator[tuple[Group, int, list[int]]]:
        """Each edge whose vertices have one colour."""
        for edge in self.edges:
            if board[edge[0]] == board[edge[1]] != HOLE:
                yield _named(edge), board[edge[0]], [*edge]

    @cached_property
    def searched(self) -> tuple[int, ...]:
        """`allowed`, less what names alone tell apart: a colouring has twins in which free colours are exchanged.

        Free are the colours that no vertex is given. Vertex number i of a list may have the first i of these alone:
        those that a colouring has there can be named by their first use (Law and Lee, Value precedence, CP 2004). The
        list ends two colours before, and before the last open vertex, so that where there are several colourings, two
        are left: the last two free colours can still be exchanged, or one that is not used be given to a vertex.
        """
        given = {value for value in self.grid if value != HOLE}
        free = [value for value in range(self.order) if value not in given]
        length = min(len(free) - 2, self.holes - 1)
        found = list(self.allowed)
        mask = sum(1 << value for value in given)
        for value, vertex in zip(free, self._first(length), strict=False):
            mask |= 1 << value
            found[vertex] = mask
        return tuple(found)

    def _first(self, length: int) -> list[int]:
        """So many open vertices: a clique, then always one with most neighbours among those before it."""
        if length <= 0:
            return []
        near = neighbours(len(self.grid), self.edges)
        left = sum(1 << vertex for vertex, value in enumerate(self.grid) if value == HOLE)
        found = clique_in(near, left)[:length]
        taken = sum(1 << vertex for vertex in found)
        rest = bits(left & ~taken)
        while len(found) < length:
            best = max(rest, key=lambda vertex: ((near[vertex] & taken).bit_count(), near[vertex].bit_count()))
            rest.remove(best)
            found.append(best)
            taken |= 1 << best
        return found

    @property
    def heading(self) -> str:
        """Such as `Graph colouring, 11 vertices, 20 edges, 4 colours`."""
        sizes = vertices_in_words(len(self.grid)), counted(len(self.edges), "edge"), counted(self.order, "colour")
        return ", ".join((self.variant.title, *sizes))

    @property
    def title(self) -> str:
        return self.heading

    def place_name(self, cell: int) -> str:
        return f"vertex {cell + 1}"

    short_name = place_name

    def within(self, group: Group, cells: Sequence[int]) -> str:
        return numbered("vertex", [cell + 1 for cell in sorted(cells)]).replace("vertexs", "vertices")

    def seers(self, cell: int) -> str:
        return "its neighbours"


def vertices_in_words(number: int) -> str:
    return f"{number:,} {'vertex' if number == 1 else 'vertices'}"


def _named(clique: tuple[int, ...]) -> Group:
    kind = EDGE if len(clique) == 2 else CLIQUE
    words = "-".join(str(vertex + 1) for vertex in clique[:MOST_NAMED])
    return Group(kind, f"{kind} {words}{'-...' if len(clique) > MOST_NAMED else ''}", clique)


@lru_cache(4)  # a puzzle and those that are made of it have one graph
def neighbours(vertices: int, edges: tuple[Edge, ...]) -> tuple[int, ...]:
    """By vertex, its neighbours as a bit mask."""
    found = [0] * vertices
    for one, other in edges:
        found[one] |= 1 << other
        found[other] |= 1 << one
    return tuple(found)


@lru_cache(4)
def cliques(vertices: int, edges: tuple[Edge, ...]) -> tuple[tuple[int, ...], ...]:
    """Maximal cliques, one at least for each edge, found greedily; those with new edges first come first."""
    near = neighbours(vertices, edges)
    left = list(near)
    found = []
    for edge in edges:
        if not left[edge[0]] >> edge[1] & 1:
            continue
        clique, common, fresh = [*edge], near[edge[0]] & near[edge[1]], left[edge[0]] & left[edge[1]]
        while common:
            best = common & fresh or common
            vertex = (best & -best).bit_length() - 1
            clique.append(vertex)
            common &= near[vertex]
            fresh &= left[vertex]
        every = sum(1 << vertex for vertex in clique)
        for vertex in clique:
            left[vertex] &= ~every
        found.append(tuple(sorted(clique)))
    return tuple(found)


def clique_in(near: Sequence[int], among: int) -> list[int]:
    """A clique of those vertices (a bit mask), the largest that is found greedily from those of most neighbours."""
    starts = sorted(bits(among), key=lambda vertex: -(near[vertex] & among).bit_count())[:STARTS]
    best: list[int] = []
    for start in starts:
        clique, common = [start], near[start] & among
        while common and len(clique) + common.bit_count() > len(best):
            vertex = max(bits(common), key=lambda one: (near[one] & common).bit_count())
            clique.append(vertex)
            common &= near[vertex]
        best = max(best, clique, key=len)
    return best


def greedily_coloured(near: Sequence[int], given: Sequence[int]) -> list[int]:
    """A colouring, by vertex, with the given colours (-1: none) and the least that is free for each other vertex.

    The next vertex is one whose neighbours have most colours, of these one of most neighbours (DSATUR; Brélaz, New
    methods to color the vertices of a graph, CACM 1979).
    """
    joined = [bits(mask) for mask in near]
    colours, seen = list(given), [0] * len(near)
    for vertex, value in enumerate(given):
        if value != HOLE:
            for other in joined[vertex]:
                seen[other] |= 1 << value
    heap = [(-seen[vertex].bit_count(), -len(joined[vertex]), vertex) for vertex in range(len(near))]
    heapify(heap)
    while heap:
        *_, vertex = heappop(heap)
        if colours[vertex] != HOLE:
            continue
        bit = ~seen[vertex] & (seen[vertex] + 1)
        colours[vertex] = bit.bit_length() - 1
        for other in joined[vertex]:
            if colours[other] == HOLE and not seen[other] & bit:
                seen[other] |= bit
                heappush(heap, (-seen[other].bit_count(), -len(joined[other]), other))
    return colours
