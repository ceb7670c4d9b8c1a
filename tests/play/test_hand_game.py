"""A game by hand without a screen: steps, undo, pencil marks, clock; and the file that it is kept in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from drivers.command_line import KAKURO, LATIN
from drivers.samegame_games import CLEARING, LEAVING, SMALL

from puzzles import registry
from tui.kept.loaded import Loaded
from tui.kept.user_files import unreadable
from tui.play import words
from tui.play.fill_game import FillGame
from tui.play.game import MoveGame, OwnGames
from tui.play.played import Tally
from tui.play.store import OwnStore

LOADED = Loaded(registry.read(LATIN), "example")
FREE = [i for i, value in enumerate(LOADED.start) if value < 0]


class Clock:
    """Seconds that pass only when told."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


def test_every_step_is_undone_and_made_again() -> None:
    game = FillGame(LOADED)
    one, two = FREE[:2]
    assert not game.write(LOADED.start.index(2), 4), "a given cell stays"
    assert game.pencil(one, 3)
    assert game.pencil(one, 0)
    assert game.write(one, 1)
    assert not game.write(one, 1), "no step"
    assert not game.pencil(one, 2), "it holds a value"
    assert game.change([(one, 0), (two, 5)])
    seen = []
    while game.go(game.at - 1):
        seen.append((game.board[one], game.board[two], game.marks.get(one, ()), game.touched))
    assert seen == [(1, -1, (0, 3), one), (-1, -1, (0, 3), one), (-1, -1, (3,), one), (-1, -1, (), one)]
    assert game.board == LOADED.start
    assert game.go(99)
    assert (game.at, game.board[one], game.board[two]) == (4, 0, 5)
    game.go(game.at - 1)
    assert game.empty(one)
    assert (game.board[one], game.marks[one], game.length) == (-1, (0, 3), 4), "another step leaves what was undone"
    assert game.empty(one)
    assert not game.empty(one)
    assert game.marks[one] == ()
    assert not game.go(game.at + 1)


def test_marks_are_filled_in_go_with_a_value_and_are_cleared_in_one_step_each() -> None:
    empty = Loaded(registry.read("# latin\n" + "0 0 0 0\n" * 4))
    game, every = FillGame(empty), (0, 1, 2, 3)
    assert game.pencil(0, 3)
    assert game.fill_marks()
    assert game.marks == {0: (3,), **dict.fromkeys(range(1, 16), every)}, "marks of the player's stay"
    assert not game.fill_marks(), "no cell is without marks"
    assert game.write(5, 2, marks_go=True)
    peers = {1, 4, 6, 7, 9, 13}
    assert {cell: game.marks[cell] for cell in range(1, 16)} == {
        cell: (0, 1, 3) if cell in peers else every for cell in range(1, 16)
    }
    assert game.write(0, 3)
    assert game.marks[1] == (0, 1, 3), "only where it is asked for"
    assert game.go(2)
    assert all(game.marks[cell] == every for cell in range(1, 16)), "one undo has all of them back"
    assert game.clear_marks()
    assert not any(game.marks.values())
    assert not game.clear_marks()
    assert game.at == 3


def test_the_last_right_position_is_the_one_before_the_first_mistake_that_stayed() -> None:
    game = FillGame(LOADED)
    one, two = FREE[:2]
    for cell, value in ((one, 1), (two, 5), (two, 4), (one, 2)):
        game.write(cell, value)
    assert game.last_right(lambda board: board[one] in (-1, 1)) == 3
    assert game.last_right(lambda board: board[two] != 5) == 4
    assert game.last_right(lambda _: False) == 0


