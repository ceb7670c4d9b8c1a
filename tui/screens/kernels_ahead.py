"""Kernels that are compiled in the background while the app runs, with a bar in the status line."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tui.words.wording import bar_of

if TYPE_CHECKING:
    from tui.screens.own_screen import Services

LOOK = 0.5
"""Seconds between two looks at the job that compiles."""
BAR = 10
"""Characters of its bar in the status line."""


async def compile_kernels(app: Services) -> None:
    """Returns once all kernels are compiled, or the job has failed (then one line says so)."""
    from puzzles.engine.kernel_cache import compiled
    from solvers.runs.spec import CompileSpec

    spec = CompileSpec()
    progress = await asyncio.to_thread(app.engine.compile_progress, spec)
    if progress is None:
        return
    try:
        run = await app.engine.launch(spec, transient=True)
    except OSError as error:
        app.say(f"The kernels can't be compiled beforehand: {error.strerror or error}", error=True)
        return
    follower = app.engine.follower(run)
    view = follower.poll()
    while view.status in ("starting", "running", "paused"):
        there = await asyncio.to_thread(compiled)
        bar = bar_of(progress.share(there), BAR, plain=app.options.ascii)
        app.say_background(f"getting ready, once: {bar} {progress.words(there)}")
        await asyncio.sleep(LOOK)
        view = follower.poll()
    app.say_background("")
    if view.status == "failed":
        app.say(f"The kernels can't be compiled beforehand: {view.message}", error=True)
