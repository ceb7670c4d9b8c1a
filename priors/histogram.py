"""The distribution of a prior, as figures 1 and 3 of Cazenave, Learning a Prior, show it. Imports no numba.

matplotlib is imported only where a picture is drawn.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from priors.stored import Stored

BINS = 20
PICTURES = {".svg": "svg", ".png": "png"}


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
        figure.savefig(path, format=kind, dpi=150, metadata={"Date": None} if kind == "svg" else None)
