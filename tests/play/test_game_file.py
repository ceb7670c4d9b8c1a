"""A game as a file of its own: read back as it was, by every command as its puzzle, refused in one line if forged."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from puzzles import registry
from puzzles.by_hand import MoveByMove
from puzzles.errors import PuzzleError
from puzzles.family import Family
from tui.kept.loaded import Loaded, open_file
from tui.play.fill_game import CENTRE, FillGame
from tui.play.game import OwnGames, new_game
from tui.play.game_file import game_in, game_of, game_text, go_on
from tui.play.played import PlayedGame
from tui.words.printing import encoded
from tui.words.replay import steps_to

FAMILIES = [one for one in registry.families() if one.by_hand is not None]


def begun(family: Family) -> PlayedGame:
    """A game of the family's first example with three steps, one of them undone, another line, and a pin."""
    loaded = Loaded(family.parse(family.examples[0].text))
    game = new_game(loaded, OwnGames())
    for number in range(4):
        if isinstance(game, FillGame):
            cell = sorted(game.free)[number]
            game.write(cell, game.hand.values(loaded.puzzle, cell)[0])
            game.pencil(sorted(game.free)[number + 4], 1, CENTRE)
        else:
            hand = family.by_hand
            assert isinstance(hand, MoveByMove)
            game.take((*game.board, hand.choices(loaded.puzzle, game.board)[number == 2].move))
        if number == 1:
            game.pin()
            game.go(game.at - 1)
    game.go(game.at - 1)
    game.count("hints")
    return game


def same(one: PlayedGame, other: PlayedGame) -> bool:
    known = one.data(), other.data()
    return known[0] == known[1] and one.board == other.board and one.other_lines == other.other_lines


@pytest.mark.parametrize("family", FAMILIES, ids=lambda one: one.name)
def test_a_game_comes_back_whole_and_every_reader_takes_its_puzzle(family: Family, tmp_path: Path) -> None:
    game = begun(family)
    path = tmp_path / "mine.game"
    path.write_text(game_text(game))
    opened = open_file(path)
    assert opened.puzzle == game.loaded.puzzle
    assert registry.read(path.read_text()) == game.loaded.puzzle
    assert opened.opened is not None
    assert same(opened.opened, game)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda one: one.name)
def test_a_game_that_is_opened_leaves_the_one_there_on_other_lines(family: Family) -> None:
    theirs = begun(family)
    empty = new_game(theirs.loaded, OwnGames())
    go_on(empty, theirs)
    assert (empty.board, empty.length, empty.tally) == (theirs.board, theirs.length, theirs.tally)
    assert empty.other_lines >= theirs.other_lines
    mine = begun(family)
    mine.begin_again()
    mine.go(0)
    lines = [branch.line for branch in mine.branches()]
    go_on(mine, theirs)
    assert mine.board == theirs.board
    kept = [mine.whole, *(branch.line for branch in mine.branches())]
    assert all(any(tuple(one[: len(line)]) == tuple(line) for one in kept) for line in lines)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda one: one.name)
def test_a_board_alone_becomes_a_game(family: Family) -> None:
    game = begun(family)
    text = encoded(family, game.loaded.puzzle, "game", [game.board]).decode()
    read = game_in(text, game.loaded)
    assert read is not None
    assert read.board == game.board
    assert read.length == game_of(game.loaded.puzzle, steps_to(family, game.loaded.puzzle, game.board)).length


@pytest.mark.parametrize(
    "forged", [{}, [], {"games": 1, "play": {}}, {"games": [], "play": {"at": 9}}, {"games": [], "play": None}, "x", 7]
)
def test_what_is_no_game_of_the_puzzle_is_refused_in_a_line(forged: object, tmp_path: Path) -> None:
    game = begun(registry.get_family("latin"))
    data = json.loads(game_text(game)) | {"game": forged}
    path = tmp_path / "forged.game"
    path.write_text(json.dumps(data))
    with pytest.raises(PuzzleError, match="the game in it can't be read") as told:
        open_file(path)
    assert "\n" not in str(told.value)


def test_a_puzzle_without_a_game_is_opened_as_one(tmp_path: Path) -> None:
    path = tmp_path / "plain.game"
    path.write_text(registry.get_family("latin").examples[0].text)
    assert open_file(path).opened is None
