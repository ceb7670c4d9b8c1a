"""The rules of moves of the TSP with time windows in plain Python, after the words of `puzzles.tsptw.kernels.moves`."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.tsptw.puzzle import TsptwPuzzle


class NaiveTour:
    """A tour in the making."""

    def __init__(self, puzzle: TsptwPuzzle, visited: Sequence[int] = ()) -> None:
        self.puzzle = puzzle
        self.here, self.time = 0, puzzle.earliest[0]
        self.unvisited = set(range(1, puzzle.n))
        self.known: dict[int, list[int]] = {}
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

    def within_reach(self, node: int) -> bool:
        """Over any cities between, whether visited or not."""
        return self.time + self.ways()[node] <= self.puzzle.latest[node]

    def ways(self) -> list[int]:
        """The least time from service here to the arrival at each node, over cities (Dijkstra)."""
        if self.here not in self.known:
            puzzle, n = self.puzzle, self.puzzle.n
            least = [puzzle.duration(self.here, node) for node in range(n)]
            left = set(range(1, n)) - {self.here}
            while left:
                over = min(left, key=least.__getitem__)
                left.remove(over)
                departs, row = least[over] + puzzle.service[over], over * n
                for node in (*left, 0):
                    least[node] = min(least[node], departs + puzzle.travel[row + node])
            self.known[self.here] = least
        return self.known[self.here]

    def after(self, city: int) -> NaiveTour:
        """The tour as it would go on."""
        other = NaiveTour(self.puzzle)
        other.known = self.known
        other.here, other.time, other.unvisited = self.here, self.time, set(self.unvisited)
        other.visit(city)
        return other

    def moves(self, rules: str) -> list[int]:
        """The cities that may be next, the one whose window closes first being the first."""
        allowed = {"plain": self.plain, "windows": self.window_aware, "all": set}[rules]()
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
        reachable = {node for node in (*self.unvisited, 0) if self.within_reach(node)}
        return {
            city
            for city in self.unvisited
            if self.in_time(city) and all(self.after(city).within_reach(other) for other in reachable - {city})
        }
