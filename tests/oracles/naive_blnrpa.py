"""BLNRPA in plain Python: `naive_nrpa` with a weight for each feature of a move, learned by the gradient.

Sentuc, Ellouze, Lucas, Cazenave, Learning the Bias Weights for GNRPA, LION 2023. A policy has the weight of feature k
under -1 - k, where no code is.
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from oracles.naive_nrpa import NaiveNrpa, Policy, Sequence


@dataclass
class NaiveBlnrpa(NaiveNrpa):
    """Its positions have `features(move)`, a list of numbers, beside what those of `NaiveNrpa` have."""

    alpha_bias: float = 1.0

    def adapt(self, policy: Policy, sequence: Sequence) -> Policy:
        adapted = defaultdict(float, super().adapt(policy, sequence))
        position: Any = self.root()
        for best, moves in sequence:
            odds = [self._odds(position, policy, move) for move in moves]
            rows = [position.features(move) for move in moves]
            for k, chosen in enumerate(position.features(best)):
                mean = sum(one * row[k] for one, row in zip(odds, rows, strict=True)) / sum(odds)
                adapted[-1 - k] += self.alpha_bias * (chosen - mean)
            position.play(best)
        return adapted

    def _odds(self, position: Any, policy: Policy, move: int) -> float:
        learned = sum(policy[-1 - k] * one for k, one in enumerate(position.features(move)))
        return super()._odds(position, policy, move) * math.exp(learned)
