"""What a search begins with: which choices there are for whom, positions and boards from files, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzles import registry
from puzzles.parameters import ParameterError
from solvers.registry import algorithm
from tui.kept.loaded import Loaded
from tui.widgets import new_search
from tui.widgets.new_search import (
    FILE_GAME,
    FILE_POSITION,
    GAME,
    NOTHING,
    POSITION,
)

SQUARE = Loaded(registry.read("1 . 3\n. 3 .\n3 . 2\n"), "square.txt")
TOUR = Loaded(registry.read(registry.get_family("tsptw").examples[0].text))


def choices(loaded: Loaded, search: str, own: tuple[int, ...] | None) -> tuple[str, ...]:
    found = new_search.beginnings(loaded.family, algorithm(search), own)
    return found[0].choices if found else ()


def test_what_can_be_begun_with_depends_on_the_game_and_on_the_search() -> None:
    own = (1,)
    assert choices(SQUARE, "backtracking", None) == (NOTHING, FILE_POSITION)
    assert choices(SQUARE, "backtracking", own) == (NOTHING, POSITION, FILE_POSITION)
    assert choices(TOUR, "nrpa", own) == (NOTHING, POSITION, GAME, FILE_POSITION, FILE_GAME)
    assert choices(TOUR, "sampling", own) == (NOTHING, POSITION, FILE_POSITION)
    learnt, changed = (new_search.beginnings(TOUR.family, algorithm(name), own)[0] for name in ("nrpa", "annealing"))
    assert "learnt first" in learnt.explanation
    assert "changed step by step" in changed.explanation


def test_a_position_is_a_puzzle_of_its_own_and_a_board_goes_along(tmp_path: Path) -> None:
    path = tmp_path / "begun.txt"
    path.write_text("1 2 3\n. 3 .\n3 . 2\n")
    on = new_search.begun(SQUARE, FILE_POSITION, str(path), None)
    board = registry.get_family("latin").parse_board(SQUARE.puzzle, path.read_text())
    assert on == new_search.begun(SQUARE, POSITION, "", board)
    assert on.source == "square.txt"
    assert on.family.start_board(on.puzzle)[1] == on.family.start_board(SQUARE.puzzle)[0] + 1
    assert new_search.board_to_learn(SQUARE, FILE_POSITION, str(path), None) == ()
    assert new_search.begun(SQUARE, NOTHING, "", None) is SQUARE
    tour = TOUR.start + tuple(range(1, 4))
    assert new_search.begun(TOUR, GAME, "", tour) is TOUR
    assert new_search.board_to_learn(TOUR, GAME, "", tour) == tour


@pytest.mark.parametrize(
    ("what", "file", "expected"),
    [
        (FILE_POSITION, "", "Choose a file first: b."),
        (POSITION, "", "There is no game of yours here: p plays."),
        (FILE_POSITION, "/nowhere/at-all", "No such file"),
    ],
)
def test_what_is_not_there_is_said(what: str, file: str, expected: str) -> None:
    with pytest.raises(ParameterError, match=expected):
        new_search.begun(SQUARE, what, file, None)


def test_a_game_without_a_move_teaches_nothing() -> None:
    with pytest.raises(ParameterError, match="has no move"):
        new_search.board_to_learn(TOUR, GAME, "", TOUR.start)
