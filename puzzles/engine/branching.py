"""Which variable is branched on among several of smallest domain: a setting of searches on constraint puzzles."""

from __future__ import annotations

from puzzles.parameters import Parameter

TIES = ("random", "first")
"""`random`: drawn again each time, which makes independent playouts and restarts differ. `first`: the first in reading
order, so that the same decisions come back in playout after playout, which is what policy adaptation learns from."""
RANDOM, FIRST = range(2)


def ties(default: str) -> Parameter:
    """The setting as a search's parameter."""
    return Parameter("ties", str, default, "which of several equally constrained cells is filled next", choices=TIES)
