"""How the campaigns of hints are run from the command line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

from .plain_rules import FaultError


def main(name: str, description: str | None, line: Callable[[int, int, int], str]) -> int:
    """The exit code; prints the campaign's line of figures, of a seed, a number of puzzles and the first one's."""
    parser = argparse.ArgumentParser(prog=f"python -m tests.hints.{name}", description=description)
    parser.add_argument("--puzzles", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first puzzle")
    chosen = parser.parse_args()
    try:
        print(line(chosen.seed, chosen.puzzles, chosen.first))
    except FaultError as fault:
        print(fault, file=sys.stderr)
        return 1
    return 0
