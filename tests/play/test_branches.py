"""The tree of a game's lines as it is drawn, and marks of all kinds through undo, the disk and forged files."""

from __future__ import annotations

import pytest
from drivers.command_line import LATIN, LATIN_SEVERAL

from puzzles import registry
from tui.kept.loaded import Loaded
from tui.play.branches import tree
from tui.play.fill_game import CENTRE, COLOUR, FillGame
from tui.play.played import Branch

SQUARE = Loaded(registry.read(LATIN))


def test_each_branch_stands_below_the_line_that_it_shares_most_steps_with() -> None:
    branches = [Branch("pin", "ab"), Branch("one", "abxyz"), Branch("two", "abxyw"), Branch("far", "q")]
    assert tree("abcd", "here", branches, plain=False) == [
        ("here", None),
        ("├─ at the start  far", 3),
        ("├─ at step 2  pin", 0),
        ("└─ at step 2  one", 1),
        ("   └─ at step 4  two", 2),
    ]
    assert [line[:2] for line, _ in tree("abcd", "here", branches, plain=True)] == ["he", "|-", "|-", "`-", "  "]


def test_a_deep_tree_is_as_wide_as_it_must_be_and_loses_nothing() -> None:
    branches = [Branch(str(at), "a" * at + "b" * (40 - at)) for at in range(40)]
    lines = tree("a" * 40, "here", branches, plain=True)
    assert sorted(number for _, number in lines[1:] if number is not None) == list(range(40))
    chain = [Branch(str(at), [*range(at), *[-one - at * 100 for one in range(200 - 2 * at)]]) for at in range(60)]
    nested = tree([], "here", chain, plain=True)
    assert len(nested) == len(chain) + 1
    assert max(len(text) for text, _ in nested) < 60


def test_marks_in_the_middle_and_colours_are_steps_like_others() -> None:
    game = FillGame(SQUARE)
    cell = min(game.free)
    assert game.pencil(cell, 1)
    assert game.pencil(cell, 2, CENTRE)
    assert game.pencil(cell, 0, CENTRE)
    assert game.paint(cell, 3)
    assert (game.notes(cell, 0), game.notes(cell, CENTRE), game.notes(cell, COLOUR)) == ([1], [0, 2], [3])
    assert game.paint(cell, 2)
    assert game.notes(cell, COLOUR) == [2]
    assert game.paint(cell, 2)
    assert not game.notes(cell, COLOUR)
    game.go(4)
    assert game.notes(cell, COLOUR) == [3]
    assert game.write(cell, 1)
    assert game.notes(cell, COLOUR) == [3], "a value does not take the colour off"
    assert game.empty(cell)
    assert game.clear_marks()
    assert game.marks[cell] == (COLOUR + 3,)
    assert game.fill_marks()
    assert game.notes(cell, COLOUR) == [3]
    again = FillGame(SQUARE)
    again.read(game.data())
    assert (again.board, again.marks) == (game.board, game.marks)
    assert game.empty(cell)
    assert game.marks[cell] == (COLOUR + 3,)
    assert game.empty(cell)
    assert game.marks[cell] == ()


def test_a_value_takes_marks_in_the_middle_away_too() -> None:
    loaded = Loaded(registry.read(LATIN_SEVERAL))
    game = FillGame(loaded)
    assert game.hand.candidates(loaded.puzzle, game.board, 1) == (0, 1)
    game.pencil(1, 0, CENTRE)
    game.pencil(1, 1, CENTRE)
    game.paint(1, 4)
    game.write(0, 0, marks_go=True)
    assert (game.notes(1, CENTRE), game.notes(1, COLOUR)) == ([1], [4])


@pytest.mark.parametrize("mark", [-1, COLOUR, COLOUR + 9, CENTRE + 77, 99, 1.0, "1"])
def test_forged_marks_are_refused(mark: object) -> None:
    game = FillGame(SQUARE)
    cell = min(game.free)
    game.pencil(cell, 1)
    data = game.data() | {"steps": [[[cell, game.hand.open_value, [mark]]]]}
    with pytest.raises((ValueError, TypeError)):
        FillGame(SQUARE).read(data)
