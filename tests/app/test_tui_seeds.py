"""Several seeds on the Search screen: the table, the best one's board, the next one's, stopping and going on."""

from __future__ import annotations

from drivers.fake_engine import screen_text, wait_for
from drivers.morpion_games import random_game
from drivers.search_screen import shown, solving_game
from textual.widgets import Input, Static

from puzzles.morpion.puzzle import MorpionPuzzle, board_of
from solvers.runs.events import Finished, Improved
from solvers.runs.folder import all_runs
from solvers.runs.spec import SolveSpec
from tui.kept.loaded import Loaded
from tui.widgets.form import Choice
from tui.widgets.lists import SeedList
from tui.widgets.search_settings import SearchSettings

GAME = board_of(random_game("5D", 3))


async def test_seeds_are_searched_and_watched_together() -> None:
    async with solving_game(Loaded(MorpionPuzzle("5D")), start=False, size=(120, 40)) as (app, screen, engine, pilot):
        settings = screen.query_one(SearchSettings)
        fields = {field.name: field for field in settings.query(Input)}
        choices = {choice.name: choice for choice in settings.query(Choice)}
        choices["how_long"].focus()
        for _ in range(3):
            await pilot.press("l")
        hint = settings.query_one(".hint", Static)
        await wait_for(pilot, lambda: "Playout Optimization" in str(hint.content), "the paper is named")
        assert (choices["how_long"].value, fields["seconds"].value) == ("paper", "2000")
        fields["seconds"].value = "30"
        await wait_for(pilot, lambda: choices["how_long"].value == "own")
        fields["seeds"].value, fields["until"].value, fields["workers"].value = "3", "60", "2"
        screen.action_start()
        await wait_for(pilot, lambda: "one worker each" in str(hint.content))
        assert not engine.launched
        fields["workers"].value = "1"
        screen.action_start()
        await wait_for(pilot, lambda: screen.shown.seeds is not None and len(screen.shown.seeds.watched) == 3)
        specs = [run.spec() for run in engine.launched]
        assert [(one.seed, one.seconds, one.until) for one in specs if isinstance(one, SolveSpec)] == [
            (1, 30.0, 60.0),
            (2, 30.0, 60.0),
        ]
        first, second = engine.launched
        engine.tell(first, Improved(at=1.0, playouts=5, score=20, board=list(GAME[:20])))
        engine.tell(second, Improved(at=3.0, playouts=5, score=25, board=list(GAME[:25])))
        await wait_for(pilot, lambda: shown(screen) == GAME[:25], "the best one's board")
        await wait_for(pilot, lambda: "Seed 2: 25 moves, found after 3.0 s." in screen_text(app))
        rows = screen.query_one(SeedList)
        await wait_for(pilot, lambda: rows.option_count == 4)
        await wait_for(pilot, lambda: "waiting" in screen_text(app))
        await pilot.press("f")
        await wait_for(pilot, lambda: shown(screen) == GAME[:20], "the next one's")
        assert rows.highlighted_id == first.id
        engine.tell(second, Improved(at=4.0, playouts=9, score=26, board=list(GAME[:26])))
        await wait_for(pilot, lambda: "26" in screen_text(app))
        assert shown(screen) == GAME[:20], "the chosen one stays"
        await pilot.press("s")
        waiting = next(run for run in all_runs() if run not in (first, second))
        assert [name for name, command in engine.requests if command == "stop"] == [waiting.id, first.id, second.id]
        for run in (first, second):
            engine.end(run, Finished(reason="stopped", at=5.0, playouts=9))
        await wait_for(pilot, lambda: screen.shown.seeds is not None and screen.shown.seeds.resumable)
        await pilot.press("u")
        await wait_for(pilot, lambda: len(engine.resumed) == 3)
        assert len(all_runs()) == 3
