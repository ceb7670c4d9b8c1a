"""A prior that was found (trained here, shipped with the program, or published weights), and its picture.

The picture is the distribution as figures 1 and 3 of Cazenave, Learning a Prior, show it. Imports no numba, and
matplotlib only where a picture is drawn.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from priors.provenance import Provenance
from priors.table import Counts, Table, log_frequencies
from puzzles.user_data import write_named

Origin = Literal["trained", "shipped", "published"]

ORIGINS: dict[Origin, str] = {
    "trained": "trained here",
    "shipped": "comes with mcs-tui",
    "published": "published weights",
}
"""Each origin in words."""

BINS = 20
PICTURES = {".svg": "svg", ".png": "png"}


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


class Histogram(NamedTuple):
    """How many codes have a frequency in each bin; bin i is [edges[i], edges[i + 1]), the last one closed."""

    edges: npt.NDArray[np.float64]  # float64[bins + 1], 0 to 1; of a bias its least to its greatest
    counts: npt.NDArray[np.int64]  # int64[bins]


def histogram(stored: Stored, bins: int = BINS) -> Histogram:
    """The number of codes by raw frequency, count / nb, or by published weight or bias.

    Codes that were never possible (nb = 0) are left out.

    `bins` is 1 or more; ValueError otherwise.
    """
    figures = stored.frequencies
    extent = (float(figures.min()), float(figures.max())) if stored.biased else (0.0, 1.0)
    counts, edges = np.histogram(figures, bins=bins, range=extent)
    return Histogram(edges, counts.astype(np.int64))


def draw(stored: Stored, path: Path, bins: int = BINS) -> None:
    """Nothing; the histogram is in the file, as SVG or PNG by the path's suffix.

    Needs neither display nor network; letters in an SVG are outlines, so that it looks the same everywhere.
    ValueError (one line) for another suffix, OSError if the file can't be written.
    """
    try:
        kind = PICTURES[path.suffix.lower()]
    except KeyError:
        known = " or ".join(PICTURES)
        raise ValueError(f"{path.name}: unknown kind of picture {path.suffix!r}; expected {known}") from None
    import matplotlib
    from matplotlib.figure import Figure

    edges, counts = histogram(stored, bins)
    source = stored.provenance
    figure = Figure(figsize=(7.0, 4.5), layout="constrained")
    axes = figure.add_subplot()
    bars = axes.bar(edges[:-1], counts, width=np.diff(edges), align="edge", color="0.45", edgecolor="white")
    for index, bar in enumerate(bars):
        bar.set_gid(f"bar-{index}")
    axes.set_title(f"Distribution of the prior {source.family} {source.prior}, {source.shape}")
    weight = "bias (logarithm of the weight)" if stored.biased else "weight"
    axes.set_xlabel("frequency in solutions (count / nb)" if stored.weights is None else weight)
    axes.set_ylabel("number of codes")
    axes.set_xlim(edges[0], edges[-1])
    figure.supxlabel(
        f"{source.summary}; {int(counts.sum()):,} codes seen of {stored.codes:,}",
        fontsize="x-small",
        color="0.3",
    )
    with matplotlib.rc_context({"svg.fonttype": "path", "svg.hashsalt": "mcs-tui"}):
        picture = io.BytesIO()
        figure.savefig(picture, format=kind, dpi=150, metadata={"Date": None} if kind == "svg" else None)
    write_named(path, picture.getvalue())
