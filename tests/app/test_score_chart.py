"""The chart of the best score: what it leaves out so that the rest can be read."""

from __future__ import annotations

import re

import pytest
from textual.app import App, ComposeResult

from tui.widgets.chart import ScoreChart


class ChartApp(App[None]):
    def compose(self) -> ComposeResult:
        yield ScoreChart(plain=True)


async def drawn(history: list[tuple[float, float]], until: float) -> str:
    app = ChartApp()
    async with app.run_test(size=(60, 16)) as pilot:
        chart = app.query_one(ScoreChart)
        chart.draw(history, until, at_once=True)
        await pilot.pause()
        return chart.render().plain


async def test_a_tour_that_misses_windows_does_not_flatten_those_that_keep_them() -> None:
    picture = await drawn([(0.1, -24_000_999.5), (0.5, -3_000_950.0), (1.0, -950.0), (5.0, -880.0)], 9.0)
    assert "-950" in picture
    assert "-880" in picture
    assert "000" not in picture


async def test_while_all_tours_miss_windows_their_scores_are_drawn() -> None:
    picture = await drawn([(0.1, -24_000_999.5), (0.5, -3_000_950.0)], 2.0)
    assert "-24000999.5" in picture


async def test_scores_that_rise_from_0_are_all_drawn() -> None:
    picture = await drawn([(0.1, 0.0), (0.5, 64.0), (1.0, 82.0)], 2.0)
    ticks = re.findall(r"^ *(\d+)", picture, re.MULTILINE)
    assert {"0", "82"} <= set(ticks)


@pytest.mark.parametrize("score", [-770.4, -3.0, 0.0, 78.0])
async def test_the_axis_of_a_constant_score_has_larger_numbers_above(score: float) -> None:
    picture = await drawn([(0.0, score), (4.0, score)], 9.0)
    ticks = [float(one) for one in re.findall(r"^ *(-?[\d.]+)(?=[ *])", picture, re.MULTILINE)][:3]
    assert ticks == [score + 1, score, score - 1]


async def test_an_axis_follows_scores_that_change_after_a_constant_one() -> None:
    app = ChartApp()
    async with app.run_test(size=(60, 16)) as pilot:
        chart = app.query_one(ScoreChart)
        for history in ([(0.0, -9.0), (1.0, -9.0)], [(0.0, -9.0), (1.0, -9.0), (2.0, 64.0)]):
            chart.draw(history, 9.0, at_once=True)
            await pilot.pause()
        assert "64" in chart.render().plain
        assert "-10" not in chart.render().plain
