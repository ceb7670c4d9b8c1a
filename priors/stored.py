"""A prior at hand: trained on this machine, counted and shipped with the program, or published weights."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

import numpy as np

from priors.provenance import Provenance
from priors.table import Counts, Table, log_frequencies

Origin = Literal["trained", "shipped", "published"]

ORIGINS: dict[Origin, str] = {
    "trained": "trained here",
    "shipped": "comes with mcs-tui",
    "published": "published weights",
}
"""Each origin in words."""


@dataclass(frozen=True)
class Stored:
    """A prior that was found intact; `count` and `nb` are int64 arrays indexed by prior code.

    Published weights have no counts (both arrays are empty) and no path, but `weights`: float64, the logarithm of each
    code's weight.
    """

    path: Path | None
    count: Counts
    nb: Counts
    provenance: Provenance
    origin: Origin = "trained"
    weights: Table | None = None

    @property
    def name(self) -> str:
        """Its name, such as `latin-dual-order-20`."""
        return stem(self.provenance.family, self.provenance.prior, self.provenance.shape)

    @property
    def removable(self) -> bool:
        """True if it was trained here; what comes with the program stays."""
        return self.origin == "trained"

    @property
    def codes(self) -> int:
        """The number of prior codes."""
        return len(self.nb) if self.weights is None else len(self.weights)

    @cached_property
    def table(self) -> Table:
        """float64, the logarithm of each code's smoothed frequency (see `priors.table.log_frequencies`) or weight."""
        return log_frequencies(self.count, self.nb) if self.weights is None else self.weights

    @property
    def biased(self) -> bool:
        """True if its published weights go beyond 1: then people see their logarithms, the bias of each code."""
        return self.weights is not None and bool((self.weights > 0).any())

    @property
    def frequencies(self) -> Table:
        """float64, 0 to 1: count / nb of the codes that were ever possible, or all published weights; or all biases."""
        if self.weights is not None:
            return self.weights if self.biased else np.exp(self.weights)
        seen = self.nb > 0
        found: Table = self.count[seen] / self.nb[seen]
        return found


def stem(family: str, prior: str, shape: str) -> str:
    """A prior's name, from what it is for."""
    return f"{family}-{prior}-{shape}"
