"""Which runs may begin with interpreted kernels, while another process compiles them. Imports no numba.

A search is data, and its kernels compute the same bits whether compiled or run as plain Python (MCS_TUI_JIT=0, see
`puzzles.engine.kernels`). So a run may begin interpreted and go on compiled, with the result of a run that was compiled
from its start. Each family says of which puzzles: tests show it for each of its searches, and the first board comes
within seconds.
"""

from __future__ import annotations

from puzzles.registry import get_family
from solvers.runs.spec import RunSpec, SolveSpec

SETTING = "MCS_TUI_JIT"
"""In the environment: 1, kernels are compiled before a search begins; 0, they stay interpreted; else each worker
chooses."""


def offered(spec: RunSpec) -> bool:
    """True if a run of the spec may begin with interpreted kernels; PuzzleError if it holds no puzzle."""
    if not isinstance(spec, SolveSpec):
        return False
    family = get_family(spec.family)
    return family.rules.begins_interpreted(family.from_json(spec.puzzle))
