"""How a benchmark ends that can't go on: one line on stderr, and an exit code."""

from __future__ import annotations

import sys

WRONG_INPUT, FAULT = 2, 70


def ended(name: str, error: Exception, code: int) -> SystemExit:
    """What the benchmark of that name raises after the line is written."""
    print(f"mcs-tui bench {name}: {' '.join(str(error).split())}", file=sys.stderr)
    return SystemExit(code)
