"""Small puzzles of each variant as people write them down: they are read as that variant."""

from __future__ import annotations

import pytest

from puzzles import registry
from puzzles.sudoku.puzzle import Sudoku

TEXTS = {
    "sudoku": "boxes 2 x 2\n1 . 3 .\n. 3 . 1\n3 . 1 .\n. 1 . 3\n",
    "jigsaw": "1 . 3 .\n. . . .\n. . . .\n. 1 . .\nregions:\n1 1 1 2\n1 3 2 2\n3 3 4 2\n3 4 4 4\n",
    "diagonal": "boxes 2 x 2\n1 . . .\n. . . .\n. . . .\n. . . .\ndiagonals\n",
    "killer": "boxes 2 x 2\n. . . .\n. . . .\n. . . .\n. . . 1\ncage 5: r1c1 r1c2\ncage 3: r2c1 r3c1\n",
    "kenken": "boxes none\n. . .\n. . .\n. . 1\nsum 5: r1c1 r1c2\nproduct 6: r2c1 r2c2\nquotient 3: r3c1 r3c2\n",
    "futoshiki": "boxes none\n. . .\n. 2 .\n. . .\nless: r1c1 r1c2\nless: r2c3 r1c3\n",
    "skyscrapers": "boxes none\n. . .\n. . .\n. . .\nviews 2: r1c1-r1c3\nviews 1: r3c1 r2c1 r1c1\n",
    "kropki": "boxes none\n. . .\n. . .\n. . .\nconsecutive: r1c1 r1c2\ndouble: r2c1 r2c2\n",
    "even-odd": "boxes 2 x 2\n. . . .\n. . . .\n. . . .\n. . . .\neven: r1c1 r2c2\nodd: r3c3\n",
    "thermometers": "boxes 2 x 2\n. . . .\n. . . .\n. . . .\n. . . .\nless: r1c1 r1c2 r1c3\n",
    "arrows": "boxes 2 x 2\n. . . .\n. . . .\n. . . .\n. . . .\narrow: r1c1 r1c2 r2c3\n",
    "renban": "boxes 2 x 2\n. . . .\n. . . .\n. . . .\n. . . .\nstretch: r1c1 r2c2 r3c3\n",
    "palindromes": "boxes 2 x 2\n. . . .\n. . . .\n. . . .\n. . . .\nequal: r1c1 r2c3\n",
    "str8ts": ". . x\n. 2 .\nx . 1x\nstretches\n",
    "consecutive": "boxes 2 x 2\n. . . .\n. . . .\n. . . .\n. . . .\nconsecutive: r1c1 r1c2\nall-marked\n",
    "graph-colouring": "c colours 3\np edge 3 2\ne 1 2\ne 2 3\nn 2 1\n",
    "minarism": "boxes none\n. . .\n. . .\n. . .\ndifference 2: r1c1 r1c2\nless: r1c3 r2c3\n",
    "own": "boxes 2 x 2\n. . . .\n. . . .\n. . . .\n. . . .\nanti-king\nsum 10: r1c1-r4c4\n",
}
EVEN_ODD = "4 4\n1 E O E\nO E O E\nE O E O\nE O E O\n"


@pytest.mark.parametrize("variant", TEXTS)
def test_it_is_read_as_that_variant(variant: str) -> None:
    puzzle = registry.read(TEXTS[variant])
    assert isinstance(puzzle, Sudoku)
    assert puzzle.variant.name == variant
    assert registry.read(TEXTS[variant], family_name="sudoku") == puzzle


def test_marks_of_the_public_set_say_which_variant_it_is() -> None:
    found = registry.read(EVEN_ODD)
    assert isinstance(found, Sudoku)
    assert found.variant.name == "even-odd"
