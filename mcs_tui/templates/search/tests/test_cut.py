"""The search finds what is known, and however it is sliced it finds the same. Needs `pip install -e .`."""

from __future__ import annotations

import mcs_tui

EASY = "1 . 3\n. 3 .\n3 . 2\n"


def test_it_solves_an_easy_puzzle() -> None:
    assert mcs_tui.solve(mcs_tui.read(EASY), "cut", playouts=300, seed=1).solved


def test_slices_change_nothing() -> None:
    puzzle = mcs_tui.read("example:paper-10")
    whole = mcs_tui.solve(puzzle, "cut", playouts=98, seed=1)
    with mcs_tui.start(puzzle, "cut", seed=1) as search:
        while search.playouts < 98 and search.advance(7) == "running":
            pass
        result = search.result()
    assert result.score == whole.score
    assert result.board.tolist() == whole.board.tolist()
