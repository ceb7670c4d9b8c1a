"""Conjectures of spectral graph theory, as scores of many trees at a time: one above 0 refutes.

All were refuted before: by neural networks (Wagner 2021, arXiv 2104.14516), and by Monte Carlo search (Roucairol and
Cazenave 2022, arXiv 2207.03343; Vito and Stefanus 2023, arXiv 2306.07956).

Where a star is exactly as good as the bound, trees grow from a path of five vertices, as none of them is a star.
`python -m trees_family.conjectures` refutes each and prints the tree and what it costs.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from trees_family.family import Trees

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Conjecture = Callable[[Ints], Floats]


def adjacency(neighbours: Ints) -> Floats:
    """float64[trees, n, n]; `neighbours` is int64[trees, n - 1]: what the vertices 1 ... n - 1 were hung on."""
    count, last = neighbours.shape
    matrix = np.zeros((count, last + 1, last + 1))
    trees, vertices = np.indices(neighbours.shape)
    matrix[trees, vertices + 1, neighbours] = matrix[trees, neighbours, vertices + 1] = 1.0
    return matrix


def matching_numbers(neighbours: Ints) -> Ints:
    """int64[trees]: edges of a largest matching, by taking an edge at each leaf from the last vertex on."""
    count, last = neighbours.shape
    taken = np.zeros((count, last + 1), bool)
    found, rows = np.zeros(count, np.int64), np.arange(count)
    for vertex in range(last, 0, -1):
        other = neighbours[:, vertex - 1]
        free = ~taken[:, vertex] & ~taken[rows, other]
        taken[:, vertex] |= free
        taken[rows, other] |= free
        found += free
    return found


def index_and_matching(neighbours: Ints) -> Floats:
    """Aouchiche and Hansen 2010: the largest eigenvalue and the matching number are at least sqrt(n - 1) + 1."""
    largest = np.linalg.eigvalsh(adjacency(neighbours))[:, -1]
    return np.sqrt(neighbours.shape[1]) + 1.0 - largest - matching_numbers(neighbours)


def second_eigenvalue_and_harmonic_index(neighbours: Ints) -> Floats:
    """Graffiti: the second largest eigenvalue is at most the harmonic index, the sum of 2 / (d(u) + d(v)) of edges."""
    matrix = adjacency(neighbours)
    degrees = matrix.sum(axis=2)
    ends = degrees[:, 1:] + np.take_along_axis(degrees, neighbours, axis=1)
    return np.linalg.eigvalsh(matrix)[:, -2] - (2.0 / ends).sum(axis=1)


def randic_index_and_independence(neighbours: Ints) -> Floats:
    """AutoGraphiX: Randic index and independence number are at most n - 1 + sqrt(n - 1); of a tree n - matching."""
    degrees = adjacency(neighbours).sum(axis=2)
    ends = degrees[:, 1:] * np.take_along_axis(degrees, neighbours, axis=1)
    independence = neighbours.shape[1] + 1 - matching_numbers(neighbours)
    return (1.0 / np.sqrt(ends)).sum(axis=1) + independence - neighbours.shape[1] - np.sqrt(neighbours.shape[1])


SCORES: dict[str, tuple[Conjecture, Trees]] = {
    "index and matching number": (index_and_matching, Trees(19, (0, 1, 2, 3))),
    "second eigenvalue and harmonic index (Graffiti)": (second_eigenvalue_and_harmonic_index, Trees(40)),
    "Randic index and independence number": (randic_index_and_independence, Trees(40, (0, 1, 2, 3))),
}
"""Each conjecture's score, and the trees that it is refuted by: no star, where a star is as good as the bound."""
ROUNDING = 1e-9
"""Of eigenvalues: a star's score may be above 0 by less."""


def scored(conjecture: Conjecture, puzzle: Trees) -> Callable[[Ints, Ints], Floats]:
    """The conjecture as `score=` of `mcs_tui.solve`."""
    start = np.array(puzzle.start, np.int64)

    def score(boards: Ints, lengths: Ints) -> Floats:
        whole = lengths == puzzle.vertices - 1 - start.size
        found = np.full(lengths.size, -np.inf)
        if whole.any():
            grown = boards[whole, : puzzle.vertices - 1 - start.size]
            first = np.broadcast_to(start, (len(grown), start.size))
            found[whole] = conjecture(np.concatenate((first, grown), axis=1))
        return found

    return score


def main() -> None:
    """Refutes each conjecture, and prints how."""
    import mcs_tui

    for name, (conjecture, puzzle) in SCORES.items():
        for seed in range(1, 100):
            begin = time.process_time()
            score = scored(conjecture, puzzle)
            refuted: list[float] = []

            def look(progress: mcs_tui.Progress, refuted: list[float] = refuted) -> bool:
                refuted += [progress.best] if progress.best is not None and progress.best > ROUNDING else []
                return not refuted

            result = mcs_tui.solve(
                puzzle, "nrpa", score=score, level=3, iterations=30, batch=8, playouts=100_000, seed=seed, callback=look
            )
            seconds = time.process_time() - begin
            print(f"{name}, seed {seed}: {result.score:.4f} with {puzzle.vertices} vertices after {seconds:.1f} CPU s")
            if refuted:
                print("refuted by", *puzzle.start, *result.board)
                break


if __name__ == "__main__":
    main()
