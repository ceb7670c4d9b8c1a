"""The end of a game: what is said of it, what can be done next, and the figures that are kept of all finished games."""

from __future__ import annotations

import json
import math
from datetime import date, datetime
from functools import partial
from pathlib import Path

import pytest
from drivers.command_line import run
from drivers.fake_engine import FakeEngine, make_app, wait_for, wait_for_texts
from drivers.play_screen import playing

from puzzles.parameters import Value
from puzzles.registry import get_family
from puzzles.user_data import data_root
from solvers.runs.events import Finished, Generated
from solvers.runs.spec import GenerateSpec
from tui.kept.loaded import Loaded
from tui.play import choices
from tui.play.choices import Choice
from tui.play.statistics import NAME, FinishedGame, FinishedGames, figures, streak
from tui.screens.play import PlayScreen

EASY = Choice("kakuro", "6 x 6", "easy")
DAYS = [datetime(2026, 11, day, 12).timestamp() for day in (20, 24, 25, 26)]
TODAY = date(2026, 11, 26)


def to_the_last_step(screen: PlayScreen) -> None:
    """All steps but the last, as hints make them, none of them asked for."""
    game = screen.game
    assert game is not None
    hand = game.family.by_hand
    assert hand is not None
    boards = []
    while (hint := hand.hint(game.loaded.puzzle, boards[-1] if boards else game.board)) is not None:
        boards.append(hint.after)
    for board in boards[:-1]:
        game.take(board)
    screen.playing.draw()


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_a_solved_puzzle_shows_its_time_and_leads_to_the_next_and_to_a_harder_one(size: tuple[int, int]) -> None:
    first = choices.first(EASY)
    assert first is not None
    FinishedGames(data_root()).add(FinishedGame("kakuro", "6 x 6", "easy", DAYS[0], 61.0))
    async with playing(first, size, clock=False) as (app, screen, engine, pilot):
        to_the_last_step(screen)
        await pilot.press("i", "i", "i")
        await wait_for_texts(pilot, "Solved", "1 hint", "before  1:01", "o       Play a harder one, 6 x 6")
        assert [one.kind for one in app.finished_games.all()] == [EASY, EASY]
        assert not app.finished_games.all()[1].unaided
        await pilot.press("u")
        assert not screen.area.over
        await pilot.press("full_stop")
        await wait_for_texts(pilot, "g Next", f"g       Play another, {EASY.label}")
        orders: dict[str, dict[str, Value]] = {
            "g": {"rows": 6, "grade": "easy"},
            "o": {"rows": 6, "grade": "medium"},
        }
        for key, wanted in orders.items():
            await pilot.press(key)
            await wait_for(pilot, partial(_is_ordered, engine, wanted))
        other = get_family("kakuro").parse(get_family("kakuro").examples[2].text)
        solved = get_family("kakuro").to_json(other)
        engine.end(engine.last, Generated(puzzle=solved, solution=[], note=""), Finished(reason="done"))
        await wait_for(pilot, lambda: screen.loaded is not None and screen.loaded.puzzle == other)
        assert app.last_choices.of(get_family("kakuro")) == Choice("kakuro", "6 x 6", "medium")
        assert screen.area.board is not None
        assert screen.area.board.region.area  # in a narrow terminal the panel has left its place


def _is_ordered(engine: FakeEngine, parameters: dict[str, Value]) -> bool:
    spec = engine.last.spec()
    return isinstance(spec, GenerateSpec) and spec.parameters == parameters


async def test_a_game_with_a_score_is_compared_with_earlier_ones_and_played_again() -> None:
    family = get_family("samegame")
    loaded = Loaded(family.parse("0 1\n0 1\n"), "pasted.txt")
    async with playing(loaded, (80, 24)) as (app, screen, _, pilot):
        app.finished_games.add(FinishedGame("samegame", "other", "", DAYS[0], 9.0, score=16.0))
        game = screen.game
        assert game is not None
        game.tally.seconds = 5.0
        await pilot.press("enter", "enter")
        await wait_for_texts(pilot, "The game is over", "score   1000 points, your best of 2", "before  16 points")