def test_steps_undone_before_others_are_brought_back_also_from_the_file() -> None:
    """One key that undoes all, then another step: nothing is lost, pencil marks neither."""
    game, board = FillGame(LOADED), {}
    one, two = FREE[:2]
    game.pencil(one, 3)
    game.write(two, 5)
    board["first"] = game.board, dict(game.marks)
    assert not game.branches()
    game.go(0)
    game.write(one, 1)
    assert (game.left, game.other_lines, game.length) == (2, 1, 1)
    board["second"] = game.board, dict(game.marks)
    game.go(0)
    game.write(one, 1)
    assert (game.left, game.other_lines) == (0, 1), "the step that was undone is made again"
    game.go(game.at - 1)
    game.pencil(one, 3)
    assert (game.other_lines, game.length) == (1, 2), "the first step of the other line is made again: it goes on there"
    game.go(game.at + 1)
    assert (game.board, game.marks[one]) == (board["first"][0], (3,))
    game.begin_again()
    assert (game.board, game.other_lines, game.begun) == (LOADED.start, 2, True)
    game.write(two, 2)
    again = FillGame(LOADED)
    again.read(json.loads(json.dumps(game.data())))
    assert [len(branch.line) for branch in again.branches()] == [2, 1]
    seen = []
    for at in (0, 1, 1, 0):
        again.show(again.branches()[at].line)
        seen.append(again.board)
    assert seen == [board["first"][0], board["second"][0], game.board, board["second"][0]]
    again.show(again.branches()[-1].line)
    assert (again.board, again.marks[one]) == (board["first"][0], (3,))


def test_a_pinned_position_is_gone_back_to_from_any_line_and_from_the_file() -> None:
    game = FillGame(LOADED)
    one, two, three = FREE[:3]
    assert game.pin()
    assert not game.goes_back, "the position reached is pinned, and there is no other"
    game.pencil(one, 3)
    game.write(two, 5)
    pinned = game.board
    assert game.pin()
    assert game.goes_back
    assert [branch.words for branch in game.branches()] == [f"pin: 0 steps, 0 of {len(FREE)} cells filled"]
    game.write(three, 1)
    end = game.board
    game.go(1)
    game.write(two, 4)
    assert game.other_lines == 1
    again = FillGame(LOADED)
    again.read(json.loads(json.dumps(game.data())))
    pin, start, line = again.branches()
    assert (len(pin.line), len(start.line), len(line.line)) == (2, 0, 3)
    assert pin.words == f"pin: 2 steps, 1 of {len(FREE)} cells filled"
    left = again.board
    again.show(pin.line)
    assert (again.board, again.marks[one], again.at, again.length) == (pinned, (3,), 2, 3)
    again.go(3)
    assert again.board == end
    assert [branch.line for branch in again.branches()][2] == game.steps, "what was on the board is a line of its own"
    again.show(again.branches()[2].line)
    assert again.board == left
    again.show(start.line)
    assert again.board == LOADED.start
    assert not again.pin()
    assert len(again.branches()) == 2
    broken = json.loads(json.dumps(game.data()))
    broken["pins"] = [[99, []]]
    with pytest.raises(ValueError, match="99"):
        FillGame(LOADED).read(broken)


def test_pins_of_a_game_of_moves_are_kept_and_have_to_be_legal() -> None:
    game = MoveGame(Loaded(SMALL), OwnGames())
    game.play(CLEARING[0])
    assert game.pin()
    pinned = game.board
    for move in CLEARING[1:]:
        game.play(move)
    game.go(0)
    game.play(LEAVING[0])
    again = MoveGame(Loaded(SMALL), game.own)
    again.read(json.loads(json.dumps(game.data())))
    again.show(again.branches()[0].line)
    assert again.board == pinned
    with pytest.raises(ValueError, match="no legal position"):
        again.read({**game.data(), "pins": [[9999]]})


def test_games_of_moves_undone_before_others_are_brought_back() -> None:
    game, lines = MoveGame(Loaded(SMALL), OwnGames()), (CLEARING, LEAVING)
    for line in lines:
        game.go(0)
        for move in line:
            game.play(move)
            if game.left:
                assert game.left == len(lines[0]) - game.at + 1
    assert game.other_lines == 1
    for line in (lines[0], lines[1]):
        game.show(game.branches()[0].line)
        assert (game.board, game.other_lines) == (line, 1)


def test_the_next_empty_cell_comes_round() -> None:
    game = FillGame(LOADED)
    assert game.next_empty(None) == FREE[0]
    assert game.next_empty(FREE[0]) == FREE[1]
    assert game.next_empty(FREE[-1]) == FREE[0]
    game.change([(cell, 0) for cell in FREE[1:]])
    assert game.next_empty(FREE[0]) is None
    assert game.next_empty(FREE[3]) == FREE[0]
    assert not game.full
    assert game.share == pytest.approx(1 - 1 / len(FREE))


