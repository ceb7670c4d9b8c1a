"""Which runs may begin with interpreted kernels, while another process compiles them. Imports no numba.

A search is data, and its kernels compute the same bits whether compiled or run as plain Python (MCS_TUI_JIT=0, see
`puzzles.engine.kernels`). So a run may begin interpreted and go on compiled, with the result of a run that was compiled
from its start. That is offered for families of which tests show it, for each of their searches, and where the first
board comes within seconds.
"""

from __future__ import annotations

from puzzles.registry import family
from solvers.runs.spec import RunSpec, SolveSpec


def offered(spec: RunSpec) -> bool:
    """True if a run of the spec may begin with interpreted kernels."""
    return isinstance(spec, SolveSpec) and family(spec.family).rules.begins_interpreted
