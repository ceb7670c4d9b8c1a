"""What the Search screen draws of a run: numbers, chart, boards, verdicts, and their colours."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from drivers.cell_regions import region_of
from drivers.fake_engine import screen_text, wait_for, wait_for_texts
from drivers.search_screen import ONE, OTHER, loaded, shown, solving
from textual.widgets import Input

from puzzles import registry
from solvers.runs.events import Counted, Finished, Improved, Solved
from tui.app import McsTuiApp
from tui.boards.grid_board import GridBoard
from tui.kept.loaded import Loaded
from tui.kept.options import AppOptions
from tui.screens.path_dialog import PathDialog
from tui.screens.search import SearchScreen
from tui.theme import NIGHT, TERMINAL
from tui.widgets.board_pane import BoardPane
from tui.widgets.search_settings import SearchSettings


async def test_live_numbers_and_board_are_drawn() -> None:
    async with solving(start=True, size=(120, 40)) as (app, screen, engine, pilot):
        partial = list(loaded().start)
        partial[0] = 3
        engine.tell(engine.last, Improved(at=0.5, playouts=10, score=-13.0, board=partial))
        engine.numbers(engine.last, at=4.0, playouts=1234567, rate=81234.0, best_score=-13.0)
        await wait_for(pilot, lambda: shown(screen)[0] == 3 and "annealing" not in screen_text(app))
        assert "1.23 M" not in screen_text(app), "folded"
        await pilot.press("d")
        await wait_for_texts(pilot, "1.23 M", "Searching; no solution yet.", "81,234 a second", "Score -13")
        await pilot.press("d")
        await wait_for(pilot, lambda: "1.23 M" not in screen_text(app))
        await wait_for(pilot, lambda: "4.0 s of 60 s" in screen_text(app))


async def test_a_score_over_time_is_charted() -> None:
    from tui.widgets.monitor import ScoreChart

    async with solving(start=True, size=(120, 40)) as (app, screen, engine, pilot):
        board = list(loaded().start)
        for number in range(4):
            engine.tell(engine.last, Improved(at=number, playouts=number, score=number - 9.0, board=board))
        await wait_for(pilot, lambda: screen.query(ScoreChart))
        await wait_for(pilot, lambda: "score, over time" in screen_text(app))
        chart = screen.query_one(ScoreChart)
        drawn: list[str] = []
        start = chart._clock() + 10.0
        history = ((0.1, -9.0), (2.0, -7.0))
        for later, until in ((0.0, 2.0), (0.9, 90.0), (1.1, 90.0), (5.0, 95.0)):
            chart._clock = lambda later=later: start + later  # type: ignore[misc]
            chart.draw(history, until)
            drawn.append(chart.text)
        assert drawn[0] == drawn[1], "at most once a second"
        assert drawn[1] != drawn[2]
        assert drawn[2].splitlines()[-1] == drawn[3].splitlines()[-1], "the axis stays for a while"


async def test_in_sixteen_colours_a_chart_has_its_own_and_the_terminals() -> None:
    from tui.widgets.monitor import ScoreChart

    async with solving(start=True, size=(120, 40)) as (app, screen, engine, pilot):
        app.theme = TERMINAL.name
        for number in range(4):
            board = list(loaded().start)
            engine.tell(engine.last, Improved(at=number, playouts=number, score=number - 9.0, board=board))
        await wait_for(pilot, lambda: screen.query(ScoreChart))
        await wait_for(pilot, lambda: "score, over time" in screen_text(app))
        region = screen.query_one(ScoreChart).region
        drawn = screen._compositor.render_strips(app.size)[region.y : region.bottom]
        parts = [part for strip in drawn for part in strip.crop(region.x, region.right)]
        colours = {color for part in parts if part.style for color in (part.style.color, part.style.bgcolor)}
        assert {color.name for color in colours if color} == {"default"}, "no black on black"


async def test_in_sixteen_colours_keys_and_headlines_can_be_read_on_black_and_on_white() -> None:
    async with solving(start=True) as (app, screen, engine, pilot):
        app.theme = TERMINAL.name
        await wait_for(pilot, lambda: "Searching" in screen_text(app))

        def colour(words: str) -> str:
            """The colour of the words where they stand first on the screen."""
            for strip in screen._compositor.render_strips(app.size):
                for part in strip:
                    if words in part.text and part.style and part.style.color:
                        return part.style.color.name
            raise AssertionError(words)

        assert [colour(words) for words in ("3 Board", "Stop", "Searching")] == ["default"] * 3, "not dark blue"
        engine.end(
            engine.last,
            Solved(at=0.1, playouts=5, score=0, board=ONE, seconds=0.1),
            Finished(at=0.1, playouts=5, reason="solved"),
        )
        await wait_for(pilot, lambda: "Solved in" in screen_text(app))
        assert colour("Solved in") == "color(2)", "green"


async def test_the_verified_solution_and_its_twin() -> None:
    async with solving(start=True) as (app, screen, engine, pilot):
        engine.end(
            engine.last,
            Solved(at=0.1, playouts=5, score=0, board=ONE, seconds=0.00031),
            Counted(at=0.1, playouts=5, solutions="several", boards=[ONE, OTHER]),
            Finished(at=0.1, playouts=5, reason="solved"),
        )
        await wait_for(pilot, lambda: screen.view is not None and screen.view.status == "solved")
        for words in ("Solved in 0.31 ms, checked.", "More than one solution; f shows another."):
            await wait_for(pilot, lambda words=words: words in " ".join(screen_text(app).split()))
        assert shown(screen) == tuple(ONE)
        await pilot.press("f")
        assert shown(screen) == tuple(OTHER)
        assert screen.query_one(BoardPane).board.marked == {0, 1, 12, 13}  # type: ignore[union-attr]
        await pilot.press("f")
        assert shown(screen) == loaded().start
        await pilot.press("f")
        assert shown(screen) == tuple(ONE)


async def test_the_only_solution_says_so_and_is_copied_and_saved(tmp_path: Path) -> None:
    async with solving(start=True) as (app, _, engine, pilot):
        engine.end(
            engine.last,
            Solved(playouts=5, score=0, board=ONE, seconds=0.1),
            Counted(playouts=5, solutions="unique", boards=[ONE]),
            Finished(playouts=5, reason="solved"),
        )
        await wait_for(pilot, lambda: "only solution" in screen_text(app))
        await pilot.press("c")
        assert app.clipboard.split() == [str(value + 1) for value in ONE]
        assert "Copied: the solution; also in " in app.said
        assert app.edit_text.path.with_name("clipboard.txt").read_text() == app.clipboard, "a terminal may swallow it"
        await pilot.press("w")
        await wait_for(pilot, lambda: isinstance(app.screen, PathDialog))
        target = tmp_path / "solution.txt"
        app.screen.query_one(Input).value = str(target)
        await pilot.press("enter")
        await wait_for(pilot, lambda: app.said.startswith("Saved"))
        assert target.read_text().split() == app.clipboard.split()


async def test_no_old_verdict_stands_beside_a_new_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    async with solving(start=True, size=(120, 40)) as (app, screen, engine, pilot):
        board = list(loaded().start)
        engine.tell(engine.last, Improved(at=0.5, playouts=10, score=-13.0, board=board))
        engine.end(engine.last, Finished(at=9.0, playouts=10, reason="exhausted"))
        await wait_for(pilot, lambda: "No solution" in screen_text(app))
        go_on, fit = asyncio.Event(), SearchSettings.fit

        async def slow_fit(settings: SearchSettings, puzzle: Loaded, options: AppOptions) -> None:
            await go_on.wait()
            await fit(settings, puzzle, options)

        monkeypatch.setattr(SearchSettings, "fit", slow_fit)
        new = Loaded(registry.read("1 . . .\n. . . .\n. . . .\n. . . 2\n"))
        app.open_board(new, face="search")
        await wait_for(pilot, lambda: screen.query_one(BoardPane).loaded == new)
        await pilot.pause()
        assert "No solution" not in screen_text(app)
        assert "-13" not in screen_text(app)
        assert "the puzzle" not in screen_text(app), "the caption was of the run"
        go_on.set()
        await wait_for(pilot, lambda: "algorithm" in screen_text(app))


def colour_of(app: McsTuiApp, screen: SearchScreen, index: int) -> str:
    """The colour in which the board's i-th value is drawn."""
    board = screen.query_one(GridBoard)
    region = region_of(board, index)
    strip = board.render_line(region.y).crop(region.x, region.right)
    return next(part.style.color.name for part in strip if part.text.strip() and part.style and part.style.color)