def test_the_clock_runs_only_while_the_board_is_shown() -> None:
    clock = Clock()
    game = FillGame(LOADED, clock=clock, now=clock)
    game.resume()
    clock.seconds += 61
    game.resume()
    assert game.seconds == 61
    game.pause()
    clock.seconds += 500
    game.pause()
    assert game.seconds == 61
    game.write(FREE[0], 0)
    game.resume()
    clock.seconds -= 30
    assert game.seconds == 61, "a clock that jumps back takes nothing away"
    clock.seconds += 130
    game.finish()
    clock.seconds += 50
    game.resume()
    assert (game.seconds, game.tally.started, game.tally.finished) == (161, 1561.0, 1661.0)
    game.begin_again()
    assert (game.seconds, game.tally.finished, game.length, game.board) == (0, 0.0, 0, LOADED.start)


def test_another_way_begins_another_game_and_loses_none() -> None:
    own = OwnGames([CLEARING])
    game = MoveGame(Loaded(SMALL), own)
    assert game.board == CLEARING
    game.go(game.at - 1)
    game.go(game.at - 1)
    at = game.at
    game.play(CLEARING[at])
    assert (game.at, game.length) == (at + 1, len(CLEARING)), "its own next move: the rest can be made again"
    game.go(0)
    game.play(LEAVING[0])
    assert game.board == LEAVING[:1]
    assert own.games == (LEAVING[:1], CLEARING)
    game.begin_again()
    assert (game.at, game.board) == (0, ())
    assert game.take(CLEARING)
    assert own.games[0] == CLEARING


def test_what_is_typed_waits_while_it_could_go_on() -> None:
    symbols = {str(n): n - 1 for n in range(1, 21)}
    assert words.typed(symbols, "", "3") == words.Typed("", 2)
    assert words.typed(symbols, "", "1") == words.Typed("1")
    assert words.typed(symbols, "1", "4") == words.Typed("", 13)
    assert words.typed(symbols, "2", "5") is None
    assert words.typed(symbols, "", "0") is None
    assert words.values_text(symbols) == "1 to 20"
    assert words.values_text({"A": 1, "C": 2, "G": 3, "U": 4}) == "A, C, G, U"


def test_many_marks_are_ranges_where_there_is_one_line_for_them() -> None:
    marks = [str(one) for one in range(1, 51) if one not in (4, 30, 32)]
    assert words.with_marks(marks[:3], "2 of 9 cells filled.", 58) == "Marks: 1 2 3. 2 of 9 cells filled."
    assert words.with_marks(marks, "", 58) == "Marks: 1-3 5-29 31 33-50."
    odd = words.with_marks(marks[::2], "", 40)
    assert len(odd) <= 40
    assert odd.endswith("Tab: all")
    assert words.with_marks([], "2 of 9 cells filled.", 58) == "2 of 9 cells filled."


def test_what_is_said_of_a_game() -> None:
    clock = Clock()
    game = FillGame(Loaded(registry.read(KAKURO)), clock=clock)
    assert words.sentence(game, 80) == "0 of 4 cells filled."
    assert words.finished_text(game) == "Solved.", "a board of a search, gone on with by hand"
    game.write(0, 3)
    game.write(1, 3)
    assert words.sentence(game, 200).startswith("2 of 4 cells filled; ")
    assert words.sentence(game, 200, conflicts=False) == "2 of 4 cells filled."
    assert len(words.sentence(game, 70)) <= 70
    game.resume()
    clock.seconds += 3761
    game.count("hints")
    game.count("checks")
    game.finish()
    assert words.finished_text(game) == "Solved in 1:02:41 with 1 hint, 1 check."
    record = MoveGame(Loaded(SMALL), OwnGames(), clock=clock)
    record.take(CLEARING)
    record.resume()
    assert words.finished_text(record).startswith("The game is over. "), "nobody has played it"
    clock.seconds += 2
    assert words.finished_text(record).startswith("The game is over, in 0:02, without help. ")


