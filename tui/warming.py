"""Compiling the kernels in the background at the first start, with a word in the status line."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.app import McsTuiApp

LOOK = 0.5
"""Seconds between two looks at the job."""


async def warm(app: McsTuiApp) -> None:
    """Returns once all kernels are compiled, or the job has failed (then one line says so)."""
    from solvers.runs.spec import WarmSpec

    if not app.engine.needs_warming():
        return
    try:
        run = await app.engine.launch(WarmSpec(), transient=True)
    except OSError as error:
        app.say(f"The kernels can't be compiled beforehand: {error.strerror or error}", error=True)
        return
    follower = app.engine.follower(run)
    view = follower.poll()
    while view.status in ("starting", "running", "paused"):
        if view.total:
            app.say_background(f"compiling kernels, once: {min(view.done + 1, view.total)} of {view.total}")
        await asyncio.sleep(LOOK)
        view = follower.poll()
    app.say_background("")
    if view.status == "failed":
        app.say(f"The kernels can't be compiled beforehand: {view.message}", error=True)