async def test_a_puzzle_proved_unsolvable_is_drawn_bare() -> None:
    async with solving(start=True, size=(120, 40)) as (app, screen, engine, pilot):
        app.theme = NIGHT.name
        partial = [*ONE[:-1], -1]
        engine.tell(engine.last, Improved(at=0.5, playouts=10, score=-2.0, board=partial))
        await wait_for(pilot, lambda: shown(screen) == tuple(partial))
        found = app.theme_variables["success"].lower()
        assert colour_of(app, screen, 0).lower() != found, "green is for solutions"
        engine.end(engine.last, Finished(at=9.0, playouts=10, reason="exhausted"))
        await wait_for(pilot, lambda: "No solution" in screen_text(app))
        assert shown(screen) == loaded().start
        assert "best position" not in screen_text(app)


async def test_a_solution_is_drawn_in_the_colour_of_success() -> None:
    async with solving(start=True, size=(120, 40)) as (app, screen, engine, pilot):
        app.theme = NIGHT.name
        engine.tell(engine.last, Solved(at=0.5, seconds=0.5, score=0.0, playouts=10, board=ONE))
        await wait_for(pilot, lambda: shown(screen) == tuple(ONE))
        assert colour_of(app, screen, 0).lower() == app.theme_variables["success"].lower()
