"""NRPA and GNRPA as printed (Cazenave, Generalized NRPA, Algorithms 1 to 4): recursive, copying, recomputing.

Two differences from the print. Algorithm 5 divides the bias by tau too, which its text (section 4.1) and Algorithms 4
and 6 do not: theirs is taken. And with one legal move nothing is drawn; the printed adapt would add 0 there.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from oracles.naive_streams import NaiveStream

Policy = defaultdict[int, float]


class Position(Protocol):
    """A position of a single-player game."""

    def moves(self, stream: NaiveStream) -> list[int]: ...
    def play(self, move: int) -> None: ...
    def score(self) -> float: ...
    def policy_code(self, move: int) -> int: ...
    def bias_odds(self, move: int) -> float: ...


Sequence = list[tuple[int, list[int]]]
"""A playout: each move played, with the moves that were legal."""


class Playout(NamedTuple):
    """A playout and the policy that it was played by."""

    score: float
    sequence: Sequence
    policy: Policy


@dataclass
class NaiveNrpa:
    """The search; its methods are the papers' functions."""

    root: Callable[[], Position]
    stream: NaiveStream
    iterations: int
    alpha: float
    tau: float = 1.0
    bound: float = math.inf  # on |weight / tau|; the papers have none
    repetitions: int = 0  # of its best score, after which a level ends; 0: never
    batch: int = 1  # playouts before each adapt of level 1

    def playout(self, policy: Policy) -> Playout:
        """Algorithm 4."""
        position = self.root()
        sequence: Sequence = []
        while moves := position.moves(self.stream):
            chosen = moves[0]
            if len(moves) > 1:
                chosen = moves[self.stream.index([self._odds(position, policy, move) for move in moves])]
            sequence.append((chosen, moves))
            position.play(chosen)
        return Playout(position.score(), sequence, policy)

    def adapt(self, policy: Policy, sequence: Sequence) -> Policy:
        """Algorithm 2 with the gradient of section 4.1: a new policy, closer to the sequence."""
        adapted = policy.copy()
        position = self.root()
        for best, moves in sequence:
            if len(moves) > 1:
                odds = [self._odds(position, policy, move) for move in moves]
                for move, one in zip(moves, odds, strict=True):
                    delta = 1.0 if move == best else 0.0
                    adapted[position.policy_code(move)] -= self.alpha / self.tau * (one / sum(odds) - delta)
            position.play(best)
        limit = self.bound * self.tau
        return defaultdict(float, {code: min(max(w, -limit), limit) for code, w in adapted.items()})

    def search(self, level: int, policy: Policy) -> Generator[Playout, None, tuple[float, Sequence]]:
        """Algorithm 3: yields each playout; its result is the level's best score and sequence."""
        if level == 0:
            played = self.playout(policy)
            yield played
            return played.score, played.sequence
        best_score, best, repeats = -math.inf, [], 0
        for _ in range(self.iterations):
            for _ in range(self.batch if level == 1 else 1):
                score, sequence = yield from self.search(level - 1, policy)
                repeats = 0 if score > best_score else repeats + (score == best_score)
                if score >= best_score:
                    best_score, best = score, sequence
            policy = self.adapt(policy, best)
            if self.repetitions and repeats >= self.repetitions:
                break
        return best_score, best

    def for_ever(self, level: int) -> Iterator[Playout]:
        """The playouts of one search after another, each from an empty policy."""
        while True:
            yield from self.search(level, defaultdict(float))

    def _odds(self, position: Position, policy: Policy, move: int) -> float:
        """exp(w / tau + beta) of a move."""
        return math.exp(policy[position.policy_code(move)] / self.tau) * position.bias_odds(move)
