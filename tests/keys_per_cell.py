"""Prints how many keys a Kakuro takes that is typed on its grid: `python -m tests.keys_per_cell`.

All keys are counted from the empty grid on; none moves the cursor. Cells are all of the grid, black and white, as the
size 9 x 9 counts them: the first row and column, which hold clues alone, are among them.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import mean

os.environ.setdefault("MCS_TUI_JIT", "0")
sys.path.insert(0, str(Path(__file__).parent))

from drivers.typed_grids import typed_kakuro

from puzzles import registry
from puzzles.kakuro.editing import EDITOR
from puzzles.kakuro.puzzle import Kakuro


def puzzles(size: int, generated: int) -> Iterator[tuple[str, Kakuro]]:
    """The bundled crosswords, and generated ones of that size, which may have several solutions."""
    from puzzles.kakuro.instances import generate

    for example in registry.get_family("kakuro").examples:
        puzzle = registry.read(example.text)
        assert isinstance(puzzle, Kakuro)
        if not puzzle.square:
            yield example.name, puzzle
    for seed in range(1, generated + 1):
        yield f"seed {seed}", generate({"rows": size, "unique": False}, seed)[0]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=9, help="rows and columns of the generated puzzles")
    parser.add_argument("--generated", type=int, default=20, help="how many")
    options = parser.parse_args()
    print("puzzle         size  keys  a cell  shape  clues  digits  beyond digits, a black cell")
    shares, beyond = [], []
    for name, puzzle in puzzles(options.size, options.generated):
        draft, keys = typed_kakuro(puzzle)
        assert draft == EDITOR.from_puzzle(puzzle)
        digits = sum(len(str(run.clue)) for run in puzzle.runs if run.clue and len(run.cells) > 1)
        black = puzzle.rows * puzzle.columns - len(puzzle.cells)
        share, more = len(keys) / (puzzle.rows * puzzle.columns), (len(keys) - digits) / black
        if (puzzle.rows, puzzle.columns) == (options.size, options.size):
            shares.append(share)
            beyond.append(more)
        clues = sum(1 for run in puzzle.runs if run.clue)
        size = f"{puzzle.rows} x {puzzle.columns}"
        words = f"{len(keys):4}  {share:6.2f}  {len(keys) - digits:5}  {clues:5}  {digits:6}  {more:6.2f}"
        print(f"{name:12} {size:>6}  {words}")
    print(f"{len(shares)} of {options.size} x {options.size}: {mean(shares):.2f} keys a cell, most {max(shares):.2f};")
    print(f"beyond the clues' own digits {mean(beyond):.2f} a black cell, most {max(beyond):.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
