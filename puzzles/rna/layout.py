"""Where each position of a structure lies in a flat drawing, so that no strand crosses another."""

from __future__ import annotations

import threading
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Coordinates = NDArray[np.float64]

_LOCK = threading.Lock()
"""ViennaRNA takes the kind of drawing from a global variable."""


@lru_cache(maxsize=64)
def layout(structure: str) -> tuple[Coordinates, Coordinates]:
    """The x and the y of each position of a balanced dot-bracket structure, float64, shape (length,), read-only.

    Neighbours are at least 25 apart, paired bases 35; y points down, as on a screen; the least x and y are 0. The
    drawing is ViennaRNA's RNApuzzler (Wiegreffe and others, Bioinformatics 35, 2019), which bends loops until nothing
    overlaps, turned so that it is at least as wide as it is high: screens are.
    """
    import RNA

    with _LOCK:
        before = RNA.cvar.rna_plot_type
        RNA.cvar.rna_plot_type = RNA.PLOT_TYPE_PUZZLER
        try:
            found = RNA.get_xy_coordinates(structure)
            points = [(found.get(i).X, found.get(i).Y) for i in range(len(structure))]
        finally:
            RNA.cvar.rna_plot_type = before
    x, y = np.array(points, dtype=np.float64).T
    if np.ptp(y) > np.ptp(x):
        x, y = y, -x  # a quarter turn: mirrored, a helix would wind the other way
    x, y = x - x.min(), y.max() - y
    x.flags.writeable = y.flags.writeable = False
    return x, y
