"""Small weak Schur numbers are known. Needs `pip install -e .`."""

from __future__ import annotations

import pytest
from weak_schur_family import FAMILY

import mcs_tui


@pytest.mark.parametrize(("sets", "known"), [(1, 2), (2, 8), (3, 23)])
def test_every_game_is_seen_and_the_best_is_the_known_number(sets: int, known: int) -> None:
    result = mcs_tui.solve(FAMILY.parse(f"weak schur {sets}\n"), "exhaustive", seed=1)
    assert (result.status, result.score) == ("exhausted", known)


def test_a_board_is_read_as_it_is_written() -> None:
    puzzle = FAMILY.parse("weak schur 2\n")
    text = FAMILY.write(puzzle, "text", (0, 0, 1, 0, 1, 1, 1, 0))
    assert text == "weak schur 2\n1 2 4 8\n3 5 6 7\n"
    assert FAMILY.parse_board(puzzle, text) == (0, 0, 1, 0, 1, 1, 1, 0)
    assert not FAMILY.judge(puzzle, (0, 0, 0)).legal