def test_games_are_kept_with_steps_time_and_help(tmp_path: Path) -> None:
    clock = Clock()
    store = OwnStore(tmp_path)
    game = store.game(LOADED)
    assert isinstance(game, FillGame)
    assert store.save_changed()
    assert not list(tmp_path.rglob("*.json")), "a game that has not begun is no file"
    game._clock = clock
    game.resume()
    game.write(FREE[0], 2)
    game.pencil(FREE[1], 4)
    game.write(FREE[2], 1)
    game.go(game.at - 1)
    game.count("hints")
    clock.seconds += 20
    assert not game.saved
    assert store.save_changed()
    assert game.saved
    again = OwnStore(tmp_path)
    same = again.game(Loaded(LOADED.puzzle))
    assert isinstance(same, FillGame)
    assert (same.board, same.marks[FREE[1]], same.at, same.length) == (game.board, (4,), 2, 3)
    assert same.go(same.at + 1)
    assert same.board[FREE[2]] == 1
    (one,) = OwnStore(tmp_path).unfinished()
    assert (one.loaded.source, one.title, one.words) == ("example", LOADED.puzzle.title, "a third done")
    record = again.record(LOADED.puzzle)
    assert record is not None
    assert (record.hints, record.seconds) == (1, 20.0)
    same.change([(cell, 0) for cell in FREE])
    same.finish()
    again.save_changed()
    assert OwnStore(tmp_path).unfinished() == (), "what is finished is not gone on with"
    assert again.record(registry.read(KAKURO)) is None


def test_games_of_moves_are_gone_on_with_also_those_of_the_first_version(tmp_path: Path) -> None:
    store = OwnStore(tmp_path)
    path = store.path(SMALL)
    path.parent.mkdir(parents=True)
    data = {"puzzle": registry.get_family("samegame").to_json(SMALL), "games": [CLEARING[:2], LEAVING]}
    path.write_text(json.dumps(data))
    (one,) = store.unfinished()
    assert one.loaded.puzzle == SMALL
    assert "move" in one.words
    game = store.game(Loaded(SMALL))
    assert isinstance(game, MoveGame)
    assert game.board == CLEARING[:2]
    game.play(CLEARING[2])
    game.go(game.at - 1)
    assert store.save_changed()
    again = OwnStore(tmp_path).game(Loaded(SMALL))
    assert (again.board, again.length) == (CLEARING[:2], 3)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"at": 1', '"at": 9'),
        ('"at": 1', '"at": true'),
        ('"hints": 0', '"hints": -1'),
        ('"seconds": 0.0', '"seconds": NaN'),
        ('"steps": [[[', '"steps": [[[99'),
        ('"steps": [', '"steps": [[], '),
        ('"play": {', '"play": [{'),
        ('{"family"', '[{"family"'),
        ('"started"', '"started": [], "x"'),
    ],
)
def test_a_damaged_game_is_set_aside(old: str, new: str, tmp_path: Path) -> None:
    store = OwnStore(tmp_path)
    store.game(LOADED).take(tuple(0 if cell == FREE[0] else value for cell, value in enumerate(LOADED.start)))
    store.save_changed()
    path = store.path(LOADED.puzzle)
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    assert [one for one, _ in unreadable(tmp_path)] == [path], "doctor tells it"
    assert OwnStore(tmp_path).game(LOADED).board == LOADED.start
    assert not path.exists()
    assert path.with_name(path.name + ".damaged").exists()


def test_the_tally_of_a_file_is_made_of_numbers() -> None:
    assert Tally.read({}) == Tally()
    assert Tally.read({"seconds": 1e300}).seconds < 1e8
    with pytest.raises(ValueError, match="hints"):
        Tally.read({"hints": "3"})


@pytest.mark.parametrize("text", ["true", "[]", "", '{"games": 1}', '{"games": [], "puzzle": 3, "family": "latin"}'])
def test_a_file_that_is_no_game_is_left_out_of_the_list(text: str, tmp_path: Path) -> None:
    path = OwnStore(tmp_path).path(LOADED.puzzle)
    path.parent.mkdir(parents=True)
    path.write_text(text)
    assert OwnStore(tmp_path).unfinished() == ()
