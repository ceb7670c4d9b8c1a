"""Prints the CPU seconds from the app's first paint until the Runs screen lists the runs of MCS_TUI_DATA.

`PYTHONPATH=tests:. python tests/drivers/runs_screen_time.py`, after `many_runs.py` has made some.
"""

from __future__ import annotations

import asyncio
import time

from drivers.fake_engine import make_app, wait_for

from tui.widgets.lists import VimList


async def main() -> None:
    app = make_app(first="runs")
    async with app.run_test(size=(100, 30)) as pilot:
        begun = time.process_time()
        await wait_for(pilot, lambda: app.current_mode == "runs" and len(app.screen.query_one(VimList).options) > 0)
        print(f"{time.process_time() - begun:.2f} s")


asyncio.run(main())
