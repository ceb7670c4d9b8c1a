"""Waiting until an app under test has nothing left to do, however slow or busy the machine is."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor

from textual._wait import wait_for_idle

CALM = 3
"""How many rounds of the event loop in a row must find nothing to run."""
SOON = 0.005
"""Seconds within which a timer counts as something to run: the screen's next paint is one (see PAINT_EVERY)."""
PAINT_EVERY = 0.001
"""Seconds between two paints of a screen under test, which need not be easy on the eye."""


async def settled(min_sleep: float = 0.02, max_sleep: float = 1.0) -> None:
    """Returns when the event loop has nothing to run, nothing due soon, and no thread works for it.

    Takes the place of Textual's `wait_for_idle`, which sleeps 20 ms at least, and takes a process that was not
    scheduled for an idle one. A thread that only waits, for another process perhaps, is not waited for.
    """
    loop = asyncio.get_running_loop()
    end, calm = time.process_time() + max_sleep, 0
    while calm < CALM and time.process_time() < end:
        await asyncio.sleep(0)
        if _due(loop):
            calm = 0
        elif _threads_work(loop):
            await wait_for_idle(min_sleep, max_sleep)
            calm = 0 if not _threads_work(loop) else calm + 1
        else:
            calm += 1


def _due(loop: asyncio.AbstractEventLoop) -> bool:
    """True if a callback is ready or a timer is due soon; there is no public way to ask."""
    soon = loop.time() + SOON
    return bool(loop._ready) or any(one._when < soon and not one._cancelled for one in loop._scheduled)  # type: ignore[attr-defined]


def _threads_work(loop: asyncio.AbstractEventLoop) -> bool:
    """True unless all threads of `asyncio.to_thread` wait for work."""
    pool: ThreadPoolExecutor | None = loop._default_executor  # type: ignore[attr-defined]
    return pool is not None and pool._idle_semaphore._value < len(pool._threads)  # type: ignore[attr-defined]
