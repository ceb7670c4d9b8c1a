"""Waiting until an app is settled: on a slow machine too, and for threads that work, not for those that wait."""

from __future__ import annotations

import asyncio
import threading
from itertools import count

import pytest
from drivers import settled


async def test_a_slow_machine_has_the_time_that_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each round of the event loop takes half a second of the processor's time."""
    monkeypatch.setattr(settled.time, "process_time", count(0.0, 0.5).__next__)
    done: list[int] = []

    def go_on(left: int) -> None:
        if left:
            asyncio.get_running_loop().call_soon(go_on, left - 1)
        else:
            done.append(left)

    go_on(20)
    await settled.settled()
    assert done


async def test_a_thread_that_works_is_told_from_one_that_waits() -> None:
    over, begun = threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        while not over.is_set():
            pass

    loop = asyncio.get_running_loop()
    working = asyncio.create_task(asyncio.to_thread(work))
    while not begun.is_set():
        await asyncio.sleep(0)
    assert not await settled._threads_only_wait(loop)
    over.set()
    await working
    over.clear()
    waiting = asyncio.create_task(asyncio.to_thread(over.wait))
    await settled.settled()
    assert not waiting.done()
    over.set()
    assert await waiting


async def test_threads_that_wait_are_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each look takes a moment, after which an app that draws all the time has something to do again."""
    over, looks = threading.Event(), list[object]()

    async def only_wait(loop: object) -> bool:
        looks.append(loop)
        return True

    monkeypatch.setattr(settled, "_threads_only_wait", only_wait)
    waiting = asyncio.create_task(asyncio.to_thread(over.wait))
    await asyncio.sleep(0)
    await settled.settled()
    assert len(looks) == 1
    over.set()
    assert await waiting
