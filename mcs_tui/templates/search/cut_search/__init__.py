"""Cut: replays the best game up to a random point and plays on at random. It imports no Numba.

To change: the title, what it does in a few words, and its parameters (`puzzles.parameters.Parameter`), which
`make_search` is given by name. `replays=True`: it plays games again.
"""

from __future__ import annotations

from solvers.registry import Algorithm

CUT = Algorithm(
    "cut",
    "Cut and play on",
    "replays the best game up to a random point, and plays on at random",
    "cut_search.search",
    uses_prior=False,
    replays=True,
)
