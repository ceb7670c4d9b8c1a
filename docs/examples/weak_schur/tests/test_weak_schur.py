"""Small weak Schur numbers are known. Needs `pip install -e .`."""

from __future__ import annotations

import pytest
from weak_schur_family import FAMILY

import mcs_tui


@pytest.mark.parametrize("begin", ["any", "late"])
@pytest.mark.parametrize(("sets", "known"), [(1, 2), (2, 8), (3, 23)])
def test_every_game_is_seen_and_the_best_is_the_known_number(sets: int, known: int, begin: str) -> None:
    result = mcs_tui.solve(FAMILY.parse(f"weak schur {sets}\n"), "exhaustive", seed=1, begin=begin)
    assert (result.status, result.score) == ("exhausted", known)


def test_a_set_that_begins_late_takes_the_first_number_that_no_other_takes() -> None:
    puzzle = FAMILY.parse("weak schur 3\n")
    board = mcs_tui.solve(puzzle, "sampling", seed=1, begin="late", playouts=20).board
    for k in range(3):
        first = list(board).index(k)
        assert not any(FAMILY.judge(puzzle, (*board[:first], other)).legal for other in range(k))


def test_a_board_is_read_as_it_is_written() -> None:
    puzzle = FAMILY.parse("weak schur 2\n")
    text = FAMILY.write(puzzle, "text", (0, 0, 1, 0, 1, 1, 1, 0))
    assert text == "weak schur 2\n1 2 4 8\n3 5 6 7\n"
    assert FAMILY.parse_board(puzzle, text) == (0, 0, 1, 0, 1, 1, 1, 0)
    assert not FAMILY.judge(puzzle, (0, 0, 0)).legal
