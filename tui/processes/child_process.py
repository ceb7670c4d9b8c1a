"""A process beside the app that answers by pipes, and of which nothing is left when it is not needed any more."""

from __future__ import annotations

import asyncio
import contextlib
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence


async def begin(command: Sequence[str]) -> Process:
    """The started process, with pipes for what it is asked and what it answers. OSError if it can't be started."""
    return await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL)


async def end(process: Process) -> None:
    """Kills the process and waits until its pipes are closed; if the app ends meanwhile, CancelledError after that.

    Pipes that are left to Python are closed after the event loop, which prints a traceback.
    """
    assert process.stdin is not None
    process.stdin.close()
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    cancelled = False
    while True:
        try:
            await process.communicate()  # reads what is left: a full pipe would never be closed
            break
        except asyncio.CancelledError:
            cancelled = True
    if cancelled:
        raise asyncio.CancelledError
