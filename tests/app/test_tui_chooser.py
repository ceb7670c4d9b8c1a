"""What is played next: from Home a family, a size and a grade are chosen; the puzzle of the day; the next one ahead."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest
from drivers.fake_engine import FakeEngine, make_app, wait_for, wait_for_texts
from textual.pilot import Pilot

from puzzles import registry
from puzzles.family import Family
from puzzles.puzzle import Puzzle
from puzzles.user_data import data_root
from solvers.runs.events import Failed, Finished, Generated
from solvers.runs.folder import Run
from solvers.runs.spec import GenerateSpec
from tui.app import McsTuiApp
from tui.kept.user_files import unreadable
from tui.play import choices
from tui.play.choices import Choice, choice_of, daily, harder, playable, sizes
from tui.processes import next_puzzles
from tui.screens.play import PlayScreen

KAKURO = registry.get_family("kakuro")


def other(name: str = "crossword-9") -> Puzzle:
    return KAKURO.parse(next(one.text for one in KAKURO.examples if one.name == name))


def jobs(engine: FakeEngine) -> list[Run]:
    """The jobs that generate puzzles."""
    return [run for run in engine.launched if isinstance(run.spec(), GenerateSpec)]


def deliver(engine: FakeEngine, run: Run, puzzle: Puzzle) -> None:
    engine.end(run, Generated(puzzle=KAKURO.to_json(puzzle), solution=[], note=""), Finished(reason="done"))


def play(app: McsTuiApp) -> PlayScreen:
    assert isinstance(app.screen, PlayScreen)
    return app.screen


async def to_home(pilot: Pilot[int], app: McsTuiApp) -> None:
    app.action_show("home")
    await wait_for(pilot, lambda: app.current_mode == "home" and not app.screen.is_modal)


async def test_five_keys_lead_from_a_first_start_to_the_first_digit() -> None:
    app = make_app(first="home")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("p")
        await wait_for_texts(pilot, "1  Latin square", "2  Kakuro", "Each number stands")
        await pilot.press("2")
        await wait_for_texts(pilot, "1  6 x 6", "Today's")
        await pilot.press("enter", "enter")
        await wait_for(pilot, lambda: app.current_mode == "play" and play(app).area.cursor is not None)
        await pilot.press("3")
        await wait_for_texts(pilot, "1 of 16 cells filled")


async def test_a_puzzle_is_made_kept_ahead_and_the_choice_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(next_puzzles, "LATER", 0.0)
    engine, wanted = FakeEngine(), Choice("kakuro", "9 x 9", "hard")
    app = make_app(engine, "home")
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.press("p", "2", "2", "3")
        await wait_for_texts(pilot, "A puzzle is being made")
        await wait_for(pilot, lambda: len(jobs(engine)) == 2)  # the first is of what is offered first
        spec = jobs(engine)[-1].spec()
        assert isinstance(spec, GenerateSpec)
        assert spec.parameters == {"rows": 9, "grade": "hard"}
        await pilot.press("escape")  # it is made nevertheless
        await wait_for_texts(pilot, "which one?")
        deliver(engine, jobs(engine)[-1], other())
        kept = data_root() / next_puzzles.FOLDER / "kakuro-9-x-9-hard.json"
        await wait_for(pilot, kept.is_file)
        await pilot.press("2", "3")
        await wait_for(pilot, lambda: app.current_mode == "play")
        loaded = play(app).loaded
        assert loaded is not None
        assert (loaded.puzzle, choice_of("kakuro", loaded.source)) == (other(), wanted)
        await wait_for(pilot, lambda: len(jobs(engine)) == 3)  # the next of the same kind
        assert not kept.exists()
        deliver(engine, jobs(engine)[-1], other("crossword-12"))
        await wait_for(pilot, kept.is_file)
        await to_home(pilot, app)
        await pilot.press("p", "enter", "enter", "enter")
        await wait_for(pilot, lambda: app.current_mode == "play")
        loaded = play(app).loaded
        assert loaded is not None
        assert loaded.puzzle == other("crossword-12")
    assert list(unreadable(data_root())) == []
    again = make_app(engine, "home")
    async with again.run_test(size=(80, 24)) as pilot:
        assert again.last_choices.of(KAKURO) == wanted
    engine.close()


async def test_the_puzzle_of_the_day_has_the_day_for_its_seed_and_is_marked_once_it_is_solved() -> None:
    engine, today = FakeEngine(), date.today()
    app = make_app(engine, "home")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("p", "2", "5")
        await wait_for(pilot, lambda: len(jobs(engine)) == 2)
        spec = jobs(engine)[-1].spec()
        assert isinstance(spec, GenerateSpec)
        assert spec.seed == int(f"{today:%Y%m%d}")
        deliver(engine, jobs(engine)[-1], other())
        await wait_for(pilot, lambda: app.current_mode == "play" and play(app).game is not None)
        await pilot.press("5")
        await to_home(pilot, app)
        await pilot.press("p", "2")
        await wait_for_texts(pilot, f"{daily(KAKURO, today).label}, begun")
        await pilot.press("escape")
        await wait_for_texts(pilot, "Go on: Kakuro 9 x 9")
        app.own_games.game(play_loaded(app)).finish()
        await pilot.press("2")
        await wait_for_texts(pilot, f"{daily(KAKURO, today).label}, solved")
    engine.close()


def play_loaded(app: McsTuiApp) -> choices.Loaded:
    screen = app.main_screen("play")
    assert isinstance(screen, PlayScreen)
    assert screen.loaded is not None
    return screen.loaded


async def test_what_can_t_be_made_is_said_and_kept_for_doctor() -> None:
    engine = FakeEngine()
    app = make_app(engine, "home")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("p", "2", "2", "4")
        await wait_for(pilot, lambda: len(jobs(engine)) == 2)
        engine.end(jobs(engine)[-1], Failed(message="no crossword graded expert was found"))
        await wait_for_texts(pilot, "! No puzzle was made: no crossword graded expert")
        await pilot.press("escape", "escape")
        await wait_for_texts(pilot, "2  Kakuro")
        kept = [json.loads(one.read_text()) for one in (data_root() / "trouble").glob("*.json")]
        assert any("no crossword graded expert" in str(one) for one in kept)
    engine.close()


async def test_a_finished_game_of_an_example_is_begun_again() -> None:
    app = make_app(first="home")
    async with app.run_test(size=(80, 24)) as pilot:
        morpion = 1 + [one.name for one in playable()].index("morpion")
        await pilot.press("p", str(morpion), "1")
        await wait_for(pilot, lambda: app.current_mode == "play" and play(app).game is not None)
        await pilot.press("enter")
        await wait_for_texts(pilot, "1 move")
        game = play(app).game
        assert game is not None
        game.finish()
        await to_home(pilot, app)
        await pilot.press("p", "enter", "enter")
        await wait_for(pilot, lambda: app.current_mode == "play")
        assert (game.at, game.length) == (0, 1)


@pytest.mark.parametrize("family", playable(), ids=lambda one: one.name)
def test_every_choice_can_be_generated_and_each_has_one_that_is_harder(family: Family) -> None:
    assert choices.in_short(family)
    for size, grades in sizes(family).items():
        assert "," not in size
        for grade in grades or ("",):
            choice = Choice(family.name, size, grade)
            assert choice_of(family.name, choice.source("2026-11-26")) == choice or family.generator is None
            if family.generator is None:
                assert choices.example(choice) is not None
            else:
                spec = choices.generate_spec(choice, 1)
                family.needed_generator().resolve(spec.parameters, "it")
            following = harder(choice)
            assert (following is None) == (size == list(sizes(family))[-1] and grade == (grades or ("",))[-1])
    if family.generator is not None:
        given = [choices.first(Choice(family.name, one.name, next(iter(one.grades), ""))) for one in _sizes(family)]
        for loaded in filter(None, given):
            hand = family.by_hand
            grade = hand.grade(loaded.puzzle) if hasattr(hand, "grade") else None  # type: ignore[union-attr]
            assert grade is None or grade.name == "easy"


def _sizes(family: Family) -> tuple[choices.Size, ...]:
    return family.needed_generator().sizes


def test_a_damaged_list_of_choices_is_set_aside(tmp_path: Path) -> None:
    (tmp_path / "play-choices.json").write_text('{"no": "list"}')
    kept = choices.LastChoices(tmp_path)
    assert kept.of(KAKURO) == Choice("kakuro", "6 x 6", "easy")
    assert list(tmp_path.glob("play-choices.json.damaged*"))
    kept.add(Choice("kakuro", "40 x 40", "easy"))  # as of a later version
    assert choices.LastChoices(tmp_path).of(KAKURO) == Choice("kakuro", "6 x 6", "easy")
