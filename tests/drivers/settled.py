"""Waiting until an app under test has nothing left to do, however slow or busy the machine is."""

from __future__ import annotations

import asyncio
import time

from textual._wait import wait_for_idle

CALM = 3
"""So many rounds of the event loop in a row without anything to run but this."""


async def settled(min_sleep: float = 0.02, max_sleep: float = 1.0) -> None:
    """As Textual's `wait_for_idle`, which takes a process that was not scheduled for an idle one; asks the loop too."""
    await wait_for_idle(min_sleep, max_sleep)
    ready = asyncio.get_running_loop()._ready  # type: ignore[attr-defined]  # there is no public way to ask
    end, calm = time.process_time() + max_sleep, 0
    while calm < CALM and time.process_time() < end:
        await asyncio.sleep(0)
        calm = 0 if ready else calm + 1
