"""A search with its improvements by CPU time, as the ledgers of `bench samegame` and `bench tsptw` keep it."""

from __future__ import annotations

import msgspec

from puzzles.parameters import Value
from solvers.bench import ledger
from solvers.bench.traced_task import Name, Task


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="settings"):
    """What all searches of one file have in common; its first line."""

    bench: str


class Outcome(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="outcome"):
    """One search that ended. `search`: it in words (`Search.words`).

    `seconds`: the CPU seconds that it was given, or that it had used when it reached its goal. `trace`: each better
    score with the CPU seconds behind the slice (some 50 ms) that brought it. `board`: that of the last one, and what
    the checker tells of it in `facts`. `spent`: the seconds that it used.
    """

    search: str
    puzzle: str
    seed: int
    seconds: float
    trace: list[tuple[float, float]]
    playouts: int
    restarts: int
    spent: float
    board: list[int]
    facts: dict[str, Value] = {}

    @property
    def name(self) -> Name:
        """What it is called by."""
        return self.search, self.puzzle, self.seed

    @property
    def best(self) -> float:
        """The best score of all; minus infinity if the search had no time for a playout."""
        return self.trace[-1][1] if self.trace else float("-inf")

    def tells(self, seconds: float) -> bool:
        """True if it is known what that many seconds lead to."""
        return seconds <= self.seconds

    def within(self, seconds: float) -> float | None:
        """The best score that was known after that many seconds; None if there was none yet."""
        return max((score for at, score in self.trace if at <= seconds), default=None)

    def facts_within(self, seconds: float) -> dict[str, Value]:
        """What the checker tells of the best board after that many seconds; empty if only a later one is kept."""
        return self.facts if self.trace and self.trace[-1][0] <= seconds else {}

    def reached(self, score: float) -> float | None:
        """The seconds after which it had that score or a better one; None if it never had."""
        return next((at for at, found in self.trace if found >= score), None)

    def answers(self, task: Task) -> bool:
        """True if the task need not be done (again): it went on as long, or has what the task is to stop at."""
        return self.tells(task.seconds) or (task.goal is not None and self.reached(task.goal) is not None)


class Ledger(ledger.Ledger[Settings, Outcome]):
    """The file of such searches (`solvers.bench.ledger`), of any settings; errors as there."""
