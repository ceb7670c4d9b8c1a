"""Prints the CPU seconds from the key of the Runs screen until it draws the first runs of MCS_TUI_DATA, and all.

`PYTHONPATH=tests:. python tests/drivers/runs_screen_time.py`, after `many_runs.py` has made some; again without the
first look at them.
"""

from __future__ import annotations

import asyncio
import time

from drivers.fake_engine import make_app, wait_for

from solvers.runs.folder import all_runs
from tui.screens.runs import RunsScreen


async def main() -> None:
    drawn: list[tuple[int, float]] = []
    draw = RunsScreen._draw

    def timed(screen: RunsScreen, **how: bool) -> None:
        draw(screen, **how)
        drawn.append((len(screen.watched), time.process_time()))

    RunsScreen._draw = timed  # type: ignore[method-assign]
    app, number = make_app(), len(all_runs())
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        begun = time.process_time()
        await pilot.press("4")
        await wait_for(pilot, lambda: any(shown == number for shown, _ in drawn))
        some, all_of_them = (next(one for one in drawn if one[0] >= least) for least in (1, number))
        for shown, at in (some, all_of_them):
            print(f"{shown:,} of {number:,} runs after {at - begun:.2f} s")


asyncio.run(main())
