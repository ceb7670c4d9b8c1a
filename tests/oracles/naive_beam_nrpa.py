"""NRPA with beams, recursive (Cazenave and Teytaud 2012; Monte Carlo Inverse Folding, sections 3.4 to 3.9).

What the papers leave open is as `solvers.searches.nrpa_beam` says: the order of candidates of one score, what a repeat
is, what a call is that counts for the restart threshold, how a set of sequences shares one policy.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Generator, Iterator
from collections.abc import Sequence as Listed
from dataclasses import dataclass, field
from typing import NamedTuple

from oracles.naive_nrpa import NaiveNrpa, Playout, Policy, Sequence
from oracles.naive_streams import NaiveStream


class Kept(NamedTuple):
    """A sequence of a beam, with its policy."""

    score: float
    sequence: Sequence
    policy: Policy


@dataclass
class NaiveBeamNrpa(NaiveNrpa):
    """The search; lists and numbers of levels have index 0 for level 1."""

    beams: Listed[int] = (1,)
    diversity: str = "scores"
    repeated: str = "scores"
    start: int = 0
    threshold: int = 0
    doubling: bool = False
    alpha1: float = 0.0
    iterations1: int = 0
    best: Kept | None = field(default=None)

    def levels(self, level: int, policy: Policy, iterations: int) -> Generator[Playout, None, list[Kept]]:
        """Yields each playout; its result is what the level keeps."""
        beam = [Kept(-math.inf, [], policy)]
        done = repeats = received = stale = 0
        while True:
            searched = beam[:1] if self.diversity == "set" else beam
            found: list[list[Kept]] = []
            if level == 1:
                found = yield from self._playouts(searched)
            candidates: list[Kept] = []
            improved = False
            for turn, one in enumerate(searched):
                for kept in beam if self.diversity == "set" else [one]:
                    self._insert(level, candidates, kept)
                if level > 1:
                    below = yield from self.levels(level - 1, one.policy, self.iterations)
                    found.append([kept for kept in below if kept.sequence])
                for score, sequence, _ in found[turn]:
                    received += 1
                    best = candidates[0]
                    if score > best.score:
                        repeats, improved = 0, True
                    elif score == best.score:
                        repeats += self.repeated == "scores" or self._codes(sequence) == self._codes(best.sequence)
                    self._insert(level, candidates, Kept(score, sequence, one.policy))
            beam = candidates
            if received >= self.start:
                beam = self._adapted(level, beam)
            stale = 0 if improved else stale + 1
            done += 1
            if self.repetitions and repeats >= self.repetitions:
                return beam
            limit = self.iterations1 if level == 1 and self.iterations1 else iterations
            if self.threshold:
                assert self.best is not None
                if stale >= max(1, len(self.best.sequence) // self.threshold):
                    return beam
            elif done >= limit:
                return beam

    def for_ever(self, level: int) -> Iterator[Playout]:
        """The playouts of one search after another, each from an empty policy."""
        iterations = self.iterations
        while True:
            yield from self.levels(level, defaultdict(float), iterations)
            iterations *= 2 if self.doubling else 1

    def _playouts(self, searched: list[Kept]) -> Generator[Playout, None, list[list[Kept]]]:
        """All playouts of an iteration of level 1, before one is judged."""
        stream, wide = self.stream, self.beams[0] > 1
        streams = [NaiveStream(stream.word()) if wide else stream for _ in range(len(searched) * self.batch)]
        found = []
        for one in searched:
            found.append([])
            for _ in range(self.batch):
                self.stream = streams.pop(0)
                played = self.playout(one.policy)
                self.stream = stream
                if self.best is None or played.score > self.best.score:
                    self.best = Kept(*played)
                found[-1].append(Kept(*played))
                yield played
        return found

    def _insert(self, level: int, beam: list[Kept], kept: Kept) -> None:
        size = self.beams[level - 1] if level <= len(self.beams) else 1
        if self.diversity != "none":
            beam[:] = [one for one in beam if one.score != kept.score]
        at = sum(one.score > kept.score for one in beam)
        beam.insert(at, kept)
        del beam[size:]

    def _adapted(self, level: int, beam: list[Kept]) -> list[Kept]:
        usual = self.alpha
        self.alpha = self.alpha1 if level == 1 and self.alpha1 else usual
        if self.diversity == "set":
            policy = beam[0].policy
            for one in reversed(beam):
                policy = self.adapt(policy, one.sequence)
            policies = [policy] * len(beam)
        else:
            policies = [self.adapt(one.policy, one.sequence) for one in beam]
        self.alpha = usual
        return [one._replace(policy=policy) for one, policy in zip(beam, policies, strict=True)]

    def _codes(self, sequence: Sequence) -> list[int]:
        """The policy codes of the moves played where there was a choice."""
        position, codes = self.root(), []
        for move, moves in sequence:
            if len(moves) > 1:
                codes.append(position.policy_code(move))
            position.play(move)
        return codes
