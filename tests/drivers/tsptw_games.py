"""TSPTW for tests: random instances with all that a file may bring, and tours played on compiled states."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np
from drivers.compiled_rules import codes_into, look, moves_at, play_move, reset_state

from puzzles.engine.streams import stream
from puzzles.tsptw.instances import generate
from puzzles.tsptw.kernels.rules import build_state, limits
from puzzles.tsptw.kernels.state import TsptwState
from puzzles.tsptw.puzzle import TsptwPuzzle


def random_instance(source: random.Random, n: int, **changes: Any) -> TsptwPuzzle:
    """Asymmetric, without the triangle inequality, with service times, ties and windows from tight to endless."""
    largest = source.choice([3, 30, 900])
    spread = largest * source.choice([1, n // 2 + 1, 3 * n])
    earliest = [source.randrange(spread + 1) if source.random() < 0.8 else 0 for _ in range(n)]
    latest = [opens + source.randrange(source.choice([2, largest, spread + 1]) + 1) for opens in earliest]
    parts: dict[str, Any] = {
        "n": n,
        "digits": source.choice([0, 0, 1, 4]),
        "travel": tuple(source.randrange(largest + 1) for _ in range(n * n)),
        "service": tuple(source.choice([0, 0, source.randrange(largest)]) for _ in range(n)),
        "earliest": tuple(earliest),
        "latest": tuple(latest),
        "objective": source.choice(["cost", "makespan"]),
    }
    return TsptwPuzzle(**{**parts, **changes})


def feasible_instance(index: int, nodes: int = 12, width: int = 60) -> tuple[TsptwPuzzle, tuple[int, ...]]:
    """An instance of the generator, with the triangle inequality, and a tour that keeps all its windows."""
    return generate({"nodes": nodes, "width": width}, 3, index, "test")


class Playing:
    """A tour on a compiled state."""

    def __init__(self, puzzle: TsptwPuzzle, rules: str = "windows", *, trail: bool = False) -> None:
        self.puzzle = puzzle
        self.state: TsptwState = build_state(puzzle, moves=rules, prior_code=1, trail=trail)
        self.limits = limits(self.state)
        self.rng = stream("test", 1)
        self.here = 0
        reset_state(self.state)

    def moves(self) -> list[int]:
        """The cities offered next, in their order; codes are checked on the way."""
        count = moves_at(self.state, self.rng)
        assert count <= self.limits.width
        codes = self.state.moves[:count].astype(int).tolist()
        policy, prior = np.full((2, count), -1, np.int64)
        codes_into(self.state, count, policy, prior)
        assert policy.tolist() == prior.tolist() == codes
        cities = [code - self.here * self.puzzle.n for code in codes]
        assert all(0 < city < self.puzzle.n for city in cities)
        return cities

    def visit(self, city: int) -> None:
        play_move(self.state, self.here * self.puzzle.n + city)
        self.here = city

    def follow(self, tour: Sequence[int]) -> None:
        for city in tour:
            self.visit(city)

    def look(self) -> tuple[float, list[int]]:
        """Score and board; it is never solved."""
        board = np.full(self.limits.board, -1, np.int64)
        score, solved, length = look(self.state, board)
        assert not solved
        return score, board[:length].tolist()