async def test_a_board_that_came_complete_is_no_finished_game() -> None:
    first = choices.first(EASY)
    assert first is not None
    async with playing(first) as (app, screen, _, pilot):
        solution = solved_board(first)
        assert screen.game is not None
        screen.game.take(solution)
        screen.playing.stepped()
        await wait_for_texts(pilot, "Solved.")
        assert app.finished_games.all() == ()


def solved_board(loaded: Loaded) -> tuple[int, ...]:
    hand = loaded.family.by_hand
    assert hand is not None
    board = loaded.start
    while (hint := hand.hint(loaded.puzzle, board)) is not None:
        board = hint.after
    return board


def game(at: float, seconds: float, **others: float) -> FinishedGame:
    return FinishedGame("kakuro", "6 x 6", "easy", at, seconds, **others)  # type: ignore[arg-type]


def test_figures_count_games_of_a_kind_and_leave_helped_ones_out_of_the_best() -> None:
    games = [game(DAYS[1], 90.0), game(DAYS[2], 60.0), game(DAYS[2], 10.0, reveals=3), game(DAYS[3], 70.0)]
    tour = FinishedGame("tsptw", "9 nodes", "", DAYS[0], 5.0, score=400.0)
    late = FinishedGame("tsptw", "9 nodes", "", DAYS[0], 5.0, score=300.0, broken=1)
    found = figures([*games, tour, late], TODAY)
    assert [(one.kind.size, one.games, one.unaided, one.median, one.streak) for one in found] == [
        ("6 x 6", 4, 3, 70.0, 3),
        ("9 nodes", 2, 2, 400.0, 0),
    ]
    assert [one.best for one in found] == [games[1], tour]
    assert (streak([], TODAY), streak([date(2026, 11, 25)], TODAY), streak([date(2026, 11, 24)], TODAY)) == (0, 1, 0)


@pytest.mark.parametrize("text", ["{}", "[1]", '[{"family": 1}]', "no json", json.dumps([{"at": math.inf}])])
def test_a_damaged_file_of_games_is_set_aside(text: str, tmp_path: Path) -> None:
    (tmp_path / NAME).write_text(text)
    kept = FinishedGames(tmp_path)
    assert kept.all() == ()
    assert kept.add(game(DAYS[0], 1.0)) == ""
    assert FinishedGames(tmp_path).all() == kept.all() == (game(DAYS[0], 1.0),)
    assert list(tmp_path.glob(f"{NAME}.damaged*"))


async def test_statistics_are_shown_by_a_key_and_written_by_a_command() -> None:
    kept = FinishedGames(data_root())
    kept.add(game(DAYS[2], 60.0))
    kept.add(game(DAYS[3], 80.0, hints=1))
    app = make_app(first="home")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f7")
        await wait_for_texts(pilot, "Kakuro 6 x 6, easy", "2 finished, 1 without help; best 1:00, median 1:00")
        await pilot.press("escape", "p", "2", "enter")
        await wait_for_texts(pilot, "2 finished, 1 without help")
    lines = run(["games", "--csv"]).stdout.decode().splitlines()
    assert lines[0] == "finished,family,size,grade,seconds,hints,checks,reveals,score,broken"
    assert lines[2].endswith(",kakuro,6 x 6,easy,80.0,1,0,0,,0")
    found = json.loads(run(["games", "--json"]).stdout)
    assert (found["figures"][0]["games"], found["games"][0]["seconds"]) == (2, 60.0)
    assert "Kakuro 6 x 6, easy" in run(["games"]).stdout.decode()


def test_two_apps_add_to_one_file(tmp_path: Path) -> None:
    one, other = FinishedGames(tmp_path), FinishedGames(tmp_path)
    one.add(game(DAYS[0], 1.0))
    other.add(game(DAYS[1], 2.0))
    assert len(one.all()) == 2
