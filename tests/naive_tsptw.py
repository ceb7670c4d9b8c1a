"""The rules of moves of the TSP with time windows in plain Python, after the words of `puzzles.tsptw.moves`."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.tsptw.puzzle import TsptwPuzzle


class NaiveTour:
    """A tour in the making."""

    def __init__(self, puzzle: TsptwPuzzle, visited: Sequence[int] = ()) -> None:
        self.puzzle = puzzle
        self.here, self.time = 0, puzzle.earliest[0]
        self.unvisited = set(range(1, puzzle.n))
        for city in visited:
            self.visit(city)

    def visit(self, city: int) -> None:
        self.time = self.service_at(city)
        self.here = city
        self.unvisited.remove(city)

    def arrival(self, city: int) -> int:
        puzzle = self.puzzle
        return self.time + puzzle.service[self.here] + puzzle.travel[self.here * puzzle.n + city]

    def service_at(self, city: int) -> int:
        return max(self.arrival(city), self.puzzle.earliest[city])

    def in_time(self, city: int) -> bool:
        return self.arrival(city) <= self.puzzle.latest[city]

    def after(self, city: int) -> NaiveTour:
        """The tour as it would go on."""
        other = NaiveTour(self.puzzle)
        other.here, other.time, other.unvisited = self.here, self.time, set(self.unvisited)
        other.visit(city)
        return other

    def moves(self, rules: str) -> list[int]:
        """The cities that may be next, the one whose window closes first being the first."""
        allowed = self.plain() if rules == "plain" else self.window_aware()
        latest = self.puzzle.latest
        return sorted(allowed or self.unvisited, key=lambda city: (latest[city], city))

    def plain(self) -> set[int]:
        late = {city for city in self.unvisited if not self.in_time(city)}
        if late:
            return late
        latest = self.puzzle.latest
        return {
            city
            for city in self.unvisited
            if all(self.service_at(city) <= latest[other] for other in self.unvisited - {city})
        }

    def window_aware(self) -> set[int]:
        reachable = {node for node in (*self.unvisited, 0) if self.in_time(node)}
        return {
            city for city in reachable - {0} if all(self.after(city).in_time(other) for other in reachable - {city})
        }
